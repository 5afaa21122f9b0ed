//! Why a world refused a call.

use core::fmt;

use impinge::scene::{ObjectHandle, SceneError};
use impinge::{Real, Vec3};

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
    /// Two bodies overlap, and the no-overlap solver cannot begin: move one of them, or let them not meet by their layers.
    Overlap {
        /// One of them.
        a: ObjectHandle,
        /// The other.
        b: ObjectHandle,
        /// How deep they may be in one another.
        depth: f64,
    },
    /// A joint must hold two bodies.
    JointToItself(ObjectHandle),
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
            Self::Fixed(handle) => write!(f, "body {} is fixed; it has no velocity", handle.index()),
            Self::Version { found, known } => {
                write!(f, "the snapshot is of version {found}; this program reads version {known}")
            }
            Self::Snapshot { what } => write!(f, "the snapshot is damaged: its {what} do not fit its bodies"),
            Self::Overlap { a, b, depth } => write!(
                f,
                "bodies {} and {} overlap by {depth}, more than the no-overlap solver undoes; move one of them",
                a.index(),
                b.index()
            ),
            Self::JointToItself(handle) => write!(f, "the joint holds body {} to itself", handle.index()),
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

/// A number above 0.
pub(crate) fn positive<T: Real>(what: &'static str, x: T) -> Result<(), WorldError> {
    number(what, x)?;
    if x > T::ZERO { Ok(()) } else { Err(WorldError::NotPositive { what, found: x.f64() }) }
}
