//! Which solver: by its name on the command line.

use impinge_sim::{NoOverlapSettings, Solver, ThesisSettings};

use super::args::SolverName;

/// The solver with its usual settings.
pub fn chosen(name: SolverName) -> Solver<f64> {
    match name {
        SolverName::Soft => Solver::default(),
        SolverName::Thesis => Solver::Thesis(ThesisSettings::default()),
        SolverName::NoOverlap => Solver::NoOverlap(NoOverlapSettings::default()),
    }
}
