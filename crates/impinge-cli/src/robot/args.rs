//! Command line of `impinge robot`.

use std::path::PathBuf;

use clap::Args;

use crate::inputs::FolderArgs;
use crate::json::JsonArgs;
use crate::open::OpenArgs;
use crate::{Limit, Threads};

/// Arguments of `impinge robot`.
#[derive(Args)]
#[command(after_help = "Examples:
  impinge robot arm.urdf --joint elbow=1.2 --page arm.html         relation of all pairs of links
  impinge robot arm.urdf --random 10000 --propose arm.srdf         how often each pair collides
  impinge robot arm.urdf --srdf arm.srdf --path way.csv --obstacles cell.toml --page way.html

Angles are in radians, lengths in meters. A path is a CSV table: joint names, then one line per pose; a planar
joint has columns NAME.x, NAME.y, NAME.angle, a floating one NAME.x, .y, .z, .qx, .qy, .qz, .qw.
Exit code: 0 clear, 1 links collide (at the pose, or along the path), 2 error in the command line or a file, 3 interrupted,
4 nothing collides, but that is not proven: a mesh was left out or has no inside.")]
pub struct RobotArgs {
    /// Robot, .urdf
    pub robot: PathBuf,
    /// Pairs of links that may collide, .srdf; adjacent links always may
    #[arg(long, value_name = "FILE.srdf")]
    pub srdf: Option<PathBuf>,
    /// Surroundings of the robot: a scene, .toml or .json, in meters
    #[arg(long, value_name = "SCENE")]
    pub obstacles: Option<PathBuf>,
    /// Value of a joint; by default 0, or the limit nearest to it. Of a planar joint NAME=x,y,angle, of a floating one
    /// NAME=x,y,z,qx,qy,qz,qw; the quaternion is normalized
    #[arg(long = "joint", value_name = "NAME=VALUE", value_parser = joint, allow_hyphen_values = true)]
    pub joints: Vec<JointNumbers>,
    /// Allow values outside the limits of their joints
    #[arg(long)]
    pub ignore_limits: bool,
    /// Check this many random poses within the limits instead of one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "path")]
    pub random: Option<u32>,
    /// Seed of the random poses
    #[arg(long, value_name = "S", default_value_t = 1, requires = "random")]
    pub seed: u64,
    /// Write the pairs that need no checking, judged by these poses, as SRDF
    #[arg(long, value_name = "FILE.srdf", requires = "random")]
    pub propose: Option<PathBuf>,
    /// Write the poses, each with the number of its colliding pairs
    #[arg(long, value_name = "FILE.csv", requires = "random")]
    pub poses: Option<PathBuf>,
    /// Compute every distance, without checking boxes first: slow, to verify the counts
    #[arg(long, requires = "random")]
    pub every_distance: bool,
    /// Check the motion from pose to pose of this table, without gaps, up to the first contact
    #[arg(long, value_name = "FILE.csv")]
    pub path: Option<PathBuf>,
    /// Also check this many poses on each edge of the path
    #[arg(long, value_name = "N", requires = "path", value_parser = clap::value_parser!(u32).range(1..))]
    pub samples: Option<u32>,
    #[command(flatten)]
    pub json: JsonArgs,
    #[command(flatten)]
    pub open: OpenArgs,
    /// Write a page that shows the pose, plays the path, or steps through random poses that collide
    #[arg(long, value_name = "FILE.html")]
    pub page: Option<PathBuf>,
    /// Write all pairs at the pose, or all counts of random poses: .jsonl, .csv, .parquet; for the pose also .vtp or .vtu for ParaView
    #[arg(long, value_name = "FILE", conflicts_with = "path")]
    pub results: Option<PathBuf>,
    #[command(flatten)]
    pub folders: FolderArgs,
    /// Go on without collision meshes that are missing or of a format that is not read; exit code 4 instead of 0, as links are incomplete
    #[arg(long)]
    pub ignore_missing: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    pub limit: Limit,
}

impl RobotArgs {
    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.threads.count()
    }
}

/// Name of a joint, and its numbers.
pub type JointNumbers = (String, Vec<f64>);

/// `NAME=VALUE` from the command line.
pub fn joint(text: &str) -> Result<JointNumbers, String> {
    let (name, values) = text.split_once('=').ok_or_else(|| format!("`{text}` is not NAME=VALUE"))?;
    Ok((name.into(), values.split(',').map(number).collect::<Result<_, _>>()?))
}

/// A finite number.
pub fn number(text: &str) -> Result<f64, String> {
    let text = text.trim();
    text.parse()
        .ok()
        .filter(|x: &f64| x.is_finite())
        .ok_or_else(|| format!("`{text}` is not a finite number"))
}
