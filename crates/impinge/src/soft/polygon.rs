//! The Minkowski difference B − A: two moving features as one moving polygon.
//!
//! A vertex v and a face f touch when the origin is in the triangle of the f_i − v, two edges when it is in the parallelogram of the b_j
//! − a_i. The corners move on lines, so for a fixed normal n each n·D_i is linear in time: a plane that separates now does so until the
//! first of these numbers is zero (conservative advancement).

use super::nearest::Flat;
use crate::math::{Real, Vec3, Vector, exponent_of};

type V3 = Vec3<f64>;

/// Bound on the rounding of n·D_i at time 0 or 1, in ε × |n|·m: half an ε for the difference, 3/2 for the dot product; the rest is
/// reserve for the length of n, which is 1 up to 2 ε. If it were twice as large, times would come twice as early; if it were smaller,
/// they would be wrong.
const PLANE: f64 = 4.0;

/// Products of numbers far below the largest coordinate may underflow, by less than this in units of that coordinate
/// and its powers (2⁻¹⁰⁰⁰).
const UNDERFLOW: f64 = 9.332_636_185_032_189e-302;

/// Relative error of a quotient of two differences, with reserve: 3/2 ε.
const QUOTIENT: f64 = 4.0 * f64::EPSILON;

/// A polygon whose corners move on lines, in units of a power of two near the largest coordinate.
#[derive(Clone, Debug)]
pub(super) struct Moving<const N: usize> {
    /// Corners at time 0, in order around the polygon.
    pub start: [V3; N],
    /// Corners at time 1.
    pub end: [V3; N],
    /// For each axis, the largest magnitude of a corner's component, m.
    pub size: V3,
    /// The unit, a power of two.
    pub unit: f64,
}

/// Time for which a plane separates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// The plane separates from the query time up to this; infinite if there is no end.
    pub until: f64,
    /// Approximate amount by which rounding may have shortened that.
    pub doubt: f64,
}

impl<const N: usize> Moving<N>
where
    [V3; N]: Flat,
{
    /// A polygon from four points at time 0 and at time 1; corner i is point `pairs[i].1` minus point `pairs[i].0`. `None` if a
    /// coordinate is not finite.
    pub fn new(start: &[V3; 4], end: &[V3; 4], pairs: &[(usize, usize); N]) -> Option<Self> {
        let mut largest = 0.0;
        for p in start.iter().chain(end) {
            if !p.is_finite() {
                return None;
            }
            largest = Real::max(p.max_abs(), largest);
        }
        let exponent = exponent_of(largest);
        let scale = f64::power_of_two(-exponent);
        let corners = |points: &[V3; 4]| pairs.map(|(a, b)| points[b] * scale - points[a] * scale);
        let (start, end) = (corners(start), corners(end));
        let mut size = V3::ZERO;
        for corner in start.iter().chain(&end) {
            size = Vector::max(size, Vector::abs(*corner));
        }
        Some(Self { start, end, size, unit: f64::power_of_two(exponent) })
    }

    /// Reach of a separating plane with unit normal `n`, the origin on one side and the polygon, at least `separation` away, on the
    /// other: the time, from `t` on, until which it provably separates. `None` if it is not proven at `t`.
    pub fn reach(&self, n: V3, separation: f64, t: f64) -> Option<Reach> {
        let error = Self::rounding(PLANE, Vector::abs(n).dot(self.size));
        let less = error + separation * (1.0 + 4.0 * f64::EPSILON);
        let mut reach = Reach { until: f64::INFINITY, doubt: 0.0 };
        for (p, q) in self.start.iter().zip(&self.end) {
            // n·D(t) ≥ (1 − t) a + t b, which is zero at a / (a − b).
            let (a, b) = (n.dot(*p) - less, n.dot(*q) - less);
            if a > 0.0 {
                if b > 0.0 {
                    continue;
                }
                let until = a / (a - b) * (1.0 - QUOTIENT);
                if until < t {
                    return None;
                }
                if until < reach.until {
                    reach = Reach { until, doubt: 2.0 * error / (a - b) };
                }
            } else if b <= 0.0 || t < a / (a - b) * (1.0 + QUOTIENT) {
                return None;
            }
        }
        Some(reach)
    }
}

impl<const N: usize> Moving<N> {
    /// Rounding bound of `ulps` ε × `size`, plus underflow.
    #[inline]
    pub fn rounding(ulps: f64, size: f64) -> f64 {
        ulps * f64::EPSILON * size + UNDERFLOW
    }

    /// The corners at a time from 0 to 1.
    #[inline]
    pub fn at(&self, t: f64) -> [V3; N] {
        core::array::from_fn(|i| self.start[i] * (1.0 - t) + self.end[i] * t)
    }

    /// Bound on the rounding of the length of a weighted sum of corners at some time, and of the product of a corner and a unit vector,
    /// in the same units: with u = ε/2, a corner is off by 5 u m, a difference of two by 12 u m, so a corner and two weighted differences
    /// by 33 u m, and their sum by 10 u m more.
    pub fn distance_rounding(&self) -> f64 {
        Self::rounding(32.0, self.size.sum_abs())
    }
}
