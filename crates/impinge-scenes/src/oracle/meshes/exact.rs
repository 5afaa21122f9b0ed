//! Exact numbers: sums, differences and products of `f64` with all their digits, and quotients of two of them.
//!
//! Slow by design: what can be decided in `f64` is decided there, and the rest here. Shares no code with the library.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// ± Σ `digits[i]` · 2^(64 (`low` + i)), without leading or trailing zeros.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exact {
    negative: bool,
    digits: Vec<u64>,
    low: i32,
}

impl Exact {
    /// Sign of the number: −1, 0 or 1.
    pub fn sign(&self) -> i32 {
        match (self.digits.is_empty(), self.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }

    /// Whether the number is 0.
    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// Square of the number.
    #[must_use]
    pub fn squared(&self) -> Self {
        self * self
    }

    fn trimmed(mut self) -> Self {
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        let zeros = self.digits.iter().take_while(|d| **d == 0).count();
        if zeros > 0 {
            self.digits.drain(..zeros);
            self.low += zeros as i32;
        }
        if self.digits.is_empty() {
            return Self::default();
        }
        self
    }

    /// The digit of 2^(64 k).
    fn digit(&self, k: i32) -> u64 {
        usize::try_from(k - self.low).ok().and_then(|i| self.digits.get(i)).copied().unwrap_or(0)
    }

    /// One past the position of the first digit.
    fn high(&self) -> i32 {
        self.low + self.digits.len() as i32
    }

    fn compare_size(&self, other: &Self) -> Ordering {
        if self.is_zero() || other.is_zero() {
            return other.is_zero().cmp(&self.is_zero());
        }
        self.high().cmp(&other.high()).then_with(|| {
            let low = self.low.min(other.low);
            (low..self.high())
                .rev()
                .map(|k| self.digit(k).cmp(&other.digit(k)))
                .find(|o| o.is_ne())
                .unwrap_or(Ordering::Equal)
        })
    }

    /// |self| + |other|, or |self| − |other| if |self| is not the smaller one.
    fn sum_of_sizes(&self, other: &Self, subtract: bool, negative: bool) -> Self {
        let (low, high) = (self.low.min(other.low), self.high().max(other.high()));
        let mut digits = Vec::with_capacity((high - low) as usize + 1);
        let mut carry = false;
        for k in low..high {
            let (x, y) = (self.digit(k), other.digit(k));
            let step = if subtract { u64::overflowing_sub } else { u64::overflowing_add };
            let (first, one) = step(x, y);
            let (second, two) = step(first, u64::from(carry));
            digits.push(second);
            carry = one | two;
        }
        if carry {
            digits.push(1);
        }
        Self { negative, digits, low }.trimmed()
    }

    fn plus(&self, other: &Self, flip: bool) -> Self {
        let negative = other.negative != flip;
        if other.is_zero() {
            return self.clone();
        }
        if self.is_zero() {
            return Self { negative, ..other.clone() };
        }
        if self.negative == negative {
            return self.sum_of_sizes(other, false, negative);
        }
        match self.compare_size(other) {
            Ordering::Equal => Self::default(),
            Ordering::Greater => self.sum_of_sizes(other, true, self.negative),
            Ordering::Less => other.sum_of_sizes(self, true, negative),
        }
    }

    /// (m, e) with the number = m · 2^e up to the rounding of m, which is to nearest, and 2⁶³ ≤ |m| ≤ 2⁶⁴; (0, 0) for 0.
    fn parts(&self) -> (f64, i64) {
        let Some(&first) = self.digits.last() else { return (0.0, 0) };
        let shift = first.leading_zeros();
        let next = self.digit(self.high() - 2);
        let top = if shift == 0 { first } else { (first << shift) | (next >> (64 - shift)) };
        // Odd if something is cut off (sticky bit), so that rounding to `f64` does not see a false tie.
        let rest = next << shift != 0 || self.digits.len() > 2;
        let top = (top | u64::from(rest)) as f64;
        (if self.negative { -top } else { top }, 64 * (i64::from(self.high()) - 1) - i64::from(shift))
    }

    /// The nearest `f64` (off by one near the smallest numbers).
    pub fn f64(&self) -> f64 {
        let (m, e) = self.parts();
        scaled(m, e)
    }
}

/// m · 2^e, in steps that neither overflow nor underflow early.
fn scaled(mut m: f64, mut e: i64) -> f64 {
    while e != 0 && m != 0.0 && m.is_finite() {
        let step = e.clamp(-1000, 1000);
        m *= 2_f64.powi(step as i32);
        e -= step;
    }
    m
}

impl From<f64> for Exact {
    /// # Panics
    /// If the number is not finite.
    fn from(x: f64) -> Self {
        assert!(x.is_finite(), "only finite numbers have digits, not {x}");
        let bits = x.to_bits();
        let (exponent, fraction) = ((bits >> 52) as i32 & 0x7ff, bits & ((1 << 52) - 1));
        let (mantissa, exponent) =
            if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
        let wide = u128::from(mantissa) << exponent.rem_euclid(64);
        let digits = vec![wide as u64, (wide >> 64) as u64];
        Self { negative: x < 0.0, digits, low: exponent.div_euclid(64) }.trimmed()
    }
}

impl Add for &Exact {
    type Output = Exact;
    fn add(self, other: Self) -> Exact {
        self.plus(other, false)
    }
}

impl Sub for &Exact {
    type Output = Exact;
    fn sub(self, other: Self) -> Exact {
        self.plus(other, true)
    }
}

impl Neg for Exact {
    type Output = Self;
    fn neg(self) -> Self {
        Self { negative: !self.negative && !self.is_zero(), ..self }
    }
}

impl Mul for &Exact {
    type Output = Exact;
    fn mul(self, other: Self) -> Exact {
        let mut digits = vec![0_u64; self.digits.len() + other.digits.len()];
        for (i, &x) in self.digits.iter().enumerate() {
            let mut carry = 0_u128;
            for (j, &y) in other.digits.iter().enumerate() {
                let sum = u128::from(x) * u128::from(y) + u128::from(digits[i + j]) + carry;
                digits[i + j] = sum as u64;
                carry = sum >> 64;
            }
            digits[i + other.digits.len()] = carry as u64;
        }
        Exact { negative: self.negative != other.negative, digits, low: self.low + other.low }.trimmed()
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> Ordering {
        self.plus(other, true).sign().cmp(&0)
    }
}

/// A quotient of two exact numbers, such as a squared distance.
#[derive(Clone, Debug)]
pub struct Ratio {
    over: Exact,
    /// Denominator, positive.
    under: Exact,
}

impl Ratio {
    /// `over` / `under`.
    ///
    /// # Panics
    /// If `under` is 0.
    pub fn new(over: Exact, under: Exact) -> Self {
        match under.sign() {
            1 => Self { over, under },
            -1 => Self { over: -over, under: -under },
            _ => panic!("a quotient by 0"),
        }
    }

    /// An exact number as a quotient.
    pub fn whole(over: Exact) -> Self {
        Self { over, under: Exact::from(1.0) }
    }

    /// Whether the quotient is 0.
    pub fn is_zero(&self) -> bool {
        self.over.is_zero()
    }

    /// The nearest `f64`: the number itself, if it is representable.
    pub fn f64(&self) -> f64 {
        let ((m, e), (n, f)) = (self.over.parts(), self.under.parts());
        // Within two units in the last place; from there to the nearest.
        let mut near = scaled(m / n, e - f);
        let off = |x: f64| &self.over - &(&Exact::from(x) * &self.under);
        while near.is_finite() {
            let rest = off(near);
            let next = match rest.sign() {
                0 => break,
                1 => near.next_up(),
                _ => near.next_down(),
            };
            if next.is_infinite() || off(next).compare_size(&rest).is_ge() {
                break;
            }
            near = next;
        }
        near
    }

    /// Square root as `f64`, within two units in the last place: the distance, if this is a squared one.
    pub fn root(&self) -> f64 {
        let ((m, e), (n, f)) = (self.over.parts(), self.under.parts());
        let (quotient, e) = (m / n, e - f);
        let (quotient, e) = if e % 2 == 0 { (quotient, e) } else { (2.0 * quotient, e - 1) };
        scaled(quotient.sqrt(), e / 2)
    }

    /// Whether its square root is from `low` to `high`, both included; exactly. So a distance is compared with an answer and its error
    /// without rounding.
    pub fn root_is_within(&self, low: f64, high: f64) -> bool {
        let against = |x: f64| self.over.cmp(&(&Exact::from(x).squared() * &self.under));
        let above = low <= 0.0 || against(low).is_ge();
        let below = high >= 0.0 && (high.is_infinite() || against(high).is_le());
        above && below
    }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ratio {}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.over * &other.under).cmp(&(&other.over * &self.under))
    }
}

/// A vector of exact numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wide(pub [Exact; 3]);

impl Wide {
    pub fn of(p: [f64; 3]) -> Self {
        Self(p.map(Exact::from))
    }

    pub fn minus(&self, other: &Self) -> Self {
        Self([0, 1, 2].map(|i| &self.0[i] - &other.0[i]))
    }

    pub fn plus(&self, other: &Self) -> Self {
        Self([0, 1, 2].map(|i| &self.0[i] + &other.0[i]))
    }

    pub fn times(&self, factor: &Exact) -> Self {
        Self([0, 1, 2].map(|i| &self.0[i] * factor))
    }

    pub fn dot(&self, other: &Self) -> Exact {
        let [x, y, z] = [0, 1, 2].map(|i| &self.0[i] * &other.0[i]);
        &(&x + &y) + &z
    }

    pub fn cross(&self, other: &Self) -> Self {
        let ([a, b, c], [x, y, z]) = (&self.0, &other.0);
        Self([&(b * z) - &(c * y), &(c * x) - &(a * z), &(a * y) - &(b * x)])
    }

    pub fn is_zero(&self) -> bool {
        self.0.iter().all(Exact::is_zero)
    }

    /// The direction: rounded, and scaled by a power of two so that the largest coordinate is about 1.
    pub fn direction(&self) -> [f64; 3] {
        let parts = [0, 1, 2].map(|i| self.0[i].parts());
        let largest = parts.iter().filter(|p| p.0 != 0.0).map(|p| p.1).max().unwrap_or(0);
        parts.map(|(m, e)| scaled(m, e - largest - 63))
    }
}

/// The determinant of three rows.
pub(super) fn determinant(a: &Wide, b: &Wide, c: &Wide) -> Exact {
    a.dot(&b.cross(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    fn exact(x: f64) -> Exact {
        x.into()
    }

    /// Small integers times powers of two: `i128` gives the truth.
    #[test]
    fn sums_and_products_are_those_of_integers() {
        let mut rng = Rng::new(1);
        for _ in 0..20_000 {
            let draw = |rng: &mut Rng| {
                (rng.bits() >> (11 + rng.below(50))) as i64 * if rng.below(2) == 0 { 1 } else { -1 }
            };
            let [a, b, c] = [(); 3].map(|()| draw(&mut rng));
            let [x, y, z] = [a, b, c].map(|i| exact(i as f64));
            let truth = i128::from(a) * i128::from(b) - i128::from(c);
            let value = &(&x * &y) - &z;
            assert_eq!(value.sign(), truth.signum() as i32);
            assert_eq!(value.f64(), truth as f64, "{a} * {b} - {c}");
            assert_eq!(x.cmp(&y), a.cmp(&b));
            // (a + b)(a − b) = a² − b².
            assert_eq!(&(&x + &y) * &(&x - &y), &x.squared() - &y.squared());
        }
    }

    #[test]
    fn nothing_is_lost_at_the_ends_of_the_range() {
        let (huge, tiny) = (exact(f64::MAX), exact(5e-324));
        let sum = &huge + &tiny;
        assert_eq!((&sum - &huge).f64(), 5e-324);
        assert_eq!((&sum - &tiny).f64(), f64::MAX);
        assert_eq!(Ratio::new(&huge * &tiny, tiny.clone()).f64(), f64::MAX);
        assert_eq!(Ratio::new(tiny.squared(), exact(1.0)).root(), 5e-324);
        assert_eq!(Ratio::new(huge.squared(), exact(1.0)).root(), f64::MAX);
        assert_eq!((&exact(-0.0) + &exact(0.0)).sign(), 0);
        for x in [1.0, -3.5, 1e-310, 1e308, 0.1, -7e-200] {
            assert_eq!(exact(x).f64(), x);
        }
    }

    #[test]
    fn roots_are_compared_without_rounding() {
        // √2 lies between two consecutive `f64` numbers.
        let two = Ratio::whole(exact(2.0));
        let root = 2_f64.sqrt();
        assert!(two.root_is_within(root.next_down(), root.next_up()));
        assert!(!two.root_is_within(root, root), "√2 is none of them");
        assert!(!two.root_is_within(0.0, root) || !two.root_is_within(root, 9.0));
        assert!((two.root() - root).abs() <= 2.0 * f64::EPSILON);
        let third = Ratio::new(exact(1.0), exact(-3.0));
        assert!(third.f64() == -1.0 / 3.0 && third < two && third == third.clone());
    }

    #[test]
    fn quotients_of_numbers_are_the_nearest_numbers() {
        let mut rng = Rng::new(2);
        for _ in 0..20_000 {
            let [x, y, z] = [(); 3].map(|()| rng.between(-3.0, 3.0));
            assert_eq!(Ratio::new(exact(x), exact(y)).f64(), x / y);
            // With more digits in numerator and denominator than an `f64` has.
            let under = &exact(y).squared() + &exact(z).squared();
            assert_eq!(Ratio::new(&exact(x) * &under, under).f64(), x);
        }
    }
}
