//! Time of impact of two rotating bodies: conservative advancement, with a proof that nothing touches within each step.
//!
//! **Answer.** The time until which two moving bodies are known to stay farther apart than a target, and the time by which they are
//! proven to have reached it. It is used for all motions that rotate; if both bodies only translate, `shift` needs no steps.
//!
//! **Source.** Conservative advancement (Mirtich 1996): measure the distance, divide by the greatest speed, go there. The
//! thesis, section 5.2, calls it the most correct method and leaves it open. It converges slowly if speeds are high and the
//! distance is small, so here most steps are proven in another way, which is new as far as we know: by the two normals at
//! their ends.
//!
//! | symbol | meaning |
//! |---|---|
//! | n₀, h₀ | at the left end t₀: a unit normal, and its separation of the bodies beyond the target |
//! | n₁, h₁ | the same at the right end t₁ |
//! | Δ, s | t₁ − t₀; the position in the step, from 0 to 1 |
//! | f(t) | n(t)·(b(t) − a(t)) − target, for any point a of A and b of B, with n(t) = (1−s) n₀ + s n₁ |
//! | K | no f has a greater second derivative |
//!
//! **Proof of a step by one plane.** n₀ is fixed. A point moves along n₀ at n₀·v + n₀·(ω × arm), and the second part is
//! at most ω |k × n₀| r. So the separation falls no faster than [`Moving::rate`], and a time of h₀/rate is free.
//!
//! **Proof of a step by two planes.** f(t₀) ≥ h₀ and f(t₁) ≥ h₁ for every pair of points, by two support calls each. A
//! function with f'' ≤ K lies above its chord minus K/2 (t−t₀)(t₁−t), so with q = K Δ²/2
//!
//! f ≥ (1−s) h₀ + s h₁ − q s (1−s), which is positive for all s if √q < √h₀ + √h₁.
//!
//! Then the plane perpendicular to n(t) is between the bodies at every t in the step. n(t) is no longer than 1, so as a unit vector it
//! separates by even more. If bodies start in touch the target is below 0, and the unit vector separates by less: there the two normals
//! must be within [`NARROW`], and the bodies come no deeper than the target / 0.86.
//!
//! **K.** n'' = 0, so f'' = 2 n'·(b' − a') + n·(b'' − a''). With u = n₁ − n₀, the first part is at most
//! 2/Δ (|u·(v_B − v_A)| + Σ ω |k × u| r). A point on its circle is accelerated towards the axis, b'' = −ω² arm, so the second
//! part is Σ ω² φ, where φ is −n·arm for a point of B and n·arm for one of A: how far the point is beyond its axis on the side
//! of the other body. It is at most r |k × n|, which is largest at the ends. It is also known at the ends: there
//! no φ exceeds the level e of the nearest point. Between, φ'' = −ω² φ ± 2 n'·arm', so φ exceeds its chord, and with it
//! the larger e, by no more than Δ²/8 (ω² E + 2 ω r |k × u|/Δ), where E is the largest φ of all in the step. So
//!
//! E ≤ (max(e₀, e₁, 0) + ω Δ r |k × u|/4) / (1 − ω² Δ²/8).
//!
//! A body that swings away about the place where it touches has E near 0: E does not limit its step.
//!
//! Speeds do not count in q if normals do not turn, so a step of length Δ needs a distance of only about Δ²: a body that
//! approaches at speed σ is followed to contact in one step once h₀ < 2 σ²/K.
//!
//! **Search.** Proof and search are separate: the next sample is a guess, by Newton's method (the distance shrinks by
//! n·(a' − b') of the nearest points), or between an end that is apart and one that is not. A bad guess costs a sample, but
//! no proof. Samples ahead are kept until the proof arrives there.
//!
//! **Guarantee.** Between the start and the left end the bodies are farther apart than the target. Every step goes at least
//! as far as one plane proves.
//!
//! **Cost.** A sample is a distance of a pair that moved a little, 1 to 4 support calls for polytopes. A hit takes 5 to 12 samples at
//! moderate rotation. A body that slides along another at a distance d needs about √(K/8d) of them.
//!
//! **Failure.** The number of samples is bounded; the answer is what has been proven by then.

use super::moving::{Depths, Moving, Sample};
use super::space::CastSpace;
use crate::math::{Each, Real, Vector};
use crate::observe::{CastObserver, CastStep, Status};

/// Number of samples ahead that are kept. Each is nearer than the one before; when the array is full the nearest is replaced.
const AHEAD: usize = 6;

/// Relative rounding of q and the roots: a few ε; this is many.
const SLACK: f64 = 1.0 - 1e-12;

/// Least cosine of the angle between the normals of a step if the target is negative.
const NARROW: f64 = 0.5;

/// Position in the tolerance at which a step aims: the middle, so that neither error nor curvature puts it outside.
const AIM: f64 = 0.5;

/// A proposed step is this fraction of the length that the proof is expected to reach, since n turns otherwise than predicted.
const CAUTION: f64 = 0.9;

/// The curvature of the last step may make a step longer or shorter by this factor.
const MOST_CURVED: f64 = 2.0;

/// A distance may be expected to differ from the one predicted by the speed by this fraction of the one before.
const CURVED: f64 = 1.0 / 32.0;

/// A guess between two ends goes at most this fraction of the way to the right one.
const INNER: f64 = 0.95;

/// Times closer than this are equal: 4 ε of the whole step.
const SAME_TIME: f64 = 4.0 * f64::EPSILON;

/// To prove that contact follows, bodies are moved on by this many times the distance left to contact, and if that is
/// not enough by the next factor. With less, the overlap is too shallow to be detected soon; with more, the interval is longer.
const BEYOND: [f64; 2] = [4.0, 64.0];

/// Task of the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    /// The times between which to search.
    pub(super) span: [f64; 2],
    /// The distance that counts as contact, and the tolerance above it.
    pub(super) target: f64,
    pub(super) tolerance: f64,
    /// Maximum number of samples.
    pub(super) max_steps: u32,
}

/// Proven result of the search.
pub(super) enum Outcome<W: Vector<Scalar = f64>> {
    /// No contact in the span.
    Free,
    /// No contact before the sample. The bodies reach the target by `until`, which is infinite if that is not known.
    Hit { sample: Sample<W>, until: f64, status: Status },
}

/// Searches for the first contact, from a sample at the start of the span.
pub(super) fn advance<V: CastSpace, O: CastObserver<V>>(
    moving: &mut Moving<'_, V>,
    task: &Task,
    first: Sample<V>,
    observer: &mut O,
) -> Outcome<V> {
    let [_, end] = task.span;
    let (target, near) = (task.target, task.target + task.tolerance);
    let mut left = first;
    let mut ahead = [first; AHEAD];
    let mut count = 0;
    let mut until = f64::INFINITY;
    let mut before = None;
    // How fast the normal turns: first as fast as the bodies, then as it did in the last step.
    let mut turning = Real::max(moving.path_a.speed, moving.path_b.speed);
    tell(observer, moving.base, &first, first.time, 0);
    loop {
        if left.upper <= near {
            break Outcome::Hit { sample: left, until, status: Status::Converged };
        }
        let room = left.lower - target;
        if room <= 0.0 {
            // The bounds of a distance stayed too wide.
            break Outcome::Hit { sample: left, until, status: Status::Stalled };
        }
        let rate = moving.rate(left.normal);
        let safe = if rate > 0.0 { left.time + room / rate * SLACK } else { f64::INFINITY };
        if safe >= end {
            break Outcome::Free;
        }
        let mut stop = end;
        if count > 0 {
            let right = ahead[count - 1];
            let known = right.lower > target;
            if known && (right.time <= safe || proves(moving, &left, &right, target)) {
                turning = (right.normal - left.normal).norm() / (right.time - left.time);
                before = Some((left.time, left.value));
                tell(observer, moving.base, &right, right.time, if right.time <= safe { 1 } else { 2 });
                left = right;
                count -= 1;
                if left.time >= end {
                    // The end is apart: free, or only within the tolerance.
                    let touches = left.upper <= near;
                    break if touches {
                        Outcome::Hit { sample: left, until, status: Status::Converged }
                    } else {
                        Outcome::Free
                    };
                }
                continue;
            }
            stop = right.time;
        }
        if moving.samples >= task.max_steps {
            break Outcome::Hit { sample: left, until, status: Status::Budget };
        }
        let width = stop - left.time;
        let right = (count > 0).then(|| &ahead[count - 1]);
        let guess = guess(moving, task, &left, right, before, turning, width);
        let time = Real::max(left.time + guess, safe);
        let time = if count > 0 { Real::min(time, left.time + INNER * width) } else { Real::min(time, end) };
        if time - left.time <= SAME_TIME {
            break Outcome::Hit { sample: left, until, status: Status::Stalled };
        }
        let straight = left.value - left.approach * (time - left.time);
        let expected = Real::max(straight, CURVED * left.value) - target;
        let sample = moving.sample(time, expected);
        tell(observer, moving.base, &sample, left.time, 0);
        if sample.upper <= target {
            until = sample.time;
        }
        if seems_to_meet(&sample, target) {
            // Samples beyond it no longer matter.
            count = 0;
        }
        count = (count + 1).min(AHEAD);
        ahead[count - 1] = sample;
    }
}

/// Reports a sample to the observer; see [`CastStep`].
#[inline(always)]
fn tell<V: CastSpace, O: CastObserver<V>>(
    observer: &mut O,
    base: V,
    sample: &Sample<V>,
    free_until: f64,
    planes: u32,
) {
    if O::WATCHES {
        let [point_a, point_b] = sample.points.each(|p| p + base);
        observer.step(&CastStep {
            time: sample.time,
            free_until,
            planes,
            bounds: [sample.lower, sample.upper],
            normal: sample.normal,
            point_a,
            point_b,
        });
    }
}

/// Distance in time from the left end to the next sample.
fn guess<V: CastSpace>(
    moving: &Moving<'_, V>,
    task: &Task,
    left: &Sample<V>,
    right: Option<&Sample<V>>,
    before: Option<(f64, f64)>,
    turning: f64,
    width: f64,
) -> f64 {
    // Another distance to measure the curvature by: that of a contact ahead, otherwise that of the last step.
    let seen = match right {
        Some(right) if right.lower <= task.target => Some((right.time, right.value)),
        _ => before,
    };
    let aim = task.target + AIM * task.tolerance;
    let newton = root(left, seen, aim);
    // K, if the normal continues to turn as it did.
    let paths = [&moving.path_a, &moving.path_b];
    let whirls: f64 = paths.iter().map(|p| p.whirl_most()).sum();
    let linear = (moving.path_b.linear - moving.path_a.linear).norm();
    let straight = [left.normal; 2];
    let curls: f64 = paths.iter().zip(left.levels).map(|(p, e)| p.curl(straight, [e; 2], 0.0)).sum();
    let bend = 2.0 * turning * (linear + whirls) + curls;
    // √q < √h₀ + √h₁, with h₁ = 0 if the right end comes to contact.
    let unit = CAUTION * Real::sqrt(2.0 * (left.lower - task.target) / bend);
    let lens = Real::min(newton, if newton == f64::INFINITY { 2.0 * unit } else { unit });
    match right {
        None => lens,
        Some(right) if right.lower <= task.target => {
            // As far as known, a contact lies between.
            Real::min(lens, Real::max(Real::min(newton, INNER * width), (1.0 - INNER) * width))
        }
        // Both ends are apart, and the interval between is not proven.
        Some(_) => Real::min(lens, 0.5 * width),
    }
}

/// Time from the left end until the distance reaches `aim`, infinite if it does not seem to: Newton's method, with the
/// curvature given by a distance at another time, d(τ) = d₀ − στ + cτ².
fn root<W: Vector<Scalar = f64>>(left: &Sample<W>, seen: Option<(f64, f64)>, aim: f64) -> f64 {
    let (way, speed) = (left.value - aim, left.approach);
    let newton = if speed > 0.0 { way / speed } else { f64::INFINITY };
    let Some((time, value)) = seen else {
        return newton;
    };
    let there = time - left.time;
    let c = (value - left.value + speed * there) / (there * there);
    let discriminant = speed * speed - 4.0 * c * way;
    // NaN has no root either.
    let crosses = discriminant >= 0.0;
    if !crosses {
        return newton;
    }
    // The root that tends to Newton's as c vanishes.
    let bottom = speed + Real::sqrt(discriminant);
    let curved = if bottom > 0.0 { 2.0 * way / bottom } else { newton };
    // The last step is less informative than the present speed.
    if time < left.time {
        Real::max(Real::min(curved, MOST_CURVED * newton), newton / MOST_CURVED)
    } else {
        curved
    }
}

/// Whether the bodies are at the target or nearer, for the purposes of the search: cores that overlap, even if only within rounding,
/// are. What is proven is that `upper` is not above the target.
fn seems_to_meet<W: Vector<Scalar = f64>>(sample: &Sample<W>, target: f64) -> bool {
    sample.upper <= target || (sample.overlap && target >= 0.0)
}

/// The proof of a step by two planes.
fn proves<V: CastSpace>(moving: &Moving<'_, V>, left: &Sample<V>, right: &Sample<V>, target: f64) -> bool {
    if target < 0.0 && left.normal.dot(right.normal) < NARROW {
        return false;
    }
    let width = right.time - left.time;
    let q = 0.5 * moving.bend(left, right) * width * width;
    Real::sqrt(q) < (Real::sqrt(left.lower - target) + Real::sqrt(right.lower - target)) * SLACK
}

/// The time by which bodies that nearly touch at `sample` are proven to have reached the target: the end of the interval that contains
/// the first contact. `known` is such a time, infinite if there is none yet, and is returned if no better one is
/// found, for example if they graze.
pub(super) fn until<V: CastSpace>(
    moving: &mut Moving<'_, V>,
    task: &Task,
    sample: &Sample<V>,
    known: f64,
) -> f64 {
    if sample.upper <= task.target {
        return sample.time;
    }
    // Written so that NaN is not an approach either.
    let approaches = sample.approach > 0.0;
    if !approaches {
        return known;
    }
    let way = sample.upper - task.target;
    for factor in BEYOND {
        let later = Real::min(sample.time + factor * way / sample.approach, task.span[1]);
        // A search that went beyond the contact may have been as near.
        if later <= sample.time || later - sample.time >= 0.5 * (known - sample.time) {
            break;
        }
        let mut there = moving.sample(later, 0.0);
        if there.overlap && there.upper > task.target {
            // They overlap, but so little that proving it takes the depth.
            let depths = core::mem::replace(&mut moving.depths, Depths::Measured);
            there = moving.sample(later, 0.0);
            moving.depths = depths;
        }
        if there.upper <= task.target {
            return later;
        }
    }
    known
}
