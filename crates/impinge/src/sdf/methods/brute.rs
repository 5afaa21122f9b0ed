//! Brute force: the nearest of all triangles, one after the other. The reference for every other method.
//!
//! Guarantee: the values of [`exact`](super::exact), bit for bit. Cost: O(n) for each node, n triangles.

use super::super::blocks::Blocks;
use super::super::settings::{MapError, Watch};
use super::fill::{Filled, Search, fill_by};
use crate::math::{Real, Vec3};
use crate::mesh::{TriangleMesh, nearest_of, off};

/// A mesh whose triangles are all visited.
pub(super) struct All<'a, T: Real>(&'a TriangleMesh<T>);

impl<'a, T: Real> All<'a, T> {
    pub(super) fn new(mesh: &'a TriangleMesh<T>) -> Self {
        Self(mesh)
    }
}

impl<T: Real> Search for All<'_, T> {
    fn distance(&self, place: Vec3<f64>, start: &mut u32) -> (f64, f64) {
        let (mut squared, mut least) = (f64::INFINITY, f64::INFINITY);
        for triangle in 0..self.0.len() as u32 {
            let corners = self.0.corners(triangle);
            let found = (nearest_of(corners, place) - place).norm_squared();
            least = Real::min(Real::sqrt(found) - off(corners, place), least);
            if found < squared {
                (squared, *start) = (found, triangle);
            }
        }
        let distance = Real::sqrt(squared);
        (distance, distance - least)
    }
}

/// See the [module](self).
pub(super) fn fill<T: Real>(
    mesh: &TriangleMesh<T>,
    blocks: &Blocks,
    watch: &mut Watch<'_>,
) -> Result<Filled, MapError> {
    fill_by(&All::new(mesh), blocks, watch)
}
