//! Places where rounding bites: everything along the axes, far from the origin, edges that are nearly parallel, needles on
//! needles, sizes that differ by a million.

use impinge::expel::{MotionSettings, Mover, Trace, translate};
use impinge::mesh::polygon::{MeshFeature, PlacedMesh, PolygonMesh};
use impinge::{Motion, Pose, Real, Rot3, Vec3};
use impinge_scenes::movers::{bodies, mesh, places, two_sided, vector};
use impinge_scenes::oracle::surfaces::{Triangle, cross, distance, placed};
use impinge_scenes::{Rng, rooms};
use impinge_tests::in_both_precisions;

in_both_precisions!(
    chains_along_the_axes_end_in_no_overlap,
    chains_far_from_the_origin_end_in_no_overlap,
    nearly_parallel_ridges_do_not_cross,
    needles_do_not_cross,
    a_grain_and_a_boulder_stop_at_the_floor,
    soups_are_not_entered
);

/// Apart at the end, and stopped only within the zone.
fn check<T: Real>(what: &str, body: &PolygonMesh<T>, trace: &Trace<T>, surfaces: &[Triangle]) {
    let now = placed(body, &trace.pose);
    assert!(trace.clear, "{what}: {trace:?}");
    assert!(!cross(&now, surfaces), "{what}: {trace:?}");
    if trace.hit.is_some() {
        let (away, zone) = (distance(&now, surfaces), trace.zone);
        let explained = zone.thickness + zone.floor + 2.0 * zone.pose + 8.0 * zone.error;
        assert!(away > 0.0 && away <= explained, "{what}: {away} > {explained}, {trace:?}");
    }
}

/// Chains with everything along the axes: faces in one plane, edges on one line, vertices on edges.
fn chains_along_the_axes_end_in_no_overlap<T: Real>() {
    let mut rng = Rng::new(1);
    let mut mover = Mover::new();
    let (mut hits, mut motions) = (0, 0);
    for (name, body) in bodies::<T>().iter().filter(|(name, _)| *name != "hull" && *name != "needle") {
        for (place_name, place, free) in
            places::<T>().iter().filter(|(name, ..)| !name.starts_with("terrain"))
        {
            let what = format!("{name} in {place_name}, {}", T::NAME);
            let standing = PlacedMesh::new(place, Pose::IDENTITY);
            let surfaces = placed(place, &Pose::IDENTITY);
            let mut pose = Pose::at(free.map(|c| (c * 4.0).round() / 4.0).cast::<T>());
            if cross(&placed(body, &pose), &surfaces) {
                continue;
            }
            for _ in 0..80 {
                let axis: Vec3<T> = Vec3::axis(rng.below(3));
                let length: f64 =
                    [0.25, 0.5, 1.0, 100.0][rng.below(4)] * if rng.bits() & 1 == 0 { 1.0 } else { -1.0 };
                let moving = PlacedMesh::new(body, pose);
                let trace = if rng.below(4) == 0 {
                    let center = pose.translation().map(|c| T::of((c.f64() * 4.0).round() / 4.0));
                    let angle = T::PI * T::HALF * T::of(length.clamp(-2.0, 2.0));
                    mover.move_by(
                        &moving,
                        &Motion::rotation(center, axis, angle),
                        &standing,
                        &MotionSettings::default(),
                    )
                } else {
                    mover.translate(&moving, axis * T::of(length), &standing, &MotionSettings::default())
                };
                let trace = trace.unwrap();
                check(&what, body, &trace, &surfaces);
                motions += 1;
                hits += usize::from(trace.hit.is_some());
                pose = trace.pose;
            }
        }
    }
    assert!(hits > motions / 4 && motions > 1000, "{hits} {motions}");
}

/// The same chains a long way off, where the last digit of a coordinate is large.
fn chains_far_from_the_origin_end_in_no_overlap<T: Real>() {
    let mut rng = Rng::new(2);
    let mut mover = Mover::new();
    let far = if T::NAME == "f32" { 300.0 } else { 1e8 };
    let (mut hits, mut motions) = (0, 0);
    for (name, body) in &bodies::<T>()[..5] {
        let (_, place, _) = &places::<T>()[0];
        let world = Pose::new(vector::<T>(&mut rng, far), rng.rotation3());
        let standing = PlacedMesh::new(place, world);
        let surfaces = placed(place, &world);
        let mut pose = world.compose(&Pose::new(Vec3::ZERO, rng.rotation3()));
        for _ in 0..60 {
            let moving = PlacedMesh::new(body, pose);
            let trace = if rng.below(3) == 0 {
                let center = pose.translation() + vector(&mut rng, 0.5);
                let turning = Motion::rotation(center, rng.unit3(), T::of(rng.between(-3.0, 3.0)));
                mover.move_by(&moving, &turning, &standing, &MotionSettings::default()).unwrap()
            } else {
                mover
                    .translate(&moving, vector(&mut rng, 3.0), &standing, &MotionSettings::default())
                    .unwrap()
            };
            check(name, body, &trace, &surfaces);
            motions += 1;
            hits += usize::from(trace.hit.is_some());
            pose = trace.pose;
        }
    }
    assert!(hits > motions / 4, "{hits} {motions}");
}

/// Two ridges that cross at angles down to nothing: their edges meet nearly along their whole length.
fn nearly_parallel_ridges_do_not_cross<T: Real>() {
    let prism = rooms::extruded(&[[-1.0, -1.0], [1.0, -1.0], [0.0, 1.0]], -4.0, 4.0);
    let ridge = mesh::<T>(&prism.map(|p| Vec3::new(p.x, p.z, p.y)).flipped());
    let surfaces = placed(&ridge, &Pose::IDENTITY);
    let standing = PlacedMesh::new(&ridge, Pose::IDENTITY);
    let mut rng = Rng::new(3);
    let mut edges = 0;
    for digits in 0..16 {
        for _ in 0..10 {
            let angle = 10.0_f64.powi(-digits) * rng.between(0.3, 1.0);
            let over = Rot3::from_axis_angle([T::ONE, T::ZERO, T::ZERO], T::PI);
            let about = Rot3::from_axis_angle([T::ZERO, T::ZERO, T::ONE], T::of(angle));
            let start: Vec3<T> =
                Vec3::new(rng.between(-0.1, 0.1) * angle, rng.between(-0.1, 0.1), 4.0).cast();
            let moving = PlacedMesh::new(&ridge, Pose::new(start, impinge::Rotation::compose(&about, &over)));
            let down: Vec3<T> = Vec3::new(0.0, rng.between(-0.1, 0.1), -4.0).cast();
            let trace = translate(&moving, down, &standing, &MotionSettings::default()).unwrap();
            check("ridges", &ridge, &trace, &surfaces);
            assert!(trace.hit.is_some(), "{angle}: {trace:?}");
            edges += usize::from(matches!(trace.hit.unwrap().moving, MeshFeature::Edge(_)));
        }
    }
    assert!(edges > 30, "{edges}");
}

/// Needles of a thickness of a hundredth to a millionth, thrown at one another.
fn needles_do_not_cross<T: Real>() {
    let mut rng = Rng::new(4);
    let mut mover = Mover::new();
    let mut hits = 0;
    for thickness in [1e-2, 1e-3, 1e-4] {
        let needle = mesh::<T>(&rooms::needles(1, thickness, 0.01, 5));
        for _ in 0..100 {
            let start = Pose::new(vector::<T>(&mut rng, 1.2), rng.rotation3());
            let world = Pose::new(vector::<T>(&mut rng, 0.1), rng.rotation3());
            let (moving, standing) = (PlacedMesh::new(&needle, start), PlacedMesh::new(&needle, world));
            let surfaces = placed(&needle, &world);
            if cross(&placed(&needle, &start), &surfaces) {
                continue;
            }
            let by = (world.translation() - start.translation()) * T::TWO;
            let slide = mover.translate(&moving, by, &standing, &MotionSettings::default()).unwrap();
            check("needle slides", &needle, &slide, &surfaces);
            let turning = Motion::rotation(start.translation(), rng.unit3(), T::of(6.0));
            let turn = mover.move_by(&moving, &turning, &standing, &MotionSettings::default()).unwrap();
            check("needle turns", &needle, &turn, &surfaces);
            hits += usize::from(slide.hit.is_some()) + usize::from(turn.hit.is_some());
        }
    }
    assert!(hits > 20, "{hits}");
}

/// A grain a thousand times smaller than the floor it falls on, and one a million times larger.
fn a_grain_and_a_boulder_stop_at_the_floor<T: Real>() {
    let floor = mesh::<T>(&rooms::cuboid([1.0, 1.0, 1.0], 1));
    let mut rng = Rng::new(5);
    for size in [1e-3, 1e6] {
        let body = mesh::<T>(&rooms::cuboid([0.5, 0.4, 0.3], 1).map(|p| p * size));
        let standing = PlacedMesh::new(&floor, Pose::IDENTITY);
        for _ in 0..30 {
            let height = 2.0 + 2.0 * size;
            let at = Vec3::new(rng.between(-0.8, 0.8), rng.between(-0.8, 0.8), height).cast::<T>();
            let moving = PlacedMesh::new(&body, Pose::new(at, rng.rotation3()));
            let by = Vec3::new(0.0, 0.0, -2.0 * height).cast::<T>();
            let trace = translate(&moving, by, &standing, &MotionSettings::default()).unwrap();
            assert!(trace.hit.is_some());
            check("sizes", &body, &trace, &placed(&floor, &Pose::IDENTITY));
        }
    }
}

/// Triangles at random, through one another, with both sides solid; among them pairs that share an edge, and triples.
fn soups_are_not_entered<T: Real>() {
    let mut rng = Rng::new(6);
    let mut mover = Mover::new();
    let (mut hits, mut motions) = (0, 0);
    for round in 0..6 {
        let mut faces = rooms::room([3.0, 3.0, 3.0], 1);
        for _ in 0..25 {
            let middle = rng.unit3::<f64>() * rng.between(1.6, 2.5);
            let [a, b, c, d, e] = [(); 5].map(|()| middle + rng.unit3::<f64>() * 0.5);
            faces.add(&[a, b, c]);
            if rng.bits() & 1 == 0 {
                faces.add(&[b, a, d]);
                faces.add(&[a, b, e]);
            }
        }
        let place = two_sided::<T>(&faces);
        let standing = PlacedMesh::new(&place, Pose::IDENTITY);
        let surfaces = placed(&place, &Pose::IDENTITY);
        for (name, body) in &bodies::<T>() {
            let mut pose = Pose::new(Vec3::ZERO, rng.rotation3());
            if cross(&placed(body, &pose), &surfaces) {
                continue;
            }
            for _ in 0..40 {
                let moving = PlacedMesh::new(body, pose);
                let trace = if rng.below(3) == 0 {
                    let center = pose.translation() + vector(&mut rng, 0.5);
                    let turning = Motion::rotation(center, rng.unit3(), T::of(rng.between(-4.0, 4.0)));
                    mover.move_by(&moving, &turning, &standing, &MotionSettings::default()).unwrap()
                } else {
                    mover
                        .translate(&moving, vector(&mut rng, 2.0), &standing, &MotionSettings::default())
                        .unwrap()
                };
                check(&format!("{name} in soup {round}"), body, &trace, &surfaces);
                motions += 1;
                hits += usize::from(trace.hit.is_some());
                pose = trace.pose;
            }
        }
    }
    assert!(hits > motions / 4 && motions > 800, "{hits} {motions}");
}
