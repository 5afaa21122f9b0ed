//! `impinge robot ROBOT.urdf`: where a robot meets itself and what stands around it.
//!
//! | question | file |
//! |---|---|
//! | at a pose | `pose.rs` |
//! | at many random poses, and which pairs of links need no more asking | `random.rs`, `proposal.rs` |
//! | along a path of poses, without gaps between them | `path.rs`; `sweep.rs` one edge, `bound.rs` why nothing is missed, `play.rs` the page |
//!
//! | what it takes | file |
//! |---|---|
//! | links and obstacles as bodies | `model.rs` |
//! | which pairs are asked about | `asked.rs` |
//! | values of the joints, from the command line and from a table | `values.rs`, `rows.rs` |
//!
//! Everything is read and checked before the first query runs. The same input gives the same answers, whatever the threads.

mod asked;
mod bound;
mod model;
mod path;
mod play;
mod pose;
mod proposal;
mod random;
mod rows;
mod sweep;
mod values;

use std::io::{self, Write};
use std::path::PathBuf;
use std::thread;

use clap::Args;

use crate::Limit;
use crate::failure::{Failure, on_one_line};
use crate::outcome::Outcome;
use model::Model;

/// The command line of `impinge robot`.
#[derive(Args)]
#[command(after_help = "Examples:
  impinge robot arm.urdf --joint elbow=1.2 --page arm.html         how all pairs of links stand
  impinge robot arm.urdf --random 10000 --propose arm.srdf         which pairs collide, how often
  impinge robot arm.urdf --srdf arm.srdf --path way.csv --obstacles cell.toml --page way.html

Angles are in radians, lengths in meters. A path is a table: the names of joints, then one line per pose.
Exit: 0 clear, 1 links collide (at the pose, or along the path), 2 a mistake in the command or a file.")]
pub struct RobotArgs {
    /// The robot, .urdf
    robot: PathBuf,
    /// Pairs of links that may collide, .srdf; those next to one another always may
    #[arg(long, value_name = "FILE.srdf")]
    srdf: Option<PathBuf>,
    /// What stands around the robot: a scene, .toml or .json, in meters
    #[arg(long, value_name = "SCENE")]
    obstacles: Option<PathBuf>,
    /// A joint stands at this value; 0 unless told, or the limit next to it
    #[arg(long = "joint", value_name = "NAME=VALUE", value_parser = values::joint, allow_hyphen_values = true)]
    joints: Vec<(String, f64)>,
    /// Values may be outside of the limits of their joints
    #[arg(long)]
    ignore_limits: bool,
    /// So many random poses within the limits instead of one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with_all = ["path", "page"])]
    random: Option<u32>,
    /// Other poses for another seed
    #[arg(long, value_name = "S", default_value_t = 1, requires = "random")]
    seed: u64,
    /// Write the pairs that need no asking, by these poses, as SRDF
    #[arg(long, value_name = "FILE.srdf", requires = "random")]
    propose: Option<PathBuf>,
    /// Write the poses, each with the number of its pairs that collide
    #[arg(long, value_name = "FILE.csv", requires = "random")]
    poses: Option<PathBuf>,
    /// Ask for every distance, without a look at boxes first: slow, to check the counts
    #[arg(long, requires = "random")]
    every_distance: bool,
    /// From pose to pose of this table, without gaps: the first contact
    #[arg(long, value_name = "FILE.csv")]
    path: Option<PathBuf>,
    /// Check the path by so many poses on each edge too
    #[arg(long, value_name = "N", requires = "path", value_parser = clap::value_parser!(u32).range(1..))]
    samples: Option<u32>,
    /// JSON instead of text
    #[arg(long)]
    json: bool,
    /// Write a page that shows the pose, or plays the path
    #[arg(long, value_name = "FILE.html")]
    page: Option<PathBuf>,
    /// Where `package://NAME/...` is
    #[arg(long = "package", value_name = "NAME=DIR", value_parser = values::package)]
    packages: Vec<(String, PathBuf)>,
    /// The robot and the scene may name files outside of their folders and of the packages
    #[arg(long)]
    allow_outside: bool,
    /// Threads to work on; as many as there are cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    limit: Limit,
}

impl RobotArgs {
    fn threads(&self) -> usize {
        let all = || thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, usize::from)
    }
}

/// Answers the question of the command line.
pub fn run(out: &mut impl Write, args: &RobotArgs) -> Result<Outcome, Failure> {
    let model = Model::read(args)?;
    let start = values::start(&model.robot, args)?;
    match (args.random, &args.path) {
        (Some(count), _) => random::run(out, args, &model, &start, count as usize),
        (_, Some(file)) => path::run(out, args, &model, &start, file),
        _ => pose::run(out, args, &model, &start),
    }
}

/// A line on stderr. Nothing is left to do if that is closed.
fn tell(what: &str) {
    let _ = writeln!(io::stderr(), "impinge: {}", on_one_line(what));
}
