//! Settings, answers and memory of a slide in a scene.

use alloc::vec::Vec;

use crate::math::{Pose, Real, Vec3, Vector};
use crate::motion::planes::Planes;
use crate::motion::{SlideStatus, Start, Step};
use crate::query::{Dimension, PieceContact};
use crate::scene::{Layers, ObjectHandle};
use crate::shape::Widen;

/// How a player slides in a scene. The words are those of [`motion::SlideSettings`](crate::motion::SlideSettings).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneSlideSettings<'a, V: Vector> {
    /// Against gravity, of any length but zero.
    pub up: V,
    /// Height of a step that is climbed, and stepped down, without a jump. Zero for none.
    pub step: V::Scalar,
    /// The steepest ground to stand on, as an angle to the horizontal in radians.
    pub slope: V::Scalar,
    /// How far the player stays from every object; where it is stopped it is once to twice as far away. `None` for 1/256 of how
    /// far the player reaches from its origin. What is less than the rounding of the player and of objects near its way needs counts
    /// as that: see [`SceneSlide::clearance`].
    pub clearance: Option<V::Scalar>,
    /// A player that starts in an object is moved out first, if a translation no longer than this and four clearances does it.
    /// So is one that is no deeper than this in a one-sided chain, with its center in front; if it is deeper it passes.
    pub free: V::Scalar,
    /// The layers of the player.
    pub layers: Layers,
    /// Objects that are not there for the player, such as its own.
    pub ignore: &'a [ObjectHandle],
}

impl<V: Vector> Default for SceneSlideSettings<'_, V> {
    /// Up is the last axis, no steps, slopes to 45 degrees, all layers.
    fn default() -> Self {
        Self {
            up: V::axis(V::DIM - 1),
            step: V::Scalar::ZERO,
            slope: V::Scalar::of(f64::PI / 4.0),
            clearance: None,
            free: V::Scalar::ZERO,
            layers: Layers::ALL,
            ignore: &[],
        }
    }
}

/// What a player met or stands on.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct SlideHit<V: Vector> {
    /// The object.
    pub object: ObjectHandle,
    /// The piece of it: the face of the input of a mesh, the part of a compound. None of a convex shape.
    pub part: Option<u32>,
    /// The point of the object.
    pub point: V,
    /// Unit, from the object to the player. At an inner edge of a surface it is that of the surface.
    pub normal: V,
    /// How far apart they are along the normal.
    pub distance: V::Scalar,
}

/// Where a player ended.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize, Pose<V>: serde::Serialize")
)]
pub struct SceneSlide<V: Vector> {
    /// Where the player is.
    pub pose: Pose<V>,
    /// How the slide ended. The words of [`SlideStatus`] hold, with objects for bodies.
    pub status: SlideStatus,
    /// Whether the player overlapped objects at the start, or was nearer than the clearance: [`Start::Freed`] if it was moved
    /// away first, [`Start::Overlapping`] if no way out was found.
    pub start: Start,
    /// Where the slide began: the pose that was given, unless the player was freed first.
    pub from: Pose<V>,
    /// Whether the end pose, as it is rounded, was proven to keep the clearance from every object.
    pub clear: bool,
    /// Whether the player passes through a one-sided [`Chain`](crate::body::Chain) at the end: it overlaps a segment that it did not
    /// come upon from the front, or is nearer to it than the clearance. Such a segment is not there for it, nor for `clear` and `distance`.
    pub passing: bool,
    /// A proven lower bound of the distance from every object at the end, no more than twice the clearance. Zero or below in
    /// overlap.
    pub distance: V::Scalar,
    /// The clearance that counted.
    pub clearance: V::Scalar,
    /// What the player stands on: ground that is not too steep, within three clearances. `None` in overlap.
    pub ground: Option<SlideHit<V>>,
    /// The first surface in the way that is too steep to stand on. In overlap what is deepest.
    pub wall: Option<SlideHit<V>>,
    /// The way left when the slide ended: zero, unless [`SlideStatus::Spent`].
    pub left: V,
    /// Whether a step was taken, the last one of two.
    pub step: Step,
    /// Motions that were cast.
    pub traces: u32,
    /// Objects that these were cast against, all together: what a slide costs.
    pub casts: u32,
}

/// Memory of [`Scene::slide`](crate::Scene::slide). Make one for each thread and use it again: then nothing is allocated.
#[derive(Clone, Debug)]
pub struct SlideMemory<V: Widen> {
    /// What stopped a motion where the player is, and the same one step higher.
    pub(super) planes: [Planes; 2],
    /// Objects near, by index.
    pub(super) near: Vec<u32>,
    pub(super) contacts: Vec<PieceContact<V::Wide>>,
    /// Of a player that is too near: normals towards it, and how far it must go along each.
    pub(super) needs: Vec<(Vec3<f64>, f64)>,
    /// The way of the last slide, from [`SceneSlide::from`] to [`SceneSlide::pose`]: straight from pose to pose.
    pub path: Vec<Pose<V>>,
}

impl<V: Dimension> Default for SlideMemory<V> {
    fn default() -> Self {
        Self {
            planes: Default::default(),
            near: Vec::new(),
            contacts: Vec::new(),
            needs: Vec::new(),
            path: Vec::new(),
        }
    }
}

impl<V: Dimension> SlideMemory<V> {
    /// Nothing kept.
    pub fn new() -> Self {
        Self::default()
    }
}
