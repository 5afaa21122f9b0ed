//! Invariants of a tree, for tests.

use alloc::vec::Vec;

use super::super::bounds::holds;
use super::{AabbTree, LEAF, MAX_DEPTH, NONE};
use crate::math::Vector;
use crate::math::lanes::LANES;

impl<V: Vector> AabbTree<V> {
    /// Checks the whole tree for a broken invariant: a box outside that of a block above it, a wrong link, a handle
    /// that leads elsewhere, a missing box, a path that is too long.
    ///
    /// # Errors
    /// A description of what is broken. No test has seen one.
    pub fn check(&self) -> Result<(), &'static str> {
        let (mut boxes, mut blocks) = (0, 0);
        let mut stack: Vec<(u32, u32, usize)> = Vec::new();
        if self.root != NONE {
            stack.push((self.root, NONE, 1));
        }
        while let Some((child, parent, depth)) = stack.pop() {
            let block = child & !LEAF;
            blocks += 1;
            if depth > self.height || self.height > MAX_DEPTH {
                return Err("a path is too long");
            }
            if self.blocks.parent(block) != parent {
                return Err("a block does not know the one above it");
            }
            if self.blocks.is_leaf(block) != (child & LEAF != 0) {
                return Err("a block is taken for one of the other kind");
            }
            if self.blocks.len(block) < if child & LEAF == 0 { 2 } else { 1 } {
                return Err("a block has too little in it");
            }
            let around = self.box_of(child);
            for (lane, item) in self.blocks.items(block).enumerate() {
                let place = block * LANES as u32 + lane as u32;
                if !holds(&around, &item.aabb) {
                    return Err("the box of a block does not hold what is in it");
                }
                if child & LEAF == 0 {
                    if self.in_order && item.tag & !LEAF <= block {
                        return Err("a block stands before the one above it");
                    }
                    stack.push((item.tag, place, depth + 1));
                } else {
                    boxes += 1;
                    if self.slots.place_at(item.slot) != Some(place) {
                        return Err("a handle leads elsewhere");
                    }
                }
            }
        }
        if boxes != self.len || blocks != self.blocks.count() {
            return Err("a box or block is missing, or there is one too many");
        }
        Ok(())
    }

    /// Number of blocks on the longest path.
    pub fn depth(&self) -> usize {
        let mut deepest = 0;
        let mut stack: Vec<(u32, usize)> = Vec::new();
        if self.root != NONE {
            stack.push((self.root, 1));
        }
        while let Some((child, depth)) = stack.pop() {
            deepest = deepest.max(depth);
            if child & LEAF == 0 {
                stack.extend(self.blocks.items(child).map(|item| (item.tag, depth + 1)));
            }
        }
        deepest
    }
}
