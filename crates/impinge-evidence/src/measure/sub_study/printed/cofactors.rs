//! Johnson's cofactors with the scalar products of the Signed Volumes paper as printed, and the two ways to choose a subset by them.
//!
//! **Source.** Montanari et al. 2017, section 3.2, equations 13 to 19.
//!
//! | symbol | meaning |
//! |---|---|
//! | W | a subset of the vertices |
//! | Δ_j(W) | cofactor of s_j in the subset W; λ_j = Δ_j(W) / Σ Δ_i(W) |
//!
//! Δ_i(W ∪ s_i) = Σ_j Δ_j(W) (s_j·s_l − s_j·s_i), with s_l the first vertex of W. Cofactors are computed in the order in which subsets are
//! requested, the small ones first, and serve the larger ones of the same simplex; nothing is kept from call to call.
//!
//! **Misprints.** Equations 15 and 17 have −1^(1+j) for (−1)^(1+j). In equation 13 λ_i belongs to W ∪ s_i, not to W.

use impinge::Vector;
use impinge::study::gjk::Simplex;

use super::subsets::{BY_SIZE, members};

/// Cofactors of the subsets of one simplex, each computed on first use.
pub struct Cofactors<V> {
    points: [V; 4],
    products: [[f64; 4]; 4],
    /// Δ_j(W) as `delta[W][j]`.
    delta: [[f64; 4]; 16],
    /// Bit W is set if the cofactors of W are known.
    known: u32,
    /// All vertices.
    all: usize,
    newest: usize,
}

impl<V: Vector<Scalar = f64>> Cofactors<V> {
    /// Cofactors of a simplex: the scalar products, and Δ_j({s_j}) = 1 (equation 18).
    #[inline]
    pub fn new(s: &Simplex<V>) -> Self {
        let n = s.len();
        let mut points = [V::ZERO; 4];
        let mut products = [[0.0; 4]; 4];
        let mut delta = [[0.0; 4]; 16];
        let mut known = 0;
        for i in 0..n {
            points[i] = s.point(i);
            for j in 0..=i {
                products[i][j] = points[i].dot(points[j]);
                products[j][i] = products[i][j];
            }
            delta[1 << i][i] = 1.0;
            known |= 1_u32 << (1 << i);
        }
        Self { points, products, delta, known, all: (1 << n) - 1, newest: 1 << (n - 1) }
    }

    /// Johnson's algorithm: the first subset with the newest vertex, the small ones first, for which (i) Δ_j(W) > 0 and (ii)
    /// Δ_i(W ∪ s_i) ≤ 0 for all other vertices. None if rounding makes the signs contradict one another.
    #[inline]
    pub fn passing(&mut self) -> Option<usize> {
        let (all, newest) = (self.all, self.newest);
        BY_SIZE.into_iter().filter(|w| w & !all == 0 && w & newest != 0).find(|&w| {
            self.is_positive(w)
                && members(all & !w).all(|i| {
                    self.solve(w | 1 << i);
                    self.delta[w | 1 << i][i] <= 0.0
                })
        })
    }

    /// The Backup procedure: of all subsets for which (i) Δ_j(W) > 0, the one whose point is nearest to the origin. None only if every
    /// length is NaN.
    pub fn nearest(&mut self) -> Option<usize> {
        let all = self.all;
        let (mut best, mut least) = (None, f64::INFINITY);
        for w in BY_SIZE.into_iter().filter(|w| w & !all == 0) {
            if self.is_positive(w) {
                let squared = self.point(w).norm_squared();
                if squared < least {
                    (best, least) = (Some(w), squared);
                }
            }
        }
        best
    }

    /// det A of W, and the weights λ_j of all vertices.
    #[inline]
    pub fn weights(&self, w: usize) -> (f64, [f64; 4]) {
        let det: f64 = self.delta[w].iter().sum();
        (det, self.delta[w].map(|delta| delta / det))
    }

    fn point(&self, w: usize) -> V {
        let (_, weights) = self.weights(w);
        members(w).fold(V::ZERO, |sum, j| sum + self.points[j] * weights[j])
    }

    #[inline]
    fn is_positive(&mut self, w: usize) -> bool {
        self.solve(w);
        members(w).all(|j| self.delta[w][j] > 0.0)
    }

    /// Equation 19.
    fn solve(&mut self, w: usize) {
        if self.known >> w & 1 == 1 {
            return;
        }
        for i in members(w) {
            let rest = w & !(1 << i);
            self.solve(rest);
            let l = rest.trailing_zeros() as usize;
            let term = |j: usize| self.delta[rest][j] * (self.products[j][l] - self.products[j][i]);
            self.delta[w][i] = members(rest).map(term).sum();
        }
        self.known |= 1 << w;
    }
}
