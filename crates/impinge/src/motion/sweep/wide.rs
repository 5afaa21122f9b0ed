//! Sums and products of twice the digits of `f64`, for edges that are nearly parallel.
//!
//! The cross product of two edges at an angle φ has lost a share 1/sin φ of its digits in `f64`. Differences of `f64`
//! coordinates are exact here, and everything else is good to 2⁻¹⁰⁰, so that the normal of two edges is good to its last
//! digit down to angles of 2⁻⁵⁰.
//!
//! # Source
//! Dekker, *A Floating-Point Technique for Extending the Available Precision* (1971); Knuth for the exact sum. No fused
//! multiply-add is used. Products of numbers beyond 2⁹⁹⁵ overflow while they are split; meshes are far smaller.

use crate::math::Vec3;

/// An unevaluated sum of two numbers, the second at most half a unit in the last place of the first.
#[derive(Clone, Copy)]
struct Wide {
    high: f64,
    low: f64,
}

/// a + b, exactly.
#[inline]
fn sum(a: f64, b: f64) -> Wide {
    let high = a + b;
    let part = high - a;
    Wide { high, low: (a - (high - part)) + (b - part) }
}

/// a b, exactly unless it underflows.
#[inline]
fn product(a: f64, b: f64) -> Wide {
    // 2^27 + 1 cuts the 53 digits of a number into two halves.
    const SPLIT: f64 = 134_217_729.0;
    let halves = |x: f64| {
        let t = SPLIT * x;
        let high = t - (t - x);
        (high, x - high)
    };
    let (high, (a1, a2), (b1, b2)) = (a * b, halves(a), halves(b));
    Wide { high, low: ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2 }
}

impl Wide {
    fn plus(self, other: Self) -> Self {
        let s = sum(self.high, other.high);
        sum(s.high, s.low + (self.low + other.low))
    }
    fn minus(self, other: Self) -> Self {
        self.plus(Self { high: -other.high, low: -other.low })
    }
    fn times(self, other: Self) -> Self {
        let p = product(self.high, other.high);
        sum(p.high, p.low + (self.high * other.low + self.low * other.high))
    }
}

fn difference(a: Vec3<f64>, b: Vec3<f64>) -> [Wide; 3] {
    [sum(a.x, -b.x), sum(a.y, -b.y), sum(a.z, -b.z)]
}

fn cross(a: [Wide; 3], b: [Wide; 3]) -> [Wide; 3] {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| a[i].times(b[j]).minus(a[j].times(b[i])))
}

fn dot(a: [Wide; 3], b: [Wide; 3]) -> Wide {
    a[0].times(b[0]).plus(a[1].times(b[1])).plus(a[2].times(b[2]))
}

/// For the edges a b and p q: the cross product n of their directions, and where on each (0 at the first end, 1 at the
/// second) it is nearest to the line of the other.
pub(in crate::motion) fn crossing(
    a: Vec3<f64>,
    b: Vec3<f64>,
    p: Vec3<f64>,
    q: Vec3<f64>,
) -> (Vec3<f64>, f64, f64) {
    let (d, e, r) = (difference(b, a), difference(q, p), difference(a, p));
    let n = cross(d, e);
    let size = dot(n, n).high;
    // a + s d − p − t e is along n: s = −(r × e) · n / n², t = −(r × d) · n / n².
    let on_first = -dot(cross(r, e), n).high / size;
    let on_second = -dot(cross(r, d), n).high / size;
    (Vec3::new(n[0].high, n[1].high, n[2].high), on_first, on_second)
}
