//! Octahedral map by which a query enters the tree: two grids of squares over the sphere of directions.
//!
//! A direction divided by the sum of its absolute components lies on the octahedron |x| + |y| + |z| = 1. Seen along z,
//! its upper and lower half are the same diamond, and a grid of squares covers each: one division and no branch lead
//! from a direction to its square. The planes x = 0 and y = 0 are lines of the grid, so within a square the octahedron
//! is flat, and the lines are planes through the origin: the square is a cell like those of the tree.
//!
//! Squares do not depend on the cones. If cones are round, a fine map leads to the few that intersect a square, and
//! there is no tree below it. If they are thin, squares would cut them crosswise into many parts; the map is then
//! coarse, eight octants at worst, and the tree below does the work.
//!
//! **Error.** Rounding moves the position of a direction along x or y by at most (1 + 2 |place|) ε, which turns it by
//! less than 4 ε: the same as a rounding error in a side test of the tree.

use alloc::vec::Vec;

use crate::math::{Real, Vec3};

/// An octahedral map of directions.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OctMap<T> {
    /// Number of squares along half a side, 0 if the map is only the root of the tree, node 0.
    pub(super) half: usize,
    /// The same number minus a few ε: so that the far corners of the diamond lie within the last square.
    scale: T,
    /// Offset from a position on the diamond times `scale` to a number that rounds to that of its row or column.
    shift: T,
    /// Upper and lower half of the octahedron, each by rows: a node or a cell. Squares outside the diamond repeat their
    /// neighbors.
    pub(super) entries: Vec<u32>,
}

impl<T: Real> OctMap<T> {
    pub(super) fn new(half: usize) -> Self {
        let size = T::of(half as f64);
        Self {
            half,
            scale: size - size * T::EPSILON * T::of(8.0),
            shift: size - T::HALF,
            entries: alloc::vec![0; 8 * half * half],
        }
    }

    /// The entry for a direction whose components are neither huge nor tiny.
    #[inline(always)]
    pub(super) fn entry(&self, d: Vec3<T>) -> u32 {
        if self.half == 0 {
            return 0;
        }
        let scale = self.scale / (d.x.abs() + d.y.abs() + d.z.abs());
        let column = (d.x * scale + self.shift).nearest_whole();
        let row = (d.y * scale + self.shift).nearest_whole();
        self.entries[self.place(d.z < T::ZERO, row as usize, column as usize)]
    }

    /// Index of the entry of a square.
    #[inline(always)]
    pub(super) fn place(&self, lower: bool, row: usize, column: usize) -> usize {
        let side = 2 * self.half;
        (usize::from(lower) * side + row) * side + column
    }

    /// The plane between squares `line - 1` and `line` along an axis, within an octant, positive beyond the line.
    pub(super) fn line(&self, octant: Vec3<f64>, axis: usize, line: usize) -> Vec3<f64> {
        let at = (line as f64 - self.half as f64) / self.scale.f64();
        (Vec3::axis(axis) - octant * at).unit()
    }
}
