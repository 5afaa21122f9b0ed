//! The first contact of two bodies that turn: steps of time, each with a proof that nothing touches within it.
//!
//! **Answers** until when two moving bodies are known to stay farther apart than a target, and when they are proven to have
//! come to it. Take it for all motions that turn; where both bodies only translate, `shift` needs no steps.
//!
//! **Source.** Conservative advancement (Mirtich 1996): measure the distance, divide by the greatest speed, go there. The
//! thesis, section 5.2, names it as the most correct way and leaves it open. It crawls where speeds are high and the
//! distance is small, so here most steps are proved in another way, which is new as far as we know: by the two normals at
//! their ends.
//!
//! | symbol | meaning |
//! |---|---|
//! | n₀, h₀ | at the left end t₀: a unit normal, and how far it separates the bodies beyond the target |
//! | n₁, h₁ | the same at the right end t₁ |
//! | Δ, s | t₁ − t₀; where in the step, from 0 to 1 |
//! | f(t) | n(t)·(b(t) − a(t)) − target, of any point a of A and b of B, with n(t) = (1−s) n₀ + s n₁ |
//! | K | no f has a greater second derivative |
//!
//! **Proof of a step by one plane.** n₀ stands still. A point moves along n₀ at n₀·v + n₀·(ω × arm), and the second part is
//! at most ω |k × n₀| r. So the separation falls no faster than [`Moving::rate`], and h₀/rate is free.
//!
//! **Proof of a step by two planes.** f(t₀) ≥ h₀ and f(t₁) ≥ h₁ for every pair of points, by two support calls each. A
//! function with f'' ≤ K lies above its chord less K/2 (t−t₀)(t₁−t), so with q = K Δ²/2
//!
//! f ≥ (1−s) h₀ + s h₁ − q s (1−s), which is positive for all s if √q < √h₀ + √h₁.
//!
//! Then the plane across n(t) is between the bodies at every t in the step. n(t) is no longer than 1, so that as a unit vector
//! it separates by more still. Where bodies begin in touch the target is below 0, and by less: there the two normals must be
//! within [`NARROW`], and the bodies come no deeper than the target / 0.86.
//!
//! **K.** n'' = 0, so f'' = 2 n'·(b' − a') + n·(b'' − a''). With u = n₁ − n₀, the first part is at most
//! 2/Δ (|u·(v_B − v_A)| + Σ ω |k × u| r). A point on its circle is accelerated towards the axis, b'' = −ω² arm, so the second
//! part is Σ ω² φ, where φ is −n·arm for a point of B and n·arm for one of A: how far the point is beyond its axis on the side
//! where the other body is. It is at most r |k × n|, of which the ends have the largest. It is also known at the ends: there
//! no φ exceeds the level e that the nearest point has. Between, φ'' = −ω² φ ± 2 n'·arm', so φ exceeds its chord, and with it
//! the larger e, by no more than Δ²/8 (ω² E + 2 ω r |k × u|/Δ), where E is the largest φ of all in the step. So
//!
//! E ≤ (max(e₀, e₁, 0) + ω Δ r |k × u|/4) / (1 − ω² Δ²/8).
//!
//! A body that swings away about the place where it touches has E near 0: its step is not limited by it.
//!
//! Speeds do not count in q where normals do not turn, so a step of length Δ needs a distance of about Δ² only: a body that
//! comes nearer at speed σ is followed to contact in one step once h₀ < 2 σ²/K.
//!
//! **Search.** Proof and search are apart: where to look next is a guess, by Newton's method (the distance shrinks by
//! n·(a' − b') of the nearest points), or between an end that is apart and one that is not. A bad guess costs a sample, and
//! no proof. Samples ahead are kept until the proof arrives there.
//!
//! **Guarantee.** Between the start and the left end the bodies are farther apart than the target. Every step goes at least
//! as far as one plane proves.
//!
//! **Cost.** A sample is a distance of a pair that moved a little, 1 to 4 support calls for polytopes. 5 to 12 samples for a
//! hit at moderate turning. A body that slides along another at a distance d needs about √(K/8d) of them.
//!
//! **Failure.** The number of samples is bounded; what is proven by then is the answer.

use super::moving::{Depths, Moving, Sample};
use super::space::CastSpace;
use crate::math::{Each, Real, Vector};
use crate::observe::{CastObserver, CastStep, Status};

/// Samples ahead that are kept. Each is nearer than the one before; when all places are taken the nearest is replaced.
const AHEAD: usize = 6;

/// Rounding of q and the roots, relative: a few ε, and this is many.
const SLACK: f64 = 1.0 - 1e-12;

/// Cosine of the angle between the normals of a step where the target is negative.
const NARROW: f64 = 0.5;

/// Where in the tolerance a step aims: in the middle, so that neither error nor curvature puts it outside.
const AIM: f64 = 0.5;

/// A step is proposed this part as long as the proof is expected to reach, since n turns otherwise than foreseen.
const CAUTION: f64 = 0.9;

/// Curvature of the last step may make a step this much longer or shorter.
const MOST_CURVED: f64 = 2.0;

/// A distance may be expected to be off from what the speed says by this part of the one before.
const CURVED: f64 = 1.0 / 32.0;

/// A guess between two ends keeps this part of the way from the right one.
const INNER: f64 = 0.95;

/// Times apart by less than this are one: 4 ε of the whole step.
const SAME_TIME: f64 = 4.0 * f64::EPSILON;

/// To prove that contact follows, bodies are let go on by this many times the way that is left to contact, and if that is
/// not enough by the next. Less, and the overlap is too shallow to be seen soon; more, and the interval is longer.
const BEYOND: [f64; 2] = [4.0, 64.0];

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    /// The times between which to look.
    pub(super) span: [f64; 2],
    /// The distance that counts as contact, and how much above it still does.
    pub(super) target: f64,
    pub(super) tolerance: f64,
    /// Samples at most.
    pub(super) max_steps: u32,
}

/// What is proven.
pub(super) enum Outcome<W: Vector<Scalar = f64>> {
    /// No contact in the span.
    Free,
    /// None before the sample. They come to the target by `until`, infinite if that is not known.
    Hit { sample: Sample<W>, until: f64, status: Status },
}

/// Looks for the first contact, from a sample at the beginning of the span.
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
                    // The end is apart: free, or within the tolerance only.
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
            // What is beyond does not matter any more.
            count = 0;
        }
        count = (count + 1).min(AHEAD);
        ahead[count - 1] = sample;
    }
}

/// Tells of a sample; see [`CastStep`].
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

/// How far from the left end to look next.
fn guess<V: CastSpace>(
    moving: &Moving<'_, V>,
    task: &Task,
    left: &Sample<V>,
    right: Option<&Sample<V>>,
    before: Option<(f64, f64)>,
    turning: f64,
    width: f64,
) -> f64 {
    // Another distance to measure the curvature by: that of a contact ahead, else that of the last step.
    let seen = match right {
        Some(right) if right.lower <= task.target => Some((right.time, right.value)),
        _ => before,
    };
    let aim = task.target + AIM * task.tolerance;
    let newton = root(left, seen, aim);
    // K, if the normal goes on to turn as it did.
    let paths = [&moving.path_a, &moving.path_b];
    let whirls: f64 = paths.iter().map(|p| p.whirl_most()).sum();
    let linear = (moving.path_b.linear - moving.path_a.linear).norm();
    let straight = [left.normal; 2];
    let curls: f64 = paths.iter().zip(left.levels).map(|(p, e)| p.curl(straight, [e; 2], 0.0)).sum();
    let bend = 2.0 * turning * (linear + whirls) + curls;
    // √q < √h₀ + √h₁, with nothing at the right end if it comes to contact.
    let unit = CAUTION * Real::sqrt(2.0 * (left.lower - task.target) / bend);
    let lens = Real::min(newton, if newton == f64::INFINITY { 2.0 * unit } else { unit });
    match right {
        None => lens,
        Some(right) if right.lower <= task.target => {
            // A contact lies between, as far as known.
            Real::min(lens, Real::max(Real::min(newton, INNER * width), (1.0 - INNER) * width))
        }
        // Both ends are apart, and not proved to be between.
        Some(_) => Real::min(lens, 0.5 * width),
    }
}

/// How far from the left end the distance comes to `aim`, infinite where it does not seem to: Newton's method, with the
/// curvature that a distance at another time tells, d(τ) = d₀ − στ + cτ².
fn root<W: Vector<Scalar = f64>>(left: &Sample<W>, seen: Option<(f64, f64)>, aim: f64) -> f64 {
    let (way, speed) = (left.value - aim, left.approach);
    let newton = if speed > 0.0 { way / speed } else { f64::INFINITY };
    let Some((time, value)) = seen else {
        return newton;
    };
    let there = time - left.time;
    let c = (value - left.value + speed * there) / (there * there);
    let discriminant = speed * speed - 4.0 * c * way;
    // NaN is no root either.
    let crosses = discriminant >= 0.0;
    if !crosses {
        return newton;
    }
    // The root that tends to Newton's where c vanishes.
    let bottom = speed + Real::sqrt(discriminant);
    let curved = if bottom > 0.0 { 2.0 * way / bottom } else { newton };
    // The last step tells less than the speed now.
    if time < left.time {
        Real::max(Real::min(curved, MOST_CURVED * newton), newton / MOST_CURVED)
    } else {
        curved
    }
}

/// Whether the bodies are at the target or nearer, as far as the search goes: cores that overlap, and be it within rounding,
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

/// When bodies that nearly touch at `sample` are proven to have come to the target: at the end of the interval in which the
/// first contact lies. `known` is such a time, infinite if there is none yet, and what is returned where no better one is
/// found, as where they graze.
pub(super) fn until<V: CastSpace>(
    moving: &mut Moving<'_, V>,
    task: &Task,
    sample: &Sample<V>,
    known: f64,
) -> f64 {
    if sample.upper <= task.target {
        return sample.time;
    }
    // Written so that NaN is no approach either.
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
            // They overlap, but so little that it takes the depth to prove it.
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
