//! Elements of a study: efforts, tasks, parts, and their output.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use crate::claim::{Finding, Verdict};
use crate::figure::Figure;
use crate::spread::{cores, spread_ticking};
use crate::table::Table;
use crate::timed::Timed;

/// Amount of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// A look: all papers in half a minute.
    Quick,
    /// All papers in about half an hour on two cores.
    Usual,
    /// The papers' effort, however long it takes.
    Full,
}

impl Effort {
    /// One of three, by effort.
    pub fn of<T>(self, [quick, usual, full]: [T; 3]) -> T {
        match self {
            Self::Quick => quick,
            Self::Usual => usual,
            Self::Full => full,
        }
    }

    /// One word for it.
    pub fn name(self) -> &'static str {
        self.of(["quick", "usual", "full"])
    }

    /// Default number of random configurations for each point of a figure.
    pub fn configurations(self) -> usize {
        self.of([300, 100_000, 1_000_000])
    }
}

/// Reason why a part did not finish.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// It was interrupted.
    Interrupted,
    /// It failed: a sentence.
    Failed(String),
}

/// Input of a part.
pub struct Task<'a> {
    /// Effort.
    pub effort: Effort,
    /// Random configurations for each point of a figure.
    pub configurations: usize,
    /// Seed of everything random.
    pub seed: u64,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) share: &'a Cell<f64>,
    pub(crate) tell: &'a dyn Fn(),
    /// Output of earlier parts, by their names.
    pub(crate) earlier: &'a [(&'a str, &'a Out)],
}

impl Task<'_> {
    /// Call this every second or so, with the finished share of the part, from 0 to 1.
    ///
    /// # Errors
    /// If the run was interrupted: then the part ends at once.
    pub fn reached(&self, share: f64) -> Result<(), Stop> {
        self.share.set(share);
        (self.tell)();
        if self.stop.load(Ordering::Relaxed) { Err(Stop::Interrupted) } else { Ok(()) }
    }

    /// Runs jobs by number on all cores; the results, in order, do not depend on the number of cores. Not for timing.
    ///
    /// # Errors
    /// If the run was interrupted: then running jobs are ended, and no other starts.
    pub(crate) fn on_all_cores<R: Send>(
        &self,
        jobs: usize,
        job: impl Fn(usize) -> R + Sync,
    ) -> Result<Vec<R>, Stop> {
        let mut results: Vec<Option<R>> = (0..jobs).map(|_| None).collect();
        let (mut done, mut ended) = (0, Ok(()));
        let stop = self.stop;
        let unless_stopped = |number| (!stop.load(Ordering::Relaxed)).then(|| job(number));
        spread_ticking(cores(), jobs, unless_stopped, |result| {
            if let Some((number, result)) = result {
                results[number] = result;
                done += 1;
            }
            if ended.is_ok() {
                ended = self.reached(done as f64 / jobs as f64);
            }
            ended.is_ok()
        });
        ended?;
        self.reached(1.0)?;
        Ok(results.into_iter().flatten().collect())
    }

    /// A table that an earlier part left, if that part was run.
    pub fn table(&self, part: &str, id: &str) -> Option<&Table> {
        let (_, out) = self.earlier.iter().find(|(name, _)| *name == part)?;
        out.tables.iter().find(|table| table.id == id)
    }
}

/// Work of a part of a study.
pub type Run = Box<dyn Fn(&Task<'_>, &mut Out) -> Result<(), Stop>>;

/// A part of a study: a group of figures that are measured together. The unit of `--only` and of resuming.
pub struct Part {
    /// Its name in files and on the command line.
    pub name: &'static str,
    /// Heading of its section of the page.
    pub about: &'static str,
    /// Approximate seconds on two cores, for the time left.
    pub seconds: f64,
    /// Runs it.
    pub run: Run,
}

impl Part {
    /// A part.
    pub fn new(
        name: &'static str,
        about: &'static str,
        seconds: f64,
        run: impl Fn(&Task<'_>, &mut Out) -> Result<(), Stop> + 'static,
    ) -> Self {
        Self { name, about, seconds, run: Box::new(run) }
    }
}

/// Output of a part.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Out {
    /// Paragraphs above the figures.
    pub notes: Vec<String>,
    /// Figures, in the order of the page.
    pub figures: Vec<Figure>,
    /// Tables, below the figures.
    pub tables: Vec<Table>,
    /// Findings about claims.
    pub findings: Vec<Finding>,
}

impl Out {
    /// Adds a paragraph.
    pub fn note(&mut self, text: impl Into<String>) {
        self.notes.push(text.into());
    }

    /// Adds a figure.
    pub fn figure(&mut self, figure: Figure) {
        self.figures.push(figure);
    }

    /// Adds a table.
    pub fn table(&mut self, table: Table) {
        self.tables.push(table);
    }

    /// Adds a finding about a claim; `why` is empty if there is nothing to add.
    pub fn finding(
        &mut self,
        claim: impl Into<String>,
        verdict: Verdict,
        found: impl Into<String>,
        why: impl Into<String>,
    ) {
        self.timed(claim, verdict, found, why, Vec::new());
    }

    /// Adds a finding about a claim that depends on ratios of times.
    pub(crate) fn timed(
        &mut self,
        claim: impl Into<String>,
        verdict: Verdict,
        found: impl Into<String>,
        why: impl Into<String>,
        timed: Vec<Timed>,
    ) {
        let (claim, found, why) = (claim.into(), found.into(), why.into());
        self.findings.push(Finding { claim, verdict, found, why, timed });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    fn with_task<R>(stop: &AtomicBool, ask: impl FnOnce(&Task<'_>) -> R) -> (R, f64) {
        let share = Cell::new(0.0);
        let task = Task {
            effort: Effort::Quick,
            configurations: 1,
            seed: 1,
            stop,
            share: &share,
            tell: &|| (),
            earlier: &[],
        };
        (ask(&task), share.get())
    }

    #[test]
    fn jobs_on_all_cores_are_in_their_order_and_none_begins_after_a_stop() {
        let squares: Vec<usize> = (0..100).map(|k| k * k).collect();
        let (found, share) = with_task(&AtomicBool::new(false), |task| task.on_all_cores(100, |k| k * k));
        assert_eq!((found, share), (Ok(squares), 1.0));
        let (none, _) = with_task(&AtomicBool::new(false), |task| task.on_all_cores(0, |k| k));
        assert_eq!(none, Ok(Vec::new()));
        let begun = AtomicUsize::new(0);
        let (stopped, _) = with_task(&AtomicBool::new(true), |task| {
            task.on_all_cores(100, |_| begun.fetch_add(1, Ordering::Relaxed))
        });
        assert_eq!((stopped, begun.into_inner()), (Err(Stop::Interrupted), 0));
    }
}
