//! Cached pairs of a scene that moves little between frames.
//!
//! The idea is Verlet's neighbor list of molecular dynamics (1967). A search with a larger margin gives the candidates:
//! for a box, a block that has boxes near it. They are valid as long as no box has left its reference box, which is its
//! old box grown by the skin. Until then only these candidates are tested, which is a fraction of a search.
//!
//! | symbol | meaning |
//! |---|---|
//! | m | requested margin |
//! | s | skin |
//! | R(a) | reference box: `a` at the time of the search, grown by s |
//! | M | margin of the search: m + 2 s + rounding |
//!
//! # Why no pair is lost
//! If a and b are within m now and lie in R(a) and R(b), then R(a) and R(b) are within m, since [`near`] is monotone.
//! That is, `min a - s <= max b + s + m` for the boxes then, so `min a <= max b + m + 2 s`, up to rounding of four
//! operations: each is off by at most half ε times the largest number in them, which is at most the largest finite
//! coordinate and M. [`ROUNDING`] is more than enough.
//!
//! [`near`]: super::super::near

use alloc::vec::Vec;

use super::AabbTree;
use super::pairs::{earlier, row_meets};
use crate::math::lanes::LANES;
use crate::math::{Each, Real, Vector};

/// The margin of the search is larger than necessary by this many ε times the largest number.
const ROUNDING: f64 = 16.0;

/// Number of frames without caching after boxes moved so fast that the cache was useless.
const PAUSE: u32 = 8;

/// Cached candidates. Empty until first use.
#[derive(Clone, Debug)]
pub(super) struct Kept<V: Vector> {
    /// Place of a box, and a block that has boxes near it.
    rows: Vec<(u32, u32)>,
    /// Reference boxes, as the rows of the blocks.
    reference: Vec<[V::Scalar; LANES]>,
    /// Margin and skin for which the rows are valid; NaN if they are not valid at all.
    margin: V::Scalar,
    skin: V::Scalar,
    uses: u32,
    pause: u32,
}

impl<V: Vector> Kept<V> {
    pub fn new() -> Self {
        let nan = V::Scalar::of(f64::NAN);
        Self { rows: Vec::new(), reference: Vec::new(), margin: nan, skin: nan, uses: 0, pause: 0 }
    }

    /// Invalidates everything: places have changed.
    #[inline]
    pub fn forget(&mut self) {
        self.margin = V::Scalar::of(f64::NAN);
    }

    pub fn heap_bytes(&self) -> usize {
        self.rows.capacity() * size_of::<(u32, u32)>()
            + self.reference.capacity() * size_of::<[V::Scalar; LANES]>()
    }
}

impl<V: Vector> AabbTree<V> {
    /// Finds the pairs of [`AabbTree::each_pair`] in another order: for scenes that move little and are queried every
    /// frame. Keeps the candidates until a box has moved by more than `skin`, or was inserted or removed. With a skin
    /// of five frames' motion a frame takes 50 to 95 % of the time (`docs/results/broad.md`). With a larger skin the
    /// candidates are valid for longer, but there are more of them. If the skin is not positive and finite, nothing is
    /// kept.
    ///
    /// Takes as much memory as the tree again, or twice as much if boxes are dense.
    pub fn each_pair_kept(&mut self, margin: V::Scalar, skin: V::Scalar, mut found: impl FnMut(u32, u32)) {
        if !(skin > V::Scalar::ZERO && skin.is_finite() && margin.is_finite()) {
            return self.each_pair(margin, found);
        }
        let asked_so = self.kept.margin == margin && self.kept.skin == skin;
        if !(asked_so && self.all_in_reference()) {
            if asked_so && self.kept.uses < 2 {
                self.kept.pause = PAUSE;
            }
            if self.kept.pause > 0 {
                self.kept.pause -= 1;
                self.kept.forget();
                return self.each_pair(margin, found);
            }
            self.keep(margin, skin);
        }
        self.kept.uses += 1;
        let zero = V::Scalar::ZERO;
        for &(place, block) in &self.kept.rows {
            let (own, lane) = (place / LANES as u32, place as usize % LANES);
            let (lows, highs) = self.blocks.rows(block);
            let (own_lows, own_highs) = self.blocks.rows(own);
            let mut lanes = if margin == zero {
                row_meets::<V>(lows, highs, own_lows, own_highs, lane)
            } else {
                let reach = |highs: &[[V::Scalar; LANES]]| {
                    let mut reach = [[zero; LANES]; 3];
                    for (to, from) in reach.iter_mut().zip(highs) {
                        *to = from.each(|high| high + margin);
                    }
                    reach
                };
                row_meets::<V>(lows, &reach(highs), own_lows, &reach(own_highs), lane)
            };
            if own == block {
                lanes &= earlier(lane);
            }
            if lanes != 0 {
                self.tell(place, block, lanes, &mut found);
            }
        }
    }

    /// Whether every box is in its reference box.
    fn all_in_reference(&self) -> bool {
        let rows = self.blocks.all_rows();
        if rows.len() != self.kept.reference.len() {
            return false;
        }
        let lows_and_highs = 2 * V::DIM;
        let mut left = 0_u32;
        for (rows, reference) in
            rows.chunks_exact(lows_and_highs).zip(self.kept.reference.chunks_exact(lows_and_highs))
        {
            for axis in 0..V::DIM {
                for lane in 0..LANES {
                    // NaN, if there is no box, leaves nothing.
                    left |= u32::from(rows[axis][lane] < reference[axis][lane]);
                    left |= u32::from(rows[V::DIM + axis][lane] > reference[V::DIM + axis][lane]);
                }
            }
            if left != 0 {
                return false;
            }
        }
        true
    }

    /// Searches with a larger margin, and keeps the candidates.
    fn keep(&mut self, margin: V::Scalar, skin: V::Scalar) {
        let mut kept = core::mem::replace(&mut self.kept, Kept::new());
        kept.reference.clear();
        let mut largest = V::Scalar::ZERO;
        for (i, row) in self.blocks.all_rows().iter().enumerate() {
            let by = if i % (2 * V::DIM) < V::DIM { -skin } else { skin };
            for &x in row {
                if x.is_finite() {
                    largest = x.abs().max(largest);
                }
            }
            kept.reference.push(row.each(|x| x + by));
        }
        // Boxes of inner blocks may grow and shrink freely.
        for block in 0..self.blocks.end() {
            if !self.blocks.is_leaf(block) {
                let nan = [V::Scalar::of(f64::NAN); LANES];
                kept.reference[block as usize * 2 * V::DIM..][..2 * V::DIM].fill(nan);
            }
        }
        let wide = margin + V::Scalar::TWO * skin;
        let rounding = V::Scalar::of(ROUNDING) * V::Scalar::EPSILON * (largest + wide.abs());
        kept.rows.clear();
        if let Some(task) = self.whole() {
            self.each_row_of(task, wide + rounding, |place, block, _| kept.rows.push((place, block)));
        }
        (kept.margin, kept.skin, kept.uses) = (margin, skin, 0);
        self.kept = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Aabb, Vec3};

    /// The list is made once for several frames, and given up for boxes that jump.
    #[test]
    fn the_list_lasts_as_long_as_the_skin() {
        let cube = |x: f64| Aabb::around(Vec3::new(x, 0.0, 0.0), Vec3::splat(0.5));
        let boxes: Vec<_> = (0..100).map(|i| cube(f64::from(i))).collect();
        let (mut tree, leaves) = AabbTree::from_boxes(&boxes).unwrap();
        let (mut uses, mut pairs) = (Vec::new(), 0);
        for step in 0..12 {
            tree.set(leaves[50], cube(50.0 + f64::from(step) * 0.01)).unwrap();
            tree.each_pair_kept(0.0, 0.045, |_, _| pairs += 1);
            uses.push(tree.kept.uses);
        }
        assert_eq!(uses, [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2]);
        // In line, each touches the next; the moving one leaves its left neighbor.
        assert_eq!(pairs, 99 + 11 * 98);
        for step in 0..4 {
            tree.set(leaves[50], cube(50.0 + f64::from(step))).unwrap();
            tree.each_pair_kept(0.0, 0.045, |_, _| {});
        }
        assert!(tree.kept.pause > 0);
    }
}
