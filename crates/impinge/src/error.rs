//! What can be wrong with the sizes of a shape, a cloud of points or a pose.
//!
//! Shapes and poses are valid by construction, so queries need no errors. `new` panics with the text of these
//! errors, `try_new` returns them. An error lists every problem found, not only the first.

use alloc::vec::Vec;
use core::fmt;

/// What the points of a cloud span, where they do not span the whole space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// No point at all.
    Empty,
    /// All points are the same.
    Point,
    /// All points lie on one line.
    Line,
    /// All points lie in one plane.
    Plane,
}

/// One thing that is wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// A number is infinite or NaN.
    NotFinite {
        /// The number's role, such as `radius`.
        what: &'static str,
        /// The number.
        value: f64,
    },
    /// A size or coordinate is larger than `Real::LIMIT`.
    TooLarge {
        /// The number's role.
        what: &'static str,
        /// The number.
        value: f64,
        /// The limit of its precision.
        limit: f64,
    },
    /// A size is below zero.
    Negative {
        /// The size's role.
        what: &'static str,
        /// The size.
        value: f64,
    },
    /// A size is zero where the shape needs a positive one.
    Zero {
        /// The size's role.
        what: &'static str,
    },
    /// A quaternion (or cosine and sine) is not of length 1.
    NotUnit {
        /// Which of them.
        what: &'static str,
        /// Its length.
        length: f64,
    },
    /// Two columns of a rotation matrix are not at a right angle.
    NotOrthogonal {
        /// Which column.
        what: &'static str,
        /// And which other.
        with: &'static str,
        /// Cosine of the angle between them.
        cosine: f64,
    },
    /// A matrix that should be a rotation mirrors.
    Reflection {
        /// Which matrix.
        what: &'static str,
    },
    /// A point of the input has an infinite or NaN coordinate.
    PointNotFinite {
        /// Its index.
        index: usize,
    },
    /// A point of the input has a coordinate larger than `Real::LIMIT`.
    PointTooLarge {
        /// Its index.
        index: usize,
    },
    /// There are more points than a 32-bit index can name.
    TooManyPoints {
        /// How many.
        count: usize,
    },
    /// There are fewer of something than are needed, such as rows of a height field.
    TooFew {
        /// Of what.
        what: &'static str,
        /// How many.
        count: usize,
        /// How many are needed at least.
        least: usize,
    },
    /// There are more of something than can be numbered.
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// There are more or fewer numbers in a list than it must hold.
    WrongCount {
        /// Which list.
        what: &'static str,
        /// How many.
        count: usize,
        /// How many it must hold.
        needed: usize,
    },
    /// A Minkowski sum would need more sums of two vertices than are tried.
    TooManySums {
        /// How many.
        count: usize,
        /// How many are tried.
        limit: usize,
    },
    /// The points do not span the space, by exact predicates.
    Flat(Extent),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Problem::NotFinite { what, value } => write!(f, "{what} is {value}, it must be finite"),
            Problem::TooLarge { what, value, limit } => {
                write!(f, "{what} is {value:e}, it must be {limit:.0e} at most; take a larger unit of length")
            }
            Problem::Negative { what, value } => write!(f, "{what} is {value}, it must not be negative"),
            Problem::Zero { what } => write!(f, "{what} is zero, it must not be"),
            Problem::NotUnit { what, length } => {
                write!(f, "{what} has length {length}, it must be 1; normalize it first")
            }
            Problem::NotOrthogonal { what, with, cosine } => {
                write!(f, "{what} is not at a right angle to the {with}, the cosine is {cosine}; it shears")
            }
            Problem::Reflection { what } => {
                write!(f, "{what} has a negative determinant, it is a reflection and no rotation")
            }
            Problem::PointNotFinite { index } => {
                write!(f, "point {index} has a coordinate that is not finite")
            }
            Problem::PointTooLarge { index } => {
                write!(f, "point {index} has a coordinate that is too large; take a larger unit of length")
            }
            Problem::TooManyPoints { count } => {
                write!(f, "{count} points are more than 32-bit indices can name")
            }
            Problem::TooFew { what, count, least } => {
                write!(f, "there are {count} {what}, at least {least} are needed")
            }
            Problem::TooMany { what, count, most } => {
                write!(f, "there are {count} {what}, at most {most} can be numbered")
            }
            Problem::WrongCount { what, count, needed } => {
                write!(f, "there are {count} {what}, it must be {needed}")
            }
            Problem::TooManySums { count, limit } => write!(
                f,
                "the sum is too thin for its {count} sums of two vertices, of which {limit} are tried; take fewer vertices"
            ),
            Problem::Flat(Extent::Empty) => write!(f, "the cloud is empty, a hull needs points"),
            Problem::Flat(Extent::Point) => write!(f, "all points coincide, the hull is a single point"),
            Problem::Flat(Extent::Line) => write!(f, "all points lie on one line, the hull is a segment"),
            Problem::Flat(Extent::Plane) => {
                write!(f, "all points lie in one plane, the hull is a flat polygon")
            }
        }
    }
}

macro_rules! error_type {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name {
            problems: Vec<Problem>,
        }

        impl $name {
            /// With one problem.
            pub fn new(problem: Problem) -> Self {
                Self { problems: alloc::vec![problem] }
            }

            /// Adds a problem.
            pub fn push(&mut self, problem: Problem) {
                self.problems.push(problem);
            }

            /// Everything that is wrong.
            pub fn problems(&self) -> &[Problem] {
                &self.problems
            }

            /// `value` if nothing was pushed, this error otherwise.
            ///
            /// # Errors
            /// If there is a problem.
            pub fn or_ok<R>(self, value: R) -> Result<R, Self> {
                if self.problems.is_empty() { Ok(value) } else { Err(self) }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($prefix)?;
                for (i, problem) in self.problems.iter().enumerate() {
                    write!(f, "{}{problem}", if i == 0 { "" } else { "; " })?;
                }
                Ok(())
            }
        }

        impl core::error::Error for $name {}
    };
}

error_type!(
    /// Why a shape could not be built.
    ShapeError,
    "invalid shape: "
);
error_type!(
    /// Why a rotation or pose could not be built.
    PoseError,
    "invalid pose: "
);

impl ShapeError {
    /// What the points span, if that is the problem.
    pub fn extent(&self) -> Option<Extent> {
        self.problems.iter().find_map(|p| match p {
            Problem::Flat(extent) => Some(*extent),
            _ => None,
        })
    }
}
