//! Support mapping in logarithmic time: a tree over the Gauss sphere of directions.
//!
//! Every vertex of a convex polyhedron is the support point for a cone of directions, bounded by the normals of its
//! faces; the cones tile the sphere (the Gauss map). The tree splits the sphere by planes through the origin until few
//! cones intersect a cell, and stores with each cell the vertices of those cones. A query finds the cell of its
//! direction and scans it. It enters by a map ([`OctMap`]), which on a round hull leads straight to the cell.
//!
//! **Source.** The thesis (section 5.4) leaves logarithmic support mappings as future work and refers to Dobkin and
//! Kirkpatrick's nested hulls. Both were built, and a flat map of directions too; the decision record
//! `docs/decisions/0004-support-of-polyhedra.md` has the figures.
//!
//! **Guarantee.** The value of the vertex found is within 8 × ε × size × |direction| of the largest. A
//! rounding error in a side test or in the map moves the direction by an angle of a few ε, and a support value changes
//! by no more than that angle times the diameter. The argument assumes nothing about the vertices, so clusters and flat
//! regions do no harm.
//!
//! **From a hint** the query begins at the bottom of the tree: every vertex knows the cell that contains the middle of
//! its cone, and before the cell there is a guard, the planes that bound its part of the sphere. A direction that
//! passes the guard is answered by that cell; otherwise the query restarts from the top. Cells near the map or the root
//! have no guard and need none: the way down to them is as short as the guard.
//!
//! **Cost.** Planes are tested seven at a time, three levels of the tree for one step, and cells contain at most
//! [`leaf`] vertices if the cones allow it. Thin cones (the rim of a cylinder) are cut lengthwise; a vertex with many
//! neighbors (the apex of a cone) is one candidate like any other.

use alloc::vec::Vec;

use super::oct_map::OctMap;
use crate::math::lanes::{Block, LANES};
use crate::math::{Real, Vec3};

/// Largest number of vertices in a cell, if splitting helps. It is larger for `f64`, since nodes take more of the cache.
pub(super) const fn leaf<T>() -> usize {
    if size_of::<T>() == 4 { 2 * LANES } else { 4 * LANES }
}

/// Size limit of a cell that would need a node of its own to be split, four blocks more: one more step down the tree
/// costs as much as scanning them, and more memory.
pub(super) const fn large_leaf<T>() -> usize {
    leaf::<T>() + 4 * LANES
}

/// Error bound of a support value found by the tree, in ε × size × |direction|. Two for the dot product of either
/// vertex, the rest for side tests along the path; the largest observed is 2.
#[doc(hidden)]
pub const SUPPORT_ULPS: f64 = 8.0;

/// Flag of a child that is a cell.
pub(super) const CELL: u32 = 1 << 31;
/// Bits of a cell's name that hold its number of blocks.
pub(super) const COUNT_BITS: u32 = 5;
/// Cells this many nodes below the root, or else the map, have guards. Higher up, a hint would save less than waiting
/// for the last answer costs.
pub(super) const HOME_DEPTH: usize = 2;
/// Polyhedra with fewer vertices have no guards, for the same reason.
pub(super) const HOME_VERTICES: usize = 8192;
/// Number of blocks that means "see `long_cells`".
pub(super) const LONG: u32 = (1 << COUNT_BITS) - 1;

/// The child out of eight that the signs of seven planes select. Plane 0 is the root; planes 1 and 2 split its
/// non-negative and negative side, and so on, as in a heap.
const CHILD: [u8; 128] = {
    let mut table = [0; 128];
    let mut signs = 0;
    while signs < 128 {
        let first = signs & 1;
        let second = (signs >> (1 + first)) & 1;
        let third = (signs >> (3 + 2 * first + second)) & 1;
        table[signs] = (4 * first + 2 * second + third) as u8;
        signs += 1;
    }
    table
};

/// A tree over the sphere of directions.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GaussTree<T> {
    /// Entry point of a query.
    pub(super) map: OctMap<T>,
    /// Nodes: three levels of the tree each, as the unit normals of seven planes (lane 7 is not used). Tags are the
    /// eight children: nodes by index, or cells as [`CELL`], first block and number of blocks.
    ///
    /// Separate from the cells, so that they stay in the cache: a cold query on a million vertices then waits for main
    /// memory once, for its cell.
    pub(super) nodes: Vec<Block<T>>,
    /// Cells: one or more blocks of vertices, with their ids as tags. A cell low in the tree is preceded by its guard:
    /// the unit normals of up to eight planes, non-negative inside. Neighbors on the sphere are neighbors in memory.
    pub(super) cells: Vec<Block<T>>,
    /// For each vertex, the cell that contains the middle of its cone, 0 if that has no guard. Empty if no cell has one.
    pub(super) homes: Vec<u32>,
    /// First block and number of blocks of the largest cells, sorted by first block.
    pub(super) long_cells: Vec<(u32, u32)>,
}

/// Index of the first vertex block of a cell.
#[inline]
fn first_block(cell: u32) -> usize {
    ((cell & !CELL) >> COUNT_BITS) as usize
}

impl<T: Real> GaussTree<T> {
    /// The support vertex along a direction whose components are neither huge nor tiny, and its id.
    #[inline]
    pub(super) fn support(&self, d: Vec3<T>) -> (Vec3<T>, u32) {
        self.support_below(self.map.entry(d), d)
    }

    /// The support vertex and its id; fast if vertex `hint` is close to the answer.
    #[inline]
    pub(super) fn support_from(&self, d: Vec3<T>, hint: u32) -> (Vec3<T>, u32) {
        let home = self.homes.get(hint as usize).copied().unwrap_or(0);
        if home == 0 {
            return self.support(d);
        }
        let guard = &self.cells[first_block(home) - 1];
        // Branches, not selections: the path below need not wait for the guard's answer.
        if T::negative(guard, d.x, d.y, d.z) == 0 {
            return self.best_of(home, d);
        }
        self.support(d)
    }

    #[inline(always)]
    fn support_below(&self, node: u32, d: Vec3<T>) -> (Vec3<T>, u32) {
        let mut child = node;
        while child & CELL == 0 {
            child = self.child(child, d);
        }
        self.best_of(child, d)
    }

    /// The support vertex within a cell.
    #[inline(always)]
    fn best_of(&self, cell: u32, d: Vec3<T>) -> (Vec3<T>, u32) {
        let blocks = self.cell(cell);
        let (block, lane) = T::farthest(blocks, d.x, d.y, d.z);
        (blocks[block].get(lane), blocks[block].tags[lane])
    }

    /// The child of a node that contains a direction.
    #[inline(always)]
    fn child(&self, node: u32, d: Vec3<T>) -> u32 {
        let node = &self.nodes[node as usize];
        let signs = T::negative(node, d.x, d.y, d.z) as usize % CHILD.len();
        node.tags[CHILD[signs] as usize]
    }

    /// The cell that contains a direction, 0 if it is too high in the tree to have a guard.
    pub(super) fn home(&self, d: Vec3<T>) -> u32 {
        let (mut child, mut depth) = (self.map.entry(d), usize::from(self.map.half > 0));
        while child & CELL == 0 {
            child = self.child(child, d);
            depth += 1;
        }
        if depth > HOME_DEPTH { child } else { 0 }
    }

    /// Every vertex once, in the order of the cells.
    pub(super) fn order(&self, vertices: usize) -> Vec<u32> {
        let mut seen = alloc::vec![false; vertices];
        let mut order = Vec::with_capacity(vertices);
        for name in self.cell_names() {
            for &id in self.cell(name).iter().flat_map(|b| &b.tags) {
                if !core::mem::replace(&mut seen[id as usize], true) {
                    order.push(id);
                }
            }
        }
        // A vertex whose cone is thinner than rounding is in no cell.
        order.extend((0..vertices as u32).filter(|&id| !seen[id as usize]));
        order
    }

    /// Renumbers the vertices, `order[new]` being the old index.
    pub(super) fn renumber(&mut self, order: &[u32]) {
        let mut new_of = alloc::vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            new_of[old as usize] = new as u32;
        }
        if !self.homes.is_empty() {
            self.homes = order.iter().map(|&old| self.homes[old as usize]).collect();
        }
        for name in self.cell_names() {
            let first = first_block(name);
            let count = self.cell(name).len();
            for id in self.cells[first..first + count].iter_mut().flat_map(|b| &mut b.tags) {
                *id = new_of[*id as usize];
            }
        }
    }

    /// All cells, in memory order.
    fn cell_names(&self) -> Vec<u32> {
        let all = self.nodes.iter().flat_map(|n| n.tags).chain(self.map.entries.iter().copied());
        let mut names: Vec<u32> = all.filter(|t| t & CELL != 0).collect();
        // Children that share a cell list it several times.
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The blocks of a cell, by its name.
    #[inline(always)]
    fn cell(&self, name: u32) -> &[Block<T>] {
        let first = first_block(name);
        let mut count = (name & LONG) as usize;
        if count == LONG as usize {
            count = self.long_count(first as u32);
        }
        &self.cells[first..first + count]
    }

    #[cold]
    fn long_count(&self, first: u32) -> usize {
        self.long_cells.binary_search_by_key(&first, |c| c.0).map_or(0, |i| self.long_cells[i].1 as usize)
    }

    /// Bytes held on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        (self.nodes.len() + self.cells.len()) * size_of::<Block<T>>()
            + (self.homes.len() + self.map.entries.len()) * size_of::<u32>()
            + self.long_cells.len() * size_of::<(u32, u32)>()
    }
}
