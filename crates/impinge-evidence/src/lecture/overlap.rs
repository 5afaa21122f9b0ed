//! ISA-GJK over coherence: the time of the overlap test as hulls grow, on the turning hulls of `coherence.rs`, apart by a tenth of their size and
//! overlapping by as much.

use std::hint::black_box;

use impinge::study::gjk::separating::isa_gjk;
use impinge::study::gjk::{Gjk, Voronoi};
use impinge::study::pair::{Obstacle, Prepared};
use impinge::{ConvexPolyhedron, Pose, Shape, Vec3};
use impinge_scenes::clouds;

use super::coherence::{COHERENT, path};
use crate::claim::Verdict;
use crate::figure::{Chart, Figure};
use crate::measure::{Counted, thread_ns};
use crate::study::{Out, Stop, Task};
use crate::timed::{Timed, holding};

/// Places of the second hull: apart, and overlapping.
const AWAY: [(&str, f64); 2] = [("apart", 2.2), ("overlapping", 1.8)];

/// Cost of a step.
#[derive(Clone, Copy)]
struct Cost {
    calls: f64,
    ns: f64,
}

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let sizes: &[usize] =
        task.effort.of([&[100, 1000], &[100, 300, 1000, 5000], &[100, 300, 1000, 5000, 20_000]]);
    let (steps, rounds) = task.effort.of([(500, 3), (5_000, 3), (50_000, 5)]);
    let mut rows: Vec<(usize, [Cost; 2])> = Vec::new();
    for (k, &vertices) in sizes.iter().enumerate() {
        task.reached(k as f64 / sizes.len() as f64)?;
        let [a, b] =
            [1, 2].map(|seed| ConvexPolyhedron::new(&clouds::on_sphere::<f64>(vertices, task.seed + seed)));
        let costs = AWAY.map(|(_, away)| cost(&a, &b, &path(COHERENT, steps, task.seed, away), rounds));
        rows.push((vertices, costs));
    }
    let mut calls = Chart::new("", "vertices of a hull", "support calls per step").log_x();
    let mut times = Chart::new("", "vertices of a hull", "time per step, in ns").log_x();
    for (k, (name, _)) in AWAY.into_iter().enumerate() {
        calls = calls.line(name, rows.iter().map(|(n, costs)| (*n as f64, costs[k].calls)));
        times = times.line(name, rows.iter().map(|(n, costs)| (*n as f64, costs[k].ns)));
    }
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(()) };
    let growth = [0, 1].map(|k| last.1[k].ns / first.1[k].ns);
    let found = format!(
        "from {} to {} vertices {:.2} times as long apart, with {:.2} and {:.2} support calls; {:.2} times overlapping, with {:.2} and {:.2}",
        first.0,
        last.0,
        growth[0],
        first.1[0].calls,
        last.1[0].calls,
        growth[1],
        first.1[1].calls,
        last.1[1].calls
    );
    out.figure(
        Figure::new("overlap", "", "ISA-GJK on hulls that turn by 1° in a step")
            .says("In a coherent simulation the overlap test takes constant time on average.", found.clone())
            .panel(calls)
            .panel(times),
    );
    let timed: Vec<Timed> = AWAY
        .iter()
        .zip(growth)
        .map(|((name, _), ratio)| {
            Timed::below(format!("{name}, largest hulls by those of 100 vertices"), ratio, 2.0)
        })
        .collect();
    out.timed(
        "lecture-isa-constant",
        Verdict::of(holding(&timed), timed.len()),
        found,
        "Apart, the axis of the step before still separates. Overlapping, a simplex is built anew in each step: its points were those of other poses.",
        timed,
    );
    Ok(())
}

fn cost(
    a: &ConvexPolyhedron<f64>,
    b: &ConvexPolyhedron<f64>,
    path: &[[Pose<Vec3<f64>>; 2]],
    rounds: u32,
) -> Cost {
    let mut gjk = Gjk::<Vec3<f64>, Voronoi>::new();
    let mut calls = 0;
    for [p, q] in path {
        let (a, b) = (a.at(*p), b.at(*q));
        let prepared = Prepared::new(&a.parts(), &b.parts());
        let counted = Counted::new(&prepared.pair);
        black_box(isa_gjk(&mut gjk, &counted, prepared.pair.rounding(), &mut ()));
        calls += u64::from(counted.calls());
    }
    let mut ns = f64::INFINITY;
    for _ in 0..rounds {
        let mut gjk = Gjk::<Vec3<f64>, Voronoi>::new();
        let start = thread_ns();
        for [p, q] in black_box(path) {
            let (a, b) = (a.at(*p), b.at(*q));
            let prepared = Prepared::new(&a.parts(), &b.parts());
            black_box(isa_gjk(&mut gjk, &prepared.pair, prepared.pair.rounding(), &mut ()));
        }
        ns = ns.min(thread_ns() - start);
    }
    let steps = path.len() as f64;
    Cost { calls: calls as f64 / steps, ns: ns / steps }
}
