//! Dynamic AABB tree: pairs, boxes, rays, nearest.
//!
//! A node is a block of up to eight boxes, stored by coordinate, so that a box is compared with eight at a time. A leaf
//! block has the user's boxes, an inner block those of other blocks.
//!
//! # How boxes move
//! [`AabbTree::set`] writes the tight box of a leaf. If it is still inside the box of its block, nothing else happens;
//! otherwise that box and those above grow. The box of a block has room for its leaves to move: it is larger than each
//! of them, and larger still by the slack ([`AabbTree::with_slack`]). Answers come from tight boxes, so the slack does
//! not change them. Boxes of blocks shrink in [`AabbTree::refit`]; [`AabbTree::rebuild`] rebuilds the structure of the
//! tree. [`AabbTree::tidy`] refits, and rebuilds if that is worthwhile: call it once per frame.
//!
//! # Guarantees
//! - The box of a block contains every box below it, at all times, so that queries are always right.
//! - No path is longer than [`MAX_DEPTH`], regardless of what is inserted in which order.
//! - Queries take `&self` and do not allocate. Neither does `set`; `refit` and `rebuild` reuse their memory.
//! - The same calls give the same tree and the same order of answers, on every machine.
//!
//! # Cost
//! n boxes; k answers. `set`: O(1) while inside the box of its block, O(log n) otherwise. `insert`, `remove`: O(log n),
//! unless a path has become too long: then everything is rebuilt, which takes boxes that come and go in an adversarial
//! order. `refit`: O(n). `rebuild`: O(n log n). A small box or ray query: O(log n + k) if the boxes are spread. Pairs:
//! O(n + k) likewise. Measured figures are in `docs/results/broad.md`.
//!
//! # Sources
//! Insertion with splits that climb is that of the R-tree (Guttman 1984); dynamic trees of boxes with slack are folklore
//! of game engines; binned building is from Wald (2007), with the sum of the sides in place of the surface area.

mod block;
mod build;
mod change;
mod check;
mod kept;
mod pairs;
mod visit;

use alloc::vec::Vec;

use super::bounds::{components, middle, nothing};
use super::leaves::Leaves;
use super::{BroadError, Leaf, check_box};
use crate::math::{Aabb, Vector};

use block::{Blocks, Item};
use kept::Kept;
pub use pairs::PairTask;

/// Longest path from the root to a leaf block, both included. Halving 2^28 boxes, the maximum, needs 10; the rest is
/// room for unbalanced trees. It sets the stack size of all searches.
const MAX_DEPTH: usize = 20;

/// Stack capacity of a search: seven blocks beside the path, at each level.
const STACK: usize = 7 * MAX_DEPTH + 1;

/// Flag of a child that is a leaf block; without it, it is an inner block.
const LEAF: u32 = 1 << 31;

/// Marks the absence of a child or parent.
const NONE: u32 = u32::MAX;

/// Cost after which [`AabbTree::tidy`] rebuilds, as a multiple of that when the tree was built. If it were smaller,
/// rebuilds would not pay, since one takes as long as several searches; if larger, searches would be slow.
const WORN: f64 = 1.3;

/// A dynamic AABB tree. See the [module](super) for keys, handles and margins.
///
/// ```
/// use impinge::broad::AabbTree;
/// use impinge::{Aabb, Vec3};
///
/// let cube = |x| Aabb::around(Vec3::new(x, 0.0, 0.0), Vec3::new(0.5, 0.5, 0.5));
/// let mut tree = AabbTree::new();
/// tree.insert(cube(0.0), 10)?;
/// tree.insert(cube(1.25), 11)?;
/// let moving = tree.insert(cube(5.0), 12)?;
///
/// let mut pairs = Vec::new();
/// tree.pairs_into(0.5, &mut pairs); // within half a unit along every axis
/// assert_eq!(pairs, [(10, 11)]);
///
/// tree.set(moving, cube(2.25))?;
/// tree.pairs_into(0.0, &mut pairs); // touching is enough
/// assert_eq!(pairs, [(11, 12)]);
///
/// assert!(tree.remove(moving));
/// assert!(!tree.remove(moving), "a stale handle is known as such");
/// # Ok::<(), impinge::broad::BroadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct AabbTree<V: Vector> {
    blocks: Blocks<V>,
    slots: Leaves,
    /// A child, or [`NONE`].
    root: u32,
    /// Upper bound on the number of blocks on a path.
    height: usize,
    /// Box of the root.
    bounds: Aabb<V>,
    len: usize,
    slack: V::Scalar,
    /// Whether every block comes after its parent in memory: then one pass from the end to the start refits.
    in_order: bool,
    /// Cost when the tree was built.
    built_cost: V::Scalar,
    /// Number of boxes inserted and removed since.
    changes: usize,
    /// Memory for building: boxes, and blocks from the root down.
    items: Vec<Item<V>>,
    order: Vec<u32>,
    kept: Kept<V>,
}

impl<V: Vector> Default for AabbTree<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Vector> AabbTree<V> {
    /// An empty tree, without slack.
    pub fn new() -> Self {
        Self::with_slack(V::Scalar::default())
    }

    /// An empty tree. `slack` is a length: how much larger than necessary the boxes of blocks are, so that leaves can
    /// move that far before the tree changes. It does not change an answer. Use 0 if all boxes move and
    /// [`AabbTree::tidy`] is called every frame; use a few frames' motion if [`AabbTree::tidy`] is called occasionally.
    /// A negative, infinite or NaN slack counts as 0.
    pub fn with_slack(slack: V::Scalar) -> Self {
        let zero = V::Scalar::default();
        Self {
            blocks: Blocks::default(),
            slots: Leaves::default(),
            root: NONE,
            height: 0,
            bounds: nothing(),
            len: 0,
            slack: if slack > zero && crate::math::Real::is_finite(slack) { slack } else { zero },
            in_order: true,
            built_cost: zero,
            changes: 0,
            items: Vec::new(),
            order: Vec::new(),
            kept: Kept::new(),
        }
    }

    /// Builds a tree of many boxes at once, with their handles. The key of a box is its index.
    ///
    /// # Errors
    /// The first problem with a box, as [`AabbTree::insert`].
    pub fn from_boxes(boxes: &[Aabb<V>]) -> Result<(Self, Vec<Leaf>), BroadError> {
        let mut tree = Self::new();
        let leaves = tree.extend(boxes.iter().zip(0..).map(|(&aabb, key)| (aabb, key)))?;
        Ok((tree, leaves))
    }

    /// Inserts many boxes with their keys and rebuilds the tree. Much faster than one by one.
    ///
    /// # Errors
    /// The first problem with a box, as [`AabbTree::insert`]; then the tree is as it was.
    pub fn extend(
        &mut self,
        boxes: impl IntoIterator<Item = (Aabb<V>, u32)>,
    ) -> Result<Vec<Leaf>, BroadError> {
        self.collect_items();
        let before = self.items.len();
        for (aabb, key) in boxes {
            check_box(&aabb)?;
            self.items.push(Item { aabb, tag: key, slot: 0 });
        }
        if self.items.len() > Blocks::<V>::MOST {
            return Err(BroadError::Full);
        }
        let mut leaves = Vec::with_capacity(self.items.len() - before);
        for item in &mut self.items[before..] {
            // The boxes were just counted as fewer than the slot indices; the slots given up are too few to matter.
            let leaf = self.slots.add(0).ok_or(BroadError::Full)?;
            item.slot = leaf.slot;
            leaves.push(leaf);
        }
        self.build_all();
        // Spare capacity from growing, and memory needed only for building: both would stay allocated.
        self.blocks.shrink();
        self.items = Vec::new();
        Ok(leaves)
    }

    /// Number of boxes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no boxes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A box around all boxes, perhaps larger than necessary; `None` if there are none.
    pub fn bounds(&self) -> Option<Aabb<V>> {
        (self.len > 0).then_some(self.bounds)
    }

    /// The tight box of a leaf; `None` if the handle is stale.
    pub fn aabb(&self, leaf: Leaf) -> Option<Aabb<V>> {
        let place = self.slots.place(leaf)?;
        Some(self.blocks.get(place))
    }

    /// The key of a leaf; `None` if the handle is stale.
    pub fn key(&self, leaf: Leaf) -> Option<u32> {
        let place = self.slots.place(leaf)?;
        Some(self.blocks.tag(place))
    }

    /// Bytes on the heap, including memory kept for building.
    pub fn heap_bytes(&self) -> usize {
        self.order.capacity() * size_of::<u32>()
            + self.items.capacity() * size_of::<Item<V>>()
            + self.blocks.heap_bytes()
            + self.slots.heap_bytes()
            + self.kept.heap_bytes()
    }

    /// The box of a child, stored in its parent.
    #[inline]
    fn box_of(&self, child: u32) -> Aabb<V> {
        match self.blocks.parent(child & !LEAF) {
            NONE => self.bounds,
            place => self.blocks.get(place),
        }
    }

    /// The same box as minimum and maximum.
    #[inline]
    fn corners_of(&self, child: u32) -> ([V::Scalar; 3], [V::Scalar; 3]) {
        match self.blocks.parent(child & !LEAF) {
            NONE => (components(self.bounds.min), components(self.bounds.max)),
            place => self.blocks.corners(place),
        }
    }
}

/// The axis along which the centers of some boxes differ most, and their smallest and largest center there.
fn widest_axis<V: Vector>(boxes: impl Iterator<Item = Aabb<V>> + Clone) -> (usize, V::Scalar, V::Scalar) {
    let mut best = (0, V::Scalar::default(), V::Scalar::default());
    for axis in 0..V::DIM {
        let mut range = None;
        for aabb in boxes.clone() {
            let at = middle(&aabb, axis);
            let (low, high) = range.unwrap_or((at, at));
            range = Some((crate::math::Real::min(at, low), crate::math::Real::max(at, high)));
        }
        if let Some((low, high)) = range
            && (axis == 0 || high - low > best.2 - best.1)
        {
            best = (axis, low, high);
        }
    }
    best
}
