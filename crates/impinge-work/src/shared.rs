//! What two meshes share: a box, and a volume in it.

use impinge::mesh::TriangleMesh;
use impinge::{Aabb, Vec3};
use serde::{Deserialize, Serialize};

type Point = Vec3<f64>;

/// A volume, and how far it may be off.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Volume {
    /// The volume.
    pub value: f64,
    /// The true one differs by no more than this.
    pub error: f64,
}

/// A mesh, and the translation that brings it to where it stands.
pub(crate) type Standing<'a> = (&'a TriangleMesh<f64>, Point);

/// The boxes around two meshes where they stand, and what they share.
pub(crate) fn shared_box(a: Standing<'_>, b: Standing<'_>) -> ([Aabb<Point>; 2], Aabb<Point>) {
    let moved = |(mesh, at): Standing<'_>| {
        let bounds = mesh.bounds();
        Aabb { min: bounds.min + at, max: bounds.max + at }
    };
    let (one, two) = (moved(a), moved(b));
    ([one, two], Aabb { min: one.min.max(two.min), max: one.max.min(two.max) })
}
