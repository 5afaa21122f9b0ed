//! Two moving bodies at one time: their distance then, with the proof, and its rate of change.
//!
//! A [`Sample`] is a unit normal n and a bound: at its time, n separates the bodies by at least `lower`. Two bounds make
//! time between samples safe; both are proven in `advance`:
//!
//! - [`Moving::rate`], for one fixed plane: n·(v_A − v_B) + Σ ω |k × n| r, the largest decrease of its separation
//!   in a unit of time;
//! - [`Moving::bend`], for a plane that turns from one normal to another: the largest second derivative of the distance of a point from
//!   the plane.

use super::near::LastSimplex;
use super::path::Path;
use super::shift::Entrance;
use super::space::CastSpace;
use crate::answer::ladder::{self, Cores, Solution};
use crate::epa::Gap;
use crate::gjk::Gjk;
use crate::math::{Precision, Real, Vector};
use crate::observe::{Rung, Status};
use crate::pair::{Obstacle, Prepared, separation};
use crate::shape::Parts;

/// A distance is first computed to this fraction of its expected value: enough for a step, and curved bodies take
/// fewer calls. With more, steps get shorter; with less, each takes longer.
const COARSE: f64 = 1.0 / 64.0;

/// A sample is good enough if its bounds differ by no more than this fraction of the distance.
const FINE: f64 = 1.0 / 16.0;

/// Information requested if cores overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depths {
    /// Only the fact that they do.
    Unknown,
    /// The depth by EPA, whose bounds are wide if bodies are curved.
    Measured,
    /// The same, and if these bounds do not decide on which side of the target it is, a depth with closer bounds.
    Proven,
}

/// A depth is undecided if the target is between its bounds, and the upper one is beyond it by more than this many gaps: half
/// of the tolerance at the start, all of it after that. With less, depths are proven unnecessarily; with more, steps end
/// there as if bodies grazed.
const UNDECIDED: f64 = 2.0;

/// The bounds on a depth of curved bodies that is only measured may differ by this many gaps: the depth itself is as accurate as a
/// distance, and narrower bounds cost a polytope of more faces.
const fn rough_depths(precision: Precision) -> f64 {
    match precision {
        Precision::Double => 2048.0,
        Precision::Single => 64.0,
    }
}

/// Two bodies at one time. Lengths are those of the common frame, points and directions those of the frame of [`Path`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample<W: Vector<Scalar = f64>> {
    pub(super) time: f64,
    /// Lower bound on the separation along the normal, rounding included; −∞ if no normal is known to separate.
    pub(super) lower: f64,
    /// Upper bound on the signed distance, if known.
    pub(super) upper: f64,
    /// The signed distance, as far as known: the reported value, and the basis of the next guess.
    pub(super) value: f64,
    pub(super) normal: W,
    /// Rate at which the distance shrinks.
    pub(super) approach: f64,
    pub(super) points: [W; 2],
    pub(super) status: Status,
    /// Reach of A from its axis along the normal, and of B from its own against it.
    pub(super) levels: [f64; 2],
    /// Whether the cores overlap, within rounding, by an unknown amount. Proven if `upper` shows it too.
    pub(super) overlap: bool,
}

/// Two moving bodies.
pub(super) struct Moving<'a, V: CastSpace> {
    pub(super) a: Parts<'a, V>,
    pub(super) b: Parts<'a, V>,
    pub(super) path_a: Path<V>,
    pub(super) path_b: Path<V>,
    pub(super) base: V,
    /// Sum of the radii.
    pub(super) radii: f64,
    /// Bound on the error of the difference of two points as placed by the motion.
    pub(super) blur: f64,
    /// The distance that is searched for.
    pub(super) target: f64,
    /// Accuracy of distances near contact.
    pub(super) gap: f64,
    pub(super) depths: Depths,
    near: LastSimplex<V>,
    /// Number of support calls of the Minkowski difference, and of samples.
    pub(super) calls: u32,
    pub(super) samples: u32,
}

impl<'a, V: CastSpace> Moving<'a, V> {
    pub(super) fn new(a: Parts<'a, V>, b: Parts<'a, V>, [path_a, path_b]: [Path<V>; 2], base: V) -> Self {
        Self {
            radii: a.radius + b.radius,
            blur: path_a.blur + path_b.blur,
            a,
            b,
            path_a,
            path_b,
            base,
            target: 0.0,
            gap: 0.0,
            depths: Depths::Unknown,
            near: LastSimplex::new(),
            calls: 0,
            samples: 0,
        }
    }

    /// Approximate distance of the bodies: that of the centers of rotation, or of the cores' origins when nearest, if that is less.
    pub(super) fn about_apart(&self, time: f64) -> f64 {
        let (a, b) = (&self.path_a, &self.path_b);
        let way = (b.linear - a.linear) * time;
        let turned = (a.whirl_most() + b.whirl_most()) * time;
        Real::min((b.center - a.center + way).norm(), (b.origin - a.origin + way).norm() + turned)
    }

    /// The pair at a time, ready for a query.
    #[inline]
    pub(super) fn prepared(&self, time: f64) -> Prepared<'a, V> {
        let (pose_a, pose_b) = (self.path_a.at(time), self.path_b.at(time));
        let relative = V::relative(&pose_a, &pose_b);
        Prepared::placed(&self.a, &self.b, &relative, pose_a.translation())
    }

    /// The bodies at a time at which their distance is expected to be about `expected`.
    pub(super) fn sample(&mut self, time: f64, expected: f64) -> Sample<V> {
        let prepared = self.prepared(time);
        let coarse = Real::max(self.gap, COARSE * expected);
        let mut sample = self.sample_of(&prepared, time, coarse, false);
        if coarse > self.gap
            && sample.lower > f64::NEG_INFINITY
            && sample.upper - sample.lower > Real::max(self.gap, FINE * (sample.upper - self.target))
        {
            sample = self.sample_of(&prepared, time, self.gap, false);
        }
        // If thin bodies touch with their tips, a depth by EPA is not exact either. If its bounds did not meet, the target is
        // between them at earlier times too, and stepping back would not end.
        let met = sample.upper - sample.lower <= rough_depths(self.a.precision) * self.gap;
        let room = if met { UNDECIDED * self.gap } else { 0.0 };
        let undecided = sample.lower <= self.target && sample.upper > self.target + room;
        if undecided && self.depths == Depths::Proven {
            sample = self.sample_of(&prepared, time, self.gap, true);
        }
        sample
    }

    /// A sample to within `gap`; depths as EPA has them, or with bounds as close as those of a distance.
    fn sample_of(&mut self, prepared: &Prepared<'_, V>, time: f64, gap: f64, proven: bool) -> Sample<V> {
        self.samples += 1;
        let pair = &prepared.pair;
        let gap = Real::max(prepared.frame.length_in(gap), pair.rounding);
        let before = self.near.axis;
        let mut gjk = Gjk::new();
        let deep = self.depths != Depths::Unknown;
        let closed = ladder::simple(prepared).filter(|found| found.value > 0.0 || deep);
        let found = match closed {
            Some(found) => Cores::Apart(found),
            None => {
                let goal = ladder::first_goal(prepared, f64::INFINITY, gap);
                let found = self.near.run(&mut gjk, prepared, &goal);
                let mut found = ladder::from_gjk(&mut gjk, prepared, gap, goal, found);
                if let Cores::Apart(found) = &mut found {
                    self.near.keep(gjk.simplex(), prepared, found.normal);
                    // If the judge decided, its points may be laterally displaced; those of GJK are not.
                    let (a, b) = gjk.simplex().witnesses();
                    if (b - a).norm_squared() < (found.point_b - found.point_a).norm_squared() {
                        (found.point_a, found.point_b) = (a, b);
                    }
                }
                found
            }
        };
        match found {
            Cores::Apart(found) => self.note_sample(prepared, &found, time),
            Cores::Meet(found) if deep => {
                let bound = if proven || pair.polytope { gap } else { gap * rough_depths(self.a.precision) };
                let gaps = Gap { bound, value: gap };
                let found = ladder::deep(&gjk, prepared, None, gaps, found.calls);
                self.note_sample(prepared, &found, time)
            }
            Cores::Meet(found) => {
                // The cores overlap: the amount is known only roughly.
                let (point_a, point_b) = gjk.simplex().witnesses();
                let mut value = found.lower;
                self.calls += found.calls;
                if before != V::ZERO {
                    value = Real::max(value, separation(pair, before, &found.vertex).0);
                    self.calls += 1;
                }
                let value = Real::min(value, 0.0);
                let rough = Solution {
                    lower: f64::NEG_INFINITY,
                    // The overlap is true only within rounding, except for the ball that the simplex contains.
                    upper: Real::min(found.upper, -V::depth_in(gjk.simplex())),
                    value,
                    normal: found.axis.unit(),
                    point_a,
                    point_b,
                    calls: 0,
                    status: found.status,
                    rung: Rung::Gjk,
                };
                Sample { overlap: true, ..self.note_sample(prepared, &rough, time) }
            }
        }
    }

    /// Converts from the pair's frame and units to ours, with radii and rounding.
    fn note_sample(&mut self, prepared: &Prepared<'_, V>, found: &Solution<V>, time: f64) -> Sample<V> {
        self.calls += found.calls;
        let frame = &prepared.frame;
        let [point_a, point_b] = [
            frame.point(found.point_a + found.normal * prepared.radius_a),
            frame.point(found.point_b - found.normal * prepared.radius_b),
        ];
        let normal = frame.direction(found.normal);
        let rounding = frame.length(prepared.pair.rounding()) + self.blur;
        let velocity = self.path_b.velocity(point_b, time) - self.path_a.velocity(point_a, time);
        // The points are on the faces of the cores towards one another to within the gap between the bounds.
        let [core_a, core_b] = [frame.point(found.point_a), frame.point(found.point_b)];
        let open = normal.dot(core_b - core_a) - frame.length(found.lower) + rounding;
        let levels =
            [self.path_a.level(normal, core_a, time) + open, self.path_b.level(-normal, core_b, time) + open];
        let outer = |l: f64| frame.length(l) - self.radii;
        Sample {
            time,
            lower: outer(found.lower) - rounding,
            upper: outer(found.upper) + rounding,
            value: outer(found.value),
            normal,
            approach: -normal.dot(velocity),
            points: [point_a, point_b],
            status: found.status,
            levels,
            overlap: false,
        }
    }

    /// The bodies at the time when the ray of `shift` entered, from the points that touch; neither rotates.
    pub(super) fn touching(
        &self,
        prepared: &Prepared<'_, V>,
        entrance: &Entrance<V>,
        [difference, a]: [V; 2],
    ) -> Sample<V> {
        let (frame, time) = (&prepared.frame, entrance.times[0]);
        let shift = self.path_a.linear * time;
        let way = self.path_b.linear * time - shift;
        let apart = frame.direction((difference + prepared.pair.offset) * frame.length(1.0)) + way;
        let normal = frame.direction(entrance.normal);
        let core = frame.point(a) + shift;
        let value = normal.dot(apart) - self.radii;
        let rounding = frame.length(prepared.pair.rounding()) + self.blur;
        Sample {
            time,
            lower: f64::NEG_INFINITY,
            upper: apart.norm() - self.radii + rounding,
            value,
            normal,
            approach: 0.0,
            points: [
                core + normal * frame.length(prepared.radius_a),
                core + apart - normal * frame.length(prepared.radius_b),
            ],
            status: Status::Converged,
            levels: [0.0, 0.0],
            overlap: false,
        }
    }

    /// Sets where the next search starts, in the frame of [`Path`].
    pub(super) fn look_along(&mut self, prepared: &Prepared<'_, V>, normal: V) {
        self.near.axis = prepared.frame.direction_in(normal);
    }

    /// Upper bound on the rate at which a plane perpendicular to n loses separation.
    #[inline]
    pub(super) fn rate(&self, n: V) -> f64 {
        let linear = n.dot(self.path_a.linear - self.path_b.linear);
        linear + self.path_a.whirl_along(n) + self.path_b.whirl_along(n)
    }

    /// Upper bound on the second derivative of the distance of a point to a plane, summed over points of both bodies,
    /// as the plane's normal goes from that of one sample to that of the other; see `advance`.
    #[inline]
    pub(super) fn bend(&self, left: &Sample<V>, right: &Sample<V>) -> f64 {
        let (width, normals) = (right.time - left.time, [left.normal, right.normal]);
        let turning = right.normal - left.normal;
        let linear = Real::abs(turning.dot(self.path_b.linear - self.path_a.linear));
        let whirls = self.path_a.whirl_along(turning) + self.path_b.whirl_along(turning);
        let curl_a = self.path_a.curl(normals, [left.levels[0], right.levels[0]], width);
        let curl_b = self.path_b.curl(normals, [left.levels[1], right.levels[1]], width);
        2.0 * (linear + whirls) / width + curl_a + curl_b
    }
}
