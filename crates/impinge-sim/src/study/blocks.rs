//! Parts of a stack: a plate, and boxes or round boxes on it.

use impinge::{Cuboid, Pose, Real, RoundCuboid, Vec3};

use super::StackSettings;
use crate::error::{WorldError, number};
use crate::material::Material;

/// Half extents of a box: the thesis' 4 × 2 × 4.
pub(super) const HALF: [f64; 3] = [2.0, 1.0, 2.0];

/// Half extents of the plate below. Not given in the thesis.
const PLATE: [f64; 3] = [10.0, 1.0, 10.0];

/// A box of the stack.
#[derive(Clone, Copy, Debug)]
pub(super) enum Block<T> {
    Sharp(Cuboid<T>),
    Round(RoundCuboid<T>),
}

/// The plate and its pose: its upper face is at 0.
pub(super) fn plate<T: Real>() -> (Cuboid<T>, Pose<Vec3<T>>) {
    (Cuboid::new(PLATE.map(T::of)), Pose::at([T::ZERO, -T::of(PLATE[1]), T::ZERO]))
}

/// A box with edges of this radius; the radius is given in `T`, and so are the remaining half extents.
pub(super) fn block<T: Real>(radius: T) -> Result<Block<T>, WorldError> {
    number("radius of round boxes", radius)?;
    if radius == T::ZERO {
        return Ok(Block::Sharp(Cuboid::new(HALF.map(T::of))));
    }
    match RoundCuboid::try_new(HALF.map(|h| T::of(h) - radius), radius) {
        Ok(round) => Ok(Block::Round(round)),
        Err(_) => Err(WorldError::NotPositive {
            what: "radius of round boxes, and what it leaves of them,",
            found: radius.f64(),
        }),
    }
}

/// Poses of this many boxes, from below.
pub(super) fn poses<T: Real>(settings: &StackSettings<T>, boxes: usize) -> Vec<Pose<Vec3<T>>> {
    let mut random = settings.seed;
    let pose = |i| {
        let aside = [uniform(&mut random), uniform(&mut random)].map(|u| settings.shift * T::of(u));
        let height = T::of(HALF[1] * (2 * i + 1) as f64);
        Pose::at([aside[0], height, aside[1]])
    };
    (0..boxes).map(pose).collect()
}

/// A random number from −1 to 1 (splitmix64, Steele, Lea and Flood 2014).
fn uniform(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    (z >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

/// Gravity down the y axis.
pub(super) fn gravity<T: Real>(settings: &StackSettings<T>) -> Vec3<T> {
    Vec3::new(T::ZERO, -settings.gravity, T::ZERO)
}

/// Material of boxes and plate.
pub(super) fn material<T: Real>(settings: &StackSettings<T>) -> Material<T> {
    Material { friction: settings.friction, restitution: settings.restitution, ..Material::default() }
}
