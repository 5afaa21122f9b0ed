//! Where nodes and cells are, and how many: refused where they are too many or too small.

use super::settings::{MapError, MapSettings};
use crate::math::{Aabb, Each, Real, Vec3, mesh_limit};

/// Cells of a block along each axis.
pub(crate) const SIDE: usize = 8;

/// Nodes of a block along each axis.
pub(crate) const NODES: usize = SIDE + 1;

/// Nodes of a block.
pub(crate) const PER_BLOCK: usize = NODES * NODES * NODES;

/// Cells between the box around the mesh and the border of the grid, at least, on all sides.
const MARGIN: u64 = 2;

/// A spacing must be this many roundings of the largest coordinate: then the nodes of a cell are apart, and what is lost by
/// rounding is small beside a cell.
const LEAST_ULPS: f64 = 4096.0;

/// The positions of nodes and of points in cells are each found by a few operations on numbers of the size of the box.
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
    /// The grid around a mesh, as settings ask for it. No memory is taken.
    pub(super) fn around<T: Real>(bounds: Aabb<Vec3<f64>>, settings: &MapSettings) -> Result<Self, MapError> {
        let bad = |what, value| Err(MapError::BadSetting { what, value });
        let size = bounds.max - bounds.min;
        if settings.cells == 0 {
            return bad("cells", 0.0);
        }
        let spacing = settings.spacing.unwrap_or_else(|| size.max_abs() / settings.cells as f64);
        // Squares of it must be numbers too, and a cell no larger than a mesh can be.
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
        // A quotient too large for the type becomes its largest number.
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

    /// A place given in cells from the origin.
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

    /// The largest coordinate of the box, by size.
    pub(crate) fn extent(&self) -> f64 {
        let end = self.node(self.cells);
        Real::max(self.origin.max_abs(), end.max_abs())
    }

    /// By how many spacings the place of a node or of a point in its cell may be off by rounding.
    pub(crate) fn rounding(&self) -> f64 {
        GRID_ULPS * f64::EPSILON * self.extent() / self.spacing
    }
}

/// Bytes of the layer over the whole box: a value for each corner of a block, and the place of each block.
fn coarse_bytes(cells: [u64; 3]) -> u128 {
    let blocks = cells.each(|c| u128::from(c / SIDE as u64));
    let product = |[x, y, z]: [u128; 3]| x.saturating_mul(y).saturating_mul(z);
    product(blocks.each(|b| b + 1)).saturating_add(product(blocks)).saturating_mul(4)
}

/// Bytes of a map with so many blocks that have values of their own.
pub(super) fn bytes_with(grid: &Grid, blocks: usize) -> u128 {
    coarse_bytes(grid.cells.each(|c| c as u64)) + blocks as u128 * (PER_BLOCK * 4 + 12) as u128
}

/// As `f32`, and no smaller.
pub(super) fn rounded_up(x: f64) -> f32 {
    (x * (1.0 + f64::from(f32::EPSILON))) as f32 + f32::MIN_POSITIVE
}
