//! Boxes on boxes.

use impinge::Real;
use impinge_sim::{Body, World, WorldSettings};

use super::yard::{Yard, at};
use crate::Rng;

/// `count` boxes of 4 × 4 × 2 face to face, each shifted by up to `shift` along both edges of its base (Olvång's thesis, section 4.2.1).
pub fn stack<T: Real>(settings: WorldSettings<T>, count: usize, shift: f64, seed: u64) -> World<T> {
    let mut yard = Yard::new(settings);
    let mut rng = Rng::new(seed);
    let shape = yard.cuboid([2.0, 2.0, 1.0]);
    for k in 0..count {
        let [x, y] = [(); 2].map(|()| rng.between(-shift, shift));
        yard.put(Body::dynamic(shape, at(x, y, 1.0 + 2.0 * k as f64)));
    }
    yard.finish()
}

/// A pyramid of cubes, `base` of them in the lowest layer, along the x axis.
pub fn pyramid<T: Real>(settings: WorldSettings<T>, base: usize) -> World<T> {
    let mut yard = Yard::new(settings);
    put_pyramid(&mut yard, base, [0.0, 0.0]);
    yard.finish()
}

/// `count` pyramids of `base` cubes in the lowest layer each, on a square.
pub fn small_pyramids<T: Real>(settings: WorldSettings<T>, count: usize, base: usize) -> World<T> {
    let mut yard = Yard::new(settings);
    let side = (1..).find(|side| side * side >= count).unwrap_or(1);
    let pitch = [PITCH * (base + 2) as f64, 4.0];
    for k in 0..count {
        let center = [k % side, k / side].map(|place| place as f64 - 0.5 * (side - 1) as f64);
        put_pyramid(&mut yard, base, [pitch[0] * center[0], pitch[1] * center[1]]);
    }
    yard.finish()
}

/// Distance from cube to cube in a layer: they do not touch sideways.
const PITCH: f64 = 1.0 + 1.0 / 32.0;

fn put_pyramid<T: Real>(yard: &mut Yard<T>, base: usize, [x, y]: [f64; 2]) {
    let cube = yard.cuboid([0.5; 3]);
    for layer in 0..base {
        let row = base - layer;
        for k in 0..row {
            let along = PITCH * (k as f64 - 0.5 * (row - 1) as f64);
            yard.put(Body::dynamic(cube, at(x + along, y, 0.5 + layer as f64)));
        }
    }
}

/// A tower of `count` cubes, and on it one of `ratio` times their density.
pub fn heavy_top<T: Real>(settings: WorldSettings<T>, count: usize, ratio: f64) -> World<T> {
    let mut yard = Yard::new(settings);
    let cube = yard.cuboid([0.5; 3]);
    for k in 0..count {
        yard.put(Body::dynamic(cube, at(0.0, 0.0, 0.5 + k as f64)));
    }
    yard.put(Body::dynamic(cube, at(0.0, 0.0, 0.5 + count as f64)).density(T::of(ratio)));
    yard.finish()
}
