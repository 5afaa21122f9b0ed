//! Pairs of boxes of one tree that are near one another, by simultaneous descent.
//!
//! A task is a pair of subtrees. (x, x) stands for all pairs within x: those within its children, and those between them.
//! (x, y) stands for all pairs with one box in each, and is dropped where the boxes of x and y are not near. Two blocks
//! are compared box by box, eight at a time, after the boxes of each that are not near the other block are put aside.
//!
//! Every pair of boxes is met once, since the task that holds both is split into tasks that hold different pairs.

use alloc::vec::Vec;

use super::super::bounds::{components, near};
use super::{AabbTree, BLOCK, MAX_DEPTH, NONE};
use crate::math::lanes::{LANES, Lanes};
use crate::math::{Aabb, Real, Vector};

/// Tasks that wait: a task on two nodes leaves at most three others behind when it goes on, one on a node and itself two,
/// and both subtrees get shallower.
const WAITING: usize = 5 * MAX_DEPTH;

/// Pairs of blocks that are collected before they are compared, so that the memory they stand in has time to come: at
/// fewer the processor waits, at more the first ones are gone again.
const AHEAD: usize = 16;

/// A part of the search for pairs, independent of the others: see [`AabbTree::tasks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairTask(u32, u32);

impl<V: Vector> AabbTree<V> {
    /// Calls `found` with the keys of every two boxes within the margin ([`near`](super::super::near)), the smaller key
    /// first. Each pair comes once. The order is the same whenever the tree is the same.
    pub fn each_pair(&self, margin: V::Scalar, found: impl FnMut(u32, u32)) {
        if self.root != NONE {
            self.each_pair_of(PairTask(self.root, self.root), margin, found);
        }
    }

    /// Fills `pairs` with what [`AabbTree::each_pair`] finds, in rising order: equal for equal boxes, whatever the form
    /// of the tree. Allocates only where `pairs` has too little room.
    pub fn pairs_into(&self, margin: V::Scalar, pairs: &mut Vec<(u32, u32)>) {
        pairs.clear();
        self.each_pair(margin, |a, b| pairs.push((a, b)));
        pairs.sort_unstable();
    }

    /// Splits the search for pairs into at least `count` independent tasks, where the tree has as many. Together, in any
    /// order or at the same time, [`AabbTree::each_pair_of`] finds for them what [`AabbTree::each_pair`] finds, each pair
    /// once. The list depends on the tree, `count` and `margin` only.
    pub fn tasks(&self, count: usize, margin: V::Scalar) -> Vec<PairTask> {
        let mut tasks = Vec::new();
        if self.root != NONE {
            tasks.push(PairTask(self.root, self.root));
        }
        while tasks.len() < count {
            let before = core::mem::take(&mut tasks);
            let mut split = false;
            for &task in &before {
                split |= self.split_task(task, margin, |part| tasks.push(part));
            }
            if !split {
                return tasks;
            }
        }
        tasks
    }

    /// One level down: what a task consists of. `false` if it is of blocks only, and kept as it is.
    fn split_task(
        &self,
        PairTask(a, b): PairTask,
        margin: V::Scalar,
        mut part: impl FnMut(PairTask),
    ) -> bool {
        let children = |x: u32| match x & BLOCK {
            0 => self.nodes[x as usize].children,
            _ => [x, NONE],
        };
        if a & b & BLOCK != 0 {
            part(PairTask(a, b));
            return false;
        }
        if a == b {
            let [left, right] = children(a);
            part(PairTask(left, left));
            part(PairTask(right, right));
            if near(self.box_of(left), self.box_of(right), margin) {
                part(PairTask(left, right));
            }
            return true;
        }
        for x in children(a).into_iter().filter(|&x| x != NONE) {
            for y in children(b).into_iter().filter(|&y| y != NONE) {
                if near(self.box_of(x), self.box_of(y), margin) {
                    part(PairTask(x, y));
                }
            }
        }
        true
    }

    /// What [`AabbTree::each_pair`] finds in one of the [`AabbTree::tasks`] of this tree. A task of another tree, or from
    /// before a change, may give some of the pairs or none.
    pub fn each_pair_of(&self, task: PairTask, margin: V::Scalar, mut found: impl FnMut(u32, u32)) {
        let mut search = Search {
            tree: self,
            margin,
            waiting: [(0, 0); WAITING],
            count: 0,
            ahead: [(0, 0); AHEAD],
            ahead_count: 0,
            found: &mut found,
        };
        search.run(task);
    }
}

struct Search<'a, V: Vector, F> {
    tree: &'a AabbTree<V>,
    margin: V::Scalar,
    waiting: [(u32, u32); WAITING],
    count: usize,
    ahead: [(u32, u32); AHEAD],
    ahead_count: usize,
    found: &'a mut F,
}

impl<V: Vector, F: FnMut(u32, u32)> Search<'_, V, F> {
    fn run(&mut self, PairTask(a, b): PairTask) {
        let known = |x: u32| match x & BLOCK {
            0 => (x as usize) < self.tree.nodes.len() && self.tree.nodes[x as usize].children[0] != NONE,
            _ => self.tree.blocks.holds(x & !BLOCK),
        };
        if !known(a) || !known(b) {
            return; // A task of another tree.
        }
        self.start(a, b);
        while self.count > 0 {
            self.count -= 1;
            let (a, b) = self.waiting[self.count];
            let first = &self.tree.nodes[a as usize];
            if a == b {
                for child in first.children {
                    self.start(child, child);
                }
                self.between(first.children[0], &first.boxes[0], first.children[1], &first.boxes[1]);
            } else if b & BLOCK == 0 {
                let second = &self.tree.nodes[b as usize];
                for i in 0..2 {
                    for j in 0..2 {
                        let (x, y) = (first.children[i], second.children[j]);
                        self.between(x, &first.boxes[i], y, &second.boxes[j]);
                    }
                }
            } else {
                let block_box = *self.tree.box_of(b);
                for i in 0..2 {
                    self.between(first.children[i], &first.boxes[i], b, &block_box);
                }
            }
        }
        self.compare_blocks();
    }

    /// Takes up a task: two blocks at once, anything else later.
    #[inline]
    fn start(&mut self, a: u32, b: u32) {
        if a & b & BLOCK == 0 {
            self.wait(a, b);
        } else {
            self.compare_later(a & !BLOCK, b & !BLOCK);
        }
    }

    #[inline]
    fn wait(&mut self, a: u32, b: u32) {
        // The node first: a block is never split.
        let task = if a & BLOCK == 0 { (a, b) } else { (b, a) };
        if let Some(place) = self.waiting.get_mut(self.count) {
            *place = task;
            self.count += 1;
        } else {
            debug_assert!(false, "the depth of the tree is bounded");
        }
    }

    #[inline]
    fn between(&mut self, a: u32, box_a: &Aabb<V>, b: u32, box_b: &Aabb<V>) {
        if near(box_a, box_b, self.margin) {
            self.start(a, b);
        }
    }

    /// Notes two blocks, or one and itself, to be compared when their memory has come.
    #[inline]
    fn compare_later(&mut self, a: u32, b: u32) {
        if self.ahead_count == AHEAD {
            self.compare_blocks();
        }
        self.ahead[self.ahead_count] = (a, b);
        self.ahead_count += 1;
        self.tree.blocks.prefetch(b);
    }

    fn compare_blocks(&mut self) {
        for i in 0..self.ahead_count {
            let (a, b) = self.ahead[i];
            if a == b {
                self.within_block(a);
            } else {
                self.blocks(a, b);
            }
        }
        self.ahead_count = 0;
    }

    /// Pairs within a block.
    #[inline]
    fn within_block(&mut self, block: u32) {
        let (lows, highs) = self.tree.blocks.rows(block);
        let reach = self.reach(highs);
        let keys = self.tree.blocks.keys(block);
        for lane in 1..self.tree.blocks.len(block) {
            let earlier = (1_u8 << lane) - 1;
            let mut others = row_meets::<V>(lows, &reach, lows, &reach, lane) & earlier;
            while others != 0 {
                self.tell(keys[lane], keys[others.trailing_zeros() as usize]);
                others &= others - 1;
            }
        }
    }

    /// Pairs with one box in each block.
    #[inline]
    fn blocks(&mut self, a: u32, b: u32) {
        let blocks = &self.tree.blocks;
        let box_b = self.tree.box_of(b | BLOCK);
        let (lows_a, highs_a) = blocks.rows(a);
        let (lows_b, highs_b) = blocks.rows(b);
        let (reach_a, reach_b) = (self.reach(highs_a), self.reach(highs_b));
        let mut rows = meets_box::<V>(lows_a, &reach_a, box_b, self.margin);
        if rows == 0 {
            return;
        }
        let (keys_a, keys_b) = (blocks.keys(a), blocks.keys(b));
        while rows != 0 {
            let lane = rows.trailing_zeros() as usize;
            rows &= rows - 1;
            let mut others = row_meets::<V>(lows_b, &reach_b, lows_a, &reach_a, lane);
            while others != 0 {
                self.tell(keys_a[lane], keys_b[others.trailing_zeros() as usize]);
                others &= others - 1;
            }
        }
    }

    /// The maxima, with the margin added.
    #[inline]
    fn reach(&self, highs: &[[V::Scalar; LANES]]) -> [[V::Scalar; LANES]; 3] {
        let mut reach = [[V::Scalar::ZERO; LANES]; 3];
        for (to, from) in reach.iter_mut().zip(highs) {
            for lane in 0..LANES {
                to[lane] = from[lane] + self.margin;
            }
        }
        reach
    }

    #[inline]
    fn tell(&mut self, a: u32, b: u32) {
        (self.found)(a.min(b), a.max(b));
    }
}

/// Which boxes of a block are near one box of another: `low <= reach of the one` and `low of the one <= reach`.
#[inline]
fn row_meets<V: Vector>(
    lows: &[[V::Scalar; LANES]],
    reach: &[[V::Scalar; LANES]; 3],
    row_lows: &[[V::Scalar; LANES]],
    row_reach: &[[V::Scalar; LANES]; 3],
    lane: usize,
) -> u8 {
    let (mut at_most, mut at_least) = ([V::Scalar::ZERO; 3], [V::Scalar::ZERO; 3]);
    for axis in 0..V::DIM {
        at_most[axis] = row_reach[axis][lane];
        at_least[axis] = row_lows[axis][lane];
    }
    let d = V::DIM;
    V::Scalar::meeting(&lows[..d], &reach[..d], &at_most[..d], &at_least[..d])
}

/// Which boxes of a block are near a box.
#[inline]
fn meets_box<V: Vector>(
    lows: &[[V::Scalar; LANES]],
    reach: &[[V::Scalar; LANES]; 3],
    aabb: &Aabb<V>,
    margin: V::Scalar,
) -> u8 {
    let d = V::DIM;
    let at_most = components(aabb.max + V::splat(margin));
    let at_least = components(aabb.min);
    V::Scalar::meeting(&lows[..d], &reach[..d], &at_most[..d], &at_least[..d])
}
