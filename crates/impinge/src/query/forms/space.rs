//! The spaces in which bodies of any form are answered.

use alloc::vec::Vec;

use super::piece_contact::PieceContact;
use crate::body::{BodySpace, Form, Grid};
use crate::contact::ManifoldSettings;
use crate::math::{MotionSpace, Pose, Vector};
use crate::query::{Contact, Distance, Kernel, Settings};
use crate::shape::{Space, Widen};

/// A space whose bodies of any form are answered.
#[doc(hidden)]
pub trait FormSpace: BodySpace + MotionSpace + Widen<Wide: Kernel> {
    /// The nearest points of two surfaces that are within `limit` of one another; `any` that are, if so asked for.
    fn nearest_of_surfaces(
        a: (Surface<'_, Self>, &Pose<Self>),
        b: (Surface<'_, Self>, &Pose<Self>),
        limit: f64,
        any: bool,
    ) -> Option<Distance<Self>>;

    /// The slab that a flat core is in: a unit vector n, and from where to where n·p goes for its points p. `None` for others.
    fn slab_of(core: &<Self::Wide as Space>::Core<'_>) -> Option<(Self::Wide, [f64; 2])>;

    /// A box with equal sides, `half` of them, turned so that its last axis is along a unit vector: as a core, and how it is turned.
    fn block<'a>(
        last: Self::Wide,
        half: f64,
    ) -> (<Self::Wide as Space>::Core<'a>, <Self::Wide as Vector>::Rotation);

    /// The signed distance of a map, as A, and a body; `None` where it is proven to be more than the margin.
    fn map_contact<'a>(
        map: &'a Self::Map,
        pose: &Pose<Self>,
        other: &Form<'a, Self>,
        settings: &Settings,
    ) -> Option<Contact<Self>>;

    /// All of where a map, as A, and a body touch, added to what was found before.
    fn map_contacts<'a>(
        map: &'a Self::Map,
        pose: &Pose<Self>,
        other: &Form<'a, Self>,
        settings: &ManifoldSettings,
        found: &mut Vec<PieceContact<Self>>,
    );

    /// Where a ray from a place along a unit vector, both in the frame of a map, meets it within `max`.
    fn map_ray(map: &Self::Map, from: Self::Wide, along: Self::Wide, max: f64) -> Option<Traced<Self::Wide>>;
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
pub enum Surface<'a, V: BodySpace> {
    /// A triangle mesh.
    Mesh(&'a V::Mesh),
    /// The triangles of a height field, and a bound on their distance from the origin.
    Grid(&'a Grid, f64),
}
