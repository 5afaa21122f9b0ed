//! The plane and space: one trait for users, and one with the queries of bodies of any form.

use alloc::vec::Vec;

use super::piece_contact::PieceContact;
use super::way_out::Exit;
use crate::answer::{Contact, Distance, Settings, Verdict};
use crate::body::{AnyBody, BodySpace, Form, Grid, PieceSpace};
use crate::casting::{CastKernel, CastSettings, Impact};
use crate::manifolds::ManifoldSettings;
use crate::math::{Motion, MotionSpace, Pose, Precision};
use crate::ray::{Ray, RayHit};
use crate::shape::{At, MeasureSpace, Parts, Shape, Widen};

/// The plane or space, in `f32` or `f64`: [`Vec2`](crate::Vec2) and [`Vec3`](crate::Vec3), and no other type. Code that is generic
/// over it works in both.
///
/// ```
/// use impinge::{Capsule2, Circle, Cuboid, Dimension, Pose, Shape, Sphere, contact};
///
/// /// How far two shapes must be moved apart, if at all.
/// fn depth<A: Shape<V: Dimension<Scalar = f64>>, B: Shape<V = A::V>>(a: &A, b: &B) -> f64 {
///     (-contact(a, b).signed_distance).max(0.0)
/// }
///
/// let in_space = depth(&Sphere::new(1.0), &Cuboid::new([1.0, 1.0, 1.0]).at(Pose::at([1.5, 0.0, 0.0])));
/// let in_the_plane = depth(&Circle::new(1.0), &Capsule2::new(1.0, 0.5).at(Pose::at([1.0, 0.0])));
/// assert!((in_space - 0.5).abs() < 1e-9 && (in_the_plane - 0.5).abs() < 1e-9);
/// ```
pub trait Dimension: AnySpace + MeasureSpace + MotionSpace + Widen<Wide: FormSpace> {}

impl<V: AnySpace + MeasureSpace + MotionSpace + Widen<Wide: FormSpace>> Dimension for V {}

/// A space with one type for all its named shapes: the plane and space, in both precisions.
pub trait AnySpace: BodySpace<Part = Self::Any> {
    /// Any named shape: [`AnyShape`](crate::AnyShape) or [`AnyShape2`](crate::AnyShape2).
    type Any: Shape<V = Self>
        + Into<AnyBody<Self>>
        + Clone
        + core::fmt::Debug
        + PartialEq
        + Send
        + Sync
        + 'static;

    /// [`intersects_with`](crate::intersects_with).
    #[doc(hidden)]
    fn any_meet(a: &At<&Self::Any>, b: &At<&Self::Any>, settings: &Settings) -> bool;
    /// [`intersection`](crate::intersection).
    #[doc(hidden)]
    fn any_verdict(a: &At<&Self::Any>, b: &At<&Self::Any>, settings: &Settings) -> Verdict<Self>;
    /// [`distance_with`](crate::distance_with).
    #[doc(hidden)]
    fn any_distance(a: &At<&Self::Any>, b: &At<&Self::Any>, settings: &Settings) -> Distance<Self>;
    /// [`contact_with`](crate::contact_with).
    #[doc(hidden)]
    fn any_contact(a: &At<&Self::Any>, b: &At<&Self::Any>, settings: &Settings) -> Contact<Self>;
    /// [`contact_within`](crate::contact_within).
    #[doc(hidden)]
    fn any_contact_within(
        a: &At<&Self::Any>,
        b: &At<&Self::Any>,
        settings: &Settings,
    ) -> Option<Contact<Self>>;
    /// [`ray_cast_within`](crate::ray_cast_within).
    #[doc(hidden)]
    fn any_ray_cast(shape: &At<&Self::Any>, ray: &Ray<Self>, max: Self::Scalar) -> Option<RayHit<Self>>;
}

/// The plane and space, with the queries of bodies of any form. Like those of the [`Kernel`], they have no type parameter and are
/// compiled with this crate.
#[doc(hidden)]
pub trait FormSpace: PieceSpace + CastKernel {
    /// Whether two bodies are at most the margin apart.
    fn forms_meet<'a>(a: &Form<'a, Self>, b: &Form<'a, Self>, settings: &Settings) -> bool;
    /// The distance of two bodies.
    fn distance_of_forms<'a>(a: &Form<'a, Self>, b: &Form<'a, Self>, settings: &Settings) -> Distance<Self>;
    /// The signed distance of two bodies, or `None` if they are proven to be farther apart than the margin.
    fn contact_of_forms<'a>(
        a: &Form<'a, Self>,
        b: &Form<'a, Self>,
        settings: &Settings,
    ) -> Option<Contact<Self>>;
    /// Contacts of two bodies, without ordering, appended to earlier results; a ghost contact stays only if nothing else was found.
    fn contacts_of_forms<'a>(
        a: &Form<'a, Self>,
        b: &Form<'a, Self>,
        settings: &ManifoldSettings,
        found: &mut Vec<PieceContact<Self>>,
    );
    /// Contacts of two bodies, in patches.
    fn patches_of_forms<'a>(
        a: &Form<'a, Self>,
        b: &Form<'a, Self>,
        settings: &ManifoldSettings,
        found: &mut Vec<PieceContact<Self>>,
    );
    /// A translation that separates two bodies.
    fn way_out_of_forms<'a>(a: &Form<'a, Self>, b: &Form<'a, Self>) -> Option<Exit<Self>>;
    /// Time of impact of two bodies, if it is not later than `latest`.
    fn cast_forms<'a>(
        a: &Form<'a, Self>,
        b: &Form<'a, Self>,
        motions: [&Motion<Self>; 2],
        settings: &CastSettings,
        latest: f64,
    ) -> Option<Impact<Self>>;
    /// The first hit of a ray on a body.
    fn ray_cast_form(form: &Form<'_, Self>, ray: &Ray<Self>, max: f64) -> Option<RayHit<Self>>;
    /// The signed distance of two convex pieces, or `None` if they are proven to be farther apart than the margin.
    fn contact_of_pieces<'a>(
        a: &Parts<'a, Self>,
        b: &Parts<'a, Self>,
        settings: &Settings,
    ) -> Option<Contact<Self>>;

    /// The nearest points of two surfaces that are within `limit` of one another; if `any`, any points within the limit.
    fn nearest_of_surfaces<'a>(
        a: (Surface<'a, Self>, &Pose<Self>),
        b: (Surface<'a, Self>, &Pose<Self>),
        limit: f64,
        any: bool,
        precision: Precision,
    ) -> Option<Distance<Self>>;

    /// The slab of a flat core: a unit vector n, and the range of n·p over its points p. `None` for others.
    fn slab_of(core: &Self::Core<'_>) -> Option<(Self, [f64; 2])>;

    /// A cube of half size `half`, oriented with its last axis along a unit vector: its core and its orientation.
    fn block<'a>(last: Self, half: f64) -> (Self::Core<'a>, Self::Rotation);

    /// The signed distance of a map, as A, and a body; `None` if it is proven to be more than the margin.
    fn map_contact<'a>(
        map: Self::Map<'a>,
        pose: &Pose<Self>,
        other: &Form<'a, Self>,
        settings: &Settings,
    ) -> Option<Contact<Self>>;

    /// Contacts of a map, as A, and a body, appended to earlier results.
    fn map_contacts<'a>(
        map: Self::Map<'a>,
        pose: &Pose<Self>,
        other: &Form<'a, Self>,
        settings: &ManifoldSettings,
        found: &mut Vec<PieceContact<Self>>,
    );

    /// The hit of a ray from a place along a unit vector, both in the frame of a map, on the map within `max`.
    fn map_ray(map: Self::Map<'_>, from: Self, along: Self, max: f64) -> Option<Traced<Self>>;
}

/// Hit of a ray on a map, in the map's frame.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Traced<W> {
    /// Distance along the ray, and its bounds.
    pub distance: f64,
    pub nearest: f64,
    pub farthest: f64,
    /// Normal of the map there.
    pub normal: W,
    /// Whether the hit is certain.
    pub proven: bool,
    pub lookups: u32,
}

/// A surface of triangles.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub enum Surface<'a, W: PieceSpace> {
    /// A triangle mesh.
    Mesh(W::Mesh<'a>),
    /// The triangles of a height field, and a bound on their distance from the origin.
    Grid(&'a Grid, f64),
}
