//! Two bodies that move at once.

use super::Mover;
use super::error::MotionError;
use super::sweep::answer::{Way, zone};
use super::sweep::path::Translation;
use super::sweep::stage::Frame;
use super::types::{Hit, MotionSettings, Trace};
use crate::math::{Each, Pose, Real, Vec3, built_with_the_crate};
use crate::mesh::polygon::PlacedMesh;

built_with_the_crate! {
    /// [`Mover::translate_both`].
    fn built_translate_both<'a, T: Real>(
        mover: &'a mut Mover,
        bodies: [&'a PlacedMesh<'a, T>; 2],
        by: [Vec3<T>; 2],
        settings: &'a MotionSettings,
    ) -> Result<(Trace<T>, Pose<Vec3<T>>), MotionError> = Mover::translate_two;
}

impl Mover {
    /// Moves two bodies at once, each along its own vector, until they obstruct each other. Returns the trace of the
    /// first and the end pose of the second. The first one's motion is transformed into the frame of the second: only
    /// the difference of the vectors matters. The hit is reported at the end of the second body's motion.
    ///
    /// If both bodies turn, their relative motion is not a turn. Turn them one after the other, with [`Mover::move_by`]
    /// and the bodies exchanged.
    ///
    /// # Errors
    /// See [`Mover::translate`].
    pub fn translate_both<T: Real>(
        &mut self,
        bodies: [&PlacedMesh<'_, T>; 2],
        by: [Vec3<T>; 2],
        settings: &MotionSettings,
    ) -> Result<(Trace<T>, Pose<Vec3<T>>), MotionError> {
        built_translate_both(self, bodies, by, settings)
    }

    fn translate_two<T: Real>(
        &mut self,
        bodies: [&PlacedMesh<'_, T>; 2],
        by: [Vec3<T>; 2],
        settings: &MotionSettings,
    ) -> Result<(Trace<T>, Pose<Vec3<T>>), MotionError> {
        let [moving, standing] = bodies;
        let by: [Vec3<f64>; 2] = by.each(Vec3::cast);
        if !(by[0].is_finite() && by[1].is_finite()) {
            return Err(MotionError::NotFinite);
        }
        let (moving, freed) = &self.begin(moving, standing, settings)?;
        // Both poses are rounded, wherever the bodies go.
        let zone = zone(moving, standing, by[1].norm(), 0.0, settings)?;
        let frame = Frame::of(&standing.pose);
        let way = Way::Translation(Translation { by: frame.vector_in(by[0] - by[1]) });
        let (trace, other) = self.answer(moving, standing, settings, zone, way, |stop, _| {
            let end = |body: &PlacedMesh<'_, T>, by: Vec3<f64>| {
                let start: Vec3<f64> = body.pose.translation().cast();
                Pose::try_new((start + by * stop).cast(), body.pose.rotation()).unwrap_or(body.pose)
            };
            (stop, [end(moving, by[0]), end(standing, by[1])])
        });
        let way: Vec3<f64> = other.translation().cast::<f64>() - standing.pose.translation().cast();
        let carried = |hit: Hit<T>| Hit { point: (hit.point.cast::<f64>() + way).cast(), ..hit };
        Ok((Trace { hit: trace.hit.map(carried), ..trace }.begun(*freed), other))
    }
}
