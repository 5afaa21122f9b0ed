//! Telling the caller how far the work is, and asking whether to go on.

use core::ops::ControlFlow;

use super::settings::{MapError, MapProgress};

/// The caller's callback, and which part of the work is under way.
pub(crate) struct Watch<'a> {
    progress: &'a mut dyn FnMut(MapProgress) -> ControlFlow<()>,
    /// From where to where the work that is under way goes, of all.
    from: f64,
    to: f64,
}

impl<'a> Watch<'a> {
    pub(super) fn new(progress: &'a mut dyn FnMut(MapProgress) -> ControlFlow<()>) -> Self {
        Self { progress, from: 0.0, to: 0.0 }
    }

    /// What follows ends at this part of all the work.
    pub(super) fn next(&mut self, to: f64) -> Result<(), MapError> {
        (self.from, self.to) = (self.to, to);
        self.tell(0, 1)
    }

    /// So much of the work under way is done. An error if the caller ends it: to be asked several times a second.
    pub(crate) fn tell(&mut self, done: usize, of: usize) -> Result<(), MapError> {
        let part = self.from + (self.to - self.from) * (done as f64 / of.max(1) as f64);
        match (self.progress)(MapProgress { part }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(MapError::Cancelled),
        }
    }
}
