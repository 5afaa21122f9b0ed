//! Arguments of a run, and its summary.

use std::path::PathBuf;

use serde::Serialize;

use crate::claim::{Paper, Tally};
use crate::study::Effort;

/// Version of the studies: raised whenever the output of a part changes, so that no run resumes from records of older code.
const STUDIES: u32 = 5;

/// Arguments of a run.
#[derive(Clone, Debug)]
pub struct Order {
    /// Paper to reproduce.
    pub paper: Paper,
    /// Effort.
    pub effort: Effort,
    /// Random configurations for each point of a figure; `None` for those of the effort.
    pub configurations: Option<usize>,
    /// Seed of everything random.
    pub seed: u64,
    /// Only this part; the page shows the others as the folder has them.
    pub only: Option<String>,
    /// Output folder.
    pub folder: PathBuf,
    /// The command line, for captions.
    pub command: String,
}

impl Order {
    /// Random configurations for each point of a figure.
    pub fn configurations(&self) -> usize {
        self.configurations.unwrap_or(self.effort.configurations())
    }

    /// Key of the numbers: a record with another key belongs to another run, or to other code ([`STUDIES`]).
    pub(crate) fn key(&self) -> String {
        let (paper, effort) = (self.paper.name(), self.effort.name());
        let (number, seed) = (self.configurations(), self.seed);
        format!(
            "impinge {} studies {STUDIES} {paper} {effort} {number} seed {seed}",
            env!("CARGO_PKG_VERSION")
        )
    }
}

/// Summary of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Paper.
    pub paper: Paper,
    /// Its page.
    pub page: PathBuf,
    /// Figures on the page.
    pub figures: usize,
    /// Tables on the page.
    pub tables: usize,
    /// Claims by verdict.
    #[serde(flatten)]
    pub tally: Tally,
    /// Parts that were measured now.
    pub measured: usize,
    /// Parts that an earlier run had measured.
    pub kept: usize,
    /// Seconds of this run.
    pub seconds: f64,
}
