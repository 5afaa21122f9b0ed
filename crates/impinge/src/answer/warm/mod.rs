//! Steps of warm-started queries: like those of cold ones in `answer/ladder/`, `answer/distance.rs` and `answer/intersects.rs`, but each
//! starts from the state of the last query, and leaves state for the next.

mod kept;
mod rings;

pub use kept::Kept;

use crate::answer::intersects::{self, CoreVerdict};
use crate::answer::ladder::{self, Cores, Solution};
use crate::answer::{Distance, QuerySpace, Settings, Verdict, distance, vclip};
use crate::climb::{Attempt, Free, Tangents, climb_again};
use crate::closed::Answer;
use crate::epa::{Gap, Start};
use crate::gjk::{Gjk, Known, Voronoi};
use crate::math::Real;
use crate::observe::{Rung, Status};
use crate::pair::{Obstacle, Prepared, Vertex, separation};
use kept::Place;
use rings::rings;

/// Differences of vertices above this fraction of the size are those of an edge, below it those of a smooth peak, which
/// are about the root of the gap. With more, short edges count as smooth: the climb fails and GJK continues; with less,
/// peaks in single precision count as edges.
const EDGE: f64 = 1.0 / 1024.0;

/// The gap that a climb to a peak may leave, in gaps × depth, if the curvature is known: see `epa`.
const ROUND: f64 = 1.0 / 64.0;

/// Whether two shapes meet, if there is no closed form, and the number of support calls.
pub(super) fn meet<W: QuerySpace>(kept: &mut Kept<W>, prepared: &Prepared<'_, W>) -> (bool, u32) {
    let (verdict, calls) = decide(kept, &mut Gjk::new(), prepared);
    (verdict.is_meet(), calls)
}

/// Whether two shapes meet, with the proof, and the number of support calls.
pub(super) fn verdict<W: QuerySpace>(kept: &mut Kept<W>, prepared: &Prepared<'_, W>) -> (Verdict<W>, u32) {
    let mut gjk = Gjk::new();
    let (verdict, calls) = decide(kept, &mut gjk, prepared);
    let verdict = intersects::agreeing(&gjk, prepared, verdict, intersects::closed_form(prepared));
    (intersects::in_frame(prepared, &gjk, verdict), calls)
}

/// The distance of two shapes, if there is no closed form.
pub(super) fn how_far<W: QuerySpace>(
    kept: &mut Kept<W>,
    prepared: &Prepared<'_, W>,
    settings: &Settings,
) -> Distance<W> {
    let mut gjk = Gjk::new();
    kept.in_unit(prepared.frame.length(1.0));
    let mut known = kept.recall(&prepared.pair);
    let gap = ladder::gap(prepared, settings);
    let found = apart(kept, &mut gjk, prepared, &mut known, f64::INFINITY, gap);
    distance::answer(prepared, &gjk, gap, found)
}

/// The signed distance of the cores, if there is no closed form: [`apart`], or [`deep`] if they meet. `boxes` is the result of the
/// separating axes of two boxes, if they were tested.
pub(super) fn solve<V: QuerySpace>(
    kept: &mut Kept<V>,
    prepared: &Prepared<'_, V>,
    boxes: Option<&Answer<V>>,
    settings: &Settings,
) -> Solution<V> {
    kept.in_unit(prepared.frame.length(1.0));
    let gap = ladder::gap(prepared, settings);
    let mut gjk = Gjk::new();
    let mut known = kept.recall(&prepared.pair);
    match apart(kept, &mut gjk, prepared, &mut known, f64::INFINITY, gap) {
        Cores::Apart(found) => found,
        Cores::Meet(found) => match boxes.map_or_else(|| V::boxes(prepared), |answer| *answer) {
            Answer::Exact(closed) => Solution::exact(closed, found.calls),
            Answer::Start(_) => deep(kept, &gjk, prepared, known, gap, found.calls),
        },
    }
}

/// The nearest points of the cores, like [`ladder::apart`].
fn apart<V: QuerySpace>(
    kept: &mut Kept<V>,
    gjk: &mut Gjk<V, Voronoi>,
    prepared: &Prepared<'_, V>,
    known: &mut Known<V>,
    far: f64,
    gap: f64,
) -> Cores<V> {
    let pair = &prepared.pair;
    *gjk = Gjk::from_axis(kept.near.normal);
    let (mut calls, cold) = (0, known.vertices().is_empty());
    if !pair.polytope && !cold {
        match peak(kept, gjk, prepared, known, far, gap) {
            Attempt::Proven(found) => return Cores::Apart(found),
            Attempt::InVain { calls: spent } => calls = spent,
        }
    }
    let goal = if cold { ladder::cold_goal } else { ladder::first_goal }(prepared, far, gap);
    let walked = kept.trail.as_mut().and_then(|trail| vclip::walked(trail, gjk, prepared, &goal));
    let mut found = walked.unwrap_or_else(|| gjk.run_from(pair, &goal, known));
    found.calls += calls;
    let mut result = ladder::from_gjk(gjk, prepared, gap, goal, found);
    kept.apart = result.are_apart();
    match &mut result {
        Cores::Apart(found) => kept.near.normal = found.normal,
        // The known points contain the origin: no call was made, and nothing is new.
        Cores::Meet(found) if found.calls == 0 => {
            found.axis = kept.near.normal;
            return result;
        }
        Cores::Meet(found) => kept.near.normal = found.axis.unit(),
    }
    kept.keep(pair, gjk.simplex().vertices());
    result
}

/// The nearest points of cores at least one of which is curved, by a climb from the last normal. If that is in vain, the points
/// found are then known.
fn peak<V: QuerySpace>(
    kept: &mut Kept<V>,
    gjk: &mut Gjk<V, Voronoi>,
    prepared: &Prepared<'_, V>,
    known: &mut Known<V>,
    far: f64,
    gap: f64,
) -> Attempt<Solution<V>> {
    let pair = &prepared.pair;
    let goal = ladder::first_goal(prepared, far, gap);
    let near = gjk.among(pair, &goal, known);
    if near.upper <= goal.near {
        return Attempt::InVain { calls: 0 };
    }
    let Some((n, free)) = freedom(gjk.simplex().vertices(), kept.near.normal, pair.size) else {
        return Attempt::InVain { calls: 0 };
    };
    let (g, w) = separation(pair, n, &gjk.simplex().newest());
    if g > far {
        let (point_a, point_b) = gjk.simplex().witnesses();
        return Attempt::Proven(Solution {
            lower: g,
            upper: near.upper,
            value: near.upper,
            normal: n,
            point_a,
            point_b,
            calls: 1,
            status: Status::Converged,
            rung: Rung::Gjk,
        });
    }
    known.push(&w);
    if g <= 0.0 {
        return Attempt::InVain { calls: 1 };
    }
    let enough = gap * Real::min(g, 1.0) * 0.5;
    let peak = climb_again(pair, n, w, enough, free, &mut kept.near.bend);
    let (calls, length) = (1 + peak.calls, peak.vertex.point.norm());
    if length - peak.separation > gap {
        known.push(&peak.vertex);
        return Attempt::InVain { calls };
    }
    kept.apart = true;
    kept.near.normal = peak.normal;
    kept.keep(pair, &[peak.vertex]);
    Attempt::Proven(Solution::at_peak(&peak, length, calls))
}

/// The normal from which to climb, and the directions in which it may turn: all if the vertices of the simplex are
/// nearly one point, those perpendicular to the edge if they are on one line. `None` on a face, where nothing is left to
/// climb.
fn freedom<W: Tangents<Scalar = f64>>(vertices: &[Vertex<W>], normal: W, size: f64) -> Option<(W, Free<W>)> {
    let (first, short) = (vertices[0].point, EDGE * size);
    let mut edge = W::ZERO;
    for vertex in vertices {
        let way = vertex.point - first;
        if way.norm_squared() > edge.norm_squared() {
            edge = way;
        }
    }
    if edge.norm() <= short {
        return Some((normal, Free::All));
    }
    let along = edge.unit();
    let beside = |v: &Vertex<W>| {
        let way = v.point - first;
        (way - along * way.dot(along)).norm() > short
    };
    if W::DIM == 2 || vertices.iter().any(beside) {
        return None;
    }
    let n = (normal - along * along.dot(normal)).unit();
    let [s, t] = n.tangents();
    Some((n, Free::Along((t * along.dot(s) - s * along.dot(t)).unit())))
}

/// The depth of cores that meet, by EPA, like [`ladder::deep`].
fn deep<V: QuerySpace>(
    kept: &mut Kept<V>,
    gjk: &Gjk<V, Voronoi>,
    prepared: &Prepared<'_, V>,
    known: Known<V>,
    gap: f64,
    calls: u32,
) -> Solution<V> {
    let pair = &prepared.pair;
    let mut start = Start { known, ..Start::default() };
    let mut place = kept.deep.unwrap_or_default();
    if kept.deep.is_some() {
        let (g, w) = separation(pair, place.normal, &gjk.simplex().newest());
        // If the curvature is known, EPA needs no points around the peak, but the peak itself with higher accuracy.
        let round = pair.least_radius(place.normal, 0.0) > 0.0;
        let enough = gap * if round { ROUND * Real::min(Real::max(-g, 0.0), 1.0) } else { 0.5 };
        let mut peak = climb_again(pair, place.normal, w, enough, Free::All, &mut place.bend);
        peak.calls += 1;
        if peak.to_gain <= enough && !round {
            peak.calls += rings(pair, &peak, &place.bend, gap, &mut start.near);
        }
        start.peak = Some(peak);
    }
    let depth = V::depth_from(pair, gjk.simplex(), &Gap { bound: gap, value: gap }, &mut start);
    kept.keep(pair, start.known.vertices());
    kept.near.normal = depth.normal;
    kept.deep = start.peak.map(|_| Place { normal: depth.normal, bend: place.bend });
    ladder::from_epa(prepared, gap, &depth, calls)
}

/// Whether the shapes meet, like [`intersects::decide`], and the number of support calls.
fn decide<V: QuerySpace>(
    kept: &mut Kept<V>,
    gjk: &mut Gjk<V, Voronoi>,
    prepared: &Prepared<'_, V>,
) -> (CoreVerdict<V>, u32) {
    let pair = &prepared.pair;
    let goal = intersects::goal(prepared);
    let axis = kept.near.normal;
    let mut calls = 0;
    let mut asked = None;
    if kept.apart {
        // One call if the axis still separates them.
        let (g, w) = separation(pair, axis, &kept.first(pair));
        if g > goal.far {
            return (CoreVerdict::Apart { axis, rung: Rung::Gjk }, 1);
        }
        (asked, calls) = (Some(w), 1);
    }
    let mut known = kept.recall(pair);
    if let Some(w) = asked
        && !known.vertices().is_empty()
    {
        known.push(&w);
    }
    *gjk = Gjk::from_axis(axis);
    let found = gjk.run_from(pair, &goal, &known);
    calls += found.calls;
    let verdict = intersects::finish(prepared, goal.far, &found);
    kept.apart = !verdict.is_meet();
    if found.calls > 0 {
        kept.near.normal = found.axis.unit();
        kept.keep(pair, gjk.simplex().vertices());
    }
    (verdict, calls)
}
