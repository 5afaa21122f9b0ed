//! Capsule in the plane: a segment with a disc added.
//!
//! Frame: origin at the center, axis y. Source: row "capsule" of Table 1 of Olvång's thesis, in the plane.

use crate::error::ShapeError;
use crate::math::{Aabb, Pose, Real, Rot2, Vec2};
use crate::shape::common::{constructors, getters, is_along, span, symmetric_aabb};
use crate::shape::{At, Bounded, Core2, Measure, Measured, Parts, Segment2, Shape, Support};

/// A capsule in the plane: all points within `radius` of a segment of the y axis with its middle at the origin. A
/// length of 0 is allowed, since files contain it, and makes a disc: queries answer as for a [`Circle`](super::Circle).
/// For a radius of zero use [`Segment2`](super::Segment2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule2<T> {
    half_length: T,
    radius: T,
}

impl<T: Real> Capsule2<T> {
    constructors! {
        /// A capsule around the segment from -`half_length` to +`half_length` on y.
        (half_length: T, radius: T) zero ("half length", half_length); [("radius", radius)] => Self {
            half_length,
            radius,
        }
    }

    /// The capsule around the segment between two points, with the pose that takes the lower end of its segment to `a`
    /// and the upper end to `b`, within a few roundings of their coordinates. The ends may coincide.
    ///
    /// # Panics
    /// If a coordinate is not finite or above [`LIMIT`](crate::math::Real::LIMIT), or the radius is not finite and
    /// positive; see [`Capsule2::try_between`].
    ///
    /// ```
    /// use impinge::{Capsule2, Support, Vec2};
    ///
    /// let capsule = Capsule2::between([1.0, 0.0], [5.0, 0.0], 0.5);
    /// assert_eq!(capsule.shape().half_length(), 2.0);
    /// assert_eq!(capsule.pose().translation(), Vec2::new(3.0, 0.0));
    /// assert!(f64::abs(capsule.support(Vec2::axis(0)).x - 5.5) < 1e-12);
    /// ```
    pub fn between(a: impl Into<Vec2<T>>, b: impl Into<Vec2<T>>, radius: T) -> At<Self> {
        Self::try_between(a, b, radius).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The capsule between two points; see [`Capsule2::between`].
    ///
    /// # Errors
    /// If a coordinate is not finite or above [`LIMIT`](crate::math::Real::LIMIT), or the radius is not finite and positive.
    pub fn try_between(
        a: impl Into<Vec2<T>>,
        b: impl Into<Vec2<T>>,
        radius: T,
    ) -> Result<At<Self>, ShapeError> {
        let (middle, half_length, along) = span([a.into(), b.into()], Vec2::cast::<f64>)?;
        let shape = Self::try_new(T::of(half_length), radius)?;
        Ok(At::new(shape, Pose::of(middle.cast(), Rot2::from_y_axis(along))))
    }

    getters! {
        /// Half the length of the inner segment, without the round ends.
        half_length: T;
        /// Radius.
        radius: T;
    }
}

impl<T: Real> Support<Vec2<T>> for Capsule2<T> {
    #[inline]
    fn support(&self, direction: Vec2<T>) -> Vec2<T> {
        let mut p = direction.unit() * self.radius;
        p.y += direction.y.sign_of(self.half_length);
        p
    }
    #[inline]
    fn center(&self) -> Vec2<T> {
        Vec2::default()
    }
    /// True except along ±x, where the straight sides are, if it has any.
    fn is_curved(&self, direction: Vec2<T>) -> bool {
        self.half_length == T::ZERO || !is_along(direction, 0)
    }
}

impl<T: Real> Bounded<Vec2<T>> for Capsule2<T> {
    fn aabb(&self, pose: &Pose<Vec2<T>>) -> Aabb<Vec2<T>> {
        symmetric_aabb(pose, |u| u.y.abs() * self.half_length + self.radius)
    }
}

impl<T: Real> Measured<Vec2<T>> for Capsule2<T> {
    fn measure(&self) -> Measure<Vec2<T>> {
        crate::shape::measure::closed_forms::round_rectangle([T::ZERO, self.half_length], self.radius)
    }
}

impl<T: Real> Shape for Capsule2<T> {
    type V = Vec2<T>;
    #[inline(always)]
    fn parts(&self) -> Parts<'_, Vec2<f64>> {
        Parts::of(Core2::Segment(Segment2::of_size(self.half_length.f64())), T::PRECISION)
            .grown(self.radius.f64())
    }
}
