//! Bounds on the errors of a whole map: near the surface, anywhere in its box, and beyond it.
//!
//! All lengths are in spacings until the end.
//!
//! # Beyond the box
//! With q the point of the box nearest to p and g = |p − q|, the value is √(g² + V(q)²) with V(q) >= 0, and the true distance between
//! √(g² + low(q)²) and g + high(q). The value is at least g, so the upper end is at most high(q) from it. √(g² + x²) changes by no more
//! than x does, so the lower end is at most V(q) − low(q) from it: the error in the box. And high(q) follows from the values at the
//! corners of blocks on the border: in a block without values of its own q is interpolated between them; in any other it is at most half
//! the diagonal of a square of 8 × 8 cells from one, its true distance differs by no more than that, and high(q) by the error of a cell more.

use core::f64::consts::FRAC_1_SQRT_2;

use super::DistanceMap;
use super::blocks::{EMPTY, PER_BLOCK, SIDE, local_of};
use super::cell::{worst_error, worst_error_in_doubt};
use crate::math::Real;

/// Bounds on [`Sample::error`](super::Sample::error), in the unit of the mesh.
pub(super) struct Bounds {
    /// Within the band, if the sign is not in doubt.
    pub(super) band: f64,
    /// In the box.
    pub(super) in_box: f64,
    /// Beyond the box, without the rounding of large values; none if something there may be inside.
    pub(super) beyond: Option<f64>,
}

impl<T: Real> DistanceMap<T> {
    /// The bounds. Scans all values.
    pub(super) fn error_bounds(&self) -> Bounds {
        let (off, block) = (self.node_error + self.rounding, SIDE as f64);
        let largest = |values: &mut dyn Iterator<Item = f32>| {
            values.fold(0.0_f64, |most, v| Real::max(most, f64::from(v.abs())))
        };
        // Bounds in cells, and in blocks, which are cells of the coarse layer.
        let in_cells = |values: &mut dyn Iterator<Item = f32>, bound: fn(f64, f64) -> f64| {
            let most = largest(values);
            self.rounded(bound(most, off), most)
        };
        let in_blocks = |values: &mut dyn Iterator<Item = f32>, bound: fn(f64, f64) -> f64| {
            let most = largest(values);
            self.rounded(bound(most / block, off / block) * block, most)
        };
        let band = in_cells(&mut self.values.iter().copied(), worst_error);
        let mut in_box = band;
        if self.blocks.slots.contains(&EMPTY) {
            in_box = Real::max(in_box, in_blocks(&mut self.coarse.iter().copied(), worst_error));
        }
        if self.doubtful_cells.iter().flatten().any(|&cells| cells != 0) {
            in_box = Real::max(in_box, in_cells(&mut self.fine_in_doubt(), worst_error_in_doubt));
        }
        if !self.doubtful_blocks.is_empty() {
            let mut values = self.coarse_in_doubt().peekable();
            if values.peek().is_some() {
                in_box = Real::max(in_box, in_blocks(&mut values, worst_error_in_doubt));
            }
        }
        let beyond = self.sure_beyond.then(|| {
            let border = largest(&mut self.coarse_on_border());
            let in_block = worst_error(border / block, off / block) * block;
            let in_cell = FRAC_1_SQRT_2 * block + off + worst_error(border + block, off);
            let high = border + Real::max(in_block, in_cell);
            Real::max(in_box, self.rounded(high, high))
        });
        Bounds { band, in_box, beyond }
    }

    /// An error in the unit of the mesh, with the rounding of a value up to `most` to the scalar.
    fn rounded(&self, error: f64, most: f64) -> f64 {
        let (ulp, least) = (T::EPSILON.f64(), T::power_of_two(1 - T::MAX_EXPONENT).f64());
        let [error, most] = [error, most].map(|x| x * self.blocks.grid.spacing);
        (error + 4.0 * ulp * (most + error)) * (1.0 + 8.0 * f64::EPSILON) + 2.0 * least
    }

    /// Values at the corners of cells in which the sign is in doubt.
    fn fine_in_doubt(&self) -> impl Iterator<Item = f32> {
        let of_slot = |(slot, layers): (usize, &super::Doubt)| {
            let layers = *layers;
            (0..SIDE * SIDE * SIDE).filter_map(move |cell| {
                let at = [cell % SIDE, cell / SIDE % SIDE, cell / (SIDE * SIDE)];
                let doubtful = layers[at[2]] >> (at[0] + SIDE * at[1]) & 1 == 1;
                doubtful.then_some((slot, at))
            })
        };
        let cells = self.doubtful_cells.iter().enumerate().flat_map(of_slot);
        cells.flat_map(move |(slot, [x, y, z])| {
            (0..8).map(move |c| {
                self.values[slot * PER_BLOCK + local_of([x + (c & 1), y + (c >> 1 & 1), z + (c >> 2)])]
            })
        })
    }

    /// Values at the corners of blocks without values of their own in which the sign is in doubt.
    fn coarse_in_doubt(&self) -> impl Iterator<Item = f32> {
        let [nx, ny, _] = self.blocks.grid.blocks();
        let blocks = self.doubtful_blocks.iter().zip(&self.blocks.slots).enumerate();
        blocks.filter(|&(_, (&doubt, &slot))| doubt && slot == EMPTY).flat_map(move |(at, _)| {
            let [x, y, z] = [at % nx, at / nx % ny, at / (nx * ny)];
            (0..8).map(move |c| {
                let corner = ((z + (c >> 2)) * (ny + 1) + y + (c >> 1 & 1)) * (nx + 1) + x + (c & 1);
                self.coarse[corner]
            })
        })
    }

    /// Values at the corners of blocks on the border of the box.
    fn coarse_on_border(&self) -> impl Iterator<Item = f32> {
        let [nx, ny, nz] = self.blocks.grid.corners();
        let border = |i: usize, n: usize| i == 0 || i + 1 == n;
        let on =
            move |at: usize| border(at % nx, nx) || border(at / nx % ny, ny) || border(at / (nx * ny), nz);
        self.coarse.iter().enumerate().filter(move |&(at, _)| on(at)).map(|(_, &value)| value)
    }
}
