//! `impinge clash FOLDER|FILES`: finds clashes between the parts of an assembly.
//!
//! | file | what it holds |
//! |---|---|
//! | `files.rs` | files that are parts, and their names |
//! | `parts.rs` | parts read, equal shapes built once |
//! | `rules.rs` | rules on names |
//! | `near.rs` | near pairs, by a tree over boxes |
//! | `ask.rs` | the finding for a pair; duplicates in `same.rs` and `flat.rs`; the library computes the volume of an overlap |
//! | `finding.rs` | findings about two parts |
//! | `work.rs` | all pairs, on many threads; finished work in `journal.rs` |
//! | `report.rs` | the report, as text and JSON; `table.rs`, `page.rs`, `bcf.rs` |
//! | `frame.rs` | camera views of findings |
//!
//! # Guarantees
//! The same files and settings give the same reports, to the byte, on any number of threads, even if a run was killed and
//! resumed. A report is complete or absent. Time and memory are linear in the parts and in the near pairs.

mod ask;
mod bcf;
mod files;
mod finding;
mod flat;
mod frame;
mod journal;
mod near;
mod page;
mod parts;
mod report;
mod rules;
mod same;
mod table;
mod work;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;
use impinge_io::results;

use crate::aside::{beside, write_aside};
use crate::failure::{Failure, on_one_line};
use crate::inputs::ScaleArgs;
use crate::interruption::interruption;
use crate::log;
use crate::outcome::Outcome;
use crate::{Limit, Threads};
use files::list;
use journal::Existing;
use near::{Limits, near_pairs};
use parts::Parts;
use report::Report;
use rules::Rules;
use table::table;
use work::{Ended, Work};

/// Arguments of `impinge clash`.
///
/// Kinds of findings, from the worst: `hard` (overlapping, with a way out and the volume), `contained` (one inside the other),
/// `duplicate` (the same part twice in one place), `clearance` (too close), `touching`. The first three are
/// collisions: with one of them the exit code is 1, without them 0. It is 2 after an error, and 3 if the run was interrupted.
#[derive(Args)]
#[command(
    after_help = "Findings: hard (overlapping), contained (one inside the other), duplicate (the same part twice), clearance (too close), touching.\nExit code: 1 if a finding is hard, contained or duplicate; 0 otherwise; 2 after an error; 3 if interrupted.\n\nExamples:\n  impinge clash parts --out report\n  impinge clash parts --clearance 0.5 --tolerance 0.01 --rules rules.txt --out report\n  impinge clash parts --out report --resume\n\nA rules file has one rule per line, with * for any characters:\n  ignore bolt* plate*\n  clearance \"hot pipe*\" * 5\n\nThe same as TOML, in a file that ends with .toml:\n  ignore = [[\"bolt*\", \"plate*\"]]\n  clearance = [{ between = [\"hot pipe*\", \"*\"], length = 5 }]"
)]
pub struct ClashArgs {
    /// Folder of mesh files, or mesh files; each is one part
    #[arg(required = true, value_name = "FOLDER|FILES")]
    parts: Vec<PathBuf>,
    /// Report pairs closer than this
    #[arg(long, value_name = "LENGTH", default_value_t = 0.0, value_parser = length, allow_negative_numbers = true)]
    clearance: f64,
    /// Count parts as touching if they are apart or overlap by no more than this; duplicates may differ by as much
    #[arg(long, value_name = "LENGTH", default_value_t = 0.0, value_parser = length, allow_negative_numbers = true)]
    tolerance: f64,
    /// Rules on names, as lines or .toml: `ignore PATTERN PATTERN`, `clearance PATTERN PATTERN LENGTH`; `*` stands for any characters
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Stop at a file that cannot be read, instead of reporting it
    #[arg(long)]
    strict: bool,
    /// Write all reports into this folder: clash.html, clash.json, clash.csv, clash.bcf
    #[arg(long, value_name = "DIR", conflicts_with_all = ["json", "csv", "bcf", "page", "results"])]
    out: Option<PathBuf>,
    /// Print JSON instead of a table; with `=FILE`, write it to a file
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    json: Option<PathBuf>,
    /// Write a table for spreadsheets
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write topics with viewpoints in the BIM Collaboration Format 3.0
    #[arg(long, value_name = "FILE")]
    bcf: Option<PathBuf>,
    /// Write a page with the assembly in 3D
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Write the findings in another format: .jsonl, .parquet, or .vtp or .vtu for ParaView
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Resume an interrupted run from the journal beside its reports
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    /// Start over, even if an interrupted run left its journal
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    scale: ScaleArgs,
    #[command(flatten)]
    limit: Limit,
}

/// A length given on the command line.
fn length(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(x) if f64::is_finite(x) && x >= 0.0 => Ok(x),
        _ => Err("must be a number of at least 0".into()),
    }
}

/// Finds the clashes between the parts and reports them.
pub fn run(out: &mut impl Write, args: &ClashArgs) -> Result<Outcome, Failure> {
    let targets = Targets::of(args)?;
    let stop = interruption()?;
    let rules =
        args.rules.as_deref().map(|file| Rules::read(file, &args.limit)).transpose()?.unwrap_or_default();
    let threads = args.threads.count();
    let parts = Parts::read(&list(&args.parts)?, &args.limit, args.scale.factor()?, threads, &stop);
    if stop.load(Ordering::Relaxed) {
        return Ok(interrupted("while files were read", targets.journal.as_deref()));
    }
    if let Some(file) = parts.unreadable.first().filter(|_| args.strict) {
        return Err(Failure::Said(format!(
            "{}; drop `--strict` to report the file and continue",
            file.reason
        )));
    }
    let limits = Limits { tolerance: args.tolerance, clearance: args.clearance };
    let near = near_pairs(&parts, &rules, limits)?;
    if let Some(folder) = targets.folder {
        std::fs::create_dir_all(folder).map_err(|e| Failure::of(folder, e))?;
    }
    let existing = match (args.resume, args.force) {
        (true, _) => Existing::Resumed,
        (_, true) => Existing::Overwritten,
        _ => Existing::Refused,
    };
    let journal = targets.journal.as_deref().map(|path| (path, existing));
    let work = Work { parts: &parts, pairs: &near.pairs, threads, stop: &stop };
    let (findings, journal) = match work.run(journal)? {
        Ended::Done(findings, journal) => (findings, journal),
        Ended::Interrupted { done, of } => {
            let when = format!("with {done} of {of} pairs done");
            return Ok(interrupted(&when, targets.journal.as_deref()));
        }
    };
    let report = Report {
        parts: &parts,
        findings,
        limits,
        rules: rules.len(),
        near_pairs: near.pairs.len(),
        ignored_pairs: near.ignored,
    };
    targets.write(out, &report)?;
    if let Some(journal) = journal {
        journal.remove()?;
    }
    let collide = report.findings.iter().any(|finding| finding.kind.is_collision());
    Ok(if collide { Outcome::Collision } else { Outcome::Clear })
}

/// Explains how to continue.
fn interrupted(when: &str, journal: Option<&Path>) -> Outcome {
    let next = match journal {
        Some(_) => "run the same command with `--resume` to continue",
        None => "nothing is kept, because no report was requested",
    };
    // Nothing can be done if stderr is closed.
    log::say(&format!("interrupted {when}; {next}"));
    Outcome::Interrupted
}

/// Destinations of the reports.
struct Targets<'a> {
    /// Folder to create.
    folder: Option<&'a Path>,
    /// Whether JSON replaces the table on stdout.
    json_out: bool,
    json: Option<PathBuf>,
    csv: Option<PathBuf>,
    bcf: Option<PathBuf>,
    page: Option<PathBuf>,
    results: Option<PathBuf>,
    /// Beside the first of them.
    journal: Option<PathBuf>,
}

impl<'a> Targets<'a> {
    fn of(args: &'a ClashArgs) -> Result<Self, Failure> {
        let ClashArgs { out, json, csv, bcf, page, results, .. } = args;
        results.as_deref().map_or(Ok(()), results::check_name)?;
        let targets = match out {
            Some(folder) => {
                let file = |name| Some(folder.join(name));
                Self {
                    folder: Some(folder),
                    json_out: false,
                    json: file("clash.json"),
                    csv: file("clash.csv"),
                    bcf: file("clash.bcf"),
                    page: file("clash.html"),
                    results: None,
                    journal: file("clash.journal"),
                }
            }
            None => {
                let is_out = |path: &&PathBuf| path.as_os_str() == "-";
                let first = [json, csv, bcf, page, results].into_iter().flatten().find(|path| !is_out(path));
                Self {
                    folder: None,
                    json_out: json.as_ref().is_some_and(|path| is_out(&path)),
                    json: json.clone().filter(|path| !is_out(&path)),
                    csv: csv.clone(),
                    bcf: bcf.clone(),
                    page: page.clone(),
                    results: results.clone(),
                    journal: first.map(|path| beside(path, ".journal")),
                }
            }
        };
        if (args.resume || args.force) && targets.journal.is_none() {
            let what =
                "`--resume` and `--force` need the journal beside a report; add one, such as `--out DIR`";
            return Err(Failure::Usage(what.into()));
        }
        Ok(targets)
    }

    fn write(&self, out: &mut impl Write, report: &Report<'_>) -> Result<(), Failure> {
        if let Some(path) = &self.json {
            write_aside(path, &mut |file| report.write_json(file))?;
        }
        if let Some(path) = &self.csv {
            write_aside(path, &mut |file| Ok(file.write_all(results::to_csv(&table(report)).as_bytes())?))?;
        }
        if let Some(path) = &self.bcf {
            write_aside(path, &mut |file| bcf::write(file, report))?;
        }
        if let Some(path) = &self.page {
            write_aside(path, &mut |file| page::write(file, report))?;
        }
        if let Some(path) = &self.results {
            results::write(path, &table(report))?;
        }
        if self.json_out {
            return report.write_json(out);
        }
        let written: Vec<&PathBuf> =
            [&self.page, &self.json, &self.csv, &self.bcf, &self.results].into_iter().flatten().collect();
        report.write_text(out, if written.is_empty() { "; `--out DIR` writes all" } else { "" })?;
        for path in written {
            writeln!(out, "written to {}", on_one_line(&path.to_string_lossy()))?;
        }
        Ok(())
    }
}
