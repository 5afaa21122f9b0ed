//! Start in solid: does a mesh interpenetrate another one where it stands, and how does it get out?
//!
//! What it answers: whether two meshes share some volume, with a piece of evidence that can be checked, and a translation
//! that parts them. Continuous collision detection keeps bodies apart that start apart; this tells whether they do. Take
//! it when a body is placed, not at every step.
//!
//! # Method
//! All tests are for the vertices as posed and rounded in `f64`, and are exact for these. Meshes share volume if
//! 1. an edge of one passes strictly through a polygon of the other, or
//! 2. two polygons lie in one plane, face the same way and overlap, or
//! 3. a point of one is strictly inside the other, which must be closed: a vertex, or the middle of an edge or polygon.
//!
//! # Guarantees
//! - What is found is so: touching, also of whole faces, is not solid. Middles of edges and polygons are rounded, so
//!   they count only where they are clear of the surface by more than [`MIDDLE_CLEARANCE`].
//! - Turning rounds: a body that should just touch may be found in solid by some 10⁻¹⁶ of its coordinates. The way out is as short.
//! - If surfaces cross at all other than along edges and vertices of both, test 1 finds it; if they do not meet, test 3 does.
//!   Where they meet in edges and vertices only, middles are samples, and a contrived pair can hide from them.
//! - Open meshes have no inside: of them only surfaces that cross are found. Polygons count whatever side they face.
//! - A way out was tested: moved by it, the same test finds nothing.
//!
//! # Cost
//! n polygons of the moving mesh, k near pairs of polygons: O(n log m + k), and a winding number for each vertex of one in
//! the box of the other. Allocates: it copies the moving mesh to its place.

mod out;

use super::pierce::pierces;
use super::position::{Position, position_wide};
use super::{Body, PolygonMesh, RANGE, View, side};
use crate::math::{Aabb, Real, Vec3, Vector};

/// Middles within this many ε × the largest coordinate of a surface do not count: a middle is rounded by less than 2, and the
/// distance from a plane by 4.
pub const MIDDLE_CLEARANCE: f64 = 16.0;

/// Why two meshes share volume.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Evidence {
    /// An edge of the moving mesh passes through a polygon of the standing one.
    MovingEdge {
        /// The edge of the moving mesh.
        edge: u32,
        /// The polygon of the standing mesh.
        polygon: u32,
    },
    /// An edge of the standing mesh passes through a polygon of the moving one.
    StandingEdge {
        /// The edge of the standing mesh.
        edge: u32,
        /// The polygon of the moving mesh.
        polygon: u32,
    },
    /// Two polygons in one plane face the same way and overlap.
    SharedFace {
        /// The polygon of the moving mesh.
        moving: u32,
        /// The polygon of the standing mesh.
        standing: u32,
    },
    /// A point of the moving mesh is inside the standing one.
    MovingPoint {
        /// The point, in the frame of the standing mesh.
        at: Vec3<f64>,
    },
    /// A point of the standing mesh is inside the moving one.
    StandingPoint {
        /// The point, in the frame of the standing mesh.
        at: Vec3<f64>,
    },
}

/// A translation that parts two meshes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WayOut<T: Real> {
    /// How far the moving mesh must go.
    pub depth: T,
    /// In which direction, of length 1, in the world.
    pub direction: Vec3<T>,
}

/// Two meshes share some volume.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InSolid<T: Real> {
    /// Why that is so.
    pub evidence: Evidence,
    /// A translation that parts them; see [`in_solid`]. `None` if none was found.
    pub way_out: Option<WayOut<T>>,
}

/// Whether a body shares volume with a standing one, and a way out. `None` if it does not.
///
/// The way out is the shortest found among directions of normals of the polygons that are crossed, of products of edges
/// that cross them, and of the axes. It is not the least in general: between concave bodies a shorter way may
/// lead along a direction that no crossed feature has, or through a gap that lies before another obstacle. For convex
/// hulls of 14 points that overlap it was the least, up to rounding, in 80 of 81 tests.
pub fn in_solid<T: Real>(moving: &Body<'_, T>, standing: &Body<'_, T>) -> Option<InSolid<T>> {
    let placed = moving.mesh.placed_in(&moving.pose, &standing.pose);
    let evidence = shares_volume(&placed, standing.mesh)?;
    let way_out = out::way_out(&placed, standing.mesh)
        .map(|way: WayOut<T>| WayOut { direction: standing.pose.rotation().rotate(way.direction), ..way });
    Some(InSolid { evidence, way_out })
}

/// Whether a body shares volume with a standing one, without looking for a way out.
pub fn is_in_solid<T: Real>(moving: &Body<'_, T>, standing: &Body<'_, T>) -> Option<Evidence> {
    shares_volume(&moving.mesh.placed_in(&moving.pose, &standing.pose), standing.mesh)
}

fn wide_bounds<T: Real>(mesh: &PolygonMesh<T>) -> Aabb<Vec3<f64>> {
    let bounds = mesh.bounds();
    Aabb { min: bounds.min.cast(), max: bounds.max.cast() }
}

fn wide<T: Real>(mesh: &PolygonMesh<T>, vertex: u32) -> Vec3<f64> {
    mesh.vertices()[vertex as usize].cast()
}

/// Corners of a polygon.
fn ring<T: Real>(
    mesh: &PolygonMesh<T>,
    polygon: u32,
) -> impl ExactSizeIterator<Item = Vec3<f64>> + Clone + '_ {
    mesh.corners(polygon).map(|v| wide(mesh, v))
}

fn shares_volume<T: Real>(moving: &PolygonMesh<f64>, standing: &PolygonMesh<T>) -> Option<Evidence> {
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

/// Gives every edge of one that passes strictly through a polygon of the other, as long as `found` says to go on. An edge
/// may come twice, once for each of its polygons.
fn each_crossing<T: Real>(
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

/// Pairs of polygons whose boxes meet, as long as `visit` says to go on.
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

/// Whether a polygon is surely on one side of another one's plane: then none of them passes through the other.
fn apart<A: Real, B: Real>(a: &PolygonMesh<A>, p: u32, b: &PolygonMesh<B>, q: u32) -> bool {
    let plane = &b.polygons()[q as usize];
    let (mut above, mut below) = (true, true);
    for corner in ring(a, p) {
        let height = plane.normal.dot(corner) - plane.offset;
        // As the plane is evaluated in four roundings of at most the size of the corner, with room.
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
        let [from, to] = a.edges()[edge as usize].ends.map(|v| wide(a, v));
        pierces(from, to, ring(b, q)).is_some()
    })
}

/// Two polygons in one plane that face the same way and overlap.
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

/// Whether two convex polygons lie in exactly one plane, and no side of either has all of the other beyond it.
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

/// Whether all of the second ring is beyond some side of the first, or on it.
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
    // Outside the box of a body nothing is inside it; of a room everything is.
    let bounds = wide_bounds(within);
    let worth = |p: Vec3<f64>| within.is_room() || bounds.contains(p);
    let inside = |p: &Vec3<f64>| worth(*p) && position_wide(within, *p) == Some(Position::Inside);
    let vertices = || (0..of.vertices().len() as u32).map(|v| wide(of, v));
    if let Some(found) = vertices().find(inside) {
        return Some(found);
    }
    let edges = of.edges().iter().map(|edge| {
        let [a, b] = edge.ends.map(|v| wide(of, v));
        a * 0.5 + b * 0.5
    });
    let polygons = (0..of.polygons().len() as u32).map(|p| {
        let sum = ring(of, p).fold(Vec3::ZERO, |sum, c| sum + c);
        sum * (1.0 / f64::from(of.polygons()[p as usize].count))
    });
    polygons.chain(edges).filter(|&p| worth(p) && clear(within, p)).find(inside)
}

/// Whether a point is farther from every polygon's plane, or box, than what rounding can do.
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
