//! The scalar: `f32` or `f64`.
//!
//! Every number in the library is a [`Real`]. The trait is sealed and has only what the library uses. There is no fused
//! multiply-add, and trigonometry comes from the crate `libm`: results are bit-identical on all machines with IEEE 754
//! arithmetic.

use core::fmt::{Debug, Display};
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

mod sealed {
    pub trait Sealed: super::super::lanes::Lanes {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// A floating-point number: `f32` or `f64`.
pub trait Real:
    sealed::Sealed
    + Copy
    + Default
    + Debug
    + Display
    + PartialEq
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
    + Send
    + Sync
    + 'static
{
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// 2.
    const TWO: Self;
    /// 1/2.
    const HALF: Self;
    /// Machine epsilon: distance from 1 to the next larger number.
    const EPSILON: Self;
    /// Positive infinity.
    const INFINITY: Self;
    /// Ratio of a circle's circumference to its diameter.
    const PI: Self;
    /// Largest exponent `e` such that 2^e is finite (127 or 1023).
    const MAX_EXPONENT: i32;
    /// The largest size or coordinate that bodies, poses, motions and rays accept: 2^120 or 2^1016, about 1.3e36 and
    /// 7e305. Sums and differences that queries compute from numbers up to it stay finite. Meshes accept at most 2^300,
    /// about 2e90, if that is less: exact signs multiply three coordinates.
    const LIMIT: Self;
    /// Name of the type, `"f32"` or `"f64"`.
    const NAME: &'static str;
    /// The type as a value.
    #[doc(hidden)]
    const PRECISION: Precision;

    /// Wraps a value of this precision, for code that is compiled once for both.
    #[doc(hidden)]
    fn given<F: ByPrecision>(value: F::Of<Self>) -> Given<F::Of<f32>, F::Of<f64>>;
    /// Unwraps a value of this precision; `None` if it has the other.
    #[doc(hidden)]
    fn taken<F: ByPrecision>(given: Given<F::Of<f32>, F::Of<f64>>) -> Option<F::Of<Self>>;
    /// Calls the function for this precision. Neither function has a type parameter, so they are compiled once, with
    /// the crate that defines them, and not again in each program that calls them.
    #[doc(hidden)]
    fn asked<Q: ByPrecision, A: ByPrecision>(
        value: Q::Of<Self>,
        single: impl FnOnce(Q::Of<f32>) -> A::Of<f32>,
        double: impl FnOnce(Q::Of<f64>) -> A::Of<f64>,
    ) -> A::Of<Self>;
    /// Converts a value from `f64` to this precision: in `f64` it is returned without a copy, otherwise `narrow` converts it.
    #[doc(hidden)]
    fn narrowed<F: ByPrecision>(
        value: F::Of<f64>,
        narrow: impl FnOnce(F::Of<f64>) -> F::Of<Self>,
    ) -> F::Of<Self>;
    /// The nearest number of this type; exact for `f64`.
    fn of(value: f64) -> Self;
    /// The same number as `f64`, exactly.
    fn f64(self) -> f64;
    /// Absolute value.
    #[must_use]
    fn abs(self) -> Self;
    /// Square root, correctly rounded.
    #[must_use]
    fn sqrt(self) -> Self;
    /// Sine and cosine of an angle in radians.
    #[must_use]
    fn sin_cos(self) -> (Self, Self);
    /// Angle in radians, above -π and up to π, of the direction with first component `x` and this number as its second.
    #[must_use]
    fn atan2(self, x: Self) -> Self;
    /// Whether the number is neither infinite nor NaN.
    fn is_finite(self) -> bool;
    /// 2^`exponent`, exactly; `exponent` must lie from 1 − [`Real::MAX_EXPONENT`] to [`Real::MAX_EXPONENT`].
    fn power_of_two(exponent: i32) -> Self;

    /// The nearest integer, ties to even; `self` must lie between -1/2 and 2^21.
    fn nearest_whole(self) -> u32;

    /// The smaller of two numbers; `other` if one is NaN.
    #[inline]
    #[must_use]
    fn min(self, other: Self) -> Self {
        if self < other { self } else { other }
    }

    /// The larger of two numbers; `other` if one is NaN.
    #[inline]
    #[must_use]
    fn max(self, other: Self) -> Self {
        if self > other { self } else { other }
    }

    /// `magnitude`, negated if `self` is below zero. Zero and NaN count as positive.
    #[inline]
    #[must_use]
    fn sign_of(self, magnitude: Self) -> Self {
        if self < Self::ZERO { -magnitude } else { magnitude }
    }
}

macro_rules! real {
    ($t:ident, $given:ident, $bits:ident, $mantissa:expr, $sqrt:path, $sincos:path, $atan2:path, $value:ident, $narrow:ident => $narrowed:expr, $single:ident, $double:ident => $asked:ident) => {
        impl Real for $t {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const TWO: Self = 2.0;
            const HALF: Self = 0.5;
            const EPSILON: Self = $t::EPSILON;
            const INFINITY: Self = $t::INFINITY;
            const PI: Self = core::$t::consts::PI;
            const MAX_EXPONENT: i32 = $t::MAX_EXP - 1;
            // 2^(largest exponent − 7).
            const LIMIT: Self = $t::from_bits((2 * ($t::MAX_EXP as $bits) - 9) << $mantissa);
            const NAME: &'static str = stringify!($t);
            const PRECISION: Precision = Precision::$given;

            #[inline]
            fn given<F: ByPrecision>(value: F::Of<Self>) -> Given<F::Of<f32>, F::Of<f64>> {
                Given::$given(value)
            }
            #[inline]
            fn taken<F: ByPrecision>(given: Given<F::Of<f32>, F::Of<f64>>) -> Option<F::Of<Self>> {
                match given {
                    Given::$given(value) => Some(value),
                    _ => None,
                }
            }
            #[inline(always)]
            fn asked<Q: ByPrecision, A: ByPrecision>(
                value: Q::Of<Self>,
                $single: impl FnOnce(Q::Of<f32>) -> A::Of<f32>,
                $double: impl FnOnce(Q::Of<f64>) -> A::Of<f64>,
            ) -> A::Of<Self> {
                $asked(value)
            }
            #[inline(always)]
            fn narrowed<F: ByPrecision>(
                $value: F::Of<f64>,
                $narrow: impl FnOnce(F::Of<f64>) -> F::Of<Self>,
            ) -> F::Of<Self> {
                $narrowed
            }
            #[inline]
            fn of(value: f64) -> Self {
                value as $t
            }
            #[inline]
            fn f64(self) -> f64 {
                self.into()
            }
            #[inline]
            fn abs(self) -> Self {
                $t::abs(self)
            }
            #[inline]
            fn sqrt(self) -> Self {
                // Both are correctly rounded, so the feature does not change a result.
                #[cfg(feature = "std")]
                return $t::sqrt(self);
                #[cfg(not(feature = "std"))]
                return $sqrt(self);
            }
            #[inline]
            fn sin_cos(self) -> (Self, Self) {
                $sincos(self)
            }
            #[inline]
            fn atan2(self, x: Self) -> Self {
                $atan2(self, x)
            }
            #[inline]
            fn is_finite(self) -> bool {
                $t::is_finite(self)
            }
            #[inline]
            fn power_of_two(exponent: i32) -> Self {
                debug_assert!(exponent.abs() <= Self::MAX_EXPONENT && exponent >= $t::MIN_EXP - 1);
                $t::from_bits(((exponent + Self::MAX_EXPONENT) as $bits) << $mantissa)
            }
            #[inline]
            fn nearest_whole(self) -> u32 {
                // Between numbers this large the spacing is 1: the processor rounds the sum, and its last bits are the
                // answer.
                const LARGE: $t = (3_u64 << ($mantissa - 1)) as $t;
                (self + LARGE).to_bits() as u32 & 0x1f_ffff
            }
        }
    };
}

real!(f32, Single, u32, 23, libm::sqrtf, libm::sincosf, libm::atan2f, value, narrow => narrow(value), single, _double => single);
real!(f64, Double, u64, 52, libm::sqrt, libm::sincos, libm::atan2, value, _narrow => value, _single, double => double);

/// Precision of the input and of answers, for code that is compiled once for both and computes in `f64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// `f32`.
    Single,
    /// `f64`.
    Double,
}

impl Precision {
    /// [`Real::EPSILON`].
    #[inline(always)]
    pub fn epsilon(self) -> f64 {
        match self {
            Self::Single => f32::EPSILON.f64(),
            Self::Double => f64::EPSILON,
        }
    }

    /// The smallest normal number.
    #[inline(always)]
    pub fn least_normal(self) -> f64 {
        match self {
            Self::Single => f32::MIN_POSITIVE.f64(),
            Self::Double => f64::MIN_POSITIVE,
        }
    }

    /// [`Real::LIMIT`].
    pub fn limit(self) -> f64 {
        match self {
            Self::Single => f32::LIMIT.f64(),
            Self::Double => f64::LIMIT,
        }
    }

    /// [`Real::MAX_EXPONENT`].
    pub fn max_exponent(self) -> i32 {
        match self {
            Self::Single => f32::MAX_EXPONENT,
            Self::Double => f64::MAX_EXPONENT,
        }
    }

    /// The nearest number of this precision.
    #[inline(always)]
    pub fn round(self, value: f64) -> f64 {
        match self {
            Self::Single => f32::of(value).f64(),
            Self::Double => value,
        }
    }
}

/// A value of a type that exists for each precision, in the precision in which it was given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Given<S, D> {
    /// In `f32`.
    Single(S),
    /// In `f64`.
    Double(D),
}

/// A type for each precision. Code that is compiled once for both takes it as [`Given`].
pub trait ByPrecision {
    /// The type in the precision `T`.
    type Of<T: Real>;
}

/// The exponent `e` with 2^e <= |`value`| < 2^(e+1), clamped to the range where both 2^e and 2^-e are normal numbers; 0
/// for zero and for a number that is not finite.
pub(crate) fn exponent_of<T: Real>(value: T) -> i32 {
    let value = value.f64();
    if value == 0.0 || !value.is_finite() {
        return 0;
    }
    let exponent = ((value.to_bits() >> 52) & 0x7ff) as i32 - 1023;
    exponent.clamp(1 - T::MAX_EXPONENT, T::MAX_EXPONENT - 1)
}

/// The smallest number above 0: rounding to the type is off by at least half of it, regardless of how small numbers are.
pub(crate) fn least_above_zero<T: Real>() -> T {
    T::EPSILON * T::power_of_two(1 - T::MAX_EXPONENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: Real>() {
        assert_eq!(T::power_of_two(3).f64(), 8.0);
        assert_eq!(T::LIMIT, T::power_of_two(T::MAX_EXPONENT - 7));
        assert_eq!(T::power_of_two(-20).f64() * 1048576.0, 1.0);
        assert_eq!(exponent_of(T::of(0.75)), -1);
        assert_eq!(exponent_of(T::of(-9.0)), 3);
        assert_eq!(exponent_of(T::ZERO), 0);
        assert_eq!(exponent_of(T::INFINITY), 0);
        let nan = T::of(f64::NAN);
        assert_eq!(nan.sign_of(T::TWO), T::TWO);
        assert_eq!(nan.max(T::ONE), T::ONE);
        assert_eq!((-T::ONE).sign_of(T::TWO), -T::TWO);
        for (value, whole) in
            [(-0.5, 0), (-0.1, 0), (0.25, 0), (0.5, 0), (1.5, 2), (99.51, 100), (2_097_151.0, 2_097_151)]
        {
            assert_eq!(T::of(value).nearest_whole(), whole);
        }
        let (sin, cos) = T::of(0.5).sin_cos();
        assert!((sin * sin + cos * cos - T::ONE).abs() <= T::TWO * T::EPSILON);
    }

    #[test]
    fn both_precisions() {
        check::<f32>();
        check::<f64>();
        assert_eq!(exponent_of(5e-324_f64), 1 - f64::MAX_EXPONENT);
        assert_eq!(exponent_of(f32::MAX), f32::MAX_EXPONENT - 1);
    }
}
