//! The common box of two meshes.

use crate::math::{Aabb, Vec3};
use crate::mesh::TriangleMesh;

type Point = Vec3<f64>;

/// A mesh, and the translation that moves it into place.
pub(super) type Standing<'a> = (&'a TriangleMesh<f64>, Point);

/// The boxes around two translated meshes, and their intersection.
pub(super) fn shared_box(a: Standing<'_>, b: Standing<'_>) -> ([Aabb<Point>; 2], Aabb<Point>) {
    let moved = |(mesh, at): Standing<'_>| {
        let bounds = mesh.bounds();
        Aabb { min: bounds.min + at, max: bounds.max + at }
    };
    let (one, two) = (moved(a), moved(b));
    ([one, two], Aabb { min: one.min.max(two.min), max: one.max.min(two.max) })
}
