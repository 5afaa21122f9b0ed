//! GJK that only tests whether two shapes intersect, and the lecture's GJK for the distance with its lower bound.
//!
//! **Answers** yes or no, with the proof: a separating axis, or a point of each shape that coincide. Use [`sa_gjk`] for
//! a single query, [`isa_gjk`] if the same pair is queried repeatedly, and [`proximity`] to see the lecture's distance
//! algorithm; [`Gjk::run`] does the same with one goal for all.
//!
//! **Source.** Olvång's thesis, section 2.3.3, Algorithm 4 (SA-GJK); the lecture's pages "Proximity GJK" and "ISA-GJK".
//!
//! | symbol | meaning |
//! |---|---|
//! | v | the point of the simplex nearest to the origin |
//! | w | the support point of B − A along −v |
//! | δ | the largest v·w/\|v\| so far: no point of B − A is nearer to the origin |
//! | eps | length up to which v counts as zero |
//!
//! **Guarantee.** [`Decision::Apart`] is returned only if the axis separates by more than [`Obstacle::rounding`], so it
//! is right if that bound holds; one support call of each shape checks it. The points of [`Decision::Meet`] are
//! combinations of points of A and of B, and their distance, the residual, is computed from them: with eps = 0 or
//! rounding they are one point.
//!
//! **Cost.** As [`Gjk::run`], but the steps end at the first axis that separates: 1 or 2 for bodies far apart, and 1 if
//! the axis of the last query still does.
//!
//! **Failure.** [`Decision::Undecided`] if rounding or the number of steps ends a run before either proof: bodies that
//! touch within rounding.
//!
//! **Misprints.** The lecture's ISA-GJK loops while v·w ≤ 0 and begins with v = w = (1, 1, 1), so it never loops; the
//! test belongs at the end. Proximity GJK returns w, the last support point; the touching
//! vector is v, and it must be found again after W has changed. BestSimplex, case 1, has both signs reversed: d·e_1 > 0
//! is the edge, d·e_1 < 0 the vertex; case 3 needs the normals to point outward, which nothing ensures. That both take the
//! support point along +v is right: the lecture defines it by the least projection, and here it is the farthest point.

use super::{Gjk, Goal, MAX_STEPS, Proximity, Simplex, SubAlgorithm};
use crate::math::{Real, Vector};
pub use crate::observe::Decision;
use crate::observe::{Observer, Status};
use crate::pair::{Guard, Obstacle, Vertex};

/// SA-GJK (the thesis' Algorithm 4): do A and B intersect, up to `eps`?
#[inline]
pub fn sa_gjk<V: Vector, S: SubAlgorithm<V>>(
    obstacle: &impl Obstacle<V>,
    eps: V::Scalar,
    observer: &mut impl Observer<V>,
) -> Decision<V> {
    isa_gjk(&mut Gjk::<V, S>::new(), obstacle, eps, observer)
}

/// ISA-GJK (the lecture's overlap test): the same, beginning with the axis that `gjk` kept from the previous query, and
/// keeping the one found.
///
/// It keeps the axis and not the simplex: its points belonged to the bodies at their previous poses.
#[inline]
pub fn isa_gjk<V: Vector, S: SubAlgorithm<V>>(
    gjk: &mut Gjk<V, S>,
    obstacle: &impl Obstacle<V>,
    eps: V::Scalar,
    observer: &mut impl Observer<V>,
) -> Decision<V> {
    // Algorithm 4, line 7: v·w > 0, beyond rounding. Line 5: |v| ≤ eps.
    let goal = Goal { far: obstacle.rounding(), near: eps, gap: V::Scalar::ZERO, steps: MAX_STEPS };
    let found = gjk.run(obstacle, &goal, observer);
    if found.lower > goal.far {
        return Decision::Apart { axis: found.axis.unit(), separation: found.lower };
    }
    let (point_a, point_b) = gjk.simplex().witnesses();
    let residual = (point_b - point_a).norm();
    if found.upper <= eps && residual.is_finite() {
        Decision::Meet { point_a, point_b, residual }
    } else {
        Decision::Undecided { lower: found.lower, upper: found.upper }
    }
}

/// Proximity GJK (the lecture's): the distance, until \|v\|² − δ² ≤ `epsilon`, which is a squared length.
///
/// It ends with a full simplex if the bodies intersect: there the lecture calls EPA. The lower bound is δ, and 0 if no axis
/// separated. Begins with the axis that `gjk` kept.
pub fn proximity<V: Vector, S: SubAlgorithm<V>>(
    gjk: &mut Gjk<V, S>,
    obstacle: &impl Obstacle<V>,
    epsilon: V::Scalar,
) -> Proximity<V> {
    let (zero, infinity) = (V::Scalar::ZERO, V::Scalar::INFINITY);
    let obstacle = &Guard::new(obstacle);
    gjk.sub.restart();
    let start = if gjk.axis == V::ZERO { obstacle.center() } else { gjk.axis };
    let start = if start == V::ZERO || !start.is_finite() { V::axis(0) } else { start };
    let mut w = obstacle.support(-start, &Vertex::default());
    let mut simplex = Simplex::new(w);
    let mut v = w.point;
    let mut found = Proximity {
        closest: v,
        upper: v.norm(),
        lower: zero,
        axis: start,
        vertex: w,
        calls: 1,
        status: Status::Budget,
    };
    while found.calls < MAX_STEPS {
        let squared = v.norm_squared();
        if squared == zero || simplex.is_full() {
            found.status = if squared == zero { Status::Converged } else { Status::Stalled };
            break;
        }
        w = obstacle.support(-v, &w);
        found.calls += 1;
        // Line 7: v·w/|v| bounds the distance from below.
        let delta = v.dot(w.point) / squared.sqrt();
        if delta > found.lower {
            (found.lower, found.axis, found.vertex) = (delta, v, w);
        }
        // Line 2.
        if squared - found.lower * found.lower <= epsilon {
            found.status = Status::Converged;
            break;
        }
        // Lines 5 and 3; if rounding leads away from the origin, the previous simplex is the answer.
        let before = simplex;
        let repeats = simplex.holds(&w);
        if !repeats {
            simplex.push(w);
            let next = gjk.sub.closest(&mut simplex);
            if next.norm_squared() < squared {
                v = next;
                continue;
            }
            simplex = before;
        }
        found.status = Status::Stalled;
        break;
    }
    found.closest = v;
    found.upper = v.norm();
    // As in a run: a multiple of a needle's normal may be off the needle. The combination is on it.
    if simplex.len() > 2 {
        found.upper = found.upper.max(simplex.combination().norm());
    }
    if obstacle.is_broken() {
        (found.lower, found.upper, found.status) = (zero, infinity, Status::Stalled);
    }
    gjk.simplex = simplex;
    gjk.axis = found.axis;
    found
}
