//! Bodies that move from the start.

use std::f64::consts::PI;

use impinge::{Cone, ConvexPolyhedron, Pose, Real, Support, Vec3};
use impinge_sim::{Body, World, WorldSettings};

use super::yard::{Yard, turned};
use crate::{Rng, clouds};

/// Half the thickness, the width and the height of a domino.
const DOMINO: [f64; 3] = [0.1, 0.4, 0.8];
/// Distance from one domino to the next.
const DOMINO_PITCH: f64 = 0.8;
/// The row winds as a sine: its amplitude, and its wave number, as an angle per unit of distance.
const WINDING: [f64; 2] = [3.0, 0.12];

/// `count` dominoes in a winding row; the first rotates about its foot, fast enough to fall.
pub fn dominoes<T: Real>(settings: WorldSettings<T>, count: usize) -> World<T> {
    let mut yard = Yard::new(settings);
    let shape = yard.cuboid(DOMINO);
    let mut place = [0.0, 0.0];
    for k in 0..count {
        // The slope of the row at this domino.
        let (_, cos) = Real::sin_cos(WINDING[1] * place[0]);
        let angle = Real::atan2(WINDING[0] * WINDING[1] * cos, 1.0);
        let (sin, cos) = Real::sin_cos(angle);
        let pose = turned([place[0], place[1], DOMINO[2]], [0.0, 0.0, 1.0], angle);
        let mut domino = Body::dynamic(shape, pose);
        if k == 0 {
            let spin = 2.0;
            domino = domino
                .angular_velocity([-sin * spin, cos * spin, 0.0].map(T::of))
                .velocity([cos, sin, 0.0].map(|c| T::of(c * spin * DOMINO[2])));
        }
        yard.put(domino);
        place = [place[0] + DOMINO_PITCH * cos, place[1] + DOMINO_PITCH * sin];
    }
    yard.finish()
}

/// Number of points of a hull in the pile.
const HULL_POINTS: usize = 32;
/// Number of shapes in a pile; hulls share them.
const HULL_SHAPES: usize = 64;

/// `count` hulls of 32 points on a sphere, stretched, that fall into a pit with a square floor.
pub fn pile<T: Real>(settings: WorldSettings<T>, count: usize, seed: u64) -> World<T> {
    let mut yard = Yard::new(settings);
    let mut rng = Rng::new(seed);
    let shapes: Vec<_> = (0..HULL_SHAPES.min(count))
        .map(|_| {
            let stretch = [(); 3].map(|()| rng.between(0.3, 0.5));
            let points = clouds::on_sphere::<f64>(HULL_POINTS, rng.bits()).into_iter().map(|p| {
                let [x, y, z] = p.to_array();
                Vec3::new(x * stretch[0], y * stretch[1], z * stretch[2]).cast::<T>()
            });
            yard.shape(ConvexPolyhedron::new(&points.collect::<Vec<_>>()))
        })
        .collect();
    // As many in a layer as in three columns: a pile about a third as high as it is wide.
    let side = (2..).find(|side| side * side * side >= 3 * count).unwrap_or(2);
    let wall = 0.6 * side as f64;
    for (axis, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)] {
        let mut normal = [0.0; 3];
        normal[axis] = sign;
        yard.half_space(normal, -wall);
    }
    for k in 0..count {
        let cell = [k % side, k / side % side].map(|c| 1.2 * (c as f64 - 0.5 * (side - 1) as f64));
        let shift = [(); 2].map(|()| rng.between(-0.05, 0.05));
        let height = 1.0 + 1.2 * (k / (side * side)) as f64;
        let place = [cell[0] + shift[0], cell[1] + shift[1], height].map(T::of);
        yard.put(Body::dynamic(shapes[k % shapes.len()], Pose::new(place, rng.rotation3())));
    }
    yard.finish()
}

/// Tilt of a top, and its spin, in radians per second.
const TILT: f64 = 15.0 * PI / 180.0;
const SPIN: f64 = 60.0;

/// `count` cones that spin on their tips, in a row.
pub fn top<T: Real>(settings: WorldSettings<T>, count: usize) -> World<T> {
    let mut yard = Yard::new(settings);
    let cone = Cone::new(T::of(0.6), T::of(0.5));
    let shape = yard.shape(cone);
    // Upside down, then tilted.
    let upright: Pose<Vec3<T>> = turned([0.0; 3], [1.0, 0.0, 0.0], PI - TILT);
    let rotation = upright.rotation();
    let tip = rotation.rotate(cone.support(rotation.unrotate(-Vec3::axis(2))));
    let axis = rotation.rotate(Vec3::axis(2));
    for k in 0..count {
        let place = [T::of(2.0 * k as f64), T::ZERO, T::ZERO];
        let pose = Pose::new(Vec3::from(place) - tip, rotation);
        yard.put(Body::dynamic(shape, pose).angular_velocity(axis * T::of(-SPIN)));
    }
    yard.finish()
}
