//! Common parts of the methods: their result, and filling block by block.

use alloc::vec::Vec;

use super::super::blocks::{Blocks, NODES, PER_BLOCK};
use super::super::grid::Grid;
use super::super::settings::{MapError, Watch};
use crate::math::Vec3;
use crate::mesh::POINT_ULPS;
use crate::parallel;

/// Distances of nodes.
pub(crate) struct Filled {
    /// Values of each node of each block, in the order of [`Blocks`], not negative, in spacings.
    pub(crate) values: Vec<f32>,
    /// Bound on their error before rounding to `f32`: |value − distance| <= error, in spacings. Proven.
    pub(crate) error: f64,
}

/// Distance queries for points close to one another, in the unit of the mesh.
pub(crate) trait Search: Sync {
    /// Distance of a point, and its error bound in addition to rounding of coordinates. `start` is a triangle near it, and becomes the
    /// nearest one.
    fn distance(&self, place: Vec3<f64>, start: &mut u32) -> (f64, f64);
}

/// Rounding error of the distance of a node from the mesh, in spacings.
pub(crate) fn rounding(grid: &Grid) -> f64 {
    POINT_ULPS * f64::EPSILON * grid.extent() / grid.spacing
}

/// Blocks filled between two calls of the callback.
const STRETCH: usize = 64;

/// Fills the blocks, several at a time. `work` gets a block and its values, and returns an error bound; this returns the largest.
pub(crate) fn each_block(
    blocks: &Blocks,
    values: &mut [f32],
    watch: &mut Watch<'_>,
    work: &(impl Fn(usize, &mut [f32]) -> f64 + Sync),
) -> Result<f64, MapError> {
    let mut worst = 0.0_f64;
    for (stretch, values) in values.chunks_mut(STRETCH * PER_BLOCK).enumerate() {
        let first = stretch * STRETCH;
        watch.tell(first, blocks.len())?;
        let mut items: Vec<(&mut [f32], f64)> = values.chunks_mut(PER_BLOCK).map(|v| (v, 0.0)).collect();
        parallel::each(&mut items, 1, &|i, (values, error)| *error = work(first + i, values));
        worst = items.iter().fold(worst, |worst, item| worst.max(item.1));
    }
    Ok(worst)
}

/// Fills all blocks with a search.
pub(super) fn fill_by(
    search: &dyn Search,
    blocks: &Blocks,
    watch: &mut Watch<'_>,
) -> Result<Filled, MapError> {
    let grid = &blocks.grid;
    let mut values = alloc::vec![0.0_f32; blocks.len() * PER_BLOCK];
    let scale = 1.0 / grid.spacing;
    let off = each_block(blocks, &mut values, watch, &|slot, values| {
        let mut worst = 0.0_f64;
        // The nearest triangles of the first node of the plane, of the first node of the row, and of the previous node.
        let mut starts = [0_u32; 3];
        for (local, value) in values.iter_mut().enumerate() {
            let (x, y) = (local % NODES, local / NODES % NODES);
            let level = if x > 0 {
                2
            } else if y > 0 {
                1
            } else {
                0
            };
            let mut start = starts[level];
            if level == 2 && !blocks.is_home(slot, local) {
                continue;
            }
            let (distance, off) = search.distance(grid.node(blocks.node(slot, local)), &mut start);
            starts[level..].fill(start);
            *value = (distance * scale) as f32;
            worst = worst.max(off * scale);
        }
        worst
    })?;
    Ok(Filled { values, error: off + rounding(grid) })
}
