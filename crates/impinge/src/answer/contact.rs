//! The signed distance of two shapes, with witness points and normal.

use super::ladder::{self, Solution};
use super::{Contact, QuerySpace, Settings, common};
use crate::math::Real;
use crate::pair::Prepared;

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
