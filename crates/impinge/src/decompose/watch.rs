//! Reporting progress to the caller, asking whether to continue, and counting the work.

use core::ops::ControlFlow;

use super::settings::DecomposeProgress;

/// The caller's callback and its progress report, and the remaining work. After a no, it is not called again.
pub(super) struct Watch<'a> {
    progress: &'a mut dyn FnMut(DecomposeProgress) -> ControlFlow<()>,
    now: DecomposeProgress,
    cancelled: bool,
    /// Steps left: see [`DecomposeSettings::budget`](super::DecomposeSettings::budget).
    left: u64,
}

impl<'a> Watch<'a> {
    pub(super) fn new(
        progress: &'a mut dyn FnMut(DecomposeProgress) -> ControlFlow<()>,
        budget: u64,
    ) -> Self {
        // The concavity of the whole is not known yet.
        let now = DecomposeProgress { parts: 1, concavity: f64::INFINITY };
        Self { progress, now, cancelled: false, left: budget }
    }

    /// Charges steps that are done, or about to be.
    pub(super) fn charge(&mut self, steps: usize) {
        self.left = self.left.saturating_sub(steps as u64);
    }

    /// Adds steps for work that must be done in any case.
    pub(super) fn grant(&mut self, steps: u64) {
        self.left = self.left.saturating_add(steps);
    }

    /// Reports progress. Returns whether to continue.
    pub(super) fn tell(&mut self, parts: usize, concavity: f64) -> bool {
        self.now = DecomposeProgress { parts, concavity };
        self.go_on()
    }

    /// Whether to continue: polled regularly, so that a cancellation takes effect soon.
    pub(super) fn go_on(&mut self) -> bool {
        self.cancelled = self.cancelled || (self.progress)(self.now).is_break();
        !self.stopped()
    }

    /// Whether the caller cancelled, or the budget is spent.
    pub(super) fn stopped(&self) -> bool {
        self.cancelled || self.left == 0
    }

    /// Whether the caller cancelled.
    pub(super) fn cancelled(&self) -> bool {
        self.cancelled
    }
}
