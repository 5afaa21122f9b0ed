//! Section 2.2: whether what meets two polygons at the edge that they share meets one of them, both or none; by sides and by tests of points
//! in triangles as they are commonly used, in single precision as in the report.

use impinge::Vec3;
use impinge_scenes::Rng;

use super::printed::Plucker;
use crate::claim::Verdict;
use crate::study::Out;
use crate::table::{Table, shown};

type Point = Vec3<f32>;
type Triangle = [Point; 3];

/// Tests that are compared.
const TESTS: [&str; 4] = [
    "sides, one bit for each edge",
    "sides, each above zero",
    "point of the plane, left of each edge",
    "weights of the corners (Möller and Trumbore)",
];

/// Whether the path of a point meets a triangle, by each test. Edges run from the lower number to the higher one if they are kept.
fn meets(
    test: usize,
    a: Point,
    v: Point,
    triangle: Triangle,
    kept: [Plucker<f32>; 3],
    reversed: [bool; 3],
) -> bool {
    let path = Plucker::path(a, v);
    let [p, q, r] = triangle;
    match test {
        0 => (0..3).all(|k| (path.side(&kept[k]) < 0.0) == reversed[k]),
        1 => (0..3).all(|k| path.side(&Plucker::through(triangle[k], triangle[(k + 1) % 3])) > 0.0),
        2 => {
            let normal = (q - p).cross(r - p);
            let x = a + v * (normal.dot(p - a) / normal.dot(v));
            (0..3).all(|k| {
                let (from, to) = (triangle[k], triangle[(k + 1) % 3]);
                (to - from).cross(x - from).dot(normal) >= 0.0
            })
        }
        _ => {
            let (e, f, t) = (q - p, r - p, a - p);
            let (h, k) = (v.cross(f), t.cross(e));
            let determinant = e.dot(h);
            let (b, c) = (t.dot(h) / determinant, v.dot(k) / determinant);
            b >= 0.0 && c >= 0.0 && b + c <= 1.0
        }
    }
}

/// Paths through an edge of two polygons, or through a corner of several, of a fan that is not flat: how many meet none, and how many
/// more than one, by each test.
fn count(paths: usize, corner: bool, seed: u64) -> [[usize; 2]; 4] {
    /// Polygons around a corner.
    const FAN: usize = 5;
    let mut rng = Rng::new(seed);
    let mut wrong = [[0; 2]; 4];
    for _ in 0..paths {
        let shift: Point = rng.in_ball::<f32>() * 30.0;
        let top = shift + rng.in_ball::<f32>() * 0.1;
        let ring: Vec<Point> = (0..FAN)
            .map(|k| {
                let angle = core::f64::consts::TAU * (k as f64 + rng.between(-0.3, 0.3)) / FAN as f64;
                shift + Vec3::new(angle.cos(), angle.sin(), rng.between(-0.5, 0.0)).cast()
            })
            .collect();
        let spoke = rng.below(FAN);
        let target = if corner { top } else { top + (ring[spoke] - top) * rng.between(0.05, 0.95) as f32 };
        let v: Point = Vec3::new(rng.between(-0.5, 0.5), rng.between(-0.5, 0.5), -1.0).cast();
        let a = target - v * rng.between(0.1, 5.0) as f32;
        for (test, wrong) in wrong.iter_mut().enumerate() {
            let met = (0..FAN).filter(|&k| {
                let next = (k + 1) % FAN;
                let triangle = [top, ring[k], ring[next]];
                // Spokes are kept from the top outwards.
                let kept = [
                    Plucker::through(top, ring[k]),
                    Plucker::through(ring[k], ring[next]),
                    Plucker::through(top, ring[next]),
                ];
                meets(test, a, v, triangle, kept, [false, false, true])
            });
            match met.count() {
                0 => wrong[0] += 1,
                1 => {}
                _ => wrong[1] += 1,
            }
        }
    }
    wrong
}

pub(super) fn shared_edges(out: &mut Out, paths: usize, seed: u64) {
    let (edge, corner) = (count(paths, false, seed), count(paths, true, seed + 1));
    let columns = ["test", "at", "paths", "met no polygon", "met several"];
    let mut table = Table::new("shared-edges", "Paths aimed at an edge, or a corner, that polygons share", columns)
        .note("Five triangles around a corner, seen from the front, in single precision. What meets none falls through.");
    for (place, counts) in [("edge", &edge), ("corner", &corner)] {
        for (test, [none, several]) in TESTS.iter().zip(counts) {
            table.row([(*test).into(), place.into(), paths.into(), (*none).into(), (*several).into()]);
        }
    }
    out.table(table);
    let sides = edge[0] == [0, 0];
    let worse = [2, 3].iter().filter(|&&k| edge[k] != [0, 0]).count();
    let through = |k: usize| shown(100.0 * edge[k][0] as f64 / paths as f64);
    out.finding(
        "doom-shared-edge",
        Verdict::of(usize::from(sides) + worse, 3),
        format!(
            "of {paths} paths aimed at a shared edge, {} met no polygon and {} met two by kept sides; {} % and {} % met none by points in \
             triangles. At a corner {} met none by kept sides.",
            edge[0][0],
            edge[0][1],
            through(2),
            through(3),
            corner[0][0]
        ),
        if edge[1][0] > 0 {
            format!("Read as printed, with each side above zero, {} met none: a side of exactly zero is to the left of no edge. One bit has no zero.", edge[1][0])
        } else {
            String::new()
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_bit_for_each_edge_lets_nothing_through_a_shared_edge() {
        let edge = count(2_000, false, 1);
        assert_eq!(edge[0], [0, 0]);
        assert!(edge[2][0] > 0 || edge[3][0] > 0, "{edge:?}");
        // In the middle of a triangle all agree.
        let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point::from);
        let kept = [0, 1, 2].map(|k| Plucker::through(triangle[k], triangle[(k + 1) % 3]));
        for test in 0..TESTS.len() {
            let from = |x: f32| Vec3::new(x, 0.25, 1.0);
            let down = Vec3::new(0.0, 0.0, -1.0);
            assert!(meets(test, from(0.25), down, triangle, kept, [false; 3]), "{test}");
            assert!(!meets(test, from(-0.25), down, triangle, kept, [false; 3]), "{test}");
        }
    }
}
