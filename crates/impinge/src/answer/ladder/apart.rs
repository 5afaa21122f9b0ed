//! The rungs for cores that may be apart: GJK, the climbs of curved cores, finer GJK, the judge.

use super::curved::{self, Continued};
use super::solution::{Cores, FIT, PATIENCE, SPARE, Solution, ended};
use crate::answer::QuerySpace;
use crate::climb::climb;
use crate::gjk::{Gjk, Goal, MAX_STEPS, Proximity, Voronoi, VoronoiSpace, witness};
use crate::math::Real;
use crate::observe::{Rung, Status};
use crate::pair::{Obstacle, Prepared};

/// The gap, relative to the size, at which GJK on smooth shapes hands over to Newton refinement ([`climb`]).
const COARSE: f64 = 1.0 / 256.0;

/// The same for shapes with rims or edges, if nothing is known from an earlier query. It takes this accuracy to decide whether they are
/// nearest at a smooth place, at an edge, or at a face or corner, where GJK makes progress on its own.
const COARSE_MIXED: f64 = 1.0 / 1024.0;

/// For such shapes GJK reaches gaps, relative to the size, above this in fewer calls than a climb along an edge takes.
const FINE: f64 = 1.0 / (1 << 24) as f64;

/// A simplex counts as near a smooth peak if its squared extent is within this × gap × size.
const SMOOTH: f64 = 16.0;

/// The nearest points of the cores, or the fact that they meet; the simplex that shows it is then in `gjk`. Stops early if
/// they are farther apart than `far`.
#[inline(always)]
pub(crate) fn apart<V: QuerySpace>(
    gjk: &mut Gjk<V, Voronoi>,
    prepared: &Prepared<'_, V>,
    far: f64,
    gap: f64,
) -> Cores<V> {
    let goal = cold_goal(prepared, far, gap);
    let found = gjk.run(&prepared.pair, &goal, &mut ());
    from_gjk(gjk, prepared, gap, goal, found)
}

/// First goal of GJK if nothing is known of the pair (cold start).
#[inline(always)]
pub(crate) fn cold_goal<V: QuerySpace>(prepared: &Prepared<'_, V>, far: f64, gap: f64) -> Goal<f64> {
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

/// The rungs above GJK, after it has reached its first goal.
#[inline(always)]
pub(crate) fn from_gjk<V: QuerySpace>(
    gjk: &mut Gjk<V, Voronoi>,
    prepared: &Prepared<'_, V>,
    gap: f64,
    goal: Goal<f64>,
    found: Proximity<V>,
) -> Cores<V> {
    let mut ladder = Ladder { gjk, prepared, gap, goal, found, rung: Rung::Gjk };
    if ladder.is_at_origin() {
        return Cores::Meet(ladder.found);
    }
    if ladder.is_coarse() {
        ladder.goal.gap = gap;
        let sharp = if prepared.pair.smooth { ladder.peak() } else { ladder.peak_or_ridge() };
        if let Some(solution) = sharp {
            return Cores::Apart(solution);
        }
        if ladder.is_at_origin() {
            return Cores::Meet(ladder.found);
        }
    }
    if ladder.is_open(gap + SPARE * prepared.pair.rounding) {
        ladder.polish();
        if ladder.is_at_origin() {
            return Cores::Meet(ladder.found);
        }
        if ladder.is_open(PATIENCE * gap) {
            return ladder.judge();
        }
    }
    Cores::Apart(ladder.by_simplex())
}

/// Cores that may be apart, and what the rungs so far have found.
struct Ladder<'l, 'p, V: QuerySpace> {
    gjk: &'l mut Gjk<V, Voronoi>,
    prepared: &'l Prepared<'p, V>,
    gap: f64,
    goal: Goal<f64>,
    found: Proximity<V>,
    /// The highest rung that `found` comes from.
    rung: Rung,
}

impl<V: QuerySpace> Ladder<'_, '_, V> {
    /// Whether the cores meet, as far as GJK can tell.
    #[inline(always)]
    fn is_at_origin(&self) -> bool {
        self.found.upper <= self.goal.near
    }

    /// Whether the bounds are wider than this, and it is not yet shown that the cores are far apart.
    #[inline(always)]
    fn is_open(&self, gap: f64) -> bool {
        self.found.upper - self.found.lower > gap && self.found.lower <= self.goal.far
    }

    /// Whether GJK has stopped at a coarse gap, and a finer one is requested.
    #[inline(always)]
    fn is_coarse(&self) -> bool {
        let open = self.found.upper - self.found.lower;
        self.goal.gap > self.gap
            && (open > self.gap || self.found.lower <= 0.0)
            && self.found.lower <= self.goal.far
    }

    /// The nearest points of smooth cores, if they are at a peak; otherwise GJK goes on.
    #[inline(always)]
    fn peak(&mut self) -> Option<Solution<V>> {
        let (pair, found) = (&self.prepared.pair, &mut self.found);
        // Near a smooth peak the vertices are close together; at an edge or face they are not.
        let spread = SMOOTH * (found.upper - found.lower) * pair.size;
        if self.gjk.simplex().spread_squared() <= spread && found.lower > 0.0 {
            let peak = climb(pair, found.axis.unit(), found.vertex, curved::enough(found, self.gap));
            let length = peak.vertex.point.norm();
            if length - peak.separation <= self.gap {
                return Some(Solution::at_peak(&peak, length, found.calls + peak.calls));
            }
            found.calls += peak.calls;
        }
        self.found = resume(self.gjk, pair, &self.goal, self.found);
        self.rung = Rung::FineGjk;
        None
    }

    /// The nearest points of curved cores with rims or edges, if they are at a peak or on an edge; otherwise GJK goes on.
    #[inline(always)]
    fn peak_or_ridge(&mut self) -> Option<Solution<V>> {
        match curved::peak_or_ridge(self.gjk, self.prepared, &self.goal, self.found) {
            Continued::Climbed(solution) => Some(solution),
            Continued::Resumed(resumed) => {
                self.found = resumed;
                self.rung = Rung::FineGjk;
                None
            }
        }
    }

    /// Tightens both bounds by what GJK leaves to rounding.
    #[inline(always)]
    fn polish(&mut self) {
        // A full simplex that contains the origin, with weights that yield another point of it: the bodies cross.
        self.gjk.refine(&mut self.found);
        if !(self.is_at_origin() || self.prepared.pair.polytope) {
            curved::lift(self.gjk.simplex(), self.prepared.pair.as_dyn(), self.gap, &mut self.found);
        }
    }

    /// The nearest points of GJK's simplex.
    #[inline(always)]
    fn by_simplex(&self) -> Solution<V> {
        let found = &self.found;
        let (point_a, point_b) = self.gjk.simplex().witnesses();
        Solution {
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
            status: if found.lower > self.goal.far {
                Status::Converged
            } else {
                ended(self.prepared, self.gap, found.upper - found.lower, found.status)
            },
            rung: self.rung,
        }
    }

    /// The judge's answer, if GJK could not prove its own.
    #[cold]
    #[inline(never)]
    fn judge(&self) -> Cores<V> {
        let interval = V::judge(&self.prepared.pair, self.gap);
        if interval.upper <= 0.0 {
            return Cores::Meet(self.found);
        }
        let value = Real::max(interval.lower, 0.0);
        // No points of the cores are closer to one another than the bodies are, so those within the upper bound fit.
        let enough = interval.upper + FIT * self.prepared.pair.rounding;
        let offered = [interval.point_a, interval.point_b];
        let ([point_a, point_b], calls) =
            witness::differing_by(&self.prepared.pair, V::ZERO, enough, offered);
        Cores::Apart(Solution {
            lower: interval.lower,
            upper: Real::max(interval.upper, (point_b - point_a).norm()),
            value,
            normal: interval.normal,
            point_a,
            point_b,
            calls: self.found.calls + interval.calls + calls,
            status: Status::Judged,
            rung: Rung::Judge,
        })
    }
}

/// GJK's run to the gap, kept out of the run before, which it would slow down.
#[inline(never)]
fn resume<W: VoronoiSpace>(
    gjk: &mut Gjk<W, Voronoi>,
    pair: &impl Obstacle<W>,
    goal: &Goal<W::Scalar>,
    found: Proximity<W>,
) -> Proximity<W> {
    gjk.resume(pair, goal, &mut (), found)
}
