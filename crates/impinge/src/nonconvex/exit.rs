//! A way out of an overlap, as found by [`way_out`](super::way_out).

use crate::answer::Distance;
use crate::math::{Real, Vector};
use crate::shape::{Space, Widen};

/// A translation that separates two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct Exit<V: Vector> {
    /// Translation of B that separates it from A; the opposite does so for A. Zero if they are apart already.
    pub by: V,
    /// Lower bound: no shorter translation separates them.
    pub at_least: V::Scalar,
    /// Their distance at the end: the proof. It holds for the pose of B, or of A, after it is moved and rounded, if the body was
    /// placed at that one pose only.
    pub then: Distance<V>,
}

impl<W: Space> Exit<W> {
    /// The same in another precision.
    pub(super) fn narrowed<V: Widen<Wide = W>>(self) -> Exit<V> {
        Exit { by: V::narrow(self.by), at_least: Real::of(self.at_least), then: self.then.narrowed() }
    }
}
