//! Storage of a search: cells in a heap, the least certain on top, and the samples that they refer to.
//!
//! Both lists have a fixed length, 140 KiB in all for space in `f64`, so that a search does not allocate. If a list is
//! full the bounds stay valid:
//!
//! - If the cell heap is full, the most certain cell is given up. Its bound is kept as that of a remainder: no later answer claims less.
//! - If the sample list is full, samples that no cell refers to are dropped. If none can be, the search ends.

use super::cell::{Cell, Sample};
use crate::math::{Real, Vector};
use crate::pair::Vertex;

/// Limit on the number of cells. Of 23,000 searches that converged one in a thousand had more than 60 at once, and the
/// largest 358. If more remain, the best directions are a curve or a surface, and no limit would suffice.
const CELLS: usize = 448;

/// Limit on the number of samples: a cell refers to up to 14 but shares most with its neighbors, so that about 2.5 per cell are in use.
const SAMPLES: usize = 1280;

/// Cells and samples.
pub(super) struct Room<V: Vector> {
    cells: [Cell<V>; CELLS],
    cell_count: usize,
    samples: [Sample<V>; SAMPLES],
    sample_count: usize,
    /// Largest bound of a cell that was given up for lack of room; minus infinity if none was.
    pub given_up: V::Scalar,
}

impl<V: Vector> Room<V> {
    pub fn new() -> Self {
        let nothing = Sample { n: V::ZERO, vertex: Vertex::default() };
        Self {
            cells: [Cell::NONE; CELLS],
            cell_count: 0,
            samples: [nothing; SAMPLES],
            sample_count: 0,
            given_up: -V::Scalar::INFINITY,
        }
    }

    pub fn samples(&self) -> &[Sample<V>] {
        &self.samples[..self.sample_count]
    }

    pub fn sample(&self, place: u16) -> &Sample<V> {
        &self.samples[usize::from(place)]
    }

    /// Adds a sample, for which there is room, and returns its index.
    pub fn add(&mut self, sample: Sample<V>) -> u16 {
        self.samples[self.sample_count] = sample;
        self.sample_count += 1;
        self.sample_count as u16 - 1
    }

    /// Makes room for `more` samples. Returns false if there is none. All cells must be in the heap.
    pub fn has_room(&mut self, more: usize) -> bool {
        if self.sample_count + more > SAMPLES {
            self.tidy();
        }
        self.sample_count + more <= SAMPLES
    }

    /// Drops the samples that no cell refers to, except for the last.
    #[cold]
    fn tidy(&mut self) {
        let mut places = [u16::MAX; SAMPLES];
        let cells = &mut self.cells[..self.cell_count];
        for &mut place in cells.iter_mut().flat_map(Cell::places) {
            places[usize::from(place)] = 0;
        }
        places[self.sample_count - 1] = 0;
        let mut kept = 0;
        for (old, place) in places[..self.sample_count].iter_mut().enumerate() {
            if *place == 0 {
                *place = kept as u16;
                self.samples[kept] = self.samples[old];
                kept += 1;
            }
        }
        self.sample_count = kept;
        for place in cells.iter_mut().flat_map(Cell::places) {
            *place = places[usize::from(*place)];
        }
    }

    /// The largest bound of a cell.
    pub fn largest(&self) -> Option<V::Scalar> {
        self.cells[..self.cell_count].first().map(|c| c.upper)
    }

    /// Inserts a cell.
    pub fn push(&mut self, cell: Cell<V>) {
        let mut at = self.cell_count;
        if at == CELLS {
            // The smallest bound is that of a leaf.
            at = CELLS / 2;
            for leaf in CELLS / 2..CELLS {
                if self.cells[leaf].upper < self.cells[at].upper {
                    at = leaf;
                }
            }
            self.given_up = self.given_up.max(self.cells[at].upper.min(cell.upper));
            if cell.upper <= self.cells[at].upper {
                return;
            }
        } else {
            self.cell_count += 1;
        }
        self.cells[at] = cell;
        self.rise(at);
    }

    /// Removes the cell with the largest bound.
    pub fn pop(&mut self) -> Option<Cell<V>> {
        let end = self.cell_count.checked_sub(1)?;
        self.cell_count = end;
        let top = self.cells[0];
        // The last cell starts on top, goes down to a leaf regardless of its bound, and from there up: it came from a
        // leaf, so it belongs near one.
        let last = self.cells[end];
        let mut hole = 0;
        while 2 * hole + 1 < end {
            let mut child = 2 * hole + 1;
            if child + 1 < end && self.cells[child].upper <= self.cells[child + 1].upper {
                child += 1;
            }
            self.cells[hole] = self.cells[child];
            hole = child;
        }
        self.cells[hole] = last;
        self.rise(hole);
        Some(top)
    }

    /// Moves a cell up to its position.
    fn rise(&mut self, mut at: usize) {
        let cell = self.cells[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if cell.upper <= self.cells[parent].upper {
                break;
            }
            self.cells[at] = self.cells[parent];
            at = parent;
        }
        self.cells[at] = cell;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec2;

    /// Twice as many cells as fit, each with a sample of its own.
    #[test]
    fn the_most_certain_cells_are_given_up() {
        let mut room = Room::<Vec2<f64>>::new();
        let basis = [Vec2::axis(0), Vec2::axis(1)];
        for i in 0..2 * CELLS {
            // 37 and the number of cells are coprime, so every bound occurs once.
            let upper = (i * 37 % (2 * CELLS)) as f64;
            assert!(room.has_room(1));
            let vertex = Vertex { point: Vec2::new(-upper, upper), ..Vertex::default() };
            let place = room.add(Sample { n: Vec2::axis(0), vertex });
            let (mut cell, _) = Cell::new(room.samples(), [place; 3], &[], &basis, f64::INFINITY);
            cell.upper = upper;
            room.push(cell);
        }
        assert_eq!(room.given_up, (CELLS - 1) as f64);
        for left in (CELLS..2 * CELLS).rev() {
            assert_eq!(room.largest(), Some(left as f64));
            // The sample has moved, and the cell knows where.
            let cell = room.pop().unwrap();
            assert_eq!(cell.points().len(), 1);
            assert_eq!(room.sample(cell.points()[0]).vertex.point.y, left as f64);
        }
        assert!(room.pop().is_none() && room.largest().is_none());
    }
}
