//! An obstacle that counts its support calls, for algorithms that do not report them.

use std::cell::Cell;

use impinge::Vec3;
use impinge::study::pair::{Obstacle, Vertex};

/// Counts the support calls of another.
pub(crate) struct Counted<'a> {
    obstacle: &'a dyn Obstacle<Vec3<f64>>,
    calls: Cell<u32>,
}

impl<'a> Counted<'a> {
    pub fn new(obstacle: &'a dyn Obstacle<Vec3<f64>>) -> Self {
        Self { obstacle, calls: Cell::new(0) }
    }

    /// Behind a pointer, as the library has EPA built. MPR and SA-GJK, whose steps cost little beside a support call, run
    /// without it: a second pointer took MPR 15 % longer.
    pub fn as_dyn(&self) -> &dyn Obstacle<Vec3<f64>> {
        self
    }

    /// So far.
    pub fn calls(&self) -> u32 {
        self.calls.get()
    }
}

impl Obstacle<Vec3<f64>> for Counted<'_> {
    #[inline]
    fn support(&self, direction: Vec3<f64>, near: &Vertex<Vec3<f64>>) -> Vertex<Vec3<f64>> {
        self.calls.set(self.calls.get() + 1);
        self.obstacle.support(direction, near)
    }
    fn center(&self) -> Vec3<f64> {
        self.obstacle.center()
    }
    fn inside(&self) -> Vertex<Vec3<f64>> {
        self.obstacle.inside()
    }
    fn size(&self) -> f64 {
        self.obstacle.size()
    }
    fn rounding(&self) -> f64 {
        self.obstacle.rounding()
    }
    fn is_polytope(&self) -> bool {
        self.obstacle.is_polytope()
    }
}
