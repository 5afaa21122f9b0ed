//! `impinge reproduce PAPER`: reproduces the figures, tables and statements of the papers.
//!
//! Each paper has a folder with a page, CSV files and a record of each finished part, from which a second run with the same arguments
//! continues. The measurements and their verdicts are in `impinge-evidence`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use impinge_evidence::{
    Effort, Order, Paper, Progress, Stop, Summary, Tally, parts, reproduce, write_front_page, write_verdicts,
};
use indicatif::HumanDuration;
use serde::Serialize;

use crate::failure::{Failure, on_one_line};
use crate::interruption::interruption;
use crate::json::{self, JsonArgs};
use crate::outcome::Outcome;
use crate::table::number;
use crate::{log, progress};

/// Arguments of `impinge reproduce`.
#[derive(Args)]
#[command(after_help = "Examples:
  impinge reproduce all --quick                        a look at everything, in under a minute
  impinge reproduce thesis --out evidence              the thesis with 100,000 configurations for each point
  impinge reproduce thesis --only figures

A run that was stopped continues where it was when started again with the same arguments.

Exit code: 0 done, 2 error in the command line or the output folder, 3 interrupted.")]
pub struct ReproduceArgs {
    /// Paper to reproduce
    #[arg(value_enum)]
    paper: Which,
    /// Use few random configurations, for a first look
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// Use as many configurations as the papers; may take hours
    #[arg(long)]
    full: bool,
    /// Random configurations for each point of a figure, instead of 300, 100,000 or 1,000,000
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    configurations: Option<u32>,
    /// Seed of all random choices
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Output folder; `all` makes a subfolder for each paper
    #[arg(long, value_name = "FOLDER", default_value = "evidence")]
    out: PathBuf,
    /// Measure only this part of the paper, even if it was measured before
    #[arg(long, value_name = "PART")]
    only: Option<String>,
    #[command(flatten)]
    json: JsonArgs,
}

/// A paper.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Which {
    /// Olvång: GJK, MPR and EPA on random configurations; stacks of boxes
    Thesis,
    /// Montanari, Petrinic and Barbieri: Signed Volumes in GJK
    SignedVolumes,
    /// Van Waveren: continuous collision of polyhedra
    Doom,
    /// A lecture: V-Clip, distance maps, contacts
    Lecture,
    /// Feng and Tan: contact features of convex bodies
    Contact,
    /// All five, with one front page
    All,
}

impl Which {
    fn papers(self) -> Vec<Paper> {
        match self {
            Self::Thesis => vec![Paper::Thesis],
            Self::SignedVolumes => vec![Paper::SignedVolumes],
            Self::Doom => vec![Paper::Doom],
            Self::Lecture => vec![Paper::Lecture],
            Self::Contact => vec![Paper::Contact],
            Self::All => Paper::ALL.to_vec(),
        }
    }
}

/// The line of JSON, `docs/book/json.md`.
#[derive(Serialize)]
struct Line<'a> {
    page: &'a Path,
    figures: usize,
    tables: usize,
    #[serde(flatten)]
    tally: Tally,
    seconds: f64,
    papers: &'a [Summary],
}

/// Reproduces the papers that the command line selects.
pub fn run(out: &mut impl Write, args: &ReproduceArgs) -> Result<Outcome, Failure> {
    let all = args.paper == Which::All;
    if all && args.only.is_some() {
        return Err(Failure::Usage(
            "`--only` names a part of one paper; name that paper instead of `all`".into(),
        ));
    }
    let effort = match (args.quick, args.full) {
        (true, _) => Effort::Quick,
        (_, true) => Effort::Full,
        _ => Effort::Usual,
    };
    let configurations = args.configurations.map(|n| n as usize);
    let stop = interruption()?;
    let command = command();
    let mut summaries = Vec::new();
    let expected = |paper: Paper| -> f64 {
        let parts = parts(paper, effort, configurations.unwrap_or(effort.configurations()));
        let wanted = parts.iter().filter(|part| args.only.as_deref().is_none_or(|only| only == part.name));
        wanted.map(|part| part.seconds).sum()
    };
    let whole: f64 = args.paper.papers().into_iter().map(expected).sum();
    let bar = progress::parts();
    // Expected seconds of the finished papers; those of the current one, and the time they took.
    let (mut behind, mut pace) = (0.0, [0.0; 2]);
    for paper in args.paper.papers() {
        let order = Order {
            paper,
            effort,
            configurations,
            seed: args.seed,
            only: args.only.clone(),
            folder: paper.folder(&args.out),
            command: command.clone(),
        };
        let mut measured = [0.0; 2];
        let told = |progress: &Progress| {
            measured = progress.measured;
            let [expected, took] = [0, 1].map(|k| pace[k] + measured[k]);
            let slower = if expected > 0.0 { took / expected } else { 1.0 };
            let done = behind + progress.done;
            let left = Duration::from_secs_f64((slower * (whole - done)).max(0.0).round());
            let (name, part) = (progress.paper.name(), progress.part);
            bar.set_message(format!("{name} {part}, {} left", HumanDuration(left)));
            bar.set_position((progress::WHOLE * done / whole) as u64);
            log::write(&format!("{name} {part} {:.3}, {} s left", done / whole, left.as_secs()));
        };
        let done = reproduce(&order, &stop, &mut { told });
        behind += expected(paper);
        pace = [0, 1].map(|k| pace[k] + measured[k]);
        if done.is_err() {
            bar.finish_and_clear();
        }
        match done {
            Ok(summary) => summaries.push(summary),
            Err(Stop::Interrupted) => {
                log::say("interrupted; run the same command to continue after the last finished part");
                return Ok(Outcome::Interrupted);
            }
            Err(Stop::Failed(why)) => return Err(Failure::Said(why)),
        }
    }
    bar.finish_and_clear();
    let page = if all {
        fs::create_dir_all(&args.out).map_err(|e| {
            Failure::Said(format!("{}: {e}; `--out` must be a writable folder", args.out.display()))
        })?;
        let pages = write_verdicts(&args.out).and_then(|_| write_front_page(&args.out, &command, &summaries));
        match pages {
            Ok(page) => page,
            Err(Stop::Interrupted) => return Ok(Outcome::Interrupted),
            Err(Stop::Failed(why)) => return Err(Failure::Said(why)),
        }
    } else {
        summaries.first().map(|summary| summary.page.clone()).unwrap_or_default()
    };
    let sum = |count: fn(&Summary) -> usize| summaries.iter().map(count).sum();
    let line = Line {
        page: &page,
        figures: sum(|s| s.figures),
        tables: sum(|s| s.tables),
        tally: summaries.iter().map(|s| s.tally).fold(Tally::default(), Tally::and),
        seconds: summaries.iter().map(|s| s.seconds).sum(),
        papers: &summaries,
    };
    if !args.json.write(out, &mut |out| json::line(out, &line))? {
        write_text(out, &line)?;
    }
    Ok(Outcome::Clear)
}

fn write_text(out: &mut impl Write, line: &Line<'_>) -> Result<(), Failure> {
    let counts = |tally: &Tally| {
        let Tally { agrees, partly, differs, open, .. } = tally;
        format!("{agrees} statements agree, {partly} in part, {differs} differ, {open} are open")
    };
    for Summary { paper, figures, tables, tally, .. } in line.papers {
        writeln!(out, "{}: {figures} figures, {tables} tables; {}", paper.name(), counts(tally))?;
    }
    if line.papers.len() > 1 {
        writeln!(out, "all: {} figures, {} tables; {}", line.figures, line.tables, counts(&line.tally))?;
    }
    let page = on_one_line(&line.page.display().to_string());
    Ok(writeln!(out, "in {} s; the page is {page}", number(line.seconds))?)
}

/// The command line as given, with the program's name instead of its path, and without what is printed.
fn command() -> String {
    let given = std::env::args().skip(1).filter(|word| word != "--json" && !word.starts_with("--json="));
    std::iter::once("impinge".to_owned()).chain(given).collect::<Vec<_>>().join(" ")
}
