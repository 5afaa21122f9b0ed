//! Approximate zeros of a cubic polynomial.
//!
//! The search takes these as hints: its statements about a time are proved by other means. So nothing here has a bound on its error.

use crate::math::Real;

/// Limit on the steps of Newton's method with bisection; each step at least halves the interval, and near the end doubles the digits.
const STEPS: u32 = 24;

/// A polynomial a + b x + c x² + d x³.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cubic([f64; 4]);

impl Cubic {
    /// A cubic from its coefficients in the Bernstein basis of \[0, 1\], those in the middle times 3.
    pub fn from_bernstein([first, second, third, last]: [f64; 4]) -> Self {
        Self([first, second - 3.0 * first, third - 2.0 * second + 3.0 * first, last - third + second - first])
    }

    /// The value at `x`.
    #[inline]
    pub fn value(&self, x: f64) -> f64 {
        let [a, b, c, d] = self.0;
        a + x * (b + x * (c + x * d))
    }

    /// The slope at `x`.
    #[inline]
    pub fn slope(&self, x: f64) -> f64 {
        let [_, b, c, d] = self.0;
        b + x * (2.0 * c + 3.0 * d * x)
    }

    /// Zeros from 0 to 1 at which the sign changes, in order: their number, and their values.
    pub fn zeros(&self) -> (usize, [f64; 3]) {
        let (turns, [p, q]) = self.turns();
        let stops = [0.0, p, q, 1.0];
        let (mut count, mut zeros) = (0, [0.0; 3]);
        // The cubic is monotone between two stops.
        for (from, to) in stops.into_iter().zip([p, q, 1.0]).filter(|(from, to)| from < to).take(turns + 1) {
            if let Some(zero) = self.between(from, to) {
                zeros[count] = zero;
                count += 1;
            }
        }
        (count, zeros)
    }

    /// Points strictly between 0 and 1 where the slope is zero, in order: their number, and their values, padded with 1.
    fn turns(&self) -> (usize, [f64; 2]) {
        let [_, b, c, d] = self.0;
        // b + 2 c x + 3 d x² = 0: x = q / (3 d) or b / q with q = −(c ± √(c² − 3 b d)), the sign that does not cancel.
        let under = c * c - 3.0 * b * d;
        if under <= 0.0 || under.is_nan() {
            return (0, [1.0; 2]);
        }
        let root = Real::sqrt(under);
        let q = -(c + if c < 0.0 { -root } else { root });
        let (mut count, mut places) = (0, [1.0; 2]);
        for place in [q / (3.0 * d), b / q] {
            if place > 0.0 && place < 1.0 {
                places[count] = place;
                count += 1;
            }
        }
        if places[0] > places[1] {
            places.swap(0, 1);
        }
        (count, places)
    }

    /// The zero between two points of different sign; `None` if the sign is the same.
    fn between(&self, mut low: f64, mut high: f64) -> Option<f64> {
        let (at_low, at_high) = (self.value(low), self.value(high));
        if at_low == 0.0 {
            return Some(low);
        }
        if (at_low > 0.0) == (at_high > 0.0) || at_high == 0.0 {
            return (at_high == 0.0).then_some(high);
        }
        let rising = at_low < 0.0;
        let mut x = low + (high - low) * (at_low / (at_low - at_high));
        for _ in 0..STEPS {
            let value = self.value(x);
            if (value < 0.0) == rising {
                low = x;
            } else {
                high = x;
            }
            let next = x - value / self.slope(x);
            if (next - x).abs() <= f64::EPSILON {
                return Some(x);
            }
            x = if next > low && next < high { next } else { 0.5 * (low + high) };
        }
        Some(x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cubic with three given zeros, in the Bernstein basis, by its polar form −(x − p)(y − q)(z − r) averaged.
    fn with_zeros(z: [f64; 3]) -> Cubic {
        let [p, q, r] = z;
        let (e1, e2, e3) = (p + q + r, p * q + q * r + r * p, p * q * r);
        Cubic::from_bernstein([-e3, e2 - 3.0 * e3, 2.0 * e2 - e1 - 3.0 * e3, 1.0 - e1 + e2 - e3])
    }

    #[test]
    fn zeros_are_found_in_order() {
        let mut found = 0;
        for i in 0..1000_u32 {
            let z = [7.0, 11.0, 13.0].map(|k: f64| ((f64::from(i) + 0.5) * k * 0.618_034) % 2.0 - 0.5);
            let mut inside: Vec<f64> = z.into_iter().filter(|x| (0.0..=1.0).contains(x)).collect();
            inside.sort_by(f64::total_cmp);
            let gap = inside.windows(2).map(|w| w[1] - w[0]).fold(1.0, f64::min);
            if gap < 1e-3 || z.iter().any(|x| x.abs() < 1e-3 || (x - 1.0).abs() < 1e-3) {
                continue;
            }
            let (count, zeros) = with_zeros(z).zeros();
            assert_eq!(count, inside.len(), "{z:?} {zeros:?}");
            for (got, right) in zeros.iter().zip(&inside) {
                assert!((got - right).abs() < 1e-9, "{z:?} {zeros:?}");
            }
            found += count;
        }
        assert!(found > 1000, "{found}");
    }

    #[test]
    fn zeros_of_poor_numbers_lie_from_0_to_1() {
        assert_eq!(Cubic::from_bernstein([1.0, 3.0, 3.0, 1.0]).zeros().0, 0);
        for b in [[0.0; 4], [f64::NAN; 4], [f64::INFINITY, 1.0, 2.0, -1.0], [1.0, 3.0, 0.0, -2.0]] {
            let (count, zeros) = Cubic::from_bernstein(b).zeros();
            assert!(zeros[..count].iter().all(|x| (0.0..=1.0).contains(x)), "{b:?} {zeros:?}");
        }
        // Newton's method hits this zero exactly, and must stay there.
        let cubic =
            Cubic([1.961_563_486_315_636_4e-7, -4.788_469_045_894_691e-6, 2.988_469_045_894_69e-6, 2.5e-7]);
        assert!(cubic.value(cubic.zeros().1[0]).abs() < 1e-21);
        // A straight line from 1 to −2.
        assert!((Cubic::from_bernstein([1.0, 0.0, -3.0, -2.0]).zeros().1[0] - 1.0 / 3.0).abs() < 1e-15);
    }
}
