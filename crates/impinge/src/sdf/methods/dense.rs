//! Adapter for methods that process all nodes of the grid: from a mesh and its blocks to the method, and back.

use alloc::vec;
use alloc::vec::Vec;

use super::field::{Field, Told, Way};
use super::fill::{Filled, Search};
use super::lattice::{Lattice, Surface};
use crate::math::{Each, Real};
use crate::mesh::TriangleMesh;
use crate::sdf::blocks::{Blocks, PER_BLOCK, SIDE};
use crate::sdf::settings::Watch;
use crate::sdf::settings::{MapError, MapSettings};

/// Half the diagonal of a block, in spacings: 4 √3, rounded up.
const HALF_BLOCK: f64 = 6.928_203_231;

/// Distances of the nodes of all blocks, taken from those of all nodes. Fails before it allocates if there are too many.
pub(super) fn fill<T: Real>(
    mesh: &TriangleMesh<T>,
    blocks: &Blocks,
    settings: &MapSettings,
    way: &Way,
    search: &dyn Search,
    watch: &mut Watch<'_>,
) -> Result<Filled, MapError> {
    let grid = &blocks.grid;
    let lattice = Lattice { counts: grid.cells.each(|c| c + 1) };
    let bytes = lattice.counts.iter().fold(way.per_node, |bytes, &n| bytes.saturating_mul(n as u64));
    let limit = settings.max_bytes;
    if bytes > limit {
        return Err(MapError::TooLarge { cells: grid.cells.each(|c| c as u64), bytes, limit });
    }
    let vertices = mesh.vertices().iter().map(|v| v.cast());
    let triangles = mesh.triangles().map(|(_, corners)| corners);
    let surface = Surface::new(vertices, triangles, grid.origin, grid.spacing);
    let reach = reach(search, blocks);
    let field = (way.run)(&surface, &lattice, reach, &mut Told::new(watch, way.phases))?;
    Ok(of_blocks(&field, &lattice, blocks))
}

/// Upper bound on the distance of a node of a block from the surface, in spacings.
fn reach(search: &dyn Search, blocks: &Blocks) -> f64 {
    let (grid, mut start) = (&blocks.grid, 0);
    let half = SIDE as f64 / 2.0;
    let mut farthest = 0.0_f64;
    for place in &blocks.places {
        let [x, y, z] = place.each(|b| f64::from(b) * SIDE as f64 + half);
        let (distance, off) = search.distance(grid.place(x, y, z), &mut start);
        farthest = farthest.max((distance + off) / grid.spacing);
    }
    farthest + HALF_BLOCK + grid.rounding()
}

/// The values of nodes in blocks, and the largest of their errors.
fn of_blocks(field: &Field, lattice: &Lattice, blocks: &Blocks) -> Filled {
    let mut values: Vec<f32> = vec![0.0; blocks.len() * PER_BLOCK];
    let mut error = 0.0_f64;
    for (slot, values) in values.chunks_exact_mut(PER_BLOCK).enumerate() {
        for (local, value) in values.iter_mut().enumerate() {
            let index = lattice.index(blocks.node(slot, local));
            *value = field.values[index];
            error = error.max(field.error(index));
        }
    }
    Filled { values, error }
}
