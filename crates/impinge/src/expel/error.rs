//! Errors of motions.

use core::fmt;

/// Reason why a motion was rejected.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MotionError {
    /// A number of the motion is infinite or NaN, or too large to compute with.
    NotFinite,
    /// The direction `up` has zero length.
    ZeroUp,
    /// The center of a turn moves perpendicular to its axis: neither a turn nor a screw.
    Tumbles,
    /// A screw has too many turns.
    TooLong {
        /// Quarter turns requested.
        quarters: f64,
        /// The most that are computed at once.
        most: u32,
    },
    /// The requested zone does not cover the rounding.
    ZoneTooThin {
        /// The requested thickness.
        wanted: f64,
        /// The least thickness that would be accepted.
        least: f64,
    },
}

impl fmt::Display for MotionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite => write!(f, "invalid motion: a number is not finite, or too large"),
            Self::ZeroUp => write!(f, "invalid settings: the up direction has no length"),
            Self::Tumbles => write!(
                f,
                "invalid motion: the center of the rotation moves across its axis; use Motion::between for the screw between two poses"
            ),
            Self::TooLong { quarters, most } => {
                write!(f, "invalid motion: a screw of {quarters} quarter turns; {most} is the limit")
            }
            Self::ZoneTooThin { wanted, least } => {
                write!(
                    f,
                    "invalid zone: {wanted:e} does not cover the rounding; it must be at least {least:e}"
                )
            }
        }
    }
}

impl core::error::Error for MotionError {}
