//! Handles, layers and errors of a scene, and its answers.

use core::fmt;

use crate::answer::{Contact, Distance};
use crate::casting::Impact;
use crate::error::PoseError;
use crate::manifolds::Manifold;
use crate::math::Vector;
use crate::ray::RayHit;

/// Handle of a shape of a scene. A handle of another scene is not detected if both use the same index and generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct ShapeHandle {
    pub(super) index: u32,
    pub(super) generation: u32,
}

/// Handle of an object of a scene. Handles are ordered by their index. A handle of another scene is not detected if both
/// use the same index and generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct ObjectHandle {
    pub(super) index: u32,
    pub(super) generation: u32,
}

impl ObjectHandle {
    /// The index of the object in the scene's table: a number below [`Scene::places`](super::Scene::places), for arrays of
    /// your own. The index of a removed object is reused.
    pub fn index(&self) -> usize {
        self.index as usize
    }
}

/// Collision layers of an object: it is on the layers of `member` and sees those of `sees`, one bit per layer.
/// Two objects are queried if each sees a layer that the other is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Layers {
    /// The layers that the object is on.
    pub member: u32,
    /// The layers that the object sees.
    pub sees: u32,
}

impl Layers {
    /// On all layers, and sees all: the default of an added object.
    pub const ALL: Self = Self { member: u32::MAX, sees: u32::MAX };
    /// On no layer, and sees none.
    pub const NONE: Self = Self { member: 0, sees: 0 };

    /// Whether each of the two sees the other.
    #[inline]
    pub fn meet(&self, other: &Self) -> bool {
        self.member & other.sees != 0 && other.member & self.sees != 0
    }
}

impl Default for Layers {
    fn default() -> Self {
        Self::ALL
    }
}

/// Contact of two objects within the margin of one another.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct SceneContact<V: Vector> {
    /// A: the smaller handle.
    pub a: ObjectHandle,
    /// B: the larger handle.
    pub b: ObjectHandle,
    /// Their signed distance, with witness points and normal.
    pub contact: Contact<V>,
}

/// Contact manifold of two objects, or of two of their pieces.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct SceneManifold<V: Vector> {
    /// A: the smaller handle.
    pub a: ObjectHandle,
    /// B: the larger handle.
    pub b: ObjectHandle,
    /// The piece of A: the input face of a mesh, the part of a compound. `None` for a convex shape.
    pub part_a: Option<u32>,
    /// The piece of B.
    pub part_b: Option<u32>,
    /// The patch of the pair that it belongs to, like [`PieceContact::patch`](crate::nonconvex::PieceContact::patch).
    pub patch: u32,
    /// The contact manifold. It has at least one point.
    pub manifold: Manifold<V>,
}

/// An object and its distance.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct NearObject<V: Vector> {
    /// The object, B of the distance.
    pub object: ObjectHandle,
    /// Distance from the queried object to this one.
    pub distance: Distance<V>,
}

/// A pair of objects, one of each of two groups, and their distance.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct NearPair<V: Vector> {
    /// A: the object of the first group.
    pub a: ObjectHandle,
    /// B: the object of the second group.
    pub b: ObjectHandle,
    /// Distance from A to B, with a witness point on each.
    pub distance: Distance<V>,
}

/// Contact of an object within the margin of the queried shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct Touched<V: Vector> {
    /// The object, B of the contact.
    pub object: ObjectHandle,
    /// Contact of the queried shape, as A, and the object.
    pub contact: Contact<V>,
}

/// The first impact of moving objects: A has the smaller handle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct SceneImpact<V: Vector> {
    /// The object with the smaller handle.
    pub a: ObjectHandle,
    /// The other object.
    pub b: ObjectHandle,
    /// Time and place of the impact.
    pub impact: Impact<V>,
}

/// The first object that a ray hits.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct SceneHit<V: Vector> {
    /// The object.
    pub object: ObjectHandle,
    /// The hit on the object.
    pub hit: RayHit<V>,
}

/// Reason why a scene rejected a call. The scene is unchanged.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SceneError {
    /// The object was removed.
    StaleObject(ObjectHandle),
    /// The shape was removed.
    StaleShape(ShapeHandle),
    /// The object is listed twice among those that move.
    NamedTwice(ObjectHandle),
    /// The object is not a named convex shape, but only such a shape was requested.
    NotConvex(ObjectHandle),
    /// The shape is used by objects, so it cannot be removed.
    ShapeInUse {
        /// The number of these objects.
        objects: u32,
    },
    /// The pose is invalid. Created by `?` from the error of [`Pose::try_new`](crate::Pose::try_new).
    Pose(PoseError),
    /// A number is infinite or NaN, or too large to compute with.
    NotFinite,
    /// The direction `up` of a slide has zero length.
    ZeroUp,
    /// The placed shape extends beyond the largest number.
    TooFar,
    /// There are 2³² objects or shapes.
    Full,
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StaleObject(handle) => write!(f, "object {} was removed from the scene", handle.index),
            Self::StaleShape(handle) => write!(f, "shape {} was removed from the scene", handle.index),
            Self::NamedTwice(handle) => {
                write!(f, "object {} is given twice; give it one motion", handle.index)
            }
            Self::NotConvex(handle) => {
                write!(
                    f,
                    "object {} is a mesh, a compound or another body that is not a named convex shape",
                    handle.index
                )
            }
            Self::ShapeInUse { objects } => write!(f, "the shape is used by {objects} objects"),
            Self::Pose(error) => error.fmt(f),
            Self::NotFinite => write!(f, "invalid motion: a number is not finite, or too large"),
            Self::ZeroUp => write!(f, "invalid settings: the up direction has no length"),
            Self::TooFar => write!(f, "the placed shape reaches beyond the largest number"),
            Self::Full => write!(f, "the scene has no index left"),
        }
    }
}

impl core::error::Error for SceneError {}

impl From<PoseError> for SceneError {
    fn from(error: PoseError) -> Self {
        Self::Pose(error)
    }
}
