//! Sums of points, exact except for one rounding, and their size limit.

use crate::error::ShapeError;
use crate::math::{Vector, problem_with};

/// The error if a sum is larger than a coordinate may be, or not finite.
pub(super) fn too_large<V: Vector>(sum: V) -> Option<ShapeError> {
    problem_with("a coordinate of the sum", sum.max_abs()).map(ShapeError::new)
}

/// x + y + z, rounded once except for ε² times the largest of them (Knuth's exact sum of two numbers, twice).
pub(super) fn total<V: Vector>(x: V, y: V, z: V) -> V {
    let (sum, lost) = exact_sum(x, y);
    let (sum, lost_again) = exact_sum(sum, z);
    sum + (lost + lost_again)
}

/// The rounded sum and its error, which is representable too.
fn exact_sum<V: Vector>(x: V, y: V) -> (V, V) {
    let sum = x + y;
    let part = sum - x;
    (sum, (x - (sum - part)) + (y - part))
}
