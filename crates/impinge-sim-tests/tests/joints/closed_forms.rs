//! Pendulums against closed forms and an integrator of the fourth order, with errors and their order in the step.

use impinge::{Pose, Sphere};
use impinge_sim::joint::Ball;
use impinge_sim::{Body, Joint, World};
use impinge_sim_tests::run;

const G: f64 = 9.81;
const Z: [f64; 3] = [0.0, 0.0, 1.0];

/// Bobs of radius 0.1 and mass 1 that hang from the origin on one another, each 1 away along these angles from the vertical.
fn pendulum(angles: &[f64]) -> (World<f64>, Vec<impinge_sim::BodyHandle>, Vec<impinge_sim::JointHandle>) {
    let mut world = World::default();
    let ball = world.add_shape(Sphere::new(0.1));
    let density = 1.0 / (4.0 / 3.0 * core::f64::consts::PI * 0.001);
    let mut last = world.add(Body::fixed(ball, Pose::IDENTITY)).unwrap();
    let (mut at, mut bobs, mut joints) = ([0.0; 3], Vec::new(), Vec::new());
    for angle in angles {
        let point = at;
        at = [at[0] + angle.sin(), 0.0, at[2] - angle.cos()];
        let bob = world.add(Body::dynamic(ball, Pose::at(at)).density(density)).unwrap();
        joints.push(world.add_joint(last, bob, Joint::ball(point, Z, Ball::default())).unwrap());
        bobs.push(bob);
        last = bob;
    }
    (world, bobs, joints)
}

/// Errors of a run of 10 seconds: of the period, of the energy as a part of that of the swing, and the largest gap.
fn swing(rate: f64, amplitude: f64) -> [f64; 3] {
    let (mut world, bobs, joints) = pendulum(&[amplitude]);
    let start = world.energy();
    let scale = G * (1.0 - amplitude.cos());
    let (mut last, mut crossings, mut energy, mut gap) = (amplitude.sin(), Vec::new(), 0.0_f64, 0.0_f64);
    for step in 0..(10.0 * rate) as usize {
        world.step(1.0 / rate).unwrap();
        let x = world.pose(bobs[0]).unwrap().translation().x;
        if last > 0.0 && x <= 0.0 {
            crossings.push((step as f64 + last / (last - x)) / rate);
        }
        last = x;
        energy = energy.max((world.energy() - start).abs() / scale);
        gap = gap.max(world.joint(joints[0]).unwrap().gap);
    }
    let count = crossings.len() - 1;
    let period = (crossings[count] - crossings[0]) / count as f64;
    // 2 π √(I / m g l) / AGM(1, cos θ/2), with the inertia of the bob about the joint.
    let (mut a, mut b) = (1.0, (amplitude / 2.0).cos());
    for _ in 0..8 {
        (a, b) = ((a + b) / 2.0, f64::sqrt(a * b));
    }
    let truth = 2.0 * core::f64::consts::PI * f64::sqrt((1.0 + 0.4 * 0.01) / G) / a;
    [(period / truth - 1.0).abs(), energy, gap]
}

#[test]
fn a_pendulum_keeps_period_and_energy() {
    let [period, energy, gap] = swing(60.0, 0.2);
    assert!(period < 1e-5 && energy < 8e-3 && gap < 2e-5, "{period:e} {energy:e} {gap:e}");
    let runs = [60.0, 120.0, 240.0].map(|rate| swing(rate, 1.5));
    let [period, energy, gap] = runs[0];
    assert!(period < 3e-4 && energy < 1.2e-2 && gap < 1e-3, "{runs:?}");
    for pair in runs.windows(2) {
        let (energy, gap) = (pair[0][1] / pair[1][1], pair[0][2] / pair[1][2]);
        assert!(energy > 1.8, "energy errs by the first order at least: {runs:?}");
        assert!((3.5..4.5).contains(&gap), "gaps are of the second order: {runs:?}");
    }
}

/// The angles of the double pendulum after `time`, by Runge and Kutta in steps of 1/20000: two rods whose bobs keep no angle to them
/// would be points; here bob and rod are one body of inertia I = 1 + 0.004 about its joint.
fn double_truth(angles: [f64; 2], time: f64) -> [f64; 2] {
    let spin = 0.004;
    let rate = |[a, b, u, w]: [f64; 4]| {
        let (sin, cos) = (a - b).sin_cos();
        // (2 + I_s) u̇ + cos ẇ = −sin w² − 2 g sin a; cos u̇ + (1 + I_s) ẇ = sin u² − g sin b.
        let (p, q) = (-sin * w * w - 2.0 * G * a.sin(), sin * u * u - G * b.sin());
        let det = (2.0 + spin) * (1.0 + spin) - cos * cos;
        [u, w, (p * (1.0 + spin) - q * cos) / det, (q * (2.0 + spin) - p * cos) / det]
    };
    let mut y = [angles[0], angles[1], 0.0, 0.0];
    let h = 1.0 / 20000.0;
    let add = |y: [f64; 4], k: [f64; 4], h: f64| core::array::from_fn(|i| y[i] + h * k[i]);
    for _ in 0..(time / h).round() as usize {
        let k1 = rate(y);
        let k2 = rate(add(y, k1, h / 2.0));
        let k3 = rate(add(y, k2, h / 2.0));
        let k4 = rate(add(y, k3, h));
        y = core::array::from_fn(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
    }
    [y[0], y[1]]
}

#[test]
fn a_double_pendulum_follows_its_equations() {
    let angles = [1.0, 1.5];
    let truth = double_truth(angles, 2.0);
    let errors = [60.0, 120.0, 240.0].map(|rate| {
        let (mut world, bobs, _) = pendulum(&angles);
        let start = world.energy();
        let mut energy = 0.0_f64;
        for _ in 0..(2.0 * rate) as usize {
            world.step(1.0 / rate).unwrap();
            energy = energy.max((world.energy() - start).abs() / (3.0 * G));
        }
        let at = [0, 1].map(|i| world.pose(bobs[i]).unwrap().translation());
        let found = [at[0].x.atan2(-at[0].z), (at[1].x - at[0].x).atan2(at[0].z - at[1].z)];
        let angle = (found[0] - truth[0]).abs().max((found[1] - truth[1]).abs());
        [angle, energy]
    });
    assert!(errors[0][0] < 0.1 && errors[0][1] < 2e-2, "{errors:?}");
    for pair in errors.windows(2) {
        assert!(
            pair[0][0] / pair[1][0] > 1.7 && pair[0][1] / pair[1][1] > 1.7,
            "first order at least: {errors:?}"
        );
    }
}

#[test]
fn joints_keep_momentum() {
    let (mut world, base) = super::world_on_cube::<f64>(0.0);
    world.remove(base).unwrap();
    let mut bodies = Vec::new();
    for i in 0..6 {
        let at = super::v(0.3 * f64::from(i), 0.0, 0.0);
        let body = if i == 0 {
            super::throw_cube(&mut world, at, super::v(1.0, 2.0, 3.0), super::v(4.0, -5.0, 6.0))
        } else {
            super::add_cube(&mut world, at)
        };
        if let Some(&last) = bodies.last() {
            let joint = Joint::ball([0.3 * f64::from(i) - 0.15, 0.0, 0.0], Z, Ball::default());
            world.add_joint(last, body, joint).unwrap();
        }
        bodies.push(body);
    }
    let momentum = |world: &World<f64>| {
        bodies.iter().fold((super::v(0.0, 0.0, 0.0), super::v(0.0, 0.0, 0.0)), |(p, l), &body| {
            let (at, velocity) = (world.pose(body).unwrap().translation(), world.velocity(body).unwrap());
            // A cube's inertia is the same about all axes.
            let spin = world.angular_velocity(body).unwrap() * (0.04 / 6.0);
            (p + velocity, l + at.cross(velocity) + spin)
        })
    };
    let (p, l) = momentum(&world);
    run(&mut world, 300);
    let (q, m) = momentum(&world);
    assert!((p - q).norm() < 1e-12 && (l - m).norm() < 1e-12, "{p:?} {q:?}, {l:?} {m:?}");
}
