//! Contact manifolds of two bodies, piece by piece.
//!
//! **Answer.** A contact manifold for each pair of pieces within the margin: the input for a solver if a box stands on a mesh or two
//! tables lean on one another. [`contact`](fn@crate::contact) gives only the deepest pair.
//!
//! **No ghost contacts.** A triangle by itself has sides that can stop a body; the surface that it belongs to may have none there. A
//! contact whose normal the surface does not allow, as at the internal edges of a flat floor, gets the normal of the triangle instead
//! and keeps only the points that remain then. So a box that slides over tessellated ground feels a plane. Bodies that touch always
//! have a contact, and on flat ground one as deep as the plane requires: if no pair of pieces shows it, `planes.rs` finds it.
//!
//! **Patches.** Contacts with the same normal form one patch, of which only few points are kept (`patches.rs`): a box on a floor of a
//! hundred triangles has four points, and each keeps the names of its pieces and features from step to step.
//!
//! **Inside.** A part that is inside a solid mesh or region, and meets no face of it, has contacts with the nearest faces, whatever the
//! margin: along the direction from it to the surface, and as deep as it must move along that to be separated from these pieces, which
//! is no less than its distance from the surface. This applies to each part by itself: a convex part of a compound, a connected part of
//! a mesh. It is the direction in which a solver should push, and a way out of a convex solid; another solid may continue beyond the
//! nearest face. [`way_out`](crate::nonconvex::way_out) finds a translation that leads out.
//!
//! **Guarantee.** Every pair of pieces within the margin is examined. Points are those of [`manifold`](fn@crate::manifold), with
//! its guarantees, or along the normal of the triangle, on both bodies within the tolerance of manifolds. Bodies that overlap by more
//! than the tolerance of manifolds have a contact.
//!
//! **Cost.** One manifold for each pair of near pieces. For each part that has none, and for each part of bodies with many parts, a
//! test whether it is inside. Allocates when the list grows.

use alloc::vec::Vec;

use super::inside::each_inside;
use super::patches::into_patches;
use super::planes::Planes;
use super::signed::{is_apart, nearest_of_part};
use super::walk::{Extent, Side, walk};
use super::{FormSpace, PieceContact, half_spaces, maps};
use crate::answer::Settings;
use crate::answer::shell;
use crate::body::{Body, Form, Middle};
use crate::manifolds::{Manifold, ManifoldPoint, ManifoldSettings, manifold_along};
use crate::math::{Each, Pose, Real, Turn};
use crate::nonconvex::Dimension;
use crate::pair::Prepared;
use crate::shape::{BySpace, CoreShape, HalfSpace, Parts, Space, Support, Wide, Widen};

/// Contact manifolds of two bodies, piece by piece, ordered by the names of the pieces. For two convex bodies it is their manifold.
///
/// A part of one body that is inside the other, a solid mesh or region, and meets no face of it, has a contact with the nearest face:
/// along the direction to it, and as deep as that part must move to be beyond it, which is no less than its distance from the surface.
/// That may not be enough to leave a solid that is not convex; see [`way_out`](crate::nonconvex::way_out).
///
/// ```
/// use impinge::mesh::TriangleMesh;
/// use impinge::{Cuboid, Pose, Shape, contacts};
///
/// // A cube on a floor of two triangles, over their common side.
/// let corners = [[-5.0, -5.0, 0.0], [5.0, -5.0, 0.0], [5.0, 5.0, 0.0], [-5.0, 5.0, 0.0]];
/// let (floor, _) = TriangleMesh::<f64>::new(&corners, &[[0, 1, 2], [0, 2, 3]])?;
/// let cube = Cuboid::new([1.0, 1.0, 1.0]).at(Pose::at([0.0, 0.0, 0.875]));
/// let found = contacts(&floor, &cube);
/// assert_eq!(found.len(), 2); // one for each triangle
/// for contact in &found {
///     assert!((contact.manifold.normal.z - 1.0).abs() < 1e-12); // a plane, whatever it is made of
///     assert!(contact.manifold.points().iter().all(|p| (p.depth() - 0.125).abs() < 1e-12));
/// }
/// # Ok::<(), impinge::mesh::MeshError>(())
/// ```
pub fn contacts<A: Body<V: Dimension>, B: Body<V = A::V>>(a: &A, b: &B) -> Vec<PieceContact<A::V>> {
    let mut found = Vec::new();
    contacts_into(a, b, &ManifoldSettings::default(), &mut found);
    found
}

/// [`contacts`] with custom settings, into reused memory; in `f32` it allocates nevertheless.
pub fn contacts_into<A: Body<V: Dimension>, B: Body<V = A::V>>(
    a: &A,
    b: &B,
    settings: &ManifoldSettings,
    found: &mut Vec<PieceContact<A::V>>,
) {
    // In `f64` it is the same list.
    let mut wide = A::V::wide::<Lists>(core::mem::take(found)).unwrap_or_default();
    Wide::<A::V>::patches_of_forms(&a.form(), &b.form(), settings, &mut wide);
    *found = A::V::answer::<Lists>(wide, |wide| wide.into_iter().map(PieceContact::narrowed).collect());
}

/// Lists of contacts, by space.
struct Lists;

impl BySpace for Lists {
    type Of<V: Widen> = Vec<PieceContact<V>>;
}

/// [`contacts_into`] of forms.
pub(super) fn patches_of_forms<'a, W: FormSpace>(
    a: &Form<'a, W>,
    b: &Form<'a, W>,
    settings: &ManifoldSettings,
    found: &mut Vec<PieceContact<W>>,
) {
    found.clear();
    if maps::contacts(a, b, settings, found) {
        return;
    }
    of_forms(a, b, settings, found);
    found.sort_unstable_by_key(|contact| (contact.part_a, contact.part_b));
    into_patches(found, settings);
}

/// [`contacts_into`] without ordering, appended to earlier results; a ghost contact stays only if nothing else was found.
pub(super) fn of_forms<'a, W: FormSpace>(
    a: &Form<'a, W>,
    b: &Form<'a, W>,
    settings: &ManifoldSettings,
    found: &mut Vec<PieceContact<W>>,
) {
    if maps::contacts(a, b, settings, found) {
        return;
    }
    let precision = a.precision();
    let margin = Real::max(settings.margin, 0.0);
    // Touching counts within the tolerance of manifolds, relative to the pair.
    let tolerances = settings.tolerances.unwrap_or(crate::feature::Tolerances::in_precision(precision));
    let near = |body: &Side<'a, W>| margin + tolerances.touch * reach(body);
    let (side_a, side_b) = match (Extent::of(a), Extent::of(b)) {
        (Extent::Bounded(a), Extent::Bounded(b)) => (a, b),
        (Extent::HalfSpace(half_space), Extent::Bounded(body)) => {
            half_spaces::each_within(&half_space, &body, near(&body), |part_b, parts| {
                let manifold = above_plane(&half_space, parts, settings);
                push(found, PieceContact { part_a: None, part_b, patch: 0, manifold });
            });
            return;
        }
        (Extent::Bounded(body), Extent::HalfSpace(half_space)) => {
            half_spaces::each_within(&half_space, &body, near(&body), |part_a, parts| {
                let manifold = above_plane(&half_space, parts, settings).swapped();
                push(found, PieceContact { part_a, part_b: None, patch: 0, manifold });
            });
            return;
        }
        (Extent::HalfSpace(_), Extent::HalfSpace(_)) => return,
    };
    let limit = near(&side_a) + near(&side_b);
    let before = found.len();
    // Whether a convex body is in front of each surface, once that has been tested; for other bodies it is tested for each piece.
    let mut in_front = [None; 2];
    let is_convex = matches!(side_a, Side::Convex(_)) || matches!(side_b, Side::Convex(_));
    let touch = tolerances.touch * (reach(&side_a) + reach(&side_b));
    let mut planes = Planes::new(touch);
    // A contact with a piece without a normal, such as a degenerate triangle: it stays if there is no other.
    let mut ghost: Option<PieceContact<W>> = None;
    walk(&side_a, &side_b, limit, &mut |i, a, j, b| {
        let mut manifold = shell::manifold(a, b, settings).rounded(precision);
        if manifold.points().is_empty() {
            return limit;
        }
        // The surfaces of both sides must allow the normal.
        if !is_convex {
            in_front = [None; 2];
        }
        let [of_a, of_b] = &mut in_front;
        for (side, items, pieces, out, known) in
            [(&side_a, [i, j], [a, b], 1.0, of_a), (&side_b, [j, i], [b, a], -1.0, of_b)]
        {
            let Some(normal) = allowed_instead(side, items[0], &manifold, pieces[1], out, known) else {
                continue;
            };
            if normal == W::ZERO {
                let (part_a, part_b) = (side_a.name(i), side_b.name(j));
                ghost.get_or_insert(PieceContact { part_a, part_b, patch: 0, manifold });
                return limit;
            }
            let instead = along(a, b, normal * out, settings);
            if instead.deepest().is_none_or(|deepest| deepest.signed_distance > instead.signed_distance) {
                planes.note(out > 0.0, items, pieces, normal, instead.signed_distance);
            }
            if instead.points().is_empty() {
                return limit;
            }
            manifold = instead;
        }
        push(found, PieceContact { part_a: side_a.name(i), part_b: side_b.name(j), patch: 0, manifold });
        limit
    });
    planes.show([&side_a, &side_b], settings, before, found);
    if let (true, Some(ghost)) = (found.is_empty(), ghost) {
        found.push(ghost);
    }
    from_inside([&side_a, &side_b], touch, settings, before, found);
}

/// Contacts of the parts that are inside the other body and meet no face of it. `touch` is the tolerance of touching; contacts from
/// `before` on belong to this pair.
fn from_inside<'a, W: FormSpace>(
    sides: [&Side<'a, W>; 2],
    touch: f64,
    settings: &ManifoldSettings,
    before: usize,
    found: &mut Vec<PieceContact<W>>,
) {
    // If the only part of a body has a contact, it is near the surface.
    let many = found.len() > before;
    let query = Settings { gap: settings.gap, margin: None };
    each_inside(sides, many, &mut |inside| {
        let has_contact = |contact: &PieceContact<W>| {
            let part = if inside.around_is_a { contact.part_b } else { contact.part_a };
            part.is_some() && part == inside.piece_name()
        };
        if found[before..].iter().any(has_contact) {
            return true;
        }
        let Some(nearest) = nearest_of_part(sides, inside, &query).filter(is_apart) else { return true };
        let names = [nearest.part_a, nearest.part_b];
        if found[before..].iter().any(|contact| [contact.part_a, contact.part_b] == names) {
            return true;
        }
        let (parts, only) = inside.sides(sides);
        let parts = [&parts[0], &parts[1]];
        let out = -nearest.normal.unit();
        let (surface, inner) =
            if inside.around_is_a { (nearest.point_a, parts[1]) } else { (nearest.point_b, parts[0]) };
        let level = out.dot(surface);
        let near = nearest.signed_distance + nearest.error + touch;
        // The far end of a convex part may be below other faces in the same plane, which are farther from the part.
        let far = match inner {
            Side::Convex(part) => near + 2.0 * (part.core.reach() + part.radius),
            Side::Pieces(..) => near,
        };
        let known = found.len();
        for limit in [near, far] {
            walk(parts[0], parts[1], limit, &mut |i, a, j, b| {
                let [part_a, part_b] = inside.names([parts[0].name(i), parts[1].name(j)]);
                let face = if inside.around_is_a { a } else { b };
                let [low, high] = heights(face, out).each(|height| (height - level).abs());
                if only.is_none_or(|only| only.counts(parts, [i, j]))
                    && (names == [part_a, part_b] || Real::max(low, high) <= touch)
                {
                    let manifold = along(a, b, out, settings);
                    push(found, PieceContact { part_a, part_b, patch: 0, manifold });
                }
                limit
            });
            if found.len() > known {
                return true;
            }
        }
        let point = ManifoldPoint {
            point_a: nearest.point_a,
            point_b: nearest.point_b,
            signed_distance: -nearest.signed_distance,
            ..ManifoldPoint::default()
        };
        let manifold = Manifold::of_points(-nearest.normal, nearest.error, &[point]);
        push(found, PieceContact { part_a: nearest.part_a, part_b: nearest.part_b, patch: 0, manifold });
        true
    });
}

/// The extent of a piece along a unit vector of the common frame.
fn heights<W: Space>(piece: &Parts<'_, W>, along: W) -> [f64; 2] {
    let place = W::relative(&Pose::IDENTITY, &piece.pose);
    let core = piece.core;
    [-along, along]
        .each(|toward| along.dot(place.turn.turn(core.support(place.turn.unturn(toward))) + place.offset))
}

fn push<W: FormSpace>(found: &mut Vec<PieceContact<W>>, contact: PieceContact<W>) {
    if !contact.manifold.points().is_empty() {
        found.push(contact);
    }
}

fn reach<W: FormSpace>(side: &Side<'_, W>) -> f64 {
    match side {
        Side::Convex(parts) => parts.core.reach() + parts.radius + parts.pose.translation().sum_abs(),
        Side::Pieces(pieces, pose) => pieces.reach() + pose.translation().sum_abs(),
    }
}

/// The outward normal of a piece in the common frame, if the surface does not allow that of the manifold. `out` is 1 for A, whose
/// outward direction the normal of the manifold is, and −1 for B.
fn allowed_instead<W: FormSpace>(
    side: &Side<'_, W>,
    item: Option<u32>,
    manifold: &Manifold<W>,
    other: &Parts<'_, W>,
    out: f64,
    in_front: &mut Option<bool>,
) -> Option<W> {
    let Side::Pieces(pieces, pose) = side else { return None };
    let place = W::relative(pose, &Pose::IDENTITY);
    let normal = place.turn.turn(manifold.normal) * out;
    let mut points = manifold.points().iter();
    let first = points.next()?;
    let deepest =
        points.fold(first, |best, p| if p.signed_distance < best.signed_distance { p } else { best });
    let point = if out > 0.0 { deepest.point_a } else { deepest.point_b };
    let point = place.turn.turn(point) + place.offset;
    let seen = W::relative(pose, &other.pose);
    let middle = seen.turn.turn(other.core.center()) + seen.offset;
    let mut middle = Middle { point: middle, in_front: *in_front };
    let face = pieces.allowed_instead(item?, point, normal, &mut middle);
    *in_front = middle.in_front;
    face.map(|face| place.turn.unturn(face))
}

/// The contact manifold of a half-space and a piece.
fn above_plane<W: FormSpace>(
    half_space: &HalfSpace<W>,
    piece: &Parts<'_, W>,
    settings: &ManifoldSettings,
) -> Manifold<W> {
    shell::half_space_manifold(half_space, piece, settings).rounded(piece.precision)
}

/// The contact manifold of two pieces along a given normal from A to B.
fn along<'a, W: FormSpace>(
    a: &Parts<'a, W>,
    b: &Parts<'a, W>,
    normal: W,
    settings: &ManifoldSettings,
) -> Manifold<W> {
    let prepared = Prepared::new(a, b);
    manifold_along(&prepared, prepared.frame.direction_in(normal), settings).rounded(a.precision)
}
