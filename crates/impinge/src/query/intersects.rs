//! Do two shapes meet?
//!
//! **Answer** by the separating form of GJK (the thesis' Algorithm 4): the run ends at the first direction that
//! separates them, or when the point nearest to the origin is at the origin. Either is a proof that two support calls
//! can check. Where they are within rounding of touching, they count as touching. Closed forms and the quick verdict come
//! first; what they say is the verdict of every function here.

use super::{Dimension, QuerySpace, Settings, common};
use crate::gjk::{Gjk, Goal, MAX_STEPS, Proximity, QuickSpace, Voronoi, witness};
use crate::math::Vector;
use crate::observe::Status;
use crate::pair::Prepared;
use crate::shape::Shape;

/// Whether two shapes meet, with the proof.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub enum Verdict<V: Vector> {
    /// They are apart: along `axis` (from A to B, unit) all of B lies beyond all of A.
    Apart {
        /// The separating direction.
        axis: V,
        /// Who decided: [`Status::Judged`] where it was not GJK.
        status: Status,
    },
    /// They meet, and `point` is in both.
    Meet {
        /// The common point.
        point: V,
        /// It is no farther from either: rounding as a rule, more where curved shapes only just touch.
        error: V::Scalar,
        /// Who decided: [`Status::Judged`] where it was not GJK.
        status: Status,
    },
}

/// Whether two shapes meet. Touching counts.
#[inline]
pub fn intersects<A: Shape<V: Dimension>, B: Shape<V = A::V>>(a: &A, b: &B) -> bool {
    meet(&Prepared::new(&a.parts(), &b.parts()))
}

/// The verdict that all functions give.
#[inline(always)]
fn meet<V: QuerySpace>(prepared: &Prepared<'_, V>) -> bool {
    if let Some(meet) = at_once(prepared) {
        return meet;
    }
    if prepared.radius_a + prepared.radius_b == 0.0 {
        return slowly(prepared);
    }
    decide(&mut Gjk::new(), prepared).is_err()
}

/// The verdict where it takes no simplex of GJK's; `None` where it does.
#[inline(always)]
fn at_once<V: QuerySpace>(prepared: &Prepared<'_, V>) -> Option<bool> {
    if let Some(meet) = closed_form(prepared) {
        return Some(meet);
    }
    if prepared.radius_a + prepared.radius_b == 0.0 {
        return QuickSpace::quick(&prepared.pair, prepared.rounding());
    }
    None
}

/// Boxes, points and segments need no iteration; `None` where that does not decide.
#[inline(always)]
pub(super) fn closed_form<V: QuerySpace>(prepared: &Prepared<'_, V>) -> Option<bool> {
    let radii = prepared.radius_a + prepared.radius_b;
    if let Some(meet) = V::meet(prepared, radii + prepared.frame.lost) {
        return Some(meet);
    }
    V::simple(prepared).map(|found| found.value <= radii + prepared.rounding())
}

/// Near touching.
#[cold]
#[inline(never)]
fn slowly<V: QuerySpace>(prepared: &Prepared<'_, V>) -> bool {
    decide(&mut Gjk::new(), prepared).is_err()
}

/// Whether two shapes are within `settings.margin` of one another (0 if none is given); just so far counts.
#[inline]
pub fn intersects_with<A: Shape<V: Dimension>, B: Shape<V = A::V>>(
    a: &A,
    b: &B,
    settings: &Settings,
) -> bool {
    let mut prepared = Prepared::new(&a.parts(), &b.parts());
    prepared.radius_a += settings.margin().map_or(0.0, |margin| prepared.frame.length_in(margin));
    meet(&prepared)
}

/// Whether two shapes meet, with the proof. Touching counts. The verdict is that of [`intersects`], to the last bit.
pub fn intersection<A: Shape<V: Dimension>, B: Shape<V = A::V>>(a: &A, b: &B) -> Verdict<A::V> {
    let prepared = Prepared::new(&a.parts(), &b.parts());
    let mut gjk = Gjk::new();
    let decision = decide(&mut gjk, &prepared);
    let decision = agreeing(&gjk, &prepared, decision, at_once(&prepared));
    verdict(&prepared, &gjk, decision)
}

/// The decision with the verdict that was found at once, if any: within rounding of touching GJK may see it otherwise.
#[inline]
pub(super) fn agreeing<V: QuerySpace>(
    gjk: &Gjk<V::Wide, Voronoi>,
    prepared: &Prepared<'_, V>,
    decision: Decision<V::Wide>,
    meet: Option<bool>,
) -> Decision<V::Wide> {
    match (meet, decision) {
        (Some(true), Ok(_)) => {
            let (a, b) = gjk.simplex().witnesses();
            let limit = prepared.radius_a + prepared.radius_b + prepared.rounding();
            let points = witness::differing_by(&prepared.pair, V::Wide::ZERO, limit, [a, b]).0;
            Err((Some(points), Status::Converged))
        }
        (Some(false), Err(_)) => Ok(match V::closed(prepared) {
            Ok(found) => (found.normal, Status::Converged),
            // Zero where there is no closed form.
            Err(axis) if axis != V::Wide::ZERO => (axis, Status::Converged),
            Err(_) => (V::judge(&prepared.pair, prepared.pair.rounding).normal, Status::Judged),
        }),
        (_, decision) => decision,
    }
}

/// The answer in the shapes' frame.
pub(super) fn verdict<V: QuerySpace>(
    prepared: &Prepared<'_, V>,
    gjk: &Gjk<V::Wide, Voronoi>,
    decision: Decision<V::Wide>,
) -> Verdict<V> {
    let (points, status) = match decision {
        Ok((axis, status)) => {
            return Verdict::Apart { axis: prepared.frame.direction(axis.unit()), status };
        }
        Err(met) => met,
    };
    let points = points.unwrap_or_else(|| {
        let (a, b) = gjk.simplex().witnesses();
        [a, b]
    });
    let (point, error) = common::between(prepared, points);
    Verdict::Meet { point, error, status }
}

/// A separating axis; or, as an error, that they meet, with the points of the cores that show it, none where GJK's simplex
/// shows it. And who decided.
pub(super) type Decision<W> = Result<(W, Status), (Option<[W; 2]>, Status)>;

/// The separating axis; or, as an error, that they meet: the points of the cores that show it are those of `gjk`'s
/// simplex where none are given.
#[inline(always)]
pub(super) fn decide<V: QuerySpace>(
    gjk: &mut Gjk<V::Wide, Voronoi>,
    prepared: &Prepared<'_, V>,
) -> Decision<V::Wide> {
    let goal = goal(prepared);
    let found = gjk.run(&prepared.pair, &goal, &mut ());
    finish(prepared, goal.far, &found)
}

/// What GJK is to find out.
#[inline(always)]
pub(super) fn goal<V: QuerySpace>(prepared: &Prepared<'_, V>) -> Goal<f64> {
    let limit = prepared.radius_a + prepared.radius_b + prepared.rounding();
    Goal { far: limit, near: limit, gap: 0.0, steps: MAX_STEPS }
}

/// The rest of [`decide`], where GJK has ended.
#[inline(always)]
pub(super) fn finish<V: QuerySpace>(
    prepared: &Prepared<'_, V>,
    limit: f64,
    found: &Proximity<V::Wide>,
) -> Decision<V::Wide> {
    if found.lower > limit {
        Ok((found.axis, Status::Converged))
    } else if found.upper <= limit {
        Err((None, Status::Converged))
    } else {
        let interval = V::judge(&prepared.pair, prepared.pair.rounding);
        // GJK's bound is the computed one; the judge's has rounding taken off already.
        if interval.lower > limit - prepared.pair.rounding {
            return Ok((interval.normal, Status::Judged));
        }
        let offered = [interval.point_a, interval.point_b];
        let points = witness::differing_by(&prepared.pair, V::Wide::ZERO, limit, offered).0;
        Err((Some(points), Status::Judged))
    }
}
