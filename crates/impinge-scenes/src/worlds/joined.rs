//! Worlds with joints.

use impinge::{Capsule, Cylinder, Pose, Real, Rot3, Sphere, Vec3};
use impinge_sim::joint::{Ball, Hinge, Motor};
use impinge_sim::{Body, Joint, World, WorldSettings};

use super::figure::FigureSettings;
use super::yard::{Yard, at, turned};

/// Distance from one joint of a chain to the next; half the length of a link without its caps, and its radius.
const LINK: f64 = 0.3;
const LINK_HALF: f64 = 0.1;
const LINK_RADIUS: f64 = 0.04;
/// Radius of the ball at the end of a chain, and its mass relative to that of a link.
const LOAD_RADIUS: f64 = 0.4;
const LOAD: f64 = 100.0;

/// A chain of `links` links that starts horizontally, with a ball of 100 times the mass of a link at its end.
pub fn chain<T: Real>(settings: WorldSettings<T>, links: usize) -> World<T> {
    let mut yard = Yard::new(settings);
    // High enough that the ball swings above the floor.
    let height = LINK * links as f64 + 2.0 * LOAD_RADIUS + 1.0;
    let place = |x: f64| turned([x, 0.0, height], [0.0, 1.0, 0.0], core::f64::consts::FRAC_PI_2);
    let link = yard.shape(Capsule::new(T::of(LINK_HALF), T::of(LINK_RADIUS)));
    let volume = core::f64::consts::PI * LINK_RADIUS.powi(2) * (2.0 * LINK_HALF + 4.0 / 3.0 * LINK_RADIUS);
    let joint = |i: usize| {
        let point = [LINK * i as f64, 0.0, height].map(T::of);
        Joint::ball(point, Vec3::axis(0), Ball::default())
    };
    let mut last = yard.add(Body::fixed(link, place(-0.5 * LINK)));
    for i in 0..links {
        let body = Body::dynamic(link, place(LINK * (i as f64 + 0.5))).density(T::of(1.0 / volume));
        let next = yard.add(body);
        yard.join(last, next, joint(i));
        last = next;
    }
    let ball = yard.shape(Sphere::new(T::of(LOAD_RADIUS)));
    let density = LOAD / (4.0 / 3.0 * core::f64::consts::PI * LOAD_RADIUS.powi(3));
    let end = yard
        .add(Body::dynamic(ball, at(LINK * links as f64 + LOAD_RADIUS, 0.0, height)).density(T::of(density)));
    yard.join(last, end, joint(links));
    yard.finish()
}

/// Number of stairs, and the depth and height of each.
const STAIRS: u32 = 10;
const STAIR: [f64; 2] = [0.3, 0.2];
/// Distance from one ragdoll to the next.
const BESIDE: f64 = 1.5;

/// Ragdolls side by side that tip over at the top of ten stairs, each a little farther than the last.
pub fn figures<T: Real>(settings: WorldSettings<T>, count: usize) -> World<T> {
    let mut yard = Yard::new(settings);
    let wide = 0.5 * BESIDE * count as f64 + 1.0;
    for i in 0..STAIRS {
        let height = STAIR[1] * f64::from(STAIRS - i);
        let stair = yard.cuboid([0.5 * STAIR[0], wide, 0.5 * height]);
        yard.put(Body::fixed(stair, at(STAIR[0] * f64::from(i), 0.0, 0.5 * height)));
    }
    let top = STAIR[1] * f64::from(STAIRS);
    for k in 0..count {
        let lean = 0.2 + 0.1 * k as f64 / count as f64;
        let y = BESIDE * (k as f64 + 0.5) - 0.5 * BESIDE * count as f64;
        yard.figure(&turned([-0.1, y, top + 0.05], [0.0, 1.0, 0.0], lean), &FigureSettings::default());
    }
    yard.finish()
}

/// Radii of alternating meshing wheels, and half their thickness.
const WHEELS: [f64; 2] = [0.5, 0.25];
const WHEEL_HALF: f64 = 0.05;
/// Gap between the rims of two meshing wheels.
const MESH_GAP: f64 = 0.01;

/// `count` meshing wheels on a wall, alternately large and small; a motor drives the first.
pub fn gears<T: Real>(settings: WorldSettings<T>, count: usize) -> World<T> {
    let mut yard = Yard::new(settings);
    let wall = yard.cuboid([0.5 * count as f64 + 1.0, 0.1, 1.0]);
    let wall = yard.add(Body::fixed(wall, at(0.4 * count as f64, 0.3, 1.5)));
    let wheels = WHEELS.map(|radius| yard.shape(Cylinder::new(T::of(radius), T::of(WHEEL_HALF))));
    // The axis of a cylinder is z; here it is y.
    let upright = Rot3::from_axis_angle([1.0, 0.0, 0.0].map(T::of), T::of(core::f64::consts::FRAC_PI_2));
    let (mut x, mut last) = (0.0, None);
    for k in 0..count {
        let radius = WHEELS[k % 2];
        if k > 0 {
            x += radius + MESH_GAP;
        }
        let place = [x, 0.0, 1.5].map(T::of);
        let wheel = yard.add(Body::dynamic(wheels[k % 2], Pose::new(place, upright)));
        let motor = (k == 0).then(|| Motor { speed: T::ONE, strength: T::of(10.0) });
        yard.join(wall, wheel, Joint::hinge(place, Vec3::axis(1), Hinge { motor, ..Hinge::default() }));
        if let Some(last) = last {
            let ratio = radius / WHEELS[(k + 1) % 2];
            yard.join(last, wheel, Joint::gear(Vec3::axis(1), Vec3::axis(1), T::of(ratio)));
        }
        (x, last) = (x + radius, Some(wheel));
    }
    yard.finish()
}
