//! A way out of an overlap, as [`way_out`](super::way_out) finds it.

use crate::math::{Real, Vector};
use crate::query::Distance;
use crate::shape::{Space, Widen};

/// A translation that parts two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct Exit<V: Vector> {
    /// Moved by this, B is apart from A; or A moved by the opposite. Zero where they are apart already.
    pub by: V,
    /// No translation that is shorter than this parts them.
    pub at_least: V::Scalar,
    /// How far apart they are at its end: the proof. It holds for the pose of B, or of A, once it is moved and rounded, where that is
    /// the one pose at which the body was placed.
    pub then: Distance<V>,
}

impl<W: Space> Exit<W> {
    /// The same in another precision.
    pub(super) fn narrowed<V: Widen<Wide = W>>(self) -> Exit<V> {
        Exit { by: V::narrow(self.by), at_least: Real::of(self.at_least), then: self.then.narrowed() }
    }
}
