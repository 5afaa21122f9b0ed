//! Selection of the solver by its name on the command line.

use impinge::Real;
use impinge_io::Unit;
use impinge_sim::Solver;

use super::args::SolverName;

/// The solver with its default settings.
pub fn chosen<T: Real>(name: SolverName) -> Solver<T> {
    match name {
        SolverName::Soft => Solver::Soft(Default::default()),
        SolverName::Thesis => Solver::Thesis(Default::default()),
        SolverName::NoOverlap => Solver::NoOverlap(Default::default()),
    }
}

/// Its name on the command line.
pub fn name<T: Real>(solver: &Solver<T>) -> &'static str {
    match solver {
        Solver::Soft(_) => "soft",
        Solver::Thesis(_) => "thesis",
        Solver::NoOverlap(_) => "no-overlap",
    }
}

/// Lengths and speeds of a solver, converted from meters to the unit of a scene.
pub fn in_unit(solver: Solver<f64>, unit: Unit) -> Solver<f64> {
    let per_meter = 1.0 / unit.meters();
    match solver {
        Solver::Soft(mut settings) => {
            settings.margin *= per_meter;
            settings.push_speed *= per_meter;
            settings.bounce_speed *= per_meter;
            settings.joints.push_speed *= per_meter;
            Solver::Soft(settings)
        }
        Solver::Thesis(mut settings) => {
            settings.sweep_radius *= per_meter;
            Solver::Thesis(settings)
        }
        Solver::NoOverlap(mut settings) => {
            settings.zone *= per_meter;
            settings.bounce_speed *= per_meter;
            Solver::NoOverlap(settings)
        }
    }
}
