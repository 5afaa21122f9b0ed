//! Numbers of two `f64`, about 32 digits (Dekker 1971; Knuth's two-sum), and vectors and poses of them: the truth for shapes
//! that are composed, by arithmetic of its own.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// The sum of two numbers, the second below the last digit of the first.
#[derive(Clone, Copy, Debug)]
pub struct Double(f64, f64);

pub type Place = [Double; 3];

fn two_sum(a: f64, b: f64) -> Double {
    let s = a + b;
    let part = s - a;
    Double(s, (a - (s - part)) + (b - part))
}

impl From<f64> for Double {
    fn from(x: f64) -> Self {
        Self(x, 0.0)
    }
}
impl Add for Double {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        let (high, low) = (two_sum(self.0, o.0), two_sum(self.1, o.1));
        let sum = two_sum(high.0, high.1 + low.0);
        two_sum(sum.0, sum.1 + low.1)
    }
}
impl Neg for Double {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0, -self.1)
    }
}
impl Sub for Double {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        self + -o
    }
}
impl Mul for Double {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        let p = self.0 * o.0;
        two_sum(p, self.0.mul_add(o.0, -p) + (self.0 * o.1 + self.1 * o.0))
    }
}
impl Div for Double {
    type Output = Self;
    fn div(self, o: Self) -> Self {
        let first = Self(self.0 / o.0, 0.0);
        let rest = self - first * o;
        first + Self(rest.0 / o.0, 0.0)
    }
}

impl Double {
    pub fn value(self) -> f64 {
        self.0 + self.1
    }
    fn sqrt(self) -> Self {
        if self.0 <= 0.0 {
            return Self(0.0, 0.0);
        }
        let root = Self(self.0.sqrt(), 0.0);
        (root + self / root) * Self(0.5, 0.0)
    }
}

pub fn place(p: [f64; 3]) -> Place {
    p.map(Double::from)
}

pub fn sum(a: Place, b: Place) -> Place {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub fn difference(a: Place, b: Place) -> Place {
    sum(a, b.map(Neg::neg))
}

fn dot(a: Place, b: Place) -> Double {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Place, b: Place) -> Place {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub fn length(a: Place) -> Double {
    dot(a, a).sqrt()
}

/// A point turned by a quaternion, whatever the length of that, and moved.
pub fn transformed(quaternion: [f64; 4], translation: [f64; 3], p: Place) -> Place {
    let [x, y, z, w] = quaternion.map(Double::from);
    let u = [x, y, z];
    let twice = Double::from(2.0) / (dot(u, u) + w * w);
    let t = cross(u, p).map(|c| c * twice);
    sum(sum(p, t.map(|c| c * w)), sum(cross(u, t), place(translation)))
}
