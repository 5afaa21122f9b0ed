//! The program `impinge`: shapes, hulls and queries on the command line.
//!
//! Results go to stdout, everything else to stderr, a failure on one line.
//!
//! | exit code | what it says |
//! |---|---|
//! | 0 | done; where bodies were asked about, none collide |
//! | 1 | done, and a collision was found, or by `judge` a wrong answer |
//! | 2 | not done: a mistake in the command or in what it was given, or nowhere to write to |
//! | 3 | interrupted |
//!
//! A library with one function: it is built while the queries still are, where a program would wait for them.

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
mod judge;
mod log;
mod mesh;
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
mod spread;
mod table;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

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
use crate::judge::JudgeArgs;
use crate::outcome::Outcome;
use crate::pairs::PairsArgs;
use crate::reproduce::ReproduceArgs;
use crate::robot::RobotArgs;
use crate::sdf::SdfArgs;
use crate::shell::{CompletionsArgs, ManArgs};
use crate::simulate::SimulateArgs;

/// Collision detection whose every answer carries its proof.
///
/// Without a command: a small scene inside the program, how every near pair of it stands, and a page that shows it.
#[derive(Parser)]
#[command(name = "impinge", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Without a command: one line of JSON per pair instead of a table, and no page
    #[arg(long)]
    json: bool,
    /// Append what is said beside the results, and how it ended, to this file
    #[arg(long, value_name = "FILE", global = true)]
    log: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Moving points against moving features: do they touch, when, and how long does it take to say so
    Ccd(CcdArgs),
    /// Bodies of files: which are apart, touch, overlap or are inside one another; how far apart or how deep, and where
    Check(CheckArgs),
    /// Many parts: which of them clash, touch, are too near, inside one another or there twice
    Clash(ClashArgs),
    /// What a shell needs to complete command lines
    Completions(CompletionsArgs),
    /// A mesh file in another format, or in other units
    Convert(ConvertArgs),
    /// Convex parts that together hold a closed mesh, and little more; prints one JSON line
    Decompose(DecomposeArgs),
    /// An algorithm at work on two shapes, step by step: a page with a slider, and a line for each step
    Explain(ExplainArgs),
    /// Convex hulls: of the vertices of a mesh, or of every cloud in a file of point clouds
    Hull(HullArgs),
    /// What is in mesh, robot and scene files: counts, bounds, volume, closedness, repairs
    Info(InfoArgs),
    /// Anyone's answers to pairs of shapes, held against the certified truth: which are wrong, how far the others are off
    Judge(JudgeArgs),
    /// Manual pages
    Man(ManArgs),
    /// Many pairs of shapes: do they meet, how far apart or how deep are they, and how long does it take
    Pairs(PairsArgs),
    /// The figures, tables and statements of five papers, made again and judged; prints one JSON line
    Reproduce(ReproduceArgs),
    /// A robot: do its links collide, at a pose, at many random ones, along a path
    Robot(RobotArgs),
    /// A map of signed distances around a mesh: made, asked, drawn; prints one JSON line
    Sdf(SdfArgs),
    /// Bodies in motion: a scene of the program or of a file, step by step, as tables, for ParaView and as a page
    Simulate(SimulateArgs),
    /// Every shape with its volume, centroid, bounds and a support point, and a few hulls
    Shapes {
        /// One JSON object per line instead of a table
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args)]
#[command(group(ArgGroup::new("input").required(true).args(["mesh", "clouds"])))]
struct HullArgs {
    /// A mesh: .obj, .stl, .ply, .off, .glb, .gltf or .3mf
    mesh: Option<PathBuf>,
    /// A file of point clouds: repeat { u32 n; n x 3 f32 }, little-endian. Prints one JSON line
    #[arg(long, value_name = "FILE")]
    clouds: Option<PathBuf>,
    /// Type of number to compute with
    #[arg(long, value_enum, default_value_t = Precision::F64)]
    precision: Precision,
    /// Write the hull of the mesh, in the format of its extension; .stl and .glb are of single precision
    #[arg(long, value_name = "FILE", conflicts_with = "clouds")]
    out: Option<PathBuf>,
    /// One JSON line instead of a table
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limit: Limit,
}

/// How much of a file is read.
#[derive(Args)]
struct Limit {
    /// The most bytes of a file that are read
    #[arg(long, value_name = "N", default_value_t = MAX_BYTES)]
    max_bytes: u64,
}

impl Limit {
    /// A file or folder, to be read up to the limit.
    fn of(&self, path: &Path) -> Source {
        Source::new(path).at_most(self.max_bytes)
    }
}

/// Type of number to compute with.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Precision {
    /// Single precision
    F32,
    /// Double precision
    F64,
}

/// Does what the command line asks for.
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
        return Err(Failure::Usage("`--json` stands after the command that it is for".into()));
    }
    match cli.command {
        None => first_minute::run(out, cli.json)?,
        Some(Command::Ccd(args)) => ccd::run(out, &args)?,
        Some(Command::Check(args)) => return check::run(out, &args),
        Some(Command::Clash(args)) => return clash::run(out, &args),
        Some(Command::Completions(args)) => shell::completions(out, &args, Cli::command()),
        Some(Command::Man(args)) => shell::man(out, &args, Cli::command())?,
        Some(Command::Convert(args)) => convert::run(out, &args)?,
        Some(Command::Decompose(args)) => decompose::run(out, &args)?,
        Some(Command::Info(args)) => info::run(out, &args)?,
        Some(Command::Explain(args)) => explain::run(out, &args)?,
        Some(Command::Judge(args)) => return judge::run(out, &args),
        Some(Command::Pairs(args)) => pairs::run(out, &args)?,
        Some(Command::Reproduce(args)) => return reproduce::run(out, &args),
        Some(Command::Robot(args)) => return robot::run(out, &args),
        Some(Command::Sdf(args)) => return sdf::run(out, &args),
        Some(Command::Simulate(args)) => return simulate::run(out, &args),
        Some(Command::Shapes { json: true }) => shapes::print(out, true)?,
        Some(Command::Shapes { json: false }) => {
            shapes::print(out, false)?;
            writeln!(out)?;
            hulls::print(out)?;
        }
        Some(Command::Hull(HullArgs { clouds: Some(file), precision, limit, .. })) => match precision {
            Precision::F32 => clouds::run::<f32>(out, &file, &limit)?,
            Precision::F64 => clouds::run::<f64>(out, &file, &limit)?,
        },
        Some(Command::Hull(HullArgs { mesh, precision, out: target, json, limit, .. })) => {
            let file = mesh.unwrap_or_default();
            match precision {
                Precision::F32 => mesh::run::<f32>(out, &file, &limit, target.as_deref(), json)?,
                Precision::F64 => mesh::run::<f64>(out, &file, &limit, target.as_deref(), json)?,
            }
        }
    }
    Ok(Outcome::Clear)
}

/// Help and version go to stdout, a mistake becomes one line on stderr.
fn usage(error: &clap::Error) -> u8 {
    if !error.use_stderr() {
        let _ = error.print();
        return 0;
    }
    let text = error.to_string();
    // What follows says how to ask for help, which is said below.
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
