//! Two mesh files: one line of JSON, at one pair of poses or at many.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use impinge::mesh::TriangleMesh;
use impinge::nonconvex::relation;
use impinge::{Pose, Rot3, Vec3, distance};
use impinge_io::cases::{CasePose, read_poses, write_answers};
use serde::Serialize;

use super::CheckArgs;
use crate::bodies::meshes;
use crate::bodies::standing::State;
use crate::failure::Failure;
use crate::outcome::Outcome;
use impinge_evidence::measure::thread_ns;

/// The line of JSON.
#[derive(Debug, Serialize)]
struct Line {
    /// From A to B.
    state: State,
    /// 0 unless they are apart.
    distance: f64,
    /// Bound on the error of the distance.
    error: f64,
    point_a: [f64; 3],
    point_b: [f64; 3],
    /// Unit vector from A to B.
    normal: [f64; 3],
    /// Face in the file, from 0; none for a body that contains the other.
    face_a: Option<u32>,
    face_b: Option<u32>,
    /// Bounds of both meshes.
    triangles: usize,
    /// Milliseconds that the query took, without reading and building.
    ms: f64,
    #[serde(flatten)]
    many: Option<Many>,
}

/// Summary of many poses.
#[derive(Debug, Serialize)]
struct Many {
    /// Number of pairs of poses.
    n: usize,
    /// Mean time of a query in nanoseconds, on one thread.
    ns: f64,
    /// Pairs at distance 0.
    hits: usize,
}

/// Queries two files and writes one line of JSON to `out`. At given poses, returns whether they collide; many poses are a table,
/// not a verdict.
pub fn run(out: &mut impl Write, args: &CheckArgs, [a, b]: [&Path; 2]) -> Result<Outcome, Failure> {
    let factor = args.places.scale.factor()?;
    let read = |file: &Path| meshes::read(args.limit.of(file), factor, args.surface);
    let (a, b) = (read(a)?, read(b)?);
    let poses = args.poses.as_deref().map(|file| poses(file, args)).transpose()?;
    let many = match (poses, &args.out) {
        (Some(poses), Some(target)) => Some(answer_many(&a, &b, &poses, target)?),
        _ => None,
    };
    let line = Line { many, ..answer(&a, &b, args) };
    serde_json::to_writer(&mut *out, &line)?;
    writeln!(out)?;
    let is_clear = line.many.is_some() || !line.state.is_collision();
    Ok(if is_clear { Outcome::Clear } else { Outcome::Collision })
}

/// A pose given on the command line.
pub fn pose(text: &str) -> Result<Pose<Vec3<f64>>, String> {
    let numbers: Vec<f64> = text
        .split(',')
        .map(|part| part.trim().parse().map_err(|_| format!("`{part}` is not a number")))
        .collect::<Result<_, _>>()?;
    let &[x, y, z, i, j, k, w] = numbers.as_slice() else {
        return Err(format!("a pose has 7 numbers, x,y,z,qx,qy,qz,qw, not {}", numbers.len()));
    };
    placed(&CasePose { translation: [x, y, z], quaternion: [i, j, k, w] })
}

fn placed(pose: &CasePose) -> Result<Pose<Vec3<f64>>, String> {
    Rot3::try_normalize_xyzw(pose.quaternion)
        .and_then(|rotation| Pose::try_new(pose.translation, rotation))
        .map_err(|e| e.to_string())
}

/// All pairs of poses of a file.
fn poses(file: &Path, args: &CheckArgs) -> Result<Vec<[Pose<Vec3<f64>>; 2]>, Failure> {
    let told = |row: usize, e: String| Failure::Said(format!("{}: row {row}: {e}", file.display()));
    let rows = read_poses(args.limit.of(file))?;
    let both = |(row, [a, b]): (usize, &[CasePose; 2])| {
        Ok([placed(a).map_err(|e| told(row, e))?, placed(b).map_err(|e| told(row, e))?])
    };
    rows.iter().enumerate().map(both).collect()
}

/// The answer at the given poses.
fn answer(a: &TriangleMesh<f64>, b: &TriangleMesh<f64>, args: &CheckArgs) -> Line {
    let start = Instant::now();
    let (one, two) =
        (a.at(args.pose_a.unwrap_or(Pose::IDENTITY)), b.at(args.pose_b.unwrap_or(Pose::IDENTITY)));
    let stand = State::from(relation(&one, &two));
    let found = distance(&one, &two);
    let ms = start.elapsed().as_secs_f64() * 1e3;
    Line {
        state: stand,
        distance: if stand == State::Apart { found.distance } else { 0.0 },
        error: found.error,
        point_a: found.point_a.to_array(),
        point_b: found.point_b.to_array(),
        normal: found.normal.to_array(),
        face_a: found.part_a,
        face_b: found.part_b,
        triangles: a.len() + b.len(),
        ms,
        many: None,
    }
}

/// Distances at many poses, written to a file.
fn answer_many(
    a: &TriangleMesh<f64>,
    b: &TriangleMesh<f64>,
    poses: &[[Pose<Vec3<f64>>; 2]],
    target: &Path,
) -> Result<Many, Failure> {
    let start = thread_ns();
    let distances: Vec<f64> = poses.iter().map(|[p, q]| distance(&a.at(*p), &b.at(*q)).distance).collect();
    let ns = (thread_ns() - start) / poses.len() as f64;
    write_answers(target, &distances)?;
    Ok(Many { n: poses.len(), ns, hits: distances.iter().filter(|d| **d == 0.0).count() })
}
