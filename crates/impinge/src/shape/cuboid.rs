//! Cuboid: a box.
//!
//! Frame: origin at the center, sides along the axes. Source: row "box" of Table 1 of Olvång's thesis,
//! S(v) = (r_x sgn v_x, r_y sgn v_y, r_z sgn v_z).

use super::common::Resize;
use super::{Bounded, Measure, Measured, Support};
use crate::math::{Aabb, Pose, Real, Vec3, Vector};

/// A box with sides along the axes, its center at the origin. For a flat box use
/// [`RectanglePatch`](super::RectanglePatch).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid<T> {
    half_extents: Vec3<T>,
}

impl<T: Real> Cuboid<T> {
    /// A cuboid whose size another shape has checked.
    #[inline]
    pub(crate) fn of_size(half_extents: Vec3<T>) -> Self {
        Self { half_extents }
    }

    /// The cuboid in another precision, scaled by `factor`.
    #[inline]
    pub(crate) fn scaled<U: Real>(&self, factor: U) -> Cuboid<U> {
        Cuboid { half_extents: self.half_extents.resized(factor) }
    }

    super::common::constructors! {
        /// A box with these half extents along x, y and z.
        (half_extents: impl Into<Vec3<T>> => Vec3<T>) sizes(half_extents) => Self { half_extents }
    }

    super::common::getters! {
        /// Half extents along x, y and z.
        half_extents: Vec3<T>;
    }
}

/// The sizes of a box, with their names.
pub(super) fn sizes<T: Real>(half: Vec3<T>) -> [(&'static str, T); 3] {
    [("half extent x", half.x), ("half extent y", half.y), ("half extent z", half.z)]
}

impl<T: Real> Support<Vec3<T>> for Cuboid<T> {
    #[inline(always)]
    fn support(&self, direction: Vec3<T>) -> Vec3<T> {
        super::common::corner(direction, self.half_extents)
    }
    #[inline(always)]
    fn support_along(&self, direction: Vec3<T>) -> (Vec3<T>, T) {
        (self.support(direction), Vector::abs(direction).dot(self.half_extents))
    }
    #[inline(always)]
    fn is_simple(&self) -> bool {
        true
    }
    #[inline]
    fn center(&self) -> Vec3<T> {
        Vec3::default()
    }
}

impl<T: Real> Bounded<Vec3<T>> for Cuboid<T> {
    fn aabb(&self, pose: &Pose<Vec3<T>>) -> Aabb<Vec3<T>> {
        super::common::symmetric_aabb(pose, |u| Vector::abs(u).dot(self.half_extents))
    }
}

impl<T: Real> Measured<Vec3<T>> for Cuboid<T> {
    fn measure(&self) -> Measure<Vec3<T>> {
        super::measure::closed_forms::round_box(self.half_extents.to_array(), T::ZERO)
    }
}
