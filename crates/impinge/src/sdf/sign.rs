//! Signs of nodes: the side of the surface that they are on.
//!
//! If the distances of two nodes from the surface add up to more than the distance between them, there is no surface in between: they are
//! on the same side. So most nodes take the side of a neighbor, and few need a test. For an open surface that holds only in cells without
//! [doubt](super::winding).

use alloc::vec;
use alloc::vec::Vec;

use super::blocks::{Blocks, NODES, SIDE, local_of};
use super::grid::{Grid, rounded_up};
use super::pseudo::Outward;
use super::settings::Watch;
use super::settings::{MapError, Sign};
use super::winding::Open;
use crate::math::{Each, Real, Vec3};
use crate::mesh::{Position, TriangleMesh};
use crate::parallel;

/// Half the diagonal of a cube of side 1, rounded up.
const HALF_DIAGONAL: f64 = 0.866_025_403_784_439;

/// Cells of a block in which signs are in doubt: bit x + 8 y of word z.
pub(super) type Doubt = [u64; SIDE];

/// Side tests for a surface.
pub(super) struct Sides<'a, T: Real> {
    mesh: &'a TriangleMesh<T>,
    open: Option<Open<'a, T>>,
    /// Set if pseudonormals decide the side.
    outward: Option<Outward<'a, T>>,
}

impl<'a, T: Real> Sides<'a, T> {
    pub(super) fn new(mesh: &'a TriangleMesh<T>) -> Self {
        Self { mesh, open: (!mesh.is_closed()).then(|| Open::new(mesh)), outward: Outward::new(mesh) }
    }

    /// Method by which signs are decided.
    pub(super) fn sign(&self) -> Sign {
        if self.outward.is_some() { Sign::PseudoNormals } else { Sign::WindingNumber }
    }

    fn is_inside(&self, p: Vec3<f64>) -> bool {
        match &self.open {
            None => {
                let by_normal = self.outward.as_ref().and_then(|outward| outward.is_inside(p));
                by_normal.unwrap_or_else(|| self.mesh.position_wide(p) == Some(Position::Inside))
            }
            Some(open) => open.is_inside(p),
        }
    }

    /// For each block with values, the cells in which signs are in doubt. Empty for a closed surface.
    pub(super) fn doubtful_cells(&self, blocks: &Blocks) -> Vec<Doubt> {
        let Some(open) = &self.open else { return Vec::new() };
        let mut doubtful = vec![[0; SIDE]; blocks.len()];
        parallel::each(&mut doubtful, 4, &|slot, doubt| {
            let first = blocks.places[slot].each(|b| b as usize * SIDE);
            doubts(open, &blocks.grid, first, [0; 3], SIDE, 1, doubt);
        });
        doubtful
    }

    /// For each block of the grid, x fastest, whether signs are in doubt anywhere in it; `cells` are the doubtful cells of the blocks
    /// with values. Empty for a closed surface.
    pub(super) fn doubtful_blocks(&self, blocks: &Blocks, cells: &[Doubt]) -> Vec<bool> {
        let Some(open) = &self.open else { return Vec::new() };
        let grid = &blocks.grid;
        let [nx, ny, nz] = grid.blocks();
        let mut doubtful = vec![false; nx * ny * nz];
        parallel::each(&mut doubtful, 16, &|at, doubtful| {
            let block = [at % nx, at / nx % ny, at / (nx * ny)];
            let found = blocks.slot(block).map_or_else(
                || {
                    let mut found = [0; SIDE];
                    doubts(open, grid, block.each(|b| b * SIDE), [0; 3], SIDE, SIDE / 4, &mut found);
                    found
                },
                |slot| cells[slot],
            );
            *doubtful = found != [0; SIDE];
        });
        doubtful
    }

    /// Sets the signs of the corners of all blocks of a grid. `doubtful` is that of [`Sides::doubtful_blocks`].
    pub(super) fn of_corners(&self, grid: &Grid, values: &mut [f32], off: f64, doubtful: &[bool]) {
        let [nx, ny, _] = grid.blocks();
        let sure = |[x, y, z]: [usize; 3]| !doubtful[(z * ny + y) * nx + x];
        let place = |node: [usize; 3]| grid.node(node.each(|i| i * SIDE));
        self.of_box(values, grid.corners(), SIDE as f32, rounded_up(off), &sure, &place);
    }

    /// Sets the signs of the nodes of all blocks. `doubtful` is that of [`Sides::doubtful_cells`].
    pub(super) fn of_blocks(
        &self,
        blocks: &Blocks,
        values: &mut [f32],
        off: f64,
        doubtful: &[Doubt],
        watch: &mut Watch<'_>,
    ) -> Result<(), MapError> {
        super::methods::each_block(blocks, values, watch, &|slot, values| {
            let sure = |[x, y, z]: [usize; 3]| doubtful[slot][z] >> (x + SIDE * y) & 1 == 0;
            let place = |node: [usize; 3]| blocks.grid.node(blocks.node(slot, local_of(node)));
            self.of_box(values, [NODES; 3], 1.0, rounded_up(off), &sure, &place);
            0.0
        })?;
        Ok(())
    }

    /// Sets the signs of the nodes of a box: `n` of them along each axis, `step` spacings apart. `off`: error bound of their distances.
    /// `sure`: the cells in which signs change only at the surface.
    fn of_box(
        &self,
        values: &mut [f32],
        n: [usize; 3],
        step: f32,
        off: f32,
        sure: &dyn Fn([usize; 3]) -> bool,
        place: &dyn Fn([usize; 3]) -> Vec3<f64>,
    ) {
        let strides = [1, n[0], n[0] * n[1]];
        for at in 0..values.len() {
            let node = [at % n[0], at / n[0] % n[1], at / (n[0] * n[1])];
            let v = values[at];
            let known = (0..3).filter(|&axis| node[axis] > 0).find_map(|axis| {
                let before = values[at - strides[axis]];
                // Rounding to f32 of both, and of the sum.
                let apart = (before.abs() + v) * (1.0 - 4.0 * f32::EPSILON) > step + 2.0 * off;
                (apart && (self.open.is_none() || beside_sure(node, axis, n, sure))).then_some(before)
            });
            let negative = match known {
                Some(before) => before.is_sign_negative(),
                None => self.is_inside(place(node)),
            };
            if negative {
                values[at] = -v;
            }
        }
    }
}

/// Whether one of the cells around the edge from a node back along an axis is certain.
fn beside_sure(node: [usize; 3], axis: usize, n: [usize; 3], sure: &dyn Fn([usize; 3]) -> bool) -> bool {
    (0..4_usize).any(|which| {
        let mut cell = node;
        cell[axis] -= 1;
        for (bit, other) in [(axis + 1) % 3, (axis + 2) % 3].into_iter().enumerate() {
            match cell[other].checked_sub(which >> bit & 1) {
                Some(c) if c + 1 < n[other] => cell[other] = c,
                _ => return false,
            }
        }
        sure(cell)
    })
}

/// Sets the bits of the cells of a block that are in doubt: of a cube of `side` cells, from the cell `at` of the block. Cubes of `least`
/// cells are not divided.
fn doubts<T: Real>(
    open: &Open<'_, T>,
    grid: &Grid,
    first: [usize; 3],
    at: [usize; 3],
    side: usize,
    least: usize,
    found: &mut Doubt,
) {
    let half = side as f64 / 2.0;
    let [x, y, z] = core::array::from_fn(|axis| (first[axis] + at[axis]) as f64 + half);
    let radius = (side as f64 + grid.rounding()) * HALF_DIAGONAL * grid.spacing;
    if open.is_sure(grid.place(x, y, z), radius) {
        return;
    }
    if side <= least {
        for plane in &mut found[at[2]..at[2] + side] {
            for y in at[1]..at[1] + side {
                for x in at[0]..at[0] + side {
                    *plane |= 1 << (x + SIDE * y);
                }
            }
        }
        return;
    }
    for part in 0..8_usize {
        let at = core::array::from_fn(|axis| at[axis] + (part >> axis & 1) * side / 2);
        doubts(open, grid, first, at, side / 2, least, found);
    }
}
