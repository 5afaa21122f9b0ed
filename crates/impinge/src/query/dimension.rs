//! One trait for the plane and for space.

use super::forms::FormSpace;
use crate::body::{AnyBody, BodySpace};
use crate::math::{Real, Vec2, Vec3, Vector};
use crate::shape::{AnyShape, AnyShape2, At, MeasureSpace, Shape};

/// The plane or space, in `f32` or `f64`: [`Vec2`](crate::Vec2) and [`Vec3`](crate::Vec3), and no other type. What is generic
/// over it works in both.
///
/// ```
/// use impinge::{Capsule2, Circle, Cuboid, Dimension, Pose, Shape, Sphere, contact};
///
/// /// How far two shapes must be moved apart, if at all.
/// fn depth<A: Shape<V: Dimension<Scalar = f64>>, B: Shape<V = A::V>>(a: &A, b: &B) -> f64 {
///     (-contact(a, b).signed_distance).max(0.0)
/// }
///
/// let in_space = depth(&Sphere::new(1.0), &Cuboid::new([1.0, 1.0, 1.0]).at(Pose::at([1.5, 0.0, 0.0])));
/// let in_the_plane = depth(&Circle::new(1.0), &Capsule2::new(1.0, 0.5).at(Pose::at([1.0, 0.0])));
/// assert!((in_space - 0.5).abs() < 1e-9 && (in_the_plane - 0.5).abs() < 1e-9);
/// ```
pub trait Dimension: AnySpace + MeasureSpace + FormSpace {}

impl<V: AnySpace + MeasureSpace + FormSpace> Dimension for V {}

/// A space with one type for all its named shapes: the plane and space, in both precisions.
pub trait AnySpace: BodySpace<Part = Self::Any> {
    /// Any named shape: [`AnyShape`] or [`AnyShape2`].
    type Any: Shape<V = Self>
        + Into<AnyBody<Self>>
        + Clone
        + core::fmt::Debug
        + PartialEq
        + Send
        + Sync
        + 'static;

    /// The answer to a question about two shapes. Those of kinds that a formula answers are asked about by their types, so that it
    /// takes no longer than it must.
    #[doc(hidden)]
    fn ask<Q: Question<Self>>(question: &Q, a: &At<&Self::Any>, b: &At<&Self::Any>) -> Q::Answer;
}

/// A question about two shapes.
#[doc(hidden)]
pub trait Question<V: Vector> {
    /// What it is answered with.
    type Answer;
    /// The answer.
    fn of<A: Shape<V = V>, B: Shape<V = V>>(&self, a: &A, b: &B) -> Self::Answer;
}

macro_rules! any_space {
    ($vector:ident, $any:ident: $(($a:ident, $b:ident))+) => {
        impl<T: Real> AnySpace for $vector<T> {
            type Any = $any<T>;

            #[inline(always)]
            fn ask<Q: Question<Self>>(question: &Q, a: &At<&Self::Any>, b: &At<&Self::Any>) -> Q::Answer {
                match (a.shape(), b.shape()) {
                    $(($any::$a(x), $any::$b(y)) => question.of(&x.at(*a.pose()), &y.at(*b.pose())),)+
                    _ => question.of(a, b),
                }
            }
        }
    };
}
any_space!(Vec3, AnyShape:
    (Sphere, Sphere) (Sphere, Cuboid) (Cuboid, Sphere) (Sphere, Capsule) (Capsule, Sphere) (Capsule, Capsule)
);
any_space!(Vec2, AnyShape2: (Circle, Circle) (Circle, Rectangle) (Rectangle, Circle));
