//! What the lecture says of the support function and of simplexes: hill climbing against a scan, Voronoi regions against linear systems.

use impinge::{ConvexPolyhedron, Pose, Shape};
use impinge_scenes::{Rng, clouds};

use crate::claim::Verdict;
use crate::figure::{Chart, Figure};
use crate::measure::{Cost, Couple, Sub, cost};
use crate::study::{Out, Stop, Task};
use crate::timed::{Timed, holding};
use impinge::hull::solid_hull;
use impinge::shape::Strategy;

const SUBS: [Sub; 4] = [Sub::Voronoi, Sub::JohnsonBackup, Sub::Backup, Sub::SignedVolumes];

/// As in the Signed Volumes paper, whose loop this is.
const TOLERANCE: f64 = 1e-10;

/// Costs by climbing or not, and by sub-algorithm.
struct Row {
    vertices: usize,
    costs: [[Cost; SUBS.len()]; 2],
}

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    const COARSE: &[usize] = &[20, 100, 500, 2000];
    const FINE: &[usize] = &[20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
    let sizes = task.effort.of([COARSE, FINE, FINE]);
    let (queries, loops) = task.effort.of([(16, 3), (100, 9), (400, 30)]);
    let mut rows = Vec::new();
    for (i, &vertices) in sizes.iter().enumerate() {
        task.reached(i as f64 / sizes.len() as f64)?;
        let points = clouds::on_sphere::<f64>(vertices, task.seed);
        let hull = solid_hull(&points).map_err(|e| Stop::Failed(format!("hull: {e}")))?;
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
        rows.push(Row { vertices, costs });
    }
    draw(out, &rows);
    judge(out, &rows);
    Ok(())
}

fn draw(out: &mut Out, rows: &[Row]) {
    let line =
        |number: fn(&Row) -> f64| rows.iter().map(move |row| (row.vertices as f64, number(row) / 1000.0));
    let chart = Chart::new("", "vertices of a hull", "GJK, in µs per query").log_x().log_y();
    let [scan, climb] = [0, 1].map(|k| growth(rows, k));
    out.figure(
        Figure::new("climbing", "", "time of GJK as hulls grow, with a scan and with hill climbing")
            .says(
                "Hill climbing finds the support vertex in almost constant time.",
                format!("From 100 to {} vertices {scan:.1} times as long with a scan, {climb:.1} times with climbing.", largest(rows)),
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

/// The time of GJK on the largest hulls by that on those of 100 vertices, with a scan or with climbing.
fn growth(rows: &[Row], climbing: usize) -> f64 {
    let of = |row: &Row| row.costs[climbing][0].gjk_ns;
    let base = rows.iter().find(|row| row.vertices == 100).map_or(f64::NAN, of);
    rows.last().map_or(f64::NAN, of) / base
}

/// Least and most of the time in linear systems by that in Voronoi regions.
fn ratios(rows: &[Row]) -> [f64; 2] {
    let all = rows.iter().flat_map(|row| [1, 2].map(|k| row.costs[1][k].sub_ns / row.costs[1][0].sub_ns));
    all.fold([f64::INFINITY, 0.0], |[a, b], x| [a.min(x), b.max(x)])
}

fn judge(out: &mut Out, rows: &[Row]) {
    let [scan, climb] = [0, 1].map(|k| growth(rows, k));
    let timed = vec![
        Timed::below("climbing, largest hulls by those of 100 vertices", climb, 4.0),
        Timed::above("growth with a scan by that with climbing", scan / climb, 2.0),
    ];
    out.timed(
        "lecture-climbing",
        Verdict::of(holding(&timed), 2),
        format!("{climb:.1} times from 100 to {} vertices, with a scan {scan:.1} times", largest(rows)),
        "Without coherence from step to step: a query begins where the last support point was.",
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
