//! Settings of a pass over joints.

use crate::softness::Softness;

/// Settings of a pass over joints.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointPass<T> {
    /// Length of the sub-step.
    pub h: T,
    /// Softness with which errors are corrected; `None` in a relaxing pass.
    pub softness: Option<Softness<T>>,
    /// Limits on the speed and angular speed at which errors are corrected.
    pub push: [T; 2],
}
