//! Conversion of points of the cores to points of the shapes.
//!
//! For two shapes that meet, a common point is the proof: it lies between a point of each core, within both
//! balls. The distance by which it may be outside is part of the answer.

use super::QuerySpace;
use super::ladder::Solution;
use crate::math::Real;
use crate::pair::Prepared;

/// A point between one of each core, and upper bounds of its distances from A and from B.
pub(super) fn between<V: QuerySpace>(prepared: &Prepared<'_, V>, [point_a, point_b]: [V; 2]) -> (V, f64) {
    let (frame, pair) = (&prepared.frame, &prepared.pair);
    let radii = prepared.radius_a + prepared.radius_b;
    let share = if radii > 0.0 { prepared.radius_a / radii } else { 0.5 };
    let way = point_b - point_a;
    let beyond = Real::max(way.norm() - radii, 0.0);
    (frame.point(point_a + way * share), frame.error(beyond + pair.rounding, pair.size))
}

/// A point of A and a point of B: the same point if the balls share one, otherwise as near to one another as the points of the
/// cores allow.
pub(super) fn on_each<V: QuerySpace>(prepared: &Prepared<'_, V>, [point_a, point_b]: [V; 2]) -> [V; 2] {
    let way = point_b - point_a;
    let radii = prepared.radius_a + prepared.radius_b;
    let length = Real::max(way.norm(), radii);
    let unit = if length > 0.0 { way * (1.0 / length) } else { way };
    let on_a = prepared.frame.point(point_a + unit * prepared.radius_a);
    if length <= radii {
        [on_a, on_a]
    } else {
        [on_a, prepared.frame.point(point_b - unit * prepared.radius_b)]
    }
}

/// The witness points of an answer, from those of the cores.
#[inline(always)]
pub(super) fn surfaces<V: QuerySpace>(prepared: &Prepared<'_, V>, found: &Solution<V>) -> [V; 2] {
    let points = [found.point_a, found.point_b];
    let moved = if found.is_closed() {
        prepared.moved_out(points, found.normal)
    } else {
        prepared.surfaces(points, found.value, found.normal)
    };
    [prepared.frame.point(moved[0]), prepared.frame.point(moved[1])]
}
