//! Many standing bodies: a world and a list answer alike, what is far away costs nothing, hits name their body.

use impinge::expel::{Hit, MotionSettings, Mover, Obstacles, SlideSettings, Start};
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{Motion, Pose, Real, Vec3};
use impinge_scenes::movers::{bodies, mesh, vector};
use impinge_scenes::oracle::surfaces::{cross, placed};
use impinge_scenes::{Rng, rooms};
use impinge_tests::in_both_precisions;

in_both_precisions!(
    a_body_walks_from_one_onto_the_next,
    worlds_and_lists_answer_alike,
    crates_far_away_are_not_looked_at,
    a_room_far_away_is_solid_all_around,
    bodies_come_and_go,
);

/// Some bodies at random around the origin.
fn scattered<'a, T: Real>(meshes: &'a [(&str, PolygonMesh<T>)], rng: &mut Rng) -> Vec<PlacedMesh<'a, T>> {
    let count = 40 + rng.below(20);
    let mut standing: Vec<PlacedMesh<'a, T>> = Vec::new();
    for _ in 0..count {
        let (_, mesh) = &meshes[rng.below(meshes.len())];
        let at = rng.unit3::<T>() * T::of(rng.between(3.0, 9.0));
        standing.push(PlacedMesh::new(mesh, Pose::new(at, rng.rotation3())));
    }
    standing
}

/// Every motion, a slide, clearance and contacts: with one zone for all bodies, a world gives what a list of the same
/// bodies gives, and what is hit is the body that was named: no other one is nearer than its zone at the end, and the end is clear
/// of all, by exact tests.
fn worlds_and_lists_answer_alike<T: Real>() {
    let mut rng = Rng::new(12);
    let meshes = bodies::<T>();
    let small = mesh::<T>(&rooms::cuboid([0.5, 0.25, 0.25], 1));
    let mut mover = Mover::new();
    let thickness = if size_of::<T>() == 8 { 1e-9 } else { 1e-2 };
    let settings = MotionSettings { world: 64.0, zone: Some(thickness), ..MotionSettings::default() };
    let (mut hits, mut later, mut tried) = (0, 0, 0);
    for _ in 0..60 {
        let list = scattered(&meshes, &mut rng);
        let mut world = Obstacles::new();
        for (number, body) in (0..).zip(&list) {
            assert_eq!(world.insert(*body), Ok(number));
        }
        let mesh = &small;
        let moving = PlacedMesh::new(mesh, Pose::new(vector(&mut rng, 0.5), rng.rotation3()));
        let center = moving.pose.translation() + vector(&mut rng, 1.0);
        let turn = Motion::rotation(center, rng.unit3(), T::of(rng.between(-3.0, 3.0)));
        let advance = turn.axis() * T::of(rng.between(-8.0, 8.0));
        for motion in [Motion::translation(rng.unit3::<T>() * T::of(14.0)), turn, turn.moving(advance)] {
            tried += 1;
            let in_list = mover.move_by(&moving, &motion, list.as_slice(), &settings).unwrap();
            let in_world = mover.move_by(&moving, &motion, &world, &settings).unwrap();
            assert_eq!(in_list.start, in_world.start);
            if in_list.start == Start::Overlapping {
                continue;
            }
            assert_eq!((in_list.pose, in_list.fraction), (in_world.pose, in_world.fraction));
            assert_eq!((in_list.hit, in_list.clear), (in_world.hit, in_world.clear));
            assert!(in_world.pairs <= in_list.pairs);
            assert!(in_world.clear, "{in_world:?}");
            let now = placed(mesh, &in_world.pose);
            for body in &list {
                assert!(!cross(&now, &placed(body.mesh, &body.pose)), "{in_world:?}");
            }
            if let Some(hit) = in_world.hit {
                hits += 1;
                later += usize::from(hit.body > 0);
                let there = PlacedMesh::new(mesh, in_world.pose);
                let zone = in_world.zone;
                let near = zone.thickness + zone.floor + 2.0 * zone.pose + 8.0 * zone.error;
                let stopped_by = &list[hit.body as usize];
                let away = mover.clearance(&there, stopped_by, 1.0).unwrap().distance;
                assert!(away <= near, "{away} {hit:?}");
                let nearest = mover.clearance(&there, &world, 1.0).unwrap();
                assert!(nearest.distance <= away && nearest.nearest.is_some());
                let mut contacts: Vec<Hit<T>> = Vec::new();
                assert_eq!(mover.contacts(&there, &world, near, &mut contacts), Ok(Start::Apart));
                assert!(contacts.iter().any(|contact| contact.body == hit.body));
            }
        }
        let walk = SlideSettings { motion: settings, ..SlideSettings::default() };
        let by = rng.unit3::<T>() * T::of(10.0);
        let in_list = mover.slide(&moving, by, &list, &walk).unwrap();
        assert_eq!(mover.slide(&moving, by, &world, &walk).unwrap(), in_list);
    }
    assert!(tried == 180 && hits > 15 && later > 12, "{hits} {later}");
}

/// A thousand crates on the other side of the hill cost a motion as many pairs of features as none.
fn crates_far_away_are_not_looked_at<T: Real>() {
    let (floor, block) = (mesh::<T>(&rooms::floor(20.0, 2)), mesh::<T>(&rooms::cuboid([0.5; 3], 1)));
    let mut world = Obstacles::new();
    let ground = world.insert(PlacedMesh::new(&floor, Pose::IDENTITY)).unwrap();
    let settings = MotionSettings { world: 4096.0, ..MotionSettings::default() };
    let moving = PlacedMesh::new(&block, Pose::at([0.1, 0.2, 3.0].map(T::of)));
    let fall = Motion::translation([0.0, 0.5, -5.0].map(T::of));
    let mut mover = Mover::new();
    // Far away they make the zone wider; here it is given.
    let settings = MotionSettings { zone: Some(if size_of::<T>() == 8 { 1e-8 } else { 1.0 }), ..settings };
    let before = mover.move_by(&moving, &fall, &world, &settings).unwrap();
    assert_eq!(before.hit.unwrap().body, ground);
    for i in 0..1000 {
        let at = [100.0 + 2.0 * f64::from(i % 32), 2.0 * f64::from(i / 32), 0.5].map(T::of);
        world.insert(PlacedMesh::new(&block, Pose::at(at))).unwrap();
    }
    assert_eq!(world.len(), 1001);
    assert_eq!(mover.move_by(&moving, &fall, &world, &settings).unwrap(), before);
    // One that is near is met.
    let number = world.insert(PlacedMesh::new(&block, Pose::at([0.1, 0.4, 1.0].map(T::of)))).unwrap();
    assert_eq!(mover.move_by(&moving, &fall, &world, &settings).unwrap().hit.unwrap().body, number);
}

/// Outside of a room all is solid, however far away: no box tells that.
fn a_room_far_away_is_solid_all_around<T: Real>() {
    let room = rooms::room([4.0; 3], 2);
    let (room, block) = (mesh::<T>(&room), mesh::<T>(&rooms::cuboid([0.5; 3], 1)));
    let mut world = Obstacles::new();
    world.insert(PlacedMesh::new(&room, Pose::IDENTITY)).unwrap();
    world.insert(PlacedMesh::new(&block, Pose::at([1.0, 1.0, 1.0].map(T::of)))).unwrap();
    let outside = PlacedMesh::new(&block, Pose::at([50.0, 0.0, 0.0].map(T::of)));
    let by = Vec3::new(T::ONE, T::ZERO, T::ZERO);
    let mut mover = Mover::new();
    let trace = mover.translate(&outside, by, &world, &MotionSettings::default()).unwrap();
    assert!(trace.start == Start::Overlapping && !trace.clear && trace.pose == outside.pose);
    assert!(mover.clearance(&outside, &world, 1.0).unwrap().distance <= 0.0);
    let inside = PlacedMesh::new(&block, Pose::at([-1.0, 0.0, 0.0].map(T::of)));
    assert!(mover.translate(&inside, by, &world, &MotionSettings::default()).unwrap().clear);
}

/// A body that was moved is met where it is now, one that was taken out is not met, and a body in two others is freed of both.
fn bodies_come_and_go<T: Real>() {
    let block = mesh::<T>(&rooms::cuboid([0.5; 3], 1));
    let at = |x: f64, y: f64, z: f64| Pose::at([x, y, z].map(T::of));
    let mut world = Obstacles::new();
    let [a, b] = [at(3.0, 0.0, 0.0), at(0.0, 3.0, 0.0)]
        .map(|pose| world.insert(PlacedMesh::new(&block, pose)).unwrap());
    let moving = PlacedMesh::new(&block, Pose::IDENTITY);
    let along = Motion::translation([5.0, 0.0, 0.0].map(T::of));
    let mut mover = Mover::new();
    let mut hit = |world: &Obstacles<'_, T>| {
        let trace = mover.move_by(&moving, &along, world, &MotionSettings::default()).unwrap();
        trace.hit.map(|hit| hit.body)
    };
    assert_eq!(hit(&world), Some(a));
    assert_eq!(world.set_pose(a, at(0.0, 0.0, 9.0)), Ok(true));
    assert_eq!(hit(&world), None);
    assert_eq!(world.set_pose(b, at(2.0, 0.0, 0.0)), Ok(true));
    assert_eq!(hit(&world), Some(b));
    assert!(world.remove(b).is_some() && world.remove(b).is_none());
    assert_eq!((hit(&world), world.set_pose(b, Pose::IDENTITY)), (None, Ok(false)));
    assert_eq!((world.len(), world.bodies().count()), (1, 1));

    world.set_pose(a, at(0.999, 0.0, 0.0)).unwrap();
    world.insert(PlacedMesh::new(&block, at(0.0, 0.999, 0.0))).unwrap();
    let free = MotionSettings { free: Some(0.01), ..MotionSettings::default() };
    let trace = mover.move_by(&moving, &Motion::still(), &world, &free).unwrap();
    assert!(trace.start == Start::Freed && trace.clear, "{trace:?}");
    let out: Vec3<f64> = trace.pose.translation().cast();
    assert!(out.x <= -0.001 + 1e-6 && out.y <= -0.001 + 1e-6 && out.norm() < 0.01);
}

/// A body resting on a small one by its thin zone was stopped by the thicker zone of a large one that continues at the same height.
fn a_body_walks_from_one_onto_the_next<T: Real>() {
    let (small, large) =
        (mesh::<T>(&rooms::cuboid([0.5; 3], 1)), mesh::<T>(&rooms::cuboid([8.0, 8.0, 0.5], 1)));
    let mut world = Obstacles::new();
    world.insert(PlacedMesh::new(&small, Pose::IDENTITY)).unwrap();
    let floor = world.insert(PlacedMesh::new(&large, Pose::at([8.5, 0.0, 0.0].map(T::of)))).unwrap();
    let body = mesh::<T>(&rooms::cuboid([0.25; 3], 1));
    let mut mover = Mover::new();
    let mut walk = |from: Pose<Vec3<T>>, by: [f64; 3]| {
        mover
            .translate(
                &PlacedMesh::new(&body, from),
                by.map(T::of).into(),
                &world,
                &MotionSettings::default(),
            )
            .unwrap()
    };
    let landed = walk(Pose::at([0.0, 0.0, 3.0].map(T::of)), [0.0, 0.0, -5.0]);
    assert!(landed.hit.is_some() && landed.clear);
    let across = walk(landed.pose, [3.0, 0.0, 0.0]);
    assert!(across.fraction == T::ONE && across.hit.is_none(), "{across:?}");
    assert_eq!(walk(across.pose, [0.0, 0.0, -1.0]).hit.unwrap().body, floor);
}
