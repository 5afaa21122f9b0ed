//! Matching of this step's points with the contacts of the last: see [`persistence`](super).

use alloc::vec::Vec;

use super::{Incoming, ManifoldPoint, PersistentContact};
use crate::feature::Feature;
use crate::math::{Real, Vector};
use crate::shape::Id;

/// For each point, the index of the first old one with the same features on both bodies.
pub(super) fn same_points<V: Vector, const N: usize>(
    old: &[(Feature, Feature)],
    points: &[ManifoldPoint<V>],
) -> [Option<usize>; N] {
    core::array::from_fn(|i| {
        let p = points.get(i)?;
        old.iter().position(|features| same_features(*features, p))
    })
}

/// Whether a point has these features of A and of B.
fn same_features<V: Vector>(features: (Feature, Feature), p: &ManifoldPoint<V>) -> bool {
    features == (p.feature_a, p.feature_b)
}

/// Certainty that a point is a contact of the last step, the highest first.
#[derive(Clone, Copy)]
enum Tie {
    /// The features are equal and pin the point down, so it may be anywhere.
    Pinned,
    /// The features are equal, and the position is near.
    Named,
    /// The position is near.
    Near,
}

/// Sets `known` for the points that were there before. Each old contact is used at most once. `moved` is scratch.
pub(super) fn pair_up<V: Vector, D>(
    old: &[PersistentContact<V, D>],
    points: &[ManifoldPoint<V>],
    incoming: &mut [Incoming<V>],
    moved: &mut Vec<V::Scalar>,
    distance: V::Scalar,
) {
    moved.clear();
    for contact in old {
        moved.extend(incoming.iter().map(|p| {
            // In the frame in which it moved less.
            let least = (p.local_a - contact.local_a).norm().min((p.local_b - contact.local_b).norm());
            // NaN is farthest.
            least.min(V::Scalar::INFINITY)
        }));
    }
    // Bit i is set if old contact i has a partner.
    let mut taken = 0_u32;
    for tie in [Tie::Pinned, Tie::Named, Tie::Near] {
        // One round for each pair found, and one that finds none.
        loop {
            let mut best: Option<(V::Scalar, usize, usize)> = None;
            for (i, contact) in old.iter().enumerate().filter(|(i, _)| taken & (1 << i) == 0) {
                for (j, p) in points.iter().enumerate() {
                    let moved = moved[i * points.len() + j];
                    let nearer = best.is_none_or(|(least, ..)| moved < least);
                    if nearer
                        && incoming[j].known.is_none()
                        && tie.holds(&contact.point, p, moved <= distance)
                    {
                        best = Some((moved, i, j));
                    }
                }
            }
            let Some((_, i, j)) = best else { break };
            incoming[j].known = Some(i);
            taken |= 1 << i;
        }
    }
}

impl Tie {
    fn holds<V: Vector>(self, old: &ManifoldPoint<V>, new: &ManifoldPoint<V>, near: bool) -> bool {
        let same = || same_features((old.feature_a, old.feature_b), new);
        match self {
            Self::Pinned => same() && is_pinned(new),
            Self::Named => near && same(),
            Self::Near => near,
        }
    }
}

/// Whether the features determine the point: a corner is fixed, and two edges cross once. The rim of a face is a
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
