//! Sensors tell which bodies overlap them, whatever their forms and however they move, and change nothing.

use impinge::body::{AnyBody, Compound};
use impinge::mesh::TriangleMesh;
use impinge::{AnyShape, Capsule, Cone, Cuboid, HalfSpace, Pose, Rot3, Sphere, Vec3, contact};
use impinge_scenes::Rng;
use impinge_sim::{
    Body, BodyHandle, BodyKind, Event, Joint, Layers, SleepSettings, Solver, World, WorldError, WorldSettings,
};
use impinge_sim_tests::{add_floor, run};

use crate::cubes;

fn entered(world: &World<f64>) -> Vec<(BodyHandle, BodyHandle)> {
    let of = |event: &Event<f64>| match *event {
        Event::Entered { sensor, body } => Some((sensor, body)),
        _ => None,
    };
    world.events().iter().filter_map(of).collect()
}

fn left(world: &World<f64>) -> Vec<(BodyHandle, BodyHandle)> {
    let of = |event: &Event<f64>| match *event {
        Event::Left { sensor, body } => Some((sensor, body)),
        _ => None,
    };
    world.events().iter().filter_map(of).collect()
}

/// A box falls through a sensor and moves as if there were none, to the bit, with every solver.
#[test]
fn a_sensor_has_no_response() {
    let solvers =
        [Solver::default(), Solver::NoOverlap(Default::default()), Solver::Thesis(Default::default())];
    for solver in solvers {
        let settings = WorldSettings { solver, ..WorldSettings::default() };
        let (mut with, all) = cubes::<f64>(settings, &[3.0]);
        let (mut without, _) = cubes::<f64>(settings, &[3.0]);
        let shape = with.add_shape(Cuboid::new([2.0, 2.0, 0.25]));
        let sensor = with.add(Body::fixed(shape, Pose::at([0.0, 0.0, 1.75])).sensor()).unwrap();
        let mut seen = Vec::new();
        for step in 0..90 {
            run(&mut with, 1);
            run(&mut without, 1);
            assert_eq!(with.pose(all[1]), without.pose(all[1]));
            seen.extend(entered(&with).iter().map(|pair| (step, true, *pair)));
            seen.extend(left(&with).iter().map(|pair| (step, false, *pair)));
            let z = with.pose(all[1]).unwrap().translation().z;
            let inside = (z - 1.75).abs() <= 0.75;
            assert_eq!(
                with.sensor_overlaps(sensor).collect::<Vec<_>>(),
                if inside { vec![all[1]] } else { vec![] }
            );
        }
        assert_eq!(
            seen.iter().map(|s| (s.1, s.2)).collect::<Vec<_>>(),
            [(true, (sensor, all[1])), (false, (sensor, all[1]))]
        );
        assert!(with.is_sensor(sensor).unwrap() && !with.is_sensor(all[1]).unwrap());
    }
}

fn forms() -> Vec<AnyBody<Vec3<f64>>> {
    let beam = || AnyShape::from(Cuboid::new([0.8, 0.15, 0.15]));
    let corners: Vec<[f64; 3]> =
        vec![[0.5, 0.0, -0.4], [-0.4, 0.4, -0.4], [-0.4, -0.5, -0.4], [0.0, 0.0, 0.6]];
    let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    let closed = TriangleMesh::new(&corners, &faces).unwrap().0;
    let open = TriangleMesh::new(&corners, &faces[..2]).unwrap().0;
    vec![
        Sphere::new(0.4).into(),
        Cuboid::new([0.5, 0.3, 0.2]).into(),
        Capsule::new(0.4, 0.2).into(),
        Cone::new(0.4, 0.3).into(),
        Compound::new([(beam(), Pose::IDENTITY), (beam(), Pose::at([0.0, 0.5, 0.0]))]).into(),
        closed.into(),
        open.into(),
        HalfSpace::new([0.0, 0.6, 0.8], 0.1).into(),
    ]
}

/// Each form as a fixed and as a moving sensor, beside each form as a body: the list is that of the pairs whose distance says that they
/// overlap, and events are its changes.
#[test]
fn sensors_of_all_forms_see_bodies_of_all_forms() {
    let settings = WorldSettings { gravity: Vec3::ZERO, ..WorldSettings::default() };
    let mut rng = Rng::new(7);
    let mut changes = 0;
    for sensor_kind in [BodyKind::Fixed, BodyKind::Kinematic] {
        for sensor_form in forms() {
            for body_form in forms() {
                let mut world = World::<f64>::new(settings);
                let shapes = [world.add_shape(sensor_form.clone()), world.add_shape(body_form)];
                let turn = Rot3::from_axis_angle([1.0, rng.between(-1.0, 1.0), 0.3], rng.between(0.0, 3.0));
                let at = |x: f64| Pose::new([x, 0.0, 0.0], turn);
                let sensor = match sensor_kind {
                    BodyKind::Fixed => Body::fixed(shapes[0], at(0.0)),
                    _ => Body::kinematic(shapes[0], at(0.0)).velocity([0.5, 0.0, 0.0]),
                };
                let sensor = world.add(sensor.sensor()).unwrap();
                let way = Vec3::new(6.0, rng.between(-0.5, 0.5), rng.between(-0.5, 0.5));
                let body =
                    Body::kinematic(shapes[1], at(-3.0)).velocity(way).angular_velocity([0.0, 2.0, 1.0]);
                let body = world.add(body).unwrap();
                let mut was_inside = false;
                for _ in 0..60 {
                    run(&mut world, 1);
                    let (a, b) = (world.scene().placed(sensor).unwrap(), world.scene().placed(body).unwrap());
                    let found = contact(&a, &b);
                    let is_inside = world.sensor_overlaps(sensor).next().is_some();
                    if found.signed_distance.abs() > found.error {
                        assert_eq!(is_inside, found.signed_distance < 0.0, "{sensor_form:?} at {found:?}");
                    }
                    assert_eq!(entered(&world).len(), usize::from(is_inside && !was_inside));
                    assert_eq!(left(&world).len(), usize::from(!is_inside && was_inside));
                    changes += u32::from(is_inside != was_inside);
                    was_inside = is_inside;
                }
            }
        }
    }
    assert!(changes > 150, "{changes} changes");
}

/// Bodies that sleep stay inside a sensor, and one that passes over sleepers sees them and wakes none.
#[test]
fn sleepers_are_seen_and_not_woken() {
    let settings = WorldSettings { sleep: Some(SleepSettings::default()), ..WorldSettings::default() };
    let (mut world, all) = cubes::<f64>(settings, &[0.5, 1.5]);
    let shape = world.add_shape(Sphere::new(0.4));
    let still = world.add(Body::fixed(shape, Pose::at([0.5, 0.0, 0.5])).sensor()).unwrap();
    run(&mut world, 1);
    assert_eq!(entered(&world), [(still, all[1])]);
    run(&mut world, 120);
    assert!(world.is_asleep(all[1]).unwrap() && world.events().is_empty());
    assert_eq!(world.sensor_overlaps(still).collect::<Vec<_>>(), [all[1]]);
    let passing = Body::kinematic(shape, Pose::at([-3.0, 0.0, 1.5])).velocity([6.0, 0.0, 0.0]).sensor();
    let passing = world.add(passing).unwrap();
    let (mut came, mut went) = (Vec::new(), Vec::new());
    for _ in 0..60 {
        run(&mut world, 1);
        came.extend(entered(&world));
        went.extend(left(&world));
        assert!(all[1..].iter().all(|body| world.is_asleep(*body).unwrap()), "nothing is woken");
    }
    assert_eq!((&*came, &*went), (&[(passing, all[2])][..], &[(passing, all[2])][..]));
    // A sensor that is removed lets go of what it saw, and so does a body.
    world.remove(still).unwrap();
    run(&mut world, 1);
    assert_eq!(left(&world), [(still, all[1])]);
    assert!(all[1..].iter().all(|body| world.is_asleep(*body).unwrap()));
}

/// A sensor that hangs on a body by a joint goes with it, does not see it, and sees the floor.
#[test]
fn a_sensor_goes_with_a_body() {
    let (mut world, all) = cubes::<f64>(WorldSettings::default(), &[3.0]);
    let foot = world.add_shape(Sphere::new(0.2));
    let at = [0.0, 0.0, 2.4];
    let sensor = world.add(Body::dynamic(foot, Pose::at(at)).density(0.01).sensor()).unwrap();
    world.add_joint(all[1], sensor, Joint::weld(at)).unwrap();
    let mut seen = Vec::new();
    for _ in 0..120 {
        run(&mut world, 1);
        seen.extend(entered(&world));
    }
    assert_eq!(seen, [(sensor, all[0])]);
    assert!(
        (world.pose(all[1]).unwrap().translation().z - 0.5).abs() < 0.01,
        "it did not rest on the sensor"
    );
}

#[test]
fn layers_of_a_sensor_say_what_it_sees() -> Result<(), WorldError> {
    let (mut world, all) = cubes::<f64>(WorldSettings::default(), &[0.5, 1.5]);
    let shape = world.add_shape(Cuboid::new([2.0; 3]));
    let only = Layers { member: 1, sees: 2 };
    let sensor = world.add(Body::fixed(shape, Pose::at([0.0, 0.0, 2.1])).layers(only).sensor())?;
    world.set_layers(all[1], Layers { member: 2, sees: u32::MAX })?;
    world.set_layers(all[2], Layers { member: 4, sees: u32::MAX })?;
    run(&mut world, 1);
    assert_eq!(world.layers(sensor)?, only);
    assert_eq!(entered(&world), [(sensor, all[1])]);
    world.set_layers(sensor, Layers { member: 1, sees: 4 })?;
    run(&mut world, 1);
    assert_eq!((entered(&world), left(&world)), (vec![(sensor, all[2])], vec![(sensor, all[1])]));
    Ok(())
}

/// A rain of balls through many sensors: the same events on one, two and four threads, and after a restart.
#[test]
fn events_are_the_same_on_all_threads_and_after_a_restart() {
    let make = || {
        let mut world = World::<f64>::default();
        add_floor(&mut world);
        let (slab, ball) = (world.add_shape(Cuboid::new([4.0, 4.0, 0.2])), world.add_shape(Sphere::new(0.2)));
        for i in 0..12 {
            let spin = [0.0, 0.3, 1.0];
            let body = Body::kinematic(slab, Pose::at([0.0, 0.0, 0.5 * f64::from(i)])).angular_velocity(spin);
            world.add(body.sensor()).unwrap();
        }
        for i in 0..64_u8 {
            let at = [f64::from(i % 8) - 3.5, f64::from(i / 8) - 3.5, 7.0 + 0.1 * f64::from(i)];
            world.add(Body::dynamic(ball, Pose::at(at))).unwrap();
        }
        world
    };
    let record = |world: &mut World<f64>, steps: usize| {
        let mut all = Vec::new();
        for _ in 0..steps {
            run(world, 1);
            all.extend_from_slice(world.events());
        }
        all
    };
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| record(&mut make(), 90))
    };
    let one = on(1);
    assert!(one.len() > 500, "{} events", one.len());
    assert!(one == on(2) && one == on(4));
    let mut world = make();
    let mut all = record(&mut world, 45);
    let mut world: World<f64> = serde_json::from_str(&serde_json::to_string(&world).unwrap()).unwrap();
    all.extend(record(&mut world, 45));
    assert!(one == all);
}
