//! Circle: a solid disc in the plane.
//!
//! Frame: origin at the center. Source: row "sphere" of Table 1 of Olvång's thesis, in the plane.

use crate::math::{Aabb, Pose, Real, Vec2};
use crate::shape::common::{constructors, getters};
use crate::shape::{Bounded, Measure, Measured, Parts, Shape, Support};

/// A solid disc in the plane, its center at the origin. For a radius of zero use [`Point`](crate::shape::Point).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle<T> {
    radius: T,
}

impl<T: Real> Circle<T> {
    constructors! {
        /// A disc of this radius.
        (radius: T) [("radius", radius)] => Self { radius }
    }

    getters! {
        /// Radius.
        radius: T;
    }
}

impl<T: Real> Support<Vec2<T>> for Circle<T> {
    #[inline]
    fn support(&self, direction: Vec2<T>) -> Vec2<T> {
        direction.unit() * self.radius
    }
    #[inline]
    fn center(&self) -> Vec2<T> {
        Vec2::default()
    }
    fn is_curved(&self, _: Vec2<T>) -> bool {
        true
    }
}

impl<T: Real> Bounded<Vec2<T>> for Circle<T> {
    fn aabb(&self, pose: &Pose<Vec2<T>>) -> Aabb<Vec2<T>> {
        Aabb::around(pose.translation(), Vec2::splat(self.radius))
    }
}

impl<T: Real> Measured<Vec2<T>> for Circle<T> {
    fn measure(&self) -> Measure<Vec2<T>> {
        crate::shape::measure::closed_forms::round_rectangle([T::ZERO; 2], self.radius)
    }
}

impl<T: Real> Shape for Circle<T> {
    type V = Vec2<T>;
    #[inline(always)]
    fn parts(&self) -> Parts<'_, Vec2<f64>> {
        Parts::ball(self.radius)
    }
}
