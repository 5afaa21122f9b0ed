//! What is asked of a run, and what it says at its end.

use std::path::PathBuf;

use serde::Serialize;

use crate::claim::{Paper, Tally};
use crate::study::Effort;

/// Raised whenever a part measures or leaves something else, so that no run goes on after records of older code.
const STUDIES: u32 = 5;

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Order {
    /// Which paper.
    pub paper: Paper,
    /// How much.
    pub effort: Effort,
    /// Random configurations for each point of a figure; `None` for those of the effort.
    pub configurations: Option<usize>,
    /// Decides everything random.
    pub seed: u64,
    /// Only this part; the page has what the folder has of the others.
    pub only: Option<String>,
    /// Where files go.
    pub folder: PathBuf,
    /// The command line, for captions.
    pub command: String,
}

impl Order {
    /// Random configurations for each point of a figure.
    pub fn configurations(&self) -> usize {
        self.configurations.unwrap_or(self.effort.configurations())
    }

    /// What decides the numbers: a record with another key is of another run, or of other code ([`STUDIES`]).
    pub(crate) fn key(&self) -> String {
        let (paper, effort) = (self.paper.name(), self.effort.name());
        let (number, seed) = (self.configurations(), self.seed);
        format!(
            "impinge {} studies {STUDIES} {paper} {effort} {number} seed {seed}",
            env!("CARGO_PKG_VERSION")
        )
    }
}

/// What a run did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Which paper.
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
