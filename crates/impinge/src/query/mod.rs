//! The front door: do two shapes meet, how far apart are they, how deep in one another?
//!
//! Both shapes stand in one frame, and answers come in it. Inside, [`Prepared`](crate::pair::Prepared) carries the pair into A's
//! frame. All is computed in `f64`, and an answer is rounded to the precision of the shapes at the end. Each function picks the
//! algorithm for the pair, checks the answer by its certificate, and goes on to the next better algorithm where that does not hold.
//!
//! The last of these is the judge, [`certify`](crate::certify), a hundred times as slow. Where it decided, the status is
//! [`Status::Judged`](crate::observe::Status::Judged): of pairs in random poses 1 in 20,000 or fewer, of pairs that were moved
//! until they just touch up to 1 in 10.
//!
//! Queries of two shapes do not allocate, whichever algorithm decides. The exceptions are [`features`] and [`manifold`] on a
//! flat face with more than 16 corners, [`manifold_with`] if more than 16 points are kept, and [`perturbed_manifold`] with
//! more than 8 samples.
//!
//! | function | answers |
//! |---|---|
//! | [`intersects`] | whether they meet; touching counts |
//! | [`distance`] | how far apart, 0 where they meet |
//! | [`contact`] | the signed distance: minus the depth where they overlap |
//! | [`contact_within`] | the same of bodies within a margin, and nothing of others |
//! | [`relation`] | whether two meshes are apart, touch, overlap, or one is inside the other |
//! | [`half_space_contact`] | the same for a half-space and a shape |
//! | [`features`] | which vertices, edges or faces are in contact, and the contact points |
//! | [`manifold`] | all of where they touch: up to four points, each with its depth and features |
//! | [`contacts`] | the same of bodies of any form, piece by piece |
//! | [`way_out`] | a translation that parts bodies which overlap, proven at its end |
//! | [`half_space_manifold`] | the same for a half-space and a shape |
//! | [`perturbed_manifold`] | the corners of the contact polygon, by support calls alone |
//! | [`cast`] | when two moving shapes first touch |
//! | [`ray_cast`] | where a ray first meets a shape or half-space |
//! | [`any`] | the same for shapes whose kinds are known only at run time |
//! | [`batch`] | the same questions about many pairs at once, answers in arrays |
//!
//! **Errors** are for the shapes and poses as they were given, in every nesting of placed, rounded and combined shapes.
//! Shapes within that error of touching count as touching: where `intersects` says that they meet, their distance is no more
//! than two errors; where it says that they do not, they are apart.
//!
//! **Numbers.** Sizes and coordinates up to [`Real::LIMIT`] are accepted, and no answer about them overflows. Numbers below
//! the smallest normal one have fewer digits, which `error` covers.

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

/// How exact an answer is to be. The default is what simulation and planning need.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Settings {
    /// The bounds of an answer may differ by this, relative to the size of the pair (its reach from A's origin); see
    /// [`default_gap`]. 0 asks for all that the precision gives; for polytopes that is asked for whatever the gap is.
    /// Less than 0 and NaN count as 0, more than 1 as 1.
    ///
    /// Of two shapes, where the status is [`Converged`](crate::observe::Status::Converged) and no `margin` ended the query early, the
    /// `error` of a distance or contact is at most (gap + ε) S + 5 r, and for polytopes ε S + 5 r. S is the size of the pair: the reach
    /// of both shapes from their origins, and how far these are apart along the axes of A, summed up. ε is that of the precision. r is
    /// the rounding inside: 2⁻⁴⁷ S, as all of it is in `f64`; of polyhedra and polygons in `f32` 10 ε of their reach, of shapes of your
    /// own their [`rounding`](crate::shape::Bounded::rounding), and what composing shapes lost, some ε of `f64` of where they stand.
    pub gap: Option<f64>,
    /// How far apart shapes may be and still count as near, as a length. For [`intersects_with`] near shapes meet; `None` is 0.
    /// [`contact_within`] has no answer where they are proven not to be near; `None` is infinite. Distances and signed distances,
    /// [`distance_with`] and [`contact_with`], are not cut short by it. Less than 0 and NaN count as 0.
    pub margin: Option<f64>,
}

impl Settings {
    /// The margin with invalid numbers replaced.
    #[inline(always)]
    fn margin(&self) -> Option<f64> {
        self.margin.map(|margin| Real::max(margin, 0.0))
    }
}

/// The gap where none is given: 2⁻³³ for `f64`, 2⁻¹⁹ for `f32`.
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
