//! Settings and answers of motions.

use super::sweep::sides::Sides;
use super::zone::Zone;
use crate::math::{Pose, Real, Vec3};
use crate::mesh::MeshFeature;

/// How motions are computed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct MotionSettings {
    /// Thickness of the zone that bodies keep between them; `None` for the default, which covers all rounding with room
    /// for 64 motions along a surface, see [`zone`](super::zone).
    pub zone: Option<f64>,
    /// Size of the world: all zones are at least those of bodies this large. 0 leaves it to the bodies. Where both bodies move
    /// about, one size for all queries keeps their zones the same.
    pub world: f64,
    /// For measurements: whether features that face away from a translation are passed over. Does not change where
    /// closed bodies that are apart are stopped.
    #[doc(hidden)]
    pub culling: bool,
    /// For measurements: whether paths of vertices are asked to pass beside polygons before distances are, and whether
    /// the answers are kept. Changes nothing but the cost.
    #[doc(hidden)]
    pub sides: Sides,
    /// For measurements: whether the tree of the standing mesh is asked for what is near. Without it every polygon is looked
    /// at.
    #[doc(hidden)]
    pub tree: bool,
    /// A body that starts in another one, or nearer to it than the floor of the zone, is freed first: by a translation no
    /// longer than this, as [`Mover::free`](super::Mover::free) does. `None` leaves it where it is: a body that starts in
    /// overlap does not move.
    pub free: Option<f64>,
}

impl Default for MotionSettings {
    fn default() -> Self {
        Self { zone: None, world: 0.0, culling: true, sides: Sides::Off, tree: true, free: None }
    }
}

/// What stopped a motion.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Hit<T: Real> {
    /// A point of the standing surface, in the world; also where bodies overlap.
    pub point: Vec3<T>,
    /// Unit, from the standing surface to the moving one.
    pub normal: Vec3<T>,
    /// How far the two features are apart there. Zero where bodies overlap.
    pub distance: f64,
    /// The feature of the moving body.
    pub moving: MeshFeature,
    /// Which standing body, by its number; see [`Standing`](super::Standing).
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

/// Whether two bodies overlapped when a motion began.
///
/// Bodies overlap if their surfaces cross, or if one is in the solid of the other: behind the polygons of a closed mesh with one
/// side. An open mesh, and one whose polygons have two sides, has no solid: of it only a surface that crosses is found.
///
/// Vertices are placed with rounding: bodies in one another by no more than two [`Zone::error`] and their flatness may count as
/// touching. Where surfaces touch beside that, as those of boxes with faces in one plane do, all vertices and the middles of edges
/// and polygons tell whether volume is shared; bodies that share some and hide it from all of these count as touching too.
/// What touches is never proven clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use = "bodies that overlap get no proof"]
pub enum Start {
    /// They were not found to overlap. They may have touched.
    Apart,
    /// They overlapped, or were nearer than the floor, and the moving body was freed first; see [`MotionSettings::free`].
    Freed,
    /// They overlapped, and still do: the moving body stayed where it was. Nothing is proven of it.
    Overlapping,
}

/// How far a motion got.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Trace<T: Real> {
    /// Whether the bodies overlapped at the start.
    pub start: Start,
    /// Where the motion began: the pose that was given, unless the body was [freed](Start::Freed) first.
    pub from: Pose<Vec3<T>>,
    /// How much of the motion was completed, rounded down: 1 if nothing was in the way, 0 for bodies in overlap.
    pub fraction: T,
    /// Where the moving body ends. Exactly the pose that it began at if the fraction is 0.
    pub pose: Pose<Vec3<T>>,
    /// What stopped it. `None` if nothing did. For bodies in overlap, what crosses, or a vertex and a polygon that it is
    /// behind.
    pub hit: Option<Hit<T>>,
    /// Whether the end pose, as it is rounded, was proven to keep at least [`Zone::floor`] between the surfaces, and
    /// the bodies out of one another. False only where bodies started nearer than that, or in overlap; or so little
    /// further that rounding, or polygons that are not quite flat, leave it open.
    pub clear: bool,
    /// The thicknesses of the query.
    pub zone: Zone,
    /// Pairs of features looked at.
    pub pairs: u64,
    /// Steps taken for them.
    pub steps: u64,
}

impl<T: Real> Trace<T> {
    /// The same, of a body that was freed first.
    pub(super) fn begun(self, freed: bool) -> Self {
        let start = if freed && self.start == Start::Apart { Start::Freed } else { self.start };
        Self { start, ..self }
    }
}

/// How far two surfaces are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Clearance<T: Real> {
    /// A proven lower bound of the distance of the surfaces, from whatever side, also of polygons that are not quite flat. Zero or
    /// below where they meet, and where bodies [overlap](Start).
    pub distance: f64,
    /// Where they are nearest, or what crosses; `None` if they are further apart than was asked.
    pub nearest: Option<Hit<T>>,
}

/// Where a body is clear of others; see [`Mover::free`](super::Mover::free).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Freed<T: Real> {
    /// Whether the bodies overlapped: [`Start::Overlapping`] if no way out was found.
    pub start: Start,
    /// Where the body is now: exactly the pose that it had, unless it was freed.
    pub pose: Pose<Vec3<T>>,
    /// Whether this pose was proven to keep at least the floor of the zone to every body, and to be in none of them.
    pub clear: bool,
    /// What crossed, or was nearest, at first. `None` if the body was clear.
    pub hit: Option<Hit<T>>,
}
