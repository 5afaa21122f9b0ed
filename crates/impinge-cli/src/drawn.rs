//! Shapes as triangles, for drawing on a page.
//!
//! A convex shape becomes the hull of its support points in a fine net of directions. Polytopes keep their own
//! vertices, so they are drawn exactly. A shape without volume is given a little, [`THICKNESS`] of its length, so that it is visible.
//!
//! **Failure.** None: a shape too large for single precision is drawn as nothing.

use std::collections::BTreeSet;
use std::f64::consts::{PI, TAU};

use impinge::hull::{planar_hull, solid_hull};
use impinge::mesh::TriangleMesh;
use impinge::{AnyShape, AnyShape2, Support, Vec2, Vec3};
use impinge_page::Geometry;

/// Number of directions around the axis of a shape, and from one end of the axis to the other: enough for a sphere to look round.
const AROUND: u32 = 48;
const ALONG: u32 = 24;
/// Number of directions in the plane.
const IN_THE_PLANE: u32 = 128;
/// Thickness with which a triangle, a disc or a segment is drawn, relative to its length: just visible.
const THICKNESS: f64 = 0.004;
/// Size with which a point is drawn, since it has no length of its own.
const POINT: f64 = 0.01;
/// Support points closer than this, relative to the shape, are merged: the difference is rounding.
const SAME: f64 = 1e-9;

/// Vertices, and triangles that index them counterclockwise as seen from outside.
#[derive(Clone, Debug, Default)]
pub struct Triangles {
    pub points: Vec<[f64; 3]>,
    pub triangles: Vec<[u32; 3]>,
}

impl Triangles {
    /// Converts to geometry of a page.
    pub fn geometry(&self) -> Geometry {
        let triangles = self.triangles.iter().copied();
        Geometry::try_new(self.points.iter().copied(), triangles).unwrap_or_else(|_| nothing())
    }
}

/// A shape of space in its own frame.
pub fn solid(shape: &AnyShape<f64>) -> Geometry {
    solid_triangles(shape).geometry()
}

/// The triangles of a shape of space in its own frame.
pub fn solid_triangles(shape: &AnyShape<f64>) -> Triangles {
    match shape {
        AnyShape::ConvexPolyhedron(polyhedron) => hull_triangles(polyhedron.vertices()),
        AnyShape::Triangle(triangle) => hull_triangles(&triangle.corners()),
        _ => hull_triangles(&support_points(|direction| shape.support(direction))),
    }
}

/// A shape of the plane in its own frame, at z = 0.
pub fn flat(shape: &AnyShape2<f64>) -> Geometry {
    flat_triangles(shape).geometry()
}

/// The triangles of a shape of the plane in its own frame, at z = 0.
pub fn flat_triangles(shape: &AnyShape2<f64>) -> Triangles {
    match shape {
        AnyShape2::ConvexPolygon(polygon) => flat_hull_triangles(polygon.vertices()),
        _ => flat_hull_triangles(&flat_support_points(|direction| shape.support(direction))),
    }
}

/// A triangle mesh in its own frame.
pub fn surface(mesh: &TriangleMesh<f64>) -> Geometry {
    mesh_triangles(mesh).geometry()
}

/// The triangles of a mesh in its own frame.
pub fn mesh_triangles(mesh: &TriangleMesh<f64>) -> Triangles {
    Triangles {
        points: mesh.vertices().iter().map(|v| v.to_array()).collect(),
        triangles: mesh.triangles().map(|(_, corners)| corners).collect(),
    }
}

/// Points on a convex body of space that together look like it, found by its support mapping.
pub fn support_points(support: impl Fn(Vec3<f64>) -> Vec3<f64>) -> Vec<Vec3<f64>> {
    let axes = [0, 1, 2].map(Vec3::axis);
    // Even directions give a round body evenly spread points; for a stretched body, the directions are compressed likewise.
    let widths = axes.map(|axis| axis.dot(support(axis) - support(-axis)));
    let widest = widths.into_iter().fold(0.0, f64::max);
    let pressed = |direction: Vec3<f64>| {
        let by = widths.map(|width| if width > SAME * widest { widest / width } else { 1.0 });
        Vec3::new(direction.x * by[0], direction.y * by[1], direction.z * by[2])
    };
    let rings = (0..=ALONG).flat_map(|i| {
        let (z, radius) =
            (-(PI * f64::from(i) / f64::from(ALONG)).cos(), (PI * f64::from(i) / f64::from(ALONG)).sin());
        (0..AROUND).map(move |k| {
            let angle = TAU * f64::from(k) / f64::from(AROUND);
            Vec3::new(angle.cos() * radius, angle.sin() * radius, z)
        })
    });
    let mut seen = BTreeSet::new();
    let new = |point: &Vec3<f64>| seen.insert(point.to_array().map(|x| cell(x, widest)));
    axes.into_iter()
        .flat_map(|axis| [axis, -axis])
        .chain(rings.map(pressed))
        .map(support)
        .filter(new)
        .collect()
}

/// Points on a convex body of the plane that together look like it, found by its support mapping.
pub fn flat_support_points(support: impl Fn(Vec2<f64>) -> Vec2<f64>) -> Vec<Vec2<f64>> {
    let widths = [0, 1].map(Vec2::axis).map(|axis| axis.dot(support(axis) - support(-axis)));
    let widest = widths.into_iter().fold(0.0, f64::max);
    let by = widths.map(|width| if width > SAME * widest { widest / width } else { 1.0 });
    let directions = (0..IN_THE_PLANE).map(|k| {
        // Not along the axes, where a whole side of a box is equally far.
        let angle = TAU * (f64::from(k) + 0.5) / f64::from(IN_THE_PLANE);
        Vec2::new(angle.cos() * by[0], angle.sin() * by[1])
    });
    let mut seen = BTreeSet::new();
    let new = |point: &Vec2<f64>| seen.insert(point.to_array().map(|x| cell(x, widest)));
    directions.map(support).filter(new).collect()
}

/// The hull of points of space; thickened slightly if they have no volume.
pub fn hull(points: &[Vec3<f64>]) -> Geometry {
    hull_triangles(points).geometry()
}

fn hull_triangles(points: &[Vec3<f64>]) -> Triangles {
    let hull = solid_hull(points).or_else(|_| solid_hull(&thickened(points)));
    let Ok(hull) = hull else { return Triangles::default() };
    let topology = hull.topology();
    let fan = |face: u32| {
        let corners = topology.face_vertices(face);
        (2..corners.len()).map(move |i| [corners[0], corners[i - 1], corners[i]])
    };
    let faces = u32::try_from(topology.face_count()).unwrap_or(0);
    Triangles {
        points: hull.vertices().iter().map(|v| v.to_array()).collect(),
        triangles: (0..faces).flat_map(fan).collect(),
    }
}

/// The hull of points of the plane, at z = 0; thickened slightly if they have no area.
pub fn flat_hull(points: &[Vec2<f64>]) -> Geometry {
    flat_hull_triangles(points).geometry()
}

fn flat_hull_triangles(points: &[Vec2<f64>]) -> Triangles {
    let thick = || {
        let solid: Vec<_> = points.iter().map(|p| Vec3::new(p.x, p.y, 0.0)).collect();
        let flat: Vec<_> = thickened(&solid).into_iter().map(|p| Vec2::new(p.x, p.y)).collect();
        planar_hull(&flat)
    };
    let Ok(polygon) = planar_hull(points).or_else(|_| thick()) else { return Triangles::default() };
    let points: Vec<[f64; 3]> = polygon.vertices().iter().map(|v| [v.x, v.y, 0.0]).collect();
    let last = u32::try_from(points.len()).unwrap_or(u32::MAX).saturating_sub(1);
    Triangles { points, triangles: (1..last).map(|i| [0, i, i + 1]).collect() }
}

/// Geometry of a shape that cannot be drawn.
fn nothing() -> Geometry {
    Geometry::new([], [])
}

/// The corners of a small octahedron around each point.
fn thickened(points: &[Vec3<f64>]) -> Vec<Vec3<f64>> {
    let Some(&first) = points.first() else { return Vec::new() };
    let length = points.iter().map(|p| (*p - first).norm()).fold(0.0, f64::max);
    let radius = if length > 0.0 { length * THICKNESS } else { POINT };
    let around = |p: &Vec3<f64>| {
        let p = *p;
        (0..3).flat_map(move |i| [p + Vec3::axis(i) * radius, p - Vec3::axis(i) * radius])
    };
    points.iter().flat_map(around).collect()
}

/// Number of the small cell that contains a coordinate.
#[expect(clippy::cast_possible_truncation, reason = "rounded; beyond the largest number all cells are one")]
fn cell(x: f64, size: f64) -> i64 {
    if size > 0.0 { (x / (size * SAME)).round() as i64 } else { 0 }
}

#[cfg(test)]
mod tests {
    use impinge::{ShapeKind, ShapeKind2};

    use super::*;
    use crate::catalogue::{example, example2};

    /// Every shape gives triangles, and the drawn hull is about as large as the shape.
    #[test]
    fn every_shape_is_drawn() {
        for kind in ShapeKind::ALL {
            let drawn = format!("{:?}", solid(&example(*kind)));
            assert!(!drawn.contains("triangles: []"), "{kind}");
        }
        for kind in ShapeKind2::ALL {
            let drawn = format!("{:?}", flat(&example2(*kind)));
            assert!(!drawn.contains("triangles: []"), "{kind}");
        }
    }

    #[test]
    fn corners_are_exact_and_round_bodies_round() {
        let cuboid = AnyShape::from(impinge::Cuboid::new([3.0, 0.1, 1.0]));
        let corners = support_points(|d| cuboid.support(d));
        assert_eq!(corners.len(), 8);
        assert!(corners.iter().all(|c| c.to_array().map(f64::abs) == [3.0, 0.1, 1.0]));
        let ball = AnyShape::from(impinge::Sphere::new(2.0));
        assert!(support_points(|d| ball.support(d)).len() > 1000);
        assert_eq!(flat_support_points(|d| Vec2::new(d.x.signum(), d.y.signum())).len(), 4);
    }
}
