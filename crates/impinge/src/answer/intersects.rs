//! Intersection tests of two shapes.
//!
//! **Method.** The separating form of GJK (the thesis' Algorithm 4): the run ends at the first separating axis,
//! or when the point nearest to the origin is at the origin. Two support calls verify a separating axis; the meeting case yields a
//! common point. Shapes within rounding of touching count as touching. Closed forms and the quick verdict come first;
//! every function here agrees with their verdict.

use super::{QuerySpace, Settings, Verdict, common};
use crate::closed::Answer;
use crate::gjk::{Gjk, Goal, MAX_STEPS, Proximity, QuickSpace, Voronoi, witness};
use crate::observe::{Rung, Status};
use crate::pair::Prepared;
use crate::shape::Parts;

/// The verdict on cores without radii, which all functions agree on.
#[inline(always)]
pub(super) fn meet<V: QuerySpace>(prepared: &Prepared<'_, V>) -> bool {
    if let Some(meet) = at_once(prepared) {
        return meet;
    }
    slowly(prepared)
}

/// The same with radii.
#[inline(always)]
pub(super) fn meet_rounded<V: QuerySpace>(prepared: &Prepared<'_, V>) -> bool {
    if let Some(meet) = closed_form(prepared) {
        return meet;
    }
    decide(&mut Gjk::new(), prepared).is_meet()
}

/// The verdict if it needs no simplex of GJK; otherwise `None`.
#[inline(always)]
fn at_once<V: QuerySpace>(prepared: &Prepared<'_, V>) -> Option<bool> {
    if let Some(meet) = closed_form(prepared) {
        return Some(meet);
    }
    if prepared.radius_a + prepared.radius_b == 0.0 {
        return QuickSpace::quick(&prepared.pair, prepared.pair.rounding);
    }
    None
}

/// Boxes, points and segments need no iteration; `None` if the closed form does not decide.
#[inline(always)]
pub(crate) fn closed_form<V: QuerySpace>(prepared: &Prepared<'_, V>) -> Option<bool> {
    let radii = prepared.radius_a + prepared.radius_b;
    if let Some(meet) = V::meet(prepared, radii) {
        return Some(meet);
    }
    V::simple(prepared).map(|found| found.value <= radii + prepared.pair.rounding)
}

/// The slow path: shapes near touching.
#[cold]
#[inline(never)]
fn slowly<V: QuerySpace>(prepared: &Prepared<'_, V>) -> bool {
    decide_any(&mut Gjk::new(), prepared).is_meet()
}

/// [`decide`], built once for all kinds of shapes.
#[inline(never)]
fn decide_any<V: QuerySpace>(gjk: &mut Gjk<V, Voronoi>, prepared: &Prepared<'_, V>) -> CoreVerdict<V> {
    decide(gjk, prepared)
}

/// The pair with one shape enlarged by the margin.
#[inline(always)]
pub(crate) fn within<'a, V: QuerySpace>(
    mut prepared: Prepared<'a, V>,
    settings: &Settings,
) -> Prepared<'a, V> {
    prepared.radius_a += settings.margin().map_or(0.0, |margin| prepared.frame.length_in(margin));
    prepared
}

/// [`intersection`](super::intersection) of decomposed shapes.
pub(super) fn verdict<'a, V: QuerySpace>(a: &Parts<'a, V>, b: &Parts<'a, V>) -> Verdict<V> {
    let prepared = Prepared::new(a, b);
    let mut gjk = Gjk::new();
    let verdict = decide(&mut gjk, &prepared);
    let verdict = agreeing(&gjk, &prepared, verdict, at_once(&prepared));
    in_frame(&prepared, &gjk, verdict)
}

/// The verdict, made consistent with the immediate one, if any: within rounding of touching GJK may decide otherwise.
#[inline]
pub(super) fn agreeing<V: QuerySpace>(
    gjk: &Gjk<V, Voronoi>,
    prepared: &Prepared<'_, V>,
    verdict: CoreVerdict<V>,
    meet: Option<bool>,
) -> CoreVerdict<V> {
    match (meet, verdict) {
        (Some(true), CoreVerdict::Apart { .. }) => {
            let (a, b) = gjk.simplex().witnesses();
            let limit = prepared.radius_a + prepared.radius_b + prepared.pair.rounding;
            let points = witness::differing_by(&prepared.pair, V::ZERO, limit, [a, b]).0;
            CoreVerdict::Meet { points: Some(points), rung: Rung::Gjk }
        }
        (Some(false), CoreVerdict::Meet { .. }) => {
            let (axis, rung) = match V::closed(prepared) {
                Answer::Exact(found) => (found.normal, Rung::Closed),
                // Zero if there is no closed form.
                Answer::Start(axis) if axis != V::ZERO => (axis, Rung::Closed),
                Answer::Start(_) => (V::judge(&prepared.pair, prepared.pair.rounding).normal, Rung::Judge),
            };
            CoreVerdict::Apart { axis, rung }
        }
        (_, verdict) => verdict,
    }
}

/// The verdict in the shapes' frame.
pub(super) fn in_frame<V: QuerySpace>(
    prepared: &Prepared<'_, V>,
    gjk: &Gjk<V, Voronoi>,
    verdict: CoreVerdict<V>,
) -> Verdict<V> {
    let status = |rung| if rung == Rung::Judge { Status::Judged } else { Status::Converged };
    let (points, rung) = match verdict {
        CoreVerdict::Apart { axis, rung } => {
            let axis = prepared.frame.direction(axis.unit());
            return Verdict::Apart { axis, status: status(rung), rung };
        }
        CoreVerdict::Meet { points, rung } => (points, rung),
    };
    let points = points.unwrap_or_else(|| {
        let (a, b) = gjk.simplex().witnesses();
        [a, b]
    });
    let (point, error) = common::between(prepared, points);
    Verdict::Meet { point, error, status: status(rung), rung }
}

/// A [`Verdict`] in the pair's frame and units, shown by the cores.
pub(super) enum CoreVerdict<W> {
    /// The axis separates the shapes; it has any length.
    Apart { axis: W, rung: Rung },
    /// They meet, as these points of the cores show; `None` if GJK's simplex shows it.
    Meet { points: Option<[W; 2]>, rung: Rung },
}

impl<W> CoreVerdict<W> {
    #[inline(always)]
    pub(super) fn is_meet(&self) -> bool {
        matches!(self, Self::Meet { .. })
    }
}

/// The verdict by GJK, or by the judge if GJK leaves it open.
#[inline(always)]
pub(super) fn decide<V: QuerySpace>(gjk: &mut Gjk<V, Voronoi>, prepared: &Prepared<'_, V>) -> CoreVerdict<V> {
    let goal = goal(prepared);
    let found = gjk.run(&prepared.pair, &goal, &mut ());
    finish(prepared, goal.far, &found)
}

/// Goal of the GJK run.
#[inline(always)]
pub(super) fn goal<V: QuerySpace>(prepared: &Prepared<'_, V>) -> Goal<f64> {
    let limit = prepared.radius_a + prepared.radius_b + prepared.pair.rounding;
    Goal { far: limit, near: limit, gap: 0.0, steps: MAX_STEPS }
}

/// Second half of [`decide`], after GJK has ended.
#[inline(always)]
pub(super) fn finish<V: QuerySpace>(
    prepared: &Prepared<'_, V>,
    limit: f64,
    found: &Proximity<V>,
) -> CoreVerdict<V> {
    if found.lower > limit {
        CoreVerdict::Apart { axis: found.axis, rung: Rung::Gjk }
    } else if found.upper <= limit {
        CoreVerdict::Meet { points: None, rung: Rung::Gjk }
    } else {
        let interval = V::judge(&prepared.pair, prepared.pair.rounding);
        // GJK's bound is the computed one; the judge's already has the rounding subtracted.
        if interval.lower > limit - prepared.pair.rounding {
            return CoreVerdict::Apart { axis: interval.normal, rung: Rung::Judge };
        }
        let offered = [interval.point_a, interval.point_b];
        let points = witness::differing_by(&prepared.pair, V::ZERO, limit, offered).0;
        CoreVerdict::Meet { points: Some(points), rung: Rung::Judge }
    }
}
