//! Whole numbers of any length, as short as the oracle can do with.

use std::ops::{Add, Mul, Neg, Sub};

/// A whole number: sign and magnitude, lowest word first, without zeros at the top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Big {
    negative: bool,
    words: Vec<u32>,
}

impl From<i64> for Big {
    fn from(x: i64) -> Self {
        let m = x.unsigned_abs();
        Self { negative: x < 0, words: vec![m as u32, (m >> 32) as u32] }.trimmed()
    }
}

impl Big {
    fn trimmed(mut self) -> Self {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
        self.negative &= !self.words.is_empty();
        self
    }

    pub fn signum(&self) -> i32 {
        if self.words.is_empty() { 0 } else { 1 - 2 * i32::from(self.negative) }
    }

    /// Its value in 128 bits, if it is below 2^96.
    pub fn small(&self) -> Option<i128> {
        let size = (self.words.len() <= 3)
            .then(|| self.words.iter().rev().fold(0, |v, &w| (v << 32) | i128::from(w)))?;
        Some(if self.negative { -size } else { size })
    }

    /// Times 2^`bits`.
    pub fn shifted(&self, bits: usize) -> Self {
        let mut words = vec![0; bits / 32];
        let mut carry = 0_u64;
        for &word in self.words.iter().chain([&0]) {
            carry |= u64::from(word) << (bits % 32);
            words.push(carry as u32);
            carry >>= 32;
        }
        Self { negative: self.negative, words }.trimmed()
    }

    /// The magnitude × 2^-`bits`, rounded down.
    pub fn to_f64_below(&self, bits: usize) -> f64 {
        let Some(&highest) = self.words.last() else { return 0.0 };
        let at = |i: usize| {
            if i < self.words.len() { u128::from(self.words[self.words.len() - 1 - i]) } else { 0 }
        };
        let top = (0..4).fold(0, |v, i| (v << 32) | at(i)) << highest.leading_zeros();
        let exponent = 32 * self.words.len() as i32 - highest.leading_zeros() as i32 - 53 - bits as i32;
        (top >> 75) as f64 * 2_f64.powi(exponent)
    }
}

fn larger(a: &[u32], b: &[u32]) -> bool {
    a.len() > b.len() || (a.len() == b.len() && a.iter().rev().ge(b.iter().rev()))
}

impl Add for &Big {
    type Output = Big;
    fn add(self, other: &Big) -> Big {
        let (a, b) = if larger(&self.words, &other.words) { (self, other) } else { (other, self) };
        let sign = if a.negative == b.negative { 1 } else { -1 };
        let mut carry = 0_i64;
        let mut words = Vec::with_capacity(a.words.len() + 1);
        for i in 0..=a.words.len() {
            let at = |x: &Big| x.words.get(i).map_or(0, |&w| i64::from(w));
            let sum = at(a) + sign * at(b) + carry;
            words.push(sum as u32);
            carry = sum >> 32;
        }
        Big { negative: a.negative, words }.trimmed()
    }
}

impl Neg for &Big {
    type Output = Big;
    fn neg(self) -> Big {
        Big { negative: !self.negative, words: self.words.clone() }.trimmed()
    }
}

impl Sub for &Big {
    type Output = Big;
    fn sub(self, other: &Big) -> Big {
        self + &-other
    }
}

impl Mul for &Big {
    type Output = Big;
    fn mul(self, other: &Big) -> Big {
        let mut words = vec![0_u32; self.words.len() + other.words.len() + 1];
        for (i, &a) in self.words.iter().enumerate() {
            let mut carry = 0_u64;
            for (j, &b) in other.words.iter().chain([&0]).enumerate() {
                let sum = u64::from(a) * u64::from(b) + u64::from(words[i + j]) + carry;
                words[i + j] = sum as u32;
                carry = sum >> 32;
            }
        }
        Big { negative: self.negative != other.negative, words }.trimmed()
    }
}

#[test]
fn it_computes_as_i128_does() {
    let mut rng = impinge_scenes::Rng::new(1);
    let mut last = 1_i64;
    for i in 0..2000 {
        let x = (rng.bits() as i64) >> (1 + i % 63);
        let (a, b) = (Big::from(x), Big::from(last));
        let check = |big: &Big, right: i128| {
            let back = big.words.iter().rev().fold(0_i128, |v, &w| (v << 32) | i128::from(w));
            assert_eq!(if big.negative { -back } else { back }, right, "{x} {last}");
        };
        let (x, y) = (i128::from(x), i128::from(last));
        check(&(&a + &b), x + y);
        check(&(&a - &b), x - y);
        check(&(&a * &b), x * y);
        check(&a.shifted(40), x << 40);
        assert_eq!(i128::from(a.signum()), x.signum());
        last = x as i64;
    }
}
