//! Builds a map from a mesh, step by step.

use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::DistanceMap;
use super::blocks::{Blocks, SIDE};
use super::grid::{Grid, bytes_with, rounded_up};
use super::methods::{self, Search};
use super::settings::Watch;
use super::settings::{MapError, MapSettings};
use super::sign::Sides;
use crate::math::{Each, Real, built_with_the_crate};
use crate::mesh::TriangleMesh;
use crate::parallel;

/// Half the diagonal of a block, in spacings: no point of the block is farther from its middle.
const HALF_DIAGONAL: f64 = 6.928_203_230_275_51;

/// Approximate cumulative share of the work: corners of blocks, choice of blocks, distances, signs.
const PARTS: [f64; 4] = [0.1, 0.2, 0.9, 1.0];

built_with_the_crate! {
    /// The map of a mesh.
    pub(crate) fn build<'a, T: Real>(
        mesh: &'a TriangleMesh<T>,
        settings: &'a MapSettings,
        watch: Watch<'a>,
    ) -> Result<DistanceMap<T>, MapError> = map;
}

fn map<T: Real>(
    mesh: &TriangleMesh<T>,
    settings: &MapSettings,
    mut watch: Watch<'_>,
) -> Result<DistanceMap<T>, MapError> {
    let watch = &mut watch;
    let bounds = mesh.wide_bounds();
    let grid = Grid::around::<T>(bounds, settings)?;
    let rounding = methods::rounding(&grid);
    let search = methods::search(mesh, settings.method);
    watch.next(PARTS[0])?;
    let (mut coarse, off) = corners(&grid, &*search, watch)?;
    watch.next(PARTS[1])?;
    // Always by the tree: the set of blocks does not depend on the method.
    let tree = methods::search(mesh, super::Method::Exact);
    let wanted = wanted(&grid, &*tree, &coarse, settings.band + off + rounding, watch)?;
    let count = wanted.iter().filter(|&&wanted| wanted).count();
    let (bytes, limit) = (bytes_with(&grid, count), settings.max_bytes);
    if bytes > u128::from(limit) {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        return Err(MapError::TooLarge { cells: grid.cells.each(|c| c as u64), bytes, limit });
    }
    let blocks = Blocks::new(grid, wanted);
    watch.next(PARTS[2])?;
    let filled = methods::fill(mesh, &blocks, settings, watch)?;
    let mut values = filled.values;
    blocks.spread(&mut values);
    watch.next(PARTS[3])?;
    let node_error = Real::max(filled.error, off + rounding);
    let sides = Sides::new(mesh);
    let doubtful_cells = sides.doubtful_cells(&blocks);
    let doubtful_blocks = sides.doubtful_blocks(&blocks, &doubtful_cells);
    sides.of_corners(&grid, &mut coarse, node_error, &doubtful_blocks);
    sides.of_blocks(&blocks, &mut values, node_error, &doubtful_cells, watch)?;
    blocks.spread(&mut values);
    watch.tell(1, 1)?;
    let mut map = DistanceMap {
        per_spacing: 1.0 / grid.spacing,
        far: grid.far(),
        rounding: grid.rounding(),
        off: rounded_up(node_error + grid.rounding()),
        blocks,
        coarse,
        values,
        doubtful_blocks,
        doubtful_cells,
        bounds,
        node_error,
        band: settings.band,
        method: settings.method,
        sign: sides.sign(),
        closed: mesh.is_closed(),
        sure_beyond: true,
        scalar: PhantomData,
    };
    map.sure_beyond = map.is_sure_beyond();
    Ok(map)
}

/// Rows processed between two calls of the callback.
const STRETCH: usize = 256;

/// Distances of the corners of all blocks, in spacings, and their error bound in addition to rounding of coordinates.
fn corners(grid: &Grid, search: &dyn Search, watch: &mut Watch<'_>) -> Result<(Vec<f32>, f64), MapError> {
    let [nx, ny, nz] = grid.corners();
    let mut values = vec![0.0_f32; nx * ny * nz];
    let mut worst = 0.0_f64;
    for (stretch, part) in values.chunks_mut(STRETCH * nx).enumerate() {
        watch.tell(stretch * STRETCH, ny * nz)?;
        let mut rows: Vec<(&mut [f32], f64)> = part.chunks_mut(nx).map(|row| (row, 0.0)).collect();
        parallel::each(&mut rows, 1, &|row, (values, worst)| {
            let row = stretch * STRETCH + row;
            let mut start = 0;
            for (i, value) in values.iter_mut().enumerate() {
                let node = [i, row % ny, row / ny].each(|i| i * SIDE);
                let (distance, off) = search.distance(grid.node(node), &mut start);
                *value = (distance / grid.spacing) as f32;
                *worst = Real::max(off / grid.spacing, *worst);
            }
        });
        worst = rows.iter().fold(worst, |worst, row| worst.max(row.1));
    }
    Ok((values, worst))
}

/// For each block, whether it has a point within the band.
fn wanted(
    grid: &Grid,
    search: &dyn Search,
    coarse: &[f32],
    band: f64,
    watch: &mut Watch<'_>,
) -> Result<Vec<bool>, MapError> {
    let [nx, ny, nz] = grid.blocks();
    let mut wanted = vec![false; nx * ny * nz];
    // A corner farther away than this belongs to a block beyond the band.
    let far = ((band + 2.0 * HALF_DIAGONAL) * (1.0 + f64::from(f32::EPSILON))) as f32;
    for (stretch, part) in wanted.chunks_mut(STRETCH * nx).enumerate() {
        watch.tell(stretch * STRETCH, ny * nz)?;
        let mut rows: Vec<&mut [bool]> = part.chunks_mut(nx).collect();
        parallel::each(&mut rows, 1, &|row, wanted| {
            let row = stretch * STRETCH + row;
            let (y, z) = (row % ny, row / ny);
            let mut start = 0;
            for (x, wanted) in wanted.iter_mut().enumerate() {
                let corner = |c: usize| {
                    coarse[((z + (c >> 2)) * (ny + 1) + y + (c >> 1 & 1)) * (nx + 1) + x + (c & 1)]
                };
                *wanted = (0..8).all(|c| corner(c) <= far)
                    && touches(grid, search, [x, y, z].each(|b| (b * SIDE) as f64), band, &mut start);
            }
        });
    }
    Ok(wanted)
}

/// Whether a block, given by its first node, may have a point within the band: tested as a whole, then by its eighths.
fn touches(grid: &Grid, search: &dyn Search, first: [f64; 3], band: f64, start: &mut u32) -> bool {
    let mut near = |at: f64, [x, y, z]: [f64; 3], reach: f64| {
        let place = grid.place(first[0] + at + x, first[1] + at + y, first[2] + at + z);
        search.distance(place, start).0 / grid.spacing <= band + reach
    };
    let half = SIDE as f64 / 2.0;
    near(half, [0.0; 3], HALF_DIAGONAL)
        && (0..8).any(|c: usize| {
            let at = |bit: usize| if c >> bit & 1 == 1 { half } else { 0.0 };
            near(half / 2.0, [at(0), at(1), at(2)], HALF_DIAGONAL / 2.0)
        })
}
