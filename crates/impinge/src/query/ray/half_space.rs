//! A ray against a half-space: one division.

use super::{Ray, RayHit, RayTarget, inside, upwards};
use crate::math::{Real, Vector};
use crate::observe::Status;
use crate::pair::ROUNDING_ULPS;
use crate::shape::{HalfSpace, Space};

/// The plane is met at t = −s / (n·d), s the signed distance of the origin; s and n·d are each off by a few ε × their
/// terms.
impl<V: Space> RayTarget<V> for HalfSpace<V> {
    fn cast(&self, ray: &Ray<V>, max: V::Scalar) -> Option<RayHit<V>> {
        let (normal, origin) = (self.normal().widen(), ray.origin().widen());
        let direction = ray.direction().widen().unit();
        let terms = normal.zip(origin, |a, b| a * b);
        let signed = normal.dot(origin) - self.offset().f64();
        // The normal is unit to the caller's precision only, and taken as it is.
        let off = ROUNDING_ULPS * f64::EPSILON * (terms.sum_abs() + Real::abs(self.offset().f64()));
        // Also where it is not a number.
        let wanted = max >= V::Scalar::ZERO;
        if !wanted {
            return None;
        }
        if signed <= 0.0 {
            return Some(inside(ray, 0));
        }
        let along = -normal.dot(direction);
        let along_off = ROUNDING_ULPS * f64::EPSILON;
        if along <= 0.0 {
            // Away from it or beside it: a miss, unless it begins there.
            return (signed <= off).then(|| inside(ray, 0));
        }
        let exact = signed / along;
        let distance: V::Scalar = Real::of(exact);
        let error = (off + exact * along_off) / along + exact * V::Scalar::EPSILON.f64();
        if !distance.is_finite() || distance.f64() - error > max.f64() {
            return None;
        }
        Some(RayHit {
            distance,
            error: upwards(error),
            point: V::narrow(origin + direction * exact),
            normal: self.normal(),
            status: if along > along_off { Status::Converged } else { Status::Stalled },
            iterations: 0,
        })
    }
}
