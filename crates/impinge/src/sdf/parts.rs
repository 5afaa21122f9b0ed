//! A map as plain data, and back: the contents of a file.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::DistanceMap;
use super::blocks::{Blocks, EMPTY, NODES, PER_BLOCK, SIDE};
use super::grid::{Grid, bytes_with, rounded_up};
use super::settings::{MapError, Method, Sign};
use crate::math::{Aabb, Each, Real, Vec3, mesh_limit};

/// Data of a map, in numbers of a fixed size.
///
/// The grid has its nodes at `origin + spacing · (i, j, k)` and its cells between them, in blocks of 8 × 8 × 8. Lists run along x first,
/// then y, then z.
#[derive(Clone, Debug, PartialEq)]
pub struct MapParts {
    /// Position of the first node.
    pub origin: [f64; 3],
    /// The side of a cell.
    pub spacing: f64,
    /// Cells along each axis, multiples of 8.
    pub cells: [u32; 3],
    /// Box around the mesh: its low and its high corner.
    pub bounds: [[f64; 3]; 2],
    /// Distance from the surface up to which the map is as fine as its cells, in spacings.
    pub band: f64,
    /// Error bound of a value in spacings, before it is rounded to `f32`.
    pub node_error: f64,
    /// Method by which distances were computed.
    pub method: Method,
    /// Method by which signs were decided.
    pub sign: Sign,
    /// Whether the surface is closed.
    pub closed: bool,
    /// For each block, whether it has values of its own.
    pub present: Vec<bool>,
    /// Values at the corners of all blocks, in spacings.
    pub coarse: Vec<f32>,
    /// Values at the 9 × 9 × 9 nodes of each block that has some, in spacings.
    pub values: Vec<f32>,
    /// For each block of an open mesh, whether signs are in doubt somewhere in it; empty for a closed mesh.
    pub doubtful_blocks: Vec<bool>,
    /// For each block with values of an open mesh, 8 words: bit x + 8 y of word z says whether signs are in doubt in a cell. Empty for a
    /// closed mesh.
    pub doubtful_cells: Vec<u64>,
}

impl<T: Real> DistanceMap<T> {
    /// Data of this map.
    pub fn parts(&self) -> MapParts {
        let grid = &self.blocks.grid;
        MapParts {
            origin: grid.origin.to_array(),
            spacing: grid.spacing,
            cells: grid.cells.each(|c| c as u32),
            bounds: [self.bounds.min.to_array(), self.bounds.max.to_array()],
            band: self.band,
            node_error: self.node_error,
            method: self.method,
            sign: self.sign,
            closed: self.closed,
            present: self.blocks.slots.iter().map(|&slot| slot != EMPTY).collect(),
            coarse: self.coarse.clone(),
            values: self.values.clone(),
            doubtful_blocks: self.doubtful_blocks.clone(),
            doubtful_cells: self.doubtful_cells.as_flattened().to_vec(),
        }
    }

    /// Builds a map from its data. Everything that can be checked without the mesh is checked: sizes, that numbers are finite, that
    /// blocks agree at their borders, and that no two neighbors differ by more than distances can.
    ///
    /// # Errors
    /// [`MapError::BadParts`], with the reason.
    pub fn from_parts(parts: MapParts) -> Result<Self, MapError> {
        let MapParts { origin, spacing, cells, bounds, band, node_error, .. } = parts;
        let check =
            |right: bool, why: &'static str| if right { Ok(()) } else { Err(MapError::BadParts { why }) };
        // The grid is larger than the mesh, by some cells.
        let limit = 4.0 * mesh_limit::<T>();
        let finite = |p: &[f64; 3]| p.iter().all(|x| x.abs() <= limit);
        check(spacing > 0.0 && (spacing * spacing).is_normal(), "the spacing is not a length")?;
        check(spacing <= limit, "the spacing is too large")?;
        check(finite(&origin) && bounds.iter().all(finite), "a corner is not finite or too large")?;
        check(band >= 0.0 && band.is_finite(), "the band is not a length")?;
        check(node_error >= 0.0 && node_error.is_finite(), "the error at nodes is not a length")?;
        let whole = |&c: &u32| c > 0 && (c as usize).is_multiple_of(SIDE);
        check(cells.iter().all(whole), "the cells are not in blocks of 8")?;
        let grid = Grid { origin: origin.into(), spacing, cells: cells.each(|c| c as usize) };
        check(bytes_with(&grid, 0) < usize::MAX as u128 / 2, "there are more blocks than can be counted")?;
        check(grid.rounding() < 1.0, "the spacing is too small for coordinates of this size")?;
        let count = |[x, y, z]: [usize; 3]| x * y * z;
        check(
            parts.present.len() == count(grid.blocks()),
            "the list of blocks is not as long as the grid says",
        )?;
        check(
            parts.coarse.len() == count(grid.corners()),
            "the coarse layer is not as large as the grid says",
        )?;
        let held = parts.present.iter().filter(|&&present| present).count();
        check(
            held.checked_mul(PER_BLOCK) == Some(parts.values.len()),
            "there are not 729 values for each block",
        )?;
        let open = |count: usize| if parts.closed { 0 } else { count };
        check(
            parts.doubtful_blocks.len() == open(parts.present.len())
                && parts.doubtful_cells.len() == open(held * SIDE),
            "the cells in doubt are not as many as the grid says",
        )?;
        let end = grid.node(grid.cells).to_array();
        let ordered = (0..3)
            .all(|i| origin[i] <= bounds[0][i] && bounds[0][i] <= bounds[1][i] && bounds[1][i] <= end[i]);
        check(ordered, "the mesh is not in the box")?;
        let blocks = Blocks::new(grid, parts.present);
        let off = node_error + grid.rounding();
        let smooth = |values: &[f32], n: [usize; 3], step: f64| lipschitz(values, n, step, off, parts.closed);
        check(
            smooth(&parts.coarse, grid.corners(), SIDE as f64),
            "values of the coarse layer are not distances",
        )?;
        check(
            parts.values.chunks(PER_BLOCK).all(|values| smooth(values, [NODES; 3], 1.0)),
            "values of a block are not distances",
        )?;
        let mut spread = parts.values.clone();
        blocks.spread(&mut spread);
        let same = spread.iter().zip(&parts.values).all(|(a, b)| a.to_bits() == b.to_bits());
        check(same, "two blocks do not agree where they meet")?;
        let mut map = Self {
            per_spacing: 1.0 / spacing,
            far: grid.far(),
            rounding: grid.rounding(),
            off: rounded_up(off),
            blocks,
            coarse: parts.coarse,
            values: parts.values,
            doubtful_blocks: parts.doubtful_blocks,
            doubtful_cells: parts.doubtful_cells.as_chunks().0.to_vec(),
            bounds: Aabb { min: Vec3::from(bounds[0]), max: Vec3::from(bounds[1]) },
            node_error,
            band,
            method: parts.method,
            sign: parts.sign,
            closed: parts.closed,
            sure_beyond: true,
            scalar: PhantomData,
        };
        map.sure_beyond = map.is_sure_beyond();
        Ok(map)
    }
}

/// Whether all values are finite, and those of neighbors differ by no more than their distance, `step` spacings, allows. If signs are
/// unreliable, only magnitudes are compared.
fn lipschitz(values: &[f32], [nx, ny, _]: [usize; 3], step: f64, off: f64, signed: bool) -> bool {
    let number = |at: usize| if signed { f64::from(values[at]) } else { f64::from(values[at].abs()) };
    values.iter().enumerate().all(|(at, v)| {
        let near = |stride: usize, first: bool| {
            let (a, b) = (number(at), if first { number(at) } else { number(at - stride) });
            let rounded = f64::from(f32::EPSILON) * (a.abs() + b.abs());
            (a - b).abs() <= step + 2.0 * off + rounded
        };
        v.is_finite()
            && near(1, at.is_multiple_of(nx))
            && near(nx, (at / nx).is_multiple_of(ny))
            && near(nx * ny, at < nx * ny)
    })
}
