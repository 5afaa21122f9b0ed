//! Shared core of the front door's functions: the signed distance of two cores, with bounds.
//!
//! | cores | apart | overlapping |
//! |---|---|---|
//! | polytopes | GJK to rounding | EPA to rounding |
//! | smooth | GJK to a coarse gap, then [`climb`] | EPA to a coarse gap, then [`climb`], and curvature as the proof |
//! | curved, with rims or edges | the same, at an edge [`climb_ridge`], else GJK to the gap | the same, else EPA to the gap |
//!
//! The bounds of each step hold on their own. If they stay wider than requested, the judge decides.

use super::{QuerySpace, Settings, default_gap_of};
use crate::climb::{Peak, Tangents, climb, climb_ridge};
use crate::closed::{Answer, Closed};
use crate::epa::Gap;
use crate::gjk::{Gjk, Goal, MAX_STEPS, Proximity, Simplex, Voronoi, VoronoiSpace, witness};
use crate::math::{Real, Vector};
use crate::observe::{Interval, Status};
use crate::pair::{Obstacle, Prepared, Vertex};

/// The gap, relative to the size, at which GJK on smooth shapes hands over to Newton refinement ([`climb`]).
const COARSE: f64 = 1.0 / 256.0;

/// The same for shapes with rims or edges, if nothing is known from an earlier query. It takes this accuracy to decide whether they are
/// nearest at a smooth place, at an edge, or at a face or corner, where GJK makes progress on its own.
const COARSE_MIXED: f64 = 1.0 / 1024.0;

/// For such shapes GJK reaches gaps, relative to the size, above this in fewer calls than a climb along an edge takes.
const FINE: f64 = 1.0 / (1 << 24) as f64;

/// For such shapes two vertices count as neighbors if their squared distance is within this × gap × size, and otherwise as
/// ends of an edge.
const BESIDE: f64 = 8.0;

/// A simplex counts as near a smooth peak if its squared extent is within this × gap × size.
const SMOOTH: f64 = 16.0;

/// Witness points fit a value if they are off by at most this many roundings.
const FIT: f64 = 1.0;

/// Bounds that stay this many times wider than requested go to the judge.
const PATIENCE: f64 = 4.0;

/// Bounds count as closed if they are apart by no more than the gap and this many roundings.
const SPARE: f64 = 3.0;

/// The signed distance of two cores, in the pair's units and frame.
#[derive(Clone, Copy, Debug)]
pub struct Solution<W: Vector<Scalar = f64>> {
    /// The signed distance is between these, except for rounding.
    pub lower: f64,
    pub upper: f64,
    /// The reported value, between the two.
    pub value: f64,
    /// Unit normal, from A to B.
    pub normal: W,
    pub point_a: W,
    pub point_b: W,
    pub calls: u32,
    pub status: Status,
}

/// The gap to stop at, in the pair's units.
#[inline]
pub(super) fn gap<V: QuerySpace>(prepared: &Prepared<'_, V>, settings: &Settings) -> f64 {
    let pair = &prepared.pair;
    if pair.polytope {
        return pair.rounding;
    }
    let relative = settings.gap.unwrap_or(default_gap_of(prepared.frame.precision));
    Real::max(Real::min(Real::max(relative, 0.0), 1.0) * pair.size, pair.rounding)
}

/// Status of an iteration that left this much between its bounds: [`Status::Converged`] means that they are as close as
/// requested, whatever ended the iteration. This is the one place that decides it for queries of two shapes; see [`Settings::gap`].
#[inline(always)]
pub(super) fn ended<V: QuerySpace>(
    prepared: &Prepared<'_, V>,
    gap: f64,
    open: f64,
    status: Status,
) -> Status {
    let is_met = open <= gap + SPARE * prepared.pair.rounding;
    match status {
        Status::Judged => Status::Judged,
        _ if is_met => Status::Converged,
        Status::Converged => Status::Stalled,
        other => other,
    }
}

/// The signed distance of the cores, by the best iterative method for them if there is no closed form. Stops early if they are farther
/// apart than `far`. `boxes` is the result of the separating axes of two boxes, if they were tested.
#[inline(always)]
pub(super) fn iterate<V: QuerySpace>(
    prepared: &Prepared<'_, V>,
    boxes: Option<&Answer<V>>,
    settings: &Settings,
    far: f64,
) -> Solution<V> {
    let gap = gap(prepared, settings);
    let mut gjk = Gjk::new();
    match apart(&mut gjk, prepared, far, gap) {
        Cores::Apart(found) => found,
        Cores::Meet(found) => deep(&gjk, prepared, boxes, Gap { bound: gap, value: gap }, found.calls),
    }
}

/// The closed form of points against points, segments and boxes, and of segments against segments.
#[inline(always)]
pub(crate) fn simple<V: QuerySpace>(prepared: &Prepared<'_, V>) -> Option<Solution<V>> {
    V::simple(prepared).map(|found| Solution::exact(found, 0))
}

impl<W: Vector<Scalar = f64>> Solution<W> {
    /// The solution of a closed form, exact except for rounding.
    #[inline(always)]
    pub(crate) fn exact(found: Closed<W>, calls: u32) -> Self {
        Self {
            lower: found.value,
            upper: found.value,
            value: found.value,
            normal: found.normal,
            point_a: found.point_a,
            point_b: found.point_b,
            calls,
            status: Status::Converged,
        }
    }

    /// The solution at a smooth peak whose support point is this far from the origin.
    #[inline(always)]
    pub(super) fn at_peak(peak: &Peak<W>, length: f64, calls: u32) -> Self {
        Self {
            lower: peak.separation,
            upper: length,
            value: peak.separation,
            normal: peak.normal,
            point_a: peak.vertex.a,
            point_b: peak.vertex.b(),
            calls,
            status: Status::Converged,
        }
    }

    /// Whether it comes from a closed form, without iteration: then `point_b` − `point_a` is `value` × `normal` within rounding.
    #[inline(always)]
    pub(super) fn is_closed(&self) -> bool {
        self.calls == 0
    }
}

/// Result of GJK for two cores.
pub(crate) enum Cores<W: Vector<Scalar = f64>> {
    /// Their nearest points.
    Apart(Solution<W>),
    /// They meet within rounding, as the simplex of the run shows.
    Meet(Proximity<W>),
}

impl<W: Vector<Scalar = f64>> Cores<W> {
    #[inline(always)]
    pub(super) fn are_apart(&self) -> bool {
        matches!(self, Self::Apart(_))
    }
}

/// The nearest points of the cores, or the fact that they meet; the simplex that shows it is then in `gjk`. Stops early if
/// they are farther apart than `far`.
#[inline(always)]
pub(super) fn apart<V: QuerySpace>(
    gjk: &mut Gjk<V, Voronoi>,
    prepared: &Prepared<'_, V>,
    far: f64,
    gap: f64,
) -> Cores<V> {
    let goal = cold_goal(prepared, far, gap);
    let found = gjk.run(&prepared.pair, &goal, &mut ());
    finish(gjk, prepared, gap, goal, found)
}

/// First goal of GJK if nothing is known of the pair (cold start).
#[inline(always)]
pub(super) fn cold_goal<V: QuerySpace>(prepared: &Prepared<'_, V>, far: f64, gap: f64) -> Goal<f64> {
    let (pair, goal) = (&prepared.pair, first_goal(prepared, far, gap));
    if pair.polytope || pair.smooth || gap >= FINE * pair.size {
        return goal;
    }
    Goal { gap: COARSE_MIXED * pair.size, ..goal }
}

/// First goal of GJK.
#[inline(always)]
pub(crate) fn first_goal<V: QuerySpace>(prepared: &Prepared<'_, V>, far: f64, gap: f64) -> Goal<f64> {
    let pair = &prepared.pair;
    let coarse = if pair.smooth { Real::max(gap, COARSE * pair.size) } else { gap };
    Goal { far, near: pair.rounding, gap: coarse, steps: MAX_STEPS }
}

/// Second half of [`apart`], after GJK has reached its first goal.
#[inline(always)]
pub(crate) fn finish<V: QuerySpace>(
    gjk: &mut Gjk<V, Voronoi>,
    prepared: &Prepared<'_, V>,
    gap: f64,
    mut goal: Goal<f64>,
    mut found: Proximity<V>,
) -> Cores<V> {
    let (pair, far) = (&prepared.pair, goal.far);
    if found.upper <= goal.near {
        return Cores::Meet(found);
    }
    let open = found.upper - found.lower;
    if goal.gap > gap && (open > gap || found.lower <= 0.0) && found.lower <= far {
        goal.gap = gap;
        if pair.smooth {
            // Near a smooth peak the vertices are close together; at an edge or face they are not.
            let smooth = gjk.simplex().spread_squared() <= SMOOTH * open * pair.size;
            if smooth && found.lower > 0.0 {
                let peak = climb(pair, found.axis.unit(), found.vertex, enough(&found, gap));
                let length = peak.vertex.point.norm();
                if length - peak.separation <= gap {
                    return Cores::Apart(Solution::at_peak(&peak, length, found.calls + peak.calls));
                }
                found.calls += peak.calls;
            }
            found = resume(gjk, pair, &goal, found);
        } else {
            match at_peak_or_ridge(gjk, prepared, &goal, found) {
                Ok(solution) => return Cores::Apart(solution),
                Err(last) => found = last,
            }
        }
        if found.upper <= goal.near {
            return Cores::Meet(found);
        }
    }
    if found.upper - found.lower > gap + SPARE * pair.rounding && found.lower <= far {
        // A full simplex that contains the origin, with weights that yield another point of it: the bodies cross.
        gjk.refine(&mut found);
        if found.upper <= goal.near {
            return Cores::Meet(found);
        }
        if !pair.polytope {
            lift(gjk.simplex(), pair.as_dyn(), gap, &mut found);
        }
        if found.upper - found.lower > PATIENCE * gap && found.lower <= far {
            return judge_apart(prepared, gap, found);
        }
    }
    let (point_a, point_b) = gjk.simplex().witnesses();
    Cores::Apart(Solution {
        lower: found.lower,
        upper: found.upper,
        value: found.upper,
        // The direction of the lower bound, which two support calls confirm; the direction of the nearest point is dominated by
        // rounding if they nearly touch.
        normal: found.axis.unit(),
        point_a,
        point_b,
        calls: found.calls,
        // Beyond `far` nothing more was requested.
        status: if found.lower > far {
            Status::Converged
        } else {
            ended(prepared, gap, found.upper - found.lower, found.status)
        },
    })
}

/// The gap that a climb may leave. If it leaves e, its point is off the direction by up to √(2 e R), and so farther away than the
/// value by e R/value.
#[inline(always)]
fn enough<W: Vector<Scalar = f64>>(found: &Proximity<W>, gap: f64) -> f64 {
    gap * Real::min(found.lower, 1.0) * 0.5
}

/// The nearest points of curved shapes with rims or edges, from where GJK has come near them: at a smooth peak, or at an edge. If
/// they are at neither, GJK continues, and its result is returned as the error. Compiled once for all shapes.
#[inline(never)]
fn at_peak_or_ridge<V: QuerySpace>(
    gjk: &mut Gjk<V, Voronoi>,
    prepared: &Prepared<'_, V>,
    goal: &Goal<f64>,
    found: Proximity<V>,
) -> Result<Solution<V>, Proximity<V>> {
    sharpened_or_resumed(gjk, prepared.pair.as_dyn(), goal, found)
}

/// The same for a pair behind a pointer.
#[inline(never)]
fn sharpened_or_resumed<W: Tangents<Scalar = f64> + VoronoiSpace>(
    gjk: &mut Gjk<W, Voronoi>,
    pair: &dyn Obstacle<W>,
    goal: &Goal<f64>,
    mut found: Proximity<W>,
) -> Result<Solution<W>, Proximity<W>> {
    if found.lower > 0.0 {
        match sharpened(pair, gjk.simplex(), &found, goal.gap) {
            Ok((solution, ends)) => {
                gjk.keep(&ends);
                return Ok(solution);
            }
            Err(calls) => found.calls += calls,
        }
    }
    Err(gjk.resume(&pair, goal, &mut (), found))
}

/// The solution from a climb and its vertices, one of them twice if there is only one; or the number of calls spent in vain.
fn sharpened<W: Tangents<Scalar = f64>>(
    pair: &dyn Obstacle<W>,
    simplex: &Simplex<W>,
    found: &Proximity<W>,
    gap: f64,
) -> Result<(Solution<W>, [Vertex<W>; 2]), u32> {
    let open = (found.upper - found.lower) * pair.size();
    let (newest, spread) = (simplex.newest(), simplex.spread_squared());
    let (start, enough) = (found.axis.unit(), enough(found, gap));
    if spread <= BESIDE * open {
        let peak = climb(&pair, start, found.vertex, enough);
        let length = peak.vertex.point.norm();
        let fits = length - peak.separation <= gap;
        let solution = Solution::at_peak(&peak, length, found.calls + peak.calls);
        return if fits { Ok((solution, [peak.vertex; 2])) } else { Err(peak.calls) };
    }
    // An edge to the vertex farthest from the newest, if all others are near one of the two.
    let away = |v: W, w: W| (v - w).norm_squared();
    let is_far = |v: &&Vertex<W>| away(v.point, newest.point) == spread;
    let Some(other) = simplex.vertices().iter().find(is_far) else { return Err(0) };
    let is_beside =
        |v: &Vertex<W>| Real::min(away(v.point, newest.point), away(v.point, other.point)) <= BESIDE * open;
    if !simplex.vertices().iter().all(is_beside) {
        return Err(0);
    }
    let ridge = climb_ridge(&pair, start, [newest, *other], enough)?;
    let (point_a, point_b) = ridge.points();
    let upper = (point_b - point_a).norm();
    if upper - ridge.separation > gap {
        return Err(ridge.calls);
    }
    let solution = Solution {
        lower: ridge.separation,
        upper,
        value: upper,
        normal: ridge.normal,
        point_a,
        point_b,
        calls: found.calls + ridge.calls,
        status: Status::Converged,
    };
    Ok((solution, ridge.ends))
}

/// Improves the direction of the lower bound if GJK could not: for curved shapes that barely touch, its own is dominated by rounding.
#[cold]
#[inline(never)]
fn lift<W: Tangents<Scalar = f64>>(
    simplex: &Simplex<W>,
    pair: &dyn Obstacle<W>,
    gap: f64,
    found: &mut Proximity<W>,
) {
    let enough = gap * 0.25;
    let peak = climb(&pair, found.axis.unit(), found.vertex, enough);
    found.calls += peak.calls;
    if peak.separation > found.lower {
        (found.lower, found.axis, found.vertex) = (peak.separation, peak.normal, peak.vertex);
    }
    if found.upper - found.lower <= gap {
        return;
    }
    let Some(ends) = far_ends(simplex) else { return };
    match climb_ridge(&pair, found.axis.unit(), ends, enough) {
        Ok(ridge) => {
            found.calls += ridge.calls;
            if ridge.separation > found.lower {
                (found.lower, found.axis, found.vertex) = (ridge.separation, ridge.normal, ridge.vertex);
            }
        }
        Err(calls) => found.calls += calls,
    }
}

/// The two vertices of a simplex that are farthest from one another, if it has two.
fn far_ends<W: Vector<Scalar = f64>>(simplex: &Simplex<W>) -> Option<[Vertex<W>; 2]> {
    let (mut ends, mut longest) = (None, 0.0);
    for (i, v) in simplex.vertices().iter().enumerate() {
        for w in &simplex.vertices()[..i] {
            let away = (v.point - w.point).norm_squared();
            if away > longest {
                (ends, longest) = (Some([*v, *w]), away);
            }
        }
    }
    ends
}

/// The second half of a run, kept out of the first, which it would slow down.
#[inline(never)]
fn resume<W: VoronoiSpace>(
    gjk: &mut Gjk<W, Voronoi>,
    pair: &impl Obstacle<W>,
    goal: &Goal<W::Scalar>,
    found: Proximity<W>,
) -> Proximity<W> {
    gjk.resume(pair, goal, &mut (), found)
}

/// The judge's answer if GJK could not prove its own.
#[cold]
#[inline(never)]
fn judge_apart<V: QuerySpace>(prepared: &Prepared<'_, V>, gap: f64, found: Proximity<V>) -> Cores<V> {
    let interval = V::judge(&prepared.pair, gap);
    if interval.upper <= 0.0 {
        return Cores::Meet(found);
    }
    let value = Real::max(interval.lower, 0.0);
    // No points of the cores are closer to one another than the bodies are, so those within the upper bound fit.
    let enough = interval.upper + FIT * prepared.pair.rounding;
    let offered = [interval.point_a, interval.point_b];
    let ([point_a, point_b], calls) = witness::differing_by(&prepared.pair, V::ZERO, enough, offered);
    Cores::Apart(Solution {
        lower: interval.lower,
        upper: Real::max(interval.upper, (point_b - point_a).norm()),
        value,
        normal: interval.normal,
        point_a,
        point_b,
        calls: found.calls + interval.calls + calls,
        status: Status::Judged,
    })
}

/// The penetration depth of two cores that meet, by EPA, to within `gaps`. `boxes` is the result of the separating axes of two boxes,
/// if they were tested.
#[inline(never)]
pub(crate) fn deep<V: QuerySpace>(
    gjk: &Gjk<V, Voronoi>,
    prepared: &Prepared<'_, V>,
    boxes: Option<&Answer<V>>,
    gaps: Gap<f64>,
    calls: u32,
) -> Solution<V> {
    let pair = &prepared.pair;
    if let Answer::Exact(found) = boxes.map_or_else(|| V::boxes(prepared), |answer| *answer) {
        return Solution::exact(found, calls);
    }
    let depth = V::depth(&pair.as_dyn(), gjk.simplex(), &gaps, &mut ());
    finish_deep(prepared, gaps.bound, &depth, calls)
}

/// Second half of [`deep`], after EPA has ended.
#[inline(always)]
pub(super) fn finish_deep<V: QuerySpace>(
    prepared: &Prepared<'_, V>,
    gap: f64,
    depth: &Interval<V>,
    calls: u32,
) -> Solution<V> {
    let pair = &prepared.pair;
    let mut solution = Solution {
        lower: -depth.upper,
        // If EPA proved no depth, all that is known is that GJK came within rounding of the origin.
        upper: if depth.lower > 0.0 { -depth.lower } else { Real::max(-depth.lower, pair.rounding) },
        value: -depth.upper,
        normal: depth.normal,
        point_a: depth.point_a,
        point_b: depth.point_b,
        calls: calls + depth.calls,
        status: depth.status,
    };
    if solution.upper - solution.lower > PATIENCE * Real::max(gap, PATIENCE * pair.rounding) {
        judge_deep(prepared, gap, &mut solution);
    }
    // Along the normal they may be off by e, and across it by √(2 e |value|), which makes them longer by at most e.
    let off = solution.point_b - solution.point_a - solution.normal * solution.value;
    let enough = solution.upper - solution.lower + FIT * pair.rounding;
    let all = enough * (enough + 2.0 * Real::abs(solution.value));
    let fit = Real::abs(off.dot(solution.normal)) <= enough && off.norm_squared() <= all;
    if !fit {
        refit(prepared, enough, &mut solution);
    }
    solution.status = ended(prepared, gap, solution.upper - solution.lower, solution.status);
    solution
}

/// Finds points that differ by value × normal. The normal through the origin shows that they exist within the bounds: it leaves
/// B − A at a depth between them.
#[cold]
#[inline(never)]
fn refit<V: QuerySpace>(prepared: &Prepared<'_, V>, enough: f64, solution: &mut Solution<V>) {
    let target = solution.normal * solution.value;
    let offered = [solution.point_a, solution.point_b];
    let (points, calls) = witness::differing_by(&prepared.pair, target, enough, offered);
    [solution.point_a, solution.point_b] = points;
    solution.calls += calls;
    solution.upper = Real::max(solution.upper, solution.value + witness::misfit(points, target));
}

/// The judge's answer if EPA could not prove its own.
#[cold]
#[inline(never)]
fn judge_deep<V: QuerySpace>(prepared: &Prepared<'_, V>, gap: f64, solution: &mut Solution<V>) {
    let interval = V::judge(&prepared.pair, gap);
    solution.calls += interval.calls;
    solution.status = Status::Judged;
    solution.upper = Real::min(solution.upper, interval.upper);
    // Its lower bound has the rounding subtracted; EPA's result is as good if it is within that.
    if interval.lower > solution.lower + prepared.pair.rounding {
        solution.lower = interval.lower;
        solution.value = interval.lower;
        solution.normal = interval.normal;
        [solution.point_a, solution.point_b] = [interval.point_a, interval.point_b];
    }
}

/// Error bound of the answer: the farther of the two bounds, plus rounding.
#[inline]
pub(super) fn error<V: QuerySpace>(prepared: &Prepared<'_, V>, solution: &Solution<V>) -> f64 {
    Real::max(solution.upper - solution.value, solution.value - solution.lower) + prepared.pair.rounding
}
