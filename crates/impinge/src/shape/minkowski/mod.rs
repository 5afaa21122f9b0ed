//! Explicit Minkowski sums and differences of polytopes, and the entrance block of Shi's contact theory.
//!
//! The combinators [`Sum`](super::Sum) and [`Difference`](super::Difference) answer support queries without building a
//! set; this module builds it, as a polygon or polyhedron with vertices and faces, to look at it, to keep it, or to
//! walk on its boundary. Both agree in every direction within 32 × ε × size, also for flat and slender
//! polytopes and those far from the origin.
//!
//! **Source.** Feng and Tan, section 2: A ⊕ B (1), A ⊖ B (2), and Shi's entrance block (7), E(A, B) = { b − a + v },
//! with a reference point v that stands for A: A and B are apart, touch or overlap if v lies outside, on or inside E(A,
//! B), respectively, and the distance is the same. With v = 0 it is B ⊖ A.
//!
//! **An error in the text.** Its contact states (below equation 4, and again in 5) write A ⊕ B but mean A ⊖ B: the
//! position of the origin in the difference gives the state, as the sentence above them says.

mod plane;
mod prove;
mod solid;
mod sums;

use super::{ConvexPolygon, ConvexPolyhedron};
use crate::error::{Problem, ShapeError};
use crate::math::{Real, Vec2, Vec3};
use plane::Loop;
use sums::Part;

/// Bound on the difference between the support values of an explicit sum and of its parts, in ε × size × |direction|.
/// The size is the largest coordinate of the sum, however far from the origin the parts are.
#[doc(hidden)]
pub const SUM_ULPS: f64 = 32.0;

/// Limit on exhaustive sums: if the sum of two polyhedra is so thin, or so far from the origin for its size, that no
/// smaller set is proven right, all sums of two vertices are tried, unless there are more than this.
pub const MAX_SUMS: usize = 1 << 22;

/// The entrance block of two polytopes and the reference point that stands for the first.
#[derive(Clone, Debug, PartialEq)]
pub struct EntranceBlock<S, V> {
    /// { b − a + reference : a in A, b in B }.
    pub block: S,
    /// Reference point: outside, on or inside the block if A and B are apart, touch or overlap.
    pub reference: V,
}

macro_rules! minkowski {
    ($(#[$example:meta])* $shape:ident, $vector:ident, $part:ident, $sum:path, $too_many:literal) => {
        impl<T: Real> $shape<T> {
            /// The Minkowski sum { a + b } as a shape with its own vertices, each a rounded sum of two vertices.
            ///
            $(#[$example])*
            ///
            /// # Errors
            /// - [`Problem::TooLarge`](crate::error::Problem::TooLarge) if a coordinate is above [`Real::LIMIT`].
            /// - [`Problem::Flat`](crate::error::Problem::Flat) if rounding its vertices leaves the sum without an
            ///   interior: possible if the sum is hardly thicker than ε × its largest coordinate.
            #[doc = $too_many]
            pub fn minkowski_sum(&self, other: &Self) -> Result<Self, ShapeError> {
                $sum($part { body: self, mirrored: false }, $part { body: other, mirrored: false }, $vector::ZERO)
            }

            /// The Minkowski difference { a − b }, the configuration space obstacle.
            ///
            /// # Errors
            #[doc = concat!("As [`", stringify!($shape), "::minkowski_sum`].")]
            pub fn minkowski_difference(&self, other: &Self) -> Result<Self, ShapeError> {
                $sum($part { body: self, mirrored: false }, $part { body: other, mirrored: true }, $vector::ZERO)
            }

            /// The entrance block { b − a + reference } with A this shape and B the other. The centroid of A is a
            /// usual reference point.
            ///
            /// # Errors
            #[doc = concat!("As [`", stringify!($shape), "::minkowski_sum`], and if the reference is not finite.")]
            pub fn entrance_block(
                &self,
                other: &Self,
                reference: impl Into<$vector<T>>,
            ) -> Result<EntranceBlock<Self, $vector<T>>, ShapeError> {
                let reference = reference.into();
                if !reference.is_finite() {
                    let value = reference.to_array().into_iter().find(|c| !c.is_finite()).map_or(0.0, T::f64);
                    return Err(ShapeError::new(Problem::NotFinite { what: "the reference", value }));
                }
                let (a, b) = ($part { body: self, mirrored: true }, $part { body: other, mirrored: false });
                Ok(EntranceBlock { block: $sum(b, a, reference)?, reference })
            }
        }
    };
}
minkowski!(
    /// ```
    /// use impinge::{ConvexPolygon, Vec2};
    ///
    /// let square = ConvexPolygon::new(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(Vec2::from));
    /// let corner = ConvexPolygon::new(&[[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]].map(Vec2::from));
    /// let sum = square.minkowski_sum(&corner)?;
    /// let expected = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 3.0], [0.0, 3.0]].map(Vec2::from);
    /// assert_eq!(sum.vertices(), expected);
    /// # Ok::<(), impinge::ShapeError>(())
    /// ```
    ConvexPolygon,
    Vec2,
    Loop,
    plane::sum,
    ""
);
minkowski!(
    /// ```
    /// use impinge::{ConvexPolyhedron, Vec3};
    ///
    /// let tetrahedron = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
    /// let a = ConvexPolyhedron::new(&tetrahedron);
    /// let b = ConvexPolyhedron::new(&tetrahedron.map(|corner| -corner));
    /// let sum = a.minkowski_sum(&b)?; // a cuboctahedron, stretched
    /// assert_eq!((sum.vertices().len(), sum.topology().face_count()), (12, 14));
    /// # Ok::<(), impinge::ShapeError>(())
    /// ```
    ConvexPolyhedron,
    Vec3,
    Part,
    solid::sum,
    "- [`Problem::TooManySums`](crate::error::Problem::TooManySums) if nothing less than all sums of two vertices is \
     proven right and those are more than [`MAX_SUMS`](crate::shape::MAX_SUMS): only of thin sums, and of parts far from \
     the origin."
);
