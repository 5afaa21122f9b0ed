//! Two hulls of points on a sphere, a tenth of their size apart, turn, each about its own wandering axis: the cost of a step of V-Clip and
//! GJK, against the angle of the turn.

use impinge::{ConvexPolyhedron, Pose, Rot3, Vec3};
use impinge_scenes::{Rng, clouds};

use super::turning::{Coherence, coherence};
use crate::claim::Verdict;
use crate::figure::{Chart, Figure};
use crate::study::{Out, Stop, Task};
use crate::table::{Table, shown};
use crate::timed::{Timed, holding};

/// Turns per step, in degrees.
const TURNS: [f64; 7] = [0.01, 0.1, 0.3, 1.0, 3.0, 10.0, 90.0];

/// Turns up to this count as coherent, in degrees.
pub(super) const COHERENT: f64 = 1.0;

struct Row {
    vertices: usize,
    turn: f64,
    found: Coherence,
}

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let sizes: &[usize] = task.effort.of([&[8, 100, 1000], &[8, 100, 1000, 5000], &[8, 100, 1000, 5000]]);
    let steps = task.effort.of([500, 10_000, 50_000]);
    let rounds = task.effort.of([3, 3, 5]);
    let mut rows = Vec::new();
    for (i, &vertices) in sizes.iter().enumerate() {
        let [a, b] =
            [1, 2].map(|seed| ConvexPolyhedron::new(&clouds::on_sphere::<f64>(vertices, task.seed + seed)));
        for (k, &turn) in TURNS.iter().enumerate() {
            task.reached((i * TURNS.len() + k) as f64 / (sizes.len() * TURNS.len()) as f64)?;
            let found = coherence(&a, &b, &path(turn, steps, task.seed, BESIDE), rounds);
            rows.push(Row { vertices, turn, found });
        }
    }
    figures(out, sizes, &rows);
    let columns = [
        "vertices",
        "turn, °",
        "V-Clip pairs",
        "warm calls",
        "cold calls",
        "V-Clip, ns",
        "warm, ns",
        "cold, ns",
    ];
    let mut table = Table::new("coherence-table", "V-Clip, warm and cold GJK", columns).note(
        "Means for each step. A pair is two features that V-Clip looked at, a call a support call of GJK.",
    );
    for Row { vertices, turn, found: f } in &rows {
        let numbers = [f.vclip_steps, f.warm_calls, f.cold_calls, f.vclip_ns, f.warm_ns, f.cold_ns];
        table.row([(*vertices).into(), (*turn).into()].into_iter().chain(numbers.map(Into::into)));
    }
    out.table(table);
    findings(out, sizes, &rows, steps);
    Ok(())
}

/// Place of the second body: a tenth of its size away.
const BESIDE: f64 = 2.2;

/// Poses of both bodies, step by step, with their centers at this distance.
pub(super) fn path(degrees: f64, steps: usize, seed: u64, away: f64) -> Vec<[Pose<Vec3<f64>>; 2]> {
    let mut rng = Rng::new(seed.wrapping_add(4));
    let mut turns = [rng.rotation3::<f64>(), rng.rotation3::<f64>()];
    let mut axes = [rng.unit3::<f64>(), rng.unit3::<f64>()];
    let step = |_| {
        for (turn, axis) in turns.iter_mut().zip(&mut axes) {
            *axis = (*axis + rng.unit3::<f64>() * 0.1).unit();
            *turn = Rot3::from_axis_angle(*axis, degrees.to_radians()).compose(turn);
        }
        [Pose::new([0.0; 3], turns[0]), Pose::new([away, 0.0, 0.0], turns[1])]
    };
    (0..steps).map(step).collect()
}

fn figures(out: &mut Out, sizes: &[usize], rows: &[Row]) {
    type Number = fn(&Coherence) -> f64;
    let steps: [(&str, Number); 3] = [
        ("V-Clip, pairs of features", |f| f.vclip_steps),
        ("GJK warm, support calls", |f| f.warm_calls),
        ("GJK cold, support calls", |f| f.cold_calls),
    ];
    let times: [(&str, Number); 3] = [
        ("V-Clip", |f| f.vclip_ns / 1000.0),
        ("GJK warm", |f| f.warm_ns / 1000.0),
        ("GJK cold", |f| f.cold_ns / 1000.0),
    ];
    let draw = |mut figure: Figure, axis: &str, lines: [(&str, Number); 3]| {
        for &vertices in sizes {
            let mut chart =
                Chart::new(format!("{vertices} vertices"), "turn per step, in degrees", axis).log_x();
            for (name, number) in lines {
                let of = rows.iter().filter(|row| row.vertices == vertices);
                chart = chart.line(name, of.map(|row| (row.turn, number(&row.found))));
            }
            figure = figure.panel(chart);
        }
        figure
    };
    let range = |number: Number| {
        let all = rows.iter().filter(|row| row.turn <= COHERENT).map(|row| number(&row.found));
        let [a, b] = all.fold([f64::INFINITY, 0.0], |[a, b], x: f64| [a.min(x), b.max(x)]);
        format!("{} to {}", shown((10.0 * a).round() / 10.0), shown((10.0 * b).round() / 10.0))
    };
    out.figure(draw(
        Figure::new("coherence-steps", "", "iterations against the turn per step").says(
            "With coherence V-Clip needs a few iterations, GJK almost constant time.",
            format!(
                "Up to 1° V-Clip looks at {} pairs of features; warm GJK makes {} calls, cold GJK {}.",
                range(steps[0].1),
                range(steps[1].1),
                range(steps[2].1)
            ),
        ),
        "iterations, mean",
        steps,
    ));
    out.figure(draw(
        Figure::new("coherence-time", "", "time against the turn per step").says(
            "Almost constant time with coherence.",
            format!(
                "Up to 1° V-Clip takes {} µs, warm GJK {}, cold GJK {}.",
                range(times[0].1),
                range(times[1].1),
                range(times[2].1)
            ),
        ),
        "time, in µs",
        times,
    ));
}

fn findings(out: &mut Out, sizes: &[usize], rows: &[Row], steps: usize) {
    let coherent = |vertices: usize, number: fn(&Coherence) -> f64| {
        let of = rows.iter().filter(|row| row.vertices == vertices && row.turn <= COHERENT);
        let values: Vec<f64> = of.map(|row| number(&row.found)).collect();
        values.iter().sum::<f64>() / values.len() as f64
    };
    let largest = sizes.last().copied().unwrap_or(100);
    let growth = coherent(largest, |f| f.warm_ns) / coherent(100, |f| f.warm_ns);
    let timed = vec![Timed::below("largest hulls by those of 100 vertices", growth, 2.0)];
    out.timed(
        "lecture-gjk-constant",
        Verdict::of(holding(&timed), 1),
        format!("{} times from 100 to {largest} vertices", shown(growth)),
        "",
        timed,
    );
    let most = sizes.iter().map(|&n| coherent(n, |f| f.vclip_steps)).fold(0.0, f64::max);
    out.finding(
        "lecture-vclip-few",
        if most < 5.0 { Verdict::Agrees } else { Verdict::Differs },
        format!(
            "at most {} pairs of features in the mean, over hulls of up to {largest} vertices",
            shown(most)
        ),
        "",
    );
    let differ: usize = rows.iter().map(|row| row.found.differ).sum();
    out.finding(
        "lecture-vclip-ends",
        Verdict::of(usize::from(differ == 0), 1),
        format!("{differ} of {} answers differ", rows.len() * steps),
        "",
    );
    let ratio = |vertices: usize| coherent(vertices, |f| f.warm_ns) / coherent(vertices, |f| f.vclip_ns);
    let list: Vec<String> = sizes
        .iter()
        .map(|&n| format!("{n} vertices {}", shown((100.0 * ratio(n)).round() / 100.0)))
        .collect();
    let timed: Vec<Timed> =
        sizes.iter().map(|&n| Timed::above(format!("hulls of {n} vertices"), ratio(n), 1.0)).collect();
    out.timed(
        "lecture-vclip-gjk",
        Verdict::of(holding(&timed), sizes.len()),
        format!("time of warm GJK over that of V-Clip: {}", list.join(", ")),
        "Both prove their answer at the end by the same support calls.",
        timed,
    );
}
