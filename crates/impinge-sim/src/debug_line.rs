//! Debug lines, as joints and worlds draw them.

use impinge::Vec3;
use serde::{Deserialize, Serialize};

/// Kind of a debug line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum DebugLineKind {
    /// Edge of the axis-aligned box of a body.
    Box,
    /// Edge of the box of a body that sleeps.
    Asleep,
    /// Edge of the box of a sensor.
    Sensor,
    /// Line between the witness points of a contact point.
    Contact,
    /// Normal of a contact, from a contact point toward B.
    Normal,
    /// Line from the center of mass of a dynamic body to its point of a joint, and between the points of a joint.
    Joint,
    /// Axis x or z of a joint's frame in one of its bodies.
    JointFrame,
    /// Limit of a joint: rays and arcs of an angle or a cone, the range of a slider or a rope.
    JointLimit,
    /// Line between the centers of mass of two dynamic bodies that a contact or a joint connects.
    Island,
}

/// Segment in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DebugLine<V> {
    /// Kind of what it shows.
    pub kind: DebugLineKind,
    /// Start.
    pub from: V,
    /// End.
    pub to: V,
}

/// Callback for segments, in space.
pub(crate) type Draw<'d, T> = dyn FnMut(DebugLineKind, Vec3<T>, Vec3<T>) + 'd;
