//! Cone: a round base that narrows to an apex.
//!
//! Frame: origin at the centroid, axis z, apex up: the base lies a quarter of the height below the origin, the apex
//! three quarters above. Source: row "cone" of Table 1 of Olvång's thesis, the farther of the apex and S_disc. Along -z
//! all points of the base are equal; the point of its rim on +x is returned.

use super::common::{FLAT_ULPS, Resize, aabb_by_reach, f64s, is_along, radial, tame, with_z};
use super::{Bounded, Measure, Measured, Support};
use crate::math::{Aabb, Pose, Real, Vec2, Vec3, number_by_number};

/// A solid cone about the z axis, apex up, its centroid at the origin. For a height of zero use [`Disc`](super::Disc),
/// for a radius of zero [`Segment`](super::Segment).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone<T> {
    radius: T,
    height: T,
    /// Outward unit normal of the side: x points away from the axis, y along it.
    side: Vec2<T>,
    base: T,
    apex: T,
}

impl<T: Real> Cone<T> {
    /// The cone in another precision, scaled by `factor`.
    #[inline]
    pub(crate) fn scaled<U: Real>(&self, factor: U) -> Cone<U> {
        let (radius, height) = (self.radius.resized(factor), self.height.resized(factor));
        let base = self.base.resized(factor);
        // A wider precision has a more accurate normal.
        let side = if size_of::<T>() == size_of::<U>() {
            self.side.cast()
        } else {
            Vec2::new(height * U::HALF, radius * U::HALF).unit()
        };
        Cone { radius, height, side, base, apex: base + height }
    }

    super::common::constructors! {
        /// A cone with this base radius and half the height from base to apex.
        (radius: T, half_height: T) [("radius", radius), ("half height", half_height)] => {
            let height = half_height * T::TWO;
            // Halved, since the squared length of two large sizes may overflow.
            let side = Vec2::new(half_height, radius * T::HALF).unit();
            let base = -(height * T::of(0.25));
            Self { radius, height, side, base, apex: base + height }
        }
    }

    /// The support point along a direction of moderate length, whose part across the axis has the unit vector `around`:
    /// the apex or a point of the rim. It is selected without a branch, since one could not be predicted.
    #[inline(always)]
    fn farthest(&self, direction: Vec3<T>, around: Vec2<T>, across_squared: T) -> Vec3<T> {
        // The apex is farther if the direction is steeper than the normal of the side, and never if it is level.
        let steep = direction.z * self.side.x;
        let level = (across_squared * (self.side.y * self.side.y)).max(T::power_of_two(1 - T::MAX_EXPONENT));
        let is_apex = steep * steep.abs() >= level;
        let (radius, z) = if is_apex { (T::ZERO, self.apex) } else { (self.radius, self.base) };
        with_z(around * radius, z)
    }

    /// The support point for any direction.
    #[cold]
    #[inline(never)]
    fn support_slowly(&self, direction: Vec3<T>) -> Vec3<T> {
        let d = tame(direction);
        self.farthest(d, d.xy().unit(), d.xy().norm_squared())
    }

    /// Half the distance from base to apex.
    #[inline]
    pub fn half_height(&self) -> T {
        self.height * T::HALF
    }

    /// Distance from base to apex.
    #[inline]
    pub(crate) fn height(&self) -> T {
        self.height
    }

    super::common::getters! {
        /// Radius of the base.
        radius: T;
        /// z of the base: a quarter of the height below the origin.
        base: T;
        /// z of the apex: three quarters of the height above the origin.
        apex: T;
    }
}

impl<T: Real> Support<Vec3<T>> for Cone<T> {
    #[inline(always)]
    fn support(&self, direction: Vec3<T>) -> Vec3<T> {
        let across_squared = direction.xy().norm_squared();
        let squared = across_squared + direction.z * direction.z;
        // Outside this range, squares lose bits.
        if across_squared > T::power_of_two(-T::MAX_EXPONENT / 2)
            && squared < T::power_of_two(T::MAX_EXPONENT / 4)
        {
            return self.farthest(
                direction,
                direction.xy() * (T::ONE / across_squared.sqrt()),
                across_squared,
            );
        }
        self.support_slowly(number_by_number(direction))
    }
    #[inline]
    fn center(&self) -> Vec3<T> {
        Vec3::default()
    }
    /// True except along -z, where the base is, and for directions in which the apex is farthest.
    fn is_curved(&self, direction: Vec3<T>) -> bool {
        let d = tame(direction);
        let slack = T::of(FLAT_ULPS) * T::EPSILON * (radial(d) + d.z.abs());
        let apex = d.z * self.side.x - radial(d) * self.side.y > slack;
        !(apex || is_along(d, 2))
    }
}

impl<T: Real> Bounded<Vec3<T>> for Cone<T> {
    fn aabb(&self, pose: &Pose<Vec3<T>>) -> Aabb<Vec3<T>> {
        aabb_by_reach(pose, |u| (self.radius * radial(u) + u.z * self.base).max(u.z * self.apex))
    }
}

impl<T: Real> Measured<Vec3<T>> for Cone<T> {
    fn measure(&self) -> Measure<Vec3<T>> {
        let [r, h] = f64s([self.radius, self.height]);
        let volume = core::f64::consts::PI * r * r * h / 3.0;
        let across = volume * r * r * 3.0 / 20.0;
        super::measure::closed_forms::symmetric(volume, [across, across, volume * h * h * 3.0 / 80.0])
    }
}
