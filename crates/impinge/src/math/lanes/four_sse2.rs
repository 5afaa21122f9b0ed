//! Arithmetic on four numbers at once, in an SSE2 register, which every x86-64 processor has. Bit-identical to `four.rs` on arrays.
#![allow(unsafe_code)]

use core::arch::x86_64::*;
use core::ops::{Add, Div, Mul, Sub};

/// Four numbers in four lanes.
#[derive(Clone, Copy, Debug)]
pub struct Four(__m128);

impl Four {
    /// The four numbers, lane by lane.
    #[inline(always)]
    pub fn new(a: f32, b: f32, c: f32, d: f32) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { Self(_mm_setr_ps(a, b, c, d)) }
    }

    /// All lanes equal to `value`.
    #[inline(always)]
    pub fn splat(value: f32) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { Self(_mm_set1_ps(value)) }
    }

    /// The first lane.
    #[inline(always)]
    pub fn first(self) -> f32 {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { _mm_cvtss_f32(self.0) }
    }

    /// Broadcasts the lane at `PLACE`.
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

    /// The first two lanes of both.
    #[inline(always)]
    pub fn lows(self, other: Self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { Self(_mm_movelh_ps(self.0, other.0)) }
    }

    /// The last two lanes of both.
    #[inline(always)]
    pub fn highs(self, other: Self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { Self(_mm_movehl_ps(other.0, self.0)) }
    }

    /// The first and third lanes of both.
    #[inline(always)]
    pub fn evens(self, other: Self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { Self(_mm_shuffle_ps::<0b10_00_10_00>(self.0, other.0)) }
    }

    /// The second and fourth lanes of both.
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

    /// Lane-wise minimum; `other` if one is NaN.
    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { Self(_mm_min_ps(self.0, other.0)) }
    }

    /// Lane-wise maximum; `other` if one is NaN.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { Self(_mm_max_ps(self.0, other.0)) }
    }

    /// Negates each lane whose counterpart has its sign bit set, including that of -0.
    #[inline(always)]
    pub fn flipped_by(self, sign: Self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { Self(_mm_xor_ps(self.0, _mm_and_ps(_mm_set1_ps(-0.0), sign.0))) }
    }

    /// Selects `yes` in lanes above 0 and `no` in the others.
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

    /// Registers and arrays agree to the bit on numbers of all kinds; which NaN it is does not matter.
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
        /// The results of one kind of four, lane by lane.
        macro_rules! results {
            ($four:ident, $a:ident, $b:ident, $c:ident) => {{
                let [a, b, c] = [$a, $b, $c].map(|[p, q, r, s]| $four::new(p, q, r, s));
                let arithmetic = [a + b, a - b, a * b, a / b, a.min(b), a.max(b), a.abs(), a.sqrt()];
                let moved =
                    [a.lows(b), a.highs(b), a.evens(b), a.odds(b), a.flipped_by(b), a.above_zero(b, c)];
                let numbers = |f: $four| {
                    [f.first(), f.all::<1>().first(), f.all::<2>().first(), f.all::<3>().first()].map(bits)
                };
                (arithmetic.map(numbers), moved.map(numbers))
            }};
        }
        for _ in 0..2000 {
            let (a, b, c) = (draw(), draw(), draw());
            assert_eq!(results!(Four, a, b, c), results!(Plain, a, b, c), "{a:?} {b:?} {c:?}");
        }
        assert_eq!(Four::splat(3.0).first(), Plain::splat(3.0).first());
    }
}
