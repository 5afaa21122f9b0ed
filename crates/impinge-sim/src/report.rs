//! Report on a step.

use serde::Serialize;

/// Report on a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StepReport<T> {
    /// Number of contacts: pairs of bodies, or of pieces of them, within the margin of one another at the start of the step.
    pub contacts: usize,
    /// Number of contact points.
    pub points: usize,
    /// Largest penetration depth at the start of the step; 0 if there is none.
    pub deepest: T,
    /// Error bound: the true depth differs from `deepest` by no more than this.
    pub deepest_error: T,
    /// Number of passes over all constraints.
    pub iterations: usize,
    /// With [`Solver::NoOverlap`](crate::Solver::NoOverlap): a proven lower bound on the distance of all bodies from one another at the
    /// end of the step.
    pub least_gap: Option<T>,
    /// With [`Solver::NoOverlap`](crate::Solver::NoOverlap): number of shape casts.
    pub casts: usize,
}
