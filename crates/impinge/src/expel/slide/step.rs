//! Step up: over the obstacle, at the obstacle.
//!
//! # Method
//! The body stands on ground before a surface too steep to stand on. It moves up by the height of a step, on along the
//! direction nearest to the wanted one that all surfaces touched *there* allow, and down again. If the surface is still touched
//! one step higher, that motion does not lead past its plane, and there is no step: as beside a wall, on whatever ground.
//!
//! Otherwise the body must land on ground to stand on, past the plane, and above where the ground before it would lead: a
//! slope leads higher, too, and is not a step. If the whole motion leads over the far side of the obstacle, a short one
//! ends on top of it.

use super::walk::{List, TOUCH, Walk};
use crate::expel::error::MotionError;
use crate::expel::types::Trace;
use crate::math::{Pose, Real, Vec3};
use crate::sliding::{MAX_TRACES, MOST_TRIES, Step, share};

/// Number of motions that a step takes: up, and on and down, twice; and one reserved for a step down.
const TRACES: u32 = 6;

/// The least distance onto a step, in thicknesses of the zone, even if less is wanted: one leads to the edge, where bodies stop,
/// and a position nearer to the edge than the zone is not certain to be over it.
const LEAST_WAY: f64 = 3.0;

/// End of a step, and the motion still wanted there.
pub(super) struct Stepped<T: Real> {
    pub pose: Pose<Vec3<T>>,
    pub wanted: Vec3<f64>,
}

impl<T: Real> Walk<'_, '_, T> {
    /// Step 2. `None` if there is nothing to step onto.
    pub(super) fn step_up(
        &mut self,
        from: &Pose<Vec3<T>>,
        wanted: Vec3<f64>,
    ) -> Result<Option<Stepped<T>>, MotionError> {
        let height = self.settings.step.f64();
        let may_try = self.traces + TRACES <= MAX_TRACES && self.tries < MOST_TRIES;
        if !(height > 0.0 && self.step == Step::Level && may_try && self.leads_past(wanted, wanted, 0.0)) {
            return Ok(None);
        }
        let Some(ground) = self.ground_before() else { return Ok(None) };
        self.tries += 1;
        let way_from = |from: &Pose<Vec3<T>>, to: &Trace<T>| -> Vec3<f64> {
            (to.pose.translation() - from.translation()).cast()
        };
        let above = self.trace(from, self.up * height)?;
        let gained = way_from(from, &above).dot(self.up);
        if gained <= TOUCH * self.zone {
            return Ok(None);
        }
        let fall = Real::max(-wanted.dot(self.up), 0.0);
        let forward = wanted + self.up * fall;
        self.planes(List::Above).clear::<T>();
        self.touched(List::Above, &above.pose, forward)?;
        let way = self.planes(List::Above).nearest(forward);
        if !self.leads_past(way, wanted, 0.0) {
            return Ok(None);
        }
        let short = way.unit() * (LEAST_WAY * self.zone);
        let enough = way.norm() > short.norm();
        for part in [if enough { way } else { short }, short] {
            let over = self.trace(&above.pose, part)?;
            let down = self.trace(&over.pose, self.up * -(gained + fall))?;
            let all = way_from(from, &down);
            let lands = down.hit.is_some_and(|hit| self.is_level(hit.normal.cast()));
            let rises = ground.dot(all) > TOUCH * self.zone;
            if lands && rises && self.leads_past(all, wanted, self.zone) {
                (self.step, self.clear) = (Step::Up, down.clear);
                let gone = way_from(&above.pose, &over);
                let wanted = forward * (1.0 - share(gone, way));
                return Ok(Some(Stepped { pose: down.pose, wanted }));
            }
            if !enough {
                break;
            }
        }
        Ok(None)
    }

    /// Whether a motion leads past the plane of a wall that obstructs the wanted one, by more than `more_than`.
    fn leads_past(&self, way: Vec3<f64>, wanted: Vec3<f64>, more_than: f64) -> bool {
        self.mover.planes[List::Here as usize].leads_past(way, wanted, self.up, more_than)
    }

    /// The normal of the ground that the body stands on where it was stopped.
    fn ground_before(&self) -> Option<Vec3<f64>> {
        let touched = self.mover.planes[List::Here as usize].iter().map(|plane| plane.normal);
        let level = touched.filter(|&normal| self.is_level(normal));
        level.reduce(|a, b| if b.dot(self.up) > a.dot(self.up) { b } else { a })
    }
}
