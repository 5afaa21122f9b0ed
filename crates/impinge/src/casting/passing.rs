//! The first contact that counts, for shapes that may pass through one another otherwise (one-sided surfaces).
//!
//! **Answer.** When a shape first touches a one-sided surface while coming from its front. The caller decides for each touch whether it
//! counts; after one that does not, the shapes pass through each other until they are apart again.
//!
//! **Method.** A translation touches once: the distance of convex shapes along a line is a convex function of the parameter, so what is
//! passed is passed for good. A motion that rotates may come round again. No distance changes faster than the greatest relative speed
//! of two points, so while shapes pass, their depth proves a time before which they cannot be apart by a length; from there the cast
//! continues as before.
//!
//! **Guarantee.** That of a cast, for touches that count. Shapes that pass are apart again once they are apart by [`APART`] of their
//! sizes: touches before that are still part of the passage.
//!
//! **Failure.** That of a cast: after [`CastSettings::max_steps`] distance computations the answer is an impact with
//! [`Status::Budget`], at the time until which everything is known.

use super::advance::{self, Outcome};
use super::moving::Depths;
use super::space::CastSpace;
use super::{Cast, CastSettings, Impact, cast_parts};
use crate::math::{Motion, Real};
use crate::observe::Status;
use crate::shape::{CoreShape, Parts};

/// Distance at which shapes that passed count as apart, in sums of their sizes. With less, leaving takes more steps; with more, a body that
/// rotates in place may touch again unnoticed.
const APART: f64 = 1.0 / 1024.0;

/// The least step while shapes pass, in [`APART`]s at the greatest speed: between two steps they are not apart by more than one.
const LEAST_STEP: f64 = 1.0 / 4.0;

/// The first contact for which `counts` returns true.
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
                    // Later by less than counts as apart, so that the loop makes progress.
                    time = sample.time;
                }
            }
        } else if cast.moving.samples >= cast.task.max_steps {
            return Some(cast.impact(&sample, [time, f64::INFINITY], Status::Budget));
        }
        let lacks = apart - (sample.upper - cast.task.target);
        time += Real::max(lacks, LEAST_STEP * apart) / speed;
        // Beyond that no parts of them meet; NaN is not a time either.
        let goes_on = time < end;
        if !goes_on {
            return None;
        }
    }
}
