//! What must hold of a tree at all times, for tests.

use alloc::vec::Vec;

use super::super::bounds::holds;
use super::build::depth_limit;
use super::{AabbTree, BLOCK, MAX_DEPTH, NONE};
use crate::math::Vector;
use crate::math::lanes::LANES;

impl<V: Vector> AabbTree<V> {
    /// Looks through the whole tree for a broken promise: a box outside that of a node above it, a wrong link, a handle
    /// that leads elsewhere, a box that is missing, a path that is too long.
    ///
    /// # Errors
    /// What is broken, in words. Never, as far as the tests know.
    pub fn check(&self) -> Result<(), &'static str> {
        if self.root == NONE {
            return if self.len == 0 { Ok(()) } else { Err("no root, but boxes") };
        }
        let (mut boxes, mut blocks, mut nodes) = (0, 0, 0);
        let mut stack: Vec<(u32, u32, usize)> = Vec::from([(self.root, NONE, 0)]);
        while let Some((child, parent, depth)) = stack.pop() {
            if depth > MAX_DEPTH {
                return Err("a path is too long");
            }
            if self.place_of(child) != parent {
                return Err("a child does not know its parent");
            }
            let around = *self.box_of(child);
            if child & BLOCK == 0 {
                nodes += 1;
                let node = &self.nodes[child as usize];
                for side in 0..2 {
                    if !holds(&around, &node.boxes[side]) {
                        return Err("the box of a node does not hold that of a child");
                    }
                    stack.push((node.children[side], 2 * child + side as u32, depth + 1));
                    let below = node.children[side];
                    if self.in_order && below & BLOCK == 0 && below <= child {
                        return Err("a node stands before its parent");
                    }
                }
                continue;
            }
            let block = child & !BLOCK;
            blocks += 1;
            if self.blocks.len(block) == 0 {
                return Err("a block is empty");
            }
            for (lane, item) in self.blocks.items(block).enumerate() {
                boxes += 1;
                if !holds(&around, &item.aabb) {
                    return Err("the box of a block does not hold one of its boxes");
                }
                if self.slots.place_at(item.slot) != block * LANES as u32 + lane as u32 {
                    return Err("a handle leads elsewhere");
                }
            }
        }
        if boxes != self.len || blocks != self.blocks.count() {
            return Err("a box or block is missing, or there is one too many");
        }
        if nodes + self.free_nodes.len() != self.nodes.len() {
            return Err("a node is lost");
        }
        Ok(())
    }

    /// Nodes on the longest path, and how many there may be at most when the tree was never larger than now.
    pub fn depth(&self) -> (usize, usize) {
        let mut deepest = 0;
        let mut stack = Vec::from([(self.root, 0)]);
        while let Some((child, depth)) = stack.pop() {
            deepest = deepest.max(depth);
            if child & BLOCK == 0 {
                stack.extend(self.nodes[child as usize].children.map(|below| (below, depth + 1)));
            }
        }
        (deepest, depth_limit(self.len))
    }
}
