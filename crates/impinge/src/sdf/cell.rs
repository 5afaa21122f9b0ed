//! Interpolation in a cell: the value and gradient that its eight corners give at a point, and their error bounds.
//!
//! # Symbols
//! All lengths are in sides of the cell.
//!
//! | here | meaning |
//! |---|---|
//! | p, d | the point, and its true signed distance; f a point of the surface nearest to it |
//! | c, v, r | the eight corners of its cell, the values there, and \|c − p\| |
//! | w | weights of the corners with Σ w = 1 and Σ w c = p: those of the trilinear value V = Σ w v |
//! | e | error bound of a value at a corner, rounding included |
//!
//! # The value
//! A signed distance changes by no more than the distance moved, so max(v − r) − e <= d <= min(v + r) + e. The mean of v + r, with the
//! weights w, is at least its minimum: so V is off by Σ w r at most, half the diagonal of the cell.
//!
//! # The gradient
//! The true gradient is n = ±(p − f) / |d|, plus outside. No corner is nearer to the surface than to f: d(c)² <= |c − f|². With c − f =
//! (c − p) + (p − f) this is a half-space that contains ±n: (c − p) · ±n >= (d(c)² − |c − p|² − d²) / 2 |d|. For weights whose
//! combination of the corners is a point x of the cell, Σ w c = x, the sum of it is
//!
//! (x − p) · ±n >= (Σ w (d(c)² − |c − p|²) − d²) / 2 |d|, where Σ w |c − p|² = |x − p|² + Σ t (1 − t)
//!
//! and t are the three coordinates of x in the cell. Take for x the point at which the cell is left along the gradient g of the trilinear
//! value: then the left side is g · n times a known length, and |g − n|² = 1 + |g|² − 2 g · n has an upper bound. Near the surface and
//! near a ridge, where several points are as near as f, it is no better than |g| + 1.
//!
//! # Cost
//! No branches, and few steps that depend on one another: while the processor works on one look-up it begins the next.

use crate::math::Real;
use crate::math::lanes::Four;

/// Rounding error of a look-up, in `f32`, relative to the values and the side of the cell. With u = 2^-24 and L the largest value: a
/// point is off by 2 u, a distance r by 7 u, the sums v ± r, less e, by 2 u (L + 2), the trilinear value by 8 u L + 4 u, the difference
/// of both by 4 u, and the values themselves by u L: 32 u (L + 1) covers all of it.
const ULPS: f32 = 16.0 * f32::EPSILON;

/// Result of a look-up in a cell, in sides of the cell.
#[derive(Clone, Copy)]
pub(super) struct Local {
    pub(super) value: f32,
    /// Lower bound of the true signed distance.
    pub(super) low: f32,
    /// Upper bound of the true signed distance.
    pub(super) high: f32,
    /// Error bound of the value.
    pub(super) error: f32,
    pub(super) gradient: [f32; 3],
    pub(super) gradient_error: f32,
}

/// The values at the corners of a cell, x fastest: first those at its low z, then those at its high z.
#[inline(always)]
pub(super) fn corners(from: &[f32], row: usize, plane: usize) -> [Four; 2] {
    // One bounds check for all: the last is the farthest.
    let v = &from[..plane + row + 2];
    let level = |i: usize| Four::new(v[i], v[i + 1], v[i + row], v[i + row + 1]);
    [level(0), level(plane)]
}

/// Interpolates the corners at a point, from 0 to 1 along each axis. `off`: error bound of the values in addition to their rounding to
/// `f32`. `doubt`: true if their signs may be wrong, or change where there is no surface.
#[inline(always)]
pub(super) fn local([a, b]: [Four; 2], [x, y, z]: [f32; 3], off: f32, doubt: bool) -> Local {
    let (zero, one) = (Four::splat(0.0), Four::splat(1.0));
    let (xs, ys) = (Four::splat(x), Four::splat(y));

    // Distances to the corners, and the intervals that they leave.
    let (dx, dy, dz) = (xs - Four::new(0.0, 1.0, 0.0, 1.0), ys - Four::new(0.0, 0.0, 1.0, 1.0), 1.0 - z);
    let across = dx * dx + dy * dy;
    let (way_a, way_b) = ((across + Four::splat(z * z)).sqrt(), (across + Four::splat(dz * dz)).sqrt());
    let (sized_a, sized_b) = if doubt { (a.abs(), b.abs()) } else { (a, b) };
    let lows = (sized_a - way_a).max(sized_b - way_b);
    let highs = (sized_a + way_a).min(sized_b + way_b);
    // The largest of the lows, and the largest of the highs negated.
    let minus = zero - highs;
    let both = lows.lows(minus).max(lows.highs(minus));
    let both = both.evens(both).max(both.odds(both));
    let (lowest, minus_highest) = (both.first(), both.all::<1>().first());
    // No value is larger in magnitude than the largest of both plus the distance to it, at most √3.
    let e = off + ULPS * (Real::max(lowest, minus_highest) + 3.0);
    let minus_high = minus_highest - e;
    let low = if doubt { minus_high } else { lowest - e };

    // The trilinear value along z, then y, then x; the slopes on the way.
    let rise = b - a;
    let level = a + rise * Four::splat(z);
    let front = level.lows(rise);
    let deep = level.highs(rise) - front;
    let row = front + deep * ys;
    let left = row.evens(deep);
    let wide = row.odds(deep) - left;
    let there = left + wide * xs; // value, slope along z, slope along y
    let value = there.first();
    let slope = Four::new(wide.first(), there.all::<2>().first(), there.all::<1>().first(), 0.0);

    // Point at which the line along the slope, outward or inward, leaves the cell, and its length as a fraction of the slope.
    let at = Four::new(x, y, z, 0.0);
    let away = slope.flipped_by(Four::splat(low));
    let to_wall = away.above_zero(one - at, at) / away.abs().max(Four::splat(f32::MIN_POSITIVE));
    let part = to_wall.min(to_wall.all::<1>()).min(to_wall.all::<2>()).all::<0>();
    let exit = (at + part * away).max(zero).min(one);
    let way = exit - at;
    let spread = sum(way * way + exit * (one - exit));
    // Squares of distances, no larger than the true ones.
    let square = |v: Four| {
        let least = (v.abs() - Four::splat(e)).max(zero);
        least * least
    };
    let (square_a, square_b) = (square(a), square(b));
    let level = square_a + (square_b - square_a) * exit.all::<2>();
    let row = level + (level.highs(level) - level) * exit.all::<1>();
    let mean = row.first() + (row.all::<1>().first() - row.first()) * exit.first();

    // (mean − d²) / 2d is least if d is largest or smallest, for any mean; here it is doubled and divided by the length. The error is
    // some roundings of its parts and of the length. If d may be 0, or p is on the wall itself, it is infinite.
    let (near, far) = (Real::max(Real::max(low, minus_high), 0.0), -Real::min(low, minus_high));
    let part = part.first();
    let (per_near, per_far) = (1.0 / (near * part), 1.0 / (far * part));
    let size = far + 4.0;
    let mean = mean - spread - ULPS * size * size;
    let lost = ULPS * (mean.abs() + size + 2.0 * size * near) * per_near;
    let twice = Real::min((mean - near * near) * per_near, (mean - far * far) * per_far) - lost;
    // The true gradient has length 1: it is nearer to a gradient that is no longer than that.
    let length = Real::sqrt(sum(slope * slope));
    let scale = 1.0 / Real::max(length, 1.0);
    let length = Real::min(length, 1.0);
    // A NaN, if there is one, is replaced by the bound that always holds.
    let squared = Real::min(1.0 + length * length - twice * scale, (1.0 + length) * (1.0 + length));
    let gradient = slope * Four::splat(scale);
    let high = -minus_high;
    Local {
        value,
        low,
        high,
        error: Real::max(high - value, value - low),
        gradient: [gradient.first(), gradient.all::<1>().first(), gradient.all::<2>().first()],
        gradient_error: Real::sqrt(Real::max(squared, 0.0)) + ULPS,
    }
}

/// Sum of the first three components.
#[inline(always)]
fn sum(q: Four) -> f32 {
    q.first() + q.all::<1>().first() + q.all::<2>().first()
}

/// Half the diagonal of a cell of side 1, rounded up: the weighted sum of the distances from its corners to a point is at most that.
const HALF_DIAGONAL: f64 = 0.866_025_403_784_438_7;

/// Upper bound on [`Local::error`] at any point of a cell, for corner values up to `largest` and `off`, both in sides of the cell.
pub(super) fn worst_error(largest: f64, off: f64) -> f64 {
    HALF_DIAGONAL + off + 2.0 * f64::from(ULPS) * (largest + off + 4.0)
}

/// The same if the sign is in doubt: the value and the bound may be on different sides of 0.
pub(super) fn worst_error_in_doubt(largest: f64, off: f64) -> f64 {
    2.0 * largest * (1.0 + f64::from(ULPS)) + worst_error(largest, off)
}
