//! Joint settings of the soft step.

use impinge::Real;
use serde::{Deserialize, Serialize};

use crate::error::{WorldError, not_negative};
use crate::joint::JointPass;
use crate::softness::Softness;

/// Tolerance of limits, motors and friction: a limit may pull, and a motor or friction exceed its strength, by the impulse that moves its
/// two bodies by this in a sub-step: 1e-5 radians, or the same fraction of a meter. So a limit that just touches is not distinguished
/// from one that just does not, and its tree is not solved twice.
pub(super) const UNSEEN: f64 = 1e-5;

/// Stiffness of joints in the soft step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct JointSettings<T> {
    /// Stiffness: the frequency of a spring, in oscillations per sub-step, up to 0.25. So joints become stiffer as steps become shorter.
    pub frequency: T,
    /// Damping ratio of the spring; 1 is critical damping.
    pub damping_ratio: T,
    /// Limit on the speed at which gaps are closed.
    pub push_speed: T,
    /// Limit on the angular speed at which wrong angles are corrected.
    pub turn_speed: T,
}

/// 0.25 per sub-step, which is 60 per second in 4 sub-steps at 60 Hz, ratio 2; 10 meters and 10 radians per second.
impl<T: Real> Default for JointSettings<T> {
    fn default() -> Self {
        Self {
            frequency: T::of(0.25),
            damping_ratio: T::TWO,
            push_speed: T::of(10.0),
            turn_speed: T::of(10.0),
        }
    }
}

impl<T: Real> JointSettings<T> {
    pub(super) fn check(&self) -> Result<(), WorldError> {
        not_negative("frequency of joints", self.frequency)?;
        not_negative("damping ratio of joints", self.damping_ratio)?;
        not_negative("push speed of joints", self.push_speed)?;
        not_negative("turn speed of joints", self.turn_speed)
    }

    /// The pass that corrects errors and the relaxing one, for sub-steps of length `h`.
    pub(super) fn passes(&self, h: T) -> [JointPass<T>; 2] {
        let frequency = self.frequency.min(T::of(0.25)) / h;
        let push = [self.push_speed, self.turn_speed];
        let softness = Softness::new(frequency, self.damping_ratio, h);
        [Some(softness), None].map(|softness| JointPass { h, softness, push })
    }
}
