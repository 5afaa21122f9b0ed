//! Optimizations change no answer: culling, and sides tested before distances.

use impinge::expel::{MotionSettings, Mover, Sides};
use impinge::mesh::polygon::PlacedMesh;
use impinge::{Motion, Pose, Real};
use impinge_scenes::Rng;
use impinge_scenes::movers::{bodies, places, vector};
use impinge_scenes::oracle::surfaces::{cross, placed};
use impinge_tests::in_both_precisions;

in_both_precisions!(culling_changes_nothing, sides_change_nothing);

/// Features that face away are never the first to be met.
fn culling_changes_nothing<T: Real>() {
    let mut rng = Rng::new(21);
    let mut mover = Mover::new();
    let (mut hits, mut saved) = ([0; 3], [[0, 0]; 3]);
    let (bodies, places) = (bodies::<T>(), places::<T>());
    for i in 0..600 {
        let (_, body) = &bodies[i % 5];
        let (_, place, free) = &places[i % places.len()];
        let pose = Pose::new(free.cast::<T>(), rng.rotation3());
        if cross(&placed(body, &pose), &placed(place, &Pose::IDENTITY)) {
            continue;
        }
        let (moving, standing) = (PlacedMesh::new(body, pose), PlacedMesh::new(place, Pose::IDENTITY));
        let by = vector(&mut rng, 6.0);
        let center = pose.translation() + vector(&mut rng, [0.0, 0.5, 3.0][i % 3]);
        let (axis, angle) = (rng.unit3(), T::of(rng.between(-3.0, 3.0)));
        let kind = i / 2 % 3;
        let [with, without] = [true, false].map(|culling| {
            let settings = MotionSettings { culling, ..MotionSettings::default() };
            let trace = match kind {
                0 => mover.translate(&moving, by, &standing, &settings),
                1 => mover.move_by(&moving, &Motion::rotation(center, axis, angle), &standing, &settings),
                _ => mover.move_by(
                    &moving,
                    &Motion::screw(center, axis, angle, T::of(3.0)),
                    &standing,
                    &settings,
                ),
            };
            trace.unwrap()
        });
        hits[kind] += usize::from(with.hit.is_some());
        saved[kind][0] += with.pairs;
        saved[kind][1] += without.pairs;
        // How far the body is apart: the way of a point at most 10 from the axis.
        let apart = (with.fraction - without.fraction).abs().f64() * [6.0, 30.0, 30.0][kind];
        assert!(apart <= 16.0 * with.zone.slack, "{kind}, {apart}: {with:?} {without:?}");
    }
    assert!(hits.iter().all(|&hits| hits > 60), "{hits:?}");
    assert!(saved.iter().all(|saved| saved[0] < saved[1]), "{saved:?}");
}

/// Paths that pass beside polygons by the sides of their edges, computed again or kept: the same answers, with fewer steps.
fn sides_change_nothing<T: Real>() {
    let mut rng = Rng::new(22);
    let mut mover = Mover::new();
    let (mut hits, mut steps) = (0, [0, 0, 0]);
    let (bodies, places) = (bodies::<T>(), places::<T>());
    for i in 0..300 {
        let (_, body) = &bodies[i % bodies.len()];
        let (_, place, free) = &places[i % places.len()];
        let pose = Pose::new(free.cast::<T>(), rng.rotation3());
        if cross(&placed(body, &pose), &placed(place, &Pose::IDENTITY)) {
            continue;
        }
        let (moving, standing) = (PlacedMesh::new(body, pose), PlacedMesh::new(place, Pose::IDENTITY));
        let by = vector(&mut rng, 6.0);
        let traces = [Sides::Off, Sides::Asked, Sides::Kept].map(|sides| {
            mover
                .translate(&moving, by, &standing, &MotionSettings { sides, ..MotionSettings::default() })
                .unwrap()
        });
        let [off, asked, kept] = traces;
        hits += usize::from(off.hit.is_some());
        assert_eq!((off.fraction, off.pose, off.hit), (asked.fraction, asked.pose, asked.hit));
        assert_eq!(asked, kept);
        for (sum, trace) in steps.iter_mut().zip(traces) {
            *sum += trace.steps;
        }
    }
    assert!(hits > 150 && steps[1] < steps[0], "{hits} {steps:?}");
}
