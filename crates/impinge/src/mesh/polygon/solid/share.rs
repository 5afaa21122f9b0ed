//! Tests whether two meshes share volume, with evidence.

use super::{Evidence, MIDDLE_CLEARANCE};
use crate::math::{Aabb, Each, Real, Vec3, Vector};
use crate::mesh::polygon::PolygonMesh;
use crate::mesh::polygon::pierce::pierces;
use crate::mesh::polygon::position::{Position, position_wide};
use crate::mesh::{RANGE, View, side};

pub(super) fn wide_bounds<T: Real>(mesh: &PolygonMesh<T>) -> Aabb<Vec3<f64>> {
    let bounds = mesh.bounds();
    Aabb { min: bounds.min.cast(), max: bounds.max.cast() }
}

pub(super) fn wide<T: Real>(mesh: &PolygonMesh<T>, vertex: u32) -> Vec3<f64> {
    mesh.vertices()[vertex as usize].cast()
}

/// Corners of a polygon.
pub(super) fn ring<T: Real>(
    mesh: &PolygonMesh<T>,
    polygon: u32,
) -> impl ExactSizeIterator<Item = Vec3<f64>> + Clone + '_ {
    mesh.corners(polygon).map(|v| wide(mesh, v))
}

pub(super) fn shares_volume<T: Real>(
    moving: &PolygonMesh<f64>,
    standing: &PolygonMesh<T>,
) -> Option<Evidence> {
    let bounds = wide_bounds(moving);
    if !(bounds.min.max_abs() <= RANGE && bounds.max.max_abs() <= RANGE) {
        return None;
    }
    let mut found = None;
    each_crossing(moving, standing, &mut |evidence| {
        found = Some(evidence);
        false
    });
    found
        .or_else(|| shared_face(moving, standing))
        .or_else(|| point_inside(moving, standing).map(|at| Evidence::MovingPoint { at }))
        .or_else(|| point_inside(standing, moving).map(|at| Evidence::StandingPoint { at }))
}

/// Visits every edge of one mesh that passes strictly through a polygon of the other, as long as `found` returns true. An edge may come
/// twice, once for each of its polygons.
pub(super) fn each_crossing<T: Real>(
    moving: &PolygonMesh<f64>,
    standing: &PolygonMesh<T>,
    found: &mut impl FnMut(Evidence) -> bool,
) {
    let mut goes_on = true;
    each_near_pair(moving, standing, |p, q| {
        if !goes_on || apart(moving, p, standing, q) || apart(standing, q, moving, p) {
            return goes_on;
        }
        for edge in edges_through(moving, p, standing, q) {
            goes_on = goes_on && found(Evidence::MovingEdge { edge, polygon: q });
        }
        for edge in edges_through(standing, q, moving, p) {
            goes_on = goes_on && found(Evidence::StandingEdge { edge, polygon: p });
        }
        goes_on
    });
}

/// Visits pairs of polygons whose boxes meet, as long as `visit` returns true.
fn each_near_pair<T: Real>(
    moving: &PolygonMesh<f64>,
    standing: &PolygonMesh<T>,
    mut visit: impl FnMut(u32, u32) -> bool,
) {
    let mut goes_on = true;
    for (p, polygon) in (0..).zip(moving.polygons()) {
        standing.near(&polygon.bounds, |q| goes_on = goes_on && visit(p, q));
        if !goes_on {
            return;
        }
    }
}

/// Whether a polygon is certainly on one side of another one's plane, so that none of its edges passes through the other.
fn apart<A: Real, B: Real>(a: &PolygonMesh<A>, p: u32, b: &PolygonMesh<B>, q: u32) -> bool {
    let plane = &b.polygons()[q as usize];
    let (mut above, mut below) = (true, true);
    for corner in ring(a, p) {
        let height = plane.normal.dot(corner) - plane.offset;
        // The plane is evaluated in four roundings of at most the size of the corner; this leaves room.
        let slack = b.flatness() + 8.0 * f64::EPSILON * (corner.sum_abs() + plane.offset.abs());
        above &= height > slack;
        below &= height < -slack;
    }
    above || below
}

/// Edges of a polygon that pass strictly through another one.
fn edges_through<'a, A: Real, B: Real>(
    a: &'a PolygonMesh<A>,
    p: u32,
    b: &'a PolygonMesh<B>,
    q: u32,
) -> impl Iterator<Item = u32> + 'a {
    a.ring(p).iter().map(|side| side.edge).filter(move |&edge| {
        let [from, to] = a.edges()[edge as usize].ends.each(|v| wide(a, v));
        pierces(from, to, ring(b, q)).is_some()
    })
}

/// Finds two coplanar polygons that face the same way and overlap.
fn shared_face<T: Real>(moving: &PolygonMesh<f64>, standing: &PolygonMesh<T>) -> Option<Evidence> {
    let mut found = None;
    each_near_pair(moving, standing, |p, q| {
        let (normal_p, normal_q) =
            (moving.polygons()[p as usize].normal, standing.polygons()[q as usize].normal);
        if normal_p.dot(normal_q) > 0.0 && overlap_in_plane(moving, p, standing, q, normal_q) {
            found = Some(Evidence::SharedFace { moving: p, standing: q });
        }
        found.is_none()
    });
    found
}

/// Whether two convex polygons are exactly coplanar, and no side of either separates it from the other.
fn overlap_in_plane<A: Real, B: Real>(
    a: &PolygonMesh<A>,
    p: u32,
    b: &PolygonMesh<B>,
    q: u32,
    normal: Vec3<f64>,
) -> bool {
    let view = View::onto(normal);
    // Three corners that span the plane.
    let corners = || ring(b, q);
    let (Some(first), Some(second)) = (corners().next(), corners().nth(1)) else { return false };
    let Some(third) = corners().find(|&c| view.turn(first, second, c) != 0.0) else { return false };
    if ring(a, p).any(|c| side(first, second, third, c) != 0.0) {
        return false;
    }
    !a_side_parts(ring(a, p), corners(), view) && !a_side_parts(corners(), ring(a, p), view)
}

/// Whether some side of the first ring has all of the second beyond it or on it.
fn a_side_parts(
    of: impl Iterator<Item = Vec3<f64>> + Clone,
    other: impl Iterator<Item = Vec3<f64>> + Clone,
    view: View,
) -> bool {
    of.clone().zip(of.cycle().skip(1)).any(|(u, v)| other.clone().all(|c| view.turn(u, v, c) <= 0.0))
}

/// A point of one mesh that is strictly inside another, closed one.
fn point_inside<A: Real, B: Real>(of: &PolygonMesh<A>, within: &PolygonMesh<B>) -> Option<Vec3<f64>> {
    if !within.is_closed() {
        return None;
    }
    // Outside the box of a body nothing is inside the body; for a room everything is.
    let bounds = wide_bounds(within);
    let worth = |p: Vec3<f64>| within.is_room() || bounds.contains(p);
    let inside = |p: &Vec3<f64>| worth(*p) && position_wide(within, *p) == Some(Position::Inside);
    let vertices = || (0..of.vertices().len() as u32).map(|v| wide(of, v));
    if let Some(found) = vertices().find(inside) {
        return Some(found);
    }
    let edges = of.edges().iter().map(|edge| {
        let [a, b] = edge.ends.each(|v| wide(of, v));
        a * 0.5 + b * 0.5
    });
    let polygons = (0..of.polygons().len() as u32).map(|p| {
        let sum = ring(of, p).fold(Vec3::ZERO, |sum, c| sum + c);
        sum * (1.0 / f64::from(of.polygons()[p as usize].count))
    });
    polygons.chain(edges).filter(|&p| worth(p) && clear(within, p)).find(inside)
}

/// Whether a point is farther from every polygon's plane, or box, than rounding can account for.
fn clear<T: Real>(mesh: &PolygonMesh<T>, p: Vec3<f64>) -> bool {
    let bounds = wide_bounds(mesh);
    let size = p.max_abs().max(bounds.min.max_abs()).max(bounds.max.max_abs());
    let slack = MIDDLE_CLEARANCE * f64::EPSILON * size + mesh.flatness();
    let mut clear = true;
    mesh.near(&Aabb { min: p, max: p }.grown(slack), |q| {
        let plane = &mesh.polygons()[q as usize];
        clear = clear && (plane.normal.dot(p) - plane.offset).abs() > slack;
    });
    clear
}
