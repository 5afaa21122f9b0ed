//! Seeded searches for promises of the simulator that do not hold. Tests run a few cases of each, the example `searches` of `impinge-sim`
//! any number; equal seeds give equal cases.

pub mod edits;
pub mod elastic;
pub mod energy;
pub mod free_spin;
pub mod no_overlap;
pub mod one_way;
mod random_world;
mod sleep;
mod snapshots;
pub mod tunnels;
pub mod walkers;

use edits::EDITS;
use snapshots::SNAPSHOTS;

/// Line of the table of a search.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Kind of the cases, in a few words.
    pub name: String,
    /// Number of cases.
    pub cases: usize,
    /// Number of cases in which the promise does not hold.
    pub faults: usize,
    /// Largest value of what the promise bounds, as a text with its unit.
    pub worst: String,
    /// First case with a fault, in numbers that repeat it.
    pub first: Option<String>,
}

impl Row {
    /// A line without cases yet.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Counts a case; `fault` says how to repeat it if the promise does not hold.
    pub fn count(&mut self, fault: Option<String>) {
        self.cases += 1;
        if let Some(case) = fault {
            self.faults += 1;
            self.first.get_or_insert(case);
        }
    }
}

/// A search.
#[derive(Clone, Copy)]
pub struct Search {
    /// Name on the command line.
    pub name: &'static str,
    /// The promise, in one sentence.
    pub promise: &'static str,
    /// The cases of one seed: about the given number.
    pub run: fn(seed: u64, cases: usize) -> Vec<Row>,
}

/// All searches.
pub const ALL: &[Search] = &[
    EDITS,
    SNAPSHOTS,
    elastic::SEARCH,
    energy::SEARCH,
    free_spin::SEARCH,
    no_overlap::SEARCH,
    one_way::SEARCH,
    sleep::SEARCH,
    tunnels::SEARCH,
    walkers::SEARCH,
];
