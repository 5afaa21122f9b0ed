//! Sign tests: statements about a time interval that the signs of a few polynomials prove.
//!
//! | symbol | meaning |
//! |---|---|
//! | D_i(t) | corners of the polygon B − A, in order around it: differences of two points, linear in time |
//! | \[s, e\] | the time interval |
//! | f | det(D_0, D_1, D_last): zero if the origin is in the polygon's plane; of degree 3 |
//! | c_i | D_i × D_(i+1), one polynomial of degree 2 for each axis |
//!
//! The bodies touch at t if and only if the origin is in the convex hull of the D_i(t). A polynomial is written in the Bernstein basis of
//! \[s, e\]; its coefficients are its polar form with some arguments s and the others e, and they bracket every value that it takes
//! there. So coefficients of one strict sign prove that sign for the whole interval.
//!
//! **Free**, if one of these holds on the whole interval (each is strict, so touching does not count as free):
//!
//! 1. *Side.* On some axis all corners are on one side of 0. For corners moving on lines the ends of the interval suffice.
//! 2. *Volume.* f has one sign: the D_i span all of space there, so no combination of them with weights of sum 1, all at least 0, is
//!    zero.
//! 3. *Turn.* Seen along some axis, one c_i is positive and another one negative. If the origin were in the polygon, it
//!    would be in its image, a convex polygon, and no two sides of that would have the origin on different sides.
//!
//! At a time when the bodies do not touch, one of the three holds: if the D_i span space, 2; if they lie in a plane with the origin, 3,
//! seen along an axis that does not lie in that plane (the origin is then outside the image, also for a polygon flat to a segment whose
//! line misses the origin); if they lie on a line with the origin, 1. By continuity it holds for an interval around that time as well. So
//! with exact signs the search proves every miss, given short enough intervals.
//!
//! **Touch**, if f has strict and different signs at s and e, and seen along some axis all c_i have one strict sign on the whole
//! interval: at the zero of f the origin is in the plane, the projection of the plane is one to one, and the origin is inside the image.

use crate::math::{Each, Vec3, Vector};

use super::polygon::Moving;

type V3 = Vec3<f64>;

/// −1, 1, or 0 if the number is zero or its sign is unknown.
pub(super) type Sign = i8;

/// Finding for a time interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// They do not touch at any time in it.
    Free,
    /// They touch at some time in it.
    Touch,
    /// Neither was proved. `turning`: f certainly has both signs, so a shorter interval is needed.
    Open {
        /// Whether f certainly has both signs.
        turning: bool,
    },
}

/// Signs of the polynomials on one time interval.
pub(super) trait Signs<const N: usize> {
    /// Whether on some axis all corners are strictly on one side of 0 at both ends.
    fn one_side(&self) -> bool;
    /// Coefficients of f, first to last.
    fn volume(&self) -> [Sign; 4];
    /// For each axis the coefficients of c_i, first to last.
    fn turn(&self, i: usize) -> [[Sign; 3]; 3];
}

/// The finding that the signs prove.
pub(super) fn examine<const N: usize>(signs: &impl Signs<N>) -> Finding {
    if signs.one_side() {
        return Finding::Free;
    }
    let volume = signs.volume();
    if strict(&volume) != 0 {
        return Finding::Free;
    }
    let crosses = volume[0] * volume[3] < 0;
    let (mut left, mut right) = ([0; 3], [0; 3]);
    for i in 0..N {
        for (axis, coefficients) in signs.turn(i).iter().enumerate() {
            match strict(coefficients) {
                1 => left[axis] += 1,
                -1 => right[axis] += 1,
                _ => {}
            }
        }
        if (0..3).any(|axis| left[axis] > 0 && right[axis] > 0) {
            return Finding::Free;
        }
    }
    if crosses && (0..3).any(|axis| left[axis] == N || right[axis] == N) {
        return Finding::Touch;
    }
    Finding::Open { turning: volume.contains(&1) && volume.contains(&-1) }
}

/// The common strict sign of all coefficients, or 0.
fn strict(coefficients: &[Sign]) -> Sign {
    let first = coefficients[0];
    if coefficients.iter().all(|&c| c == first) { first } else { 0 }
}

/// Signs in `f64`, 0 if rounding may have changed them.
pub(super) struct Rounded<'a, const N: usize> {
    moving: &'a Moving<N>,
    from: [V3; N],
    to: [V3; N],
}

/// Bounds on rounding, in ε × the product of the axes' sizes m. With u = ε/2: a corner at a time is off by 5 u m (difference 1, factor 1
/// − t 1, product 1, sum 1, and higher orders), so a product of two of them by 11 u m², and a component of c_i by 24 u = 12 ε (two such
/// products and their difference); the mixed coefficient is a sum of two, 52 u = 26 ε. f at an end is three products of a corner and a
/// component: 3 × 36 u and the sums 12 u make 60 ε; a mixed one, of three determinants, 390 u = 195 ε. With larger bounds more intervals
/// need exact signs; smaller ones would be wrong.
const CORNER: f64 = 2.5;
const TURN: [f64; 3] = [16.0, 32.0, 16.0];
const VOLUME: [f64; 4] = [64.0, 256.0, 256.0, 64.0];

impl<'a, const N: usize> Rounded<'a, N> {
    pub fn new(moving: &'a Moving<N>, s: f64, e: f64) -> Self {
        Self { moving, from: moving.at(s), to: moving.at(e) }
    }

    /// Coefficients of f, those in the middle times 3, and a bound on rounding of those at the ends.
    pub fn volume_values(&self) -> ([f64; 4], f64) {
        let m = self.moving.size;
        let [(s0, e0), (s1, e1), (s2, e2)] = [0, 1, N - 1].each(|i| (self.from[i], self.to[i]));
        let (first, last) = (s1.cross(s2), e1.cross(e2));
        let mixed = s1.cross(e2) + e1.cross(s2);
        let values =
            [s0.dot(first), e0.dot(first) + s0.dot(mixed), s0.dot(last) + e0.dot(mixed), e0.dot(last)];
        (values, Moving::<N>::rounding(VOLUME[0], m.x * m.y * m.z))
    }
}

/// The sign of a number that may be off by `error`.
#[inline]
fn sure(value: f64, error: f64) -> Sign {
    Sign::from(value > error) - Sign::from(value < -error)
}

impl<const N: usize> Signs<N> for Rounded<'_, N> {
    fn one_side(&self) -> bool {
        let m = self.moving.size;
        let mut corners = self.from.iter().chain(&self.to);
        let Some(first) = corners.next() else { return false };
        let side = |p: &V3| {
            let error = |axis: f64| Moving::<N>::rounding(CORNER, axis);
            [sure(p.x, error(m.x)), sure(p.y, error(m.y)), sure(p.z, error(m.z))]
        };
        let mut all = side(first);
        for corner in corners {
            for (all, one) in all.iter_mut().zip(side(corner)) {
                if *all != one {
                    *all = 0;
                }
            }
        }
        all != [0; 3]
    }

    fn volume(&self) -> [Sign; 4] {
        let (values, rounding) = self.volume_values();
        core::array::from_fn(|i| sure(values[i], rounding * (VOLUME[i] / VOLUME[0])))
    }

    fn turn(&self, i: usize) -> [[Sign; 3]; 3] {
        let m = self.moving.size;
        let j = (i + 1) % N;
        let (si, sj, ei, ej) = (self.from[i], self.from[j], self.to[i], self.to[j]);
        // Twice the coefficient in the middle.
        let coefficients = [si.cross(sj), si.cross(ej) + ei.cross(sj), ei.cross(ej)];
        let sizes = [m.y * m.z, m.z * m.x, m.x * m.y];
        core::array::from_fn(|axis| {
            core::array::from_fn(|k| {
                sure(coefficients[k].get(axis), Moving::<N>::rounding(TURN[k], sizes[axis]))
            })
        })
    }
}
