//! The figures and tables of five papers made again, and their statements judged: what `impinge reproduce` does.
//!
//! A [`Paper`] has statements ([`Claim`]) and a study: a list of [`Part`]s, each of which measures something and leaves figures, tables
//! and findings in an [`Out`]. [`reproduce`] runs them in order and writes a folder: `index.html`, a self-contained page; a CSV file
//! for each figure and table; `run.json`, which says what made them, what was found by which rule, and which ratios of times decided verdicts.
//!
//! | file | what it holds |
//! |---|---|
//! | `claim.rs`, `claim/` | the statements of the papers, and what was found about them |
//! | `rule.rs` | what the words of statements mean in numbers |
//! | `timed.rs` | ratios of times that decide verdicts, as values |
//! | `figure.rs`, `table.rs` | figures and tables as data |
//! | `drawing.rs` | drawings in the plane |
//! | `study.rs` | efforts, tasks, parts, and what they leave |
//! | `record.rs` | what a finished part leaves in the folder, read again by a run that goes on |
//! | `order.rs` | what is asked of a run, and what it says at its end |
//! | `run.rs` | the parts in order, with progress and time left |
//! | `made.rs` | what made a folder and what was found, as `run.json` keeps it |
//! | `report.rs`, `html.rs`, `page.css` | the folder and its page |
//! | `verdicts.rs` | the verdicts on all papers as one page of text |
//! | `beside.rs` | runs of other seeds and efforts beside the published one: what they do not confirm is open |
//! | `published.rs` | the run that `docs/results` shows: its numbers are kept, and its pages follow from them |
//! | `measure/` | the clock, and what is timed and counted for several papers and for the program |
//! | one folder per paper | its study, with the loops that it times |
//!
//! **Guarantees.** The same paper, effort, number and seed give the same numbers, times aside, on every machine. A run that was stopped
//! goes on after the last finished part. Files are there whole or not at all.
//!
//! **Cost.** [`Effort::Quick`] takes seconds for each paper, [`Effort::Usual`] minutes. What is timed is the time of a thread, in
//! loops of this crate, which is built as a user's release build is. What is counted is shared by all cores where it takes long.
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
pub use study::{Effort, Out, Part, Stop, Task};
pub use table::{Cell, Table};
pub use timed::Timed;
pub use verdicts::write_verdicts;
