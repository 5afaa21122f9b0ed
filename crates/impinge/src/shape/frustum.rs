//! Frustum: a rectangular base that widens or narrows linearly to a rectangular top.
//!
//! Frame: origin at the centroid, axis z, sides of both rectangles along x and y. A top without width in one direction
//! makes a wedge, in both a pyramid. Source: row "frustum" of Table 1 of Olvång's thesis, the farther of two
//! rectangles.

use super::common::{Resize, aabb_by_reach, corner, f64s, positive, push_negative, tame, with_z};
use super::{Bounded, Measure, Measured, Support};
use crate::error::ShapeError;
use crate::math::{Aabb, Each, Pose, Real, Vec2, Vec3, Vector};

/// A solid between two rectangles perpendicular to z, its centroid at the origin. For a height of zero use
/// [`RectanglePatch`](super::RectanglePatch).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frustum<T> {
    bottom: Vec2<T>,
    top: Vec2<T>,
    height: T,
    /// z coordinate of the bottom.
    low: T,
    /// z coordinate of the top.
    high: T,
}

impl<T: Real> Frustum<T> {
    /// The frustum in another precision, scaled by `factor`.
    #[inline]
    pub(crate) fn scaled<U: Real>(&self, factor: U) -> Frustum<U> {
        Frustum {
            bottom: self.bottom.resized(factor),
            top: self.top.resized(factor),
            height: self.height.resized(factor),
            low: self.low.resized(factor),
            high: self.high.resized(factor),
        }
    }

    /// A frustum with these half extents (x, y) of bottom and top, and half the height between them. The top may be
    /// zero in one direction or both.
    ///
    /// # Panics
    /// If a size is not finite, above [`LIMIT`](crate::math::Real::LIMIT), negative or, other than at the top, zero;
    /// see [`Frustum::try_new`].
    pub fn new(bottom: impl Into<Vec2<T>>, top: impl Into<Vec2<T>>, half_height: T) -> Self {
        Self::try_new(bottom, top, half_height).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A frustum with these half extents (x, y) of bottom and top, and half the height between them. The top may be
    /// zero in one direction or both.
    ///
    /// # Errors
    /// If a size is not finite, above [`LIMIT`](crate::math::Real::LIMIT), negative or, other than at the top, zero;
    /// every such size is listed.
    pub fn try_new(
        bottom: impl Into<Vec2<T>>,
        top: impl Into<Vec2<T>>,
        half_height: T,
    ) -> Result<Self, ShapeError> {
        let (bottom, top) = (bottom.into(), top.into());
        let sizes = [
            ("bottom half extent x", bottom.x),
            ("bottom half extent y", bottom.y),
            ("half height", half_height),
        ];
        let mut error = positive(sizes).err().unwrap_or_default();
        push_negative(&mut error, "top half extent x", top.x);
        push_negative(&mut error, "top half extent y", top.y);
        error.or_ok(())?;
        let height = half_height * T::TWO;
        let low = -height.f64() * moments(bottom, top)[1];
        Ok(Self { bottom, top, height, low: T::of(low), high: T::of(low + height.f64()) })
    }

    /// Half the distance between bottom and top.
    #[inline]
    pub fn half_height(&self) -> T {
        self.height * T::HALF
    }

    /// Distance between bottom and top.
    #[inline]
    pub(crate) fn height(&self) -> T {
        self.height
    }

    super::common::getters! {
        /// Half extents of the bottom along x and y.
        bottom: Vec2<T>;
        /// Half extents of the top along x and y.
        top: Vec2<T>;
        /// z coordinate of the bottom.
        low: T;
        /// z coordinate of the top.
        high: T;
    }
}

/// Volume, and the means of z, z², x², y² over it, with z from the bottom in units of the height, and x and y in units
/// of the larger half extent of each: so nothing overflows or underflows.
///
/// Half widths are linear in z, so the sections' integrals 4xy, z 4xy, z² 4xy, 4x³y/3, 4xy³/3 are polynomials of degree
/// at most 4, which three-point Gauss quadrature integrates exactly.
fn moments<T: Real>(bottom: Vec2<T>, top: Vec2<T>) -> [f64; 5] {
    let (bottom, top, unit) =
        (f64s(bottom.to_array()), f64s(top.to_array()), f64s(bottom.max(top).to_array()));
    let node = Real::sqrt(0.6_f64);
    let mut sum = [0.0; 5];
    for (t, weight) in [(-node, 5.0 / 18.0), (0.0, 8.0 / 18.0), (node, 5.0 / 18.0)] {
        let z = 0.5 + 0.5 * t;
        let [x, y] = [0, 1].each(|i| (bottom[i] + (top[i] - bottom[i]) * z) / unit[i]);
        let area = weight * 4.0 * x * y;
        for (sum, value) in sum.iter_mut().zip([1.0, z, z * z, x * x / 3.0, y * y / 3.0]) {
            *sum += area * value;
        }
    }
    let [volume, means @ ..] = sum;
    let [z, zz, xx, yy] = means.each(|m| m / volume);
    [volume, z, zz, xx, yy]
}

impl<T: Real> Support<Vec3<T>> for Frustum<T> {
    #[inline(always)]
    fn support(&self, direction: Vec3<T>) -> Vec3<T> {
        let d = tame(direction);
        // Uses the two heights and not their rounded difference, which is off in a wider precision.
        let gain = Vector::abs(d.xy()).dot(self.top - self.bottom) + d.z * (self.high - self.low);
        let (half, z) = if gain > T::ZERO { (self.top, self.high) } else { (self.bottom, self.low) };
        with_z(corner(d.xy(), half), z)
    }
    #[inline]
    fn center(&self) -> Vec3<T> {
        Vec3::default()
    }
}

impl<T: Real> Bounded<Vec3<T>> for Frustum<T> {
    fn aabb(&self, pose: &Pose<Vec3<T>>) -> Aabb<Vec3<T>> {
        aabb_by_reach(pose, |u| {
            let across = Vector::abs(u.xy());
            (across.dot(self.bottom) + u.z * self.low).max(across.dot(self.top) + u.z * self.high)
        })
    }
}

impl<T: Real> Measured<Vec3<T>> for Frustum<T> {
    fn measure(&self) -> Measure<Vec3<T>> {
        let [volume, z, zz, xx, yy] = moments(self.bottom, self.top);
        let [x_unit, y_unit, height] =
            f64s([self.bottom.x.max(self.top.x), self.bottom.y.max(self.top.y), self.height]);
        let volume = volume * x_unit * y_unit * height;
        let second =
            [xx * x_unit * x_unit, yy * y_unit * y_unit, (zz - z * z) * height * height].each(|m| m * volume);
        super::measure::closed_forms::symmetric(volume, second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A regression: widened from `f32`, it chose between top and bottom by a height that was not theirs, and fell short by 1e-9.
    #[test]
    fn is_itself_in_a_wider_precision() {
        let wide = Frustum::<f32>::new([0.8, 0.6], [0.3, 0.4], 0.6).scaled(0.5_f64);
        let (side, up) = (wide.bottom.y - wide.top.y, wide.high - wide.low);
        for k in -100..=100 {
            // Nearly perpendicular to a side face.
            let d = Vec3::new(0.0, up, side * (1.0 + f64::from(k) * 1e-10));
            let value = |half: Vec2<f64>, z: f64| d.y * half.y + d.z * z;
            let best = value(wide.top, wide.high).max(value(wide.bottom, wide.low));
            assert!(best - d.dot(wide.support(d)) <= 4.0 * f64::EPSILON);
        }
    }
}
