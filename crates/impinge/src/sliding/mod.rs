//! Rules and terms that all slides share: of a convex player in a [scene](crate::Scene::slide), and of a mesh by the
//! [strict method](crate::expel::slide).
//!
//! A slide is a row of motions. The surfaces that stopped them are [`planes`], and the next motion is the nearest one to the wanted motion
//! that leads into none of them. What differs between the slides is in their folders: how a motion is proven, which surfaces count as
//! touched, and what carries a body.

pub(crate) mod planes;

use crate::math::{Real, Vec3};

/// Maximum number of motions of one slide, steps included. Usually at most 23 were seen; if the bound is reached, the rest of the
/// motion is returned.
pub const MAX_TRACES: u32 = 32;

/// Maximum number of steps up tried in one call: beside a wall, at the stairs before it, and once more.
pub(crate) const MOST_TRIES: u32 = 3;

/// Number of times the obstacles are determined afresh before a body counts as blocked. Usually once; more if it drifts from rim to
/// rim.
pub(crate) const MOST_RESTARTS: u32 = 3;

/// Planes that stopped a motion this many thicknesses of the zone, or clearances, away may be irrelevant here: the normal of a rim
/// turns within one.
pub(crate) const STALE: f64 = 0.25;

/// If a motion along a surface was stopped, it is tilted away from the surface: by the rounding of normals, this many ε, and
/// in all by this fraction of the zone, or of the clearance. If it is stopped again, by as many times more.
pub(crate) const AWAY: f64 = 16.0;

/// Whether a body overlapped others at the start of a motion or a slide.
///
/// For the strict method bodies overlap if their surfaces cross, or if one is in the solid of the other: behind the polygons of a closed
/// one-sided mesh. An open mesh, and one with two-sided polygons, has no solid: for it only crossing surfaces are found.
///
/// Its vertices are transformed with rounding: bodies whose overlap is no more than two [`Zone::error`](crate::expel::Zone::error) and
/// their flatness may count as touching. If surfaces touch as well, like those of boxes with coplanar faces, all vertices and the middles
/// of edges and polygons decide whether volume is shared; bodies whose shared volume contains none of these count as touching too.
/// Touching bodies are never proven clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use = "bodies that overlap get no proof"]
pub enum Start {
    /// No overlap was found. They may have touched.
    Apart,
    /// They overlapped, or were nearer than the distance to keep, and the moving body was freed first.
    Freed,
    /// They overlapped, and still do: the moving body stayed where it was. Nothing is proven about it.
    Overlapping,
}

/// Steps taken by a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Step {
    /// No step.
    Level,
    /// One step up, onto an obstacle: higher than the ground before it would lead.
    Up,
    /// One step down, back to the ground.
    Down,
}

/// Status of a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum SlideStatus {
    /// All of the wanted motion was covered, as far as the obstacles allowed.
    Done,
    /// The obstacles there leave no direction that leads towards the wanted one: each of the blocking surfaces stopped
    /// a motion. Also if all motions were used up and none of them led anywhere.
    Blocked,
    /// The motions were used up on the way.
    Spent,
    /// It started in another body, was not freed, and did not move. Nothing is proven about it.
    Overlapping,
}

/// The least n · up of ground to stand on, for a steepest slope in radians.
pub(crate) fn level_of(slope: f64) -> f64 {
    Real::sin_cos(Real::min(Real::max(slope, 0.0), f64::PI)).1
}

/// The fraction of a motion that was covered, from 0 to 1.
pub(crate) fn share(gone: Vec3<f64>, way: Vec3<f64>) -> f64 {
    Real::max(Real::min(gone.dot(way.unit()) / way.norm(), 1.0), 0.0)
}
