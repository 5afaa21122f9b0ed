//! The distance of two shapes.

use super::ladder::{self, Cores, Solution, apart, gap};
use super::{Distance, QuerySpace, Settings, common};
use crate::gjk::{Gjk, Voronoi, witness};
use crate::math::Real;
use crate::observe::{Rung, Status};
use crate::pair::Prepared;

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
