//! Contact of a half-space and a shape: one support call.
//!
//! **Answer.** The height of a shape above a plane, or its depth below it. A half-space is unbounded, so all directions except
//! its own normal n have g = −∞, and the signed distance is g(n) = min over the shape of n·x − offset.
//!
//! **Guarantee.** Correct within `error`, for every shape.
//!
//! **Cost.** One support call of the shape's core.

use super::{Contact, QuerySpace};
use crate::manifolds::{self, Manifold, ManifoldSettings};
use crate::math::{Pose, Real, Turn, exponent_of};
use crate::observe::{Rung, Status};
use crate::pair::{Prepared, ROUNDING_ULPS};
use crate::shape::{CoreShape, HalfSpace, Parts, Shape, Space, Support, Widen};

/// The signed distance of a half-space, as A, and a shape, as B; the normal is the half-space's. Use
/// [`Contact::swapped`] for the other order.
///
/// ```
/// use impinge::{HalfSpace, Pose, Shape, Sphere, Vec3, half_space_contact};
///
/// let floor = HalfSpace::new(Vec3::new(0.0, 0.0, 1.0), 0.0);
/// let ball = Sphere::new(0.5).at(Pose::at([1.0, 2.0, 0.25]));
/// let contact = half_space_contact(&floor, &ball);
/// assert_eq!(contact.signed_distance, -0.25);
/// assert_eq!(contact.point_b, Vec3::new(1.0, 2.0, -0.25));
/// ```
#[inline]
pub fn half_space_contact<S: Shape>(half_space: &HalfSpace<S::V>, shape: &S) -> Contact<S::V> {
    of_parts(half_space, &shape.parts())
}

/// The signed distance of a half-space and a decomposed shape.
#[inline]
pub(crate) fn of_parts<V: Widen>(half_space: &HalfSpace<V>, parts: &Parts<'_, V::Wide>) -> Contact<V> {
    let found = above_plane(half_space.normal().widen(), half_space.offset().f64(), parts);
    Contact { normal: half_space.normal(), ..found.narrowed() }
}

/// The signed distance of a shape and the half-space below the plane `given` · x = `offset`. The normal is unit only in the precision
/// in which it was given; the plane is where it is regardless of the normal's length.
#[inline]
pub(super) fn above_plane<W: Space>(given: W, offset: f64, parts: &Parts<'_, W>) -> Contact<W> {
    let (core, radius) = (&parts.core, parts.radius);
    let length = given.norm();
    let normal = given * (1.0 / length);
    let level = offset / length;
    let relative = W::relative(&Pose::IDENTITY, &parts.pose);
    let (turn, offset) = (relative.turn, relative.offset);
    // As in a prepared pair: scaled by a power of two near the size, so that no product over- or underflows.
    let extent = core.reach() + radius + offset.sum_abs() + Real::abs(level);
    let exponent = exponent_of(Real::min(extent, f64::MAX));
    let (factor, unit) = (f64::power_of_two(-exponent), f64::power_of_two(exponent));
    let (offset, level, radius) = (offset * factor, level * factor, radius * factor);
    let lowest = turn.turn(core.scaled(factor).support(turn.unturn(-normal))) + offset;
    let value = normal.dot(lowest) - level - radius;
    let point_b = lowest - normal * radius;
    // In the subnormal range roundings no longer shrink with the number.
    let composed = core.choice_error() + parts.lost;
    let rounding = ROUNDING_ULPS * f64::EPSILON * Real::max(extent, f64::MIN_POSITIVE) + composed;
    // Loss from rounding the answer, and the error itself, to its precision.
    let precision = parts.precision;
    let narrowed = precision.epsilon() * (Real::abs(value * unit) + rounding + precision.least_normal());
    Contact {
        signed_distance: value * unit,
        error: rounding + narrowed,
        point_a: (point_b - normal * value) * unit,
        point_b: point_b * unit,
        normal,
        status: Status::Converged,
        rung: Rung::Closed,
        iterations: 1,
        part_a: None,
        part_b: None,
    }
}

/// The contact manifold of a shape above the plane `given` · x = `offset`. The normal is unit only in the precision in which it was
/// given.
pub(super) fn manifold_above<W: QuerySpace>(
    given: W,
    offset: f64,
    shape: &Parts<'_, W>,
    settings: &ManifoldSettings,
) -> Manifold<W> {
    // The frame's origin is on the plane below the shape, so that no number is larger than the shape requires.
    let below = above_plane(given, offset, shape).point_a.map(|c| shape.precision.round(c));
    let pose = Pose::try_new(below, W::Rotation::default()).unwrap_or(Pose::IDENTITY);
    // The level below is the difference of these two terms.
    let terms = Real::abs(offset) + below.sum_abs();
    let lost = ROUNDING_ULPS * f64::EPSILON * terms;
    let origin = Parts { lost, ..Parts::of(W::point(), shape.precision).placed(&pose) };
    let prepared = Prepared::new(&origin, shape);
    let length = given.norm();
    let level = prepared.frame.length_in((offset - given.dot(pose.translation())) / length);
    manifolds::half_space_manifold(&prepared, given * (1.0 / length), level, settings)
}
