//! Common code of the shape files: checks of sizes, directions, support points of boxes and rims, bounding boxes by reach.

use alloc::vec::Vec;

use super::Bounded;
use crate::error::{Problem, ShapeError};
use crate::math::{
    Aabb, Pose, Real, Rotation, Vec2, Vec3, Vector, exponent_of, number_by_number, problem_with,
};

/// Tolerance in ε (radians) within which a direction counts as the normal of a flat cap: a unit vector that went
/// through a rotation and back is off by about that much. If it were larger, rims would lose their curvature; if
/// smaller, a cap would seem curved after a rotation.
pub(crate) const FLAT_ULPS: f64 = 4.0;

/// Largest exponent of the square of a tame direction, whose length is at most 2^5: points have coordinates below 2^121
/// or 2^1017 if they are sums of two within the limit, and a dot product with them stays finite. Directions that the
/// algorithms pass are shorter.
const LONGEST: i32 = 10;

/// Converts a size or vector to another precision and scales it by a factor.
pub(super) trait Resize<U> {
    type Output;
    fn resized(self, factor: U) -> Self::Output;
}
impl<T: Real, U: Real> Resize<U> for T {
    type Output = U;
    #[inline]
    fn resized(self, factor: U) -> U {
        U::of(self.f64()) * factor
    }
}
macro_rules! resize {
    ($($v:ident),+) => {
        $(impl<T: Real, U: Real> Resize<U> for $v<T> {
            type Output = $v<U>;
            #[inline]
            fn resized(self, factor: U) -> $v<U> {
                self.cast() * factor
            }
        })+
    };
}
resize!(Vec2, Vec3);

/// Converts points of any type to vectors.
pub(crate) fn vectors<V: Vector, P: Copy + Into<V>>(points: &[P]) -> Vec<V> {
    points.iter().map(|&p| p.into()).collect()
}

/// The midpoint of two points, half their distance and the unit direction from the first to the second, in `f64`: the
/// data of a segment between them. The direction is the last axis if the points coincide. The errors name the ends.
pub(super) fn span<V: Vector, W: Vector<Scalar = f64>>(
    [a, b]: [V; 2],
    widen: impl Fn(V) -> W,
) -> Result<(W, f64, W), ShapeError> {
    let mut error = ShapeError::default();
    push_not_finite(&mut error, ["first end x", "first end y", "first end z"], a);
    push_not_finite(&mut error, ["second end x", "second end y", "second end z"], b);
    error.or_ok(())?;
    // Halved first: the sum of two coordinates at the limit is finite, but larger than a shape may have.
    let (a, b) = (widen(a) * 0.5, widen(b) * 0.5);
    let along = (b - a).normalized().unwrap_or_else(|| W::axis(W::DIM - 1));
    Ok((a + b, (b - a).norm(), along))
}

/// An error that lists every size that is not finite, positive and within the limit.
pub(super) fn positive<T: Real, const N: usize>(sizes: [(&'static str, T); N]) -> Result<(), ShapeError> {
    let mut error = ShapeError::default();
    for (what, value) in sizes {
        push_negative(&mut error, what, value);
        if value == T::ZERO {
            error.push(Problem::Zero { what });
        }
    }
    error.or_ok(())
}

/// Adds the problem of a size that is not finite, too large or below zero.
pub(super) fn push_negative<T: Real>(error: &mut ShapeError, what: &'static str, value: T) {
    if let Some(problem) = problem_with(what, value) {
        error.push(problem);
    } else if value < T::ZERO {
        error.push(Problem::Negative { what, value: value.f64() });
    }
}

/// Adds the problems of a point or vector, one per component that is not finite or is too large. `names` are those of
/// its components.
pub(super) fn push_not_finite<V: Vector>(error: &mut ShapeError, names: [&'static str; 3], v: V) {
    for (i, what) in names.into_iter().enumerate().take(V::DIM) {
        if let Some(problem) = problem_with(what, v.get(i)) {
            error.push(problem);
        }
    }
}

/// The direction itself if its length is moderate, and otherwise the unit vector it stands for.
///
/// The result is finite, not zero and at most 32 long, so neither rotating it nor its product with a point of a shape
/// overflows. Products underflow only with points within a factor of 2^16 (`f32`) or 2^128 (`f64`) of the smallest
/// normal number; if even they matter, directions are made [`level`].
#[inline(always)]
pub(crate) fn tame<V: Vector>(direction: V) -> V {
    let squared = direction.norm_squared();
    let limit = V::Scalar::MAX_EXPONENT / 4;
    if squared > V::Scalar::power_of_two(-limit) && squared < V::Scalar::power_of_two(LONGEST) {
        number_by_number(direction)
    } else {
        unit_of(number_by_number(direction))
    }
}

/// The rare case of [`tame`], out of line.
#[cold]
#[inline(never)]
fn unit_of<V: Vector>(direction: V) -> V {
    direction.unit()
}

/// A direction of moderate length, made at least 1/2 long by a power of two, which changes no digit; others are handled
/// as by [`tame`]. A product with a point then loses no more than the point's own digits below the smallest normal
/// number.
#[inline(always)]
pub(crate) fn level<V: Vector>(direction: V) -> V {
    let squared = direction.norm_squared();
    if squared >= V::Scalar::power_of_two(-2) && squared < V::Scalar::power_of_two(LONGEST) {
        return number_by_number(direction);
    }
    let limit = V::Scalar::power_of_two(-V::Scalar::MAX_EXPONENT / 4);
    if squared > limit && squared < V::Scalar::ONE {
        direction * V::Scalar::power_of_two(-exponent_of(squared) / 2)
    } else {
        direction.unit()
    }
}

/// Component-wise product.
#[inline(always)]
pub(super) fn times<V: Vector>(a: V, b: V) -> V {
    a.zip(b, |x, y| x * y)
}

/// The corner of the box with these half extents that lies farthest along `direction` (any direction).
#[inline(always)]
pub(super) fn corner<V: Vector>(direction: V, half: V) -> V {
    direction.zip(half, Real::sign_of)
}

/// The point of the circle about z with this radius, at height 0, farthest along `direction` (any direction). Along the
/// axis all points are equal, and the one on +x is returned.
#[inline(always)]
pub(super) fn rim<T: Real>(direction: Vec3<T>, radius: T) -> Vec3<T> {
    let v = direction.xy().unit() * radius;
    Vec3::new(v.x, v.y, T::ZERO)
}

/// The point of the ellipse or ellipsoid with these radii farthest along `direction` (any direction), r² v / |r v|
/// component by component, and its dot product with the direction, |r v|.
#[inline(always)]
pub(super) fn ellipsoid_along<V: Vector>(direction: V, radii: V) -> (V, V::Scalar) {
    let stretched = times(radii, direction);
    let squared = stretched.norm_squared();
    // If the square is moderate, no component that matters was lost on the way.
    let limit = V::Scalar::MAX_EXPONENT / 2;
    if squared > V::Scalar::power_of_two(-limit) && squared < V::Scalar::power_of_two(limit) {
        let length = squared.sqrt();
        return (times(radii, stretched * (V::Scalar::ONE / length)), length);
    }
    ellipsoid_slowly(number_by_number(direction), number_by_number(radii))
}

#[cold]
#[inline(never)]
fn ellipsoid_slowly<V: Vector>(direction: V, radii: V) -> (V, V::Scalar) {
    let largest = radii.max_abs();
    let relative = radii.map(|r| r / largest);
    let point = times(radii, times(relative, direction.unit()).unit());
    (point, point.dot(direction))
}

/// Distance of a point or length of a direction from the z axis.
#[inline]
pub(super) fn radial<T: Real>(v: Vec3<T>) -> T {
    v.xy().norm()
}

/// Whether `direction` is along ±axis `index`, within [`FLAT_ULPS`].
pub(super) fn is_along<V: Vector>(direction: V, index: usize) -> bool {
    let d = tame(direction);
    let off = d - V::axis(index) * d.get(index);
    off.max_abs() <= V::Scalar::of(FLAT_ULPS) * V::Scalar::EPSILON * d.get(index).abs()
}

/// A vector whose components are a function of the axis.
#[inline]
pub(super) fn per_axis<V: Vector>(mut f: impl FnMut(usize) -> V::Scalar) -> V {
    let mut i = 0;
    V::ZERO.map(|_| {
        i += 1;
        f(i - 1)
    })
}

/// The bounding box of a shape that is symmetric about its origin and placed at `pose`. `reach` is its support
/// function: how far the shape extends along a unit direction of its own frame.
#[inline]
pub(super) fn symmetric_aabb<V: Vector>(pose: &Pose<V>, reach: impl Fn(V) -> V::Scalar) -> Aabb<V> {
    let rotation = pose.rotation();
    Aabb::around(pose.translation(), per_axis(|i| reach(rotation.unrotate(V::axis(i)))))
}

/// The same for a shape without symmetry.
#[inline]
pub(super) fn aabb_by_reach<V: Vector>(pose: &Pose<V>, reach: impl Fn(V) -> V::Scalar) -> Aabb<V> {
    let rotation = pose.rotation();
    Aabb {
        min: pose.translation() - per_axis(|i| reach(-rotation.unrotate(V::axis(i)))),
        max: pose.translation() + per_axis(|i| reach(rotation.unrotate(V::axis(i)))),
    }
}

/// Distance of the farthest corner of a shape's box from the origin of its frame.
pub(super) fn reach_of<V: Vector, S: Bounded<V> + ?Sized>(shape: &S) -> f64 {
    let aabb = shape.aabb(&Pose::IDENTITY);
    Vector::max(Vector::abs(aabb.min), Vector::abs(aabb.max)).norm().f64()
}

/// The error of this many roundings of numbers of this size, in the precision of `V`; 0 if all numbers are 0.
pub(super) fn rounding_of<V: Vector>(ulps: f64, size: f64) -> f64 {
    if size == 0.0 { 0.0 } else { ulps * V::Scalar::EPSILON.f64() * size + least_value::<V::Scalar>() }
}

/// The rounding error of one sum whose terms and result are of this size, in the precision of `V`: below the smallest
/// normal number it is 0.
pub(super) fn sum_rounding<V: Vector>(size: f64) -> f64 {
    V::Scalar::EPSILON.f64() * size
}

/// Bound on the underflow error of a support point's value if the direction is [`level`] and the value is taken for a
/// unit one: products below the smallest normal number lose digits. It is 16 times the smallest number: 2^-145 for
/// `f32`, 2^-1070 for `f64`.
#[inline(always)]
pub(super) fn least_value<T: Real>() -> f64 {
    // 8 roundings, divided by the length of the shortest level direction.
    f64::power_of_two(1 - T::MAX_EXPONENT + 4) * T::EPSILON.f64()
}

/// Index of the point that lies farthest along a tame direction. `points` is not empty.
#[inline]
pub(super) fn farthest<V: Vector>(points: &[V], direction: V) -> usize {
    let mut best = 0;
    let mut reach = points[0].dot(direction);
    for (i, p) in points.iter().enumerate().skip(1) {
        let r = p.dot(direction);
        if r > reach {
            (best, reach) = (i, r);
        }
    }
    best
}

/// Sizes in `f64`, for measures.
pub(super) fn f64s<T: Real, const N: usize>(sizes: [T; N]) -> [f64; N] {
    sizes.map(Real::f64)
}

/// The vector (x, y, z).
#[inline(always)]
pub(super) fn with_z<T: Real>(v: Vec2<T>, z: T) -> Vec3<T> {
    Vec3::new(v.x, v.y, z)
}

/// The two constructors of every named shape: `try_new` lists every size that is not finite and positive, and `new`
/// panics with that list. `name: impl Into<X> => X` converts an argument first.
macro_rules! constructors {
    // For a round shape: `zero` names a size that may be zero, since the radius alone gives it an interior.
    ($(#[$doc:meta])* ($($arg:ident: $ty:ty),+) zero $zero:expr; $sizes:expr => $value:expr) => {
        $(#[$doc])*
        ///
        /// # Panics
        /// If a size is not finite, negative or above [`LIMIT`](crate::math::Real::LIMIT), or the radius is zero; see
        /// `try_new`.
        pub fn new($($arg: $ty),+) -> Self {
            Self::try_new($($arg),+).unwrap_or_else(|error| panic!("{error}"))
        }

        $(#[$doc])*
        ///
        /// # Errors
        /// If a size is not finite, negative or above [`LIMIT`](crate::math::Real::LIMIT), or the radius is zero; every
        /// such size is listed.
        pub fn try_new($($arg: $ty),+) -> Result<Self, $crate::error::ShapeError> {
            let mut error = $crate::error::ShapeError::default();
            let (what, value) = $zero;
            $crate::shape::common::push_negative(&mut error, what, value);
            for problem in $crate::shape::common::positive($sizes).err().iter().flat_map(|e| e.problems()) {
                error.push(*problem);
            }
            error.or_ok($value)
        }
    };
    ($(#[$doc:meta])* ($($arg:ident: $ty:ty $(=> $into:ty)?),+) $sizes:expr => $value:expr) => {
        $(#[$doc])*
        ///
        /// # Panics
        /// If a size is not finite and positive, or above [`LIMIT`](crate::math::Real::LIMIT); see `try_new`.
        pub fn new($($arg: $ty),+) -> Self {
            Self::try_new($($arg),+).unwrap_or_else(|error| panic!("{error}"))
        }

        $(#[$doc])*
        ///
        /// # Errors
        /// If a size is not finite and positive, or above [`LIMIT`](crate::math::Real::LIMIT); every such size is listed.
        pub fn try_new($($arg: $ty),+) -> Result<Self, $crate::error::ShapeError> {
            $($(let $arg: $into = $arg.into();)?)+
            $crate::shape::common::positive($sizes)?;
            Ok($value)
        }
    };
}
pub(super) use constructors;

/// Getters that return a copy of a field.
macro_rules! getters {
    ($($(#[$doc:meta])* $field:ident: $ty:ty;)+) => {
        $(
            $(#[$doc])*
            #[inline]
            pub fn $field(&self) -> $ty {
                self.$field
            }
        )+
    };
}
pub(super) use getters;
