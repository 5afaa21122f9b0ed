//! Cylinder: a round column with flat caps.
//!
//! Frame: origin at the center, axis z. Source: row "cylinder" of Table 1 of Olvång's thesis, S_cylinder = S_segment +
//! S_disc. Along ±z all points of a cap are equal; the point of its rim on +x is returned.

use super::common::{Resize, f64s, is_along, radial, symmetric_aabb, with_z};
use super::{Bounded, Measure, Measured, Support};
use crate::math::{Aabb, Pose, Real, Vec3, length_and_unit};

/// A solid cylinder about the z axis, its center at the origin. For a height of zero use [`Disc`](super::Disc), for a
/// radius of zero [`Segment`](super::Segment).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder<T> {
    half_height: T,
    radius: T,
}

impl<T: Real> Cylinder<T> {
    /// The cylinder in another precision, scaled by `factor`.
    #[inline]
    pub(crate) fn scaled<U: Real>(&self, factor: U) -> Cylinder<U> {
        Cylinder { half_height: self.half_height.resized(factor), radius: self.radius.resized(factor) }
    }

    super::common::constructors! {
        /// A cylinder from -`half_height` to +`half_height` on z.
        (half_height: T, radius: T) [("half height", half_height), ("radius", radius)] => Self {
            half_height,
            radius,
        }
    }

    super::common::getters! {
        /// Half the height.
        half_height: T;
        /// Radius.
        radius: T;
    }
}

impl<T: Real> Support<Vec3<T>> for Cylinder<T> {
    #[inline(always)]
    fn support(&self, direction: Vec3<T>) -> Vec3<T> {
        self.support_along(direction).0
    }
    #[inline(always)]
    fn support_along(&self, direction: Vec3<T>) -> (Vec3<T>, T) {
        let (across, around) = length_and_unit(direction.xy());
        let z = direction.z.sign_of(self.half_height);
        (with_z(around * self.radius, z), across * self.radius + z * direction.z)
    }
    #[inline(always)]
    fn is_simple(&self) -> bool {
        true
    }
    #[inline]
    fn center(&self) -> Vec3<T> {
        Vec3::default()
    }
    /// True except along the axis, where the caps are.
    fn is_curved(&self, direction: Vec3<T>) -> bool {
        !is_along(direction, 2)
    }
}

impl<T: Real> Bounded<Vec3<T>> for Cylinder<T> {
    fn aabb(&self, pose: &Pose<Vec3<T>>) -> Aabb<Vec3<T>> {
        symmetric_aabb(pose, |u| u.z.abs() * self.half_height + self.radius * radial(u))
    }
}

impl<T: Real> Measured<Vec3<T>> for Cylinder<T> {
    fn measure(&self) -> Measure<Vec3<T>> {
        let [h, r] = f64s([self.half_height, self.radius]);
        let volume = 2.0 * core::f64::consts::PI * r * r * h;
        let across = volume * r * r / 4.0;
        super::measure::closed_forms::symmetric(volume, [across, across, volume * h * h / 3.0])
    }
}
