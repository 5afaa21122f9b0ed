//! Resolution of a file's numbers: the distance of neighboring numbers at the largest coordinate of a part.
//!
//! | numbers of the file | resolution |
//! |---|---|
//! | `f32`, or numbers that all are exact in `f32` | spacing of `f32` |
//! | decimal numbers of at most [`SINGLE`] significant digits, as `f32` is printed | spacing of `f32`, or the last digit if that is coarser |
//! | decimal numbers of more digits | spacing of `f64`, or the last digit if that is coarser |
//! | `f64` | spacing of `f64` |
//!
//! The last digit counts only if the file has at least [`ROUNDED`] significant digits: with fewer, its numbers were not rounded but written
//! so, as the integers of a grid are. Significant digits are those of the number that has most, without leading zeros.
//!
//! The second line of the first row makes a copy of a file in a finer format as coarse as the file.

use impinge::Vec3;

/// Significant digits that an `f32` needs so that it can be read back; more are those of an `f64`.
const SINGLE: u32 = 9;
/// Significant digits from which the last one is a rounded one: as many as `%g` prints.
const ROUNDED: u32 = 6;

/// Precision of the numbers of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Precision {
    /// `f32`.
    Single,
    /// `f64`.
    Double,
    /// Text, with the most significant digits of a number.
    Digits(u32),
}

impl Precision {
    /// The resolution of these coordinates.
    pub fn resolution(self, vertices: &[Vec3<f64>]) -> f64 {
        let Some(largest) = largest(vertices) else { return 0.0 };
        // Exponent of ten of the leading digit.
        let ten = format!("{largest:e}").split('e').nth(1).and_then(|e| e.parse().ok()).unwrap_or(0_i32);
        let (single, double) = (spacing(largest, 23, -149), spacing(largest, 52, -1022));
        let last = |digits: u32| {
            let last = 10.0_f64.powi(ten + 1 - digits.min(1000) as i32);
            // Decimal numbers are rounded to `f64` when they are read.
            if last > double { last + 2.0 * double } else { 0.0 }
        };
        let is_single = |c: f64| f64::from(c as f32) == c;
        let fits = || vertices.iter().all(|v| v.to_array().into_iter().all(is_single));
        match self {
            Self::Single => single,
            Self::Digits(digits @ ROUNDED..=SINGLE) => single.max(last(digits)),
            Self::Digits(..=SINGLE) => single,
            _ if fits() => single,
            Self::Digits(digits) => double.max(last(digits)),
            Self::Double => double,
        }
    }

    /// The finer one of two.
    pub fn finer(self, other: Self) -> Self {
        let rank = |p: Self| match p {
            Self::Single => (0, 0),
            Self::Digits(digits) => (1, digits),
            Self::Double => (2, 0),
        };
        if rank(self) < rank(other) { other } else { self }
    }
}

/// Spacing of `f64` at the largest coordinate.
pub(crate) fn rounding(vertices: &[Vec3<f64>]) -> f64 {
    largest(vertices).map_or(0.0, |largest| spacing(largest, 52, -1022))
}

/// The largest absolute value of a coordinate, unless all are zero.
fn largest(vertices: &[Vec3<f64>]) -> Option<f64> {
    let largest = vertices.iter().flat_map(|v| v.to_array()).fold(0.0, |m: f64, c| m.max(c.abs()));
    (largest > 0.0 && largest.is_finite()).then_some(largest)
}

/// Spacing of the numbers with this many bits after the leading one; at least 2 to the power `least`, as among the smallest numbers.
fn spacing(number: f64, bits: i32, least: i32) -> f64 {
    let exponent = ((number.to_bits() >> 52) as i32 - 1023).max(-1022);
    2.0_f64.powi((exponent - bits).max(least))
}

/// Number of significant digits of a word that is a number.
pub(crate) fn digits(word: &[u8]) -> u32 {
    let mantissa = word.split(|b| b"eE".contains(b)).next().unwrap_or_default();
    let digits = mantissa.iter().filter(|b| b.is_ascii_digit()).skip_while(|b| **b == b'0');
    u32::try_from(digits.count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_significant_ones() {
        for (word, count) in [
            ("0", 0),
            ("-0.000", 0),
            ("100", 3),
            ("0.0120", 3),
            ("-1.50e-17", 3),
            ("+12.5E+2", 3),
            ("1e9", 1),
        ] {
            assert_eq!(digits(word.as_bytes()), count, "{word}");
        }
    }

    #[test]
    fn the_resolution_is_that_of_the_coarsest_numbers_that_fit() {
        let of = |precision: Precision, x: f64| precision.resolution(&[Vec3::new(0.0, x, 0.0), Vec3::ZERO]);
        let (single, double) = (2.0_f64.powi(-23), 2.0_f64.powi(-52));
        for (precision, x, wanted) in [
            (Precision::Single, 1.5, single),
            (Precision::Single, -2.0, 2.0 * single),
            (Precision::Double, 1.5, single),
            (Precision::Double, 1.1, double),
            (Precision::Digits(17), 1.1, double),
            (Precision::Digits(17), 1.5, single),
            (Precision::Digits(12), 123.456_789_012, 1e-9),
            // Six decimals of a number above 100, and of one below 0.1.
            (Precision::Digits(9), 123.456_789, 64.0 * single),
            (Precision::Digits(6), 0.123_456, 1e-6),
            (Precision::Digits(3), 1.25, single),
            (Precision::Digits(1), 9.0, 8.0 * single),
            (Precision::Single, 0.0, 0.0),
        ] {
            let found = of(precision, x);
            assert!((found / wanted - 1.0).abs() < 1e-4 || found == wanted, "{precision:?} {x}: {found}");
        }
        assert!(of(Precision::Double, f64::MAX).is_finite() && of(Precision::Single, 1e-310) > 0.0);
        assert_eq!(Precision::Single.finer(Precision::Digits(4)), Precision::Digits(4));
        assert_eq!(Precision::Double.finer(Precision::Digits(4)), Precision::Double);
    }
}
