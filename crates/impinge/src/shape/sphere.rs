//! Sphere: a solid ball.
//!
//! Frame: origin at the center. Source: row "sphere" of Table 1 of Olvång's thesis, S(v) = r v / |v|.

use super::{Bounded, Measure, Measured, Parts, Shape, Support};
use crate::math::{Aabb, Pose, Real, Vec3};

/// A solid ball, its center at the origin. For a radius of zero use [`Point`](super::Point).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere<T> {
    radius: T,
}

impl<T: Real> Sphere<T> {
    super::common::constructors! {
        /// A ball of this radius.
        (radius: T) [("radius", radius)] => Self { radius }
    }

    super::common::getters! {
        /// Radius.
        radius: T;
    }
}

impl<T: Real> Support<Vec3<T>> for Sphere<T> {
    #[inline]
    fn support(&self, direction: Vec3<T>) -> Vec3<T> {
        direction.unit() * self.radius
    }
    #[inline]
    fn center(&self) -> Vec3<T> {
        Vec3::default()
    }
    fn is_curved(&self, _: Vec3<T>) -> bool {
        true
    }
}

impl<T: Real> Bounded<Vec3<T>> for Sphere<T> {
    fn aabb(&self, pose: &Pose<Vec3<T>>) -> Aabb<Vec3<T>> {
        Aabb::around(pose.translation(), Vec3::splat(self.radius))
    }
}

impl<T: Real> Measured<Vec3<T>> for Sphere<T> {
    fn measure(&self) -> Measure<Vec3<T>> {
        super::measure::closed_forms::round_box([T::ZERO; 3], self.radius)
    }
}

impl<T: Real> Shape for Sphere<T> {
    type V = Vec3<T>;
    #[inline(always)]
    fn parts(&self) -> Parts<'_, Vec3<f64>> {
        Parts::ball(self.radius)
    }
}
