//! The signs of `signs`, computed exactly in integers.
//!
//! A coordinate is an integer multiple of a unit, the last bit of the finest coordinate of the query; a time is an integer multiple of
//! 2⁻⁶⁰. So corners, cross products and determinants are integers, and [`crate::math::wide`] computes them without rounding.
//!
//! | what | bits, at most |
//! |---|---|
//! | a coordinate | [`COORDINATE_BITS`] = 186 and the sign |
//! | D_i(t) × 2⁶⁰, a corner at a time | 186 + 1 + 60 = 247, in 256 |
//! | coefficients of c_i, of four products at most | 2 × 247 + 2 = 496, in 512 |
//! | coefficients of f, of 18 products at most | 3 × 247 + 5 = 746, in 768 |
//!
//! Coordinates are used in full if the largest is less than 2¹³³ times the finest (as 1 to 10⁻⁴⁰), regardless of their digits, and beyond
//! that if the digits are few. If they are farther apart, bits below 2⁻¹⁸⁶ of the largest are dropped: a corner is then off by less than
//! 2⁶⁰ units, c_i by less than 4 × 2 × 2⁶⁰ × 2²⁴⁷ = 2³¹⁰ and f by less than 18 × 3 × 2⁶⁰ × 2⁴⁹⁴ < 2⁵⁶⁰, and a smaller number has no sign.

use super::signs::{Sign, Signs};
use crate::math::wide::{Wide, add, mul, parts, shifted, sign, sub};
use crate::math::{Each, Vec3};

/// Times are integer multiples of 2⁻⁶⁰: all doubles from 2⁻⁷ to 1 are, and 61 bits fit a word.
pub(super) const TIME_BITS: i32 = 60;
/// 2⁶⁰.
const UNIT: u64 = 1 << TIME_BITS;
/// Bits of a coordinate: 247 less one bit for the difference and 60 for time.
const COORDINATE_BITS: i32 = 186;
/// If bits were dropped, numbers below 2 to these powers have no sign: corner, c_i, f.
const DOUBT: [usize; 3] = [TIME_BITS as usize, 310, 560];

type Corner = [Wide<4>; 3];

/// A query in integers.
pub(super) struct Exact<const N: usize> {
    start: [Corner; N],
    end: [Corner; N],
    /// True if no bit was dropped.
    pub whole: bool,
}

impl<const N: usize> Exact<N> {
    /// A query from four finite points at time 0 and at time 1; corner i is point `pairs[i].1` minus point `pairs[i].0`.
    pub fn new(start: &[Vec3<f64>; 4], end: &[Vec3<f64>; 4], pairs: &[(usize, usize); N]) -> Self {
        let numbers = || start.iter().chain(end).flat_map(|p| p.to_array()).map(parts).filter(|p| p.0 != 0);
        let top =
            |(mantissa, exponent): (i64, i32)| exponent + 64 - mantissa.unsigned_abs().leading_zeros() as i32;
        let finest = numbers().map(|(_, exponent)| exponent).min().unwrap_or(0);
        let highest = numbers().map(top).max().unwrap_or(0);
        let whole = highest - finest <= COORDINATE_BITS;
        let unit = if whole { finest } else { highest - COORDINATE_BITS };
        let place = |x: f64| {
            let (mantissa, exponent) = parts(x);
            if mantissa == 0 { [0; 4] } else { shifted(mantissa, exponent - unit) }
        };
        let corners = |points: &[Vec3<f64>; 4]| {
            pairs.map(|(a, b)| {
                let (a, b) = (points[a].to_array(), points[b].to_array());
                core::array::from_fn(|axis| sub(&place(b[axis]), &place(a[axis])))
            })
        };
        Self { start: corners(start), end: corners(end), whole }
    }

    /// The corners at a time, which is a multiple of 2⁻⁶⁰ from 0 to 1, times 2⁶⁰.
    fn at(&self, time: f64) -> [Corner; N] {
        let ticks = (time * UNIT as f64) as u64;
        let (late, early): (Wide<1>, Wide<1>) = ([ticks], [UNIT - ticks]);
        core::array::from_fn(|i| {
            core::array::from_fn(|axis| {
                add(&mul(&self.start[i][axis], &early), &mul(&self.end[i][axis], &late))
            })
        })
    }

    /// The time interval from `s` to `e`, both multiples of 2⁻⁶⁰ from 0 to 1.
    pub fn stretch(&self, s: f64, e: f64) -> Stretch<N> {
        Stretch { from: self.at(s), to: self.at(e), doubt: if self.whole { [0; 3] } else { DOUBT } }
    }
}

/// A time interval in integers.
pub(super) struct Stretch<const N: usize> {
    from: [Corner; N],
    to: [Corner; N],
    doubt: [usize; 3],
}

fn cross(a: &Corner, b: &Corner) -> [Wide<8>; 3] {
    core::array::from_fn(|axis| {
        let (j, k) = ((axis + 1) % 3, (axis + 2) % 3);
        sub(&mul(&a[j], &b[k]), &mul(&a[k], &b[j]))
    })
}

fn sum(a: &[Wide<8>; 3], b: &[Wide<8>; 3]) -> [Wide<8>; 3] {
    core::array::from_fn(|axis| add(&a[axis], &b[axis]))
}

fn dot(a: &Corner, b: &[Wide<8>; 3]) -> Wide<12> {
    add(&add(&mul(&b[0], &a[0]), &mul(&b[1], &a[1])), &mul(&b[2], &a[2]))
}

impl<const N: usize> Signs<N> for Stretch<N> {
    fn one_side(&self) -> bool {
        (0..3).any(|axis| {
            let mut signs = self.from.iter().chain(&self.to).map(|corner| sign(&corner[axis], self.doubt[0]));
            let first = signs.next().unwrap_or(0);
            first != 0 && signs.all(|s| s == first)
        })
    }

    fn volume(&self) -> [Sign; 4] {
        let [(s0, e0), (s1, e1), (s2, e2)] = [0, 1, N - 1].each(|i| (&self.from[i], &self.to[i]));
        let (first, last) = (cross(s1, s2), cross(e1, e2));
        let mixed = sum(&cross(s1, e2), &cross(e1, s2));
        let values = [
            dot(s0, &first),
            add(&dot(e0, &first), &dot(s0, &mixed)),
            add(&dot(s0, &last), &dot(e0, &mixed)),
            dot(e0, &last),
        ];
        values.each(|value| sign(&value, self.doubt[2]))
    }

    fn turn(&self, i: usize) -> [[Sign; 3]; 3] {
        let j = (i + 1) % N;
        let (si, sj, ei, ej) = (&self.from[i], &self.from[j], &self.to[i], &self.to[j]);
        let coefficients = [cross(si, sj), sum(&cross(si, ej), &cross(ei, sj)), cross(ei, ej)];
        core::array::from_fn(|axis| core::array::from_fn(|k| sign(&coefficients[k][axis], self.doubt[1])))
    }
}

#[cfg(test)]
mod tests {
    use impinge_scenes::Rng;

    use super::super::polygon::Moving;
    use super::super::signs::Rounded;
    use super::*;
    use crate::math::Real;

    const PAIRS: [(usize, usize); 4] = [(0, 2), (0, 3), (1, 3), (1, 2)];

    /// Queries with coordinates of all kinds: random, with few digits, nearly flat, of very different sizes.
    fn queries() -> impl Iterator<Item = [[Vec3<f64>; 4]; 2]> {
        let mut rng = Rng::linear(5);
        (0..4000).map(move |i| {
            let mut number = |axis: usize| {
                let x = rng.signed();
                match i % 5 {
                    0 => x,
                    1 => (x * 3.0) as i32 as f64,
                    2 if axis == 2 => 0.3 + 1e-16 * x,
                    3 => x * f64::power_of_two((rng.signed() * 60.0) as i32),
                    4 if axis == 0 => x * 1e-90,
                    _ => x,
                }
            };
            [(); 2].map(|()| [(); 4].map(|()| Vec3::new(number(0), number(1), number(2))))
        })
    }

    /// Checks that a sign that is certain in `f64` is the exact one.
    #[test]
    fn sure_signs_are_right() {
        let (mut sure, mut open, mut dropped) = (0_u32, 0_u32, 0_u32);
        for (i, [start, end]) in queries().enumerate() {
            let moving = Moving::<4>::new(&start, &end, &PAIRS).unwrap();
            let exact = Exact::new(&start, &end, &PAIRS);
            dropped += u32::from(!exact.whole);
            let s = [0.0, 0.25, 1.0 / 3.0, 0.9999][i % 4];
            let e = if i % 3 == 0 { s + 1e-12 * f64::from(i as u32 % 2) } else { 1.0 };
            // Rounded to the grid.
            let [s, e] = [s, e].map(|t: f64| (t * UNIT as f64) as u64 as f64 / UNIT as f64);
            let (rounded, stretch) = (Rounded::new(&moving, s, e), exact.stretch(s, e));
            let mut compare = |told: Sign, right: Sign| {
                sure += u32::from(told != 0);
                open += u32::from(told == 0 && right != 0);
                assert!(told == 0 || told == right || (right == 0 && !exact.whole), "{start:?} {end:?}");
            };
            for (told, right) in rounded.volume().into_iter().zip(stretch.volume()) {
                compare(told, right);
            }
            for corner in 0..4 {
                let (told, right) = (rounded.turn(corner), stretch.turn(corner));
                for (told, right) in told.into_iter().flatten().zip(right.into_iter().flatten()) {
                    compare(told, right);
                }
            }
            assert!(!rounded.one_side() || stretch.one_side() || !exact.whole);
        }
        // Most are certain; some need exact signs as well.
        assert!(sure > 100_000 && open > 1000 && dropped > 300, "{sure} {open} {dropped}");
    }
}
