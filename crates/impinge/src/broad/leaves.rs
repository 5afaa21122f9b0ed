//! Handles of boxes in a broad-phase structure.

use core::num::NonZeroU32;

use super::slots::Slots;

/// Handle of a box in an [`AabbTree`](super::AabbTree) or a [`SweepAndPrune`](super::SweepAndPrune). A handle is only
/// valid in its own structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Leaf {
    pub(super) slot: u32,
    pub(super) generation: u32,
}

/// A position in memory, below the largest number: stored as its complement, so that an empty slot takes no more memory.
#[derive(Clone, Copy, Debug)]
struct Place(NonZeroU32);

impl Place {
    #[inline]
    fn new(place: u32) -> Option<Self> {
        NonZeroU32::new(!place).map(Self)
    }

    #[inline]
    fn get(self) -> u32 {
        !self.0.get()
    }
}

/// Position of the box of each handle.
#[derive(Clone, Debug, Default)]
pub(super) struct Leaves(Slots<Place>);

impl Leaves {
    /// A new handle for the box at `place`; `None` if no numbers are left.
    pub fn add(&mut self, place: u32) -> Option<Leaf> {
        let (slot, generation) = self.0.insert(Place::new(place)?)?;
        Some(Leaf { slot, generation })
    }

    /// The position of a handle's box; `None` if the handle is stale.
    #[inline]
    pub fn place(&self, leaf: Leaf) -> Option<u32> {
        self.0.get(leaf.slot, leaf.generation).map(|place| place.get())
    }

    /// The position stored in a slot, if it is in use.
    pub fn place_at(&self, slot: u32) -> Option<u32> {
        self.0.at(slot).map(|(place, _)| place.get())
    }

    /// Records that the box of a slot moved in memory.
    #[inline]
    pub fn move_to(&mut self, slot: u32, place: u32) {
        if let (Some(held), Some(place)) = (self.0.at_mut(slot), Place::new(place)) {
            *held = place;
        }
    }

    /// Makes the handle stale.
    pub fn remove(&mut self, leaf: Leaf) {
        self.0.remove(leaf.slot, leaf.generation);
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.0.heap_bytes()
    }
}
