//! The simplex of GJK: up to four points of B − A, with its point nearest to the origin.

use crate::math::{Real, Vector};
use crate::observe::Details;
use crate::pair::Vertex;

/// Bound on the rounding of a point computed as a combination of up to four vertices, in ε × largest coordinate: the
/// weights are accurate to about 3 ε of their sum, and products and sums add 4; for the length, times √3. If it were
/// smaller, a simplex that contains the origin might not count as one; if larger, one that misses it might.
const COMBINATION_ULPS: f64 = 16.0;

/// A simplex: one to four vertices, the newest last, with the weights of the point nearest to the origin.
#[derive(Clone, Copy, Debug)]
pub struct Simplex<V: Vector> {
    vertices: [Vertex<V>; 4],
    weights: [V::Scalar; 4],
    len: usize,
}

impl<V: Vector> Simplex<V> {
    /// A simplex of a single vertex.
    #[inline]
    pub fn new(vertex: Vertex<V>) -> Self {
        let mut weights = [V::Scalar::ZERO; 4];
        weights[0] = V::Scalar::ONE;
        Self { vertices: [vertex; 4], weights, len: 1 }
    }

    /// The vertices, the newest last.
    #[inline]
    pub fn vertices(&self) -> &[Vertex<V>] {
        &self.vertices[..self.len]
    }

    /// The newest vertex.
    #[inline]
    pub fn newest(&self) -> Vertex<V> {
        self.vertices[self.len - 1]
    }

    /// Vertex `i` as a point of B − A.
    #[inline]
    pub fn point(&self, i: usize) -> V {
        self.vertices[i].point
    }

    /// Weights of the nearest point: not negative, with a sum of 1 except for rounding.
    #[inline]
    pub fn weights(&self) -> &[V::Scalar] {
        &self.weights[..self.len]
    }

    /// Number of vertices.
    #[inline]
    #[allow(clippy::len_without_is_empty)] // It never is empty.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is one more vertex than dimensions: then it has an interior.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.len == V::DIM + 1
    }

    /// Adds the newest vertex. The simplex must not be full.
    #[inline]
    pub fn push(&mut self, vertex: Vertex<V>) {
        self.vertices[self.len] = vertex;
        self.len += 1;
    }

    /// Keeps the vertices `kept`, in ascending order, with these weights.
    #[inline]
    pub fn keep<const N: usize>(&mut self, kept: [usize; N], weights: [V::Scalar; N]) {
        for i in 0..N {
            if kept[i] != i {
                self.vertices[i] = self.vertices[kept[i]];
            }
            self.weights[i] = weights[i];
        }
        self.len = N;
    }

    /// The same vertices with other weights; `None` if one is negative or not finite.
    #[inline]
    pub(super) fn reweighted(mut self, change: [V::Scalar; 4]) -> Option<Self> {
        for (weight, change) in self.weights.iter_mut().zip(change).take(self.len) {
            *weight += change;
        }
        self.weights().iter().all(|&weight| weight >= V::Scalar::ZERO).then_some(self)
    }

    /// Keeps the vertices whose bits are set in `mask`, in their order, with these weights, given by old index.
    #[inline]
    pub fn keep_set(&mut self, mask: usize, weights: [V::Scalar; 4]) {
        let mut len = 0;
        for (i, &weight) in weights.iter().enumerate().take(self.len) {
            if mask >> i & 1 == 1 {
                self.vertices[len] = self.vertices[i];
                self.weights[len] = weight;
                len += 1;
            }
        }
        // None remains only of vertices so far apart that no weight is finite.
        self.len = len.max(1);
    }

    /// The largest squared distance of a vertex from the newest one.
    #[inline]
    pub fn spread_squared(&self) -> V::Scalar {
        let newest = self.vertices[self.len - 1].point;
        let farther = |m: V::Scalar, v: &Vertex<V>| m.max((v.point - newest).norm_squared());
        self.vertices[..self.len - 1].iter().fold(V::Scalar::ZERO, farther)
    }

    /// Length up to which a combination of the vertices is zero except for rounding.
    #[inline]
    pub fn rounding(&self) -> V::Scalar {
        let largest = self.vertices().iter().fold(V::Scalar::ZERO, |m, v| v.point.max_abs().max(m));
        V::Scalar::of(COMBINATION_ULPS) * V::Scalar::EPSILON * largest
    }

    /// Whether the simplex already has this vertex.
    #[inline]
    pub fn holds(&self, vertex: &Vertex<V>) -> bool {
        self.vertices().iter().any(|v| v.point == vertex.point)
    }

    /// Σ weight × vertex, of the points of B − A.
    #[inline]
    pub fn combination(&self) -> V {
        self.sum(|v| v.point)
    }

    /// The witness points on A and on B that make the nearest point.
    #[inline]
    pub fn witnesses(&self) -> (V, V) {
        (self.sum(|v| v.a), self.sum(|v| v.b()))
    }

    #[inline]
    fn sum(&self, of: impl Fn(&Vertex<V>) -> V) -> V {
        let mut sum = of(&self.vertices[0]) * self.weights[0];
        for i in 1..self.len {
            sum += of(&self.vertices[i]) * self.weights[i];
        }
        sum
    }
}

/// Finds the point of a simplex nearest to the origin.
pub trait SubAlgorithm<V: Vector>: Clone + Default {
    /// Name, as the program writes it.
    const NAME: &'static str;

    /// Reduces `simplex` to the smallest face that contains the point nearest to the origin, sets its weights and
    /// returns the point; zero if a full simplex contains the origin, or the point that its weights make if they are
    /// too poor to decide (the run ends there). The newest vertex is the last, and without rounding it is part of the
    /// answer.
    fn closest(&mut self, simplex: &mut Simplex<V>) -> V;

    /// Refines the weights of a full simplex that contains the origin if they miss it by more than they should: those
    /// of a simplex much thinner than it is long owe more to rounding. By default they stay unchanged.
    fn refine(&mut self, simplex: &mut Simplex<V>) {
        let _ = simplex;
    }

    /// Forgets what it kept from earlier calls: a new query begins.
    fn restart(&mut self) {}

    /// Intermediate results of the last call.
    fn details(&self) -> Details<V::Scalar> {
        Details::default()
    }
}
