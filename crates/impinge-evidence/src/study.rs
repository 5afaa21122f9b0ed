//! What a study is made of: efforts, tasks, parts, and what they leave.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use crate::claim::{Finding, Verdict};
use crate::figure::Figure;
use crate::table::Table;

/// How much is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// Just enough that every line of code runs: for tests.
    Least,
    /// A look: all papers in under three minutes.
    Quick,
    /// All papers in under an hour.
    Usual,
    /// As the papers did it, for as long as it takes.
    Full,
}

impl Effort {
    /// One of four, by effort.
    pub fn of<T>(self, [least, quick, usual, full]: [T; 4]) -> T {
        match self {
            Self::Least => least,
            Self::Quick => quick,
            Self::Usual => usual,
            Self::Full => full,
        }
    }

    /// One word for it.
    pub fn name(self) -> &'static str {
        self.of(["least", "quick", "usual", "full"])
    }

    /// Random configurations for each point of a figure, unless told.
    pub fn configurations(self) -> usize {
        self.of([8, 300, 100_000, 1_000_000])
    }
}

/// Why a part did not finish.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// Somebody stopped it.
    Interrupted,
    /// It could not be done: a sentence.
    Failed(String),
}

/// What a part is given.
pub struct Task<'a> {
    /// How much is done.
    pub effort: Effort,
    /// Random configurations for each point of a figure.
    pub configurations: usize,
    /// Decides everything random.
    pub seed: u64,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) share: &'a Cell<f64>,
    pub(crate) tell: &'a dyn Fn(),
    /// What earlier parts left, by their names.
    pub(crate) earlier: &'a [(&'a str, &'a Out)],
}

impl Task<'_> {
    /// To be called each second or so, with the share of the part that is done, from 0 to 1.
    ///
    /// # Errors
    /// If somebody stopped the run: then the part ends at once.
    pub fn reached(&self, share: f64) -> Result<(), Stop> {
        self.share.set(share);
        (self.tell)();
        if self.stop.load(Ordering::Relaxed) { Err(Stop::Interrupted) } else { Ok(()) }
    }

    /// A table that an earlier part left, if that part was run.
    pub fn table(&self, part: &str, id: &str) -> Option<&Table> {
        let (_, out) = self.earlier.iter().find(|(name, _)| *name == part)?;
        out.tables.iter().find(|table| table.id == id)
    }
}

/// What a part of a study does.
pub type Run = Box<dyn Fn(&Task<'_>, &mut Out) -> Result<(), Stop>>;

/// A part of a study: a group of figures that are measured together. The grain of `--only` and of going on.
pub struct Part {
    /// Its name in files and on the command line.
    pub name: &'static str,
    /// A heading for its part of the page.
    pub about: &'static str,
    /// About how long it takes, in seconds, for the time left.
    pub seconds: f64,
    /// Does it.
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

/// What a part leaves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Out {
    /// Paragraphs above the figures.
    pub notes: Vec<String>,
    /// Figures, in the order of the page.
    pub figures: Vec<Figure>,
    /// Tables, below the figures.
    pub tables: Vec<Table>,
    /// What was found about claims.
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

    /// Adds what was found about a claim; `why` is empty where nothing is to be said.
    pub fn finding(
        &mut self,
        claim: impl Into<String>,
        verdict: Verdict,
        found: impl Into<String>,
        why: impl Into<String>,
    ) {
        self.findings.push(Finding { claim: claim.into(), verdict, found: found.into(), why: why.into() });
    }
}
