//! Neighbors of triangles along their sides, closedness of the surface, and its connected parts.
//!
//! Sides are sorted by the smaller of their ends, by counting, and then by the larger one: O(n) time, except for vertices at which many
//! triangles meet. A surface that is closed as given stays unchanged. Otherwise copies of triangles are dropped, and in each part whose
//! edges all have two triangles, those that face against the first are flipped.

use alloc::vec;
use alloc::vec::Vec;

use crate::math::{sort_by, sort_numbers};
use crate::mesh::polygon::NONE;
use crate::mesh::{MOST_PARTS, MeshReport};

/// Result of [`sides`], triangles in the order given.
pub(super) struct Sides {
    /// The neighbor across each side.
    pub(super) neighbors: Vec<[u32; 3]>,
    /// The first triangle of each part that is connected by vertices.
    pub(super) parts: Vec<u32>,
    /// For each triangle, its part; empty if there is one part, or more than are distinguished.
    pub(super) part_of: Vec<u8>,
    /// Whether every edge is run as often in one direction as in the other.
    pub(super) closed: bool,
}

/// A side of a triangle: 3 times the triangle, plus the corner it starts from.
type Side = u32;

#[inline]
fn ends(triangles: &[[u32; 3]], side: Side) -> [u32; 2] {
    let triangle = triangles[side as usize / 3];
    let k = side as usize % 3;
    [triangle[k], triangle[(k + 1) % 3]]
}

pub(super) fn sides(
    vertices: usize,
    triangles: &mut Vec<[u32; 3]>,
    faces: &mut Vec<u32>,
    report: &mut MeshReport,
) -> Sides {
    let mut neighbors = vec![[NONE; 3]; triangles.len()];
    let mut closed = join(vertices, triangles, &mut neighbors, None);
    if !closed {
        let dropped = drop_copies(triangles, faces);
        report.duplicate = dropped;
        if dropped > 0 {
            neighbors.clear();
            neighbors.resize(triangles.len(), [NONE; 3]);
            closed = join(vertices, triangles, &mut neighbors, None);
        }
    }
    if !closed {
        report.flipped = turn_around(vertices, triangles);
        if report.flipped > 0 {
            neighbors.fill([NONE; 3]);
        }
        closed = join(vertices, triangles, &mut neighbors, Some(report));
    }
    let (parts, part_of) = parts(vertices, triangles);
    Sides { parts, part_of, neighbors, closed }
}

/// Sides by the smaller of their ends: those of vertex v are `list[first[v]..first[v + 1]]`.
fn by_vertex(vertices: usize, triangles: &[[u32; 3]]) -> (Vec<u32>, Vec<Side>) {
    let mut first = vec![0_u32; vertices + 1];
    let count = triangles.len() as u32 * 3;
    for side in 0..count {
        let [u, v] = ends(triangles, side);
        first[u.min(v) as usize + 1] += 1;
    }
    for v in 0..vertices {
        first[v + 1] += first[v];
    }
    let mut next = first.clone();
    let mut list = vec![0; count as usize];
    for side in 0..count {
        let [u, v] = ends(triangles, side);
        let at = &mut next[u.min(v) as usize];
        list[*at as usize] = side;
        *at += 1;
    }
    (first, list)
}

/// Calls `visit` with the sides of each edge, in rising order.
fn each_edge(vertices: usize, triangles: &[[u32; 3]], mut visit: impl FnMut(&[Side])) {
    let (first, mut list) = by_vertex(vertices, triangles);
    for v in 0..vertices {
        let around = &mut list[first[v] as usize..first[v + 1] as usize];
        let other = |side: Side| {
            let [a, b] = ends(triangles, side);
            a.max(b)
        };
        sort_by(around, |&a, &b| (other(a), a).cmp(&(other(b), b)));
        around.chunk_by(|&a, &b| other(a) == other(b)).for_each(&mut visit);
    }
}

/// Sets the neighbors if two triangles meet that run the edge in opposite directions, and returns whether the surface is closed. Counts
/// edges of one triangle, and edges of more than two or of two that run it the same way.
fn join(
    vertices: usize,
    triangles: &[[u32; 3]],
    neighbors: &mut [[u32; 3]],
    report: Option<&mut MeshReport>,
) -> bool {
    let mut closed = true;
    let (mut dangling, mut crowded) = (0, 0);
    each_edge(vertices, triangles, |sides| {
        let rising = |side: Side| {
            let [u, v] = ends(triangles, side);
            u < v
        };
        let up = sides.iter().filter(|&&side| rising(side)).count();
        closed &= 2 * up == sides.len();
        match *sides {
            [a, b] if up == 1 => {
                neighbors[a as usize / 3][a as usize % 3] = b / 3;
                neighbors[b as usize / 3][b as usize % 3] = a / 3;
            }
            [_] => dangling += 1,
            _ => crowded += sides.len(),
        }
    });
    if let Some(report) = report {
        (report.dangling, report.crowded) = (dangling, crowded);
    }
    closed
}

/// Drops triangles with the same corners in the same sense as an earlier one; returns their number.
fn drop_copies(triangles: &mut Vec<[u32; 3]>, faces: &mut Vec<u32>) -> usize {
    let turned = |[a, b, c]: [u32; 3]| {
        if a < b && a < c {
            [a, b, c]
        } else if b < c {
            [b, c, a]
        } else {
            [c, a, b]
        }
    };
    let mut order: Vec<u32> = (0..triangles.len() as u32).collect();
    let key = |t: u32| (turned(triangles[t as usize]), t);
    sort_numbers(&mut order, &|a, b| key(a).cmp(&key(b)));
    let mut is_copy = vec![false; triangles.len()];
    for pair in order.windows(2) {
        is_copy[pair[1] as usize] =
            turned(triangles[pair[0] as usize]) == turned(triangles[pair[1] as usize]);
    }
    let before = triangles.len();
    let mut copies = is_copy.iter();
    triangles.retain(|_| copies.next() == Some(&false));
    let mut copies = is_copy.iter();
    faces.retain(|_| copies.next() == Some(&false));
    before - triangles.len()
}

/// Flips triangles so that neighbors agree, part by part, if every edge of the part has two triangles and it is orientable; returns the
/// number of flipped triangles.
fn turn_around(vertices: usize, triangles: &mut [[u32; 3]]) -> usize {
    // For each side, the side of the other triangle, and whether both run the same way.
    let mut beyond = vec![NONE; triangles.len() * 3];
    each_edge(vertices, triangles, |sides| {
        if let [a, b] = *sides {
            (beyond[a as usize], beyond[b as usize]) = (b, a);
        }
    });
    const UNSEEN: u8 = 2;
    let mut turned = vec![UNSEEN; triangles.len()];
    let (mut part, mut flipped) = (Vec::new(), 0);
    for start in 0..triangles.len() {
        if turned[start] != UNSEEN {
            continue;
        }
        part.clear();
        part.push(start as u32);
        turned[start] = 0;
        let (mut at, mut agrees) = (0, true);
        while at < part.len() {
            let t = part[at];
            at += 1;
            for k in 0..3 {
                let side = 3 * t + k;
                let other = beyond[side as usize];
                if other == NONE {
                    agrees = false;
                    continue;
                }
                let same = ends(triangles, side) == ends(triangles, other);
                let wanted = turned[t as usize] ^ u8::from(same);
                let found = &mut turned[other as usize / 3];
                if *found == UNSEEN {
                    *found = wanted;
                    part.push(other / 3);
                } else {
                    agrees &= *found == wanted;
                }
            }
        }
        if agrees {
            // Fewer are flipped if the first is one of those against the rest.
            let against = part.iter().filter(|&&t| turned[t as usize] == 1).count();
            let which = u8::from(2 * against <= part.len());
            for &t in part.iter().filter(|&&t| turned[t as usize] == which) {
                triangles[t as usize].swap(1, 2);
                flipped += 1;
            }
        }
    }
    flipped
}

/// The first triangle of each part that is connected by vertices, in rising order; and for each triangle its part.
fn parts(vertices: usize, triangles: &[[u32; 3]]) -> (Vec<u32>, Vec<u8>) {
    // Union-find: trees of vertices that point to smaller ones, so that every walk ends.
    let mut below: Vec<u32> = (0..vertices as u32).collect();
    let root = |below: &mut [u32], mut v: u32| {
        while below[v as usize] != v {
            below[v as usize] = below[below[v as usize] as usize];
            v = below[v as usize];
        }
        v
    };
    for &[a, b, c] in triangles {
        for other in [b, c] {
            let (a, b) = (root(&mut below, a), root(&mut below, other));
            below[a.max(b) as usize] = a.min(b);
        }
    }
    let mut seen = vec![false; vertices];
    let mut first = Vec::new();
    for (t, &[a, ..]) in (0..).zip(triangles) {
        let root = root(&mut below, a) as usize;
        if !seen[root] {
            seen[root] = true;
            first.push(t);
        }
    }
    let mut part_of = Vec::new();
    if (2..=MOST_PARTS).contains(&first.len()) {
        let mut part = vec![0; vertices];
        for (k, &t) in (0..).zip(&first) {
            part[root(&mut below, triangles[t as usize][0]) as usize] = k;
        }
        part_of.extend(triangles.iter().map(|&[a, ..]| part[root(&mut below, a) as usize]));
    }
    (first, part_of)
}
