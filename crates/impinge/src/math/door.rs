//! Input limits: how large the numbers of bodies, poses, motions and rays may be.
//!
//! Every constructor checks its input here, so that no query meets a number that it cannot compute with. The limit is
//! [`Real::LIMIT`] for everything. Meshes and their distance maps have [`RANGE`] in addition, which is smaller for
//! `f64` and larger for `f32`.

use super::{Real, Vector};
use crate::error::Problem;

/// Range of mesh coordinates: coordinates above 2^300 are refused, and those below 2^-300 count as 0. The product of
/// three differences then neither overflows nor underflows, and the signs of determinants are exact.
pub(crate) const RANGE: f64 = 2.037_035_976_334_486e90;

/// Largest reach of parts of a body, in units of the limit. A box with all three sides at the limit that is rotated and
/// moved by the limit reaches 1 + √3 of them, rounded shapes one more. 2^3 above the limit leaves queries 2^4 for their
/// sums.
const MOST_REACH: f64 = 8.0;

/// The largest coordinate of a mesh: the smaller of [`Real::LIMIT`] and [`RANGE`].
pub(crate) fn mesh_limit<T: Real>() -> f64 {
    Real::min(T::LIMIT.f64(), RANGE)
}

/// The problem with a size or coordinate, if any.
pub(crate) fn problem_with<T: Real>(what: &'static str, value: T) -> Option<Problem> {
    if !value.is_finite() {
        Some(Problem::NotFinite { what, value: value.f64() })
    } else if value.abs() > T::LIMIT {
        Some(Problem::TooLarge { what, value: value.f64(), limit: T::LIMIT.f64() })
    } else {
        None
    }
}

/// The problem with a length computed from sizes, if any. Sizes that are not finite are reported separately.
pub(crate) fn problem_with_length<T: Real>(what: &'static str, value: f64) -> Option<Problem> {
    let limit = T::LIMIT.f64();
    (value > limit).then_some(Problem::TooLarge { what, value, limit })
}

/// The problem with a sample of a height field whose unit of height is `scale`, if any.
pub(crate) fn problem_with_height<T: Real>(index: usize, height: f32, scale: T) -> Option<Problem> {
    if !height.is_finite() {
        Some(Problem::PointNotFinite { index })
    } else if (f64::from(height) * scale.f64()).abs() > T::LIMIT.f64() {
        Some(Problem::PointTooLarge { index })
    } else {
        None
    }
}

/// The problem with the reach of a body of placed parts along an axis, if any. A part has a size or a coordinate, a
/// pose and a rotation, each within the limit, so it reaches a few times farther; parts that are placed more than once
/// may reach beyond the largest number.
pub(crate) fn problem_with_reach<T: Real>(what: &'static str, reach: f64) -> Option<Problem> {
    let limit = MOST_REACH * T::LIMIT.f64();
    if !reach.is_finite() {
        Some(Problem::NotFinite { what, value: reach })
    } else if reach > limit {
        Some(Problem::TooLarge { what, value: reach, limit })
    } else {
        None
    }
}

/// The problem with a point of a list, if any.
pub(crate) fn problem_with_point<V: Vector>(index: usize, point: V) -> Option<Problem> {
    point_within(index, point, V::Scalar::LIMIT.f64())
}

/// The problem with a vertex of a mesh, if any.
pub(crate) fn problem_with_vertex<V: Vector>(index: usize, point: V) -> Option<Problem> {
    point_within(index, point, mesh_limit::<V::Scalar>())
}

fn point_within<V: Vector>(index: usize, point: V, limit: f64) -> Option<Problem> {
    if !point.is_finite() {
        Some(Problem::PointNotFinite { index })
    } else if point.max_abs().f64() > limit {
        Some(Problem::PointTooLarge { index })
    } else {
        None
    }
}
