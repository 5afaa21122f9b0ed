//! Cleans input polygons into rings that are flat, convex and not empty.
//!
//! For every polygon: consecutive equal corners become one, and paths there and back vanish; a polygon whose corners lie on a line is
//! dropped; one that is not flat, or not convex, is cut into triangles. Among polygons with the same corners in the same sense one is
//! kept. Two with the same corners in opposite sense are a sheet with two sides, and stay.

use alloc::vec;
use alloc::vec::Vec;

use super::MeshReport;
use super::base::Base;
use super::cut::cut;
use super::exact::View;
use super::loops::Rings;
use crate::math::{Vec3, sort_by};

/// The clean rings of all faces.
pub(super) fn clean<P: AsRef<[u32]>>(
    points: &[Vec3<f64>],
    stands_for: &[u32],
    faces: &[P],
    flat: f64,
    report: &mut MeshReport,
) -> Rings {
    let mut rings = Rings::new();
    let mut ring: Vec<u32> = Vec::new();
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    let at = |i: u32| points[i as usize];
    for face in faces {
        ring.clear();
        ring.extend(face.as_ref().iter().map(|&i| stands_for[i as usize]));
        drop_ways_back(&mut ring);
        let Some(base) = Base::new(ring.iter().map(|&i| at(i))) else {
            report.zero_area += 1;
            continue;
        };
        let planar = ring.len() == 3 || ring.iter().all(|&i| lies_in(&base, at(i), flat));
        if planar && is_convex(points, &ring, base.view) {
            rings.push(&ring);
            continue;
        }
        *(if planar { &mut report.non_convex } else { &mut report.non_planar }) += 1;
        triangles.clear();
        let tangled = cut(points, &ring, base.view, &mut triangles);
        report.tangled += usize::from(tangled);
        let area = |t: &&[u32; 3]| Base::new(t.iter().map(|&i| at(i))).is_some();
        triangles.iter().filter(area).for_each(|triangle| rings.push(triangle));
    }
    without_duplicates(rings, report)
}

/// Whether a point is in the plane of a polygon: exactly, or within the tolerance.
fn lies_in(base: &Base, p: Vec3<f64>, flat: f64) -> bool {
    base.side(p) == 0.0 || (flat > 0.0 && base.distance(p) <= flat)
}

/// Drops corners that equal the previous one, and those between two equal ones.
fn drop_ways_back(ring: &mut Vec<u32>) {
    let mut kept = 0;
    for i in 0..ring.len() {
        let corner = ring[i];
        if kept >= 1 && ring[kept - 1] == corner {
            continue;
        }
        if kept >= 2 && ring[kept - 2] == corner {
            kept -= 1;
            continue;
        }
        ring[kept] = corner;
        kept += 1;
    }
    ring.truncate(kept);
    // The same across the end of the ring.
    while let &[first, .., last] = &ring[..]
        && first == last
    {
        ring.pop();
    }
    while let &[first, second, .., before, last] = &ring[..] {
        if first == before {
            ring.truncate(ring.len() - 2);
        } else if second == last {
            ring.remove(0);
            ring.pop();
        } else {
            break;
        }
    }
}

/// Whether no corner turns right and the ring runs around once.
pub(super) fn is_convex(points: &[Vec3<f64>], ring: &[u32], view: View) -> bool {
    let n = ring.len();
    let at = |k: usize| points[ring[k % n] as usize];
    let mut tops = 0;
    for k in 0..n {
        let (a, b, c) = (at(k), at(k + 1), at(k + 2));
        if !view.convex(a, b, c) {
            return false;
        }
        // A ring that only turns left has one outermost corner for each time that it runs around.
        let (a, b, c) = (view.seen(a), view.seen(b), view.seen(c));
        tops += usize::from(a < b && b > c);
    }
    tops == 1
}

/// Drops rings that occurred before.
fn without_duplicates(rings: Rings, report: &mut MeshReport) -> Rings {
    // A ring starts at its smallest corner; the first two corners sort most of them.
    let start = |ring: &[u32]| (0..ring.len()).min_by_key(|&k| ring[k]).unwrap_or(0);
    let mut keys: Vec<(u64, u32)> = (0..rings.len() as u32)
        .map(|r| {
            let ring = rings.get(r as usize);
            let k = start(ring);
            (u64::from(ring[k]) << 32 | u64::from(ring[(k + 1) % ring.len()]), r)
        })
        .collect();
    keys.sort_unstable();
    let mut dropped = vec![false; rings.len()];
    let canonical = |r: u32| {
        let ring = rings.get(r as usize);
        let k = start(ring);
        ring[k..].iter().chain(&ring[..k])
    };
    for group in keys.chunk_by(|a, b| a.0 == b.0) {
        // Few rings share a side, but a bad file may hold many copies: sorted, equal ones follow each other.
        let mut group: Vec<u32> =
            if group.len() > 1 { group.iter().map(|k| k.1).collect() } else { continue };
        sort_by(&mut group, |&a, &b| canonical(a).cmp(canonical(b)).then(a.cmp(&b)));
        for pair in group.windows(2) {
            dropped[pair[1] as usize] = canonical(pair[0]).eq(canonical(pair[1]));
        }
    }
    let count = dropped.iter().filter(|&&d| d).count();
    if count == 0 {
        return rings;
    }
    report.duplicate += count;
    let mut kept = Rings::new();
    rings.iter().zip(&dropped).filter(|(_, d)| !**d).for_each(|(ring, _)| kept.push(ring));
    kept
}
