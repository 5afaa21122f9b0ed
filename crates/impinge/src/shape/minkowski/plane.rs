//! Minkowski sum of two convex polygons: merges their edges by direction, in linear time.

use alloc::vec::Vec;

use super::sums::{too_large, total};
use crate::error::ShapeError;
use crate::math::{Real, Vec2, exponent_of};
use crate::shape::ConvexPolygon;

/// A polygon, or its reflection through the origin.
pub(super) struct Loop<'a, T: Real> {
    pub body: &'a ConvexPolygon<T>,
    pub mirrored: bool,
}

impl<T: Real> Loop<'_, T> {
    /// The vertices, counter-clockwise, from the one with the smallest x; of several, the lowest.
    fn vertices(&self) -> Vec<Vec2<T>> {
        let mut points = self.body.vertices().to_vec();
        if self.mirrored {
            // A half turn keeps the direction; the vertex that had the largest x comes first.
            points.iter_mut().for_each(|p| *p = -*p);
            let key = |p: &Vec2<T>| (p.x, p.y);
            let first =
                (1..points.len()).fold(0, |f, i| if key(&points[i]) < key(&points[f]) { i } else { f });
            points.rotate_left(first);
        }
        points
    }
}

/// The polygon { a + b + shift }. Both loops begin at the vertex with the smallest x (then y), whose sum is that vertex
/// of the sum. From there the boundary repeatedly takes the edge of A or B that turns less; parallel edges are taken
/// together.
///
/// Edges that are parallel except for rounding may come in the wrong order. They then differ by a few ε in angle, and
/// the boundary is off by that times its length.
pub(super) fn sum<T: Real>(
    a: Loop<'_, T>,
    b: Loop<'_, T>,
    shift: Vec2<T>,
) -> Result<ConvexPolygon<T>, ShapeError> {
    let (p, q) = (a.vertices(), b.vertices());
    let (along_p, along_q) = (edges(&p), edges(&q));
    let mut loop_ = Vec::with_capacity(p.len() + q.len());
    let (mut i, mut j) = (0, 0);
    while i < p.len() || j < q.len() {
        let (at_p, at_q) = (p[i % p.len()], q[j % q.len()]);
        let corner = total(at_p, at_q, shift);
        if let Some(error) = too_large(corner) {
            return Err(error);
        }
        loop_.push(corner);
        let (from_p, from_q) = match (along_p.get(i), along_q.get(j)) {
            (Some(e), Some(f)) => turns_first(e, f),
            (e, f) => (e.is_some(), f.is_some()),
        };
        i += usize::from(from_p);
        j += usize::from(from_q);
    }
    ConvexPolygon::from_loop(&loop_)
}

/// An edge: the quadrant of its direction, counted from straight down, and the direction, of length between 1 and 3.
type Edge = (u32, Vec2<f64>);

fn edges<T: Real>(vertices: &[Vec2<T>]) -> Vec<Edge> {
    let quarter = |e: Vec2<f64>| match (e.x > 0.0, e.x < 0.0) {
        (true, _) => u32::from(e.y >= 0.0),
        (_, true) => 2 + u32::from(e.y <= 0.0),
        _ => {
            if e.y > 0.0 {
                1
            } else {
                3
            }
        }
    };
    // Vertices are scaled to size 1, so that differences neither overflow nor become subnormal.
    let size = vertices.iter().fold(T::ZERO, |m, v| m.max(v.max_abs()));
    let scale = f64::power_of_two(-exponent_of(size.f64()));
    let at = |i: usize| vertices[i].cast::<f64>() * scale;
    let edge = |i: usize| {
        let e = at((i + 1) % vertices.len()) - at(i);
        (quarter(e), e * f64::power_of_two(-exponent_of(e.max_abs())))
    };
    (0..vertices.len()).map(edge).collect()
}

/// Compares which of two edges turns less; both if they are parallel. Within a quadrant no two directions are opposite,
/// so rounding can only confuse nearly equal ones.
fn turns_first(&(quarter, e): &Edge, &(other, f): &Edge) -> (bool, bool) {
    if quarter != other {
        return (quarter < other, other < quarter);
    }
    let turn = e.perp_dot(f);
    (turn >= 0.0, turn <= 0.0)
}
