//! An untrusted obstacle: NaN and infinity do not get into the algorithm, and are remembered.
//!
//! Pairs of shapes are finite by construction, but [`Obstacle`] is a trait that anyone may implement. NaN passes
//! through comparisons unnoticed, and infinite points make infinite bounds. So algorithms use a [`Guard`], and if it
//! has seen a value that is not finite, they claim nothing. It costs a few comparisons per support call.

use core::cell::Cell;

use super::{Obstacle, Vertex};
use crate::math::{Real, Vector};

/// Guard around an obstacle; see the module.
pub(crate) struct Guard<'a, O> {
    obstacle: &'a O,
    broken: Cell<bool>,
}

impl<'a, O> Guard<'a, O> {
    #[inline(always)]
    pub(crate) fn new(obstacle: &'a O) -> Self {
        Self { obstacle, broken: Cell::new(false) }
    }

    /// Whether any value was not finite.
    #[inline(always)]
    pub(crate) fn is_broken(&self) -> bool {
        self.broken.get()
    }

    /// Marks the guard as broken and returns `answer`.
    #[cold]
    #[inline(never)]
    fn instead<R>(&self, answer: R) -> R {
        self.broken.set(true);
        answer
    }

    #[inline(always)]
    fn length<T: Real>(&self, length: T) -> T {
        if length.is_finite() { length } else { self.instead(T::ONE) }
    }

    #[inline(always)]
    fn vertex<V: Vector>(&self, mut vertex: Vertex<V>) -> Vertex<V> {
        // A sum is finite only if all of its terms are, or so large that nothing can be done with it.
        if !vertex.b().sum_abs().is_finite() {
            // In place: a vertex returned by a call would be copied on the ordinary path too.
            self.broken.set(true);
            vertex = Vertex::default();
        }
        vertex
    }
}

impl<V: Vector, O: Obstacle<V>> Obstacle<V> for Guard<'_, O> {
    #[inline(always)]
    fn support(&self, direction: V, near: &Vertex<V>) -> Vertex<V> {
        self.vertex(self.obstacle.support(direction, near))
    }
    #[inline(always)]
    fn center(&self) -> V {
        let center = self.obstacle.center();
        if center.is_finite() { center } else { self.instead(V::ZERO) }
    }
    #[inline(always)]
    fn inside(&self) -> Vertex<V> {
        self.vertex(self.obstacle.inside())
    }
    #[inline(always)]
    fn size(&self) -> V::Scalar {
        self.length(self.obstacle.size())
    }
    #[inline(always)]
    fn rounding(&self) -> V::Scalar {
        self.length(self.obstacle.rounding())
    }
    #[inline(always)]
    fn is_polytope(&self) -> bool {
        self.obstacle.is_polytope()
    }
    #[inline(always)]
    fn least_radius(&self, direction: V, sine: V::Scalar) -> V::Scalar {
        self.length(self.obstacle.least_radius(direction, sine))
    }
}
