//! Methods that compute the distances at the nodes of all blocks.
//!
//! A method is a function `fill` in a file of its own. It gets the mesh and the [`Blocks`], and returns [`Filled`]: the distance of each
//! node from the surface, **without a sign**, in spacings, and a bound that holds for every one of them. Signs, copies on the borders of
//! blocks and the coarse layer are the same for all methods. A method fills the nodes for which [`Blocks::is_home`] holds; the values
//! that it leaves at the others do not matter.
//!
//! | file | method |
//! |---|---|
//! | `exact.rs` | the nearest triangle, by the tree |
//! | `fill.rs` | common parts: block by block, the search for a node |
//! | `brute.rs` | the nearest of all triangles: the reference |
//!
//! The constructions from the literature work without a tree, on all nodes of the grid; they differ in what a node evaluates: a region, a
//! sum, a propagated point, an equation. Each proves an error bound for every node.
//!
//! | file | method | source | error of a node |
//! |---|---|---|---|
//! | `csc.rs` | characteristic/scan conversion | Mauch 2000 | rounding |
//! | `chamfer.rs` | chamfer distance transform | Borgefors 1984, 1996 | grows with the distance, by 2.5 % |
//! | `vector.rs` | vector distance transform | Danielsson 1980, Satherley & Jones 2001 | never too small; grows with the distance, by 5 % |
//! | `marching.rs` | fast marching | Sethian 1996, 1999 | as much as the chamfer transform proves |
//! | `shell.rs` | exact distances near the surface, where the last three begin, and the bounds that they prove for nodes farther away | |
//! rounding |
//! | `scan.rs`, `lattice.rs` | nodes of a convex region, row by row; surface and nodes in spacings | | |
//! | `field.rs` | interface of such a method, and its result | | |
//! | `dense.rs`, `told.rs` | from a mesh and its blocks to a method, and back; progress | | |

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
mod vector;

use alloc::boxed::Box;

pub(crate) use fill::{Filled, each_block};
pub(super) use fill::{Search, rounding};

use super::blocks::Blocks;
use super::settings::Watch;
use super::settings::{MapError, MapSettings, Method};
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

/// The search of a method: that of [`Method::Exact`] for all methods except [`Method::Brute`].
pub(super) fn search<T: Real>(mesh: &TriangleMesh<T>, method: Method) -> Box<dyn Search + '_> {
    match method {
        Method::Brute => Box::new(brute::All::new(mesh)),
        _ => Box::new(exact::Tree::new(mesh)),
    }
}
