//! Contact places: their data, their number and the merging tolerances.

use crate::feature::Feature;
use crate::math::Vec2;

/// Number of places that fit without the heap: two round faces of 16 corners clip to no more.
pub(super) const MANY: usize = 32;

/// A part of a contact within this angle of level is level, and places within this fraction of the smaller side's
/// extent are merged. If it were smaller, a body that trembles by a millionth would gain and lose points; if larger,
/// the area of the polygon would be off by more than this fraction of its extent times its circumference.
pub(crate) const LEVEL: f64 = 1.0 / 65536.0;

/// Allowed loss of depth of the places against the query: of the polygon of a round part, as a fraction of its radius,
/// before the witness is added (with 16 sides a tilt of 5·10⁻⁵); and of the few points kept of many, as a fraction of
/// the contact's extent. If it were smaller, the deepest point of a standing cylinder would run around its rim as it
/// trembles; if larger, the points would represent less of the depth.
pub(crate) const SHORT: f64 = 1.0 / 1_048_576.0;

/// A place where the shapes meet.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spot {
    pub at: Vec2<f64>,
    /// Height of A's surface.
    pub height: f64,
    /// Height of B's surface above A's.
    pub distance: f64,
    pub names: [Feature; 2],
}
