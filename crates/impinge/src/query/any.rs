//! The front door for shapes whose kinds are known at run time only, built inside this crate.
//!
//! The front door is built for each pair of types where it is called, and where the types are known, so is the kind of core: the
//! loop has no branch on it. For [`AnyShape`] it is built once for each space, here, and looks at the kind in each support call. So a
//! program that calls it builds fast, and what it calls is as optimized as this crate is, also in a program that is not.
//!
//! Measured on pairs near one another, `f64`: spheres take 1.2 to 1.5 of the time they take by their own type, boxes 1.1 to 1.3,
//! capsules 1.0 to 1.3; polyhedra, cylinders and ellipsoids spend their time elsewhere and take the same. Code of their own for
//! spheres and boxes would get that back, and make this crate build twice as long: so there is none. Whoever has one kind of shape
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

use core::any::Any;

use super::{Contact, Dimension, Distance, Ray, RayHit, RaySpace, Settings};
use crate::math::{Pose, Real, Vec2, Vec3, Vector};
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

/// A shape of any kind and where it stands.
pub type Placed<'a, V> = At<&'a <V as AnySpace>::Any>;

/// The front door in one space. Implemented for each space and precision by itself, not for all precisions at once: so it is built
/// with this crate and not where it is called.
trait Built: Dimension {
    fn intersects(a: &Placed<'_, Self>, b: &Placed<'_, Self>) -> bool;
    fn intersects_with(a: &Placed<'_, Self>, b: &Placed<'_, Self>, settings: &Settings) -> bool;
    fn distance(a: &Placed<'_, Self>, b: &Placed<'_, Self>, settings: &Settings) -> Distance<Self>;
    fn contact(a: &Placed<'_, Self>, b: &Placed<'_, Self>, settings: &Settings) -> Contact<Self>;
    fn ray_cast(shape: &Placed<'_, Self>, ray: &Ray<Self>, max: Self::Scalar) -> Option<RayHit<Self>>;
}

macro_rules! built {
    ($($space:ty),+) => {
        $(impl Built for $space {
            fn intersects(a: &Placed<'_, Self>, b: &Placed<'_, Self>) -> bool {
                super::intersects(a, b)
            }
            fn intersects_with(a: &Placed<'_, Self>, b: &Placed<'_, Self>, settings: &Settings) -> bool {
                super::intersects_with(a, b, settings)
            }
            fn distance(a: &Placed<'_, Self>, b: &Placed<'_, Self>, settings: &Settings) -> Distance<Self> {
                super::distance_with(a, b, settings)
            }
            fn contact(a: &Placed<'_, Self>, b: &Placed<'_, Self>, settings: &Settings) -> Contact<Self> {
                super::contact_with(a, b, settings)
            }
            fn ray_cast(shape: &Placed<'_, Self>, ray: &Ray<Self>, max: Self::Scalar) -> Option<RayHit<Self>> {
                super::ray_cast_within(shape, ray, max)
            }
        })+
    };
}
built!(Vec3<f64>, Vec3<f32>, Vec2<f64>, Vec2<f32>);

/// Calls a function of the space that a generic one is: it gives `None` for the others, which the build sees and leaves out.
macro_rules! in_its_space {
    (|$space:ident| $call:expr) => {{
        { in_its_space!(in Vec3<f64>, |$space| $call); }
        { in_its_space!(in Vec3<f32>, |$space| $call); }
        { in_its_space!(in Vec2<f64>, |$space| $call); }
        { in_its_space!(in Vec2<f32>, |$space| $call); }
        unreachable!("numbers are f32 or f64")
    }};
    (in $known:ty, |$space:ident| $call:expr) => {
        type $space = $known;
        if let Some(answer) = (|| $call)() {
            return answer;
        }
    };
}

/// The same shape in the space `W`, if that is the space `V`.
#[inline]
fn seen<'a, V: Dimension, W: Dimension>(placed: &Placed<'a, V>) -> Option<Placed<'a, W>> {
    let shape: &'a V::Any = placed.shape();
    let shape = (shape as &dyn Any).downcast_ref::<W::Any>()?;
    Some(At::new(shape, *same::<Pose<V>, Pose<W>>(placed.pose())?))
}

/// The same value, if it is of this type.
#[inline]
fn same<A: 'static, B: 'static>(value: &A) -> Option<&B> {
    (value as &dyn Any).downcast_ref()
}

/// [`intersects`](super::intersects) for shapes of any kind.
#[inline]
pub fn intersects<S: Shape<V: Dimension<Any = S>>>(a: &At<&S>, b: &At<&S>) -> bool {
    in_its_space!(|W| Some(W::intersects(&seen::<S::V, W>(a)?, &seen::<S::V, W>(b)?)))
}

/// [`intersects_with`](super::intersects_with) for shapes of any kind.
#[inline]
pub fn intersects_with<S: Shape<V: Dimension<Any = S>>>(a: &At<&S>, b: &At<&S>, settings: &Settings) -> bool {
    in_its_space!(|W| Some(W::intersects_with(&seen::<S::V, W>(a)?, &seen::<S::V, W>(b)?, settings)))
}

/// [`distance_with`](super::distance_with) for shapes of any kind.
#[inline]
pub fn distance<S: Shape<V: Dimension<Any = S>>>(
    a: &At<&S>,
    b: &At<&S>,
    settings: &Settings,
) -> Distance<S::V> {
    in_its_space!(|W| {
        let answer = <W as Built>::distance(&seen::<S::V, W>(a)?, &seen::<S::V, W>(b)?, settings);
        same(&answer).copied()
    })
}

/// [`contact_with`](super::contact_with) for shapes of any kind.
#[inline]
pub fn contact<S: Shape<V: Dimension<Any = S>>>(
    a: &At<&S>,
    b: &At<&S>,
    settings: &Settings,
) -> Contact<S::V> {
    in_its_space!(|W| {
        let answer = <W as Built>::contact(&seen::<S::V, W>(a)?, &seen::<S::V, W>(b)?, settings);
        same(&answer).copied()
    })
}

/// [`ray_cast_within`](super::ray_cast_within) for shapes of any kind.
#[inline]
pub fn ray_cast<S: Shape<V: Dimension<Any = S>>>(
    shape: &At<&S>,
    ray: &Ray<S::V>,
    max: <S::V as Vector>::Scalar,
) -> Option<RayHit<S::V>> {
    in_its_space!(|W| {
        let answer = <W as Built>::ray_cast(&seen::<S::V, W>(shape)?, same(ray)?, *same(&max)?);
        same(&answer).copied()
    })
}
