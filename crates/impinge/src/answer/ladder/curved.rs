//! The rungs of curved cores: Newton refinement from where GJK has come near the nearest points.

use super::solution::Solution;
use crate::answer::QuerySpace;
use crate::climb::{Attempt, Tangents, climb, climb_ridge};
use crate::gjk::{Gjk, Goal, Proximity, Simplex, Voronoi, VoronoiSpace};
use crate::math::{Real, Vector};
use crate::observe::{Rung, Status};
use crate::pair::{Obstacle, Prepared, Vertex};

/// For such shapes two vertices count as neighbors if their squared distance is within this × gap × size, and otherwise as
/// ends of an edge.
const BESIDE: f64 = 8.0;

/// The gap that a climb may leave. If it leaves e, its point is off the direction by up to √(2 e R), and so farther away than the
/// value by e R/value.
#[inline(always)]
pub(super) fn enough<W: Vector<Scalar = f64>>(found: &Proximity<W>, gap: f64) -> f64 {
    gap * Real::min(found.lower, 1.0) * 0.5
}

/// Continuation of a run of GJK that has come near the nearest points.
pub(super) enum Continued<W: Vector<Scalar = f64>> {
    /// With a climb that proves them.
    Climbed(Solution<W>),
    /// With finer GJK: they are at neither a peak nor an edge.
    Resumed(Proximity<W>),
}

/// The nearest points of curved cores with rims or edges, from where GJK has come near them: at a smooth peak or on an edge, or else by
/// GJK. Compiled once for all shapes.
#[inline(never)]
pub(super) fn peak_or_ridge<V: QuerySpace>(
    gjk: &mut Gjk<V, Voronoi>,
    prepared: &Prepared<'_, V>,
    goal: &Goal<f64>,
    found: Proximity<V>,
) -> Continued<V> {
    climb_or_resume(gjk, prepared.pair.as_dyn(), goal, found)
}

/// The same for a pair behind a pointer.
#[inline(never)]
fn climb_or_resume<W: Tangents<Scalar = f64> + VoronoiSpace>(
    gjk: &mut Gjk<W, Voronoi>,
    pair: &dyn Obstacle<W>,
    goal: &Goal<f64>,
    mut found: Proximity<W>,
) -> Continued<W> {
    if found.lower > 0.0 {
        match climbed(pair, gjk.simplex(), &found, goal.gap) {
            Attempt::Proven((solution, ends)) => {
                gjk.keep(&ends);
                return Continued::Climbed(solution);
            }
            Attempt::InVain { calls } => found.calls += calls,
        }
    }
    Continued::Resumed(gjk.resume(&pair, goal, &mut (), found))
}

/// The solution from a climb and its vertices, one of them twice if there is only one.
fn climbed<W: Tangents<Scalar = f64>>(
    pair: &dyn Obstacle<W>,
    simplex: &Simplex<W>,
    found: &Proximity<W>,
    gap: f64,
) -> Attempt<(Solution<W>, [Vertex<W>; 2])> {
    let open = (found.upper - found.lower) * pair.size();
    let (newest, spread) = (simplex.newest(), simplex.spread_squared());
    let (start, enough) = (found.axis.unit(), enough(found, gap));
    if spread <= BESIDE * open {
        let peak = climb(&pair, start, found.vertex, enough);
        let length = peak.vertex.point.norm();
        let fits = length - peak.separation <= gap;
        let solution = Solution::at_peak(&peak, length, found.calls + peak.calls);
        return if fits {
            Attempt::Proven((solution, [peak.vertex; 2]))
        } else {
            Attempt::InVain { calls: peak.calls }
        };
    }
    // An edge to the vertex farthest from the newest, if all others are near one of the two.
    let away = |v: W, w: W| (v - w).norm_squared();
    let is_far = |v: &&Vertex<W>| away(v.point, newest.point) == spread;
    let Some(other) = simplex.vertices().iter().find(is_far) else {
        return Attempt::InVain { calls: 0 };
    };
    let is_beside =
        |v: &Vertex<W>| Real::min(away(v.point, newest.point), away(v.point, other.point)) <= BESIDE * open;
    if !simplex.vertices().iter().all(is_beside) {
        return Attempt::InVain { calls: 0 };
    }
    let ridge = match climb_ridge(&pair, start, [newest, *other], enough) {
        Attempt::Proven(ridge) => ridge,
        Attempt::InVain { calls } => return Attempt::InVain { calls },
    };
    let (point_a, point_b) = ridge.points();
    let upper = (point_b - point_a).norm();
    if upper - ridge.separation > gap {
        return Attempt::InVain { calls: ridge.calls };
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
        rung: Rung::Ridge,
    };
    Attempt::Proven((solution, ridge.ends))
}

/// Improves the direction of the lower bound if GJK could not: for curved shapes that barely touch, its own is dominated by rounding.
#[cold]
#[inline(never)]
pub(super) fn lift<W: Tangents<Scalar = f64>>(
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
        Attempt::Proven(ridge) => {
            found.calls += ridge.calls;
            if ridge.separation > found.lower {
                (found.lower, found.axis, found.vertex) = (ridge.separation, ridge.normal, ridge.vertex);
            }
        }
        Attempt::InVain { calls } => found.calls += calls,
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
