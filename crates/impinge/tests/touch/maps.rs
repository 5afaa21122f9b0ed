//! Two maps, and a map and a half-space.

use std::collections::BTreeSet;

use impinge::Status;
use impinge::sdf::{MapContactSettings, MapContacts, MapError, MapSettings, SampleName, SampledMap};
use impinge::{HalfSpace, Pose, Real, Vec3, distance};
use impinge_scenes::Rng;

use super::{Sample, bodies};

/// A random point of a mesh.
fn on_surface<T: Real>(body: &Sample<T>, rng: &mut Rng) -> Vec3<f64> {
    let triangle = body.truth.triangles().nth(rng.below(body.truth.len())).unwrap().1;
    let [a, b, c] = triangle.map(|k| body.truth.vertices()[k as usize]);
    let (mut s, mut t) = (rng.uniform(), rng.uniform());
    if s + t > 1.0 {
        (s, t) = (1.0 - s, 1.0 - t);
    }
    a + (b - a) * s + (c - a) * t
}

/// A hundred of many at most, spread over all: holding one against the truth takes longer than finding it.
fn spread<S>(items: &[S]) -> impl Iterator<Item = &S> {
    items.iter().step_by(items.len().div_ceil(100).max(1))
}

fn check<T: Real>() {
    let mut rng = Rng::new(5);
    let bodies = bodies::<T>();
    let mut found = MapContacts::new();
    let (mut touching, mut clear, mut contacts) = (0, 0, 0);
    let (mut held, mut normals, mut inside) = (0, 0, 0);
    for (i, a) in bodies.iter().enumerate() {
        for b in &bodies[i..] {
            for round in 0..6 {
                let range = [0.3, 1.0, 1.5, 2.0, 2.5, 40.0][round];
                let (pose_a, pose_b): (Pose<Vec3<T>>, _) = (rng.pose3(0.3), rng.pose3(range));
                let margin = if round % 2 == 0 { 0.0 } else { 0.1 };
                let settings = MapContactSettings { margin, ..Default::default() };
                a.map.contacts(&pose_a, &b.map, &pose_b, &settings, &mut found);
                assert_eq!(found.status(), Status::Converged);
                let names = format!("{} and {}", a.name, b.name);
                let eps = T::EPSILON.f64() * 16.0 * (1.0 + range);
                let mut seen = BTreeSet::new();
                for c in found.points() {
                    assert!(seen.insert(c.sample), "{names}: twice {:?}", c.sample);
                }
                contacts += found.points().len();
                for c in spread(found.points()) {
                    let (of, pose, other, other_pose, p, sign) = match c.sample.unwrap() {
                        SampleName::A(_) => (a, &pose_a, b, &pose_b, c.point_a, -1.0),
                        SampleName::B(_) => (b, &pose_b, a, &pose_a, c.point_b, 1.0),
                    };
                    let (truth, off, out) = other.at(other_pose, p.cast());
                    let value = c.signed_distance.f64();
                    assert!((truth - value).abs() <= c.error.f64() + off + eps, "{names} {c:?} {truth}");
                    assert!(value <= margin);
                    if truth.abs() > 1e-3 {
                        let off = (c.normal.cast::<f64>() - out * sign).norm();
                        assert!(off <= c.normal_error.f64() + 1e-3, "{names} {c:?} {out:?}");
                        normals += usize::from(c.normal_error.f64() < 1.0);
                    }
                    // The sample is on its own surface.
                    assert!(of.at(pose, p.cast()).0.abs() <= 1e-12 + 4.0 * eps, "{names}");
                    held += 1;
                }
                // No point of either surface is deeper than the bound.
                let lower = found.lower().f64();
                let least = (a.map.cover().f64()).max(b.map.cover().f64());
                assert!(lower <= margin && (found.points().is_empty() || lower >= -least - 4.0));
                for _ in 0..40 {
                    let p = super::wide(&pose_a).transform(on_surface(a, &mut rng));
                    assert!(b.at(&pose_b, p).0 >= lower - eps, "{names}");
                    let q = super::wide(&pose_b).transform(on_surface(b, &mut rng));
                    assert!(a.at(&pose_a, q).0 >= lower - eps, "{names}");
                }
                // Every vertex inside the other body is found, up to the error of a look-up.
                let vertices: Vec<_> = a.truth.vertices().iter().enumerate().collect();
                let h = b.map.map().report().band_error;
                for &(k, v) in spread(&vertices) {
                    let place = super::wide(&pose_a).transform(*v);
                    if b.at(&pose_b, place).0 < margin - 8.0 * h {
                        inside += 1;
                        assert!(seen.contains(&Some(SampleName::A(k as u32))), "{names}: vertex {k}");
                    }
                }
                // Apart is apart, and the distance is within what the samples say.
                let d = distance(&a.mesh.at(pose_a), &b.mesh.at(pose_b));
                if d.distance > d.error {
                    let gap = (d.distance + d.error).f64();
                    assert!(lower <= gap + eps, "{names}");
                    let deepest = found.deepest().map(|c| (c.signed_distance + c.error).f64());
                    assert!(deepest.is_none_or(|high| high >= (d.distance - d.error).f64() - eps));
                    clear += 1;
                } else {
                    // An overlap deeper than the cover is seen.
                    touching += 1;
                    assert!(lower <= eps);
                }
            }
        }
    }
    assert!(
        touching > 60 && clear > 30 && contacts > 5000 && held > 5000 && normals > 200 && inside > 100,
        "{touching} {clear} {contacts} {held} {normals} {inside}"
    );
}

// Two tests: each takes long, and they run side by side.
#[test]
fn no_bound_is_broken_in_f64() {
    check::<f64>();
}

#[test]
fn no_bound_is_broken_in_f32() {
    check::<f32>();
}

fn check_planes<T: Real>() {
    let mut rng = Rng::new(3);
    let mut found = MapContacts::new();
    for body in bodies::<T>() {
        for _ in 0..20 {
            let pose: Pose<Vec3<T>> = rng.pose3(0.5);
            let floor = HalfSpace::new(rng.unit3::<T>(), T::of(rng.between(-2.0, 1.0)));
            body.map.half_space_contacts(&pose, &floor, &MapContactSettings::default(), &mut found);
            let wide = super::wide(&pose);
            let up: Vec3<f64> = floor.normal().cast::<f64>().unit();
            let height = |p: &Vec3<f64>| up.dot(wide.transform(*p)) - floor.offset().f64();
            let least = body.truth.vertices().iter().map(height).fold(f64::INFINITY, f64::min);
            let eps = 1024.0 * T::EPSILON.f64();
            assert!(found.lower().f64() <= least.min(0.0) + eps);
            match found.deepest() {
                Some(c) => {
                    assert!((c.signed_distance.f64() - least).abs() <= c.error.f64() + eps && least <= eps);
                    assert!(found.lower().f64() >= least - eps);
                }
                None => assert!(least >= -eps),
            }
        }
    }
}

#[test]
fn planes_are_met_by_the_lowest_vertex() {
    check_planes::<f64>();
    check_planes::<f32>();
}

#[test]
fn input_without_a_body_is_refused() {
    let mesh = |t: &impinge_scenes::meshes::Triangles| {
        impinge::mesh::TriangleMesh::<f64>::new(&t.points, &t.triangles).unwrap().0
    };
    let (open, torus) =
        (mesh(&impinge_scenes::meshes::one_triangle()), mesh(&impinge_scenes::meshes::torus(9, 9)));
    let settings = MapSettings { cells: 16, ..MapSettings::default() };
    assert_eq!(SampledMap::new(&open, &settings, 0.1).unwrap_err(), MapError::NotClosed);
    for spacing in [0.0, -1.0, f64::NAN] {
        assert!(matches!(SampledMap::new(&torus, &settings, spacing), Err(MapError::BadSetting { .. })));
    }
    let absurd = SampledMap::new(&torus, &settings, 1e-9).unwrap_err();
    assert!(
        matches!(absurd, MapError::TooManySamples { .. }) && absurd.to_string().contains("larger spacing")
    );
    let fine = SampledMap::new(&torus, &settings, 0.05).unwrap();
    let coarse = SampledMap::new(&torus, &settings, f64::INFINITY).unwrap();
    assert!(fine.len() > 10 * coarse.len() && coarse.len() == torus.vertices().len() && !fine.is_empty());
    assert!(fine.cover() <= 0.05 / 3_f64.sqrt() + 1e-9 && fine.heap_bytes() > coarse.heap_bytes());
    // A spent budget is reported.
    let mut found = MapContacts::new();
    let little = MapContactSettings { budget: 10, ..MapContactSettings::default() };
    fine.contacts(&Pose::IDENTITY, &fine, &Pose::at([0.5, 0.0, 0.0]), &little, &mut found);
    assert!(found.status() == Status::Budget && found.lower() == f64::NEG_INFINITY);
}
