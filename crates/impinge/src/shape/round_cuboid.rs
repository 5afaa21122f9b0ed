//! Round cuboid: a box with a ball added.
//!
//! Frame: origin at the center, sides along the axes. Source: row "roundbox" of Table 1 of Olvång's thesis,
//! S_roundbox = S_box + S_sphere.

use super::common::{corner, is_along, symmetric_aabb};
use super::{Bounded, Core3, Cuboid, Measure, Measured, Parts, Shape, Support};
use crate::math::{Aabb, Pose, Real, Vec3, Vector};

/// A round box: all points within `radius` of a box with its center at the origin. For a radius of zero use
/// [`Cuboid`](super::Cuboid), around a flat box [`Lozenge`](super::Lozenge).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundCuboid<T> {
    half_extents: Vec3<T>,
    radius: T,
}

impl<T: Real> RoundCuboid<T> {
    super::common::constructors! {
        /// A round box around the box with these half extents; a whole side is twice the sum of half extent and radius.
        (half_extents: impl Into<Vec3<T>> => Vec3<T>, radius: T) {
            let [x, y, z] = super::cuboid::sizes(half_extents);
            [x, y, z, ("radius", radius)]
        } => Self { half_extents, radius }
    }

    super::common::getters! {
        /// Half extents of the inner box along x, y and z.
        half_extents: Vec3<T>;
        /// Radius of the added ball.
        radius: T;
    }
}

impl<T: Real> Support<Vec3<T>> for RoundCuboid<T> {
    #[inline]
    fn support(&self, direction: Vec3<T>) -> Vec3<T> {
        direction.unit() * self.radius + corner(direction, self.half_extents)
    }
    #[inline]
    fn center(&self) -> Vec3<T> {
        Vec3::default()
    }
    /// True except along the axes, where the faces are.
    fn is_curved(&self, direction: Vec3<T>) -> bool {
        !(0..3).any(|i| is_along(direction, i))
    }
}

impl<T: Real> Bounded<Vec3<T>> for RoundCuboid<T> {
    fn aabb(&self, pose: &Pose<Vec3<T>>) -> Aabb<Vec3<T>> {
        symmetric_aabb(pose, |u| Vector::abs(u).dot(self.half_extents) + self.radius)
    }
}

impl<T: Real> Measured<Vec3<T>> for RoundCuboid<T> {
    fn measure(&self) -> Measure<Vec3<T>> {
        super::measure::closed_forms::round_box(self.half_extents.to_array(), self.radius)
    }
}

impl<T: Real> Shape for RoundCuboid<T> {
    type V = Vec3<T>;
    #[inline(always)]
    fn parts(&self) -> Parts<'_, Vec3<f64>> {
        Parts::of(Core3::Cuboid(Cuboid::of_size(self.half_extents.cast())), T::PRECISION)
            .grown(self.radius.f64())
    }
}
