//! The distance of two shapes.

use super::QuerySpace;
use super::ladder::{self, Cores, Solution, apart, gap};
use super::{Settings, common};
use crate::gjk::{Gjk, Voronoi, witness};
use crate::math::{Precision, Real, Vector};
use crate::observe::{Rung, Status};
use crate::pair::Prepared;
use crate::shape::{Space, Widen};

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

impl<V: Vector> Distance<V> {
    /// The same distance with A and B exchanged.
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

impl<W: Space> Distance<W> {
    /// The same with all numbers rounded to the given precision.
    pub(crate) fn rounded(self, precision: Precision) -> Self {
        if precision == Precision::Double {
            return self;
        }
        let (number, point) = (|x| precision.round(x), |p: W| p.map(|c| precision.round(c)));
        Self {
            distance: number(self.distance),
            error: number(self.error),
            point_a: point(self.point_a),
            point_b: point(self.point_b),
            normal: point(self.normal),
            ..self
        }
    }

    /// The same in another precision.
    #[inline(always)]
    pub(crate) fn narrowed<V: Widen<Wide = W>>(self) -> Distance<V> {
        Distance {
            distance: Real::of(self.distance),
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

/// The answer if there is no closed form.
#[inline(always)]
pub(super) fn iterate<V: QuerySpace>(prepared: &Prepared<'_, V>, settings: &Settings) -> Distance<V> {
    let mut gjk = Gjk::new();
    let gap = gap(prepared, settings);
    let found = apart(&mut gjk, prepared, f64::INFINITY, gap);
    answer(prepared, &gjk, gap, found)
}

/// The answer in closed form, if there is one. Whether the balls meet is not branched on, because it cannot be predicted.
#[inline(always)]
pub(crate) fn closed_form<V: QuerySpace>(prepared: &Prepared<'_, V>) -> Option<Distance<V>> {
    let found = V::simple_distance(prepared)?;
    let (frame, pair) = (&prepared.frame, &prepared.pair);
    let value = found.value - (prepared.radius_a + prepared.radius_b);
    let meet = value <= 0.0;
    // If the balls meet, this point is in both: it is on A's ball, or it is the point of B's core if that is in A's ball.
    let out = Real::min(found.value, prepared.radius_a);
    let point_a = frame.point(found.point_a + found.normal * out);
    let point_b = frame.point(found.point_b - found.normal * prepared.radius_b);
    Some(Distance {
        distance: Real::of(if meet { 0.0 } else { frame.length(value) }),
        error: frame.error(pair.rounding, if meet { pair.size } else { value }),
        point_a,
        point_b: if meet { point_a } else { point_b },
        normal: frame.direction(found.normal),
        status: Status::Converged,
        rung: Rung::Closed,
        iterations: 0,
        part_a: None,
        part_b: None,
    })
}

/// The answer from the nearest points of the cores, or from GJK's simplex if the cores meet.
#[inline(always)]
pub(super) fn answer<V: QuerySpace>(
    prepared: &Prepared<'_, V>,
    gjk: &Gjk<V, Voronoi>,
    gap: f64,
    found: Cores<V>,
) -> Distance<V> {
    match found {
        Cores::Apart(found) => apart_by(prepared, gap, &found),
        Cores::Meet(found) => {
            let frame = &prepared.frame;
            let (point_a, point_b) = gjk.simplex().witnesses();
            let rounding = prepared.pair.rounding;
            let ([point_a, point_b], calls) = met(prepared, [point_a, point_b], rounding);
            // GJK ends when it is within rounding of the origin, not at it.
            let apart = Real::max((point_b - point_a).norm(), Real::min(found.upper, rounding));
            Distance {
                distance: Real::ZERO,
                error: frame.error(apart + rounding, 0.0),
                point_a: frame.point(point_a),
                point_b: frame.point(point_b),
                normal: frame.direction(found.axis.unit()),
                status: ladder::ended(prepared, gap, apart, found.status),
                rung: Rung::Gjk,
                iterations: found.calls + calls,
                part_a: None,
                part_b: None,
            }
        }
    }
}

/// The answer from the nearest points of separated cores.
#[inline(always)]
fn apart_by<V: QuerySpace>(prepared: &Prepared<'_, V>, gap: f64, found: &Solution<V>) -> Distance<V> {
    let frame = &prepared.frame;
    let radii = prepared.radius_a + prepared.radius_b;
    if found.value <= radii {
        // The balls meet.
        let limit = radii + prepared.pair.rounding;
        let (points, calls) = met(prepared, [found.point_a, found.point_b], limit);
        let (_, beside) = common::between(prepared, points);
        let beyond = (points[1] - points[0]).norm() - radii;
        let [point_a, point_b] = common::on_each(prepared, points);
        return Distance {
            distance: Real::ZERO,
            error: frame.error(ladder::error(prepared, found), 0.0).max(beside),
            point_a,
            point_b,
            normal: frame.direction(found.normal),
            status: ladder::ended(prepared, gap, Real::max(beyond, found.upper - found.lower), found.status),
            rung: found.rung,
            iterations: found.calls + calls,
            part_a: None,
            part_b: None,
        };
    }
    let value = found.value - radii;
    let [point_a, point_b] = common::surfaces(prepared, found);
    Distance {
        distance: Real::of(frame.length(value)),
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

/// Points of the cores that come within `limit` of one another: the given ones if they do, otherwise better ones, and the
/// number of support calls made. If the judge decided, GJK's own points may be anywhere.
#[inline(always)]
fn met<V: QuerySpace>(prepared: &Prepared<'_, V>, [point_a, point_b]: [V; 2], limit: f64) -> ([V; 2], u32) {
    if (point_b - point_a).norm_squared() <= limit * limit {
        return ([point_a, point_b], 0);
    }
    witness::differing_by(&prepared.pair, V::ZERO, limit, [point_a, point_b])
}
