//! The signed distance of two shapes, with witness points and normal.

use super::QuerySpace;
use super::Settings;
use super::common;
use super::ladder::{self, Solution};
use crate::math::{Precision, Real, Vector};
use crate::observe::{Rung, Status};
use crate::pair::Prepared;
use crate::shape::{Space, Widen};

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

impl<V: Vector> Contact<V> {
    /// The same contact with A and B exchanged.
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

impl<W: Space> Contact<W> {
    /// The same with all numbers rounded to the given precision.
    pub(crate) fn rounded(self, precision: Precision) -> Self {
        if precision == Precision::Double {
            return self;
        }
        let (number, point) = (|x| precision.round(x), |p: W| p.map(|c| precision.round(c)));
        Self {
            signed_distance: number(self.signed_distance),
            error: number(self.error),
            point_a: point(self.point_a),
            point_b: point(self.point_b),
            normal: point(self.normal),
            ..self
        }
    }

    /// The same in another precision.
    #[inline(always)]
    pub(crate) fn narrowed<V: Widen<Wide = W>>(self) -> Contact<V> {
        Contact {
            signed_distance: Real::of(self.signed_distance),
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

/// Lower bound on the distance of the cores from which the shapes are certainly beyond the margin: the radii, the margin, and all
/// rounding, including that of the answer to its precision, so that shapes whose signed distance equals the margin are within it. The
/// query stops early there, and nowhere else.
#[inline(always)]
pub(super) fn far<V: QuerySpace>(prepared: &Prepared<'_, V>, settings: &Settings) -> f64 {
    let near = prepared.radius_a + prepared.radius_b + prepared.pair.rounding;
    let narrowed = 1.0 + 2.0 * prepared.frame.precision.epsilon();
    settings.margin().map_or(f64::INFINITY, |margin| near + prepared.frame.length_in(margin) * narrowed)
}

/// The answer, or `None` if the lower bound is above `far`: then the query may have stopped early, and the value is rough.
#[inline(always)]
pub(super) fn unless_beyond<V: QuerySpace>(
    prepared: &Prepared<'_, V>,
    found: &Solution<V>,
    far: f64,
) -> Option<Contact<V>> {
    // A NaN bound proves nothing.
    if found.lower > far { None } else { Some(answer(prepared, found)) }
}

/// The answer from the solution for the cores.
#[inline(always)]
pub(crate) fn answer<V: QuerySpace>(prepared: &Prepared<'_, V>, found: &Solution<V>) -> Contact<V> {
    let frame = &prepared.frame;
    let radii = prepared.radius_a + prepared.radius_b;
    let value = found.value - radii;
    let [point_a, point_b] = common::surfaces(prepared, found);
    Contact {
        signed_distance: Real::of(frame.length(value)),
        error: frame.error(ladder::error(prepared, found), value),
        point_a,
        point_b,
        normal: frame.direction(found.normal),
        status: found.status,
        rung: found.rung,
        iterations: found.calls,
        part_a: None,
        part_b: None,
    }
}
