//! Sweep and prune: boxes sorted along one axis.
//!
//! What it answers: all pairs of boxes within a margin. When to use it: if you want a simple structure, and for
//! comparison. For boxes in a line it takes 1.2 to 2 times as long as the tree, from 50 boxes to 100,000. In space the
//! number of boxes that overlap along one axis alone grows as n^(5/3) for n boxes of one size in a cube that grows with
//! them: there it takes 2 times as long at 1,000 boxes, and 10 times at 100,000.
//!
//! # Source
//! Baraff (1992), with one axis instead of three: the one along which the centers of the boxes vary most. The boxes are
//! sorted by their minima. Between two frames the order changes little, so insertion sort restores it in few steps.
//! Then each box is compared with those that follow it, eight at a time, up to the first that begins after its end.
//!
//! # Cost
//! Sorting: O(n + swaps), or O(n log n) if there are many swaps. Pairs: O(n + pairs along the axis). No allocation
//! after the first call with the same number of boxes.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::bounds::{components, middle};
use super::leaves::{Leaf, Leaves};
use super::{BroadError, check_box};
use crate::math::lanes::{LANES, Lanes};
use crate::math::{Aabb, Real, Vector};

/// Insertion sort gives up after this many moves per box, and the order is sorted from scratch. With fewer, coherence
/// is not used; with more, a scene that jumps takes long. A full sort takes about the binary logarithm of the number of
/// boxes.
const MOVES_A_BOX: usize = 8;

/// Another axis is taken if the boxes vary this many times more along it: a new sort must pay for itself.
const OTHER_AXIS: f64 = 1.5;

/// Boxes sorted along one axis. See the [module](super) for keys, handles and margins.
///
/// ```
/// use impinge::broad::SweepAndPrune;
/// use impinge::{Aabb, Vec2};
///
/// let square = |x| Aabb::around(Vec2::new(x, 0.0), Vec2::new(0.5, 0.5));
/// let mut sweep = SweepAndPrune::new();
/// for i in 0..4 {
///     sweep.insert(square(0.9 * f64::from(i)), i)?;
/// }
/// let mut pairs = Vec::new();
/// sweep.pairs_into(0.0, &mut pairs);
/// assert_eq!(pairs, [(0, 1), (1, 2), (2, 3)]);
/// # Ok::<(), impinge::broad::BroadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SweepAndPrune<V: Vector> {
    boxes: Vec<Aabb<V>>,
    keys: Vec<u32>,
    /// The slot of each box.
    owners: Vec<u32>,
    slots: Leaves,
    /// Indices of the boxes in the order of their minima along `axis`.
    order: Vec<u32>,
    axis: usize,
    /// Minima, and maxima with the margin added, in that order, in blocks of eight as in the tree.
    rows: Vec<[V::Scalar; LANES]>,
}

impl<V: Vector> Default for SweepAndPrune<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Vector> SweepAndPrune<V> {
    /// An empty structure.
    pub fn new() -> Self {
        Self {
            boxes: Vec::new(),
            keys: Vec::new(),
            owners: Vec::new(),
            slots: Leaves::default(),
            order: Vec::new(),
            axis: 0,
            rows: Vec::new(),
        }
    }

    /// Inserts a box with your key.
    ///
    /// # Errors
    /// [`BroadError::NotANumber`], [`BroadError::Empty`] or [`BroadError::Full`]; then nothing has changed.
    pub fn insert(&mut self, aabb: Aabb<V>, key: u32) -> Result<Leaf, BroadError> {
        check_box(&aabb)?;
        let place = u32::try_from(self.boxes.len()).map_err(|_| BroadError::Full)?;
        if place == u32::MAX {
            return Err(BroadError::Full);
        }
        let leaf = self.slots.add(place).ok_or(BroadError::Full)?;
        self.boxes.push(aabb);
        self.keys.push(key);
        self.owners.push(leaf.slot);
        self.order.push(place);
        Ok(leaf)
    }

    /// Removes a box; `false` if the handle is stale. O(n).
    pub fn remove(&mut self, leaf: Leaf) -> bool {
        let Some(place) = self.slots.place(leaf) else { return false };
        self.slots.remove(leaf);
        let last = self.boxes.len() as u32 - 1;
        let at = place as usize;
        self.boxes.swap_remove(at);
        self.keys.swap_remove(at);
        self.owners.swap_remove(at);
        if place != last {
            self.slots.move_to(self.owners[at], place);
        }
        // The slot is removed, and the last box takes its number.
        self.order.retain(|&i| i != place);
        if let Some(moved) = self.order.iter_mut().find(|i| **i == last) {
            *moved = place;
        }
        true
    }

    /// Moves a box.
    ///
    /// # Errors
    /// [`BroadError::NotANumber`], [`BroadError::Empty`] or [`BroadError::Stale`]; then nothing has changed.
    pub fn set(&mut self, leaf: Leaf, aabb: Aabb<V>) -> Result<(), BroadError> {
        check_box(&aabb)?;
        let place = self.slots.place(leaf).ok_or(BroadError::Stale)?;
        self.boxes[place as usize] = aabb;
        Ok(())
    }

    /// Number of boxes.
    pub fn len(&self) -> usize {
        self.boxes.len()
    }

    /// Whether there are no boxes.
    pub fn is_empty(&self) -> bool {
        self.boxes.is_empty()
    }

    /// A box; `None` if the handle is stale.
    pub fn aabb(&self, leaf: Leaf) -> Option<Aabb<V>> {
        Some(self.boxes[self.slots.place(leaf)? as usize])
    }

    /// The key of a box; `None` if the handle is stale.
    pub fn key(&self, leaf: Leaf) -> Option<u32> {
        Some(self.keys[self.slots.place(leaf)? as usize])
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.boxes.capacity() * size_of::<Aabb<V>>()
            + (self.keys.capacity() + self.owners.capacity() + self.order.capacity()) * size_of::<u32>()
            + self.rows.capacity() * size_of::<[V::Scalar; LANES]>()
            + self.slots.heap_bytes()
    }

    /// Calls `found` with the keys of all pairs of boxes within the margin ([`near`](super::near)), the smaller key
    /// first. Each pair is reported once.
    pub fn each_pair(&mut self, margin: V::Scalar, mut found: impl FnMut(u32, u32)) {
        self.choose_axis();
        self.sort();
        self.lay_out(margin);
        let axis = self.axis;
        let d = V::DIM;
        for i in 0..self.order.len() {
            let own = &self.rows[i / LANES * 2 * d..][..2 * d];
            let (mut at_least, mut at_most) = ([V::Scalar::ZERO; 3], [V::Scalar::ZERO; 3]);
            for axis in 0..d {
                at_least[axis] = own[axis][i % LANES];
                at_most[axis] = own[d + axis][i % LANES];
            }
            let key = self.keys[self.order[i] as usize];
            // Lanes after its own; in the blocks that follow, all.
            let mut wanted = !((2_u32 << (i % LANES)) - 1) as u8;
            for block in i / LANES..self.order.len().div_ceil(LANES) {
                let rows = &self.rows[block * 2 * d..][..2 * d];
                // False also for a NaN margin.
                let begins_before_the_end = rows[axis][0] <= at_most[axis];
                if block > i / LANES && !begins_before_the_end {
                    break;
                }
                let mut met =
                    V::Scalar::meeting(&rows[..d], &rows[d..], &at_most[..d], &at_least[..d]) & wanted;
                wanted = u8::MAX;
                while met != 0 {
                    let j = block * LANES + met.trailing_zeros() as usize;
                    let other = self.keys[self.order[j] as usize];
                    found(key.min(other), key.max(other));
                    met &= met - 1;
                }
            }
        }
    }

    /// Fills `pairs` with the pairs that [`SweepAndPrune::each_pair`] finds, in ascending order.
    pub fn pairs_into(&mut self, margin: V::Scalar, pairs: &mut Vec<(u32, u32)>) {
        pairs.clear();
        self.each_pair(margin, |a, b| pairs.push((a, b)));
        pairs.sort_unstable();
    }

    /// Chooses the axis along which the centers vary most, if that is clearly another one.
    fn choose_axis(&mut self) {
        // Scaled by the largest middle, so that no square overflows.
        let n = self.boxes.len().max(1) as f64;
        let mut variances = [0.0_f64; 3];
        for (axis, variance) in variances.iter_mut().enumerate().take(V::DIM) {
            let at = |b: &Aabb<V>| middle(b, axis).f64();
            let largest = self.boxes.iter().fold(0.0, |most: f64, b| most.max(at(b).abs()));
            if largest == 0.0 {
                continue;
            }
            let (mut sum, mut squares) = (0.0, 0.0);
            for b in &self.boxes {
                let x = at(b) / largest;
                sum += x;
                squares += x * x;
            }
            // The standard deviation: a length again.
            *variance = (squares / n - (sum / n) * (sum / n)).max(0.0);
            *variance = Real::sqrt(*variance) * largest;
        }
        let best =
            (1..V::DIM).fold(0, |best, axis| if variances[axis] > variances[best] { axis } else { best });
        if variances[best] > OTHER_AXIS * variances[self.axis] {
            self.axis = best;
        }
    }

    /// Sorts `order`: by insertion, or from scratch if that takes too long.
    fn sort(&mut self) {
        let (boxes, axis) = (&self.boxes, self.axis);
        let low = |i: u32| boxes[i as usize].min.get(axis);
        let mut budget = MOVES_A_BOX * self.order.len();
        for end in 1..self.order.len() {
            let (this, value) = (self.order[end], low(self.order[end]));
            let mut at = end;
            while at > 0 && value < low(self.order[at - 1]) && budget > 0 {
                self.order[at] = self.order[at - 1];
                at -= 1;
                budget -= 1;
            }
            self.order[at] = this;
            if budget == 0 {
                self.order.sort_unstable_by(|&a, &b| {
                    low(a).partial_cmp(&low(b)).unwrap_or(Ordering::Equal).then(a.cmp(&b))
                });
                return;
            }
        }
    }

    /// Writes the boxes in their order into `rows`.
    fn lay_out(&mut self, margin: V::Scalar) {
        let d = V::DIM;
        self.rows.clear();
        self.rows.resize(self.order.len().div_ceil(LANES) * 2 * d, [V::Scalar::of(f64::NAN); LANES]);
        for (i, &number) in self.order.iter().enumerate() {
            let aabb = &self.boxes[number as usize];
            let (low, high) = (components(aabb.min), components(aabb.max));
            let rows = &mut self.rows[i / LANES * 2 * d..][..2 * d];
            for axis in 0..d {
                rows[axis][i % LANES] = low[axis];
                rows[d + axis][i % LANES] = high[axis] + margin;
            }
        }
    }
}
