//! Building: all boxes at once, or those of a subtree that has become too deep.
//!
//! Top down. A set of more than eight boxes is split in two along the axis on which its middles differ most. Sixteen
//! bins along that axis give fifteen places to split; the one with the least cost is taken, where
//!
//!   cost = sides(left) blocks(left) + sides(right) blocks(right)
//!
//! and `blocks` is the number of blocks that the boxes will fill at least. Where no place is better than another (equal
//! middles, infinite boxes), and where the depth would get too large, boxes are split at the median into halves of
//! full blocks.
//!
//! # Depth
//! A path may have [`depth_limit`] nodes. Building keeps it by splitting at the median once the levels that are left are
//! only just enough for that. Insertion keeps it by the scapegoat rule: if a block comes to stand deeper, some node
//! above it has too few boxes for its height, and that subtree is built anew with medians. That pays for itself, since a
//! subtree with halves of equal size stays good until it has grown by a part of its size.

use core::cmp::Ordering;

use super::super::bounds::{middle, nothing, sides};
use super::block::Item;
use super::{AabbTree, BLOCK, NONE, Node, STACK, widest_axis};
use crate::math::lanes::LANES;
use crate::math::{Aabb, Real, Vector};

/// Places to split are looked for between so many bins. Fewer: worse trees; more: slower building. From 8 to 32 the time
/// to find pairs changes by a few percent.
const BINS: usize = 16;

/// Nodes on the longest path that a tree of so many boxes may have.
pub(super) fn depth_limit(boxes: usize) -> usize {
    2 * (boxes + 1).ilog2() as usize + 4
}

/// Levels that halving needs: the binary logarithm of the number of blocks, rounded up.
fn levels(boxes: usize) -> usize {
    boxes.div_ceil(LANES).next_power_of_two().ilog2() as usize
}

/// Boxes that wait to be made into a subtree.
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
            if child & BLOCK == 0 {
                let [left, right] = self.nodes[child as usize].children;
                self.order.extend([right, left]);
            } else {
                self.items.extend(self.blocks.items(child & !BLOCK));
            }
        }
    }

    /// Makes the whole tree from `items`.
    pub(super) fn build_all(&mut self) {
        self.nodes.clear();
        self.free_nodes.clear();
        self.blocks.clear();
        self.in_order = true;
        self.root = NONE;
        self.len = self.items.len();
        self.changes = 0;
        self.bounds = nothing();
        if self.len > 0 {
            self.bounds = around(&self.items).grown(self.fat);
            self.build(NONE, 0, false);
        }
        self.built_cost = self.cost();
    }

    /// Makes a subtree from `items`, which must not be empty, at the place `parent`, whose box is known.
    /// `halves`: split at medians only.
    pub(super) fn build(&mut self, parent: u32, depth: usize, halves: bool) {
        let mut items = core::mem::take(&mut self.items);
        let limit = depth + depth_limit(items.len());
        let mut stack = [Range { start: 0, end: items.len(), parent, depth }; STACK];
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let Range { start, end, parent, depth } = stack[waiting];
            let set = &mut items[start..end];
            if set.len() <= LANES {
                let block = self.blocks.add();
                for item in set.iter() {
                    let place = self.blocks.push(block, item);
                    self.slots.move_to(item.slot, place);
                }
                self.hang(parent, block | BLOCK);
                continue;
            }
            let by_cost = if halves || depth + levels(set.len()) >= limit { None } else { split(set) };
            let (at, left, right) = by_cost.unwrap_or_else(|| halve(set));
            let node = self.new_node(Node {
                boxes: [left.grown(self.fat), right.grown(self.fat)],
                children: [NONE; 2],
                parent: NONE,
            });
            self.hang(parent, node);
            // The left half comes next, so that a subtree lies in one piece.
            let depth = depth + 1;
            stack[waiting] = Range { start: start + at, end, parent: 2 * node + 1, depth };
            stack[waiting + 1] = Range { start, end: start + at, parent: 2 * node, depth };
            waiting += 2;
        }
        self.items = items;
    }

    /// Makes a child known to its parent, and the parent to it.
    pub(super) fn hang(&mut self, parent: u32, child: u32) {
        if child & BLOCK == 0 {
            self.nodes[child as usize].parent = parent;
            self.in_order &= parent == NONE || parent >> 1 < child;
        } else {
            self.blocks.set_parent(child & !BLOCK, parent);
        }
        if parent == NONE {
            self.root = child;
        } else {
            self.nodes[(parent >> 1) as usize].children[(parent & 1) as usize] = child;
        }
    }

    pub(super) fn new_node(&mut self, node: Node<V>) -> u32 {
        if let Some(free) = self.free_nodes.pop() {
            self.nodes[free as usize] = node;
            return free;
        }
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    pub(super) fn free_node(&mut self, node: u32) {
        self.nodes[node as usize].children = [NONE; 2];
        self.free_nodes.push(node);
    }

    /// The scapegoat rule: `block` stands `depth` nodes below the root, deeper than it may. Climbs to the first node that
    /// has too few boxes for its height, and builds it anew. The root is such a node, so there is one.
    pub(super) fn make_shallower(&mut self, block: u32, depth: usize) {
        let mut child = block | BLOCK;
        let mut weight = self.blocks.len(block);
        for height in 1..=depth {
            let place = self.place_of(child);
            let (node, side) = (place >> 1, place & 1);
            let sibling = self.nodes[node as usize].children[1 - side as usize];
            weight += self.weight(sibling);
            child = node;
            if height > depth_limit(weight) {
                self.rebuild_subtree(node, depth - height);
                return;
            }
        }
    }

    /// Where a child hangs.
    pub(super) fn place_of(&self, child: u32) -> u32 {
        if child & BLOCK == 0 {
            self.nodes[child as usize].parent
        } else {
            self.blocks.parent(child & !BLOCK)
        }
    }

    /// Number of boxes below a child.
    fn weight(&mut self, child: u32) -> usize {
        let mut weight = 0;
        self.order.clear();
        self.order.push(child);
        while let Some(child) = self.order.pop() {
            if child & BLOCK == 0 {
                self.order.extend(self.nodes[child as usize].children);
            } else {
                weight += self.blocks.len(child & !BLOCK);
            }
        }
        weight
    }

    fn rebuild_subtree(&mut self, root: u32, depth: usize) {
        let parent = self.nodes[root as usize].parent;
        self.items.clear();
        self.order.clear();
        self.order.push(root);
        while let Some(child) = self.order.pop() {
            if child & BLOCK == 0 {
                let [left, right] = self.nodes[child as usize].children;
                self.order.extend([right, left]);
                self.free_node(child);
            } else {
                let block = child & !BLOCK;
                self.items.extend(self.blocks.items(block));
                self.blocks.release(block);
            }
        }
        let bounds = around(&self.items).grown(self.fat);
        self.grow(parent, bounds);
        self.build(parent, depth, true);
    }
}

/// The least box around some boxes.
pub(super) fn around<V: Vector>(items: &[Item<V>]) -> Aabb<V> {
    items.iter().fold(nothing(), |all, item| all.union(&item.aabb))
}

/// Sorts the cheaper part to the front; where the other begins, and the boxes of both. `None` if no place is better than
/// another.
fn split<V: Vector>(items: &mut [Item<V>]) -> Option<(usize, Aabb<V>, Aabb<V>)> {
    let (axis, low, high) = widest_axis(items.iter().map(|item| item.aabb));
    // Bin of the largest middle: just below BINS.
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
    // From the right: the box and number of all bins from each on.
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

/// Moves the items that are `left` to the front; returns how many.
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

/// Sorts the lower half, a multiple of eight boxes, to the front; where the other begins, and the boxes of both. Boxes
/// around one middle are ordered by size.
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
