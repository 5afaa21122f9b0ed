//! Meshes and compounds against convex shapes of every kind and half-spaces, by brute force over their pieces.

use impinge::body::Compound;
use impinge::mesh::{Position, TriangleMesh};
use impinge::{
    AnyShape, HalfSpace, Pose, Real, Shape, ShapeKind, Support, Triangle, Vec3, contact, distance, intersects,
};
use impinge_scenes::Rng;
use impinge_scenes::kinds;
use impinge_scenes::meshes::{Triangles, bumpy_sphere, cube, letter, terrain, torus};
use impinge_scenes::oracle::judge::Subject;

fn meshes() -> [Triangles; 5] {
    [torus(9, 6), letter('H').scaled(0.5), cube(3.0), terrain(6, 0.3, 2), bumpy_sphere(3, 0.3, 4).scaled(2.0)]
}

fn triangles<T: Real>(mesh: &TriangleMesh<T>) -> impl Iterator<Item = (u32, Triangle<T>)> + '_ {
    let vertex = |v: u32| mesh.vertices()[v as usize];
    mesh.triangles().map(move |(face, [a, b, c])| (face, Triangle::new(vertex(a), vertex(b), vertex(c))))
}

/// Every kind of shape against meshes: as near as the nearest triangle, and inside where the center is and no triangle is met.
fn shapes<T: Real>() {
    let mut rng = Rng::new(40);
    let meshes = meshes().map(|mesh| Subject::<T>::new(&mesh).mesh);
    let mut seen = [0; 3];
    for (k, mesh) in (0..ShapeKind::ALL.len()).flat_map(|k| meshes.iter().map(move |mesh| (k, mesh))) {
        for near in [0.75, 3.0] {
            let shape: AnyShape<T> = kinds::random::<Vec3<T>>(&mut rng, k);
            let shape = shape.at(rng.pose3::<T>(near));
            let pose = rng.pose3::<T>(1.0);
            let body = mesh.at(pose);
            let what = format!("{:?} at {:?}, mesh at {pose:?}", ShapeKind::ALL[k], shape.pose());
            let (mut least, mut lower, mut error) = (T::INFINITY, f64::INFINITY, T::ZERO);
            for (_, triangle) in triangles(mesh) {
                let found = distance(&triangle.at(pose), &shape);
                least = least.min(found.distance);
                lower = lower.min((found.distance - found.error).f64());
                error = error.max(found.error);
            }
            let found = distance(&body, &shape);
            let back = distance(&shape, &body);
            let center = pose.untransform(shape.center());
            let inside = least > T::ZERO && mesh.position(center) == Some(Position::Inside);
            let right = if inside { T::ZERO } else { least };
            assert!((found.distance - right).abs() <= found.error + error, "{what}: {found:?}, {right:?}");
            assert!((found.distance - back.distance).abs() <= found.error + back.error, "{what}: {back:?}");
            assert!(inside || found.part_a.is_some() && found.part_b.is_none(), "{what}: {found:?}");
            // Of faces that are equally near within rounding, as at an edge, any one may be named.
            let named = (back.part_b.is_some(), back.part_a.is_none());
            assert_eq!(named, (found.part_a.is_some(), true), "{what}: {back:?}, {found:?}");
            if let Some(face) = found.part_a {
                let named = triangles(mesh).filter(|(f, _)| *f == face);
                let nearest = named.map(|(_, t)| distance(&t.at(pose), &shape).distance);
                let nearest = nearest.fold(T::INFINITY, Real::min);
                assert!(nearest <= right + found.error + error, "{what}: face {face} is {nearest:?} away");
            }
            if lower > 0.0 && !inside {
                assert!(!intersects(&body, &shape) && !intersects(&shape, &body), "{what}");
            }
            if least == T::ZERO || inside {
                assert!(intersects(&body, &shape) && intersects(&shape, &body), "{what}");
            }
            let deep = contact(&body, &shape);
            let signed = deep.signed_distance;
            if inside {
                assert!(signed < T::ZERO && (signed + least).abs() <= deep.error + error, "{what}: {deep:?}");
            } else if lower > 0.0 {
                assert!((signed - least).abs() <= deep.error + error, "{what}: {deep:?}");
            } else {
                assert!(signed <= deep.error, "{what}: {deep:?}");
            }
            seen[if inside { 2 } else { usize::from(least == T::ZERO) }] += 1;
        }
    }
    assert!(seen[0] >= 30 && seen[1] >= 30 && seen[2] >= 8, "{seen:?}");
}

#[test]
fn shapes_of_every_kind_meet_meshes() {
    shapes::<f64>();
    shapes::<f32>();
}

/// A compound answers as the nearest of its parts does, to the bit.
fn compounds<T: Real>() {
    let mut rng = Rng::new(41);
    let mesh = Subject::<T>::new(&torus(9, 6)).mesh;
    for round in 0..8 {
        let parts: Vec<(AnyShape<T>, Pose<Vec3<T>>)> = (0..ShapeKind::ALL.len())
            .map(|k| (kinds::random::<Vec3<T>>(&mut rng, k), rng.pose3::<T>(4.0)))
            .collect();
        let compound = Compound::new(parts.iter().cloned());
        let (pose, other) = (rng.pose3::<T>(1.0), rng.pose3::<T>(if round % 2 == 0 { 12.0 } else { 4.0 }));
        for k in 0..ShapeKind::ALL.len() {
            let shape: AnyShape<T> = kinds::random::<Vec3<T>>(&mut rng, k);
            let shape = shape.at(other);
            let body = compound.at(pose);
            let all = |i: usize| parts[i].0.clone().at(parts[i].1).at(pose);
            let found = distance(&body, &shape);
            let best =
                (0..parts.len()).map(|i| distance(&all(i), &shape).distance).fold(T::INFINITY, Real::min);
            assert_eq!(found.distance, best, "{round} {k}");
            let part = found.part_a.expect("a part is named") as usize;
            let alone = distance(&all(part), &shape);
            assert_eq!(
                (found.distance, found.point_a, found.point_b, found.normal),
                (alone.distance, alone.point_a, alone.point_b, alone.normal),
                "{round} {k}"
            );
            assert!(distance(&shape, &body).part_b.is_some(), "{round} {k}");
            let deep = contact(&body, &shape);
            let alone = contact(&all(deep.part_a.expect("a part is named") as usize), &shape);
            assert_eq!(
                (deep.signed_distance, deep.point_a),
                (alone.signed_distance, alone.point_a),
                "{round} {k}"
            );
            let deepest = (0..parts.len()).map(|i| contact(&all(i), &shape).signed_distance);
            assert_eq!(deep.signed_distance, deepest.fold(T::INFINITY, Real::min), "{round} {k}");
            assert_eq!(
                intersects(&body, &shape),
                (0..parts.len()).any(|i| intersects(&all(i), &shape)),
                "{round} {k}"
            );
        }
        // A compound and a mesh: as near as the nearest part.
        let found = distance(&compound.at(pose), &mesh.at(other));
        let (mut least, mut error) = (T::INFINITY, found.error);
        for (shape, at) in &parts {
            let one = distance(&shape.clone().at(*at).at(pose), &mesh.at(other));
            least = least.min(one.distance);
            error = error.max(one.error);
        }
        assert!((found.distance - least).abs() <= found.error + error, "{round}: {found:?}, {least:?}");
    }
}

#[test]
fn compounds_answer_as_their_parts_do() {
    compounds::<f64>();
    compounds::<f32>();
}

/// A half-space is as far from a body as its lowest point is above the plane.
fn half_spaces<T: Real>() {
    let mut rng = Rng::new(42);
    for mesh in meshes() {
        let mesh = Subject::<T>::new(&mesh).mesh;
        for _ in 0..8 {
            let half_space = HalfSpace::<Vec3<T>>::new(rng.unit3::<T>(), T::of(rng.between(-2.0, 2.0)));
            let pose = rng.pose3::<T>(3.0);
            let height = |p: &Vec3<T>| {
                let p: Vec3<f64> = pose.cast::<f64>().transform(p.cast());
                half_space.normal().cast::<f64>().dot(p) - half_space.offset().f64()
            };
            let lowest = mesh.vertices().iter().map(height).fold(f64::INFINITY, f64::min);
            let found = contact(&half_space, &mesh.at(pose));
            let off = (found.signed_distance.f64() - lowest).abs();
            // A unit normal is one within rounding.
            let slack = 16.0 * T::EPSILON.f64() * 8.0;
            assert!(off <= found.error.f64() + slack, "{found:?}, {lowest}");
            assert_eq!(intersects(&half_space, &mesh.at(pose)), lowest <= 0.0, "{lowest}");
            let back = contact(&mesh.at(pose), &half_space);
            assert_eq!((back.signed_distance, back.part_a), (found.signed_distance, found.part_b));
            let apart = distance(&half_space, &mesh.at(pose));
            assert!((apart.distance.f64() - lowest.max(0.0)).abs() <= apart.error.f64() + slack, "{apart:?}");
        }
    }
}

#[test]
fn half_spaces_meet_meshes() {
    half_spaces::<f64>();
    half_spaces::<f32>();
}
