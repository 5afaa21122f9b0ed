//! Inserting, removing, moving; keeping the tree good.

use super::super::bounds::{holds, middle, nothing, sides};
use super::block::{Blocks, Item};
use super::build::{around, depth_limit};
use super::{AabbTree, BLOCK, BroadError, Leaf, NONE, Node, WORN, check_box, widest_axis};
use crate::math::lanes::LANES;
use crate::math::{Aabb, Real, Vector};

/// [`AabbTree::update`] lets boxes of nodes grow for one in so many boxes, before it makes all of them anew. Growing costs
/// about ten times as much a box.
const FEW: usize = 16;

/// Boxes that [`AabbTree::update`] looks ahead, so that their memory has time to come.
const AHEAD: usize = 16;

impl<V: Vector> AabbTree<V> {
    /// Inserts a box with a key of yours.
    ///
    /// # Errors
    /// [`BroadError::NotANumber`], [`BroadError::Empty`] or [`BroadError::Full`]; then the tree is as it was.
    pub fn insert(&mut self, aabb: Aabb<V>, key: u32) -> Result<Leaf, BroadError> {
        check_box(&aabb)?;
        if self.len >= Blocks::<V>::MOST {
            return Err(BroadError::Full);
        }
        let leaf = self.slots.add(0).ok_or(BroadError::Full)?;
        let item = Item { aabb, key, slot: leaf.slot };
        self.len += 1;
        self.changes += 1;
        if self.root == NONE {
            let block = self.blocks.add();
            self.hang(NONE, block | BLOCK);
        }
        let (block, depth) = self.choose_block(&aabb);
        if self.blocks.len(block) < LANES {
            let place = self.blocks.push(block, &item);
            self.slots.move_to(item.slot, place);
        } else {
            self.split_block(block, &item);
            if depth + 1 > depth_limit(self.len) {
                self.make_shallower(block, depth + 1);
            }
        }
        Ok(leaf)
    }

    /// Goes down to the block whose box grows least, and lets all boxes on the way grow; also returns how many nodes are
    /// above it.
    fn choose_block(&mut self, aabb: &Aabb<V>) -> (u32, usize) {
        let fat = aabb.grown(self.fat);
        self.bounds = self.bounds.union(&fat);
        let (mut child, mut depth) = (self.root, 0);
        while child & BLOCK == 0 {
            let node = &mut self.nodes[child as usize];
            let grown = [node.boxes[0].union(&fat), node.boxes[1].union(&fat)];
            let by = [0, 1].map(|side| sides(&grown[side]) - sides(&node.boxes[side]));
            // Equal growth, most often none: into the smaller one.
            let left = by[0] < by[1] || (by[0] == by[1] && sides(&grown[0]) < sides(&grown[1]));
            let side = usize::from(!left);
            node.boxes[side] = grown[side];
            child = node.children[side];
            depth += 1;
        }
        (child & !BLOCK, depth)
    }

    /// Splits a full block and one more box into two blocks below a new node.
    fn split_block(&mut self, block: u32, item: &Item<V>) {
        let mut items = [*item; LANES + 1];
        for (to, from) in items.iter_mut().zip(self.blocks.items(block)) {
            *to = from;
        }
        let (axis, low, high) = widest_axis(items.iter().map(|item| item.aabb));
        let value = |item: &Item<V>| if low < high { middle(&item.aabb, axis) } else { sides(&item.aabb) };
        items.sort_unstable_by(|a, b| {
            value(a).partial_cmp(&value(b)).unwrap_or(core::cmp::Ordering::Equal).then(a.slot.cmp(&b.slot))
        });
        // Each part keeps three boxes at least: a block of one would soon be joined by strangers.
        let cost = |at: usize| sides(&around(&items[..at])) + sides(&around(&items[at..]));
        let at = (3..=LANES - 2).fold(4, |best, at| if cost(at) < cost(best) { at } else { best });

        let parent = self.blocks.parent(block);
        let other = self.blocks.add();
        self.blocks.empty(block);
        for (i, item) in items.iter().enumerate() {
            let place = self.blocks.push(if i < at { block } else { other }, item);
            self.slots.move_to(item.slot, place);
        }
        let boxes = [&items[..at], &items[at..]].map(|part| around(part).grown(self.fat));
        let node = self.new_node(Node { boxes, children: [NONE; 2], parent: NONE });
        self.hang(parent, node);
        // Boxes that had used up their margin have a new one.
        self.grow(parent, boxes[0].union(&boxes[1]));
        self.hang(2 * node, block | BLOCK);
        self.hang(2 * node + 1, other | BLOCK);
    }

    /// Removes a box; `false` if the handle is stale.
    pub fn remove(&mut self, leaf: Leaf) -> bool {
        let Some(place) = self.slots.place(leaf) else { return false };
        let block = place / LANES as u32;
        if let Some(moved) = self.blocks.swap_remove(place) {
            self.slots.move_to(moved, place);
        }
        self.slots.remove(leaf);
        self.len -= 1;
        self.changes += 1;
        let parent = self.blocks.parent(block);
        if self.blocks.len(block) > 0 {
            let bounds = self.blocks.bounds(block).grown(self.fat);
            self.shrink(parent, bounds);
            return true;
        }
        self.blocks.release(block);
        if parent == NONE {
            self.root = NONE;
            self.bounds = nothing();
            return true;
        }
        // The sibling takes the place of the node above.
        let (node, side) = ((parent >> 1) as usize, (parent & 1) as usize);
        let Node { boxes, children, parent: above } = self.nodes[node];
        self.free_node(node as u32);
        self.hang(above, children[1 - side]);
        self.shrink(above, boxes[1 - side]);
        true
    }

    /// Writes the box of the child at a place, and those above it as far as they change.
    fn shrink(&mut self, mut place: u32, mut bounds: Aabb<V>) {
        while place != NONE {
            let (node, side) = ((place >> 1) as usize, (place & 1) as usize);
            let node = &mut self.nodes[node];
            if node.boxes[side] == bounds {
                return;
            }
            node.boxes[side] = bounds;
            bounds = node.boxes[0].union(&node.boxes[1]);
            place = node.parent;
        }
        self.bounds = bounds;
    }

    /// Moves a box. Returns whether it left its fat box, that is, whether the tree changed.
    ///
    /// # Errors
    /// [`BroadError::NotANumber`], [`BroadError::Empty`] or [`BroadError::Stale`]; then the tree is as it was.
    #[inline]
    pub fn set(&mut self, leaf: Leaf, aabb: Aabb<V>) -> Result<bool, BroadError> {
        check_box(&aabb)?;
        let place = self.slots.place(leaf).ok_or(BroadError::Stale)?;
        self.blocks.set(place, &aabb);
        let parent = self.blocks.parent(place / LANES as u32);
        let fat = if parent == NONE {
            &self.bounds
        } else {
            &self.nodes[(parent >> 1) as usize].boxes[(parent & 1) as usize]
        };
        if holds(fat, &aabb) {
            return Ok(false);
        }
        self.grow(parent, aabb.grown(self.fat));
        Ok(true)
    }

    /// Moves many boxes and makes the tree fit: what a scene calls once a frame. Faster than [`AabbTree::set`] for each
    /// and [`AabbTree::tidy`], since boxes of nodes are made anew in one go. Where only a few boxes move, the
    /// tree is not tidied.
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
        let mut ahead = [(0, nothing()); AHEAD];
        let (mut count, mut many) = (0, false);
        for (leaf, aabb) in moves {
            many = true;
            let place = match (check_box(&aabb), self.slots.place(leaf)) {
                (Ok(()), Some(place)) => place,
                (refused, _) => {
                    result = refused.and(Err(BroadError::Stale));
                    break;
                }
            };
            self.blocks.prefetch(place / LANES as u32);
            ahead[count] = (place, aabb);
            count += 1;
            if count == AHEAD {
                ahead.iter().for_each(|(place, aabb)| self.blocks.set(*place, aabb));
                count = 0;
            }
        }
        ahead[..count].iter().for_each(|(place, aabb)| self.blocks.set(*place, aabb));
        if many {
            self.tidy();
        }
        result
    }

    /// Lets the boxes from a place upwards grow until one holds `aabb`.
    pub(super) fn grow(&mut self, mut place: u32, aabb: Aabb<V>) {
        while place != NONE {
            let (node, side) = ((place >> 1) as usize, (place & 1) as usize);
            let node = &mut self.nodes[node];
            if holds(&node.boxes[side], &aabb) {
                return;
            }
            node.boxes[side] = node.boxes[side].union(&aabb);
            place = node.parent;
        }
        self.bounds = self.bounds.union(&aabb);
    }

    /// Makes the boxes of all nodes as small as their boxes and the fat margin allow. The form of the tree stays.
    pub fn refit(&mut self) {
        if self.root == NONE {
            return;
        }
        if self.in_order {
            for node in (0..self.nodes.len()).rev() {
                self.refit_node(node);
            }
        } else {
            // From the root downwards, then back.
            self.order.clear();
            self.order.extend((self.root & BLOCK == 0).then_some(self.root));
            let mut at = 0;
            while let Some(&node) = self.order.get(at) {
                let children = self.nodes[node as usize].children;
                self.order.extend(children.into_iter().filter(|child| child & BLOCK == 0));
                at += 1;
            }
            for at in (0..self.order.len()).rev() {
                self.refit_node(self.order[at] as usize);
            }
        }
        self.bounds = self.refitted(self.root);
    }

    #[inline]
    fn refit_node(&mut self, node: usize) {
        let [left, right] = self.nodes[node].children;
        if left == NONE {
            return; // A free node.
        }
        self.nodes[node].boxes = [self.refitted(left), self.refitted(right)];
    }

    #[inline]
    fn refitted(&self, child: u32) -> Aabb<V> {
        if child & BLOCK == 0 {
            let [left, right] = self.nodes[child as usize].boxes;
            left.union(&right)
        } else {
            self.blocks.bounds(child & !BLOCK).grown(self.fat)
        }
    }

    /// What a search costs, by and large: the sum of the sides of all boxes in the tree.
    pub(super) fn cost(&self) -> V::Scalar {
        let used = self.nodes.iter().filter(|node| node.children[0] != NONE);
        used.fold(V::Scalar::ZERO, |sum, node| sum + (sides(&node.boxes[0]) + sides(&node.boxes[1])))
    }

    /// Gives the tree a new form, as good as that of [`AabbTree::from_boxes`]. Handles stay valid.
    pub fn rebuild(&mut self) {
        self.collect_items();
        self.build_all();
    }

    /// Refits, and rebuilds if the tree has become worse: its boxes have grown by a third since it was built, or half
    /// as many boxes came and went as it holds. For moving scenes: once a frame, before asking for pairs. Returns whether it
    /// was rebuilt.
    pub fn tidy(&mut self) -> bool {
        self.refit();
        let worn = 2 * self.changes > self.len || self.cost() > self.built_cost * V::Scalar::of(WORN);
        if worn {
            self.rebuild();
        }
        worn
    }
}
