//! Sparse storage: the blocks of the grid that have values of their own, and the slots in which these are kept.
//!
//! A block is 8 × 8 × 8 cells, with 9 × 9 × 9 nodes: a cell finds all its corners in its block. Nodes on the border of a block are stored
//! in all blocks that have them, with the same value; the copy that is *filled* is at [`Blocks::home`], and [`Blocks::spread`] copies it
//! to the others.

use alloc::vec;
use alloc::vec::Vec;

use super::grid::Grid;
pub(crate) use super::grid::{NODES, PER_BLOCK, SIDE};
use crate::math::Each;

/// The slot of a block without values.
pub(crate) const EMPTY: u32 = u32::MAX;

/// Blocks that have values of their own: slot s keeps its nodes at `s · 729 + (z · 9 + y) · 9 + x`.
#[derive(Clone, Debug)]
pub(crate) struct Blocks {
    pub(crate) grid: Grid,
    /// For each block of the grid, x fastest, its slot, or [`EMPTY`].
    pub(crate) slots: Vec<u32>,
    /// Position of the block of each slot, in blocks from the origin; in rising order of `slots`.
    pub(crate) places: Vec<[u32; 3]>,
}

impl Blocks {
    /// The blocks for which `wanted` is true, x fastest.
    pub(crate) fn new(grid: Grid, wanted: impl IntoIterator<Item = bool>) -> Self {
        let [nx, ny, nz] = grid.blocks();
        let mut slots = vec![EMPTY; nx * ny * nz];
        let mut places = Vec::new();
        for (index, (slot, wanted)) in slots.iter_mut().zip(wanted).enumerate() {
            if wanted {
                *slot = places.len() as u32;
                places.push([index % nx, index / nx % ny, index / (nx * ny)].each(|c| c as u32));
            }
        }
        Self { grid, slots, places }
    }

    /// Number of blocks with values.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// Memory on the heap, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u32>() + self.places.capacity() * size_of::<[u32; 3]>()
    }

    /// The slot of a block, if it has values.
    #[inline]
    pub(crate) fn slot(&self, [x, y, z]: [usize; 3]) -> Option<usize> {
        let [nx, ny, _] = self.grid.blocks();
        let slot = self.slots[(z * ny + y) * nx + x];
        (slot != EMPTY).then_some(slot as usize)
    }

    /// The node of the grid that a block stores at a local index.
    #[inline]
    pub(crate) fn node(&self, slot: usize, local: usize) -> [usize; 3] {
        let at = [local % NODES, local / NODES % NODES, local / (NODES * NODES)];
        let place = self.places[slot];
        core::array::from_fn(|axis| place[axis] as usize * SIDE + at[axis])
    }

    /// Index at which the value of a node of the grid is filled, or `None` if no block has it. Of the blocks that share a node it is the
    /// one farthest along z, then y, then x.
    pub(crate) fn home(&self, node: [usize; 3]) -> Option<usize> {
        let blocks = self.grid.blocks();
        // For each axis, the block that begins at or before the node, and the one before it if the node is between both.
        let high = node.each(|n| n / SIDE);
        for low in 0..8_usize {
            let mut block = [0; 3];
            let mut local = [0; 3];
            let mut there = true;
            for axis in 0..3 {
                let before = low >> axis & 1;
                there &= (before == 0 || node[axis].is_multiple_of(SIDE))
                    && high[axis] >= before
                    && high[axis] - before < blocks[axis];
                if there {
                    block[axis] = high[axis] - before;
                    local[axis] = node[axis] - block[axis] * SIDE;
                }
            }
            if there && let Some(slot) = self.slot(block) {
                return Some(slot * PER_BLOCK + local_of(local));
            }
        }
        None
    }

    /// Whether a block is the home of one of its nodes, where it is filled. True for all nodes except some on its high sides.
    #[inline]
    pub(crate) fn is_home(&self, slot: usize, local: usize) -> bool {
        let node = self.node(slot, local);
        let place = self.places[slot];
        let inner = (0..3).all(|axis| node[axis] - place[axis] as usize * SIDE < SIDE);
        inner || self.home(node) == Some(slot * PER_BLOCK + local)
    }

    /// Copies the filled values to all other blocks that have the node.
    pub(crate) fn spread(&self, values: &mut [f32]) {
        for slot in 0..self.len() {
            for local in 0..PER_BLOCK {
                if local % NODES < SIDE && local / NODES % NODES < SIDE && local / (NODES * NODES) < SIDE {
                    continue;
                }
                let at = slot * PER_BLOCK + local;
                if let Some(home) = self.home(self.node(slot, local)) {
                    values[at] = values[home];
                }
            }
        }
    }
}

/// The local index of a node in its block.
#[inline]
pub(crate) fn local_of([x, y, z]: [usize; 3]) -> usize {
    (z * NODES + y) * NODES + x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;

    /// Checks that every node of every block has one home, the same from all blocks that share it.
    #[test]
    fn one_home_for_each_node() {
        let grid = Grid { origin: Vec3::ZERO, spacing: 1.0, cells: [24, 16, 32] };
        let mut state = 1_u32;
        let wanted = (0..3 * 2 * 4).map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 30 != 0
        });
        let blocks = Blocks::new(grid, wanted);
        assert!(blocks.len() > 12 && blocks.len() < 24, "{}", blocks.len());
        let mut values = vec![-1.0_f32; blocks.len() * PER_BLOCK];
        let mut copies = 0;
        for slot in 0..blocks.len() {
            for local in 0..PER_BLOCK {
                let [x, y, z] = blocks.node(slot, local);
                let home = blocks.home([x, y, z]).unwrap();
                assert_eq!(home == slot * PER_BLOCK + local, blocks.is_home(slot, local));
                assert_eq!(blocks.node(home / PER_BLOCK, home % PER_BLOCK), [x, y, z]);
                if blocks.is_home(slot, local) {
                    values[home] = (x + 100 * y + 10_000 * z) as f32;
                } else {
                    copies += 1;
                }
            }
        }
        assert!(copies > 1000);
        blocks.spread(&mut values);
        for slot in 0..blocks.len() {
            for local in 0..PER_BLOCK {
                let [x, y, z] = blocks.node(slot, local);
                assert_eq!(values[slot * PER_BLOCK + local], (x + 100 * y + 10_000 * z) as f32);
            }
        }
        assert_eq!(blocks.home([24, 16, 33]), None);
    }
}
