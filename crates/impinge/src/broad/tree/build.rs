//! Building: all boxes at once, top down.
//!
//! More than eight boxes are split into up to eight sets, the children of an inner block: repeatedly, the set with the
//! largest cost is split in two, along the axis on which its centers differ most. Bins along that axis give the
//! candidate splits; the one with the smallest cost is taken, where
//!
//!   cost = sides(left) blocks(left) + sides(right) blocks(right)
//!
//! and `blocks` is the smallest number of leaf blocks that the boxes will fill. If no split is better than another
//! (equal centers, infinite boxes), and if paths would get too long, boxes are split at the median into halves of full
//! blocks, the largest set first.

use core::cmp::Ordering;

use super::super::bounds::{middle, nothing, sides};
use super::block::Item;
use super::{AabbTree, LEAF, MAX_DEPTH, NONE, STACK, widest_axis};
use crate::math::lanes::LANES;
use crate::math::{Aabb, Real, Vector};

/// Number of bins between which splits are searched. With fewer, trees are worse; with more, building is slower. With
/// 8, finding the pairs of 100,000 boxes takes a tenth longer.
const BINS: usize = 32;

/// Largest number of blocks on a path after building: leaves room for insertion to split the root a few times.
const BUILT_DEPTH: usize = MAX_DEPTH - 6;

/// Number of blocks on a path when all sets are split at the median: eight boxes are one, each further one contains
/// eight times as many, minus the loss from rounding to full blocks.
fn levels(boxes: usize) -> usize {
    let mut levels = 1;
    let mut blocks = boxes.div_ceil(LANES);
    while blocks > 1 {
        blocks = blocks.div_ceil(LANES);
        levels += 1;
    }
    levels
}

/// Boxes waiting to be built into a subtree, the place where it belongs, and the number of blocks above it.
#[derive(Clone, Copy)]
struct Range {
    start: usize,
    end: usize,
    parent: u32,
    depth: usize,
}

impl<V: Vector> AabbTree<V> {
    /// Copies all boxes to `items`.
    pub(super) fn collect_items(&mut self) {
        self.items.clear();
        if self.root == NONE {
            return;
        }
        self.order.clear();
        self.order.push(self.root);
        while let Some(child) = self.order.pop() {
            if child & LEAF == 0 {
                self.order.extend(self.blocks.items(child).map(|item| item.tag));
            } else {
                self.items.extend(self.blocks.items(child & !LEAF));
            }
        }
    }

    /// Builds the whole tree from `items`.
    #[inline(never)]
    pub(super) fn build_all(&mut self) {
        self.blocks.clear();
        self.kept.forget();
        self.in_order = true;
        self.root = NONE;
        self.height = 0;
        self.len = self.items.len();
        self.changes = 0;
        self.bounds = nothing();
        if self.len > 0 {
            self.bounds = around(&self.items).grown(self.slack);
            let mut items = core::mem::take(&mut self.items);
            self.build(&mut items);
            self.items = items;
        }
        self.built_cost = self.cost();
    }

    fn build(&mut self, items: &mut [Item<V>]) {
        let mut stack = [Range { start: 0, end: items.len(), parent: NONE, depth: 0 }; STACK];
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let Range { start, end, parent, depth } = stack[waiting];
            let set = &mut items[start..end];
            let block = self.blocks.add(set.len() <= LANES);
            self.height = self.height.max(depth + 1);
            if set.len() <= LANES {
                for item in set.iter() {
                    let place = self.blocks.push(block, item);
                    self.slots.move_to(item.slot, place);
                }
                self.hang(parent, block | LEAF);
                continue;
            }
            self.hang(parent, block);
            let halves = depth + levels(set.len()) >= BUILT_DEPTH;
            let (ends, boxes, count) = split_into_eight(set, halves);
            for part in &boxes[..count] {
                let aabb = part.grown(self.slack);
                self.blocks.push(block, &Item { aabb, tag: NONE, slot: 0 });
            }
            // The first part comes next, so that a subtree is contiguous.
            for part in (0..count).rev() {
                let from = if part == 0 { 0 } else { ends[part - 1] };
                let place = block * LANES as u32 + part as u32;
                stack[waiting] =
                    Range { start: start + from, end: start + ends[part], parent: place, depth: depth + 1 };
                waiting += 1;
            }
        }
    }

    /// Links a child and the block above it to each other.
    pub(super) fn hang(&mut self, parent: u32, child: u32) {
        self.blocks.set_parent(child & !LEAF, parent);
        if parent == NONE {
            self.root = child;
        } else {
            self.in_order &= parent / (LANES as u32) < child & !LEAF;
            self.blocks.set_tag(parent, child);
        }
    }
}

/// Splits more than eight boxes into two to eight contiguous sets: returns their ends, their boxes, and their number.
fn split_into_eight<V: Vector>(
    items: &mut [Item<V>],
    halves: bool,
) -> ([usize; LANES], [Aabb<V>; LANES], usize) {
    let mut ends = [items.len(); LANES];
    let mut boxes = [nothing::<V>(); LANES];
    let mut count = 1;
    boxes[0] = around(items);
    while count < LANES {
        let size = |part: usize| ends[part] - if part == 0 { 0 } else { ends[part - 1] };
        let cost = |part: usize| {
            let weight = V::Scalar::of(size(part) as f64);
            if halves { weight } else { weight * sides(&boxes[part]) }
        };
        // Written so that NaN costs lose.
        let worse = |a: usize, b: usize| cost(a) > cost(b) || cost(b).partial_cmp(&cost(b)).is_none();
        let part = (0..count)
            .filter(|&part| size(part) > LANES)
            .reduce(|worst, part| if worse(part, worst) { part } else { worst });
        let Some(part) = part else { break };
        let start = ends[part] - size(part);
        let set = &mut items[start..ends[part]];
        let by_cost = if halves { None } else { split(set) };
        let (at, left, right) = by_cost.unwrap_or_else(|| halve(set));
        // Makes room for the new set behind the one from which it comes.
        ends.copy_within(part..count, part + 1);
        boxes.copy_within(part..count, part + 1);
        ends[part] = start + at;
        boxes[part] = left;
        boxes[part + 1] = right;
        count += 1;
    }
    (ends, boxes, count)
}

/// The smallest box around some boxes.
pub(super) fn around<V: Vector>(items: &[Item<V>]) -> Aabb<V> {
    items.iter().fold(nothing(), |all, item| all.union(&item.aabb))
}

/// Moves the cheaper part to the front; returns the start of the other part, and the boxes of both. `None` if no split
/// is better than another.
fn split<V: Vector>(items: &mut [Item<V>]) -> Option<(usize, Aabb<V>, Aabb<V>)> {
    let (axis, low, high) = widest_axis(items.iter().map(|item| item.aabb));
    // Bin of the largest center: just below BINS.
    let scale = V::Scalar::of(BINS as f64 * (1.0 - 1e-6)) / (high - low);
    if !(scale > V::Scalar::ZERO && scale.is_finite()) {
        return None;
    }
    let bin = |item: &Item<V>| (((middle(&item.aabb, axis) - low) * scale).f64() as usize).min(BINS - 1);
    let mut counts = [0; BINS];
    let mut boxes = [nothing::<V>(); BINS];
    for item in items.iter() {
        let bin = bin(item);
        counts[bin] += 1;
        boxes[bin] = boxes[bin].union(&item.aabb);
    }
    // From the right: the box and count of all bins from each on.
    let mut after = [(0, nothing::<V>()); BINS + 1];
    for i in (0..BINS).rev() {
        after[i] = (after[i + 1].0 + counts[i], after[i + 1].1.union(&boxes[i]));
    }
    let cost = |count: usize, aabb: &Aabb<V>| sides(aabb) * V::Scalar::of(count.div_ceil(LANES) as f64);
    let mut before = (0, nothing::<V>());
    let mut best = (V::Scalar::INFINITY, 0, before.1);
    for i in 1..BINS {
        before = (before.0 + counts[i - 1], before.1.union(&boxes[i - 1]));
        if before.0 == 0 || after[i].0 == 0 {
            continue;
        }
        let cost = cost(before.0, &before.1) + cost(after[i].0, &after[i].1);
        if cost < best.0 {
            best = (cost, i, before.1);
        }
    }
    let (_, first_right, left_box) = best;
    if first_right == 0 {
        return None;
    }
    let at = partition(items, |item| bin(item) < first_right);
    Some((at, left_box, after[first_right].1))
}

/// Moves the items that are `left` to the front; returns their number.
fn partition<V: Copy>(items: &mut [Item<V>], left: impl Fn(&Item<V>) -> bool) -> usize {
    let (mut start, mut end) = (0, items.len());
    loop {
        while start < end && left(&items[start]) {
            start += 1;
        }
        while start < end && !left(&items[end - 1]) {
            end -= 1;
        }
        if start >= end {
            return start;
        }
        items.swap(start, end - 1);
    }
}

/// Moves the lower half, a multiple of eight boxes, to the front; returns the start of the other half, and the boxes of
/// both. Boxes around one center are ordered by size.
fn halve<V: Vector>(items: &mut [Item<V>]) -> (usize, Aabb<V>, Aabb<V>) {
    let (axis, low, high) = widest_axis(items.iter().map(|item| item.aabb));
    let value = |item: &Item<V>| if low < high { middle(&item.aabb, axis) } else { sides(&item.aabb) };
    let at = items.len().div_ceil(LANES).div_ceil(2) * LANES;
    items.select_nth_unstable_by(at, |a, b| {
        value(a).partial_cmp(&value(b)).unwrap_or(Ordering::Equal).then(a.slot.cmp(&b.slot))
    });
    let (left, right) = items.split_at(at);
    (at, around(left), around(right))
}
