//! Shared parts of the queries of bodies of any form: the way to an answer, the answer if nothing is known, and queries of two convex
//! pieces, by the shell. A release build inlines the shell into every call of the front door, so that it knows the kinds of the shapes; here
//! they are known only at run time, and it is compiled once.

use super::walk::{Extent, Side};
use super::{FormSpace, half_spaces, maps};
use crate::answer::{Contact, Distance, Kernel, Settings, shell};
use crate::body::Form;
use crate::observe::{Rung, Status};
use crate::shape::{Parts, Space};

/// Way to the answer about two bodies.
pub(super) enum Way<'a, W: FormSpace> {
    /// By a walk over their pieces.
    Walk(Side<'a, W>, Side<'a, W>),
    /// By this, as one of them is a half-space or a map; `None` if they are proven to be farther apart than the margin.
    Found(Option<Contact<W>>),
}

impl<'a, W: FormSpace> Way<'a, W> {
    pub(super) fn of(a: &Form<'a, W>, b: &Form<'a, W>, settings: &Settings) -> Self {
        if let Some(found) = maps::contact(a, b, settings) {
            return Self::Found(found);
        }
        let found = match (Extent::of(a), Extent::of(b)) {
            (Extent::Bounded(a), Extent::Bounded(b)) => return Self::Walk(a, b),
            (Extent::HalfSpace(half_space), Extent::Bounded(b)) => half_spaces::contact(&half_space, &b),
            (Extent::Bounded(a), Extent::HalfSpace(half_space)) => {
                half_spaces::contact(&half_space, &a).swapped()
            }
            (Extent::HalfSpace(half_space), Extent::HalfSpace(other)) => {
                half_spaces::between(&half_space, &other, a.precision())
            }
        };
        let beyond = settings.margin().is_some_and(|margin| is_beyond(&found, margin));
        Self::Found((!beyond).then_some(found))
    }
}

/// Whether a signed distance is certainly above a margin. NaN is not.
pub(super) fn is_beyond<W: Space>(found: &Contact<W>, margin: f64) -> bool {
    found.signed_distance - found.error > margin
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
        rung: Rung::Closed,
        iterations: 0,
        part_a: None,
        part_b: None,
    }
}

/// Whether two pieces are at most the margin apart.
#[inline(never)]
pub(super) fn pieces_meet<'a, W: Kernel>(a: &Parts<'a, W>, b: &Parts<'a, W>, settings: &Settings) -> bool {
    shell::meet(a, b, settings)
}

/// The distance of two pieces.
#[inline(never)]
pub(super) fn pieces_distance<'a, W: Kernel>(
    a: &Parts<'a, W>,
    b: &Parts<'a, W>,
    settings: &Settings,
) -> Distance<W> {
    shell::distance(a, b, settings).rounded(a.precision)
}

/// The signed distance of two pieces, or `None` if they are proven to be farther apart than the margin.
#[inline(never)]
pub(super) fn pieces_contact<'a, W: Kernel>(
    a: &Parts<'a, W>,
    b: &Parts<'a, W>,
    settings: &Settings,
) -> Option<Contact<W>> {
    shell::contact_within(a, b, settings).map(|found| found.rounded(a.precision))
}
