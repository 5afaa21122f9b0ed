//! Numbers with twice the digits of `f64`, and the nearest point of a simplex by them: the reference for the rounded forms.
//!
//! **Source.** Sums and products without error: Dekker 1971, Knuth. The nearest point is that of the Backup procedure of `cofactors.rs`: of
//! all subsets with positive weights, the one whose point is nearest.
//!
//! **Guarantee.** About 2^-100 of the largest term. det A is the square of a volume, so simplexes of height h have an error of about
//! 2^-100 / h²: to the last digit of `f64` while h is above 1e-7 of their length.

use impinge::{Vec3, Vector};

use super::subsets::{BY_SIZE, members};

/// A number as the sum of two, the second one below the rounding of the first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Doubled {
    high: f64,
    low: f64,
}

impl Doubled {
    /// A number as it is.
    pub fn of(x: f64) -> Self {
        Self { high: x, low: 0.0 }
    }

    /// The nearest number.
    pub fn value(self) -> f64 {
        self.high + self.low
    }

    /// a + b.
    pub fn plus(self, other: Self) -> Self {
        let (high, lost) = two_sum(self.high, other.high);
        let (low, rest) = two_sum(self.low, other.low);
        let (high, low) = two_sum(high, lost + low);
        let (high, low) = two_sum(high, low + rest);
        Self { high, low }
    }

    /// a − b.
    pub fn minus(self, other: Self) -> Self {
        self.plus(Self { high: -other.high, low: -other.low })
    }

    /// a b.
    pub fn times(self, other: Self) -> Self {
        let product = self.high * other.high;
        let lost = self.high.mul_add(other.high, -product);
        let (high, low) = two_sum(product, lost + (self.high * other.low + self.low * other.high));
        Self { high, low }
    }

    /// a / b.
    pub fn over(self, other: Self) -> Self {
        let first = Self::of(self.high / other.high);
        let rest = self.minus(other.times(first));
        let second = Self::of(rest.high / other.high);
        let third = rest.minus(other.times(second)).high / other.high;
        first.plus(second).plus(Self::of(third))
    }
}

/// a + b, and its error.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// A vector of such numbers.
pub type Triple = [Doubled; 3];

/// A point as it is; a missing coordinate is 0.
pub fn point<V: Vector<Scalar = f64>>(v: V) -> Triple {
    std::array::from_fn(|k| Doubled::of(if k < V::DIM { v.get(k) } else { 0.0 }))
}

/// a − b.
pub fn minus(a: Triple, b: Triple) -> Triple {
    std::array::from_fn(|k| a[k].minus(b[k]))
}

/// a·b.
pub fn dot(a: Triple, b: Triple) -> Doubled {
    (0..3).fold(Doubled::default(), |sum, k| sum.plus(a[k].times(b[k])))
}

/// a × b.
pub fn cross(a: Triple, b: Triple) -> Triple {
    std::array::from_fn(|k| {
        let (l, m) = ((k + 1) % 3, (k + 2) % 3);
        a[l].times(b[m]).minus(a[m].times(b[l]))
    })
}

/// The point of a simplex of one to four vertices that is nearest to the origin.
pub fn nearest_point(points: &[Vec3<f64>]) -> Vec3<f64> {
    let n = points.len().min(4);
    let s: Vec<Triple> = points[..n].iter().map(|&p| point(p)).collect();
    let mut delta = [[Doubled::default(); 4]; 16];
    let mut best: Option<(Doubled, Triple)> = None;
    for w in BY_SIZE.into_iter().filter(|w| w >> n == 0) {
        for i in members(w) {
            let rest = w & !(1 << i);
            if rest == 0 {
                delta[w][i] = Doubled::of(1.0);
                continue;
            }
            let along = minus(s[rest.trailing_zeros() as usize], s[i]);
            let term = |j: usize| delta[rest][j].times(dot(s[j], along));
            delta[w][i] = members(rest).fold(Doubled::default(), |sum, j| sum.plus(term(j)));
        }
        if members(w).any(|i| delta[w][i].value() <= 0.0) {
            continue;
        }
        let det = members(w).fold(Doubled::default(), |sum, i| sum.plus(delta[w][i]));
        let found: Triple = std::array::from_fn(|k| {
            members(w).fold(Doubled::default(), |sum, i| sum.plus(delta[w][i].over(det).times(s[i][k])))
        });
        let squared = dot(found, found);
        if best.is_none_or(|(least, _)| squared.minus(least).value() < 0.0) {
            best = Some((squared, found));
        }
    }
    best.map_or(Vec3::ZERO, |(_, found)| Vec3::from(found.map(Doubled::value)))
}

#[cfg(test)]
mod tests {
    use impinge_scenes::Rng;

    use super::*;

    /// Sums that cancel and quotients are recovered to the last digit.
    #[test]
    fn digits_are_twice_as_many() {
        let third = Doubled::of(1.0).over(Doubled::of(3.0));
        let one = third.plus(third).plus(third);
        assert!(one.minus(Doubled::of(1.0)).value().abs() < 1e-31);
        let tiny = Doubled::of(1e16).plus(Doubled::of(1.0)).minus(Doubled::of(1e16));
        assert_eq!(tiny.value(), 1.0);
        let mut rng = Rng::new(6);
        for _ in 0..1_000 {
            let (a, b) = (Doubled::of(rng.between(-3.0, 3.0)), Doubled::of(rng.between(0.5, 3.0)));
            assert!(a.over(b).times(b).minus(a).value().abs() < 1e-30);
        }
    }

    /// A triangle of height 1e-6 above the origin: the foot is inside it by construction.
    #[test]
    fn needles_are_answered_to_the_last_digit() {
        let points = [Vec3::new(-1.0, -1e-6, 1e-3), Vec3::new(1.0, -1e-6, 1e-3), Vec3::new(0.0, 1e-6, 1e-3)];
        let found = nearest_point(&points);
        assert!((found - Vec3::new(0.0, 0.0, 1e-3)).norm() < 1e-19, "{found:?}");
        let around = [Vec3::new(0.0, 0.0, -1e-6), points[0], points[1], points[2]];
        assert!(nearest_point(&around).norm() < 1e-18);
    }
}
