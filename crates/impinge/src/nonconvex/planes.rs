//! Planes of flat surfaces: the depth of a body in them if no piece by itself shows it.
//!
//! A thin or slanted body may pass through one triangle of a floor and be deepest below another one that it does not touch. The first
//! one by itself is left through one of its sides, which the floor does not have, and along its normal nothing is above it. So its
//! plane is noted, and at the end it is tested whether some contact shows that the body is as deep as the plane requires:
//!
//! 1. If one does, nothing is missing. This is so for nearly every body on flat ground, and costs only a few products.
//! 2. Otherwise the body is tested against the half-space below the plane. Those of its points count that are over the surface, as far
//!    as it is flat around the piece: they have the depth given there, and the name of the piece they are over.
//! 3. If nothing at all was found, as when a thin body passes through a ridge, the piece in which it is least deep is moved along its
//!    normal until it leaves the body: there they touch, and the depth is the distance moved. Bodies that are apart, such as a round
//!    one in `f32` above a ridge, whose normal is off by more than the surface allows, have the contact of their nearest points.
//!
//! **Guarantee.** Normals are those of pieces, or of the nearest points of separated bodies. Points are on both bodies, within the
//! tolerance of manifolds; none is deeper than the body reaches below it along the normal.
//!
//! **Cost.** No allocation. A few support calls for each plane that is not shown; up to [`HALVINGS`] queries for step 3.

use alloc::vec::Vec;

use super::common::{pieces_distance, pieces_meet};
use super::signed::{is_apart, nearest_pieces};
use super::walk::Side;
use super::{FormSpace, PieceContact};
use crate::answer::{Contact, Settings};
use crate::feature::{Feature, Few};
use crate::manifolds::{Manifold, ManifoldPoint, ManifoldSettings, SHORT, half_space_manifold};
use crate::math::{Each, Pose, Real, Rotation, Turn};
use crate::mesh::is_level;
use crate::pair::Prepared;
use crate::shape::{CoreShape, Id, Parts, Support};

/// Number of planes that are kept, those in which the body is deepest. Only on rough ground, which is flat nowhere, is a body in more.
const MOST: usize = 8;

/// The gap, relative to the pair, of the search for the nearest points of separated bodies, small so that their normal is accurate.
const NEAREST_GAP: f64 = 1.0 / (1u64 << 36) as f64;

/// After this many steps the depth is known to a billionth of the depth in the plane.
const HALVINGS: usize = 32;

/// The plane of a piece, on the side of the other body, in the common frame.
#[derive(Clone, Copy)]
struct Plane<'a, W: FormSpace> {
    /// Whether the piece is one of A.
    of_a: bool,
    /// Its number in the tree, and that of the piece of the other body.
    items: [Option<u32>; 2],
    /// The piece, and that of the other body.
    pieces: [Parts<'a, W>; 2],
    /// Unit normal towards the other body.
    normal: W,
    /// The signed distance of the other piece from the half-space below it.
    signed_distance: f64,
}

/// Planes in which a body is deeper than the pieces show.
pub(super) struct Planes<'a, W: FormSpace> {
    kept: [Option<Plane<'a, W>>; MOST],
    /// The tolerance of manifolds, as a length.
    touch: f64,
}

impl<'a, W: FormSpace> Planes<'a, W> {
    /// Creates an empty set. `touch` is the tolerance of manifolds, as a length.
    pub(super) fn new(touch: f64) -> Self {
        Self { kept: [None; MOST], touch }
    }

    /// Notes the plane of a piece, with the number of it and of the other piece, and the signed distance of that along the normal. A
    /// plane that is known already is skipped.
    pub(super) fn note(
        &mut self,
        of_a: bool,
        items: [Option<u32>; 2],
        pieces: [&Parts<'a, W>; 2],
        normal: W,
        signed_distance: f64,
    ) {
        let new = Plane { of_a, items, pieces: pieces.each(|p| *p), normal, signed_distance };
        let near = new.near(self.touch);
        let mut place = 0;
        for (k, slot) in self.kept.iter().enumerate() {
            let Some(known) = slot else {
                place = k;
                break;
            };
            let is_same = known.of_a == of_a
                && known.items[1] == items[1]
                && is_level(known.normal, normal)
                && (known.signed_distance - signed_distance).abs() <= near;
            if is_same {
                return;
            }
            if self.kept[place].is_some_and(|least| known.signed_distance > least.signed_distance) {
                place = k;
            }
        }
        if self.kept[place].is_none_or(|least| least.signed_distance > signed_distance) {
            self.kept[place] = Some(new);
        }
    }

    /// Adds contacts for planes whose depth is not shown by any contact found since `before`.
    #[inline(never)]
    pub(super) fn show(
        &self,
        sides: [&Side<'a, W>; 2],
        settings: &ManifoldSettings,
        before: usize,
        found: &mut Vec<PieceContact<W>>,
    ) {
        for plane in self.kept.iter().flatten() {
            if !plane.is_shown(&found[before..], self.touch) {
                plane.add_points(sides, settings, self.touch, before, found);
            }
        }
        if found.len() > before {
            return;
        }
        let planes = self.kept.iter().flatten();
        let Some(least) = planes.reduce(|a, b| if b.signed_distance > a.signed_distance { b } else { a })
        else {
            return;
        };
        let far = Real::max(settings.margin, 0.0) + self.touch;
        let query = Settings { gap: Some(NEAREST_GAP), margin: None };
        found.extend(match nearest_pieces(sides, None, far, &query) {
            Some(apart) if is_apart(&apart) => Some(of_nearest(&apart)),
            Some(_) => Some(least.left(sides)),
            None => None,
        });
    }
}

/// The contact of the nearest points of two separated bodies.
fn of_nearest<W: FormSpace>(found: &Contact<W>) -> PieceContact<W> {
    let point = ManifoldPoint {
        point_a: found.point_a,
        point_b: found.point_b,
        signed_distance: found.signed_distance,
        feature_a: Feature::Curved,
        feature_b: Feature::Curved,
    };
    let manifold = Manifold::of_points(found.normal, found.error, &[point]);
    PieceContact { part_a: found.part_a, part_b: found.part_b, patch: 0, manifold }
}

impl<W: FormSpace> Plane<'_, W> {
    /// Depths that differ by less are equal: the tolerance of manifolds, and the possible shortfall of round parts.
    fn near(&self, touch: f64) -> f64 {
        let other = &self.pieces[1];
        touch + SHORT * (other.core.reach() + other.radius)
    }

    /// Whether a body that is moved out of one of these contacts, along its normal, is out of the plane too.
    fn is_shown(&self, found: &[PieceContact<W>], touch: f64) -> bool {
        let near = self.near(touch);
        let out = if self.of_a { self.normal } else { -self.normal };
        found.iter().any(|contact| {
            let cos = contact.manifold.normal.dot(out);
            contact.manifold.deepest().is_some_and(|deepest| {
                cos > 0.0 && deepest.signed_distance * cos <= self.signed_distance + near
            })
        })
    }

    /// Adds the points of the other body below the plane if the surface is flat from the piece to them.
    fn add_points(
        &self,
        sides: [&Side<'_, W>; 2],
        settings: &ManifoldSettings,
        touch: f64,
        before: usize,
        found: &mut Vec<PieceContact<W>>,
    ) {
        let [side, other] = if self.of_a { sides } else { [sides[1], sides[0]] };
        let (&Side::Pieces(surface, pose), [Some(item), other_item]) = (side, self.items) else { return };
        let [piece, body] = &self.pieces;
        // The frame is at a point of the plane.
        let seen = W::relative(&Pose::IDENTITY, &piece.pose);
        let top = piece.core.support(seen.turn.unturn(self.normal));
        let pose_of = |p: W| Pose::of(p, Rotation::IDENTITY);
        let origin = Parts {
            pose: pose_of(seen.turn.turn(top) + seen.offset),
            lost: piece.lost,
            ..Parts::of(W::point(), piece.precision)
        };
        let place = W::relative(&pose, &Pose::IDENTITY);
        let name_at = |p: W| surface.flat_to(item, place.turn.turn(p) + place.offset, touch);
        // Rough ground usually ends here: it is not flat from the piece to below the lowest point.
        let of_body = W::relative(&Pose::IDENTITY, &body.pose);
        let lowest = body.core.support(of_body.turn.unturn(-self.normal));
        let lowest = of_body.turn.turn(lowest) + of_body.offset;
        if name_at(lowest - self.normal * self.normal.dot(lowest - origin.pose.translation())).is_none() {
            return;
        }
        let prepared = Prepared::new(&origin, body);
        let normal = prepared.frame.direction_in(self.normal);
        let precision = piece.precision;
        let below = half_space_manifold(&prepared, normal, 0.0, settings).rounded(precision);
        let named = |p: &ManifoldPoint<W>| name_at(p.point_a);
        let points = below.points();
        let names: Few<Option<u32>> = points.iter().map(named).collect();
        for (k, &name) in names.iter().enumerate() {
            if name.is_none() || names[..k].contains(&name) {
                continue;
            }
            let of_name = points.iter().zip(names.as_slice()).filter(|(_, n)| **n == name).map(|(p, _)| *p);
            let of_name: Few<ManifoldPoint<W>> = of_name.collect();
            let manifold = Manifold::of_points(self.rounded_normal(), below.error, of_name.as_slice());
            let [part, other_part] = [name, other.name(other_item)];
            let contact = self.contact([part, other_part], manifold);
            // The piece's own contact is less deep.
            let parts = [contact.part_a, contact.part_b];
            match found[before..].iter_mut().find(|c| [c.part_a, c.part_b] == parts) {
                Some(known) => *known = contact,
                None => found.push(contact),
            }
        }
    }

    /// The contact after moving the piece along its normal until it leaves the other one; the depth is the distance moved.
    fn left(&self, sides: [&Side<'_, W>; 2]) -> PieceContact<W> {
        let [side, other] = if self.of_a { sides } else { [sides[1], sides[0]] };
        let [piece, body] = &self.pieces;
        let moved = |by: f64| {
            let pose = Pose::of(piece.pose.translation() - self.normal * by, piece.pose.rotation());
            Parts { pose, ..*piece }
        };
        let (settings, precision) = (Settings::default(), piece.precision);
        let (mut deep, mut beyond) = (0.0, Real::max(-self.signed_distance, 0.0));
        for _ in 0..HALVINGS {
            let by = 0.5 * (deep + beyond);
            if pieces_meet(&moved(by), body, &settings) {
                deep = by;
            } else {
                beyond = by;
            }
        }
        let found = pieces_distance(&moved(deep), body, &settings);
        let point = ManifoldPoint {
            point_a: (found.point_a + self.normal * deep).map(|c| precision.round(c)),
            point_b: found.point_b,
            signed_distance: precision.round(-deep),
            feature_a: Feature::Face(Id(0)),
            feature_b: Feature::Curved,
        };
        let error = precision.round(precision.round(beyond - deep) + found.error);
        let parts = [side.name(self.items[0]), other.name(self.items[1])];
        self.contact(parts, Manifold::of_points(self.rounded_normal(), error, &[point]))
    }

    /// The normal in the precision of the bodies.
    fn rounded_normal(&self) -> W {
        self.normal.map(|c| self.pieces[0].precision.round(c))
    }

    /// A contact of the piece, as A, and the other one, swapped if necessary.
    fn contact(&self, parts: [Option<u32>; 2], manifold: Manifold<W>) -> PieceContact<W> {
        let [part, other_part] = parts;
        if self.of_a {
            PieceContact { part_a: part, part_b: other_part, patch: 0, manifold }
        } else {
            PieceContact { part_a: other_part, part_b: part, patch: 0, manifold: manifold.swapped() }
        }
    }
}
