//! When bodies of any form first touch.
//!
//! In a time t no point of a body that moves at a constant speed comes farther than that speed times t. So pairs of pieces that are
//! farther apart at the start than both together come until the first impact found so far need no cast; the others are cast, nearest
//! first, and the first impact counts. No earlier one is passed over.
//!
//! **At rest.** Bodies that touch at the start may slide along one another, as convex ones may: then a piece that was farther away comes
//! to touch as those do that touch already, such as the next face of a floor. So where bodies touch at the start, within the
//! tolerance, an impact counts only if its two pieces come nearer than the bodies were at the start, by the tolerance. If they do,
//! its time is that of their touch, which is not late.
//!
//! **One side.** Whether a body comes from the side where a piece is there is judged where it touches, not where it starts; see
//! [`Pieces::fronts`](crate::body::Pieces::fronts). Where it overlaps the piece at the start, it is as [`intersects`](fn@crate::intersects)
//! has it: by its center.

use super::maps;
use super::walk::{Side, faces, walk_all};
use super::{FormSpace, inside::one_inside};
use crate::body::Form;
use crate::math::{Each, Motion, Pose, Real, Rotation, Vector};
use crate::query::Kernel;
use crate::query::cast::{cast_counting, come_below, default_tolerance, least_tolerance};
use crate::query::{CastSettings, Impact, Settings};
use crate::shape::{CoreShape, HalfSpace, Parts};

/// See [`cast_with`](crate::query::cast_with).
pub(crate) fn cast<'a, V: FormSpace>(
    a: &Form<'a, V>,
    b: &Form<'a, V>,
    motions: [&Motion<V>; 2],
    settings: &CastSettings,
) -> Option<Impact<V>> {
    cast_until(a, b, motions, settings, 1.0)
}

/// [`cast`] for who knows of an impact at a time, `latest`: the first one of these bodies if it is not later. Pieces that are too
/// far apart to meet until then are not looked at.
#[inline(never)]
pub(crate) fn cast_until<'a, V: FormSpace>(
    a: &Form<'a, V>,
    b: &Form<'a, V>,
    motions: [&Motion<V>; 2],
    settings: &CastSettings,
    latest: f64,
) -> Option<Impact<V>> {
    let (side_a, side_b) = (side(a, b, motions), side(b, a, motions));
    if maps::is_one(a) || maps::is_one(b) {
        let most = speed(&side_a, motions[0]) + speed(&side_b, motions[1]);
        return maps::cast([a, b], motions, most, reach(&side_a) + reach(&side_b), settings, latest);
    }
    let most = speed(&side_a, motions[0]) + speed(&side_b, motions[1]);
    let size = reach(&side_a) + reach(&side_b);
    // What counts as contact, and the tolerance of it: of no two pieces is it more.
    let separation = Real::max(settings.separation, 0.0);
    let relative = Real::max(settings.tolerance.unwrap_or(default_tolerance::<V::Scalar>()), 0.0);
    let lengths = 4.0 * (size + separation + most) + 2.0 * (origin(&side_b) - origin(&side_a)).sum_abs();
    let least = least_tolerance(lengths, unsure(&side_a) + unsure(&side_b));
    let near = separation + 2.0 * Real::max(relative * size, least);
    let limit = |time: f64| Real::min(near + most * time, f64::MAX);
    let mut first: Option<Impact<V>> = None;
    // How near the bodies are at the start, if they touch; not known before it is asked for.
    let mut touch: Option<Option<f64>> = None;
    let one_sided = side_a.is_one_sided() || side_b.is_one_sided();
    let wide = motions.each(|motion| motion.widened());
    let wide = [&wide[0], &wide[1]];
    walk_all(&side_a, &side_b, limit(latest), &mut |i, piece_a, j, piece_b| {
        let (part_a, part_b) = (side_a.name(i), side_b.name(j));
        let met = if one_sided {
            cast_counting(*piece_a, *piece_b, wide, settings, &|found| {
                let found = found.narrowed();
                comes_from_front(&side_a, i, piece_b, motions[0], &found, found.point_a, found.normal)
                    && comes_from_front(&side_b, j, piece_a, motions[1], &found, found.point_b, -found.normal)
            })
        } else {
            V::Wide::cast(*piece_a, *piece_b, wide, settings)
        };
        let met: Option<Impact<V>> = met.map(Impact::narrowed).filter(|found| {
            let one_piece = i.is_none() && j.is_none();
            let start = if found.at_start || one_piece {
                &None
            } else {
                touch.get_or_insert_with(|| touching(a, b, near))
            };
            start.is_none_or(|start| come_below(*piece_a, *piece_b, wide, settings, start))
        });
        if let Some(found) = met {
            let earlier = |first: Impact<V>| {
                (found.time, found.distance, part_a, part_b)
                    < (first.time, first.distance, first.part_a, first.part_b)
            };
            if first.is_none_or(earlier) {
                first = Some(Impact { part_a, part_b, ..found });
            }
        }
        limit(first.map_or(latest, |first| Real::min(first.time.f64(), latest)))
    });
    if first.is_none_or(|first| !first.at_start) && one_inside(&side_a, &side_b).is_some() {
        // Inside from the start on.
        let contact = super::contact(a, b, &Settings::default());
        return Some(Impact {
            time: Real::ZERO,
            time_error: Real::ZERO,
            distance: contact.signed_distance,
            point_a: contact.point_a,
            point_b: contact.point_b,
            normal: contact.normal,
            at_start: true,
            status: contact.status,
            iterations: contact.iterations,
            part_a: contact.part_a,
            part_b: contact.part_b,
        });
    }
    first
}

/// Whether a touch of another body's piece, at a point of this body along a normal away from it, is from the side where its own piece
/// is there.
fn comes_from_front<V: FormSpace>(
    side: &Side<'_, V>,
    item: Option<u32>,
    other: &Parts<'_, V::Wide>,
    motion: &Motion<V>,
    touch: &Impact<V>,
    point: V,
    normal: V,
) -> bool {
    let (Side::Pieces(pieces, pose), Some(item)) = (side, item) else { return true };
    if !pieces.is_one_sided() {
        return true;
    }
    if touch.at_start && touch.distance <= V::Scalar::ZERO {
        return faces(*pieces, pose, item, other);
    }
    let now = V::widen_pose(&(motion.pose(touch.time) * *pose));
    let point = now.rotation().unrotate(point.widen() - now.translation());
    pieces.fronts(item, point, now.rotation().unrotate(normal.widen()), touch.at_start)
}

/// How near two bodies are, if that is within `near`.
fn touching<'a, V: FormSpace>(a: &Form<'a, V>, b: &Form<'a, V>, near: f64) -> Option<f64> {
    let found = super::contact_within(a, b, &Settings { margin: Some(near), gap: None })?;
    let [value, error] = [found.signed_distance, found.error].each(Real::f64);
    (value + error <= near).then_some(value - error)
}

/// A body as a side of a walk. A half-space is cut off where the other body does not come.
fn side<'a, V: FormSpace>(form: &Form<'a, V>, other: &Form<'a, V>, motions: [&Motion<V>; 2]) -> Side<'a, V> {
    match *form {
        Form::Convex(parts) => Side::Convex(parts),
        Form::Pieces(pieces, pose) => Side::Pieces(pieces, pose),
        Form::Map(map, pose) => Side::Convex(V::box_of_map(map).placed(&pose)),
        Form::HalfSpace(half_space) => {
            let (about, size) = match *other {
                Form::Convex(parts) => (parts.pose.translation(), parts.core.reach() + parts.radius),
                Form::Pieces(pieces, pose) => (pose.translation().widen(), pieces.reach()),
                Form::HalfSpace(other) => ((other.normal() * other.offset()).widen(), 1.0),
                Form::Map(map, pose) => (pose.translation().widen(), maps::reach::<V>(map)),
            };
            let ways = motions.iter().fold(0.0, |sum, motion| {
                // The center of a motion that does not turn is anywhere, and that of one that hardly turns is far away.
                let turns = Real::min(motion.angle().f64().abs(), 2.0);
                let arm = (motion.center().widen() - about).norm() + size;
                sum + motion.linear().widen().norm() + turns * arm
            });
            let depth = (half_space.normal().widen().dot(about) - half_space.offset().f64()).abs();
            Side::Convex(cut_off(&half_space, about, 4.0 * (ways + size + depth)))
        }
    }
}

/// A half-space as a box with a face in its plane, `size` to each side of the place below a point, and as deep. No shape is larger than
/// [`Real::LIMIT`]: bodies that come farther than that along the plane leave the box.
fn cut_off<'a, V: FormSpace>(half_space: &HalfSpace<V>, about: V::Wide, size: f64) -> Parts<'a, V::Wide> {
    // A point that stands still in the plane has no size and no way, and a box needs some.
    let least = f64::power_of_two(1 - V::Scalar::MAX_EXPONENT);
    let size = Real::max(Real::min(size, V::Scalar::LIMIT.f64()), least);
    let normal = half_space.normal().widen().unit();
    let level = half_space.offset().f64() / half_space.normal().widen().norm();
    let center = about - normal * (normal.dot(about) - level + size);
    let (core, rotation) = V::block(normal, size);
    let lost = 16.0 * f64::EPSILON * (size + about.sum_abs() + level.abs());
    Parts { pose: Pose::of(center, rotation), lost, ..Parts::of(core, V::Scalar::PRECISION) }
}

/// How far a body reaches from its origin.
fn reach<V: FormSpace>(side: &Side<'_, V>) -> f64 {
    match side {
        Side::Convex(parts) => parts.core.reach() + parts.radius,
        Side::Pieces(pieces, _) => pieces.reach(),
    }
}

/// Where a body stands.
fn origin<V: FormSpace>(side: &Side<'_, V>) -> V::Wide {
    match side {
        Side::Convex(parts) => parts.pose.translation(),
        Side::Pieces(_, pose) => pose.translation().widen(),
    }
}

/// What is not known of the points of a body.
fn unsure<V: FormSpace>(side: &Side<'_, V>) -> f64 {
    match side {
        Side::Convex(parts) => parts.core.choice_error() + parts.lost,
        Side::Pieces(pieces, _) => pieces.lost(),
    }
}

/// No point of the body is faster.
fn speed<V: FormSpace>(side: &Side<'_, V>, motion: &Motion<V>) -> f64 {
    let arm = (motion.center().widen() - origin(side)).norm() + reach(side);
    let turning = if motion.is_translation() { 0.0 } else { motion.angle().f64().abs() * arm };
    // Rounded a few times.
    (motion.linear().widen().norm() + turning) * (1.0 + 16.0 * f64::EPSILON)
}
