//! The rungs for cores that meet: the separating axes of boxes, EPA, the judge.

use super::solution::{FIT, PATIENCE, Solution, ended};
use crate::answer::QuerySpace;
use crate::closed::Answer;
use crate::epa::Gap;
use crate::gjk::{Gjk, Voronoi, witness};
use crate::math::Real;
use crate::observe::{Interval, Rung, Status};
use crate::pair::Prepared;

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
    from_epa(prepared, gaps.bound, &depth, calls)
}

/// The rungs above EPA, after it has ended.
#[inline(always)]
pub(crate) fn from_epa<V: QuerySpace>(
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
        rung: Rung::Epa,
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
    (solution.status, solution.rung) = (Status::Judged, Rung::Judge);
    solution.upper = Real::min(solution.upper, interval.upper);
    // Its lower bound has the rounding subtracted; EPA's result is as good if it is within that.
    if interval.lower > solution.lower + prepared.pair.rounding {
        solution.lower = interval.lower;
        solution.value = interval.lower;
        solution.normal = interval.normal;
        [solution.point_a, solution.point_b] = [interval.point_a, interval.point_b];
    }
}
