//! Answers about bodies of any form: the contact of two pieces, and a way out of an overlap.

use crate::answer::Distance;
use crate::manifolds::Manifold;
use crate::math::{Real, Vector};
use crate::shape::{Space, Widen};

/// Contact of two pieces of two bodies.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct PieceContact<V: Vector> {
    /// The piece of A: the input face of a mesh, the part of a compound. `None` for a convex shape.
    pub part_a: Option<u32>,
    /// The piece of B.
    pub part_b: Option<u32>,
    /// The patch that it belongs to: all contacts with the same normal, within the angle of the settings. Counted from 0.
    pub patch: u32,
    /// The contact manifold.
    pub manifold: Manifold<V>,
}

impl<W: Space> PieceContact<W> {
    /// The same in another precision.
    pub(crate) fn narrowed<V: Widen<Wide = W>>(self) -> PieceContact<V> {
        let Self { part_a, part_b, patch, manifold } = self;
        PieceContact { part_a, part_b, patch, manifold: manifold.narrowed() }
    }
}

/// A translation that separates two bodies, as found by [`way_out`](super::way_out).
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
