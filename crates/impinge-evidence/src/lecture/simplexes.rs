//! Statements of the lecture about the support function and simplexes: hill climbing against a scan, in directions that turn a little from call to
//! call, and Voronoi regions against linear systems.

use std::hint::black_box;

use impinge::shape::Id;
use impinge::{ConvexPolyhedron, Pose, Rot3, Shape, Support, Vec3};
use impinge_scenes::{Rng, clouds};

use crate::claim::Verdict;
use crate::figure::{Chart, Figure};
use crate::measure::{Cost, Couple, Sub, cost, thread_ns};
use crate::study::{Out, Stop, Task};
use crate::timed::{Timed, holding};
use impinge::hull::solid_hull;
use impinge::shape::Strategy;

const SUBS: [Sub; 4] = [Sub::Voronoi, Sub::JohnsonBackup, Sub::Backup, Sub::SignedVolumes];

/// Settings of the Signed Volumes paper, whose loop this is.
const TOLERANCE: f64 = 1e-10;

/// Turns from call to call, in degrees: a coherent simulation.
const TURN: f64 = 1.0;

/// Costs by climbing or not, and by sub-algorithm.
struct Row {
    vertices: usize,
    costs: [[Cost; SUBS.len()]; 2],
    /// Nanoseconds of a support call that begins at the last vertex, by a scan and by climbing.
    calls: [f64; 2],
}

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    const COARSE: &[usize] = &[20, 100, 500, 2000];
    const FINE: &[usize] = &[20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
    let sizes = task.effort.of([COARSE, FINE, FINE]);
    let (queries, loops) = task.effort.of([(16, 3), (100, 9), (400, 30)]);
    let steps = task.effort.of([300, 2_000, 10_000]);
    let mut rows = Vec::new();
    for (i, &vertices) in sizes.iter().enumerate() {
        task.reached(i as f64 / sizes.len() as f64)?;
        let points = clouds::on_sphere::<f64>(vertices, task.seed);
        let hull = solid_hull(&points).map_err(|e| Stop::Failed(format!("hull: {e}")))?;
        let turning = turning(steps, task.seed);
        let calls = [Strategy::Scan, Strategy::Walk].map(|strategy| {
            coherent(&ConvexPolyhedron::with_strategy(hull.clone(), strategy), &turning, loops)
        });
        let costs = [Strategy::Scan, Strategy::Walk].map(|strategy| {
            let body = ConvexPolyhedron::with_strategy(hull.clone(), strategy);
            let mut rng = Rng::new(task.seed.wrapping_add(vertices as u64));
            let mut places =
                || [Pose::new([0.0; 3], rng.rotation3()), Pose::new([2.2, 0.0, 0.0], rng.rotation3())];
            let places: Vec<_> = (0..queries).map(|_| places()).collect();
            let couples: Vec<Couple<'_>> =
                places.iter().map(|&[a, b]| [(&body).at(a), (&body).at(b)]).collect();
            SUBS.map(|sub| cost(sub, &couples, TOLERANCE, loops))
        });
        rows.push(Row { vertices, costs, calls });
    }
    draw(out, &rows);
    judge(out, &rows);
    Ok(())
}

/// Directions that turn by [`TURN`] from one to the next, each time about another axis near the last one.
fn turning(steps: usize, seed: u64) -> Vec<Vec3<f64>> {
    let mut rng = Rng::new(seed.wrapping_add(11));
    let (mut direction, mut axis) = (rng.unit3::<f64>(), rng.unit3::<f64>());
    let next = |_| {
        axis = (axis + rng.unit3::<f64>() * 0.1).unit();
        direction = Rot3::from_axis_angle(axis, TURN.to_radians()).rotate(direction);
        direction
    };
    (0..steps).map(next).collect()
}

/// Nanoseconds of a support call along such directions, each from the vertex that the last one found; the best of some rounds.
fn coherent(body: &ConvexPolyhedron<f64>, directions: &[Vec3<f64>], rounds: u32) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let mut hint = body.support_from(directions[0], Id::NONE).1;
        let start = thread_ns();
        for direction in black_box(directions) {
            hint = black_box(body.support_from(*direction, hint)).1;
        }
        best = best.min(thread_ns() - start);
    }
    best / directions.len() as f64
}

fn draw(out: &mut Out, rows: &[Row]) {
    let line =
        |number: fn(&Row) -> f64| rows.iter().map(move |row| (row.vertices as f64, number(row) / 1000.0));
    let chart = Chart::new("", "vertices of a hull", "GJK, in µs per query").log_x().log_y();
    let [scan, climb] = [0, 1].map(|k| growth(rows, |row| row.costs[k][0].gjk_ns));
    let [scan_call, climb_call] = [0, 1].map(|k| growth(rows, |row| row.calls[k]));
    let calls = |k: usize| rows.iter().map(move |row| (row.vertices as f64, row.calls[k]));
    out.figure(
        Figure::new("climbing-coherent", "", "time of a support call as hulls grow, in directions that turn by 1°")
            .says(
                "In a coherent simulation hill climbing finds the support vertex in almost constant time.",
                format!(
                    "From 100 to {} vertices {scan_call:.1} times as long with a scan, {climb_call:.1} times with climbing.",
                    largest(rows)
                ),
            )
            .panel(
                Chart::new("", "vertices of a hull", "support call, in ns")
                    .log_x()
                    .log_y()
                    .line("scan of all vertices", calls(0))
                    .line("hill climbing from the last vertex", calls(1)),
            ),
    );
    out.figure(
        Figure::new("climbing", "", "time of GJK as hulls grow, with a scan and with hill climbing")
            .says(
                "",
                format!("Without coherence from query to query: from 100 to {} vertices {scan:.1} times as long with a scan, {climb:.1} times with climbing.", largest(rows)),
            )
            .panel(
                chart
                    .line("scan of all vertices", line(|row| row.costs[0][0].gjk_ns))
                    .line("hill climbing", line(|row| row.costs[1][0].gjk_ns)),
            ),
    );
    let mut chart = Chart::new("", "vertices of a hull", "sub-algorithm, in ns per query").log_x();
    for (k, sub) in SUBS.into_iter().enumerate() {
        chart = chart.line(sub.name(), rows.iter().map(|row| (row.vertices as f64, row.costs[1][k].sub_ns)));
    }
    let [least, most] = ratios(rows);
    out.figure(
        Figure::new("simplex-time", "", "time for the nearest sub-simplex, by method")
            .says(
                "Linear equations are slow and have numeric issues; Voronoi regions are a good solution.",
                format!("Johnson with Backup, and Backup alone, take {least:.1} to {most:.1} times as long as Voronoi regions."),
            )
            .panel(chart),
    );
}

fn largest(rows: &[Row]) -> usize {
    rows.last().map_or(0, |row| row.vertices)
}

/// A time on the largest hulls by that on those of 100 vertices.
fn growth(rows: &[Row], of: impl Fn(&Row) -> f64) -> f64 {
    let base = rows.iter().find(|row| row.vertices == 100).map_or(f64::NAN, &of);
    rows.last().map_or(f64::NAN, of) / base
}

/// Least and most of the time in linear systems by that in Voronoi regions.
fn ratios(rows: &[Row]) -> [f64; 2] {
    let all = rows.iter().flat_map(|row| [1, 2].map(|k| row.costs[1][k].sub_ns / row.costs[1][0].sub_ns));
    all.fold([f64::INFINITY, 0.0], |[a, b], x| [a.min(x), b.max(x)])
}

fn judge(out: &mut Out, rows: &[Row]) {
    let [scan, climb] = [0, 1].map(|k| growth(rows, |row| row.calls[k]));
    let timed = vec![
        Timed::below("climbing, largest hulls by those of 100 vertices", climb, 2.0),
        Timed::above("growth with a scan by that with climbing", scan / climb, 2.0),
    ];
    out.timed(
        "lecture-climbing",
        Verdict::of(holding(&timed), 2),
        format!("{climb:.1} times from 100 to {} vertices, with a scan {scan:.1} times", largest(rows)),
        "A walk goes over more vertices for the same turn the finer a hull is.",
        timed,
    );
    let [least, most] = ratios(rows);
    let timed = vec![
        Timed::above("the least of linear systems by regions", least, 1.0),
        Timed::above("the greatest of linear systems by regions", most, 1.0),
    ];
    out.timed(
        "lecture-voronoi",
        Verdict::of(holding(&timed), 2),
        format!("{least:.2} to {most:.2} times as long as Voronoi regions"),
        "Their numeric issues are on the page of the Signed Volumes paper.",
        timed,
    );
}
