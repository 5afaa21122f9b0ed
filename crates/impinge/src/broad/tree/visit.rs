//! Queries on the tree: boxes that overlap a box, boxes on a ray, nearest boxes.

use core::cmp::Ordering;

use super::super::Frontier;
use super::super::bounds::{components, gap, near, ray_enters};
use super::{AabbTree, LEAF, NONE, STACK};
use crate::math::lanes::{LANES, Lanes};
use crate::math::{Aabb, Real, Vector};

/// Distances to boxes of blocks are lowered by this many ε, so that rounding does not make them larger than those to
/// the boxes inside: a length is rounded at most four times.
const DISTANCE_SLACK: f64 = 8.0;

impl<V: Vector> AabbTree<V> {
    /// Calls `found` with the key of every box that shares a point with `query`. A query with a NaN finds nothing.
    pub fn each_in_box(&self, query: &Aabb<V>, mut found: impl FnMut(u32)) {
        self.each_while_in_box(query, |key| {
            found(key);
            true
        });
    }

    /// Like [`AabbTree::each_in_box`], until `found` returns `false`. Returns whether all were visited.
    pub fn each_while_in_box(&self, query: &Aabb<V>, mut found: impl FnMut(u32) -> bool) -> bool {
        let zero = V::Scalar::ZERO;
        if self.root == NONE || !near(&self.bounds, query, zero) {
            return true;
        }
        let (at_most, at_least) = (components(query.max), components(query.min));
        let d = V::DIM;
        let mut stack = [self.root; STACK];
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let child = stack[waiting];
            let block = child & !LEAF;
            let (lows, highs) = self.blocks.rows(block);
            let mut met = V::Scalar::meeting(lows, highs, &at_most[..d], &at_least[..d]);
            while met != 0 {
                let tag = self.blocks.tags(block)[met.trailing_zeros() as usize];
                met &= met - 1;
                if child & LEAF == 0 {
                    stack[waiting] = tag;
                    waiting += 1;
                } else if !found(tag) {
                    return false;
                }
            }
        }
        true
    }

    /// Calls `found` with the key of each box on the ray `origin + t direction`, 0 <= t <= `max_t`, and the t at which
    /// the ray enters it ([`ray_enters`](super::super::ray_enters)); 0 if the ray starts inside. The value that `found`
    /// returns is the new `max_t`: return the t of a hit to see no farther box, or the old `max_t` to see all. Nearer
    /// subtrees come first, but boxes come in no exact order. Nothing is found if a number of the ray is NaN, or origin
    /// or direction infinite.
    pub fn each_on_ray(
        &self,
        origin: V,
        direction: V,
        max_t: V::Scalar,
        mut found: impl FnMut(u32, V::Scalar) -> V::Scalar,
    ) {
        if self.root == NONE || !origin.is_finite() || !direction.is_finite() {
            return;
        }
        let mut max_t = max_t;
        let Some(enter) = ray_enters(&self.bounds, origin, direction, max_t) else { return };
        let mut stack = [(self.root, enter); STACK];
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let (child, enter) = stack[waiting];
            // False also for NaN.
            let in_reach = enter <= max_t;
            if !in_reach {
                continue;
            }
            let block = child & !LEAF;
            let below = waiting;
            for lane in 0..self.blocks.len(block) {
                let place = block * LANES as u32 + lane as u32;
                let Some(enter) = ray_enters(&self.blocks.get(place), origin, direction, max_t) else {
                    continue;
                };
                let tag = self.blocks.tags(block)[lane];
                if child & LEAF == 0 {
                    stack[waiting] = (tag, enter);
                    waiting += 1;
                } else {
                    max_t = found(tag, enter);
                }
            }
            // The nearest child is next: it is last in the stack.
            stack[below..waiting].sort_unstable_by(|a, b| b.1.partial_cmp(&a.1).unwrap_or(Ordering::Equal));
        }
    }

    /// Calls `found` with the keys of boxes in ascending order of their distance from `query`
    /// ([`gap`](super::super::gap); equally far ones in an order that depends on the tree), until that exceeds the
    /// distance that `found` returned last. Return the distance of the best body so far, or infinity to continue.
    ///
    /// `frontier` is memory of the search. It allocates on its first one or two uses, then no more.
    pub fn each_by_distance(
        &self,
        query: &Aabb<V>,
        frontier: &mut Frontier<V::Scalar>,
        mut found: impl FnMut(u32) -> V::Scalar,
    ) {
        frontier.clear();
        if self.root == NONE || super::check_box(query).is_err() {
            return;
        }
        let lower = V::Scalar::ONE - V::Scalar::of(DISTANCE_SLACK) * V::Scalar::EPSILON;
        let mut bound = V::Scalar::INFINITY;
        frontier.push(gap(&self.bounds, query) * lower, self.root, false);
        while let Some((distance, item, is_place)) = frontier.pop() {
            // False also for NaN.
            let in_reach = distance <= bound;
            if !in_reach {
                return;
            }
            if is_place {
                bound = found(self.blocks.tag(item));
                continue;
            }
            let (block, leaf) = (item & !LEAF, item & LEAF != 0);
            for lane in 0..self.blocks.len(block) {
                let place = block * LANES as u32 + lane as u32;
                let mut distance = gap(&self.blocks.get(place), query);
                if !leaf {
                    distance *= lower;
                }
                if distance <= bound {
                    frontier.push(distance, if leaf { place } else { self.blocks.tag(place) }, leaf);
                }
            }
        }
    }
}
