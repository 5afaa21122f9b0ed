//! A place where two shapes meet, how many there may be, and which of them are one.

use super::super::types::Feature;
use crate::math::Vec2;

/// This many places fit without a heap: two round faces of 16 corners clip to no more.
pub(super) const MANY: usize = 32;

/// A part of a contact within this angle of level is level, places within this share of the smaller side's extent are one.
/// Smaller, and a body that trembles by a millionth gains and loses points; larger, and the area of the polygon is off by
/// more than this share of its extent times its circumference.
pub(crate) const LEVEL: f64 = 1.0 / 65536.0;

/// How much less deep than the query found the places may be: the polygon of a round part, as a share of its radius, before
/// the witness is added (with 16 sides a tilt of 5·10⁻⁵); and the few that are kept of many, as a share of the contact's
/// extent. Smaller, and the deepest point of a standing cylinder runs around its rim as it trembles; larger, and the points
/// show less of the depth.
pub(crate) const SHORT: f64 = 1.0 / 1_048_576.0;

/// A place where the shapes meet.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spot {
    pub at: Vec2<f64>,
    /// Height of A's surface.
    pub height: f64,
    /// How much higher B's is.
    pub distance: f64,
    pub names: [Feature; 2],
}
