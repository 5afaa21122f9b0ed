//! Detection of duplicate parts in one place.
//!
//! Two parts are duplicates if each vertex of one is paired with a different vertex of the other within the tolerance, and with that
//! pairing they have the same triangles, in any order and from any corner. Then a point of a triangle is no farther from the same
//! mixture of the other's corners than the corners are: no point of one is farther than that from the other. Flat faces may be
//! triangulated differently (`flat.rs`); their deviation from flatness counts too.
//!
//! Not recognized: the same form with more vertices on one side, such as on its edges or in its faces, and copies that are rotated.
//!
//! Cost: linear in the vertices, if few of them are within the tolerance of one another.

use std::collections::HashMap;

use impinge::Vec3;

use super::flat;
use super::parts::Parts;

type Point = Vec3<f64>;

/// Smallest cell, relative to the largest coordinate: keeps cell indices exact.
const SMALLEST_CELL: f64 = f64::EPSILON * 1024.0;

/// Deviation from flatness, relative to the largest coordinate, that always counts as flat: files have 15 digits, and
/// rotated faces are rounded.
const FLAT: f64 = 256.0 * f64::EPSILON;

/// Most vertices compared with one of the other part. If more are near, the tolerance is coarser than the part's detail,
/// and with such a tolerance no two parts can be called duplicates.
const MOST_NEAR: usize = 256;

/// Largest deviation of two parts from one another: at most the tolerance; 0 if they are exactly the same. None if
/// they are not the same.
pub fn deviation(parts: &Parts, a: u32, b: u32, tolerance: f64) -> Option<f64> {
    let (one, two) = (&parts.parts[a as usize], &parts.parts[b as usize]);
    if one.shape == two.shape && one.at == two.at {
        return Some(0.0);
    }
    let (mesh_a, mesh_b) = (parts.shape(a), parts.shape(b));
    if mesh_a.len() != mesh_b.len() || mesh_a.vertices().len() != mesh_b.vertices().len() {
        return None;
    }
    let apart = (one.bounds.min - two.bounds.min).max_abs().max((one.bounds.max - two.bounds.max).max_abs());
    if apart > tolerance {
        return None;
    }
    let size = one.bounds.min.max_abs().max(one.bounds.max.max_abs());
    let cell = tolerance.max(SMALLEST_CELL * size).max(f64::MIN_POSITIVE);
    let corners: Vec<Point> = parts.vertices(b).collect();
    let (paired, off) = pair(parts.vertices(a), &corners, tolerance, cell)?;
    let sorted = |mut triangles: Vec<[u32; 3]>| {
        triangles.iter_mut().for_each(|t| t.sort_unstable());
        triangles.sort_unstable();
        triangles
    };
    let named: Vec<[u32; 3]> = mesh_a.triangles().map(|(_, t)| t.map(|v| paired[v as usize])).collect();
    let other: Vec<[u32; 3]> = mesh_b.triangles().map(|(_, t)| t).collect();
    if sorted(named.clone()) == sorted(other.clone()) {
        return Some(off);
    }
    let off = off + flat::deviation(&corners, &named, &other)?;
    (off <= tolerance.max(FLAT * size)).then_some(off)
}

/// The index of each point's partner, and the largest distance of a pair.
fn pair(
    points: impl Iterator<Item = Point>,
    others: &[Point],
    tolerance: f64,
    cell: f64,
) -> Option<(Vec<u32>, f64)> {
    let place = |p: Point| p.to_array().map(|x| (x / cell).floor() as i64);
    let mut cells: HashMap<[i64; 3], Vec<u32>> = HashMap::new();
    for (k, p) in others.iter().enumerate() {
        cells.entry(place(*p)).or_default().push(k as u32);
    }
    let mut is_taken = vec![false; others.len()];
    let mut paired = Vec::with_capacity(others.len());
    let mut most = 0.0_f64;
    for p in points {
        let [x, y, z] = place(p);
        let mut best: Option<(f64, u32)> = None;
        let mut seen = 0;
        for beside in 0..27 {
            let [i, j, k] = [beside % 3 - 1, beside / 3 % 3 - 1, beside / 9 - 1];
            let around = [x.saturating_add(i), y.saturating_add(j), z.saturating_add(k)];
            for &other in cells.get(&around).into_iter().flatten() {
                seen += 1;
                if seen > MOST_NEAR {
                    return None;
                }
                let off = (others[other as usize] - p).norm();
                if off <= tolerance && !is_taken[other as usize] && best.is_none_or(|(least, _)| off < least)
                {
                    best = Some((off, other));
                }
            }
        }
        let (off, other) = best?;
        is_taken[other as usize] = true;
        paired.push(other);
        most = most.max(off);
    }
    Some((paired, most))
}
