//! Five crates on the ground for five seconds: contacts by `manifold`, impulses kept by `Persistent`, a small solver.
//!
//! `cargo run --release -p impinge --example stack`

use impinge::manifolds::ManifoldSettings;
use impinge::persist::{Persistence, Persistent};
use impinge::{Cuboid, Pose, Rot3, Shape, Vec3, manifold_with};

const STEP: f64 = 1.0 / 60.0;
const GRAVITY: f64 = -9.81;
const ROUNDS: usize = 40;
/// Contacts are found this early, and the solver leaves bodies this deep in one another.
const MARGIN: f64 = 0.02;
const SLOP: f64 = 0.002;
const FRICTION: f64 = 0.5;

/// A crate: the body with number 0 is the ground, which nothing moves.
struct Body {
    shape: Cuboid<f64>,
    pose: Pose<Vec3<f64>>,
    velocity: Vec3<f64>,
    spin: Vec3<f64>,
    /// One over the mass and over the moment of inertia, which is the same about all axes of a cube.
    light: [f64; 2],
}

/// Data kept with a contact: the impulses along the normal and across it.
#[derive(Clone, Debug, Default, PartialEq)]
struct Impulse {
    normal: f64,
    across: Vec3<f64>,
}

type Contacts = Persistent<Vec3<f64>, Impulse>;

fn main() {
    let ground = Cuboid::new([10.0, 10.0, 1.0]);
    let cube = Cuboid::new([0.5, 0.5, 0.5]);
    let at = |shape, pose, light| Body { shape, pose, velocity: Vec3::ZERO, spin: Vec3::ZERO, light };
    let mut bodies = vec![at(ground, Pose::at([0.0, 0.0, -1.0]), [0.0, 0.0])];
    for i in 0..5 {
        // Each a little beside the one below, and turned.
        let turn = Rot3::from_axis_angle([0.0, 0.0, 1.0], 0.1 * f64::from(i));
        let pose = Pose::new([0.02 * f64::from(i), 0.0, 0.51 + 1.01 * f64::from(i)], turn);
        bodies.push(at(cube, pose, [1.0, 6.0]));
    }
    let mut pairs: Vec<Contacts> = (1..bodies.len()).map(|_| Contacts::new()).collect();
    for _ in 0..300 {
        step(&mut bodies, &mut pairs);
    }
    let heights: Vec<String> = bodies[1..].iter().map(|b| format!("{:.3}", b.pose.translation().z)).collect();
    let oldest = pairs.iter().flat_map(|p| p.contacts()).map(|c| c.age).max().unwrap_or(0);
    println!("heights after 5 s: {}; the oldest contact has lasted {oldest} steps", heights.join(", "));
    for (i, body) in bodies.iter().enumerate().skip(1) {
        let place = body.pose.translation();
        assert!(
            (place.z - (i as f64 - 0.5)).abs() < 0.02 && place.x.abs() < 0.2,
            "crate {i} is at {place:?}"
        );
        assert!(body.velocity.norm() < 0.05, "crate {i} still moves by {:?}", body.velocity);
    }
    assert!(oldest > 200);
}

fn step(bodies: &mut [Body], pairs: &mut [Contacts]) {
    let settings = ManifoldSettings { margin: MARGIN, ..ManifoldSettings::default() };
    let persistence = Persistence::of_size(0.5);
    for body in bodies.iter_mut().filter(|body| body.light[0] > 0.0) {
        body.velocity.z += GRAVITY * STEP;
    }
    // Every crate touches the body below it, which is the one before it.
    let mut normals = vec![Vec3::ZERO; pairs.len()];
    for (i, contacts) in pairs.iter_mut().enumerate() {
        let [below, above] = [&bodies[i], &bodies[i + 1]];
        let touching = manifold_with(&below.shape.at(below.pose), &above.shape.at(above.pose), &settings);
        contacts.update(&touching, &below.pose, &above.pose, &persistence);
        normals[i] = touching.normal;
        // Impulses of the last step are the first guess of this one.
        for contact in contacts.contacts() {
            push(bodies, i, contact.point.point_a, normals[i] * contact.data.normal + contact.data.across);
        }
    }
    for _ in 0..ROUNDS {
        for (i, contacts) in pairs.iter_mut().enumerate() {
            for contact in contacts.contacts_mut() {
                let (n, at) = (normals[i], contact.point.point_a);
                let gap = contact.point.signed_distance;
                // Bodies may close the gap within the step; what is deeper than the slop is parted slowly.
                let wanted =
                    if gap > 0.0 { -gap / STEP } else { f64::min(0.2 * (-gap - SLOP) / STEP, 1.0).max(0.0) };
                let slip = relative(bodies, i, at);
                let before = contact.data.normal;
                let share = 1.0 / resistance(bodies, i, at, n);
                contact.data.normal = (before + (wanted - slip.dot(n)) * share).max(0.0);
                push(bodies, i, at, n * (contact.data.normal - before));
                // Friction, no more than the cone allows.
                let slip = relative(bodies, i, at);
                let slip = slip - n * slip.dot(n);
                let Some(along) = slip.normalized() else { continue };
                let before = contact.data.across;
                let more = along * (-slip.norm() / resistance(bodies, i, at, along));
                let all = before + more;
                let limit = FRICTION * contact.data.normal;
                contact.data.across = if all.norm() > limit { all.unit() * limit } else { all };
                push(bodies, i, at, contact.data.across - before);
            }
        }
    }
    for body in bodies.iter_mut().filter(|body| body.light[0] > 0.0) {
        let turn = match body.spin.normalized() {
            Some(axis) => Rot3::from_axis_angle(axis, body.spin.norm() * STEP),
            None => Rot3::IDENTITY,
        };
        body.pose =
            Pose::new(body.pose.translation() + body.velocity * STEP, turn.compose(&body.pose.rotation()));
    }
}

/// Velocity of the upper body of pair `i` relative to the lower one at a point.
fn relative(bodies: &[Body], i: usize, at: Vec3<f64>) -> Vec3<f64> {
    let speed = |body: &Body| body.velocity + body.spin.cross(at - body.pose.translation());
    speed(&bodies[i + 1]) - speed(&bodies[i])
}

/// Velocity along `n` by a unit impulse.
fn resistance(bodies: &[Body], i: usize, at: Vec3<f64>, n: Vec3<f64>) -> f64 {
    let of = |body: &Body| {
        let [mass, inertia] = body.light;
        mass + inertia * (at - body.pose.translation()).cross(n).norm_squared()
    };
    of(&bodies[i]) + of(&bodies[i + 1])
}

/// An impulse on the upper body of pair `i`, and against the lower one.
fn push(bodies: &mut [Body], i: usize, at: Vec3<f64>, impulse: Vec3<f64>) {
    for (body, impulse) in [(i, -impulse), (i + 1, impulse)] {
        let body = &mut bodies[body];
        let arm = at - body.pose.translation();
        body.velocity += impulse * body.light[0];
        body.spin += arm.cross(impulse) * body.light[1];
    }
}
