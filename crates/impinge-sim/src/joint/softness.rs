//! How soft constraints are, and what a pass over them does.

use impinge::Real;

/// How soft a constraint is. One of angular frequency ω and damping ratio ζ over a time h has, with a = 2 ζ + h ω: the rate ω / a at
/// which an error is undone, and the parts h ω a / (1 + h ω a) of the mass and 1 / (1 + h ω a) of the impulse so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Softness<T> {
    pub bias_rate: T,
    pub mass_part: T,
    pub impulse_part: T,
}

impl<T: Real> Softness<T> {
    pub fn new(frequency: T, damping_ratio: T, h: T) -> Self {
        let omega = T::TWO * T::PI * frequency;
        let a = T::TWO * damping_ratio + h * omega;
        let part = h * omega * a;
        let impulse_part = T::ONE / (T::ONE + part);
        Self { bias_rate: omega / a, mass_part: part * impulse_part, impulse_part }
    }
}

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
