//! Distance maps and bodies of any form: which is the map, and casts.
//!
//! **Casts** go from distance to distance: as far as the least distance that is proven allows, at the highest speed that a point may
//! have. A cast that says nothing was met is a proof; it stops where bodies are not proven to be apart any more, about a cell of the map
//! before they touch, with [`Status::Budget`]: free until then, and no more is known.

use alloc::vec::Vec;

use super::{FormSpace, PieceContact};
use crate::body::Form;
use crate::contact::ManifoldSettings;
use crate::math::{Motion, Pose, Real, Vector};
use crate::observe::Status;
use crate::query::{CastSettings, Contact, Impact, Settings};
use crate::shape::CoreShape;

/// Placing a body at a time rounds its pose: by so many ε of its precision, times its size and its place.
const POSE_ULPS: f64 = 32.0;

/// Whether a body is a map.
pub(super) fn is_one<V: FormSpace>(form: &Form<'_, V>) -> bool {
    matches!(form, Form::Map(..))
}

/// How far a map reaches from its origin.
pub(crate) fn reach<V: FormSpace>(map: &V::Map) -> f64 {
    let around = V::box_of_map(map);
    around.core.reach() + around.pose.translation().sum_abs()
}

/// The signed distance of two bodies, if one is a map: `None` in it where they are proven to be farther apart than the margin.
pub(super) fn contact<'a, V: FormSpace>(
    a: &Form<'a, V>,
    b: &Form<'a, V>,
    settings: &Settings,
) -> Option<Option<Contact<V>>> {
    match (a, b) {
        (Form::Map(map, pose), other) => Some(V::map_contact(map, pose, other, settings)),
        (other, Form::Map(map, pose)) => {
            Some(V::map_contact(map, pose, other, settings).map(Contact::swapped))
        }
        _ => None,
    }
}

/// All of where two bodies touch, if one is a map; false if none is.
pub(super) fn contacts<'a, V: FormSpace>(
    a: &Form<'a, V>,
    b: &Form<'a, V>,
    settings: &ManifoldSettings,
    found: &mut Vec<PieceContact<V>>,
) -> bool {
    match (a, b) {
        (Form::Map(map, pose), other) => V::map_contacts(map, pose, other, settings, found),
        (other, Form::Map(map, pose)) => {
            let before = found.len();
            V::map_contacts(map, pose, other, settings, found);
            for contact in &mut found[before..] {
                contact.manifold = contact.manifold.clone().swapped();
                (contact.part_a, contact.part_b) = (contact.part_b, contact.part_a);
            }
        }
        _ => return false,
    }
    true
}

/// See [`cast_until`](super::cast_until). No point of the bodies is faster than `most`, in all, and none farther from its origin than
/// `size`.
pub(super) fn cast<V: FormSpace>(
    [a, b]: [&Form<'_, V>; 2],
    motions: [&Motion<V>; 2],
    most: f64,
    size: f64,
    settings: &CastSettings,
    latest: f64,
) -> Option<Impact<V>> {
    let separation = Real::max(settings.separation, 0.0);
    let mut time = 0.0;
    for step in 1..=settings.max_steps.max(1) {
        let at = V::Scalar::of(time);
        let [moved_a, moved_b] = [placed(a, motions[0], at), placed(b, motions[1], at)];
        let found = contact(&moved_a, &moved_b, &Settings::default())??;
        let away = found.point_a.widen().sum_abs() + found.point_b.widen().sum_abs();
        let rounding = POSE_ULPS * V::Scalar::EPSILON.f64() * (size + away);
        let [value, error] = [found.signed_distance.f64(), found.error.f64()];
        let free = value - error - rounding - separation;
        let next = time + free / most;
        // The least step that is still one; not a number counts as none.
        let goes_on = free > rounding && V::Scalar::of(next) > at;
        if !goes_on || step == settings.max_steps.max(1) {
            let overlaps = time == 0.0 && value + error + rounding < separation;
            return Some(Impact {
                time: at,
                time_error: if overlaps { Real::ZERO } else { V::Scalar::INFINITY },
                distance: found.signed_distance,
                point_a: found.point_a,
                point_b: found.point_b,
                normal: found.normal,
                at_start: overlaps,
                status: if overlaps { Status::Converged } else { Status::Budget },
                iterations: step,
                part_a: found.part_a,
                part_b: found.part_b,
            });
        }
        if next > latest {
            return None;
        }
        // Rounded down, so that nothing is passed over.
        time = V::Scalar::of(next * (1.0 - V::Scalar::EPSILON.f64())).f64();
    }
    None
}

/// A body where a motion has brought it.
fn placed<'a, V: FormSpace>(form: &Form<'a, V>, motion: &Motion<V>, time: V::Scalar) -> Form<'a, V> {
    let by: Pose<V> = motion.pose(time);
    match *form {
        Form::Convex(parts) => Form::Convex(parts.placed(&by)),
        Form::Pieces(pieces, pose) => Form::Pieces(pieces, by.compose(&pose)),
        Form::HalfSpace(half_space) => Form::HalfSpace(half_space.at(by)),
        Form::Map(map, pose) => Form::Map(map, by.compose(&pose)),
    }
}
