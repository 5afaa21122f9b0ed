//! Counts over all steps.

use impinge_sim::StepReport;
use serde::{Deserialize, Serialize};

/// Counts over all steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    pub steps: u64,
    /// Energy before the first step.
    pub energy_start: f64,
    /// Deepest overlap of all steps, the bound on its error, and the step that began with it.
    pub deepest: f64,
    pub deepest_error: f64,
    pub deepest_step: u64,
    /// Most contacts of a step.
    pub contacts: usize,
    /// Passes over all constraints, in all steps.
    pub iterations: u64,
}

impl Tally {
    /// Counts before the first step.
    pub fn new(energy_start: f64) -> Self {
        Self { energy_start, ..Self::default() }
    }

    /// Adds a step.
    pub fn add(&mut self, report: &StepReport<f64>) {
        self.steps += 1;
        if report.deepest > self.deepest {
            (self.deepest, self.deepest_error) = (report.deepest, report.deepest_error);
            self.deepest_step = self.steps;
        }
        self.contacts = self.contacts.max(report.contacts);
        self.iterations += report.iterations as u64;
    }
}
