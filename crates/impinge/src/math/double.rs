//! Double-double arithmetic: numbers with twice the digits of `f64`; unit normals of triangles by it.
//!
//! **Source.** Dekker, *A Floating-Point Technique for Extending the Available Precision* (1971); Knuth for the exact sum.
//! There is no fused multiply-add. Products of numbers beyond 2⁹⁹⁵ overflow when they are split.

use crate::math::{Each, Vec3};

/// 2²⁷ + 1: splits a 53-bit number into halves whose products are exact.
const SPLIT: f64 = 134_217_729.0;

/// An unevaluated sum of two numbers, the second at most half a unit in the last place of the first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Double(pub f64, pub f64);

impl Double {
    pub const ZERO: Self = Self(0.0, 0.0);

    /// a + b, exactly.
    #[inline]
    pub fn sum(a: f64, b: f64) -> Self {
        let sum = a + b;
        let part = sum - a;
        Self(sum, (a - (sum - part)) + (b - part))
    }

    /// a b, exactly unless it underflows.
    #[inline]
    pub fn product(a: f64, b: f64) -> Self {
        let halves = |x: f64| {
            let long = SPLIT * x;
            let high = long - (long - x);
            (high, x - high)
        };
        let ((ah, al), (bh, bl)) = (halves(a), halves(b));
        let product = a * b;
        Self(product, ((ah * bh - product) + ah * bl + al * bh) + al * bl)
    }

    #[inline]
    pub fn plus(self, other: Self) -> Self {
        let Self(high, low) = Self::sum(self.0, other.0);
        Self::sum(high, low + (self.1 + other.1))
    }

    #[inline]
    pub fn minus(self, other: Self) -> Self {
        self.plus(Self(-other.0, -other.1))
    }

    #[inline]
    pub fn times(self, other: Self) -> Self {
        let Self(high, low) = Self::product(self.0, other.0);
        Self::sum(high, low + (self.0 * other.1 + self.1 * other.0))
    }

    #[inline]
    pub fn over(self, other: Self) -> Self {
        let first = self.0 / other.0;
        let rest = self.minus(other.times(Self(first, 0.0)));
        Self::sum(first, rest.0 / other.0)
    }

    /// a − b of vectors, exactly.
    #[inline]
    pub fn difference(a: [f64; 3], b: [f64; 3]) -> [Self; 3] {
        [0, 1, 2].each(|k| Self::sum(a[k], -b[k]))
    }

    /// Dot product.
    #[inline]
    pub fn dot(a: &[Self; 3], b: &[Self; 3]) -> Self {
        a[0].times(b[0]).plus(a[1].times(b[1])).plus(a[2].times(b[2]))
    }

    /// Cross product.
    #[inline]
    pub fn cross(a: &[Self; 3], b: &[Self; 3]) -> [Self; 3] {
        [(1, 2), (2, 0), (0, 1)].each(|(i, j)| a[i].times(b[j]).minus(a[j].times(b[i])))
    }
}

/// a b, without propagating the overlap.
#[inline]
fn times(a: Double, b: Double) -> Double {
    let p = Double::product(a.0, b.0);
    Double(p.0, p.1 + (a.0 * b.1 + a.1 * b.0))
}

/// a b − c d.
#[inline]
fn minor(a: Double, b: Double, c: Double, d: Double) -> f64 {
    let (p, q) = (times(a, b), times(c, d));
    let high = Double::sum(p.0, -q.0);
    high.0 + (high.1 + (p.1 - q.1))
}

/// Twice the area and the outward unit normal of a triangle that runs counter-clockwise seen from outside, accurate however thin it is. In
/// plain arithmetic the normal of a needle is wrong by ε times length over height, which moves distant vertices off its plane by as much.
/// Here differences are exact and products have doubled precision, so the error is that of rounding the result.
#[inline]
pub(crate) fn area_and_normal(a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64>) -> (f64, Vec3<f64>) {
    let difference = |p: Vec3<f64>, q: Vec3<f64>| Double::difference(p.to_array(), q.to_array());
    let (u, v) = (difference(b, a), difference(c, a));
    let normal = Vec3::new(
        minor(u[1], v[2], u[2], v[1]),
        minor(u[2], v[0], u[0], v[2]),
        minor(u[0], v[1], u[1], v[0]),
    );
    (normal.norm(), normal.unit())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sum and a product of integers that need more than 53 bits: the second number holds the rest.
    #[test]
    fn sums_and_products_lose_nothing() {
        let large = (1_u64 << 52) as f64 + 1.0;
        assert_eq!(Double::sum(large, 0.25), Double(large, 0.25));
        let square = (1_u128 << 104) + (1 << 53) + 1;
        let Double(high, low) = Double::product(large, large);
        assert_eq!(high as u128, square - 1);
        assert_eq!(low, 1.0);
    }

    #[test]
    fn quotients_have_a_hundred_bits() {
        let (one, three) = (Double(1.0, 0.0), Double(3.0, 0.0));
        let rest = one.over(three).times(three).minus(one);
        assert!(rest.0.abs() < 1e-30, "{rest:?}");
    }
}
