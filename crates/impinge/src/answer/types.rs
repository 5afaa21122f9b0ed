//! Answers about two shapes: whether they meet, their distance, their signed distance.
//!
//! [`Distance`] and [`Contact`] differ in the name of the value only: other fields, their order and the methods are the same.

use crate::math::{Precision, Real, Vector};
use crate::observe::{Rung, Status};
use crate::shape::{Space, Widen};

/// The verdict of an intersection test, with its proof.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub enum Verdict<V: Vector> {
    /// They are apart: along `axis` (unit, from A to B) all of B lies beyond all of A.
    Apart {
        /// The separating axis.
        axis: V,
        /// Status of the run: [`Status::Judged`] if GJK did not decide.
        status: Status,
        /// The method that gave the answer.
        rung: Rung,
    },
    /// They meet, and `point` is in both.
    Meet {
        /// The common point.
        point: V,
        /// `point` is at most this far from either shape: usually rounding, more if curved shapes barely touch.
        error: V::Scalar,
        /// Status of the run: [`Status::Judged`] if GJK did not decide.
        status: Status,
        /// The method that gave the answer.
        rung: Rung,
    },
}

impl<W: Space> Verdict<W> {
    /// The same in another precision.
    pub(crate) fn narrowed<V: Widen<Wide = W>>(self) -> Verdict<V> {
        match self {
            Self::Apart { axis, status, rung } => Verdict::Apart { axis: V::narrow(axis), status, rung },
            Self::Meet { point, error, status, rung } => {
                Verdict::Meet { point: V::narrow(point), error: Real::of(error), status, rung }
            }
        }
    }
}

/// The distance of two shapes, with its witness points.
///
/// **Guarantee for the witness points.** Let r = 2 ε \|p\| be the rounding of the coordinates of a point p. `point_a` is on A and
/// `point_b` on B, each within `error` + r, and they are `distance` apart within `error` and both r. If no points are
/// found that fit the distance this well, `error` includes the amount by which they miss it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct Distance<V: Vector> {
    /// The distance; 0 if the shapes meet.
    pub distance: V::Scalar,
    /// The true distance of the given shapes and poses differs from `distance` by no more than this, regardless of how they are
    /// composed.
    pub error: V::Scalar,
    /// The point of A nearest to B; if they meet, a point that is in B too. Within the guarantee above.
    pub point_a: V,
    /// The point of B nearest to A; if they meet, `point_a`. Within the guarantee above.
    pub point_b: V,
    /// Unit normal, from A to B.
    pub normal: V,
    /// Status of the run.
    pub status: Status,
    /// The method that gave the answer.
    pub rung: Rung,
    /// Number of support calls of the Minkowski difference.
    pub iterations: u32,
    /// The piece of A that the answer is about: the input face of a mesh, the part of a compound. `None` for a convex shape.
    pub part_a: Option<u32>,
    /// The piece of B that the answer is about.
    pub part_b: Option<u32>,
}

/// The signed distance of two shapes, with witness points and normal.
///
/// **Guarantee for the witness points.** Let s be `signed_distance`, e `error`, and r = 2 ε \|p\| the rounding of the coordinates of a
/// point p. `point_a` is on or in A and `point_b` on or in B, each within e + r. They are \|s\| apart within 2 e and both r, and
/// `point_b` − `point_a` is s × `normal` within e + 2 √(e \|s\|) and both r: a direction that is optimal within e has an angular error
/// of the order of its square root. If no points are found that fit this well, e includes the amount by which they miss s.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct Contact<V: Vector> {
    /// The distance, or minus the penetration depth, which is the length of the shortest translation that separates the shapes.
    pub signed_distance: V::Scalar,
    /// The true signed distance of the given shapes and poses differs from `signed_distance` by no more than this, regardless of how
    /// they are composed.
    pub error: V::Scalar,
    /// The point of A nearest to B, or deepest in it.
    pub point_a: V,
    /// The point of B nearest to A, or deepest in it.
    pub point_b: V,
    /// Unit normal, from A to B.
    pub normal: V,
    /// Status of the run.
    pub status: Status,
    /// The method that gave the answer.
    pub rung: Rung,
    /// Number of support calls of the Minkowski difference.
    pub iterations: u32,
    /// The piece of A that the answer is about: the input face of a mesh, the part of a compound. `None` for a convex shape.
    pub part_a: Option<u32>,
    /// The piece of B that the answer is about.
    pub part_b: Option<u32>,
}

/// Methods of both answers; `$value` is the field with the value.
macro_rules! answer {
    ($answer:ident, $value:ident) => {
        impl<V: Vector> $answer<V> {
            /// The same answer with A and B exchanged.
            #[inline]
            #[must_use]
            pub fn swapped(self) -> Self {
                Self {
                    point_a: self.point_b,
                    point_b: self.point_a,
                    normal: -self.normal,
                    part_a: self.part_b,
                    part_b: self.part_a,
                    ..self
                }
            }
        }

        impl<W: Space> $answer<W> {
            /// The same with all numbers rounded to the given precision.
            pub(crate) fn rounded(self, precision: Precision) -> Self {
                if precision == Precision::Double {
                    return self;
                }
                let (number, point) = (|x| precision.round(x), |p: W| p.map(|c| precision.round(c)));
                Self {
                    $value: number(self.$value),
                    error: number(self.error),
                    point_a: point(self.point_a),
                    point_b: point(self.point_b),
                    normal: point(self.normal),
                    ..self
                }
            }

            /// The same in another precision.
            #[inline(always)]
            pub(crate) fn narrowed<V: Widen<Wide = W>>(self) -> $answer<V> {
                $answer {
                    $value: Real::of(self.$value),
                    error: Real::of(self.error),
                    point_a: V::narrow(self.point_a),
                    point_b: V::narrow(self.point_b),
                    normal: V::narrow(self.normal),
                    status: self.status,
                    rung: self.rung,
                    iterations: self.iterations,
                    part_a: self.part_a,
                    part_b: self.part_b,
                }
            }
        }
    };
}
answer!(Distance, distance);
answer!(Contact, signed_distance);
