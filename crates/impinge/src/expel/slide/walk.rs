//! State of a slide in progress, and its elementary motions.

use super::types::SlideSettings;
use crate::expel::Mover;
use crate::expel::error::MotionError;
use crate::expel::obstacles::Standing;
use crate::expel::types::{Hit, MotionSettings, Trace};
use crate::math::{Motion, Pose, Real, Vec3};
use crate::mesh::polygon::PlacedMesh;
use crate::sliding::planes::Planes;
use crate::sliding::{Start, Step};

/// Surfaces within this many thicknesses of the zone are touched. One is where bodies stop; the rest is what a body would meet
/// next, known one motion earlier.
pub(super) const TOUCH: f64 = 4.0;

/// State of a call.
pub(super) struct Walk<'a, 'b, T: Real> {
    pub mover: &'a mut Mover,
    pub body: PlacedMesh<'b, T>,
    pub world: &'a dyn Standing<T>,
    pub settings: &'a SlideSettings<T>,
    /// Settings of the motions: the body is freed once, from all others at once.
    pub motion: MotionSettings,
    /// Unit vector.
    pub up: Vec3<f64>,
    /// Least n · up of ground to stand on.
    pub level: f64,
    pub traces: u32,
    /// Thickness of the widest zone of all motions so far.
    pub zone: f64,
    /// Whether the pose after the last motion was proven.
    pub clear: bool,
    /// The crossing features, if the body is in overlap.
    pub crossed: Option<Hit<T>>,
    /// The first obstructing surface that is too steep to stand on.
    pub wall: Option<Hit<T>>,
    pub step: Step,
    /// Number of steps up that were tried.
    pub tries: u32,
}

/// Identifies one of the mover's lists of planes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    /// Planes touched at the body's height.
    Here,
    /// Planes touched one step higher.
    Above,
    /// Planes that stopped a motion at the body's height.
    Stops,
}

impl<T: Real> Walk<'_, '_, T> {
    /// The planes of a list.
    pub(super) fn planes(&mut self, list: List) -> &mut Planes {
        &mut self.mover.planes[list as usize]
    }

    /// A translation that stops at the first obstructing body of the world.
    pub(super) fn trace(&mut self, from: &Pose<Vec3<T>>, by: Vec3<f64>) -> Result<Trace<T>, MotionError> {
        self.traces += 1;
        let body = PlacedMesh::new(self.body.mesh, *from);
        let motion = Motion::try_translation(by.cast::<T>()).map_err(|_| MotionError::NotFinite)?;
        let trace = self.mover.move_by(&body, &motion, self.world, &self.motion)?;
        self.zone = Real::max(self.zone, trace.zone.thickness);
        if trace.start == Start::Overlapping {
            self.crossed = trace.hit;
        }
        Ok(trace)
    }
}
