//! Contact of one piece of a body with one of another, of which lists of contacts are made.

use crate::manifolds::Manifold;
use crate::math::Vector;
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
