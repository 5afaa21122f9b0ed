//! Convex shapes in a map.

use impinge::Status;
use impinge::mesh::TriangleMesh;
use impinge::sdf::{DeepestSettings, DistanceMap, MapSettings};
use impinge::shape::{AnyShape, Support};
use impinge::{Capsule, Cone, Cuboid, Pose, Real, Shape, Sphere, Vec3, distance};
use impinge_scenes::Rng;

use super::{Sample, bodies, wide};

fn shapes<T: Real>() -> [AnyShape<T>; 5] {
    let t = T::of;
    [
        Sphere::new(t(0.3)).into(),
        Cuboid::new([t(0.5), t(0.3), t(0.2)]).into(),
        Capsule::new(t(0.4), t(0.125)).into(),
        Cone::new(t(0.5), t(0.4)).into(),
        Cuboid::new([t(6.0), t(6.0), t(0.5)]).into(),
    ]
}

fn check<T: Real>() {
    let mut rng = Rng::new(11);
    let (mut overlaps, mut apart, mut far, mut wide_bounds) = (0, 0, 0, 0);
    for body in bodies::<T>() {
        for shape in shapes::<T>() {
            for round in 0..24 {
                let pose: Pose<Vec3<T>> = rng.pose3(0.5);
                let range = if round == 0 { 30.0 } else { 1.0 + 0.1 * f64::from(round) };
                let placed = (&shape).at(rng.pose3(range));
                let settings = DeepestSettings::default();
                let found = body.map.map().deepest(&pose, &placed, &settings);
                let [lower, upper] = [found.lower, found.upper].map(Real::f64);
                let name = body.name;
                assert!(lower <= upper && found.lookups <= settings.budget, "{name}: {found:?}");
                assert!(lower.is_finite() && upper.is_finite());

                // The point is one of the shape, and the map says the truth of it.
                let c = found.contact;
                let eps = T::EPSILON.f64() * 16.0 * (1.0 + range);
                let p: Vec3<f64> = c.point_b.cast();
                let (truth, off, out) = body.at(&pose, p);
                assert!(
                    (truth - c.signed_distance.f64()).abs() <= c.error.f64() + off + eps,
                    "{name} {c:?} {truth}"
                );
                assert!(truth <= upper + off + eps, "{name}: {truth} above {upper}");
                let from = distance(&placed, &impinge::Point::new(c.point_b));
                assert!(from.distance.f64() <= from.error.f64() + eps + 1e-9, "{name}: {from:?}");
                assert!(
                    (c.normal.cast::<f64>() - out).norm() <= c.normal_error.f64() + 1e-3 || out.norm() < 0.5
                );

                // No point of the shape is deeper.
                let center: Vec3<f64> = placed.center().cast();
                for _ in 0..40 {
                    let far: Vec3<f64> = placed.support(rng.unit3()).cast();
                    let q = center + (far - center) * rng.uniform();
                    let (value, off, _) = body.at(&pose, q);
                    assert!(value >= lower - off - eps, "{name}: {value} below {lower}");
                }
                // Bodies that are apart: the exact distance of the mesh.
                let d = distance(&body.mesh.at(pose), &placed);
                let [gap, error] = [d.distance, d.error].map(Real::f64);
                if gap > error {
                    assert!(
                        lower <= gap + error + eps && gap - error - eps <= upper,
                        "{name} {found:?} {d:?}"
                    );
                    apart += 1;
                    far += usize::from(gap > 5.0);
                } else {
                    assert!(lower <= eps, "{name}: proven apart, and not");
                    overlaps += 1;
                }
                // Where the search had its way the bracket is narrow near the surface.
                let h = body.map.map().spacing().f64();
                if found.status == Status::Converged && upper.abs() < 2.0 * h {
                    wide_bounds += usize::from(upper - lower > 4.0 * h);
                }
            }
        }
    }
    assert!(overlaps > 100 && apart > 100 && far > 10, "{overlaps} {apart} {far}");
    assert_eq!(wide_bounds, 0);
}

#[test]
fn no_bound_is_broken() {
    check::<f64>();
    check::<f32>();
}

/// A margin ends the search early, and what is proven holds.
#[test]
fn a_margin_is_a_bound() {
    let body = Sample::<f64>::new("torus", &impinge_scenes::meshes::torus(24, 12), 40, 0.2);
    let ball = Sphere::new(0.25).at(Pose::at([0.0, 0.0, 0.0])); // in the hole, 0.35 away
    let all = body.map.map().deepest(&Pose::IDENTITY, &ball, &DeepestSettings::default());
    let near = DeepestSettings { margin: 0.1, ..DeepestSettings::default() };
    let some = body.map.map().deepest(&Pose::IDENTITY, &ball, &near);
    assert!(some.lower >= 0.09 && some.lower <= 0.1 && some.lookups < all.lookups, "{some:?} {all:?}");
    let none = DeepestSettings { budget: 0, ..DeepestSettings::default() };
    let little = body.map.map().deepest(&Pose::IDENTITY, &ball, &none);
    assert!(little.status == Status::Budget && little.lower <= all.lower, "{little:?}");
    assert_eq!(wide(&Pose::<Vec3<f32>>::IDENTITY), Pose::IDENTITY);
}

/// A cuboid 10^24 times as large as a map overflowed the count of cells, and without checks the bound was 1.73e24 where 1e24 is true;
/// a small shape so far away had its cube beside it. The bounds hold at every size and distance.
#[test]
fn huge_and_far_shapes_broke_the_bound() {
    fn check<T: Real>(most: i32) {
        let corners =
            [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|p| p.map(T::of));
        let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
        let mesh = TriangleMesh::new(&corners, &faces).unwrap().0;
        let map = DistanceMap::build(&mesh, &MapSettings { cells: 8, ..MapSettings::default() }).unwrap();
        let mut rng = Rng::new(12);
        let (mut converged, mut narrow) = (0, 0);
        for round in 0..2 * most {
            let far = 10_f64.powi(round / 2);
            // A box as large as it is far, or a small one, whose sides are along the axes: its distance from the mesh is known.
            let half = if round % 2 == 0 { far } else { 0.01 * rng.uniform() };
            let (half, at) = (T::of(half), T::of(2.0 * far + 1.0));
            for (axis, sign) in [(0, 1.0), (1, 1.0), (2, -1.0)] {
                let place = Vec3::axis(axis) * (at * T::of(sign));
                let shape = Cuboid::new([half; 3]).at(Pose::at(place));
                let found = map.deepest(&Pose::IDENTITY, &shape, &DeepestSettings::default());
                let near = at.f64() - half.f64();
                let truth = if sign > 0.0 { near - 1.0 } else { near };
                let [lower, upper] = [found.lower, found.upper].map(Real::f64);
                assert!(lower <= truth && truth <= upper, "10^{} {axis}: {found:?} {truth}", round / 2);
                assert!(found.contact.point_b.is_finite() && found.contact.signed_distance.is_finite());
                converged += usize::from(found.status == Status::Converged);
                narrow += usize::from(upper - lower <= 0.01 * truth + 2.0);
            }
        }
        // Of a face as large as it is far, a large part is hardly farther than its middle: the budget ends that search.
        assert!(converged > 40 && narrow > 2 * most as usize, "{converged} {narrow}");
    }
    check::<f32>(36);
    check::<f64>(305);
}
