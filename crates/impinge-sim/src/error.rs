//! Why a world refused a call.

use core::fmt;

use impinge::scene::{ObjectHandle, SceneError};
use impinge::{Real, Vec3};

/// Limit on the sub-steps of a step and on the passes of a sub-step, so that every step ends. At 60 steps per second that many sub-steps
/// are shorter than 20 microseconds.
pub const MOST_ROUNDS: usize = 1 << 10;

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
    /// A step would be made of more rounds than [`MOST_ROUNDS`](crate::MOST_ROUNDS).
    TooMany {
        /// Name of the count, such as "sub-steps".
        what: &'static str,
        /// How many were asked for.
        found: usize,
    },
    /// The call is for worlds with the solver of the thesis.
    NotOfThesis,
    /// A dynamic body needs a mass, and its shape has no volume: give it a [`Mass`](crate::Mass).
    NoVolume,
    /// The inertia given is not that of a body: it must be symmetric and positive definite.
    Inertia,
    /// The call is for dynamic bodies, and this one is not.
    NotDynamic(ObjectHandle),
    /// Two bodies overlap, and the no-overlap solver cannot begin: move one of them, or let them not meet by their layers.
    Overlap {
        /// One of them.
        a: ObjectHandle,
        /// The other.
        b: ObjectHandle,
        /// How deep they may be in one another.
        depth: f64,
    },
    /// The call is for bodies that move, and this one is fixed.
    Fixed(ObjectHandle),
    /// A snapshot is of another version of this crate.
    Version {
        /// What it is.
        found: u32,
        /// What can be read.
        known: u32,
    },
    /// A snapshot does not fit together.
    Snapshot {
        /// What does not, as "states".
        what: &'static str,
    },
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
            Self::TooMany { what, found } => {
                write!(f, "{found} {what} are asked for; a step has {MOST_ROUNDS} at most")
            }
            Self::NotOfThesis => f.write_str("the solver is not that of the thesis"),
            Self::NoVolume => f.write_str(
                "the shape has no volume to compute a mass from; give the body a mass and an inertia",
            ),
            Self::Inertia => f.write_str("the inertia is not symmetric and positive definite"),
            Self::NotDynamic(handle) => write!(f, "body {} is not dynamic", handle.index()),
            Self::Overlap { a, b, depth } => write!(
                f,
                "bodies {} and {} overlap by {depth}, more than the no-overlap solver undoes; move one of them",
                a.index(),
                b.index()
            ),
            Self::Fixed(handle) => write!(f, "body {} is fixed; it has no velocity", handle.index()),
            Self::Version { found, known } => {
                write!(f, "the snapshot is of version {found}; this program reads version {known}")
            }
            Self::Snapshot { what } => write!(f, "the snapshot is damaged: its {what} do not fit its bodies"),
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

/// A vector of numbers.
pub(crate) fn finite<T: Real>(what: &'static str, v: Vec3<T>) -> Result<(), WorldError> {
    if v.is_finite() { Ok(()) } else { Err(WorldError::NotFinite { what }) }
}

/// A number.
pub(crate) fn number<T: Real>(what: &'static str, x: T) -> Result<(), WorldError> {
    if x.is_finite() { Ok(()) } else { Err(WorldError::NotFinite { what }) }
}

/// A number that is 0 or above.
pub(crate) fn not_negative<T: Real>(what: &'static str, x: T) -> Result<(), WorldError> {
    number(what, x)?;
    if x < T::ZERO { Err(WorldError::Negative { what, found: x.f64() }) } else { Ok(()) }
}

/// A number of sub-steps or passes that ends.
pub(crate) fn rounds(what: &'static str, found: usize) -> Result<(), WorldError> {
    if found > MOST_ROUNDS { Err(WorldError::TooMany { what, found }) } else { Ok(()) }
}

/// A number above 0.
pub(crate) fn positive<T: Real>(what: &'static str, x: T) -> Result<(), WorldError> {
    number(what, x)?;
    if x > T::ZERO { Ok(()) } else { Err(WorldError::NotPositive { what, found: x.f64() }) }
}
