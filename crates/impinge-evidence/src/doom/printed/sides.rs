//! Sides on which the paths of vertices pass edges: queried for polygons and for pairs of edges, computed once, one bit each.
//!
//! **Source.** Van Waveren 2005, sections 2.2, 2.3 and 4. Only the sign counts. A bit has no third value: a path through an edge
//! exactly is to its left, and so belongs to one of the two polygons at the edge.
//!
//! **Cost.** Two bits for each vertex of one body and edge of the other; nothing but counts where nothing is kept.

/// Answers about rows of vertices and columns of edges.
#[derive(Clone, Debug, Default)]
pub struct Sides {
    columns: usize,
    known: Vec<u64>,
    right: Vec<u64>,
    keep: bool,
    /// Number of queries.
    pub asked: u64,
    /// Number of computations.
    pub computed: u64,
}

/// Bits of a word.
const WORD: usize = u64::BITS as usize;

impl Sides {
    /// Forgets all answers, for this many vertices and edges; the counts continue.
    pub fn clear(&mut self, rows: usize, columns: usize, keep: bool) {
        let words = if keep { (rows * columns).div_ceil(WORD) } else { 0 };
        self.columns = columns;
        self.keep = keep;
        for bits in [&mut self.known, &mut self.right] {
            bits.clear();
            bits.resize(words, 0);
        }
    }

    /// Whether a vertex passes to the right of an edge: whether the side that `compute` gives is negative.
    pub fn is_right(&mut self, row: usize, column: usize, compute: impl FnOnce() -> bool) -> bool {
        self.asked += 1;
        if !self.keep {
            self.computed += 1;
            return compute();
        }
        let at = row * self.columns + column;
        let (word, bit) = (at / WORD, 1_u64 << (at % WORD));
        if self.known[word] & bit == 0 {
            self.computed += 1;
            self.known[word] |= bit;
            if compute() {
                self.right[word] |= bit;
            }
        }
        self.right[word] & bit != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_sides_are_computed_once_and_stay_the_same() {
        let side = |row: usize, column: usize| (row * 7 + column * 3) % 5 < 2;
        for (keep, expected) in [(false, 3 * 20 * 30), (true, 20 * 30)] {
            let mut sides = Sides::default();
            sides.clear(20, 30, keep);
            for _ in 0..3 {
                for (row, column) in (0..20).flat_map(|row| (0..30).map(move |column| (row, column))) {
                    assert_eq!(sides.is_right(row, column, || side(row, column)), side(row, column));
                }
            }
            assert_eq!((sides.asked, sides.computed), (3 * 20 * 30, expected));
            sides.clear(20, 30, keep);
            assert!(sides.is_right(1, 1, || true));
        }
    }
}
