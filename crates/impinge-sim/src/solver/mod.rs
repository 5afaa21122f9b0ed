//! Solvers of a step: one file or folder per solver.

pub(crate) mod integrate;
pub mod no_overlap;
pub mod soft;
pub mod thesis;

use impinge::Real;
use serde::{Deserialize, Serialize};

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
