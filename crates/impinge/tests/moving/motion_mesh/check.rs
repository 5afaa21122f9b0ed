//! Invariants of every mesh, checked from the definitions.

use impinge::mesh::polygon::{EdgeKind, NONE, PolygonMesh};
use impinge::{Real, Vec3, Vector};
use robust::{Coord, Coord3D, orient2d, orient3d};

pub fn wide<T: Real>(mesh: &PolygonMesh<T>, vertex: u32) -> Vec3<f64> {
    mesh.vertices()[vertex as usize].cast()
}

/// Positive in front of the plane through a, b, c.
pub fn side(a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64>, p: Vec3<f64>) -> f64 {
    let coord = |v: Vec3<f64>| Coord3D { x: v.x, y: v.y, z: v.z };
    -orient3d(coord(a), coord(b), coord(c), coord(p))
}

/// Checks rings, edges and planes. `exact` asks that each polygon is in one plane.
pub fn check<T: Real>(mesh: &PolygonMesh<T>, exact: bool) {
    let mut uses = vec![[0; 2]; mesh.edges().len()];
    let mut vertex_used = vec![false; mesh.vertices().len()];
    let mut only_internal = vec![true; mesh.vertices().len()];
    let bounds = mesh.bounds();
    for (index, polygon) in (0..).zip(mesh.polygons()) {
        let ring = mesh.ring(index);
        assert!(ring.len() >= 3 && ring.len() == polygon.count as usize);
        let corners: Vec<u32> = mesh.corners(index).collect();
        for (k, &s) in ring.iter().enumerate() {
            let edge = &mesh.edges()[s.edge as usize];
            let way = usize::from(s.reversed);
            assert_eq!(edge.polygons[way], index);
            assert_eq!(edge.ends[way], corners[k]);
            assert_eq!(edge.ends[1 - way], corners[(k + 1) % corners.len()], "rings close");
            uses[s.edge as usize][way] += 1;
            vertex_used[corners[k] as usize] = true;
        }
        let points: Vec<Vec3<f64>> = corners.iter().map(|&v| wide(mesh, v)).collect();
        check_ring(&points, polygon.normal, exact);
        assert!((polygon.normal.norm() - 1.0).abs() < 4.0 * f64::EPSILON);
        for &p in &points {
            let rounding = 4.0 * f64::EPSILON * p.norm();
            assert!((polygon.normal.dot(p) - polygon.offset).abs() <= mesh.flatness() + rounding);
            let own: Vec3<T> = p.cast();
            assert!(polygon.bounds.contains(own) && bounds.contains(own));
        }
    }
    for (edge, used) in mesh.edges().iter().zip(uses) {
        assert_eq!(used, [1, usize::from(edge.polygons[1] != NONE)]);
        assert_eq!(edge.is_dangling(), matches!(edge.kind, EdgeKind::Dangling | EdgeKind::Crowded));
        for v in edge.ends {
            only_internal[v as usize] &= edge.is_internal();
        }
    }
    for v in 0..mesh.vertices().len() {
        assert!(vertex_used[v]);
        assert!(only_internal[v] || !mesh.vertex_is_internal(v as u32));
    }
}

/// Seen along the axis nearest to the normal, no corner turns right, and the ring runs around once.
fn check_ring(points: &[Vec3<f64>], normal: Vec3<f64>, exact: bool) {
    let n = points.len();
    let size = normal.abs();
    // Of equal ones the first.
    let axis = (0..3).rev().max_by(|&a, &b| size.get(a).total_cmp(&size.get(b))).unwrap();
    let sign = normal.get(axis).signum();
    let seen = |p: Vec3<f64>| Coord { x: p.get((axis + 1) % 3), y: p.get((axis + 2) % 3) };
    let mut strict = Vec::new();
    for k in 0..n {
        let [a, b, c] = [0, 1, 2].map(|i| points[(k + i) % n]);
        let turn = sign * orient2d(seen(a), seen(b), seen(c));
        assert!(turn >= 0.0, "a corner turns right");
        if turn > 0.0 {
            strict.push([a, b, c]);
        }
    }
    assert!(strict.len() >= 3);
    // Convex, not a star: every corner is to the left of every side.
    for k in 0..n {
        for &p in points.iter().take(64) {
            assert!(sign * orient2d(seen(points[k]), seen(points[(k + 1) % n]), seen(p)) >= 0.0);
        }
    }
    if exact {
        let [a, b, c] = strict[0];
        assert!(points.iter().all(|&p| side(a, b, c, p) == 0.0), "one plane");
    }
}

/// Vertices − edges + polygons.
pub fn euler<T: Real>(mesh: &PolygonMesh<T>) -> i64 {
    mesh.vertices().len() as i64 - mesh.edges().len() as i64 + mesh.polygons().len() as i64
}

/// Number of edges of a kind.
pub fn count<T: Real>(mesh: &PolygonMesh<T>, kind: EdgeKind) -> usize {
    mesh.edges().iter().filter(|e| e.kind == kind).count()
}

pub fn internal<T: Real>(mesh: &PolygonMesh<T>) -> usize {
    mesh.edges().iter().filter(|e| e.is_internal()).count()
}
