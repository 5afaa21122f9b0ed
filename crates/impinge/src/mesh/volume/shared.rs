//! The box that two meshes share.

use crate::math::{Aabb, Vec3};
use crate::mesh::TriangleMesh;

type Point = Vec3<f64>;

/// A mesh, and the translation that brings it to where it stands.
pub(super) type Standing<'a> = (&'a TriangleMesh<f64>, Point);

/// The boxes around two meshes where they stand, and what they share.
pub(super) fn shared_box(a: Standing<'_>, b: Standing<'_>) -> ([Aabb<Point>; 2], Aabb<Point>) {
    let moved = |(mesh, at): Standing<'_>| {
        let bounds = mesh.bounds();
        Aabb { min: bounds.min + at, max: bounds.max + at }
    };
    let (one, two) = (moved(a), moved(b));
    ([one, two], Aabb { min: one.min.max(two.min), max: one.max.min(two.max) })
}
