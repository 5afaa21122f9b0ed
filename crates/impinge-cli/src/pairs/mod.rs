//! `impinge pairs DIR`: runs a query on every pair of a folder of cases, and reports how long it took and how many
//! answers were wrong. With `--make`, it generates such a folder.
//!
//! Everything is read, checked, built and placed before the first pair runs, so an error costs no time and leaves no
//! partial output. The answers of a set are written as a whole when it is done, and its line is then flushed, so
//! that an interrupted run loses only the current set. Generated cases are kept in a journal until all are there (`make/journal.rs`).

mod make;
mod tally;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use impinge::Real;
use impinge_evidence::measure::{self, Algorithm, Built, Options, Outcome as Measured, Query, work};
use impinge_io::cases::{self, CaseSet, LIST};
use serde::Serialize;

use crate::aside::write_aside;
use crate::failure::Failure;
use crate::inputs;
use crate::interruption::interruption;
use crate::json::{self, JsonArgs};
use crate::log;
use crate::outcome::Outcome;
use crate::polyhedron::polyhedron;
use crate::progress;
use crate::table::number;
use crate::{Limit, Precision};
use tally::{Tally, tally};

/// Most pairs of a generated set: their truth takes a minute or more, and all of them are kept in memory.
const MOST: usize = 10_000_000;
/// Largest cube that positions are drawn from: beyond it shapes of size 1 hardly matter.
const LARGEST_SIDE: f64 = 1e6;

/// Arguments of `impinge pairs`.
#[derive(Args)]
pub struct PairsArgs {
    /// Folder with `sets.json` and the files it names
    #[arg(required_unless_present = "make")]
    dir: Option<PathBuf>,
    /// Query to run on each pair
    #[arg(long, value_enum, default_value_t = Query::Contact)]
    query: Query,
    /// Precision of shapes, poses and answers
    #[arg(long, value_enum, default_value_t = Precision::F64)]
    precision: Precision,
    /// Algorithm; `auto` is the library's own choice
    #[arg(long, value_enum, default_value_t = Algorithm::Auto)]
    algorithm: Algorithm,
    /// Run only these sets, as in `--sets plates,needles`
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    sets: Vec<String>,
    /// Runs of each set; the best time counts
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
    /// Threads that share the pairs of a set; times are those of one thread only with 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// Write one double per pair to `FOLDER/<set>.<query>.f64`, for `impinge judge`; with `--make`, write the cases
    #[arg(long, value_name = "FOLDER", visible_alias = "answers")]
    out: Option<PathBuf>,
    /// Stop when the bounds of an answer are this close, relative to size
    #[arg(long, value_name = "X", value_parser = inputs::gap)]
    gap: Option<f64>,
    #[command(flatten)]
    limit: Limit,
    /// Generate new cases of these kinds, or families of kinds, instead of running those of a folder
    #[arg(
        long, value_name = "KINDS", value_delimiter = ',', help_heading = "New cases",
        value_parser = PossibleValuesParser::new(make::names()), conflicts_with_all = ["dir", "sets", "query", "algorithm", "gap"]
    )]
    make: Vec<String>,
    /// Pairs of a set
    #[arg(long, value_name = "N", default_value_t = 1000, help_heading = "New cases", value_parser = count)]
    n: usize,
    /// Seed; equal seeds give equal cases
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "New cases")]
    seed: u64,
    /// Sides of the cube that positions are drawn from, one set for each; for kinds with random positions
    #[arg(long, value_name = "LENGTHS", value_delimiter = ',', default_value = "3", help_heading = "New cases", value_parser = side)]
    side: Vec<f64>,
    /// Write the certified truth too
    #[arg(long, help_heading = "New cases", requires = "make")]
    truth: bool,
    /// Continue an interrupted run
    #[arg(long, help_heading = "New cases", requires = "make")]
    resume: bool,
    /// Discard an interrupted run and start over
    #[arg(long, help_heading = "New cases", requires = "make", conflicts_with = "resume")]
    force: bool,
    #[command(flatten)]
    json: JsonArgs,
}

fn count(text: &str) -> Result<usize, String> {
    let count: usize = text.parse().map_err(|e| format!("{e}"))?;
    if (1..=MOST).contains(&count) { Ok(count) } else { Err(format!("must be from 1 to {MOST}")) }
}

fn side(text: &str) -> Result<f64, String> {
    let side: f64 = text.parse().map_err(|e| format!("{e}"))?;
    if side > 0.0 && side <= LARGEST_SIDE {
        Ok(side)
    } else {
        Err(format!("must be positive and at most {LARGEST_SIDE}"))
    }
}

/// Error if an algorithm cannot answer a query.
fn senseless(args: &PairsArgs) -> Failure {
    let can = |query: &Query| work(args.algorithm, *query).is_some();
    let queries: Vec<_> =
        Query::value_variants().iter().copied().filter(can).map(|q| format!("`{}`", q.name())).collect();
    Failure::Usage(format!(
        "`--algorithm {}` cannot answer `--query {}`; it answers {}",
        args.algorithm.name(),
        args.query.name(),
        queries.join(" and ")
    ))
}

/// The line of JSON, `docs/book/json.md`.
#[derive(Serialize)]
struct Line<'a> {
    peer: &'static str,
    version: &'static str,
    precision: &'static str,
    algorithm: &'a str,
    set: &'a str,
    query: &'a str,
    ns: f64,
    #[serde(flatten)]
    tally: Tally,
}

/// Lines about sets: printed as they come, as JSON or as text; for a file, kept to the end.
struct Lines<'a> {
    json: &'a JsonArgs,
    kept: Vec<u8>,
}

impl<'a> Lines<'a> {
    fn new(json: &'a JsonArgs) -> Self {
        Self { json, kept: Vec::new() }
    }

    /// Adds a line, with its text.
    fn add(&mut self, out: &mut impl Write, line: &impl Serialize, text: &str) -> Result<(), Failure> {
        match self.json.is_printed() {
            true => json::line(out, line)?,
            false => writeln!(out, "{text}")?,
        }
        json::line(&mut self.kept, line)?;
        Ok(out.flush()?)
    }

    /// Writes the file, if one is requested.
    fn finish(self) -> Result<(), Failure> {
        let Some(path) = self.json.file() else { return Ok(()) };
        write_aside(path, &mut |file| Ok(file.write_all(&self.kept)?))
    }
}

/// Runs the sets of a folder and reports on each.
pub fn run(out: &mut impl Write, args: &PairsArgs) -> Result<Outcome, Failure> {
    if !args.make.is_empty() {
        return make::run(out, args);
    }
    let Some(dir) = &args.dir else {
        return Err(Failure::Usage("name a folder of cases, or generate some with `--make`".into()));
    };
    match args.precision {
        Precision::F32 => run_in::<f32>(out, args, dir),
        Precision::F64 => run_in::<f64>(out, args, dir),
    }
}

fn run_in<T: Real>(out: &mut impl Write, args: &PairsArgs, dir: &Path) -> Result<Outcome, Failure> {
    let stop = interruption()?;
    let (algorithm, query) = (args.algorithm.name(), args.query.name());
    let Some(work) = work(args.algorithm, args.query) else { return Err(senseless(args)) };
    let options = Options { gap: args.gap, repeat: 1, threads: args.threads.into() };
    let sets = if args.sets.is_empty() {
        cases::read(args.limit.of(dir))?
    } else {
        cases::read_named(args.limit.of(dir), &args.sets)?
    };
    let mut built: Vec<Built<T>> = sets.iter().map(|set| build(dir, set)).collect::<Result<_, _>>()?;
    if args.algorithm == Algorithm::Vclip {
        for (set, built) in sets.iter().zip(&mut built) {
            as_polyhedra(set, built)?;
        }
    }
    if let Some(folder) = &args.out {
        let told = |e| Failure::Said(format!("{}: {e}; it must be a writable folder", folder.display()));
        fs::create_dir_all(folder).map_err(told)?;
    }
    let progress = progress::bar(sets.len(), "sets");
    let widest = sets.iter().map(|set| set.name.chars().count()).max().unwrap_or_default();
    let mut lines = Lines::new(&args.json);
    for (set, built) in sets.iter().zip(built) {
        let Some(Measured { ns, answers }) =
            best_of(args.repeat, &stop, || measure::run(&built, work, &options))
        else {
            progress.finish_and_clear();
            log::say("interrupted; the sets that were finished are reported");
            return Ok(Outcome::Interrupted);
        };
        if let Some(folder) = &args.out {
            let values: Vec<f64> = answers.iter().map(|a| a.value).collect();
            cases::write_answers(folder.join(cases::answers_name(&set.name, &query)), &values)?;
        }
        let line = Line {
            peer: "impinge",
            version: env!("CARGO_PKG_VERSION"),
            precision: T::NAME,
            algorithm: &algorithm,
            set: &set.name,
            query: &query,
            ns,
            tally: tally::<T>(set, args.query, &answers),
        };
        progress.suspend(|| lines.add(out, &line, &line.text(widest)))?;
        progress.inc(1);
    }
    progress.finish_and_clear();
    lines.finish()?;
    Ok(Outcome::Clear)
}

/// The answers of a set, with the least time of some runs; none if interrupted.
fn best_of(runs: u32, stop: &AtomicBool, run: impl Fn() -> Measured) -> Option<Measured> {
    let mut best: Option<Measured> = None;
    for _ in 0..runs {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let measured = run();
        let ns = best.map_or(f64::INFINITY, |best| best.ns).min(measured.ns);
        best = Some(Measured { ns, ..measured });
    }
    best
}

impl Line<'_> {
    /// The same as text, with names of sets as wide as the widest.
    fn text(&self, widest: usize) -> String {
        let Tally { n, hits, failures, truth, .. } = &self.tally;
        let mut text = format!("{:<widest$}  {:>9} ns a pair, {hits} of {n} meet", self.set, number(self.ns));
        if *failures > 0 {
            text += &format!(", {failures} without an answer");
        }
        if let Some(truth) = truth {
            text += &format!(", {} wrong", truth.wrong);
            let errors = [truth.worst_distance, truth.worst_depth];
            if let Some(worst) = errors.into_iter().flatten().reduce(f64::max) {
                text += &format!(", off by {} of the size at most", number(worst));
            }
        }
        text
    }
}

/// Converts both shapes of a set to polyhedra for V-Clip.
fn as_polyhedra<T: Real>(set: &CaseSet, built: &mut Built<T>) -> Result<(), Failure> {
    let (Some(a), Some(b)) = (polyhedron(&built.a), polyhedron(&built.b)) else {
        return Err(Failure::Usage(format!(
            "`--algorithm vclip` needs polyhedra, and set `{}` has other shapes; select other sets with `--sets`",
            set.name
        )));
    };
    (built.a, built.b) = (a.into(), b.into());
    Ok(())
}

/// A set in precision `T`.
fn build<T: Real>(folder: &Path, set: &CaseSet) -> Result<Built<T>, Failure> {
    let list = folder.join(LIST);
    let told = |what: String| Failure::Said(format!("{}: set `{}`: {what}", list.display(), set.name));
    let shape = |which: &str, shape: &cases::CaseShape| {
        shape.build().map_err(|e| told(format!("shape {which} in {}: {e}", T::NAME)))
    };
    let poses = set.poses.iter().enumerate().map(|(i, [a, b])| {
        let told = |e| told(format!("pair {i} in {}: {e}", T::NAME));
        Ok([set.a.pose(a).map_err(told)?, set.b.pose(b).map_err(told)?])
    });
    Ok(Built {
        a: shape("a", &set.a)?,
        b: shape("b", &set.b)?,
        poses: poses.collect::<Result<_, Failure>>()?,
    })
}
