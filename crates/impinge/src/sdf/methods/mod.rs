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
//!
//! The constructions of the literature work without a tree, on all nodes of the grid; they differ in what they ask of a node: a region, a
//! sum, a point that is handed on, an equation. Each proves an error for every node.
//!
//! | file | method | source | error of a node |
//! |---|---|---|---|
//! | `csc.rs` | characteristic/scan conversion | Mauch 2000 | rounding |
//! | `chamfer.rs` | chamfer distance transform | Borgefors 1984, 1996 | grows with the distance, by 2.5 % |
//! | `vector.rs` | vector distance transform | Danielsson 1980, Satherley & Jones 2001 | never too small; grows with the distance, by 5 % |
//! | `marching.rs` | fast marching | Sethian 1996, 1999 | as much as the chamfer transform proves |
//! | `shell.rs` | exact distances near the surface, where the last three begin, and what they prove about nodes farther away | | rounding |
//! | `scan.rs`, `lattice.rs` | nodes of a convex region, row by row; surface and nodes in spacings | | |
//! | `field.rs` | what such a method is, and what it gives | | |
//! | `dense.rs`, `told.rs` | from a mesh and its blocks to a method, and back; how far it is | | |

mod brute;
mod chamfer;
mod csc;
mod dense;
mod exact;
mod field;
mod lattice;
mod marching;
mod scan;
mod shell;
#[cfg(test)]
mod tests;
mod told;
mod vector;

use alloc::vec::Vec;

use super::blocks::{Blocks, PER_BLOCK};
use super::settings::{MapError, MapSettings, Method};
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
    settings: &MapSettings,
    watch: &mut Watch<'_>,
) -> Result<Filled, MapError> {
    match settings.method {
        Method::Exact => exact::fill(mesh, blocks, watch),
        Method::Brute => brute::fill(mesh, blocks, watch),
        Method::Csc => dense::fill(mesh, blocks, settings, &csc::CSC, watch),
        Method::Chamfer => dense::fill(mesh, blocks, settings, &chamfer::CHAMFER, watch),
        Method::Vector => dense::fill(mesh, blocks, settings, &vector::VECTOR, watch),
        Method::Marching => dense::fill(mesh, blocks, settings, &marching::MARCHING, watch),
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
