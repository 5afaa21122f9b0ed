//! The Backup procedure of GJK, alone and as a fallback for Johnson's algorithm.
//!
//! **Answers** the same as [`Voronoi`](super::Voronoi). Use [`JohnsonBackup`] for the sub-algorithm of the original
//! GJK, and [`Backup`] to see what the procedure does on its own.
//!
//! **Source.** Gilbert, Johnson and Keerthi 1988; Montanari et al. 2017, sections 3.2 and 5 (JB and BK).
//!
//! The procedure solves system 14 for every subset of the vertices, and of those whose weights are all positive takes
//! the one whose point is nearest to the origin. It does not test Johnson's condition (ii), whose signs rounding makes
//! contradictory; every candidate is a point of the simplex, so the worst it can do is miss one.
//!
//! **Cost.** All 15 subsets of a tetrahedron. As a fallback for Johnson, it reuses what was already solved.
//!
//! **Failure.** The cofactors are the same as Johnson's, so the weights of a triangle narrower than √ε, or of a needle
//! of a tetrahedron narrower than its root, are lost, and a smaller subset is taken: the point is then too far by up to
//! the width of the lost part, contrary to the paper's statement on BK. On finite vertices it finds a point. Scale the
//! input as for [`Johnson`].

use super::{Johnson, Simplex, SubAlgorithm};
use crate::math::Vector;
use crate::observe::Details;

/// The Backup procedure alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Backup<V: Vector> {
    inner: Johnson<V>,
    backups: u32,
}

impl<V: Vector> SubAlgorithm<V> for Backup<V> {
    const NAME: &'static str = "gjk-backup";

    #[inline]
    fn closest(&mut self, simplex: &mut Simplex<V>) -> V {
        // Nothing is kept between calls, as in the paper's BK.
        self.inner.restart();
        let active = self.inner.take_up(simplex);
        let found = self.inner.nearest(active);
        self.backups += 1;
        self.inner.settle(simplex, found)
    }

    fn restart(&mut self) {
        self.inner.restart();
        self.backups = 0;
    }

    fn details(&self) -> Details<V::Scalar> {
        Details { backups: self.backups, ..self.inner.details() }
    }
}

/// Johnson's algorithm, with the Backup procedure if it finds no subset, or one that is not nearer than before.
#[derive(Clone, Copy, Debug, Default)]
pub struct JohnsonBackup<V: Vector> {
    inner: Johnson<V>,
    backups: u32,
}

impl<V: Vector> SubAlgorithm<V> for JohnsonBackup<V> {
    const NAME: &'static str = "gjk-johnson-backup";

    #[inline]
    fn closest(&mut self, simplex: &mut Simplex<V>) -> V {
        let active = self.inner.take_up(simplex);
        let mut found = self.inner.search(active).filter(|&w| self.inner.descends(w));
        if found.is_none() {
            self.backups += 1;
            found = self.inner.nearest(active);
        }
        self.inner.settle(simplex, found)
    }

    fn restart(&mut self) {
        self.inner.restart();
        self.backups = 0;
    }

    /// Counts Backup calls since the query began.
    fn details(&self) -> Details<V::Scalar> {
        Details { backups: self.backups, ..self.inner.details() }
    }
}
