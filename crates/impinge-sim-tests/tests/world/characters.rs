//! Characters walk on stairs and slopes, ride on lifts, push crates as hard as they can, give way to doors, and pass through nothing.

use impinge::{Capsule, Cuboid, HalfSpace, Pose, Rot3, Sphere, Vec3, contact};
use impinge_scenes::searches::walkers;
use impinge_sim::{
    Body, BodyHandle, BodyKind, Character, CharacterSettings, Solver, Walk, World, WorldError, WorldSettings,
};
use impinge_sim_tests::add_floor;

const STEP: f64 = 1.0 / 60.0;

/// A person in a world with a floor.
fn person() -> (World<f64>, Character<f64>) {
    let mut world = World::default();
    add_floor(&mut world);
    let shape = world.add_shape(Capsule::new(0.6, 0.3));
    let body = world.add(Body::kinematic(shape, Pose::at([0.0, 0.0, 0.92]))).unwrap();
    (world, Character::new(body, CharacterSettings::default()))
}

fn walk(
    world: &mut World<f64>,
    character: &mut Character<f64>,
    velocity: [f64; 3],
    steps: usize,
) -> Walk<f64> {
    let mut last = None;
    for _ in 0..steps {
        world.step(STEP).unwrap();
        last = Some(character.walk(world, velocity, STEP).unwrap());
    }
    last.unwrap()
}

fn at(world: &World<f64>, body: BodyHandle) -> Vec3<f64> {
    world.pose(body).unwrap().translation()
}

fn block(world: &mut World<f64>, kind: BodyKind, half: [f64; 3], place: [f64; 3]) -> BodyHandle {
    let shape = world.add_shape(Cuboid::new(half));
    let body = match kind {
        BodyKind::Fixed => Body::fixed(shape, Pose::at(place)),
        BodyKind::Kinematic => Body::kinematic(shape, Pose::at(place)),
        BodyKind::Dynamic => Body::dynamic(shape, Pose::at(place)).density(100.0),
    };
    world.add(body).unwrap()
}

#[test]
fn stairs_and_slopes() {
    let (mut world, mut person) = person();
    for i in 0..5 {
        let (x, height) = (2.0 + 0.4 * f64::from(i), 0.25 * f64::from(i + 1));
        block(&mut world, BodyKind::Fixed, [0.2, 1.0, height / 2.0], [x, 0.0, height / 2.0]);
    }
    let top = walk(&mut world, &mut person, [2.0, 0.0, -3.0], 90);
    let end = at(&world, person.body);
    assert!(top.ground.is_some() && end.x > 2.9 && (end.z - 0.91 - 1.25).abs() < 0.3, "{end:?}");
    // A slope of 35 degrees is walked up, one of 55 is not.
    for (degrees, rises) in [(35.0_f64, true), (55.0, false)] {
        let (mut world, mut person) = self::person();
        let (sin, cos) = degrees.to_radians().sin_cos();
        let slope = world.add_shape(HalfSpace::new([-sin, 0.0, cos], -2.0 * sin));
        world.add(Body::fixed(slope, Pose::IDENTITY)).unwrap();
        walk(&mut world, &mut person, [2.0, 0.0, -3.0], 120);
        let z = at(&world, person.body).z;
        assert_eq!(z > 1.3, rises, "{degrees} degrees: {z}");
    }
}

/// Lifts up and down, at up to 6 meters per second, a cart and a turntable carry a person that stands still.
#[test]
fn moving_platforms_carry() {
    for velocity in [
        [0.0, 0.0, 1.0],
        [0.0, 0.0, 6.0],
        [0.0, 0.0, -1.5],
        [3.0, 0.0, 0.0],
        [2.0, -1.0, 0.5],
        [0.0, 0.0, -4.0],
    ] {
        let (mut world, mut person) = person();
        let lift = block(&mut world, BodyKind::Kinematic, [1.0, 1.0, 0.1], [0.0, 0.0, 20.0]);
        world.set_pose(person.body, Pose::at([0.3, 0.2, 21.02])).unwrap();
        walk(&mut world, &mut person, [0.0, 0.0, -1.0], 5);
        let before = at(&world, person.body) - at(&world, lift);
        world.set_velocity(lift, velocity).unwrap();
        for _ in 0..120 {
            let last = walk(&mut world, &mut person, [0.0, 0.0, -0.1], 1);
            assert_eq!(last.ground.map(|ground| ground.object), Some(lift), "{velocity:?}");
            assert!((last.ground_velocity - Vec3::from(velocity)).norm() < 1e-9 && !last.squeezed);
        }
        let after = at(&world, person.body) - at(&world, lift);
        assert!((after - before).norm() < 0.02, "{velocity:?}: {before:?} to {after:?}");
    }
    // A quarter turn of a turntable moves who stands off its middle by a quarter turn.
    let (mut world, mut person) = person();
    let table = block(&mut world, BodyKind::Kinematic, [3.0, 3.0, 0.1], [0.0, 0.0, 5.0]);
    world.set_pose(person.body, Pose::at([2.0, 0.0, 6.02])).unwrap();
    walk(&mut world, &mut person, [0.0, 0.0, -1.0], 5);
    let quarter = std::f64::consts::FRAC_PI_2;
    world.set_angular_velocity(table, [0.0, 0.0, quarter]).unwrap();
    walk(&mut world, &mut person, [0.0, 0.0, -0.1], 60);
    let end = at(&world, person.body);
    assert!(end.x.abs() < 0.02 && (end.y - 2.0).abs() < 0.02, "{end:?}");
}

/// A person that stands on a belt moves as its surface does: straight, around a turntable, up a slope, on a cart, and over a roller.
#[test]
fn belts_carry() {
    let carried = |half: [f64; 3], velocity: [f64; 3], spin: [f64; 3], start: [f64; 3], cart: [f64; 3]| {
        let (mut world, mut person) = person();
        let kind = if cart == [0.0; 3] { BodyKind::Fixed } else { BodyKind::Kinematic };
        let belt = block(&mut world, kind, half, [0.0, 0.0, 5.0 - half[2]]);
        world.set_surface_velocity(belt, velocity, spin).unwrap();
        world.set_pose(person.body, Pose::at([start[0], start[1], 5.92])).unwrap();
        world.step(STEP).unwrap();
        person.walk(&mut world, [0.0, 0.0, -0.1], STEP).unwrap();
        if kind == BodyKind::Kinematic {
            world.set_velocity(belt, cart).unwrap();
        }
        let before = at(&world, person.body);
        let mut last = None;
        for _ in 0..60 {
            let walk = walk(&mut world, &mut person, [0.0, 0.0, -0.1], 1);
            assert!(!walk.squeezed);
            assert_eq!(walk.ground.map(|ground| ground.object), Some(belt));
            last = Some(walk);
        }
        (before, at(&world, person.body), last.unwrap().ground_velocity)
    };
    let none = [0.0; 3];
    let (before, after, ground) = carried([5.0, 5.0, 0.1], [1.5, -0.5, 0.0], none, none, none);
    assert!((after - before - Vec3::new(1.5, -0.5, 0.0)).norm() < 0.02, "{before:?} to {after:?}");
    assert!((ground - Vec3::new(1.5, -0.5, 0.0)).norm() < 1e-9, "{ground:?}");
    // A quarter turn.
    let quarter = std::f64::consts::FRAC_PI_2;
    let (_, after, _) = carried([5.0, 5.0, 0.1], none, [0.0, 0.0, quarter], [2.0, 0.0, 0.0], none);
    assert!(after.x.abs() < 0.06 && (after.y - 2.0).abs() < 0.02, "{after:?}");
    // A belt on a cart: both motions together.
    let (before, after, ground) = carried([5.0, 5.0, 0.1], [0.0, 1.0, 0.0], none, none, [2.0, 0.0, 0.0]);
    assert!((after - before - Vec3::new(2.0, 1.0, 0.0)).norm() < 0.02, "{before:?} to {after:?}");
    assert!((ground - Vec3::new(2.0, 1.0, 0.0)).norm() < 1e-9, "{ground:?}");
    // Who walks against a belt as fast as it runs stays in place.
    let (mut world, mut person) = person();
    let belt = block(&mut world, BodyKind::Fixed, [9.0, 1.0, 0.1], [0.0, 0.0, 4.9]);
    world.set_surface_velocity(belt, [2.0, 0.0, 0.0], none).unwrap();
    world.set_pose(person.body, Pose::at([0.0, 0.0, 5.92])).unwrap();
    walk(&mut world, &mut person, [-2.0, 0.0, -0.1], 60);
    assert!(at(&world, person.body).x.abs() < 0.06);
    // Up a slope of 30 degrees, and not once the belt has stopped.
    let (mut world, mut person) = self::person();
    let shape = world.add_shape(Cuboid::new([9.0, 1.0, 0.1]));
    let turn = Rot3::from_axis_angle([0.0, 1.0, 0.0], -30.0_f64.to_radians());
    let slope = world.add(Body::fixed(shape, Pose::new([0.0, 0.0, 5.0], turn))).unwrap();
    world.set_surface_velocity(slope, [1.0, 0.0, 0.0], none).unwrap();
    world.set_pose(person.body, Pose::at([0.0, 0.0, 6.1])).unwrap();
    walk(&mut world, &mut person, [0.0, 0.0, -1.0], 5);
    let before = at(&world, person.body);
    walk(&mut world, &mut person, none, 60);
    let moved = at(&world, person.body) - before;
    assert!((moved.x - 0.866).abs() < 0.03 && (moved.z - 0.5).abs() < 0.03, "{moved:?}");
    world.set_surface_velocity(slope, none, none).unwrap();
    let before = at(&world, person.body);
    walk(&mut world, &mut person, none, 60);
    assert!((at(&world, person.body) - before).norm() < 1e-2);
}

/// A crate of 100 kg moves, at most at the person's speed; one that needs more than the strength against its friction does not.
#[test]
fn crates_are_pushed_with_bounded_force() {
    for (density, moves) in [(100.0, true), (2_000.0, false)] {
        let (mut world, mut person) = person();
        let shape = world.add_shape(Cuboid::new([0.5, 0.5, 0.5]));
        let crate_ = world.add(Body::dynamic(shape, Pose::at([1.5, 0.0, 0.5])).density(density)).unwrap();
        person.settings.strength = 900.0; // the crate's friction is 0.6 of its weight, 589 newtons
        for _ in 0..180 {
            walk(&mut world, &mut person, [1.5, 0.0, -1.0], 1);
            assert!(world.velocity(crate_).unwrap().x < 1.6);
            let (a, b) = (world.scene().placed(person.body).unwrap(), world.scene().placed(crate_).unwrap());
            assert!(contact(&a, &b).signed_distance > -1e-3);
        }
        let moved = at(&world, crate_).x - 1.5;
        assert_eq!(moved > 0.5, moves, "{density}: {moved}");
    }
    // The weight of a person tips a plank whose end they step on.
    let (mut world, mut person) = person();
    block(&mut world, BodyKind::Fixed, [0.5, 0.5, 0.25], [0.0, 0.0, 0.25]);
    let shape = world.add_shape(Cuboid::new([2.0, 0.4, 0.05]));
    let plank = world.add(Body::dynamic(shape, Pose::at([0.0, 0.0, 0.56])).density(50.0)).unwrap();
    world.set_pose(person.body, Pose::at([1.5, 0.0, 1.7])).unwrap();
    walk(&mut world, &mut person, [0.0, 0.0, -2.0], 90);
    let end = *world.pose(plank).unwrap() * Vec3::new(2.0, 0.0, 0.0);
    assert!(end.z < 0.3, "{end:?}");
}

/// A door pushes a person ahead, also one that moves 8 meters per second; a wall behind squeezes it, and it goes through neither.
#[test]
fn doors_push_and_squeeze() {
    for speed in [0.5, 3.0, 8.0] {
        let (mut world, mut person) = person();
        let door = block(&mut world, BodyKind::Kinematic, [0.05, 2.0, 1.0], [-2.0, 0.0, 1.01]);
        block(&mut world, BodyKind::Fixed, [0.05, 2.0, 1.0], [4.0, 0.0, 1.0]);
        world.set_velocity(door, [speed, 0.0, 0.0]).unwrap();
        let mut squeezed = false;
        for _ in 0..1200 {
            let last = walk(&mut world, &mut person, [0.0, 0.0, -1.0], 1);
            let (person, door_at) = (at(&world, person.body), at(&world, door));
            assert!(person.x > door_at.x && person.x < 3.95 - 0.3 + 1e-9, "{speed}: {person:?}, {door_at:?}");
            if last.squeezed {
                squeezed = true;
                break;
            }
            assert!(person.x - door_at.x > 0.35, "{speed}: {person:?}, {door_at:?}");
        }
        assert!(squeezed, "{speed}");
        // The door goes back, and the person is free.
        world.set_velocity(door, [-speed, 0.0, 0.0]).unwrap();
        walk(&mut world, &mut person, [0.0, 0.0, -1.0], 5);
        let freed = walk(&mut world, &mut person, [-1.0, 0.0, -1.0], 1);
        assert!(!freed.squeezed && freed.moved.x < 0.0, "{speed}: {freed:?}");
    }
}

/// Bullets bounce off a person as off a wall, and a ball rests on its head.
#[test]
fn dynamic_bodies_meet_a_character() {
    let (mut world, mut person) = person();
    let shape = world.add_shape(Sphere::new(0.05));
    let bullet =
        world.add(Body::dynamic(shape, Pose::at([-5.0, 0.0, 1.0])).velocity([200.0, 0.0, 0.0])).unwrap();
    walk(&mut world, &mut person, [1.0, 0.0, -1.0], 60);
    assert!(at(&world, bullet).x < at(&world, person.body).x);
}

#[test]
fn walks_are_refused_for_other_bodies_and_are_the_same_after_a_restart() -> Result<(), WorldError> {
    let (mut world, mut person) = person();
    let crate_ = block(&mut world, BodyKind::Dynamic, [0.4; 3], [1.5, 0.1, 0.4]);
    let mut other = Character::new(crate_, CharacterSettings::default());
    assert_eq!(other.walk(&mut world, [0.0; 3], STEP), Err(WorldError::NotKinematic(crate_)));
    walk(&mut world, &mut person, [1.5, 0.0, -1.0], 50);
    let mut again: World<f64> = serde_json::from_str(&serde_json::to_string(&world).unwrap()).unwrap();
    let mut same = Character::new(person.body, person.settings);
    for _ in 0..50 {
        let first = walk(&mut world, &mut person, [1.5, 0.2, -1.0], 1);
        assert_eq!(first, walk(&mut again, &mut same, [1.5, 0.2, -1.0], 1));
        assert_eq!(world.pose(crate_), again.pose(crate_));
    }
    let turn = Rot3::from_axis_angle([1.0, 0.0, 0.0], 0.3);
    world.set_pose(person.body, Pose::new([0.0, 3.0, 1.5], turn))?;
    let settings =
        WorldSettings { solver: Solver::NoOverlap(Default::default()), ..WorldSettings::default() };
    world.set_settings(settings);
    walk(&mut world, &mut person, [1.0, 0.0, -1.0], 30);
    Ok(())
}

#[test]
fn walkers_pass_through_nothing() {
    for row in walkers::run(1, 8) {
        assert_eq!((row.faults, row.first), (0, None), "{}", row.name);
    }
}
