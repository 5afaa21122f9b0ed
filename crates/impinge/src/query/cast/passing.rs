//! The first contact that counts, of shapes that may pass through one another where it does not.
//!
//! **Answers** when a shape first touches a surface that is there from one side only, and comes from that side. Whether a touch counts is
//! said by who asks, at each one; one that does not lets the shapes pass until they are apart again.
//!
//! **Method.** A translation touches once: the distance of convex shapes along a line is a convex function of the way, so what is
//! passed is passed for good. A motion that turns may come round again. No distance changes faster than the greatest relative speed
//! of two points, so while shapes pass, the time until they can be apart by a length is proven by how deep they are; from there the cast
//! goes on as before.
//!
//! **Guarantee.** As that of a cast, for touches that count. Shapes that pass are apart again where they are by [`APART`] of their
//! sizes: what they touch before is still part of the passage.
//!
//! **Failure.** As that of a cast: once [`CastSettings::max_steps`] distances are measured the answer is an impact with
//! [`Status::Budget`], at the time until which all is known.

use super::advance::{self, Outcome};
use super::moving::Depths;
use super::space::CastSpace;
use super::{Cast, CastSettings, Impact, cast_parts};
use crate::math::{Motion, Real};
use crate::observe::Status;
use crate::shape::{CoreShape, Parts};

/// How far shapes that passed must be apart, in sums of their sizes. Less, and leaving takes more steps; more, and a body that
/// turns on the spot may touch again unnoticed.
const APART: f64 = 1.0 / 1024.0;

/// The least step while shapes pass, in [`APART`]s at the greatest speed: between two steps they are not apart by more than one.
const LEAST_STEP: f64 = 1.0 / 4.0;

/// The first contact for which `counts` says yes.
#[inline(never)]
pub(crate) fn cast_counting<'a, V: CastSpace>(
    a: Parts<'a, V>,
    b: Parts<'a, V>,
    motions: [&Motion<V>; 2],
    settings: &CastSettings,
    counts: &dyn Fn(&Impact<V>) -> bool,
) -> Option<Impact<V>> {
    let first = cast_parts(a, b, motions, settings)?;
    if counts(&first) {
        return Some(first);
    }
    if motions[0] == motions[1] || motions.iter().all(|motion| motion.is_translation()) {
        return None;
    }
    let mut cast = Cast::new(a, b, motions, settings);
    let [_, end] = cast.span()?;
    let (path_a, path_b) = (&cast.moving.path_a, &cast.moving.path_b);
    let whirls = path_a.whirl_most() + path_b.whirl_most();
    // Rounded a few times.
    let speed = ((path_b.linear - path_a.linear).norm() + whirls) * (1.0 + 16.0 * f64::EPSILON);
    let size = a.core.reach() + b.core.reach() + cast.moving.radii;
    let apart = Real::max(APART * size, 4.0 * cast.task.tolerance);
    let mut time = first.time;
    loop {
        cast.moving.depths = Depths::Measured;
        let sample = cast.moving.sample(time, 0.0);
        if sample.lower - cast.task.target > 0.5 * apart {
            cast.moving.depths = Depths::Unknown;
            cast.task.span = [time, end];
            match advance::advance(&mut cast.moving, &cast.task, sample, &mut ()) {
                Outcome::Free => return None,
                Outcome::Hit { sample, until, status } => {
                    let found = cast.hit(sample, until, status);
                    if status == Status::Budget || counts(&found) {
                        return Some(found);
                    }
                    // Later by less than is apart, so that it goes on.
                    time = sample.time;
                }
            }
        } else if cast.moving.samples >= cast.task.max_steps {
            return Some(cast.impact(&sample, [time, f64::INFINITY], Status::Budget));
        }
        let lacks = apart - (sample.upper - cast.task.target);
        time += Real::max(lacks, LEAST_STEP * apart) / speed;
        // Beyond that no part of them meets; NaN is no time either.
        let goes_on = time < end;
        if !goes_on {
            return None;
        }
    }
}
