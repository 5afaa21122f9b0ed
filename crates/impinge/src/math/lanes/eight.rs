//! Arithmetic on eight numbers at once, which the compiler turns into instructions on four of them.

use core::ops::{Add, Mul, Neg, Sub};

use super::LANES;

/// Eight numbers in eight lanes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(32))]
pub struct Eight(pub [f32; LANES]);

impl Eight {
    /// All lanes 0.
    pub const ZERO: Self = Self([0.0; LANES]);

    /// All lanes equal to `value`.
    #[inline(always)]
    pub fn splat(value: f32) -> Self {
        Self([value; LANES])
    }

    #[inline(always)]
    fn map(mut self, f: impl Fn(f32) -> f32) -> Self {
        for lane in 0..LANES {
            self.0[lane] = f(self.0[lane]);
        }
        self
    }

    #[inline(always)]
    fn zip(mut self, other: Self, f: impl Fn(f32, f32) -> f32) -> Self {
        for lane in 0..LANES {
            self.0[lane] = f(self.0[lane], other.0[lane]);
        }
        self
    }

    /// Absolute values.
    #[inline(always)]
    pub fn abs(self) -> Self {
        self.map(f32::abs)
    }

    /// Lane-wise maximum.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        self.zip(other, |a, b| if a > b { a } else { b })
    }

    /// Lane-wise quotient.
    #[inline(always)]
    pub fn over(self, other: Self) -> Self {
        self.zip(other, |a, b| a / b)
    }
}

impl Add for Eight {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }
}

impl Sub for Eight {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }
}

impl Mul for Eight {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, |a, b| a * b)
    }
}

impl Neg for Eight {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.map(|a| -a)
    }
}
