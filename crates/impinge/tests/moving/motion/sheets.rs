//! Open meshes with one side: what is behind them is passed, but it is no further away.

use impinge::expel::{MotionSettings, Mover, Start, Trace};
use impinge::hull::solid_hull;
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{Motion, Pose, Real, Rot3, Vec3};
use impinge_scenes::movers::{mesh, vector};
use impinge_scenes::oracle::surfaces::{Triangle, cross, distance, placed};
use impinge_scenes::{Rng, rooms};
use impinge_tests::in_both_precisions;

in_both_precisions!(
    sheets_are_as_far_from_behind,
    seams_that_bend_away_are_met_from_behind,
    behind_a_sheet_rounding_is_no_proof,
    a_sheet_has_contacts_in_front_and_at_its_rim,
    what_would_end_in_a_sheet_is_stopped_at_its_back,
    what_would_end_in_one_of_many_sheets_is_stopped_at_one,
    chains_past_sheets_stop_only_in_contact,
);

fn v<T: Real>(x: f64, y: f64, z: f64) -> Vec3<T> {
    Vec3::new(T::of(x), T::of(y), T::of(z))
}

fn sheet<T: Real>() -> PolygonMesh<T> {
    let corners = [v::<T>(-2.0, -2.0, 0.0), v(2.0, -2.0, 0.0), v(2.0, 2.0, 0.0), v(-2.0, 2.0, 0.0)];
    PolygonMesh::from_triangles(&corners, &[[0, 1, 2], [0, 2, 3]]).unwrap().0
}

/// A body behind a sheet with one side was further from it than the floor, and so not near it at all: the clearance was that of
/// whatever else was near, or everything that was requested. Surfaces are as far apart from behind as from the front.
fn sheets_are_as_far_from_behind<T: Real>() {
    let mut rng = Rng::new(36);
    let mut mover = Mover::new();
    let sheet = sheet::<T>();
    let body = mesh::<T>(&rooms::cuboid([0.5; 3], 1));
    for _ in 0..200 {
        let gap = [0.25, 0.0078125, 1.0][rng.below(3)];
        let side = [-1.0, 1.0][rng.below(2)];
        let at = v::<T>(rng.below(16) as f64 * 0.0625, 0.125, side * (0.5 + gap));
        let (moving, standing) =
            (PlacedMesh::new(&body, Pose::at(at)), PlacedMesh::new(&sheet, Pose::IDENTITY));
        for (a, b) in [(&moving, &standing), (&standing, &moving)] {
            let found = mover.clearance(a, b, 4.0).unwrap();
            assert!(found.distance <= gap && found.distance > 0.99 * gap, "{gap} {side}: {found:?}");
            assert!(found.nearest.is_some());
        }
    }
}

/// A valley is a ridge from behind, and a pit is a peak. Their concave seams, which nothing in front can meet first, were left out
/// from behind too: the clearance of an edge 0.25 behind a ridge was 0.53, and half a floor behind it was proven clear.
fn seams_that_bend_away_are_met_from_behind<T: Real>() {
    let mut rng = Rng::new(37);
    let mut mover = Mover::new();
    let rims = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| v::<T>(x, y, 1.0));
    let bottom = [v::<T>(0.0, -1.0, 0.0), v(0.0, 1.0, 0.0)];
    let valley = [rims[0], bottom[0], bottom[1], rims[3], rims[1], rims[2]];
    let valley = PolygonMesh::from_polygons(&valley, &[[0, 1, 2, 3], [1, 4, 5, 2]]).unwrap().0;
    let pit = [Vec3::ZERO, rims[0], rims[1], rims[2], rims[3]];
    let pit = PolygonMesh::from_polygons(&pit, &[[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 1]]).unwrap().0;
    // A roof whose top runs across the ridge, and a flat top under the peak: both reach up to 0.
    let corner = |x: f64, y: f64, z: f64| v::<T>(x, y, z);
    let roof = [0.5, -0.5].map(|x| [corner(x, 0.0, 0.0), corner(x, 0.5, -1.0), corner(x, -0.5, -1.0)]);
    let roof = PolygonMesh::from_solid(&solid_hull(roof.as_flattened()).unwrap());
    let block = mesh::<T>(&rooms::cuboid([0.5; 3], 1).map(|p| p - Vec3::new(0.0, 0.0, 0.5)));
    let settings = MotionSettings::default();
    let (mut near, mut far) = (0, 0);
    for round in 0..400 {
        let (surface, body) = if round % 2 == 0 { (&valley, &roof) } else { (&pit, &block) };
        let standing = PlacedMesh::new(surface, Pose::IDENTITY);
        let spot = |rng: &mut Rng| (rng.below(9) as f64 - 4.0) * 0.0625;
        let turn = Rot3::from_axis_angle(v::<T>(0.0, 0.0, 1.0), T::of((rng.below(5) as f64 - 2.0) * 0.25));
        let at = |x: f64, y: f64, gap: f64| Pose::new(v::<T>(x, y, -gap), turn);
        let [x, y] = [spot(&mut rng), spot(&mut rng)];
        let moving = PlacedMesh::new(body, at(x, y, 0.25));
        let truth = distance(&placed(body, &moving.pose), &placed(surface, &Pose::IDENTITY));
        assert!((truth - 0.25).abs() < 1e-6, "{truth}");
        for (a, b) in [(&moving, &standing), (&standing, &moving)] {
            let found = mover.clearance(a, b, 4.0).unwrap();
            assert!(found.distance <= 0.25 && found.distance > 0.249, "{found:?}");
        }
        let floor = mover.translate(&moving, Vec3::ZERO, &standing, &settings).unwrap().zone.floor;
        let gap = floor * [0.25, 0.5, 0.75, 1.5, 3.0][rng.below(5)];
        let ways = [[0.0; 3], [0.0, 0.0, -0.125 * gap], [0.0, 0.0625, 0.0], [0.0, 0.0, 1.0 - gap]];
        for (k, by) in ways.into_iter().enumerate() {
            // The last one comes from far behind, and would end there.
            let from = PlacedMesh::new(body, at(x, y, if k == 3 { 1.0 } else { gap }));
            for swapped in [false, true] {
                let (a, b, by) =
                    if swapped { (standing, from, by.map(|c| -c)) } else { (from, standing, by) };
                let trace = mover.translate(&a, v(by[0], by[1], by[2]), &b, &settings).unwrap();
                let (start, end) = (a.pose.translation().z, trace.pose.translation().z);
                let left = if swapped { end - from.pose.translation().z } else { -end };
                assert!(trace.start == Start::Apart && left.f64() > 0.0, "{trace:?}");
                assert!(!trace.clear || left.f64() >= floor, "{by:?} {gap:e} {trace:?}");
                // Far enough for a proof, and by nothing stopped.
                let proven = left.f64() >= 1.25 * floor;
                assert!(trace.clear || !proven, "{by:?} {gap:e} {trace:?}");
                assert!(trace.clear || k != 3 || end == start, "{by:?} {gap:e} {trace:?}");
                (near, far) = (near + u32::from(!trace.clear), far + u32::from(trace.clear));
            }
        }
        let freed = mover.free(&PlacedMesh::new(body, at(x, y, gap)), &standing, 0.0, &settings).unwrap();
        assert!(freed.clear == (gap > floor) && freed.hit.is_none() == freed.clear, "{gap:e} {freed:?}");
    }
    assert!(near >= 1000 && far >= 1000, "{near} near, {far} far");
}

/// For a point behind a sheet by a little less than the floor, and by a little more when it is placed and rounded, the floor was
/// proven: what is in front must be the rounding further away for it, but what is behind must not.
fn behind_a_sheet_rounding_is_no_proof<T: Real>() {
    let mut rng = Rng::new(38);
    let mut mover = Mover::new();
    let (sheet, settings) = (sheet::<T>(), MotionSettings::default());
    let (mut below, mut above) = (0, 0);
    for _ in 0..1000 {
        let own = T::of(0.25 + 0.25 * rng.uniform());
        let far = T::of(1000.0);
        let point = PolygonMesh::point(Vec3::new(T::ZERO, T::ZERO, own));
        let standing = PlacedMesh::new(&sheet, Pose::at(Vec3::new(T::ZERO, T::ZERO, far)));
        let behind = |depth: f64| Pose::at(v::<T>(0.25, 0.5, far.f64() - own.f64() - depth));
        let ask = |mover: &mut Mover, pose: &Pose<Vec3<T>>| {
            mover.translate(&PlacedMesh::new(&point, *pose), Vec3::ZERO, &standing, &settings).unwrap()
        };
        let floor = ask(&mut mover, &behind(1.0)).zone.floor;
        for share in [1.0, 1.0 - 2e-4, 1.0 - 4e-4, 1.5] {
            let pose = behind(floor * share);
            // Both differences are exact: of numbers near one another.
            let depth = (far.f64() - pose.translation().z.f64()) - own.f64();
            let trace = ask(&mut mover, &pose);
            assert!(depth >= floor || !trace.clear, "{:e} below: {trace:?}", floor - depth);
            assert!(depth < 1.25 * floor || trace.clear, "{depth:e} {trace:?}");
            (below, above) = (below + u32::from(depth < floor), above + u32::from(trace.clear));
        }
    }
    assert!(below >= 500 && above >= 900, "{below} below, {above} above");
}

/// A body behind a sheet with one side is not stopped by it, and so not in contact; at its rim it is.
fn a_sheet_has_contacts_in_front_and_at_its_rim<T: Real>() {
    let mut mover = Mover::new();
    let sheet = sheet::<T>();
    let (point, body) = (PolygonMesh::point(Vec3::ZERO), mesh::<T>(&rooms::cuboid([0.5; 3], 1)));
    let mut contacts = Vec::new();
    for (body, half, corners) in [(&point, 0.0, 1), (&body, 0.5, 4)] {
        for (x, side, expected) in [(0.25, 1.0, corners), (0.25, -1.0, 0)] {
            let moving = PlacedMesh::new(body, Pose::at(v(x, 0.125, side * (half + 0.0625))));
            let standing = PlacedMesh::new(&sheet, Pose::IDENTITY);
            for (a, b) in [(&moving, &standing), (&standing, &moving)] {
                assert_eq!(mover.contacts(a, b, 0.125, &mut contacts).unwrap(), Start::Apart);
                assert_eq!(contacts.len(), expected, "{side} {contacts:?}");
            }
        }
    }
    // Two edges of the body run below the rim, from inside of it to outside.
    let moving = PlacedMesh::new(&body, Pose::at(v(2.0, 0.125, -0.5625)));
    assert_eq!(
        mover.contacts(&moving, &PlacedMesh::new(&sheet, Pose::IDENTITY), 0.125, &mut contacts),
        Ok(Start::Apart)
    );
    assert_eq!(contacts.len(), 2, "{contacts:?}");
}

/// A translation, a turn or a screw of a few units.
fn some_motion<T: Real>(rng: &mut Rng, at: Vec3<T>) -> Motion<Vec3<T>> {
    let turn = Motion::rotation(at + vector(rng, 0.5), rng.unit3(), T::of(rng.between(-3.0, 3.0)));
    match rng.below(4) {
        0 => turn,
        1 => turn.moving(turn.axis() * T::of(rng.between(-2.0, 2.0))),
        _ => {
            let length = rng.between(0.0, 5.0);
            Motion::translation(vector(rng, length))
        }
    }
}

/// Promises of every motion: the end is proven and crosses nothing, and a stop is within the zone. Returns whether there was a stop.
fn stops_are_near<T: Real>(trace: &Trace<T>, moving: &[Triangle], standing: &[Triangle]) -> bool {
    assert!(trace.clear && !cross(moving, standing), "{trace:?}");
    if trace.hit.is_some() {
        let (away, zone) = (distance(moving, standing), trace.zone);
        let explained = zone.thickness + zone.pose + 8.0 * zone.error + zone.floor;
        assert!(away > 0.0 && away <= explained, "{away:e} > {explained:e}, {trace:?}");
    }
    trace.hit.is_some()
}

/// A body that came to an open mesh from behind and would have ended half way through it did not move at all, and the hit was that of
/// something far away, or of the mesh itself: motions past hills were stopped 8 units from them. It must get as far as their back.
fn what_would_end_in_a_sheet_is_stopped_at_its_back<T: Real>() {
    let mut rng = Rng::new(39);
    let mut mover = Mover::new();
    let hills = mesh::<T>(&rooms::terrain(5.0, 0.8, 5, 5));
    let stairs = mesh::<T>(&rooms::stairs(4, 0.6, 0.4, 2.0).map(|p| p - Vec3::new(1.2, 0.0, 0.8)));
    let (mut stopped, mut from_below) = (0, 0);
    for round in 0..3000 {
        let size = [0.1, 0.5, 1.5][round % 3];
        let pentagon = rooms::single_polygon(5);
        let shape = if round % 2 == 0 { rooms::cuboid([0.5, 0.3, 0.4], 1) } else { pentagon };
        let body = mesh::<T>(&shape.map(|p| p * size));
        // What is closed is passed from behind by nothing but an open body.
        let place = if round % 4 == 1 { &stairs } else { &hills };
        let surfaces = placed(place, &Pose::IDENTITY);
        let at = v::<T>(rng.between(-2.5, 2.5), rng.between(-2.5, 2.5), rng.between(-3.0, 2.0));
        let (moving, standing) =
            (PlacedMesh::new(&body, Pose::new(at, rng.rotation3())), PlacedMesh::new(place, Pose::IDENTITY));
        let motion = some_motion(&mut rng, at);
        let settings = MotionSettings::default();
        let trace = mover.move_by(&moving, &motion, &standing, &settings).unwrap();
        if trace.start == Start::Overlapping {
            continue;
        }
        if stops_are_near(&trace, &placed(&body, &trace.pose), &surfaces) {
            stopped += 1;
            from_below += usize::from(at.z < T::ZERO);
            // Once more, and into what stopped it: it stays where it is.
            let stayed = PlacedMesh::new(&body, trace.pose);
            let push = Motion::translation(-trace.hit.unwrap().normal * T::of(0.25 * size));
            let again = mover.move_by(&stayed, &push, &standing, &settings).unwrap();
            stops_are_near(&again, &placed(&body, &again.pose), &surfaces);
        }
        if motion.is_translation() {
            // Seen from the body.
            let back = Motion::translation(-motion.linear());
            let trace = mover.move_by(&standing, &back, &moving, &settings).unwrap();
            stops_are_near(&trace, &placed(place, &trace.pose), &placed(&body, &moving.pose));
        }
    }
    assert!(stopped > 150 && from_below > 70, "{stopped} {from_below}");
}

/// The same among several: what stops a body half way through one that it has passed from behind so far makes that one stop it.
fn what_would_end_in_one_of_many_sheets_is_stopped_at_one<T: Real>() {
    let mut rng = Rng::new(40);
    let mut mover = Mover::new();
    let (sheet, body) = (sheet::<T>(), mesh::<T>(&rooms::cuboid([0.5; 3], 1)));
    let (mut stopped, mut later) = (0, 0);
    for _ in 0..3000 {
        let pose = |rng: &mut Rng| Pose::new(vector::<T>(rng, 1.5), rng.rotation3());
        let standing: Vec<PlacedMesh<'_, T>> =
            (0..4).map(|_| PlacedMesh::new(&sheet, pose(&mut rng))).collect();
        let surfaces: Vec<_> = standing.iter().flat_map(|b| placed(b.mesh, &b.pose)).collect();
        let from = PlacedMesh::new(&body, Pose::new(vector(&mut rng, 3.5), rng.rotation3()));
        let motion = some_motion(&mut rng, from.pose.translation());
        let settings = MotionSettings::default();
        let trace = mover.move_by(&from, &motion, standing.as_slice(), &settings).unwrap();
        if trace.start == Start::Overlapping {
            continue;
        }
        if stops_are_near(&trace, &placed(&body, &trace.pose), &surfaces) {
            stopped += 1;
            let hit = trace.hit.unwrap();
            let alone = mover.move_by(&from, &motion, &standing[hit.body as usize], &settings).unwrap();
            later += usize::from(alone.fraction > trace.fraction);
        }
    }
    assert!(stopped > 300 && later > 15, "{stopped} {later}");
}

/// The motions that found it: chains in a room with hills that are open from below, and of a sheet among stairs, each motion from where
/// the last one ended, half of them into what stopped it or along it.
fn chains_past_sheets_stop_only_in_contact<T: Real>() {
    let room = || rooms::room([4.0, 4.0, 4.0], 1);
    let hills = mesh::<T>(&room().and(&rooms::terrain(7.5, 0.8, 6, 9)));
    let stairs = rooms::stairs(5, 0.7, 0.4, 4.0).map(|p| p - Vec3::new(3.0, 3.0, 3.5));
    let stairs = mesh::<T>(&room().and(&stairs));
    let pentagon = mesh::<T>(&rooms::single_polygon(5).map(|p| p * 0.5));
    let letter = mesh::<T>(&rooms::letter('U').map(|p| p * 0.25));
    let mut mover = Mover::new();
    let (mut stopped, mut below) = (0, 0);
    for (seed, place, body) in [(41, &hills, &letter), (42, &hills, &pentagon), (43, &stairs, &pentagon)] {
        let surfaces = placed(place, &Pose::IDENTITY);
        let standing = PlacedMesh::new(place, Pose::IDENTITY);
        let mut rng = Rng::new(seed);
        for chain in 0..12 {
            let mut pose =
                Pose::new(v::<T>(0.0, 0.0, if chain % 2 == 0 { 2.5 } else { -2.5 }), rng.rotation3());
            let mut push = vector::<T>(&mut rng, 1.0);
            for _ in 0..40 {
                let motion = match rng.below(4) {
                    0 => some_motion(&mut rng, pose.translation()),
                    1 => Motion::translation(vector(&mut rng, 30.0)),
                    _ => Motion::translation(push),
                };
                let moving = PlacedMesh::new(body, pose);
                let trace = mover.move_by(&moving, &motion, &standing, &MotionSettings::default()).unwrap();
                if trace.start == Start::Overlapping {
                    break;
                }
                push = vector(&mut rng, 1.0);
                if stops_are_near(&trace, &placed(body, &trace.pose), &surfaces) {
                    let normal = trace.hit.unwrap().normal;
                    push = if rng.below(2) == 0 { push - normal * push.dot(normal) } else { -normal };
                    (stopped, below) =
                        (stopped + 1, below + usize::from(trace.pose.translation().z < -T::ONE));
                }
                pose = trace.pose;
            }
        }
    }
    assert!(stopped > 400 && below > 100, "{stopped} {below}");
}
