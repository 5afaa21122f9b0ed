//! GJK as the Signed Volumes paper writes it, for a study of its sub-algorithms. For real use take [`impinge::study::gjk::Gjk`], which
//! stops on a proof.
//!
//! **Source.** Montanari et al. 2017, Algorithm 1, with its conditions 9 and 10.
//!
//! | symbol | meaning |
//! |---|---|
//! | v_k | the point of the simplex nearest to the origin |
//! | w_k | the point of B − A farthest against v_k |
//! | τ_k, W_k | the simplex given to the sub-algorithm; what it keeps of it |
//! | ε_tol | the tolerance of condition 9, \|v\|² ≤ ε_tol max \|y\|² over W: contact |
//! | ε_rel | that of condition 10, \|v\|² − v·w ≤ ε_rel² \|v\|²: nearest |
//!
//! **Choices.** The paper varies ε_tol only and does not define ε_rel: here ε_rel² = ε_tol, so that the accuracy is "set by
//! ε_tol" in both. w ∈ Y is tested against all vertices of τ_k. Condition 10 is not tested for v_1, which is arbitrary. The text also
//! ends a run if the simplex "cannot move closer to the origin"; Algorithm 1 as printed does not, and may go round in
//! circles. Here such a run ends with [`Ended::NoCloser`].

use impinge::Vector;
use impinge::study::gjk::{MAX_STEPS, Simplex, SubAlgorithm};
use impinge::study::pair::{Obstacle, Vertex};

/// Calls of the sub-algorithm after which a run is given up; the library's own limit.
const MAX_CALLS: u32 = MAX_STEPS;

/// Reason why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The simplex holds the origin, or condition 9 holds.
    Contact,
    /// The support point is not new, or condition 10 holds.
    Nearest,
    /// The support point is new, and v with it is not shorter: by the text of the paper, not by its Algorithm 1. The distance is
    /// the previous one.
    NoCloser,
    /// Given up at the limit of calls.
    Endless,
}

/// Result of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// |v| at the end.
    pub distance: f64,
    /// Reason for the end.
    pub ended: Ended,
    /// Calls of the sub-algorithm.
    pub calls: u32,
    /// Calls of the Backup procedure.
    pub backups: u32,
    /// Calls in which the sub-algorithm found no subset.
    pub failures: u32,
    /// Vertices of the last simplex.
    pub corners: u32,
    /// Least and largest |det A| or |det M| of the systems solved, except for single vertices; `None` if there was
    /// no other.
    pub determinants: Option<[f64; 2]>,
    /// Least |det A| and least |det M| of the simplexes that were given to the sub-algorithm, whether or not it solved for
    /// them: the square of the length, area or volume form, and the form itself as it shows along the axes.
    pub given: Option<[f64; 2]>,
    /// The thinnest of these simplexes: its form by the product of the edges from its first vertex, 1 if they are perpendicular, 0
    /// if it is flat.
    pub thinnest: Option<f64>,
}

/// Observer, at no cost if it is `()`.
pub trait Watch<V: Vector> {
    /// Before a call of the sub-algorithm.
    fn asked(&mut self, simplex: &Simplex<V>);
    /// After it.
    fn told<S: SubAlgorithm<V>>(&mut self, sub: &S, simplex: &Simplex<V>);
}

impl<V: Vector> Watch<V> for () {
    #[inline(always)]
    fn asked(&mut self, _: &Simplex<V>) {}
    #[inline(always)]
    fn told<S: SubAlgorithm<V>>(&mut self, _: &S, _: &Simplex<V>) {}
}

/// Algorithm 1. Determinants, backups and failures are left to the observer.
#[inline]
pub fn algorithm_1<V: Vector<Scalar = f64>, S: SubAlgorithm<V>>(
    sub: &mut S,
    pair: &dyn Obstacle<V>,
    tolerance: f64,
    watch: &mut impl Watch<V>,
) -> Run {
    sub.restart();
    // Arbitrary, as in the paper: the x axis of A, independent of where B is.
    let mut v = V::axis(0);
    let mut w = pair.support(-v, &Vertex::default());
    let mut kept = Simplex::new(w);
    let mut calls = 0;
    let mut before = f64::INFINITY;
    let mut ended = Ended::Endless;
    while calls < MAX_CALLS {
        let given = kept;
        watch.asked(&given);
        v = sub.closest(&mut kept);
        calls += 1;
        watch.told(sub, &kept);
        let squared = v.norm_squared();
        let largest = kept.vertices().iter().map(|y| y.point.norm_squared()).fold(0.0, f64::max);
        if kept.is_full() || squared <= tolerance * largest {
            ended = Ended::Contact;
            break;
        }
        if squared >= before {
            ended = Ended::NoCloser;
            break;
        }
        before = squared;
        w = pair.support(-v, &w);
        if given.holds(&w) || squared - v.dot(w.point) <= tolerance * squared {
            ended = Ended::Nearest;
            break;
        }
        kept.push(w);
    }
    let distance = if ended == Ended::NoCloser { before.sqrt() } else { v.norm() };
    let corners = kept.len() as u32;
    Run {
        distance,
        ended,
        calls,
        backups: 0,
        failures: 0,
        corners,
        determinants: None,
        given: None,
        thinnest: None,
    }
}
