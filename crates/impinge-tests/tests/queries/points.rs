//! Point queries: each answer against support calls, the pieces of a body, and the mesh's own point queries.

use impinge::body::Compound;
use impinge::mesh::{Position, TriangleMesh};
use impinge::*;
use impinge_scenes::kinds::{PLANARS, SOLIDS, planar, solid};
use impinge_scenes::{Rng, meshes};

/// Compares the answers about a convex shape with their proofs. Returns whether the point is inside.
fn check<S: Shape<V: Dimension>>(shape: &S, p: S::V, directions: &[S::V], what: &str) -> bool {
    let found = closest_point(shape, p).expect("a valid point");
    let height = |d: S::V| (shape.support(d).dot(d) - p.dot(d)).f64() / d.norm().f64();
    let (value, error) = (found.signed_distance.f64(), found.error.f64());
    // Roundings of the points, and of the support calls here.
    let slack = error + 64.0 * <S::V as Vector>::Scalar::EPSILON.f64() * (p.norm().f64() + 4.0);
    assert!(((p - found.point_a).norm().f64() - value.abs()).abs() <= 2.0 * slack, "{what}: {found:?}");
    assert!((found.point_b - p).norm().f64() <= slack, "{what}: {found:?}");
    // The normal attains the value, and no other direction does better.
    assert!((-height(found.normal) - value).abs() <= slack, "{what}: {found:?}");
    for d in directions {
        assert!(-height(*d) <= value + slack, "{what}: along {d:?}, {found:?}");
        assert!((shape.support(*d) - found.point_a).dot(*d).f64() >= -slack, "{what}: {found:?}");
    }
    let inside = contains_point(shape, p);
    assert!(inside || value >= -slack, "{what}: {found:?}");
    assert!(!inside || value <= slack, "{what}: {found:?}");
    inside
}

fn solids<T: Real>() {
    let mut rng = Rng::new(7);
    let directions: Vec<Vec3<T>> = (0..12).map(|_| rng.unit3()).collect();
    let (mut inside, mut tried) = (0, 0);
    for kind in 0..SOLIDS {
        for round in 0..40 {
            let sizes = [0, 1, 2, 3].map(|_| rng.between(0.0, 1.0));
            let shape = solid::<T>(kind, sizes, round, 1.0).at(rng.pose3(0.5));
            let p = rng.in_ball::<T>() * T::of(0.8);
            inside += u32::from(check(&shape, p, &directions, &format!("solid {kind}, {round}")));
            tried += 1;
        }
    }
    assert!(inside > tried / 10 && inside < tried, "{inside} of {tried} inside");
}

#[test]
fn closest_points_of_solids_are_proven_by_support_calls() {
    solids::<f64>();
    solids::<f32>();
}

#[test]
fn closest_points_of_planar_shapes_are_proven_by_support_calls() {
    let mut rng = Rng::new(8);
    let directions: Vec<Vec2<f64>> = (0..12).map(|_| rng.unit2()).collect();
    for kind in 0..PLANARS {
        for round in 0..40 {
            let sizes = [0, 1, 2, 3].map(|_| rng.between(0.0, 1.0));
            let pose = Pose::new([rng.between(-0.5, 0.5), rng.between(-0.5, 0.5)], Rot2::from_angle(0.3));
            let p = Vec2::new(rng.between(-1.5, 1.5), rng.between(-1.5, 1.5));
            check(&planar::<f64>(kind, sizes, round, 1.0).at(pose), p, &directions, &format!("{kind}"));
        }
    }
}

#[test]
fn closest_points_of_a_mesh_are_those_of_its_surface() {
    let triangles = meshes::torus(24, 12);
    let (mesh, _) = TriangleMesh::<f64>::new(&triangles.points, &triangles.triangles).unwrap();
    let mut rng = Rng::new(9);
    let mut inside = 0;
    for _ in 0..400 {
        let p = rng.in_ball::<f64>() * 1.5;
        let (found, nearest) = (closest_point(&mesh, p).unwrap(), mesh.nearest(p).unwrap());
        let distance = (nearest.point - p).norm();
        assert!((found.signed_distance.abs() - distance).abs() <= found.error + 1e-12, "{found:?}");
        let is_in = mesh.position(p) == Some(Position::Inside);
        assert_eq!(is_in, contains_point(&mesh, p));
        assert_eq!(is_in, found.signed_distance < 0.0, "{found:?}");
        assert!((found.point_a - p).norm() - distance <= found.error + 1e-12, "{found:?}");
        assert!(found.part_a.is_some());
        inside += u32::from(is_in);
    }
    assert!(inside > 20, "{inside}");
}

#[test]
fn a_compound_contains_the_points_of_its_parts() {
    let block = Cuboid::new([0.5, 0.4, 0.3]);
    let poses = [-0.8, 0.8].map(|x| Pose::at([x, 0.0, 0.0]));
    let parts = poses.map(|pose| block.at(pose));
    let compound = Compound::new(poses.map(|pose| (block, pose)));
    let mut rng = Rng::new(10);
    for _ in 0..400 {
        let p = rng.in_ball::<f64>() * 1.5;
        let within = parts.iter().any(|part| contains_point(part, p));
        assert_eq!(contains_point(&compound, p), within);
        let least = parts.iter().map(|part| closest_point(part, p).unwrap().signed_distance);
        let found = closest_point(&compound, p).unwrap();
        assert!((found.signed_distance - least.fold(f64::INFINITY, f64::min)).abs() <= found.error);
    }
}

#[test]
fn half_spaces_have_points_below_their_plane() {
    let floor = HalfSpace::<Vec3<f64>>::new([0.0, 0.0, 1.0], 0.25);
    assert!(
        contains_point(&floor, Vec3::from([3.0, 4.0, 0.25]))
            && !contains_point(&floor, Vec3::from([3.0, 4.0, 0.5]))
    );
    let found = closest_point(&floor, Vec3::from([3.0, 4.0, -0.75])).unwrap();
    assert_eq!((found.signed_distance, found.point_a), (-1.0, Vec3::new(3.0, 4.0, 0.25)));
}

#[test]
fn invalid_points_are_in_nothing() {
    let ball = Sphere::new(1.0);
    for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 2.0 * f64::LIMIT] {
        assert!(
            !contains_point(&ball, Vec3::from([0.0, x, 0.0]))
                && closest_point(&ball, Vec3::from([0.0, x, 0.0])).is_none()
        );
    }
}
