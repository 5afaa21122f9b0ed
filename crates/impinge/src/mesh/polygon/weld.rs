//! Welding: merges points that are equal, or within a tolerance.
//!
//! Exactly equal points are found by sorting. With a tolerance, the points are sorted into cubes of its size; in rising order of its
//! index each point joins the first earlier one in the 27 cubes around it that is within the tolerance, or stays. A point that joined
//! does not attract others, so no chain of near points collapses.
//!
//! Cost: O(n log n) as long as few points share a cube.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::{Real, Vec3, sort_by};

/// For each point, the one that represents it: itself, or one of a smaller index.
pub(in crate::mesh) fn weld<T: Real>(points: &[Vec3<T>], tolerance: f64) -> Vec<u32> {
    let mut of: Vec<u32> = (0..points.len() as u32).collect();
    let mut order = of.clone();
    let compare = |a: Vec3<T>, b: Vec3<T>| {
        // Not `total_cmp`: -0 and 0 are the same coordinate.
        (a.x, a.y, a.z).partial_cmp(&(b.x, b.y, b.z)).unwrap_or(Ordering::Equal)
    };
    order.sort_unstable_by(|&a, &b| compare(points[a as usize], points[b as usize]).then(a.cmp(&b)));
    for pair in 1..order.len() {
        let (before, here) = (order[pair - 1], order[pair]);
        if points[before as usize] == points[here as usize] {
            of[here as usize] = of[before as usize];
        }
    }
    if tolerance > 0.0 {
        weld_near(points, tolerance, &mut of);
    }
    of
}

/// The integer coordinates of a cube, as floating-point numbers since they may be too large for integers: if adding 1 does not change a
/// number, the neighbors of its points are farther away than the tolerance.
type Cube = [f64; 3];

fn weld_near<T: Real>(points: &[Vec3<T>], tolerance: f64, of: &mut [u32]) {
    let number = |c: f64| libm::floor(c / tolerance);
    let at = |i: u32| points[i as usize].cast::<f64>();
    let cube = |p: Vec3<f64>| -> Cube { [number(p.x), number(p.y), number(p.z)] };
    let stays: Vec<u32> = (0..points.len() as u32).filter(|&i| of[i as usize] == i).collect();
    let mut cubes: Vec<(Cube, u32)> = stays.iter().map(|&i| (cube(at(i)), i)).collect();
    sort_by(&mut cubes, |a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
    for i in stays {
        let [x, y, z] = cube(at(i));
        let mut first = i;
        for x in [x - 1.0, x, x + 1.0] {
            for y in [y - 1.0, y, y + 1.0] {
                // Consecutive cubes along the last axis are consecutive in the list.
                let start = cubes.partition_point(|c| c.0 < [x, y, z - 1.0]);
                for &(found, j) in &cubes[start..] {
                    if found > [x, y, z + 1.0] {
                        break;
                    }
                    let near = (at(j) - at(i)).norm() <= tolerance;
                    if j < first && of[j as usize] == j && near {
                        first = j;
                    }
                }
            }
        }
        of[i as usize] = first;
    }
    // Equal points follow their representative.
    for i in 0..of.len() {
        of[i] = of[of[i] as usize];
    }
}
