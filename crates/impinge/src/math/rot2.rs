//! Rotations of the plane.

use core::ops::{Mul, MulAssign};

use super::rotation::{rotation_ops, unit, unit_again};
use super::{Real, Rotation, Turn, Vec2};
use crate::error::{PoseError, Problem};

/// A rotation of the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "[T; 2]",
        into = "[T; 2]",
        bound(serialize = "T: Real + serde::Serialize", deserialize = "T: Real + serde::Deserialize<'de>")
    )
)]
pub struct Rot2<T> {
    cos: T,
    sin: T,
}

impl<T: Real> Rot2<T> {
    /// A counter-clockwise rotation by an angle in radians.
    ///
    /// # Panics
    /// If the angle is not finite; see [`Rot2::try_from_angle`].
    pub fn from_angle(radians: T) -> Self {
        Self::try_from_angle(radians).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A counter-clockwise rotation by an angle in radians.
    ///
    /// # Errors
    /// If the angle is not finite.
    pub fn try_from_angle(radians: T) -> Result<Self, PoseError> {
        if !radians.is_finite() {
            return Err(PoseError::new(Problem::NotFinite { what: "angle", value: radians.f64() }));
        }
        let (sin, cos) = radians.sin_cos();
        Ok(Self { cos, sin })
    }

    /// A rotation from a cosine and a sine that form a vector of length 1 within
    /// [`UNIT_TOLERANCE`](super::UNIT_TOLERANCE); they are renormalized.
    ///
    /// # Errors
    /// If one is not finite, or the length is not 1.
    pub fn try_from_cos_sin(cos: T, sin: T) -> Result<Self, PoseError> {
        let [cos, sin] = unit("cosine and sine", [cos, sin])?;
        Ok(Self { cos, sin })
    }

    /// A counter-clockwise rotation by a finite angle.
    #[inline]
    pub(crate) fn of_finite(radians: T) -> Self {
        let (sin, cos) = radians.sin_cos();
        Self { cos, sin }
    }

    /// The displacement of a point; see [`MotionSpace::moved_by`](super::MotionSpace::moved_by).
    #[inline]
    pub(crate) fn moves(&self, v: Vec2<T>) -> Vec2<T> {
        // cos − 1 = −sin² / (1 + cos), which does not cancel when cos is near 1.
        let less =
            if self.cos > T::ZERO { -self.sin * self.sin / (T::ONE + self.cos) } else { self.cos - T::ONE };
        Vec2::new(less * v.x - self.sin * v.y, self.sin * v.x + less * v.y)
    }

    /// The same numbers in another precision: in a wider one, no longer unit to the last digit.
    #[inline]
    pub(crate) fn same_numbers<U: Real>(&self) -> Rot2<U> {
        Rot2 { cos: U::of(self.cos.f64()), sin: U::of(self.sin.f64()) }
    }

    /// The rotation that takes the second axis to this unit vector.
    pub(crate) fn from_y_axis(y: Vec2<f64>) -> Self {
        Self { cos: T::of(y.y), sin: T::of(-y.x) }
    }

    /// The same rotation in another precision, renormalized there.
    #[inline]
    pub(crate) fn renormalized<U: Real>(&self) -> Rot2<U> {
        let unit = Vec2::<U>::new(U::of(self.cos.f64()), U::of(self.sin.f64())).unit();
        Rot2 { cos: unit.x, sin: unit.y }
    }

    /// Cosine of the angle.
    #[inline]
    pub fn cos(&self) -> T {
        self.cos
    }

    /// Sine of the angle.
    #[inline]
    pub fn sin(&self) -> T {
        self.sin
    }

    /// The angle in radians, counter-clockwise, above -π and up to π.
    pub fn angle(&self) -> T {
        self.sin.atan2(self.cos)
    }

    /// A rotation from the columns of a 2 by 2 matrix, which must be unit and at a right angle within
    /// [`UNIT_TOLERANCE`](super::UNIT_TOLERANCE) and must not mirror; the nearest rotation is taken.
    #[cfg(any(feature = "glam", feature = "glam033"))]
    pub(crate) fn try_from_columns(x: Vec2<T>, y: Vec2<T>) -> Result<Self, PoseError> {
        let (x, y): (Vec2<f64>, Vec2<f64>) = (x.cast(), y.cast());
        super::rotation::orthonormal(&[x, y], x.perp_dot(y))?;
        let [cos, sin] = super::rotation::normalize("rotation matrix", [x.x + y.y, x.y - y.x])?.0;
        Ok(Self { cos: T::of(cos), sin: T::of(sin) })
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
        let turn = self.inverse().compose(other).angle() * t;
        if turn.is_finite() { self.compose(&Self::of_finite(turn)) } else { *self }
    }
}

rotation_ops!(
    Rot2,
    Vec2,
    2,
    |cos_sin: [T; 2]| {
        let [cos, sin] = unit_again("cosine and sine", cos_sin)?;
        Ok(Self { cos, sin })
    },
    |r: Rot2<T>| [r.cos, r.sin]
);

impl<T: Real> Default for Rot2<T> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<T: Real> Turn<Vec2<T>> for Rot2<T> {
    #[inline]
    fn turn(&self, v: Vec2<T>) -> Vec2<T> {
        self.rotate(v)
    }
    #[inline]
    fn unturn(&self, v: Vec2<T>) -> Vec2<T> {
        self.unrotate(v)
    }
}

impl<T: Real> Rotation<Vec2<T>> for Rot2<T> {
    type Turn = Self;

    const IDENTITY: Self = Self { cos: T::ONE, sin: T::ZERO };

    #[inline]
    fn rotate(&self, v: Vec2<T>) -> Vec2<T> {
        Vec2::new(self.cos * v.x - self.sin * v.y, self.sin * v.x + self.cos * v.y)
    }
    #[inline]
    fn unrotate(&self, v: Vec2<T>) -> Vec2<T> {
        self.inverse().rotate(v)
    }
    #[inline]
    fn inverse(&self) -> Self {
        Self { cos: self.cos, sin: -self.sin }
    }
    fn compose(&self, other: &Self) -> Self {
        let product = self.rotate(Vec2::new(other.cos, other.sin)).unit();
        Self { cos: product.x, sin: product.y }
    }
    #[inline]
    fn to_turn(&self) -> Self {
        *self
    }
    fn rotate_inertia(&self, inertia: T) -> T {
        inertia
    }
}
