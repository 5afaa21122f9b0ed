//! The command line of `impinge robot`.

use std::path::PathBuf;
use std::thread;

use clap::Args;

use crate::Limit;
use crate::inputs::FolderArgs;

/// The command line of `impinge robot`.
#[derive(Args)]
#[command(after_help = "Examples:
  impinge robot arm.urdf --joint elbow=1.2 --page arm.html         how all pairs of links stand
  impinge robot arm.urdf --random 10000 --propose arm.srdf         which pairs collide, how often
  impinge robot arm.urdf --srdf arm.srdf --path way.csv --obstacles cell.toml --page way.html

Angles are in radians, lengths in meters. A path is a table: the names of joints, then one line per pose.
Exit: 0 clear, 1 links collide (at the pose, or along the path), 2 a mistake in the command or a file, 3 interrupted.")]
pub struct RobotArgs {
    /// The robot, .urdf
    pub robot: PathBuf,
    /// Pairs of links that may collide, .srdf; those next to one another always may
    #[arg(long, value_name = "FILE.srdf")]
    pub srdf: Option<PathBuf>,
    /// What stands around the robot: a scene, .toml or .json, in meters
    #[arg(long, value_name = "SCENE")]
    pub obstacles: Option<PathBuf>,
    /// A joint stands at this value; 0 unless told, or the limit next to it
    #[arg(long = "joint", value_name = "NAME=VALUE", value_parser = joint, allow_hyphen_values = true)]
    pub joints: Vec<(String, f64)>,
    /// Values may be outside of the limits of their joints
    #[arg(long)]
    pub ignore_limits: bool,
    /// So many random poses within the limits instead of one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "path")]
    pub random: Option<u32>,
    /// Other poses for another seed
    #[arg(long, value_name = "S", default_value_t = 1, requires = "random")]
    pub seed: u64,
    /// Write the pairs that need no asking, by these poses, as SRDF
    #[arg(long, value_name = "FILE.srdf", requires = "random")]
    pub propose: Option<PathBuf>,
    /// Write the poses, each with the number of its pairs that collide
    #[arg(long, value_name = "FILE.csv", requires = "random")]
    pub poses: Option<PathBuf>,
    /// Ask for every distance, without a look at boxes first: slow, to check the counts
    #[arg(long, requires = "random")]
    pub every_distance: bool,
    /// From pose to pose of this table, without gaps: the first contact
    #[arg(long, value_name = "FILE.csv")]
    pub path: Option<PathBuf>,
    /// Check the path by so many poses on each edge too
    #[arg(long, value_name = "N", requires = "path", value_parser = clap::value_parser!(u32).range(1..))]
    pub samples: Option<u32>,
    /// JSON instead of text
    #[arg(long)]
    pub json: bool,
    /// Write a page that shows the pose, plays the path, or goes through random poses that collide
    #[arg(long, value_name = "FILE.html")]
    pub page: Option<PathBuf>,
    /// Write all pairs at the pose, or all counts of random poses: .jsonl, .csv, .parquet; the pose also as .vtp or .vtu for ParaView
    #[arg(long, value_name = "FILE", conflicts_with = "path")]
    pub results: Option<PathBuf>,
    #[command(flatten)]
    pub folders: FolderArgs,
    /// Threads to work on; as many as there are cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    pub limit: Limit,
}

impl RobotArgs {
    /// Threads to work on.
    pub fn threads(&self) -> usize {
        let all = || thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, usize::from)
    }
}

/// `NAME=VALUE` of the command line.
pub fn joint(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| format!("`{text}` is not NAME=VALUE"))?;
    Ok((name.into(), number(value)?))
}

/// A finite number.
pub fn number(text: &str) -> Result<f64, String> {
    let text = text.trim();
    text.parse().ok().filter(|x: &f64| x.is_finite()).ok_or_else(|| format!("`{text}` is no finite number"))
}
