//! The front door for shapes whose kinds are known at run time only.
//!
//! The front door is built for each pair of types, and where the types are known, so is the kind of core: the loop has no branch on
//! it. For [`AnyShape`](crate::AnyShape) it is built once for each space and looks at the kind in each support call.
//!
//! Measured on pairs near one another, `f64`: spheres take 1.2 to 1.5 of the time they take by their own type, boxes 1.1 to 1.3,
//! capsules 1.0 to 1.3; polyhedra, cylinders and ellipsoids spend their time elsewhere and take the same. Code of their own for
//! spheres and boxes would get that back, and make a program build twice as long: so there is none. A program with one kind of shape
//! only can call the front door with its type.
//!
//! [`Scene`](crate::Scene) and [`batch`](super::batch) answer through these functions.
//!
//! ```
//! use impinge::query::any;
//! use impinge::{AnyShape, Cuboid, Pose, Settings, Shape, Sphere};
//!
//! let shapes: [AnyShape<f64>; 2] = [Sphere::new(1.0).into(), Cuboid::new([1.0, 1.0, 1.0]).into()];
//! let (a, b) = ((&shapes[0]).at(Pose::IDENTITY), (&shapes[1]).at(Pose::at([3.0, 0.0, 0.0])));
//! assert!(!any::intersects(&a, &b) && any::distance(&a, &b, &Settings::default()).distance == 1.0);
//! ```

use super::{Contact, Dimension, Distance, Ray, RayHit, Settings};
use crate::math::Vector;
use crate::shape::{At, Shape};

/// [`intersects`](super::intersects) for shapes of any kind.
#[inline(never)]
pub fn intersects<S: Shape<V: Dimension<Any = S>>>(a: &At<&S>, b: &At<&S>) -> bool {
    super::intersects(a, b)
}

/// [`intersects_with`](super::intersects_with) for shapes of any kind.
#[inline(never)]
pub fn intersects_with<S: Shape<V: Dimension<Any = S>>>(a: &At<&S>, b: &At<&S>, settings: &Settings) -> bool {
    super::intersects_with(a, b, settings)
}

/// [`distance_with`](super::distance_with) for shapes of any kind.
#[inline(never)]
pub fn distance<S: Shape<V: Dimension<Any = S>>>(
    a: &At<&S>,
    b: &At<&S>,
    settings: &Settings,
) -> Distance<S::V> {
    super::distance_with(a, b, settings)
}

/// [`contact_with`](super::contact_with) for shapes of any kind.
#[inline(never)]
pub fn contact<S: Shape<V: Dimension<Any = S>>>(
    a: &At<&S>,
    b: &At<&S>,
    settings: &Settings,
) -> Contact<S::V> {
    super::contact_with(a, b, settings)
}

/// [`ray_cast_within`](super::ray_cast_within) for shapes of any kind.
#[inline(never)]
pub fn ray_cast<S: Shape<V: Dimension<Any = S>>>(
    shape: &At<&S>,
    ray: &Ray<S::V>,
    max: <S::V as Vector>::Scalar,
) -> Option<RayHit<S::V>> {
    super::ray_cast_within(shape, ray, max)
}
