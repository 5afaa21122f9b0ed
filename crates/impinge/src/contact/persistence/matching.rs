//! Which point of this step is which contact of the last: see [`persistence`](super).

use super::super::types::Feature;
use super::{Incoming, ManifoldPoint, PersistentContact};
use crate::math::{Real, Vector};
use crate::shape::Id;

/// How sure a point is a contact of last step, the surest first.
#[derive(Clone, Copy, PartialEq)]
enum Tie {
    /// The features are equal and pin the point down, so it may be anywhere.
    Pinned,
    /// The features are equal, the place is near.
    Named,
    /// The place is near.
    Near,
}

/// Sets `known` of the points that were there before. Each old contact is taken once at most.
pub(super) fn pair_up<V: Vector, D>(
    old: &[PersistentContact<V, D>],
    points: &[ManifoldPoint<V>],
    incoming: &mut [Incoming<V>],
    distance: V::Scalar,
) {
    for tie in [Tie::Pinned, Tie::Named, Tie::Near] {
        // A round for each pair found, and one that finds none.
        while let Some((i, j)) = nearest(old, points, incoming, distance, tie) {
            incoming[j].known = Some(i);
        }
    }
}

/// The nearest old contact and new point of those that have no partner; the first of several.
fn nearest<V: Vector, D>(
    old: &[PersistentContact<V, D>],
    points: &[ManifoldPoint<V>],
    incoming: &[Incoming<V>],
    distance: V::Scalar,
    tie: Tie,
) -> Option<(usize, usize)> {
    let mut best: Option<(V::Scalar, usize, usize)> = None;
    for (i, contact) in old.iter().enumerate() {
        if incoming.iter().any(|p| p.known == Some(i)) {
            continue;
        }
        for (j, (p, place)) in points.iter().zip(incoming).enumerate() {
            let same = p.feature_a == contact.point.feature_a && p.feature_b == contact.point.feature_b;
            if place.known.is_some() || !(same || tie == Tie::Near) || (tie == Tie::Pinned && !is_pinned(p)) {
                continue;
            }
            // In the frame in which it moved less.
            let moved =
                (place.local_a - contact.local_a).norm().min((place.local_b - contact.local_b).norm());
            // NaN is farthest.
            let moved = moved.min(V::Scalar::INFINITY);
            let near = tie == Tie::Pinned || moved <= distance;
            if near && best.is_none_or(|(least, ..)| moved < least) {
                best = Some((moved, i, j));
            }
        }
    }
    best.map(|(_, i, j)| (i, j))
}

/// Whether the features leave a point no choice: a corner is where it is, and two edges cross once. The rim of a face is a
/// polygon fixed to the body, its corners have even places and its sides odd ones.
fn is_pinned<V: Vector>(p: &ManifoldPoint<V>) -> bool {
    let corner = |f: Feature| match f {
        Feature::Vertex(id) => id != Id::NONE,
        Feature::Rim { place, .. } => place != Id::NONE && place.0 % 2 == 0,
        _ => false,
    };
    let straight = |f: Feature| match f {
        Feature::Edge([a, b]) => a != Id::NONE && b != Id::NONE,
        Feature::Rim { place, .. } => place != Id::NONE && place.0 % 2 == 1,
        _ => false,
    };
    corner(p.feature_a) || corner(p.feature_b) || (straight(p.feature_a) && straight(p.feature_b))
}
