//! Rotations, unit by construction: [`Rot2`] holds cosine and sine, [`Rot3`] a unit quaternion.

use super::{Mat3, Real, Rotation, Turn, Vec2, Vec3, Vector};
use crate::error::{PoseError, Problem};

/// How far from 1 the length of a quaternion (or of a cosine and sine) may be to pass as unit and be renormalised.
/// Wide enough for numbers written with four digits, narrow enough to catch a forgotten normalisation.
pub const UNIT_TOLERANCE: f64 = 1e-3;

/// A rotation of the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "[T; 2]",
        into = "[T; 2]",
        bound = "T: Real + serde::Serialize + serde::de::DeserializeOwned"
    )
)]
pub struct Rot2<T> {
    cos: T,
    sin: T,
}

impl<T: Real> Rot2<T> {
    /// Counter-clockwise by an angle in radians.
    ///
    /// # Panics
    /// If the angle is not finite; see [`Rot2::try_from_angle`].
    pub fn from_angle(radians: T) -> Self {
        Self::try_from_angle(radians).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Counter-clockwise by an angle in radians.
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

    /// From a cosine and a sine that make a vector of length 1 within [`UNIT_TOLERANCE`]; they are renormalised.
    ///
    /// # Errors
    /// If one is not finite, or the length is not 1.
    pub fn try_from_cos_sin(cos: T, sin: T) -> Result<Self, PoseError> {
        let [cos, sin] = unit("cosine and sine", [cos, sin])?;
        Ok(Self { cos, sin })
    }

    /// Counter-clockwise by a finite angle.
    #[inline]
    pub(crate) fn of_finite(radians: T) -> Self {
        let (sin, cos) = radians.sin_cos();
        Self { cos, sin }
    }

    /// The same numbers in another precision: in a wider one, no longer unit to its last digit.
    #[inline]
    pub(crate) fn cast<U: Real>(&self) -> Rot2<U> {
        Rot2 { cos: U::of(self.cos.f64()), sin: U::of(self.sin.f64()) }
    }

    /// In another precision, and unit in that.
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
}

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

/// A rotation of space: a unit quaternion, order x y z w.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "[T; 4]",
        into = "[T; 4]",
        bound = "T: Real + serde::Serialize + serde::de::DeserializeOwned"
    )
)]
pub struct Rot3<T> {
    /// Vector part.
    v: Vec3<T>,
    /// Scalar part.
    w: T,
}

impl<T: Real> Rot3<T> {
    /// From a quaternion x y z w whose length is 1 within [`UNIT_TOLERANCE`]; it is renormalised.
    ///
    /// # Panics
    /// If it is not finite or not of length 1; see [`Rot3::try_from_xyzw`].
    pub fn from_xyzw(xyzw: [T; 4]) -> Self {
        Self::try_from_xyzw(xyzw).unwrap_or_else(|error| panic!("{error}"))
    }

    /// From a quaternion x y z w whose length is 1 within [`UNIT_TOLERANCE`]; it is renormalised.
    ///
    /// # Errors
    /// If it is not finite or not of length 1.
    pub fn try_from_xyzw(xyzw: [T; 4]) -> Result<Self, PoseError> {
        let [x, y, z, w] = unit("quaternion", xyzw)?;
        Ok(Self { v: Vec3::new(x, y, z), w })
    }

    /// From a quaternion x y z w of any length but zero; it is normalised.
    ///
    /// # Errors
    /// If it is not finite or zero.
    pub fn try_normalize_xyzw(xyzw: [T; 4]) -> Result<Self, PoseError> {
        let [x, y, z, w] = normalize("quaternion", xyzw)?.0;
        Ok(Self { v: Vec3::new(x, y, z), w })
    }

    /// About `axis` (of any length), counter-clockwise when it points at the viewer, by an angle in radians.
    ///
    /// # Panics
    /// If the axis is zero or one of them is not finite; see [`Rot3::try_from_axis_angle`].
    pub fn from_axis_angle(axis: impl Into<Vec3<T>>, radians: T) -> Self {
        Self::try_from_axis_angle(axis, radians).unwrap_or_else(|error| panic!("{error}"))
    }

    /// About `axis` (of any length), counter-clockwise when it points at the viewer, by an angle in radians.
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

    /// About a unit axis, by a finite angle.
    #[inline]
    pub(crate) fn about_unit(axis: Vec3<T>, radians: T) -> Self {
        let (sin, cos) = (radians * T::HALF).sin_cos();
        Self { v: axis * sin, w: cos }
    }

    /// The same numbers in another precision: in a wider one, no longer unit to its last digit.
    #[inline]
    pub(crate) fn cast<U: Real>(&self) -> Rot3<U> {
        Rot3 { v: self.v.cast(), w: U::of(self.w.f64()) }
    }

    /// In another precision, and unit in that.
    #[inline]
    pub(crate) fn renormalized<U: Real>(&self) -> Rot3<U> {
        let (v, w) = (self.v.cast::<U>(), U::of(self.w.f64()));
        let scale = U::ONE / (v.norm_squared() + w * w).sqrt();
        Rot3 { v: v * scale, w: w * scale }
    }

    /// The shortest rotation that turns direction `from` into direction `to`. Opposite directions turn about some
    /// axis at a right angle to them.
    pub fn between(from: Vec3<T>, to: Vec3<T>) -> Self {
        let (a, b) = (from.unit(), to.unit());
        if a.dot(b) >= T::ZERO {
            return Self::between_near(a, b);
        }
        // Half a turn takes a to -a, the rest is at most a right angle. In one step the sum a + b of directions that
        // are nearly opposite would have lost most of its digits, and the rotation with it.
        let normal = a.cross(b).normalized().filter(|n| n.dot(a).abs() < T::HALF);
        let normal = normal.unwrap_or_else(|| a.any_orthogonal());
        // A short cross product is not quite at a right angle to a.
        let half_turn = Self { v: (normal - a * normal.dot(a)).unit(), w: T::ZERO };
        Self::between_near(-a, b).compose(&half_turn)
    }

    /// The same for unit vectors at most a right angle apart: axis and angle are those of `a` and the bisector.
    fn between_near(a: Vec3<T>, b: Vec3<T>) -> Self {
        let bisector = (a + b).unit();
        let v = a.cross(bisector);
        let w = a.dot(bisector);
        Self::try_normalize_xyzw([v.x, v.y, v.z, w]).unwrap_or(Self::IDENTITY)
    }

    /// The quaternion, order x y z w.
    #[inline]
    pub fn to_xyzw(&self) -> [T; 4] {
        [self.v.x, self.v.y, self.v.z, self.w]
    }

    /// The same rotation as a matrix.
    pub fn to_mat3(&self) -> Mat3<T> {
        Mat3::from_columns(self.rotate(Vec3::axis(0)), self.rotate(Vec3::axis(1)), self.rotate(Vec3::axis(2)))
    }
}

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
        self.to_mat3()
    }
    fn rotate_inertia(&self, inertia: Mat3<T>) -> Mat3<T> {
        let r = self.to_mat3();
        r * inertia * r.transpose()
    }
}

/// `xs` divided by its length, which must be 1 within [`UNIT_TOLERANCE`].
fn unit<T: Real, const N: usize>(what: &'static str, xs: [T; N]) -> Result<[T; N], PoseError> {
    let (unit, length) = normalize(what, xs)?;
    if (length - 1.0).abs() > UNIT_TOLERANCE {
        return Err(PoseError::new(Problem::NotUnit { what, length }));
    }
    Ok(unit)
}

/// `xs` divided by its length, and the length.
fn normalize<T: Real, const N: usize>(what: &'static str, xs: [T; N]) -> Result<([T; N], f64), PoseError> {
    let mut error = PoseError::default();
    for x in xs {
        if !x.is_finite() {
            error.push(Problem::NotFinite { what, value: x.f64() });
        }
    }
    error.or_ok(())?;
    let largest = xs.iter().fold(T::ZERO, |m, x| m.max(x.abs()));
    if largest == T::ZERO {
        return Err(PoseError::new(Problem::Zero { what }));
    }
    // In f64 and on numbers of size 1, so that nothing over- or underflows.
    let scaled = xs.map(|x| x.f64() / largest.f64());
    let length = Real::sqrt(scaled.iter().map(|x| x * x).sum::<f64>());
    Ok((scaled.map(|x| T::of(x / length)), length * largest.f64()))
}

macro_rules! array_conversions {
    ($rot:ident, $n:literal, $read:expr, $write:expr) => {
        impl<T: Real> TryFrom<[T; $n]> for $rot<T> {
            type Error = PoseError;
            fn try_from(xs: [T; $n]) -> Result<Self, PoseError> {
                $read(xs)
            }
        }
        impl<T: Real> From<$rot<T>> for [T; $n] {
            fn from(rotation: $rot<T>) -> Self {
                $write(rotation)
            }
        }
    };
}
array_conversions!(Rot2, 2, |[cos, sin]: [T; 2]| Rot2::try_from_cos_sin(cos, sin), |r: Rot2<T>| [
    r.cos, r.sin
]);
array_conversions!(Rot3, 4, Rot3::try_from_xyzw, |r: Rot3<T>| r.to_xyzw());
