//! Queries on shapes whose kinds are known at run time only: the one place where two kinds are looked at.
//!
//! The front door is built for each pair of types, and where the types are known, so is the kind of core: the loop has no
//! branch on it. Of [`AnyShape`] the kinds are known at run time. [`AnySpace::ask`] looks at them once for each pair and
//! goes on to code of its own for spheres and for boxes, which takes 0.7 to 0.9 of the time; polyhedra and curved shapes
//! spend theirs in support calls and gain nothing. All other pairs share one loop that looks at each support call. Answers
//! are the same to the bit either way.

use super::RaySpace;
use crate::math::{Pose, Real, Vec2, Vec3};
use crate::shape::{AnyShape, AnyShape2, At, Shape};

/// A question about two placed shapes.
pub trait PairQuery<V: AnySpace> {
    /// What is answered.
    type Answer;
    /// The answer for two shapes that stand in one frame.
    fn ask<A: Shape<V = V>, B: Shape<V = V>>(&self, a: &A, b: &B) -> Self::Answer;
}

/// A shape of a table and where it stands.
#[derive(Debug)]
pub struct Placed<'a, V: AnySpace> {
    /// In its own frame.
    pub shape: &'a V::Any,
    /// Where it stands.
    pub pose: &'a Pose<V>,
}

impl<V: AnySpace> Clone for Placed<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<V: AnySpace> Copy for Placed<'_, V> {}

/// A space with one type for all its named shapes: the plane and space, in both precisions.
pub trait AnySpace: RaySpace {
    /// Any named shape: [`AnyShape`] or [`AnyShape2`].
    type Any: Shape<V = Self> + Clone + core::fmt::Debug + PartialEq + Send + Sync + 'static;

    /// Puts a question about two shapes, by the loop for their kinds.
    fn ask<Q: PairQuery<Self>>(query: &Q, a: Placed<'_, Self>, b: Placed<'_, Self>) -> Q::Answer;
}

impl<T: Real> AnySpace for Vec3<T> {
    type Any = AnyShape<T>;

    #[inline]
    fn ask<Q: PairQuery<Self>>(query: &Q, a: Placed<'_, Self>, b: Placed<'_, Self>) -> Q::Answer {
        match (a.shape, b.shape) {
            (AnyShape::Sphere(p), AnyShape::Sphere(q)) => {
                query.ask(&At::new(p, *a.pose), &At::new(q, *b.pose))
            }
            (AnyShape::Cuboid(p), AnyShape::Cuboid(q)) => {
                query.ask(&At::new(p, *a.pose), &At::new(q, *b.pose))
            }
            (p, q) => query.ask(&At::new(p, *a.pose), &At::new(q, *b.pose)),
        }
    }
}

impl<T: Real> AnySpace for Vec2<T> {
    type Any = AnyShape2<T>;

    #[inline]
    fn ask<Q: PairQuery<Self>>(query: &Q, a: Placed<'_, Self>, b: Placed<'_, Self>) -> Q::Answer {
        query.ask(&At::new(a.shape, *a.pose), &At::new(b.shape, *b.pose))
    }
}
