//! Step up: over the obstacle, at the obstacle.
//!
//! The rules are those of [`expel::slide`](fn@crate::expel::slide). The player stands before a surface too steep to stand on. It
//! moves up by the height of a step, on along the free path *there*, also beside a wall, and down again. It must land on something that
//! carries it, past the plane of the surface, and above where the ground before it would lead: a slope leads higher, too, and is not a
//! step.

use super::walk::{List, Walk, lifted};
use crate::math::{Pose, Real, Vec3, Vector};
use crate::nonconvex::Dimension;
use crate::sliding::planes::Plane;
use crate::sliding::{MAX_TRACES, MOST_TRIES, Step, share};

/// Number of motions along walls one step higher.
const TURNS: u32 = 3;

/// Number of motions that a step takes: up, and on and down, twice; and one reserved for a step down.
const TRACES: u32 = 2 + 2 * (TURNS + 1);

/// The least distance onto a step, in clearances, even if less is wanted: two lead to the edge, where players stop, and a position
/// less than one beyond it is not certain to be over it.
const LEAST_WAY: f64 = 4.0;

/// The least height of a step above the ground before it, and distance past its edge, in clearances.
const GAINED: f64 = 1.0;

/// End of a step, and the motion still wanted there.
pub(super) struct Stepped<V: Vector> {
    pub pose: Pose<V>,
    pub wanted: Vec3<f64>,
}

impl<V: Dimension> Walk<'_, '_, V> {
    /// Tries a step up. `None` if there is nothing to step onto.
    pub(super) fn step_up(&mut self, from: &Pose<V>, wanted: Vec3<f64>) -> Option<Stepped<V>> {
        let height = self.settings.step.f64();
        let may_try = self.traces + TRACES <= MAX_TRACES && self.tries < MOST_TRIES;
        if !(height > 0.0 && self.step == Step::Level && may_try && self.leads_past(wanted, wanted, 0.0)) {
            return None;
        }
        let ground = lifted::<V>(self.ground(from)?.normal.widen());
        // On an edge, the normal of what is behind it.
        let ground = if self.is_level(ground) { ground } else { self.up };
        self.tries += 1;
        let above = self.trace(from, self.up * height);
        let gained = above.gone.dot(self.up);
        let least = GAINED * self.zone.clearance;
        if gained <= least {
            return None;
        }
        let fall = Real::max(-wanted.dot(self.up), 0.0);
        let forward = wanted + self.up * fall;
        let short = forward.unit() * (LEAST_WAY * self.zone.clearance);
        let enough = forward.norm() > short.norm();
        let corners = self.memory.path.len();
        for way in [if enough { forward } else { short }, short] {
            self.went_to(&above.pose);
            let (over, gone) = self.along(&above.pose, way);
            if !self.leads_past(gone, wanted, least) {
                // The surface is in the way there, too.
                self.memory.path.truncate(corners);
                return None;
            }
            let down = self.trace(&over, self.up * -(gained + fall));
            let all = lifted::<V>((down.pose.translation() - from.translation()).widen());
            // A round player could otherwise climb obstacles that are too high, edge by edge.
            let lands = down
                .stop
                .is_some_and(|stop| self.is_in_reach(from, &stop.hit) && self.carries(&down.pose, &stop.hit));
            if lands && ground.dot(all) > least && self.leads_past(all, wanted, least) {
                self.step = Step::Up;
                self.went_to(&down.pose);
                return Some(Stepped { pose: down.pose, wanted: forward * (1.0 - share(gone, forward)) });
            }
            self.memory.path.truncate(corners);
            if !enough {
                break;
            }
        }
        None
    }

    /// Moves on one step higher, along the obstacles there. Returns the end, and the distance covered.
    fn along(&mut self, from: &Pose<V>, way: Vec3<f64>) -> (Pose<V>, Vec3<f64>) {
        self.planes(List::Above).clear::<V::Scalar>();
        let (mut pose, mut left, mut gone) = (*from, way, Vec3::ZERO);
        let mut wanted = way;
        for _ in 0..TURNS {
            if left == Vec3::ZERO {
                break;
            }
            let moved = self.trace(&pose, left);
            (pose, gone) = (moved.pose, gone + moved.gone);
            self.went_to(&pose);
            let Some(stop) = moved.stop else { break };
            wanted *= 1.0 - share(moved.gone, left);
            let normal = lifted::<V>(stop.hit.normal.widen());
            // Not up: an obstacle too high for a step stays so.
            let upright = (normal - self.up * normal.dot(self.up)).normalized().unwrap_or(normal);
            self.planes(List::Above).add(Plane { normal: upright, wall: true });
            left = self.planes(List::Above).nearest(wanted);
        }
        (pose, gone)
    }

    /// Whether a motion leads past the plane of a wall that obstructs the wanted one, by more than `more_than`.
    fn leads_past(&self, way: Vec3<f64>, wanted: Vec3<f64>, more_than: f64) -> bool {
        self.memory.planes[List::Here as usize].leads_past(way, wanted, self.up, more_than)
    }
}
