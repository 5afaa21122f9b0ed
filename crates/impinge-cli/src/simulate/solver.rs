//! Which solver: by its name on the command line.

use impinge_sim::Solver;

use super::args::SolverName;
use crate::failure::Failure;

/// The solver with its usual settings.
pub fn chosen(name: SolverName) -> Result<Solver<f64>, Failure> {
    match name {
        SolverName::Soft => Ok(Solver::default()),
        SolverName::Thesis => Err(missing("thesis")),
        SolverName::NoOverlap => Err(missing("no-overlap")),
    }
}

fn missing(name: &str) -> Failure {
    Failure::Usage(format!("this build does not have the solver `{name}`; take `--solver soft`"))
}
