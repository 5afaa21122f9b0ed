//! Point-in-solid test: whether a point is inside a closed mesh, outside it, or on its surface, by exact predicates.
//!
//! # Method
//! The winding number, how often the surface runs around the point, is counted on the ray from the point along +z: +1 for each triangle
//! that is left through its front, −1 for each that is entered. All signs are those of exact determinants. If the ray meets an edge or
//! vertex, the point counts as moved by (ε, ε², 0) with ε smaller than any number (Edelsbrunner and Mücke 1990, simulation of
//! simplicity); the surface test before it uses the point itself.
//!
//! Solid is the space behind the polygons. In a body it is where the winding number is positive. A room, whose polygons face inwards, has
//! a negative volume (by more than rounding); everything outside its walls is solid, and the number counts one more.
//!
//! # Guarantees
//! Exact for the stored vertices, with each polygon taken as a fan of triangles (which it is, exactly, unless a tolerance was set, or it
//! is a face of a hull, flat up to rounding). Cost: the boxes of polygons on the ray, and the nodes of the tree above them. Failure: an
//! open mesh has no inside.

use super::build::flushed;
use super::{PolygonMesh, View, side};
use crate::math::{Aabb, Real, Vec3, Vector, built_with_the_crate};

/// Position of a point relative to a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// In the solid: behind the polygons.
    Inside,
    /// On a polygon, exactly.
    Surface,
    /// In free space.
    Outside,
}

/// Position of a point; `None` if the mesh is not closed, or a coordinate is NaN. Coordinates below 2^-300 count as 0, as in the mesh
/// itself.
///
/// ```
/// use impinge::mesh::Position;
/// use impinge::mesh::polygon::{PolygonMesh, position};
/// use impinge::{Vec3, hull::solid_hull};
///
/// let corner = |i: i32| Vec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2));
/// let cube = PolygonMesh::from_solid(&solid_hull(&(0..8).map(corner).collect::<Vec<_>>()).unwrap());
/// assert_eq!(position(&cube, Vec3::new(0.5, 0.5, 0.9)), Some(Position::Inside));
/// assert_eq!(position(&cube, Vec3::new(0.5, 0.5, 1.0)), Some(Position::Surface));
/// assert_eq!(position(&cube, Vec3::new(0.5, 0.5, 1.1)), Some(Position::Outside));
/// ```
pub fn position<T: Real>(mesh: &PolygonMesh<T>, point: Vec3<T>) -> Option<Position> {
    built_position(mesh, point)
}

built_with_the_crate! {
    /// [`position`].
    fn built_position<'a, T: Real>(
        mesh: &'a PolygonMesh<T>,
        point: Vec3<T>,
    ) -> Option<Position> = position_of;
}

fn position_of<T: Real>(mesh: &PolygonMesh<T>, point: Vec3<T>) -> Option<Position> {
    position_wide(mesh, point.cast())
}

/// Winding number of a closed mesh about a point: 1 inside a body, −1 inside a room, 0 far away. `None` on the surface, for an open mesh,
/// and for a NaN.
pub fn winding_number<T: Real>(mesh: &PolygonMesh<T>, point: Vec3<T>) -> Option<i32> {
    built_winding_number(mesh, point)
}

built_with_the_crate! {
    /// [`winding_number`].
    fn built_winding_number<'a, T: Real>(
        mesh: &'a PolygonMesh<T>,
        point: Vec3<T>,
    ) -> Option<i32> = winding_of;
}

fn winding_of<T: Real>(mesh: &PolygonMesh<T>, point: Vec3<T>) -> Option<i32> {
    let point = flushed(point.cast());
    (position_wide(mesh, point)? != Position::Surface).then(|| winding(mesh, point))
}

/// [`position`] of a point in `f64`.
pub(crate) fn position_wide<T: Real>(mesh: &PolygonMesh<T>, p: Vec3<f64>) -> Option<Position> {
    let is_number = (0..3).all(|axis| !p.get(axis).is_nan());
    if !mesh.is_closed() || !is_number {
        return None;
    }
    let p = flushed(p);
    let around_far = i32::from(mesh.is_room());
    let bounds = mesh.bounds();
    let near = Aabb { min: bounds.min.cast(), max: bounds.max.cast() }.contains(p);
    if near && on_surface(mesh, p) {
        return Some(Position::Surface);
    }
    let around = if near { winding(mesh, p) } else { 0 };
    Some(if around + around_far > 0 { Position::Inside } else { Position::Outside })
}

/// Whether a point that is not on the surface of a closed mesh is inside it.
pub(crate) fn is_inside<T: Real>(mesh: &PolygonMesh<T>, p: Vec3<f64>) -> bool {
    let p = flushed(p);
    let bounds = mesh.bounds();
    let near = Aabb { min: bounds.min.cast(), max: bounds.max.cast() }.contains(p);
    (near || mesh.is_room()) && i32::from(mesh.is_room()) + if near { winding(mesh, p) } else { 0 } > 0
}

/// Triangles of a polygon.
fn triangles<T: Real>(mesh: &PolygonMesh<T>, polygon: u32) -> impl Iterator<Item = [Vec3<f64>; 3]> + '_ {
    let mut ring = mesh.corners(polygon).map(|v| mesh.vertices()[v as usize].cast::<f64>());
    let first = ring.next();
    let mut before = ring.next();
    ring.filter_map(move |corner| {
        let triangle = [first?, before?, corner];
        before = Some(corner);
        Some(triangle)
    })
}

fn on_surface<T: Real>(mesh: &PolygonMesh<T>, p: Vec3<f64>) -> bool {
    let mut found = false;
    mesh.near(&Aabb { min: p, max: p }, |polygon| {
        found = found || triangles(mesh, polygon).any(|[a, b, c]| holds(a, b, c, p));
    });
    found
}

/// Whether a point is in a closed triangle, exactly. A triangle without area contains nothing.
pub(crate) fn holds(a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64>, p: Vec3<f64>) -> bool {
    if side(a, b, c, p) != 0.0 {
        return false;
    }
    // Seen along an axis along which the triangle has area.
    let views = (0..3).map(|axis| View::onto(Vec3::axis(axis)));
    views.map(|view| (view, view.turn(a, b, c))).find(|(_, turn)| *turn != 0.0).is_some_and(|(view, turn)| {
        let inner = |u, v| view.turn(u, v, p) * turn.signum() >= 0.0;
        inner(a, b) && inner(b, c) && inner(c, a)
    })
}

/// The winding number of a closed mesh about a point that is not on its surface.
fn winding<T: Real>(mesh: &PolygonMesh<T>, p: Vec3<f64>) -> i32 {
    let above = Aabb { min: p, max: Vec3::new(p.x, p.y, f64::INFINITY) };
    let mut around = 0;
    mesh.near(&above, |polygon| {
        around += triangles(mesh, polygon).map(|triangle| crosses_upward(triangle, p)).sum::<i32>();
    });
    around
}

/// Crossing of a triangle by the ray from a point along +z: 1 if the ray leaves through its front, −1 through its back, 0 if it misses.
pub(crate) fn crosses_upward([a, b, c]: [Vec3<f64>; 3], p: Vec3<f64>) -> i32 {
    // Most triangles are beside the ray, so the first signs usually decide.
    let turn = moved_turn(a, b, p);
    if turn == 0 || moved_turn(b, c, p) != turn || moved_turn(c, a, p) != turn {
        return 0;
    }
    // Facing up, and p is below it; or facing down, and p is below it too.
    let height = side(a, b, c, p);
    if (turn > 0 && height < 0.0) || (turn < 0 && height > 0.0) { turn } else { 0 }
}

/// Orientation seen from above: 1 if p + (ε, ε²) is to the left of the line from u to v, −1 if to the right, 0 if u and v are seen as
/// one.
fn moved_turn(u: Vec3<f64>, v: Vec3<f64>, p: Vec3<f64>) -> i32 {
    let sign = |x: f64| i32::from(x > 0.0) - i32::from(x < 0.0);
    // turn = (u.x − p.x) (v.y − p.y) − (u.y − p.y) (v.x − p.x), so d/dp.x = u.y − v.y and d/dp.y = v.x − u.x.
    let turns = [View::onto(Vec3::axis(2)).turn(u, v, p), u.y - v.y, v.x - u.x];
    turns.into_iter().map(sign).find(|&s| s != 0).unwrap_or(0)
}
