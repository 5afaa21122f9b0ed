//! Changes: inserting, removing, moving, and keeping the tree in good shape.

use super::super::bounds::{holds, middle, nothing, sides};
use super::block::{Blocks, Item};
use super::build::around;
use super::{AabbTree, BroadError, LEAF, Leaf, MAX_DEPTH, NONE, WORN, check_box, widest_axis};
use crate::math::lanes::LANES;
use crate::math::{Aabb, Each, Real, Vector, sort_by};

/// [`AabbTree::update`] grows the boxes of blocks individually for up to one in this many boxes, and recomputes all of
/// them beyond that. Growing takes about four times as long per box.
const FEW: usize = 16;

/// Number of boxes that [`AabbTree::update`] looks ahead, so that their memory has time to arrive.
const AHEAD: usize = 16;

/// Trees with fewer boxes are in the cache anyway, and looking ahead only costs time.
const IN_CACHE: usize = 20_000;

/// Each part of a split block keeps at least this many boxes: a block of one would soon be joined by boxes from far
/// away.
const LEAST_PART: usize = 3;

impl<V: Vector> AabbTree<V> {
    /// Inserts a box with your key.
    ///
    /// # Errors
    /// [`BroadError::NotANumber`], [`BroadError::Empty`] or [`BroadError::Full`]; then the tree is as it was.
    pub fn insert(&mut self, aabb: Aabb<V>, key: u32) -> Result<Leaf, BroadError> {
        check_box(&aabb)?;
        if self.len >= Blocks::<V>::MOST {
            return Err(BroadError::Full);
        }
        let leaf = self.slots.add(0).ok_or(BroadError::Full)?;
        self.len += 1;
        self.changes += 1;
        self.kept.forget();
        if self.root == NONE {
            let block = self.blocks.add(true);
            self.hang(NONE, block | LEAF);
            self.height = 1;
        }
        let block = self.choose_block(&aabb);
        self.put(block, Item { aabb, tag: key, slot: leaf.slot });
        if self.height > MAX_DEPTH {
            self.rebuild();
        }
        Ok(leaf)
    }

    /// Descends to the leaf block whose box grows least, and grows all boxes on the way.
    fn choose_block(&mut self, aabb: &Aabb<V>) -> u32 {
        let fat = aabb.grown(self.slack);
        self.bounds = self.bounds.union(&fat);
        let mut child = self.root;
        while child & LEAF == 0 {
            let first = child * LANES as u32;
            let growth = |place: u32| {
                let now = self.blocks.get(place);
                let grown = now.union(&fat);
                (sides(&grown) - sides(&now), sides(&grown), grown)
            };
            let mut best = (first, growth(first));
            for place in first + 1..first + self.blocks.len(child) as u32 {
                let this = growth(place);
                // If growth is equal, usually zero: into the smaller one.
                if this.0 < best.1.0 || (this.0 == best.1.0 && this.1 < best.1.1) {
                    best = (place, this);
                }
            }
            let (place, (_, _, grown)) = best;
            self.blocks.set(place, &grown);
            child = self.blocks.tag(place);
        }
        child
    }

    /// Inserts a box into a block, or its child into an inner one. A full block is split, and its other half inserted
    /// into the block above it, and so on; if the root is split, a new root is added above it.
    fn put(&mut self, mut child: u32, mut item: Item<V>) {
        loop {
            let block = child & !LEAF;
            if self.blocks.len(block) < LANES {
                let place = self.blocks.push(block, &item);
                self.moved(child, item.tag, item.slot, place);
                return;
            }
            let other = self.split_block(child, &item);
            let boxes = [block, other & !LEAF].each(|b| self.blocks.bounds(b).grown(self.fat_of(child)));
            let parent = self.blocks.parent(block);
            item = Item { aabb: boxes[1], tag: other, slot: 0 };
            if parent == NONE {
                let root = self.blocks.add(false);
                self.height += 1;
                let first = self.blocks.push(root, &Item { aabb: boxes[0], tag: child, slot: 0 });
                self.hang(NONE, root);
                self.bounds = self.bounds.union(&boxes[0]).union(&boxes[1]);
                self.hang(first, child);
                child = root;
            } else {
                self.blocks.set(parent, &boxes[0]);
                // Boxes that had used up their slack have a new one.
                let above = self.blocks.parent(parent / LANES as u32);
                self.grow(above, boxes[0].union(&boxes[1]));
                child = parent / LANES as u32;
            }
        }
    }

    /// The slack added around a block's content: boxes in inner blocks already have it.
    fn fat_of(&self, child: u32) -> V::Scalar {
        if child & LEAF == 0 { V::Scalar::ZERO } else { self.slack }
    }

    /// Records that the box with this tag and slot is now at `place` of a block.
    fn moved(&mut self, block: u32, tag: u32, slot: u32, place: u32) {
        if block & LEAF == 0 {
            self.hang(place, tag);
        } else {
            self.slots.move_to(slot, place);
        }
    }

    /// Splits a full block and one more box into two; returns the new one, of the same kind.
    fn split_block(&mut self, child: u32, item: &Item<V>) -> u32 {
        let block = child & !LEAF;
        let mut items = [*item; LANES + 1];
        for (to, from) in items.iter_mut().zip(self.blocks.items(block)) {
            *to = from;
        }
        let (axis, low, high) = widest_axis(items.iter().map(|item| item.aabb));
        let value = |item: &Item<V>| if low < high { middle(&item.aabb, axis) } else { sides(&item.aabb) };
        sort_by(&mut items, |a, b| value(a).partial_cmp(&value(b)).unwrap_or(core::cmp::Ordering::Equal));
        let cost = |at: usize| sides(&around(&items[..at])) + sides(&around(&items[at..]));
        let places = LEAST_PART..=LANES + 1 - LEAST_PART;
        let at = places.fold(LANES / 2, |best, at| if cost(at) < cost(best) { at } else { best });

        let other = self.blocks.add(child & LEAF != 0) | (child & LEAF);
        self.blocks.empty(block);
        for (i, item) in items.iter().enumerate() {
            let into = if i < at { child } else { other };
            let place = self.blocks.push(into & !LEAF, item);
            self.moved(into, item.tag, item.slot, place);
        }
        other
    }

    /// Removes a box; `false` if the handle is stale.
    pub fn remove(&mut self, leaf: Leaf) -> bool {
        let Some(place) = self.slots.place(leaf) else { return false };
        self.slots.remove(leaf);
        self.len -= 1;
        self.changes += 1;
        self.kept.forget();
        self.take_out(place, LEAF);
        true
    }

    /// Removes the box at a place from its block, a leaf block if `kind` is [`LEAF`]. Empty blocks are removed, and
    /// inner blocks with one child are replaced by it.
    fn take_out(&mut self, mut place: u32, mut kind: u32) {
        loop {
            let block = place / LANES as u32;
            if let Some((tag, slot)) = self.blocks.swap_remove(place) {
                self.moved(block | kind, tag, slot, place);
            }
            let parent = self.blocks.parent(block);
            let left = self.blocks.len(block);
            if left == 0 {
                self.blocks.release(block);
                if parent == NONE {
                    self.root = NONE;
                    self.height = 0;
                    self.bounds = nothing();
                    return;
                }
                (place, kind) = (parent, 0);
                continue;
            }
            let mut bounds = self.blocks.bounds(block);
            if kind == LEAF {
                bounds = bounds.grown(self.slack);
            } else if left == 1 {
                let only = self.blocks.tag(block * LANES as u32);
                self.blocks.release(block);
                self.hang(parent, only);
                // Without its root every path is shorter.
                self.height -= usize::from(parent == NONE);
            }
            self.shrink(parent, bounds);
            return;
        }
    }

    /// Writes the box at a place, and those above it as far as they change.
    fn shrink(&mut self, mut place: u32, mut bounds: Aabb<V>) {
        while place != NONE {
            if self.blocks.get(place) == bounds {
                return;
            }
            self.blocks.set(place, &bounds);
            let block = place / LANES as u32;
            bounds = self.blocks.bounds(block);
            place = self.blocks.parent(block);
        }
        self.bounds = bounds;
    }

    /// Moves a box. Returns whether it left the box of its block, so that the tree changed.
    ///
    /// # Errors
    /// [`BroadError::NotANumber`], [`BroadError::Empty`] or [`BroadError::Stale`]; then the tree is as it was.
    #[inline]
    pub fn set(&mut self, leaf: Leaf, aabb: Aabb<V>) -> Result<bool, BroadError> {
        check_box(&aabb)?;
        let place = self.slots.place(leaf).ok_or(BroadError::Stale)?;
        self.blocks.set(place, &aabb);
        let parent = self.blocks.parent(place / LANES as u32);
        let fat = if parent == NONE { self.bounds } else { self.blocks.get(parent) };
        if holds(&fat, &aabb) {
            return Ok(false);
        }
        self.grow(parent, aabb.grown(self.slack));
        Ok(true)
    }

    /// Moves many boxes and refits the tree: call it once per frame of a scene. Faster than [`AabbTree::set`] for each
    /// and [`AabbTree::tidy`], since boxes of blocks are recomputed in one pass. If only a few boxes move, the tree is
    /// not tidied.
    ///
    /// # Errors
    /// The first of [`BroadError::NotANumber`], [`BroadError::Empty`] and [`BroadError::Stale`]. Boxes before it are
    /// moved, those from it on are not.
    pub fn update(&mut self, moves: impl IntoIterator<Item = (Leaf, Aabb<V>)>) -> Result<(), BroadError> {
        let mut moves = moves.into_iter();
        for (leaf, aabb) in moves.by_ref().take(self.len / FEW) {
            self.set(leaf, aabb)?;
        }
        let mut result = Ok(());
        let (mut ahead, mut many) = ([(0, nothing()); AHEAD], 0);
        for (leaf, aabb) in moves {
            let place = match (check_box(&aabb), self.slots.place(leaf)) {
                (Ok(()), Some(place)) => place,
                (refused, _) => {
                    result = refused.and(Err(BroadError::Stale));
                    break;
                }
            };
            if self.len < IN_CACHE {
                self.blocks.set(place, &aabb);
                many = AHEAD;
                continue;
            }
            self.blocks.prefetch(place / LANES as u32);
            // The data prefetched some boxes ago has arrived.
            let (place, aabb) = core::mem::replace(&mut ahead[many % AHEAD], (place, aabb));
            if many >= AHEAD {
                self.blocks.set(place, &aabb);
            }
            many += 1;
        }
        if self.len >= IN_CACHE {
            // The oldest first: a box may have moved twice.
            for i in many.saturating_sub(AHEAD)..many {
                let (place, aabb) = ahead[i % AHEAD];
                self.blocks.set(place, &aabb);
            }
        }
        if many > 0 {
            self.tidy();
        }
        result
    }

    /// Grows the boxes from a place upward until one contains `aabb`.
    pub(super) fn grow(&mut self, mut place: u32, aabb: Aabb<V>) {
        while place != NONE {
            let now = self.blocks.get(place);
            if holds(&now, &aabb) {
                return;
            }
            self.blocks.set(place, &now.union(&aabb));
            place = self.blocks.parent(place / LANES as u32);
        }
        self.bounds = self.bounds.union(&aabb);
    }

    /// Shrinks the boxes of all blocks as far as their content and the slack allow. The structure of the tree is unchanged.
    pub fn refit(&mut self) {
        if self.root == NONE {
            return;
        }
        if self.in_order {
            for block in (0..self.blocks.end()).rev() {
                self.refit_block(block);
            }
            return;
        }
        // From the root down, then back.
        self.order.clear();
        self.order.push(self.root & !LEAF);
        let mut at = 0;
        while let Some(&block) = self.order.get(at) {
            if !self.blocks.is_leaf(block) {
                self.order.extend(self.blocks.items(block).map(|item| item.tag & !LEAF));
            }
            at += 1;
        }
        for at in (0..self.order.len()).rev() {
            self.refit_block(self.order[at]);
        }
    }

    /// Writes the box of a block into the block above it; all boxes in it must be up to date.
    #[inline]
    fn refit_block(&mut self, block: u32) {
        if self.blocks.len(block) == 0 {
            return; // Not in use.
        }
        let mut bounds = self.blocks.bounds(block);
        if self.blocks.is_leaf(block) {
            bounds = bounds.grown(self.slack);
        }
        match self.blocks.parent(block) {
            NONE => self.bounds = bounds,
            place => self.blocks.set(place, &bounds),
        }
    }

    /// Approximate cost of a search: the sum of the sides of all boxes in inner blocks.
    pub(super) fn cost(&self) -> V::Scalar {
        let mut sum = V::Scalar::ZERO;
        for block in 0..self.blocks.end() {
            if self.blocks.len(block) > 0 && !self.blocks.is_leaf(block) {
                sum += self.blocks.sides(block);
            }
        }
        sum
    }

    /// Rebuilds the tree, as good as that of [`AabbTree::from_boxes`]. Handles stay valid.
    pub fn rebuild(&mut self) {
        self.collect_items();
        self.build_all();
    }

    /// Refits, and rebuilds if the tree has become worse: its boxes have grown by a third since it was built, or the
    /// number of inserted and removed boxes is half of its size. For moving scenes: call it once per frame, before
    /// searching for pairs. Returns whether it was rebuilt.
    pub fn tidy(&mut self) -> bool {
        self.refit();
        let worn = 2 * self.changes > self.len || self.cost() > self.built_cost * V::Scalar::of(WORN);
        if worn {
            self.rebuild();
        }
        worn
    }
}
