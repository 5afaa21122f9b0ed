//! A hinge: two bodies rotate about a common axis, as a door or a knee.
//!
//! Point: like a ball joint. Axis: C = s · (z_A × z_B) and t · (z_A × z_B) = 0 for s = x_A and t = y_A, Ċ = s · (w_B − w_A) and t · (w_B
//! − w_A) as long as C is small, two rows solved together, K = I_A⁻¹ + I_B⁻¹ on s and t.
//!
//! The angle is θ = atan2(x_B · y_A, x_B · x_A), θ̇ = z_A · (w_B − w_A), K = z_A (I_A⁻¹ + I_B⁻¹) z_A. Limits: C = θ − low ≥ 0 and
//! C = high − θ ≥ 0. Motor: θ̇ = its speed, by a torque up to its strength. Friction: θ̇ = 0, by a torque up to it.

use impinge::{Real, Vec3};
use serde::{Deserialize, Serialize};

use super::constraint::{Constraint, Direction};
use super::place::{Ends, check_limits, check_not_negative};
use crate::body::State;
use crate::error::{WorldError, number};

/// Rotation about an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct Hinge<T> {
    /// Smallest and largest angle of B relative to A, from −2 π to 2 π and no more than a full turn apart. `None`: no limits.
    pub limits: Option<[T; 2]>,
    /// Motor that drives it.
    pub motor: Option<Motor<T>>,
    /// The largest torque of dry friction.
    pub friction: T,
}

/// A motor: drives a hinge or a slider at a speed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct Motor<T> {
    /// Target speed of B relative to A, angular or linear.
    pub speed: T,
    /// Largest torque or force.
    pub strength: T,
}

impl<T: Real> Motor<T> {
    pub(crate) fn check(&self) -> Result<(), WorldError> {
        number("speed of the motor", self.speed)?;
        check_not_negative("strength of the motor", self.strength)
    }
}

impl<T: Real> Hinge<T> {
    pub(super) fn check(&self) -> Result<(), WorldError> {
        let turn = T::TWO * T::PI;
        check_limits("angle of the joint", self.limits, [-turn, turn])?;
        check_limits(
            "range of the joint",
            self.limits.map(|[low, high]| [T::ZERO, high - low]),
            [T::ZERO, turn],
        )?;
        check_not_negative("friction of the joint", self.friction)?;
        self.motor.map_or(Ok(()), |motor| motor.check())
    }

    pub(super) fn rows(&self, ends: &Ends<T>, rows: &mut Constraint<T>) {
        let a = ends.axes[0];
        rows.hold_points(ends.apart);
        rows.hold_axis(a.z_axis, [a.x_axis, a.y_axis], tilt(ends));
        if let Some(limits) = self.limits {
            rows.limit_angle(a.z_axis, angle(ends), limits);
        }
        if self.friction > T::ZERO {
            rows.drive(Direction::Turn(a.z_axis), T::ZERO, self.friction);
        }
        if let Some(motor) = self.motor {
            rows.drive(Direction::Turn(a.z_axis), motor.speed, motor.strength);
        }
    }

    pub(super) fn read(&self, ends: &Ends<T>, states: [&State<T>; 2]) -> [T; 4] {
        [angle(ends), T::ZERO, ends.axes[0].z_axis.dot(Ends::spin(states)), ends.apart.norm()]
    }
}

/// z_A × z_B; of length 1 if the axes are more than a right angle apart, so that it does not vanish toward half a turn.
fn tilt<T: Real>(ends: &Ends<T>) -> Vec3<T> {
    let [z_a, z_b] = ends.axes.map(|axes| axes.z_axis);
    let across = z_a.cross(z_b);
    if z_a.dot(z_b) >= T::ZERO { across } else { across.normalized().unwrap_or(ends.axes[0].x_axis) }
}

/// θ.
pub(super) fn angle<T: Real>(ends: &Ends<T>) -> T {
    let [a, b] = &ends.axes;
    b.x_axis.dot(a.y_axis).atan2(b.x_axis.dot(a.x_axis))
}
