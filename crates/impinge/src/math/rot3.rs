//! Rotations of space.

use core::ops::{Mul, MulAssign};

use super::rotation::{normalize, orthonormal, rotation_ops, unit, unit_again};
use super::{Mat3, Real, Rotation, Vec3};
use crate::error::{PoseError, Problem};
use crate::math::Each;

/// A rotation of space: a unit quaternion, in the order x y z w.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "[T; 4]",
        into = "[T; 4]",
        bound(serialize = "T: Real + serde::Serialize", deserialize = "T: Real + serde::Deserialize<'de>")
    )
)]
pub struct Rot3<T> {
    /// Vector part.
    v: Vec3<T>,
    /// Scalar part.
    w: T,
}

impl<T: Real> Rot3<T> {
    /// A rotation from a quaternion x y z w whose length is 1 within [`UNIT_TOLERANCE`](super::UNIT_TOLERANCE); it is renormalized.
    ///
    /// # Panics
    /// If it is not finite or not of length 1; see [`Rot3::try_from_xyzw`].
    pub fn from_xyzw(xyzw: [T; 4]) -> Self {
        Self::try_from_xyzw(xyzw).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A rotation from a quaternion x y z w whose length is 1 within [`UNIT_TOLERANCE`](super::UNIT_TOLERANCE); it is renormalized.
    ///
    /// # Errors
    /// If it is not finite or not of length 1.
    pub fn try_from_xyzw(xyzw: [T; 4]) -> Result<Self, PoseError> {
        let [x, y, z, w] = unit("quaternion", xyzw)?;
        Ok(Self { v: Vec3::new(x, y, z), w })
    }

    /// A rotation from a quaternion x y z w of any length except zero; it is normalized.
    ///
    /// # Errors
    /// If it is not finite or zero.
    pub fn try_normalize_xyzw(xyzw: [T; 4]) -> Result<Self, PoseError> {
        let [x, y, z, w] = normalize("quaternion", xyzw)?.0;
        Ok(Self { v: Vec3::new(x, y, z), w })
    }

    /// A rotation about `axis` (of any length) by an angle in radians, counter-clockwise when the axis points at the viewer.
    ///
    /// # Panics
    /// If the axis is zero or one of them is not finite; see [`Rot3::try_from_axis_angle`].
    pub fn from_axis_angle(axis: impl Into<Vec3<T>>, radians: T) -> Self {
        Self::try_from_axis_angle(axis, radians).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A rotation about `axis` (of any length) by an angle in radians, counter-clockwise when the axis points at the viewer.
    ///
    /// # Errors
    /// If the axis is zero or one of them is not finite.
    pub fn try_from_axis_angle(axis: impl Into<Vec3<T>>, radians: T) -> Result<Self, PoseError> {
        let axis = axis.into();
        let mut error = PoseError::default();
        for c in axis.to_array() {
            if !c.is_finite() {
                error.push(Problem::NotFinite { what: "rotation axis", value: c.f64() });
            }
        }
        if axis == Vec3::ZERO {
            error.push(Problem::Zero { what: "rotation axis" });
        }
        if !radians.is_finite() {
            error.push(Problem::NotFinite { what: "angle", value: radians.f64() });
        }
        error.or_ok(())?;
        let (sin, cos) = (radians * T::HALF).sin_cos();
        let v = axis.unit() * sin;
        Self::try_normalize_xyzw([v.x, v.y, v.z, cos])
    }

    /// A rotation about a unit axis by a finite angle.
    #[inline]
    pub(crate) fn about_unit(axis: Vec3<T>, radians: T) -> Self {
        let (sin, cos) = (radians * T::HALF).sin_cos();
        Self { v: axis * sin, w: cos }
    }

    /// The displacement of a point; see [`MotionSpace::moved_by`](super::MotionSpace::moved_by).
    #[inline]
    pub(crate) fn moves(&self, v: Vec3<T>) -> Vec3<T> {
        let t = self.v.cross(v) * T::TWO;
        t * self.w + self.v.cross(t)
    }

    /// The same numbers in another precision: in a wider one, no longer unit to the last digit.
    #[inline]
    pub(crate) fn same_numbers<U: Real>(&self) -> Rot3<U> {
        Rot3 { v: self.v.cast(), w: U::of(self.w.f64()) }
    }

    /// The same rotation in another precision, renormalized there.
    #[inline]
    pub(crate) fn renormalized<U: Real>(&self) -> Rot3<U> {
        let (v, w) = (self.v.cast::<U>(), U::of(self.w.f64()));
        let scale = U::ONE / (v.norm_squared() + w * w).sqrt();
        Rot3 { v: v * scale, w: w * scale }
    }

    /// The shortest rotation that takes direction `from` to direction `to`. For opposite directions it is about some
    /// axis perpendicular to them.
    pub fn between(from: Vec3<T>, to: Vec3<T>) -> Self {
        let (a, b) = (from.unit(), to.unit());
        if a.dot(b) >= T::ZERO {
            return Self::between_near(a, b);
        }
        // A half turn takes a to -a, and at most a right angle remains. In one step, the sum a + b of nearly opposite
        // directions would lose most of its digits, and the rotation with it.
        let normal = a.cross(b).normalized().filter(|n| n.dot(a).abs() < T::HALF);
        let normal = normal.unwrap_or_else(|| a.any_orthogonal());
        // A short cross product is not quite perpendicular to a.
        let half_turn = Self { v: (normal - a * normal.dot(a)).unit(), w: T::ZERO };
        Self::between_near(-a, b).compose(&half_turn)
    }

    /// The same for unit vectors at most a right angle apart: axis and angle are those between `a` and the bisector.
    fn between_near(a: Vec3<T>, b: Vec3<T>) -> Self {
        let bisector = (a + b).unit();
        let v = a.cross(bisector);
        let w = a.dot(bisector);
        Self::try_normalize_xyzw([v.x, v.y, v.z, w]).unwrap_or(Self::IDENTITY)
    }

    /// This rotation followed by a small rotation, given as its axis times its angle in radians: for time steps. The
    /// angle is taken as twice the tangent of its half, so the result is exact to second order. A rotation that
    /// overflows is ignored.
    ///
    /// ```
    /// use impinge::{Rot3, Rotation, Vec3};
    ///
    /// let turned = Rot3::<f64>::IDENTITY.turned_by(Vec3::new(0.0, 0.0, 0.01));
    /// let exact = Rot3::from_axis_angle([0.0, 0.0, 1.0], 0.01);
    /// assert!((turned.rotate(Vec3::axis(0)) - exact.rotate(Vec3::axis(0))).norm() < 0.01_f64.powi(3) / 10.0);
    /// ```
    #[inline]
    #[must_use]
    pub fn turned_by(&self, turn: Vec3<T>) -> Self {
        let half = turn * T::HALF;
        let v = self.v + half * self.w + half.cross(self.v);
        let w = self.w - half.dot(self.v);
        let squared = v.norm_squared() + w * w;
        if !squared.is_finite() {
            return *self;
        }
        let scale = T::ONE / squared.sqrt();
        Self { v: v * scale, w: w * scale }
    }

    /// The quaternion, in the order x y z w.
    #[inline]
    pub fn to_xyzw(&self) -> [T; 4] {
        [self.v.x, self.v.y, self.v.z, self.w]
    }

    /// The unit axis and the angle in radians, from 0 to π. The identity gives the first axis and the angle 0.
    pub fn to_axis_angle(&self) -> (Vec3<T>, T) {
        // A quaternion and its negative are the same rotation.
        let (v, w) = if self.w < T::ZERO { (-self.v, -self.w) } else { (self.v, self.w) };
        (v.unit(), v.norm().atan2(w) * T::TWO)
    }

    /// A rotation from a matrix whose columns are unit and at right angles within
    /// [`UNIT_TOLERANCE`](super::UNIT_TOLERANCE), and which does not mirror.
    ///
    /// # Panics
    /// If it is not such a matrix; see [`Rot3::try_from_matrix`].
    pub fn from_matrix(matrix: Mat3<T>) -> Self {
        Self::try_from_matrix(matrix).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A rotation from a matrix whose columns are unit and at right angles within
    /// [`UNIT_TOLERANCE`](super::UNIT_TOLERANCE), and which does not mirror.
    ///
    /// # Errors
    /// If an entry is not finite, a column is not of length 1, two columns are not at a right angle, or the matrix
    /// mirrors; everything that is wrong is listed.
    pub fn try_from_matrix(matrix: Mat3<T>) -> Result<Self, PoseError> {
        let m = matrix.cast::<f64>();
        orthonormal(&[m.x_axis, m.y_axis, m.z_axis], m.determinant())?;
        // Shepperd's method: divides by the largest of 4x², 4y², 4z² and 4w², which the diagonal gives.
        let (xx, yy, zz) = (m.x_axis.x, m.y_axis.y, m.z_axis.z);
        let (x_plus, x_minus) = (m.y_axis.z + m.z_axis.y, m.y_axis.z - m.z_axis.y);
        let (y_plus, y_minus) = (m.z_axis.x + m.x_axis.z, m.z_axis.x - m.x_axis.z);
        let (z_plus, z_minus) = (m.x_axis.y + m.y_axis.x, m.x_axis.y - m.y_axis.x);
        let xyzw = if xx + yy + zz >= 0.0 {
            [x_minus, y_minus, z_minus, 1.0 + xx + yy + zz]
        } else if xx >= yy && xx >= zz {
            [1.0 + xx - yy - zz, z_plus, y_plus, x_minus]
        } else if yy >= zz {
            [z_plus, 1.0 - xx + yy - zz, x_plus, y_minus]
        } else {
            [y_plus, x_plus, 1.0 - xx - yy + zz, z_minus]
        };
        let [x, y, z, w] = normalize("rotation matrix", xyzw)?.0.each(T::of);
        Ok(Self { v: Vec3::new(x, y, z), w })
    }

    /// The same rotation as a matrix.
    pub fn to_matrix(&self) -> Mat3<T> {
        Mat3::from_columns(self.rotate(Vec3::axis(0)), self.rotate(Vec3::axis(1)), self.rotate(Vec3::axis(2)))
    }

    /// Interpolates from this rotation (`t` = 0) to `other` (`t` = 1) the shorter way at constant speed; other values
    /// of `t` extrapolate. A `t` that is not finite counts as 0.
    #[must_use]
    pub fn slerp(&self, other: &Self, t: T) -> Self {
        if t == T::ZERO || !t.is_finite() {
            return *self;
        }
        if t == T::ONE {
            return *other;
        }
        let (axis, angle) = self.inverse().compose(other).to_axis_angle();
        let turn = angle * t;
        if turn.is_finite() { self.compose(&Self::about_unit(axis, turn)) } else { *self }
    }
}

rotation_ops!(
    Rot3,
    Vec3,
    4,
    |xyzw: [T; 4]| {
        let [x, y, z, w] = unit_again("quaternion", xyzw)?;
        Ok(Self { v: Vec3::new(x, y, z), w })
    },
    |r: Rot3<T>| r.to_xyzw()
);

impl<T: Real> Default for Rot3<T> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<T: Real> Rotation<Vec3<T>> for Rot3<T> {
    type Turn = Mat3<T>;

    const IDENTITY: Self = Self { v: Vec3::ZERO, w: T::ONE };

    #[inline]
    fn rotate(&self, v: Vec3<T>) -> Vec3<T> {
        let t = self.v.cross(v) * T::TWO;
        v + t * self.w + self.v.cross(t)
    }
    #[inline]
    fn unrotate(&self, v: Vec3<T>) -> Vec3<T> {
        self.inverse().rotate(v)
    }
    #[inline]
    fn inverse(&self) -> Self {
        Self { v: -self.v, w: self.w }
    }
    fn compose(&self, other: &Self) -> Self {
        let v = self.v.cross(other.v) + other.v * self.w + self.v * other.w;
        let w = self.w * other.w - self.v.dot(other.v);
        let scale = T::ONE / (v.norm_squared() + w * w).sqrt();
        Self { v: v * scale, w: w * scale }
    }
    #[inline]
    fn to_turn(&self) -> Mat3<T> {
        self.to_matrix()
    }
    fn rotate_inertia(&self, inertia: Mat3<T>) -> Mat3<T> {
        let r = self.to_matrix();
        let turned = r * inertia * r.transpose();
        let is_finite = [turned.x_axis, turned.y_axis, turned.z_axis].iter().all(|axis| axis.is_finite());
        // An infinite moment about one axis is infinite about every other axis.
        let infinite = T::INFINITY;
        if is_finite { turned } else { Mat3::diagonal(infinite, infinite, infinite) }
    }
}
