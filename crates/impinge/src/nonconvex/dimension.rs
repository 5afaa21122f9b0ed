//! One trait for the plane and for space.

use super::FormSpace;
use crate::answer::{Contact, Distance, Settings, Verdict};
use crate::body::{AnyBody, BodySpace};
use crate::math::MotionSpace;
use crate::ray::{Ray, RayHit};
use crate::shape::{At, MeasureSpace, Shape, Widen};

/// The plane or space, in `f32` or `f64`: [`Vec2`](crate::Vec2) and [`Vec3`](crate::Vec3), and no other type. Code that is generic
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
pub trait Dimension: AnySpace + MeasureSpace + MotionSpace + Widen<Wide: FormSpace> {}

impl<V: AnySpace + MeasureSpace + MotionSpace + Widen<Wide: FormSpace>> Dimension for V {}

/// A space with one type for all its named shapes: the plane and space, in both precisions.
pub trait AnySpace: BodySpace<Part = Self::Any> {
    /// Any named shape: [`AnyShape`](crate::AnyShape) or [`AnyShape2`](crate::AnyShape2).
    type Any: Shape<V = Self>
        + Into<AnyBody<Self>>
        + Clone
        + core::fmt::Debug
        + PartialEq
        + Send
        + Sync
        + 'static;

    /// [`intersects_with`](crate::intersects_with).
    #[doc(hidden)]
    fn any_meet(a: &At<&Self::Any>, b: &At<&Self::Any>, settings: &Settings) -> bool;
    /// [`intersection`](crate::intersection).
    #[doc(hidden)]
    fn any_verdict(a: &At<&Self::Any>, b: &At<&Self::Any>, settings: &Settings) -> Verdict<Self>;
    /// [`distance_with`](crate::distance_with).
    #[doc(hidden)]
    fn any_distance(a: &At<&Self::Any>, b: &At<&Self::Any>, settings: &Settings) -> Distance<Self>;
    /// [`contact_with`](crate::contact_with).
    #[doc(hidden)]
    fn any_contact(a: &At<&Self::Any>, b: &At<&Self::Any>, settings: &Settings) -> Contact<Self>;
    /// [`contact_within`](crate::contact_within).
    #[doc(hidden)]
    fn any_contact_within(
        a: &At<&Self::Any>,
        b: &At<&Self::Any>,
        settings: &Settings,
    ) -> Option<Contact<Self>>;
    /// [`ray_cast_within`](crate::ray_cast_within).
    #[doc(hidden)]
    fn any_ray_cast(shape: &At<&Self::Any>, ray: &Ray<Self>, max: Self::Scalar) -> Option<RayHit<Self>>;
}
