//! EPA: the penetration depth of two overlapping bodies, and the direction of the shortest way out.
//!
//! **Answers** the shortest translation that separates them, with bounds on its length: moving B along the normal by
//! the upper bound separates the bodies. Use it after GJK has found a simplex that contains the origin.
//!
//! **Source.** van den Bergen's expanding polytope, as in Olvång's thesis, sections 2.5 and 3.5 (Algorithms 10 to 12),
//! and Feng & Tan, section 4.
//!
//! | symbol | meaning |
//! |---|---|
//! | C | B − A; it contains the origin |
//! | m | outward unit normal of a face of the polytope; the normal from A to B is −m |
//! | h(m) | extent of C along m, a support call; the depth is the smallest h(m) |
//!
//! **Guarantee.** Neither bound relies on the polytope being convex, which rounding can spoil. Every h(m) evaluated is
//! an upper bound. And the faces are triangles (in the plane, edges) with corners in C, so C contains all of them; they
//! close up, and go around the origin at least once, since each step only adds to what they enclose, even if a face is
//! folded over another. So any ball about the origin that no face cuts is inside C, and its radius is a lower bound.

mod best;
mod cap;
mod initial;
mod mesh;
mod points;
mod polygon;
mod polyhedron;
mod sharpen;
mod witnesses;

pub use polygon::{MAX_VERTICES, epa2};
pub use polyhedron::epa3;

use crate::climb::Peak;
use crate::gjk::{Known, Simplex};
use crate::math::{Real, Vec2, Vec3, Vector};
use crate::observe::{Interval, Observer};
use crate::pair::Obstacle;

/// Stopping criteria of EPA, in the obstacle's units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap<T> {
    /// Allowed difference of the certified bounds.
    pub bound: T,
    /// Required accuracy of the depth itself, as far as the curvature at the best direction shows.
    pub value: T,
}

/// Warm start data: what EPA begins with if an earlier run on the same pair left something, and what it leaves.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct Start<V: Vector> {
    /// Points of C, which cost no call; after the run, corners of the last polytope, as many as there is room for.
    pub known: Known<V>,
    /// Points of C near the best direction, found in this query.
    pub near: Known<V>,
    /// The best direction so far, if one is known; after the run, that of a smooth peak, if the depth is at one.
    pub peak: Option<Peak<V>>,
}

/// A space in which EPA runs.
#[doc(hidden)]
pub trait DepthSpace: Vector {
    /// See [`epa3`].
    fn depth(
        obstacle: &impl Obstacle<Self>,
        simplex: &Simplex<Self>,
        gap: &Gap<Self::Scalar>,
        observer: &mut impl Observer<Self>,
    ) -> Interval<Self>;

    /// The same, beginning with known data. At the end `start` has what this run leaves to the next.
    fn depth_from(
        obstacle: &impl Obstacle<Self>,
        simplex: &Simplex<Self>,
        gap: &Gap<Self::Scalar>,
        start: &mut Start<Self>,
    ) -> Interval<Self>;
}

impl<T: Real> DepthSpace for Vec3<T> {
    #[inline]
    fn depth(
        obstacle: &impl Obstacle<Self>,
        simplex: &Simplex<Self>,
        gap: &Gap<T>,
        observer: &mut impl Observer<Self>,
    ) -> Interval<Self> {
        epa3(obstacle, simplex, gap, observer)
    }

    #[inline]
    fn depth_from(
        obstacle: &impl Obstacle<Self>,
        simplex: &Simplex<Self>,
        gap: &Gap<T>,
        start: &mut Start<Self>,
    ) -> Interval<Self> {
        polyhedron::epa3_from(obstacle, simplex, gap, start)
    }
}

impl<T: Real> DepthSpace for Vec2<T> {
    #[inline]
    fn depth(
        obstacle: &impl Obstacle<Self>,
        simplex: &Simplex<Self>,
        gap: &Gap<T>,
        observer: &mut impl Observer<Self>,
    ) -> Interval<Self> {
        // One more edge costs little in the plane, so the bounds are as accurate as the value.
        epa2(obstacle, simplex, gap.value, MAX_VERTICES as u32, observer)
    }

    #[inline]
    fn depth_from(
        obstacle: &impl Obstacle<Self>,
        simplex: &Simplex<Self>,
        gap: &Gap<T>,
        start: &mut Start<Self>,
    ) -> Interval<Self> {
        polygon::epa2_from(obstacle, simplex, gap.value, start)
    }
}
