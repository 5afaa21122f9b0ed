//! Segment: a straight piece of the z axis, from -half length to +half length.
//!
//! Frame: origin at the middle, axis z. Source: row "segment" of Table 1 of Olvång's thesis, rotated from x to z.

use super::common::{Resize, span};
use super::{At, Bounded, Measure, Measured, Support};
use crate::error::ShapeError;
use crate::math::{Aabb, Pose, Real, Rot3, Vec3};

/// A segment of the z axis, its middle at the origin. For a length of zero use [`Point`](super::Point).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment<T> {
    half_length: T,
}

impl<T: Real> Segment<T> {
    /// A segment whose size another shape has checked.
    #[inline]
    pub(crate) fn of_size(half_length: T) -> Self {
        Self { half_length }
    }

    /// The segment in another precision, scaled by `factor`.
    #[inline]
    pub(crate) fn scaled<U: Real>(&self, factor: U) -> Segment<U> {
        Segment { half_length: self.half_length.resized(factor) }
    }

    super::common::constructors! {
        /// A segment from -`half_length` to +`half_length` on z.
        (half_length: T) [("half length", half_length)] => Self { half_length }
    }

    /// The segment between two points, with the pose that takes its lower end to `a` and its upper end to `b`, within a
    /// few roundings of their coordinates.
    ///
    /// # Panics
    /// If a coordinate is not finite or above [`LIMIT`](crate::math::Real::LIMIT), or the ends coincide; see
    /// [`Segment::try_between`].
    ///
    /// ```
    /// use impinge::{Segment, Support, Vec3};
    ///
    /// let segment = Segment::between([1.0, 0.0, 0.0], [5.0, 0.0, 0.0]);
    /// assert_eq!(segment.shape().half_length(), 2.0);
    /// assert_eq!(segment.pose().translation(), Vec3::new(3.0, 0.0, 0.0));
    /// assert!(f64::abs(segment.support(Vec3::axis(0)).x - 5.0) < 1e-12);
    /// ```
    pub fn between(a: impl Into<Vec3<T>>, b: impl Into<Vec3<T>>) -> At<Self> {
        Self::try_between(a, b).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The segment between two points; see [`Segment::between`].
    ///
    /// # Errors
    /// If a coordinate is not finite or above [`LIMIT`](crate::math::Real::LIMIT), or the ends coincide.
    pub fn try_between(a: impl Into<Vec3<T>>, b: impl Into<Vec3<T>>) -> Result<At<Self>, ShapeError> {
        let (middle, half_length, along) = span([a.into(), b.into()], Vec3::cast::<f64>)?;
        let shape = Self::try_new(T::of(half_length))?;
        Ok(At::new(shape, Pose::of(middle.cast(), Rot3::between(Vec3::axis(2), along).cast())))
    }

    super::common::getters! {
        /// Distance from the middle to an end.
        half_length: T;
    }
}

impl<T: Real> Support<Vec3<T>> for Segment<T> {
    #[inline(always)]
    fn support(&self, direction: Vec3<T>) -> Vec3<T> {
        Vec3::new(T::ZERO, T::ZERO, direction.z.sign_of(self.half_length))
    }
    #[inline]
    fn center(&self) -> Vec3<T> {
        Vec3::default()
    }
}

impl<T: Real> Bounded<Vec3<T>> for Segment<T> {
    fn aabb(&self, pose: &Pose<Vec3<T>>) -> Aabb<Vec3<T>> {
        super::common::symmetric_aabb(pose, |u| u.z.abs() * self.half_length)
    }
}

impl<T: Real> Measured<Vec3<T>> for Segment<T> {
    fn measure(&self) -> Measure<Vec3<T>> {
        Measure::flat(self.center())
    }
}
