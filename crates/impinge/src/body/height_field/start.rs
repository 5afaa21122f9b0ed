//! Start of a walk through the tree of a grid: at the few blocks near a box, not at the root.
//!
//! On the way from the root a node is computed for each level, which takes longer than querying the triangles below a box. Rows and
//! columns directly show where those are.

use super::grid::{Grid, Level};
use crate::broad::bvh::{Slot, Turned, WIDE};
use crate::math::Each;

/// Maximum number of neighboring blocks that cover a range of cells, along x and along y.
const BESIDE: u32 = 2;

impl Grid {
    /// The slots of all blocks of one level that come within `limit` of a box in the frame of the tree, and their number.
    pub(super) fn blocks_near(&self, near: &Turned, limit: f64) -> ([Slot; 4], usize) {
        let whole = ([0; 4], 1);
        let Some([columns, rows]) = self.cells_near(near, limit) else { return whole };
        if columns[0] > columns[1] || rows[0] > rows[1] {
            return ([0; 4], 0);
        }
        let is_covered = |&k: &usize| {
            let Level { high, wide, .. } = self.levels[k];
            columns[1] / wide - columns[0] / wide < BESIDE && rows[1] / high - rows[0] / high < BESIDE
        };
        let top = self.levels.len() - 1;
        let Some(k) = (0..top).find(is_covered) else { return whole };
        let (Level { high, wide, columns: stride, first, .. }, above) = (self.levels[k], self.levels[k + 1]);
        let [floor, roof] = self.ends(near, 2, limit);
        let height = |h: f32| self.rounded(f64::from(h) * self.spacing[2]);
        let (mut slots, mut count) = ([0; 4], 0);
        for row in rows[0] / high..=rows[1] / high {
            for column in columns[0] / wide..=columns[1] / wide {
                let [low, most] = self.spans[(first + row * stride + column) as usize - 1];
                let Some(node) = above.block(row / above.down, column / above.across) else { continue };
                if low <= most && height(low) <= roof && height(most) >= floor {
                    let lane = row % above.down * above.across + column % above.across;
                    slots[count] = node * WIDE as Slot + lane;
                    count += 1;
                }
            }
        }
        (slots, count)
    }

    /// First and last of the columns and rows of cells that come within `limit` of a box, with one more on either side for all
    /// rounding; the range is empty if the first is beyond the last. `None` if it cannot be computed.
    fn cells_near(&self, near: &Turned, limit: f64) -> Option<[[u32; 2]; 2]> {
        let range = |axis: usize, cells: u32| {
            let [low, high] = self.ends(near, axis, limit).each(|x| x / self.spacing[axis]);
            // Coordinates of samples in f32 have a relative error of 2^-24, and so have boxes.
            let more = 1.0 + f64::from(cells) * f64::from(f32::EPSILON);
            let last = f64::from(cells - 1);
            let is_known = low.is_finite() && high.is_finite();
            let beside = high + more < 0.0 || low - more > last + 1.0;
            is_known.then(|| match beside {
                true => [1, 0],
                false => [(low - more).clamp(0.0, last) as u32, (high + more).clamp(0.0, last) as u32],
            })
        };
        Some([range(0, self.columns - 1)?, range(1, self.rows - 1)?])
    }

    /// The interval along an axis that is within `limit` of a box.
    fn ends(&self, near: &Turned, axis: usize, limit: f64) -> [f64; 2] {
        let reach: f64 = (0..3).map(|k| f64::from(near.axes[k][axis].abs() * near.half[k])).sum();
        // Boxes are larger than necessary by more than the rounding here.
        [-1.0, 1.0].each(|side| {
            let x = f64::from(near.center[axis]) + side * reach;
            x * self.frame.unit + self.frame.origin[axis] + side * limit
        })
    }

    /// A triangle under or above the middle of a box in the frame of the tree, or beside it: one that is probably near.
    pub(super) fn triangle_near(&self, near: &Turned) -> Option<u32> {
        let place = |axis: usize, cells: u32| {
            let x = f64::from(near.center[axis]) * self.frame.unit + self.frame.origin[axis];
            (x / self.spacing[axis]).clamp(0.0, f64::from(cells - 1)) as u32
        };
        Some(2 * self.cell(place(1, self.rows - 1), place(0, self.columns - 1))?)
    }
}
