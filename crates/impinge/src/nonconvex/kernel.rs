//! Queries of two bodies of any form, in the plane and in space: functions without a type parameter, compiled with this crate.

use alloc::vec::Vec;
use core::convert::Infallible;

use super::PieceContact;
use super::common::pieces_contact;
use super::meshes::of_surfaces;
use super::space::{FormSpace, Surface, Traced};
use super::way_out::Exit;
use super::{casts, contacts, map_pairs, rays, signed, way_out};
use crate::answer::{Contact, Distance, Settings};
use crate::body::{Form, LentMap};
use crate::casting::{CastSettings, Impact};
use crate::manifolds::ManifoldSettings;
use crate::math::{Each, Given, Motion, Pose, Precision, Rot2, Rot3, Vec2, Vec3};
use crate::ray::{Ray, RayHit};
use crate::shape::{Core2, Core3, Cuboid, Parts, Rectangle};

/// The queries, as answered by the sibling modules.
macro_rules! questions {
    () => {
        fn forms_meet<'a>(a: &Form<'a, Self>, b: &Form<'a, Self>, settings: &Settings) -> bool {
            super::intersects(a, b, settings)
        }
        fn distance_of_forms<'a>(
            a: &Form<'a, Self>,
            b: &Form<'a, Self>,
            settings: &Settings,
        ) -> Distance<Self> {
            super::distance(a, b, settings)
        }
        fn contact_of_forms<'a>(
            a: &Form<'a, Self>,
            b: &Form<'a, Self>,
            settings: &Settings,
        ) -> Option<Contact<Self>> {
            signed::contact_within(a, b, settings)
        }
        fn contacts_of_forms<'a>(
            a: &Form<'a, Self>,
            b: &Form<'a, Self>,
            settings: &ManifoldSettings,
            found: &mut Vec<PieceContact<Self>>,
        ) {
            contacts::of_forms(a, b, settings, found);
        }
        fn patches_of_forms<'a>(
            a: &Form<'a, Self>,
            b: &Form<'a, Self>,
            settings: &ManifoldSettings,
            found: &mut Vec<PieceContact<Self>>,
        ) {
            contacts::patches_of_forms(a, b, settings, found);
        }
        fn way_out_of_forms<'a>(a: &Form<'a, Self>, b: &Form<'a, Self>) -> Option<Exit<Self>> {
            way_out::of_forms(a, b)
        }
        fn cast_forms<'a>(
            a: &Form<'a, Self>,
            b: &Form<'a, Self>,
            motions: [&Motion<Self>; 2],
            settings: &CastSettings,
            latest: f64,
        ) -> Option<Impact<Self>> {
            casts::cast_until(a, b, motions, settings, latest)
        }
        fn ray_cast_form(form: &Form<'_, Self>, ray: &Ray<Self>, max: f64) -> Option<RayHit<Self>> {
            rays::of_form(form, ray, max)
        }
        fn contact_of_pieces<'a>(
            a: &Parts<'a, Self>,
            b: &Parts<'a, Self>,
            settings: &Settings,
        ) -> Option<Contact<Self>> {
            pieces_contact(a, b, settings)
        }
    };
}

impl FormSpace for Vec2<f64> {
    questions!();

    fn nearest_of_surfaces<'a>(
        _: (Surface<'a, Self>, &Pose<Self>),
        _: (Surface<'a, Self>, &Pose<Self>),
        _: f64,
        _: bool,
        _: Precision,
    ) -> Option<Distance<Self>> {
        None // The plane has none.
    }

    fn slab_of(_: &Core2<'_>) -> Option<(Self, [f64; 2])> {
        None // A segment is placed by a pose, and its box is just as thin.
    }

    fn block<'a>(last: Self, half: f64) -> (Core2<'a>, Rot2<f64>) {
        (Core2::Rectangle(Rectangle::new([half, half])), Rot2::from_y_axis(last))
    }

    fn map_contact<'a>(
        map: Infallible,
        _: &Pose<Self>,
        _: &Form<'a, Self>,
        _: &Settings,
    ) -> Option<Contact<Self>> {
        match map {}
    }

    fn map_contacts<'a>(
        map: Infallible,
        _: &Pose<Self>,
        _: &Form<'a, Self>,
        _: &ManifoldSettings,
        _: &mut Vec<PieceContact<Self>>,
    ) {
        match map {}
    }

    fn map_ray(map: Infallible, _: Self, _: Self, _: f64) -> Option<Traced<Self>> {
        match map {}
    }
}

impl FormSpace for Vec3<f64> {
    questions!();

    fn nearest_of_surfaces<'a>(
        a: (Surface<'a, Self>, &Pose<Self>),
        b: (Surface<'a, Self>, &Pose<Self>),
        limit: f64,
        any: bool,
        precision: Precision,
    ) -> Option<Distance<Self>> {
        of_surfaces(a, b, limit, any, precision)
    }

    #[inline]
    fn slab_of(core: &Core3<'_>) -> Option<(Self, [f64; 2])> {
        let Core3::Triangle(triangle) = core else { return None };
        let [a, b, c] = triangle.corners();
        let normal = (b - a).cross(c - a).normalized()?;
        // The normal of a needle is rough, but still gives a slab.
        let [x, y, z] = [a, b, c].each(|p| normal.dot(p));
        Some((normal, [x.min(y).min(z), x.max(y).max(z)]))
    }

    fn block<'a>(last: Self, half: f64) -> (Core3<'a>, Rot3<f64>) {
        (Core3::Cuboid(Cuboid::new([half, half, half])), Rot3::between(Vec3::axis(2), last))
    }

    fn map_contact<'a>(
        map: LentMap<'a>,
        pose: &Pose<Self>,
        other: &Form<'a, Self>,
        settings: &Settings,
    ) -> Option<Contact<Self>> {
        match map {
            Given::Single(map) => map_pairs::contact(map, pose, other, settings),
            Given::Double(map) => map_pairs::contact(map, pose, other, settings),
        }
    }

    fn map_contacts<'a>(
        map: LentMap<'a>,
        pose: &Pose<Self>,
        other: &Form<'a, Self>,
        settings: &ManifoldSettings,
        found: &mut Vec<PieceContact<Self>>,
    ) {
        match map {
            Given::Single(map) => map_pairs::contacts(map, pose, other, settings, found),
            Given::Double(map) => map_pairs::contacts(map, pose, other, settings, found),
        }
    }

    fn map_ray(map: LentMap<'_>, from: Self, along: Self, max: f64) -> Option<Traced<Self>> {
        let found = match map {
            Given::Single(map) => map.map().trace(from, along, max),
            Given::Double(map) => map.map().trace(from, along, max),
        };
        let hit = found.hit?;
        Some(Traced {
            distance: hit.distance,
            nearest: hit.nearest,
            farthest: hit.farthest,
            normal: hit.normal,
            proven: found.proven,
            lookups: hit.lookups,
        })
    }
}
