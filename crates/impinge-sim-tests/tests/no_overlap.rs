//! The no-overlap solver: after every step all bodies are proven apart, whatever the rate, and they behave as bodies do.

use impinge::{Cuboid, HalfSpace, Pose, Real, Sphere, Vec3};
use impinge_scenes::searches;
use impinge_scenes::worlds::no_overlap as scenes;
use impinge_sim::joint::Hinge;
use impinge_sim::{
    Body, BodyHandle, Joint, Material, NoOverlapSettings, Solver, StepReport, World, WorldError,
    WorldSettings,
};

/// A step, and its promise: its least gap is above 0, and no larger than the distance of any two bodies, each computed alone.
fn step<T: Real>(world: &mut World<T>, time: f64) -> StepReport<T> {
    let report = world.step(T::of(time)).expect("a step without overlap");
    let least = report.least_gap.expect("the proof of the solver");
    assert!(least > T::ZERO, "step {}: gap {least}", world.steps());
    report
}

/// Steps at 60 Hz.
fn steps<T: Real>(world: &mut World<T>, count: usize) {
    for _ in 0..count {
        step(world, 1.0 / 60.0);
    }
}

/// All pairs, without the broad phase and without what contacts keep.
fn check_all_pairs<T: Real>(world: &World<T>, bodies: &[BodyHandle], least: T) {
    for (i, &a) in bodies.iter().enumerate() {
        for &b in &bodies[i + 1..] {
            let found = world.scene().distance_between(a, b).expect("two bodies");
            assert!(found.distance > T::ZERO && found.distance + found.error >= least, "{a:?} and {b:?}");
        }
    }
}

fn height<T: Real>(world: &World<T>, body: BodyHandle) -> T {
    world.pose(body).expect("a body").translation().z
}

/// Weight of all bricks or letters times the zone: what pushes may lift at most.
fn weight_times_zone<T: Real>(world: &World<T>, mass: f64) -> f64 {
    let Solver::NoOverlap(settings) = world.settings().solver else { panic!("another solver") };
    mass * 9.81 * settings.zone.f64()
}

fn shot_wall<T: Real>(rate: f64) {
    let settings = NoOverlapSettings::<T>::default();
    let mut world = scenes::floor(settings);
    let mut bodies = scenes::wall(&mut world, 4, 4, settings.zone.f64());
    let before: Vec<_> = bodies.iter().map(|&b| *world.pose(b).unwrap()).collect();
    bodies.push(scenes::shoot(&mut world, [0.8, 0.45], 60.0));
    let mut energy = world.energy().f64();
    let mut casts = 0;
    for k in 0..(0.7 * rate) as usize {
        let report = step(&mut world, 1.0 / rate);
        casts += report.casts;
        let now = world.energy().f64();
        let lift = weight_times_zone(&world, 50.0 * 16.0);
        assert!(now <= energy + lift, "step {k} at {rate} Hz: energy from {energy} to {now}");
        energy = now;
        if k % 7 == 0 {
            check_all_pairs(&world, &bodies, report.least_gap.unwrap());
        }
    }
    let moved = |(i, pose): (usize, &Pose<Vec3<T>>)| {
        (world.pose(bodies[i]).unwrap().translation() - pose.translation()).norm().f64() > 0.2
    };
    let knocked_out = before.iter().enumerate().filter(|&(i, p)| moved((i, p))).count();
    assert!(knocked_out >= 3, "{knocked_out} bricks at {rate} Hz");
    assert!(casts > 20, "{casts} casts at {rate} Hz");
}

#[test]
fn a_wall_that_is_shot_at_never_overlaps() {
    for rate in [30.0, 60.0, 120.0, 240.0] {
        shot_wall::<f64>(rate);
    }
    shot_wall::<f32>(30.0);
    shot_wall::<f32>(120.0);
}

fn resting_wall<T: Real>() {
    let settings = NoOverlapSettings::<T>::default();
    let mut world = scenes::floor(settings);
    let bricks = scenes::wall(&mut world, 3, 5, settings.zone.f64());
    steps(&mut world, 60);
    let heights: Vec<T> = bricks.iter().map(|&b| height(&world, b)).collect();
    let mut energy = world.energy().f64();
    for _ in 0..240 {
        let report = step(&mut world, 1.0 / 60.0);
        assert_eq!(report.casts, 0, "a wall at rest needs no cast");
        // A body that was a little too near is lifted by a part of a hundredth of the zone.
        let now = world.energy().f64();
        let rounding = 64.0 * T::EPSILON.f64() * energy;
        assert!(
            now <= energy + rounding + 1e-3 * weight_times_zone(&world, 50.0 * 17.0),
            "{energy} to {now}"
        );
        energy = now;
    }
    for (&brick, &was) in bricks.iter().zip(&heights) {
        let fall = (was - height(&world, brick)).f64();
        assert!(fall.abs() < 0.25 * settings.zone.f64(), "it sank by {fall}");
        assert!(world.velocity(brick).unwrap().norm().f64() < settings.zone.f64());
    }
}

#[test]
fn a_wall_at_rest_does_not_sink() {
    resting_wall::<f64>();
    resting_wall::<f32>();
}

fn letters<T: Real>() {
    let mut world = scenes::floor(NoOverlapSettings::<T>::default());
    let letters = scenes::pile(&mut world, 10);
    let mut contacts = 0;
    for k in 0..150 {
        let report = step(&mut world, 1.0 / 60.0);
        contacts = report.contacts;
        if k % 20 == 0 {
            check_all_pairs(&world, &letters, report.least_gap.unwrap());
        }
    }
    assert!(contacts >= 20, "they lie on the floor and on one another: {contacts} contacts");
    assert!(letters.iter().all(|&l| height(&world, l).f64() < 1.0));
}

#[test]
fn letters_fall_on_a_heap() {
    letters::<f64>();
    letters::<f32>();
}

#[test]
fn a_bullet_does_not_pass_a_sheet() {
    let mut world = scenes::floor(NoOverlapSettings::<f64>::default());
    let sheet = world.add_shape(Cuboid::new([0.002, 2.0, 2.0]));
    let bullet = world.add_shape(Sphere::new(0.005));
    world.add(Body::fixed(sheet, Pose::at([5.0, 0.0, 2.0]))).unwrap();
    // A thousand of its sizes in a step.
    let bullet =
        world.add(Body::dynamic(bullet, Pose::at([0.0, 0.0, 1.5])).velocity([600.0, 0.0, 0.0])).unwrap();
    for _ in 0..60 {
        step(&mut world, 1.0 / 60.0);
        assert!(world.pose(bullet).unwrap().translation().x < 5.0);
    }
    let velocity = world.velocity(bullet).unwrap();
    assert!(velocity.x.abs() < 1.0, "it has lost its speed: {velocity:?}");
}

#[test]
fn two_bullets_do_not_pass_one_another() {
    let mut world = scenes::floor(NoOverlapSettings::<f64>::default());
    let ball = world.add_shape(Sphere::new(0.1));
    let [a, b] = [-1.0, 1.0].map(|side| {
        let body = Body::dynamic(ball, Pose::at([5.0 * side, 0.0, 3.0])).velocity([-400.0 * side, 0.0, 0.0]);
        world.add(body.gravity_scale(0.0)).unwrap()
    });
    for _ in 0..30 {
        step(&mut world, 1.0 / 60.0);
    }
    let [a, b] = [a, b].map(|body| world.pose(body).unwrap().translation().x);
    assert!(a < b, "A at {a}, B at {b}");
}

#[test]
fn a_ball_bounces_to_the_height_of_its_restitution() {
    for restitution in [0.5, 1.0] {
        let mut world = scenes::floor(NoOverlapSettings::<f64>::default());
        let ball = world.add_shape(Sphere::new(0.1));
        let material = Material { restitution, ..Material::default() };
        let ball = world.add(Body::dynamic(ball, Pose::at([0.0, 0.0, 2.1])).material(material)).unwrap();
        let (mut energy, mut top, mut rose) = (world.energy(), 0.0_f64, false);
        for _ in 0..400 {
            step(&mut world, 1.0 / 240.0);
            // Gravity's own step loses a little, and a push may lift by the zone; nothing else adds.
            let now = world.energy();
            assert!(now <= energy + 4.19 * 9.81 * 0.0079, "restitution {restitution}: {energy} to {now}");
            energy = energy.min(now);
            let speed = world.velocity(ball).unwrap().z;
            rose |= speed > 0.0;
            if rose && speed > 0.0 {
                top = top.max(height(&world, ball) - 0.1);
            }
        }
        // Of 2 m, the square of the restitution, less a step of free fall at full speed.
        let wanted = 2.0 * restitution * restitution;
        assert!(top <= wanted * 1.01 && top > wanted * 0.93, "restitution {restitution}: {top} of {wanted}");
    }
}

#[test]
fn friction_holds_below_its_angle_and_not_above() {
    for (slope, holds) in [(0.5_f64, true), (0.7, false)] {
        let angle = slope.atan();
        let gravity = Vec3::new(9.81 * angle.sin(), 0.0, -9.81 * angle.cos());
        let solver = Solver::NoOverlap(NoOverlapSettings::default());
        let mut settings = WorldSettings { solver, ..WorldSettings::default() };
        settings.gravity = gravity;
        let mut world = World::<f64>::new(settings);
        let floor = world.add_shape(HalfSpace::new([0.0, 0.0, 1.0], 0.0));
        let cube = world.add_shape(Cuboid::new([0.5, 0.5, 0.25]));
        world.add(Body::fixed(floor, Pose::IDENTITY)).unwrap();
        let cube = world.add(Body::dynamic(cube, Pose::at([0.0, 0.0, 0.25 + 0.25 / 32.0]))).unwrap();
        steps(&mut world, 60);
        let (way, speed) = (world.pose(cube).unwrap().translation().x, world.velocity(cube).unwrap().x);
        if holds {
            assert!(way < 1e-3 && speed < 1e-3, "it slid by {way}");
        } else {
            let wanted = 9.81 * (angle.sin() - 0.6 * angle.cos());
            assert!((speed / wanted - 1.0).abs() < 0.02, "speed {speed}, expected {wanted}");
        }
    }
}

#[test]
fn a_piston_waits_rather_than_squeeze() {
    let mut world = scenes::floor(NoOverlapSettings::<f64>::default());
    let cube = world.add_shape(Cuboid::new([0.5, 0.5, 0.5]));
    world.add(Body::fixed(cube, Pose::at([3.0, 0.0, 0.6]))).unwrap();
    let cube_between = world.add(Body::dynamic(cube, Pose::at([1.0, 0.0, 0.6]))).unwrap();
    let piston =
        world.add(Body::kinematic(cube, Pose::at([-1.0, 0.0, 0.6])).velocity([2.0, 0.0, 0.0])).unwrap();
    for _ in 0..120 {
        step(&mut world, 1.0 / 60.0);
    }
    let [pushed, piston] = [cube_between, piston].map(|body| world.pose(body).unwrap().translation().x);
    assert!(pushed > 1.9 && pushed < 2.0, "pushed to {pushed}");
    assert!(piston > 0.9 && piston < pushed - 1.0, "the piston is at {piston}");
}

#[test]
fn a_deep_start_is_refused_and_nothing_moves() {
    let mut world = scenes::floor(NoOverlapSettings::<f64>::default());
    let cube = world.add_shape(Cuboid::new([0.5, 0.5, 0.5]));
    let a = world.add(Body::dynamic(cube, Pose::at([0.0, 0.0, 3.0]))).unwrap();
    let b = world.add(Body::dynamic(cube, Pose::at([0.3, 0.0, 3.2]))).unwrap();
    let error = world.step(1.0 / 60.0).unwrap_err();
    assert!(matches!(error, WorldError::Overlap { a: x, b: y, depth } if (x, y) == (a, b) && depth > 0.5));
    let text = error.to_string();
    assert!(text.starts_with("bodies 1 and 2 overlap by 0.7"), "{text}");
    assert!(text.ends_with("more than the no-overlap solver can undo; move one of them apart"), "{text}");
    assert_eq!((height(&world, a), world.velocity(a).unwrap(), world.steps()), (3.0, Vec3::ZERO, 0));
    world.remove(b).unwrap();
    step(&mut world, 1.0 / 60.0);
}

#[test]
fn a_touching_start_is_expelled() {
    let mut world = scenes::floor(NoOverlapSettings::<f64>::default());
    let bricks = scenes::wall(&mut world, 3, 6, 0.0);
    let zone = NoOverlapSettings::<f64>::default().zone;
    let report = step(&mut world, 1.0 / 60.0);
    assert!(report.least_gap.unwrap() > 0.5 * zone, "{report:?}");
    check_all_pairs(&world, &bricks, report.least_gap.unwrap());
    let top = height(&world, bricks[bricks.len() - 1]);
    assert!((top - 1.1 - 6.0 * zone).abs() < 2.0 * zone, "the wall grew to {top}");
    steps(&mut world, 60);
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    let hash = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut world = scenes::floor(NoOverlapSettings::<f64>::default());
            let mut bodies = scenes::wall(&mut world, 5, 5, 0.25 / 32.0);
            bodies.push(scenes::shoot(&mut world, [0.8, 0.5], 60.0));
            steps(&mut world, 45);
            let numbers = |body: BodyHandle| {
                let pose = world.pose(body).unwrap();
                let [x, y, z] = pose.translation().to_array();
                let [i, j, k, w] = pose.rotation().to_xyzw();
                [x, y, z, i, j, k, w].map(f64::to_bits)
            };
            bodies.into_iter().map(numbers).collect::<Vec<_>>()
        })
    };
    let one = hash(1);
    assert_eq!(one, hash(2));
    assert_eq!(one, hash(4));
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    for zone in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let mut world = scenes::floor(NoOverlapSettings { zone, ..NoOverlapSettings::default() });
        assert!(world.step(0.01).is_err(), "zone {zone}");
    }
    let text = r#"{"no-overlap": {"zone": 0.001}}"#;
    let solver: Solver<f64> = serde_json::from_str(text).unwrap();
    assert_eq!(solver, Solver::NoOverlap(NoOverlapSettings { zone: 0.001, ..NoOverlapSettings::default() }));
}

/// Figures that fall down stairs: no two bones overlap, but those that a joint holds together; joints stay closed, and only pushes raise
/// the energy.
#[test]
fn figures_fall_down_stairs_without_overlap() {
    for (rate, most_open) in [(30.0, 0.05), (120.0, 0.02)] {
        let settings = NoOverlapSettings::<f64>::default();
        let mut world = scenes::floor(settings);
        let bones = scenes::figures(&mut world, 1);
        let (start, mut last) = (world.energy(), world.energy());
        for _ in 0..(2.0 * rate) as usize {
            step(&mut world, 1.0 / rate);
            let now = world.energy();
            assert!(now <= last + weight_times_zone(&world, 75.0), "{last} to {now} at {rate} Hz");
            last = now;
            for (joint, _, _) in world.joints() {
                let gap = world.joint(joint).unwrap().gap;
                assert!(gap < most_open, "a joint is open by {gap} at {rate} Hz");
            }
        }
        assert!(last < 0.8 * start, "it is on its way down: {last} of {start}");
        for (i, &a) in bones.iter().enumerate() {
            for &b in bones[i + 1..].iter().filter(|&&b| !world.scene().is_ignored(a, b).unwrap()) {
                assert!(world.scene().distance_between(a, b).unwrap().distance > 0.0, "{a:?} and {b:?}");
            }
        }
    }
}

/// A kinematic box that a hinge connects to a ball, in a room, at up to 100 m/s. Its numbers overflowed, and then every step was refused.
#[test]
fn a_kinematic_body_with_a_joint_keeps_moving() {
    for seed in 0..8_u32 {
        for speed in [5.0, 20.0, 100.0] {
            let mut world = scenes::floor(NoOverlapSettings::<f64>::default());
            for (axis, side) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0), (2, -1.0)] {
                let distance = if axis == 2 { 6.0 } else { 3.0 };
                let wall = world.add_shape(HalfSpace::new(Vec3::axis(axis) * side, -distance));
                world.add(Body::fixed(wall, Pose::IDENTITY)).unwrap();
            }
            let (cube, ball) =
                (world.add_shape(Cuboid::new([0.3, 0.2, 0.1])), world.add_shape(Sphere::new(0.2)));
            let angle = f64::from(seed) * 0.7;
            let velocity = Vec3::new(angle.cos(), angle.sin(), 0.3) * speed;
            let cube = Body::kinematic(cube, Pose::at([0.0, 0.0, 2.0])).velocity(velocity);
            let cube = world.add(cube.angular_velocity([0.0, 3.0, 5.0])).unwrap();
            let ball = world.add(Body::dynamic(ball, Pose::at([0.8, 0.0, 2.0]))).unwrap();
            let hinge = Joint::hinge([0.4, 0.0, 2.0], [0.0, 1.0, 0.2], Hinge::default());
            world.add_joint(cube, ball, hinge).unwrap();
            let mass = world.mass(ball).unwrap().mass;
            for k in 0..90 {
                step(&mut world, 1.0 / 60.0);
                let at = world.pose(ball).unwrap().translation();
                assert!(
                    at.x.abs() < 3.0 && at.y.abs() < 3.0 && at.z > 0.0 && at.z < 6.0,
                    "{at:?} at step {k}"
                );
                // Thrown by the hinge at four times its speed at most.
                let most = 4.0 * (speed + 6.0 * 0.8) + (2.0 * 9.81 * 6.0_f64).sqrt();
                let kinetic = world.kinetic_energy();
                assert!(kinetic < 0.5 * mass * most * most, "{kinetic} at {speed} m/s, step {k}");
            }
        }
    }
}

/// Some of the random worlds of the search, with and without joints.
#[test]
fn random_worlds_never_overlap() {
    for row in (searches::no_overlap::SEARCH.run)(1, 210) {
        assert!(row.cases >= 30 && row.faults == 0, "{row:?}");
    }
}
