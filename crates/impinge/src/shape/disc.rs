//! Disc: a flat round plate in space.
//!
//! Frame: origin at the center, in the plane z = 0, axis z. Source: row "disc" of Table 1 of Olvång's thesis,
//! S(v) = r (v_x, v_y, 0) / |(v_x, v_y, 0)|. Along ±z all points are equal; the one on +x is returned.

use super::common::{Resize, is_along, radial, rim, symmetric_aabb};
use super::{Bounded, Measure, Measured, Support};
use crate::math::{Aabb, Pose, Real, Vec3};

/// A flat disc in the xy plane, its center at the origin. For a radius of zero use [`Point`](super::Point).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc<T> {
    radius: T,
}

impl<T: Real> Disc<T> {
    /// A disc whose size another shape has checked.
    #[inline]
    pub(crate) fn of_size(radius: T) -> Self {
        Self { radius }
    }

    /// The disc in another precision, scaled by `factor`.
    #[inline]
    pub(crate) fn scaled<U: Real>(&self, factor: U) -> Disc<U> {
        Disc { radius: self.radius.resized(factor) }
    }

    super::common::constructors! {
        /// A disc of this radius.
        (radius: T) [("radius", radius)] => Self { radius }
    }

    super::common::getters! {
        /// Radius.
        radius: T;
    }
}

impl<T: Real> Support<Vec3<T>> for Disc<T> {
    #[inline(always)]
    fn support(&self, direction: Vec3<T>) -> Vec3<T> {
        rim(direction, self.radius)
    }
    #[inline]
    fn center(&self) -> Vec3<T> {
        Vec3::default()
    }
    /// True except along the axis.
    fn is_curved(&self, direction: Vec3<T>) -> bool {
        !is_along(direction, 2)
    }
}

impl<T: Real> Bounded<Vec3<T>> for Disc<T> {
    fn aabb(&self, pose: &Pose<Vec3<T>>) -> Aabb<Vec3<T>> {
        symmetric_aabb(pose, |u| self.radius * radial(u))
    }
}

impl<T: Real> Measured<Vec3<T>> for Disc<T> {
    fn measure(&self) -> Measure<Vec3<T>> {
        Measure::flat(self.center())
    }
}
