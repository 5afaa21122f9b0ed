//! A ray against a half-space: one division.

use super::{Ray, RayHit, RayTarget, inside, last_place, upwards};
use crate::math::{Real, Vector};
use crate::observe::Status;
use crate::pair::ROUNDING_ULPS;
use crate::shape::{HalfSpace, Widen};

/// The plane is met at t = −s / (n·d), s the signed distance of the origin; s and n·d are each off by a few ε × their
/// terms.
impl<V: Widen> RayTarget<V> for HalfSpace<V> {
    fn cast(&self, ray: &Ray<V>, max: V::Scalar) -> Option<RayHit<V>> {
        let (normal, origin) = (self.normal().widen(), ray.origin().widen());
        let direction = ray.direction().widen().unit();
        let terms = normal.zip(origin, |a, b| a * b);
        let signed = normal.dot(origin) - self.offset().f64();
        // The normal is unit to the caller's precision only, and taken as it is.
        let extent = terms.sum_abs() + Real::abs(self.offset().f64());
        let off = ROUNDING_ULPS * f64::EPSILON * Real::max(extent, f64::MIN_POSITIVE);
        // Also where it is not a number.
        let wanted = max >= V::Scalar::ZERO;
        if !wanted {
            return None;
        }
        let along = -normal.dot(direction);
        let along_off = ROUNDING_ULPS * f64::EPSILON;
        // As for shapes: an origin is known to the last digit of its coordinates.
        let skin = off + V::Scalar::EPSILON.f64() * origin.sum_abs();
        if along < -along_off {
            // It leads out: met only if it begins inside, and not on the plane.
            return (signed < -skin).then(|| inside(ray, 0));
        }
        if signed <= 0.0 {
            let status =
                if along <= along_off && signed >= -off { Status::Stalled } else { Status::Converged };
            return Some(RayHit { status, ..inside(ray, 0) });
        }
        if along <= 0.0 {
            // Beside it, within rounding: a miss, unless it begins there.
            let touches = RayHit { status: Status::Stalled, error: V::Scalar::INFINITY, ..inside(ray, 0) };
            return (signed <= off).then_some(touches);
        }
        let exact = signed / along;
        let distance: V::Scalar = Real::of(exact);
        let error = (off + exact * along_off) / along + last_place(V::Scalar::PRECISION, exact);
        if !distance.is_finite() || distance.f64() - error > max.f64() {
            return None;
        }
        Some(RayHit {
            distance,
            error: Real::of(upwards(V::Scalar::PRECISION, error)),
            point: V::narrow(origin + direction * exact),
            normal: self.normal(),
            status: if along > along_off { Status::Converged } else { Status::Stalled },
            iterations: 0,
            part: None,
        })
    }
}
