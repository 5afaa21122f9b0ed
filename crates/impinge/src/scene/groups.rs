//! Distance of two groups of objects: two robots, a robot and its surroundings, players and walls.
//!
//! A group is a slice of handles. A robot keeps those of its links anyway; a group by layers is one line,
//! `scene.objects().filter(..)`. A mask of layers alone could not distinguish two robots of one kind.
//!
//! **Method.** Branch and bound: a tree over the boxes of the second group; the objects of the first one sorted by their distance from
//! its whole, nearest first; each traverses the tree in ascending order of distance, until a box is farther away than the best pair so
//! far. Only the remaining pairs are queried through the front door.
//!
//! **Guarantee.** The answer is bit for bit that of querying all pairs: boxes are enlarged by more than the possible error of answers.
//!
//! **Cost.** For n and m objects: O((n + m) log m) boxes, and a few queries. Nothing is allocated once the memory has grown.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::ask;
use super::work::{Groups, NearestSearch};
use super::{NearPair, ObjectHandle, Scene, SceneError};
use crate::broad::{AabbTree, Leaf, gap};
use crate::math::{Aabb, Real, Vector};
use crate::nonconvex::Dimension;

/// The distance from the bounding box of a group is lowered by this many ε, so that rounding does not make it larger than that from a
/// box inside: a length is rounded at most four times.
const DISTANCE_ULPS: f64 = 8.0;

impl<V: Dimension> Scene<V> {
    /// The nearest pair of objects, one of each group, with a witness point on each. Among equally near pairs,
    /// such as all that overlap, the one with the smaller handles: first that of group A, then that of group B.
    ///
    /// Only pairs that are not filtered out count (layers, ignored pairs). Groups need not be disjoint, but an object is
    /// never paired with itself. `None`: there is no such pair.
    ///
    /// For an object and all others use [`Scene::nearest`] with `k` = 1.
    ///
    /// ```
    /// use impinge::{Capsule, Pose, Scene, Vec3};
    ///
    /// let mut scene = Scene::<Vec3<f64>>::new();
    /// let link = scene.add_shape(Capsule::new(0.5, 0.125));
    /// let mut robot = |x: f64| -> Result<Vec<_>, _> {
    ///     [0.0, 1.5, 3.0].into_iter().map(|z| scene.add(link, Pose::at([x, 0.0, z]))).collect()
    /// };
    /// let (left, right) = (robot(0.0)?, robot(2.0)?);
    ///
    /// scene.move_object(right[2], Pose::at([1.0, 0.0, 3.0]))?; // it leans over
    /// let near = scene.nearest_pair(&left, &right)?.expect("each robot has links");
    /// assert_eq!((near.a, near.b), (left[2], right[2]));
    /// assert_eq!((near.distance.distance, near.distance.point_a.x, near.distance.point_b.x), (0.75, 0.125, 0.875));
    /// # Ok::<(), impinge::scene::SceneError>(())
    /// ```
    ///
    /// # Errors
    /// If a handle is stale.
    pub fn nearest_pair(
        &self,
        group_a: &[ObjectHandle],
        group_b: &[ObjectHandle],
    ) -> Result<Option<NearPair<V>>, SceneError> {
        self.nearest_pair_with(group_a, group_b, &mut NearestSearch::default())
    }

    /// The same, with reused memory.
    ///
    /// # Errors
    /// If a handle is stale.
    #[inline(never)]
    pub fn nearest_pair_with(
        &self,
        group_a: &[ObjectHandle],
        group_b: &[ObjectHandle],
        search: &mut NearestSearch<V>,
    ) -> Result<Option<NearPair<V>>, SceneError> {
        let NearestSearch { frontier, groups: Groups { tree, leaves, order }, .. } = search;
        self.boxes_into(group_b, tree, leaves)?;
        order.clear();
        let lower = V::Scalar::ONE - V::Scalar::of(DISTANCE_ULPS) * V::Scalar::EPSILON;
        for (place, &object) in (0..).zip(group_a) {
            let aabb = self.box_of(object)?;
            if let Some(all) = tree.bounds() {
                order.push((gap(&aabb, &all) * lower, place));
            }
        }
        order.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));

        let mut best: Option<NearPair<V>> = None;
        for &(distance, place) in order.iter() {
            if best.is_some_and(|best| distance > best.distance.distance) {
                break;
            }
            let a = group_a[place as usize];
            let (from, aabb) = (self.object(a)?, self.box_of(a)?);
            tree.each_by_distance(&aabb, frontier, |place| {
                let b = group_b[place as usize];
                if self.may_be_best(&aabb, a, tree.aabb(leaves[place as usize]), b, best.as_ref())
                    && let Some((to, _)) = self.partner(a.index, from, b.index)
                {
                    let distance = ask::distance(&self.place(from), &self.place(to), &self.settings);
                    let found = NearPair { a, b, distance };
                    if best.is_none_or(|best| rank(&found) < rank(&best)) {
                        best = Some(found);
                    }
                }
                best.map_or(V::Scalar::INFINITY, |best| best.distance.distance)
            });
        }
        Ok(best)
    }

    /// Builds a tree over the boxes of a group, in the memory of the last one.
    fn boxes_into(
        &self,
        group: &[ObjectHandle],
        tree: &mut AabbTree<V>,
        leaves: &mut Vec<Leaf>,
    ) -> Result<(), SceneError> {
        for leaf in leaves.drain(group.len().min(leaves.len())..) {
            tree.remove(leaf);
        }
        for (place, &object) in (0..).zip(group) {
            let aabb = self.box_of(object)?;
            match leaves.get(place as usize) {
                Some(&leaf) => {
                    tree.set(leaf, aabb).map_err(|_| SceneError::TooFar)?;
                }
                None => leaves.push(tree.insert(aabb, place).map_err(|_| SceneError::TooFar)?),
            }
        }
        tree.tidy();
        Ok(())
    }

    /// The box of an object in the tree of the scene, enlarged so that no answer contradicts it.
    fn box_of(&self, object: ObjectHandle) -> Result<Aabb<V>, SceneError> {
        self.tree.aabb(self.object(object)?.leaf).ok_or(SceneError::StaleObject(object))
    }

    /// Whether a pair may be better than the best one, judging by boxes and handles.
    fn may_be_best(
        &self,
        box_a: &Aabb<V>,
        a: ObjectHandle,
        box_b: Option<Aabb<V>>,
        b: ObjectHandle,
        best: Option<&NearPair<V>>,
    ) -> bool {
        let (Some(best), Some(box_b)) = (best, box_b) else { return true };
        // If two overlap, none is nearer.
        let overlap = best.distance.distance == V::Scalar::ZERO;
        gap(box_a, &box_b) <= best.distance.distance && !(overlap && (best.a, best.b) < (a, b))
    }
}

/// Nearest first, then by handles.
fn rank<V: Vector>(pair: &NearPair<V>) -> (V::Scalar, ObjectHandle, ObjectHandle) {
    (pair.distance.distance, pair.a, pair.b)
}
