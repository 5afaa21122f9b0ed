//! Numbers of twice the digits of `f64`: a sum of two of them that do not overlap. About 31 digits, all of it from sums and
//! products whose rounding errors are kept (Knuth's two-sum, Dekker's two-product). Shares nothing with the library.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// `hi + lo`, with `lo` no more than half a unit in the last place of `hi`.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Dd {
    hi: f64,
    lo: f64,
}

/// Relative rounding of one operation, with room.
pub const EPSILON: f64 = 1e-31;

impl Dd {
    pub const ZERO: Self = Self { hi: 0.0, lo: 0.0 };
    pub const ONE: Self = Self { hi: 1.0, lo: 0.0 };
    const HALF_PI: Self = Self { hi: std::f64::consts::FRAC_PI_2, lo: 6.123_233_995_736_766e-17 };

    /// Rounded to `f64`.
    pub fn f64(self) -> f64 {
        self.hi + self.lo
    }

    pub fn is_finite(self) -> bool {
        (self.hi + self.lo).is_finite()
    }

    pub fn abs(self) -> Self {
        if self < Self::ZERO { -self } else { self }
    }

    pub fn max(self, other: Self) -> Self {
        if self < other { other } else { self }
    }

    pub fn min(self, other: Self) -> Self {
        if other < self { other } else { self }
    }

    /// 0 for what is not positive.
    pub fn sqrt(self) -> Self {
        if self.hi <= 0.0 {
            return Self::ZERO;
        }
        // One step of Newton's method from the root in `f64`.
        let root = self.hi.sqrt();
        let rest = (self - product(root, root)).hi;
        sum(root, rest / (2.0 * root))
    }

    /// Sine and cosine, for angles of a few hundred turns at most.
    pub fn sin_cos(self) -> (Self, Self) {
        let quarters = (self.hi / Self::HALF_PI.hi).round();
        let x = self - Self::HALF_PI * quarters.into();
        // Taylor's series: (π/4)²⁹/29! is below 10⁻³³.
        let (mut sin, mut cos, mut term) = (Self::ZERO, Self::ZERO, Self::ONE);
        for n in 0..29 {
            match n % 4 {
                0 => cos = cos + term,
                1 => sin = sin + term,
                2 => cos = cos - term,
                _ => sin = sin - term,
            }
            term = term * x / f64::from(n + 1).into();
        }
        match quarters.rem_euclid(4.0) as u8 {
            0 => (sin, cos),
            1 => (cos, -sin),
            2 => (-sin, -cos),
            _ => (-cos, sin),
        }
    }
}

/// The sum of two numbers and its rounding error, exactly.
fn sum(a: f64, b: f64) -> Dd {
    let hi = a + b;
    let second = hi - a;
    Dd { hi, lo: (a - (hi - second)) + (b - second) }
}

/// The same where |a| ≥ |b|.
fn quick_sum(a: f64, b: f64) -> Dd {
    let hi = a + b;
    Dd { hi, lo: b - (hi - a) }
}

/// The product of two numbers and its rounding error, exact except for underflow; numbers below 2⁹⁹⁶.
fn product(a: f64, b: f64) -> Dd {
    let halves = |x: f64| {
        let big = 134_217_729.0 * x; // 2²⁷ + 1: Veltkamp
        let high = big - (big - x);
        (high, x - high)
    };
    let hi = a * b;
    let ((ah, al), (bh, bl)) = (halves(a), halves(b));
    Dd { hi, lo: ((ah * bh - hi) + ah * bl + al * bh) + al * bl }
}

impl From<f64> for Dd {
    fn from(hi: f64) -> Self {
        Self { hi, lo: 0.0 }
    }
}

impl Neg for Dd {
    type Output = Self;
    fn neg(self) -> Self {
        Self { hi: -self.hi, lo: -self.lo }
    }
}

impl Add for Dd {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (high, low) = (sum(self.hi, other.hi), sum(self.lo, other.lo));
        let high = quick_sum(high.hi, high.lo + low.hi);
        quick_sum(high.hi, high.lo + low.lo)
    }
}

impl Sub for Dd {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Dd {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let p = product(self.hi, other.hi);
        quick_sum(p.hi, p.lo + (self.hi * other.lo + self.lo * other.hi))
    }
}

impl Div for Dd {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let first = self.hi / other.hi;
        let rest = self - other * first.into();
        let second = rest.hi / other.hi;
        let rest = rest - other * second.into();
        let both = quick_sum(first, second);
        both + (rest.hi / other.hi).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_digits_are_kept() {
        let third = Dd::ONE / 3.0.into();
        assert!((third * 3.0.into() - Dd::ONE).abs().f64() < 1e-31);
        let root = Dd::from(2.0).sqrt();
        assert!((root * root - 2.0.into()).abs().f64() < 1e-30);
        // What `f64` loses: (1 + 2⁻⁶⁰) − 1.
        let small = f64::EPSILON / 256.0;
        assert_eq!((Dd::ONE + small.into() - Dd::ONE).f64(), small);
        for angle in [0.0, 0.3, -0.7, 1.0, 2.0, 3.5, -5.0, 40.0, 1e-20] {
            let (sin, cos) = Dd::from(angle).sin_cos();
            assert!((sin * sin + cos * cos - Dd::ONE).abs().f64() < 1e-30, "{angle}");
            assert!((sin.f64() - angle.sin()).abs() < 1e-15 && (cos.f64() - angle.cos()).abs() < 1e-15);
            // The sine of twice the angle.
            let double = (Dd::from(angle) + angle.into()).sin_cos().0;
            assert!((double - sin * cos * 2.0.into()).abs().f64() < 1e-29, "{angle}");
        }
    }
}
