//! Input points as `f64`: scaled, and reordered.
//!
//! They are scaled to a magnitude at which the exact predicates neither overflow nor underflow.
//! All coordinates are multiplied by one power of two that brings the largest to about 1, which changes no answer. A
//! coordinate below 2^-300 of the largest then counts as zero: the others are multiples of 2^-352, the product of three
//! differences is a multiple of 2^-1056, and that is still an `f64`. An `f32` cloud spans at most 2^277, so in that
//! precision nothing is zeroed.
//!
//! They are reordered so that nearby ones are close in memory: quickhull, merging and assembling walk from a point to its neighbors; in the
//! order of a random cloud nearly every step would miss the cache. The order follows the curve of Morton 1966: the bits of the coordinates,
//! interleaved.

use alloc::vec::Vec;

use crate::error::{Problem, ShapeError};
use crate::math::{Real, Vec3, Vector, exponent_of, problem_with_point};

/// Coordinates below this fraction of the largest one count as zero: 2^-300.
pub(super) const NEGLIGIBLE_EXPONENT: i32 = -300;

/// Largest number of points accepted: the half-edges of the hull (six per vertex) must be indexed by 32 bits.
pub(super) const MAX_POINTS: usize = 1 << 29;

/// The same points as `f64`, scaled by a power of two that brings the largest coordinate to about 1.
///
/// # Errors
/// Every point that is not finite or too large, or too many points.
pub(super) fn scaled<V: Vector, W: Vector<Scalar = f64>>(
    points: &[V],
    widen: impl Fn(V) -> W,
) -> Result<Vec<W>, ShapeError> {
    if points.len() > MAX_POINTS {
        return Err(ShapeError::new(Problem::TooManyPoints { count: points.len() }));
    }
    let mut error = ShapeError::default();
    let mut largest = V::Scalar::ZERO;
    for (index, p) in points.iter().enumerate() {
        if let Some(problem) = problem_with_point(index, *p) {
            error.push(problem);
        }
        largest = largest.max(p.max_abs());
    }
    error.or_ok(())?;
    let factor = f64::power_of_two(-exponent_of(largest.f64()));
    let negligible = f64::power_of_two(NEGLIGIBLE_EXPONENT);
    let shrink = |c: f64| {
        let c = c * factor;
        if c.abs() < negligible { 0.0 } else { c }
    };
    Ok(points.iter().map(|&p| widen(p).map(shrink)).collect())
}

/// Number of bits of each coordinate that count. Points in the same cell keep their input order.
const BITS: u32 = 10;

/// The points in order, and for each its index in the input.
pub(super) fn ordered(points: &[Vec3<f64>], size: f64) -> (Vec<Vec3<f64>>, Vec<u32>) {
    let low = points.iter().fold(Vec3::splat(f64::INFINITY), |low, &p| low.min(p));
    // Half a cell less than the side, so that the highest point falls in the last cell.
    let cells = f64::from(1_u32 << BITS) - 0.5;
    let scale = if size > 0.0 { cells / (2.0 * size) } else { 0.0 };
    // A float to integer cast saturates, so nothing here can fail.
    let cell = |c: f64| spread(c as u32);
    let mut keys: Vec<u64> = Vec::with_capacity(points.len());
    for (i, &p) in points.iter().enumerate() {
        let p = (p - low) * scale;
        let key = cell(p.x) << 2 | cell(p.y) << 1 | cell(p.z);
        keys.push(u64::from(key) << 32 | i as u64);
    }
    keys.sort_unstable();
    let original: Vec<u32> = keys.iter().map(|&key| key as u32).collect();
    (original.iter().map(|&i| points[i as usize]).collect(), original)
}

/// Inserts two zero bits between each of the lowest ten bits.
fn spread(x: u32) -> u32 {
    let x = x & 0x3ff;
    let x = (x | x << 16) & 0x0300_00ff;
    let x = (x | x << 8) & 0x0300_f00f;
    let x = (x | x << 4) & 0x030c_30c3;
    (x | x << 2) & 0x0924_9249
}
