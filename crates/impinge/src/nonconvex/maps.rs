//! Queries of distance maps (signed distance fields) and bodies of any form: which one is the map, and casts.
//!
//! **Casts** use conservative advancement: they step as far as the least proven distance allows, at the highest speed that a point may
//! have. A cast that reports no impact is a proof. It stops when bodies are no longer proven to be apart, about a cell of the map
//! before they touch, with [`Status::Budget`]: free until then, and nothing more is known.

use alloc::vec::Vec;

use super::{FormSpace, PieceContact};
use crate::answer::{Contact, Settings};
use crate::body::Form;
use crate::casting::{CastSettings, Impact};
use crate::manifolds::ManifoldSettings;
use crate::math::{Motion, Pose, Real};
use crate::observe::Status;
use crate::shape::CoreShape;

/// Placing a body at a time rounds its pose: by this many ε of its precision, times its size and its position.
const POSE_ULPS: f64 = 32.0;

/// Whether a body is a map.
pub(super) fn is_one<W: FormSpace>(form: &Form<'_, W>) -> bool {
    matches!(form, Form::Map(..))
}

/// Reach of a map from its origin.
pub(crate) fn reach<W: FormSpace>(map: W::Map<'_>) -> f64 {
    let around = W::box_of_map(map);
    around.core.reach() + around.pose.translation().sum_abs()
}

/// The signed distance of two bodies, if one is a map; the inner `None` means that they are proven to be farther apart than the margin.
pub(super) fn contact<'a, W: FormSpace>(
    a: &Form<'a, W>,
    b: &Form<'a, W>,
    settings: &Settings,
) -> Option<Option<Contact<W>>> {
    match (a, b) {
        (Form::Map(map, pose), other) => Some(W::map_contact(*map, pose, other, settings)),
        (other, Form::Map(map, pose)) => {
            Some(W::map_contact(*map, pose, other, settings).map(Contact::swapped))
        }
        _ => None,
    }
}

/// Contacts of two bodies, if one is a map; returns false if none is.
pub(super) fn contacts<'a, W: FormSpace>(
    a: &Form<'a, W>,
    b: &Form<'a, W>,
    settings: &ManifoldSettings,
    found: &mut Vec<PieceContact<W>>,
) -> bool {
    match (a, b) {
        (Form::Map(map, pose), other) => W::map_contacts(*map, pose, other, settings, found),
        (other, Form::Map(map, pose)) => {
            let before = found.len();
            W::map_contacts(*map, pose, other, settings, found);
            for contact in &mut found[before..] {
                contact.manifold = contact.manifold.clone().swapped();
                (contact.part_a, contact.part_b) = (contact.part_b, contact.part_a);
            }
        }
        _ => return false,
    }
    true
}

/// See [`cast_until`](super::cast_until). `most` bounds the combined speed of the points of the bodies, and `size` their
/// distance from their origins.
pub(super) fn cast<W: FormSpace>(
    [a, b]: [&Form<'_, W>; 2],
    motions: [&Motion<W>; 2],
    most: f64,
    size: f64,
    settings: &CastSettings,
    latest: f64,
) -> Option<Impact<W>> {
    let precision = a.precision();
    let separation = Real::max(settings.separation, 0.0);
    let mut time = 0.0;
    for step in 1..=settings.max_steps.max(1) {
        let at = precision.round(time);
        let [moved_a, moved_b] = [placed(a, motions[0], at), placed(b, motions[1], at)];
        let found = contact(&moved_a, &moved_b, &Settings::default())??;
        let away = found.point_a.sum_abs() + found.point_b.sum_abs();
        let rounding = POSE_ULPS * precision.epsilon() * (size + away);
        let [value, error] = [found.signed_distance, found.error];
        let free = value - error - rounding - separation;
        let next = time + free / most;
        // The least step that makes progress; NaN makes none.
        let goes_on = free > rounding && precision.round(next) > at;
        if !goes_on || step == settings.max_steps.max(1) {
            let overlaps = time == 0.0 && value + error + rounding < separation;
            return Some(Impact {
                time: at,
                time_error: if overlaps { 0.0 } else { f64::INFINITY },
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
        // Rounded down, so that nothing is skipped.
        time = precision.round(next * (1.0 - precision.epsilon()));
    }
    None
}

/// A body at the pose to which a motion has brought it.
fn placed<'a, W: FormSpace>(form: &Form<'a, W>, motion: &Motion<W>, time: f64) -> Form<'a, W> {
    let by: Pose<W> = motion.pose(time);
    match *form {
        Form::Convex(parts) => Form::Convex(parts.placed(&by)),
        Form::Pieces(pieces, pose) => Form::Pieces(pieces, by.compose(&pose)),
        Form::HalfSpace(half_space, precision) => Form::HalfSpace(half_space.at(by), precision),
        Form::Map(map, pose) => Form::Map(map, by.compose(&pose)),
    }
}
