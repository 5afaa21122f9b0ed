//! Problems with the sizes of a shape, with a point cloud or with a pose.
//!
//! Shapes and poses are valid by construction, so queries need no errors. `new` panics with the text of these
//! errors, `try_new` returns them. An error lists every problem found, not only the first.

use alloc::vec::Vec;
use core::fmt;

/// Affine extent of a point cloud that does not span the whole space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// There are no points.
    Empty,
    /// All points are the same.
    Point,
    /// All points lie on one line.
    Line,
    /// All points lie in one plane.
    Plane,
}

/// One problem.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// A number is infinite or NaN.
    NotFinite {
        /// Role of the number, such as `radius`.
        what: &'static str,
        /// The value.
        value: f64,
    },
    /// A size or coordinate is larger than `Real::LIMIT`.
    TooLarge {
        /// Role of the number.
        what: &'static str,
        /// The value.
        value: f64,
        /// The limit of its precision.
        limit: f64,
    },
    /// A size is below zero.
    Negative {
        /// Role of the size.
        what: &'static str,
        /// The value.
        value: f64,
    },
    /// A size is zero, but the shape needs a positive one.
    Zero {
        /// Role of the size.
        what: &'static str,
    },
    /// A quaternion (or a cosine and sine) does not have length 1.
    NotUnit {
        /// Name of the quaternion or pair.
        what: &'static str,
        /// Its length.
        length: f64,
    },
    /// Two columns of a rotation matrix are not orthogonal.
    NotOrthogonal {
        /// Name of the one column.
        what: &'static str,
        /// Name of the other column.
        with: &'static str,
        /// Cosine of the angle between them.
        cosine: f64,
    },
    /// A matrix that should be a rotation contains a reflection.
    Reflection {
        /// Name of the matrix.
        what: &'static str,
    },
    /// A point of the input has an infinite or NaN coordinate.
    PointNotFinite {
        /// Index of the point.
        index: usize,
    },
    /// A point of the input has a coordinate larger than `Real::LIMIT`.
    PointTooLarge {
        /// Index of the point.
        index: usize,
    },
    /// There are more points than a 32-bit index can name.
    TooManyPoints {
        /// Number of points.
        count: usize,
    },
    /// A list has fewer items than needed, such as the rows of a height field.
    TooFew {
        /// Name of the items.
        what: &'static str,
        /// Number of items.
        count: usize,
        /// Smallest number of items allowed.
        least: usize,
    },
    /// A list has more items than can be numbered.
    TooMany {
        /// Name of the items.
        what: &'static str,
        /// Number of items.
        count: usize,
        /// Largest number of items allowed.
        most: usize,
    },
    /// A list has more or fewer numbers than it must.
    WrongCount {
        /// Name of the list.
        what: &'static str,
        /// Number of items in it.
        count: usize,
        /// Number of items it must have.
        needed: usize,
    },
    /// A Minkowski sum would need more sums of two vertices than the library tries.
    TooManySums {
        /// Number of sums needed.
        count: usize,
        /// Largest number tried.
        limit: usize,
    },
    /// The points do not span the space, as exact predicates show.
    Flat(Extent),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Problem::NotFinite { what, value } => write!(f, "{what} is {value} but must be finite"),
            Problem::TooLarge { what, value, limit } => {
                write!(f, "{what} is {value:e} but must be {limit:.0e} at most; use a larger unit of length")
            }
            Problem::Negative { what, value } => write!(f, "{what} is {value} but must not be negative"),
            Problem::Zero { what } => write!(f, "{what} is zero but must not be"),
            Problem::NotUnit { what, length } => {
                write!(f, "{what} has length {length} but must be 1; normalize it first")
            }
            Problem::NotOrthogonal { what, with, cosine } => {
                write!(
                    f,
                    "{what} is not perpendicular to the {with}: the cosine is {cosine}, which is a shear"
                )
            }
            Problem::Reflection { what } => {
                write!(f, "{what} has a negative determinant: it is a reflection, not a rotation")
            }
            Problem::PointNotFinite { index } => {
                write!(f, "point {index} has a coordinate that is not finite")
            }
            Problem::PointTooLarge { index } => {
                write!(f, "point {index} has a coordinate that is too large; use a larger unit of length")
            }
            Problem::TooManyPoints { count } => {
                write!(f, "{count} points are more than 32-bit indices can represent")
            }
            Problem::TooFew { what, count, least } => {
                write!(f, "{what}: {count} given, but at least {least} needed")
            }
            Problem::TooMany { what, count, most } => {
                write!(f, "{what}: {count} given, but at most {most} can be indexed")
            }
            Problem::WrongCount { what, count, needed } => {
                write!(f, "{what}: {count} given, but {needed} needed")
            }
            Problem::TooManySums { count, limit } => write!(
                f,
                "the sum is too thin for its {count} sums of two vertices, of which {limit} are tried; use fewer vertices"
            ),
            Problem::Flat(Extent::Empty) => write!(f, "the cloud is empty; a hull needs points"),
            Problem::Flat(Extent::Point) => write!(f, "all points coincide; the hull is a single point"),
            Problem::Flat(Extent::Line) => write!(f, "all points lie on one line; the hull is a segment"),
            Problem::Flat(Extent::Plane) => {
                write!(f, "all points lie in one plane; the hull is a flat polygon")
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
            /// An error with one problem.
            pub fn new(problem: Problem) -> Self {
                Self { problems: alloc::vec![problem] }
            }

            /// Adds a problem.
            pub fn push(&mut self, problem: Problem) {
                self.problems.push(problem);
            }

            /// All problems found.
            pub fn problems(&self) -> &[Problem] {
                &self.problems
            }

            /// Returns `value` if there are no problems, and this error otherwise.
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
    /// Reasons why a shape could not be built.
    ShapeError,
    "invalid shape: "
);
error_type!(
    /// Reasons why a rotation or pose could not be built.
    PoseError,
    "invalid pose: "
);

impl ShapeError {
    /// The extent of the points, if that is the problem.
    pub fn extent(&self) -> Option<Extent> {
        self.problems.iter().find_map(|p| match p {
            Problem::Flat(extent) => Some(*extent),
            _ => None,
        })
    }
}
