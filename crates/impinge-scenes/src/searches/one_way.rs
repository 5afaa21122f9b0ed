//! Bodies that jump through a one-way platform from below and fall on it from above, at all speeds.

use impinge::body::Compound;
use impinge::{AnyShape, Capsule, Cuboid, Pose, Sphere, Vec3};
use impinge_sim::{Body, BodyHandle, PreSolve, StepHooks, World};

use super::{Row, Search};
use crate::Rng;

/// Half the thickness of the platform.
const HALF: f64 = 0.1;

/// Half the width of the platform: no body slides off it.
const WIDE: f64 = 2000.0;

/// Names of the forms of bodies.
const FORMS: [&str; 5] = ["ball", "cube", "capsule", "plank", "compound"];

/// Lets bodies stand on a platform, and pass it from below: contacts act if the middle of the body is above `top`. The platform must have
/// the smaller handle of each pair.
pub fn one_way(contact: &mut PreSolve<'_, f64>, platform: BodyHandle, top: f64) {
    if contact.a == platform {
        contact.enabled = contact.scene.pose(contact.b).is_ok_and(|pose| pose.translation().z > top);
    }
}

/// The search.
pub const SEARCH: Search = Search {
    name: "one-way",
    promise: "A one-way platform holds what comes from above and nothing that comes from below, at all speeds.",
    run,
};

/// The cases of one seed.
pub fn run(seed: u64, cases: usize) -> Vec<Row> {
    let mut rng = Rng::new(seed);
    let mut rows = Vec::new();
    for (form, name) in FORMS.iter().enumerate() {
        let mut row = Row::new(*name);
        for _ in 0..cases.div_ceil(FORMS.len()) {
            let speed = 10.0 * 60.0_f64.powf(rng.uniform());
            let rate = [30.0, 60.0, 120.0, 240.0][rng.below(4)];
            let (down, spin) = (rng.below(2) == 0, rng.unit3::<f64>() * rng.between(0.0, 8.0));
            let pose = Pose::new([0.0, 0.0, if down { 3.0 } else { -3.0 }], rng.rotation3());
            let fault = case(form, pose, if down { -speed } else { speed }, spin, rate);
            row.count(fault.map(|what| {
                format!("{what}: {name} at {speed:?} m/s, down {down}, {rate} Hz, {pose:?}, {spin:?}")
            }));
        }
        row.worst = format!("{} cases", row.faults);
        rows.push(row);
    }
    rows
}

fn case(form: usize, pose: Pose<Vec3<f64>>, speed: f64, spin: Vec3<f64>, rate: f64) -> Option<&'static str> {
    let mut world = World::<f64>::default();
    let slab = world.add_shape(Cuboid::new([WIDE, WIDE, HALF]));
    let platform = world.add(Body::fixed(slab, Pose::IDENTITY)).ok()?;
    let shape = match form {
        0 => world.add_shape(Sphere::new(0.3)),
        1 => world.add_shape(Cuboid::new([0.3; 3])),
        2 => world.add_shape(Capsule::new(0.4, 0.2)),
        3 => world.add_shape(Cuboid::new([0.6, 0.2, 0.05])),
        _ => {
            let beam = || AnyShape::from(Cuboid::new([0.5, 0.12, 0.12]));
            let turned = Pose::new([0.0, 0.0, 0.3], impinge::Rot3::from_axis_angle([0.0, 0.0, 1.0], 1.5));
            world.add_shape(Compound::new([(beam(), Pose::IDENTITY), (beam(), turned)]))
        }
    };
    let body = Body::dynamic(shape, pose).velocity([0.0, 0.0, speed]).angular_velocity(spin);
    let body = world.add(body).ok()?;
    let mut hook = |contact: &mut PreSolve<'_, f64>| one_way(contact, platform, HALF);
    // Up: it moves freely as long as its center is below the top. Down: its center never comes below the platform.
    let steps = (4.0 * rate) as usize;
    for step in 0..steps {
        let hooks = StepHooks { pre_solve: Some(&mut hook), ..StepHooks::default() };
        world.step_with(1.0 / rate, hooks).ok()?;
        let (z, v) = (world.pose(body).ok()?.translation().z, world.velocity(body).ok()?.z);
        if speed < 0.0 && z < -HALF {
            return Some("fell through");
        }
        // The velocity after each step is that of a free flight, up to rounding.
        let free = speed - 9.81 * (step + 1) as f64 / rate;
        if speed > 0.0 && z < HALF && free > 0.0 && (v - free).abs() > 1e-9 * speed {
            return Some("was held from below");
        }
    }
    None
}
