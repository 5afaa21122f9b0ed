//! A ball joint: two bodies rotate about a common point, as a shoulder or a hip.
//!
//! Point: C = u = 0, Ċ = v_B + w_B × r_B − v_A − w_A × r_A, three rows solved as a block,
//! K = (1/m_A + 1/m_B) 1 − [r_A] I_A⁻¹ [r_A] − [r_B] I_B⁻¹ [r_B].
//!
//! Cone of half angle α: with the angle θ = ∠(z_A, z_B) and d = z_A × z_B / |z_A × z_B|, C = α − θ ≥ 0, Ċ = −d · (w_B − w_A),
//! K = d (I_A⁻¹ + I_B⁻¹) d.
//!
//! Twist: the rotation from A's frame to B's is a swing that takes z_A to z_B by the shortest path, after a twist φ about z. With its
//! quaternion q, φ = 2 atan2(q_z, q_w), and φ̇ = e · (w_B − w_A) with e = (z_A + z_B) / (1 + z_A · z_B). Limits of φ are C = φ − low ≥ 0
//! and C = high − φ ≥ 0. If z_B = −z_A there is no shortest path; within [`NO_TWIST`] of it the twist is not held.
//!
//! Friction: a torque against w_B − w_A.

use impinge::{Real, Vec3};
use serde::{Deserialize, Serialize};

use super::constraint::{Constraint, Direction};
use super::place::{Ends, check_limits, check_not_negative};
use crate::body::State;
use crate::error::WorldError;

/// The twist is held if 1 + z_A · z_B is above this: up to 168 degrees between the axes. Nearer to half a turn a small swing would be a
/// large twist.
pub(crate) const NO_TWIST: f64 = 0.02;

/// Rotation about a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct Ball<T> {
    /// The largest angle between the axes of A and B, 0 to π. `None`: no limit.
    pub cone: Option<T>,
    /// Smallest and largest twist of B relative to A about the axis, from −π to π. `None`: no limits.
    pub twist: Option<[T; 2]>,
    /// The largest torque of dry friction.
    pub friction: T,
}

impl<T: Real> Ball<T> {
    pub(super) fn check(&self) -> Result<(), WorldError> {
        check_limits("cone of the joint", self.cone.map(|cone| [T::ZERO, cone]), [T::ZERO, T::PI])?;
        check_limits("twist of the joint", self.twist, [-T::PI, T::PI])?;
        check_not_negative("friction of the joint", self.friction)
    }

    pub(super) fn rows(&self, ends: &Ends<T>, rows: &mut Constraint<T>) {
        rows.hold_points(ends.apart);
        if self.friction > T::ZERO {
            rows.brake_turn(self.friction);
        }
        if let Some(cone) = self.cone {
            let (d, angle) = swing(ends);
            rows.limit_above(Direction::Turn(d), angle, cone);
        }
        if let Some(limits) = self.twist {
            let [z_a, z_b] = ends.axes.map(|axes| axes.z_axis);
            let apart = T::ONE + z_a.dot(z_b);
            let clear = apart > T::of(NO_TWIST);
            let e = if clear { (z_a + z_b) / apart } else { Vec3::ZERO };
            rows.limit(Direction::Turn(e), twist(ends), limits);
        }
    }

    pub(super) fn read(&self, ends: &Ends<T>, states: [&State<T>; 2]) -> [T; 4] {
        let (d, angle) = swing(ends);
        [angle, twist(ends), d.dot(Ends::spin(states)), ends.apart.norm()]
    }
}

/// The direction about which B swings away from A's axis, and the angle between the axes.
fn swing<T: Real>(ends: &Ends<T>) -> (Vec3<T>, T) {
    let [z_a, z_b] = ends.axes.map(|axes| axes.z_axis);
    let across = z_a.cross(z_b);
    let d = across.normalized().unwrap_or(ends.axes[0].x_axis);
    (d, across.norm().atan2(z_a.dot(z_b)))
}

fn twist<T: Real>(ends: &Ends<T>) -> T {
    let (v, w) = ends.turn();
    T::TWO * v.z.atan2(w)
}
