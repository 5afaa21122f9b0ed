//! Arithmetic on four numbers at once, on plain arrays: for processors without SSE2, and as the reference for the SIMD registers.

use core::ops::{Add, Div, Mul, Sub};

use crate::math::Real;

/// Four numbers in four lanes.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub struct Four([f32; 4]);

impl Four {
    /// The four numbers, lane by lane.
    #[inline(always)]
    pub fn new(a: f32, b: f32, c: f32, d: f32) -> Self {
        Self([a, b, c, d])
    }

    /// All lanes equal to `value`.
    #[inline(always)]
    pub fn splat(value: f32) -> Self {
        Self([value; 4])
    }

    /// The first lane.
    #[inline(always)]
    pub fn first(self) -> f32 {
        self.0[0]
    }

    /// Broadcasts the lane at `PLACE`.
    #[inline(always)]
    pub fn all<const PLACE: usize>(self) -> Self {
        Self::splat(self.0[PLACE])
    }

    /// The first two lanes of both.
    #[inline(always)]
    pub fn lows(self, other: Self) -> Self {
        Self([self.0[0], self.0[1], other.0[0], other.0[1]])
    }

    /// The last two lanes of both.
    #[inline(always)]
    pub fn highs(self, other: Self) -> Self {
        Self([self.0[2], self.0[3], other.0[2], other.0[3]])
    }

    /// The first and third lanes of both.
    #[inline(always)]
    pub fn evens(self, other: Self) -> Self {
        Self([self.0[0], self.0[2], other.0[0], other.0[2]])
    }

    /// The second and fourth lanes of both.
    #[inline(always)]
    pub fn odds(self, other: Self) -> Self {
        Self([self.0[1], self.0[3], other.0[1], other.0[3]])
    }

    /// Absolute values.
    #[inline(always)]
    pub fn abs(self) -> Self {
        Self(self.0.map(f32::abs))
    }

    /// Square roots.
    #[inline(always)]
    pub fn sqrt(self) -> Self {
        Self(self.0.map(Real::sqrt))
    }

    /// Lane-wise minimum; `other` if one is NaN.
    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        self.zip(other, Real::min)
    }

    /// Lane-wise maximum; `other` if one is NaN.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        self.zip(other, Real::max)
    }

    /// Negates each lane whose counterpart has its sign bit set, including that of -0.
    #[inline(always)]
    pub fn flipped_by(self, sign: Self) -> Self {
        self.zip(sign, |a, s| if s.is_sign_negative() { -a } else { a })
    }

    /// Selects `yes` in lanes above 0 and `no` in the others.
    #[inline(always)]
    pub fn above_zero(self, yes: Self, no: Self) -> Self {
        Self(core::array::from_fn(|i| if self.0[i] > 0.0 { yes.0[i] } else { no.0[i] }))
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(f32, f32) -> f32) -> Self {
        Self(core::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

macro_rules! operator {
    ($($name:ident $method:ident $sign:tt),*) => {$(
        impl $name for Four {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.zip(other, |a, b| a $sign b)
            }
        }
    )*};
}
operator!(Add add +, Sub sub -, Mul mul *, Div div /);
