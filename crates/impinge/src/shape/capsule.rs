//! Capsule: a segment with a ball added.
//!
//! Frame: origin at the centre, axis z. Source: row "capsule" of Table 1 of Olvång's thesis,
//! S_capsule = S_segment + S_sphere.

use super::{Bounded, Core3, Measure, Measured, Parts, Segment, Shape, Support};
use crate::math::{Aabb, Pose, Real, Vec3};

/// All points within `radius` of a segment of the z axis, its middle at the origin. For one without length take
/// [`Sphere`](super::Sphere), without radius [`Segment`](super::Segment).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<T> {
    half_length: T,
    radius: T,
}

impl<T: Real> Capsule<T> {
    super::common::constructors! {
        /// Around the segment from -`half_length` to +`half_length` on z; the whole length is twice the sum of both.
        (half_length: T, radius: T) [("half length", half_length), ("radius", radius)] => Self {
            half_length,
            radius,
        }
    }

    super::common::getters! {
        /// Half the length of the segment inside, without the round ends.
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
    fn parts(&self) -> Parts<'_, Vec3<T>> {
        Parts::of(Core3::Segment(Segment::of_size(self.half_length))).grown(self.radius)
    }
}
