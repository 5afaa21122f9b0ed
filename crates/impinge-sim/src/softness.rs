//! Soft constraints (Catto, "Soft Constraints", 2011).

use impinge::Real;

/// Softness of a constraint. With angular frequency ω and damping ratio ζ over a time h, and a = 2 ζ + h ω: the rate ω / a at which an
/// error is corrected, the mass scale h ω a / (1 + h ω a), and the factor 1 / (1 + h ω a) on the accumulated impulse. At rest it is a
/// spring of stiffness m ω², with m the effective mass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Softness<T> {
    pub bias_rate: T,
    pub mass_part: T,
    pub impulse_part: T,
}

impl<T: Real> Softness<T> {
    /// No softness: a rigid constraint on velocities.
    pub const RIGID: Self = Self { bias_rate: T::ZERO, mass_part: T::ONE, impulse_part: T::ZERO };

    pub fn new(frequency: T, damping_ratio: T, h: T) -> Self {
        let omega = T::TWO * T::PI * frequency;
        let a = T::TWO * damping_ratio + h * omega;
        let part = h * omega * a;
        let impulse_part = T::ONE / (T::ONE + part);
        Self { bias_rate: omega / a, mass_part: part * impulse_part, impulse_part }
    }
}
