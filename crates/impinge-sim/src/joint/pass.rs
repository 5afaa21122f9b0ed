//! What a pass over joints does.

use crate::softness::Softness;

/// What a pass over joints does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointPass<T> {
    /// Length of the sub-step.
    pub h: T,
    /// How errors are undone; none in a relaxing pass.
    pub softness: Option<Softness<T>>,
    /// Errors are undone at no more than this speed, and angular speed.
    pub push: [T; 2],
}
