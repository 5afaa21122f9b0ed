//! Capsule: a segment with a ball added.
//!
//! Frame: origin at the center, axis z. Source: row "capsule" of Table 1 of Olvång's thesis,
//! S_capsule = S_segment + S_sphere.

use super::common::span;
use super::{At, Bounded, Core3, Measure, Measured, Parts, Segment, Shape, Support};
use crate::error::ShapeError;
use crate::math::{Aabb, Pose, Real, Rot3, Vec3};

/// A capsule: all points within `radius` of a segment of the z axis with its middle at the origin. A length of 0 is
/// allowed, since files contain it, and makes a ball: queries answer as for a [`Sphere`](super::Sphere). For a radius
/// of zero use [`Segment`](super::Segment).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<T> {
    half_length: T,
    radius: T,
}

impl<T: Real> Capsule<T> {
    super::common::constructors! {
        /// A capsule around the segment from -`half_length` to +`half_length` on z; the whole length is twice the sum
        /// of both.
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
    /// positive; see [`Capsule::try_between`].
    ///
    /// ```
    /// use impinge::{Capsule, Support, Vec3};
    ///
    /// let capsule = Capsule::between([1.0, 0.0, 0.0], [5.0, 0.0, 0.0], 0.5);
    /// assert_eq!(capsule.shape().half_length(), 2.0);
    /// assert_eq!(capsule.pose().translation(), Vec3::new(3.0, 0.0, 0.0));
    /// assert!(f64::abs(capsule.support(Vec3::axis(0)).x - 5.5) < 1e-12);
    /// ```
    pub fn between(a: impl Into<Vec3<T>>, b: impl Into<Vec3<T>>, radius: T) -> At<Self> {
        Self::try_between(a, b, radius).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The capsule between two points; see [`Capsule::between`].
    ///
    /// # Errors
    /// If a coordinate is not finite or above [`LIMIT`](crate::math::Real::LIMIT), or the radius is not finite and positive.
    pub fn try_between(
        a: impl Into<Vec3<T>>,
        b: impl Into<Vec3<T>>,
        radius: T,
    ) -> Result<At<Self>, ShapeError> {
        let (middle, half_length, along) = span([a.into(), b.into()], Vec3::cast::<f64>)?;
        let shape = Self::try_new(T::of(half_length), radius)?;
        Ok(At::new(shape, Pose::of(middle.cast(), Rot3::between(Vec3::axis(2), along).cast())))
    }

    super::common::getters! {
        /// Half the length of the inner segment, without the round ends.
        half_length: T;
        /// Radius.
        radius: T;
    }
}

impl<T: Real> Support<Vec3<T>> for Capsule<T> {
    #[inline]
    fn support(&self, direction: Vec3<T>) -> Vec3<T> {
        let mut p = direction.unit() * self.radius;
        p.z += direction.z.sign_of(self.half_length);
        p
    }
    #[inline]
    fn center(&self) -> Vec3<T> {
        Vec3::default()
    }
    fn is_curved(&self, _: Vec3<T>) -> bool {
        true
    }
}

impl<T: Real> Bounded<Vec3<T>> for Capsule<T> {
    fn aabb(&self, pose: &Pose<Vec3<T>>) -> Aabb<Vec3<T>> {
        super::common::symmetric_aabb(pose, |u| u.z.abs() * self.half_length + self.radius)
    }
}

impl<T: Real> Measured<Vec3<T>> for Capsule<T> {
    fn measure(&self) -> Measure<Vec3<T>> {
        super::measure::closed_forms::round_box([T::ZERO, T::ZERO, self.half_length], self.radius)
    }
}

impl<T: Real> Shape for Capsule<T> {
    type V = Vec3<T>;
    #[inline(always)]
    fn parts(&self) -> Parts<'_, Vec3<f64>> {
        Parts::of(Core3::Segment(Segment::of_size(self.half_length.f64())), T::PRECISION)
            .grown(self.radius.f64())
    }
}
