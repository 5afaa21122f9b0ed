//! A joint during a step: its kind, its frames, and its rows.

use impinge::math::Mat3;
use impinge::{Pose, Real, Vec3};

use super::JointKind;
use super::constraint::{Constraint, Load};
use super::place::Ends;
use super::tension::added_inertia;
use crate::body::State;

/// A joint during a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Active<T: Real> {
    /// Index among the joints of the world.
    pub joint: usize,
    /// Batch of its bodies in this step; see [`Joints::begin`](super::Joints::begin).
    pub batch: usize,
    pub kind: JointKind<T>,
    frames: [Pose<Vec3<T>>; 2],
    ends: Ends<T>,
    pub constraint: Constraint<T>,
}

impl<T: Real> Active<T> {
    /// The joint at this index. Call `begin` before using it.
    pub fn new(
        joint: usize,
        bodies: [usize; 2],
        kind: JointKind<T>,
        frames: [Pose<Vec3<T>>; 2],
        in_plane: bool,
    ) -> Self {
        let constraint = Constraint::new(bodies, in_plane);
        Self { joint, batch: 0, kind, frames, ends: Ends::nowhere(), constraint }
    }

    /// Begins a step of sub-steps of length `h` with the load of the last one, and without rows. Limits and drives may exceed their
    /// bounds by the impulse that moves two bodies by `unseen` in a sub-step.
    pub fn begin(
        &mut self,
        kind: &JointKind<T>,
        frames: &[Pose<Vec3<T>>; 2],
        load: &Load<T>,
        h: T,
        unseen: T,
    ) {
        (self.kind, self.frames) = (*kind, *frames);
        self.constraint.begin_step(load, h);
        self.constraint.unseen = unseen / h;
    }

    /// Updates its frames from the states of its bodies and their axes.
    #[inline(always)]
    pub fn look(&mut self, states: [&State<T>; 2], axes: [&Mat3<T>; 2]) {
        self.ends.look_at_points(&self.frames, states, axes);
        if self.kind.sees_axes(self.constraint.in_plane) {
            self.ends.look_at_axes(&self.frames, states);
        }
        match self.kind {
            JointKind::Distance(_) | JointKind::Gear(_) => {}
            JointKind::Slider(_) => self.ends.shorten(Some(self.ends.axes[0].z_axis), states[0].reach),
            _ => self.ends.shorten(None, states[0].reach),
        }
    }

    /// The inertia that its pull adds to each of its bodies; see `tension.rs`.
    pub fn added(&self, [a, b]: [&State<T>; 2], h: T) -> [Option<Mat3<T>>; 2] {
        let pull = self.constraint.pull();
        let heavier = a.mass.mass.max(b.mass.mass);
        let [arm_a, arm_b] = self.ends.arms;
        [added_inertia(a, arm_a, -pull, h, heavier), added_inertia(b, arm_b, pull, h, heavier)]
    }

    /// Computes the rows for the bodies as they were at the last `look`. Impulses stay.
    pub fn rows(&mut self, inverse_mass: [T; 2], inverse_inertia: [Mat3<T>; 2]) {
        self.constraint.begin(&self.ends, inverse_mass, inverse_inertia);
        self.kind.rows(&self.ends, &mut self.constraint);
    }
}
