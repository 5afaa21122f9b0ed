//! Why a world refused a call.

use core::fmt;

use impinge::scene::{ObjectHandle, SceneError};

/// Why a world refused a call. The world is as it was before.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WorldError {
    /// The handle is stale, or the pose is not valid.
    Scene(SceneError),
    /// A quantity is not a finite number.
    NotFinite {
        /// What it is, as "velocity".
        what: &'static str,
    },
    /// A quantity must be above zero.
    NotPositive {
        /// What it is, as "mass".
        what: &'static str,
        /// What was given.
        found: f64,
    },
    /// A quantity must not be below zero.
    Negative {
        /// What it is, as "friction".
        what: &'static str,
        /// What was given.
        found: f64,
    },
    /// A dynamic body needs a mass, and its shape has no volume: give it a [`Mass`](crate::Mass).
    NoVolume,
    /// The inertia given is not that of a body: it must be symmetric and positive definite.
    Inertia,
    /// The call is for dynamic bodies, and this one is not.
    NotDynamic(ObjectHandle),
    /// A joint must hold two bodies.
    JointToItself(ObjectHandle),
    /// The joint was removed.
    StaleJoint {
        /// Its number.
        joint: u64,
    },
    /// Only hinges and sliders have motors.
    NoMotor {
        /// The number of the joint.
        joint: u64,
    },
    /// An axis of a joint has no length, or two of them are parallel that must not be.
    NoAxis,
    /// Limits of a joint leave nothing, or are outside of the range that its kind has.
    Limits {
        /// What they are for, as "angle of the joint".
        what: &'static str,
        /// The lower one.
        low: f64,
        /// The upper one.
        high: f64,
    },
}

impl From<SceneError> for WorldError {
    fn from(error: SceneError) -> Self {
        Self::Scene(error)
    }
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scene(error) => error.fmt(f),
            Self::NotFinite { what } => write!(f, "the {what} is not a finite number"),
            Self::NotPositive { what, found } => write!(f, "the {what} is {found}; it must be above 0"),
            Self::Negative { what, found } => write!(f, "the {what} is {found}; it must not be below 0"),
            Self::NoVolume => f.write_str(
                "the shape has no volume to compute a mass from; give the body a mass and an inertia",
            ),
            Self::Inertia => f.write_str("the inertia is not symmetric and positive definite"),
            Self::NotDynamic(handle) => write!(f, "body {} is not dynamic", handle.index()),
            Self::JointToItself(handle) => write!(f, "the joint holds body {} to itself", handle.index()),
            Self::StaleJoint { joint } => write!(f, "joint {joint} was removed"),
            Self::NoMotor { joint } => {
                write!(f, "joint {joint} is neither a hinge nor a slider: it has no motor")
            }
            Self::NoAxis => f.write_str("an axis of the joint has no length, or its axes are parallel"),
            Self::Limits { what, low, high } => {
                write!(f, "the {what} is limited to {low} to {high}, which is empty or out of range")
            }
        }
    }
}

impl core::error::Error for WorldError {}
