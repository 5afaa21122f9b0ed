//! Answers about two convex shapes: whether they meet, how far apart they are, how deep they overlap, with the proof of each.
//!
//! The functions that users call are in [`query`](crate::query), which also takes bodies that are not convex. Here are the types of
//! their answers, and how an answer comes about: the shell, which a program compiles for its own shapes, prepares the pair and tries
//! a closed form; the kernel, compiled with this crate, picks the algorithm, checks its certificate, and falls back to the judge
//! ([`certify`](crate::certify)) if that fails.

mod common;
pub(crate) mod contact;
pub(crate) mod distance;
pub(crate) mod half_space;
pub(crate) mod intersects;
mod judge;
mod kernel;
pub(crate) mod ladder;
pub(crate) mod shell;
pub(crate) mod space;
mod types;
mod vclip;
pub(crate) mod warm;

pub use half_space::half_space_contact;
#[doc(hidden)]
pub use judge::JudgeSpace;
#[doc(hidden)]
pub use kernel::Kernel;
#[doc(hidden)]
pub use space::{QuerySpace, WalkSpace};
pub use types::{Contact, Distance, Verdict};
pub use vclip::Vclip;

use crate::math::{Precision, Real};

/// Settings of a query: its accuracy and its margin. The defaults suit simulation and planning.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Settings {
    /// The bounds of an answer may differ by this, relative to the size of the pair (its reach from A's origin); see
    /// [`default_gap`]. 0 asks for the full accuracy of the precision; for polytopes the full accuracy is used whatever the gap.
    /// Values below 0 and NaN count as 0, values above 1 as 1.
    ///
    /// For two shapes, if the status is [`Converged`](crate::observe::Status::Converged) and no `margin` ended the query early, the
    /// `error` of a distance or contact is at most (gap + ε) S + 5 r, and for polytopes ε S + 5 r. S is the size of the pair: the sum
    /// of the reach of both shapes from their origins and the distance between the origins along each axis of A. ε is the epsilon of
    /// the precision. r is the internal rounding: 2⁻⁴⁷ S, since all computation is in `f64`; for polyhedra and polygons in `f32` 10 ε
    /// of their reach; for user-defined shapes their [`rounding`](crate::shape::Bounded::rounding); and the loss in composing shapes, a
    /// few ε of `f64` of their position.
    pub gap: Option<f64>,
    /// The distance up to which shapes still count as near, as a length. For [`intersects_with`](crate::intersects_with) near shapes
    /// meet; `None` is 0. [`contact_within`](crate::contact_within) returns nothing if the shapes are proven not to be near; `None` is
    /// infinite. It does not cut short the distances of [`distance_with`](crate::distance_with) and the signed distances of
    /// [`contact_with`](crate::contact_with). Values below 0 and NaN count as 0.
    pub margin: Option<f64>,
}

impl Settings {
    /// The margin with invalid numbers replaced.
    #[inline(always)]
    pub(crate) fn margin(&self) -> Option<f64> {
        self.margin.map(|margin| Real::max(margin, 0.0))
    }
}

/// The default gap: 2⁻³³ for `f64`, 2⁻¹⁹ for `f32`.
pub fn default_gap<T: Real>() -> f64 {
    default_gap_of(T::PRECISION)
}

/// [`default_gap`] of a precision.
#[inline(always)]
fn default_gap_of(precision: Precision) -> f64 {
    f64::power_of_two(match precision {
        Precision::Double => -33,
        Precision::Single => -19,
    })
}
