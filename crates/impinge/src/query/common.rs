//! A common point of two shapes that meet: the proof that they do.
//!
//! It lies between a point of each core, within both balls. Where GJK found the cores' nearest points, those serve. Where
//! the judge had to decide, shapes just touch as a rule, and the two best points of several are taken; how far their
//! place may be outside is part of the answer.

use super::QuerySpace;
use crate::gjk::{Gjk, Voronoi};
use crate::math::{Real, Vector};
use crate::mpr;
use crate::pair::Prepared;

/// A point between one of each core, and how far it is at most from A and from B.
pub(super) fn between<V: QuerySpace>(
    prepared: &Prepared<'_, V>,
    [point_a, point_b]: [V::Wide; 2],
) -> (V, V::Scalar) {
    let (frame, pair) = (&prepared.frame, &prepared.pair);
    let radii = prepared.radius_a + prepared.radius_b;
    let share = if radii > 0.0 { prepared.radius_a / radii } else { 0.5 };
    let way = point_b - point_a;
    let beyond = Real::max(way.norm() - radii, 0.0);
    (frame.point(point_a + way * share), frame.error(beyond + pair.rounding, pair.size))
}

/// A point of A and one of B: the same where the balls hold one in common, else as near to one another as the cores'
/// points allow.
pub(super) fn on_each<V: QuerySpace>(prepared: &Prepared<'_, V>, [point_a, point_b]: [V::Wide; 2]) -> [V; 2] {
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

/// Of the points offered, of GJK's last ones and of MPR's, the two that are nearest to one another.
#[cold]
#[inline(never)]
pub(super) fn nearest<V: QuerySpace>(
    gjk: &Gjk<V::Wide, Voronoi>,
    prepared: &Prepared<'_, V>,
    offered: [V::Wide; 2],
) -> [V::Wide; 2] {
    let (a, b) = gjk.simplex().witnesses();
    let mut best = [a, b];
    let mut offer = |points: [V::Wide; 2]| {
        if (points[1] - points[0]).norm_squared() < (best[1] - best[0]).norm_squared() {
            best = points;
        }
    };
    offer(offered);
    if let mpr::Verdict::Meet { point_a, point_b, .. } = mpr::verdict(&prepared.pair, &mut ()).verdict {
        offer([point_a, point_b]);
    }
    best
}
