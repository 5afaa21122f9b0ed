//! Time of impact of two moving shapes: continuous collision detection.
//!
//! **Answer.** The first time, from 0 to 1, at which two shapes touch while each follows its [`Motion`]: translations,
//! rotations by any angle, screws, and all motions with constant linear and angular velocity. Use it if bodies move far
//! between two queries: bullets, robot arms, anything that must not tunnel through a wall.
//!
//! **Method.**
//!
//! 1. Each body stays in a ball around its center of rotation, and the centers move along lines: only the part of the time
//!    in which these balls meet is examined, often none.
//! 2. If neither body rotates, `shift` casts a ray against the Minkowski difference B − A.
//! 3. If one does, `advance` runs conservative advancement and proves every step free.
//!
//! **Source.** The thesis, section 5.2, calls this scheme potentially the most correct one and leaves it open. For the sources of
//! `shift` and `advance` see those files.
//!
//! **Guarantee.** `None`: the shapes stay farther apart than [`CastSettings::separation`] at all times; this is proven,
//! except for bodies that touch at the start. An [`Impact`]: they stay so before [`Impact::time`], and with
//! [`Status::Converged`] they are within the tolerance of touching at that time. They touch no later than `time` +
//! [`Impact::time_error`], if that is finite. Every bound includes rounding: that of the computation in `f64`, and that
//! of the time to the precision of the answer.
//!
//! **At the start.** Shapes that overlap at time 0 by more than the tolerance have their impact at time 0, whatever the motions
//! ([`Impact::at_start`]). Shapes that touch within the tolerance may slide or separate without an impact. They have an impact
//! if they come closer than they were by about the tolerance, and `None` means that they do not come closer by five times that
//! amount: their initial distance is known only within the tolerance.
//!
//! **Cost.** See `docs/results/cast.md`. Casts do not allocate.
//!
//! **Failure.** A body that rotates fast while it slides along another at a small distance needs many steps. After
//! [`CastSettings::max_steps`] the answer is an impact with [`Status::Budget`]: free until `time`, when they are
//! [`Impact::distance`] apart, and nothing more is known.

mod advance;
mod moving;
mod near;
mod passing;
mod path;
mod shift;
mod space;

use self::advance::{Outcome, Task};
use self::moving::{Depths, Moving, Sample};
pub(crate) use self::passing::cast_counting;
use self::path::Path;
use self::shift::{Entrance, Shift, shift};
#[doc(hidden)]
pub use self::space::CastKernel;
#[doc(hidden)]
pub use self::space::CastSpace;
use crate::math::{Each, Motion, Precision, Real, Vector, exponent_of};
use crate::observe::{CastObserver, Status};
use crate::pair::ROUNDING_ULPS;
use crate::shape::{CoreShape, Parts, Space, Widen};

/// The tolerance t is at least this many times the rounding r of a distance, so that a distance in the middle of it can be
/// separated from both ends: the bounds of a distance differ by at most 2 r and the gap t/4, and a time at which both are within t
/// is found as long as there is room between. With 8 that room is half of t. With less, casts stall; with more, bodies of `f32`
/// that are known only by their support mapping stop farther apart than necessary.
const LEAST_TOLERANCE: f64 = 8.0;

/// The balls that contain the moving bodies are enlarged by this fraction of all lengths: thousands of roundings, and still negligible.
const BALL_SLACK: f64 = 1e-12;

/// Rounding of a time (of the fraction along a ray and of its length), in ε.
const TIME_ULPS: f64 = 16.0;

/// An upper bound on the least tolerance of a cast. `lengths` is the sum of the bodies' sizes, paths and distances, some of them
/// counted twice; `unsure` bounds the error of their points.
pub(crate) fn least_tolerance(lengths: f64, unsure: f64) -> f64 {
    LEAST_TOLERANCE * (ROUNDING_ULPS * f64::EPSILON * lengths + unsure)
}

/// Settings of a cast. The default asks for contact, to the tolerance of [`default_tolerance`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct CastSettings {
    /// The distance that counts as contact. Values below 0 and NaN count as 0; if it is infinite, shapes are in contact at
    /// the start.
    pub separation: f64,
    /// The shapes may be this much farther apart at the time of impact, relative to the sum of their sizes (the reach of
    /// their cores from their origins, and the radii); see [`default_tolerance`]. It counts as at least 8 times the rounding
    /// of a distance, including that of both shapes' support points ([`Bounded::rounding`](crate::shape::Bounded::rounding)),
    /// and as at most 1.
    pub tolerance: Option<f64>,
    /// The maximum number of distance computations.
    pub max_steps: u32,
}

impl Default for CastSettings {
    fn default() -> Self {
        Self { separation: 0.0, tolerance: None, max_steps: 256 }
    }
}

/// The default tolerance: 2⁻³⁰ for `f64`, 2⁻¹⁷ for `f32`. Steps converge quadratically, so a tenth of it
/// costs little more.
pub fn default_tolerance<T: Real>() -> f64 {
    default_tolerance_of(T::PRECISION)
}

/// [`default_tolerance`] of a precision.
pub(crate) fn default_tolerance_of(precision: Precision) -> f64 {
    f64::power_of_two(match precision {
        Precision::Double => -30,
        Precision::Single => -17,
    })
}

/// The first contact of two moving shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct Impact<V: Vector> {
    /// Time of impact. Before it the motion is free: the shapes are proven to be farther apart than the separation. Shapes that touch
    /// at the start are instead proven not to come closer than they were by five times the tolerance.
    pub time: V::Scalar,
    /// They are proven to reach the separation by `time` + `time_error`. Infinite if that could not be proven: they graze,
    /// or the motion ends within the tolerance.
    pub time_error: V::Scalar,
    /// The signed distance at `time`, known to within the tolerance, even if the cast ran out of steps. If they overlap
    /// at the start by more than that, it is minus the penetration depth: not too small, except for rounding, and usually as exact.
    pub distance: V::Scalar,
    /// The point of A nearest to B at `time`.
    pub point_a: V,
    /// The point of B nearest to A at `time`.
    pub point_b: V,
    /// Unit normal, from A to B, at `time`.
    pub normal: V,
    /// True if they are closer than the separation at time 0 already, by more than the tolerance.
    pub at_start: bool,
    /// Status of the cast: converged, grazing (rounding decides whether they touch), or out of steps. For bodies that touch at the
    /// start also [`Status::Judged`].
    pub status: Status,
    /// Number of support calls of the Minkowski difference.
    pub iterations: u32,
    /// The piece of A that touches: the input face of a mesh, the part of a compound. `None` for a convex shape.
    pub part_a: Option<u32>,
    /// The piece of B that touches.
    pub part_b: Option<u32>,
}

impl<W: Space> Impact<W> {
    /// The same with all numbers rounded to the given precision.
    pub(crate) fn rounded(self, precision: Precision) -> Self {
        if precision == Precision::Double {
            return self;
        }
        let (number, point) = (|x| precision.round(x), |p: W| p.map(|c| precision.round(c)));
        Self {
            time: number(self.time),
            time_error: number(self.time_error),
            distance: number(self.distance),
            point_a: point(self.point_a),
            point_b: point(self.point_b),
            normal: point(self.normal),
            ..self
        }
    }

    /// The same in another precision.
    pub(crate) fn narrowed<V: Widen<Wide = W>>(self) -> Impact<V> {
        Impact {
            time: Real::of(self.time),
            time_error: Real::of(self.time_error),
            distance: Real::of(self.distance),
            point_a: V::narrow(self.point_a),
            point_b: V::narrow(self.point_b),
            normal: V::narrow(self.normal),
            at_start: self.at_start,
            status: self.status,
            iterations: self.iterations,
            part_a: self.part_a,
            part_b: self.part_b,
        }
    }
}

/// [`advance_watched`](crate::study::casting::advance_watched) of decomposed shapes.
pub(crate) fn advance_parts<'a, V: CastSpace>(
    a: Parts<'a, V>,
    b: Parts<'a, V>,
    motions: [&Motion<V>; 2],
    settings: &CastSettings,
    observer: &mut impl CastObserver<V>,
) -> Option<Impact<V>> {
    Cast::new(a, b, motions, settings).by_steps(observer)
}

/// [`cast`](fn@crate::cast) of decomposed shapes.
fn cast_parts<'a, V: CastSpace>(
    a: Parts<'a, V>,
    b: Parts<'a, V>,
    motions: [&Motion<V>; 2],
    settings: &CastSettings,
) -> Option<Impact<V>> {
    Cast::new(a, b, motions, settings).run(motions[0] == motions[1])
}

/// Whether two shapes come closer than `below` by more than the tolerance. `below` is usually less than the separation, and may be
/// negative. `false` is proven in the same way as the free part of a cast of touching shapes.
#[inline(never)]
pub(crate) fn come_below<'a, V: CastSpace>(
    a: Parts<'a, V>,
    b: Parts<'a, V>,
    motions: [&Motion<V>; 2],
    settings: &CastSettings,
    below: f64,
) -> bool {
    let mut cast = Cast::new(a, b, motions, settings);
    cast.aim_below(below, cast.task.tolerance);
    let Some(span) = cast.span() else { return false };
    cast.task.span = span;
    let first = cast.moving.sample(span[0], 0.0);
    !matches!(advance::advance(&mut cast.moving, &cast.task, first, &mut ()), Outcome::Free)
}

/// One cast.
struct Cast<'a, V: CastSpace> {
    moving: Moving<'a, V>,
    task: Task,
    turns: bool,
}

impl<'a, V: CastSpace> Cast<'a, V> {
    #[inline(always)]
    fn new(a: Parts<'a, V>, b: Parts<'a, V>, motions: [&Motion<V>; 2], settings: &CastSettings) -> Self {
        let base = a.pose.translation();
        let paths = [Path::new(&a, motions[0], base), Path::new(&b, motions[1], base)];
        let mut moving = Moving::new(a, b, paths, base);
        let size = a.core.reach() + b.core.reach() + moving.radii;
        // They are never as far apart as this: a larger separation is reached at the start.
        let choices = a.core.choice_error() + b.core.choice_error() + a.lost + b.lost;
        let ways = moving.path_a.extent_of_motion() + moving.path_b.extent_of_motion();
        let most = 4.0 * (ways + size + LEAST_TOLERANCE * (choices + moving.blur));
        let target = Real::min(Real::max(settings.separation, 0.0), most);
        let rounding = moving.blur + 2.0 * ROUNDING_ULPS * f64::EPSILON * (size + target) + choices;
        let relative = settings.tolerance.unwrap_or(default_tolerance_of(a.precision));
        let relative = Real::min(Real::max(relative, 0.0), 1.0);
        let tolerance = Real::max(relative * size, LEAST_TOLERANCE * rounding);
        moving.gap = 0.25 * tolerance;
        moving.target = target;
        let turns = motions.iter().any(|m| !m.is_translation());
        let task = Task { span: [0.0, 1.0], target, tolerance, max_steps: settings.max_steps };
        Self { moving, task, turns }
    }

    /// `alike`: both follow the same motion.
    #[inline(always)]
    fn run(mut self, alike: bool) -> Option<Impact<V>> {
        let way = self.moving.path_a.linear - self.moving.path_b.linear;
        if alike || (!self.turns && way == V::ZERO) {
            self.at_rest()
        } else if self.turns || self.is_round() {
            self.by_steps(&mut ())
        } else {
            self.by_ray(way)
        }
    }

    /// Whether the cores are polytopes and the bodies are not: with the radii kept apart from the cores, steps take fewer calls
    /// than a ray against the whole.
    fn is_round(&self) -> bool {
        let cores = [&self.moving.a.core, &self.moving.b.core];
        self.moving.radii + self.task.target > 0.0 && cores.iter().all(|c| c.is_polytope() && c.reach() > 0.0)
    }

    /// Neither body moves relative to the other.
    fn at_rest(&mut self) -> Option<Impact<V>> {
        let start = self.start();
        self.overlaps(&start).then(|| self.impact(&start, [0.0, 0.0], start.status))
    }

    /// Both bodies at time 0.
    fn start(&mut self) -> Sample<V> {
        self.with_depth(0.0)
    }

    /// Both bodies at a time, with the depth if they overlap, exact enough to decide by the tolerance whether they do.
    fn with_depth(&mut self, time: f64) -> Sample<V> {
        let before = (self.moving.depths, self.moving.target);
        self.moving.depths = Depths::Proven;
        self.moving.target = self.task.target - self.task.tolerance;
        let sample = self.moving.sample(time, 0.0);
        (self.moving.depths, self.moving.target) = before;
        sample
    }

    fn overlaps(&self, start: &Sample<V>) -> bool {
        start.value < self.task.target - self.task.tolerance
    }

    /// The part of the time in which the balls around the bodies meet; `None` if they never do.
    fn span(&self) -> Option<[f64; 2]> {
        let (a, b) = (&self.moving.path_a, &self.moving.path_b);
        let reach =
            a.from_center + b.from_center + self.moving.radii + self.task.target + self.task.tolerance;
        balls_meet(b.center - a.center, b.linear - a.linear, reach)
    }

    /// The cast by conservative advancement.
    #[inline(never)]
    fn by_steps(&mut self, observer: &mut impl CastObserver<V>) -> Option<Impact<V>> {
        self.task.span = self.span()?;
        let from = self.task.span[0];
        let expected = self.moving.about_apart(from);
        let mut first = self.moving.sample(from, expected);
        if from == 0.0 && first.upper <= self.task.target + self.task.tolerance {
            first = self.start();
            if self.overlaps(&first) {
                return Some(self.impact(&first, [0.0, 0.0], first.status));
            }
            // They touch. From now on contact means that they are closer than now, by the tolerance t plus the error of
            // their present distance: 1.4 t at most, so that the target is no more than 1.4 t + 2.8 t below that distance, and a
            // target below 0 may be passed by a sixth (`advance`).
            let open = Real::max(self.task.tolerance, 2.0 * (first.upper - first.lower));
            self.aim_below(first.lower, open);
        }
        match advance::advance(&mut self.moving, &self.task, first, observer) {
            Outcome::Free => None,
            Outcome::Hit { sample, until, status } => Some(self.hit(sample, until, status)),
        }
    }

    /// The impact found by conservative advancement.
    fn hit(&mut self, mut sample: Sample<V>, mut until: f64, status: Status) -> Impact<V> {
        let time = sample.time;
        if status == Status::Converged {
            until = advance::until(&mut self.moving, &self.task, &sample, until);
        } else {
            // The sample may be coarse, good enough for a step; the answer needs one at the reported time.
            let reported = downwards(self.moving.a.precision, time);
            sample = self.moving.sample(reported, 0.0);
            if sample.overlap {
                sample = self.with_depth(reported);
            }
        }
        self.impact(&sample, [time, until], status)
    }

    /// From now on contact means that they are closer than `below` by `open`.
    fn aim_below(&mut self, below: f64, open: f64) {
        self.task.target = below - open;
        self.task.tolerance = 0.5 * open;
        self.moving.gap = 0.25 * open;
        self.moving.target = self.task.target;
        self.moving.depths = Depths::Proven;
    }

    /// The cast by a ray against the Minkowski difference B − A.
    #[inline(never)]
    fn by_ray(&mut self, way: V) -> Option<Impact<V>> {
        let prepared = self.moving.prepared(0.0);
        let inner = prepared.frame.direction_in(way) * prepared.frame.length_in(1.0);
        let reaches = [self.moving.a.core.reach(), self.moving.b.core.reach()];
        let (found, calls) = shift(&prepared, reaches, inner, self.task.target, self.moving.gap);
        self.moving.calls += calls;
        let mut entrance = match found {
            Shift::Free => return None,
            Shift::Inside => {
                let normal = V::ZERO;
                Entrance { times: [0.0, 0.0], normal, grazes: false, witness: None }
            }
            Shift::Hit(entrance) => entrance,
        };
        let slack = TIME_ULPS * f64::EPSILON;
        entrance.times = [entrance.times[0] * (1.0 - slack), entrance.times[1] * (1.0 + slack)];
        if entrance.grazes || entrance.times[1] > 1.0 {
            // Not proven, or beyond the motion.
            entrance.times[1] = f64::INFINITY;
        }
        let times = entrance.times;
        let normal = prepared.frame.direction(entrance.normal);
        // Distance from contact along the normal.
        let far = times[0] * normal.dot(way);
        if far <= self.task.tolerance {
            let start = self.start();
            if self.overlaps(&start) {
                return Some(self.impact(&start, [0.0, 0.0], start.status));
            }
            let touches = start.upper <= self.task.target + self.task.tolerance;
            if touches && self.moving.rate(start.normal) <= self.task.tolerance {
                return None;
            }
            if normal == V::ZERO {
                return Some(self.impact(&start, times, start.status));
            }
        }
        let near = self.task.target + self.task.tolerance;
        let seen = entrance.witness.map(|witness| self.moving.touching(&prepared, &entrance, witness));
        let sample = match seen {
            Some(seen) if seen.upper <= near => seen,
            _ => {
                self.moving.look_along(&prepared, normal);
                let sample = self.moving.sample(times[0], 0.0);
                // The overlap known so far is rough.
                if sample.overlap { self.with_depth(times[0]) } else { Sample { normal, ..sample } }
            }
        };
        let converged = !entrance.grazes && sample.upper <= near;
        let status = if converged { Status::Converged } else { Status::Stalled };
        Some(self.impact(&sample, times, status))
    }

    /// The answer in the common frame.
    fn impact(&self, sample: &Sample<V>, [from, until]: [f64; 2], status: Status) -> Impact<V> {
        let precision = self.moving.a.precision;
        let time = downwards(precision, from);
        let open = (until - time) * (1.0 + precision.epsilon());
        let [point_a, point_b] = sample.points.each(|p| p + self.moving.base);
        Impact {
            time,
            time_error: Real::max(open, 0.0),
            distance: sample.value,
            point_a,
            point_b,
            normal: sample.normal,
            at_start: from == 0.0 && self.overlaps(sample),
            status,
            iterations: self.moving.calls,
            part_a: None,
            part_b: None,
        }
    }
}

/// The part of the time from 0 to 1, or more, in which a point that starts at `place` and moves by `way` is within `reach` of the
/// origin; `None` if there is none.
fn balls_meet<W: Vector<Scalar = f64>>(place: W, way: W, reach: f64) -> Option<[f64; 2]> {
    let extent = Real::max(Real::max(place.max_abs(), way.max_abs()), reach);
    let factor = f64::power_of_two(-exponent_of(Real::min(extent, f64::MAX)));
    let (place, way) = (place * factor, way * factor);
    let reach = reach * factor + BALL_SLACK * extent * factor;
    let squared = way.norm_squared();
    if squared == 0.0 {
        return (place.norm() <= reach).then_some([0.0, 1.0]);
    }
    let middle = -place.dot(way) / squared;
    let nearest = (place + way * middle).norm();
    if nearest > reach {
        return None;
    }
    let half = Real::sqrt((reach - nearest) * (reach + nearest) / squared);
    // The middle is rounded too, by as much of the path as lengths are.
    let slack = BALL_SLACK * (1.0 + Real::abs(middle));
    let span = [Real::max(middle - half - slack, 0.0), Real::min(middle + half + slack, 1.0)];
    (span[0] <= span[1]).then_some(span)
}

/// A time rounded down to the caller's precision.
fn downwards(precision: Precision, time: f64) -> f64 {
    let rounded = precision.round(time);
    if rounded > time { precision.round(rounded * (1.0 - precision.epsilon())) } else { rounded }
}
