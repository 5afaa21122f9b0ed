//! The signed distance of two cores, and when its bounds count as closed.

use crate::answer::{QuerySpace, Settings, default_gap_of};
use crate::climb::Peak;
use crate::closed::Closed;
use crate::gjk::Proximity;
use crate::math::{Real, Vector};
use crate::observe::{Rung, Status};
use crate::pair::Prepared;

/// Witness points fit a value if they are off by at most this many roundings.
pub(super) const FIT: f64 = 1.0;

/// Bounds that stay this many times wider than requested go to the judge.
pub(super) const PATIENCE: f64 = 4.0;

/// Bounds count as closed if they are apart by no more than the gap and this many roundings.
pub(super) const SPARE: f64 = 3.0;

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
    /// The rung that answered.
    pub rung: Rung,
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
            rung: Rung::Closed,
        }
    }

    /// The solution at a smooth peak whose support point is this far from the origin.
    #[inline(always)]
    pub(crate) fn at_peak(peak: &Peak<W>, length: f64, calls: u32) -> Self {
        Self {
            lower: peak.separation,
            upper: length,
            value: peak.separation,
            normal: peak.normal,
            point_a: peak.vertex.a,
            point_b: peak.vertex.b(),
            calls,
            status: Status::Converged,
            rung: Rung::Peak,
        }
    }

    /// Whether it comes from a closed form, without iteration: then `point_b` − `point_a` is `value` × `normal` within rounding.
    #[inline(always)]
    pub(crate) fn is_closed(&self) -> bool {
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
    pub(crate) fn are_apart(&self) -> bool {
        matches!(self, Self::Apart(_))
    }
}

/// The closed form of points against points, segments and boxes, and of segments against segments.
#[inline(always)]
pub(crate) fn simple<V: QuerySpace>(prepared: &Prepared<'_, V>) -> Option<Solution<V>> {
    V::simple(prepared).map(|found| Solution::exact(found, 0))
}

/// The gap to stop at, in the pair's units.
#[inline]
pub(crate) fn gap<V: QuerySpace>(prepared: &Prepared<'_, V>, settings: &Settings) -> f64 {
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
pub(crate) fn ended<V: QuerySpace>(
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

/// Error bound of the answer: the farther of the two bounds, plus rounding.
#[inline]
pub(crate) fn error<V: QuerySpace>(prepared: &Prepared<'_, V>, solution: &Solution<V>) -> f64 {
    Real::max(solution.upper - solution.value, solution.value - solution.lower) + prepared.pair.rounding
}
