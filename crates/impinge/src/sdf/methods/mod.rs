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
//! | `fill.rs` | what they share: block after block, the search of a node |
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
mod fill;
mod lattice;
mod marching;
mod scan;
mod shell;
#[cfg(test)]
mod tests;
mod told;
mod vector;

use alloc::boxed::Box;

pub(crate) use fill::{Filled, each_block};
pub(super) use fill::{Search, rounding};

use super::blocks::Blocks;
use super::settings::{MapError, MapSettings, Method};
use super::watch::Watch;
use crate::math::Real;
use crate::mesh::TriangleMesh;

/// The distances of all nodes of the blocks.
pub(super) fn fill<T: Real>(
    mesh: &TriangleMesh<T>,
    blocks: &Blocks,
    settings: &MapSettings,
    watch: &mut Watch<'_>,
) -> Result<Filled, MapError> {
    let way = match settings.method {
        Method::Exact => return exact::fill(mesh, blocks, watch),
        Method::Brute => return brute::fill(mesh, blocks, watch),
        Method::Csc => csc::CSC,
        Method::Chamfer => chamfer::CHAMFER,
        Method::Vector => vector::VECTOR,
        Method::Marching => marching::MARCHING,
    };
    dense::fill(mesh, blocks, settings, &way, &exact::Tree::new(mesh), watch)
}

/// The search of a method: that of [`Method::Exact`] for all but [`Method::Brute`].
pub(super) fn search<T: Real>(mesh: &TriangleMesh<T>, method: Method) -> Box<dyn Search + '_> {
    match method {
        Method::Brute => Box::new(brute::All::new(mesh)),
        _ => Box::new(exact::Tree::new(mesh)),
    }
}
