//! Ray cast against a half-space: one division.

use super::{Ray, RayHit, RayTarget, inside, last_place, upwards};
use crate::math::{Precision, Real};
use crate::observe::Status;
use crate::pair::ROUNDING_ULPS;
use crate::shape::{HalfSpace, Space, Widen};

impl<V: Widen> RayTarget<V> for HalfSpace<V> {
    fn cast(&self, ray: &Ray<V>, max: V::Scalar) -> Option<RayHit<V>> {
        of_half_space(&self.widened(), &ray.widened(), max.f64(), V::Scalar::PRECISION).map(RayHit::narrowed)
    }
}

/// The hit of a ray on a half-space, both given in a precision.
///
/// The plane is hit at t = −s / (n·d), where s is the signed distance of the origin; s and n·d each have an error of a few ε × their
/// terms.
pub(crate) fn of_half_space<W: Space>(
    half_space: &HalfSpace<W>,
    ray: &Ray<W>,
    max: f64,
    precision: Precision,
) -> Option<RayHit<W>> {
    let (normal, origin) = (half_space.normal(), ray.origin());
    let direction = ray.direction().unit();
    let terms = normal.zip(origin, |a, b| a * b);
    let signed = normal.dot(origin) - half_space.offset();
    // The normal is unit only to the caller's precision, and used as it is.
    let extent = terms.sum_abs() + Real::abs(half_space.offset());
    let off = ROUNDING_ULPS * f64::EPSILON * Real::max(extent, f64::MIN_POSITIVE);
    // Also rejects NaN.
    let wanted = max >= 0.0;
    if !wanted {
        return None;
    }
    let along = -normal.dot(direction);
    let along_off = ROUNDING_ULPS * f64::EPSILON;
    // As for shapes: an origin is known to the last digit of its coordinates.
    let skin = off + precision.epsilon() * origin.sum_abs();
    if along < -along_off {
        // It leads out: a hit only if it starts inside, and not on the plane.
        return (signed < -skin).then(|| inside(ray, 0));
    }
    if signed <= 0.0 {
        let status = if along <= along_off && signed >= -off { Status::Stalled } else { Status::Converged };
        return Some(RayHit { status, ..inside(ray, 0) });
    }
    if along <= 0.0 {
        // Parallel to it, within rounding: a miss, unless it starts there.
        let touches = RayHit { status: Status::Stalled, error: f64::INFINITY, ..inside(ray, 0) };
        return (signed <= off).then_some(touches);
    }
    let exact = signed / along;
    let distance = precision.round(exact);
    let error = (off + exact * along_off) / along + last_place(precision, exact);
    if !distance.is_finite() || distance - error > max {
        return None;
    }
    Some(RayHit {
        distance,
        error: upwards(precision, error),
        point: origin + direction * exact,
        normal,
        status: if along > along_off { Status::Converged } else { Status::Stalled },
        iterations: 0,
        part: None,
    })
}
