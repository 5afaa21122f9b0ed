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
//! | `frame.rs` | camera views of findings; `geometries.rs` shapes as they are drawn, `picture.rs` a finding as an image |
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
mod geometries;
mod journal;
mod near;
mod page;
mod parts;
mod picture;
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
use crate::interruption::interruption;
use crate::json::JsonArgs;
use crate::log;
use crate::open::{self, OpenArgs};
use crate::outcome::Outcome;
use crate::units::UnitArgs;
use crate::weld::WeldArgs;
use crate::{Limit, Threads};
use files::list;
use journal::Existing;
use near::{Limits, near_pairs};
use parts::{Parts, Reading};
use report::Report;
use rules::Rules;
use table::table;
use work::{Ended, Work};

/// Arguments of `impinge clash`.
///
/// Kinds of findings, from the worst: `hard` (overlapping, with a way out and the volume), `contained` (one inside the other),
/// `duplicate` (the same part twice in one place), `clearance` (too close), `touching`. The first three are
/// collisions: with one of them the exit code is 1. Without them it is 0, or 4 if a part is open: nothing can be proven to be outside of it.
/// It is 2 after an error or if something was not read, and 3 if the run was interrupted.
#[derive(Args)]
#[command(
    after_help = "Findings: hard (overlapping), contained (one inside the other), duplicate (the same part twice), clearance (too close), touching.\nParts inside of files (.glb, .gltf, .3mf, .obj) are parts, named file/part; --whole takes each file as one.\nExit code: 1 if a finding is hard, contained or duplicate; 2 after an error, or if a file was not read (the rest is checked); 3 if interrupted; 4 if there is no such finding, but a part is open, so that nothing can be proven to be outside of it; otherwise 0.\n\nExamples:\n  impinge clash parts --out report\n  impinge clash parts --clearance 0.5 --tolerance 0.01 --rules rules.txt --out report\n  impinge clash parts --out report --resume\n\nA rules file has one rule per line, with * for any characters:\n  ignore bolt* plate*\n  clearance \"hot pipe*\" * 5\n\nThe same as TOML, in a file that ends with .toml:\n  ignore = [[\"bolt*\", \"plate*\"]]\n  clearance = [{ between = [\"hot pipe*\", \"*\"], length = 5 }]"
)]
pub struct ClashArgs {
    /// Folder of mesh files, or mesh files; each is a part, or has several
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
    /// Take each file as one part, with all that is in it
    #[arg(long)]
    whole: bool,
    /// Exit with 0 even if a file could not be read
    #[arg(long)]
    skip_unreadable: bool,
    #[command(flatten)]
    open: OpenArgs,
    #[command(flatten)]
    weld: WeldArgs,
    /// Write all reports into this folder: clash.html, clash.json, clash.csv, clash.bcf
    #[arg(long, value_name = "DIR", conflicts_with_all = ["csv", "bcf", "page", "results"])]
    out: Option<PathBuf>,
    #[command(flatten)]
    json: JsonArgs,
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
    units: UnitArgs,
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
    let listed = list(&args.parts);
    let (limit, units, whole) = (&args.limit, args.units.units()?, args.whole);
    let mut parts =
        Parts::read(&listed.files, Reading { limit, units, weld: args.weld, whole, threads, stop: &stop });
    parts.unreadable.splice(0..0, listed.unreadable);
    if stop.load(Ordering::Relaxed) {
        return Ok(interrupted("while files were read", targets.journal.as_deref()));
    }
    parts.units.warn();
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
        unproven: (0..parts.parts.len() as u32)
            .filter(|part| !parts.is_solid(*part) && !args.open.allows(&parts.parts[*part as usize].name))
            .collect(),
        rules: rules.len(),
        near_pairs: near.pairs.len(),
        ignored_pairs: near.ignored,
    };
    targets.write(out, &report)?;
    if let Some(journal) = journal {
        journal.remove()?;
    }
    Ok(outcome(args, &report))
}

/// Outcome of a report; stderr has what stands behind the exit code and is not in the output.
fn outcome(args: &ClashArgs, report: &Report<'_>) -> Outcome {
    let collide = report.findings.iter().any(|finding| finding.kind.is_collision());
    let open = report.unproven_names();
    if args.json.is_printed() {
        open::say(&open);
    }
    let found = open::outcome(&open).and(if collide { Outcome::Collision } else { Outcome::Clear });
    let unreadable = &report.parts.unreadable;
    let Some(first) = unreadable.first().filter(|_| !args.skip_unreadable || report.parts.parts.is_empty())
    else {
        return found;
    };
    let more = match unreadable.len() - 1 {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    log::say(&format!("not read: {}{more}; `--skip-unreadable` does without", first.reason));
    found.and(Outcome::Unread)
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
        if let (Some(_), Some(file)) = (out, json.file()) {
            let file = file.display();
            return Err(Failure::Usage(format!("`--out` writes clash.json; drop `--json={file}`")));
        }
        let targets = match out {
            Some(folder) => {
                let file = |name| Some(folder.join(name));
                Self {
                    folder: Some(folder),
                    json_out: json.is_printed(),
                    json: file("clash.json"),
                    csv: file("clash.csv"),
                    bcf: file("clash.bcf"),
                    page: file("clash.html"),
                    results: None,
                    journal: file("clash.journal"),
                }
            }
            None => {
                let json_file = json.file().map(Path::to_path_buf);
                let first = [&json_file, csv, bcf, page, results].into_iter().flatten().next();
                Self {
                    folder: None,
                    json_out: json.is_printed(),
                    journal: first.map(|path| beside(path, ".journal")),
                    json: json_file,
                    csv: csv.clone(),
                    bcf: bcf.clone(),
                    page: page.clone(),
                    results: results.clone(),
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
