//! Rectangle patch: a flat rectangle in space.
//!
//! Frame: origin at the center, in the plane z = 0, sides along x and y. Source: row "rectangle" of Table 1 of
//! Olvång's thesis.

use super::common::{Resize, corner, with_z};
use super::{Bounded, Measure, Measured, Support};
use crate::math::{Aabb, Pose, Real, Vec2, Vec3, Vector};

/// A flat rectangle in the xy plane, its center at the origin. For a width of zero use [`Segment`](super::Segment).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RectanglePatch<T> {
    half_extents: Vec2<T>,
}

impl<T: Real> RectanglePatch<T> {
    /// A rectangle whose size another shape has checked.
    #[inline]
    pub(crate) fn of_size(half_extents: Vec2<T>) -> Self {
        Self { half_extents }
    }

    /// The rectangle in another precision, scaled by `factor`.
    #[inline]
    pub(crate) fn scaled<U: Real>(&self, factor: U) -> RectanglePatch<U> {
        RectanglePatch { half_extents: self.half_extents.resized(factor) }
    }

    super::common::constructors! {
        /// A rectangle with these half extents along x and y.
        (half_extents: impl Into<Vec2<T>> => Vec2<T>)
        [("half extent x", half_extents.x), ("half extent y", half_extents.y)] => Self { half_extents }
    }

    super::common::getters! {
        /// Half extents along x and y.
        half_extents: Vec2<T>;
    }
}

impl<T: Real> Support<Vec3<T>> for RectanglePatch<T> {
    #[inline(always)]
    fn support(&self, direction: Vec3<T>) -> Vec3<T> {
        with_z(corner(direction.xy(), self.half_extents), T::ZERO)
    }
    #[inline]
    fn center(&self) -> Vec3<T> {
        Vec3::default()
    }
}

impl<T: Real> Bounded<Vec3<T>> for RectanglePatch<T> {
    fn aabb(&self, pose: &Pose<Vec3<T>>) -> Aabb<Vec3<T>> {
        super::common::symmetric_aabb(pose, |u| Vector::abs(u.xy()).dot(self.half_extents))
    }
}

impl<T: Real> Measured<Vec3<T>> for RectanglePatch<T> {
    fn measure(&self) -> Measure<Vec3<T>> {
        Measure::flat(self.center())
    }
}
