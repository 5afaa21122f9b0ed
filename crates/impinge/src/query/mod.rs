//! The front door, or narrow phase: intersection tests, distances, penetration depths, contact manifolds and casts of two shapes.
//!
//! Here are the functions. The rooms behind the door hold what answers them, and the types of the answers: [`answer`](crate::answer)
//! for two convex shapes, [`ray`](crate::ray) for rays, [`casting`](crate::casting) for moving shapes, and
//! [`nonconvex`](crate::nonconvex) for bodies of any form.
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
//! flat face with more than 16 corners, [`manifold_with`] if more than 16 points are kept, and
//! [`perturbed_manifold`](crate::study::perturbation::perturbed_manifold) with more than 8 samples.
//!
//! | function | answers |
//! |---|---|
//! | [`intersects`] | whether they intersect; touching counts |
//! | [`distance`] | the distance, 0 if they overlap |
//! | [`contact`] | the signed distance: minus the penetration depth if they overlap |
//! | [`contact_within`] | the same for bodies within a margin, `None` for others |
//! | [`closest_point`], [`contains_point`] | the signed distance of a point, with the nearest point of the surface; whether it is inside |
//! | [`relation`](crate::nonconvex::relation) | whether two meshes are apart, touch, overlap, or one is inside the other |
//! | [`half_space_contact`](crate::half_space_contact) | the signed distance of a half-space and a shape |
//! | [`features`] | which vertices, edges or faces are in contact, and the contact points |
//! | [`manifold`] | the contact manifold: up to four points, each with its depth and features |
//! | [`contacts`](crate::contacts) | contact manifolds of bodies of any form, piece by piece |
//! | [`way_out`](crate::nonconvex::way_out) | a translation that separates overlapping bodies, proven at its end |
//! | [`half_space_manifold`] | the contact manifold of a half-space and a shape |
//! | [`cast`] | the time of impact of two moving shapes (continuous collision detection) |
//! | [`ray_cast`](crate::ray_cast) | the first hit of a ray on a shape or half-space |
//! | [`any`] | the same queries for shapes whose kinds are known only at run time |
//! | [`batch`] | the same queries for many pairs at once, answers in arrays |
//!
//! **Errors** refer to the shapes and poses as given, however deeply placed, rounded and combined shapes are nested.
//! Shapes within that error of touching count as touching: if `intersects` says that they meet, their distance is at most
//! twice the error; if it says that they do not, they are apart.
//!
//! **Numbers.** Sizes and coordinates up to [`Real::LIMIT`](crate::math::Real::LIMIT) are accepted, and no answer about them overflows. Subnormal
//! numbers have fewer digits, which `error` covers.

pub mod any;
pub mod batch;
pub(crate) mod front;
pub(crate) mod touch;
mod warm;

pub use front::{
    cast, cast_with, closest_point, contact, contact_with, contact_within, contains_point, distance,
    distance_with, intersection, intersects, intersects_with,
};
pub use touch::{
    FeatureSettings, features, features_with, half_space_manifold, half_space_manifold_with, manifold,
    manifold_with,
};
pub use warm::Warm;
