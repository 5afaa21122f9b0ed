//! The signed distance of two bodies of pieces.
//!
//! **Definition.** If the bodies are apart, the distance of the nearest two pieces. If they overlap, minus the largest of these depths:
//!
//! - for two pieces, the length of the shortest translation that separates them;
//! - for a part that is inside a solid and meets no face of it, its distance from the surface. A part is a convex part of a compound,
//!   a connected part of a mesh or region, the whole of another body.
//!
//! Every translation that separates the bodies separates those two pieces, and takes each point of that part to the surface and beyond:
//! so it is at least as long as each of these depths. The largest is the best of these bounds, and the answer names the part that it is
//! about.
//!
//! **Margin.** A pair of pieces is skipped if it is proven to be farther apart than the margin. That says nothing about bodies inside
//! one another, which need not be near a surface, so containment is tested whatever the margin.

use super::FormSpace;
use super::common::{Way, is_beyond, nowhere, pieces_contact};
use super::inside::{Inside, each_inside};
use super::nearest::{is_less, nearest};
use super::walk::{Only, Side};
use crate::answer::{Contact, Distance, Settings};
use crate::body::Form;
use crate::math::Precision;
use crate::shape::Space;

/// See [`contact_with`](crate::query::contact_with).
pub(crate) fn contact<'a, W: FormSpace>(a: &Form<'a, W>, b: &Form<'a, W>, settings: &Settings) -> Contact<W> {
    let found = W::contact_of_forms(a, b, &Settings { margin: None, ..*settings });
    found.unwrap_or_else(|| of_distance(nowhere()))
}

/// See [`contact_within`](crate::query::contact_within).
pub(super) fn contact_within<'a, W: FormSpace>(
    a: &Form<'a, W>,
    b: &Form<'a, W>,
    settings: &Settings,
) -> Option<Contact<W>> {
    if let (Form::Convex(a), Form::Convex(b)) = (a, b) {
        return pieces_contact(a, b, settings);
    }
    let (side_a, side_b) = match Way::of(a, b, settings) {
        Way::Walk(a, b) => (a, b),
        Way::Found(found) => return found,
    };
    let far = settings.margin().unwrap_or(f64::INFINITY);
    let surfaces = nearest_pieces([&side_a, &side_b], None, far, settings);
    let inside = deepest_inside([&side_a, &side_b], surfaces.as_ref(), settings);
    match (surfaces, inside) {
        (Some(surfaces), Some(inside)) if is_apart(&surfaces) => Some(inside),
        (Some(surfaces), Some(inside)) => Some(deeper(&surfaces, &inside, side_a.precision())),
        (None, None) if far == f64::INFINITY => {
            // There is no piece, for a body that may be let through.
            let through = side_a.is_one_sided() || side_b.is_one_sided();
            let none = of_distance(nowhere());
            let free = Contact { signed_distance: f64::INFINITY, error: 0.0, ..none };
            Some(if through { free } else { none })
        }
        (surfaces, inside) => surfaces.or(inside),
    }
}

/// Whether surfaces are certainly apart.
pub(super) fn is_apart<W: Space>(found: &Contact<W>) -> bool {
    is_beyond(found, 0.0)
}

/// The signed distance of the nearest two pieces, among those not proven to be farther apart than `far`.
pub(super) fn nearest_pieces<'a, W: FormSpace>(
    sides: [&Side<'a, W>; 2],
    only: Option<Only>,
    far: f64,
    settings: &Settings,
) -> Option<Contact<W>> {
    nearest(sides, only, far, |a, b, limit| {
        let margin = (limit < f64::INFINITY).then_some(limit);
        pieces_contact(a, b, &Settings { margin, ..*settings })
    })
}

/// The deepest of the parts of each body that are inside the other and meet no face of it. `surfaces` is the signed distance of
/// the nearest pieces, if any are near.
fn deepest_inside<'a, W: FormSpace>(
    sides: [&Side<'a, W>; 2],
    surfaces: Option<&Contact<W>>,
    settings: &Settings,
) -> Option<Contact<W>> {
    let precision = sides[0].precision();
    let mut deepest: Option<Contact<W>> = None;
    // If a face is met, the only part of a body meets it. Surfaces whose distance is less than its error are tested:
    // if a point is inside, the part inside is as far from the surface as the surfaces are apart, or meets it, and the error covers
    // both.
    let many = surfaces.is_some_and(|found| found.signed_distance <= 0.0);
    each_inside(sides, many, &mut |inside| {
        let found = match surfaces {
            Some(found) if inside.whole => Some(*found),
            _ => nearest_of_part(sides, inside, settings),
        };
        if let Some(found) = found.filter(|found| found.signed_distance > 0.0) {
            let found = from_inside(found);
            deepest = Some(deepest.map_or(found, |best| deeper(&best, &found, precision)));
        }
        true
    });
    deepest
}

/// The nearest pieces of a part that is inside the other body, and of that body's surface.
pub(super) fn nearest_of_part<'a, W: FormSpace>(
    sides: [&Side<'a, W>; 2],
    inside: &Inside<'a, W>,
    settings: &Settings,
) -> Option<Contact<W>> {
    let settings = Settings { margin: None, ..*settings };
    let (parts, only) = inside.sides(sides);
    let parts = [&parts[0], &parts[1]];
    // A point of the part is no nearer to the surface than the part is: only pieces within its distance are examined.
    let far = only.map_or(f64::INFINITY, |_| {
        let (points, precision) = (inside.point_and_around(sides), sides[0].precision());
        let found = nearest_pieces([&points[0], &points[1]], None, f64::INFINITY, &settings);
        found.map_or(f64::INFINITY, |found| precision.round(found.signed_distance + found.error))
    });
    let found = nearest_pieces(parts, only, far, &settings)
        .or_else(|| nearest_pieces(parts, only, f64::INFINITY, &settings));
    found.map(|found| inside.named(found))
}

/// The deeper of two answers about the same bodies, if both hold: the lesser of both is known within its error.
fn deeper<W: Space>(a: &Contact<W>, b: &Contact<W>, precision: Precision) -> Contact<W> {
    let (deep, other) = if is_less(b, a) { (b, a) } else { (a, b) };
    let lower = other.signed_distance - other.error;
    Contact { error: deep.error.max(precision.round(deep.signed_distance - lower)), ..*deep }
}

/// The signed distance of a part inside a body, from that of their surfaces: minus the distance to the nearest point of the surface.
fn from_inside<W: Space>(found: Contact<W>) -> Contact<W> {
    Contact { signed_distance: -found.signed_distance, normal: -found.normal, ..found }
}

/// A distance as a signed one.
fn of_distance<W: Space>(found: Distance<W>) -> Contact<W> {
    Contact {
        signed_distance: found.distance,
        error: found.error,
        point_a: found.point_a,
        point_b: found.point_b,
        normal: found.normal,
        status: found.status,
        rung: found.rung,
        iterations: found.iterations,
        part_a: found.part_a,
        part_b: found.part_b,
    }
}
