//! The front door for shapes whose kinds are known at run time only.
//!
//! The front door is built for each pair of types, and where the types are known, so is the kind of core: the loop has no branch on
//! it. For [`AnyShape`](crate::AnyShape) it is built once for each space and looks at the kind in each support call. Spheres, boxes and capsules
//! are so quick to answer that this would be felt: pairs of them are told apart first, and answered by their types.
//!
//! All of this is built with the crate. A program that calls it, or [`Scene`](crate::Scene) and [`batch`](super::batch), which
//! answer through it, builds soon, and is fast in a debug build too if its dependencies are optimized.
//!
//! ```
//! use impinge::query::any;
//! use impinge::{AnyShape, Cuboid, Pose, Settings, Shape, Sphere};
//!
//! let shapes: [AnyShape<f64>; 2] = [Sphere::new(1.0).into(), Cuboid::new([1.0, 1.0, 1.0]).into()];
//! let (a, b) = ((&shapes[0]).at(Pose::IDENTITY), (&shapes[1]).at(Pose::at([3.0, 0.0, 0.0])));
//! assert!(!any::intersects(&a, &b) && any::distance(&a, &b, &Settings::default()).distance == 1.0);
//! ```

use super::dimension::{AnySpace, Question};
use super::{Contact, Dimension, Distance, Ray, RayHit, Settings, Verdict};
use crate::math::{Vec2, Vec3, Vector};
use crate::shape::{At, Shape};

struct Meet<'a>(&'a Settings);
struct HowFar<'a>(&'a Settings);
struct HowDeep<'a>(&'a Settings);

impl<V: Dimension> Question<V> for Meet<'_> {
    type Answer = bool;
    #[inline(always)]
    fn of<A: Shape<V = V>, B: Shape<V = V>>(&self, a: &A, b: &B) -> bool {
        super::intersects_with(a, b, self.0)
    }
}

impl<V: Dimension> Question<V> for HowFar<'_> {
    type Answer = Distance<V>;
    #[inline(always)]
    fn of<A: Shape<V = V>, B: Shape<V = V>>(&self, a: &A, b: &B) -> Distance<V> {
        super::distance_with(a, b, self.0)
    }
}

impl<V: Dimension> Question<V> for HowDeep<'_> {
    type Answer = Contact<V>;
    #[inline(always)]
    fn of<A: Shape<V = V>, B: Shape<V = V>>(&self, a: &A, b: &B) -> Contact<V> {
        super::contact_with(a, b, self.0)
    }
}

/// [`intersects`](super::intersects) for shapes of any kind.
pub fn intersects<S: Shape<V: Dimension<Any = S>>>(a: &At<&S>, b: &At<&S>) -> bool {
    intersects_with(a, b, &Settings::default())
}

/// [`intersects_with`](super::intersects_with) for shapes of any kind.
#[inline(never)]
pub fn intersects_with<S: Shape<V: Dimension<Any = S>>>(a: &At<&S>, b: &At<&S>, settings: &Settings) -> bool {
    S::V::ask(&Meet(settings), a, b)
}

/// [`intersection`](super::intersection) for shapes of any kind.
#[inline(never)]
pub fn intersection<S: Shape<V: Dimension<Any = S>>>(a: &At<&S>, b: &At<&S>) -> Verdict<S::V> {
    super::intersection(a, b)
}

/// [`distance_with`](super::distance_with) for shapes of any kind.
#[inline(never)]
pub fn distance<S: Shape<V: Dimension<Any = S>>>(
    a: &At<&S>,
    b: &At<&S>,
    settings: &Settings,
) -> Distance<S::V> {
    S::V::ask(&HowFar(settings), a, b)
}

/// [`contact_with`](super::contact_with) for shapes of any kind.
#[inline(never)]
pub fn contact<S: Shape<V: Dimension<Any = S>>>(
    a: &At<&S>,
    b: &At<&S>,
    settings: &Settings,
) -> Contact<S::V> {
    S::V::ask(&HowDeep(settings), a, b)
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

/// The functions above for one space.
#[doc(hidden)]
#[derive(Debug)]
pub struct Built<V: Dimension> {
    pub intersects_with: fn(&At<&V::Any>, &At<&V::Any>, &Settings) -> bool,
    pub intersection: fn(&At<&V::Any>, &At<&V::Any>) -> Verdict<V>,
    pub distance: fn(&At<&V::Any>, &At<&V::Any>, &Settings) -> Distance<V>,
    pub contact: fn(&At<&V::Any>, &At<&V::Any>, &Settings) -> Contact<V>,
    pub ray_cast: fn(&At<&V::Any>, &Ray<V>, V::Scalar) -> Option<RayHit<V>>,
}

impl<V: Dimension<Any: Shape<V = V>>> Built<V> {
    const ALL: Self = Self {
        intersects_with: intersects_with::<V::Any>,
        intersection: intersection::<V::Any>,
        distance: distance::<V::Any>,
        contact: contact::<V::Any>,
        ray_cast: ray_cast::<V::Any>,
    };
}

/// The functions above, built with the crate: a function that is never inlined is built where it is first asked for, and
/// who asks later takes that. So programs need not build them again.
#[doc(hidden)]
pub static BUILT: (Built<Vec3<f64>>, Built<Vec3<f32>>, Built<Vec2<f64>>, Built<Vec2<f32>>) =
    (Built::ALL, Built::ALL, Built::ALL, Built::ALL);
