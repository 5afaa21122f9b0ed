//! Shapes whose kinds are known at run time only: one type for all of them, in each space.
//!
//! The front door is built for each pair of types, and where the types are known, so is the kind of core: the loop has no
//! branch on it. For [`AnyShape`] it is built once and looks at the kind in each support call. Measured on pairs near one
//! another, `f64`: spheres take 1.2 to 1.5 of the time they take by their own type, boxes 1.1 to 1.3, capsules 1.0 to 1.3;
//! polyhedra, cylinders and ellipsoids spend their time elsewhere and take the same. Code of their own for spheres and boxes
//! would get that back, and make a program that uses scenes and batches in both precisions build twice as long: so there is
//! none. Whoever has one kind of shape only can call the front door with its type.

use super::{
    Contact, Dimension, Distance, Ray, RayHit, RaySpace, Settings, contact_with, distance_with, intersects,
    intersects_with, ray_cast_within,
};
use crate::math::{Real, Vec2, Vec3};
use crate::shape::{AnyShape, AnyShape2, At, Shape};

/// A space with one type for all its named shapes: the plane and space, in both precisions.
pub trait AnySpace: RaySpace {
    /// Any named shape: [`AnyShape`] or [`AnyShape2`].
    type Any: Shape<V = Self> + Clone + core::fmt::Debug + PartialEq + Send + Sync + 'static;
}

impl<T: Real> AnySpace for Vec3<T> {
    type Any = AnyShape<T>;
}

impl<T: Real> AnySpace for Vec2<T> {
    type Any = AnyShape2<T>;
}

/// A shape of a table and where it stands.
pub(crate) type Placed<'a, V> = At<&'a <V as AnySpace>::Any>;

// The front door is inlined where it is called. Batches and scenes call it through these, so that it is built once for each
// space.

#[inline(never)]
pub(crate) fn meet_of<V: Dimension>(a: &Placed<'_, V>, b: &Placed<'_, V>) -> bool {
    intersects(a, b)
}

#[inline(never)]
pub(crate) fn near_of<V: Dimension>(a: &Placed<'_, V>, b: &Placed<'_, V>, settings: &Settings) -> bool {
    intersects_with(a, b, settings)
}

#[inline(never)]
pub(crate) fn distance_of<V: Dimension>(
    a: &Placed<'_, V>,
    b: &Placed<'_, V>,
    settings: &Settings,
) -> Distance<V> {
    distance_with(a, b, settings)
}

#[inline(never)]
pub(crate) fn contact_of<V: Dimension>(
    a: &Placed<'_, V>,
    b: &Placed<'_, V>,
    settings: &Settings,
) -> Contact<V> {
    contact_with(a, b, settings)
}

#[inline(never)]
pub(crate) fn hit_of<V: Dimension>(shape: &Placed<'_, V>, ray: &Ray<V>, max: V::Scalar) -> Option<RayHit<V>> {
    ray_cast_within(shape, ray, max)
}
