//! A weld: two bodies move as one.
//!
//! Point: like a ball joint. Orientation: with the vector part q of the quaternion from A's frame to B's, C = 2 q = 0, Ċ = w_B − w_A as
//! long as C is small, three rows solved together, K = I_A⁻¹ + I_B⁻¹.

use impinge::{Real, Vec3};
use serde::{Deserialize, Serialize};

use super::constraint::Constraint;
use super::place::Ends;
use crate::body::State;
use crate::error::WorldError;

/// No free motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weld {}

impl Weld {
    pub(super) fn check(&self) -> Result<(), WorldError> {
        Ok(())
    }

    pub(super) fn rows<T: Real>(&self, ends: &Ends<T>, rows: &mut Constraint<T>) {
        rows.hold_points(ends.apart);
        rows.hold_turn(turn(ends));
    }

    pub(super) fn read<T: Real>(&self, ends: &Ends<T>, _: [&State<T>; 2]) -> [T; 4] {
        [T::ZERO, T::ZERO, T::ZERO, ends.apart.norm()]
    }
}

/// 2 q, in the world.
pub(super) fn turn<T: Real>(ends: &Ends<T>) -> Vec3<T> {
    ends.axes[0] * (ends.turn().0 * T::TWO)
}
