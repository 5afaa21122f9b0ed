//! The lecture's own distance map of a torus, with a value for each of N³ cells: by brute force over all triangles, and by a lower-upper bound tree.

use impinge::Vec3;
use impinge::mesh::TriangleMesh;
use impinge_scenes::{Rng, rooms};

use super::bound_tree::{BoundTree, by_tree};
use super::cells::{CellMap, Grid, brute_force};
use crate::claim::Verdict;
use crate::figure::{Chart, Figure};
use crate::measure::thread_ns;
use crate::rule::about;
use crate::study::{Out, Stop, Task};
use crate::table::{Table, shown};
use crate::timed::{Timed, holding};

struct Row {
    triangles: usize,
    cells: usize,
    /// Distances of a point from a triangle, by brute force and by the tree.
    calls: [u64; 2],
    /// Nanoseconds of both, the tree's with building it.
    ns: [f64; 2],
    /// Cells where both differ.
    differ: usize,
    bytes: usize,
    /// Largest error of a look-up, in sides of a cell.
    worst: f64,
}

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let cells: &[usize] = task.effort.of([&[8, 16], &[8, 16, 32], &[8, 16, 32, 64]]);
    let around: &[usize] = task.effort.of([&[12, 24], &[12, 48], &[12, 48, 96]]);
    let (samples, rounds) = task.effort.of([(500, 3), (20_000, 3), (100_000, 3)]);
    let all = cells.len() * around.len();
    let mut rows = Vec::new();
    for &around in around {
        let faces = rooms::torus(around, around / 2);
        let built = TriangleMesh::new(&faces.points, &faces.triangles());
        let (mesh, _) = built.map_err(|e| Stop::Failed(format!("torus: {e}")))?;
        for &cells in cells {
            task.reached(rows.len() as f64 / all as f64)?;
            rows.push(one(&mesh, cells, samples, rounds, task.seed));
        }
    }
    show(&rows, out);
    judge(&rows, out);
    Ok(())
}

fn one(mesh: &TriangleMesh<f64>, cells: usize, samples: usize, rounds: usize, seed: u64) -> Row {
    let corner = |i: u32| mesh.vertices()[i as usize];
    let triangles: Vec<[Vec3<f64>; 3]> = mesh.triangles().map(|(_, t)| t.map(corner)).collect();
    let grid = Grid::around(mesh, cells);
    let (brute, brute_ns) = timed(rounds, || brute_force(grid, &triangles));
    let (tree, tree_ns) = timed(rounds, || by_tree(grid, &BoundTree::new(&triangles)));
    let map = CellMap::new(grid, &brute.0, mesh);
    let mut rng = Rng::new(seed.wrapping_add(8));
    let whole = grid.side * cells as f64;
    let mut worst: f64 = 0.0;
    for _ in 0..samples {
        let p = grid.corner + Vec3::new(rng.uniform(), rng.uniform(), rng.uniform()) * whole;
        if let (Some(value), Some(near)) = (map.look_up(p), mesh.nearest(p)) {
            worst = worst.max((value - near.signed_distance).abs() / grid.side);
        }
    }
    Row {
        triangles: triangles.len(),
        cells,
        calls: [brute.1, tree.1],
        ns: [brute_ns, tree_ns],
        differ: brute.0.iter().zip(&tree.0).filter(|(a, b)| a != b).count(),
        bytes: map.bytes(),
        worst,
    }
}

/// Result of a construction, and the least of its times.
fn timed(rounds: usize, build: impl Fn() -> (Vec<f64>, u64)) -> ((Vec<f64>, u64), f64) {
    let mut least = f64::INFINITY;
    let mut built = (Vec::new(), 0);
    for _ in 0..rounds {
        let start = thread_ns();
        built = std::hint::black_box(build());
        least = least.min(thread_ns() - start);
    }
    (built, least)
}

fn show(rows: &[Row], out: &mut Out) {
    let columns = [
        "triangles",
        "cells along a side",
        "distances by brute force",
        "by the tree",
        "brute force, s",
        "tree, s",
        "cells that differ",
        "bytes",
        "worst error of a look-up, cells",
    ];
    let mut table = Table::new("dense-table", "The lecture's map: a value for each cell", columns)
        .note("Signs are not in the times. A look-up gives the value of the cell that holds the point.");
    for row in rows {
        table.row([
            row.triangles.into(),
            row.cells.into(),
            (row.calls[0] as usize).into(),
            (row.calls[1] as usize).into(),
            (1e-9 * row.ns[0]).into(),
            (1e-9 * row.ns[1]).into(),
            row.differ.into(),
            row.bytes.into(),
            row.worst.into(),
        ]);
    }
    let mut sizes: Vec<usize> = rows.iter().map(|row| row.triangles).collect();
    sizes.dedup();
    let mut figure =
        Figure::new("dense", "", "distances of a point from a triangle, to build the lecture's map").says(
            "Brute force calls the function N × N × N × M times.",
            rows.last().map_or(String::new(), |row| {
                format!(
                    "{} calls for {}³ cells and {} triangles, {} by a lower-upper bound tree.",
                    row.calls[0], row.cells, row.triangles, row.calls[1]
                )
            }),
        );
    for triangles in sizes {
        let mut chart = Chart::new(format!("torus of {triangles} triangles"), "cells along a side", "calls")
            .log_x()
            .log_y();
        for (k, name) in ["brute force", "lower-upper bound tree"].into_iter().enumerate() {
            let own = rows.iter().filter(|row| row.triangles == triangles);
            chart = chart.line(name, own.map(|row| (row.cells as f64, row.calls[k] as f64)));
        }
        figure = figure.panel(chart);
    }
    out.figure(figure);
    out.table(table);
}

fn judge(rows: &[Row], out: &mut Out) {
    let pairs: Vec<&[Row]> = rows.windows(2).filter(|w| w[0].triangles == w[1].triangles).collect();
    let doubled: Vec<f64> = pairs.iter().map(|w| w[1].ns[0] / w[0].ns[0]).collect();
    let list: Vec<String> = doubled.iter().map(|x| shown((10.0 * x).round() / 10.0)).collect();
    let exact = rows.iter().filter(|row| row.calls[0] == (row.cells.pow(3) * row.triangles) as u64).count();
    let timed: Vec<Timed> = doubled
        .iter()
        .enumerate()
        .map(|(k, &ratio)| Timed::between(format!("twice the cells, {}", k + 1), ratio, about(8.0)))
        .collect();
    out.timed(
        "lecture-brute",
        Verdict::of(holding(&timed) + exact, doubled.len() + rows.len()),
        format!(
            "N³ M calls in {exact} of {} maps; twice the cells take {} times as long",
            rows.len(),
            list.join(", ")
        ),
        "The library's own brute force looks at nodes near the surface only, whose number grows with the square of the cells.",
        timed,
    );
    let Some(row) = rows.iter().max_by_key(|row| (row.triangles * row.cells.pow(3), row.cells)) else {
        return;
    };
    let ratio = row.ns[0] / row.ns[1];
    let timed = vec![Timed::above("brute force by the tree", ratio, 5.0)];
    let differ: usize = rows.iter().map(|row| row.differ).sum();
    out.timed(
        "lecture-bound-tree",
        Verdict::of(holding(&timed), 1),
        format!(
            "{} times faster than brute force with {}³ cells and {} triangles, with {} of {} calls; {differ} cells differ",
            shown((10.0 * ratio).round() / 10.0),
            row.cells,
            row.triangles,
            row.calls[1],
            row.calls[0]
        ),
        "The lecture has the name only; what the tree does is what its name says.",
        timed,
    );
}
