//! Promised accuracy of the points of an answer: the numbers of the library's documents, in one place.
//!
//! | symbol | meaning |
//! |---|---|
//! | e | the answer's error |
//! | s | its signed distance |
//! | t | the touching tolerance, as a length |
//! | l | what both shapes extend and are apart |
//! | r | the rounding of a point's coordinates |

use impinge::{Real, Vector};

use crate::oracle::{Truth, V};

/// Rounding of the coordinates of a point, in ε of the precision × its distance from the origin.
const POINT_ULPS: f64 = 2.0;

/// A normal is rounded too: what that does to a way along it, in ε × its length.
const NORMAL_ULPS: f64 = 4.0;

/// Points of features and manifolds are on their bodies within this many errors.
pub const FEATURE_ERRORS: f64 = 4.0;

/// The same for manifolds by sampling.
pub const SAMPLED_ERRORS: f64 = 8.0;

/// If edges are nearly parallel, or features meet in a line or corner only, points of a manifold are on their bodies within
/// this part of the extent.
pub const PARALLEL: f64 = 1.0 / 16384.0;

/// The deepest point of a manifold misses the depth of a round part by this part of its radius.
pub const ROUND: f64 = 1.0 / 1_048_576.0;

/// r, for a point.
pub fn rounding<U: Vector>(truth: &Truth, p: V) -> f64 {
    let grain = truth.unit.grain::<U::Scalar>();
    POINT_ULPS * (U::Scalar::EPSILON.f64() * p.norm().f64() + grain)
}

/// Excess of the distance of two points over s × normal beyond its promise: both r, and that of the normal.
pub fn way_rounding<U: Vector>(truth: &Truth, points: [V; 2], s: f64) -> f64 {
    let [a, b] = points.map(|p| rounding::<U>(truth, p));
    a + b + NORMAL_ULPS * U::Scalar::EPSILON.f64() * s.abs()
}

/// e + √(2 e |s|): how far the points of a contact may be from s × normal. A direction that is best within e is off by an
/// angle of the root of it.
pub fn contact_way(e: f64, s: f64) -> f64 {
    e + (2.0 * e * s.abs()).sqrt()
}

/// The same for features: e + t + 2 √(2 (e + t) |s|), and the angle within which features are level times their extents, each up
/// to twice what its body reaches.
pub fn feature_way(e: f64, t: f64, s: f64, level: f64, size: f64) -> f64 {
    e + t + 2.0 * (2.0 * (e + t) * s.abs()).sqrt() + level * 2.0 * size
}

/// Largest distance of a point of a manifold from its body: 4 e where flat faces meet, 2 √(2 (e + t) l) where one is curved or they
/// meet within the tolerance only, and [`PARALLEL`] of the extent.
pub fn manifold_off(e: f64, t: f64, l: f64) -> f64 {
    (FEATURE_ERRORS * e).max(2.0 * (2.0 * (e + t) * l).sqrt()).max(PARALLEL * l)
}
