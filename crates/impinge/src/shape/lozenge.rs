//! Lozenge: a flat rectangle with a ball added.
//!
//! Frame: origin at the center, the rectangle in the plane z = 0. Source: row "lozenge" of Table 1 of Olvång's
//! thesis, S_lozenge = S_rectangle + S_sphere.

use super::common::{corner, is_along, with_z};
use super::{Bounded, Core3, Measure, Measured, Parts, RectanglePatch, Shape, Support};
use crate::math::{Aabb, Pose, Real, Vec2, Vec3, Vector};

/// A lozenge: all points within `radius` of a rectangle in the xy plane with its center at the origin. For a radius of
/// zero use [`RectanglePatch`](super::RectanglePatch), for a width of zero [`Capsule`](super::Capsule).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lozenge<T> {
    half_extents: Vec2<T>,
    radius: T,
}

impl<T: Real> Lozenge<T> {
    super::common::constructors! {
        /// A lozenge around the rectangle with these half extents.
        (half_extents: impl Into<Vec2<T>> => Vec2<T>, radius: T)
        [("half extent x", half_extents.x), ("half extent y", half_extents.y), ("radius", radius)] => Self {
            half_extents,
            radius,
        }
    }

    super::common::getters! {
        /// Half extents of the inner rectangle along x and y.
        half_extents: Vec2<T>;
        /// Radius of the added ball.
        radius: T;
    }
}

impl<T: Real> Support<Vec3<T>> for Lozenge<T> {
    #[inline]
    fn support(&self, direction: Vec3<T>) -> Vec3<T> {
        direction.unit() * self.radius + with_z(corner(direction.xy(), self.half_extents), T::ZERO)
    }
    #[inline]
    fn center(&self) -> Vec3<T> {
        Vec3::default()
    }
    /// True except along ±z, where the faces are.
    fn is_curved(&self, direction: Vec3<T>) -> bool {
        !is_along(direction, 2)
    }
}

impl<T: Real> Bounded<Vec3<T>> for Lozenge<T> {
    fn aabb(&self, pose: &Pose<Vec3<T>>) -> Aabb<Vec3<T>> {
        super::common::symmetric_aabb(pose, |u| Vector::abs(u.xy()).dot(self.half_extents) + self.radius)
    }
}

impl<T: Real> Measured<Vec3<T>> for Lozenge<T> {
    fn measure(&self) -> Measure<Vec3<T>> {
        super::measure::closed_forms::round_box(
            [self.half_extents.x, self.half_extents.y, T::ZERO],
            self.radius,
        )
    }
}

impl<T: Real> Shape for Lozenge<T> {
    type V = Vec3<T>;
    #[inline(always)]
    fn parts(&self) -> Parts<'_, Vec3<f64>> {
        Parts::of(Core3::Rectangle(RectanglePatch::of_size(self.half_extents.cast())), T::PRECISION)
            .grown(self.radius.f64())
    }
}
