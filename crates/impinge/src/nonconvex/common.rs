//! Shared parts of the queries of bodies of any form: the two sides of a walk, and which of two answers counts.

use super::walk::Side;
use super::{FormSpace, half_spaces, maps};
use crate::answer::{Contact, Distance, Settings};
use crate::body::Form;
use crate::observe::Status;
use crate::shape::Space;

/// The two sides of a walk.
type Sides<'a, W> = (Side<'a, W>, Side<'a, W>);

/// The two sides of a walk, or the answer if one is a half-space or a map; the answer is `None` if they are proven to be farther apart
/// than the margin.
pub(super) fn sides<'a, W: FormSpace>(
    a: &Form<'a, W>,
    b: &Form<'a, W>,
    settings: &Settings,
) -> Result<Sides<'a, W>, Option<Contact<W>>> {
    if let Some(found) = maps::contact(a, b, settings) {
        return Err(found);
    }
    let found = match (Side::of(a), Side::of(b)) {
        (Ok(a), Ok(b)) => return Ok((a, b)),
        (Err(half_space), Ok(b)) => half_spaces::contact(&half_space, &b),
        (Ok(a), Err(half_space)) => half_spaces::contact(&half_space, &a).swapped(),
        (Err(half_space), Err(other)) => half_spaces::between(&half_space, &other, a.precision()),
    };
    Err(if settings.margin().is_some_and(|margin| is_beyond(&found, margin)) { None } else { Some(found) })
}

/// Whether a signed distance is certainly above a margin. NaN is not.
pub(super) fn is_beyond<W: Space>(found: &Contact<W>, margin: f64) -> bool {
    found.signed_distance - found.error > margin
}

/// Whether an answer replaces the best one so far. Among equally near pieces the first one wins, so that the answer does not
/// depend on the order of the pieces.
pub(super) fn better(value: f64, parts: [Option<u32>; 2], best: f64, best_parts: [Option<u32>; 2]) -> bool {
    value < best || (value == best && parts < best_parts)
}

/// The answer if poses are out of range, so that nothing is known.
pub(super) fn nowhere<W: Space>() -> Distance<W> {
    Distance {
        distance: 0.0,
        error: f64::INFINITY,
        point_a: W::ZERO,
        point_b: W::ZERO,
        normal: W::axis(0),
        status: Status::Stalled,
        iterations: 0,
        part_a: None,
        part_b: None,
    }
}
