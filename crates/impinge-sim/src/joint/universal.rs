//! A universal joint (Cardan, Hooke): an axis fixed in A and one fixed in B cross at a right angle; both bodies rotate about both.
//!
//! Point: like a ball joint. Axes: C = z_A · x_B = 0, Ċ = d · (w_B − w_A) with d = x_B × z_A, one row,
//! K = d (I_A⁻¹ + I_B⁻¹) d.
//!
//! Angles: about A's axis α = atan2(x_B · y_A, x_B · x_A), α̇ = z_A · (w_B − w_A); about B's axis β = atan2(x_B · (z_A × z_B), z_A · z_B),
//! β̇ = x_B · (w_B − w_A). Limits: like those of a hinge.

use impinge::Real;
use serde::{Deserialize, Serialize};

use super::constraint::Constraint;
use super::hinge;
use super::place::{Ends, check_limits};
use crate::body::State;
use crate::error::WorldError;

/// Rotation about two axes at a right angle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct Universal<T> {
    /// Smallest and largest angle about the axis of A, from −π to π. `None`: no limits.
    pub limits_a: Option<[T; 2]>,
    /// Smallest and largest angle about the axis of B, from −π to π. `None`: no limits.
    pub limits_b: Option<[T; 2]>,
}

impl<T: Real> Universal<T> {
    pub(super) fn check(&self) -> Result<(), WorldError> {
        check_limits("angle of the joint about A's axis", self.limits_a, [-T::PI, T::PI])?;
        check_limits("angle of the joint about B's axis", self.limits_b, [-T::PI, T::PI])
    }

    pub(super) fn rows(&self, ends: &Ends<T>, rows: &mut Constraint<T>) {
        let (z, x) = (ends.axes[0].z_axis, ends.axes[1].x_axis);
        rows.hold_points(ends.apart);
        rows.hold_angle(x.cross(z).normalized().unwrap_or(ends.axes[1].y_axis), z.dot(x));
        if let Some(limits) = self.limits_a {
            rows.limit_angle(z, hinge::angle(ends), limits);
        }
        if let Some(limits) = self.limits_b {
            rows.limit_angle(x, bend(ends), limits);
        }
    }

    pub(super) fn read(&self, ends: &Ends<T>, states: [&State<T>; 2]) -> [T; 4] {
        let speed = ends.axes[0].z_axis.dot(Ends::spin(states));
        [hinge::angle(ends), bend(ends), speed, ends.apart.norm()]
    }
}

/// β.
fn bend<T: Real>(ends: &Ends<T>) -> T {
    let [z_a, z_b] = ends.axes.map(|axes| axes.z_axis);
    ends.axes[1].x_axis.dot(z_a.cross(z_b)).atan2(z_a.dot(z_b))
}
