//! Unit normals of triangles, accurate however thin the triangle is.
//!
//! In plain arithmetic the normal of a needle is wrong by ε times length over height, which turns far vertices out of
//! its plane by as much. Here differences are exact and products are doubled in length (Dekker 1971), so the error
//! is that of rounding the result.

use crate::math::Vec3;

/// Splits a 53-bit number into two of 26: 2^27 + 1.
const SPLITTER: f64 = 134_217_729.0;

/// The unevaluated sum of a number and its rounding error.
#[derive(Clone, Copy)]
struct Double(f64, f64);

impl Double {
    /// `a - b`, exactly.
    #[inline]
    fn difference(a: f64, b: f64) -> Self {
        let x = a - b;
        let virtual_b = a - x;
        let virtual_a = x + virtual_b;
        Self(x, (a - virtual_a) + (virtual_b - b))
    }

    /// `a b`, exactly.
    #[inline]
    fn product(a: f64, b: f64) -> Self {
        let split = |v: f64| {
            let c = SPLITTER * v;
            let high = c - (c - v);
            (high, v - high)
        };
        let (x, (ah, al), (bh, bl)) = (a * b, split(a), split(b));
        Self(x, al * bl - (((x - ah * bh) - al * bh) - ah * bl))
    }

    #[inline]
    fn times(self, other: Self) -> Self {
        let p = Self::product(self.0, other.0);
        Self(p.0, p.1 + (self.0 * other.1 + self.1 * other.0))
    }
}

/// a b − c d.
#[inline]
fn minor(a: Double, b: Double, c: Double, d: Double) -> f64 {
    let (p, q) = (a.times(b), c.times(d));
    let high = Double::difference(p.0, q.0);
    high.0 + (high.1 + (p.1 - q.1))
}

/// Twice the area and the outward unit normal of a triangle that runs counter-clockwise seen from outside.
#[inline]
pub(crate) fn area_and_normal(a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64>) -> (f64, Vec3<f64>) {
    let difference = |p: Vec3<f64>, q: Vec3<f64>| {
        [Double::difference(p.x, q.x), Double::difference(p.y, q.y), Double::difference(p.z, q.z)]
    };
    let (u, v) = (difference(b, a), difference(c, a));
    let normal = Vec3::new(
        minor(u[1], v[2], u[2], v[1]),
        minor(u[2], v[0], u[0], v[2]),
        minor(u[0], v[1], u[1], v[0]),
    );
    (normal.norm(), normal.unit())
}
