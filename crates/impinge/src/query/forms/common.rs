//! What the queries about bodies of any form share: the two sides of a walk, and which of two answers counts.

use super::walk::Side;
use super::{FormSpace, half_spaces, maps};
use crate::body::Form;
use crate::observe::Status;
use crate::query::{Contact, Distance, Settings};
use crate::shape::Space;

/// The two sides of a walk.
type Sides<'a, W> = (Side<'a, W>, Side<'a, W>);

/// The two sides of a walk, or the answer where one is a half-space or a map: `None` in it where they are proven to be farther apart
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

/// Whether a signed distance is above a margin for certain. Not a number is not.
pub(super) fn is_beyond<W: Space>(found: &Contact<W>, margin: f64) -> bool {
    found.signed_distance - found.error > margin
}

/// Whether an answer is to be taken instead of the best one so far: of equally near pieces the first ones, so that it does not
/// depend on the order in which they are looked at.
pub(super) fn better(value: f64, parts: [Option<u32>; 2], best: f64, best_parts: [Option<u32>; 2]) -> bool {
    value < best || (value == best && parts < best_parts)
}

/// The answer where poses are beyond all numbers, so that nothing is known.
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
