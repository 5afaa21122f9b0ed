//! Solvers of a step: one file or folder per solver.

mod free_spin;
pub(crate) mod integrate;
pub mod no_overlap;
pub mod soft;
pub mod thesis;

use impinge::Real;
use impinge::scene::ObjectHandle;
use serde::{Deserialize, Serialize};

use no_overlap::NoOverlapMemory;
use soft::{SoftMemory, SolverSpace};
use thesis::ThesisMemory;

/// Solver of a step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub enum Solver<T> {
    /// Sub-steps with soft contacts: fast, tall stacks, large worlds.
    Soft(soft::SoftSettings<T>),
    /// The loop of Olvång's thesis, to reproduce its tables.
    Thesis(thesis::ThesisSettings<T>),
    /// Every change of pose is proven free of overlap.
    NoOverlap(no_overlap::NoOverlapSettings<T>),
}

impl<T: Real> Default for Solver<T> {
    fn default() -> Self {
        Self::Soft(soft::SoftSettings::default())
    }
}

/// Working memory of the solver that a world uses. No answer depends on it: a world that was read back begins with an empty one.
#[derive(Clone, Debug)]
pub(crate) enum Memory<V: SolverSpace> {
    Soft(Box<SoftMemory<V>>),
    /// The thesis' loop, and the list of bodies that it is given.
    Thesis(Box<ThesisMemory<V::Scalar>>, Vec<ObjectHandle>),
    NoOverlap(Box<NoOverlapMemory<V>>),
}

impl<T: Real, V: SolverSpace<Scalar = T>> Memory<V> {
    /// Empty memory for a solver.
    pub(crate) fn of(solver: &Solver<T>) -> Self {
        match solver {
            Solver::Soft(_) => Self::Soft(Box::default()),
            Solver::Thesis(_) => Self::Thesis(Box::default(), Vec::new()),
            Solver::NoOverlap(_) => Self::NoOverlap(Box::default()),
        }
    }

    /// Replaces it by empty memory if it belongs to another kind of solver.
    pub(crate) fn fit(&mut self, solver: &Solver<T>) {
        let fits = matches!(
            (&*self, solver),
            (Self::Soft(_), Solver::Soft(_))
                | (Self::Thesis(..), Solver::Thesis(_))
                | (Self::NoOverlap(_), Solver::NoOverlap(_))
        );
        if !fits {
            *self = Self::of(solver);
        }
    }
}
