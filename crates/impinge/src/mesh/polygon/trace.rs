//! Ray casts and segment traces: where a moving point, or a ray, first meets a mesh. For visibility, particles and picking.
//!
//! # Source
//! Van Waveren 2005, sections 2.1 and 2.2: a translating vertex against polygons, with sidedness in Plücker coordinates;
//! section 6 uses it for visibility. Here the signs are exact.
//!
//! # Guarantees
//! - Whether a polygon is met is decided exactly for the segment from `from` to `to`, ends included: every segment from one side of a
//!   closed mesh to the other has a hit, also through edges and vertices, also if it is cut into pieces that share their ends. A segment
//!   in the plane of a polygon does not meet that polygon.
//! - One-sided polygons are met from their front only: `from` is in front of the plane or on it, `to` behind it or on it. So a point that
//!   lies on a floor is stopped at fraction 0 if it moves into it, and is free to leave it.
//! - The fraction is rounded: it is accurate up to [`flatness`](PolygonMesh::flatness) and rounding of the coordinates, divided by the
//!   distance that the segment goes through the plane. Among polygons met at the same fraction the one with the smallest index is
//!   returned.
//! - A ray is decided exactly for the line through its origin and a point of it beyond the mesh, which is rounded.
//!
//! # Misprints
//! Section 2.2: with α the height above the plane and β its rate of change, the plane is met at f = −α / β, not α / β.
//! Section 2.3 is right, since β there is defined with the other sign.
//!
//! # Cost
//! O(log n) for scattered polygons: boxes along the way are visited from near to far. No allocation.
//! Failure: none. A segment or ray with a number that is not finite, or above 2^300, meets nothing.

use super::PolygonMesh;
use super::pierce::{Pierce, meets};
use crate::math::{RANGE, Real, Vec3, built_with_the_crate};

/// First hit of a moving point on a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TraceHit<T: Real> {
    /// The fraction of the way to the hit: the point is `from + fraction (to − from)`, or `origin + fraction
    /// direction`.
    pub fraction: T,
    /// The polygon.
    pub polygon: u32,
    /// Its unit normal, facing against the motion.
    pub normal: Vec3<T>,
}

/// Relative slack for times of boxes, which are rounded: a hit that is later than another one by less than this is still examined, and so
/// is a box that seems to be entered too late by less than this. With a smaller slack, a hit at the very end could be missed.
const TIME_SLACK: f64 = 1.0 + 16.0 * f64::EPSILON;

/// Finds the first hit of a point that moves in a straight line from one place to another.
///
/// ```
/// use impinge::Vec3;
/// use impinge::mesh::polygon::{PolygonMesh, trace_segment};
///
/// let corners = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
/// let (floor, _) = PolygonMesh::from_polygons(&corners, &[[0, 1, 2, 3]])?;
/// let (above, below) = (Vec3::new(1.0, 1.0, 1.0), Vec3::new(1.0, 1.0, -3.0));
/// let hit = trace_segment(&floor, above, below).unwrap();
/// assert_eq!((hit.fraction, hit.polygon, hit.normal), (0.25, 0, Vec3::new(0.0, 0.0, 1.0)));
/// assert!(trace_segment(&floor, below, above).is_none()); // from behind
/// # Ok::<(), impinge::mesh::MeshError>(())
/// ```
pub fn trace_segment<T: Real>(mesh: &PolygonMesh<T>, from: Vec3<T>, to: Vec3<T>) -> Option<TraceHit<T>> {
    built_trace_segment(mesh, from, to)
}

built_with_the_crate! {
    /// [`trace_segment`].
    fn built_trace_segment<'a, T: Real>(
        mesh: &'a PolygonMesh<T>,
        from: Vec3<T>,
        to: Vec3<T>,
    ) -> Option<TraceHit<T>> = traced;
}

fn traced<T: Real>(mesh: &PolygonMesh<T>, from: Vec3<T>, to: Vec3<T>) -> Option<TraceHit<T>> {
    let hit = trace(mesh, from.cast(), to.cast())?;
    Some(TraceHit { fraction: T::of(hit.fraction), polygon: hit.polygon, normal: hit.normal.cast() })
}

/// Finds the first hit of a ray on a mesh. The direction need not be unit; the fraction is in units of its length.
///
/// A direction of zero length meets nothing.
pub fn trace_ray<T: Real>(mesh: &PolygonMesh<T>, origin: Vec3<T>, direction: Vec3<T>) -> Option<TraceHit<T>> {
    let (origin, direction): (Vec3<f64>, Vec3<f64>) = (origin.cast(), direction.cast());
    let unit = direction.normalized()?;
    if !origin.is_finite() {
        return None;
    }
    // A point of the ray beyond the mesh: twice as far as its farthest corner, so that rounding cannot make it too short.
    let bounds = mesh.bounds();
    let [low, high]: [Vec3<f64>; 2] = [bounds.min.cast(), bounds.max.cast()];
    let reach = 2.0 * (origin - low).abs().max((origin - high).abs()).norm();
    let hit = trace(mesh, origin, origin + unit * reach)?;
    let fraction = T::of(hit.fraction * reach / direction.norm());
    Some(TraceHit { fraction, polygon: hit.polygon, normal: hit.normal.cast() })
}

/// [`trace_segment`] in `f64`.
pub(crate) fn trace<T: Real>(mesh: &PolygonMesh<T>, from: Vec3<f64>, to: Vec3<f64>) -> Option<TraceHit<f64>> {
    let in_range = |v: Vec3<f64>| v.is_finite() && v.max_abs() <= RANGE;
    if !in_range(from) || !in_range(to) {
        return None;
    }
    let tree = mesh.tree()?;
    let mut best: Option<TraceHit<f64>> = None;
    let mut limit = TIME_SLACK;
    tree.each_on_ray(from, to - from, limit, |polygon, _| {
        if let Some(hit) = meets_polygon(mesh, polygon, from, to)
            && best.is_none_or(|b| (hit.fraction, hit.polygon) < (b.fraction, b.polygon))
        {
            limit = hit.fraction * TIME_SLACK;
            best = Some(hit);
        }
        limit
    });
    best
}

fn meets_polygon<T: Real>(
    mesh: &PolygonMesh<T>,
    polygon: u32,
    from: Vec3<f64>,
    to: Vec3<f64>,
) -> Option<TraceHit<f64>> {
    let at = &mesh.polygons()[polygon as usize];
    let mut ring = mesh.corners(polygon).map(|v| mesh.vertices()[v as usize].cast());
    let pierce = meets(from, to, ring.clone())?;
    let normal = match pierce {
        Pierce::Front => at.normal,
        Pierce::Back if at.two_sided => -at.normal,
        Pierce::Back => return None,
    };
    // Heights above the plane at the start and at the end: alpha (1 - f) + beta f = 0.
    let corner: Vec3<f64> = ring.next()?;
    let (alpha, beta) = (normal.dot(from - corner), normal.dot(to - corner));
    let fall = alpha - beta;
    // If rounding sees no fall, both ends are on the plane up to rounding.
    let fraction = if fall > 0.0 { (alpha / fall).clamp(0.0, 1.0) } else { 0.0 };
    Some(TraceHit { fraction, polygon, normal })
}
