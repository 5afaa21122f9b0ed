//! Reproduces the figures and tables of five papers, and judges their statements: the work of `impinge reproduce`.
//!
//! A [`Paper`] has statements ([`Claim`]) and a study: a list of [`Part`]s, each of which measures something and leaves figures, tables
//! and findings in an [`Out`]. [`reproduce`] runs them in order and writes a folder: `index.html`, a self-contained page; a CSV file
//! for each figure and table; `run.json`, with what made them, the findings by their rules, and the ratios of times that decided verdicts.
//!
//! | file | what it holds |
//! |---|---|
//! | `claim.rs`, `claim/` | the statements of the papers, and findings about them |
//! | `rule.rs` | meaning of the words of statements, in numbers |
//! | `timed.rs` | ratios of times that decide verdicts, as values |
//! | `figure.rs`, `table.rs` | figures and tables as data |
//! | `drawing.rs` | drawings in the plane |
//! | `spread.rs` | work on many threads, for the program too |
//! | `study.rs` | efforts, tasks, parts, and their output |
//! | `record.rs` | output of a finished part in the folder, read by a run that resumes |
//! | `order.rs` | arguments of a run, and its summary |
//! | `run.rs` | the parts in order, with progress and time left |
//! | `made.rs` | origin and findings of a folder, as `run.json` keeps them |
//! | `report.rs`, `html.rs`, `page.css` | the folder and its page |
//! | `verdicts.rs` | the verdicts on all papers as one page of text |
//! | `beside.rs` | runs with other seeds and efforts beside the published one: claims that they do not confirm are open |
//! | `published.rs` | the run that `docs/results` shows: its numbers are kept, and its pages are derived from them |
//! | `measure/` | the clock, and measurements for several papers and for the program |
//! | one folder per paper | its study, with the loops that it times |
//!
//! **Guarantees.** The same paper, effort, number and seed give the same numbers, except for times, on every machine. A run that was stopped
//! resumes after the last finished part. Files are complete or absent.
//!
//! **Cost.** [`Effort::Quick`] takes seconds for each paper, [`Effort::Usual`] minutes. Times are those of one thread, in
//! loops of this crate, which is built like a user's release build. Counts use all cores if they take long.
//!
//! **Failure.** [`Stop`]: interrupted, or a sentence that says what could not be done.

mod beside;
mod claim;
mod contact;
mod doom;
mod drawing;
mod figure;
mod html;
mod lecture;
mod made;
pub mod measure;
mod order;
mod published;
mod record;
mod report;
mod rule;
mod run;
mod signed_volumes;
mod spread;
mod study;
mod table;
mod thesis;
mod timed;
mod verdicts;

pub use claim::{Before, Claim, Finding, Paper, Tally, Verdict, claims};
pub use figure::{BarChart, Chart, Figure, Panel};
pub use order::{Order, Summary};
pub use published::{check, publish};
pub use report::write_front_page;
pub use rule::RULES;
pub use run::{Progress, parts, reproduce};
pub use spread::{cores, spread};
pub use study::{Effort, Out, Part, Stop, Task};
pub use table::{Cell, Table};
pub use timed::Timed;
pub use verdicts::write_verdicts;
