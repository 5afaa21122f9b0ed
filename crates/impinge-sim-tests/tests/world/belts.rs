//! Surfaces that move: belts carry by friction alone, at their speed, and give no more energy than friction does.

use impinge::{Cuboid, Pose, Rot3, Sphere, Vec3};
use impinge_sim::{
    Body, BodyHandle, BodyKind, Material, NoOverlapSettings, SleepSettings, Solver, World, WorldError,
    WorldSettings,
};
use impinge_sim_tests::run;

const REST: [f64; 3] = [0.0; 3];

/// A long belt whose upper face is at height 0.
fn belt(world: &mut World<f64>, speed: f64) -> BodyHandle {
    let shape = world.add_shape(Cuboid::new([50.0, 5.0, 0.5]));
    let body = Body::fixed(shape, Pose::at([0.0, 0.0, -0.5]));
    world.add(body.surface_velocity([speed, 0.0, 0.0], REST)).unwrap()
}

fn crate_at(world: &mut World<f64>, place: [f64; 3]) -> BodyHandle {
    let shape = world.add_shape(Cuboid::new([0.5; 3]));
    world.add(Body::dynamic(shape, Pose::at(place))).unwrap()
}

fn asleep() -> WorldSettings<f64> {
    WorldSettings { sleep: Some(SleepSettings::default()), ..WorldSettings::default() }
}

/// μ g t, until the speed of the belt: friction gives no more than Coulomb's limit, and no less.
#[test]
fn a_crate_is_carried_by_friction_alone() {
    for (speed, friction) in [(3.0, 0.6), (3.0, 0.1), (-20.0, 0.6), (0.02, 0.6)] {
        let mut world = World::<f64>::default();
        let belt = belt(&mut world, speed);
        world.set_material(belt, Material { friction, ..Material::default() }).unwrap();
        let cargo = crate_at(&mut world, [0.0, 0.0, 0.5]);
        world.set_material(cargo, Material { friction, ..Material::default() }).unwrap();
        let mut last = 0.0;
        for step in 1..=240 {
            run(&mut world, 1);
            let v = world.velocity(cargo).unwrap();
            let expected = (friction * 9.81 * f64::from(step) / 60.0).min(speed.abs()) * speed.signum();
            assert!((v.x - expected).abs() < 0.06, "{speed} {friction}, step {step}: {v:?}, {expected}");
            // It leans as it begins to be carried, and as it has the speed of the belt: its middle is then faster than its base.
            let lean = 0.01 * (1.0 + speed.abs());
            assert!(v.x.abs() <= speed.abs() + lean && v.x.abs() >= last - lean, "{step}: {v:?}");
            last = v.x.abs();
        }
        let end = speed.abs().min(friction * 39.24) * speed.signum();
        assert!((world.velocity(cargo).unwrap().x - end).abs() < 1e-3, "{speed} {friction}");
        assert_eq!(world.velocity(belt).unwrap(), Vec3::ZERO);
    }
}

/// A surface that turns about the origin of its shape: what lies on it goes around and turns with it.
#[test]
fn a_turntable_carries_around() {
    let mut world = World::<f64>::default();
    let shape = world.add_shape(Cuboid::new([5.0, 5.0, 0.5]));
    let turned = Rot3::from_axis_angle([0.0, 0.0, 1.0], 0.7);
    let table = Body::fixed(shape, Pose::new([7.0, 0.0, -0.5], turned));
    world.add(table.surface_velocity(REST, [0.0, 0.0, 0.5])).unwrap();
    let cargo = crate_at(&mut world, [9.0, 0.0, 0.5]);
    run(&mut world, 240);
    let (at, v) = (world.pose(cargo).unwrap().translation(), world.velocity(cargo).unwrap());
    let spin = world.angular_velocity(cargo).unwrap();
    let arm = at - Vec3::new(7.0, 0.0, 0.5);
    assert!((v - Vec3::new(0.0, 0.0, 0.5).cross(arm)).norm() < 0.02, "{v:?} at {at:?}");
    assert!((spin.z - 0.5).abs() < 0.01, "{spin:?}");
    assert!((arm.norm() - 2.0).abs() < 0.1, "{at:?}");
}

/// A belt on a body that moves: to the floor, a track drives its vehicle the other way.
#[test]
fn tracks_drive_a_body() {
    let mut world = World::<f64>::default();
    let floor = world.add_shape(Cuboid::new([50.0, 50.0, 0.5]));
    world.add(Body::fixed(floor, Pose::at([0.0, 0.0, -0.5]))).unwrap();
    let tank = crate_at(&mut world, [0.0, 0.0, 0.5]);
    world.set_surface_velocity(tank, [-2.0, 0.0, 0.0], REST).unwrap();
    run(&mut world, 120);
    assert!((world.velocity(tank).unwrap().x - 2.0).abs() < 1e-3);
    // In the frame of the body: turned about, it goes back.
    let back = Rot3::from_axis_angle([0.0, 0.0, 1.0], std::f64::consts::PI);
    world.set_pose(tank, Pose::new([0.0, 0.0, 0.5], back)).unwrap();
    run(&mut world, 120);
    assert!((world.velocity(tank).unwrap().x + 2.0).abs() < 1e-3);
}

/// Bodies in a tree of joints are carried like others.
#[test]
fn joined_crates_are_carried() {
    let mut world = World::<f64>::default();
    belt(&mut world, 2.0);
    let [a, b] = [0.0, 1.2].map(|x| crate_at(&mut world, [x, 0.0, 0.5]));
    world.add_joint(a, b, impinge_sim::Joint::weld([0.6, 0.0, 0.5])).unwrap();
    run(&mut world, 180);
    for body in [a, b] {
        assert!((world.velocity(body).unwrap().x - 2.0).abs() < 1e-3, "{:?}", world.velocity(body));
    }
}

/// The limit on the energy of islands lets belts work: a heap with fast bodies in it is accelerated as by friction, and gets no faster than
/// the belt.
#[test]
fn heaps_are_carried_and_not_thrown() {
    let mut world = World::<f64>::default();
    belt(&mut world, 8.0);
    let heap: Vec<_> = (0..12)
        .map(|i| crate_at(&mut world, [1.02 * f64::from(i % 3), 0.0, 0.5 + f64::from(i / 3)]))
        .collect();
    for step in 0..300 {
        run(&mut world, 1);
        for body in &heap {
            let speed = world.velocity(*body).unwrap().norm();
            assert!(speed < 12.0, "step {step}: {speed}");
        }
    }
    let carried = heap.iter().filter(|body| (world.velocity(**body).unwrap().x - 8.0).abs() < 0.1).count();
    assert!(carried > 8, "{carried} of 12");
}

#[test]
fn thin_rods_on_belts_gain_no_more_than_belts_give() {
    let mut worst = 0.0_f64;
    for i in 0..24 {
        let mut world = World::<f64>::default();
        belt(&mut world, 2.0);
        let rod = world.add_shape(Cuboid::new([0.02, 1.0, 0.02]));
        let spin = [f64::from(i % 5) - 2.0, 0.3 * f64::from(i), -3.0 + 0.25 * f64::from(i)];
        let body = Body::dynamic(rod, Pose::at([0.0, 0.0, 1.2 + 0.02 * f64::from(i)]));
        let rod = world.add(body.velocity([0.0, 0.0, -2.0]).angular_velocity(spin)).unwrap();
        for _ in 0..300 {
            run(&mut world, 1);
            worst = worst.max(world.velocity(rod).unwrap().norm());
        }
    }
    assert!(worst < 8.0, "{worst}");
}

/// On a belt that runs nothing falls asleep, not even what is held up; on one that stands still it does.
#[test]
fn belts_keep_awake() {
    let mut world = World::<f64>::new(asleep());
    let belt = belt(&mut world, 0.01);
    let cargo = crate_at(&mut world, [0.0, 0.0, 0.5]);
    run(&mut world, 240);
    assert!(!world.is_asleep(cargo).unwrap());
    assert!((world.velocity(cargo).unwrap().x - 0.01).abs() < 1e-6);
    world.set_surface_velocity(belt, REST, REST).unwrap();
    run(&mut world, 60);
    assert!(world.is_asleep(cargo).unwrap());
    world.set_surface_velocity(belt, [0.01, 0.0, 0.0], REST).unwrap();
    run(&mut world, 10);
    assert!(!world.is_asleep(cargo).unwrap());
    world.remove(belt).unwrap();
    world.add_shape(Sphere::new(1.0));
    run(&mut world, 1);
}

#[test]
fn other_solvers_refuse_belts() {
    for solver in [
        Solver::NoOverlap(NoOverlapSettings::default()),
        Solver::Thesis(impinge_sim::study::ThesisSettings::default()),
    ] {
        let mut world = World::<f64>::new(WorldSettings { solver, ..WorldSettings::default() });
        let belt = belt(&mut world, 1.0);
        let refused = world.step(1.0 / 60.0).unwrap_err();
        assert_eq!(refused, WorldError::NotSoft);
        let message = "the solver is not the soft step, which alone has hooks and surfaces that move";
        assert_eq!(refused.to_string(), message);
        world.set_surface_velocity(belt, REST, REST).unwrap();
        world.step(1.0 / 60.0).unwrap();
    }
}

/// A world with a belt goes on from its snapshot to the bit; a place that is used again has no belt.
#[test]
fn snapshots_have_belts() {
    let mut world = World::<f64>::default();
    let first = belt(&mut world, 3.0);
    let cargo = crate_at(&mut world, [0.0, 0.0, 0.5]);
    run(&mut world, 10);
    let text = serde_json::to_string(&world).unwrap();
    let mut read: World<f64> = serde_json::from_str(&text).unwrap();
    run(&mut world, 60);
    run(&mut read, 60);
    assert_eq!(world.pose(cargo).unwrap(), read.pose(cargo).unwrap());
    assert_eq!(serde_json::to_string(&world).unwrap(), serde_json::to_string(&read).unwrap());
    let stale = text.replace("\"belts\":[{\"body\":", "\"belts\":[{\"body\":7e9,\"was\":");
    assert!(stale != text && serde_json::from_str::<World<f64>>(&stale).is_err());
    world.remove(first).unwrap();
    let shape = world.add_shape(Cuboid::new([50.0, 5.0, 0.5]));
    let second = world.add(Body::fixed(shape, Pose::at([0.0, 0.0, -0.5]))).unwrap();
    assert_eq!((first.index(), world.kind(second)), (second.index(), Ok(BodyKind::Fixed)));
    run(&mut world, 120);
    assert!(world.velocity(cargo).unwrap().norm() < 1e-3, "friction stops it");
}

/// Speeds beyond all reason are refused, or leave a world of finite numbers.
#[test]
fn absurd_belts_break_nothing() {
    let mut world = World::<f64>::default();
    let belt = belt(&mut world, 1.0);
    let cargo = crate_at(&mut world, [0.0, 0.0, 0.5]);
    for bad in [f64::NAN, f64::INFINITY] {
        let refused = world.set_surface_velocity(belt, [bad, 0.0, 0.0], REST).unwrap_err();
        assert!(refused.to_string().starts_with("the surface velocity is"), "{refused}");
        assert!(world.set_surface_velocity(belt, REST, [bad, 0.0, 0.0]).is_err());
    }
    for huge in [1e30, 1e150, f64::MAX] {
        world.set_surface_velocity(belt, [huge, 0.0, 0.0], [0.0, huge, huge]).unwrap();
        for _ in 0..5 {
            let done = world.step(1.0 / 60.0);
            assert!(world.velocity(cargo).unwrap().is_finite(), "{huge} {done:?}");
        }
    }
}
