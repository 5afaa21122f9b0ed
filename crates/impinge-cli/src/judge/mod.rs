//! `impinge judge FOLDER ANSWERS`: compares answers of any library to a folder of cases with their certified truth.
//!
//! | file | what it holds |
//! |---|---|
//! | `score.rs` | wrong verdicts of a set, and errors of its numbers |
//! | `report.rs` | the table, and the lines of JSON |
//! | `page.rs` | the page, with the worst pairs to look at |

mod page;
mod report;
mod score;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::{Args, ValueEnum};
use impinge_evidence::measure::Query;
use impinge_io::Source;
use impinge_io::cases::{self, CaseSet, Truth, answers_name};

use crate::failure::Failure;
use crate::interruption::interruption;
use crate::json::JsonArgs;
use crate::outcome::Outcome;
use crate::{Limit, Precision, log};

#[cfg(test)]
pub use score::tests;
pub use score::{Errors, right, score, touching};

/// Arguments of `impinge judge`.
#[derive(Args)]
#[command(after_help = "\
ANSWERS holds a file SET.QUERY.f64 for each set: one little-endian double per pair, NaN where there is no answer.
  contact     the signed distance: how far apart, or minus the depth
  distance    how far apart; zero or below where they meet
  intersect   only the sign counts: zero or below, they meet; above, they are apart

Exit code: 0 if no verdict is wrong and no answer is missing, 1 otherwise, 2 if something cannot be judged, 3 interrupted.

Examples:
  impinge pairs CASES --out ours && impinge judge CASES ours      answers of this library
  impinge judge CASES theirs --precision f32 --page theirs.html   answers of another library, computed in single precision
")]
pub struct JudgeArgs {
    /// Folder of cases: `sets.json`, the files it names, and their truth
    cases: PathBuf,
    /// Folder of answers
    answers: PathBuf,
    /// Judge only answers to these queries, which every set must have; by default, all answers found
    #[arg(long, value_enum, value_delimiter = ',')]
    query: Vec<Query>,
    /// Judge only these sets, as in `--sets plates,needles`
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    sets: Vec<String>,
    /// Precision of the answers, which decides how close touching bodies may be
    #[arg(long, value_enum, default_value_t = Precision::F64)]
    precision: Precision,
    /// Relative distance within which either verdict is right; 1e-12 by default, or 2e-6 for f32
    #[arg(long, value_name = "X", value_parser = crate::inputs::gap)]
    touching: Option<f64>,
    /// Count a set without answers as missing instead of failing
    #[arg(long)]
    partial: bool,
    #[command(flatten)]
    json: JsonArgs,
    /// Write a page with the scores and the worst pairs
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    #[command(flatten)]
    limit: Limit,
}

/// Answers to a query on a set, and their score.
struct Judged<'a> {
    set: &'a CaseSet,
    truth: &'a [Truth],
    query: Query,
    answers: Vec<f64>,
    score: score::Score,
}

/// Scores of all answers.
struct Findings<'a> {
    judged: Vec<Judged<'a>>,
    /// Sets without answers.
    missing: Vec<&'a CaseSet>,
    touching: f64,
}

impl Findings<'_> {
    fn is_clean(&self) -> bool {
        self.missing.is_empty() && self.judged.iter().all(|j| j.score.wrong() + j.score.nan.len() == 0)
    }
}

/// Judges a folder of answers.
pub fn run(out: &mut impl Write, args: &JudgeArgs) -> Result<Outcome, Failure> {
    let stop = interruption()?;
    let sets = if args.sets.is_empty() {
        cases::read(args.limit.of(&args.cases))?
    } else {
        cases::read_named(args.limit.of(&args.cases), &args.sets)?
    };
    let queries = if args.query.is_empty() { Query::value_variants() } else { &args.query };
    check_folder(args, &sets, queries)?;
    let touching = args.touching.unwrap_or(match args.precision {
        Precision::F32 => touching::<f32>(),
        Precision::F64 => touching::<f64>(),
    });
    let mut findings = Findings { judged: Vec::new(), missing: Vec::new(), touching };
    for set in &sets {
        if stop.load(Ordering::Relaxed) {
            log::say("interrupted; nothing was written");
            return Ok(Outcome::Interrupted);
        }
        let Some(truth) = &set.truth else { return Err(no_truth(&args.cases, set)) };
        let before = findings.judged.len();
        for &query in queries {
            let source = || args.limit.of(&args.answers);
            match answers(source(), set, query)? {
                Some(answers) => {
                    let score = score(set, truth, query, touching, &answers);
                    findings.judged.push(Judged { set, truth, query, answers, score });
                }
                None if !args.query.is_empty() && !args.partial => {
                    return Err(no_answers(&args.answers, set, &[query]));
                }
                None => {}
            }
        }
        if findings.judged.len() == before {
            if !args.partial {
                return Err(no_answers(&args.answers, set, queries));
            }
            findings.missing.push(set);
        }
    }
    if let Some(file) = &args.page {
        page::save(file, &findings, args)?;
    }
    if !args.json.write(out, &mut |out| report::lines(out, &findings))? {
        report::table(out, &findings)?;
    }
    Ok(if findings.is_clean() { Outcome::Clear } else { Outcome::Wrong })
}

fn answers(folder: Source, set: &CaseSet, query: Query) -> Result<Option<Vec<f64>>, Failure> {
    Ok(cases::read_answers(folder, &set.name, &query.name(), set.poses.len())?)
}

/// Checks that the folder has answers, and none to unknown sets.
fn check_folder(args: &JudgeArgs, sets: &[CaseSet], queries: &[Query]) -> Result<(), Failure> {
    let names: Vec<String> = queries.iter().map(|q| q.name()).collect();
    let answered = cases::answered_sets(&args.answers, &names)?;
    let folder = args.answers.display();
    if answered.is_empty() {
        let files: Vec<String> = names.iter().map(|q| format!("SET.{q}.f64")).collect();
        let files = files.join(" or ");
        return Err(Failure::Said(format!("{folder}: no answers found; answers are files named {files}")));
    }
    let strange = answered.iter().find(|name| !sets.iter().any(|set| set.name == **name));
    match strange.filter(|_| args.sets.is_empty()) {
        Some(name) => Err(Failure::Said(format!(
            "{folder}: found answers to a set `{name}`, which {} lacks; pass the cases that were answered",
            args.cases.display()
        ))),
        None => Ok(()),
    }
}

fn no_truth(folder: &Path, set: &CaseSet) -> Failure {
    Failure::Said(format!(
        "{}: set `{}` has no truth ({}.truth.f64); select other sets with `--sets`",
        folder.display(),
        set.name,
        set.name
    ))
}

fn no_answers(folder: &Path, set: &CaseSet, queries: &[Query]) -> Failure {
    let files: Vec<String> = queries.iter().map(|q| answers_name(&set.name, &q.name())).collect();
    Failure::Said(format!(
        "{}: set `{}` has no answers ({}); add them, select other sets with `--sets`, or count it as missing with `--partial`",
        folder.display(),
        set.name,
        files.join(", ")
    ))
}
