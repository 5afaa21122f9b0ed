//! Cost of the expel zone for the printed mover: the same motions with the rules of section 3 and with sections 2.2 to 2.5 alone.

use std::hint::black_box;

use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{Motion, Pose, Vec3};
use impinge_scenes::{Rng, rooms};

use super::cost::Way;
use super::meshes::mesh;
use super::printed::{Fixed, PrintedMover, PrintedSettings, Reading};
use super::savings::ways;
use crate::claim::Verdict;
use crate::measure::thread_ns;
use crate::study::{Out, Stop, Task};
use crate::table::{Table, shown};
use crate::timed::{Timed, holding};

/// Factor that the zone may cost before it counts as slower.
const SLOWER: f64 = 1.05;

/// Translations and turns of a box over hills, with the zone and without, alternating; the least time of all rounds for a motion.
pub(super) fn zone_time(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let level = mesh(&rooms::terrain(11.5, 0.3, 23, 5))?;
    let body = mesh(&rooms::cuboid([0.5, 0.3, 0.4], 1))?;
    let translations = ways(&level, task.effort.of([64, 256, 256]), task.seed);
    let mut rng = Rng::new(task.seed);
    let turned = |(pose, motion): &Way| {
        let center = pose.translation() + motion.linear() * 0.5;
        (*pose, Motion::rotation(center, rng.unit3::<f64>(), rng.between(-1.5, 1.5)))
    };
    let turns: Vec<Way> = translations.iter().map(turned).collect();
    let rounds = task.effort.of([9, 25, 50]);
    let all = PrintedSettings::new(Reading::Mended);
    let rows = [all, PrintedSettings { zone: 0.0, ..all }];
    let mut table = Table::new(
        "zone-time",
        "What the zone costs the printed mover",
        ["motions", "with the zone, µs", "without, µs", "stopped with", "stopped without"],
    )
    .note("A box over hills, gaps closed, f64; the mean of a motion in the best of rounds in turns.");
    let mut timed = Vec::new();
    for (what, motions) in [("translations", &translations), ("turns", &turns)] {
        let mut best = [f64::INFINITY; 2];
        let mut stopped = [0; 2];
        for _ in 0..rounds {
            for (k, settings) in rows.iter().enumerate() {
                let (ns, stops) = time(settings, &body, &level, motions);
                best[k] = best[k].min(ns);
                stopped[k] = stops;
            }
        }
        table.row([
            what.into(),
            (best[0] / 1e3).into(),
            (best[1] / 1e3).into(),
            stopped[0].into(),
            stopped[1].into(),
        ]);
        timed.push(Timed::below(format!("{what}, with the zone by without"), best[0] / best[1], SLOWER));
    }
    out.table(table);
    let ratio = |k: usize| shown((100.0 * timed[k].ratio).round() / 100.0);
    out.timed(
        "doom-zone-time",
        Verdict::of(holding(&timed), timed.len()),
        format!("with the zone translations take {} times as long, turns {} times", ratio(0), ratio(1)),
        "Every pair of edges needs a second line in front of the edge, and of turns a second quadratic.",
        timed,
    );
    Ok(())
}

/// Nanoseconds for a motion, and the number of stops.
fn time(
    settings: &PrintedSettings,
    body: &PolygonMesh<f64>,
    level: &PolygonMesh<f64>,
    motions: &[Way],
) -> (f64, usize) {
    let standing = Fixed::new(level, &Pose::<Vec3<f64>>::IDENTITY, settings);
    let mut mover = PrintedMover::new(*settings);
    let mut stopped = 0;
    let start = thread_ns();
    for (pose, motion) in black_box(motions) {
        let moved = black_box(mover.move_by(&PlacedMesh::new(body, *pose), motion, &[&standing]));
        stopped += usize::from(moved.met.is_some());
    }
    ((thread_ns() - start) / motions.len() as f64, stopped)
}
