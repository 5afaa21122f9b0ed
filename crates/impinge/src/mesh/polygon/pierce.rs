//! Exact test whether a line passes through a polygon, consistent for both polygons at an edge.
//!
//! The line through `from` and `to` passes an edge u → v on its left or right by the sign of the determinant
//! | from to u v |: the permuted inner product of their Plücker coordinates (van Waveren 2005, section 2.1). It is computed
//! exactly, so it is equal and opposite for the edge run the other way, and the two polygons at an edge do not both
//! miss a line that passes there.
//!
//! A polygon counts as the fan of triangles around its first corner. If its corners lie in one plane, that is the polygon itself. If they
//! do not, because of a tolerance or because they were rotated and rounded, the fan is one surface that still closes with those of its
//! neighbors.

use super::{collinear, side};
use crate::math::{Each, Vec3};

/// Side from which a segment meets a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pierce {
    /// From its front to its back.
    Front,
    /// From its back to its front.
    Back,
}

/// Positive if the line through `from` and `to`, coming towards a polygon's front, passes its side from `u` to `v` on the
/// inner side.
#[inline]
fn passes(from: Vec3<f64>, to: Vec3<f64>, u: Vec3<f64>, v: Vec3<f64>) -> f64 {
    -side(from, to, u, v)
}

/// Tests whether the closed segment meets the closed polygon, other than by lying in its plane, and from which side.
pub(crate) fn meets(from: Vec3<f64>, to: Vec3<f64>, ring: impl Iterator<Item = Vec3<f64>>) -> Option<Pierce> {
    fan(from, to, ring, |from_side, to_side, passes, _| {
        if from_side >= 0.0 && to_side <= 0.0 && passes.iter().all(|&s| s >= 0.0) {
            Some(Pierce::Front)
        } else if from_side <= 0.0 && to_side >= 0.0 && passes.iter().all(|&s| s <= 0.0) {
            Some(Pierce::Back)
        } else {
            None
        }
    })
}

/// Whether the open segment passes through the open polygon: its ends strictly on both sides, not through the ring.
pub(crate) fn pierces(
    from: Vec3<f64>,
    to: Vec3<f64>,
    ring: impl Iterator<Item = Vec3<f64>> + Clone,
) -> Option<Pierce> {
    let corners = ring.clone();
    fan(from, to, ring, |from_side, to_side, passes, k| {
        let inside = |sign: f64| {
            let [to_k, outer, from_next] = passes.each(|s| sign * s);
            let through = |s: f64, corner: usize| s > 0.0 || (s == 0.0 && is_inner(corners.clone(), corner));
            // A line through two diagonals goes through the corner that all of them share.
            outer > 0.0 && to_k + from_next > 0.0 && through(to_k, k) && through(from_next, k + 1)
        };
        if from_side > 0.0 && to_side < 0.0 && inside(1.0) {
            Some(Pierce::Front)
        } else if from_side < 0.0 && to_side > 0.0 && inside(-1.0) {
            Some(Pierce::Back)
        } else {
            None
        }
    })
}

/// Whether the diagonal from the first corner to another one has some of the polygon on both sides. Otherwise it lies on the rim: it is a
/// side, or all corners on one side of it are straight.
fn is_inner(ring: impl Iterator<Item = Vec3<f64>> + Clone, corner: usize) -> bool {
    let (Some(first), Some(end)) = (ring.clone().next(), ring.clone().nth(corner)) else { return false };
    let off = |c: Vec3<f64>| !collinear(first, end, c);
    ring.clone().take(corner).any(off) && ring.skip(corner + 1).any(off)
}

/// Visits each triangle of the fan: gives the sides of its plane that the ends are on (not both 0), and how the line passes its sides:
/// the diagonal to corner k, the side from k to k + 1, the diagonal from k + 1.
fn fan(
    from: Vec3<f64>,
    to: Vec3<f64>,
    mut ring: impl Iterator<Item = Vec3<f64>>,
    ask: impl Fn(f64, f64, [f64; 3], usize) -> Option<Pierce>,
) -> Option<Pierce> {
    let (first, mut before) = (ring.next()?, ring.next()?);
    let mut diagonal = passes(from, to, first, before);
    for (k, corner) in (1..).zip(ring) {
        let after = passes(from, to, first, corner);
        // A line passes through a triangle only if it passes the diagonals on different sides, or through them.
        let same_side = (diagonal > 0.0 && after > 0.0) || (diagonal < 0.0 && after < 0.0);
        if !same_side {
            let outer = passes(from, to, before, corner);
            let (from_side, to_side) = (side(first, before, corner, from), side(first, before, corner, to));
            if (from_side != 0.0 || to_side != 0.0)
                && let Some(pierce) = ask(from_side, to_side, [diagonal, outer, -after], k)
            {
                return Some(pierce);
            }
        }
        (diagonal, before) = (after, corner);
    }
    None
}
