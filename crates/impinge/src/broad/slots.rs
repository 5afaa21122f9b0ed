//! Tables with reusable slots, and generational handles.
//!
//! A handle is an index and a generation. Each time a slot is freed its generation increases, so a handle kept too long
//! finds another generation and is refused. A slot whose generation cannot increase is not reused. The first free slot
//! is the next to be used, so that a table depends on its contents and not on the order in which the rest was removed.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// One slot of a table.
#[derive(Clone, Debug)]
struct Slot<T> {
    generation: u32,
    value: Option<T>,
}

/// A table with reusable slots.
#[derive(Clone, Debug)]
pub(crate) struct Slots<T> {
    slots: Vec<Slot<T>>,
    /// Free slots; the first of them is on top.
    free: BinaryHeap<Reverse<u32>>,
    count: usize,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self { slots: Vec::new(), free: BinaryHeap::new(), count: 0 }
    }
}

impl<T> Slots<T> {
    /// Number of items in use.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Number of slots, in use or free.
    pub fn places(&self) -> usize {
        self.slots.len()
    }

    /// The index that the next item will get; `None` if no index is left.
    pub fn next(&self) -> Option<u32> {
        match self.free.peek() {
            Some(&Reverse(index)) => Some(index),
            None => u32::try_from(self.slots.len()).ok(),
        }
    }

    /// Adds an item; `None` if no index is left.
    pub fn insert(&mut self, value: T) -> Option<(u32, u32)> {
        let index = self.next()?;
        if self.free.pop().is_none() {
            self.slots.push(Slot { generation: 0, value: None });
        }
        let slot = &mut self.slots[index as usize];
        slot.value = Some(value);
        self.count += 1;
        Some((index, slot.generation))
    }

    /// Removes an item; `None` if the handle is stale.
    pub fn remove(&mut self, index: u32, generation: u32) -> Option<T> {
        let slot = self.slots.get_mut(index as usize)?;
        if slot.generation != generation {
            return None;
        }
        let value = slot.value.take()?;
        self.count -= 1;
        if let Some(next) = generation.checked_add(1) {
            slot.generation = next;
            self.free.push(Reverse(index));
        }
        Some(value)
    }

    /// The item of a handle; `None` if it is stale.
    #[inline]
    pub fn get(&self, index: u32, generation: u32) -> Option<&T> {
        let slot = self.slots.get(index as usize)?;
        if slot.generation == generation { slot.value.as_ref() } else { None }
    }

    /// The item of a handle; `None` if it is stale.
    #[inline]
    pub fn get_mut(&mut self, index: u32, generation: u32) -> Option<&mut T> {
        let slot = self.slots.get_mut(index as usize)?;
        if slot.generation == generation { slot.value.as_mut() } else { None }
    }

    /// The item at an index, with its generation.
    #[inline]
    pub fn at(&self, index: u32) -> Option<(&T, u32)> {
        let slot = self.slots.get(index as usize)?;
        slot.value.as_ref().map(|value| (value, slot.generation))
    }

    /// The item at an index.
    pub fn at_mut(&mut self, index: u32) -> Option<&mut T> {
        self.slots.get_mut(index as usize)?.value.as_mut()
    }

    /// All items with their indices and generations, by index.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32, &T)> {
        self.slots
            .iter()
            .enumerate()
            .filter_map(|(i, slot)| slot.value.as_ref().map(|v| (i as u32, slot.generation, v)))
    }

    /// All slots by index, including empty ones, with their generations.
    #[cfg(feature = "serde")]
    pub fn each(&self) -> impl Iterator<Item = (u32, Option<&T>)> {
        self.slots.iter().map(|slot| (slot.generation, slot.value.as_ref()))
    }

    /// The table with the slots of another one; `None` if there are more than indices. An empty slot is free, unless
    /// its generation cannot increase: it may have had all of them.
    #[cfg(feature = "serde")]
    pub fn restored(places: Vec<(u32, Option<T>)>) -> Option<Self> {
        let count = u32::try_from(places.len()).ok()?;
        let is_free = |&index: &u32| {
            let (generation, value) = &places[index as usize];
            value.is_none() && *generation < u32::MAX
        };
        let free = (0..count).filter(is_free).map(Reverse).collect();
        let slots: Vec<_> =
            places.into_iter().map(|(generation, value)| Slot { generation, value }).collect();
        let count = slots.iter().filter(|slot| slot.value.is_some()).count();
        Some(Self { slots, free, count })
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot<T>>() + self.free.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_is_stale_after_removal_and_reuse() {
        let mut slots = Slots::default();
        let (slot, first) = slots.insert(7).unwrap();
        assert_eq!(slots.remove(slot, first), Some(7));
        assert_eq!(slots.get(slot, first), None);
        let (again, second) = slots.insert(8).unwrap();
        assert_eq!((again, slots.get(slot, first), slots.get(slot, second)), (slot, None, Some(&8)));
    }

    #[test]
    fn the_first_free_place_is_the_next_to_be_used() {
        let mut slots = Slots::default();
        let handles: Vec<_> = (0..5).map(|i| slots.insert(i).unwrap()).collect();
        for i in [1, 3, 0] {
            slots.remove(handles[i].0, handles[i].1);
        }
        let places: Vec<_> = (0..4).map(|i| slots.insert(i).unwrap().0).collect();
        assert_eq!(places, [0, 1, 3, 5]);
    }

    #[test]
    fn a_slot_is_given_up_before_its_generations_repeat() {
        let mut slots = Slots::default();
        let (slot, first) = slots.insert(0).unwrap();
        slots.slots[0].generation = u32::MAX;
        assert_eq!(slots.remove(slot, u32::MAX), Some(0));
        let (next, _) = slots.insert(1).unwrap();
        assert_eq!((next, slots.get(slot, u32::MAX), slots.get(slot, first)), (1, None, None));
    }
}
