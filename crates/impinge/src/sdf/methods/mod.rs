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

mod brute;
mod exact;
mod fill;

use alloc::boxed::Box;

pub(crate) use fill::{Filled, each_block};
pub(super) use fill::{Search, rounding};

use super::blocks::Blocks;
use super::settings::{MapError, Method};
use super::watch::Watch;
use crate::math::Real;
use crate::mesh::TriangleMesh;

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

/// The search of a method: that of [`Method::Exact`] for all but [`Method::Brute`].
pub(super) fn search<T: Real>(mesh: &TriangleMesh<T>, method: Method) -> Box<dyn Search + '_> {
    match method {
        Method::Brute => Box::new(brute::All::new(mesh)),
        _ => Box::new(exact::Tree::new(mesh)),
    }
}
