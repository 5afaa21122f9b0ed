//! `impinge pairs DIR`: runs a query on every pair of a folder of cases, and reports how long it took and how many
//! answers were wrong. With `--make` it makes such a folder.
//!
//! Everything is read, checked, built and placed before the first pair runs, so a mistake costs no time and leaves no
//! half of an output behind. The answers of a set are written whole when it is done, and its line is then flushed, so
//! that an interrupted run loses only the set it was at.

mod make;
mod tally;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use impinge::Real;
use impinge_evidence::measure::{self, Algorithm, Built, Options, Outcome, Query, work};
use impinge_io::cases::{self, CaseSet, LIST};
use serde::Serialize;

use crate::failure::Failure;
use crate::inputs;
use crate::polyhedron::polyhedron;
use crate::progress;
use crate::{Limit, Precision};
use tally::{Tally, tally};

/// Pairs of a set that are made at most: their truth takes a minute or more, and all of them are kept in memory.
const MOST: usize = 10_000_000;
/// The largest cube that positions are drawn from: beyond it shapes of size 1 hardly matter.
const LARGEST_SIDE: f64 = 1e6;

/// The command line of `impinge pairs`.
#[derive(Args)]
pub struct PairsArgs {
    /// A folder with `sets.json` and the files it names
    #[arg(required_unless_present = "make")]
    dir: Option<PathBuf>,
    /// What to ask of each pair
    #[arg(long, value_enum, default_value_t = Query::Contact)]
    query: Query,
    /// Type of number of shapes, poses and answers
    #[arg(long, value_enum, default_value_t = Precision::F64)]
    precision: Precision,
    /// What answers; `auto` is the library's own choice
    #[arg(long, value_enum, default_value_t = Algorithm::Auto)]
    algorithm: Algorithm,
    /// Only these sets, as in `--sets plates,needles`
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    sets: Vec<String>,
    /// Times to run each set; the best time counts
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
    /// Threads that share the pairs of a set; only with 1 are times those of one thread
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// Write one double per pair to `FOLDER/<set>.<query>.f64`, as `impinge judge` reads it; with `--make`, the cases
    #[arg(long, value_name = "FOLDER", visible_alias = "answers")]
    out: Option<PathBuf>,
    /// Stop when the bounds of an answer are this near to one another, relative to size
    #[arg(long, value_name = "X", value_parser = inputs::gap)]
    gap: Option<f64>,
    #[command(flatten)]
    limit: Limit,
    /// Make new cases of these kinds, or families of kinds, in place of running those of a folder
    #[arg(
        long, value_name = "KINDS", value_delimiter = ',', help_heading = "New cases",
        value_parser = PossibleValuesParser::new(make::names()), conflicts_with_all = ["dir", "sets", "query", "algorithm", "gap"]
    )]
    make: Vec<String>,
    /// Pairs of a set
    #[arg(long, value_name = "N", default_value_t = 1000, help_heading = "New cases", value_parser = count)]
    n: usize,
    /// Seed: equal ones give equal cases
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "New cases")]
    seed: u64,
    /// Sides of the cube that positions are drawn from, a set for each; for kinds that are drawn so
    #[arg(long, value_name = "LENGTHS", value_delimiter = ',', default_value = "3", help_heading = "New cases", value_parser = side)]
    side: Vec<f64>,
    /// Write the certified truth, too
    #[arg(long, help_heading = "New cases", requires = "make")]
    truth: bool,
}

fn count(text: &str) -> Result<usize, String> {
    let count: usize = text.parse().map_err(|e| format!("{e}"))?;
    if (1..=MOST).contains(&count) { Ok(count) } else { Err(format!("it must be from 1 to {MOST}")) }
}

fn side(text: &str) -> Result<f64, String> {
    let side: f64 = text.parse().map_err(|e| format!("{e}"))?;
    if side > 0.0 && side <= LARGEST_SIDE {
        Ok(side)
    } else {
        Err(format!("it must be above 0, and at most {LARGEST_SIDE}"))
    }
}

/// What to say where an algorithm cannot answer a query.
fn senseless(args: &PairsArgs) -> Failure {
    let can = |query: &Query| work(args.algorithm, *query).is_some();
    let queries: Vec<_> =
        Query::value_variants().iter().copied().filter(can).map(|q| format!("`{}`", q.name())).collect();
    Failure::Usage(format!(
        "`--algorithm {}` cannot answer `--query {}`, only {}",
        args.algorithm.name(),
        args.query.name(),
        queries.join(" and ")
    ))
}

/// The line of JSON.
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

/// Runs the sets of a folder; a line for each goes to `out`.
pub fn run(out: &mut impl Write, args: &PairsArgs) -> Result<(), Failure> {
    if !args.make.is_empty() {
        return make::run(out, args);
    }
    let Some(dir) = &args.dir else {
        return Err(Failure::Usage("name a folder of cases, or kinds to `--make`".into()));
    };
    match args.precision {
        Precision::F32 => run_in::<f32>(out, args, dir),
        Precision::F64 => run_in::<f64>(out, args, dir),
    }
}

fn run_in<T: Real>(out: &mut impl Write, args: &PairsArgs, dir: &Path) -> Result<(), Failure> {
    let (algorithm, query) = (args.algorithm.name(), args.query.name());
    let Some(work) = work(args.algorithm, args.query) else { return Err(senseless(args)) };
    let options = Options { gap: args.gap, repeat: args.repeat, threads: args.threads.into() };
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
        let told = |e| Failure::Said(format!("{}: {e}; it must be a folder to write to", folder.display()));
        fs::create_dir_all(folder).map_err(told)?;
    }
    let progress = progress::bar(sets.len(), "sets");
    for (set, built) in sets.iter().zip(built) {
        let Outcome { ns, answers } = measure::run(&built, work, &options);
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
        progress.suspend(|| {
            serde_json::to_writer(&mut *out, &line)?;
            writeln!(out)?;
            Ok::<_, Failure>(out.flush()?)
        })?;
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(())
}

/// Makes both shapes of a set polyhedra, which V-Clip walks over.
fn as_polyhedra<T: Real>(set: &CaseSet, built: &mut Built<T>) -> Result<(), Failure> {
    let (Some(a), Some(b)) = (polyhedron(&built.a), polyhedron(&built.b)) else {
        return Err(Failure::Usage(format!(
            "`--algorithm vclip` walks over polyhedra, and those of set `{}` are none; name others by `--sets`",
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
