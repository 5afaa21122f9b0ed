//! Broad phase: which of many boxes come near one another, overlap a box, or lie on a ray.
//!
//! The bounding box of a shape ([`Bounded::aabb`](crate::shape::Bounded::aabb)) stands for the shape. Pairs of boxes
//! that are apart need no narrow-phase query, so the cost of a scene is that of the pairs that are near, and not of all
//! pairs.
//!
//! | structure | purpose | moves |
//! |---|---|---|
//! | [`AabbTree`] | dynamic AABB tree: bodies that move, come and go; all queries; use it unless you know better | yes |
//! | [`SweepAndPrune`] | if you want a simple structure; the tree was faster in every scene measured | yes |
//! | [`AxialBsp`] | static polygons of a level, if memory counts | no |
//! | [`all_pairs`] | brute force: a few dozen boxes; to check the others against | – |
//!
//! The costs below are measured in space in `f32` on boxes that overlap 10 others on average (`cargo bench -p impinge
//! --bench broad`; more in `docs/results/broad.md`). A step moves all boxes by 1 % of their size and finds all pairs.
//! Times are in nanoseconds per box, so a column that does not rise means linear growth:
//!
//! | boxes | tree | tree, [`each_pair_kept`](AabbTree::each_pair_kept) | sweep | BSP, pairs only |
//! |---|---|---|---|---|
//! | 1,000 | 130 | 92 | 228 | 842 |
//! | 10,000 | 189 | 128 | 610 | 1155 |
//! | 100,000 | 214 | 174 | 2519 | 1330 |
//! | 1,000,000 | 253 | 208 | – | 1456 |
//! | bytes per box | 51–61 | 92–157 | 69–96 | 35–36 |
//!
//! All of them return the same pairs, to the bit: two boxes a and b are within a margin m if, along every axis, `a.min
//! <= b.max + m` and `b.min <= a.max + m`, computed exactly as written here ([`near`]). So boxes that touch are a pair
//! at margin 0. A negative margin finds boxes that overlap by at least that amount, a NaN margin finds nothing.
//!
//! # Keys and handles
//! A box has a `u32` of user data, its key: an index into your table of bodies. Answers are keys. Keys need not be
//! unique. A [`Leaf`] is the handle for moving and removing a box. It is valid until that box is removed, and is
//! recognized as stale from then on, even if another box has taken its place.
//!
//! # Boxes that are refused
//! A box with a NaN coordinate or without points is refused: see [`BroadError`]. A box may have zero extent, or be
//! infinite: `min` may be −∞ and `max` +∞.

mod bounds;
mod bsp;
pub(crate) mod bvh;
mod frontier;
mod leaves;
pub(crate) mod slots;
mod sweep;
mod tree;

use core::fmt;

use crate::math::{Aabb, Real, Vector};

pub use bounds::{gap, near, ray_enters};
pub use bsp::AxialBsp;
pub use frontier::Frontier;
pub use leaves::Leaf;
pub use sweep::SweepAndPrune;
pub use tree::{AabbTree, PairTask};

/// Reason why a box was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BroadError {
    /// A coordinate is NaN.
    NotANumber,
    /// The box contains no point: some `min` is above its `max`, or a `min` is +∞, or a `max` is −∞.
    Empty,
    /// The handle does not belong to a box in this structure: the box was removed, or was never there.
    Stale,
    /// There are as many boxes as 32-bit indices allow.
    Full,
}

impl fmt::Display for BroadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotANumber => "a coordinate of the box is NaN",
            Self::Empty => "the box holds no point: a minimum is above its maximum, or infinite",
            Self::Stale => "the handle is stale: its box was removed",
            Self::Full => "there are as many boxes as 32-bit indices can represent",
        })
    }
}

impl core::error::Error for BroadError {}

/// Checks whether a box can be inserted.
///
/// # Errors
/// [`BroadError::NotANumber`] or [`BroadError::Empty`].
#[inline]
pub fn check_box<V: Vector>(aabb: &Aabb<V>) -> Result<(), BroadError> {
    let infinity = V::Scalar::INFINITY;
    let mut holds_a_point = true;
    for axis in 0..V::DIM {
        let (low, high) = (aabb.min.get(axis), aabb.max.get(axis));
        holds_a_point &= (low <= high) & (low < infinity) & (high > -infinity);
    }
    if holds_a_point {
        return Ok(());
    }
    let numbers = (0..V::DIM).all(|axis| aabb.min.get(axis).partial_cmp(&aabb.max.get(axis)).is_some());
    Err(if numbers { BroadError::Empty } else { BroadError::NotANumber })
}

/// Finds all pairs of indices whose boxes are within the margin by testing every pair: `i < j`.
///
/// Takes n²/2 comparisons. For a few dozen boxes, and to check the other structures.
pub fn all_pairs<V: Vector>(boxes: &[Aabb<V>], margin: V::Scalar, mut found: impl FnMut(u32, u32)) {
    for (j, b) in boxes.iter().enumerate() {
        for (i, a) in boxes[..j].iter().enumerate() {
            if near(a, b, margin) {
                found(i as u32, j as u32);
            }
        }
    }
}
