//! The front door for shapes whose kinds are known only at run time.
//!
//! Where the types of two shapes are known, so are the kinds of their cores: formulas have no branch on them, and the kernel is asked by
//! the function of that pair. For [`AnyShape`](crate::AnyShape) the front door is built once for each space, and looks at the kinds of each
//! pair first. Spheres and capsules, and spheres and boxes, are answered by formulas so quick that preparing any other pair beside them
//! would double their time: such pairs are picked out, and answered by their types.
//!
//! All of this is built with the crate, as are, in debug builds, [`batch`](super::batch) and [`Scene`](crate::Scene), which answer
//! through it. A program that calls them builds quickly, and in a debug build whose dependencies are optimized (`opt-level = 3`) they
//! are nearly as fast as in a release build.
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
use crate::math::Vector;
use crate::shape::{At, Shape};

/// Do they meet?
struct Meet<'a>(&'a Settings);
/// How far apart are they?
struct HowFar<'a>(&'a Settings);
/// How far apart or how deep are they?
struct HowDeep<'a>(&'a Settings);
/// The same, if they are not beyond the margin.
struct HowDeepWithin<'a>(&'a Settings);

/// A question is one to the front door.
macro_rules! question {
    ($question:ident, $ask:ident -> $answer:ty) => {
        impl<V: Dimension> Question<V> for $question<'_> {
            type Answer = $answer;
            #[inline(always)]
            fn of<A: Shape<V = V>, B: Shape<V = V>>(&self, a: &A, b: &B) -> $answer {
                super::$ask(a, b, self.0)
            }
        }
    };
}
question!(Meet, intersects_with -> bool);
question!(HowFar, distance_with -> Distance<V>);
question!(HowDeep, contact_with -> Contact<V>);
question!(HowDeepWithin, contact_within -> Option<Contact<V>>);

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

/// [`contact_within`](super::contact_within) for shapes of any kind.
#[inline(never)]
pub fn contact_within<S: Shape<V: Dimension<Any = S>>>(
    a: &At<&S>,
    b: &At<&S>,
    settings: &Settings,
) -> Option<Contact<S::V>> {
    S::V::ask(&HowDeepWithin(settings), a, b)
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
