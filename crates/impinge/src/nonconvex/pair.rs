//! Queries of two convex pieces, by the shell. A release build inlines the shell into every call, so that it knows the kinds
//! of the shapes; here they are known only at run time, and it is compiled once.

use crate::answer::{Contact, Distance, Kernel, Settings, shell};
use crate::shape::Parts;

/// Whether two pieces are at most the margin apart.
#[inline(never)]
pub(crate) fn meet<'a, W: Kernel>(a: &Parts<'a, W>, b: &Parts<'a, W>, settings: &Settings) -> bool {
    shell::meet(a, b, settings)
}

/// The distance of two pieces.
#[inline(never)]
pub(crate) fn distance<'a, W: Kernel>(
    a: &Parts<'a, W>,
    b: &Parts<'a, W>,
    settings: &Settings,
) -> Distance<W> {
    shell::distance(a, b, settings).rounded(a.precision)
}

/// The signed distance of two pieces, or `None` if they are proven to be farther apart than the margin.
#[inline(never)]
pub(crate) fn contact_within<'a, W: Kernel>(
    a: &Parts<'a, W>,
    b: &Parts<'a, W>,
    settings: &Settings,
) -> Option<Contact<W>> {
    shell::contact_within(a, b, settings).map(|found| found.rounded(a.precision))
}
