//! Johnson's distance algorithm: finds the weights of the nearest point by Cramer's rule on all subsets at once.
//!
//! **Answers** the same as [`Voronoi`](super::Voronoi). Use it to repeat the studies of the Signed Volumes paper; it is
//! the original sub-algorithm of GJK, and the most sensitive to rounding.
//!
//! **Source.** Olvång's thesis, section 2.3.1, equations 6 to 9; Montanari et al. 2017, section 3.2, equations 13 to 19.
//!
//! | symbol | meaning |
//! |---|---|
//! | W | a subset of the vertices, here a mask of slots |
//! | Δ_j(W) | cofactor of x_j in the system 14 of W; the weights are λ_j = Δ_j(W) / det A, det A = Σ Δ_j(W) |
//! | y(W) | Σ Δ_j(W) x_j: the nearest point of the plane through W, times det A |
//!
//! W is the answer if (i) all Δ_j(W) > 0 and (ii) Δ_i(W ∪ {x_i}) ≤ 0 for every other vertex. Only the subsets with the
//! newest vertex are tried, the small ones first.
//!
//! **Reuse.** A vertex keeps its slot as long as it stays, so the numbers of a subset serve all larger subsets, and all
//! later steps until one of its vertices leaves. With y(W) stored, equation 19 is one dot product, Δ_i(W ∪ {x_i}) =
//! (x_l − x_i)·y(W), with the difference taken before the product, which loses less than the paper's difference of
//! products.
//!
//! **Cost.** At most 36 dot products for a tetrahedron; 1.2 kB of stored numbers in `f64`.
//!
//! **Failure.** det A is the square of a volume, so a simplex flatter than √ε has cofactors of random sign. If no
//! subset passes, or the one that does is not nearer than the previous point, it keeps that point, and the run ends
//! with [`Status::Stalled`](crate::observe::Status). If a full simplex passes, its point is computed: zero is returned
//! only if that is zero except for rounding. The products reach the seventh power of the size: in `f32`, coordinates
//! must lie well within 10^±5, as they do in a prepared pair.
//!
//! **Misprints.** The thesis lets x_k in equation 9 be any vertex of X, the same for all j; it must be one of Y, that
//! is not x_j itself, or the cofactor is 0. It takes the largest subset with positive weights; that can be a face on
//! the far side (a test has one), so condition (ii) is needed. It counts 2^(d+1) systems; there is one fewer. Equations
//! 15 and 17 of the paper have −1^(1+j) for (−1)^(1+j). In its equation 13, λ_i belongs to W ∪ {s_i}, not to W, where
//! only the λ_j exist.

use super::{Simplex, SubAlgorithm};
use crate::math::{Real, Vector};
use crate::observe::Details;

/// All subsets of four slots, the small ones first.
const BY_SIZE: [usize; 15] = [1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15];

/// The subsets that contain a slot, as bits: bit W is set if W contains it.
const HOLDING: [u32; 4] = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];

/// Johnson's algorithm.
#[derive(Clone, Copy, Debug, Default)]
pub struct Johnson<V: Vector> {
    table: Cofactors<V>,
    /// Slot of each vertex of the simplex after the last call.
    slots: [usize; 4],
    len: usize,
    /// The point returned last, its square, and det A of its subset.
    point: V,
    squared: V::Scalar,
    det_a: Option<V::Scalar>,
}

impl<V: Vector> SubAlgorithm<V> for Johnson<V> {
    const NAME: &'static str = "gjk-johnson";

    #[inline]
    fn closest(&mut self, simplex: &mut Simplex<V>) -> V {
        let active = self.take_up(simplex);
        let found = self.search(active);
        self.settle(simplex, found)
    }

    fn restart(&mut self) {
        self.len = 0;
        self.det_a = None;
    }

    fn details(&self) -> Details<V::Scalar> {
        Details { det_a: self.det_a, ..Details::default() }
    }
}

impl<V: Vector> Johnson<V> {
    /// Assigns slots to the new vertices, and returns the set of all. All are new if the others are not those from the
    /// last call.
    #[inline]
    pub(super) fn take_up(&mut self, s: &Simplex<V>) -> usize {
        let stays = |i: usize| self.table.points[self.slots[i]] == s.point(i);
        if self.len + 1 != s.len() || !(0..self.len).all(stays) {
            self.len = 0;
        }
        if self.len == 0 {
            self.table.done = 0;
            self.squared = V::Scalar::INFINITY;
        }
        let mut active = self.slots[..self.len].iter().fold(0_usize, |set, slot| set | 1 << slot);
        for i in self.len..s.len() {
            let slot = (!active).trailing_zeros() as usize;
            self.slots[i] = slot;
            self.table.add(slot, s.point(i));
            active |= 1 << slot;
        }
        self.len = s.len();
        active
    }

    /// The subset with the newest vertex that satisfies (i) and (ii).
    #[inline]
    pub(super) fn search(&mut self, active: usize) -> Option<usize> {
        let newest = 1 << self.slots[self.len - 1];
        BY_SIZE.into_iter().filter(|w| w & newest != 0 && w & !active == 0).find(|&w| self.passes(w, active))
    }

    #[inline]
    fn passes(&mut self, w: usize, active: usize) -> bool {
        self.table.solve(w);
        self.table.is_positive(w)
            && members(active & !w).all(|i| {
                self.table.solve(w | 1 << i);
                self.table.delta[w | 1 << i][i] <= V::Scalar::ZERO
            })
    }

    /// The Backup procedure: of all subsets with positive weights, the one whose point is nearest.
    pub(super) fn nearest(&mut self, active: usize) -> Option<usize> {
        let mut best = None;
        let mut least = V::Scalar::INFINITY;
        for w in BY_SIZE.into_iter().filter(|w| w & !active == 0) {
            self.table.solve(w);
            if self.table.is_positive(w) {
                let squared = self.table.point(w).norm_squared();
                if squared < least {
                    (best, least) = (Some(w), squared);
                }
            }
        }
        best
    }

    /// Whether the point of `w` is nearer than the one returned last.
    #[inline]
    pub(super) fn descends(&self, w: usize) -> bool {
        self.table.point(w).norm_squared() < self.squared
    }

    /// Reduces the simplex to the subset found, or to its previous state.
    #[inline]
    pub(super) fn settle(&mut self, s: &mut Simplex<V>, found: Option<usize>) -> V {
        let Some(w) = found.filter(|&w| self.descends(w)) else {
            return self.give_up(s);
        };
        let inverse = V::Scalar::ONE / self.table.det(w);
        let mut mask = 0;
        let mut weights = [V::Scalar::ZERO; 4];
        let mut kept = 0;
        for (i, weight) in weights.iter_mut().enumerate().take(s.len()) {
            let slot = self.slots[i];
            if w >> slot & 1 == 1 {
                mask |= 1 << i;
                *weight = self.table.delta[w][slot] * inverse;
                self.slots[kept] = slot;
                kept += 1;
            } else {
                self.table.done &= !HOLDING[slot];
            }
        }
        self.point = self.table.point(w);
        if kept == V::DIM + 1 && self.point.norm() <= s.rounding() {
            self.point = V::ZERO;
        }
        s.keep_set(mask, weights);
        self.len = kept;
        self.det_a = Some(self.table.det(w));
        self.squared = self.point.norm_squared();
        self.point
    }

    /// Drops the newest vertex, so that the point and its weights are those of the previous call; if there was none,
    /// keeps the nearest vertex.
    #[cold]
    fn give_up(&mut self, s: &mut Simplex<V>) -> V {
        self.det_a = None;
        if self.squared < V::Scalar::INFINITY {
            let mut weights = [V::Scalar::ZERO; 4];
            let old = s.len() - 1;
            weights[..old].copy_from_slice(&s.weights()[..old]);
            s.keep_set((1 << old) - 1, weights);
            self.table.done &= !HOLDING[self.slots[old]];
            self.len = old;
            return self.point;
        }
        let squared = |i: usize| s.point(i).norm_squared();
        let nearest = (1..s.len()).fold(0, |best, i| if squared(i) < squared(best) { i } else { best });
        s.keep([nearest], [V::Scalar::ONE]);
        self.len = 0;
        s.point(0)
    }
}

/// Cofactors of all requested subsets of four points, by slot.
#[derive(Clone, Copy, Debug, Default)]
struct Cofactors<V: Vector> {
    points: [V; 4],
    /// Δ_j(W) as `delta[W][j]`.
    delta: [[V::Scalar; 4]; 16],
    /// y(W).
    foot: [V; 16],
    /// Bit W is set if the numbers of W are known.
    done: u32,
}

impl<V: Vector> Cofactors<V> {
    /// Adds a point in a free slot: Δ_j({x_j}) = 1 (equation 18).
    #[inline]
    fn add(&mut self, slot: usize, point: V) {
        let w = 1 << slot;
        self.points[slot] = point;
        self.foot[w] = point;
        self.delta[w] = [V::Scalar::ZERO; 4];
        self.delta[w][slot] = V::Scalar::ONE;
        self.done = self.done & !HOLDING[slot] | 1 << w;
    }

    /// Computes the cofactors of W and of all its subsets.
    #[inline]
    fn solve(&mut self, w: usize) {
        if self.done >> w & 1 == 0 {
            self.expand(w);
        }
    }

    /// Δ_j(W) = (x_l − x_j)·y(W \ {x_j}), with x_l the first vertex of W \ {x_j} (equation 19).
    fn expand(&mut self, w: usize) {
        let mut delta = [V::Scalar::ZERO; 4];
        let mut foot = V::ZERO;
        for j in members(w) {
            let rest = w & !(1 << j);
            self.solve(rest);
            let l = rest.trailing_zeros() as usize;
            delta[j] = (self.points[l] - self.points[j]).dot(self.foot[rest]);
            foot += self.points[j] * delta[j];
        }
        self.delta[w] = delta;
        self.foot[w] = foot;
        self.done |= 1 << w;
    }

    #[inline]
    fn is_positive(&self, w: usize) -> bool {
        members(w).all(|j| self.delta[w][j] > V::Scalar::ZERO)
    }

    /// det A of W (equation 16). Entries outside W are zero.
    #[inline]
    fn det(&self, w: usize) -> V::Scalar {
        let d = &self.delta[w];
        d[0] + d[1] + d[2] + d[3]
    }

    /// Σ λ_j x_j. Not y(W) / det A, which is another point if the products underflow.
    #[inline]
    fn point(&self, w: usize) -> V {
        let inverse = V::Scalar::ONE / self.det(w);
        let term = |j: usize| self.points[j] * (self.delta[w][j] * inverse);
        members(w).fold(V::ZERO, |sum, j| sum + term(j))
    }
}

/// The slots in a set.
#[inline]
fn members(set: usize) -> impl Iterator<Item = usize> {
    (0..4).filter(move |slot| set >> slot & 1 == 1)
}
