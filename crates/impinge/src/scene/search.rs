//! Working memory of a search for the nearest objects or pair, kept for the next one.

use alloc::vec::Vec;

use super::types::NearObject;
use crate::broad::{AabbTree, Frontier, Leaf};
use crate::math::Vector;

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
