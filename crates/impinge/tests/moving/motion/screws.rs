//! Screws: bodies that turn and move at once stop in time, and screws that only turn or only move are turns and translations.

use impinge::expel::{MotionError, MotionSettings, Mover, move_by};
use impinge::mesh::polygon::PlacedMesh;
use impinge::{Motion, Pose, Real, Rot3, Vec3};
use impinge_scenes::Rng;
use impinge_scenes::movers::{bodies, places, vector};
use impinge_scenes::oracle::surfaces::{cross, distance, placed};
use impinge_tests::in_both_precisions;

in_both_precisions!(
    chains_of_screws_end_in_no_overlap,
    screws_without_advance_are_turns,
    screws_lead_from_pose_to_pose,
    a_bolt_stops_where_it_must,
    bad_screws_are_refused,
);

/// Pose after a screw.
fn screwed<T: Real>(pose: &Pose<Vec3<T>>, screw: &Motion<Vec3<T>>, fraction: f64) -> Pose<Vec3<T>> {
    let axis = screw.axis().normalized().expect("an axis").cast::<f64>();
    let turn = Rot3::<f64>::from_axis_angle(axis, screw.angle().f64() * fraction);
    let center: Vec3<f64> = screw.center().cast();
    let at =
        center + turn.rotate(pose.translation().cast() - center) + screw.linear().cast::<f64>() * fraction;
    let rotation =
        Rot3::<f64>::try_normalize_xyzw(pose.rotation().to_xyzw().map(Real::f64)).expect("a unit quaternion");
    let rotation = Rot3::try_normalize_xyzw(turn.compose(&rotation).to_xyzw().map(T::of));
    Pose::new(at.cast(), rotation.expect("a unit quaternion"))
}

fn random_screw<T: Real>(rng: &mut Rng, at: Vec3<T>) -> Motion<Vec3<T>> {
    let off = [0.0, 0.5, 3.0][rng.below(3)];
    let angle = rng.between(-1.0, 1.0) * [0.3, 3.0, 20.0][rng.below(3)];
    let advance = rng.between(-1.0, 1.0) * [0.1, 2.0, 30.0][rng.below(3)];
    let center = at + vector(rng, off);
    Motion::screw(center, rng.unit3(), T::of(angle), T::of(advance))
}

fn chains_of_screws_end_in_no_overlap<T: Real>() {
    let (mut hits, mut free, mut all) = (0, 0, 0);
    let mut mover = Mover::new();
    let settings = MotionSettings::default();
    for (b, (body_name, body)) in bodies::<T>().iter().enumerate() {
        for (p, (place_name, place, start)) in places::<T>().iter().enumerate() {
            let name = format!("{body_name} in {place_name}, {}", T::NAME);
            let mut rng = Rng::new((900 + 100 * b + p) as u64);
            let world = Pose::new(vector::<T>(&mut rng, 1.0), rng.rotation3());
            let standing = PlacedMesh::new(place, world);
            let surfaces = placed(place, &world);
            let starts = (0..100).map(|_| world.compose(&Pose::new(start.cast::<T>(), rng.rotation3())));
            let found = starts.into_iter().find(|pose| !cross(&placed(body, pose), &surfaces));
            let mut pose = found.unwrap_or_else(|| panic!("{name} starts inside"));
            for step in 0..12 {
                let way = random_screw(&mut rng, pose.translation());
                let trace = mover.move_by(&PlacedMesh::new(body, pose), &way, &standing, &settings).unwrap();
                all += 1;
                assert!(trace.clear, "{name}, step {step}: {trace:?}");
                for i in 1..=8 {
                    let on_way = screwed(&pose, &way, trace.fraction.f64() * f64::from(i) / 8.0);
                    assert!(!cross(&placed(body, &on_way), &surfaces), "{name}, step {step}, {i}: {trace:?}");
                }
                let now = placed(body, &trace.pose);
                assert!(!cross(&now, &surfaces), "{name}, step {step}: {trace:?}");
                match trace.hit {
                    Some(_) => {
                        hits += 1;
                        let away = distance(&now, &surfaces);
                        let zone = trace.zone;
                        let explained = zone.thickness + zone.pose + 8.0 * zone.error + zone.floor;
                        assert!(0.0 < away && away <= explained, "{name}, {step}: {away} > {explained}");
                    }
                    None => {
                        free += 1;
                        assert_eq!(trace.fraction, T::ONE);
                    }
                }
                pose = trace.pose;
            }
        }
    }
    assert!(hits > all / 4 && free > all / 10, "{hits} hits and {free} free of {all}");
}

fn screws_without_advance_are_turns<T: Real>() {
    let settings = MotionSettings::default();
    let mut mover = Mover::new();
    let (bodies, places) = (bodies::<T>(), places::<T>());
    let mut rng = Rng::new(5);
    let mut hits = 0;
    for _ in 0..300 {
        let (_, body) = &bodies[rng.below(bodies.len())];
        let (_, place, start) = &places[rng.below(places.len())];
        let standing = PlacedMesh::new(place, Pose::IDENTITY);
        let pose = Pose::new(start.cast::<T>(), rng.rotation3());
        if cross(&placed(body, &pose), &placed(place, &Pose::IDENTITY)) {
            continue;
        }
        let moving = PlacedMesh::new(body, pose);
        let way = random_screw(&mut rng, pose.translation());
        let (center, axis, angle) = (way.center(), way.axis(), way.angle());
        let angle = angle * T::of(0.25);
        let turn =
            mover.move_by(&moving, &Motion::rotation(center, axis, angle), &standing, &settings).unwrap();
        let way = Motion::screw(center, axis, angle, T::ZERO);
        let same = mover.move_by(&moving, &way, &standing, &settings).unwrap();
        hits += usize::from(turn.hit.is_some());
        assert_eq!(turn.hit.is_some(), same.hit.is_some());
        // Both stop within the zone; a grazing turn may take a long way through it.
        let off = (turn.pose.translation() - same.pose.translation()).norm().f64();
        assert!(off <= 0.02 + 1e3 * turn.zone.thickness, "{off:e}: {turn:?} {same:?}");

        let by = axis * T::of(2.0);
        let slide = mover.translate(&moving, by, &standing, &settings).unwrap();
        let way = Motion::screw(pose.translation(), axis, T::ZERO, by.norm());
        let same = mover.move_by(&moving, &way, &standing, &settings).unwrap();
        let off = (slide.fraction.f64() - same.fraction.f64()).abs();
        assert!(off <= 1e4 * slide.zone.thickness, "{off:e}: {slide:?} {same:?}");
    }
    assert!(hits > 30, "{hits}");
}

fn screws_lead_from_pose_to_pose<T: Real>() {
    let mut rng = Rng::new(8);
    for i in 0..2000 {
        let from: Pose<Vec3<T>> = rng.pose3(3.0);
        let mut to: Pose<Vec3<T>> = rng.pose3(3.0);
        if i % 4 == 0 {
            // Hardly turned, or not at all.
            let small = Rot3::<T>::from_axis_angle(rng.unit3(), T::of(if i % 8 == 0 { 0.0 } else { 1e-2 }));
            to = Pose::new(to.translation(), small.compose(&from.rotation()));
        }
        let way = Motion::between(&from, &to);
        assert!(way.angle().f64() <= core::f64::consts::PI * (1.0 + 1e-6) && way.angle() >= T::ZERO);
        let end = screwed(&from, &way, 1.0);
        // The center is as far away as the angle is small.
        let scale = 10.0 + way.center().cast::<f64>().norm();
        let off = (end.translation() - to.translation()).norm().f64();
        assert!(off <= 64.0 * T::EPSILON.f64() * scale, "{off:e} {way:?}");
        let [a, b] = [end, to].map(|pose| pose.rotation().to_xyzw().map(Real::f64));
        let same: f64 = a.iter().zip(&b).map(|(x, y)| x * y).sum();
        assert!(same.abs() >= 1.0 - 64.0 * T::EPSILON.f64());
    }
}

/// A bolt with a wing goes down one unit a turn. Below the wing is a floor, above it nothing: it stops by the pitch.
fn a_bolt_stops_where_it_must<T: Real>() {
    use impinge::mesh::polygon::PolygonMesh;
    use impinge_scenes::rooms;
    let wing = rooms::cuboid([2.0, 0.25, 0.25], 1);
    let (wing, _) = PolygonMesh::from_polygons(&wing.points_in::<T>(), &wing.polygons).unwrap();
    let floor = rooms::floor(20.0, 3);
    let (floor, _) = PolygonMesh::from_polygons(&floor.points_in::<T>(), &floor.polygons).unwrap();
    let standing = PlacedMesh::new(&floor, Pose::IDENTITY);
    let moving = PlacedMesh::new(&wing, Pose::new(Vec3::new(0.0, 0.0, 2.25).cast(), Rot3::IDENTITY));
    let turns = 4.0;
    let way = Motion::screw(
        Vec3::ZERO,
        Vec3::new(0.0, 0.0, 1.0).cast(),
        T::of(turns * 2.0 * core::f64::consts::PI),
        T::of(-turns),
    );
    let trace = move_by(&moving, &way, &standing, &MotionSettings::default()).unwrap();
    let early = 0.5 - trace.fraction.f64();
    assert!(early > 0.0 && early <= trace.zone.thickness, "{trace:?}");
    let hit = trace.hit.unwrap();
    assert!((hit.normal.cast::<f64>() - Vec3::new(0.0, 0.0, 1.0)).norm() < 1e-3, "{hit:?}");

    // A post beside the axis stops the wing on its way round, at the angle where it gets there.
    let post = rooms::cuboid([0.25, 0.25, 5.0], 1).map(|p| p + Vec3::new(0.0, 1.0, 0.0));
    let (post, _) = PolygonMesh::from_polygons(&post.points_in::<T>(), &post.polygons).unwrap();
    let trace =
        move_by(&moving, &way, &PlacedMesh::new(&post, Pose::IDENTITY), &MotionSettings::default()).unwrap();
    // The wing's side is at 0.25 from its middle line; the corner (0.25, 0.75) of the post is met when the line is turned to
    // within asin(0.25/r) of its direction.
    let radius = Real::sqrt(0.25f64 * 0.25 + 0.75 * 0.75);
    let angle = libm::atan2(0.75, 0.25) - libm::asin(0.25 / radius);
    let stopped = trace.fraction.f64() * way.angle().f64();
    assert!(
        (stopped - angle).abs() <= 4.0 * trace.zone.thickness + 1e-12 && stopped < angle,
        "{stopped} {angle}"
    );
}

fn bad_screws_are_refused<T: Real>() {
    let (bodies, places) = (bodies::<T>(), places::<T>());
    let moving = PlacedMesh::new(&bodies[0].1, Pose::new(places[0].2.cast::<T>(), Rot3::IDENTITY));
    let standing = PlacedMesh::new(&places[0].1, Pose::IDENTITY);
    let way = Motion::screw(Vec3::ZERO, Vec3::new(T::ONE, T::ZERO, T::ZERO), T::ONE, T::ONE);
    let ask =
        |way: Motion<Vec3<T>>| move_by(&moving, &way, &standing, &MotionSettings::default()).map(|_| ());
    assert_eq!(ask(way), Ok(()));
    let long = Motion::screw(Vec3::ZERO, way.axis(), T::of(1e9), T::ONE);
    assert!(matches!(ask(long), Err(MotionError::TooLong { .. })));
    // A body that rolls turns about an axis that it does not move along.
    assert_eq!(ask(way.moving([T::ZERO, T::ONE, T::ZERO])), Err(MotionError::Tumbles));
    let still = move_by(&moving, &Motion::still(), &standing, &MotionSettings::default());
    assert_eq!(still.unwrap().fraction, T::ONE);
}
