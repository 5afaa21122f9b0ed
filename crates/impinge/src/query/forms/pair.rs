//! Two convex pieces, by the front door. A release build puts that into every call, so that it knows the kinds of the shapes; here they are
//! known as they come, and it is built once.

use super::FormSpace;
use crate::query::{Contact, Distance, Settings};
use crate::shape::Parts;

/// Whether two pieces are at most the margin apart.
#[inline(never)]
pub(crate) fn meet<'a, V: FormSpace>(a: &Parts<'a, V>, b: &Parts<'a, V>, settings: &Settings) -> bool {
    crate::query::intersects::of_parts(a, b, settings)
}

/// How far apart two pieces are.
#[inline(never)]
pub(crate) fn distance<'a, V: FormSpace>(
    a: &Parts<'a, V>,
    b: &Parts<'a, V>,
    settings: &Settings,
) -> Distance<V> {
    crate::query::distance::of_parts(a, b, settings)
}

/// The signed distance of two pieces, or `None` where they are proven to be farther apart than the margin.
#[inline(never)]
pub(crate) fn contact_within<'a, V: FormSpace>(
    a: &Parts<'a, V>,
    b: &Parts<'a, V>,
    settings: &Settings,
) -> Option<Contact<V>> {
    crate::query::contact::within_of_parts(a, b, settings)
}
