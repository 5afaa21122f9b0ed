//! The map by which a query enters the tree: two squares of squares over the sphere of directions.
//!
//! A direction divided by the sum of its components' sizes lies on the octahedron |x| + |y| + |z| = 1. Seen along z its
//! upper and its lower half are the same diamond, and a grid of squares is laid over each: one division and no branch
//! lead from a direction to its square. The planes x = 0 and y = 0 are lines of the grid, so within a square the
//! octahedron is flat, and the lines are planes through the origin: the square is a cell like those of the tree.
//!
//! Squares know nothing of the cones. Where cones are round, a fine map leads to the few that meet a square, and there
//! is no tree below it. Where they are thin, squares would cut them crosswise into many parts; the map is then coarse,
//! eight octants at worst, and the tree below does the work.
//!
//! **Error.** Rounding moves the place of a direction along x or y by at most (1 + 2 |place|) ε, which turns it by less
//! than 4 ε: the same as a rounding error in a side test of the tree.

use alloc::vec::Vec;

use super::gauss::CELL;
use super::gauss_build::{Builder, Cell};
use crate::math::{Real, Vec3};

/// Vertices of a round hull in a square. With fewer, memory grows; with more, the scan of a cell takes longer.
const VERTICES_PER_SQUARE: f64 = 8.0;
/// Lines through a square of N round cones cut about (1 + 1/√N)² of them for each one in it. The map is made coarser
/// until there are no more than if cones were this many times as long.
const MOST_LENGTH: f64 = 2.0;
/// Polyhedra with fewer vertices have no map: one node is as good.
const MAP_VERTICES: usize = 256;
/// Cones on which the length is tried.
const SAMPLE: usize = 512;

/// The map.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OctMap<T> {
    /// Squares along half a side, 0 where the map is only the root of the tree, node 0.
    pub(super) half: usize,
    /// The same, less a few ε: so the far corners of the diamond lie within the last square.
    scale: T,
    /// From a place on the diamond times `scale` to a number that rounds to that of its row or column.
    shift: T,
    /// Upper and lower half of the octahedron, each by rows: a node or a cell. Squares outside of the diamond repeat
    /// what is next to them.
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

    /// Where the entry of a square stands.
    #[inline(always)]
    fn place(&self, lower: bool, row: usize, column: usize) -> usize {
        let side = 2 * self.half;
        (usize::from(lower) * side + row) * side + column
    }

    /// The plane between squares `line - 1` and `line` along an axis, within an octant, positive beyond the line.
    fn line(&self, octant: Vec3<f64>, axis: usize, line: usize) -> Vec3<f64> {
        let at = (line as f64 - self.half as f64) / self.scale.f64();
        (Vec3::axis(axis) - octant * at).unit()
    }
}

/// A rectangle of squares within an octant.
#[derive(Clone, Copy)]
struct Part {
    /// Signs of the components.
    octant: Vec3<f64>,
    /// First and past-the-last column and row.
    range: [(usize, usize); 2],
}

/// What becomes of the cones of a square or of several: the entry for them.
type Finish<'a, 'b, T> = &'a mut dyn FnMut(&mut Builder<'b, T>, Cell) -> u32;

impl<'b, T: Real> Builder<'b, T> {
    /// Squares along half a side of the map, 0 for none: about [`VERTICES_PER_SQUARE`] vertices in each, fewer squares
    /// where cones are thin.
    pub(super) fn fineness(&mut self, all: &Cell) -> usize {
        let count = all.cones.len();
        if count < MAP_VERTICES {
            return 0;
        }
        let step = count.div_ceil(SAMPLE);
        let mut half = Real::sqrt(count as f64 / (4.0 * VERTICES_PER_SQUARE)) as usize;
        while half > 0 {
            let mut sample = Cell::default();
            for i in (0..count).step_by(step) {
                let (vertex, corners) = all.cone(i);
                sample.push(vertex, corners.iter().copied());
            }
            let inside = count as f64 / (4 * half * half) as f64;
            let longer = 1.0 + MOST_LENGTH / Real::sqrt(inside);
            let most = sample.cones.len() as f64 * longer * longer;
            let mut parts = 0;
            self.fill(&mut OctMap::new(half), sample, 0, &mut |_, cell| {
                parts += cell.cones.len();
                CELL
            });
            if parts as f64 <= most {
                break;
            }
            half /= 2;
        }
        half
    }

    /// Cuts the sphere into the squares of a map and enters what `finish` makes of each. Squares side by side that
    /// hold no more than `few` cones together have one entry.
    pub(super) fn fill(&mut self, map: &mut OctMap<T>, all: Cell, few: usize, finish: Finish<'_, 'b, T>) {
        let half = map.half;
        self.halves(all, 2, &mut |builder, cell, z| {
            builder.halves(cell, 1, &mut |builder, cell, y| {
                builder.halves(cell, 0, &mut |builder, cell, x| {
                    let range = [x, y].map(|s| if s > 0.0 { (half, 2 * half) } else { (0, half) });
                    builder.part(map, cell, Part { octant: Vec3::new(x, y, z), range }, few, finish);
                });
            });
        });
    }

    /// Splits by the plane across an axis; the number is the sign of that component.
    fn halves(&mut self, cell: Cell, axis: usize, next: &mut dyn FnMut(&mut Self, Cell, f64)) {
        let plane: Vec3<f64> = Vec3::axis(axis);
        let [mut positive, mut negative] = self.split(cell, plane);
        // Cones tile the sphere, so both halves have some, unless normals are wrong beyond all reason.
        if positive.cones.is_empty() {
            positive = negative.clone();
        } else if negative.cones.is_empty() {
            negative = positive.clone();
        }
        for (cell, sign) in [(positive, 1.0), (negative, -1.0)] {
            self.path.push(plane * sign);
            next(self, cell, sign);
            self.path.pop();
        }
    }

    /// Divides a rectangle of squares until it is one or holds few cones.
    fn part(&mut self, map: &mut OctMap<T>, cell: Cell, part: Part, few: usize, finish: Finish<'_, 'b, T>) {
        let [columns, rows] = part.range;
        let longer = usize::from(rows.1 - rows.0 > columns.1 - columns.0);
        let (low, high) = part.range[longer];
        if high - low == 1 || cell.cones.len() <= few {
            let entry = finish(self, cell);
            for row in rows.0..rows.1 {
                let start = map.place(part.octant.z < 0.0, row, columns.0);
                map.entries[start..start + columns.1 - columns.0].fill(entry);
            }
            return;
        }
        let middle = low.midpoint(high);
        let plane = map.line(part.octant, longer, middle);
        let [above, below] = self.split(cell, plane);
        // A half without a cone lies outside of the diamond or is thinner than rounding: it repeats the line next to it.
        let missing = match (below.cones.is_empty(), above.cones.is_empty()) {
            (true, _) => Some((middle, low..middle)),
            (_, true) => Some((middle - 1, middle..high)),
            _ => None,
        };
        for (cell, plane, half) in [(below, -plane, (low, middle)), (above, plane, (middle, high))] {
            if cell.cones.is_empty() {
                continue;
            }
            let mut smaller = part;
            smaller.range[longer] = half;
            self.path.push(plane);
            self.part(map, cell, smaller, few, finish);
            self.path.pop();
        }
        let Some((source, lines)) = missing else { return };
        let across = part.range[1 - longer];
        for i in across.0..across.1 {
            let place = |map: &OctMap<T>, line: usize| {
                let (column, row) = if longer == 0 { (line, i) } else { (i, line) };
                map.place(part.octant.z < 0.0, row, column)
            };
            let entry = map.entries[place(map, source)];
            for line in lines.clone() {
                let at = place(map, line);
                map.entries[at] = entry;
            }
        }
    }
}
