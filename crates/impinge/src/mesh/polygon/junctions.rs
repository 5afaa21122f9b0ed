//! T-junctions: a vertex that lies on a side of another polygon becomes a corner of that polygon.
//!
//! If one polygon's side meets two shorter ones, as in walls that were built in different pieces, none of the three edges has a partner,
//! though the surface is closed. With the vertex inserted, the long side becomes two edges with two polygons each, and flat or concave
//! seams are recognized as such. The corner is straight.
//!
//! Only vertices that lie exactly on the side count, and only sides and vertices on the border of the surface are considered. A vertex
//! that is off by rounding leaves three dangling edges, which are tested like any other: nothing passes between them, but a body may be
//! stopped by an edge in a smooth part of the surface.
//!
//! Cost: a box query for each vertex of the border.

use alloc::vec;
use alloc::vec::Vec;

use super::exact::{collinear, strictly_between};
use super::loops::{Loops, Rings};
use super::{MeshReport, NONE};
use crate::broad::AxialBsp;
use crate::math::{Aabb, Each, Vec3, Vector, sort_by};

/// The rings with all T-junctions inserted; `None` if there are none.
pub(super) fn filled(
    points: &[Vec3<f64>],
    rings: &Rings,
    loops: &Loops,
    report: &mut MeshReport,
) -> Option<Rings> {
    let found = junctions(points, loops);
    if found.is_empty() {
        return None;
    }
    report.junctions += found.len();
    let mut filled = Rings::new();
    let mut ring = Vec::new();
    let mut waiting = found.iter().peekable();
    for face in 0..rings.len() {
        ring.clear();
        for (h, &corner) in (rings.starts[face]..).zip(rings.get(face)) {
            ring.push(corner);
            while let Some(junction) = waiting.next_if(|junction| junction.0 == h) {
                ring.push(junction.1);
            }
        }
        filled.push(&ring);
    }
    Some(filled)
}

/// Half-edges and the vertices to insert into them, in order along each half-edge.
fn junctions(points: &[Vec3<f64>], loops: &Loops) -> Vec<(u32, u32)> {
    let at = |v: u32| points[v as usize];
    let alone = |h: &u32| loops.twin[*h as usize] == NONE && !loops.crowded[*h as usize];
    let border: Vec<u32> = (0..loops.origin.len() as u32).filter(alone).collect();
    let mut is_end = vec![false; points.len()];
    let mut boxes = Vec::with_capacity(border.len());
    for &h in &border {
        let ends = [loops.origin[h as usize], loops.target(h)];
        ends.iter().for_each(|&v| is_end[v as usize] = true);
        let [a, b] = ends.each(at);
        boxes.push(Aabb { min: a.min(b), max: a.max(b) });
    }
    // Boxes of finite points are never rejected.
    let Ok(tree) = AxialBsp::from_boxes(&boxes) else { return Vec::new() };
    let mut found = Vec::new();
    for v in (0..points.len() as u32).filter(|&v| is_end[v as usize]) {
        let m = at(v);
        tree.each_in_box(&Aabb { min: m, max: m }, |key| {
            let h = border[key as usize];
            let (a, b) = (at(loops.origin[h as usize]), at(loops.target(h)));
            if strictly_between(a, b, m) && collinear(a, b, m) {
                found.push((h, v));
            }
        });
    }
    sort_by(&mut found, |x, y| {
        let along = |v: u32| {
            // Comparing coordinates along the axis of the largest difference is exact.
            let (a, b) = (at(loops.origin[x.0 as usize]), at(loops.target(x.0)));
            let axis = longest_axis(b - a);
            let c = at(v).get(axis);
            if b.get(axis) > a.get(axis) { c } else { -c }
        };
        x.0.cmp(&y.0).then_with(|| along(x.1).total_cmp(&along(y.1)))
    });
    found
}

fn longest_axis(d: Vec3<f64>) -> usize {
    let d = d.abs();
    if d.x >= d.y && d.x >= d.z {
        0
    } else if d.y >= d.z {
        1
    } else {
        2
    }
}
