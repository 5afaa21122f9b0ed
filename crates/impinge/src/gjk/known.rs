//! Points of B − A known before a query makes any support call: those that the previous query found, at the new pose.
//!
//! They span a polytope inside B − A. Its support mapping costs a scan of a few points and no support call, so GJK runs
//! on it first: its nearest point gives an upper bound, and the simplex from which the run on B − A itself begins.

use crate::math::{Real, Vector};
use crate::pair::{Obstacle, Vertex};

/// Points kept from one query to the next. EPA ends with 6 to 14 on polytopes. More would seldom help, and each is
/// transformed and examined again in every query; with fewer, faces of EPA are lost and must be found again.
pub const MAX_KNOWN: usize = 32;

/// Up to [`MAX_KNOWN`] points of B − A.
#[derive(Clone, Copy, Debug)]
pub struct Known<V: Vector> {
    vertices: [Vertex<V>; MAX_KNOWN],
    len: usize,
}

impl<V: Vector> Default for Known<V> {
    fn default() -> Self {
        Self { vertices: [Vertex::default(); MAX_KNOWN], len: 0 }
    }
}

impl<V: Vector> Known<V> {
    /// An empty set.
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// The points.
    #[inline]
    pub fn vertices(&self) -> &[Vertex<V>] {
        &self.vertices[..self.len]
    }

    /// Adds a point of B − A, if there is room and it is not already included.
    #[inline]
    pub fn push(&mut self, vertex: &Vertex<V>) {
        if self.len < MAX_KNOWN && self.vertices().iter().all(|v| v.point != vertex.point) {
            self.vertices[self.len] = *vertex;
            self.len += 1;
        }
    }

    /// Removes all points.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The farthest along a direction of all differences of known points of A and of B, which are points of B − A too.
    /// At least one point must be known.
    #[inline]
    pub fn farthest(&self, direction: V) -> Vertex<V> {
        let first = &self.vertices[0];
        let mut a = (first, first.a.dot(direction));
        let mut b = (first, a.1 + first.point.dot(direction));
        for vertex in &self.vertices[1..self.len.max(1)] {
            let height_a = vertex.a.dot(direction);
            let height_b = height_a + vertex.point.dot(direction);
            if height_a < a.1 {
                a = (vertex, height_a);
            }
            if height_b > b.1 {
                b = (vertex, height_b);
            }
        }
        let (a, b) = (a.0, b.0);
        if a.a == b.a {
            return *b;
        }
        Vertex { point: b.b() - a.a, a: a.a, id_a: a.id_a, id_b: b.id_b }
    }
}

/// The convex hull of known points, of which there is at least one, as an obstacle.
pub(super) struct Among<'a, V: Vector> {
    pub(super) known: &'a Known<V>,
    pub(super) size: V::Scalar,
    pub(super) rounding: V::Scalar,
}

impl<V: Vector> Obstacle<V> for Among<'_, V> {
    #[inline]
    fn support(&self, direction: V, _: &Vertex<V>) -> Vertex<V> {
        self.known.farthest(direction)
    }
    fn center(&self) -> V {
        let vertices = self.known.vertices();
        let sum = vertices.iter().fold(V::ZERO, |sum, v| sum + v.point);
        sum * (V::Scalar::ONE / V::Scalar::of(vertices.len() as f64))
    }
    fn size(&self) -> V::Scalar {
        self.size
    }
    fn rounding(&self) -> V::Scalar {
        self.rounding
    }
    fn is_polytope(&self) -> bool {
        true
    }
}
