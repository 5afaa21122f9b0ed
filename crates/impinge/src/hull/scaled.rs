//! Input points as `f64`, scaled to a magnitude at which the exact predicates neither overflow nor underflow.
//!
//! All coordinates are multiplied by one power of two that brings the largest to about 1, which changes no answer. A
//! coordinate below 2^-300 of the largest then counts as zero: the others are multiples of 2^-352, the product of three
//! differences is a multiple of 2^-1056, and that is still an `f64`. An `f32` cloud spans at most 2^277, so in that
//! precision nothing is zeroed.

use alloc::vec::Vec;

use crate::error::{Problem, ShapeError};
use crate::math::{Real, Vector, exponent_of, problem_with_point};

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
