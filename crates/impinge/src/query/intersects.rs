//! Do two shapes meet?
//!
//! **Answer** by the separating form of GJK (the thesis' Algorithm 4): the run ends at the first direction that separates
//! them, or when the point nearest to the origin is at the origin. Two support calls check the first; the second gives a
//! common point. Shapes within rounding of touching count as touching. Closed forms and the quick verdict come first;
//! what they say is the verdict of every function here.

use super::{QuerySpace, Settings, common};
use crate::closed::Answer;
use crate::gjk::{Gjk, Goal, MAX_STEPS, Proximity, QuickSpace, Voronoi, witness};
use crate::math::{Real, Vector};
use crate::observe::Status;
use crate::pair::Prepared;
use crate::shape::{Parts, Space, Widen};

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
        /// `point` is no farther than this from either shape: rounding as a rule, more where curved shapes only just
        /// touch.
        error: V::Scalar,
        /// Who decided: [`Status::Judged`] where it was not GJK.
        status: Status,
    },
}

impl<W: Space> Verdict<W> {
    /// The same in another precision.
    pub(crate) fn narrowed<V: Widen<Wide = W>>(self) -> Verdict<V> {
        match self {
            Self::Apart { axis, status } => Verdict::Apart { axis: V::narrow(axis), status },
            Self::Meet { point, error, status } => {
                Verdict::Meet { point: V::narrow(point), error: Real::of(error), status }
            }
        }
    }
}

/// The verdict on cores without balls, that all functions agree on.
#[inline(always)]
pub(super) fn meet<V: QuerySpace>(prepared: &Prepared<'_, V>) -> bool {
    if let Some(meet) = at_once(prepared) {
        return meet;
    }
    slowly(prepared)
}

/// The same with balls.
#[inline(always)]
pub(super) fn meet_rounded<V: QuerySpace>(prepared: &Prepared<'_, V>) -> bool {
    if let Some(meet) = closed_form(prepared) {
        return meet;
    }
    decide(&mut Gjk::new(), prepared).is_meet()
}

/// The verdict where it needs no simplex of GJK; `None` where it does.
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

/// Boxes, points and segments need no iteration; `None` where that does not decide.
#[inline(always)]
pub(super) fn closed_form<V: QuerySpace>(prepared: &Prepared<'_, V>) -> Option<bool> {
    let radii = prepared.radius_a + prepared.radius_b;
    if let Some(meet) = V::meet(prepared, radii) {
        return Some(meet);
    }
    V::simple(prepared).map(|found| found.value <= radii + prepared.pair.rounding)
}

/// Near touching.
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

/// The shapes with one of them larger by the margin.
#[inline(always)]
pub(super) fn within<'a, V: QuerySpace>(
    mut prepared: Prepared<'a, V>,
    settings: &Settings,
) -> Prepared<'a, V> {
    prepared.radius_a += settings.margin().map_or(0.0, |margin| prepared.frame.length_in(margin));
    prepared
}

/// [`intersection`](super::intersection) of shapes that are taken apart.
pub(super) fn verdict<'a, V: QuerySpace>(a: &Parts<'a, V>, b: &Parts<'a, V>) -> Verdict<V> {
    let prepared = Prepared::new(a, b);
    let mut gjk = Gjk::new();
    let verdict = decide(&mut gjk, &prepared);
    let verdict = agreeing(&gjk, &prepared, verdict, at_once(&prepared));
    in_frame(&prepared, &gjk, verdict)
}

/// The verdict, agreeing with the one that was found at once, if any: within rounding of touching GJK may see it otherwise.
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
            CoreVerdict::Meet { points: Some(points), status: Status::Converged }
        }
        (Some(false), CoreVerdict::Meet { .. }) => {
            let (axis, status) = match V::closed(prepared) {
                Answer::Exact(found) => (found.normal, Status::Converged),
                // Zero where there is no closed form.
                Answer::Start(axis) if axis != V::ZERO => (axis, Status::Converged),
                Answer::Start(_) => (V::judge(&prepared.pair, prepared.pair.rounding).normal, Status::Judged),
            };
            CoreVerdict::Apart { axis, status }
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
    let (points, status) = match verdict {
        CoreVerdict::Apart { axis, status } => {
            return Verdict::Apart { axis: prepared.frame.direction(axis.unit()), status };
        }
        CoreVerdict::Meet { points, status } => (points, status),
    };
    let points = points.unwrap_or_else(|| {
        let (a, b) = gjk.simplex().witnesses();
        [a, b]
    });
    let (point, error) = common::between(prepared, points);
    Verdict::Meet { point, error, status }
}

/// A [`Verdict`] in the pair's frame and units, as the cores show it, and who decided.
pub(super) enum CoreVerdict<W> {
    /// The axis separates the shapes; of any length.
    Apart { axis: W, status: Status },
    /// They meet, as these points of the cores show; `None` where GJK's simplex shows it.
    Meet { points: Option<[W; 2]>, status: Status },
}

impl<W> CoreVerdict<W> {
    #[inline(always)]
    pub(super) fn is_meet(&self) -> bool {
        matches!(self, Self::Meet { .. })
    }
}

/// The verdict by GJK, and by the judge where that leaves it open.
#[inline(always)]
pub(super) fn decide<V: QuerySpace>(gjk: &mut Gjk<V, Voronoi>, prepared: &Prepared<'_, V>) -> CoreVerdict<V> {
    let goal = goal(prepared);
    let found = gjk.run(&prepared.pair, &goal, &mut ());
    finish(prepared, goal.far, &found)
}

/// What GJK is to find out.
#[inline(always)]
pub(super) fn goal<V: QuerySpace>(prepared: &Prepared<'_, V>) -> Goal<f64> {
    let limit = prepared.radius_a + prepared.radius_b + prepared.pair.rounding;
    Goal { far: limit, near: limit, gap: 0.0, steps: MAX_STEPS }
}

/// The rest of [`decide`], where GJK has ended.
#[inline(always)]
pub(super) fn finish<V: QuerySpace>(
    prepared: &Prepared<'_, V>,
    limit: f64,
    found: &Proximity<V>,
) -> CoreVerdict<V> {
    if found.lower > limit {
        CoreVerdict::Apart { axis: found.axis, status: Status::Converged }
    } else if found.upper <= limit {
        CoreVerdict::Meet { points: None, status: Status::Converged }
    } else {
        let interval = V::judge(&prepared.pair, prepared.pair.rounding);
        // GJK's bound is the computed one; the judge's has rounding taken off already.
        if interval.lower > limit - prepared.pair.rounding {
            return CoreVerdict::Apart { axis: interval.normal, status: Status::Judged };
        }
        let offered = [interval.point_a, interval.point_b];
        let points = witness::differing_by(&prepared.pair, V::ZERO, limit, offered).0;
        CoreVerdict::Meet { points: Some(points), status: Status::Judged }
    }
}
