//! Queries of bodies that are not convex: those of their convex pieces, of which a static BVH finds the near ones.
//!
//! | file | contents |
//! |---|---|
//! | `walk.rs` | pairs of pieces that are near one another, if one body is convex or both have many pieces |
//! | `nearest.rs` | the nearest two of them, and a bound on all others: verdict, distance and contact are views of it |
//! | `common.rs` | shared parts of the queries; two convex pieces, by the shell |
//! | `signed.rs` | the signed distance, including bodies inside one another |
//! | `inside.rs` | the parts of a body that are inside a solid one |
//! | `space.rs`, `kernel.rs` | the plane and space: the queries of two forms, and their implementations |
//! | `meshes.rs` | two surfaces of triangles, the pair that must be fast |
//! | `triangles.rs` | the distance of two triangles |
//! | `contacts.rs` | contact manifolds, without ghost contacts |
//! | `piece_contact.rs` | one of them |
//! | `planes.rs` | the depth of a body in flat parts of a surface that no piece by itself shows |
//! | `patches.rs` | few points for all contacts with the same normal |
//! | `casts.rs` | the time of impact of moving bodies |
//! | `way_out.rs` | a translation that separates them |
//! | `rays.rs` | ray casts against bodies of any form |
//! | `crossings.rs` | all crossings of a ray with the surface of a mesh |
//! | `maps.rs` | distance maps and bodies of any form |
//! | `map_pairs.rs` | their distances and contacts, in space |
//! | `half_spaces.rs` | half-spaces and bodies of any form |
//! | `relation.rs` | the relation of two solids: touching, overlapping, one inside the other |
//! | `shared.rs` | the intersection of two triangles |
//!
//! # Guarantees
//! A distance is the least of those of all pairs of pieces: each pair that is examined is answered with its error by the
//! shell, and each that is skipped is farther apart than the answer, as the tree proves. So the error holds as it does for convex
//! shapes. Nothing is allocated.

mod casts;
mod common;
mod contacts;
mod crossings;
mod half_spaces;
mod inside;
mod kernel;
mod map_pairs;
mod maps;
mod meshes;
mod nearest;
mod patches;
mod piece_contact;
mod planes;
mod rays;
mod relation;
mod shared;
mod signed;
mod space;
mod triangles;
mod walk;
mod way_out;

pub use contacts::{contacts, contacts_into};
pub use crossings::Crossing;
pub(crate) use maps::reach as map_reach;
pub use piece_contact::PieceContact;
pub use relation::{Relation, relation};
pub(crate) use signed::contact;
pub use space::Dimension;
#[doc(hidden)]
pub use space::{AnySpace, FormSpace};
pub use way_out::{Exit, way_out};

use crate::answer::{Contact, Distance, Settings};
use crate::body::Form;
use crate::math::Real;
use common::{Way, nowhere, pieces_distance, pieces_meet};
use inside::one_inside;
use nearest::nearest;
use walk::walk;

/// See [`intersects_with`](super::intersects_with).
fn intersects<'a, W: FormSpace>(a: &Form<'a, W>, b: &Form<'a, W>, settings: &Settings) -> bool {
    if let (Form::Convex(a), Form::Convex(b)) = (a, b) {
        return pieces_meet(a, b, settings);
    }
    let margin = settings.margin().unwrap_or(0.0);
    let (side_a, side_b) = match Way::of(a, b, &Settings { margin: Some(margin), ..*settings }) {
        Way::Walk(a, b) => (a, b),
        Way::Found(found) => return found.is_some(),
    };
    if let Some(found) = meshes::nearest(&side_a, &side_b, margin, true) {
        return found.is_some() || one_inside(&side_a, &side_b).is_some();
    }
    let mut meet = false;
    walk(&side_a, &side_b, margin, &mut |_, a, _, b| {
        meet = pieces_meet(a, b, settings);
        if meet { -1.0 } else { margin }
    });
    meet || one_inside(&side_a, &side_b).is_some()
}

/// See [`distance_with`](super::distance_with).
fn distance<'a, W: FormSpace>(a: &Form<'a, W>, b: &Form<'a, W>, settings: &Settings) -> Distance<W> {
    if let (Form::Convex(a), Form::Convex(b)) = (a, b) {
        return pieces_distance(a, b, settings);
    }
    let (side_a, side_b) = match Way::of(a, b, &Settings { margin: None, ..*settings }) {
        Way::Walk(a, b) => (a, b),
        Way::Found(found) => return found.map_or_else(nowhere, apart),
    };
    let found = match meshes::nearest(&side_a, &side_b, f64::INFINITY, false) {
        Some(found) => found,
        None => {
            nearest([&side_a, &side_b], None, f64::INFINITY, |a, b, _| Some(pieces_distance(a, b, settings)))
        }
    };
    let found = found.unwrap_or_else(|| {
        let through = side_a.is_one_sided() || side_b.is_one_sided();
        if through { Distance { distance: f64::INFINITY, error: 0.0, ..nowhere() } } else { nowhere() }
    });
    if found.distance > found.error
        && let Some(inside) = one_inside(&side_a, &side_b)
    {
        let point = inside.point.map(|c| side_a.precision().round(c));
        return Distance { distance: 0.0, point_a: point, point_b: point, ..inside.name(found) };
    }
    found
}

/// The distance from a signed distance.
fn apart<W: FormSpace>(contact: Contact<W>) -> Distance<W> {
    let meet = contact.signed_distance <= 0.0;
    Distance {
        distance: Real::max(contact.signed_distance, 0.0),
        error: contact.error,
        point_a: if meet { contact.point_b } else { contact.point_a },
        point_b: contact.point_b,
        normal: contact.normal,
        status: contact.status,
        rung: contact.rung,
        iterations: contact.iterations,
        part_a: contact.part_a,
        part_b: contact.part_b,
    }
}
