//! Samples of a height field, and a tree over its triangles that is computed as it is traversed.
//!
//! # Layout
//! A block of 2 × 2 cells is a node of eight triangles. 4 × 2 blocks form a block of the next level, 2 × 4 of these one of the level
//! above, and so on alternately, so that blocks are square or twice as wide as they are high. Only the lowest and highest sample of
//! each block are stored, 8 bytes for four cells and a seventh of that for all levels above. Boxes are computed from them; those of
//! triangles are as flat as the triangles.

use alloc::vec;
use alloc::vec::Vec;
use core::borrow::Borrow;

use crate::broad::bvh::{Boxes, Frame, Link, Node, Slot, Turned, WIDE};
use crate::math::Vec3;
use crate::mesh::Surface;
use crate::parallel;

/// Number of blocks that one thread processes at a time.
const MANY: usize = 1 << 12;

/// Number of cells in one word of the hole mask.
const WORD: usize = u64::BITS as usize;

/// Lowest and highest sample of a block without a cell.
const NOTHING: [f32; 2] = [f32::INFINITY, f32::NEG_INFINITY];

/// The samples of a height field, in `f64` whatever its precision. See the [module](self).
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Grid {
    /// Number of samples along y and along x.
    pub(super) rows: u32,
    pub(super) columns: u32,
    /// Distance of neighboring samples along x and y; scale of a sample along z.
    pub(super) spacing: [f64; 3],
    /// Whether coordinates are rounded to `f32`.
    single: bool,
    pub(super) heights: Vec<f32>,
    /// A bit for each cell, set if it is a hole; empty if there are no holes.
    holes: Vec<u64>,
    pub(super) levels: Vec<Level>,
    /// Lowest and highest sample of each block, by the number of its node minus 1.
    pub(super) spans: Vec<[f32; 2]>,
    pub(super) frame: Frame,
    /// Rounding of coordinates in the frame; see [`Frame::around`].
    lost: f64,
}

/// Blocks of one size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// Number of the first block's node.
    pub(super) first: u32,
    /// Number of blocks along y and along x.
    pub(super) rows: u32,
    pub(super) columns: u32,
    /// Number of cells of a block along y and along x.
    pub(super) high: u32,
    pub(super) wide: u32,
    /// Number of blocks of the level below in one block, along y and along x.
    pub(super) down: u32,
    pub(super) across: u32,
}

/// Child of a node in one lane.
#[derive(Clone, Copy)]
enum Lane {
    /// A block: its node, and the corners of its box.
    Block(u32, [[f64; 3]; 2]),
    /// A triangle: its number, and its corners.
    Triangle(u32, [Vec3<f64>; 3]),
}

impl Lane {
    #[inline]
    fn link(&self) -> Link {
        match *self {
            Self::Block(node, _) => Link::Node(node),
            Self::Triangle(item, _) => Link::Item(item),
        }
    }
}

impl Grid {
    /// Creates a grid of finite samples that is at least 2 × 2, without holes.
    pub(super) fn new(rows: u32, columns: u32, spacing: [f64; 3], single: bool, heights: Vec<f32>) -> Self {
        let (cells_down, cells_across) = (rows - 1, columns - 1);
        let mut levels = Vec::new();
        let (mut high, mut wide, mut first) = (2, 2, 1);
        let (mut down, mut across) = (2, 2);
        loop {
            let (rows, columns) = (cells_down.div_ceil(high), cells_across.div_ceil(wide));
            levels.push(Level { first, rows, columns, high, wide, down, across });
            first += rows * columns;
            if rows * columns == 1 {
                break;
            }
            (down, across) = if levels.len() % 2 == 1 { (2, 4) } else { (4, 2) };
            // A block larger than all cells is the only one, whatever its size.
            (high, wide) = (high.saturating_mul(down), wide.saturating_mul(across));
        }
        let frame = Frame { origin: [0.0; 3], unit: 1.0 };
        let spans = vec![NOTHING; first as usize - 1];
        let holes = Vec::new();
        let mut grid =
            Self { rows, columns, spacing, single, heights, holes, levels, spans, frame, lost: 0.0 };
        grid.measure();
        grid
    }

    /// The same grid with holes, by the number of the cell.
    pub(super) fn with_holes(mut self, mut is_hole: impl FnMut(u32) -> bool) -> Self {
        let mut holes = vec![0_u64; (self.cells() as usize).div_ceil(WORD)];
        for cell in (0..self.cells()).filter(|&cell| is_hole(cell)) {
            holes[cell as usize / WORD] |= 1 << (cell as usize % WORD);
        }
        self.holes = if holes.iter().any(|&word| word != 0) { holes } else { Vec::new() };
        self.measure();
        self
    }

    /// Finds the lowest and highest samples of all blocks, and the frame.
    fn measure(&mut self) {
        let mut spans = core::mem::take(&mut self.spans);
        for k in 0..self.levels.len() {
            let Level { first, rows, columns, down, across, .. } = self.levels[k];
            let (below, from) = spans.split_at_mut(first as usize - 1);
            let blocks = &mut from[..(rows * columns) as usize];
            let grid = &*self;
            parallel::each(blocks, MANY, &|block, span| {
                let (row, column) = (block as u32 / columns, block as u32 % columns);
                *span = NOTHING;
                let mut add = |[low, high]: [f32; 2]| {
                    *span = [f32::min(span[0], low), f32::max(span[1], high)];
                };
                for lane in 0..down * across {
                    let (r, c) = (row * down + lane / across, column * across + lane % across);
                    if k == 0 {
                        if grid.cell(r, c).is_some() {
                            grid.samples(r, c).into_iter().for_each(|h| add([h, h]));
                        }
                    } else if let Some(block) = grid.levels[k - 1].block(r, c) {
                        add(below[block as usize - 1]);
                    }
                }
            });
        }
        self.spans = spans;
        let [low, high] = self.spans.last().copied().unwrap_or(NOTHING);
        let corner =
            |row, column, h: f32| [self.x(column), self.y(row), self.rounded(f64::from(h) * self.spacing[2])];
        if low <= high {
            let (low, high) = (corner(0, 0, low), corner(self.rows - 1, self.columns - 1, high));
            (self.frame, self.lost) = Frame::around(low, high);
        }
    }

    /// Number of cells, holes included.
    #[inline]
    pub(super) fn cells(&self) -> u32 {
        (self.rows - 1) * (self.columns - 1)
    }

    /// The number of a cell, if it exists and is not a hole.
    #[inline]
    pub(super) fn cell(&self, row: u32, column: u32) -> Option<u32> {
        if row + 1 >= self.rows || column + 1 >= self.columns {
            return None;
        }
        let cell = row * (self.columns - 1) + column;
        (!self.is_hole(cell)).then_some(cell)
    }

    #[inline]
    pub(super) fn is_hole(&self, cell: u32) -> bool {
        let word = self.holes.get(cell as usize / WORD).copied().unwrap_or(0);
        word >> (cell as usize % WORD) & 1 != 0
    }

    pub(crate) fn has_holes(&self) -> bool {
        !self.holes.is_empty()
    }

    /// Whether some cell is not a hole.
    pub(super) fn has_cells(&self) -> bool {
        self.spans.last().is_some_and(|[low, high]| low <= high)
    }

    /// The bounding box of all cells that are not holes.
    pub(super) fn bounds(&self) -> [[f64; 3]; 2] {
        let top = self.levels.len() - 1;
        self.corners(top, 0, 0, self.spans.last().copied().unwrap_or(NOTHING))
    }

    /// Number of bytes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        self.heights.capacity() * size_of::<f32>()
            + self.holes.capacity() * size_of::<u64>()
            + self.spans.capacity() * size_of::<[f32; 2]>()
            + self.levels.capacity() * size_of::<Level>()
    }

    /// A number rounded to the precision of the field. Like multiplication, this preserves order.
    #[inline]
    pub(super) fn rounded(&self, x: f64) -> f64 {
        if self.single { f64::from(x as f32) } else { x }
    }

    #[inline]
    pub(super) fn x(&self, column: u32) -> f64 {
        self.rounded(f64::from(column) * self.spacing[0])
    }

    #[inline]
    pub(super) fn y(&self, row: u32) -> f64 {
        self.rounded(f64::from(row) * self.spacing[1])
    }

    /// The samples at the corners of a cell.
    #[inline]
    fn samples(&self, row: u32, column: u32) -> [f32; 4] {
        let at = row as usize * self.columns as usize + column as usize;
        let above = at + self.columns as usize;
        [self.heights[at], self.heights[at + 1], self.heights[above], self.heights[above + 1]]
    }

    /// A sample as a point.
    #[inline]
    pub(super) fn point(&self, row: u32, column: u32) -> Vec3<f64> {
        let h = self.heights[row as usize * self.columns as usize + column as usize];
        Vec3::new(self.x(column), self.y(row), self.rounded(f64::from(h) * self.spacing[2]))
    }

    /// Corners of a triangle, counter-clockwise seen from above.
    #[inline]
    pub(crate) fn triangle(&self, item: u32) -> [Vec3<f64>; 3] {
        let cell = item / 2;
        self.half_cell(cell / (self.columns - 1), cell % (self.columns - 1), item % 2 == 1)
    }

    /// The triangle of a cell on the right of its diagonal, or on the left.
    #[inline]
    pub(super) fn half_cell(&self, row: u32, column: u32, left: bool) -> [Vec3<f64>; 3] {
        let (start, end) = (self.point(row, column), self.point(row + 1, column + 1));
        if left {
            [start, end, self.point(row + 1, column)]
        } else {
            [start, self.point(row, column + 1), end]
        }
    }

    /// Corners of the bounding box of a block of a level.
    #[inline]
    fn corners(&self, level: usize, row: u32, column: u32, [low, high]: [f32; 2]) -> [[f64; 3]; 2] {
        let Level { high: down, wide, .. } = self.levels[level];
        let last_row = (row * down).saturating_add(down).min(self.rows - 1);
        let last_column = (column * wide).saturating_add(wide).min(self.columns - 1);
        let z = |h: f32| self.rounded(f64::from(h) * self.spacing[2]);
        [
            [self.x(column * wide), self.y(row * down), z(low)],
            [self.x(last_column), self.y(last_row), z(high)],
        ]
    }

    /// Level, row and column of a block, by its node.
    #[inline]
    fn place(&self, node: u32) -> (usize, u32, u32) {
        let mut k = 0;
        while k + 1 < self.levels.len() && node >= self.levels[k + 1].first {
            k += 1;
        }
        let Level { first, columns, .. } = self.levels[k];
        (k, (node - first) / columns, (node - first) % columns)
    }

    /// The child in a lane of a node.
    #[inline]
    fn lane(&self, node: u32, lane: u32) -> Option<Lane> {
        if node == 0 { self.root(lane) } else { self.lane_of(self.place(node), lane) }
    }

    /// The child in a lane of node 0.
    fn root(&self, lane: u32) -> Option<Lane> {
        let top = self.levels.len() - 1;
        (lane == 0 && self.has_cells()).then(|| Lane::Block(self.levels[top].first, self.bounds()))
    }

    /// The child in a lane of a block.
    #[inline]
    fn lane_of(&self, (k, row, column): (usize, u32, u32), lane: u32) -> Option<Lane> {
        let Level { down, across, .. } = self.levels[k];
        if k == 0 {
            let (row, column) = (row * 2 + lane / 4, column * 2 + lane / 2 % 2);
            let cell = self.cell(row, column)?;
            let triangle = self.half_cell(row, column, lane % 2 == 1);
            return Some(Lane::Triangle(2 * cell + lane % 2, triangle));
        }
        let (row, column) = (row * down + lane / across, column * across + lane % across);
        let block = self.levels[k - 1].block(row, column)?;
        let span = self.spans[block as usize - 1];
        (span[0] <= span[1]).then(|| Lane::Block(block, self.corners(k - 1, row, column, span)))
    }
}

impl Level {
    /// The node of a block, if it exists.
    #[inline]
    pub(super) fn block(&self, row: u32, column: u32) -> Option<u32> {
        (row < self.rows && column < self.columns).then(|| self.first + row * self.columns + column)
    }
}

impl Boxes for Grid {
    #[inline]
    fn frame(&self) -> &Frame {
        &self.frame
    }

    #[inline]
    fn node(&self, node: u32) -> impl Borrow<Node> {
        let mut made = Node::NONE;
        let place = if node == 0 { None } else { Some(self.place(node)) };
        for lane in 0..WIDE {
            let below = match place {
                Some(place) => self.lane_of(place, lane as u32),
                None => self.root(lane as u32),
            };
            let Some(below) = below else { continue };
            made.set_link(lane, below.link());
            match below {
                Lane::Block(_, [low, high]) => {
                    made.set_plain(lane, &self.frame.plain(low, high, self.lost));
                }
                Lane::Triangle(_, corners) => made.set_flat(lane, &self.frame.flat(corners, self.lost)),
            }
        }
        made
    }

    #[inline]
    fn slot(&self, slot: Slot) -> (Turned, Option<Link>) {
        let below = self.lane(slot / WIDE as u32, slot % WIDE as u32);
        let turned = match below {
            Some(Lane::Block(_, [low, high])) => self.frame.plain(low, high, self.lost),
            Some(Lane::Triangle(_, corners)) => self.frame.flat(corners, self.lost).turned,
            None => self.frame.plain([0.0; 3], [0.0; 3], 0.0),
        };
        (turned, below.map(|below| below.link()))
    }

    #[inline]
    fn link(&self, slot: Slot) -> Option<Link> {
        self.lane(slot / WIDE as u32, slot % WIDE as u32).map(|below| below.link())
    }

    fn starts(&self, near: &Turned, limit: f64) -> ([Slot; 4], usize) {
        self.blocks_near(near, limit)
    }

    fn guess(&self, near: &Turned) -> Option<u32> {
        self.triangle_near(near)
    }
}

/// Contact normals that a height field allows: as for [`TriangleMesh`](crate::mesh::TriangleMesh), not those of a triangle by itself where
/// the surface continues (internal edges).
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

#[cfg(test)]
mod tests {
    use core::borrow::Borrow;
    use core::cell::Cell;

    use super::*;
    use crate::broad::bvh::each_near;

    /// A grid that counts its opened nodes.
    struct Counted<'a>(&'a Grid, Cell<u32>);

    impl Boxes for Counted<'_> {
        fn frame(&self) -> &Frame {
            self.0.frame()
        }
        fn node(&self, node: u32) -> impl Borrow<Node> {
            self.1.set(self.1.get() + 1);
            self.0.node(node)
        }
        fn link(&self, slot: Slot) -> Option<Link> {
            self.0.link(slot)
        }
        fn starts(&self, near: &Turned, limit: f64) -> ([Slot; 4], usize) {
            self.0.starts(near, limit)
        }
    }

    /// A small box on a million samples opens only the blocks that it is over, and finds the cells around it.
    #[test]
    fn few_nodes_are_opened() {
        let heights = (0..1_000_000).map(|k| ((k % 1000) as f32 * 0.01).abs()).collect();
        let grid = Grid::new(1000, 1000, [1.0, 1.0, 1.0], false, heights);
        let (mut most, mut sum) = (0, 0);
        for k in 0..1000 {
            let (x, y) = (f64::from(k * 37 % 990) + 0.25, f64::from(k * 101 % 990) + 0.25);
            let counted = Counted(&grid, Cell::new(0));
            let mut found = 0;
            each_near(&counted, [[x, y, 0.0], [x + 1.0, y + 1.0, 10.0]], 0.0, |_| {
                found += 1;
                0.0
            });
            assert_eq!(found, 8); // Four cells.
            most = most.max(counted.1.get());
            sum += counted.1.get();
        }
        assert!(most <= 9 && sum <= 4 * 1000, "{most}, {sum}");
    }
}
