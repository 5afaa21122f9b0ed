//! The expel zone: its thickness, and the proof that it is enough.
//!
//! # Source
//! Van Waveren 2005, section 3: a body does not collide with the surface but with the hull of a thin zone around it, whose
//! thickness exceeds the accumulated error of the calculations. The paper uses 0.25 units and calls it ample. Here every
//! part of it is a bound.
//!
//! # Symbols
//! R is the sum of the largest distances of a vertex of either body from the body's origin, and of the distance of the
//! standing body's origin from that of the world: wherever the moving body is near the standing one, its origin and all
//! vertices are within R. S = 2R, or [`MotionSettings::world`](super::MotionSettings::world) if that is more. It
//! depends neither on the position of the moving body nor on the length of its motion, so all motions past one standing body have one
//! floor, unless they come from, or turn about, more than S away. W is S, or twice the distance of the moving body's
//! origin, or four times that of the axis of a turn, whichever is most. ε is that of `f64`, ε_T that of the bodies'
//! precision.
//!
//! | name | size | purpose |
//! |---|---|---|
//! | error | 64 ε W | a vertex placed in the standing frame (two turns and two sums: 40 ε W), a point of the path (12 ε W), a separation (8 ε W) |
//! | pose | 4 ε_T S | how far the end pose, rounded to the bodies' precision, moves a vertex: ε_T/2 for each of 3 + 4 numbers, the latter twice since quaternions are normalized |
//! | slack | 4 ε_T S + 2 error + 2 flatness | how much nearer a motion along a surface may come and still count as along it: directions are rounded, and so are planes |
//! | floor | 24 ε_T S + 512 ε S (or 4 errors, if that is more) + 4 flatness | twice the possible error of the vertices of both bodies when they are transformed by their poses in the bodies' own precision: 17 ε_T for rotating, ε_T for adding, of R; so that even those vertices do not meet. It is also more than the slack and two errors, so that no motion from there along a surface can reach it, and a point that touches a polygon is not mistaken for one behind it |
//! | low | floor/2 + 4 error | no tested pair comes nearer on the way. It exceeds slack + error: pairs that are skipped because they do not come nearer than the slack, or share their nearest point with a tested one, do not reach 0 either |
//! | thickness | floor + 64 (slack + pose + 4 error) | room for 64 motions that each lose as much as they may |
//!
//! # Guarantees
//! Closed bodies, and two-sided polygons, that start at least the floor apart, and not inside one another, are at
//! least the floor apart after every motion. They are stopped only if they come nearer than the thickness (or than
//! they were at the start, if they started within it). Measurements are off by the error, and by twice the
//! flatness if polygons are not quite flat: a proof requires that much more than the floor, and bodies that start
//! nearer to it than that may count as nearer than the floor.
//!
//! The floor is guaranteed by a check of the end pose, see [`Mover`](super::Mover). The thickness ensures that this check does
//! not reject motions along a surface.

use super::error::MotionError;
use crate::math::{Real, Vec3, Vector};
use crate::mesh::polygon::PolygonMesh;

/// Number of motions along a surface, each losing as much as it may, until a body at the hull of the zone is at its floor. Fewer
/// make the zone thinner, and chains of motions along walls stop sooner.
const MOTIONS: f64 = 64.0;

/// The same for the thinnest zone that is accepted.
const LEAST_MOTIONS: f64 = 4.0;

/// The thicknesses of a query, in units of length.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Zone {
    /// Distance at which bodies are stopped.
    pub thickness: f64,
    /// Distance that they keep if they had it at the start.
    pub floor: f64,
    /// Tolerance of a motion along a surface: it may come nearer by this much.
    pub slack: f64,
    /// Bound on the rounding of the calculations.
    pub error: f64,
    /// Bound on the rounding of an end pose.
    pub pose: f64,
}

impl Zone {
    /// Creates the zone for numbers of type `T`, with S = `size` and W = `way`, and polygons flat within `flatness`.
    pub(super) fn new<T: Real>(
        size: f64,
        way: f64,
        flatness: f64,
        wanted: Option<f64>,
    ) -> Result<Self, MotionError> {
        if !(size.is_finite() && way.is_finite() && flatness.is_finite()) {
            return Err(MotionError::NotFinite);
        }
        let unit = T::EPSILON.f64() * size;
        let error = 64.0 * f64::EPSILON * Real::max(way, size);
        let slack = 4.0 * unit + 2.0 * error + 2.0 * flatness;
        let pose = 4.0 * unit;
        let floor = 24.0 * unit + Real::max(512.0 * f64::EPSILON * size, 4.0 * error) + 4.0 * flatness;
        let per_motion = slack + pose + 4.0 * error;
        let least = floor + LEAST_MOTIONS * per_motion;
        let thickness = wanted.unwrap_or(floor + MOTIONS * per_motion);
        // False also for NaN.
        if !(thickness >= least && thickness.is_finite()) {
            return Err(MotionError::ZoneTooThin { wanted: thickness, least });
        }
        Ok(Self { thickness, floor, slack, error, pose })
    }

    /// See the table of the [module](self).
    pub(super) fn low(&self) -> f64 {
        0.5 * self.floor + 4.0 * self.error
    }

    /// Bound on how much nearer two surfaces may be than the measured distance of their features: by rounding, and if polygons are not
    /// quite flat. Each is within its flatness of a flat one; flat ones are nearest at a vertex or at two edges, and these are
    /// off by as much again.
    pub(super) fn unmeasured<T: Real>(&self, meshes: [&PolygonMesh<T>; 2]) -> f64 {
        self.error + 2.0 * (meshes[0].flatness() + meshes[1].flatness())
    }

    /// The measured distance of features that proves that the surfaces keep the floor.
    pub(super) fn proof<T: Real>(&self, meshes: [&PolygonMesh<T>; 2]) -> f64 {
        self.floor + self.unmeasured(meshes)
    }
}

/// The zone around a standing mesh whose origin stays within `range` of the origin of the world, for a moving mesh that
/// comes from no farther away than the size of both.
///
/// # Errors
/// If the range is not finite.
pub fn zone_for<T: Real>(
    moving: &PolygonMesh<T>,
    standing: &PolygonMesh<T>,
    range: T,
) -> Result<Zone, MotionError> {
    let size = 2.0 * (extent(moving) + extent(standing) + range.f64().abs());
    Zone::new::<T>(size, size, moving.flatness() + standing.flatness(), None)
}

/// Bound on the distance of a vertex from the origin of its mesh.
pub(super) fn extent<T: Real>(mesh: &PolygonMesh<T>) -> f64 {
    let bounds = mesh.bounds();
    let corner: Vec3<f64> = Vector::max(Vector::abs(bounds.min), Vector::abs(bounds.max)).cast();
    corner.norm() * (1.0 + 4.0 * f64::EPSILON)
}
