//! Motion of a body among several others: each is queried in turn, and the end is proven for all.
//!
//! # Method
//! 1. The bodies near the whole path are found.
//! 2. Each in turn is queried for how far the body gets; once one is in the way, the others are queried only for that part of the
//!    motion.
//! 3. Those that were queried for a longer path, or for one that ends a rounding beside the pose, are checked whether the end is clear
//!    of them too. If it is not, one of them that was passed from behind is in the way after all: it is queried again, and then the
//!    others. Otherwise, and if that does not end, the body stays where it was.
//!
//! # Guarantees
//! The guarantees of [`queries`](super::queries), for every body. Bodies that are not near the path are as far from the end as the
//! zone requires.

use super::Mover;
use super::error::MotionError;
use super::obstacles::{Region, Standing};
use super::past::end_of;
use super::types::{MotionSettings, Trace};
use crate::math::{Motion, Real, Vec3, built_with_the_crate};
use crate::mesh::polygon::PlacedMesh;
use crate::sliding::Start;

/// Maximum number of bodies found to be in the way after all. Each is an open one-sided mesh, and a body that is half way through
/// this many of them at once is rare; beyond it, the motion is rejected.
const MOST_ROUNDS: u32 = 8;

built_with_the_crate! {
    /// [`Mover::move_among`].
    fn built_move_among<'a, T: Real>(
        mover: &'a mut Mover,
        moving: &'a PlacedMesh<'a, T>,
        motion: &'a Motion<Vec3<T>>,
        standing: &'a dyn Standing<T>,
        settings: &'a MotionSettings,
    ) -> Result<Trace<T>, MotionError> = Mover::move_past_all;
}

impl Mover {
    /// Moves a body with several others in the way.
    pub(crate) fn move_among<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        motion: &Motion<Vec3<T>>,
        standing: &dyn Standing<T>,
        settings: &MotionSettings,
    ) -> Result<Trace<T>, MotionError> {
        built_move_among(self, moving, motion, standing, settings)
    }

    fn move_past_all<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        motion: &Motion<Vec3<T>>,
        standing: &dyn Standing<T>,
        settings: &MotionSettings,
    ) -> Result<Trace<T>, MotionError> {
        let (mut body, mut freed) = (*moving, false);
        if let Some(depth) = settings.free {
            let out = self.free_among(moving, standing, depth, settings)?;
            (body.pose, freed) = (out.pose, out.start == Start::Freed);
        }
        let region = Region::of_way(&body, motion, settings);
        let settings = &MotionSettings { free: None, ..standing.settings(&region) };
        let mut whole = Among { body, motion: *motion, trace: None, stopped_by: None, fraction: T::ONE };
        self.each_near(standing, &region, |mover, number, standing| {
            whole.ask(mover, number, standing, settings)
        })?;
        let Some(mut trace) = whole.trace else {
            let (zone, pose) = (region.zone::<T>(0.0, 0.0)?, end_of(&body, motion));
            let (start, from, fraction) = (Start::Apart, body.pose, T::ONE);
            let alone =
                Trace { start, from, fraction, pose, hit: None, clear: true, zone, pairs: 0, steps: 0 };
            return Ok(alone.begun(freed));
        };
        if trace.start == Start::Overlapping {
            return Ok(trace);
        }
        let mut refused = None;
        for round in 1..=MOST_ROUNDS {
            let ended = PlacedMesh::new(body.mesh, trace.pose);
            let mut sooner = None;
            self.each_near(standing, &region, |mover, number, standing| {
                if sooner.is_some()
                    || refused.is_some()
                    || whole.stopped_by.is_none_or(|stopped_by| stopped_by == number)
                    || mover.move_past(&ended, &Motion::still(), standing, settings)?.clear
                {
                    return Ok(());
                }
                // A body that started nearer than the floor is clear nowhere nearby. It may go where it comes no nearer.
                trace.clear = false;
                let again = mover.move_past(&body, &whole.motion, standing, settings)?;
                let hit = again.hit.map(|hit| hit.of_body(number));
                if hit.is_some() && again.fraction > T::ZERO && round < MOST_ROUNDS {
                    sooner = Some((number, Trace { hit, ..again }));
                } else if hit.is_some() || again.pose != trace.pose {
                    refused = Some(hit.or(trace.hit));
                }
                Ok(())
            })?;
            let Some((number, again)) = sooner else { break };
            whole.stop_at(&again, number);
            let Trace { pose, hit, clear, .. } = again;
            trace = Trace { fraction: whole.fraction, pose, hit, clear, ..trace };
        }
        if let Some(hit) = refused {
            trace = Trace { fraction: T::ZERO, pose: body.pose, hit, clear: true, ..trace };
            self.each_near(standing, &region, |mover, _, standing| {
                trace.clear &= mover.move_past(&body, &Motion::still(), standing, settings)?.clear;
                Ok(())
            })?;
        }
        Ok(trace.begun(freed))
    }
}

/// A motion that is queried against one body after the other.
struct Among<'a, T: Real> {
    body: PlacedMesh<'a, T>,
    /// The part of the motion that is free of the bodies queried so far.
    motion: Motion<Vec3<T>>,
    trace: Option<Trace<T>>,
    stopped_by: Option<u32>,
    fraction: T,
}

impl<T: Real> Among<'_, T> {
    fn ask(
        &mut self,
        mover: &mut Mover,
        number: u32,
        standing: &PlacedMesh<'_, T>,
        settings: &MotionSettings,
    ) -> Result<(), MotionError> {
        if self.trace.is_some_and(|trace| trace.start == Start::Overlapping) {
            return Ok(());
        }
        let mut found = mover.move_past(&self.body, &self.motion, standing, settings)?;
        found.hit = found.hit.map(|hit| hit.of_body(number));
        let Some(before) = self.trace else {
            self.stop_at(&found, number);
            self.trace = Some(found);
            return Ok(());
        };
        let mut trace = Trace {
            pairs: before.pairs + found.pairs,
            steps: before.steps + found.steps,
            clear: before.clear & found.clear,
            zone: if found.zone.thickness > before.zone.thickness { found.zone } else { before.zone },
            ..before
        };
        if found.start == Start::Overlapping {
            let (start, fraction, pose) = (found.start, T::ZERO, self.body.pose);
            trace = Trace { start, fraction, pose, hit: found.hit, clear: false, ..trace };
        } else if found.hit.is_some() {
            self.stop_at(&found, number);
            (trace.pose, trace.hit, trace.clear) = (found.pose, found.hit, found.clear);
            trace.fraction = self.fraction;
        }
        self.trace = Some(trace);
        Ok(())
    }

    /// From now on queries the others only for this part of the path.
    fn stop_at(&mut self, found: &Trace<T>, number: u32) {
        if found.hit.is_none() {
            return;
        }
        self.stopped_by = Some(number);
        let product = self.fraction.f64() * found.fraction.f64();
        self.fraction = T::of(product);
        if self.fraction.f64() > product {
            self.fraction *= T::ONE - T::EPSILON;
        }
        self.motion = if self.motion.is_translation() {
            let gone = found.pose.translation() - self.body.pose.translation();
            Motion::try_translation(gone).unwrap_or(Motion::still())
        } else {
            self.motion.until(found.fraction)
        };
    }
}
