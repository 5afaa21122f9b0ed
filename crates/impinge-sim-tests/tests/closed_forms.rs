//! Motions whose course is known by a formula, each with its error and how that falls with the step.

use impinge::math::Mat3;
use impinge::{Cuboid, Cylinder, HalfSpace, Pose, Real, Rot3, Sphere, Vec3};
use impinge_sim::study::ThesisSettings;
use impinge_sim::{
    Body, BodyHandle, Mass, Material, NoOverlapSettings, SoftSettings, Solver, World, WorldSettings,
};

const GRAVITY: f64 = 9.81;

fn world_without_gravity() -> World<f64> {
    World::new(WorldSettings { gravity: Vec3::ZERO, ..WorldSettings::default() })
}

fn run(world: &mut World<f64>, time: f64, steps: u32) {
    for _ in 0..steps {
        world.step(time / f64::from(steps)).unwrap();
    }
}

/// The order in which an error falls when the step is halved.
fn order(coarse: f64, fine: f64) -> f64 {
    (coarse / fine).log2()
}

/// Symplectic Euler is below the parabola by g t h / 2, where h is the time of a sub-step.
#[test]
fn free_fall_is_of_the_first_order() {
    let error = |steps: u32| {
        let mut world = World::<f64>::default();
        let ball = world.add_shape(Sphere::new(0.5));
        let ball = world.add(Body::dynamic(ball, Pose::IDENTITY).velocity([1.0, 0.0, 3.0])).unwrap();
        run(&mut world, 2.0, steps);
        let at = world.pose(ball).unwrap().translation();
        assert!((at.x - 2.0).abs() < 1e-12);
        let substep = 2.0 / f64::from(steps) / SoftSettings::<f64>::default().substeps as f64;
        let error = 3.0 * 2.0 - GRAVITY / 2.0 * 4.0 - at.z;
        assert!((error - GRAVITY * 2.0 * substep / 2.0).abs() < 1e-10, "{error}");
        error
    };
    assert!((order(error(120), error(240)) - 1.0).abs() < 1e-6);
}

/// A world with a plane that falls along x by `angle`, and a body of `shape` that touches it at the origin.
fn slope(
    shape: impl Into<impinge::body::AnyBody<Vec3<f64>>>,
    height: f64,
    angle: f64,
    friction: f64,
) -> (World<f64>, BodyHandle, Vec3<f64>) {
    let (sin, cos) = (angle.sin(), angle.cos());
    let mut world = World::<f64>::default();
    let plane = world.add_shape(HalfSpace::new([sin, 0.0, cos], 0.0));
    let shape = world.add_shape(shape);
    let material = Material { friction, ..Material::default() };
    world.add(Body::fixed(plane, Pose::IDENTITY).material(material)).unwrap();
    let pose = Pose::new([sin * height, 0.0, cos * height], Rot3::from_axis_angle([0.0, 1.0, 0.0], angle));
    let body = world.add(Body::dynamic(shape, pose).material(material)).unwrap();
    (world, body, Vec3::new(cos, 0.0, -sin))
}

/// Friction 0.5 holds up to atan 0.5 = 26.57°. Above it the block slides with g (sin − 0.5 cos).
#[test]
fn a_block_sticks_below_the_friction_angle_and_slides_at_the_right_rate_above() {
    for degrees in [10.0_f64, 20.0, 26.0] {
        let (mut world, block, down) = slope(Cuboid::new([0.5, 0.5, 0.25]), 0.25, degrees.to_radians(), 0.5);
        run(&mut world, 1.0, 60);
        let settled = world.pose(block).unwrap().translation().dot(down);
        run(&mut world, 10.0, 600);
        let crept = world.pose(block).unwrap().translation().dot(down) - settled;
        assert!(crept.abs() < 1e-3, "crept by {crept} in 10 s at {degrees}°");
    }
    for degrees in [28.0_f64, 35.0, 50.0] {
        let angle = degrees.to_radians();
        let (mut world, block, down) = slope(Cuboid::new([0.5, 0.5, 0.25]), 0.25, angle, 0.5);
        run(&mut world, 0.5, 30);
        let before = world.velocity(block).unwrap().dot(down);
        run(&mut world, 1.0, 60);
        let rate = world.velocity(block).unwrap().dot(down) - before;
        let truth = GRAVITY * (angle.sin() - 0.5 * angle.cos());
        assert!((rate / truth - 1.0).abs() < 1e-2, "{rate} instead of {truth} at {degrees}°");
    }
}

/// Without slip a body with inertia k m r² rolls with g sin / (1 + k): 2/5 for a ball, 1/2 for a cylinder.
#[test]
fn a_ball_and_a_cylinder_roll_at_the_right_rate() {
    let angle = 20.0_f64.to_radians();
    let rate_of = |(mut world, body, down): (World<f64>, BodyHandle, Vec3<f64>)| {
        run(&mut world, 0.5, 60);
        let before = world.velocity(body).unwrap().dot(down);
        run(&mut world, 1.0, 120);
        let speed = world.velocity(body).unwrap().dot(down);
        let spin = world.angular_velocity(body).unwrap().y;
        assert!((spin * 0.5 / speed - 1.0).abs() < 1e-2, "it slips: {spin} at {speed}");
        speed - before
    };
    let ball = rate_of(slope(Sphere::new(0.5), 0.5, angle, 0.8));
    let truth = GRAVITY * angle.sin() / 1.4;
    assert!((ball / truth - 1.0).abs() < 1e-2, "{ball} instead of {truth}");
    // A cylinder's axis is z; the slope turns it about y, so it is laid down about x.
    let (mut world, body, down) = slope(Cylinder::new(0.5, 0.5), 0.5, angle, 0.8);
    let at = world.pose(body).unwrap().translation();
    let lying = Rot3::from_axis_angle([1.0, 0.0, 0.0], std::f64::consts::FRAC_PI_2);
    world.set_pose(body, Pose::new(at, lying)).unwrap();
    let cylinder = rate_of((world, body, down));
    let truth = GRAVITY * angle.sin() / 1.5;
    assert!((cylinder / truth - 1.0).abs() < 1e-2, "{cylinder} instead of {truth}");
}

/// Each height is e² times the one before.
#[test]
fn a_ball_bounces_to_the_right_heights() {
    let heights_error = |rate: u32| {
        let restitution = 0.8;
        let mut world = World::<f64>::default();
        let material = Material { restitution, ..Material::default() };
        let (floor, ball) =
            (world.add_shape(HalfSpace::new([0.0, 0.0, 1.0], 0.0)), world.add_shape(Sphere::new(0.5)));
        world.add(Body::fixed(floor, Pose::IDENTITY)).unwrap();
        let ball = world.add(Body::dynamic(ball, Pose::at([0.0, 0.0, 5.5])).material(material)).unwrap();
        let (mut tops, mut last) = (Vec::new(), 0.0);
        for _ in 0..5 * rate {
            world.step(1.0 / f64::from(rate)).unwrap();
            let speed = world.velocity(ball).unwrap().z;
            if last > 0.0 && speed <= 0.0 {
                tops.push(world.pose(ball).unwrap().translation().z - 0.5);
            }
            last = speed;
        }
        assert!(tops.len() >= 3, "{tops:?}");
        let errors = tops.iter().take(3).scan(5.0, |height, top| {
            *height *= restitution * restitution;
            Some((top / *height - 1.0_f64).abs())
        });
        errors.fold(0.0, f64::max)
    };
    let (coarse, fine) = (heights_error(60), heights_error(480));
    println!("{coarse} {fine}");
    assert!(coarse < 0.15 && fine < 0.02, "{coarse} {fine}");
}

/// Bodies that collide in the air keep their momentum to rounding, and their angular momentum up to their motion in the step in which they
/// meet: contacts act where they were at the start of it. With restitution 1 the energy stays too, as nearly.
#[test]
fn collisions_keep_momentum_and_angular_momentum() {
    let errors = |rate: u32| {
        let mut world = world_without_gravity();
        let (cube, ball) = (world.add_shape(Cuboid::new([0.5, 0.3, 0.4])), world.add_shape(Sphere::new(0.5)));
        let elastic = Material { restitution: 1.0, friction: 0.0, ..Material::default() };
        let spinning = Body::dynamic(cube, Pose::at([-2.0, 0.25, 0.0])).angular_velocity([0.3, 2.0, 1.0]);
        world.add(spinning.velocity([3.0, 0.0, 0.0]).density(2.0).material(elastic)).unwrap();
        let coming = Body::dynamic(ball, Pose::at([2.0, 0.0, 0.1])).velocity([-4.0, 0.0, 0.0]);
        world.add(coming.material(elastic)).unwrap();
        let (momentum, energy) = (world.momentum(), world.kinetic_energy());
        let mut pushed = false;
        for _ in 0..rate {
            world.step(1.0 / f64::from(rate)).unwrap();
            pushed |= world.contacts().any(|contact| contact.impulse() > 0.0);
        }
        let after = world.momentum();
        assert!(pushed);
        assert!((after.linear - momentum.linear).norm() < 1e-12);
        let angular = (after.angular - momentum.angular).norm() / momentum.angular.norm();
        (angular, (world.kinetic_energy() / energy - 1.0).abs())
    };
    let (coarse, fine) = (errors(240), errors(3840));
    println!("{coarse:?} {fine:?}");
    assert!(coarse.0 < 0.1 && coarse.1 < 0.01, "{coarse:?}");
    assert!(fine.0 < 0.01 && fine.1 < 0.001, "{fine:?}");
}

/// Five balls in a row, one comes: one leaves at its speed, the others stay.
#[test]
fn newtons_cradle_hands_the_speed_on() {
    let mut world = world_without_gravity();
    let ball = world.add_shape(Sphere::new(0.5));
    let steel = Material { restitution: 1.0, friction: 0.0, ..Material::default() };
    let mut balls = Vec::new();
    for i in 0..5 {
        // A little apart, so that they hit one after the other.
        let at = f64::from(i) * 1.05 - if i == 0 { 1.0 } else { 0.0 };
        balls.push(world.add(Body::dynamic(ball, Pose::at([at, 0.0, 0.0])).material(steel)).unwrap());
    }
    world.set_velocity(balls[0], [4.0, 0.0, 0.0]).unwrap();
    run(&mut world, 1.0, 480);
    let speeds: Vec<_> = balls.iter().map(|ball| world.velocity(*ball).unwrap().x).collect();
    println!("{speeds:?}");
    for speed in &speeds[..4] {
        assert!(speed.abs() < 0.05, "{speeds:?}");
    }
    assert!((speeds[4] - 4.0).abs() < 0.05, "{speeds:?}");
}

fn box_of(half: [f64; 3]) -> (World<f64>, BodyHandle) {
    let mut world = world_without_gravity();
    let shape = world.add_shape(Cuboid::new(half));
    let body = world.add(Body::dynamic(shape, Pose::IDENTITY)).unwrap();
    (world, body)
}

/// Dzhanibekov: a box that spins about its middle axis turns over again and again, and keeps energy and angular momentum for 100,000
/// steps.
#[test]
fn a_spinning_box_keeps_energy_and_angular_momentum_while_it_turns_over() {
    let (mut world, body) = box_of([1.0, 0.5, 0.2]);
    world.set_angular_velocity(body, [0.01, 5.0, 0.01]).unwrap();
    let (energy, momentum) = (world.kinetic_energy(), world.momentum().angular);
    let (mut turned_over, mut up) = (0, true);
    let (mut energy_error, mut momentum_error) = (0.0_f64, 0.0_f64);
    for _ in 0..100_000 {
        world.step(1.0 / 60.0).unwrap();
        // The axis of the box that spins, against the angular momentum.
        let axis = world.pose(body).unwrap().rotation() * Vec3::new(0.0, 1.0, 0.0);
        let along = axis.dot(momentum) / momentum.norm();
        if (up && along < -0.9) || (!up && along > 0.9) {
            (turned_over, up) = (turned_over + 1, !up);
        }
        energy_error = energy_error.max((world.kinetic_energy() / energy - 1.0).abs());
        momentum_error = momentum_error.max((world.momentum().angular - momentum).norm() / momentum.norm());
    }
    println!("{turned_over} {energy_error:e} {momentum_error:e}");
    assert!(turned_over > 100, "{turned_over}");
    assert!(energy_error < 1e-10 && momentum_error < 1e-10, "{energy_error:e} {momentum_error:e}");
}

/// A free symmetric body nutates: its axis goes around the angular momentum at the rate L / I₁.
#[test]
fn free_precession_has_the_right_rate_to_the_second_order() {
    let error = |steps: u32| {
        let (mut world, body) = box_of([0.5, 0.5, 0.125]);
        let w = Vec3::new(1.0, 0.0, 3.0);
        world.set_angular_velocity(body, w).unwrap();
        let inertia = world.mass(body).unwrap().inertia;
        let momentum = world.momentum().angular;
        let along = momentum / momentum.norm();
        run(&mut world, 2.0, steps);
        // The truth: about L by L t / I₁, after a turn about its own axis, which the axis does not show.
        let angle = momentum.norm() / inertia.x_axis.x * 2.0;
        let truth = Rot3::from_axis_angle(along, angle) * Vec3::new(0.0, 0.0, 1.0);
        let found = world.pose(body).unwrap().rotation() * Vec3::new(0.0, 0.0, 1.0);
        (found - truth).norm()
    };
    let (coarse, fine) = (error(60), error(120));
    println!("{coarse:e} {fine:e}");
    assert!(fine < 1e-3 && (order(coarse, fine) - 2.0).abs() < 0.1, "{coarse:e} {fine:e}");
}

/// A world without gravity, with one spinning box, and each solver.
fn spinning_box<T: Real>(solver: Solver<T>, half: [f64; 3], spin: [f64; 3]) -> (World<T>, BodyHandle) {
    let mut settings = WorldSettings { solver, ..WorldSettings::default() };
    settings.gravity = Vec3::ZERO;
    let mut world = World::new(settings);
    let shape = world.add_shape(Cuboid::new(half.map(T::of)));
    let body = Body::dynamic(shape, Pose::IDENTITY).angular_velocity(spin.map(T::of));
    let body = world.add(body).unwrap();
    (world, body)
}

/// Relative errors of energy and angular momentum in some steps: that of the angular momentum in units of the largest that the body has
/// at its speed, since the spin of a rod about its axis gives it little.
fn drift<T: Real>(solver: Solver<T>, half: [f64; 3], spin: [f64; 3], rate: f64, steps: usize) -> [f64; 2] {
    let (mut world, body) = spinning_box(solver, half, spin);
    let (energy, momentum) = (world.kinetic_energy().f64(), world.momentum().angular);
    let largest = world.mass(body).unwrap().inertia.max_abs().f64() * Vec3::from(spin).norm();
    let mut worst = [0.0_f64; 2];
    for _ in 0..steps {
        world.step(T::of(1.0 / rate)).unwrap();
        let off = (world.momentum().angular - momentum).norm().f64() / largest;
        let now = [world.kinetic_energy().f64() / energy - 1.0, off];
        worst = [0, 1].map(|i| worst[i].max(now[i].abs()));
    }
    worst
}

/// At any rate, for each solver: a lone box lost energy without overlap, and above four radians in a sub-step everywhere.
fn free_spin<T: Real>(most: f64) {
    let thesis = ThesisSettings { damping: T::ZERO, ..ThesisSettings::default() };
    let solvers =
        [Solver::default(), Solver::Thesis(thesis), Solver::NoOverlap(NoOverlapSettings::default())];
    let boxes = [[0.5, 0.3, 0.1], [0.5, 0.5, 0.1], [0.02, 1.0, 0.02], [0.01, 1.0, 0.012], [0.4, 0.4, 0.4]];
    let spins = [[0.01, 5.0, 0.0], [1.0, 1000.0, 500.0], [3e5, 1e6, 2e4], [40.0, 0.3, 20.0]];
    for (half, spin) in boxes.into_iter().flat_map(|half| spins.map(|spin| (half, spin))) {
        for (rate, solver) in [30.0, 240.0].into_iter().flat_map(|rate| solvers.map(|solver| (rate, solver)))
        {
            let [energy, momentum] = drift(solver, half, spin, rate, 300);
            assert!(
                energy < most && momentum < most,
                "{half:?} with {spin:?} at {rate} Hz: {energy:e} and {momentum:e} by {solver:?}"
            );
        }
    }
}

#[test]
fn free_spin_keeps_energy_and_angular_momentum_at_any_rate() {
    free_spin::<f64>(3e-12);
    free_spin::<f32>(1e-3);
}

/// Some of the random boxes of the search.
#[test]
fn random_boxes_spin_freely() {
    for row in (impinge_scenes::searches::free_spin::SEARCH.run)(1, 240) {
        assert!(row.cases >= 40 && row.faults == 0, "{row:?}");
    }
}

/// A body with two equal moments is where the closed form says, at any rate: about L by L t / I₁, and about its own axis by
/// (1/I₃ − 1/I₁) L₃ t.
#[test]
fn fast_free_precession_is_exact() {
    for speed in [300.0, 4000.0, 1e5] {
        let (mut world, body) = box_of([0.5, 0.5, 0.125]);
        let w = Vec3::new(0.6, 0.0, 0.8) * speed;
        world.set_angular_velocity(body, w).unwrap();
        let (inertia, momentum) = (world.mass(body).unwrap().inertia, world.momentum().angular);
        let (first, third) = (inertia.x_axis.x, inertia.z_axis.z);
        run(&mut world, 1.0, 60);
        let turn = Rot3::from_axis_angle(momentum, momentum.norm() / first);
        let own = (1.0 / third - 1.0 / first) * third * w.z;
        let truth = turn * Rot3::from_axis_angle([0.0, 0.0, 1.0], own);
        for axis in [0, 1, 2].map(Vec3::axis) {
            let error = (world.pose(body).unwrap().rotation() * axis - truth * axis).norm();
            // Rounding of the angle.
            assert!(error < 1e-14 * speed, "{error:e} at {speed} rad/s");
        }
    }
}

/// Half the time from one turning over to the next, by the closed form: K(m) / p, with the arithmetic-geometric mean.
fn half_period(moments: [f64; 3], w: [f64; 3]) -> f64 {
    let [i1, i2, i3] = moments;
    let twice: f64 = (0..3).map(|k| moments[k] * w[k] * w[k]).sum();
    let squared: f64 = (0..3).map(|k| (moments[k] * w[k]).powi(2)).sum();
    // The smaller of both is that of the axis about which the momentum does not go.
    let [near, far] = [(twice * i3 - squared) * (i2 - i1), (squared - twice * i1) * (i3 - i2)];
    let (m, rate) = (near.min(far) / near.max(far), (near.max(far) / (i1 * i2 * i3)).sqrt());
    let (mut a, mut g) = (1.0_f64, (1.0 - m).sqrt());
    while (a - g).abs() > 1e-15 * a {
        (a, g) = ((a + g) / 2.0, (a * g).sqrt());
    }
    std::f64::consts::PI / (a + g) / rate
}

/// Dzhanibekov: the time between two turns is that of the elliptic integral, also for a box that turns by several radians in a sub-step.
#[test]
fn a_box_turns_over_when_the_elliptic_integral_says() {
    for (speed, rate, most) in [(5.0, 240.0, 1e-4), (400.0, 60.0, 1e-4), (4000.0, 60.0, 1e-4)] {
        let (mut world, body) = box_of([1.0, 0.5, 0.2]);
        let w = [0.02 * speed, speed, 0.01 * speed];
        world.set_angular_velocity(body, w).unwrap();
        let inertia = world.mass(body).unwrap().inertia;
        // From the smallest moment to the largest: x, y, z.
        let moments = [inertia.x_axis.x, inertia.y_axis.y, inertia.z_axis.z];
        let half = half_period(moments, w);
        // After each period of the momentum in the body, the angular velocity in the body is what it was.
        let (periods, time) = (8.0, 4.0 * half);
        let steps = (time * periods * rate).ceil();
        run(&mut world, time * periods, steps as u32);
        let rotation = world.pose(body).unwrap().rotation();
        let now = rotation.unrotate(world.angular_velocity(body).unwrap());
        let error = (now - Vec3::from(w)).norm() / speed;
        println!("{speed} {half} {steps} {error:e}");
        assert!(error < most, "{error:e} at {speed} rad/s");
    }
}

/// A fast top on its tip: its axis precesses at the rate m g r / (I₃ ω₃), to the first order in that.
#[test]
fn a_top_precesses_at_the_rate_of_the_closed_form() {
    let mut world = World::<f64>::default();
    let ball = world.add_shape(Sphere::new(0.1));
    // A heavy disc one meter above a tip that is held by a force: gravity and the force of the tip are a couple.
    let (mass, reach, spin) = (2.0, 1.0, 400.0);
    let inertia = Mat3::diagonal(0.25, 0.25, 0.5);
    let mass_of = Mass { mass, center: Vec3::ZERO, inertia };
    let tilt = Rot3::from_axis_angle([0.0, 1.0, 0.0], 0.3);
    let axis = tilt * Vec3::new(0.0, 0.0, 1.0);
    let top = Body::dynamic(ball, Pose::turned(tilt)).mass(mass_of).gravity_scale(0.0);
    let top = world.add(top.angular_velocity(axis * spin)).unwrap();
    let (time, steps) = (1.0, 2000);
    for _ in 0..steps {
        let axis = world.pose(top).unwrap().rotation() * Vec3::new(0.0, 0.0, 1.0);
        let torque = (axis * reach).cross(Vec3::new(0.0, 0.0, -mass * GRAVITY));
        world.apply_torque(top, torque).unwrap();
        world.step(time / f64::from(steps)).unwrap();
    }
    let axis = world.pose(top).unwrap().rotation() * Vec3::new(0.0, 0.0, 1.0);
    let found = axis.y.atan2(axis.x);
    let truth = mass * GRAVITY * reach / (0.5 * spin) * time;
    println!("{found} {truth}");
    assert!((found / truth - 1.0).abs() < 0.01, "{found} instead of {truth}");
}
