//! Joints: constraints that connect two bodies, one file per kind.
//!
//! | kind | free motion | file |
//! |---|---|---|
//! | [`Ball`] | rotation about a point, within a cone and a range of twist | `ball.rs` |
//! | [`Hinge`] | rotation about an axis, within limits, with motor and friction | `hinge.rs` |
//! | [`Weld`] | none | `weld.rs` |
//! | [`Slider`] | translation along an axis, within limits, with motor and friction | `slider.rs` |
//! | [`Distance`] | all except the distance of two points: a rod, a rope or a spring | `distance.rs` |
//! | [`Universal`] | rotation about two axes at a right angle, one fixed in each body | `universal.rs` |
//! | [`Gear`] | all except the ratio of two angular speeds | `gear.rs` |
//!
//! A joint has a frame in each body. Its axis is the z axis of these frames; if the joint has no error, their origins coincide.
//!
//! **Symbols** in all files: A and B the bodies, c their centers of mass, v and w their velocities and angular velocities, m and I
//! masses and inertias, x y z the axes of the joint's frames (z_A is that of A's frame), p their origins, u = p_B − p_A, and
//! r_A = p_B − c_A, r_B = p_B − c_B the arms: errors are measured in A's frame, which turns with A. A constraint has the form C = 0
//! or C ≥ 0 with the rate Ċ = J (v_A, w_A, v_B, w_B) and the effective mass 1/K, K = J M⁻¹ Jᵀ.
//!
//! The solver for rows is in `constraint/mod.rs`, once for all kinds.

mod active;
mod ball;
mod constraint;
pub(crate) mod definition;
mod distance;
mod draw;
mod gear;
mod hinge;
mod pass;
mod place;
mod six;
mod slider;
mod speeds;
mod table;
mod tension;
mod tree;
mod universal;
mod weld;

pub use ball::Ball;
pub use distance::{Distance, Spring};
pub use gear::Gear;
pub use hinge::{Hinge, Motor};
pub use slider::Slider;
pub use universal::Universal;
pub use weld::Weld;

pub(crate) use pass::JointPass;
pub(crate) use six::Symmetric;
pub(crate) use speeds::{Speeds, Twist};
pub(crate) use table::{Held, Joints};
pub(crate) use tree::TreePart;

use impinge::{Real, Vec3};
use serde::{Deserialize, Serialize};

use self::constraint::Constraint;
use self::place::Ends;
use crate::body::State;
use crate::error::WorldError;

/// Definition of a joint in space; see [`generic::Joint`](crate::generic::Joint).
pub type Joint<T> = definition::Joint<Vec3<T>>;

/// State of a joint in space; see [`generic::JointReading`](crate::generic::JointReading).
pub type JointReading<T> = definition::JointReading<Vec3<T>>;

/// Kind of a joint, by the motion that it leaves free.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
#[non_exhaustive]
pub enum JointKind<T: Real> {
    /// Rotation about a point.
    Ball(Ball<T>),
    /// Rotation about an axis.
    Hinge(Hinge<T>),
    /// No free motion.
    Weld(Weld),
    /// Translation along an axis.
    Slider(Slider<T>),
    /// All motion except the distance of two points.
    Distance(Distance<T>),
    /// Rotation about two axes.
    Universal(Universal<T>),
    /// All motion except the ratio of two angular speeds.
    Gear(Gear<T>),
}

/// Handle of a joint in a world. A handle of a joint that was removed is never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct JointHandle(pub(crate) u64);

impl JointHandle {
    /// The number of the joint, counted from 0 in the order in which they were added.
    pub fn number(&self) -> u64 {
        self.0
    }
}

/// Calls the same function of each kind.
macro_rules! by_kind {
    ($kind:expr, $joint:ident => $answer:expr) => {
        match $kind {
            JointKind::Ball($joint) => $answer,
            JointKind::Hinge($joint) => $answer,
            JointKind::Weld($joint) => $answer,
            JointKind::Slider($joint) => $answer,
            JointKind::Distance($joint) => $answer,
            JointKind::Universal($joint) => $answer,
            JointKind::Gear($joint) => $answer,
        }
    };
}

impl<T: Real> JointKind<T> {
    /// Checks the numbers of the joint.
    fn check(&self) -> Result<(), WorldError> {
        by_kind!(self, joint => joint.check())
    }

    /// Whether it holds the position of one body relative to the other, so that it may be in a tree.
    pub(crate) fn holds_place(&self) -> bool {
        match self {
            Self::Ball(_) | Self::Hinge(_) | Self::Weld(_) | Self::Slider(_) | Self::Universal(_) => true,
            Self::Distance(distance) => distance.range.is_none() && distance.spring.is_none(),
            Self::Gear(_) => false,
        }
    }

    /// Whether its rows depend on the orientation of its frames. In the plane the axis of a hinge is that of the world.
    fn sees_axes(&self, in_plane: bool) -> bool {
        match self {
            Self::Ball(ball) => ball.cone.is_some() || ball.twist.is_some(),
            Self::Distance(_) => false,
            Self::Hinge(hinge) => !in_plane || hinge.limits.is_some(),
            Self::Weld(_) | Self::Slider(_) | Self::Universal(_) | Self::Gear(_) => true,
        }
    }

    /// Computes the rows for the bodies as they are now.
    fn rows(&mut self, ends: &Ends<T>, constraint: &mut Constraint<T>) {
        by_kind!(self, joint => joint.rows(ends, constraint));
    }

    /// Position, twist, speed and gap.
    fn read(&self, ends: &Ends<T>, states: [&State<T>; 2]) -> [T; 4] {
        by_kind!(self, joint => joint.read(ends, states))
    }

    /// The motor, if the kind has one.
    pub(crate) fn motor(&mut self) -> Option<&mut Option<Motor<T>>> {
        match self {
            Self::Hinge(hinge) => Some(&mut hinge.motor),
            Self::Slider(slider) => Some(&mut slider.motor),
            Self::Ball(_) | Self::Weld(_) | Self::Distance(_) | Self::Universal(_) | Self::Gear(_) => None,
        }
    }
}
