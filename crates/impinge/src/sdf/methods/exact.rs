//! The nearest triangle of each node, by the tree over the triangles.
//!
//! Nodes of a block are visited row by row. The triangle that was nearest to the node before is looked at first: the node is at
//! most a spacing farther from it, so the walk through the tree starts with a bound that is hardly above the distance itself.
//!
//! Guarantee: the distance from the mesh but for rounding of coordinates, and of triangles more than 2^24 times as long as wide.
//! Cost: O(log n) for each node, n triangles.

use super::super::blocks::Blocks;
use super::super::settings::MapError;
use super::super::watch::Watch;
use super::{Filled, Search, fill_by};
use crate::math::{Real, Vec3};
use crate::mesh::TriangleMesh;

/// A mesh, searched by its tree.
pub(super) struct Tree<'a, T: Real> {
    mesh: &'a TriangleMesh<T>,
    thin: bool,
}

impl<'a, T: Real> Tree<'a, T> {
    pub(super) fn new(mesh: &'a TriangleMesh<T>) -> Self {
        Self { mesh, thin: mesh.has_thin() }
    }
}

impl<T: Real> Search for Tree<'_, T> {
    fn distance(&self, place: Vec3<f64>, start: &mut u32) -> (f64, f64) {
        let near = self.mesh.near_from(place, *start, self.thin);
        *start = near.triangle;
        (near.distance, near.off)
    }
}

/// See the [module](self).
pub(super) fn fill<T: Real>(
    mesh: &TriangleMesh<T>,
    blocks: &Blocks,
    watch: &mut Watch<'_>,
) -> Result<Filled, MapError> {
    fill_by(&Tree::new(mesh), blocks, watch)
}
