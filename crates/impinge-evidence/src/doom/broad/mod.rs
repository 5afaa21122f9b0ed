//! Section 5: the cheapest of several broad phases, counted on the same motions among the same polygons.
//!
//! | file | what it holds |
//! |---|---|
//! | `volumes.rs` | spheres, boxes along the axes, turned boxes, k-DOPs |
//! | `trees.rs` | hierarchies of them, a row of boxes, an axial BSP tree, a grid, an octree |
//!
//! The cost of a broad phase is that of its own operations and of the narrow phase for what it leaves: a sphere is cheap to compare and leaves
//! more. A clock would count caches too; the report's own numbers are not given.

mod trees;
mod volumes;

use impinge::{Pose, Vec3, Vector};
use impinge_scenes::Rng;
use impinge_scenes::rooms::{self, Faces};

use self::trees::{Bsp, Grid, Hierarchy, Octree, Row, Searched};
use self::volumes::{Aligned, Dop, Sphere, Turned, Volume};
use crate::claim::Verdict;
use crate::figure::{BarChart, Figure};
use crate::study::{Out, Stop, Task};
use crate::table::{Table, shown};

type Point = Vec3<f64>;

/// Operations of the narrow phase for each polygon that is left, of a box that is translated: 8 heights and times of vertices (11 each), and
/// for one and a half edges of its own 12 times of two edges and their lines in front (2 · 11 + 2 · 17 each).
const NARROW: u64 = 8 * 11 + 12 * (2 * 11 + 2 * 17) * 3 / 2;

/// Half the sides of the body.
const BODY: [f64; 3] = [0.5, 0.3, 0.4];

/// The contestants; the report's choice is [`CHOSEN`].
const NAMES: [&str; 8] = [
    "boxes in a row",
    "spheres",
    "turned boxes",
    "18-DOPs",
    "boxes along the axes",
    "boxes and an axial BSP tree",
    "boxes and a grid",
    "boxes and an octree",
];
const CHOSEN: usize = 5;

/// All structures over one level.
struct Level {
    row: Row,
    spheres: Hierarchy<Sphere>,
    turned: Hierarchy<Turned>,
    dops: Hierarchy<Dop>,
    aligned: Hierarchy<Aligned>,
    bsp: Bsp,
    grid: Grid,
    octree: Octree,
}

impl Level {
    fn new(polygons: &[Vec<Point>]) -> Self {
        Self {
            row: Row::new(polygons),
            spheres: Hierarchy::new(polygons),
            turned: Hierarchy::new(polygons),
            dops: Hierarchy::new(polygons),
            aligned: Hierarchy::new(polygons),
            bsp: Bsp::new(polygons),
            grid: Grid::new(polygons),
            octree: Octree::new(polygons),
        }
    }

    /// Polygons that a structure finds near a motion, and the cost.
    fn near(&self, which: usize, way: &[Point], found: &mut Vec<u32>) -> Searched {
        found.clear();
        let aligned = Aligned::around(way);
        match which {
            0 => self.row.near(&aligned, found),
            1 => self.spheres.near(&Sphere::around(way), found),
            2 => self.turned.near(&Turned::around(way), found),
            3 => self.dops.near(&Dop::around(way), found),
            4 => self.aligned.near(&aligned, found),
            5 => self.bsp.near(&aligned, found),
            6 => self.grid.near(&aligned, found),
            _ => self.octree.near(&aligned, found),
        }
    }
}

/// The corners of each polygon.
fn corners(faces: &Faces) -> Vec<Vec<Point>> {
    faces.polygons.iter().map(|ring| ring.iter().map(|v| faces.points[*v as usize]).collect()).collect()
}

fn levels(cells: usize) -> Vec<(&'static str, Vec<Vec<Point>>)> {
    let stairs = rooms::stairs(12, 0.3, 0.2, 2.0).map(|p| p + Vec3::new(-2.0, 0.0, -3.9));
    let room = rooms::room([4.0; 3], cells / 4).and(&stairs).and(&rooms::torus(24, 12));
    vec![
        ("hills", corners(&rooms::terrain(0.5 * cells as f64, 0.3, cells, 5))),
        ("room with stairs and a torus", corners(&room)),
        ("needles", corners(&rooms::needles(cells * cells / 4, 0.05, 0.25 * cells as f64, 3))),
    ]
}

/// Corners of a box at the start and at the end of a motion: their hull contains all of it. The first two are along the motion.
fn ways(polygons: &[Vec<Point>], count: usize, seed: u64) -> Vec<Vec<Point>> {
    let mut rng = Rng::new(seed);
    let all: Vec<Point> = polygons.iter().flatten().copied().collect();
    let Aligned { min, max } = Aligned::around(&all);
    let way = |_| {
        let at = min.zip(max, |low, high| rng.between(low, high + 0.5));
        let pose: Pose<Point> = Pose::new(at, rng.rotation3());
        let by = rng.unit3::<f64>();
        let corner = |k: usize| {
            let sign = |bit: usize| if k >> bit & 1 == 0 { -1.0 } else { 1.0 };
            pose.transform(Vec3::new(sign(0) * BODY[0], sign(1) * BODY[1], sign(2) * BODY[2]))
        };
        (0..16).map(|k| corner(k / 2) + by * (k % 2) as f64).collect()
    };
    (0..count).map(way).collect()
}

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let (cells, motions) = task.effort.of([(24, 40), (72, 1_000), (224, 4_000)]);
    let columns = [
        "place",
        "broad phase",
        "polygons",
        "tests",
        "operations",
        "polygons left",
        "with the narrow phase, operations",
    ];
    let mut table = Table::new("broad-phases", "Broad phases on the same motions", columns).note(format!(
        "Means for a motion of a box by 1. Each polygon that is left takes the narrow phase {NARROW} operations. All hierarchies have the \
         same polygons in the same halves."
    ));
    let (mut totals, mut first) = (vec![Vec::new(); NAMES.len()], 0);
    let levels = levels(cells);
    let places = levels.iter().map(|(name, _)| *name);
    let mut bars = BarChart::new("", "operations for a motion, narrow phase and all", places).logarithmic();
    for (k, (place, polygons)) in levels.iter().enumerate() {
        task.reached(k as f64 / levels.len() as f64)?;
        let level = Level::new(polygons);
        let ways = ways(polygons, motions, task.seed);
        let mut found = Vec::new();
        for (which, name) in NAMES.iter().enumerate() {
            let (mut sum, mut left) = (Searched::default(), 0);
            for way in &ways {
                let searched = level.near(which, way, &mut found);
                sum.tests += searched.tests;
                sum.operations += searched.operations;
                left += found.len() as u64;
            }
            let mean = |count: u64| count as f64 / motions as f64;
            let total = mean(sum.operations + left * NARROW);
            totals[which].push(total);
            table.row([
                (*place).into(),
                (*name).into(),
                polygons.len().into(),
                mean(sum.tests).into(),
                mean(sum.operations).into(),
                mean(left).into(),
                total.into(),
            ]);
        }
        let least = (0..NAMES.len()).map(|which| totals[which][k]).fold(f64::INFINITY, f64::min);
        first += usize::from(totals[CHOSEN][k] <= least);
    }
    for (name, totals) in NAMES.iter().zip(&totals) {
        bars = bars.row(*name, totals.iter().copied());
    }
    let list = levels.iter().enumerate().map(|(k, (place, _))| {
        let best = (0..NAMES.len()).min_by(|a, b| totals[*a][k].total_cmp(&totals[*b][k])).unwrap_or(0);
        format!(
            "{place}: {} {}, theirs {}",
            NAMES[best],
            shown(totals[best][k].round()),
            shown(totals[CHOSEN][k].round())
        )
    });
    let list = list.collect::<Vec<_>>().join("; ");
    out.figure(
        Figure::new("broad-phases-figure", "", "what broad phases take")
            .says(
                "Boxes along the axes with an axial BSP tree were the most efficient of several.",
                format!("They take least in {first} of {} places.", levels.len()),
            )
            .panel(bars),
    );
    out.table(table);
    out.finding(
        "doom-broad-phase",
        Verdict::of(first, levels.len()),
        format!("operations for a motion, least {list}"),
        "Counted, not timed, and in places of ours; the report gives no numbers.",
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use impinge::{ConvexPolyhedron, Triangle, distance};

    use super::*;

    /// No broad phase leaves out a polygon that the hull of the motion meets, and all that compare boxes along the axes leave the same.
    #[test]
    fn nothing_that_is_met_is_left_out() {
        for (place, polygons) in levels(12) {
            let level = Level::new(&polygons);
            let mut met = 0;
            for way in ways(&polygons, 10, 1) {
                let hull = ConvexPolyhedron::new(&way);
                let sets: Vec<Vec<u32>> = (0..NAMES.len())
                    .map(|which| {
                        let mut found = Vec::new();
                        let searched = level.near(which, &way, &mut found);
                        assert!(searched.tests > 0 && searched.operations > 0);
                        found.sort_unstable();
                        found
                    })
                    .collect();
                for same in [4, 5, 6, 7] {
                    assert_eq!(sets[0], sets[same], "{place}: {}", NAMES[same]);
                }
                for (p, corners) in polygons.iter().enumerate() {
                    let [a, b, c] = [corners[0], corners[1], corners[2]];
                    let triangle = Triangle::new(a, b, c);
                    if distance(&hull, &triangle).distance <= 0.0 {
                        met += 1;
                        for (set, name) in sets.iter().zip(NAMES) {
                            assert!(set.binary_search(&(p as u32)).is_ok(), "{place}: {name}");
                        }
                    }
                }
            }
            assert!(met > 5, "{place}: {met}");
        }
    }
}
