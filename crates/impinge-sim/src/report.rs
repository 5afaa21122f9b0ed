//! What a step did.

use serde::Serialize;

/// What a step did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StepReport<T> {
    /// Pairs of bodies, or of pieces of them, within the margin of one another at the start of the step.
    pub contacts: usize,
    /// Points of these contacts.
    pub points: usize,
    /// The deepest overlap at the start of the step; 0 where there is none.
    pub deepest: T,
    /// The true depth differs from `deepest` by no more than this.
    pub deepest_error: T,
    /// Passes over all constraints.
    pub iterations: usize,
    /// With [`Solver::NoOverlap`](crate::Solver::NoOverlap): all bodies are proven to be at least this far from one another at the end of the step.
    pub least_gap: Option<T>,
    /// With [`Solver::NoOverlap`](crate::Solver::NoOverlap): casts that were made.
    pub casts: usize,
}
