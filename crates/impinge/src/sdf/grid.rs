//! The grid: positions and numbers of nodes and cells; rejected if they are too many or too small.

use super::settings::{MapError, MapSettings};
use crate::math::{Aabb, Each, Real, Vec3, mesh_limit};

/// Cells of a block along each axis.
pub(crate) const SIDE: usize = 8;

/// Nodes of a block along each axis.
pub(crate) const NODES: usize = SIDE + 1;

/// Nodes of a block.
pub(crate) const PER_BLOCK: usize = NODES * NODES * NODES;

/// Minimum number of cells between the box around the mesh and the border of the grid, on all sides.
const MARGIN: u64 = 2;

/// Smallest spacing in roundings of the largest coordinate: it keeps the nodes of a cell distinct, and the rounding error small compared
/// to a cell.
const LEAST_ULPS: f64 = 4096.0;

/// Rounding of positions: nodes and points in cells are each found by a few operations on numbers of the size of the box.
const GRID_ULPS: f64 = 16.0;

/// Nodes at `origin + spacing · (i, j, k)`, and cells between them, in the frame of the mesh. Cells along each axis are a
/// multiple of [`SIDE`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Grid {
    pub(crate) origin: Vec3<f64>,
    pub(crate) spacing: f64,
    pub(crate) cells: [usize; 3],
}

impl Grid {
    /// The grid around a mesh for the given settings. Allocates nothing.
    pub(super) fn around<T: Real>(bounds: Aabb<Vec3<f64>>, settings: &MapSettings) -> Result<Self, MapError> {
        let bad = |what, value| Err(MapError::BadSetting { what, value });
        let size = bounds.max - bounds.min;
        if settings.cells == 0 {
            return bad("cells", 0.0);
        }
        let spacing = settings.spacing.unwrap_or_else(|| size.max_abs() / settings.cells as f64);
        // Its square must be a normal number too, and a cell no larger than a mesh can be.
        let fits = (spacing * spacing).is_normal() && spacing <= 2.0 * mesh_limit::<T>();
        if !(spacing > 0.0 && fits) {
            return bad("spacing", spacing);
        }
        if !(settings.band >= 0.0 && settings.band.is_finite()) {
            return bad("band", settings.band);
        }
        let extent = bounds.min.max_abs().max(bounds.max.max_abs());
        let least = LEAST_ULPS * f64::EPSILON * extent;
        if spacing < least {
            return Err(MapError::TooFine { spacing, least });
        }
        // A quotient too large for the type saturates to its largest number.
        let side = SIDE as u64;
        let around = |length: f64| {
            let across = length / spacing;
            let whole = across as u64;
            let cells = whole + u64::from((whole as f64) < across);
            cells.saturating_add(2 * MARGIN).div_ceil(side).saturating_mul(side)
        };
        let cells = [around(size.x), around(size.y), around(size.z)];
        let limit = settings.max_bytes;
        let bytes = coarse_bytes(cells);
        let countable = cells.iter().all(|&c| c < u64::from(u32::MAX));
        if bytes > u128::from(limit) || !countable {
            let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
            return Err(MapError::TooLarge { cells, bytes, limit });
        }
        let cells = cells.each(|c| c as usize);
        let over = Vec3::new(cells[0] as f64, cells[1] as f64, cells[2] as f64) * spacing - size;
        Ok(Self { origin: bounds.min - over * 0.5, spacing, cells })
    }

    /// The position of a node.
    #[inline]
    pub(crate) fn node(&self, [i, j, k]: [usize; 3]) -> Vec3<f64> {
        self.place(i as f64, j as f64, k as f64)
    }

    /// Position of a point given in cells from the origin.
    #[inline]
    pub(crate) fn place(&self, x: f64, y: f64, z: f64) -> Vec3<f64> {
        self.origin + Vec3::new(x, y, z) * self.spacing
    }

    /// The far corner of the box, in spacings from the origin.
    pub(super) fn far(&self) -> Vec3<f64> {
        let [x, y, z] = self.cells.each(|c| c as f64);
        Vec3::new(x, y, z)
    }

    /// Blocks along each axis.
    #[inline]
    pub(crate) fn blocks(&self) -> [usize; 3] {
        self.cells.each(|c| c / SIDE)
    }

    /// Corners of blocks along each axis.
    #[inline]
    pub(crate) fn corners(&self) -> [usize; 3] {
        self.blocks().each(|b| b + 1)
    }

    /// The largest coordinate of the box, in magnitude.
    pub(crate) fn extent(&self) -> f64 {
        let end = self.node(self.cells);
        Real::max(self.origin.max_abs(), end.max_abs())
    }

    /// Rounding error of the position of a node or of a point in its cell, in spacings.
    pub(crate) fn rounding(&self) -> f64 {
        GRID_ULPS * f64::EPSILON * self.extent() / self.spacing
    }
}

/// Bytes of the coarse layer over the whole box: a value for each corner of a block, and the slot of each block.
fn coarse_bytes(cells: [u64; 3]) -> u128 {
    let blocks = cells.each(|c| u128::from(c / SIDE as u64));
    let product = |[x, y, z]: [u128; 3]| x.saturating_mul(y).saturating_mul(z);
    product(blocks.each(|b| b + 1)).saturating_add(product(blocks)).saturating_mul(4)
}

/// Bytes of a map with this many blocks that have values of their own.
pub(super) fn bytes_with(grid: &Grid, blocks: usize) -> u128 {
    coarse_bytes(grid.cells.each(|c| c as u64)) + blocks as u128 * (PER_BLOCK * 4 + 12) as u128
}

/// Converts to `f32`, rounding up.
pub(super) fn rounded_up(x: f64) -> f32 {
    (x * (1.0 + f64::from(f32::EPSILON))) as f32 + f32::MIN_POSITIVE
}
