//! Ellipsoid: a ball stretched along the axes.
//!
//! Frame: origin at the center, axes x, y and z. Source: row "ellipsoid" of Table 1 of Olvång's thesis,
//! S(v) = (r_x² v_x, r_y² v_y, r_z² v_z) / |(r_x v_x, r_y v_y, r_z v_z)|.

use super::common::{Resize, ellipsoid_along, f64s, symmetric_aabb, times};
use super::{Bounded, Measure, Measured, Support};
use crate::math::{Aabb, Each, Pose, Real, Vec3};

/// A solid ellipsoid with axes x, y and z, its center at the origin. For a flat one use
/// [`EllipticDisc`](super::EllipticDisc).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid<T> {
    radii: Vec3<T>,
}

impl<T: Real> Ellipsoid<T> {
    /// The ellipsoid in another precision, scaled by `factor`.
    #[inline]
    pub(crate) fn scaled<U: Real>(&self, factor: U) -> Ellipsoid<U> {
        Ellipsoid { radii: self.radii.resized(factor) }
    }

    super::common::constructors! {
        /// An ellipsoid with these radii along x, y and z.
        (radii: impl Into<Vec3<T>> => Vec3<T>)
        [("radius x", radii.x), ("radius y", radii.y), ("radius z", radii.z)] => Self { radii }
    }

    super::common::getters! {
        /// Radii along x, y and z.
        radii: Vec3<T>;
    }
}

impl<T: Real> Support<Vec3<T>> for Ellipsoid<T> {
    #[inline(always)]
    fn support(&self, direction: Vec3<T>) -> Vec3<T> {
        self.support_along(direction).0
    }
    #[inline(always)]
    fn support_along(&self, direction: Vec3<T>) -> (Vec3<T>, T) {
        ellipsoid_along(direction, self.radii)
    }
    #[inline(always)]
    fn is_simple(&self) -> bool {
        true
    }
    #[inline]
    fn center(&self) -> Vec3<T> {
        Vec3::default()
    }
    fn is_curved(&self, _: Vec3<T>) -> bool {
        true
    }
    /// Along a great circle of directions with axis k, the radius of curvature of the outline is D/h³, where D = Σ (k_i
    /// r_j r_l)² and h is the value of the support point. k is perpendicular to the direction, so D is at least the
    /// smaller eigenvalue of a matrix, and h is at most its value for the direction plus the longest radius times the
    /// sine.
    fn least_radius(&self, direction: Vec3<T>, sine: T) -> T {
        let r = self.radii;
        let products = Vec3::new(r.y * r.z, r.z * r.x, r.x * r.y);
        let s = direction.any_orthogonal();
        let t = direction.cross(s);
        let (s, t) = (times(products, s), times(products, t));
        let (mean, half, mixed) = {
            let (ss, tt) = (s.norm_squared(), t.norm_squared());
            ((ss + tt) * T::HALF, (ss - tt) * T::HALF, s.dot(t))
        };
        let least = mean * (T::ONE - T::of(32.0) * T::EPSILON) - (half * half + mixed * mixed).sqrt();
        let value = times(r, direction).norm() + r.max_abs() * sine;
        least.max(T::ZERO) / (value * value * value)
    }
}

impl<T: Real> Bounded<Vec3<T>> for Ellipsoid<T> {
    fn aabb(&self, pose: &Pose<Vec3<T>>) -> Aabb<Vec3<T>> {
        symmetric_aabb(pose, |u| times(u, self.radii).norm())
    }
}

impl<T: Real> Measured<Vec3<T>> for Ellipsoid<T> {
    fn measure(&self) -> Measure<Vec3<T>> {
        let [a, b, c] = f64s(self.radii.to_array());
        let volume = 4.0 / 3.0 * core::f64::consts::PI * a * b * c;
        super::measure::closed_forms::symmetric(volume, [a, b, c].each(|r| volume * r * r / 5.0))
    }
}
