//! The spaces in which bodies of any form are answered.

use alloc::vec::Vec;

use super::exit::Exit;
use super::piece_contact::PieceContact;
use crate::body::{Form, Grid, PieceSpace};
use crate::contact::ManifoldSettings;
use crate::math::{Motion, Pose, Precision};
use crate::query::{CastSettings, Contact, Distance, Impact, Kernel, Ray, RayHit, Settings};
use crate::shape::Parts;

/// The plane and space, with the queries of bodies of any form. As those of the [`Kernel`], they have no type parameter and are
/// built with the crate.
#[doc(hidden)]
pub trait FormSpace: PieceSpace + Kernel {
    /// Whether two bodies are at most the margin apart.
    fn forms_meet<'a>(a: &Form<'a, Self>, b: &Form<'a, Self>, settings: &Settings) -> bool;
    /// How far apart two bodies are.
    fn distance_of_forms<'a>(a: &Form<'a, Self>, b: &Form<'a, Self>, settings: &Settings) -> Distance<Self>;
    /// The signed distance of two bodies, or `None` where they are proven to be farther apart than the margin.
    fn contact_of_forms<'a>(
        a: &Form<'a, Self>,
        b: &Form<'a, Self>,
        settings: &Settings,
    ) -> Option<Contact<Self>>;
    /// All of where two bodies touch, in no order, added to what was found before; a ghost stays only where there was nothing.
    fn contacts_of_forms<'a>(
        a: &Form<'a, Self>,
        b: &Form<'a, Self>,
        settings: &ManifoldSettings,
        found: &mut Vec<PieceContact<Self>>,
    );
    /// All of where two bodies touch, in patches.
    fn patches_of_forms<'a>(
        a: &Form<'a, Self>,
        b: &Form<'a, Self>,
        settings: &ManifoldSettings,
        found: &mut Vec<PieceContact<Self>>,
    );
    /// A translation that parts two bodies.
    fn way_out_of_forms<'a>(a: &Form<'a, Self>, b: &Form<'a, Self>) -> Option<Exit<Self>>;
    /// When two bodies first touch, if that is not later than `latest`.
    fn cast_forms<'a>(
        a: &Form<'a, Self>,
        b: &Form<'a, Self>,
        motions: [&Motion<Self>; 2],
        settings: &CastSettings,
        latest: f64,
    ) -> Option<Impact<Self>>;
    /// Where a ray first meets a body.
    fn ray_cast_form(form: &Form<'_, Self>, ray: &Ray<Self>, max: f64) -> Option<RayHit<Self>>;
    /// The signed distance of two convex pieces, or `None` where they are proven to be farther apart than the margin.
    fn contact_of_pieces<'a>(
        a: &Parts<'a, Self>,
        b: &Parts<'a, Self>,
        settings: &Settings,
    ) -> Option<Contact<Self>>;

    /// The nearest points of two surfaces that are within `limit` of one another; `any` that are, if so asked for.
    fn nearest_of_surfaces<'a>(
        a: (Surface<'a, Self>, &Pose<Self>),
        b: (Surface<'a, Self>, &Pose<Self>),
        limit: f64,
        any: bool,
        precision: Precision,
    ) -> Option<Distance<Self>>;

    /// The slab that a flat core is in: a unit vector n, and from where to where n·p goes for its points p. `None` for others.
    fn slab_of(core: &Self::Core<'_>) -> Option<(Self, [f64; 2])>;

    /// A box with equal sides, `half` of them, turned so that its last axis is along a unit vector: as a core, and how it is turned.
    fn block<'a>(last: Self, half: f64) -> (Self::Core<'a>, Self::Rotation);

    /// The signed distance of a map, as A, and a body; `None` where it is proven to be more than the margin.
    fn map_contact<'a>(
        map: Self::Map<'a>,
        pose: &Pose<Self>,
        other: &Form<'a, Self>,
        settings: &Settings,
    ) -> Option<Contact<Self>>;

    /// All of where a map, as A, and a body touch, added to what was found before.
    fn map_contacts<'a>(
        map: Self::Map<'a>,
        pose: &Pose<Self>,
        other: &Form<'a, Self>,
        settings: &ManifoldSettings,
        found: &mut Vec<PieceContact<Self>>,
    );

    /// Where a ray from a place along a unit vector, both in the frame of a map, meets it within `max`.
    fn map_ray(map: Self::Map<'_>, from: Self, along: Self, max: f64) -> Option<Traced<Self>>;
}

/// Where a ray meets a map, in its frame.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Traced<W> {
    /// How far along the ray, and between which bounds.
    pub distance: f64,
    pub nearest: f64,
    pub farthest: f64,
    /// Of the map there.
    pub normal: W,
    /// Whether it is certain that the surface is met.
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
