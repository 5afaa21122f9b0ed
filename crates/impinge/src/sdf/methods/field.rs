//! Interface of a method that processes all nodes: its progress, phase by phase, and its result.

use alloc::vec::Vec;

use super::lattice::{Lattice, Surface};
use crate::sdf::settings::MapError;
use crate::sdf::settings::Watch;

/// A method that processes all nodes of a lattice.
pub(super) struct Way {
    /// The distances of nodes up to the reach from the surface, in spacings.
    pub(super) run: fn(&Surface, &Lattice, f64, &mut Told<'_, '_>) -> Result<Field, MapError>,
    /// Bytes of memory for each node.
    pub(super) per_node: u64,
    /// Number of phases that it reports.
    pub(super) phases: usize,
}

/// Distances of the nodes of a lattice, in spacings, without sign.
pub(super) struct Field {
    /// Distances; for a node beyond the reach any value not below the distance.
    pub(super) values: Vec<f32>,
    /// For each node within the reach, the error bound of its value, in addition to rounding.
    pub(super) errors: Vec<f32>,
    /// Error added by rounding of coordinates.
    pub(super) rounding: f64,
}

impl Field {
    /// Bound on the difference between the distance of a node and its value, in spacings.
    pub(super) fn error(&self, index: usize) -> f64 {
        // Both numbers are rounded to `f32`.
        let single = f64::from(self.values[index] + self.errors[index]) * f64::from(f32::EPSILON);
        f64::from(self.errors[index]) + self.rounding + single
    }
}

/// Number of steps in which a phase is reported.
const FINE: usize = 1000;

/// The caller's callback, the current phase, and the number of phases.
pub(super) struct Told<'a, 'b> {
    watch: &'a mut Watch<'b>,
    phase: usize,
    phases: usize,
}

impl<'a, 'b> Told<'a, 'b> {
    pub(super) fn new(watch: &'a mut Watch<'b>, phases: usize) -> Self {
        Self { watch, phase: 0, phases }
    }

    /// Begins the next phase.
    pub(super) fn next(&mut self) {
        self.phase = (self.phase + 1).min(self.phases - 1);
    }

    /// Reports the part of the phase that is done. An error if the caller cancels.
    pub(super) fn tell(&mut self, done: usize, of: usize) -> Result<(), MapError> {
        let part = (FINE * done / of.max(1)).min(FINE);
        self.watch.tell(self.phase * FINE + part, self.phases * FINE)
    }
}
