//! Bodies that are not convex, in the front door: their convex pieces are asked about, those that a tree finds near.
//!
//! | file | what it holds |
//! |---|---|
//! | `walk.rs` | pairs of pieces that are near one another, one body being convex or both of many pieces |
//! | `pair.rs` | two convex pieces, by the front door |
//! | `inside.rs` | whether a body is inside a solid mesh |
//! | `space.rs` | what is asked of a space |
//! | `meshes.rs` | two surfaces of triangles, the pair that must be fast |
//! | `triangles.rs` | how far apart two triangles are |
//! | `contacts.rs` | all of where they touch, without ghosts |
//! | `patches.rs` | few points for all that touch along one normal |
//! | `casts.rs` | when moving bodies first touch |
//! | `way_out.rs` | a translation that parts them |
//! | `rays.rs` | rays and bodies of any form |
//! | `crossings.rs` | all of where a ray crosses the surface of a mesh |
//! | `maps.rs` | distance maps and bodies of any form |
//! | `map_pairs.rs` | what they say of each other, in space |
//! | `half_spaces.rs` | half-spaces and bodies of any form |
//! | `relation.rs` | how two solids stand to one another: touching, overlapping, one inside the other |
//! | `shared.rs` | what two triangles share |
//!
//! # Guarantees
//! A distance is the least of those of all pairs of pieces: each pair that is looked at is answered with its error by the front
//! door, and each that is not is farther apart than the answer, as the tree proves. So the error holds as it does for convex
//! shapes. No allocation.

mod casts;
mod contacts;
mod crossings;
mod half_spaces;
mod inside;
mod map_pairs;
mod maps;
mod meshes;
pub(crate) mod pair;
mod patches;
mod piece_contact;
mod rays;
mod relation;
mod shared;
mod space;
mod triangles;
mod walk;
mod way_out;

pub(crate) use casts::{cast, cast_until};
pub use contacts::{contacts, contacts_into};
pub(crate) use contacts::{of_forms as contacts_of_forms, patches_of_forms};
pub use crossings::Crossing;
pub(crate) use maps::reach as map_reach;
pub use piece_contact::PieceContact;
pub(crate) use rays::ray_cast;
pub use relation::{Relation, relation};
pub use space::FormSpace;
#[cfg(not(test))]
pub(crate) use way_out::of_forms as way_out_of_forms;
pub use way_out::{Exit, way_out};

use super::{Contact, Distance, Settings};
use crate::body::Form;
use crate::math::{Real, Vector};
use crate::observe::Status;
use crate::shape::Parts;
use inside::one_inside;
use walk::{Side, walk};

/// See [`intersects_with`](super::intersects_with).
#[inline(never)]
pub(crate) fn intersects<'a, V: FormSpace>(a: &Form<'a, V>, b: &Form<'a, V>, settings: &Settings) -> bool {
    if let (Form::Convex(a), Form::Convex(b)) = (a, b) {
        return pair::meet(a, b, settings);
    }
    let (side_a, side_b) = match sides(a, b, settings) {
        Ok(sides) => sides,
        Err(contact) => {
            let margin = settings.margin().unwrap_or(0.0);
            return (contact.signed_distance - contact.error).f64() <= margin;
        }
    };
    let margin = settings.margin().unwrap_or(0.0);
    if let Some(found) = meshes::nearest(&side_a, &side_b, margin, true) {
        return found.is_some() || one_inside(&side_a, &side_b).is_some();
    }
    let mut meet = false;
    walk(&side_a, &side_b, margin, &mut |_, a, _, b| {
        meet = pair::meet(a, b, settings);
        if meet { -1.0 } else { margin }
    });
    meet || one_inside(&side_a, &side_b).is_some()
}

/// See [`distance_with`](super::distance_with).
#[inline(never)]
pub(crate) fn distance<'a, V: FormSpace>(
    a: &Form<'a, V>,
    b: &Form<'a, V>,
    settings: &Settings,
) -> Distance<V> {
    if let (Form::Convex(a), Form::Convex(b)) = (a, b) {
        return pair::distance(a, b, settings);
    }
    let (side_a, side_b) = match sides(a, b, &Settings { margin: None, ..*settings }) {
        Ok(sides) => sides,
        Err(contact) => return apart(contact),
    };
    let found = match meshes::nearest(&side_a, &side_b, f64::INFINITY, false) {
        Some(found) => found,
        None => {
            let mut best: Option<Distance<V>> = None;
            let mut lower = f64::INFINITY;
            walk(&side_a, &side_b, f64::INFINITY, &mut |i, a, j, b| {
                let (part_a, part_b) = (side_a.name(i), side_b.name(j));
                let found = pair::distance(a, b, settings);
                lower = lower.min((found.distance - found.error).f64());
                if best.is_none_or(|best| {
                    better(found.distance, [part_a, part_b], best.distance, [best.part_a, best.part_b])
                }) {
                    best = Some(Distance { part_a, part_b, ..found });
                }
                let least = best.map_or(f64::INFINITY, |best| best.distance.f64());
                // Where they meet no pair is nearer.
                if least == 0.0 { -1.0 } else { least }
            });
            best.map(|best| Distance {
                error: best.error.max(V::Scalar::of(best.distance.f64() - lower)),
                ..best
            })
        }
    };
    let found = found.unwrap_or_else(|| {
        let through = side_a.is_one_sided() || side_b.is_one_sided();
        if through {
            Distance { distance: Real::INFINITY, error: Real::ZERO, ..nowhere() }
        } else {
            nowhere()
        }
    });
    if found.distance > found.error
        && let Some(inside) = one_inside(&side_a, &side_b)
    {
        let point = V::narrow(inside.point);
        return Distance { distance: Real::ZERO, point_a: point, point_b: point, ..inside.name(found) };
    }
    found
}

/// See [`contact_with`](super::contact_with).
#[inline(never)]
pub(crate) fn contact<'a, V: FormSpace>(a: &Form<'a, V>, b: &Form<'a, V>, settings: &Settings) -> Contact<V> {
    contact_within(a, b, settings).unwrap_or_else(|| match sides(a, b, settings) {
        Ok((side_a, side_b)) => beyond(&side_a, &side_b, settings)
            .unwrap_or_else(|| contact_by_distance(a, b, &side_a, &side_b, settings)),
        Err(contact) => contact,
    })
}

/// [`contact`] for who does not care how far apart bodies are beyond the margin: `None` where the boxes of their pieces show that they
/// are, without a search for the distance. The boxes are larger than the pieces by more than an answer may be off.
#[inline(never)]
pub(crate) fn contact_within<'a, V: FormSpace>(
    a: &Form<'a, V>,
    b: &Form<'a, V>,
    settings: &Settings,
) -> Option<Contact<V>> {
    if let (Form::Convex(a), Form::Convex(b)) = (a, b) {
        return Some(pair::contact(a, b, settings));
    }
    let (side_a, side_b) = match sides(a, b, settings) {
        Ok(sides) => sides,
        Err(contact) => return Some(contact),
    };
    let mut best: Option<Contact<V>> = None;
    let mut lower = f64::INFINITY;
    let far = settings.margin().unwrap_or(f64::INFINITY);
    walk(&side_a, &side_b, far, &mut |i, a, j, b| {
        let (part_a, part_b) = (side_a.name(i), side_b.name(j));
        let found = pair::contact(a, b, settings);
        lower = lower.min((found.signed_distance - found.error).f64());
        if best.is_none_or(|best| {
            better(found.signed_distance, [part_a, part_b], best.signed_distance, [best.part_a, best.part_b])
        }) {
            best = Some(Contact { part_a, part_b, ..found });
        }
        // All that meet are looked at.
        best.map_or(far, |best| best.signed_distance.f64().clamp(0.0, far))
    });
    let Some(best) = best else {
        // Nothing is beyond a margin without end.
        let counts = far == f64::INFINITY || one_inside(&side_a, &side_b).is_some();
        return counts.then(|| contact_by_distance(a, b, &side_a, &side_b, settings));
    };
    // Pairs that were not looked at are farther apart than the best one, or than the margin.
    let lower = Real::min(lower, far);
    let found = Contact { error: best.error.max(V::Scalar::of(best.signed_distance.f64() - lower)), ..best };
    if found.signed_distance > found.error && one_inside(&side_a, &side_b).is_some() {
        return Some(from_inside(found));
    }
    Some(found)
}

/// The signed distance where no two pieces are within the margin: one body may be inside the other.
fn contact_by_distance<'a, V: FormSpace>(
    a: &Form<'a, V>,
    b: &Form<'a, V>,
    side_a: &Side<'a, V>,
    side_b: &Side<'a, V>,
    settings: &Settings,
) -> Contact<V> {
    from_distance(side_a, side_b, &distance(a, b, &Settings { margin: None, ..*settings }), settings)
}

/// The two sides of a walk, or the answer where one is a half-space or a map.
fn sides<'a, V: FormSpace>(
    a: &Form<'a, V>,
    b: &Form<'a, V>,
    settings: &Settings,
) -> Result<(Side<'a, V>, Side<'a, V>), Contact<V>> {
    if let Some(contact) = maps::contact(a, b, settings) {
        return Err(contact);
    }
    match (Side::of(a), Side::of(b)) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (Err(half_space), Ok(b)) => Err(half_spaces::contact(&half_space, &b)),
        (Ok(a), Err(half_space)) => Err(half_spaces::contact(&half_space, &a).swapped()),
        (Err(a), Err(b)) => Err(half_spaces::between(&a, &b)),
    }
}

/// Whether an answer is to be taken instead of the best one so far: of equally near pieces the first ones, so that it does not
/// depend on the order in which they are looked at.
fn better<T: Real>(value: T, parts: [Option<u32>; 2], best: T, best_parts: [Option<u32>; 2]) -> bool {
    value < best || (value == best && parts < best_parts)
}

/// The distance from a signed one.
fn apart<V: FormSpace>(contact: Contact<V>) -> Distance<V> {
    let meet = contact.signed_distance <= Real::ZERO;
    Distance {
        distance: contact.signed_distance.max(Real::ZERO),
        error: contact.error,
        point_a: if meet { contact.point_b } else { contact.point_a },
        point_b: contact.point_b,
        normal: contact.normal,
        status: contact.status,
        iterations: contact.iterations,
        part_a: contact.part_a,
        part_b: contact.part_b,
    }
}

/// The signed distance of bodies of which one is inside the other, from that of their surfaces: the way out is the way to the
/// nearest point of the surface, and at least so long.
fn from_inside<V: Vector>(found: Contact<V>) -> Contact<V> {
    Contact { signed_distance: -found.signed_distance, normal: -found.normal, ..found }
}

/// Bodies of which no two pieces are within the margin: their distance is between that and the one of any two pieces.
fn beyond<'a, V: FormSpace>(
    side_a: &Side<'a, V>,
    side_b: &Side<'a, V>,
    settings: &Settings,
) -> Option<Contact<V>> {
    let far = settings.margin()?;
    let mut found: Option<Contact<V>> = None;
    let mut ask = |i, a: &Parts<'a, V>, j, b: &Parts<'a, V>| {
        let (part_a, part_b) = (side_a.name(i), side_b.name(j));
        found = Some(Contact { part_a, part_b, ..pair::contact(a, b, settings) });
        -1.0
    };
    if let (Some((i, a)), Some((j, b))) = (side_a.first(), side_b.first()) {
        ask(i, &a, j, &b);
    } else {
        walk(side_a, side_b, f64::INFINITY, &mut ask);
    }
    let found = found?;
    let error = found.error.max(V::Scalar::of(found.signed_distance.f64() - far));
    Some(Contact { error, ..found })
}

/// The signed distance where no pair of pieces was looked at.
fn from_distance<'a, V: FormSpace>(
    side_a: &Side<'a, V>,
    side_b: &Side<'a, V>,
    found: &Distance<V>,
    settings: &Settings,
) -> Contact<V> {
    let contact = Contact {
        signed_distance: found.distance,
        error: found.error,
        point_a: found.point_a,
        point_b: found.point_b,
        normal: found.normal,
        status: found.status,
        iterations: found.iterations,
        part_a: found.part_a,
        part_b: found.part_b,
    };
    if found.distance > found.error {
        return contact;
    }
    // One is inside the other, farther from its surface than the margin.
    let mut best: Option<Contact<V>> = None;
    walk(side_a, side_b, f64::INFINITY, &mut |i, a, j, b| {
        let (part_a, part_b) = (side_a.name(i), side_b.name(j));
        let found = pair::contact(a, b, &Settings { margin: None, ..*settings });
        if best.is_none_or(|best| found.signed_distance < best.signed_distance) {
            best = Some(Contact { part_a, part_b, ..found });
        }
        best.map_or(f64::INFINITY, |best| best.signed_distance.f64().max(0.0))
    });
    best.map_or(contact, from_inside)
}

/// The answer where poses are beyond all numbers, so that nothing is known.
fn nowhere<V: Vector>() -> Distance<V> {
    Distance {
        distance: Real::ZERO,
        error: V::Scalar::INFINITY,
        point_a: V::ZERO,
        point_b: V::ZERO,
        normal: V::axis(0),
        status: Status::Stalled,
        iterations: 0,
        part_a: None,
        part_b: None,
    }
}
