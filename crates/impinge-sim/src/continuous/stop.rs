//! Stops of bodies before the end of a step, without a gain of energy.

use impinge::{Pose, Real, Vec3};

use crate::body::State;
use crate::space::Space;

/// Bodies that stop together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stop<T> {
    /// Time of the stop, as a fraction of the step.
    pub time: Option<T>,
    /// Kinetic energy at the end of the step, and the work that gravity has not done at the stop.
    kinetic: T,
    missing: T,
}

impl<T: Real> Stop<T> {
    /// Moves a body back to its pose at the stop, `rest` before the end of the step.
    pub fn bring_back<V: Space<Scalar = T>>(
        &mut self,
        state: &mut State<T>,
        pose: &Pose<V>,
        gravity: Vec3<T>,
        rest: T,
    ) {
        self.kinetic += state.kinetic_energy();
        let end = state.center;
        let spin = state.rotation.unrotate(state.angular_velocity);
        state.set_pose(pose);
        state.angular_velocity = state.rotation.rotate(spin);
        // A body that is pushed out of an overlap moves less far down than its velocity says.
        let fall = gravity.dot(end - state.center).max(gravity.dot(state.velocity) * rest);
        self.missing += fall * state.mass.mass * state.gravity_scale;
    }

    /// Factor on velocities at the stop.
    pub fn slower(&self) -> T {
        if self.missing > T::ZERO && self.kinetic > T::ZERO {
            ((self.kinetic - self.missing).max(T::ZERO) / self.kinetic).sqrt()
        } else {
            T::ONE
        }
    }
}

/// Scales the velocities of a body down.
pub(super) fn slow_down<T: Real>(state: &mut State<T>, factor: T) {
    if factor < T::ONE {
        state.velocity *= factor;
        state.angular_velocity *= factor;
    }
}
