//! Capsule of the plane: a segment with a disc added.
//!
//! Frame: origin at the centre, axis y. Source: row "capsule" of Table 1 of Olvång's thesis, in the plane.

use crate::math::{Aabb, Pose, Real, Vec2};
use crate::shape::common::{constructors, getters, is_along, symmetric_aabb};
use crate::shape::{Bounded, Core2, Measure, Measured, Parts, Segment2, Shape, Support};

/// All points of the plane within `radius` of a segment of the y axis, its middle at the origin. For one without
/// length take [`Circle`](super::Circle), without radius [`Segment2`](super::Segment2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule2<T> {
    half_length: T,
    radius: T,
}

impl<T: Real> Capsule2<T> {
    constructors! {
        /// Around the segment from -`half_length` to +`half_length` on y.
        (half_length: T, radius: T) [("half length", half_length), ("radius", radius)] => Self {
            half_length,
            radius,
        }
    }

    getters! {
        /// Half the length of the segment inside, without the round ends.
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
    /// Except along ±x, where the straight sides are.
    fn is_curved(&self, direction: Vec2<T>) -> bool {
        !is_along(direction, 0)
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
    fn parts(&self) -> Parts<'_, Vec2<T>> {
        Parts::of(Core2::Segment(Segment2::of_size(self.half_length))).grown(self.radius)
    }
}
