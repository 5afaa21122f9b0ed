//! The front door for shapes whose kinds are known only at run time.
//!
//! The front door is built for each pair of types, and where the types are known, so is the kind of core: the loop has
//! no branch on it. For [`AnyShape`](crate::AnyShape) it is built once for each space and looks at the kind in each
//! support call. Spheres and capsules, and spheres and boxes, are answered by formulas so quick that this would double
//! their time: such pairs are picked out first, and answered by their types.
//!
//! Measured on 49 sets of pairs, `f64`, contacts: 1.15 times as long as by their own types in the mean, boxes 1.3 to 1.8 times,
//! spheres up to 1.9 times. A program with one kind of shape only can call the front door with its type.
//!
//! All of this is built with the crate, as are, in debug builds, [`batch`](super::batch) and [`Scene`](crate::Scene), which answer
//! through it. A
//! program that calls them builds quickly, and in a debug build whose dependencies are optimized (`opt-level = 3`) they are nearly as
//! fast as in a release build: 0.3 µs for a contact of two boxes in either, 1.5 ms in place of 1.4 for a scene of 1,000 boxes with
//! 3,811 contacts.
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
use super::intersects::intersection_of_any_parts;
use super::{Contact, Dimension, Distance, QuerySpace, Ray, RayHit, Settings, Verdict};
use crate::math::Vector;
use crate::pair::Prepared;
use crate::shape::{At, Shape};

/// Do they meet?
struct Meet<'a>(&'a Settings);
/// How far apart are they?
struct HowFar;
/// How far apart or how deep are they?
struct HowDeep;
/// The same, if they are not beyond the margin.
struct HowDeepWithin<'a>(&'a Settings);

impl<W: QuerySpace> Question<W> for Meet<'_> {
    type Answer = bool;
    #[inline(always)]
    fn of(&self, prepared: Prepared<'_, W>) -> Option<bool> {
        super::intersects::closed_form(&super::intersects::within(prepared, self.0))
    }
}

impl<W: QuerySpace> Question<W> for HowFar {
    type Answer = Distance<W>;
    #[inline(always)]
    fn of(&self, prepared: Prepared<'_, W>) -> Option<Distance<W>> {
        super::distance::closed_form(&prepared)
    }
}

impl<W: QuerySpace> Question<W> for HowDeep {
    type Answer = Contact<W>;
    #[inline(always)]
    fn of(&self, prepared: Prepared<'_, W>) -> Option<Contact<W>> {
        super::contact::closed_form(&prepared)
    }
}

impl<W: QuerySpace> Question<W> for HowDeepWithin<'_> {
    type Answer = Option<Contact<W>>;
    #[inline(always)]
    fn of(&self, prepared: Prepared<'_, W>) -> Option<Option<Contact<W>>> {
        super::contact::closed_form_within(&prepared, self.0)
    }
}

/// [`intersects`](super::intersects) for shapes of any kind.
pub fn intersects<S: Shape<V: Dimension<Any = S>>>(a: &At<&S>, b: &At<&S>) -> bool {
    intersects_with(a, b, &Settings::default())
}

/// [`intersects_with`](super::intersects_with) for shapes of any kind.
#[inline(never)]
pub fn intersects_with<S: Shape<V: Dimension<Any = S>>>(a: &At<&S>, b: &At<&S>, settings: &Settings) -> bool {
    S::V::ask(&Meet(settings), a, b).unwrap_or_else(|| super::intersects_with(a, b, settings))
}

/// [`intersection`](super::intersection) for shapes of any kind.
#[inline(never)]
pub fn intersection<S: Shape<V: Dimension<Any = S>>>(a: &At<&S>, b: &At<&S>) -> Verdict<S::V> {
    intersection_of_any_parts(&a.parts(), &b.parts()).narrowed()
}

/// [`distance_with`](super::distance_with) for shapes of any kind.
#[inline(never)]
pub fn distance<S: Shape<V: Dimension<Any = S>>>(
    a: &At<&S>,
    b: &At<&S>,
    settings: &Settings,
) -> Distance<S::V> {
    S::V::ask(&HowFar, a, b).map_or_else(|| super::distance_with(a, b, settings), Distance::narrowed)
}

/// [`contact_with`](super::contact_with) for shapes of any kind.
#[inline(never)]
pub fn contact<S: Shape<V: Dimension<Any = S>>>(
    a: &At<&S>,
    b: &At<&S>,
    settings: &Settings,
) -> Contact<S::V> {
    S::V::ask(&HowDeep, a, b).map_or_else(|| super::contact_with(a, b, settings), Contact::narrowed)
}

/// [`contact_within`](super::contact_within) for shapes of any kind.
#[inline(never)]
pub fn contact_within<S: Shape<V: Dimension<Any = S>>>(
    a: &At<&S>,
    b: &At<&S>,
    settings: &Settings,
) -> Option<Contact<S::V>> {
    let settled = S::V::ask(&HowDeepWithin(settings), a, b);
    settled.map_or_else(|| super::contact_within(a, b, settings), |found| found.map(Contact::narrowed))
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
