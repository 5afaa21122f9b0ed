//! A rod, a rope or a spring between a point of A and a point of B.
//!
//! With the length l = |u| and n = u / l: l̇ = n · (v_B + w_B × r_B − v_A − w_A × r_A), one row,
//! K = 1/m_A + 1/m_B + (r_A × n) I_A⁻¹ (r_A × n) + (r_B × n) I_B⁻¹ (r_B × n).
//!
//! Rod: C = l − length = 0. Range: C = l − least ≥ 0 and C = most − l ≥ 0. Spring: the force −k (l − length) − c l̇ at the end of the
//! sub-step (backward Euler, stable for any stiffness).

use impinge::Real;
use serde::{Deserialize, Serialize};

use super::constraint::{Constraint, Direction};
use super::place::{Ends, check_limits, check_not_negative};
use crate::body::State;
use crate::error::WorldError;

/// A rod: all motion except the distance of two points is free. With a range alone it is a rope; with a spring it is a spring, with stops
/// if there is a range too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct Distance<T> {
    /// Length of the rod, or of the spring without load. `None`: the distance when the joint is added.
    pub length: Option<T>,
    /// Smallest and largest distance.
    pub range: Option<[T; 2]>,
    /// Spring that replaces the rod.
    pub spring: Option<Spring<T>>,
}

/// Stiffness and damping of a spring.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct Spring<T> {
    /// Stiffness, force per length.
    pub stiffness: T,
    /// Damping, force per speed.
    pub damping: T,
}

impl<T: Real> Distance<T> {
    pub(super) fn check(&self) -> Result<(), WorldError> {
        self.length.map_or(Ok(()), |length| check_not_negative("length of the joint", length))?;
        check_limits("range of the joint", self.range, [T::ZERO, T::LIMIT])?;
        let Some(Spring { stiffness, damping }) = self.spring else { return Ok(()) };
        check_not_negative("stiffness of the joint", stiffness)?;
        check_not_negative("damping of the joint", damping)?;
        if stiffness + damping > T::ZERO {
            return Ok(());
        }
        Err(WorldError::NotPositive { what: "stiffness of the joint", found: stiffness.f64() })
    }

    pub(super) fn rows(&self, ends: &Ends<T>, rows: &mut Constraint<T>) {
        let (length, direction) = (ends.apart.norm(), Direction::Along(ends.apart.unit()));
        if let Some(range) = self.range {
            rows.limit(direction, length, range);
        }
        let error = length - self.length.unwrap_or(length);
        match self.spring {
            Some(spring) => rows.spring(direction, error, spring.stiffness, spring.damping),
            None if self.range.is_none() => rows.hold(direction, error),
            None => {}
        }
    }

    pub(super) fn read(&self, ends: &Ends<T>, states: [&State<T>; 2]) -> [T; 4] {
        let length = ends.apart.norm();
        let speed = ends.apart.unit().dot(ends.speed(states));
        let rod = self.range.is_none() && self.spring.is_none();
        let gap = if rod { (length - self.length.unwrap_or(length)).abs() } else { T::ZERO };
        [length, T::ZERO, speed, gap]
    }
}
