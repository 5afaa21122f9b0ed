//! Non-manifold edges, at which more than two polygons meet: which two belong together.
//!
//! Boxes that stand on one another, or touch along an edge, and sheets with two fronts have such edges. Around the edge
//! the polygons divide space into sectors, alternately free and solid. A polygon that runs the edge forward has free space on
//! its left, turning counter-clockwise about the edge: its front is there. One that runs it backward has free space on its
//! right. So the two polygons of each free sector are neighbors: a body that comes from there meets these two and no others. The whole
//! argument of `seams` holds for them, since a body near the edge is in one sector.
//!
//! Polygons at equal angles leave a sector of zero width. If it is free, two bodies touch with whole faces and nothing fits between them:
//! the edge of these two is shut, and internal. If it is solid, it is a sheet. If both readings are possible, it is taken as a sheet.
//!
//! If forward and backward polygons do not alternate, the surface does not bound a solid. Nothing is paired then, and the edge stays
//! crowded.
//!
//! All angles are compared by exact determinants. Cost: O(k log k) for k polygons at an edge.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::exact::{View, collinear, side};
use super::loops::Loops;
use crate::math::{Each, Vec3, sort_by};

/// A polygon at an edge.
#[derive(Clone, Copy)]
struct Leaf {
    half_edge: u32,
    forward: bool,
    /// A corner off the edge.
    corner: Vec3<f64>,
}

/// Makes twins of crowded half-edges that bound the same free sector.
pub(super) fn pair(points: &[Vec3<f64>], loops: &mut Loops) {
    let mut crowded: Vec<(u64, u32)> = (0..loops.origin.len() as u32)
        .filter(|&h| loops.crowded[h as usize])
        .map(|h| {
            let (a, b) = (loops.origin[h as usize], loops.target(h));
            (u64::from(a.min(b)) << 32 | u64::from(a.max(b)), h)
        })
        .collect();
    crowded.sort_unstable();
    let mut leaves: Vec<Leaf> = Vec::new();
    let mut sequence: Vec<(u32, usize)> = Vec::new();
    for edge in crowded.chunk_by(|a, b| a.0 == b.0) {
        let low = (edge[0].0 >> 32) as u32;
        let [u, v] = [low, edge[0].0 as u32].each(|i| points[i as usize]);
        leaves.clear();
        leaves.extend(edge.iter().filter_map(|&(_, h)| {
            let corner = corner_off(points, loops, h, u, v)?;
            Some(Leaf { half_edge: h, forward: loops.origin[h as usize] == low, corner })
        }));
        if leaves.len() != edge.len() || 2 * leaves.iter().filter(|leaf| leaf.forward).count() != leaves.len()
        {
            continue;
        }
        let around = Around::new(u, v, leaves[0].corner);
        sort_by(&mut leaves, |a, b| around.compare(a.corner, b.corner));
        // First as a sheet, if the sector before the first angle is free; otherwise as touching bodies.
        for free in [true, false] {
            if alternate(&leaves, &around, free, &mut sequence) {
                join(loops, &sequence, free);
                break;
            }
        }
    }
}

/// A corner of the polygon of a half-edge that is not on the line of the edge; the farthest up to rounding.
fn corner_off(points: &[Vec3<f64>], loops: &Loops, h: u32, u: Vec3<f64>, v: Vec3<f64>) -> Option<Vec3<f64>> {
    let corners = || loops.ring(loops.face[h as usize]).map(|k| points[loops.origin[k as usize] as usize]);
    let off = |p: Vec3<f64>| (v - u).cross(p - u).norm_squared();
    let best = corners().reduce(|best, next| if off(next) > off(best) { next } else { best })?;
    if collinear(u, v, best) { corners().find(|&p| !collinear(u, v, p)) } else { Some(best) }
}

/// Orders the leaves so that forward and backward ones alternate; leaves at the same angle may come in either order. `free` says whether
/// the sector before the first angle is free. Each half-edge comes with the index of its angle.
fn alternate(leaves: &[Leaf], around: &Around, free: bool, sequence: &mut Vec<(u32, usize)>) -> bool {
    sequence.clear();
    let mut in_free = free;
    let same = |a: &Leaf, b: &Leaf| around.compare(a.corner, b.corner) == Ordering::Equal;
    for (angle, leaves) in leaves.chunk_by(same).enumerate() {
        let mut of_kind = [true, false].each(|forward| leaves.iter().filter(move |l| l.forward == forward));
        for _ in leaves {
            // Free space ends at a backward polygon, and begins at a forward one.
            let Some(leaf) = of_kind[usize::from(in_free)].next() else { return false };
            sequence.push((leaf.half_edge, angle));
            in_free = !in_free;
        }
    }
    if free {
        // Start at a forward polygon.
        sequence.rotate_left(1);
    }
    in_free == free
}

/// Joins each forward half-edge with the backward one after it. `turns_over` says that the last pair wraps past the first angle.
fn join(loops: &mut Loops, sequence: &[(u32, usize)], turns_over: bool) {
    let last = sequence.len() / 2 - 1;
    for (k, pair) in sequence.chunks_exact(2).enumerate() {
        let [(a, from), (b, to)] = [pair[0], pair[1]].each(|(h, angle)| (h as usize, angle));
        loops.twin[a] = b as u32;
        loops.twin[b] = a as u32;
        for h in [a, b] {
            loops.crowded[h] = false;
            // For the pair that wraps, from an angle to itself is a full turn, not zero.
            loops.shut[h] = from == to && !(turns_over && k == last);
        }
    }
}

/// Angles about a line, counter-clockwise from a point.
struct Around {
    u: Vec3<f64>,
    v: Vec3<f64>,
    from: Vec3<f64>,
    /// A view in which the point is off the line, and the side it is on.
    view: View,
    turn: f64,
}

impl Around {
    fn new(u: Vec3<f64>, v: Vec3<f64>, from: Vec3<f64>) -> Self {
        let seen = |axis: usize| {
            let view = View::onto(Vec3::axis(axis));
            (view, view.turn(u, v, from))
        };
        let (view, turn) = (0..3).map(seen).find(|s| s.1 != 0.0).unwrap_or(seen(0));
        Self { u, v, from, view, turn }
    }

    /// 0 at the start, 1 before half a turn, 2 at half a turn, 3 after it.
    fn quarter(&self, p: Vec3<f64>) -> u32 {
        let s = side(self.u, self.v, self.from, p);
        if s > 0.0 {
            1
        } else if s < 0.0 {
            3
        } else if self.view.turn(self.u, self.v, p) * self.turn.signum() > 0.0 {
            0
        } else {
            2
        }
    }

    fn compare(&self, p: Vec3<f64>, q: Vec3<f64>) -> Ordering {
        let quarter = self.quarter(p);
        quarter.cmp(&self.quarter(q)).then_with(|| {
            let s = side(self.u, self.v, p, q);
            if quarter.is_multiple_of(2) || s == 0.0 {
                Ordering::Equal
            } else if s > 0.0 {
                Ordering::Less
            } else {
                Ordering::Greater
            }
        })
    }
}
