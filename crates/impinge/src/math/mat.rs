//! 3 by 3 matrices: rotation matrices and inertia tensors; principal axes.

use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use super::ops::scalar_times;
use super::{Real, Turn, Vec3, exponent_of};
use crate::math::Each;

/// A 3 by 3 matrix, stored by columns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct Mat3<T> {
    /// First column: the image of the first axis.
    pub x_axis: Vec3<T>,
    /// Second column: the image of the second axis.
    pub y_axis: Vec3<T>,
    /// Third column: the image of the third axis.
    pub z_axis: Vec3<T>,
}

impl<T: Real> Mat3<T> {
    /// The identity.
    pub const IDENTITY: Self = Self::diagonal(T::ONE, T::ONE, T::ONE);

    /// A matrix from its columns.
    #[inline]
    pub const fn from_columns(x_axis: Vec3<T>, y_axis: Vec3<T>, z_axis: Vec3<T>) -> Self {
        Self { x_axis, y_axis, z_axis }
    }

    /// A matrix from its rows.
    #[inline]
    pub fn from_rows(x: Vec3<T>, y: Vec3<T>, z: Vec3<T>) -> Self {
        Self::from_columns(x, y, z).transpose()
    }

    /// A diagonal matrix with these entries.
    #[inline]
    pub const fn diagonal(x: T, y: T, z: T) -> Self {
        Self {
            x_axis: Vec3::new(x, T::ZERO, T::ZERO),
            y_axis: Vec3::new(T::ZERO, y, T::ZERO),
            z_axis: Vec3::new(T::ZERO, T::ZERO, z),
        }
    }

    /// The transposed matrix.
    #[inline]
    #[must_use]
    pub fn transpose(self) -> Self {
        let (a, b, c) = (self.x_axis, self.y_axis, self.z_axis);
        Self::from_columns(Vec3::new(a.x, b.x, c.x), Vec3::new(a.y, b.y, c.y), Vec3::new(a.z, b.z, c.z))
    }

    /// Row `index`.
    ///
    /// # Panics
    /// If `index` is above 2.
    #[inline]
    pub fn row(self, index: usize) -> Vec3<T> {
        Vec3::new(self.x_axis[index], self.y_axis[index], self.z_axis[index])
    }

    /// Column `index`: the image of that axis.
    ///
    /// # Panics
    /// If `index` is above 2.
    #[inline]
    pub fn column(self, index: usize) -> Vec3<T> {
        [self.x_axis, self.y_axis, self.z_axis][index]
    }

    /// The determinant: the signed volume of the image of the unit cube, negative if the matrix mirrors.
    pub fn determinant(self) -> T {
        self.x_axis.dot(self.y_axis.cross(self.z_axis))
    }

    /// The inverse matrix. `None` if the determinant is zero, as computed in `f64`, or if an entry of either matrix is
    /// not finite.
    pub fn inverse(self) -> Option<Self> {
        // Scaled by a power of two near the largest entry, so that no product overflows or underflows.
        let scale = f64::power_of_two(-exponent_of(self.max_abs().f64()));
        let [a, b, c] = [self.x_axis, self.y_axis, self.z_axis].each(|v| v.cast::<f64>() * scale);
        let determinant = a.dot(b.cross(c));
        if determinant == 0.0 {
            return None;
        }
        let row = |u: Vec3<f64>, v: Vec3<f64>| (u.cross(v) / determinant * scale).cast();
        let rows: [Vec3<T>; 3] = [row(b, c), row(c, a), row(a, b)];
        rows.iter().all(|r| r.is_finite()).then(|| Self::from_rows(rows[0], rows[1], rows[2]))
    }

    /// Product of the transposed matrix and a vector: the components of `v` along the columns.
    #[inline]
    #[must_use]
    pub fn transpose_mul(self, v: Vec3<T>) -> Vec3<T> {
        Vec3::new(self.x_axis.dot(v), self.y_axis.dot(v), self.z_axis.dot(v))
    }

    /// The rotation matrix of a quaternion of any length except zero: v is its vector part, w its real part.
    #[inline]
    pub(crate) fn of_quaternion(v: Vec3<T>, w: T) -> Self {
        let s = T::TWO / (v.norm_squared() + w * w);
        let (sx, sy, sz) = (v.x * s, v.y * s, v.z * s);
        let (xx, xy, xz) = (v.x * sx, v.x * sy, v.x * sz);
        let (yy, yz, zz) = (v.y * sy, v.y * sz, v.z * sz);
        let (wx, wy, wz) = (w * sx, w * sy, w * sz);
        Self::from_columns(
            Vec3::new(T::ONE - (yy + zz), xy + wz, xz - wy),
            Vec3::new(xy - wz, T::ONE - (xx + zz), yz + wx),
            Vec3::new(xz + wy, yz - wx, T::ONE - (xx + yy)),
        )
    }

    /// The same matrix in another precision, rounded to nearest.
    pub fn cast<U: Real>(self) -> Mat3<U> {
        Mat3::from_columns(self.x_axis.cast(), self.y_axis.cast(), self.z_axis.cast())
    }

    /// Largest absolute entry.
    pub fn max_abs(self) -> T {
        self.x_axis.max_abs().max(self.y_axis.max_abs()).max(self.z_axis.max_abs())
    }

    /// Inertia tensor of a unit mass at `r`: |r|² on the diagonal minus the outer product of `r` with itself.
    pub fn point_inertia(r: Vec3<T>) -> Self {
        // The diagonal adds the other two squares, since |r|² minus one square would cancel.
        let (x, y, z) = (r.x * r.x, r.y * r.y, r.z * r.z);
        Self::from_columns(
            Vec3::new(y + z, -(r.x * r.y), -(r.x * r.z)),
            Vec3::new(-(r.x * r.y), x + z, -(r.y * r.z)),
            Vec3::new(-(r.x * r.z), -(r.y * r.z), x + y),
        )
    }
}

impl<T: Real> Turn<Vec3<T>> for Mat3<T> {
    #[inline]
    fn turn(&self, v: Vec3<T>) -> Vec3<T> {
        *self * v
    }
    #[inline]
    fn unturn(&self, v: Vec3<T>) -> Vec3<T> {
        self.transpose_mul(v)
    }
}

impl<T: Real> Mul<Vec3<T>> for Mat3<T> {
    type Output = Vec3<T>;
    #[inline]
    fn mul(self, v: Vec3<T>) -> Vec3<T> {
        self.x_axis * v.x + self.y_axis * v.y + self.z_axis * v.z
    }
}

impl<T: Real> Mul for Mat3<T> {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        Self::from_columns(self * other.x_axis, self * other.y_axis, self * other.z_axis)
    }
}

impl<T: Real> Mul<T> for Mat3<T> {
    type Output = Self;
    #[inline]
    fn mul(self, factor: T) -> Self {
        Self::from_columns(self.x_axis * factor, self.y_axis * factor, self.z_axis * factor)
    }
}

impl<T: Real> Add for Mat3<T> {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self::from_columns(self.x_axis + other.x_axis, self.y_axis + other.y_axis, self.z_axis + other.z_axis)
    }
}

impl<T: Real> Sub for Mat3<T> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self + other * -T::ONE
    }
}

impl<T: Real> Neg for Mat3<T> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self::from_columns(-self.x_axis, -self.y_axis, -self.z_axis)
    }
}

impl<T: Real> AddAssign for Mat3<T> {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<T: Real> SubAssign for Mat3<T> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<T: Real> MulAssign<T> for Mat3<T> {
    #[inline]
    fn mul_assign(&mut self, factor: T) {
        *self = *self * factor;
    }
}

scalar_times!(Mat3);

/// Number of sweeps. Each squares the off-diagonal entries; in `f64`, five leave nothing of them.
const JACOBI_SWEEPS: usize = 6;

/// Orthonormal axes along which a symmetric matrix is diagonal, in no particular order. By Jacobi's method (1846): rotations that each
/// eliminate one off-diagonal entry.
#[expect(clippy::needless_range_loop, reason = "indices name rows and columns at once")]
pub(crate) fn principal_axes(mut m: [[f64; 3]; 3]) -> [Vec3<f64>; 3] {
    let mut axes = [Vec3::axis(0), Vec3::axis(1), Vec3::axis(2)];
    for _ in 0..JACOBI_SWEEPS {
        for p in 0..3 {
            for q in p + 1..3 {
                if m[p][q] == 0.0 {
                    continue;
                }
                let half = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
                let sign = if half < 0.0 { -1.0 } else { 1.0 };
                let tan = sign / (half.abs() + Real::sqrt(half * half + 1.0));
                let cos = 1.0 / Real::sqrt(tan * tan + 1.0);
                let sin = tan * cos;
                for k in 0..3 {
                    let (a, b) = (m[k][p], m[k][q]);
                    (m[k][p], m[k][q]) = (cos * a - sin * b, sin * a + cos * b);
                }
                for k in 0..3 {
                    let (a, b) = (m[p][k], m[q][k]);
                    (m[p][k], m[q][k]) = (cos * a - sin * b, sin * a + cos * b);
                }
                let (a, b) = (axes[p], axes[q]);
                (axes[p], axes[q]) = (a * cos - b * sin, a * sin + b * cos);
            }
        }
    }
    axes
}
