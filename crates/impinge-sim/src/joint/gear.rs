//! A gear: two meshing wheels, or wheels on one belt if the ratio is negative.
//!
//! With the axes z_A and z_B, the angles φ that the bodies have rotated about them since the joint was added, and the ratio g:
//! C = φ_A + g φ_B = 0, Ċ = z_A · w_A + g z_B · w_B, one row, K = z_A I_A⁻¹ z_A + g² z_B I_B⁻¹ z_B.
//!
//! The angles are summed from the rotations of one sub-step to the next, so wheels may turn any number of times. A body must rotate by
//! less than half a turn in a sub-step. The parts that carry the axes are assumed to be at rest.

use impinge::{Real, Rot3, Vec3};
use serde::{Deserialize, Serialize};

use super::constraint::{Constraint, Direction};
use super::place::Ends;
use crate::body::State;
use crate::error::{WorldError, number};

/// A gear: all motion except the ratio of two angular speeds is free. Made by [`Joint::gear`](super::Joint::gear).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct Gear<T: Real> {
    /// Gear ratio g.
    ratio: T,
    /// Error C.
    slip: T,
    /// Rotations of the bodies when the angles were last summed.
    last: Option<[Rot3<T>; 2]>,
}

impl<T: Real> Gear<T> {
    pub(super) fn new(ratio: T) -> Self {
        Self { ratio, slip: T::ZERO, last: None }
    }

    pub(super) fn check(&self) -> Result<(), WorldError> {
        number("ratio of the gear", self.ratio)?;
        number("slip of the gear", self.slip)?;
        if self.ratio == T::ZERO {
            return Err(WorldError::NotPositive { what: "size of the gear's ratio", found: 0.0 });
        }
        Ok(())
    }

    pub(super) fn rows(&mut self, ends: &Ends<T>, rows: &mut Constraint<T>) {
        let [a, b] = ends.axes.map(|axes| axes.z_axis);
        if let Some([last_a, last_b]) = self.last {
            self.slip += turned(&last_a, &ends.rotations[0], a);
            self.slip += self.ratio * turned(&last_b, &ends.rotations[1], b);
        }
        self.last = Some(ends.rotations);
        rows.hold(Direction::Turns(a, b * self.ratio), self.slip);
    }

    pub(super) fn read(&self, ends: &Ends<T>, states: [&State<T>; 2]) -> [T; 4] {
        let [a, b] = [0, 1].map(|i| ends.axes[i].z_axis.dot(states[i].angular_velocity));
        [self.slip, T::ZERO, a + self.ratio * b, T::ZERO]
    }
}

/// The rotation angle about `axis` from one rotation to the next, from −π to π.
fn turned<T: Real>(last: &Rot3<T>, now: &Rot3<T>, axis: Vec3<T>) -> T {
    let [x, y, z, w] = now.compose(&last.inverse()).to_xyzw();
    w.sign_of(T::TWO) * Vec3::new(x, y, z).dot(axis).atan2(w.abs())
}
