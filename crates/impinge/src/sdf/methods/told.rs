//! Progress of a method that works in several phases.

use crate::sdf::settings::MapError;
use crate::sdf::watch::Watch;

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
