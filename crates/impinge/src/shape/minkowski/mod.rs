//! Explicit Minkowski sums and differences of polytopes, and the entrance block of Shi's contact theory.
//!
//! The combinators [`Sum`](super::Sum) and [`Difference`](super::Difference) answer support queries without ever
//! building a set; here the set is built, as a polygon or polyhedron with vertices and faces, to look at it, to keep
//! it, or to walk on its boundary. Both agree in every direction within [`SUM_ULPS`] × ε × size.
//!
//! **Source.** Feng and Tan, section 2: A ⊕ B (1), A ⊖ B (2), and Shi's entrance block (7),
//! E(A, B) = { b − a + v }, with a reference point v that stands for A: A and B are apart, touch or overlap as v lies
//! outside, on or inside E(A, B), and the distance is the same. With v = 0 it is B ⊖ A.
//!
//! **A slip in the text.** Its contact states (below equation 4, and again in 5) write A ⊕ B where A ⊖ B is meant:
//! the origin tells the state by its place in the difference, as the sentence above them says.

mod plane;
mod solid;

use super::{ConvexPolygon, ConvexPolyhedron};
use crate::error::ShapeError;
use crate::math::{Real, Vec2, Vec3, Vector};

/// How far the support values of an explicit sum may be from those of its two parts, in ε × size × |direction|, size
/// being the largest coordinate of the sum plus its extent.
pub const SUM_ULPS: f64 = 32.0;

/// The entrance block of two polytopes and the point that stands for the first.
#[derive(Clone, Debug, PartialEq)]
pub struct EntranceBlock<S, V> {
    /// { b − a + reference : a in A, b in B }.
    pub block: S,
    /// Outside, on or inside the block as A and B are apart, touch or overlap.
    pub reference: V,
}

macro_rules! minkowski {
    ($(#[$example:meta])* $shape:ident, $vector:ident, $sum:path) => {
        impl<T: Real> $shape<T> {
            /// The Minkowski sum { a + b } as a shape with vertices of its own, each a sum of two vertices, rounded.
            ///
            $(#[$example])*
            ///
            /// # Errors
            /// If a sum of coordinates is above [`Real::LIMIT`].
            pub fn minkowski_sum(&self, other: &Self) -> Result<Self, ShapeError> {
                $sum(self, other)
            }

            /// The Minkowski difference { a − b }, the configuration space obstacle.
            ///
            /// # Errors
            /// If a difference of coordinates is above [`Real::LIMIT`].
            pub fn minkowski_difference(&self, other: &Self) -> Result<Self, ShapeError> {
                $sum(self, &other.shifted_mirror($vector::ZERO)?)
            }

            /// The entrance block { b − a + reference } with A this shape and B the other. The centroid of A is a
            /// usual reference point.
            ///
            /// # Errors
            /// If a coordinate is above [`Real::LIMIT`].
            pub fn entrance_block(
                &self,
                other: &Self,
                reference: impl Into<$vector<T>>,
            ) -> Result<EntranceBlock<Self, $vector<T>>, ShapeError> {
                let reference = reference.into();
                // The reference goes into A first, where it cancels against A's own place.
                let shifted = self.shifted_mirror(reference)?;
                Ok(EntranceBlock { block: $sum(other, &shifted)?, reference })
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
    plane::sum
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
    solid::sum
);
