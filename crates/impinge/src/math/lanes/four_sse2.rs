//! Four numbers as one, in a register of SSE2, which every x86-64 processor has. To the bit what `four.rs` does on arrays.
#![allow(unsafe_code)]

use core::arch::x86_64::*;
use core::ops::{Add, Div, Mul, Sub};

/// Four numbers, each with its own place.
#[derive(Clone, Copy, Debug)]
pub struct Four(__m128);

impl Four {
    /// Four numbers.
    #[inline(always)]
    pub fn new(a: f32, b: f32, c: f32, d: f32) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { Self(_mm_setr_ps(a, b, c, d)) }
    }

    /// All of them equal.
    #[inline(always)]
    pub fn splat(value: f32) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { Self(_mm_set1_ps(value)) }
    }

    /// The first one.
    #[inline(always)]
    pub fn first(self) -> f32 {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { _mm_cvtss_f32(self.0) }
    }

    /// The one at a place, four times.
    #[inline(always)]
    pub fn all<const PLACE: usize>(self) -> Self {
        let a = self.0;
        // SAFETY: every x86-64 processor has SSE2.
        let four = unsafe {
            match PLACE {
                0 => _mm_shuffle_ps::<0b00_00_00_00>(a, a),
                1 => _mm_shuffle_ps::<0b01_01_01_01>(a, a),
                2 => _mm_shuffle_ps::<0b10_10_10_10>(a, a),
                _ => _mm_shuffle_ps::<0b11_11_11_11>(a, a),
            }
        };
        Self(four)
    }

    /// The first two of both.
    #[inline(always)]
    pub fn lows(self, other: Self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { Self(_mm_movelh_ps(self.0, other.0)) }
    }

    /// The last two of both.
    #[inline(always)]
    pub fn highs(self, other: Self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { Self(_mm_movehl_ps(other.0, self.0)) }
    }

    /// The first and the third of both.
    #[inline(always)]
    pub fn evens(self, other: Self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { Self(_mm_shuffle_ps::<0b10_00_10_00>(self.0, other.0)) }
    }

    /// The second and the fourth of both.
    #[inline(always)]
    pub fn odds(self, other: Self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { Self(_mm_shuffle_ps::<0b11_01_11_01>(self.0, other.0)) }
    }

    /// Absolute values.
    #[inline(always)]
    pub fn abs(self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { Self(_mm_andnot_ps(_mm_set1_ps(-0.0), self.0)) }
    }

    /// Square roots.
    #[inline(always)]
    pub fn sqrt(self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { Self(_mm_sqrt_ps(self.0)) }
    }

    /// The smaller of each; `other` if one is NaN.
    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { Self(_mm_min_ps(self.0, other.0)) }
    }

    /// The larger of each; `other` if one is NaN.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { Self(_mm_max_ps(self.0, other.0)) }
    }

    /// Each negated where its counterpart has a minus, be it that of -0.
    #[inline(always)]
    pub fn flipped_by(self, sign: Self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { Self(_mm_xor_ps(self.0, _mm_and_ps(_mm_set1_ps(-0.0), sign.0))) }
    }

    /// `yes` where a number is above 0, `no` elsewhere.
    #[inline(always)]
    pub fn above_zero(self, yes: Self, no: Self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe {
            let above = _mm_cmpgt_ps(self.0, _mm_setzero_ps());
            Self(_mm_or_ps(_mm_and_ps(above, yes.0), _mm_andnot_ps(above, no.0)))
        }
    }
}

macro_rules! operator {
    ($($name:ident $method:ident $instruction:ident),*) => {$(
        impl $name for Four {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: every x86-64 processor has SSE2.
                Self(unsafe { $instruction(self.0, other.0) })
            }
        }
    )*};
}
operator!(Add add _mm_add_ps, Sub sub _mm_sub_ps, Mul mul _mm_mul_ps, Div div _mm_div_ps);

#[cfg(test)]
mod tests {
    use super::Four;
    use crate::math::lanes::four::Four as Plain;

    /// Registers and arrays do the same, to the bit, on numbers of all kinds; which NaN it is does not count.
    #[test]
    fn the_same_as_on_arrays() {
        let mut state = 5_u32;
        let mut draw = || -> [f32; 4] {
            core::array::from_fn(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                match state >> 28 {
                    0 => 0.0,
                    1 => -0.0,
                    2 => f32::INFINITY,
                    3 => f32::NAN,
                    _ => ((state >> 8 & 0xffff) as f32 - 32_768.0) / 1024.0,
                }
            })
        };
        let bits = |x: f32| if x.is_nan() { f32::NAN.to_bits() } else { x.to_bits() };
        macro_rules! check {
            ($a:ident $b:ident $c:ident; $($call:expr),*) => {$(
                let (fast, plain) = {
                    let [fast, plain] = [
                        {
                            let [$a, $b, $c] = [$a, $b, $c].map(|[a, b, c, d]| Four::new(a, b, c, d));
                            let f = $call;
                            [f.all::<0>().first(), f.all::<1>().first(), f.all::<2>().first(), f.all::<3>().first()]
                        },
                        {
                            let [$a, $b, $c] = [$a, $b, $c].map(|[a, b, c, d]| Plain::new(a, b, c, d));
                            let f = $call;
                            [f.all::<0>().first(), f.all::<1>().first(), f.all::<2>().first(), f.all::<3>().first()]
                        },
                    ];
                    (fast.map(bits), plain.map(bits))
                };
                assert_eq!(fast, plain, stringify!($call));
            )*};
        }
        for _ in 0..2000 {
            let (a, b, c) = (draw(), draw(), draw());
            check!(a b c;
                a + b, a - b, a * b, a / b, a.min(b), a.max(b), a.abs(), a.sqrt(), a.lows(b), a.highs(b), a.evens(b), a.odds(b),
                a.flipped_by(b), a.above_zero(b, c));
        }
        assert_eq!(Four::splat(3.0).first(), Plain::splat(3.0).first());
    }
}
