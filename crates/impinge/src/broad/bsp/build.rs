//! Building: chooses planes and sorts boxes to their sides.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{AxialBsp, LEAF, MAX_DEPTH, NONE, Node};
use crate::math::{Aabb, Real, Vector};

/// Sets of up to this many boxes become a leaf. With fewer there are more nodes; with more, longer scans.
const LEAF_BOXES: usize = 6;

/// Number of boxes of a set by which planes are judged. With fewer, planes are worse; with more, building is slower.
const SAMPLE: usize = 48;

/// Number of planes tried for each axis, evenly from the sorted bounding planes of the sample.
const PLANES: usize = 12;

/// A box and its key.
type Item<V> = (Aabb<V>, u32);

/// Side of a box relative to a plane.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Below = 0,
    Above = 1,
    Across = 2,
}

#[inline]
fn side<V: Vector>(aabb: &Aabb<V>, axis: usize, plane: V::Scalar) -> Side {
    if aabb.max.get(axis) <= plane {
        Side::Below
    } else if aabb.min.get(axis) >= plane {
        Side::Above
    } else {
        Side::Across
    }
}

/// A pending set: its boxes, and the node and child that it becomes.
struct Waiting {
    start: usize,
    end: usize,
    parent: Option<(usize, usize)>,
    depth: usize,
}

pub(super) fn build<V: Vector>(boxes: &[Aabb<V>]) -> AxialBsp<V> {
    let mut items: Vec<Item<V>> = boxes.iter().copied().zip(0..).collect();
    let mut bsp =
        AxialBsp { nodes: Vec::new(), leaves: Vec::new(), boxes: Vec::new(), keys: Vec::new(), root: NONE };
    let mut planes = Vec::new();
    let mut stack = Vec::new();
    if !items.is_empty() {
        stack.push(Waiting { start: 0, end: items.len(), parent: None, depth: 0 });
    }
    while let Some(Waiting { start, end, parent, depth }) = stack.pop() {
        let set = &mut items[start..end];
        let plane = if set.len() <= LEAF_BOXES || depth == MAX_DEPTH {
            None
        } else {
            choose(set, &mut planes).or_else(|| any_plane(set))
        };
        let child = if let Some((axis, plane)) = plane {
            let (below, above) = sort_to_sides(set, axis, plane);
            let across = &set[below..above];
            let extent = across.iter().fold((V::Scalar::INFINITY, -V::Scalar::INFINITY), |e, (b, _)| {
                (b.min.get(axis).min(e.0), b.max.get(axis).max(e.1))
            });
            let node = bsp.nodes.len();
            bsp.nodes.push(Node { plane, across: extent, children: [NONE; 3], axis: axis as u32 });
            let ranges = [(start, start + below), (start + above, end), (start + below, start + above)];
            for (child, (start, end)) in ranges.into_iter().enumerate() {
                if start < end {
                    stack.push(Waiting { start, end, parent: Some((node, child)), depth: depth + 1 });
                }
            }
            node as u32
        } else {
            bsp.leaves.push((start as u32, end as u32));
            (bsp.leaves.len() as u32 - 1) | LEAF
        };
        match parent {
            Some((node, which)) => bsp.nodes[node].children[which] = child,
            None => bsp.root = child,
        }
    }
    bsp.boxes = items.iter().map(|item| item.0).collect();
    bsp.keys = items.iter().map(|item| item.1).collect();
    bsp.nodes.shrink_to_fit();
    bsp.leaves.shrink_to_fit();
    bsp
}

/// The best of some bounding planes, judged by a sample; `None` if none of them separates boxes of the sample.
fn choose<V: Vector>(set: &[Item<V>], planes: &mut Vec<V::Scalar>) -> Option<(usize, V::Scalar)> {
    let step = set.len().div_ceil(SAMPLE);
    let mut best = None;
    let mut least = usize::MAX;
    for axis in 0..V::DIM {
        planes.clear();
        let sample = || set.iter().step_by(step).map(|item| &item.0);
        planes.extend(sample().flat_map(|b| [b.min.get(axis), b.max.get(axis)]));
        planes.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        for i in 1..=PLANES {
            let plane = planes[planes.len() * i / (PLANES + 1)];
            let mut counts = [0_usize; 3];
            for aabb in sample() {
                counts[side(aabb, axis, plane) as usize] += 1;
            }
            let [below, above, across] = counts;
            let all = below + above + across;
            if counts.contains(&all) {
                continue;
            }
            let cost = (below + across) * (below + across) + (above + across) * (above + across);
            if cost < least {
                least = cost;
                best = Some((axis, plane));
            }
        }
    }
    best
}

/// A plane that separates the first box from another; `None` if there is none, usually because all coincide.
fn any_plane<V: Vector>(set: &[Item<V>]) -> Option<(usize, V::Scalar)> {
    let first = set.first()?.0;
    for (other, _) in set {
        for axis in 0..V::DIM {
            let (a, b) = (first.max.get(axis), other.max.get(axis));
            if a != b {
                // The box that ends here is below, the other is not.
                return Some((axis, a.min(b)));
            }
            let (a, b) = (first.min.get(axis), other.min.get(axis));
            if a != b {
                // Both end at the same place. The one that begins here is above, the other across ..
                let (low, high) = (a.min(b), a.max(b));
                if high < first.max.get(axis) {
                    return Some((axis, high));
                }
                // .. unless the first has no extent: then halfway to the other, if there is anything between.
                let halfway = low * V::Scalar::HALF + high * V::Scalar::HALF;
                if low < halfway && halfway < high {
                    return Some((axis, halfway));
                }
            }
        }
    }
    None
}

/// Partitions the boxes: below, across, above. Returns the start of across and of above.
fn sort_to_sides<V: Vector>(set: &mut [Item<V>], axis: usize, plane: V::Scalar) -> (usize, usize) {
    let (mut below, mut at, mut above) = (0, 0, set.len());
    while at < above {
        match side(&set[at].0, axis, plane) {
            Side::Below => {
                set.swap(below, at);
                below += 1;
                at += 1;
            }
            Side::Across => at += 1,
            Side::Above => {
                above -= 1;
                set.swap(at, above);
            }
        }
    }
    (below, above)
}
