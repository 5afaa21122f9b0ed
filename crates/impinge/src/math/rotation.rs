//! Common code of both rotations: [`Rot2`](super::Rot2) holds cosine and sine, [`Rot3`](super::Rot3) a unit quaternion;
//! both are unit by construction.

use super::{Real, Vector};
use crate::error::{PoseError, Problem};

/// Tolerance on the length of a quaternion (or of a cosine and sine) that is accepted as unit and renormalized; also
/// for the columns of a rotation matrix, and for the cosine of the angle between two of them.
/// Wide enough for numbers written with four digits, narrow enough to catch a forgotten normalization.
pub const UNIT_TOLERANCE: f64 = 1e-3;

/// `xs` divided by its length, which must be 1 within [`UNIT_TOLERANCE`].
pub(super) fn unit<T: Real, const N: usize>(what: &'static str, xs: [T; N]) -> Result<[T; N], PoseError> {
    let (unit, length) = normalize(what, xs)?;
    if (length - 1.0).abs() > UNIT_TOLERANCE {
        return Err(PoseError::new(Problem::NotUnit { what, length }));
    }
    Ok(unit)
}

/// The squared length of a rotation's numbers is off from 1 by less than this, in ε: they were divided by their length,
/// or are products of a few such numbers.
const UNIT_ULPS: f64 = 16.0;

/// Like [`unit`], but numbers that are already unit stay as they are: those of a rotation give the same rotation again, to the bit.
pub(super) fn unit_again<T: Real, const N: usize>(
    what: &'static str,
    xs: [T; N],
) -> Result<[T; N], PoseError> {
    let made = unit(what, xs)?;
    let squared = xs.iter().fold(T::ZERO, |sum, &x| sum + x * x);
    let is_unit = (squared - T::ONE).abs() <= T::of(UNIT_ULPS) * T::EPSILON;
    Ok(if is_unit { xs } else { made })
}

/// `xs` divided by its length, and the length.
pub(super) fn normalize<T: Real, const N: usize>(
    what: &'static str,
    xs: [T; N],
) -> Result<([T; N], f64), PoseError> {
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
    // In f64 and on numbers of size 1, so that nothing overflows or underflows.
    let scaled = xs.map(|x| x.f64() / largest.f64());
    let length = Real::sqrt(scaled.iter().map(|x| x * x).sum::<f64>());
    Ok((scaled.map(|x| T::of(x / length)), length * largest.f64()))
}

/// Lists the reasons why a matrix is not a rotation: entries that are not finite, columns that are not unit or not at
/// right angles within [`UNIT_TOLERANCE`], a negative determinant.
pub(super) fn orthonormal<V: Vector<Scalar = f64>>(columns: &[V], determinant: f64) -> Result<(), PoseError> {
    const COLUMNS: [&str; 3] = [
        "first column of the rotation matrix",
        "second column of the rotation matrix",
        "third column of the rotation matrix",
    ];
    let mut error = PoseError::default();
    for value in columns.iter().flat_map(|c| (0..V::DIM).map(|i| c.get(i))) {
        if !value.is_finite() {
            error.push(Problem::NotFinite { what: "entry of the rotation matrix", value });
        }
    }
    if !error.problems().is_empty() {
        return Err(error);
    }
    for (i, (column, what)) in columns.iter().zip(COLUMNS).enumerate() {
        let length = column.norm();
        if (length - 1.0).abs() > UNIT_TOLERANCE {
            error.push(Problem::NotUnit { what, length });
        }
        for (other, with) in columns.iter().zip(COLUMNS).take(i) {
            // Unit vectors are compared, since a wrong length is another problem; a column of zeros has no angle.
            let cosine = column.normalized().zip(other.normalized()).map_or(0.0, |(a, b)| a.dot(b));
            if cosine.abs() > UNIT_TOLERANCE {
                error.push(Problem::NotOrthogonal { what, with, cosine });
            }
        }
    }
    if determinant < 0.0 {
        error.push(Problem::Reflection { what: "rotation matrix" });
    }
    error.or_ok(())
}

/// Methods that a rotation offers without importing the trait: those of [`Rotation`](super::Rotation), operators for
/// them, and conversion to the other precision.
macro_rules! rotation_ops {
    ($rot:ident, $v:ident, $n:literal, $read:expr, $write:expr) => {
        impl<T: Real> $rot<T> {
            /// The identity: no rotation.
            pub const IDENTITY: Self = <Self as Rotation<$v<T>>>::IDENTITY;

            /// The rotated vector; `rotation * v` is the same.
            #[inline]
            #[must_use]
            pub fn rotate(&self, v: $v<T>) -> $v<T> {
                Rotation::rotate(self, v)
            }

            /// The vector rotated by the inverse.
            #[inline]
            #[must_use]
            pub fn unrotate(&self, v: $v<T>) -> $v<T> {
                Rotation::unrotate(self, v)
            }

            /// The inverse rotation.
            #[inline]
            #[must_use]
            pub fn inverse(&self) -> Self {
                Rotation::inverse(self)
            }

            /// Applies `other` first, then this rotation; `self * other` is the same.
            #[inline]
            #[must_use]
            pub fn compose(&self, other: &Self) -> Self {
                Rotation::compose(self, other)
            }

            /// The same rotation in another precision, renormalized there.
            #[inline]
            pub fn cast<U: Real>(&self) -> $rot<U> {
                self.renormalized()
            }
        }

        impl<T: Real> Mul<$v<T>> for $rot<T> {
            type Output = $v<T>;
            #[inline]
            fn mul(self, v: $v<T>) -> $v<T> {
                self.rotate(v)
            }
        }
        impl<T: Real> Mul for $rot<T> {
            type Output = Self;
            #[inline]
            fn mul(self, other: Self) -> Self {
                self.compose(&other)
            }
        }
        impl<T: Real> MulAssign for $rot<T> {
            #[inline]
            fn mul_assign(&mut self, other: Self) {
                *self = *self * other;
            }
        }
        /// The numbers of a rotation give the same one again, to the bit; others are renormalized.
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
pub(super) use rotation_ops;
