//! Times of collision against a search that knows nothing of features: the distance by brute force at many times, and
//! bisection.

use impinge::expel::{MotionSettings, Mover};
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{Motion, Pose, Real, Vec3};
use impinge_scenes::Rng;
use impinge_scenes::movers::{bodies, vector};
use impinge_scenes::oracle::surfaces::{distance, placed};
use impinge_tests::in_both_precisions;

use super::chains::turned;

in_both_precisions!(bodies_stop_at_the_first_time_of_contact);

/// The first fraction at which the distance falls to `limit`, and the least distance before.
fn search(limit: f64, away: impl Fn(f64) -> f64) -> Option<f64> {
    let samples = 200;
    for i in 1..=samples {
        let (mut low, mut high) = (f64::from(i - 1) / f64::from(samples), f64::from(i) / f64::from(samples));
        if away(high) < limit {
            for _ in 0..50 {
                let middle = 0.5 * (low + high);
                if away(middle) < limit {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            return Some(low);
        }
    }
    None
}

fn bodies_stop_at_the_first_time_of_contact<T: Real>() {
    let mut rng = Rng::new(11);
    let mut mover = Mover::new();
    let zone = 0.01;
    let settings = MotionSettings { zone: Some(zone), ..MotionSettings::default() };
    let wide: Vec<(&str, PolygonMesh<f64>)> = bodies();
    let own: Vec<(&str, PolygonMesh<T>)> = bodies();
    let (mut hits, mut misses) = ([0, 0], [0, 0]);
    for _ in 0..300 {
        // Closed bodies only: the search knows no fronts.
        let [i, j] = [(); 2].map(|()| rng.below(5));
        let start = Pose::new(vector::<T>(&mut rng, 2.2), rng.rotation3());
        let world = Pose::new(vector::<T>(&mut rng, 0.3), rng.rotation3());
        let (moving, standing) = (PlacedMesh::new(&own[i].1, start), PlacedMesh::new(&own[j].1, world));
        let exactly = |pose: &Pose<Vec3<T>>| {
            Pose::new(
                pose.translation().cast::<f64>(),
                impinge::Rot3::try_normalize_xyzw(pose.rotation().to_xyzw().map(Real::f64)).unwrap(),
            )
        };
        let (start64, world64) = (exactly(&start), exactly(&world));
        let surfaces = placed(&wide[j].1, &world64);
        let far = |pose: &Pose<Vec3<f64>>| distance(&placed(&wide[i].1, pose), &surfaces);
        let kind = rng.below(2);
        let (trace, expected) = if kind == 0 {
            let by = (world.translation() - start.translation()) * T::of(rng.between(0.5, 2.0))
                + vector(&mut rng, 0.5);
            let trace = mover.translate(&moving, by, &standing, &settings).unwrap();
            let at = |f: f64| Pose::new(start64.translation() + by.cast::<f64>() * f, start64.rotation());
            (trace, search(zone, |f| far(&at(f))))
        } else {
            // About an axis that carries one origin near the other one.
            let middle = (start.translation() + world.translation()) * T::HALF;
            let across = start.translation() - world.translation();
            let axis = across.cross(rng.unit3()).unit();
            let center = middle + axis.cross(across) * T::of(rng.between(-0.5, 0.5)) + vector(&mut rng, 0.2);
            let turning = Motion::rotation(center, axis, T::of(rng.between(-6.2, 6.2)));
            let trace = mover.move_by(&moving, &turning, &standing, &settings).unwrap();
            let wide =
                Motion::rotation(turning.center().cast(), turning.axis().cast(), turning.angle().f64());
            (trace, search(zone, |f| far(&turned(&start64, &wide, wide.angle() * f))))
        };
        let fraction = trace.fraction.f64();
        match expected {
            // The search steps over short contacts; where it finds one, no other may be reported later.
            Some(f) => {
                hits[kind] += 1;
                let tolerance = if T::NAME == "f64" { 1e-8 } else { 1e-4 };
                let early = f - fraction;
                if early.abs() > tolerance {
                    // Stopped where the distance is the limit: a contact between two samples, or a slow approach.
                    let end = distance(&placed(&own[i].1, &trace.pose), &placed(&own[j].1, &world));
                    let slow = (end - zone).abs() <= 8.0 * (trace.zone.slack + trace.zone.floor);
                    assert!(slow, "{kind}: {f} {fraction} {end} {trace:?}");
                    assert!(early > -0.01, "{kind}: {f} {fraction} {trace:?}");
                }
            }
            None => {
                misses[kind] += 1;
                if trace.hit.is_some() {
                    let end = distance(&placed(&own[i].1, &trace.pose), &placed(&own[j].1, &world));
                    assert!(
                        (end - zone).abs() <= 8.0 * (trace.zone.slack + trace.zone.floor),
                        "{end} {trace:?}"
                    );
                }
            }
        }
    }
    assert!(hits[0] > 60 && hits[1] > 60 && misses[0] > 10 && misses[1] > 10, "{hits:?} {misses:?}");
}
