//! Time of impact of bodies of any form.
//!
//! In a time t no point of a body that moves at a constant speed goes farther than that speed times t. So pairs of pieces that are
//! farther apart at the start than both together can travel until the first impact found so far need no cast; the others are cast,
//! nearest first, and the first impact counts. No earlier one is missed. Before a cast, a plane is tried that keeps both pieces apart all the way
//! (`Aside`).
//!
//! **At rest.** Bodies that touch at the start may slide along one another, like convex ones: then a piece that was farther away comes
//! to touch in the same way as those that touch already, such as the next face of a floor (an internal edge). So if bodies touch at the
//! start, within the tolerance, an impact counts only if its two pieces come closer than the bodies were at the start, by the
//! tolerance. If they do, the time of impact is that of their touch, which is not late.
//!
//! **One-sided surfaces.** Whether a body comes from the front of a piece is decided where it touches, not where it starts; see
//! [`Pieces::fronts`](crate::body::Pieces::fronts). If it overlaps the piece at the start, its center decides, as for
//! [`intersects`](fn@crate::intersects).

use super::maps;
use super::walk::{Side, faces, walk_all};
use super::{FormSpace, inside::one_inside, signed::contact};
use crate::answer::Settings;
use crate::body::Form;
use crate::casting::{CastSettings, Impact};
use crate::casting::{cast_counting, come_below, default_tolerance_of, least_tolerance};
use crate::math::{Each, Motion, Pose, Precision, Real, Rotation};
use crate::shape::{CoreShape, HalfSpace, Parts, Support};

/// Rounding of a separation and of a unit vector, relative to all lengths: thousands of roundings, and still negligible.
const ASIDE_SLACK: f64 = 1e-12;

/// See [`cast_with`](crate::query::cast_with), for a caller that knows an impact at a time `latest`: the first impact of these bodies
/// if it is not later. Pieces that are too far apart to meet until then are skipped.
pub(super) fn cast_until<'a, W: FormSpace>(
    a: &Form<'a, W>,
    b: &Form<'a, W>,
    motions: [&Motion<W>; 2],
    settings: &CastSettings,
    latest: f64,
) -> Option<Impact<W>> {
    let precision = a.precision();
    let (side_a, side_b) = (side(a, b, motions), side(b, a, motions));
    if maps::is_one(a) || maps::is_one(b) {
        let most = speed(&side_a, motions[0]) + speed(&side_b, motions[1]);
        return maps::cast([a, b], motions, most, reach(&side_a) + reach(&side_b), settings, latest);
    }
    let most = speed(&side_a, motions[0]) + speed(&side_b, motions[1]);
    let size = reach(&side_a) + reach(&side_b);
    // The distance that counts as contact, and its tolerance: no pair of pieces has a larger one.
    let separation = Real::max(settings.separation, 0.0);
    let relative = Real::max(settings.tolerance.unwrap_or(default_tolerance_of(precision)), 0.0);
    let lengths = 4.0 * (size + separation + most) + 2.0 * (origin(&side_b) - origin(&side_a)).sum_abs();
    let least = least_tolerance(lengths, unsure(&side_a) + unsure(&side_b));
    let near = separation + 2.0 * Real::max(relative * size, least);
    let limit = |time: f64| Real::min(near + most * time, f64::MAX);
    let mut first: Option<Impact<W>> = None;
    // The distance of the bodies at the start, if they touch; not known until it is needed.
    let mut touch: Option<Option<f64>> = None;
    let one_sided = side_a.is_one_sided() || side_b.is_one_sided();
    let relative = motions[1].linear() - motions[0].linear();
    let sways = swing(&side_a, motions[0]) + swing(&side_b, motions[1]);
    let places = lengths + origin(&side_a).sum_abs() + origin(&side_b).sum_abs();
    let along = if relative == W::ZERO { W::ZERO } else { relative.unit() };
    let aside = Aside { along, enough: near + sways + ASIDE_SLACK * places };
    walk_all(&side_a, &side_b, limit(latest), &mut |i, piece_a, j, piece_b| {
        let so_far = |first: Option<Impact<W>>| first.map_or(latest, |first| Real::min(first.time, latest));
        if aside.passes(piece_a, piece_b) {
            return limit(so_far(first));
        }
        let (part_a, part_b) = (side_a.name(i), side_b.name(j));
        let met = if one_sided {
            cast_counting(*piece_a, *piece_b, motions, settings, &|found| {
                let found = found.rounded(precision);
                comes_from_front(&side_a, i, piece_b, motions[0], &found, found.point_a, found.normal)
                    && comes_from_front(&side_b, j, piece_a, motions[1], &found, found.point_b, -found.normal)
            })
        } else {
            W::cast(*piece_a, *piece_b, motions, settings)
        };
        let met = met.map(|found| found.rounded(precision)).filter(|found| {
            let one_piece = i.is_none() && j.is_none();
            let start = if found.at_start || one_piece {
                &None
            } else {
                touch.get_or_insert_with(|| touching(a, b, near))
            };
            start.is_none_or(|start| come_below(*piece_a, *piece_b, motions, settings, start))
        });
        if let Some(found) = met {
            let earlier = |first: Impact<W>| {
                (found.time, found.distance, part_a, part_b)
                    < (first.time, first.distance, first.part_a, first.part_b)
            };
            if first.is_none_or(earlier) {
                first = Some(Impact { part_a, part_b, ..found });
            }
        }
        limit(so_far(first))
    });
    if first.is_none_or(|first| !first.at_start) && one_inside(&side_a, &side_b).is_some() {
        // Inside from the start.
        let contact = contact(a, b, &Settings::default());
        return Some(Impact {
            time: 0.0,
            time_error: 0.0,
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

/// A test of two moving pieces that takes two support calls: most pairs of pieces in reach of one another pass at a distance.
///
/// A fixed normal n separates them at the start by d. The relative translation adds n·v t, which is not negative for the n that is
/// chosen, and a rotation by θ moves no point at a distance r from its center by more than 2 sin(|θ|/2) r away from where the translation alone would put
/// it. So they stay apart if d exceeds these bounds of both.
struct Aside<W> {
    /// Unit vector of the translation of B relative to A; 0 if there is none.
    along: W,
    /// Separation at the start that is enough.
    enough: f64,
}

impl<W: FormSpace> Aside<W> {
    /// Whether they are proven to stay apart.
    fn passes(&self, a: &Parts<'_, W>, b: &Parts<'_, W>) -> bool {
        let [pose_a, pose_b] = [&a.pose, &b.pose].each(W::wide_pose);
        let between = pose_b.transform(b.core.center()) - pose_a.transform(a.core.center());
        let ahead = Real::min(between.dot(self.along), 0.0);
        let normal = (between - self.along * ahead).unit();
        // What is left of nearly parallel vectors has any direction.
        if normal.dot(self.along) < -ASIDE_SLACK {
            return false;
        }
        let inner = pose_a.rotation().unrotate(normal);
        let far = a.core.support(inner).dot(inner) + a.radius;
        let inner = pose_b.rotation().unrotate(normal);
        let near = b.core.support(-inner).dot(inner) - b.radius;
        let apart = normal.dot(pose_b.translation() - pose_a.translation()) + near - far;
        let unsure = a.core.choice_error() + b.core.choice_error() + a.lost + b.lost;
        apart > self.enough + unsure
    }
}

/// Whether a touch of another body's piece, at a point of this body along a normal away from it, is from the front of
/// the piece of this body.
fn comes_from_front<W: FormSpace>(
    side: &Side<'_, W>,
    item: Option<u32>,
    other: &Parts<'_, W>,
    motion: &Motion<W>,
    touch: &Impact<W>,
    point: W,
    normal: W,
) -> bool {
    let (Side::Pieces(pieces, pose), Some(item)) = (side, item) else { return true };
    if !pieces.is_one_sided() {
        return true;
    }
    if touch.at_start && touch.distance <= 0.0 {
        return faces(*pieces, pose, item, other);
    }
    let now = motion.pose(touch.time) * *pose;
    let point = now.rotation().unrotate(point - now.translation());
    pieces.fronts(item, point, now.rotation().unrotate(normal), touch.at_start)
}

/// The distance of two bodies, if it is within `near`.
fn touching<'a, W: FormSpace>(a: &Form<'a, W>, b: &Form<'a, W>, near: f64) -> Option<f64> {
    let found = W::contact_of_forms(a, b, &Settings { margin: Some(near), gap: None })?;
    let [value, error] = [found.signed_distance, found.error];
    (value + error <= near).then_some(value - error)
}

/// A body as a side of a walk. A half-space is clipped to where the other body can get.
fn side<'a, W: FormSpace>(form: &Form<'a, W>, other: &Form<'a, W>, motions: [&Motion<W>; 2]) -> Side<'a, W> {
    match *form {
        Form::Convex(parts) => Side::Convex(parts),
        Form::Pieces(pieces, pose) => Side::Pieces(pieces, pose),
        Form::Map(map, pose) => Side::Convex(W::box_of_map(map).placed(&pose)),
        Form::HalfSpace(half_space, precision) => {
            let (about, size) = match *other {
                Form::Convex(parts) => (parts.pose.translation(), parts.core.reach() + parts.radius),
                Form::Pieces(pieces, pose) => (pose.translation(), pieces.reach()),
                Form::HalfSpace(other, _) => (other.normal() * other.offset(), 1.0),
                Form::Map(map, pose) => (pose.translation(), maps::reach::<W>(map)),
            };
            let ways = motions.iter().fold(0.0, |sum, motion| {
                // The center of a motion without rotation is arbitrary, and that of one with little rotation is far away.
                let turns = Real::min(motion.angle().abs(), 2.0);
                let arm = (motion.center() - about).norm() + size;
                sum + motion.linear().norm() + turns * arm
            });
            let depth = (half_space.normal().dot(about) - half_space.offset()).abs();
            Side::Convex(cut_off(&half_space, precision, about, 4.0 * (ways + size + depth)))
        }
    }
}

/// A half-space as a box with a face in its plane, `size` to each side of the place below a point, and as deep. No shape is larger than
/// [`Real::LIMIT`]: bodies that move farther than that along the plane leave the box.
fn cut_off<'a, W: FormSpace>(
    half_space: &HalfSpace<W>,
    precision: Precision,
    about: W,
    size: f64,
) -> Parts<'a, W> {
    // A point at rest in the plane has no size and no path, and a box needs some.
    let least = f64::power_of_two(1 - precision.max_exponent());
    let size = Real::max(Real::min(size, precision.limit()), least);
    let normal = half_space.normal().unit();
    let level = half_space.offset() / half_space.normal().norm();
    let center = about - normal * (normal.dot(about) - level + size);
    let (core, rotation) = W::block(normal, precision.round(size));
    let lost = 16.0 * f64::EPSILON * (size + about.sum_abs() + level.abs());
    Parts { pose: Pose::of(center, rotation), lost, ..Parts::of(core, precision) }
}

/// Reach of a body from its origin.
fn reach<W: FormSpace>(side: &Side<'_, W>) -> f64 {
    match side {
        Side::Convex(parts) => parts.core.reach() + parts.radius,
        Side::Pieces(pieces, _) => pieces.reach(),
    }
}

/// The position of a body.
fn origin<W: FormSpace>(side: &Side<'_, W>) -> W {
    match side {
        Side::Convex(parts) => parts.pose.translation(),
        Side::Pieces(_, pose) => pose.translation(),
    }
}

/// Bound on the error of the points of a body.
fn unsure<W: FormSpace>(side: &Side<'_, W>) -> f64 {
    match side {
        Side::Convex(parts) => parts.core.choice_error() + parts.lost,
        Side::Pieces(pieces, _) => pieces.lost(),
    }
}

/// Upper bound on how far rotation moves a point of the body away from where the translation alone would put it.
fn swing<W: FormSpace>(side: &Side<'_, W>, motion: &Motion<W>) -> f64 {
    let arm = (motion.center() - origin(side)).norm() + reach(side);
    Real::min(Real::abs(motion.angle()), 2.0) * arm
}

/// Upper bound on the speed of the body's points.
fn speed<W: FormSpace>(side: &Side<'_, W>, motion: &Motion<W>) -> f64 {
    let arm = (motion.center() - origin(side)).norm() + reach(side);
    let turning = if motion.is_translation() { 0.0 } else { motion.angle().abs() * arm };
    // Rounded a few times.
    (motion.linear().norm() + turning) * (1.0 + 16.0 * f64::EPSILON)
}
