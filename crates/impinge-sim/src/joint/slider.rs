//! A slider: B slides along an axis of A and does not rotate relative to it, as a drawer or a piston.
//!
//! Line: C = s · u and t · u = 0 for s = x_A and t = y_A, which rotate with A: Ċ = s · (v_B + w_B × r_B − v_A − w_A × r_A), the same for
//! t, two rows solved together, K that of a ball joint on s and t. Orientation: like a weld.
//!
//! The position is l = z_A · u, its rate z_A · (v_B + w_B × r_B − v_A − w_A × r_A). Limits: C = l − low ≥ 0 and C = high − l ≥ 0. Motor
//! and friction: like those of a hinge, by forces.

use impinge::Real;
use serde::{Deserialize, Serialize};

use super::constraint::{Constraint, Direction};
use super::hinge::Motor;
use super::place::{Ends, check_limits, check_not_negative};
use super::weld;
use crate::body::State;
use crate::error::WorldError;

/// Translation along an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct Slider<T> {
    /// Limits of the position of B along the axis. `None`: no limits.
    pub limits: Option<[T; 2]>,
    /// Motor that drives it.
    pub motor: Option<Motor<T>>,
    /// The largest force of dry friction.
    pub friction: T,
}

impl<T: Real> Slider<T> {
    pub(super) fn check(&self) -> Result<(), WorldError> {
        check_limits("way of the joint", self.limits, [-T::LIMIT, T::LIMIT])?;
        check_not_negative("friction of the joint", self.friction)?;
        self.motor.map_or(Ok(()), |motor| motor.check())
    }

    pub(super) fn rows(&self, ends: &Ends<T>, rows: &mut Constraint<T>) {
        let a = ends.axes[0];
        rows.hold_line(a.z_axis, [a.x_axis, a.y_axis], ends.apart);
        rows.hold_turn(weld::turn(ends));
        let direction = Direction::Along(a.z_axis);
        if let Some(limits) = self.limits {
            rows.limit(direction, ends.apart.dot(a.z_axis), limits);
        }
        if self.friction > T::ZERO {
            rows.drive(direction, T::ZERO, self.friction);
        }
        if let Some(motor) = self.motor {
            rows.drive(direction, motor.speed, motor.strength);
        }
    }

    pub(super) fn read(&self, ends: &Ends<T>, states: [&State<T>; 2]) -> [T; 4] {
        let z = ends.axes[0].z_axis;
        let way = ends.apart.dot(z);
        [way, T::ZERO, z.dot(ends.speed(states)), (ends.apart - z * way).norm()]
    }
}
