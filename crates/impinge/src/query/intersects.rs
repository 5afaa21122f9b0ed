//! Do two shapes meet?
//!
//! **Answer** by the separating form of GJK (the thesis' Algorithm 4): the run ends at the first direction that
//! separates them, or when the point nearest to the origin is at the origin. Either is a proof that two support calls
//! can check. Where they are within rounding of touching, they count as touching.

use crate::climb::Tangents;
use crate::epa::DepthSpace;
use crate::gjk::{Gjk, Goal, MAX_STEPS, SubAlgorithm, Voronoi};
use crate::pair::Prepared;
use crate::shape::{Shape, Space};

/// Whether two shapes meet, with the proof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict<V> {
    /// They are apart: along `axis` (from A to B, unit) all of B lies beyond all of A.
    Apart {
        /// The separating direction.
        axis: V,
    },
    /// They meet: `point` is in both, within rounding.
    Meet {
        /// The common point.
        point: V,
    },
}

/// Whether two shapes meet. Touching counts.
#[inline]
pub fn intersects<A, B>(a: &A, b: &B) -> bool
where
    A: Shape,
    B: Shape<V = A::V>,
    <A::V as Space>::Wide: DepthSpace + Tangents,
    Voronoi: SubAlgorithm<<A::V as Space>::Wide>,
{
    let prepared = Prepared::new(&a.parts(), &b.parts());
    let limit = prepared.radius_a + prepared.radius_b + prepared.pair.rounding;
    let mut gjk = Gjk::<<A::V as Space>::Wide>::new();
    let goal = Goal { far: limit, near: limit, gap: 0.0, steps: MAX_STEPS };
    let found = gjk.run(&prepared.pair, &goal, &mut ());
    found.lower <= limit
}

/// Whether two shapes meet, with the proof. Touching counts.
pub fn intersection<A, B>(a: &A, b: &B) -> Verdict<A::V>
where
    A: Shape,
    B: Shape<V = A::V>,
    <A::V as Space>::Wide: DepthSpace + Tangents,
    Voronoi: SubAlgorithm<<A::V as Space>::Wide>,
{
    let _ = (a, b);
    todo!()
}
