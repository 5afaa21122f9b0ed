//! Segment in the plane: a straight piece of the y axis.
//!
//! Frame: origin at the middle, axis y. Source: row "segment" of Table 1 of Olvång's thesis, rotated from x to y.

use crate::error::ShapeError;
use crate::math::{Aabb, Pose, Real, Rot2, Vec2};
use crate::shape::common::{Resize, constructors, getters, span, symmetric_aabb};
use crate::shape::{At, Bounded, Measure, Measured, Support};

/// A segment of the y axis, its middle at the origin. For a length of zero use [`Point`](crate::shape::Point).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment2<T> {
    half_length: T,
}

impl<T: Real> Segment2<T> {
    /// A segment whose size another shape has checked.
    #[inline]
    pub(crate) fn of_size(half_length: T) -> Self {
        Self { half_length }
    }

    /// The segment in another precision, scaled by `factor`.
    #[inline]
    pub(crate) fn scaled<U: Real>(&self, factor: U) -> Segment2<U> {
        Segment2 { half_length: self.half_length.resized(factor) }
    }

    constructors! {
        /// A segment from -`half_length` to +`half_length` on y.
        (half_length: T) [("half length", half_length)] => Self { half_length }
    }

    /// The segment between two points, with the pose that takes its lower end to `a` and its upper end to `b`, within a
    /// few roundings of their coordinates.
    ///
    /// # Panics
    /// If a coordinate is not finite or above [`LIMIT`](crate::math::Real::LIMIT), or the ends coincide; see
    /// [`Segment2::try_between`].
    ///
    /// ```
    /// use impinge::{Segment2, Support, Vec2};
    ///
    /// let segment = Segment2::between([1.0, 0.0], [5.0, 0.0]);
    /// assert_eq!(segment.shape().half_length(), 2.0);
    /// assert_eq!(segment.pose().translation(), Vec2::new(3.0, 0.0));
    /// assert!(f64::abs(segment.support(Vec2::axis(0)).x - 5.0) < 1e-12);
    /// ```
    pub fn between(a: impl Into<Vec2<T>>, b: impl Into<Vec2<T>>) -> At<Self> {
        Self::try_between(a, b).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The segment between two points; see [`Segment2::between`].
    ///
    /// # Errors
    /// If a coordinate is not finite or above [`LIMIT`](crate::math::Real::LIMIT), or the ends coincide.
    pub fn try_between(a: impl Into<Vec2<T>>, b: impl Into<Vec2<T>>) -> Result<At<Self>, ShapeError> {
        let (middle, half_length, along) = span([a.into(), b.into()], Vec2::cast::<f64>)?;
        let shape = Self::try_new(T::of(half_length))?;
        Ok(At::new(shape, Pose::of(middle.cast(), Rot2::from_y_axis(along))))
    }

    getters! {
        /// Distance from the middle to an end.
        half_length: T;
    }
}

impl<T: Real> Support<Vec2<T>> for Segment2<T> {
    #[inline]
    fn support(&self, direction: Vec2<T>) -> Vec2<T> {
        Vec2::new(T::ZERO, direction.y.sign_of(self.half_length))
    }
    #[inline]
    fn center(&self) -> Vec2<T> {
        Vec2::default()
    }
}

impl<T: Real> Bounded<Vec2<T>> for Segment2<T> {
    fn aabb(&self, pose: &Pose<Vec2<T>>) -> Aabb<Vec2<T>> {
        symmetric_aabb(pose, |u| u.y.abs() * self.half_length)
    }
}

impl<T: Real> Measured<Vec2<T>> for Segment2<T> {
    fn measure(&self) -> Measure<Vec2<T>> {
        Measure::flat(self.center())
    }
}
