//! Bad input: an error that names it, or a repair that is counted.

use impinge::mesh::{MeshError, MeshReport, Position, TriangleMesh};
use impinge::nonconvex::{Relation, relation, way_out};
use impinge::{
    Motion, Point, Pose, Ray, Real, Shape, Sphere, Vec3, cast, contact, contacts, distance, intersects,
    ray_cast,
};
use impinge_scenes::meshes::{Triangles, cube, figure_of_eight, one_triangle, random_soup};

fn build<T: Real>(of: &Triangles) -> Result<(TriangleMesh<T>, MeshReport), MeshError> {
    let points: Vec<Vec3<T>> = of.points.iter().map(|p| p.cast()).collect();
    TriangleMesh::new(&points, &of.triangles)
}

fn errors<T: Real>() {
    assert!(matches!(TriangleMesh::<T>::new(&[] as &[Vec3<T>], &[]), Err(MeshError::Empty)));
    let good = cube(1.0);
    let with = |k: usize, p: [f64; 3]| {
        let mut points: Vec<Vec3<T>> = good.points.iter().map(|p| p.cast()).collect();
        points[k] = Vec3::new(T::of(p[0]), T::of(p[1]), T::of(p[2]));
        TriangleMesh::<T>::new(&points, &good.triangles).err()
    };
    assert_eq!(with(3, [0.0, f64::NAN, 0.0]), Some(MeshError::NotFinite { point: 3 }));
    assert_eq!(with(5, [f64::INFINITY, 0.0, 0.0]), Some(MeshError::NotFinite { point: 5 }));
    if T::EPSILON.f64() == f64::EPSILON {
        for huge in [f64::power_of_two(301), 1e150, 1e300] {
            assert_eq!(with(2, [0.0, 0.0, huge]), Some(MeshError::TooLarge { point: 2 }));
        }
    }
    let mut names = good.clone();
    names.triangles[4][1] = 99;
    assert_eq!(build::<T>(&names).err(), Some(MeshError::NoSuchPoint { face: 4, corner: 1, index: 99 }));
    // Nothing is left where all triangles name a point twice.
    let nothing = Triangles { triangles: vec![[0, 1, 1], [2, 0, 2]], ..good };
    assert_eq!(build::<T>(&nothing).err(), Some(MeshError::Empty));
}

#[test]
fn errors_name_the_cause() {
    errors::<f64>();
    errors::<f32>();
}

/// A tetrahedron whose legs are just beyond the limit of `f32` was taken, and `distance`, `contact`, `way_out`, `ray_cast`, `cast` and
/// `contacts` panicked with "invalid shape". What is beyond the limit is refused; what is at the limit is answered about.
#[test]
fn a_mesh_was_taken_that_queries_panicked_on() {
    let made = |leg: f32| {
        let points = [[0.0; 3], [leg, 0.0, 0.0], [0.0, leg, 0.0], [0.0, 0.0, leg]];
        TriangleMesh::<f32>::new(&points, &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]).map(|(mesh, _)| mesh)
    };
    let error = made(1.34e36).unwrap_err();
    assert_eq!(error, MeshError::TooLarge { point: 1 });
    assert!(error.to_string().contains("too large; use a larger unit of length"), "{error}");
    assert!(made(f32::MAX).is_err() && made(f32::LIMIT * (1.0 + f32::EPSILON)).is_err());
    let mesh = made(f32::LIMIT).unwrap();
    let ball = Sphere::new(f32::LIMIT).at(Pose::at([-f32::LIMIT; 3]));
    let d = distance(&mesh, &ball);
    let truth = f64::from(f32::LIMIT) * (f64::sqrt(3.0) - 1.0);
    assert!((f64::from(d.distance) - truth).abs() <= f64::from(d.error), "{d:?}");
    assert!(f64::from(d.error) < 1e-5 * truth);
    let c = contact(&mesh, &Point::new(Vec3::splat(f32::LIMIT * 0.125)));
    assert!(c.signed_distance < 0.0 && c.error.is_finite(), "{c:?}");
    assert!(way_out(&mesh, &Point::new(Vec3::splat(f32::LIMIT * 0.125))).is_some());
    let ray = Ray::new([-1.0, f32::LIMIT * 0.125, f32::LIMIT * 0.125], [1.0, 0.0, 0.0]);
    assert!(ray_cast(&mesh, &ray).is_some());
    let motion = Motion::translation([f32::LIMIT; 3]);
    assert!(cast(&mesh, &ball, &Motion::still(), &motion).is_some());
    assert!(!contacts(&mesh, &Sphere::new(1.0)).is_empty());
}

fn repairs<T: Real>() {
    let good = cube(1.0);
    let count = good.triangles.len();
    let (clean, report) = build::<T>(&good).unwrap();
    assert!(report.is_clean() && clean.is_closed() && clean.part_count() == 1);
    // A soup of the same triangles, three points each: welded.
    let soup = Triangles {
        points: good.triangles.iter().flatten().map(|&v| good.points[v as usize]).collect(),
        triangles: (0..count as u32).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect(),
    };
    let (mesh, report) = build::<T>(&soup).unwrap();
    assert_eq!((report.welded, mesh.vertices().len()), (3 * count - 8, 8));
    assert!(mesh.is_closed() && mesh.volume() == 1.0);
    // A copy, one turned around, one without area, and a point that nothing names.
    let mut broken = good.clone();
    broken.triangles[2].swap(0, 1);
    broken.triangles.push(broken.triangles[7]);
    broken.triangles.push([0, 0, 1]);
    broken.points.push(Vec3::new(9.0, 9.0, 9.0));
    let (mesh, report) = build::<T>(&broken).unwrap();
    let counts = [report.duplicate, report.flipped, report.zero_area, report.unused];
    assert_eq!((counts, mesh.len()), ([1, 1, 1, 1], count));
    assert!(mesh.is_closed() && mesh.volume() == 1.0 && mesh.bounds().max.x == T::ONE);
    // Inside out: closed, its volume below 0, and as solid as before.
    let (inside_out, report) = build::<T>(&good.clone().flipped()).unwrap();
    assert!(report.is_clean() && inside_out.is_closed() && inside_out.volume() == -1.0);
    let middle = Vec3::new(T::HALF, T::HALF, T::HALF);
    assert_eq!(inside_out.position(middle), Some(Position::Inside));
    // Open: one triangle is missing.
    let mut open = good;
    open.triangles.pop();
    let (open, report) = build::<T>(&open).unwrap();
    assert_eq!((open.is_closed(), report.dangling, open.position(middle)), (false, 3, None));
}

#[test]
fn repairs_are_counted() {
    repairs::<f64>();
    repairs::<f32>();
}

fn answers<T: Real>() {
    let unit = build::<T>(&cube(1.0)).unwrap().0;
    let at = |x: f64, y: f64, z: f64| Pose::at(Vec3::new(T::of(x), T::of(y), T::of(z)));
    // One triangle.
    let (one, report) = build::<T>(&one_triangle()).unwrap();
    assert!(!one.is_closed() && report.dangling == 3);
    assert_eq!(distance(&one, &unit.at(at(0.0, 0.0, 2.0))).distance, T::of(2.0));
    assert_eq!(relation(&unit.at(at(0.0, 0.0, -0.5)), &one.at(at(0.25, 0.25, 0.0))), Relation::Overlapping);
    // A needle of a triangle, all corners on one line.
    let line = Triangles {
        points: [[0., 0., 0.], [1., 1., 1.], [3., 3., 3.]].map(Vec3::from).to_vec(),
        triangles: vec![[0, 1, 2]],
    };
    let (line, report) = build::<T>(&line).unwrap();
    assert_eq!((line.len(), report.zero_area), (1, 0));
    let found = distance(&line, &unit.at(at(3.0, 3.0, 4.0)));
    assert!((found.distance - T::ONE).abs() <= found.error, "{found:?}");
    assert!(intersects(&line, &unit.at(at(1.5, 1.5, 1.5))));
    // Through itself: the crossing is solid.
    let (eight, _) = build::<T>(&figure_of_eight(24, 8)).unwrap();
    let small = build::<T>(&cube(0.0625)).unwrap().0;
    assert!(eight.is_closed());
    assert_eq!(relation(&eight.at(at(0.0, 0.0, 0.0)), &small.at(at(0.0, 0.0, 0.0))), Relation::Contains);
    assert_eq!(relation(&eight.at(at(0.0, 0.0, 0.0)), &small.at(at(0.5, 0.0, 0.0))), Relation::Apart);
    // A soup in which everything crosses everything.
    let (soup, _) = build::<T>(&random_soup(60, 1.0, 3)).unwrap();
    assert_eq!(relation(&soup.at(at(0.0, 0.0, 0.0)), &soup.at(at(0.1, 0.2, 0.1))), Relation::Overlapping);
}

/// Very large and very small: squares of areas are beyond the numbers, answers are not.
fn sizes<T: Real>() {
    let unit = build::<T>(&cube(1.0)).unwrap().0;
    let far = if T::EPSILON.f64() == f64::EPSILON { 280 } else { 40 };
    for exponent in [far, -far] {
        let size = T::power_of_two(exponent);
        let points: Vec<Vec3<T>> = cube(1.0).points.iter().map(|p| p.cast::<T>() * size).collect();
        let (mesh, report) = TriangleMesh::<T>::new(&points, &cube(1.0).triangles).unwrap();
        assert!(report.is_clean() && mesh.is_closed());
        let at = |x: f64, y: f64, z: f64| Vec3::new(T::of(x), T::of(y), T::of(z)) * size;
        let above = mesh.nearest(at(0.25, 0.5, 3.0)).unwrap();
        assert!((above.signed_distance - T::of(2.0) * size).abs() <= above.error, "{above:?}");
        let gap = distance(&mesh, &mesh.at(Pose::at(at(3.0, 0.25, 0.25))));
        assert!((gap.distance - size * T::of(2.0)).abs() <= gap.error, "{gap:?}");
        assert!(gap.error < size * T::of(1e-5), "{gap:?}");
        for (x, right) in [(1.0, Relation::Touching), (0.75, Relation::Overlapping), (1.25, Relation::Apart)]
        {
            let there = Pose::at(at(x, 0.25, 0.25));
            assert_eq!(relation(&mesh.at(Pose::IDENTITY), &mesh.at(there)), right, "2^{exponent}: {x}");
        }
        // Smaller than what rounding leaves of the other.
        if T::EPSILON.f64() == f64::EPSILON {
            let [a, b] = [&mesh, &unit].map(|mesh| mesh.at(Pose::IDENTITY));
            assert_eq!(relation(&a, &b), Relation::Touching, "2^{exponent}");
        }
    }
}

#[test]
fn very_large_and_very_small_meshes_are_answered() {
    sizes::<f64>();
    sizes::<f32>();
}

#[test]
fn strange_meshes_are_answered() {
    answers::<f64>();
    answers::<f32>();
}
