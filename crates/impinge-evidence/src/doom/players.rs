//! Section 6: player movement. A box is pushed around, and slides along what it meets; by the printed mover with the slide of games, and by our
//! own slide.
//!
//! The report does not say how a player continues. Here as in games: the rest of the motion loses its component into each plane that was met;
//! if it turns back, it follows the line of the last two.

use impinge::expel::{Mover, SlideSettings};
use impinge::mesh::TriangleMesh;
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{Pose, Vec3, distance};
use impinge_scenes::{Rng, rooms};

use super::meshes::mesh;
use super::motions::{Place, places};
use super::printed::{Fixed, PrintedMover, PrintedSettings, Reading};
use crate::claim::Verdict;
use crate::study::{Out, Stop, Task};
use crate::table::{Table, shown};

type Point = Vec3<f64>;

/// Half the sides of a player.
const PLAYER: [f64; 3] = [0.25, 0.25, 0.45];
/// Distance that a player moves and falls in a frame.
const STRIDE: f64 = 0.1;
const FALL: f64 = 0.03;
/// Frames until a player turns.
const AHEAD: usize = 20;
/// Most planes met in one frame.
const MOST_PLANES: usize = 4;

/// Observations.
#[derive(Clone, Copy, Debug, Default)]
struct Walked {
    frames: usize,
    overlaps: usize,
    outside: usize,
    /// Distances that players moved, summed.
    way: f64,
    /// Frames without any progress.
    stuck: usize,
}

/// Printed: translations along the rest of the motion.
fn go(
    mover: &mut PrintedMover<f64>,
    body: &PolygonMesh<f64>,
    pose: Pose<Point>,
    by: Point,
    level: &Fixed<f64>,
) -> Pose<Point> {
    let (mut pose, mut left) = (pose, by);
    let mut planes: Vec<Point> = Vec::new();
    for _ in 0..MOST_PLANES {
        let moved = mover.translate(&PlacedMesh::new(body, pose), left, &[level]);
        pose = moved.pose;
        let Some(met) = moved.met else { break };
        left *= 1.0 - moved.fraction;
        planes.push(met.normal);
        let clipped = left - met.normal * left.dot(met.normal);
        let Some(before) = planes.iter().rev().skip(1).find(|n| clipped.dot(**n) < 0.0) else {
            left = clipped;
            continue;
        };
        let line = before.cross(met.normal).unit();
        left = line * left.dot(line);
        if planes.iter().any(|n| left.dot(*n) < 0.0) || left.dot(by) <= 0.0 {
            break;
        }
    }
    pose
}

fn walk(place: &Place, frames: usize, printed: bool, seed: u64) -> Result<Walked, Stop> {
    let faces = rooms::cuboid(PLAYER, 1);
    let body = mesh(&faces)?;
    let built = TriangleMesh::from_polygons(&faces.points, &faces.polygons);
    let (triangles, _) = built.map_err(|e| Stop::Failed(format!("player: {e}")))?;
    let settings = PrintedSettings::new(Reading::Letter);
    let level = Fixed::new(&place.level, &Pose::IDENTITY, &settings);
    let (mut theirs, mut ours) = (PrintedMover::new(settings), Mover::new());
    let slide = SlideSettings { up: Vec3::new(0.0, 0.0, 1.0), ..SlideSettings::default() };
    let mut rng = Rng::new(seed);
    let (mut seen, mut pose) = (Walked::default(), Pose::at(place.free));
    let mut ahead = Vec3::ZERO;
    for frame in 0..frames {
        if frame % AHEAD == 0 {
            let angle = rng.between(0.0, core::f64::consts::TAU);
            ahead = Vec3::new(STRIDE * angle.cos(), STRIDE * angle.sin(), -FALL);
        }
        let end = if printed {
            go(&mut theirs, &body, pose, ahead, &level)
        } else {
            let standing = [PlacedMesh::new(&place.level, Pose::IDENTITY)];
            let trace = ours.slide(&PlacedMesh::new(&body, pose), ahead, &standing, &slide);
            trace.map_err(|e| Stop::Failed(format!("{}: {e}", place.name)))?.pose
        };
        let went = (end.translation() - pose.translation()).norm();
        let apart = distance(&triangles.at(end), &place.triangles.at(Pose::IDENTITY)).distance;
        let at = end.translation();
        seen.frames += 1;
        seen.way += went;
        seen.stuck += usize::from(went < 1e-6);
        seen.overlaps += usize::from(apart <= 0.0);
        let outside = place.closed.is_some_and(|half| at.max_abs() > half);
        seen.outside += usize::from(outside);
        // Off the rim of the hills, or through a wall, it restarts.
        pose = if at.max_abs() > 5.0 || outside || apart <= 0.0 { Pose::at(place.free) } else { end };
    }
    Ok(seen)
}

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let frames = task.effort.of([200, 20_000, 200_000]);
    let places = places()?;
    let seed = task.seed;
    let jobs = 2 * places.len();
    let found = task.on_all_cores(jobs, |job| {
        walk(&places[job / 2], frames, job % 2 == 1, seed.wrapping_add(job as u64 / 2))
    })?;
    let columns =
        ["mover", "place", "frames", "overlaps", "outside", "went, m per frame", "frames without progress"];
    let mut table = Table::new("players", "A player that is pushed about", columns)
        .note("A box of 0.5 × 0.5 × 0.9 m, pushed by 0.1 m and down by 0.03 m in each frame.");
    let mut sums = [Walked::default(); 2];
    for (job, walked) in found.into_iter().enumerate() {
        let walked = walked?;
        let sum = &mut sums[job % 2];
        sum.frames += walked.frames;
        sum.overlaps += walked.overlaps;
        sum.outside += walked.outside;
        sum.way += walked.way;
        sum.stuck += walked.stuck;
        table.row([
            ["ours", "printed, to the letter"][job % 2].into(),
            places[job / 2].name.into(),
            walked.frames.into(),
            walked.overlaps.into(),
            walked.outside.into(),
            (walked.way / walked.frames as f64).into(),
            walked.stuck.into(),
        ]);
    }
    out.table(table);
    let [ours, printed] = sums;
    let share = printed.way / ours.way;
    let failed = printed.overlaps + printed.outside;
    out.finding(
        "doom-player",
        Verdict::of(usize::from(failed == 0) + usize::from(share > GOES_ON), 2),
        format!("{failed} of {} frames of the printed mover ended in overlap or outside, {} of ours; it went {} times as far as ours", printed.frames, ours.overlaps + ours.outside, shown((100.0 * share).round() / 100.0)),
        "Players are translated only. What a player does at a wall the report does not say.",
    );
    Ok(())
}

/// Share of our slide's distance from which a player makes progress.
const GOES_ON: f64 = 0.75;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_go_about_and_stay_apart_from_walls() {
        let places = places().expect("places");
        for printed in [false, true] {
            let walked = walk(&places[1], 150, printed, 1).expect("a walk");
            assert_eq!((walked.overlaps, walked.outside), (0, 0));
            assert!(walked.way > 0.3 * STRIDE * walked.frames as f64, "{printed} {}", walked.way);
        }
    }
}
