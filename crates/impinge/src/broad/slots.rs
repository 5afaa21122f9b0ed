//! Handles that know when they are stale.
//!
//! A slot holds the place of a box and a generation, which rises whenever the slot is emptied. A handle is valid while
//! its generation is that of its slot. A slot whose generation has reached the last number is never used again, so no
//! handle is ever taken for another.

use alloc::vec::Vec;

/// Handle of a box in an [`AabbTree`](super::AabbTree) or a [`SweepAndPrune`](super::SweepAndPrune). A handle of one
/// structure means nothing in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Leaf {
    pub(super) slot: u32,
    pub(super) generation: u32,
}

/// Place of a slot that is empty; no box is ever there.
const VACANT: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Slot {
    place: u32,
    generation: u32,
}

/// The table of handles.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    slots: Vec<Slot>,
    free: Vec<u32>,
}

impl Slots {
    /// A new handle for the box at `place`; `None` if there are no more numbers.
    pub fn add(&mut self, place: u32) -> Option<Leaf> {
        debug_assert!(place != VACANT);
        if let Some(slot) = self.free.pop() {
            let entry = &mut self.slots[slot as usize];
            entry.place = place;
            return Some(Leaf { slot, generation: entry.generation });
        }
        let slot = u32::try_from(self.slots.len()).ok()?;
        self.slots.push(Slot { place, generation: 0 });
        Some(Leaf { slot, generation: 0 })
    }

    /// The place of a handle's box; `None` if the handle is stale.
    #[inline]
    pub fn place(&self, leaf: Leaf) -> Option<u32> {
        let slot = self.slots.get(leaf.slot as usize)?;
        (slot.generation == leaf.generation && slot.place != VACANT).then_some(slot.place)
    }

    /// The place that a slot in use holds.
    pub fn place_at(&self, slot: u32) -> u32 {
        self.slots[slot as usize].place
    }

    /// Notes that the box of a slot moved in memory.
    #[inline]
    pub fn move_to(&mut self, slot: u32, place: u32) {
        self.slots[slot as usize].place = place;
    }

    /// Makes the handle stale.
    pub fn remove(&mut self, leaf: Leaf) {
        let slot = &mut self.slots[leaf.slot as usize];
        slot.place = VACANT;
        if let Some(next) = slot.generation.checked_add(1) {
            slot.generation = next;
            self.free.push(leaf.slot);
        }
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot>() + self.free.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_is_stale_after_removal_and_reuse() {
        let mut slots = Slots::default();
        let a = slots.add(7).unwrap();
        slots.remove(a);
        assert_eq!(slots.place(a), None);
        let b = slots.add(8).unwrap();
        assert_eq!((a.slot, slots.place(a), slots.place(b)), (b.slot, None, Some(8)));
    }

    #[test]
    fn a_slot_is_given_up_before_its_generations_repeat() {
        let mut slots = Slots::default();
        let a = slots.add(0).unwrap();
        slots.slots[0].generation = u32::MAX;
        let last = Leaf { generation: u32::MAX, ..a };
        assert_eq!(slots.place(last), Some(0));
        slots.remove(last);
        let b = slots.add(1).unwrap();
        assert_eq!((b.slot, slots.place(last), slots.place(a)), (1, None, None));
    }
}
