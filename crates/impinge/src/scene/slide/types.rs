//! Settings, answers and memory of a slide in a scene.

use alloc::vec::Vec;

use crate::math::{Pose, Real, Vec3, Vector};
use crate::nonconvex::{Dimension, PieceContact};
use crate::scene::{Layers, ObjectHandle};
use crate::shape::Widen;
use crate::sliding::planes::Planes;
use crate::sliding::{SlideStatus, Start, Step};

/// Settings of a slide in a scene. The terms are those of [`motion::SlideSettings`](crate::expel::SlideSettings).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneSlideSettings<'a, V: Vector> {
    /// Direction against gravity, of any nonzero length.
    pub up: V,
    /// Height of a step that is climbed, and stepped down, without a jump. Zero for none.
    pub step: V::Scalar,
    /// The steepest ground to stand on, as an angle to the horizontal in radians.
    pub slope: V::Scalar,
    /// Distance that the player keeps from every object; when stopped it is once to twice as far away. `None` for 1/256 of
    /// the player's reach from its origin. Values less than the rounding of the player and of objects near its path requires are raised
    /// to it: see [`SceneSlide::clearance`].
    pub clearance: Option<V::Scalar>,
    /// A player that starts in an object is moved out first, if a translation no longer than this and four clearances does it.
    /// So is a player no deeper than this in a one-sided chain, with its center in front; if it is deeper it passes.
    pub free: V::Scalar,
    /// The layers of the player.
    pub layers: Layers,
    /// Objects to ignore, such as the player's own.
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

/// Obstacle or ground of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct SlideHit<V: Vector> {
    /// The object.
    pub object: ObjectHandle,
    /// The piece of the object: the input face of a mesh, the part of a compound. `None` for a convex shape.
    pub part: Option<u32>,
    /// The contact point on the object.
    pub point: V,
    /// Unit normal, from the object to the player. At an internal edge of a surface it is that of the surface.
    pub normal: V,
    /// Distance along the normal.
    pub distance: V::Scalar,
}

/// Result of a slide.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize, Pose<V>: serde::Serialize")
)]
pub struct SceneSlide<V: Vector> {
    /// End pose of the player.
    pub pose: Pose<V>,
    /// Status of the slide. The meanings are those of [`SlideStatus`], with objects for bodies.
    pub status: SlideStatus,
    /// Whether the player overlapped objects at the start, or was nearer than the clearance: [`Start::Freed`] if it was moved
    /// away first, [`Start::Overlapping`] if no way out was found.
    pub start: Start,
    /// Start of the slide: the given pose, unless the player was freed first.
    pub from: Pose<V>,
    /// True if the rounded end pose was proven to keep the clearance from every object.
    pub clear: bool,
    /// Whether the player passes through a one-sided [`Chain`](crate::body::Chain) at the end: it overlaps a segment that it did not
    /// approach from the front, or is nearer to it than the clearance. Such a segment is absent for the player, and for `clear` and
    /// `distance`.
    pub passing: bool,
    /// A proven lower bound of the distance from every object at the end, no more than twice the clearance. Zero or negative in
    /// overlap.
    pub distance: V::Scalar,
    /// The effective clearance.
    pub clearance: V::Scalar,
    /// The ground that the player stands on: not too steep, within three clearances. `None` in overlap.
    pub ground: Option<SlideHit<V>>,
    /// The first obstructing surface that is too steep to stand on. In overlap the deepest one.
    pub wall: Option<SlideHit<V>>,
    /// The remaining motion when the slide ended: zero, unless [`SlideStatus::Spent`].
    pub left: V,
    /// Whether a step was taken, the last one of two.
    pub step: Step,
    /// Number of motions that were cast.
    pub traces: u32,
    /// Number of casts against objects, in all these motions: the cost of a slide.
    pub casts: u32,
}

/// Memory of [`Scene::slide`](crate::Scene::slide). Create one for each thread and reuse it: then nothing is allocated.
#[derive(Clone, Debug)]
pub struct SlideMemory<V: Widen> {
    /// Planes that stopped a motion at the player's height, and the same one step higher.
    pub(super) planes: [Planes; 2],
    /// Near objects, sorted by index.
    pub(super) near: Vec<u32>,
    pub(super) contacts: Vec<PieceContact<V::Wide>>,
    /// For a player that is too near: normals towards it, and how far it must move along each.
    pub(super) needs: Vec<(Vec3<f64>, f64)>,
    /// The path of the last slide, from [`SceneSlide::from`] to [`SceneSlide::pose`]: straight from pose to pose.
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
    /// Creates empty memory.
    pub fn new() -> Self {
        Self::default()
    }
}
