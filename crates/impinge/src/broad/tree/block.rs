//! Blocks of up to eight boxes, by coordinate: the nodes of the tree.
//!
//! A block is `2 DIM` rows of eight numbers, first the minima by axis, then the maxima. Lanes without a box are NaN,
//! which overlaps nothing. The boxes of a block fill its first lanes.

use alloc::vec::Vec;

use super::super::bounds::{components, vector};
use super::NONE;
use crate::math::lanes::{LANES, prefetch};
use crate::math::{Aabb, Real, Vector};

/// A box to be inserted into a block. `tag` is a key in a leaf block, a child in an inner one; `slot` is used only in leaves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<V> {
    pub aabb: Aabb<V>,
    pub tag: u32,
    pub slot: u32,
}

/// The blocks of a tree. A place is eight times the index of a block plus the lane.
#[derive(Clone, Debug)]
pub(super) struct Blocks<V: Vector> {
    rows: Vec<[V::Scalar; LANES]>,
    tags: Vec<[u32; LANES]>,
    slots: Vec<[u32; LANES]>,
    /// Place of the block's box in the block above it.
    parents: Vec<u32>,
    lens: Vec<u8>,
    leaf: Vec<bool>,
    free: Vec<u32>,
}

impl<V: Vector> Default for Blocks<V> {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            tags: Vec::new(),
            slots: Vec::new(),
            parents: Vec::new(),
            lens: Vec::new(),
            leaf: Vec::new(),
            free: Vec::new(),
        }
    }
}

/// Minima and maxima of a block, by axis.
type Rows<'a, T> = (&'a [[T; LANES]], &'a [[T; LANES]]);

impl<V: Vector> Blocks<V> {
    /// Largest number of boxes: with one box per block, eight places per block must be 32-bit numbers.
    pub const MOST: usize = 1 << 28;

    /// Rows of a block.
    const ROWS: usize = 2 * V::DIM;

    /// Removes all blocks and keeps the memory.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.tags.clear();
        self.slots.clear();
        self.parents.clear();
        self.lens.clear();
        self.leaf.clear();
        self.free.clear();
    }

    /// Frees memory that no block uses.
    pub fn shrink(&mut self) {
        self.rows.shrink_to_fit();
        self.tags.shrink_to_fit();
        self.slots.shrink_to_fit();
        self.parents.shrink_to_fit();
        self.lens.shrink_to_fit();
        self.leaf.shrink_to_fit();
    }

    /// A new, empty block.
    pub fn add(&mut self, leaf: bool) -> u32 {
        let nan = V::Scalar::of(f64::NAN);
        if let Some(block) = self.free.pop() {
            self.rows[block as usize * Self::ROWS..][..Self::ROWS].fill([nan; LANES]);
            self.leaf[block as usize] = leaf;
            return block;
        }
        let block = self.lens.len() as u32;
        self.rows.extend((0..Self::ROWS).map(|_| [nan; LANES]));
        self.tags.push([0; LANES]);
        self.slots.push([0; LANES]);
        self.parents.push(NONE);
        self.lens.push(0);
        self.leaf.push(leaf);
        block
    }

    /// Frees a block.
    pub fn release(&mut self, block: u32) {
        self.lens[block as usize] = 0;
        self.free.push(block);
    }

    /// Number of block indices used so far.
    pub fn end(&self) -> u32 {
        self.lens.len() as u32
    }

    /// Number of blocks in use.
    pub fn count(&self) -> usize {
        self.lens.len() - self.free.len()
    }

    /// Whether the block exists and has a box.
    pub fn holds(&self, block: u32) -> bool {
        self.lens.get(block as usize).is_some_and(|&len| len > 0)
    }

    #[inline]
    pub fn is_leaf(&self, block: u32) -> bool {
        self.leaf[block as usize]
    }

    /// Sum of the sides of the boxes in a block.
    pub fn sides(&self, block: u32) -> V::Scalar {
        let (lows, highs) = self.rows(block);
        let mut sum = V::Scalar::ZERO;
        for lane in 0..self.len(block) {
            for axis in 0..V::DIM {
                sum += highs[axis][lane] - lows[axis][lane];
            }
        }
        sum
    }

    /// Number of boxes in a block.
    #[inline]
    pub fn len(&self, block: u32) -> usize {
        usize::from(self.lens[block as usize])
    }

    #[inline]
    pub fn parent(&self, block: u32) -> u32 {
        self.parents[block as usize]
    }

    #[inline]
    pub fn set_parent(&mut self, block: u32, parent: u32) {
        self.parents[block as usize] = parent;
    }

    #[inline]
    pub fn tags(&self, block: u32) -> &[u32; LANES] {
        &self.tags[block as usize]
    }

    #[inline]
    pub fn set_tag(&mut self, place: u32, tag: u32) {
        self.tags[place as usize / LANES][place as usize % LANES] = tag;
    }

    #[inline]
    pub fn tag(&self, place: u32) -> u32 {
        self.tags[place as usize / LANES][place as usize % LANES]
    }

    /// Minima and maxima by axis.
    #[inline]
    pub fn rows(&self, block: u32) -> Rows<'_, V::Scalar> {
        self.rows[block as usize * Self::ROWS..][..Self::ROWS].split_at(V::DIM)
    }

    /// The rows of all blocks, one block after the other.
    #[inline]
    pub fn all_rows(&self) -> &[[V::Scalar; LANES]] {
        &self.rows
    }

    /// Prefetches the rows of a block.
    #[inline]
    pub fn prefetch(&self, block: u32) {
        // Two rows of `f32` make a cache line, one of `f64` does.
        let step = if size_of::<V::Scalar>() == 4 { 2 } else { 1 };
        for row in self.rows[block as usize * Self::ROWS..][..Self::ROWS].iter().step_by(step) {
            prefetch(row);
        }
    }

    /// The box at a place.
    #[inline]
    pub fn get(&self, place: u32) -> Aabb<V> {
        let (low, high) = self.corners(place);
        Aabb { min: vector(low), max: vector(high) }
    }

    /// Minimum and maximum of the box at a place, as arrays.
    #[inline]
    pub fn corners(&self, place: u32) -> ([V::Scalar; 3], [V::Scalar; 3]) {
        let lane = place as usize % LANES;
        let rows = &self.rows[place as usize / LANES * Self::ROWS..][..Self::ROWS];
        let (mut low, mut high) = ([V::Scalar::ZERO; 3], [V::Scalar::ZERO; 3]);
        for axis in 0..V::DIM {
            low[axis] = rows[axis][lane];
            high[axis] = rows[V::DIM + axis][lane];
        }
        (low, high)
    }

    /// Writes the box at a place.
    #[inline]
    pub fn set(&mut self, place: u32, aabb: &Aabb<V>) {
        let lane = place as usize % LANES;
        let rows = &mut self.rows[place as usize / LANES * Self::ROWS..][..Self::ROWS];
        let (low, high) = (components(aabb.min), components(aabb.max));
        for axis in 0..V::DIM {
            rows[axis][lane] = low[axis];
            rows[V::DIM + axis][lane] = high[axis];
        }
    }

    /// Adds a box in the next lane, which must exist; returns its place.
    pub fn push(&mut self, block: u32, item: &Item<V>) -> u32 {
        let lane = self.len(block);
        self.lens[block as usize] += 1;
        self.tags[block as usize][lane] = item.tag;
        self.slots[block as usize][lane] = item.slot;
        let place = block * LANES as u32 + lane as u32;
        self.set(place, &item.aabb);
        place
    }

    /// Removes the box at a place. The last box of the block moves there; returns its tag and slot if it is another
    /// one.
    pub fn swap_remove(&mut self, place: u32) -> Option<(u32, u32)> {
        let (block, lane) = (place / LANES as u32, place as usize % LANES);
        let last = self.len(block) - 1;
        let moved = self.get(block * LANES as u32 + last as u32);
        self.set(place, &moved);
        let nan = V::splat(V::Scalar::of(f64::NAN));
        self.set(block * LANES as u32 + last as u32, &Aabb { min: nan, max: nan });
        let b = block as usize;
        self.tags[b][lane] = self.tags[b][last];
        self.slots[b][lane] = self.slots[b][last];
        self.lens[b] = last as u8;
        (lane != last).then(|| (self.tags[b][lane], self.slots[b][lane]))
    }

    /// The items of a block.
    pub fn items(&self, block: u32) -> impl Iterator<Item = Item<V>> + '_ {
        let b = block as usize;
        (0..self.len(block)).map(move |lane| Item {
            aabb: self.get(block * LANES as u32 + lane as u32),
            tag: self.tags[b][lane],
            slot: self.slots[b][lane],
        })
    }

    /// Removes all boxes from a block.
    pub fn empty(&mut self, block: u32) {
        let nan = V::Scalar::of(f64::NAN);
        self.rows[block as usize * Self::ROWS..][..Self::ROWS].fill([nan; LANES]);
        self.lens[block as usize] = 0;
    }

    /// The smallest box around a nonempty block.
    #[inline]
    pub fn bounds(&self, block: u32) -> Aabb<V> {
        let (lows, highs) = self.rows(block);
        let (mut low, mut high) = ([V::Scalar::ZERO; 3], [V::Scalar::ZERO; 3]);
        for axis in 0..V::DIM {
            low[axis] = across(&lows[axis], Real::min);
            high[axis] = across(&highs[axis], Real::max);
        }
        Aabb { min: vector(low), max: vector(high) }
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.rows.capacity() * size_of::<[V::Scalar; LANES]>()
            + (self.tags.capacity() + self.slots.capacity()) * size_of::<[u32; LANES]>()
            + (self.parents.capacity() + self.free.capacity()) * size_of::<u32>()
            + self.lens.capacity()
            + self.leaf.capacity()
    }
}

/// The smallest or largest number of a row. NaN lanes come last, and `pick` keeps its second argument beside a NaN, so
/// in every comparison the later lane comes first.
#[inline]
fn across<T: Real>(row: &[T; LANES], pick: impl Fn(T, T) -> T) -> T {
    let four: [T; 4] = core::array::from_fn(|i| pick(row[i + 4], row[i]));
    let two: [T; 2] = core::array::from_fn(|i| pick(four[i + 2], four[i]));
    pick(two[1], two[0])
}
