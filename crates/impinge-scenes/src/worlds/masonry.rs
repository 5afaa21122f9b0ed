//! Structures that stand by balance and friction.

use std::f64::consts::{FRAC_PI_2, PI};

use impinge::{ConvexPolyhedron, Real, Sphere, Vec3};
use impinge_sim::{Body, World, WorldSettings};

use super::yard::{Yard, at, turned};

/// Half extents of a brick.
const BRICK: [f64; 3] = [0.5, 0.25, 0.25];

/// A wall of `layers` in running bond along the x axis, twice as many bricks long, and a ball that flies at it.
pub fn wall<T: Real>(settings: WorldSettings<T>, layers: usize) -> World<T> {
    let mut yard = Yard::new(settings);
    let (whole, half) = (yard.cuboid(BRICK), yard.cuboid([0.5 * BRICK[0], BRICK[1], BRICK[2]]));
    // Bricks of a layer do not touch.
    let pitch = 2.0 * BRICK[0] + 1.0 / 64.0;
    let length = 2 * layers;
    let first = -0.5 * pitch * (length - 1) as f64;
    for layer in 0..layers {
        let z = BRICK[2] * (2 * layer + 1) as f64;
        if layer % 2 == 0 {
            (0..length).for_each(|k| yard.put(Body::dynamic(whole, at(first + pitch * k as f64, 0.0, z))));
        } else {
            (1..length)
                .for_each(|k| yard.put(Body::dynamic(whole, at(first + pitch * (k as f64 - 0.5), 0.0, z))));
            let end = first - 0.5 * BRICK[0];
            [end, -end].into_iter().for_each(|x| yard.put(Body::dynamic(half, at(x, 0.0, z))));
        }
    }
    let ball = yard.shape(Sphere::new(T::of(0.5)));
    let height = BRICK[2] * layers as f64;
    let shot = Body::dynamic(ball, at(0.0, -15.0, height.max(0.5)));
    yard.put(shot.density(T::of(8.0)).velocity([0.0, 30.0, 2.0].map(T::of)));
    yard.finish()
}

/// Half the length and half the thickness of a card; half its width.
const CARD: [f64; 3] = [1.0, 0.05, 0.7];
/// Lean of cards from upright. Two that lean on one another push sideways by up to its tangent times the load, which friction must hold.
const LEAN: f64 = 25.0 * PI / 180.0;
/// Gap between cards beside one another.
const CARD_GAP: f64 = 1.0 / 256.0;

/// A house of cards with `stories`: pairs that lean on one another, one pair less in each story, each on a flat card that lies on the
/// tips of two pairs below.
pub fn card_house<T: Real>(settings: WorldSettings<T>, stories: usize) -> World<T> {
    let mut yard = Yard::new(settings);
    let [length, thickness, width] = CARD;
    let (sin, cos) = Real::sin_cos(LEAN);
    // Distance from the tip of a pair to the middle of a card and, twice that, to its outer side; half the height of a pair.
    let reach = length * sin + thickness * cos;
    let center = length * cos + thickness * sin;
    let pitch = 4.0 * reach + CARD_GAP;
    let leaning = yard.cuboid([thickness, width, length]);
    let flat = yard.cuboid([0.5 * (pitch - CARD_GAP), width, thickness]);
    for story in 0..stories {
        let floor = 2.0 * (center + thickness) * story as f64;
        let pairs = stories - story;
        let place = |k: f64| pitch * (k - 0.5 * (pairs - 1) as f64);
        for k in 0..pairs {
            for side in [-1.0, 1.0] {
                let middle = [place(k as f64) + side * reach, 0.0, floor + center];
                yard.put(Body::dynamic(leaning, turned(middle, [0.0, 1.0, 0.0], -side * LEAN)));
            }
        }
        for k in 1..pairs {
            yard.put(Body::dynamic(flat, at(place(k as f64 - 0.5), 0.0, floor + 2.0 * center + thickness)));
        }
    }
    yard.finish()
}

/// Radii of an arch: inner and outer.
const ARCH: [f64; 2] = [4.0, 5.5];

/// A half circle of `count` wedges. A line of thrust fits into it as long as it is thicker than 0.11 of its mean radius (Heyman 1966).
pub fn arch<T: Real>(settings: WorldSettings<T>, count: usize) -> World<T> {
    let mut yard = Yard::new(settings);
    let half = FRAC_PI_2 / count as f64;
    let (sin, cos) = Real::sin_cos(half);
    // In the frame of a wedge x points outward, and the origin is the center of the arch.
    let corner = |k: usize| {
        let radius = ARCH[k & 1];
        let side = |bit: usize| if k >> bit & 1 == 0 { -1.0 } else { 1.0 };
        Vec3::new(radius * cos, side(1), side(2) * radius * sin).cast::<T>()
    };
    let corners: Vec<Vec3<T>> = (0..8).map(corner).collect();
    let wedge = yard.shape(ConvexPolyhedron::new(&corners));
    for k in 0..count {
        let angle = half * (2 * k + 1) as f64;
        yard.put(Body::dynamic(wedge, turned([0.0; 3], [0.0, 1.0, 0.0], -angle)));
    }
    yard.finish()
}

/// Half extents of a block: three of them are as wide as one is long.
const BLOCK: [f64; 3] = [1.5, 0.5, 0.3];

/// A tower of `layers` of three blocks, each layer at right angles to the one below.
pub fn jenga<T: Real>(settings: WorldSettings<T>, layers: usize) -> World<T> {
    let mut yard = Yard::new(settings);
    let [length, width, height] = BLOCK;
    // Blocks of a layer do not touch.
    let gap = 1.0 / 128.0;
    let along = yard.cuboid([length, width - gap, height]);
    let across = yard.cuboid([width - gap, length, height]);
    for layer in 0..layers {
        let z = height * (2 * layer + 1) as f64;
        for place in [-1.0, 0.0, 1.0].map(|k| 2.0 * width * k) {
            yard.put(match layer % 2 {
                0 => Body::dynamic(along, at(0.0, place, z)),
                _ => Body::dynamic(across, at(place, 0.0, z)),
            });
        }
    }
    yard.finish()
}
