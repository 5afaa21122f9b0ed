//! Contact normals that a height field allows: as for [`TriangleMesh`](crate::mesh::TriangleMesh), not those of a triangle by
//! itself where the surface continues (internal edges).

use super::Grid;
use crate::math::Vec3;
use crate::mesh::Surface;

impl Surface for Grid {
    fn corners_of(&self, item: u32) -> [Vec3<f64>; 3] {
        self.triangle(item)
    }

    /// The sides of the triangle on the right of the diagonal are along the row, along the column and the diagonal; those of the
    /// triangle on the left are the diagonal, along the row and along the column.
    fn beyond(&self, item: u32, side: usize) -> Option<u32> {
        let (cell, is_left) = (item / 2, item % 2 == 1);
        let (row, column) = (cell / (self.columns - 1), cell % (self.columns - 1));
        let cell = match (is_left, side) {
            (false, 0) => self.cell(row.checked_sub(1)?, column),
            (false, 1) => self.cell(row, column + 1),
            (true, 1) => self.cell(row + 1, column),
            (true, 2) => self.cell(row, column.checked_sub(1)?),
            _ => Some(cell),
        };
        cell.map(|cell| 2 * cell + u32::from(!is_left))
    }
}
