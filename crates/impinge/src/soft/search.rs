//! The search for the time of impact, forward in time; it only advances past times that are proven free.
//!
//! The search is at a time t, and all times before t are proven free. It advances by these means:
//!
//! 1. **Planes** (conservative advancement). The nearest point of the polygon gives a plane, and [`Moving::reach`] the time until which
//!    the plane separates. This settles most misses. Planes do not move, so they are slow if features slide on one another or turn; the
//!    polynomials of [`super::signs`] turn with them.
//! 2. **Zeros of f.** A touch without separation is at a zero of f. Between zeros, signs prove the time free; a short interval around a
//!    zero is a touch or free.
//! 3. **The march**, if that leaves something open: intervals \[t, t + w\], with w reduced if nothing is proved and increased if the
//!    interval is free.
//! 4. **Turning planes**, for the march with a separation: n goes from one nearest direction to the next, and n·D_i, of degree 2, is
//!    bounded by its three coefficients.
//!
//! Signs come from `f64` if rounding allows, otherwise from integers.
//!
//! The search ends when t is past the end of the query (a proof that they do not touch), when a touch is proved for a short enough
//! interval, when w has become as small as the numbers allow (they touch, or pass within 2⁻⁵² of touching in time), or when the steps are
//! used up. In the last two cases the answer is a touch, unproven.

use super::exact::{Exact, TIME_BITS};
use super::nearest::{Flat, NearestPoint};
use super::polygon::Moving;
use super::roots::Cubic;
use super::signs::{Finding, Rounded, examine};
use crate::math::{Real, Vec3};
use crate::observe::Status;

type V3 = Vec3<f64>;

/// Steps by planes before zeros and signs are tried. Most misses need one or two; if features turn, planes are slow.
const PLANE_STEPS: u32 = 2;
/// A step shorter than this in time (2⁻⁴⁶) has converged: further gains are comparable to rounding.
const SHORT_STEP: f64 = 1.421_085_471_520_200_4e-14;
/// Shortest time interval, 2⁻⁵²: one unit in the last place of the time 1, and two of those below.
const SHORTEST: f64 = f64::EPSILON;
/// A touch proved on an interval no longer than this (2⁻⁴⁸) is reported at once; the interval is the bound on the time.
const NARROW: f64 = 3.552_713_678_800_501e-15;
/// Distance of f from zero, in roundings, at the ends of the interval around a zero. One would do if the zero were known exactly; with
/// more, the reported time is earlier.
const BEYOND_DOUBT: f64 = 4.0;
/// A touch proved on an interval longer than this (2⁻³⁰) is refined.
const WIDE: f64 = 9.313_225_746_154_785e-10;
/// Limit on the pieces in which the time up to a zero is proved free. Usually one or two suffice.
const PIECES: u32 = 12;
/// Factor on the next interval of the march if nothing was proved. A touch that cannot be proved costs at most 52 / 3 intervals; a factor
/// nearer to 1 gives more of them, one nearer to 0 skips the right length.
const SHORTER: f64 = 1.0 / 8.0;
/// The same with a separation, for which an interval costs a tenth of one in integers.
const HALF: f64 = 0.5;
/// The same after an interval that is free.
const LONGER: f64 = 2.0;
/// Below this (2⁻⁴⁰) rounding dominates: exact signs are computed even if f has both signs.
const ROUNDING_RULES: f64 = 9.094_947_017_729_282e-13;
/// Limit on the intervals decided in integers, at 1 to 6 µs each. It bounds the time of the worst query. With fewer, more passes within
/// rounding are reported as touches.
const EXACT_STRETCHES: u32 = 80;

/// Result of the search, in units of the polygon.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstTouch {
    /// All earlier times are free.
    pub time: f64,
    /// They touch from `time` to this, if that is proved.
    pub latest: Option<f64>,
    /// Witness points at `time`.
    pub near: NearestPoint,
    /// The last plane that separated them, if there was one.
    pub plane: Option<V3>,
    /// Status at the end of the search.
    pub status: Status,
    /// Number of steps taken.
    pub steps: u32,
}

/// A query: four points at both times, and the pairs that make the corners.
pub(super) struct Query<'a, const N: usize> {
    pub start: &'a [V3; 4],
    pub end: &'a [V3; 4],
    pub pairs: &'a [(usize, usize); N],
    /// Distance at which features count as touching, in units of the polygon.
    pub separation: f64,
    /// Last time of the query.
    pub until: f64,
    /// Limit on the steps.
    pub steps: u32,
}

struct Search<'a, const N: usize> {
    query: &'a Query<'a, N>,
    moving: &'a Moving<N>,
    exact: Option<Exact<N>>,
    exact_stretches: u32,
    plane: Option<V3>,
    time: f64,
    steps: u32,
}

/// The first touch; `None` if it is proved that there is none.
pub(super) fn search<const N: usize>(query: &Query<'_, N>, moving: &Moving<N>) -> Option<FirstTouch>
where
    [V3; N]: Flat,
{
    Search { query, moving, exact: None, exact_stretches: 0, plane: None, time: 0.0, steps: 0 }.run()
}

/// The time rounded down to a multiple of 2⁻⁶⁰, as integers require.
#[inline]
fn on_grid(t: f64) -> f64 {
    const TICKS: f64 = (1_u64 << TIME_BITS) as f64;
    (t * TICKS) as u64 as f64 * (1.0 / TICKS)
}

/// The last time of the query: from 0 to 1, rounded up to a multiple of 2⁻⁶⁰.
pub(super) fn last(until: f64) -> f64 {
    let until = if until < 1.0 { Real::max(until, 0.0) } else { 1.0 };
    let below = on_grid(until);
    if below < until { below + f64::power_of_two(-TIME_BITS) } else { below }
}

/// Result of the walk from zero to zero.
enum End {
    /// The rest of the time is free.
    Free,
    /// They touch between the current time and this one.
    Touch(f64),
    /// Neither is proved; an interval of this length from the current time is to be examined first.
    Open(f64),
}

/// Result of a step by a plane.
enum Step {
    /// The rest of the time is free.
    Done,
    /// The time advanced by `gain`; rounding may have cut off `doubt`.
    Moved { gain: f64, doubt: f64 },
    /// No plane was found at this time.
    Stuck,
}

impl<const N: usize> Search<'_, N>
where
    [V3; N]: Flat,
{
    fn run(mut self) -> Option<FirstTouch> {
        for _ in 0..PLANE_STEPS {
            match self.plane_step() {
                Step::Done => return None,
                Step::Stuck => break,
                Step::Moved { gain, doubt } if gain < Real::max(SHORT_STEP, doubt) => break,
                Step::Moved { .. } => {}
            }
        }
        if self.query.separation > 0.0 {
            if self.within(self.time) {
                return self.found(Some(self.time), Status::Converged);
            }
        } else if self.time == 0.0 && self.exactly(0.0, 0.0) != Some(Finding::Free) {
            // Exact signs that prove nothing at a single time: they touch then.
            let sure = self.exact.as_ref().is_some_and(|exact| exact.whole);
            return if sure {
                self.found(Some(0.0), Status::Converged)
            } else {
                self.found(None, Status::Stalled)
            };
        }
        if self.query.separation == 0.0 {
            if self.query.until <= self.time {
                return None;
            }
            match self.by_zeros() {
                End::Free => return None,
                End::Touch(latest) => return self.found(Some(latest), Status::Converged),
                End::Open(stretch) => return self.march(stretch),
            }
        }
        self.march(self.query.until - self.time)
    }

    /// Advances as far as the plane of the nearest point separates.
    fn plane_step(&mut self) -> Step {
        self.steps += 1;
        let near = self.moving.at(self.time).nearest();
        let Some(normal) = near.direction.normalized() else { return Step::Stuck };
        match self.moving.reach(normal, self.query.separation, self.time) {
            None => Step::Stuck,
            Some(reach) if reach.until >= self.query.until => Step::Done,
            Some(reach) => {
                self.plane = Some(normal);
                let to = Real::max(on_grid(reach.until), self.time);
                let gain = to - self.time;
                self.time = to;
                Step::Moved { gain, doubt: reach.doubt }
            }
        }
    }

    /// Goes from zero to zero of f, which planes approach only slowly if features turn.
    ///
    /// Between zeros f proves an interval free in one or two pieces; a short interval around a zero is a touch or free, as the turn test
    /// decides. The march handles the rest.
    fn by_zeros(&mut self) -> End {
        let end = self.query.until;
        let (volume, rounding) = Rounded::new(self.moving, 0.0, end).volume_values();
        let cubic = Cubic::from_bernstein(volume);
        let (count, zeros) = cubic.zeros();
        for &zero in &zeros[..count] {
            let at = end * zero;
            // f is beyond doubt if it is a few roundings from zero.
            let slack = BEYOND_DOUBT * rounding * end / cubic.slope(zero).abs() + NARROW;
            if slack >= end || slack.is_nan() {
                return End::Open(end - self.time);
            }
            // The interval may begin before the current time, where f certainly has a sign. All of that is free, so a touch in it comes
            // later.
            let (before, after) = (on_grid(Real::max(at - slack, 0.0)), on_grid(Real::min(at + slack, end)));
            if after <= self.time {
                continue;
            }
            if !self.clear(before) {
                return End::Open(end - self.time);
            }
            match self.closely(before, after) {
                Finding::Free => self.time = after,
                Finding::Touch if after - self.time <= WIDE => return End::Touch(after),
                _ => return End::Open(after - self.time),
            }
        }
        if self.clear(end) { End::Free } else { End::Open(end - self.time) }
    }

    /// Proves the time up to `to` free, in a few pieces; false if it could not all be proved.
    fn clear(&mut self, to: f64) -> bool {
        let mut w = to - self.time;
        for _ in 0..PIECES {
            if self.time >= to {
                return true;
            }
            self.steps += 1;
            let e = on_grid(Real::min(self.time + w, to));
            if self.look(self.time, e) == Finding::Free {
                self.time = Real::max(e, self.time);
                w *= 2.0;
            } else {
                w *= 0.5;
            }
        }
        self.time >= to
    }

    /// Advances by intervals, and by planes if these advance farther.
    fn march(&mut self, stretch: f64) -> Option<FirstTouch> {
        let end = self.query.until;
        let shorter = if self.query.separation > 0.0 { HALF } else { SHORTER };
        let mut w = stretch;
        let mut latest = None;
        while self.steps < self.query.steps && self.exact_stretches < EXACT_STRETCHES {
            self.steps += 1;
            if let Some(latest) = latest {
                w = Real::min(w, 0.5 * (latest - self.time));
            }
            let e = on_grid(Real::min(self.time + w, end));
            if w == 0.0 || e <= self.time {
                return self
                    .found(latest, if latest.is_some() { Status::Converged } else { Status::Stalled });
            }
            match self.look(self.time, e) {
                Finding::Free => {
                    self.time = e;
                    if e >= end {
                        return None;
                    }
                    w *= LONGER;
                    match self.plane_step() {
                        Step::Done => return None,
                        Step::Moved { gain, .. } => w = Real::max(w, gain),
                        Step::Stuck => {}
                    }
                }
                Finding::Touch => {
                    latest = Some(e);
                    if w <= NARROW {
                        return self.found(latest, Status::Converged);
                    }
                    w *= 0.5;
                }
                // The shortest interval still gets its turn.
                Finding::Open { .. } if w <= SHORTEST => w = 0.0,
                Finding::Open { .. } => w = Real::max(w * shorter, SHORTEST),
            }
        }
        self.found(latest, if latest.is_some() { Status::Converged } else { Status::Budget })
    }

    /// Finding for an interval.
    fn look(&mut self, s: f64, e: f64) -> Finding {
        if self.query.separation > 0.0 {
            return self.turning_plane(s, e);
        }
        match examine(&Rounded::new(self.moving, s, e)) {
            open @ Finding::Open { turning } if !turning || e - s < ROUNDING_RULES => {
                self.exactly(s, e).unwrap_or(open)
            }
            finding => finding,
        }
    }

    /// Finding for a short interval: in integers wherever rounding leaves it open.
    fn closely(&mut self, s: f64, e: f64) -> Finding {
        match examine(&Rounded::new(self.moving, s, e)) {
            open @ Finding::Open { .. } => self.exactly(s, e).unwrap_or(open),
            finding => finding,
        }
    }

    /// The signs in integers; `None` if the limit is reached.
    fn exactly(&mut self, s: f64, e: f64) -> Option<Finding> {
        if self.exact_stretches == EXACT_STRETCHES {
            return None;
        }
        self.exact_stretches += 1;
        let query = self.query;
        let exact = self.exact.get_or_insert_with(|| Exact::new(query.start, query.end, query.pairs));
        Some(examine(&exact.stretch(s, e)))
    }

    /// Test with a plane whose normal goes from the nearest direction at `s` to that at `e`. With n0, n1 and corners D0, D1 at the ends,
    /// n·D has the coefficients n0·D0, (n0·D1 + n1·D0) / 2 and n1·D1, and |n| ≤ 1.
    fn turning_plane(&self, s: f64, e: f64) -> Finding {
        let (from, to) = (self.moving.at(s), self.moving.at(e));
        let (near_from, near_to) = (from.nearest(), to.nearest());
        let rounding = self.moving.distance_rounding();
        let separation = self.query.separation;
        if near_to.point.norm() + rounding <= separation {
            return Finding::Touch;
        }
        let far = separation * (1.0 + 4.0 * f64::EPSILON) + rounding;
        let open = Finding::Open { turning: false };
        let (Some(n0), Some(n1)) = (near_from.direction.normalized(), near_to.direction.normalized()) else {
            return open;
        };
        let separates = |(d0, d1): (&V3, &V3)| {
            n0.dot(*d0) > far && 0.5 * (n0.dot(*d1) + n1.dot(*d0)) > far && n1.dot(*d1) > far
        };
        if from.iter().zip(&to).all(separates) { Finding::Free } else { open }
    }

    /// Whether the features are certainly within the separation at a time.
    fn within(&self, t: f64) -> bool {
        let near = self.moving.at(t).nearest();
        near.point.norm() + self.moving.distance_rounding() <= self.query.separation
    }

    fn found(&self, latest: Option<f64>, status: Status) -> Option<FirstTouch> {
        let near = self.moving.at(self.time).nearest();
        Some(FirstTouch { time: self.time, latest, near, plane: self.plane, status, steps: self.steps })
    }
}
