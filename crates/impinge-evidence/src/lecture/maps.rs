//! Distance maps of a torus by all methods: errors against the mesh itself, time, memory, look-ups.

use impinge::mesh::{Position, TriangleMesh};
use impinge::sdf::{DistanceMap, MapSettings, Method};
use impinge::{Vec3, Vector};
use impinge_scenes::{Rng, rooms};

use crate::claim::Verdict;
use crate::figure::{BarChart, Chart, Figure};
use crate::measure::{process_ns, thread_ns};

use crate::study::{Out, Stop, Task};
use crate::table::{Table, shown};
use crate::timed::{Timed, holding};

/// Number of distances of points and triangles above which brute force is left out.
const MOST_DISTANCES: usize = 400_000_000;

/// Bodies of a massive scenario, each with a map of its own, and cells along the longest side of such a map.
const MASSIVE: f64 = 1_000.0;
const FINE: f64 = 128.0;

/// Bytes.
const GIBIBYTE: f64 = 1_073_741_824.0;

/// Points of a manifold that a solver needs.
const MANIFOLD: usize = 4;

struct Row {
    triangles: usize,
    cells: usize,
    method: Method,
    /// Processor time of all threads together: the library shares the work among them.
    seconds: f64,
    bytes: usize,
    /// Bytes of all cells of the grid, with a double each.
    dense: usize,
    /// The worst error within the band, in spacings, and the worst bound.
    worst: f64,
    bound: f64,
    outside: usize,
    look_ns: f64,
}

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let cells: &[usize] = task.effort.of([&[12, 24], &[16, 32, 64, 128], &[16, 32, 64, 128, 256]]);
    let around: &[usize] = task.effort.of([&[12, 32], &[12, 48, 192], &[12, 48, 192]]);
    let samples = task.effort.of([2_000, 20_000, 100_000]);
    let mut rows = Vec::new();
    let all = cells.len() * around.len() * Method::ALL.len();
    for &around in around {
        let faces = rooms::torus(around, around / 2);
        let built = TriangleMesh::new(&faces.points, &faces.triangles());
        let (mesh, _) = built.map_err(|e| Stop::Failed(format!("torus: {e}")))?;
        for &cells in cells {
            for method in Method::ALL {
                task.reached(rows.len() as f64 / all as f64)?;
                if method == Method::Brute && mesh.len() * cells.pow(3) > MOST_DISTANCES {
                    continue;
                }
                rows.push(one(&mesh, cells, method, samples, task.seed)?);
            }
        }
    }
    draw(out, &rows);
    findings(out, &rows);
    redundant(out)
}

/// Number of points of a torus that are contacts of another one by its map, where the two overlap a little from the side.
fn redundant(out: &mut Out) -> Result<(), Stop> {
    let faces = rooms::torus(96, 48);
    let built = TriangleMesh::new(&faces.points, &faces.triangles());
    let (mesh, _) = built.map_err(|e| Stop::Failed(format!("torus: {e}")))?;
    let settings = MapSettings { cells: 32, ..MapSettings::default() };
    let map = DistanceMap::build(&mesh, &settings).map_err(|e| Stop::Failed(format!("distance map: {e}")))?;
    let width = |axis: usize| {
        let all = faces.points.iter().map(|p| p.get(axis));
        let [least, most] = spread(all);
        most - least
    };
    // Beside one another, and in one another by a fiftieth of the width.
    let aside = Vec3::new(0.98 * width(0), 0.0, 0.0);
    let inside = |way: Vec3<f64>| faces.points.iter().filter(|p| map.sample(**p + way).value <= 0.0).count();
    let contacts = inside(aside) + inside(-aside);
    out.finding(
        "lecture-redundant",
        if contacts > 10 * MANIFOLD { Verdict::Agrees } else { Verdict::Differs },
        format!(
            "{contacts} contacts of two tori of {} points each that touch at one place",
            faces.points.len()
        ),
        "All sample points inside count, as in the lecture; the finer the body, the more there are.",
    );
    Ok(())
}

fn one(
    mesh: &TriangleMesh<f64>,
    cells: usize,
    method: Method,
    samples: usize,
    seed: u64,
) -> Result<Row, Stop> {
    let settings = MapSettings { cells, method, ..MapSettings::default() };
    let start = process_ns();
    let map = DistanceMap::build(mesh, &settings).map_err(|e| Stop::Failed(format!("distance map: {e}")))?;
    let seconds = 1e-9 * (process_ns() - start);
    let report = map.report();
    let (bounds, h) = (map.bounds(), report.spacing);
    let size = bounds.max - bounds.min;
    let mut rng = Rng::new(seed.wrapping_add(7));
    let mut row = Row {
        triangles: mesh.len(),
        cells,
        method,
        seconds,
        bytes: report.bytes,
        dense: 8 * report.cells.iter().product::<usize>(),
        worst: 0.0,
        bound: 0.0,
        outside: 0,
        look_ns: f64::INFINITY,
    };
    let mut points = Vec::with_capacity(samples);
    for i in 0..samples {
        let at =
            bounds.min + Vec3::new(rng.uniform() * size.x, rng.uniform() * size.y, rng.uniform() * size.z);
        let Some(near) = mesh.nearest(at) else { continue };
        // Half of them near the surface.
        let p = if i % 2 == 0 { at } else { near.point + rng.unit3::<f64>() * (h * rng.between(-2.0, 2.0)) };
        points.push(p);
        let Some(near) = mesh.nearest(p) else { continue };
        let inside = mesh.position(p) == Some(Position::Inside);
        let distance = near.signed_distance.abs();
        let truth = if inside { -distance } else { distance };
        let sample = map.sample(p);
        let off = (sample.value - truth).abs();
        row.outside += usize::from(off > sample.error + near.error);
        if distance <= report.band && bounds.contains(p) {
            row.worst = row.worst.max(off / h);
            row.bound = row.bound.max(sample.error / h);
        }
    }
    for _ in 0..5 {
        let start = thread_ns();
        let sum: f64 = points.iter().map(|&p| map.sample(p).value).sum();
        let ns = (thread_ns() - start) / points.len() as f64;
        // The sum is a number: that the look-ups are not left out.
        row.look_ns = row.look_ns.min(if sum.is_nan() { f64::INFINITY } else { ns });
    }
    Ok(row)
}

/// The least and the greatest.
fn spread(numbers: impl Iterator<Item = f64>) -> [f64; 2] {
    numbers.fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], x| [a.min(x), b.max(x)])
}

fn draw(out: &mut Out, rows: &[Row]) {
    let mut sizes: Vec<usize> = rows.iter().map(|row| row.triangles).collect();
    sizes.dedup();
    let figure = |figure: Figure, axis: &str, number: fn(&Row) -> f64| {
        sizes.iter().fold(figure, |figure, &triangles| {
            let heading = format!("torus of {triangles} triangles");
            let chart = Chart::new(heading, "cells along the longest side", axis).log_x().log_y();
            figure.panel(Method::ALL.into_iter().fold(chart, |chart, method| {
                let of = rows.iter().filter(|row| row.triangles == triangles && row.method == method);
                chart.line(method.name(), of.map(|row| (row.cells as f64, number(row))))
            }))
        })
    };
    let slowest = rows.iter().max_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let slowest = slowest.map_or(String::new(), |row| {
        format!("The slowest is {} with {} s for {} cells.", row.method.name(), shown(row.seconds), row.cells)
    });
    out.figure(figure(
        Figure::new("maps-time", "", "time to build a map, by method")
            .says("Brute force takes N³ × M distances; the other methods are efficient.", slowest),
        "processor time, in s",
        |row| row.seconds,
    ));
    let worst = rows.iter().map(|row| row.worst).fold(0.0, f64::max);
    let outside: usize = rows.iter().map(|row| row.outside).sum();
    out.figure(figure(
        Figure::new("maps-error", "", "worst error near the surface, by method").says(
            "Maps are approximate.",
            format!(
                "At most {} spacings off within the band; {outside} values are off by more than their proven bound.",
                shown(worst)
            ),
        ),
        "worst error, in spacings",
        |row| row.worst,
    ));
    let finest = rows.iter().map(|row| row.cells).max().unwrap_or_default();
    let mut bars = BarChart::new("", "memory, in kB", ["all cells", "ours"]).logarithmic();
    let exact = |row: &&Row| row.method == Method::Exact;
    let [least, most] =
        spread(rows.iter().filter(exact).map(|row| 100.0 * row.bytes as f64 / row.dense as f64));
    for row in rows.iter().filter(exact) {
        let name = format!("{} cells, {} triangles", row.cells, row.triangles);
        bars = bars.row(name, [row.dense, row.bytes].map(|bytes| 1e-3 * bytes as f64));
    }
    out.figure(
        Figure::new("maps-memory", "", "memory of maps")
            .says(
                "For massive scenarios maps take a huge amount of memory.",
                format!(
                    "Ours, which keep blocks near the surface only, take {} % of all cells' bytes.",
                    if least.round() < most.round() {
                        format!("{least:.0} to {most:.0}")
                    } else {
                        format!("{most:.0}")
                    }
                ),
            )
            .panel(bars),
    );
    let [fast, slow] = spread(rows.iter().filter(exact).map(|row| row.look_ns));
    let mut bars = BarChart::new("", "time of a look-up, in ns", ["ours"]);
    for row in rows.iter().filter(exact) {
        bars = bars.row(format!("{} cells, {} triangles", row.cells, row.triangles), [row.look_ns]);
    }
    out.figure(
        Figure::new("maps-look-up", "", "time of a look-up")
            .says(
                "A query is a simple look-up, however fine the body is.",
                format!(
                    "{} to {} ns, over all numbers of cells and triangles.",
                    shown(fast.round()),
                    shown(slow.round())
                ),
            )
            .panel(bars),
    );
    let columns = [
        "triangles",
        "cells",
        "method",
        "build, s of processor time",
        "bytes",
        "worst error, spacings",
        "worst bound, spacings",
        "outside",
        "look-up, ns",
    ];
    let mut table = Table::new("maps-table", "Distance maps of a torus by method", columns).note(format!(
        "Errors are of samples within the band around the surface, half of them within two spacings of it; grids of up to {finest} cells."
    ));
    for row in rows {
        table.row([
            row.triangles.into(),
            row.cells.into(),
            row.method.name().into(),
            row.seconds.into(),
            row.bytes.into(),
            row.worst.into(),
            row.bound.into(),
            row.outside.into(),
            row.look_ns.into(),
        ]);
    }
    out.table(table);
}

fn findings(out: &mut Out, rows: &[Row]) {
    let brute: Vec<&Row> = rows.iter().filter(|row| row.method == Method::Brute).collect();
    // The finest grid and mesh with brute force.
    if let Some(slow) = brute.iter().max_by_key(|row| (row.triangles * row.cells.pow(3), row.cells)) {
        let same = rows.iter().filter(|row| row.cells == slow.cells && row.triangles == slow.triangles);
        let others: Vec<(&str, f64)> = same
            .filter(|row| row.method != Method::Brute)
            .map(|row| (row.method.name(), slow.seconds / row.seconds))
            .collect();
        let list: Vec<String> =
            others.iter().map(|(name, x)| format!("{name} {}", shown((10.0 * x).round() / 10.0))).collect();
        let timed: Vec<Timed> = others
            .iter()
            .map(|&(name, ratio)| Timed::above(format!("brute force by {name}"), ratio, 5.0))
            .collect();
        out.timed(
            "lecture-efficient",
            Verdict::of(holding(&timed), others.len()),
            format!(
                "times faster than brute force, {} cells, {} triangles: {}",
                slow.cells,
                slow.triangles,
                list.join(", ")
            ),
            "",
            timed,
        );
    }
    let worst = rows.iter().map(|row| row.worst).fold(0.0, f64::max);
    let outside: usize = rows.iter().map(|row| row.outside).sum();
    out.finding(
        "lecture-approximate",
        if worst > 0.0 && outside == 0 { Verdict::Agrees } else { Verdict::Differs },
        format!("worst error {} spacings near the surface; {outside} outside their bound", shown(worst)),
        "Ours give each value with a bound.",
    );
    if let Some(row) = rows.iter().max_by_key(|row| (row.cells, row.triangles)) {
        let share = row.bytes as f64 / row.dense as f64;
        // Memory grows with the cube of the cells.
        let massive = MASSIVE * row.dense as f64 * (FINE / row.cells as f64).powi(3);
        out.finding(
            "lecture-memory",
            Verdict::yes_or_no(massive > GIBIBYTE),
            format!(
                "{} GiB for {MASSIVE} maps of all cells; ours keep {} of a map's bytes at {} cells",
                shown((10.0 * massive / GIBIBYTE).round() / 10.0),
                shown(share),
                row.cells
            ),
            "Ours keep cells near the surface only; those far from it answer by what is kept.",
        );
    }
    let exact = || rows.iter().filter(|row| row.method == Method::Exact);
    let finest = exact().map(|row| row.cells).max();
    let at: Vec<&Row> = exact().filter(|row| Some(row.cells) == finest).collect();
    if let (Some(coarse), Some(fine)) =
        (at.iter().min_by_key(|r| r.triangles), at.iter().max_by_key(|r| r.triangles))
    {
        let ratio = fine.look_ns / coarse.look_ns;
        let timed = vec![Timed::below("the finest mesh by the coarsest", ratio, 1.5)];
        out.timed(
            "lecture-look-up",
            Verdict::of(holding(&timed), 1),
            format!(
                "{} ns with {} triangles, {} ns with {}",
                shown(coarse.look_ns),
                coarse.triangles,
                shown(fine.look_ns),
                fine.triangles
            ),
            "",
            timed,
        );
    }
}
