//! The front door for shapes whose kinds are known only at run time.
//!
//! If the types of two shapes are known, so are the kinds of their cores: closed forms do not branch on the kinds, and the kernel is
//! called through the function of that pair. For [`AnyShape`] the front door is compiled once for each space and first looks at the
//! kinds of each pair. The closed forms for spheres with capsules and spheres with boxes are so fast that preparing the pair as any
//! other would double their time, so these pairs are dispatched by type.
//!
//! All of this is compiled with this crate, for both precisions. [`batch`](super::batch) and [`Scene`](crate::Scene) answer through it,
//! so that little is left to compile in the programs that call them.
//!
//! ```
//! use impinge::query::any;
//! use impinge::{AnyShape, Cuboid, Pose, Settings, Shape, Sphere};
//!
//! let shapes: [AnyShape<f64>; 2] = [Sphere::new(1.0).into(), Cuboid::new([1.0, 1.0, 1.0]).into()];
//! let (a, b) = ((&shapes[0]).at(Pose::IDENTITY), (&shapes[1]).at(Pose::at([3.0, 0.0, 0.0])));
//! assert!(!any::intersects(&a, &b) && any::distance(&a, &b, &Settings::default()).distance == 1.0);
//! ```

use crate::answer::{Contact, Distance, Settings, Verdict};
use crate::math::{Real, Vec2, Vec3, Vector, built_with_the_crate};
use crate::nonconvex::{AnySpace, Dimension};
use crate::ray::{Ray, RayHit, ray_cast_within};
use crate::shape::{AnyShape, AnyShape2, At, Shape};

/// [`intersects`](super::intersects) for shapes of any kind.
pub fn intersects<S: Shape<V: Dimension<Any = S>>>(a: &At<&S>, b: &At<&S>) -> bool {
    intersects_with(a, b, &Settings::default())
}

/// [`intersects_with`](super::intersects_with) for shapes of any kind.
#[inline]
pub fn intersects_with<S: Shape<V: Dimension<Any = S>>>(a: &At<&S>, b: &At<&S>, settings: &Settings) -> bool {
    S::V::any_meet(a, b, settings)
}

/// [`intersection`](super::intersection) for shapes of any kind.
#[inline]
pub fn intersection<S: Shape<V: Dimension<Any = S>>>(a: &At<&S>, b: &At<&S>) -> Verdict<S::V> {
    S::V::any_verdict(a, b, &Settings::default())
}

/// [`distance_with`](super::distance_with) for shapes of any kind.
#[inline]
pub fn distance<S: Shape<V: Dimension<Any = S>>>(
    a: &At<&S>,
    b: &At<&S>,
    settings: &Settings,
) -> Distance<S::V> {
    S::V::any_distance(a, b, settings)
}

/// [`contact_with`](super::contact_with) for shapes of any kind.
#[inline]
pub fn contact<S: Shape<V: Dimension<Any = S>>>(
    a: &At<&S>,
    b: &At<&S>,
    settings: &Settings,
) -> Contact<S::V> {
    S::V::any_contact(a, b, settings)
}

/// [`contact_within`](super::contact_within) for shapes of any kind.
#[inline]
pub fn contact_within<S: Shape<V: Dimension<Any = S>>>(
    a: &At<&S>,
    b: &At<&S>,
    settings: &Settings,
) -> Option<Contact<S::V>> {
    S::V::any_contact_within(a, b, settings)
}

/// [`ray_cast_within`] for shapes of any kind.
#[inline]
pub fn ray_cast<S: Shape<V: Dimension<Any = S>>>(
    shape: &At<&S>,
    ray: &Ray<S::V>,
    max: <S::V as Vector>::Scalar,
) -> Option<RayHit<S::V>> {
    S::V::any_ray_cast(shape, ray, max)
}

/// A query of two shapes of any kind, answered by one function for each precision, compiled with this crate.
macro_rules! asked {
    ($vector:ident, $any:ident, $name:ident -> $answer:ty: |$a:ident, $b:ident, $s:ident| $ask:expr) => {
        #[inline]
        fn $name(a: &At<&$any<T>>, b: &At<&$any<T>>, settings: &Settings) -> $answer {
            built_with_the_crate! {
                fn answer<'a, 'b: 'a, 'c: 'a, T: Real>(
                    a: &'a At<&'b $any<T>>,
                    b: &'a At<&'c $any<T>>,
                    settings: &'a Settings,
                ) -> $answer = given;
            }
            #[inline(always)]
            fn given<T: Real>($a: &At<&$any<T>>, $b: &At<&$any<T>>, $s: &Settings) -> $answer {
                $ask
            }
            answer(a, b, settings)
        }
    };
}

/// The answer to a query. Pairs of kinds with a closed form are dispatched by type, so that they take no longer than necessary.
macro_rules! by_types {
    ($any:ident, { $(($x:ident, $y:ident))+ }, $ask:ident, $a:ident, $b:ident, $settings:ident) => {
        match ($a.shape(), $b.shape()) {
            $(($any::$x(x), $any::$y(y)) => super::$ask(&x.at(*$a.pose()), &y.at(*$b.pose()), $settings),)+
            _ => super::$ask($a, $b, $settings),
        }
    };
}

/// Implements [`AnySpace`] for a space, given its enum of shapes and the pairs of kinds with a closed form.
macro_rules! any_space {
    ($vector:ident, $any:ident: $pairs:tt) => {
        impl<T: Real> AnySpace for $vector<T> {
            type Any = $any<T>;

            asked!($vector, $any, any_meet -> bool: |a, b, s| by_types!($any, $pairs, intersects_with, a, b, s));
            asked!($vector, $any, any_verdict -> Verdict<$vector<T>>: |a, b, _s| super::intersection(a, b));
            asked!($vector, $any, any_distance -> Distance<$vector<T>>: |a, b, s| by_types!($any, $pairs, distance_with, a, b, s));
            asked!($vector, $any, any_contact -> Contact<$vector<T>>: |a, b, s| by_types!($any, $pairs, contact_with, a, b, s));
            asked!($vector, $any, any_contact_within -> Option<Contact<$vector<T>>>: |a, b, s| by_types!($any, $pairs, contact_within, a, b, s));

            #[inline]
            fn any_ray_cast(shape: &At<&$any<T>>, ray: &Ray<Self>, max: T) -> Option<RayHit<Self>> {
                built_with_the_crate! {
                    fn hit<'a, 'b: 'a, T: Real>(
                        shape: &'a At<&'b $any<T>>,
                        ray: &'a Ray<$vector<T>>,
                        max: T,
                    ) -> Option<RayHit<$vector<T>>> = ray_cast_within;
                }
                hit(shape, ray, max)
            }
        }
    };
}
any_space!(Vec3, AnyShape: {
    (Sphere, Sphere) (Sphere, Cuboid) (Cuboid, Sphere) (Sphere, Capsule) (Capsule, Sphere) (Capsule, Capsule)
});
any_space!(Vec2, AnyShape2: { (Circle, Circle) (Circle, Rectangle) (Rectangle, Circle) });
