//! Single cases: what the original gets wrong, bad input, internal edges, contacts, fronts and backs, two bodies that move.

use impinge::expel::{
    Hit, MotionError, MotionSettings, Mover, Start, Trace, move_by, shrunk, translate, zone_for,
};
use impinge::mesh::polygon::{MeshFeature, MeshSettings, PlacedMesh, PolygonMesh, is_in_solid};
use impinge::{Motion, Pose, Real, Rot3, Vec3};
use impinge_scenes::movers::{bodies, mesh, places, two_sided, vector};
use impinge_scenes::oracle::surfaces::{cross, distance, placed};
use impinge_scenes::{Rng, rooms};
use impinge_tests::in_both_precisions;

in_both_precisions!(
    long_arcs_stop_where_the_post_stands,
    long_moves_stop_at_the_wall,
    bodies_of_many_features_stop,
    threads_share_a_model,
    what_starts_in_solid_stays_unless_freed,
    a_stopped_turn_leaves_a_contact,
    contacts_of_a_box_are_its_corners_and_edges,
    polygons_stop_what_comes_from_their_front,
    bad_input_is_refused,
    floors_do_not_catch,
    seams_of_platforms_do_not_catch,
    a_body_placed_on_the_floor_may_slide_and_not_sink,
    two_bodies_meet_where_their_difference_says,
    a_turn_follows_a_translation_that_was_completed,
    thin_zones_are_refused,
    sheets_in_one_plane_stop_edge_on,
    shrunk_bodies_touch,
    roles_can_be_exchanged,
);

fn v<T: Real>(x: f64, y: f64, z: f64) -> Vec3<T> {
    Vec3::new(x, y, z).cast()
}

/// Largest distance from a surface at which a body may be stopped.
fn explained<T: Real>(trace: &Trace<T>) -> f64 {
    let zone = trace.zone;
    zone.thickness + zone.floor + 2.0 * zone.pose + 8.0 * zone.error
}

fn unit_box<T: Real>() -> PolygonMesh<T> {
    mesh(&rooms::cuboid([0.5, 0.5, 0.5], 1))
}

/// An arm that swings by any angle meets a post where it stands, not where an arc of less than half a turn would end.
fn long_arcs_stop_where_the_post_stands<T: Real>() {
    let arm = mesh::<T>(&rooms::cuboid([1.0, 0.05, 0.05], 1).map(|p| p + Vec3::new(1.5, 0.0, 0.0)));
    let post = mesh::<T>(&rooms::cuboid([0.1, 0.1, 2.0], 1));
    let at_origin = PlacedMesh::new(&arm, Pose::IDENTITY);
    for degrees in [20.0, 100.0, 179.0, 181.0, 269.0, 330.0_f64] {
        for sense in [1.0, -1.0] {
            let angle = degrees.to_radians() * sense;
            let (sin, cos) = Real::sin_cos(angle);
            let turned = Rot3::from_axis_angle(v::<T>(0.0, 0.0, 1.0), T::of(angle));
            let standing = PlacedMesh::new(&post, Pose::new(v(2.0 * cos, 2.0 * sin, 0.0), turned));
            let turn = |whole: f64| Motion::rotation(Vec3::ZERO, v(0.0, 0.0, 3.0), T::of(sense * whole));
            let trace = move_by(&at_origin, &turn(6.2), &standing, &MotionSettings::default()).unwrap();
            // The near corner of the arm's side and of the post: half widths 0.05 and 0.1 at distance 2 + 0.1 or less.
            let stopped = trace.fraction.f64() * 6.2;
            let gap = degrees.to_radians() - stopped;
            assert!(
                trace.hit.is_some() && (0.065..0.085).contains(&gap),
                "{degrees} {sense}: {gap} {trace:?}"
            );
            // Many turns find the same.
            let more = move_by(&at_origin, &turn(62.0), &standing, &MotionSettings::default()).unwrap();
            assert!((more.fraction.f64() * 62.0 - stopped).abs() < 1e-3);
            // And a turn that ends before it is free.
            let less =
                move_by(&at_origin, &turn(stopped - 0.01), &standing, &MotionSettings::default()).unwrap();
            assert_eq!(less.fraction, T::ONE);
        }
    }
    // Out of reach: free for any number of turns.
    let standing = PlacedMesh::new(&post, Pose::at(v(4.0, 0.0, 0.0)));
    let turning = Motion::rotation(Vec3::ZERO, v(0.0, 0.0, 1.0), T::of(1000.0));
    let trace = move_by(&at_origin, &turning, &standing, &MotionSettings::default()).unwrap();
    assert!(trace.fraction == T::ONE && trace.hit.is_none());
}

/// A thousand, a million times its size in one step: it stops at the wall.
fn long_moves_stop_at_the_wall<T: Real>() {
    let body = unit_box::<T>();
    let wall = mesh::<T>(&rooms::cuboid([0.01, 50.0, 50.0], 1));
    let mut rng = Rng::new(3);
    for distance in [5.0, 100.0, 5000.0, 1e6] {
        for _ in 0..20 {
            let start =
                PlacedMesh::new(&body, Pose::new(v(-3.0, rng.between(-9.0, 9.0), 1.0), rng.rotation3()));
            let by = v::<T>(distance, rng.between(-1.0, 1.0) * distance, rng.between(-1.0, 1.0) * distance);
            let trace =
                translate(&start, by, &PlacedMesh::new(&wall, Pose::IDENTITY), &MotionSettings::default())
                    .unwrap();
            assert!(trace.pose.translation().x < T::ZERO && trace.hit.is_some(), "{trace:?}");
            let away = distance_of(&body, &trace.pose, &wall);
            assert!(away > 0.0 && away <= explained(&trace), "{away} {trace:?}");
        }
    }
}

fn distance_of<T: Real>(a: &PolygonMesh<T>, pose: &Pose<Vec3<T>>, b: &PolygonMesh<T>) -> f64 {
    distance(&placed(a, pose), &placed(b, &Pose::IDENTITY))
}

/// Bodies with hundreds of features on both sides.
fn bodies_of_many_features_stop<T: Real>() {
    let ball = mesh::<T>(&rooms::random_hull(150, 8));
    let torus = mesh::<T>(&rooms::torus(24, 12));
    assert!(ball.vertices().len() > 100 && torus.edges().len() > 500);
    let mut rng = Rng::new(4);
    let mut hits = 0;
    for _ in 0..12 {
        let from = rng.unit3::<f64>() * 6.0;
        let start = PlacedMesh::new(&ball, Pose::new(from.cast::<T>(), rng.rotation3()));
        let by: Vec3<T> = (from * -1.6 + rng.unit3::<f64>()).cast();
        let trace =
            translate(&start, by, &PlacedMesh::new(&torus, Pose::IDENTITY), &MotionSettings::default())
                .unwrap();
        if trace.hit.is_some() {
            hits += 1;
            let away = distance_of(&ball, &trace.pose, &torus);
            assert!(away > 0.0 && away <= explained(&trace), "{away} {trace:?}");
        }
    }
    assert!(hits >= 8);
}

/// The model is only read: two threads get what one gets.
fn threads_share_a_model<T: Real>() {
    let (_, place, free) = &places::<T>()[1];
    let (_, body) = &bodies::<T>()[1];
    let ask = |seed: u64| {
        let (mut rng, mut mover) = (Rng::new(seed), Mover::new());
        let moving = PlacedMesh::new(body, Pose::new(free.cast::<T>(), rng.rotation3()));
        let standing = PlacedMesh::new(place, Pose::IDENTITY);
        let asked = (0..50)
            .map(|_| mover.translate(&moving, vector(&mut rng, 5.0), &standing, &MotionSettings::default()));
        asked.map(|trace| trace.unwrap().fraction).collect::<Vec<T>>()
    };
    let alone = [ask(1), ask(2)];
    let together = std::thread::scope(|scope| {
        let threads = [scope.spawn(|| ask(1)), scope.spawn(|| ask(2))];
        threads.map(|thread| thread.join().unwrap())
    });
    assert_eq!(alone, together);
}

/// A body that starts inside another one is reported and stays, unless it is freed first: then it moves with a proof.
fn what_starts_in_solid_stays_unless_freed<T: Real>() {
    let body = unit_box::<T>();
    let floor = mesh::<T>(&rooms::cuboid([5.0, 5.0, 1.0], 1));
    let pose = Pose::new(v::<T>(0.1, 0.2, 1.3), Rot3::from_axis_angle(v(1.0, 2.0, 3.0), T::of(0.3)));
    assert!(is_in_solid(&PlacedMesh::new(&body, pose), &PlacedMesh::new(&floor, Pose::IDENTITY)).is_some());
    let start = PlacedMesh::new(&body, pose);
    let standing = PlacedMesh::new(&floor, Pose::IDENTITY);
    let up = translate(&start, v(0.0, 0.0, 3.0), &standing, &MotionSettings::default()).unwrap();
    assert!(up.start == Start::Overlapping && up.fraction == T::ZERO && up.pose == pose, "{up:?}");
    assert!(!up.clear && up.hit.is_some());
    let free = MotionSettings { free: Some(0.6), ..MotionSettings::default() };
    let up = translate(&start, v(0.0, 0.0, 3.0), &standing, &free).unwrap();
    assert!(up.start == Start::Freed && up.fraction == T::ONE && up.clear, "{up:?}");
    assert!((up.from.translation() - pose.translation()).norm().f64() < 0.6);
    assert_eq!(is_in_solid(&PlacedMesh::new(&body, up.from), &PlacedMesh::new(&floor, Pose::IDENTITY)), None);
    assert_eq!(is_in_solid(&PlacedMesh::new(&body, up.pose), &PlacedMesh::new(&floor, Pose::IDENTITY)), None);
}

/// After a turn that was stopped there is a contact within the zone.
fn a_stopped_turn_leaves_a_contact<T: Real>() {
    let body = unit_box::<T>();
    let floor = mesh::<T>(&rooms::floor(10.0, 4));
    let start = PlacedMesh::new(&body, Pose::at(v(0.0, 0.0, 0.6)));
    let standing = PlacedMesh::new(&floor, Pose::IDENTITY);
    let mut mover = Mover::new();
    let turning = Motion::rotation(v(0.0, 0.0, 0.6), v(1.0, 0.3, 0.0), T::ONE);
    let trace = mover.move_by(&start, &turning, &standing, &MotionSettings::default()).unwrap();
    assert!(trace.hit.is_some() && trace.fraction > T::ZERO);
    let mut contacts: Vec<Hit<T>> = Vec::new();
    let reach = explained(&trace);
    assert_eq!(
        mover.contacts(&PlacedMesh::new(&body, trace.pose), &standing, reach, &mut contacts),
        Ok(Start::Apart)
    );
    assert_eq!(contacts.len(), 1, "{contacts:?}");
    assert!(matches!(contacts[0].moving, MeshFeature::Vertex(_)) && contacts[0].normal.z > T::of(0.999));
}

/// A box on a floor has four contacts; across a beam four of edges; corner to corner one.
fn contacts_of_a_box_are_its_corners_and_edges<T: Real>() {
    let body = unit_box::<T>();
    let mut mover = Mover::new();
    let mut list: Vec<Hit<T>> = Vec::new();
    let height = 0.501;
    let floor = mesh::<T>(&rooms::floor(10.0, 3));
    let at = PlacedMesh::new(&body, Pose::at(v(0.1, 0.2, height)));
    assert_eq!(
        mover.contacts(&at, &PlacedMesh::new(&floor, Pose::IDENTITY), 0.002, &mut list),
        Ok(Start::Apart)
    );
    assert_eq!(list.len(), 4);
    for contact in &list {
        assert!((contact.distance - 0.001).abs() < 1e-6);
        assert!((contact.normal - v(0.0, 0.0, 1.0)).norm().f64() < 1e-6);
        assert!((contact.point.x.f64() - 0.1).abs() - 0.5 < 1e-6 && contact.point.z.abs().f64() < 1e-6);
    }
    let beam = mesh::<T>(&rooms::cuboid([3.0, 0.2, 0.2], 1));
    let at = PlacedMesh::new(&body, Pose::at(v(0.1, 0.05, 0.2 + height)));
    assert_eq!(
        mover.contacts(&at, &PlacedMesh::new(&beam, Pose::IDENTITY), 0.002, &mut list),
        Ok(Start::Apart)
    );
    assert_eq!(list.len(), 4, "{list:?}");
    assert!(
        list.iter().all(|c| matches!((c.moving, c.standing), (MeshFeature::Edge(_), MeshFeature::Edge(_))))
    );
    let other = unit_box::<T>();
    let at = PlacedMesh::new(&body, Pose::at(v(1.001, 1.001, 1.001)));
    assert_eq!(
        mover.contacts(&at, &PlacedMesh::new(&other, Pose::IDENTITY), 0.002, &mut list),
        Ok(Start::Apart)
    );
    assert_eq!(list.len(), 1);
    assert!((list[0].distance - 0.001 * 3.0_f64.sqrt()).abs() < 1e-6);
    assert_eq!(
        mover.contacts(&at, &PlacedMesh::new(&other, Pose::IDENTITY), 0.001, &mut list),
        Ok(Start::Apart)
    );
    assert!(list.is_empty());
}

/// A polygon with one side stops what comes from its front, and lets pass what comes from behind. With two it stops both.
fn polygons_stop_what_comes_from_their_front<T: Real>() {
    let faces = rooms::floor(2.0, 1);
    let (one, two) = (mesh::<T>(&faces), two_sided::<T>(&faces));
    let point = PolygonMesh::point(v::<T>(0.0, 0.0, 0.0));
    let go = |sheet: &PolygonMesh<T>, from: f64, by: f64| {
        let moving = PlacedMesh::new(&point, Pose::at(v(0.3, 0.2, from)));
        let trace = translate(
            &moving,
            v(0.1, 0.0, by),
            &PlacedMesh::new(sheet, Pose::IDENTITY),
            &MotionSettings::default(),
        )
        .unwrap();
        assert!(trace.clear);
        trace.fraction.f64()
    };
    assert!((go(&one, 1.0, -2.0) - 0.5).abs() < 1e-3);
    assert_eq!(go(&one, -1.0, 2.0), 1.0);
    assert!((go(&two, 1.0, -2.0) - 0.5).abs() < 1e-3);
    assert!((go(&two, -1.0, 2.0) - 0.5).abs() < 1e-3);
    // Turning likewise: up through the back, over, and down onto the front.
    let moving = PlacedMesh::new(&point, Pose::at(v(0.5, 0.0, -0.3)));
    for (sheet, stopped) in [(&one, true), (&two, true)] {
        let turning = Motion::rotation(Vec3::ZERO, v(0.0, -1.0, 0.0), T::of(6.0));
        let trace =
            move_by(&moving, &turning, &PlacedMesh::new(sheet, Pose::IDENTITY), &MotionSettings::default())
                .unwrap();
        assert_eq!(trace.hit.is_some(), stopped);
        let angle = trace.fraction.f64() * 6.0;
        let below = Real::sqrt(0.34_f64);
        let first = libm::asin(0.3 / below);
        let expected = if core::ptr::eq(sheet, &one) { first + core::f64::consts::PI } else { first };
        assert!((angle - expected).abs() < 1e-2, "{angle} {expected} {trace:?}");
    }
}

fn bad_input_is_refused<T: Real>() {
    let body = unit_box::<T>();
    let moving = PlacedMesh::new(&body, Pose::at(v(0.0, 0.0, 5.0)));
    let standing = PlacedMesh::new(&body, Pose::IDENTITY);
    let settings = MotionSettings::default();
    let (nan, infinite) = (T::of(f64::NAN), T::INFINITY);
    for bad in [nan, infinite, -infinite] {
        let by = Vec3::new(T::ZERO, bad, T::ZERO);
        assert_eq!(translate(&moving, by, &standing, &settings).unwrap_err(), MotionError::NotFinite);
        let z = v::<T>(0.0, 0.0, 1.0);
        let zone = MotionSettings { zone: Some(bad.f64()), ..settings };
        assert!(matches!(translate(&moving, z, &standing, &zone), Err(MotionError::ZoneTooThin { .. })));
        assert!(Mover::new().clearance(&moving, &standing, bad.f64()).is_err());
    }
    // Nothing asked, nothing done.
    let still = translate(&moving, Vec3::ZERO, &standing, &settings).unwrap();
    assert!(still.fraction == T::ONE && still.pose == moving.pose && still.hit.is_none());
    let turning = Motion::rotation(Vec3::ZERO, v(1.0, 0.0, 0.0), T::ZERO);
    let still = move_by(&moving, &turning, &standing, &settings).unwrap();
    assert!(still.fraction == T::ONE && still.hit.is_none());
    assert_eq!(still.pose.translation(), moving.pose.translation());
    // The largest motions that can be written.
    let huge = T::power_of_two(T::MAX_EXPONENT - 8);
    let far = translate(&moving, Vec3::new(T::ZERO, T::ZERO, -huge), &standing, &settings).unwrap();
    assert!(far.hit.is_some() && far.pose.translation().z > T::ONE, "{far:?}");
    let text = MotionError::ZoneTooThin { wanted: 0.0, least: 1e-6 }.to_string();
    assert_eq!(text, "invalid zone: 0e0 does not cover the rounding; it must be at least 1e-6");
}

/// A box that slides over a floor of many triangles is never stopped, at any angle, also where it rests at the zone.
fn floors_do_not_catch<T: Real>() {
    let faces = rooms::floor(20.0, 40);
    let settings = MeshSettings { merge: false, ..MeshSettings::default() };
    let (floor, _) =
        PolygonMesh::with_settings(&faces.points_in::<T>(), &faces.triangles(), &settings).unwrap();
    assert_eq!(floor.polygons().len(), 3200);
    let mut rng = Rng::new(12);
    let mut mover = Mover::new();
    for (name, body) in &bodies::<T>() {
        // In a frame that is not along the axes, so that everything is rounded.
        let world = Pose::new(vector::<T>(&mut rng, 3.0), rng.rotation3());
        let standing = PlacedMesh::new(&floor, world);
        let down = world.rotation();
        let direction = |x: f64, y: f64, z: f64| impinge::Rotation::rotate(&down, v::<T>(x, y, z));
        let start = world.compose(&Pose::new(v(0.0, 0.0, 2.0), rng.rotation3()));
        let fall = mover.translate(
            &PlacedMesh::new(body, start),
            direction(0.0, 0.0, -5.0),
            &standing,
            &MotionSettings::default(),
        );
        let fall = fall.unwrap();
        assert!(fall.hit.is_some());
        let mut pose = fall.pose;
        let mut place = Vec3::<f64>::ZERO;
        for step in 0..300 {
            let go = Vec3::new(rng.between(-1.0, 1.0), rng.between(-1.0, 1.0), 0.0) - place * 0.1;
            let by = direction(go.x, go.y, 0.0);
            let slide = mover
                .translate(&PlacedMesh::new(body, pose), by, &standing, &MotionSettings::default())
                .unwrap();
            assert_eq!(slide.fraction, T::ONE, "{name}, step {step}: {slide:?}");
            (pose, place) = (slide.pose, place + go);
        }
    }
}

/// Two separate platforms of one height: a box at the zone of one slides onto the other, over their convex edges.
fn seams_of_platforms_do_not_catch<T: Real>() {
    let at = |x: f64| move |p: Vec3<f64>| p + Vec3::new(x, 0.0, 0.0);
    let platforms =
        rooms::cuboid([1.0, 1.0, 1.0], 1).map(at(-1.1)).and(&rooms::cuboid([1.0, 1.0, 1.0], 2).map(at(1.1)));
    let platforms = mesh::<T>(&platforms);
    let body = mesh::<T>(&rooms::cuboid([0.3, 0.2, 0.1], 1));
    let standing = PlacedMesh::new(&platforms, Pose::IDENTITY);
    let mut mover = Mover::new();
    let mut rng = Rng::new(6);
    for _ in 0..20 {
        let turned = Rot3::from_axis_angle(v::<T>(0.0, 0.0, 1.0), T::of(rng.between(0.0, 6.0)));
        let start = PlacedMesh::new(&body, Pose::new(v(-1.1, rng.between(-0.5, 0.5), 1.5), turned));
        let go = |mover: &mut Mover, pose, by| {
            mover.translate(&PlacedMesh::new(&body, pose), by, &standing, &MotionSettings::default()).unwrap()
        };
        let fall = go(&mut mover, start.pose, v(0.0, 0.0, -3.0));
        let across = go(&mut mover, fall.pose, v(2.2, 0.1, 0.0));
        assert_eq!(across.fraction, T::ONE, "{across:?}");
        let back = go(&mut mover, across.pose, v(-2.2, 0.0, 0.0));
        assert_eq!(back.fraction, T::ONE, "{back:?}");
    }
}

/// A box placed onto the floor exactly: reported, may leave or slide, may not sink.
fn a_body_placed_on_the_floor_may_slide_and_not_sink<T: Real>() {
    let body = unit_box::<T>();
    let start = PlacedMesh::new(&body, Pose::at(v(0.0, 0.0, 1.5)));
    let beam = mesh::<T>(&rooms::cuboid([5.0, 0.2, 1.0], 1));
    let block = mesh::<T>(&rooms::cuboid([5.0, 5.0, 1.0], 1));
    for standing in [&block, &beam] {
        let standing = PlacedMesh::new(standing, Pose::IDENTITY);
        let go = |by| translate(&start, by, &standing, &MotionSettings::default()).unwrap();
        let down = go(v(0.0, 0.0, -1.0));
        assert!(down.fraction == T::ZERO && !down.clear, "{down:?}");
        let up = go(v(0.0, 0.0, 1.0));
        assert!(up.fraction == T::ONE && up.clear, "{up:?}");
        let along = go(v(0.7, 0.0, 0.0));
        assert!(along.fraction == T::ONE && !along.clear, "{along:?}");
    }
}

/// Two bodies that fly at each other meet where their difference says; one that flees is not caught.
fn two_bodies_meet_where_their_difference_says<T: Real>() {
    let body = unit_box::<T>();
    let mut mover = Mover::new();
    let bodies = [
        PlacedMesh::new(&body, Pose::at(v(-3.0, 0.1, 0.0))),
        PlacedMesh::new(&body, Pose::at(v(3.0, 0.0, 0.2))),
    ];
    let settings = MotionSettings::default();
    let (trace, other) = mover
        .translate_both([&bodies[0], &bodies[1]], [v(4.0, 0.0, 0.0), v(-6.0, 0.0, 0.0)], &settings)
        .unwrap();
    assert!((trace.fraction.f64() - 0.5).abs() < 1e-3);
    let away = distance(&placed(&body, &trace.pose), &placed(&body, &other));
    assert!(away > 0.0 && away <= explained(&trace), "{away}");
    // The hits are reported where the second one is then, not where it was.
    let off = (trace.hit.unwrap().point - other.translation()).x.f64() + 0.5;
    assert!(off.abs() <= 8.0 * T::EPSILON.f64(), "{trace:?}");
    let (free, other) = mover
        .translate_both([&bodies[0], &bodies[1]], [v(9.0, 0.0, 0.0), v(9.0, 0.0, 0.0)], &settings)
        .unwrap();
    assert_eq!(free.fraction, T::ONE);
    assert_eq!(other.translation(), v(12.0, 0.0, 0.2));
}

/// First along, then about an axis that came along; a translation that is stopped leaves no turn.
fn a_turn_follows_a_translation_that_was_completed<T: Real>() {
    let body = mesh::<T>(&rooms::cuboid([1.0, 0.1, 0.1], 1));
    let floor = mesh::<T>(&rooms::floor(20.0, 2));
    let standing = PlacedMesh::new(&floor, Pose::IDENTITY);
    let start = PlacedMesh::new(&body, Pose::at(v(0.0, 0.0, 2.0)));
    let motion = |z: f64, angle: f64| {
        let turn = Motion::rotation(v(0.0, 0.0, 2.0 + z), v(0.0, 1.0, 0.0), T::of(angle));
        [Motion::translation(v(0.0, 0.0, z)), turn]
    };
    let mut mover = Mover::new();
    let [first, second] =
        mover.move_in_a_row(&start, &motion(-1.5, 1.0), &standing, &MotionSettings::default()).unwrap();
    assert!(first.hit.is_none() && second.hit.is_some());
    // The lower corner at (1, 0.1) is 0.5 below the axis: sin(angle + atan 0.1) = 0.5/√1.01.
    let expected = libm::asin(0.5 / Real::sqrt(1.01)) - libm::atan(0.1);
    assert!((second.fraction.f64() - expected).abs() < 4e-3, "{second:?} {expected}");
    let [first, second] =
        mover.move_in_a_row(&start, &motion(-3.0, 1.0), &standing, &MotionSettings::default()).unwrap();
    assert!(first.hit.is_some() && second.fraction == T::ZERO && second.pose == first.pose);
}

fn thin_zones_are_refused<T: Real>() {
    let body = unit_box::<T>();
    let zone = zone_for(&body, &body, T::TWO).unwrap();
    assert!(zone.floor < zone.thickness && zone.thickness < 2e-3);
    let (moving, standing) =
        (PlacedMesh::new(&body, Pose::at(v(0.0, 0.0, 2.0))), PlacedMesh::new(&body, Pose::IDENTITY));
    let with = |zone| {
        translate(
            &moving,
            v(0.0, 0.0, -2.0),
            &standing,
            &MotionSettings { zone: Some(zone), ..MotionSettings::default() },
        )
    };
    assert!(matches!(with(0.5 * zone.floor), Err(MotionError::ZoneTooThin { .. })));
    assert!(matches!(with(-1.0), Err(MotionError::ZoneTooThin { .. })));
    let thick = with(0.25).unwrap();
    assert!((thick.pose.translation().z.f64() - 1.25).abs() < 1e-5);
}

/// Two sheets in one plane that slide into each other edge on.
fn sheets_in_one_plane_stop_edge_on<T: Real>() {
    let sheet = mesh::<T>(&rooms::floor(2.0, 1));
    let (moving, standing) =
        (PlacedMesh::new(&sheet, Pose::at(v(5.0, 0.3, 0.0))), PlacedMesh::new(&sheet, Pose::IDENTITY));
    let trace = translate(&moving, v(-10.0, 0.0, 0.0), &standing, &MotionSettings::default()).unwrap();
    assert!(trace.hit.is_some() && (trace.pose.translation().x.f64() - 2.0).abs() < 2e-3, "{trace:?}");
}

/// Bodies that were made smaller by half the zone come to rest where their full sizes touch, up to rounding.
fn shrunk_bodies_touch<T: Real>() {
    let full = mesh::<T>(&rooms::letter('L'));
    let zone = 0.02;
    let small = shrunk(&full, 0.5 * zone).unwrap();
    assert_eq!((small.vertices().len(), small.edges().len()), (full.vertices().len(), full.edges().len()));
    let settings = MotionSettings { zone: Some(zone), ..MotionSettings::default() };
    let moving = PlacedMesh::new(&small, Pose::at(v(0.0, 0.0, 3.0)));
    let trace =
        translate(&moving, v(0.1, 0.2, -5.0), &PlacedMesh::new(&small, Pose::IDENTITY), &settings).unwrap();
    // The letters are 1 thick.
    assert!((trace.pose.translation().z.f64() - 1.0).abs() < 1e-5, "{trace:?}");
    // A body and its smaller one are apart by half the zone everywhere.
    let inner = distance(&placed(&small, &Pose::IDENTITY), &placed(&full, &Pose::IDENTITY));
    assert!((inner - 0.5 * zone).abs() < 1e-5, "{inner}");
    let hull = mesh::<T>(&rooms::random_hull(30, 2));
    let small = shrunk(&hull, 1e-3).unwrap();
    assert!(small.is_closed() && !cross(&placed(&small, &Pose::IDENTITY), &placed(&hull, &Pose::IDENTITY)));
}

/// The moving side is a matter of view: the place may as well move past the body, the other way.
fn roles_can_be_exchanged<T: Real>() {
    let mut rng = Rng::new(51);
    let settings = MotionSettings { zone: Some(0.004), ..MotionSettings::default() };
    let (bodies, places) = (bodies::<T>(), places::<T>());
    let (mut hits, mut mover) = ([0, 0], Mover::new());
    for i in 0..200 {
        let (_, body) = &bodies[i % 5];
        let (_, place, free) = &places[i % places.len()];
        let pose = Pose::new(free.cast::<T>(), rng.rotation3());
        let start = mover
            .clearance(&PlacedMesh::new(body, pose), &PlacedMesh::new(place, Pose::IDENTITY), 0.1)
            .unwrap();
        if start.distance < 0.05 || cross(&placed(body, &pose), &placed(place, &Pose::IDENTITY)) {
            continue;
        }
        let (one, other) = (PlacedMesh::new(body, pose), PlacedMesh::new(place, Pose::IDENTITY));
        let by = vector::<T>(&mut rng, 4.0);
        let [a, b] = [(&one, by, &other), (&other, -by, &one)]
            .map(|(moving, by, standing)| mover.translate(moving, by, standing, &settings).unwrap());
        assert_eq!(a.hit.is_some(), b.hit.is_some(), "{a:?} {b:?}");
        let apart = (a.fraction - b.fraction).abs().f64() * 4.0;
        let grazing = a.hit.map_or(1.0, |hit| hit.normal.dot(by).f64().abs() / 4.0);
        assert!(apart * grazing <= 1e-4, "{apart} {a:?} {b:?}");
        hits[0] += usize::from(a.hit.is_some());
        let turning = Motion::rotation(pose.translation() + vector(&mut rng, 1.0), by, T::of(2.0));
        let back = Motion::rotation(turning.center(), by, -turning.angle());
        let [a, b] = [(&one, turning, &other), (&other, back, &one)]
            .map(|(moving, turning, standing)| mover.move_by(moving, &turning, standing, &settings).unwrap());
        assert_eq!(a.hit.is_some(), b.hit.is_some(), "{a:?} {b:?}");
        let apart = (a.fraction - b.fraction).abs().f64();
        assert!(apart <= 1e-3, "{apart} {a:?} {b:?}");
        hits[1] += usize::from(a.hit.is_some());
    }
    assert!(hits[0] > 80 && hits[1] > 40, "{hits:?}");
}

/// Everything times a power of two gives the same fractions, to the bit.
#[test]
fn scales_exactly() {
    let mut rng = Rng::new(31);
    let (_, body) = &bodies::<f64>()[1];
    let (_, place, free) = &places::<f64>()[1];
    for scale in [2.0_f64.powi(-60), 2.0_f64.powi(60)] {
        let grown = |mesh: &PolygonMesh<f64>| {
            let points: Vec<Vec3<f64>> = mesh.vertices().iter().map(|&p| p * scale).collect();
            let rings: Vec<Vec<u32>> =
                (0..mesh.polygons().len() as u32).map(|p| mesh.corners(p).collect()).collect();
            PolygonMesh::from_polygons(&points, &rings).unwrap().0
        };
        let (large_body, large_place) = (grown(body), grown(place));
        for _ in 0..20 {
            let rotation = rng.rotation3();
            let by = vector::<f64>(&mut rng, 5.0);
            let small = PlacedMesh::new(body, Pose::new(*free, rotation));
            let large = PlacedMesh::new(&large_body, Pose::new(*free * scale, rotation));
            let settings = MotionSettings::default();
            let one = translate(&small, by, &PlacedMesh::new(place, Pose::IDENTITY), &settings).unwrap();
            let two =
                translate(&large, by * scale, &PlacedMesh::new(&large_place, Pose::IDENTITY), &settings)
                    .unwrap();
            assert_eq!(one.fraction, two.fraction);
            let turn = |scale: f64| Motion::rotation(*free * scale, by, 2.0);
            let one =
                move_by(&small, &turn(1.0), &PlacedMesh::new(place, Pose::IDENTITY), &settings).unwrap();
            let two =
                move_by(&large, &turn(scale), &PlacedMesh::new(&large_place, Pose::IDENTITY), &settings)
                    .unwrap();
            assert_eq!(one.fraction, two.fraction);
        }
    }
}

/// Polygons that are flat only within a tolerance: the zone is thicker by it, and still nothing crosses.
#[test]
fn polygons_that_are_not_flat() {
    let mut rng = Rng::new(41);
    let bumpy = rooms::floor(6.0, 12).map(|p| p + Vec3::new(0.0, 0.0, 1e-5 * rng.between(-1.0, 1.0)));
    let settings = MeshSettings { flat: 1e-4, ..MeshSettings::default() };
    let floor = PolygonMesh::with_settings(&bumpy.points, &bumpy.triangles(), &settings).unwrap().0;
    assert!(floor.flatness() > 1e-6 && floor.polygons().len() < 200, "{}", floor.polygons().len());
    let standing = PlacedMesh::new(&floor, Pose::IDENTITY);
    let surfaces = placed(&floor, &Pose::IDENTITY);
    let mut mover = Mover::new();
    for (name, body) in &bodies::<f64>()[..5] {
        let mut pose = Pose::new(Vec3::new(0.1, 0.2, 2.0), rng.rotation3());
        for step in 0..60 {
            let by = Vec3::new(rng.between(-0.5, 0.5), rng.between(-0.5, 0.5), -1.0);
            let trace = mover
                .translate(&PlacedMesh::new(body, pose), by, &standing, &MotionSettings::default())
                .unwrap();
            assert!(trace.clear && !cross(&placed(body, &trace.pose), &surfaces), "{name} {step}: {trace:?}");
            pose = trace.pose;
            let along = Vec3::new(-0.4 * pose.translation().x, -0.4 * pose.translation().y, 0.0);
            let slide = mover
                .translate(&PlacedMesh::new(body, pose), along, &standing, &MotionSettings::default())
                .unwrap();
            assert!(slide.clear && !cross(&placed(body, &slide.pose), &surfaces), "{name} {step}: {slide:?}");
            pose = slide.pose;
        }
    }
}
