//! Pairs of nearby boxes of one tree, by simultaneous descent.
//!
//! A task is a pair of subtrees. (x, x) stands for all pairs within x: those within its children, and those between
//! them. (x, y) stands for all pairs with one box in each, and is dropped if the boxes of x and y are not near. Two
//! blocks are compared box by box, one with eight at a time, after excluding the boxes of one that are not near the
//! other block. The results are pairs in leaf blocks, and tasks in inner blocks.
//!
//! Every pair of boxes is visited once, since the task that contains both is split into tasks that contain different pairs.
//!
//! Simultaneous descent is folklore; Hubbard (1995) describes it for two trees of spheres.

use alloc::vec::Vec;

use super::super::bounds::near;
use super::{AabbTree, LEAF, MAX_DEPTH, NONE};
use crate::math::lanes::{LANES, Lanes};
use crate::math::{Each, Real, Vector};

/// Capacity for waiting tasks: one on two inner blocks leaves at most 63 others behind when it continues, and both get
/// a level deeper; one on an inner and a leaf block leaves 7.
const WAITING: usize = (LANES * LANES - 1 + LANES - 1) * MAX_DEPTH + 1;

/// A part of the search for pairs, independent of the others: see [`AabbTree::tasks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairTask(u32, u32);

impl<V: Vector> AabbTree<V> {
    /// Calls `found` with the keys of all pairs of boxes within the margin ([`near`](super::super::near)), the smaller
    /// key first. Each pair is reported once. The order is the same whenever the tree is the same.
    pub fn each_pair(&self, margin: V::Scalar, found: impl FnMut(u32, u32)) {
        if let Some(task) = self.whole() {
            self.each_pair_of(task, margin, found);
        }
    }

    /// Fills `pairs` with the pairs that [`AabbTree::each_pair`] finds, in ascending order: equal for equal boxes,
    /// regardless of the structure of the tree. Allocates only if `pairs` has too little room.
    pub fn pairs_into(&self, margin: V::Scalar, pairs: &mut Vec<(u32, u32)>) {
        pairs.clear();
        self.each_pair(margin, |a, b| pairs.push((a, b)));
        pairs.sort_unstable();
    }

    /// Splits the search for pairs into at least `count` independent tasks, if the tree has that many. Together, in any
    /// order or at the same time, [`AabbTree::each_pair_of`] finds for them the pairs that [`AabbTree::each_pair`]
    /// finds, each pair once. The list depends only on the tree, `count` and `margin`.
    pub fn tasks(&self, count: usize, margin: V::Scalar) -> Vec<PairTask> {
        let mut tasks = Vec::new();
        self.tasks_into(count, margin, &mut tasks);
        tasks
    }

    /// The same, into reused memory.
    pub fn tasks_into(&self, count: usize, margin: V::Scalar, tasks: &mut Vec<PairTask>) {
        tasks.clear();
        tasks.extend(self.whole());
        let mut split = true;
        while split && tasks.len() < count {
            split = false;
            let before = tasks.len();
            for i in 0..before {
                split |= self.split_task(tasks[i], margin, |part| tasks.push(part));
            }
            tasks.drain(..before);
        }
    }

    /// Splits a task one level down. Returns `false` if it has only leaf blocks, and is kept as it is.
    fn split_task(
        &self,
        PairTask(a, b): PairTask,
        margin: V::Scalar,
        mut part: impl FnMut(PairTask),
    ) -> bool {
        if a & b & LEAF != 0 {
            part(PairTask(a, b));
            return false;
        }
        // A leaf block stands for itself.
        let children = |x: u32| {
            let block = x & !LEAF;
            let inner = if x & LEAF == 0 { self.blocks.len(block) } else { 0 };
            let itself = (x & LEAF != 0).then_some((x, self.box_of(x)));
            itself.into_iter().chain(self.blocks.items(block).take(inner).map(|item| (item.tag, item.aabb)))
        };
        for (i, (x, box_x)) in children(a).enumerate() {
            if a == b {
                part(PairTask(x, x));
            }
            let others = children(b).take(if a == b { i } else { LANES });
            for (y, box_y) in others {
                if near(&box_x, &box_y, margin) {
                    part(PairTask(x, y));
                }
            }
        }
        true
    }

    /// Finds the pairs of [`AabbTree::each_pair`] in one of the [`AabbTree::tasks`] of this tree. A task of another
    /// tree, or from before a change, may find some of the pairs or none.
    pub fn each_pair_of(&self, task: PairTask, margin: V::Scalar, mut found: impl FnMut(u32, u32)) {
        self.each_row_of(task, margin, |place, block, lanes| {
            self.tell(place, block, lanes, &mut found);
        });
    }

    /// Reports the pairs of the box at a place with some lanes of a block, the smaller key first.
    #[inline]
    pub(super) fn tell(&self, place: u32, block: u32, mut lanes: u8, found: &mut impl FnMut(u32, u32)) {
        let a = self.blocks.tag(place);
        let tags = self.blocks.tags(block);
        while lanes != 0 {
            let b = tags[lanes.trailing_zeros() as usize];
            found(a.min(b), a.max(b));
            lanes &= lanes - 1;
        }
    }

    /// Calls `found` with the place of a box, a block, and the mask of its boxes that are near the one, if any are.
    #[inline]
    pub(super) fn each_row_of(
        &self,
        PairTask(a, b): PairTask,
        margin: V::Scalar,
        mut found: impl FnMut(u32, u32, u8),
    ) {
        let known =
            |x: u32| self.blocks.holds(x & !LEAF) && self.blocks.is_leaf(x & !LEAF) == (x & LEAF != 0);
        if !known(a) || !known(b) {
            return; // A task of another tree.
        }
        // Adding a margin of 0 changes nothing, so it is omitted.
        if margin == V::Scalar::ZERO {
            Search::<V, _, false>::new(self, margin, &mut found).run(a, b);
        } else {
            Search::<V, _, true>::new(self, margin, &mut found).run(a, b);
        }
    }

    /// The task for the whole search.
    pub(super) fn whole(&self) -> Option<PairTask> {
        (self.root != NONE).then_some(PairTask(self.root, self.root))
    }
}

/// A search in progress. `MARGIN`: whether there is one.
struct Search<'a, V: Vector, F, const MARGIN: bool> {
    tree: &'a AabbTree<V>,
    margin: V::Scalar,
    waiting: [(u32, u32); WAITING],
    count: usize,
    found: &'a mut F,
}

/// Eight numbers for each axis.
type Rows<T> = [[T; LANES]];

impl<'a, V: Vector, F: FnMut(u32, u32, u8), const MARGIN: bool> Search<'a, V, F, MARGIN> {
    fn new(tree: &'a AabbTree<V>, margin: V::Scalar, found: &'a mut F) -> Self {
        Self { tree, margin, waiting: [(0, 0); WAITING], count: 0, found }
    }

    fn run(&mut self, a: u32, b: u32) {
        self.start(a, b);
        while self.count > 0 {
            self.count -= 1;
            let (a, b) = self.waiting[self.count];
            if a == b {
                self.within(a);
            } else if b & LEAF == 0 {
                self.between(a, b);
            } else {
                self.below(a, b);
            }
        }
    }

    /// Starts a task: leaf blocks at once, anything else later.
    #[inline]
    fn start(&mut self, a: u32, b: u32) {
        if a & b & LEAF != 0 {
            if a == b {
                self.within(a);
            } else {
                self.between(a, b);
            }
            return;
        }
        // The inner block first.
        let task = if a & LEAF == 0 { (a, b) } else { (b, a) };
        if let Some(place) = self.waiting.get_mut(self.count) {
            *place = task;
            self.count += 1;
        } else {
            debug_assert!(false, "the depth of the tree is bounded");
        }
    }

    /// Handles a box of a block that is near some of another: pairs in leaf blocks, tasks in inner ones.
    #[inline]
    fn meet(&mut self, leaf: bool, place: u32, block: u32, mut lanes: u8) {
        if lanes == 0 {
            return;
        }
        if leaf {
            (self.found)(place, block, lanes);
            return;
        }
        let child = self.tree.blocks.tag(place);
        while lanes != 0 {
            self.start(child, self.tree.blocks.tags(block)[lanes.trailing_zeros() as usize]);
            lanes &= lanes - 1;
        }
    }

    /// Finds pairs within a block.
    fn within(&mut self, child: u32) {
        let block = child & !LEAF;
        let leaf = child & LEAF != 0;
        let (lows, highs) = self.tree.blocks.rows(block);
        let reach = self.reach(highs);
        let reach = if MARGIN { &reach[..V::DIM] } else { highs };
        let first = block * LANES as u32;
        let len = self.tree.blocks.len(block);
        if !leaf {
            for place in first..first + len as u32 {
                let child = self.tree.blocks.tag(place);
                self.start(child, child);
            }
        }
        for lane in 1..len {
            let others = row_meets::<V>(lows, reach, lows, reach, lane) & earlier(lane);
            self.meet(leaf, first + lane as u32, block, others);
        }
    }

    /// Finds pairs with one box in each block; both of the same kind.
    fn between(&mut self, a: u32, b: u32) {
        let tree = self.tree;
        let leaf = a & LEAF != 0;
        let (a, b) = (a & !LEAF, b & !LEAF);
        let (lows_a, highs_a) = tree.blocks.rows(a);
        let reach_a = self.reach(highs_a);
        let reach_a = if MARGIN { &reach_a[..V::DIM] } else { highs_a };
        let mut rows = self.meets_box(lows_a, reach_a, b);
        if rows == 0 {
            return;
        }
        let (lows_b, highs_b) = tree.blocks.rows(b);
        let reach_b = self.reach(highs_b);
        let reach_b = if MARGIN { &reach_b[..V::DIM] } else { highs_b };
        while rows != 0 {
            let lane = rows.trailing_zeros() as usize;
            rows &= rows - 1;
            let others = row_meets::<V>(lows_b, reach_b, lows_a, reach_a, lane);
            self.meet(leaf, a * LANES as u32 + lane as u32, b, others);
        }
    }

    /// Adds tasks with a leaf block and a child of an inner one.
    fn below(&mut self, inner: u32, leaf: u32) {
        let (lows, highs) = self.tree.blocks.rows(inner);
        let reach = self.reach(highs);
        let reach = if MARGIN { &reach[..V::DIM] } else { highs };
        let mut met = self.meets_box(lows, reach, leaf);
        while met != 0 {
            self.start(self.tree.blocks.tags(inner)[met.trailing_zeros() as usize], leaf);
            met &= met - 1;
        }
    }

    /// The maxima with the margin added.
    #[inline]
    fn reach(&self, highs: &Rows<V::Scalar>) -> [[V::Scalar; LANES]; 3] {
        let mut reach = [[V::Scalar::ZERO; LANES]; 3];
        if MARGIN {
            for (to, from) in reach.iter_mut().zip(highs) {
                for lane in 0..LANES {
                    to[lane] = from[lane] + self.margin;
                }
            }
        }
        reach
    }

    /// Mask of the boxes of a block that are near that of a whole block.
    #[inline]
    fn meets_box(&self, lows: &Rows<V::Scalar>, reach: &Rows<V::Scalar>, child: u32) -> u8 {
        let (at_least, mut at_most) = self.tree.corners_of(child);
        if MARGIN {
            at_most = at_most.each(|high| high + self.margin);
        }
        V::Scalar::meeting(lows, reach, &at_most[..V::DIM], &at_least[..V::DIM])
    }
}

/// Mask of the lanes before one: each pair within a block once.
#[inline]
pub(super) fn earlier(lane: usize) -> u8 {
    (1_u8 << lane) - 1
}

/// Mask of the boxes of a block that are near one box of another: `low <= reach of the one` and `low of the one <= reach`.
#[inline]
pub(super) fn row_meets<V: Vector>(
    lows: &Rows<V::Scalar>,
    reach: &Rows<V::Scalar>,
    row_lows: &Rows<V::Scalar>,
    row_reach: &Rows<V::Scalar>,
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
