//! The program `impinge`: shapes, hulls and queries on the command line.
//!
//! Results go to stdout; everything else goes to stderr, with one line per failure.
//!
//! | exit code | meaning |
//! |---|---|
//! | 0 | done: everything named was read and, if bodies were checked, they are clear, and that is proven |
//! | 1 | a collision was found, or a wrong answer by `judge` |
//! | 2 | an invalid command line, an input that was named and not read (the rest is done), or an output that cannot be written |
//! | 3 | interrupted |
//! | 4 | not proven: no collision was found, but a body is open, so nothing can be proven to be outside of it |
//!
//! If several apply, it is the first of 3, 2, 1 and 4.
//!
//! A library with one function, so that it is compiled in parallel with the queries; a program would wait for them.

mod aside;
mod bodies;
mod catalogue;
mod ccd;
mod check;
mod clash;
mod clouds;
mod convert;
mod decompose;
mod drawn;
mod explain;
mod failure;
mod first_minute;
mod hash;
mod hulls;
mod info;
mod inputs;
mod interruption;
mod json;
mod judge;
mod log;
mod mesh;
mod open;
mod outcome;
mod pairs;
mod polyhedron;
mod progress;
mod reproduce;
mod robot;
mod sdf;
mod shapes;
mod shell;
mod simulate;
mod table;
mod units;
mod weld;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use impinge_evidence::cores;
use impinge_io::{MAX_BYTES, Source};

use clap::{ArgGroup, Args, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::ccd::CcdArgs;
use crate::check::CheckArgs;
use crate::clash::ClashArgs;
use crate::convert::ConvertArgs;
use crate::decompose::DecomposeArgs;
use crate::explain::ExplainArgs;
use crate::failure::{Failure, on_one_line};
use crate::info::InfoArgs;
use crate::json::JsonArgs;
use crate::judge::JudgeArgs;
use crate::outcome::Outcome;
use crate::pairs::PairsArgs;
use crate::reproduce::ReproduceArgs;
use crate::robot::RobotArgs;
use crate::sdf::SdfArgs;
use crate::shell::{CompletionsArgs, ManArgs};
use crate::simulate::SimulateArgs;
use crate::units::UnitArgs;

/// Collision detection that proves every answer
///
/// Without a command, impinge checks a small built-in scene, prints the state of every near pair, and writes a page that shows it.
#[derive(Parser)]
#[command(name = "impinge", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Without a command: print one line of JSON per pair instead of a table, and write no page
    #[arg(long)]
    json: bool,
    /// Append messages and the exit code to this file
    #[arg(long, value_name = "FILE", global = true)]
    log: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Check moving points against moving features: whether and when they touch, and how long each query takes
    Ccd(CcdArgs),
    /// Check the bodies of files: which are apart, touching, overlapping or contained; how far apart or how deep, and where
    Check(CheckArgs),
    /// Find clashes in an assembly: parts that overlap, touch, are too close, contained in one another or duplicated
    Clash(ClashArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
    /// Convert a mesh file to another format or other units
    Convert(ConvertArgs),
    /// Decompose a closed mesh into convex parts
    Decompose(DecomposeArgs),
    /// Show an algorithm at work on two shapes, step by step: a page with a slider, and a line for each step
    Explain(ExplainArgs),
    /// Build convex hulls: of the vertices of a mesh, or of every cloud in a file of point clouds
    Hull(HullArgs),
    /// Describe mesh, robot and scene files: counts, bounds, volume, closedness, repairs
    Info(InfoArgs),
    /// Compare answers of any library with the certified truth: which are wrong, and how far off the others are
    Judge(JudgeArgs),
    /// Write manual pages
    Man(ManArgs),
    /// Query many pairs of shapes: whether they meet, how far apart or how deep they are, and how long it takes
    Pairs(PairsArgs),
    /// Reproduce and judge the figures, tables and statements of five papers
    Reproduce(ReproduceArgs),
    /// Check a robot for collisions of its links: at a pose, at many random ones, or along a path
    Robot(RobotArgs),
    /// Make, query or draw a signed distance map of a mesh
    Sdf(SdfArgs),
    /// Simulate rigid bodies: a built-in scene or one from a file, step by step, as tables, for ParaView and as a page
    Simulate(SimulateArgs),
    /// List every shape with its volume, centroid, bounds and a support point, and a few hulls
    Shapes(JsonArgs),
}

#[derive(Args)]
#[command(group(ArgGroup::new("input").required(true).args(["mesh", "clouds"])))]
struct HullArgs {
    /// Mesh file: .obj, .stl, .ply, .off, .glb, .gltf or .3mf
    mesh: Option<PathBuf>,
    /// File of point clouds: repeated { u32 n; n x 3 f32 }, little-endian
    #[arg(long, value_name = "FILE", conflicts_with_all = ["unit", "scale"])]
    clouds: Option<PathBuf>,
    /// Leave out vertices that no face uses
    #[arg(long, conflicts_with = "clouds")]
    faces_only: bool,
    /// Precision to compute with
    #[arg(long, value_enum, default_value_t = Precision::F64)]
    precision: Precision,
    #[command(flatten)]
    units: UnitArgs,
    /// Write the hull of the mesh, in the format given by its extension; .stl and .glb store single precision
    #[arg(long, value_name = "FILE", conflicts_with = "clouds")]
    out: Option<PathBuf>,
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    limit: Limit,
}

/// Limit on the size of files.
#[derive(Args)]
struct Limit {
    /// Most bytes to read of a file
    #[arg(long, value_name = "N", default_value_t = MAX_BYTES)]
    max_bytes: u64,
}

impl Limit {
    /// A file or folder, read up to the limit.
    fn of(&self, path: &Path) -> Source {
        Source::new(path).at_most(self.max_bytes)
    }

    /// The text of a file; `is` says what such a file is.
    fn text(&self, file: &Path, is: &str) -> Result<String, Failure> {
        let said = |what: String| Failure::of(file, what);
        let about = std::fs::metadata(file).map_err(|e| said(e.to_string()))?;
        if !about.is_file() {
            return Err(said(format!("not a regular file; {is}")));
        }
        if about.len() > self.max_bytes {
            let most = self.max_bytes;
            return Err(said(format!("larger than {most} bytes; raise the limit with `--max-bytes`")));
        }
        let text = std::fs::read(file).map_err(|e| said(e.to_string()))?;
        String::from_utf8(text).map_err(|_| said("the text is not UTF-8".into()))
    }
}

/// Number of threads.
#[derive(Args)]
struct Threads {
    /// Number of threads; by default, the number of cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// The requested number, or that of the cores.
    fn count(&self) -> usize {
        self.threads.map_or_else(cores, usize::from)
    }
}

/// Precision to compute with.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Precision {
    /// Single precision
    F32,
    /// Double precision
    F64,
}

/// Runs the command line.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return ExitCode::from(usage(&error)),
    };
    let start = Instant::now();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = cli.log.as_deref().map_or(Ok(()), log::open).and_then(|()| {
        let outcome = run(cli, &mut out)?;
        out.flush()?;
        Ok(outcome)
    });
    let code = match done {
        Ok(outcome) => outcome.exit_code(),
        Err(Failure::NobodyListens) => 0,
        Err(failure @ Failure::Usage(_)) => wrong_usage(&failure.to_string()),
        Err(failure) => {
            log::say(&failure.to_string());
            2
        }
    };
    log::write(&format!("exit {code} after {:.3} s", start.elapsed().as_secs_f64()));
    ExitCode::from(code)
}

fn run(cli: Cli, out: &mut impl Write) -> Result<Outcome, Failure> {
    if cli.json && cli.command.is_some() {
        return Err(Failure::Usage("put `--json` after the command that it applies to".into()));
    }
    match cli.command {
        None => first_minute::run(out, cli.json)?,
        Some(Command::Ccd(args)) => return ccd::run(out, &args),
        Some(Command::Check(args)) => return check::run(out, &args),
        Some(Command::Clash(args)) => return clash::run(out, &args),
        Some(Command::Completions(args)) => shell::completions(out, &args, Cli::command()),
        Some(Command::Man(args)) => shell::man(out, &args, Cli::command())?,
        Some(Command::Convert(args)) => convert::run(out, &args)?,
        Some(Command::Decompose(args)) => return decompose::run(out, &args),
        Some(Command::Info(args)) => info::run(out, &args)?,
        Some(Command::Explain(args)) => explain::run(out, &args)?,
        Some(Command::Judge(args)) => return judge::run(out, &args),
        Some(Command::Pairs(args)) => return pairs::run(out, &args),
        Some(Command::Reproduce(args)) => return reproduce::run(out, &args),
        Some(Command::Robot(args)) => return robot::run(out, &args),
        Some(Command::Sdf(args)) => return sdf::run(out, &args),
        Some(Command::Simulate(args)) => return simulate::run(out, &args),
        Some(Command::Shapes(json)) => shapes::print(out, &json)?,
        Some(Command::Hull(HullArgs { clouds: Some(file), precision, limit, json, .. })) => match precision {
            Precision::F32 => clouds::run::<f32>(out, &file, &limit, &json)?,
            Precision::F64 => clouds::run::<f64>(out, &file, &limit, &json)?,
        },
        Some(Command::Hull(args)) => match args.precision {
            Precision::F32 => mesh::run::<f32>(out, &args)?,
            Precision::F64 => mesh::run::<f64>(out, &args)?,
        },
    }
    Ok(Outcome::Clear)
}

/// Help and version go to stdout; an error becomes one line on stderr.
fn usage(error: &clap::Error) -> u8 {
    if !error.use_stderr() {
        let _ = error.print();
        return 0;
    }
    let text = error.to_string();
    // The rest explains how to get help, which is added below.
    let ends = |line: &str| line.starts_with("Usage:") || line.starts_with("For more information");
    let lines = text.lines().take_while(|line| !ends(line));
    let said: Vec<&str> = lines.map(str::trim).filter(|line| !line.is_empty()).collect();
    let said = on_one_line(&said.join(" "));
    wrong_usage(said.strip_prefix("error: ").unwrap_or(&said))
}

fn wrong_usage(said: &str) -> u8 {
    log::say(&format!("{said}; see `impinge --help`"));
    2
}
