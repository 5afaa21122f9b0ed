//! Minkowski sum of two convex polygons: their edges, merged by direction, in linear time.

use alloc::vec::Vec;

use crate::error::ShapeError;
use crate::math::{Real, Vec2};
use crate::shape::ConvexPolygon;

/// Both loops begin at the vertex with the smallest x (then y), whose sum is that vertex of the sum. From there the
/// boundary takes, again and again, the edge of A or B that turns less; parallel edges are taken together.
pub(super) fn sum<T: Real>(a: &ConvexPolygon<T>, b: &ConvexPolygon<T>) -> Result<ConvexPolygon<T>, ShapeError> {
    let (p, q) = (a.vertices(), b.vertices());
    let edge = |v: &[Vec2<T>], i: usize| v[(i + 1) % v.len()] - v[i];
    let mut loop_ = Vec::with_capacity(p.len() + q.len());
    let (mut i, mut j) = (0, 0);
    while i < p.len() || j < q.len() {
        loop_.push(p[i % p.len()] + q[j % q.len()]);
        let turn = if i == p.len() {
            -T::ONE
        } else if j == q.len() {
            T::ONE
        } else {
            edge(p, i).perp_dot(edge(q, j))
        };
        i += usize::from(turn >= T::ZERO);
        j += usize::from(turn <= T::ZERO);
    }
    ConvexPolygon::from_loop(&loop_)
}

impl<T: Real> ConvexPolygon<T> {
    /// { s − p }.
    pub(super) fn shifted_mirror(&self, s: Vec2<T>) -> Result<Self, ShapeError> {
        // Half a turn keeps the loop's direction; it now begins at what was the vertex with the largest x.
        let mut points: Vec<Vec2<T>> = self.vertices().iter().map(|&p| s - p).collect();
        let key = |p: &Vec2<T>| (p.x, p.y);
        let first = (1..points.len()).fold(0, |f, i| if key(&points[i]) < key(&points[f]) { i } else { f });
        points.rotate_left(first);
        Self::from_loop(&points)
    }
}
