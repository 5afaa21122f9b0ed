//! The program `impinge`: shapes, hulls and queries on the command line.
//!
//! Results go to stdout, everything else to stderr, a failure on one line.
//!
//! | exit code | what it says |
//! |---|---|
//! | 0 | done; where bodies were asked about, none collide |
//! | 1 | done, and a collision was found |
//! | 2 | not done: a mistake in the command or in what it was given, or nowhere to write to |
//!
//! A library with one function: it is built while the queries still are, where a program would wait for them.

mod catalogue;
mod ccd;
mod check;
mod clouds;
mod convert;
mod decompose;
mod failure;
mod hulls;
mod info;
mod inputs;
mod mesh;
mod outcome;
mod pairs;
mod progress;
mod shapes;
mod table;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use impinge_io::{MAX_BYTES, Source};

use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};

use crate::ccd::CcdArgs;
use crate::check::CheckArgs;
use crate::convert::ConvertArgs;
use crate::decompose::DecomposeArgs;
use crate::failure::{Failure, on_one_line};
use crate::info::InfoArgs;
use crate::outcome::Outcome;
use crate::pairs::PairsArgs;

/// Collision detection whose every answer carries its proof.
///
/// Without a command: tables of the shapes and of a few hulls, from data inside the program.
#[derive(Parser)]
#[command(name = "impinge", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Moving points against moving features: do they touch, when, and how long does it take to say so
    Ccd(CcdArgs),
    /// Two meshes: apart, touching, overlapping, or one inside the other; how far apart, and where
    Check(CheckArgs),
    /// A mesh file in another format, or in other units
    Convert(ConvertArgs),
    /// Convex parts that together hold a closed mesh, and little more; prints one JSON line
    Decompose(DecomposeArgs),
    /// Convex hulls: of the vertices of a mesh, or of every cloud in a file of point clouds
    Hull(HullArgs),
    /// What is in mesh, robot and scene files: counts, bounds, volume, closedness, repairs
    Info(InfoArgs),
    /// Many pairs of shapes: do they meet, how far apart or how deep are they, and how long does it take
    Pairs(PairsArgs),
    /// Every shape with its volume, centroid, bounds and a support point
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
        Err(error) => return usage(&error),
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = run(cli, &mut out).and_then(|outcome| {
        out.flush()?;
        Ok(outcome)
    });
    match done {
        Ok(outcome) => outcome.exit_code(),
        Err(Failure::NobodyListens) => ExitCode::SUCCESS,
        Err(failure @ Failure::Usage(_)) => wrong_usage(&failure.to_string()),
        Err(failure) => {
            // Nothing is left to do if stderr is closed too.
            let _ = writeln!(io::stderr(), "impinge: {failure}");
            ExitCode::from(2)
        }
    }
}

fn run(cli: Cli, out: &mut impl Write) -> Result<Outcome, Failure> {
    match cli.command {
        None => first_minute(out)?,
        Some(Command::Ccd(args)) => ccd::run(out, &args)?,
        Some(Command::Check(args)) => return check::run(out, &args),
        Some(Command::Convert(args)) => convert::run(out, &args)?,
        Some(Command::Decompose(args)) => decompose::run(out, &args)?,
        Some(Command::Info(args)) => info::run(out, &args)?,
        Some(Command::Pairs(args)) => pairs::run(out, &args)?,
        Some(Command::Shapes { json }) => shapes::print(out, json)?,
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

/// What is shown without a command.
fn first_minute(out: &mut impl Write) -> Result<(), Failure> {
    shapes::print(out, false)?;
    writeln!(out)?;
    hulls::print(out)?;
    writeln!(out)?;
    writeln!(out, "Next: impinge hull MESH.obj --out hull.obj   the hull of a mesh (.obj or .stl)")?;
    writeln!(out, "      impinge --help   all commands; from the sources: cargo run --release -- --help")?;
    Ok(())
}

/// Help and version go to stdout, a mistake becomes one line on stderr.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    let lines = text.lines().take_while(|line| !line.starts_with("Usage:"));
    let said: Vec<&str> = lines.map(str::trim).filter(|line| !line.is_empty()).collect();
    let said = on_one_line(&said.join(" "));
    wrong_usage(said.strip_prefix("error: ").unwrap_or(&said))
}

fn wrong_usage(said: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "impinge: {said}; see `impinge --help`");
    ExitCode::from(2)
}
