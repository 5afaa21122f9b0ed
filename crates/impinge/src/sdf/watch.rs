//! Progress callback, and cancellation.

use core::ops::ControlFlow;

use super::settings::{MapError, MapProgress};

/// The caller's callback, and the current part of the work.
pub(crate) struct Watch<'a> {
    progress: &'a mut dyn FnMut(MapProgress) -> ControlFlow<()>,
    /// Start and end of the current part, as fractions of all the work.
    from: f64,
    to: f64,
}

impl<'a> Watch<'a> {
    pub(super) fn new(progress: &'a mut dyn FnMut(MapProgress) -> ControlFlow<()>) -> Self {
        Self { progress, from: 0.0, to: 0.0 }
    }

    /// Sets the fraction of all the work at which the next part ends.
    pub(super) fn next(&mut self, to: f64) -> Result<(), MapError> {
        (self.from, self.to) = (self.to, to);
        self.tell(0, 1)
    }

    /// Reports progress in the current part. An error if the caller cancels; call it several times a second.
    pub(crate) fn tell(&mut self, done: usize, of: usize) -> Result<(), MapError> {
        let part = self.from + (self.to - self.from) * (done as f64 / of.max(1) as f64);
        match (self.progress)(MapProgress { part }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(MapError::Cancelled),
        }
    }
}
