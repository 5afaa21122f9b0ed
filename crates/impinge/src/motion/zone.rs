//! The expel zone: how thick it is, and why that is enough.
//!
//! # Source
//! Van Waveren 2005, section 3: a body does not collide with the surface but with the hull of a thin zone around it, whose
//! thickness exceeds the error that calculations can add up to. The paper takes 0.25 units and calls it ample. Here every
//! part of it is a bound.
//!
//! # Symbols
//! S is the sum of the largest distances of a vertex of either body from the body's origin, and of twice the distance of
//! each origin from that of the world. The length of a way is not in it: where bodies come near one another the moving one
//! has gone no further than they were apart, which is below S. So the zone is the same for a long push and a short one. For a
//! turn S is at least four times the distance of the axis from the origin. It is rounded up to a power of two. ε is that of `f64`, ε_T that of the
//! bodies' numbers.
//!
//! | name | size | what it covers |
//! |---|---|---|
//! | error | 64 ε S | a vertex placed in the standing frame (two turns and two sums: 40 ε S), a point of the path (12 ε S), a separation (8 ε S) |
//! | pose | 4 ε_T S | how far the end pose, rounded to the bodies' numbers, moves a vertex: half an ε_T for each of 3 + 4 numbers, twice for the unit quaternion |
//! | slack | 4 ε_T S + 2 error + 2 flatness | how far a motion along a surface may come nearer to it and still count as along it: directions are rounded, and so are planes |
//! | floor | 64 ε_T S + error | twice how far a vertex may be off when it is placed by the pose in the bodies' own numbers (32 ε_T S), so that even those vertices do not meet |
//! | zone | floor + 64 (slack + pose + 4 error) | room for 64 motions that all lose as much as they may |
//!
//! # Guarantees
//! Bodies that start at least the floor apart are at least the floor apart after every motion. They are stopped only where
//! they come nearer than the zone (or than they were at the start, if they started within it).
//!
//! The first is kept by a check of the end pose where the bounds alone do not prove it, see [`super::mover`]. What the
//! thickness buys is that this check does not refuse motions along a surface.

use super::MotionError;
use super::mesh::PolygonMesh;
use crate::math::{Real, Vec3, Vector, exponent_of};

/// Motions along a surface, each losing as much as it may, before a body at the hull of the zone is at its floor. Fewer
/// make the zone thinner and chains of motions along walls stop sooner.
const MOTIONS: f64 = 64.0;

/// The same for the thinnest zone that is accepted.
const LEAST_MOTIONS: f64 = 4.0;

/// The thicknesses of a query, in units of length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zone {
    /// Distance at which bodies are stopped.
    pub thickness: f64,
    /// Distance that they always keep.
    pub floor: f64,
    /// How much nearer a motion along a surface may come.
    pub slack: f64,
    /// Bound on the rounding of the calculations.
    pub error: f64,
    /// Bound on the rounding of an end pose.
    pub pose: f64,
}

impl Zone {
    /// For numbers of type `T` that are added up to `size`, and polygons flat within `flatness`.
    pub(super) fn new<T: Real>(size: f64, flatness: f64, wanted: Option<f64>) -> Result<Self, MotionError> {
        if !size.is_finite() || !flatness.is_finite() {
            return Err(MotionError::NotFinite);
        }
        // The next power of two, so that bodies keep their zone while they move a little.
        let size = 2.0 * f64::power_of_two(exponent_of(size));
        let unit = T::EPSILON.f64() * size;
        let error = 64.0 * f64::EPSILON * size;
        let slack = 4.0 * unit + 2.0 * error + 2.0 * flatness;
        let (floor, pose) = (64.0 * unit + error, 4.0 * unit);
        let per_motion = slack + pose + 4.0 * error;
        let least = floor + LEAST_MOTIONS * per_motion;
        let thickness = wanted.unwrap_or(floor + MOTIONS * per_motion);
        // False also for NaN.
        if !(thickness >= least && thickness.is_finite()) {
            return Err(MotionError::ZoneTooThin { wanted: thickness, least });
        }
        Ok(Self { thickness, floor, slack, error, pose })
    }
}

/// The least zone that covers all rounding between two bodies whose origins stay within `range` of the origin of the world,
/// with room for [`MOTIONS`](self) in a row.
///
/// # Errors
/// If the range is not finite.
pub fn zone_for<T: Real>(
    moving: &PolygonMesh<T>,
    standing: &PolygonMesh<T>,
    range: T,
) -> Result<Zone, MotionError> {
    let size = extent(moving) + extent(standing) + 4.0 * range.f64().abs();
    Zone::new::<T>(size, moving.flatness() + standing.flatness(), None)
}

/// Bound on the distance of a vertex from the origin of its mesh.
pub(super) fn extent<T: Real>(mesh: &PolygonMesh<T>) -> f64 {
    let bounds = mesh.bounds();
    let corner: Vec3<f64> = Vector::max(Vector::abs(bounds.min), Vector::abs(bounds.max)).cast();
    corner.norm() * (1.0 + 4.0 * f64::EPSILON)
}
