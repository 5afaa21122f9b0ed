//! Command line of `impinge simulate`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use impinge::{Vec2, Vec3};
use impinge_scenes::worlds::WorldScene;

use super::space::Drawn;
use crate::inputs::FolderArgs;
use crate::json::JsonArgs;
use crate::{Limit, Precision, Threads};

/// Arguments of `impinge simulate`.
#[derive(Args)]
#[command(after_help = after_help())]
pub struct SimulateArgs {
    /// Name of a built-in scene, or a file, .toml or .json, whose bodies have masses
    #[arg(value_name = "SCENE|FILE")]
    pub scene: String,
    /// Simulate the built-in scene of that name in the plane
    #[arg(long, conflicts_with = "tallest")]
    pub plane: bool,
    /// Number of the scene's bodies, or of whatever else it counts
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub count: Option<u32>,
    /// Seed of the scene, if it is random
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Steps to take
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub steps: Option<u64>,
    /// Steps per second of simulated time
    #[arg(long, value_name = "HZ", value_parser = rate, allow_hyphen_values = true)]
    pub rate: Option<f64>,
    /// Solver; by default soft, or thesis with `--tallest`
    #[arg(long, value_enum)]
    pub solver: Option<SolverName>,
    #[command(flatten)]
    threads: Threads,
    /// Write tables, poses, files for ParaView and checkpoints into this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Steps between pictures (poses, files for ParaView, the page); by default, about 30 pictures a second
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub every: Option<u64>,
    /// Steps between checkpoints
    #[arg(long, value_name = "N", default_value_t = 500, requires = "out", value_parser = clap::value_parser!(u64).range(1..))]
    pub checkpoint: u64,
    /// Resume the run in the folder of `--out`, if it was stopped or has fewer `--steps`
    #[arg(long, requires = "out", conflicts_with = "force")]
    pub resume: bool,
    /// Overwrite the run in the folder of `--out`
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Write a page that plays the run
    #[arg(long, value_name = "FILE.html")]
    pub page: Option<PathBuf>,
    /// Show debug lines on the page, with normals and axes of this length: boxes, contacts, joints with their limits, islands, sleep
    #[arg(long, value_name = "SIZE", num_args = 0..=1, default_missing_value = "0.2", requires = "page", value_parser = size)]
    pub lines: Option<f64>,
    #[command(flatten)]
    pub json: JsonArgs,
    /// For the scene `stack`: find the tallest stack that stands for 60,000 steps
    #[arg(long, conflicts_with_all = ["every", "page", "count"])]
    pub tallest: bool,
    /// With `--tallest`: most iterations over the impulses of a step
    #[arg(long, value_name = "N", requires = "tallest", value_parser = clap::value_parser!(u32).range(1..))]
    pub iterations: Option<u32>,
    /// With `--tallest`: algorithm that finds the contacts
    #[arg(long, value_enum, requires = "tallest")]
    pub algorithm: Option<ContactAlgorithm>,
    /// With `--tallest`: precision to compute with
    #[arg(long, value_enum, requires = "tallest")]
    pub precision: Option<Precision>,
    /// With `--tallest`: use round boxes of the same size, with this radius, below 1
    #[arg(long, value_name = "R", requires = "tallest")]
    pub radius: Option<f64>,
    #[command(flatten)]
    pub folders: FolderArgs,
    #[command(flatten)]
    pub limit: Limit,
}

/// Solver of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolverName {
    /// Sub-steps with soft contacts
    Soft,
    /// The loop of Olvång's thesis
    Thesis,
    /// Every change of pose is proven free of overlap
    NoOverlap,
}

/// Algorithm that finds the contacts of the thesis' solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ContactAlgorithm {
    /// Swept GJK, or EPA if bodies overlap
    Swept,
    /// SA-GJK, or EPA if bodies overlap
    SaGjk,
    /// Minkowski portal refinement
    Mpr,
    /// The library's own contacts
    Own,
}

impl SimulateArgs {
    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.threads.count()
    }
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate) if rate > 0.0 && rate.is_finite() => Ok(rate),
        _ => Err(format!("`{text}` is not a rate; give a number above 0")),
    }
}

fn size(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(size) if size > 0.0 && size.is_finite() => Ok(size),
        _ => Err(format!("`{text}` is not a length; give a number above 0")),
    }
}

/// The built-in scenes, and examples.
fn after_help() -> String {
    let in_space: String = Vec3::scenes().iter().map(listed).collect();
    let in_plane: String = Vec2::scenes().iter().map(listed).collect();
    format!("Scenes:\n{in_space}\nScenes in the plane, with `--plane`:\n{in_plane}")
        + "
Examples:
  impinge simulate pyramid --page pyramid.html
  impinge simulate pile --count 1000 --out run --every 10       tables, poses, ParaView, checkpoints
  impinge simulate pile --count 1000 --out run --every 10 --resume
  impinge simulate blocks.toml --steps 300 --json
  impinge simulate bridge --plane --page bridge.html
  impinge simulate stack --tallest --iterations 60 --algorithm swept --precision f64
  impinge simulate stack --tallest --out search                 records the stacks tried; continue with --resume

Exit code: 0 done, 2 error in the command line or a file, 3 interrupted."
}

/// Line of a scene.
fn listed<V: Drawn>(scene: &WorldScene<V>) -> String {
    let WorldScene { name, about, count, counts, steps, rate, .. } = scene;
    format!("  {name:<15} {about} {count} {counts}, {steps} steps at {rate} Hz\n")
}
