//! Working memory of searches, kept for the next one: for contacts, and for the nearest objects or pair.

use alloc::vec::Vec;

use super::types::{NearObject, SceneContact};
use crate::broad::{AabbTree, Frontier, Leaf, PairTask};
use crate::math::Vector;
use crate::parallel;

/// Working memory of a search, kept for the next one.
#[derive(Clone, Debug)]
pub(super) struct Work<V: Vector> {
    pub lists: Vec<TaskContacts<V>>,
    /// Tasks into which a search of the whole tree is divided.
    pub tasks: Vec<PairTask>,
    /// Places of all contacts, sorted.
    pub order: Vec<Place>,
}

/// Contacts found by a task, and their places.
#[derive(Clone, Debug)]
pub(super) struct TaskContacts<V: Vector> {
    pub contacts: Vec<SceneContact<V>>,
    places: Vec<Place>,
}

/// Place of a contact: its pair ([`key`]), the list, the index in it.
pub(super) type Place = (u64, u32, u32);

impl<V: Vector> Default for TaskContacts<V> {
    fn default() -> Self {
        Self { contacts: Vec::new(), places: Vec::new() }
    }
}

impl<V: Vector> TaskContacts<V> {
    /// Notes the places of all contacts: on the thread that found them, while they are in its cache.
    pub(super) fn note_places(&mut self, list: usize) {
        let places =
            self.contacts.iter().enumerate().map(|(i, contact)| (key(contact), list as u32, i as u32));
        self.places.extend(places);
    }
}

impl<V: Vector> Default for Work<V> {
    fn default() -> Self {
        Self { lists: Vec::new(), tasks: Vec::new(), order: Vec::new() }
    }
}

impl<V: Vector> Work<V> {
    pub(super) fn heap_bytes(&self) -> usize {
        let contacts: usize = self.lists.iter().map(|found| found.contacts.capacity()).sum();
        let places: usize = self.lists.iter().map(|found| found.places.capacity()).sum();
        contacts * size_of::<SceneContact<V>>()
            + (places + self.order.capacity()) * size_of::<Place>()
            + self.lists.capacity() * size_of::<TaskContacts<V>>()
            + self.tasks.capacity() * size_of::<PairTask>()
    }
}

/// Lists by index, empty, as many as there are tasks.
pub(super) fn at_least<V: Vector>(lists: &mut Vec<TaskContacts<V>>, count: usize) -> &mut [TaskContacts<V>] {
    if lists.len() < count {
        lists.resize_with(count, TaskContacts::default);
    }
    for found in lists.iter_mut() {
        found.contacts.clear();
        found.places.clear();
    }
    &mut lists[..count]
}

/// Sorts the contents of all lists together.
pub(super) fn sort<V: Vector>(work: &mut Work<V>) {
    work.order.clear();
    for found in &work.lists {
        work.order.extend_from_slice(&found.places);
    }
    parallel::sort(&mut work.order);
}

/// Sort key of contacts.
#[inline]
pub(super) fn key<V: Vector>(contact: &SceneContact<V>) -> u64 {
    u64::from(contact.a.index) << 32 | u64::from(contact.b.index)
}

/// Memory of [`Scene::nearest_into`](super::Scene::nearest_into) and
/// [`Scene::nearest_pair_with`](super::Scene::nearest_pair_with). Create one and reuse it.
#[derive(Clone, Debug, Default)]
pub struct NearestSearch<V: Vector> {
    pub(super) frontier: Frontier<V::Scalar>,
    /// The result of [`Scene::nearest_into`](super::Scene::nearest_into), nearest first; among equally near ones the smaller handle
    /// first.
    pub found: Vec<NearObject<V>>,
    pub(super) groups: Groups<V>,
}

/// Two groups of objects.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups<V: Vector> {
    /// Boxes of the second group. The key of a leaf is its index in the list.
    pub tree: AabbTree<V>,
    pub leaves: Vec<Leaf>,
    /// The first group: distance from the whole of the second, and the index in the slice.
    pub order: Vec<(V::Scalar, u32)>,
}
