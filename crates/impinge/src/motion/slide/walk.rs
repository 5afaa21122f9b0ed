//! A slide under way: what it works with, and the motions that it is made of.

use super::types::{SlideSettings, Step};
use crate::math::{Motion, Pose, Real, Vec3};
use crate::mesh::Body;
use crate::motion::Mover;
use crate::motion::error::MotionError;
use crate::motion::planes::Planes;
use crate::motion::types::{Hit, MotionSettings, Start, Trace};
use crate::motion::world::Standing;

/// Most motions of one slide, steps included. As a rule at most 23 were seen; where the bound is reached, the rest of the motion
/// is returned.
pub const MAX_TRACES: u32 = 32;

/// What is within this many thicknesses of the zone is touched. One is where bodies stop; the rest is what a body would meet
/// next, known one motion earlier.
pub(super) const TOUCH: f64 = 4.0;

/// What a call works with.
pub(super) struct Walk<'a, 'b, T: Real> {
    pub mover: &'a mut Mover,
    pub body: Body<'b, T>,
    pub world: &'a dyn Standing<T>,
    pub settings: &'a SlideSettings<T>,
    /// Of the motions: the body is freed once, from all others at once.
    pub motion: MotionSettings,
    /// Unit.
    pub up: Vec3<f64>,
    /// Least n · up of ground to stand on.
    pub level: f64,
    pub traces: u32,
    /// Thickness of the widest zone of all motions so far.
    pub zone: f64,
    /// Whether the pose after the last motion was proven.
    pub clear: bool,
    /// What crosses, where the body is in overlap.
    pub crossed: Option<Hit<T>>,
    /// The first surface in the way that is too steep to stand on.
    pub wall: Option<Hit<T>>,
    pub step: Step,
    /// Steps up that were tried.
    pub tries: u32,
}

/// Which of the mover's lists of planes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    /// What is touched where the body is.
    Here,
    /// What is touched one step higher.
    Above,
    /// What stopped a motion, where the body is.
    Stops,
}

impl<T: Real> Walk<'_, '_, T> {
    /// The planes of a list.
    pub(super) fn planes(&mut self, list: List) -> &mut Planes {
        &mut self.mover.planes[list as usize]
    }

    /// A translation that stops at the first body of the world in the way.
    pub(super) fn trace(&mut self, from: &Pose<Vec3<T>>, by: Vec3<f64>) -> Result<Trace<T>, MotionError> {
        self.traces += 1;
        let body = Body::new(self.body.mesh, *from);
        let motion = Motion::try_translation(by.cast::<T>()).map_err(|_| MotionError::NotFinite)?;
        let trace = self.mover.move_by(&body, &motion, self.world, &self.motion)?;
        self.zone = Real::max(self.zone, trace.zone.thickness);
        if trace.start == Start::Overlapping {
            self.crossed = trace.hit;
        }
        Ok(trace)
    }
}

/// How much of a way was gone, from 0 to 1.
pub(super) fn share(gone: Vec3<f64>, way: Vec3<f64>) -> f64 {
    Real::max(Real::min(gone.dot(way.unit()) / way.norm(), 1.0), 0.0)
}
