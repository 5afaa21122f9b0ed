//! Report on a step.

use impinge::Real;
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
    /// Error bound: the largest true depth differs from `deepest` by no more than this.
    pub deepest_error: T,
    /// Number of passes over all constraints.
    pub iterations: usize,
    /// With [`Solver::NoOverlap`](crate::Solver::NoOverlap): a proven lower bound on the distance of all bodies from one another at the
    /// end of the step.
    pub least_gap: Option<T>,
    /// With [`Solver::NoOverlap`](crate::Solver::NoOverlap): number of shape casts.
    pub casts: usize,
}

/// Deepest contact of a step so far.
///
/// The largest depth is not that of the deepest contact if another one, whose manifold is kept, has a larger error: the bound is that on
/// the largest depth of all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deepest<T> {
    depth: T,
    /// Error of the deepest contact; the largest, if several are equally deep.
    error: T,
    /// Upper bound on the depth of all contacts.
    most: T,
}

impl<T: Real> Deepest<T> {
    pub const NONE: Self = Self { depth: T::ZERO, error: T::ZERO, most: T::ZERO };

    /// Considers one more contact, in any order.
    #[inline]
    pub fn see(&mut self, signed_distance: T, error: T) {
        let depth = -signed_distance;
        if depth > self.depth || (depth == self.depth && depth > T::ZERO && error > self.error) {
            (self.depth, self.error) = (depth, error);
        }
        self.most = self.most.max(depth + error);
    }

    /// Writes it into a report.
    pub fn tell(self, report: &mut StepReport<T>) {
        // The sum and the difference are rounded.
        let beyond = (self.most - self.depth) + self.most * (T::TWO * T::EPSILON);
        report.deepest = self.depth;
        report.deepest_error = if self.most > self.depth { self.error.max(beyond) } else { self.error };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shallow_contact_with_a_large_error_counts() {
        let mut deepest = Deepest::<f64>::NONE;
        let mut report = StepReport::default();
        deepest.tell(&mut report);
        assert_eq!((report.deepest, report.deepest_error), (0.0, 0.0));
        // Apart by 1 mm at most 3 mm off: it may overlap by 2 mm.
        deepest.see(1e-3, 3e-3);
        deepest.tell(&mut report);
        assert!(report.deepest == 0.0 && (2e-3..2.1e-3).contains(&report.deepest_error));
        deepest.see(-5e-3, 1e-12);
        deepest.tell(&mut report);
        assert!(report.deepest == 5e-3 && (1e-12..2e-12).contains(&report.deepest_error));
        deepest.see(-4e-3, 3e-3);
        deepest.tell(&mut report);
        assert!(report.deepest == 5e-3 && (2e-3..2.1e-3).contains(&report.deepest_error));
    }
}
