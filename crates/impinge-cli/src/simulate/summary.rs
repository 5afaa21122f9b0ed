//! The result of a run, as text and for a line of JSON (`docs/book/json.md`).

use std::io::{self, Write};

use serde::Serialize;

use super::tally::Tally;
use crate::table::number;

/// The result of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    pub scene: String,
    /// Unit of lengths.
    pub unit: &'static str,
    pub solver: &'static str,
    pub bodies: usize,
    pub steps: u64,
    pub rate: f64,
    /// Simulated seconds.
    pub time: f64,
    pub threads: usize,
    /// Microseconds per step taken by this call of the program, without writing.
    pub step_us: f64,
    pub energy_start: f64,
    pub energy_end: f64,
    pub deepest: f64,
    pub deepest_error: f64,
    pub deepest_step: u64,
    pub contacts: usize,
    pub iterations: u64,
    /// Hash of all poses and velocities at the end: equal for equal runs, to the bit.
    pub hash: String,
}

impl Summary {
    /// Summary with the counts.
    pub fn counted(mut self, tally: &Tally) -> Self {
        let Tally { steps, energy_start, deepest, deepest_error, deepest_step, contacts, iterations } =
            *tally;
        (self.steps, self.energy_start, self.contacts, self.iterations) =
            (steps, energy_start, contacts, iterations);
        (self.deepest, self.deepest_error, self.deepest_step) = (deepest, deepest_error, deepest_step);
        self
    }

    /// Prints a few lines of text.
    pub fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { scene, bodies, solver, unit, .. } = self;
        writeln!(out, "{scene}: {bodies} bodies, solver {solver}; lengths are in {unit}")?;
        let threads = if self.threads == 1 { "thread" } else { "threads" };
        writeln!(
            out,
            "{} steps at {} Hz, {} s; {} µs a step on {} {threads}",
            self.steps,
            self.rate,
            number(self.time),
            number(self.step_us),
            self.threads
        )?;
        writeln!(
            out,
            "energy           {} at the start, {} at the end",
            number(self.energy_start),
            number(self.energy_end)
        )?;
        match self.deepest > 0.0 {
            true => writeln!(
                out,
                "deepest overlap  {} ± {}, at step {}",
                number(self.deepest),
                number(self.deepest_error),
                self.deepest_step
            )?,
            false => writeln!(out, "deepest overlap  none")?,
        }
        writeln!(
            out,
            "contacts         up to {} in a step; {} iterations in all",
            self.contacts, self.iterations
        )?;
        writeln!(out, "hash             {}", self.hash)
    }
}
