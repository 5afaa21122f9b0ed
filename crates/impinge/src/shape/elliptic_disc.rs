//! Elliptic disc: a flat elliptic plate in space.
//!
//! Frame: origin at the center, in the plane z = 0, axes of the ellipse along x and y. Source: row "ellipse" of Table
//! 1 of Olvång's thesis. Along ±z all points are equal; the one on +x is returned.

use super::common::{Resize, ellipsoid_along, is_along, symmetric_aabb, times, with_z};
use super::{Bounded, Measure, Measured, Support};
use crate::math::{Aabb, Pose, Real, Vec2, Vec3};

/// A flat elliptic plate in the xy plane, its center at the origin. For a width of zero use
/// [`Segment`](super::Segment).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EllipticDisc<T> {
    radii: Vec2<T>,
}

impl<T: Real> EllipticDisc<T> {
    /// The elliptic disc in another precision, scaled by `factor`.
    #[inline]
    pub(crate) fn scaled<U: Real>(&self, factor: U) -> EllipticDisc<U> {
        EllipticDisc { radii: self.radii.resized(factor) }
    }

    super::common::constructors! {
        /// An elliptic disc with these radii along x and y.
        (radii: impl Into<Vec2<T>> => Vec2<T>) [("radius x", radii.x), ("radius y", radii.y)] => Self { radii }
    }

    super::common::getters! {
        /// Radii along x and y.
        radii: Vec2<T>;
    }
}

impl<T: Real> Support<Vec3<T>> for EllipticDisc<T> {
    #[inline(always)]
    fn support(&self, direction: Vec3<T>) -> Vec3<T> {
        with_z(ellipsoid_along(direction.xy(), self.radii).0, T::ZERO)
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

impl<T: Real> Bounded<Vec3<T>> for EllipticDisc<T> {
    fn aabb(&self, pose: &Pose<Vec3<T>>) -> Aabb<Vec3<T>> {
        symmetric_aabb(pose, |u| times(u.xy(), self.radii).norm())
    }
}

impl<T: Real> Measured<Vec3<T>> for EllipticDisc<T> {
    fn measure(&self) -> Measure<Vec3<T>> {
        Measure::flat(self.center())
    }
}
