//! How far a method is that goes through its work in several phases.

use crate::sdf::settings::MapError;
use crate::sdf::watch::Watch;

/// Parts in which a phase is told of.
const FINE: usize = 1000;

/// The caller's callback, which phase it is, and how many there are.
pub(super) struct Told<'a, 'b> {
    watch: &'a mut Watch<'b>,
    phase: usize,
    phases: usize,
}

impl<'a, 'b> Told<'a, 'b> {
    pub(super) fn new(watch: &'a mut Watch<'b>, phases: usize) -> Self {
        Self { watch, phase: 0, phases }
    }

    /// The next phase begins.
    pub(super) fn next(&mut self) {
        self.phase = (self.phase + 1).min(self.phases - 1);
    }

    /// So much of the phase is done. An error if the caller ends it.
    pub(super) fn tell(&mut self, done: usize, of: usize) -> Result<(), MapError> {
        let part = (FINE * done / of.max(1)).min(FINE);
        self.watch.tell(self.phase * FINE + part, self.phases * FINE)
    }
}
