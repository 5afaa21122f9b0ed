//! Queries, shapes that change, and debug lines: they see the world as it is after the last step.

use impinge::body::AnyBody;
use impinge::{Cuboid, Motion, Pose, Ray, Sphere, Vec3, contact, intersects};
use impinge_scenes::Rng;
use impinge_scenes::worlds::{FigureSettings, add_figure};
use impinge_sim::joint::{Ball, Hinge, Slider};
use impinge_sim::{
    Body, BodyHandle, DebugLineKind, Event, EventSettings, Joint, Mass, SleepSettings, World, WorldError,
    WorldSettings,
};
use impinge_sim_tests::{add_floor, run};

use crate::cubes;

/// A pile, some steps after its fall, with a sensor around it that no query sees.
fn pile() -> World<f64> {
    let (mut world, _) = cubes::<f64>(WorldSettings::default(), &[0.6, 1.7, 2.8, 3.9]);
    let ball = world.add_shape(Sphere::new(0.4));
    for i in 0..8_u8 {
        let at = [0.7 * f64::from(i % 3), 0.5 * f64::from(i), 1.0 + f64::from(i)];
        world.add(Body::dynamic(ball, Pose::at(at))).unwrap();
    }
    let all = world.add_shape(Cuboid::new([20.0; 3]));
    world.add(Body::fixed(all, Pose::IDENTITY).sensor()).unwrap();
    run(&mut world, 70);
    world
}

/// Each answer is the best of all bodies, asked one by one.
#[test]
fn queries_are_those_of_all_bodies() {
    let world = pile();
    let mut rng = Rng::new(3);
    let others: Vec<BodyHandle> = world.bodies().filter(|body| !world.is_sensor(*body).unwrap()).collect();
    let placed = |body: BodyHandle| world.scene().placed(body).unwrap();
    let (mut hits, mut overlaps) = (0, 0);
    for case in 0..300_usize {
        let left_out = others[case % others.len()];
        let keep = |body: BodyHandle| body != left_out;
        let kept = || others.iter().copied().filter(|body| keep(*body));
        let at = Vec3::new(rng.between(-3.0, 3.0), rng.between(-3.0, 5.0), rng.between(0.5, 8.0));
        let ray = Ray::new(at, rng.unit3::<f64>());
        let mut expected: Vec<_> = kept()
            .filter_map(|body| {
                impinge::ray_cast_within(&placed(body), &ray, 6.0).map(|hit| (hit.distance, body))
            })
            .collect();
        expected.sort_by(|x, y| x.partial_cmp(y).unwrap());
        let all = world.ray_cast_all(&ray, 6.0, keep);
        assert_eq!(all.iter().map(|hit| (hit.hit.distance, hit.object)).collect::<Vec<_>>(), expected);
        assert_eq!(world.ray_cast(&ray, 6.0, keep), all.first().copied());
        hits += all.len();

        let (shape, pose) = (Cuboid::new([0.5, 0.2, 0.9]), rng.pose3::<f64>(3.0));
        let body = AnyBody::from(shape);
        let expected: Vec<_> = kept().filter(|other| intersects(&body.at(pose), &placed(*other))).collect();
        overlaps += expected.len();
        assert_eq!(world.overlaps(&body, &pose, keep), expected);

        let motion = Motion::translation(rng.unit3::<f64>() * 5.0);
        let expected = kept()
            .filter_map(|other| {
                let impact = impinge::cast(&body.at(pose), &placed(other), &motion, &Motion::still());
                impact.map(|impact| (impact.time, other))
            })
            .min_by(|x, y| x.partial_cmp(y).unwrap());
        let found = world.cast(&body, &pose, &motion, keep);
        assert_eq!(found.map(|(other, impact)| (impact.time, other)), expected);

        let expected = kept()
            .filter_map(|other| {
                impinge::closest_point(&placed(other), at).map(|c| (c.signed_distance, other))
            })
            .filter(|(distance, _)| *distance <= 1.5)
            .min_by(|x, y| x.partial_cmp(y).unwrap());
        let found = world.closest_point(at, 1.5, keep);
        assert_eq!(found.map(|touched| (touched.contact.signed_distance, touched.object)), expected);
    }
    assert!(hits > 50 && overlaps > 50, "{hits} hits, {overlaps} overlaps");
}

/// A query after a step sees the poses of its end.
#[test]
fn queries_see_the_last_step() {
    let (mut world, all) = cubes::<f64>(WorldSettings::default(), &[20.0]);
    for _ in 0..60 {
        run(&mut world, 1);
        let z = world.pose(all[1]).unwrap().translation().z;
        let down = Ray::new([0.0, 0.0, 40.0], [0.0, 0.0, -1.0]);
        let hit = world.ray_cast(&down, 100.0, |_| true).unwrap();
        assert!(hit.object == all[1] && (40.0 - hit.hit.distance - (z + 0.5)).abs() < 1e-12);
    }
}

/// A cube becomes a larger one: it has the mass of its density, or keeps its own, pushes away what is too near, and rests at its new size.
#[test]
fn a_body_takes_another_shape() -> Result<(), WorldError> {
    let settings = WorldSettings {
        sleep: Some(SleepSettings::default()),
        events: Some(EventSettings { impact: 1e9 }),
        ..WorldSettings::default()
    };
    let (mut world, all) = cubes::<f64>(settings, &[0.5, 1.5]);
    run(&mut world, 60);
    let own = world.mass(all[2])?;
    let (large, ball) = (world.add_shape(Cuboid::new([1.0; 3])), world.add_shape(Sphere::new(0.25)));
    world.set_shape(all[1], large)?;
    world.set_mass(all[2], own)?;
    world.set_shape(all[2], ball)?;
    assert_eq!((world.mass(all[1])?.mass, world.mass(all[2])?), (8.0, own));
    assert_eq!(world.pose(all[1])?.translation().z, world.scene().pose(all[1])?.translation().z);
    let mut began = 0;
    for _ in 0..300 {
        run(&mut world, 1);
        began += world.events().iter().filter(|event| matches!(event, Event::Began { .. })).count();
    }
    let z = [1, 2].map(|i| world.pose(all[i]).unwrap().translation().z);
    assert!((z[0] - 1.0).abs() < 0.02, "{z:?}");
    let touching = contact(&world.scene().placed(all[1])?, &world.scene().placed(all[2])?);
    assert!(touching.signed_distance > -0.02 || z[1] < 0.5, "{z:?}");
    assert!(began < 6, "contacts are renewed, not lost and found: {began}");
    // A shape without volume is refused for a body with a density, and the world stays as it was.
    let floor = world.add_shape(impinge::HalfSpace::new([0.0, 0.0, 1.0], 0.0));
    assert_eq!(world.set_shape(all[1], floor), Err(WorldError::NoVolume));
    assert_eq!(world.mass(all[1])?.mass, 8.0);
    let mass = Mass { mass: 1.0, ..own };
    world.set_mass(all[1], mass)?;
    Ok(())
}

/// Lines of all kinds, each where it should be.
#[test]
fn debug_lines_show_what_is_there() {
    let settings = WorldSettings { sleep: Some(SleepSettings::default()), ..WorldSettings::default() };
    let mut world = World::<f64>::new(settings);
    let floor = add_floor(&mut world);
    let cube = world.add_shape(Cuboid::new([0.5; 3]));
    let [low, high] = [0.5, 1.5].map(|z| world.add(Body::dynamic(cube, Pose::at([0.0, 0.0, z]))).unwrap());
    world.add(Body::fixed(cube, Pose::at([0.0, 9.0, 5.0])).sensor()).unwrap();
    run(&mut world, 90);
    let [a, b] = [5.0, 6.2].map(|x| world.add(Body::dynamic(cube, Pose::at([x, 0.0, 4.0]))).unwrap());
    let [c, d] = [5.0, 6.2].map(|x| world.add(Body::dynamic(cube, Pose::at([x, 5.0, 4.0]))).unwrap());
    let hinge = Hinge { limits: Some([-0.5, 0.5]), ..Hinge::default() };
    world.add_joint(a, b, Joint::hinge([5.6, 0.0, 4.0], [0.0, 1.0, 0.0], hinge)).unwrap();
    let slider = Slider { limits: Some([-0.2, 0.7]), ..Slider::default() };
    world.add_joint(c, d, Joint::slider([5.6, 5.0, 4.0], [1.0, 0.0, 0.0], slider)).unwrap();
    let ball = Ball { cone: Some(0.5), twist: Some([-0.1, 0.1]), ..Ball::default() };
    world.add_joint(floor, d, Joint::ball([6.2, 5.0, 5.0], [0.0, 0.0, 1.0], ball)).unwrap();
    run(&mut world, 1);
    let mut lines = Vec::new();
    world.debug_lines(0.25, |line| lines.push(line));
    let of = |kind: DebugLineKind| lines.iter().filter(move |line| line.kind == kind);
    assert_eq!(of(DebugLineKind::Asleep).count(), 24, "two cubes sleep");
    assert_eq!((of(DebugLineKind::Box).count(), of(DebugLineKind::Sensor).count()), (48, 12));
    assert_eq!(of(DebugLineKind::Contact).count(), of(DebugLineKind::Normal).count());
    let up =
        |line: &&impinge_sim::DebugLine<f64>| (line.to - line.from - Vec3::new(0.0, 0.0, 0.25)).norm() < 1e-9;
    assert_eq!(of(DebugLineKind::Normal).filter(up).count(), 8, "four points below each sleeping cube");
    let island = |line: &&impinge_sim::DebugLine<f64>| (line.to - line.from).norm() > 0.9;
    assert_eq!(
        of(DebugLineKind::Island).filter(island).count(),
        3,
        "a contact and two joints of dynamic bodies"
    );
    // Three joints with two frames of two axes; rays and arcs of the hinge, cone and twist; the range of the slider.
    assert_eq!(of(DebugLineKind::JointFrame).count(), 12);
    assert_eq!(of(DebugLineKind::JointLimit).count(), (2 + 16) + (4 + 16) + (2 + 16) + 1);
    let range = of(DebugLineKind::JointLimit).map(|line| (line.to - line.from).norm());
    assert!(range.fold(0.0, f64::max) - 0.9 < 1e-9);
    assert!(lines.iter().all(|line| line.from.is_finite() && line.to.is_finite()));
    let mut figures = World::<f64>::default();
    add_figure(&mut figures, &Pose::at([0.0, 0.0, 2.0]), &FigureSettings::default()).unwrap();
    let mut limits = 0;
    figures.debug_lines(0.1, |line| limits += usize::from(line.kind == DebugLineKind::JointLimit));
    assert!(limits > 100 && world.is_asleep(low).unwrap() && world.is_asleep(high).unwrap());
}
