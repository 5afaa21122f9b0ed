//! Telling the caller how far the work is, and asking whether to go on.

use core::ops::ControlFlow;

use super::settings::DecomposeProgress;

/// The caller's callback, and what it is told. Once it has said no it is not asked again.
pub(super) struct Watch<'a> {
    progress: &'a mut dyn FnMut(DecomposeProgress) -> ControlFlow<()>,
    now: DecomposeProgress,
    stopped: bool,
}

impl<'a> Watch<'a> {
    pub(super) fn new(progress: &'a mut dyn FnMut(DecomposeProgress) -> ControlFlow<()>) -> Self {
        // How concave the whole is, is not known yet.
        let now = DecomposeProgress { parts: 1, concavity: f64::INFINITY };
        Self { progress, now, stopped: false }
    }

    /// Something new to tell. Whether to go on.
    pub(super) fn tell(&mut self, parts: usize, concavity: f64) -> bool {
        self.now = DecomposeProgress { parts, concavity };
        self.go_on()
    }

    /// Whether to go on: asked from time to time, so that no answer is waited for long.
    pub(super) fn go_on(&mut self) -> bool {
        self.stopped = self.stopped || (self.progress)(self.now).is_break();
        !self.stopped
    }

    pub(super) fn stopped(&self) -> bool {
        self.stopped
    }
}
