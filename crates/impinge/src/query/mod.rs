//! The front door, or narrow phase: intersection tests, distances, penetration depths, contact manifolds and casts of two shapes.
//!
//! Both shapes are given in one common frame, and answers are in that frame. Internally, [`Prepared`](crate::pair::Prepared) transforms
//! the pair into A's frame. All computation is in `f64`; an answer is rounded to the precision of the shapes at the end. Each function
//! picks the algorithm for the pair, checks the answer by its certificate, and falls back to the next better algorithm if the check
//! fails.
//!
//! The last one is the certified fallback, the judge ([`certify`](crate::certify)), which is a hundred times slower. If it decided, the
//! status is [`Status::Judged`](crate::observe::Status::Judged): for 1 in 20,000 pairs in random poses or fewer, and for up to 1 in 10
//! pairs that were moved until they just touch.
//!
//! Queries of two shapes do not allocate, whichever algorithm decides. The exceptions are [`features`] and [`manifold`] on a
//! flat face with more than 16 corners, [`manifold_with`] if more than 16 points are kept, and [`perturbed_manifold`] with
//! more than 8 samples.
//!
//! | function | answers |
//! |---|---|
//! | [`intersects`] | whether they intersect; touching counts |
//! | [`distance`] | the distance, 0 if they overlap |
//! | [`contact`] | the signed distance: minus the penetration depth if they overlap |
//! | [`contact_within`] | the same for bodies within a margin, `None` for others |
//! | [`relation`] | whether two meshes are apart, touch, overlap, or one is inside the other |
//! | [`half_space_contact`] | the signed distance of a half-space and a shape |
//! | [`features`] | which vertices, edges or faces are in contact, and the contact points |
//! | [`manifold`] | the contact manifold: up to four points, each with its depth and features |
//! | [`contacts`] | contact manifolds of bodies of any form, piece by piece |
//! | [`way_out`] | a translation that separates overlapping bodies, proven at its end |
//! | [`half_space_manifold`] | the contact manifold of a half-space and a shape |
//! | [`perturbed_manifold`] | the corners of the contact polygon, from support mappings alone |
//! | [`cast`] | the time of impact of two moving shapes (continuous collision detection) |
//! | [`ray_cast`] | the first hit of a ray on a shape or half-space |
//! | [`any`] | the same queries for shapes whose kinds are known only at run time |
//! | [`batch`] | the same queries for many pairs at once, answers in arrays |
//!
//! **Errors** refer to the shapes and poses as given, however deeply placed, rounded and combined shapes are nested.
//! Shapes within that error of touching count as touching: if `intersects` says that they meet, their distance is at most
//! twice the error; if it says that they do not, they are apart.
//!
//! **Numbers.** Sizes and coordinates up to [`Real::LIMIT`] are accepted, and no answer about them overflows. Subnormal
//! numbers have fewer digits, which `error` covers.

pub mod any;
mod balls;
pub mod batch;
mod cast;
mod common;
mod contact;
mod dimension;
mod distance;
pub(crate) mod forms;
mod front;
mod half_space;
mod intersects;
mod judge;
mod kernel;
mod ray;
mod shell;
mod solve;
mod space;
mod touch;
mod trail;
mod vclip;
mod warm;

#[doc(hidden)]
pub use cast::CastSpace;
pub use cast::{CastSettings, Impact, default_tolerance};
pub use contact::Contact;
#[doc(hidden)]
pub use dimension::AnySpace;
pub use dimension::Dimension;
pub use distance::Distance;
#[doc(hidden)]
pub use forms::FormSpace;
pub use forms::{Crossing, Exit, PieceContact, Relation, contacts, contacts_into, relation, way_out};
pub use front::{
    advance, advance_watched, cast, cast_with, contact, contact_with, contact_within, distance,
    distance_with, intersection, intersects, intersects_with,
};
pub use half_space::half_space_contact;
pub use intersects::Verdict;
#[doc(hidden)]
pub use judge::JudgeSpace;
#[doc(hidden)]
pub use kernel::Kernel;
#[doc(hidden)]
pub use ray::RaySpace;
pub use ray::{Ray, RayHit, RayMethod, RayTarget, ray_cast, ray_cast_by, ray_cast_within};
#[doc(hidden)]
pub(crate) use shell::manifold as manifold_of_parts;
#[doc(hidden)]
pub use space::QuerySpace;
pub use touch::{
    FeatureSettings, PerturbationSettings, features, features_with, half_space_manifold,
    half_space_manifold_with, manifold, manifold_with, perturbed_manifold,
};
#[doc(hidden)]
pub use trail::WalkSpace;
pub use vclip::Vclip;
pub use warm::Warm;

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
    /// The distance up to which shapes still count as near, as a length. For [`intersects_with`] near shapes meet; `None` is 0.
    /// [`contact_within`] returns nothing if the shapes are proven not to be near; `None` is infinite. It does not cut short the
    /// distances of [`distance_with`] and the signed distances of [`contact_with`]. Values below 0 and NaN count as 0.
    pub margin: Option<f64>,
}

impl Settings {
    /// The margin with invalid numbers replaced.
    #[inline(always)]
    fn margin(&self) -> Option<f64> {
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
