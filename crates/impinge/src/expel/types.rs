//! Settings and answers of motions.

use super::sweep::sides::Sides;
use super::zone::Zone;
use crate::math::{Pose, Real, Vec3};
use crate::mesh::polygon::MeshFeature;
use crate::sliding::Start;

/// Settings of motions.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct MotionSettings {
    /// Thickness of the zone that bodies keep between them; `None` for the default, which covers all rounding with room
    /// for 64 motions along a surface, see [`zone`](super::zone).
    pub zone: Option<f64>,
    /// Size of the world: all zones are at least those of bodies this large. 0 leaves it to the bodies. If both bodies
    /// move, one size for all queries keeps their zones the same.
    pub world: f64,
    /// For measurements: whether features that face away from a translation are skipped (back-face culling). Does not change where
    /// separated closed bodies are stopped.
    #[doc(hidden)]
    pub culling: bool,
    /// For measurements: whether paths of vertices are tested to pass beside polygons before distances are computed, and whether
    /// the results are kept. Changes only the cost.
    #[doc(hidden)]
    pub sides: Sides,
    /// For measurements: whether the tree of the standing mesh is searched for near polygons. Without it every polygon is
    /// tested.
    #[doc(hidden)]
    pub tree: bool,
    /// A body that starts in another one, or nearer to it than the floor of the zone, is freed first: by a translation no
    /// longer than this, as by [`Mover::free`](super::Mover::free). `None` leaves it where it is: a body that starts in
    /// overlap does not move.
    pub free: Option<f64>,
}

impl Default for MotionSettings {
    fn default() -> Self {
        Self { zone: None, world: 0.0, culling: true, sides: Sides::Off, tree: true, free: None }
    }
}

/// The hit that stopped a motion.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Hit<T: Real> {
    /// A point of the standing surface, in the world; also if bodies overlap.
    pub point: Vec3<T>,
    /// Unit normal, from the standing surface to the moving one.
    pub normal: Vec3<T>,
    /// Distance of the two features there. Zero if bodies overlap.
    pub distance: f64,
    /// The feature of the moving body.
    pub moving: MeshFeature,
    /// The standing body, by its number; see [`Standing`](super::Standing).
    pub body: u32,
    /// The feature of the standing body.
    pub standing: MeshFeature,
}

impl<T: Real> Hit<T> {
    /// The same hit on another body.
    pub(super) fn of_body(self, body: u32) -> Self {
        Self { body, ..self }
    }
}

/// Result of a motion.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Trace<T: Real> {
    /// Whether the bodies overlapped at the start.
    pub start: Start,
    /// Start of the motion: the given pose, unless the body was [freed](Start::Freed) first; see [`MotionSettings::free`].
    pub from: Pose<Vec3<T>>,
    /// Completed fraction of the motion, rounded down: 1 if nothing was in the way, 0 for bodies in overlap.
    pub fraction: T,
    /// End pose of the moving body. Exactly the start pose if the fraction is 0.
    pub pose: Pose<Vec3<T>>,
    /// The hit that stopped it. `None` if nothing did. For bodies in overlap, the crossing features, or a vertex and a polygon that it
    /// is behind.
    pub hit: Option<Hit<T>>,
    /// True if the rounded end pose was proven to keep at least [`Zone::floor`] between the surfaces, with neither body inside
    /// the other. False only if bodies started nearer than that, or in overlap; or so little
    /// farther that rounding, or polygons that are not quite flat, leave it open.
    pub clear: bool,
    /// The thicknesses of the query.
    pub zone: Zone,
    /// Number of feature pairs tested.
    pub pairs: u64,
    /// Number of steps taken for them.
    pub steps: u64,
}

impl<T: Real> Trace<T> {
    /// The same, for a body that was freed first.
    pub(super) fn begun(self, freed: bool) -> Self {
        let start = if freed && self.start == Start::Apart { Start::Freed } else { self.start };
        Self { start, ..self }
    }
}

/// Distance of two surfaces.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Clearance<T: Real> {
    /// A proven lower bound of the distance of the surfaces, from whatever side, also for polygons that are not quite flat. Zero or
    /// negative if they meet, and if bodies [overlap](Start).
    pub distance: f64,
    /// The nearest pair, or the crossing one; `None` if they are farther apart than the requested reach.
    pub nearest: Option<Hit<T>>,
}

/// Pose of a body clear of others; see [`Mover::free`](super::Mover::free).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Freed<T: Real> {
    /// Whether the bodies overlapped: [`Start::Overlapping`] if no way out was found.
    pub start: Start,
    /// Present pose of the body: exactly its earlier pose, unless it was freed.
    pub pose: Pose<Vec3<T>>,
    /// True if this pose was proven to keep at least the floor of the zone from every body, and to be in none of them.
    pub clear: bool,
    /// The first crossing or nearest pair. `None` if the body was clear.
    pub hit: Option<Hit<T>>,
}
