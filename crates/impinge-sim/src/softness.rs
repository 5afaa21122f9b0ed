//! How soft constraints are (Catto, "Soft Constraints", 2011).

use impinge::Real;

/// How soft a constraint is. One of angular frequency ω and damping ratio ζ over a time h has, with a = 2 ζ + h ω: the rate ω / a at
/// which an error is undone, and the parts h ω a / (1 + h ω a) of the mass and 1 / (1 + h ω a) of the impulse so far. At rest it is a
/// spring of stiffness m ω², with m the effective mass.
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
