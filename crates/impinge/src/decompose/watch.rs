//! Telling the caller how far the work is, asking whether to go on, and counting the work.

use core::ops::ControlFlow;

use super::settings::DecomposeProgress;

/// The caller's callback, and what it is told; and how much work is left. Once it has said no it is not asked again.
pub(super) struct Watch<'a> {
    progress: &'a mut dyn FnMut(DecomposeProgress) -> ControlFlow<()>,
    now: DecomposeProgress,
    cancelled: bool,
    /// Steps that are left: see [`DecomposeSettings::budget`](super::DecomposeSettings::budget).
    left: u64,
}

impl<'a> Watch<'a> {
    pub(super) fn new(
        progress: &'a mut dyn FnMut(DecomposeProgress) -> ControlFlow<()>,
        budget: u64,
    ) -> Self {
        // How concave the whole is, is not known yet.
        let now = DecomposeProgress { parts: 1, concavity: f64::INFINITY };
        Self { progress, now, cancelled: false, left: budget }
    }

    /// Counts steps that are done, or about to be.
    pub(super) fn charge(&mut self, steps: usize) {
        self.left = self.left.saturating_sub(steps as u64);
    }

    /// So many steps more, for what must be done in any case.
    pub(super) fn grant(&mut self, steps: u64) {
        self.left = self.left.saturating_add(steps);
    }

    /// Something new to tell. Whether to go on.
    pub(super) fn tell(&mut self, parts: usize, concavity: f64) -> bool {
        self.now = DecomposeProgress { parts, concavity };
        self.go_on()
    }

    /// Whether to go on: asked from time to time, so that no answer is waited for long.
    pub(super) fn go_on(&mut self) -> bool {
        self.cancelled = self.cancelled || (self.progress)(self.now).is_break();
        !self.stopped()
    }

    /// Whether the caller ended it, or the budget is spent.
    pub(super) fn stopped(&self) -> bool {
        self.cancelled || self.left == 0
    }

    /// Whether the caller ended it.
    pub(super) fn cancelled(&self) -> bool {
        self.cancelled
    }
}
