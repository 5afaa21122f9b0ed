//! The distances at the nodes of all blocks, by one method or another.
//!
//! A method is a function `fill` in a file of its own. It gets the mesh and the [`Blocks`], and returns [`Filled`]: the distance
//! of each node from the surface, **without a sign**, in spacings, and a bound that holds for every one of them. Signs, copies on
//! the borders of blocks and the coarse layer are made for all methods alike. A method fills the nodes for which
//! [`Blocks::is_home`] holds, and what it leaves at the others does not matter.
//!
//! | file | method |
//! |---|---|
//! | `exact.rs` | the nearest triangle, by the tree |
//! | `brute.rs` | the nearest of all triangles: the reference |

mod brute;
mod exact;

use alloc::vec::Vec;

use super::blocks::{Blocks, PER_BLOCK};
use super::settings::{MapError, Method};
use super::watch::Watch;
use crate::math::{Real, Vec3};
use crate::mesh::{POINT_ULPS, TriangleMesh};
use crate::parallel;

/// Distances of nodes.
pub(crate) struct Filled {
    /// Of each node of each block, in the order of [`Blocks`], not negative, in spacings.
    pub(crate) values: Vec<f32>,
    /// None of them is off by more before it is rounded to `f32`: |value − distance| <= error, in spacings. Proven.
    pub(crate) error: f64,
}

/// The distances of all nodes of the blocks.
pub(super) fn fill<T: Real>(
    mesh: &TriangleMesh<T>,
    blocks: &Blocks,
    method: Method,
    watch: &mut Watch<'_>,
) -> Result<Filled, MapError> {
    match method {
        Method::Exact => exact::fill(mesh, blocks, watch),
        Method::Brute => brute::fill(mesh, blocks, watch),
        Method::Csc | Method::Chamfer | Method::Vector | Method::Marching => {
            Err(MapError::Unavailable(method))
        }
    }
}

/// Distances of places that follow one another closely, in the unit of the mesh.
pub(super) trait Search: Sync {
    /// Distance of a place, and by how much it may be off beside rounding of coordinates. `start` is a triangle near it, and becomes
    /// the nearest one.
    fn distance(&self, place: Vec3<f64>, start: &mut u32) -> (f64, f64);
}

/// The search of a method: that of [`Method::Exact`] for all but [`Method::Brute`].
pub(super) fn search<T: Real>(mesh: &TriangleMesh<T>, method: Method) -> alloc::boxed::Box<dyn Search + '_> {
    match method {
        Method::Brute => alloc::boxed::Box::new(brute::All::new(mesh)),
        _ => alloc::boxed::Box::new(exact::Tree::new(mesh)),
    }
}

/// By how many spacings the distance of a node from the mesh may be off by rounding of coordinates.
pub(super) fn rounding(blocks: &super::grid::Grid) -> f64 {
    POINT_ULPS * f64::EPSILON * blocks.extent() / blocks.spacing
}

/// Blocks that are filled between two calls of the callback.
const STRETCH: usize = 64;

/// Fills block after block, several at a time. `work` gets a block and its values, and returns an error bound; so does this, of all.
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
fn fill_by(search: &dyn Search, blocks: &Blocks, watch: &mut Watch<'_>) -> Result<Filled, MapError> {
    let grid = &blocks.grid;
    let mut values = alloc::vec![0.0_f32; blocks.len() * PER_BLOCK];
    let scale = 1.0 / grid.spacing;
    let off = each_block(blocks, &mut values, watch, &|slot, values| {
        let mut worst = 0.0_f64;
        // The nearest triangles of the first node of the plane and of the row, and of the node before.
        let mut starts = [0_u32; 3];
        for (local, value) in values.iter_mut().enumerate() {
            let (x, y) = (local % super::blocks::NODES, local / super::blocks::NODES % super::blocks::NODES);
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
