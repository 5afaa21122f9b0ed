//! Two meshes at many pairs of poses: a distance for each, and a summary.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use impinge::{Pose, Rot3, Vec3, distance};
use impinge_evidence::measure::thread_ns;
use impinge_io::Source;
use impinge_io::cases::{CasePose, read_poses, write_answers};
use serde::Serialize;

use crate::bodies::NamedBody;
use crate::bodies::answers::{Answers, Line};
use crate::failure::{Failure, on_one_line};
use crate::json::{self, JsonArgs};
use crate::progress;

/// Poses of A and of B.
pub type Poses = [Pose<Vec3<f64>>; 2];

/// Pairs of poses between two looks at the clock and at interruptions.
const BATCH: usize = 64;

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
pub fn read(source: Source) -> Result<Vec<Poses>, Failure> {
    let file = source.path().display().to_string();
    let told = |row: usize, e: String| Failure::Said(format!("{file}: row {row}: {e}"));
    let rows = read_poses(source)?;
    let both = |(row, [a, b]): (usize, &[CasePose; 2])| {
        Ok([placed(a).map_err(|e| told(row, e))?, placed(b).map_err(|e| told(row, e))?])
    };
    rows.iter().enumerate().map(both).collect()
}

/// Summary of many poses.
#[derive(Debug, Serialize)]
pub struct Many {
    /// Number of pairs of poses.
    n: usize,
    /// Mean time of a query in nanoseconds, on one thread.
    ns: f64,
    /// Pairs at distance 0.
    pub hits: usize,
}

impl Many {
    /// Writes the distances at all poses to a file; none if it is interrupted, and nothing is written.
    pub fn answer(
        [a, b]: [&NamedBody; 2],
        poses: &[Poses],
        target: &Path,
        stop: &AtomicBool,
    ) -> Result<Option<Self>, Failure> {
        let (a, b) = (a.form.any(), b.form.any());
        let bar = progress::bar(poses.len(), "pairs of poses");
        let mut distances: Vec<f64> = Vec::with_capacity(poses.len());
        let mut spent = 0.0;
        for batch in poses.chunks(BATCH) {
            let start = thread_ns();
            distances.extend(batch.iter().map(|[p, q]| distance(&a.at(*p), &b.at(*q)).distance));
            spent += thread_ns() - start;
            bar.inc(batch.len() as u64);
            if stop.load(Ordering::Relaxed) {
                bar.finish_and_clear();
                return Ok(None);
            }
        }
        bar.finish_and_clear();
        write_answers(target, &distances)?;
        let hits = distances.iter().filter(|d| **d == 0.0).count();
        Ok(Some(Self { n: poses.len(), ns: spent / poses.len() as f64, hits }))
    }

    /// Writes the summary, with the answer for the pose of the command line in JSON.
    pub fn write(
        &self,
        out: &mut impl Write,
        json: &JsonArgs,
        answers: &Answers<'_>,
        target: &Path,
    ) -> Result<(), Failure> {
        #[derive(Serialize)]
        struct Summary<'a> {
            #[serde(flatten)]
            line: Line<'a>,
            #[serde(flatten)]
            many: &'a Many,
        }
        let is_printed =
            json.write(out, &mut |out| json::line(out, &Summary { line: answers.line(0), many: self }))?;
        if is_printed {
            return Ok(());
        }
        let Self { n, ns, hits } = self;
        writeln!(out, "{n} pairs of poses: the bodies meet at {hits}; {ns:.0} ns for each query")?;
        Ok(writeln!(out, "written to {}", on_one_line(&target.to_string_lossy()))?)
    }
}
