//! Johnson's algorithm and the Backup procedure as the Signed Volumes paper has them: JH, JB and BK.
//!
//! **Answers** which subset of a simplex holds the point nearest to the origin, and with which weights.
//!
//! **Source.** Montanari et al. 2017, section 3.2 for Johnson's algorithm; the Backup procedure is named in sections 1, 3.2 and 5 and described
//! in none of them. The paper says when it is called: whenever Johnson's algorithm fails, that is, when no subset passes, each call counted
//! in N_BACKUP; and for BK at every call in place of Johnson's algorithm, so that N_BACKUP = N_SUB (tables II and III). Its definition is taken
//! from its source, Gilbert, Johnson and Keerthi 1988: of all subsets whose weights are positive, the one whose point is nearest.
//!
//! | | when a subset passes | when none does |
//! |---|---|---|
//! | JH | that one | the previous point stays |
//! | JB | that one, even if it is not nearer than before | the Backup procedure |
//! | BK | not evaluated | the Backup procedure at every call |
//!
//! The library's [`JohnsonBackup`](impinge::study::gjk::JohnsonBackup) also falls back if the point is not nearer, takes the difference before the product
//! and keeps its cofactors from call to call; these do none of that.
//!
//! **Cost.** The subsets up to the one that passes, and those with one vertex more; all 15 of a tetrahedron for the procedure. Nothing is kept from
//! call to call. The paper hints at more that could be kept, and does not say how.
//!
//! **Failure.** det A is the square of a volume: on simplexes flatter than √ε signs are random, no subset passes or a wrong one does. The
//! procedure cannot repair the second, and its own weights come from the same cofactors.

use impinge::Vector;
use impinge::study::gjk::{Simplex, SubAlgorithm};
use impinge::study::observe::Details;

use super::cofactors::Cofactors;

/// JH: Johnson's algorithm alone. If no subset passes, the previous point stays.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrintedJohnson {
    det_a: Option<f64>,
}

/// JB: Johnson's algorithm, and the Backup procedure if no subset passes.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrintedJohnsonBackup {
    det_a: Option<f64>,
    backups: u32,
}

/// BK: the Backup procedure at every call.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrintedBackup {
    det_a: Option<f64>,
    backups: u32,
}

impl<V: Vector<Scalar = f64>> SubAlgorithm<V> for PrintedJohnson {
    const NAME: &'static str = "gjk-johnson-printed";

    fn closest(&mut self, s: &mut Simplex<V>) -> V {
        let mut cofactors = Cofactors::new(s);
        let found = cofactors.passing();
        self.det_a = settle(s, &cofactors, found);
        s.combination()
    }

    fn details(&self) -> Details<f64> {
        Details { det_a: self.det_a, ..Details::default() }
    }
}

impl<V: Vector<Scalar = f64>> SubAlgorithm<V> for PrintedJohnsonBackup {
    const NAME: &'static str = "gjk-johnson-backup-printed";

    fn closest(&mut self, s: &mut Simplex<V>) -> V {
        let mut cofactors = Cofactors::new(s);
        let mut found = cofactors.passing();
        if found.is_none() {
            self.backups += 1;
            found = cofactors.nearest();
        }
        self.det_a = settle(s, &cofactors, found);
        s.combination()
    }

    fn restart(&mut self) {
        *self = Self::default();
    }

    /// Backups are counted since the query began.
    fn details(&self) -> Details<f64> {
        Details { det_a: self.det_a, backups: self.backups, ..Details::default() }
    }
}

impl<V: Vector<Scalar = f64>> SubAlgorithm<V> for PrintedBackup {
    const NAME: &'static str = "gjk-backup-printed";

    fn closest(&mut self, s: &mut Simplex<V>) -> V {
        let mut cofactors = Cofactors::new(s);
        let found = cofactors.nearest();
        self.backups += 1;
        self.det_a = settle(s, &cofactors, found);
        s.combination()
    }

    fn restart(&mut self) {
        *self = Self::default();
    }

    /// Backups are counted since the query began.
    fn details(&self) -> Details<f64> {
        Details { det_a: self.det_a, backups: self.backups, ..Details::default() }
    }
}

/// Reduces the simplex to the subset found, and returns its det A. If none was found, the newest vertex is dropped, and the previous point stays;
/// a single vertex always passes.
#[inline]
fn settle<V: Vector<Scalar = f64>>(
    s: &mut Simplex<V>,
    cofactors: &Cofactors<V>,
    found: Option<usize>,
) -> Option<f64> {
    if let Some(w) = found {
        let (det, weights) = cofactors.weights(w);
        s.keep_set(w, weights);
        return Some(det);
    }
    let old = s.len() - 1;
    let mut weights = [0.0; 4];
    weights[..old].copy_from_slice(&s.weights()[..old]);
    s.keep_set((1 << old) - 1, weights);
    None
}

#[cfg(test)]
mod tests {
    use impinge::Vec3;
    use impinge::study::pair::Vertex;
    use impinge_scenes::Rng;

    use super::super::nearest_point;
    use super::*;

    fn simplex(points: &[Vec3<f64>]) -> Simplex<Vec3<f64>> {
        let vertex = |&point: &Vec3<f64>| Vertex { point, ..Vertex::default() };
        let mut s = Simplex::new(vertex(&points[0]));
        points[1..].iter().for_each(|p| s.push(vertex(p)));
        s
    }

    /// Result of a sub-algorithm, the number of vertices that it keeps, and its calls of the Backup procedure.
    fn asked<S: SubAlgorithm<Vec3<f64>>>(points: &[Vec3<f64>]) -> (Vec3<f64>, usize, u32) {
        let (mut sub, mut s) = (S::default(), simplex(points));
        let v = sub.closest(&mut s);
        (v, s.len(), sub.details().backups)
    }

    /// On simplexes of round form the procedure alone finds the nearest point of all of them; Johnson's algorithm where the newest vertex is
    /// part of the answer, and behind it the procedure where it is not and no subset passes.
    #[test]
    fn round_simplexes_are_answered_by_all() {
        let mut rng = Rng::new(4);
        let (mut passed, mut fell_back) = (0, 0);
        for _ in 0..2_000 {
            let points: Vec<Vec3<f64>> =
                (0..rng.below(3) + 2).map(|_| rng.in_ball::<f64>() + Vec3::new(0.4, 0.2, 0.1)).collect();
            let truth = nearest_point(&points);
            let (backup, _, calls) = asked::<PrintedBackup>(&points);
            assert!(calls == 1 && (backup - truth).norm() < 1e-9, "{points:?}");
            let (both, _, backups) = asked::<PrintedJohnsonBackup>(&points);
            let (alone, _, none) = asked::<PrintedJohnson>(&points);
            assert_eq!(none, 0);
            if backups == 0 {
                assert_eq!(both, alone);
                passed += usize::from((both - truth).norm() < 1e-9);
            } else {
                assert_eq!(both, backup);
                fell_back += 1;
            }
        }
        assert!(passed > 500 && fell_back > 100, "{passed} {fell_back}");
    }

    /// Needles flatter than √ε, which the paper names as the reason for the procedure: the signs of det A are noise, no subset passes, and the
    /// procedure answers.
    #[test]
    fn needles_fail_and_are_caught() {
        let mut rng = Rng::new(5);
        let mut failures = 0;
        for _ in 0..2_000 {
            let (p, along) = (rng.unit3::<f64>(), rng.unit3::<f64>());
            let points = [-1.0, 1.0, 0.1].map(|x| p + along * x + rng.unit3::<f64>() * 1e-9);
            let (found, _, backups) = asked::<PrintedJohnsonBackup>(&points);
            failures += backups;
            assert!((found.norm() - nearest_point(&points).norm()).abs() < 1e-8);
        }
        assert!(failures > 100, "{failures}");
    }

    /// Flat tetrahedra beside the origin: noise lets all four pass, a false contact, and the procedure is never called.
    #[test]
    fn a_wrong_subset_that_passes_is_not_caught() {
        let mut rng = Rng::new(7);
        let (mut contacts, mut asked_for) = (0, 0);
        for _ in 0..2_000 {
            let flat = |z: f64, rng: &mut Rng| Vec3::new(rng.between(-1.0, 1.0), rng.between(-1.0, 1.0), z);
            let points: [Vec3<f64>; 4] = std::array::from_fn(|_| {
                let z = 1e-9 * rng.between(1.0, 2.0);
                flat(z, &mut rng)
            });
            let (_, kept, backups) = asked::<PrintedJohnsonBackup>(&points);
            contacts += usize::from(kept == 4 && backups == 0);
            asked_for += backups;
        }
        assert!(contacts > 0 && asked_for > 0, "{contacts} {asked_for}");
    }
}
