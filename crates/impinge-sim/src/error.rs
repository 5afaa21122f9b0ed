//! Errors of a world.

use core::fmt;

use impinge::scene::{ObjectHandle, SceneError};
use impinge::{Real, Vector};

/// Limit on the sub-steps of a step and on the passes of a sub-step, so that every step ends. At 60 steps per second, sub-steps are then
/// shorter than 20 microseconds.
pub const MOST_ROUNDS: usize = 1 << 10;

/// Limit on the bodies that a message names.
const MOST_NAMED: usize = 8;

/// Reason why a world rejected a call. The world is unchanged.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WorldError {
    /// The handle is stale, or the pose is not valid.
    Scene(SceneError),
    /// A quantity is not a finite number.
    NotFinite {
        /// Name of the quantity, such as "velocity".
        what: &'static str,
        /// The given value, or its first component that is not finite.
        found: f64,
    },
    /// A quantity must be above zero.
    NotPositive {
        /// Name of the quantity, such as "mass".
        what: &'static str,
        /// The given value.
        found: f64,
    },
    /// A quantity must not be below zero.
    Negative {
        /// Name of the quantity, such as "friction".
        what: &'static str,
        /// The given value.
        found: f64,
    },
    /// A quantity must be in a range.
    OutOfRange {
        /// Name of the quantity, such as "fraction of depths".
        what: &'static str,
        /// The given value.
        found: f64,
        /// Least and largest value.
        range: [f64; 2],
    },
    /// A step would have more rounds than [`MOST_ROUNDS`](crate::MOST_ROUNDS).
    TooMany {
        /// Name of the count, such as "sub-steps".
        what: &'static str,
        /// The given count.
        found: usize,
    },
    /// The call requires a world with the solver of the thesis.
    NotOfThesis,
    /// The world is in the plane, and its solver is that of the thesis.
    OnlyInSpace,
    /// A snapshot of a world in the plane was read as one in space, or the other way round.
    OtherSpace {
        /// Dimensions of the snapshot.
        found: usize,
        /// Dimensions of the world to read.
        wanted: usize,
    },
    /// The call requires a world with the soft step.
    NotSoft,
    /// A dynamic body needs a mass, and its shape has no volume: set a [`Mass`](crate::Mass).
    NoVolume,
    /// The given inertia is not that of a body: it must be symmetric and positive definite.
    Inertia,
    /// The call requires a dynamic body.
    NotDynamic(ObjectHandle),
    /// The call requires a kinematic body.
    NotKinematic(ObjectHandle),
    /// Two bodies overlap, so the no-overlap solver cannot begin: move one of them, or separate them by their layers.
    Overlap {
        /// First body.
        a: ObjectHandle,
        /// Second body.
        b: ObjectHandle,
        /// Upper bound on their penetration depth.
        depth: f64,
    },
    /// The call requires a body that moves, and this one is fixed.
    Fixed(ObjectHandle),
    /// The step would give bodies positions or velocities that are not finite numbers: forces, speeds or masses are too large for the
    /// precision, or constraints contradict one another.
    Overflow {
        /// These bodies.
        bodies: Vec<ObjectHandle>,
    },
    /// A snapshot has another version than this crate.
    Version {
        /// Version of the snapshot.
        found: u32,
        /// Version that can be read.
        known: u32,
    },
    /// A snapshot is inconsistent.
    Snapshot {
        /// The part that does not fit, such as "states".
        what: &'static str,
    },
    /// A joint must connect two different bodies.
    JointToItself(ObjectHandle),
    /// The joint was removed.
    StaleJoint {
        /// Number of the joint.
        joint: u64,
    },
    /// Only hinges and sliders have motors.
    NoMotor {
        /// The number of the joint.
        joint: u64,
    },
    /// An axis of a joint has no length, or two axes are parallel but must not be.
    NoAxis,
    /// Limits of a joint leave nothing, or are outside of the range of its kind.
    Limits {
        /// Name of the quantity, such as "angle of the joint".
        what: &'static str,
        /// The lower limit.
        low: f64,
        /// The upper limit.
        high: f64,
        /// Least and largest value of both.
        range: [f64; 2],
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
            Self::NotFinite { what, found } => write!(f, "the {what} is {found}; it must be a finite number"),
            Self::NotPositive { what, found } => {
                write!(f, "the {what} is {}; it must be above 0", Shown(*found))
            }
            Self::Negative { what, found } => {
                write!(f, "the {what} is {}; it must not be below 0", Shown(*found))
            }
            Self::OutOfRange { what, found, range: [least, most] } => {
                let [found, least, most] = [found, least, most].map(|x| Shown(*x));
                write!(f, "the {what} is {found}; it must be from {least} to {most}")
            }
            Self::TooMany { what, found } => {
                write!(f, "{found} {what} were requested; a step has at most {MOST_ROUNDS}")
            }
            Self::NotOfThesis => f.write_str("the solver is not the thesis' solver"),
            Self::OnlyInSpace => {
                f.write_str("the thesis' solver is for worlds in space; choose another one in the plane")
            }
            Self::OtherSpace { found, wanted } => {
                write!(f, "the snapshot has a world with {found} dimensions; this one needs {wanted}")
            }
            Self::NotSoft => {
                f.write_str("the solver is not the soft step, which alone has hooks and surfaces that move")
            }
            Self::NoVolume => f.write_str(
                "the shape has no volume to compute a mass from; give the body a mass and an inertia",
            ),
            Self::Inertia => f.write_str("the inertia is not symmetric and positive definite"),
            Self::NotDynamic(handle) => write!(f, "body {} is not dynamic", handle.index()),
            Self::NotKinematic(handle) => write!(f, "body {} is not kinematic", handle.index()),
            Self::Overlap { a, b, depth } => write!(
                f,
                "bodies {} and {} overlap by {depth}, more than the no-overlap solver can undo; move one of them apart",
                a.index(),
                b.index()
            ),
            Self::Fixed(handle) => write!(f, "body {} is fixed; it has no velocity", handle.index()),
            Self::Overflow { bodies } => {
                f.write_str("the motion would not be finite for")?;
                for (i, body) in bodies.iter().take(MOST_NAMED).enumerate() {
                    write!(f, "{} body {}", if i == 0 { "" } else { "," }, body.index())?;
                }
                match bodies.len().saturating_sub(MOST_NAMED) {
                    0 => f.write_str("; remove it, or change its speed, mass or joints"),
                    more => {
                        write!(f, " and {more} more; remove them, or change their speeds, masses or joints")
                    }
                }
            }
            Self::Version { found, known } => {
                write!(f, "the snapshot has version {found}; this program reads version {known}")
            }
            Self::Snapshot { what } => write!(f, "the snapshot is damaged: its {what} do not fit its bodies"),
            Self::JointToItself(handle) => write!(f, "the joint connects body {} to itself", handle.index()),
            Self::StaleJoint { joint } => write!(f, "joint {joint} was removed"),
            Self::NoMotor { joint } => {
                write!(f, "joint {joint} is neither a hinge nor a slider: it has no motor")
            }
            Self::NoAxis => f.write_str("an axis of the joint has no length, or its axes are parallel"),
            Self::Limits { what, low, high, range: [least, most] } => {
                let [low, high, least, most] = [low, high, least, most].map(|x| Shown(*x));
                write!(
                    f,
                    "the {what} is limited to {low} to {high}; limits must be in order, from {least} to {most}"
                )
            }
        }
    }
}

impl core::error::Error for WorldError {}

/// A number in a message, with an exponent if it is very large or very small.
struct Shown(f64);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(x) = self;
        if *x == 0.0 || !x.is_finite() || (1e-4..1e9).contains(&x.abs()) {
            write!(f, "{x}")
        } else {
            write!(f, "{x:e}")
        }
    }
}

/// Checks that a vector is finite.
pub(crate) fn finite<V: Vector>(what: &'static str, v: V) -> Result<(), WorldError> {
    (0..V::DIM).try_for_each(|axis| number(what, v.get(axis)))
}

/// Checks that a number is finite.
pub(crate) fn number<T: Real>(what: &'static str, x: T) -> Result<(), WorldError> {
    if x.is_finite() { Ok(()) } else { Err(WorldError::NotFinite { what, found: x.f64() }) }
}

/// Checks that a number is finite and not below 0.
pub(crate) fn not_negative<T: Real>(what: &'static str, x: T) -> Result<(), WorldError> {
    number(what, x)?;
    if x < T::ZERO { Err(WorldError::Negative { what, found: x.f64() }) } else { Ok(()) }
}

/// Checks a number of sub-steps or passes against the limit.
pub(crate) fn rounds(what: &'static str, found: usize) -> Result<(), WorldError> {
    if found > MOST_ROUNDS { Err(WorldError::TooMany { what, found }) } else { Ok(()) }
}

/// Checks that a number is finite and above 0.
pub(crate) fn positive<T: Real>(what: &'static str, x: T) -> Result<(), WorldError> {
    number(what, x)?;
    if x > T::ZERO { Ok(()) } else { Err(WorldError::NotPositive { what, found: x.f64() }) }
}
