//! Ray casts: the first hit of a ray on a shape.
//!
//! **Answer.** The distance from the ray's origin to the first point of a shape along the ray, with that point, the
//! normal there and a bound on the error. A ray that starts inside the shape hits it at distance 0; a ray that starts on
//! the surface and leads away does not hit it.
//!
//! **Method.** A ray is a line with a starting point. The line is transformed into the frame of the shape's core, in `f64`, and
//! scaled by a power of two; its parameter is measured from the point nearest to the core's origin, so a distant ray origin
//! costs no digits beyond those of its own coordinates. Then
//!
//! 1. a line that misses the bounding ball of the shape is a miss;
//! 2. `closed` has a closed form for most solids and verifies the result by two points of the line, one outside and one
//!    inside;
//! 3. `front` handles the rest (polyhedra, rounded shapes, user-defined shapes, whatever the closed form left open) by
//!    support mappings alone, with bounds from both sides.
//!
//! **Where the ray starts.** A line has one interval in a convex shape, from entry to exit, and both ends are
//! known with bounds:
//!
//! | start of the ray | answer |
//! |---|---|
//! | before the interval | a hit at the entry |
//! | in the interval | a hit at distance 0, with error 0; at its start, within the error |
//! | behind the interval, or on the surface where the line exits | a miss |
//!
//! An origin is on the surface if it is no deeper under it than the digits of its coordinates can resolve: ε × the sum of
//! the absolute values of its coordinates, and some forty roundings (see below). So a ray that leads away from a surface
//! on which it was placed, for example by a hit's [`RayHit::point`], does not hit it, whichever side of the surface rounding put the
//! origin on. The entry of a flat shape is also its exit: a ray that starts on it does not hit it.
//!
//! **Guarantee.** The true distance differs from [`RayHit::distance`] by no more than [`RayHit::error`]. No hit is reported beyond
//! `max` + error. A miss is proven, except for the rays leading away just described. A hit is proven unless the status is
//! [`Status::Stalled`]: then the ray grazes, that is, it passes within rounding (32 × ε ×
//! (size of the shape + distance of the origin from it)) of the surface without entering further than that, or it was not proven to
//! enter. Touching counts in this case, and `error` covers the whole interval along which the ray may touch. So points and segments can
//! only be grazed, and so can a plate by a ray in its plane. For polytopes in `f32`, rounding includes the error of their support
//! mapping, a few ε of `f32`; for sums, differences, hulls and user-defined shapes their
//! [`Bounded::rounding`](crate::shape::Bounded::rounding); and if poses or radii were composed, including those of a placed point, the
//! loss of that in `f64`: a few ε × the distance from the origin at which it was done. A ray that passes within that distance may be
//! reported as grazing although it misses. Poses and sizes are taken as given.
//!
//! **Cost.** A closed form takes a root and two or three evaluations. `front` takes 6 to 25 support calls on polyhedra
//! of 8 to 30,000 vertices, about 25 on smooth shapes and 40 to 70 on rounded edges. All loops are bounded, and nothing
//! is allocated.
//!
//! **Source.** The general path is new in that it combines its bounds; see `front` for related work.

mod closed;
mod front;
mod general;
mod graze;
mod half_space;
mod line;
mod portal;
mod rim;
mod solids;
pub(crate) mod types;
mod views;

use crate::math::{Pose, Precision, Real, Rotation, Turn, Vector, exponent_of};
use crate::observe::Status;
use crate::pair::ROUNDING_ULPS;
use crate::shape::{CoreShape, Parts, Shape, Widen};
#[doc(hidden)]
pub use closed::RaySpace;
pub(crate) use general::cast as general_cast;
pub(crate) use half_space::of_half_space;
pub(crate) use line::{Answer, Line};
use types::RayMethod;
pub use types::{Ray, RayHit};

/// See [`Line::skin`], in [`Line::grain`]: a hit point that was found from a distance of up to about this many sizes is
/// on the surface to a ray that starts there. With less, such a ray would hit the surface that it leaves; with more, the shape
/// that it leaves must be thicker.
const SKIN: f64 = 32.0;

/// A target of a ray cast: every [`Shape`] of a space in which queries are answered, and
/// [`HalfSpace`](crate::shape::HalfSpace).
pub trait RayTarget<V: Vector> {
    /// See [`ray_cast_within`].
    fn cast(&self, ray: &Ray<V>, max: V::Scalar) -> Option<RayHit<V>>;
}

/// Finds the first hit of `ray` on `shape`; `None` if it misses.
///
/// A ray that starts inside the shape hits it at distance 0. A ray that starts on the surface, as far as the digits of its origin
/// can tell, hits it at distance 0 if it leads in, and misses if it leads away: so a ray from the [`RayHit::point`] of
/// another ray does not hit the surface that it leaves.
///
/// ```
/// use impinge::{Cuboid, HalfSpace, Pose, Ray, Shape, Vec3, ray_cast};
///
/// let ray = Ray::new([0.0, 0.0, 0.0], [2.0, 0.0, 0.0]);
/// let hit = ray_cast(&Cuboid::new([1.0, 1.0, 1.0]).at(Pose::at([5.0, 0.5, 0.0])), &ray).unwrap();
/// assert!((hit.distance - 4.0_f64).abs() <= hit.error && hit.error < 1e-12);
/// assert_eq!(hit.normal, Vec3::new(-1.0, 0.0, 0.0));
///
/// let wall = HalfSpace::new([-1.0, 0.0, 0.0], -3.0); // all points with x >= 3
/// assert_eq!(ray_cast(&wall, &ray).unwrap().distance, 3.0);
///
/// // Reflected, it does not meet the box again.
/// let cuboid = Cuboid::new([1.0, 1.0, 1.0]).at(Pose::at([5.0, 0.5, 0.0]));
/// assert!(ray_cast(&cuboid, &Ray::new(hit.point, [-1.0, 0.5, 0.0])).is_none());
/// ```
#[inline]
pub fn ray_cast<V: Vector>(shape: &impl RayTarget<V>, ray: &Ray<V>) -> Option<RayHit<V>> {
    shape.cast(ray, V::Scalar::INFINITY)
}

/// Finds the first hit of `ray` on `shape` no farther away than `max`: a hit known to be farther is a miss. If
/// `max` is negative or NaN, every ray misses.
#[inline]
pub fn ray_cast_within<V: Vector>(
    shape: &impl RayTarget<V>,
    ray: &Ray<V>,
    max: V::Scalar,
) -> Option<RayHit<V>> {
    shape.cast(ray, max)
}

impl<S: Shape<V: Widen<Wide: RaySpace>>> RayTarget<S::V> for S {
    #[inline]
    fn cast(&self, ray: &Ray<S::V>, max: <S::V as Vector>::Scalar) -> Option<RayHit<S::V>> {
        of_parts(&self.parts(), ray, max)
    }
}

/// [`ray_cast_within`] of a decomposed shape.
#[inline]
pub(crate) fn of_parts<V: Widen<Wide: RaySpace>>(
    parts: &Parts<'_, V::Wide>,
    ray: &Ray<V>,
    max: V::Scalar,
) -> Option<RayHit<V>> {
    cast(parts, &ray.widened(), max.f64(), RayMethod::Closed).map(RayHit::narrowed)
}

/// [`ray_cast_within`] of a decomposed shape in `f64`, by a prescribed method.
pub(crate) fn cast<W: RaySpace>(
    parts: &Parts<'_, W>,
    ray: &Ray<W>,
    max: f64,
    method: RayMethod,
) -> Option<RayHit<W>> {
    // Also rejects NaN.
    let wanted = max >= 0.0;
    if !wanted {
        return None;
    }
    let epsilon = parts.precision.epsilon();
    let to_origin = Pose::of(ray.origin, Rotation::IDENTITY);
    let relative = W::relative(&parts.pose, &to_origin);
    let (reach, radius) = (parts.core.reach() + parts.radius, parts.radius);
    let extent = Real::min(reach + relative.offset.sum_abs(), f64::MAX);
    let exponent = exponent_of(extent);
    let (factor, unit) = (f64::power_of_two(-exponent), f64::power_of_two(exponent));
    let origin = relative.offset * factor;
    let direction = relative.turn_a.unturn(ray.direction.unit()).unit();
    let choice = parts.core.choice_error() * factor;
    // In the subnormal range roundings no longer shrink with the number.
    let grain = (ROUNDING_ULPS * f64::EPSILON * Real::max(extent, f64::MIN_POSITIVE) + parts.lost) * factor;
    let rounding = grain + choice;
    // An answer more accurate than the caller's precision is useless.
    let gap = Real::max(rounding, epsilon * extent * factor * 0.25);
    let start = origin.dot(direction);
    let line = Line {
        foot: origin - direction * start,
        direction,
        start,
        end: start + Real::min(max * factor, f64::MAX),
        grain,
        rounding,
        // A point of the surface as an answer reports it: with the accuracy of the answer, and rounded.
        skin: Real::max(gap, rounding + SKIN * grain) + epsilon * ray.origin.sum_abs() * factor,
        reach: reach * factor,
    };
    // The bounding ball of the shape.
    let beside = line.foot.norm() - line.reach > rounding;
    if beside || line.start - line.reach > rounding || -line.reach - line.end > rounding {
        return None;
    }
    let core = parts.core.scaled(factor);
    let radius = radius * factor;
    let closed = match method {
        RayMethod::Closed => <W as RaySpace>::closed(&core, radius, &line),
        RayMethod::General => None,
    };
    let answer = match closed {
        Some(answer) => answer,
        None => general::cast(&core, radius, &line, gap, true),
    };
    let world = |p: W| relative.turn_a.turn(p * unit) + parts.pose.translation();
    match answer {
        Answer::Miss => None,
        Answer::Inside { calls } => Some(inside(ray, calls)),
        Answer::Hit(hit) => {
            let exact = (hit.t - line.start) * unit;
            let distance = parts.precision.round(Real::max(exact, 0.0));
            let error = hit.error * unit + last_place(parts.precision, exact);
            if !distance.is_finite() || distance - error > max {
                return None;
            }
            let beyond = exact > 0.0;
            Some(RayHit {
                distance,
                error: upwards(parts.precision, error),
                point: if beyond { world(line.at(hit.t)) } else { ray.origin },
                normal: relative.turn_a.turn(hit.normal),
                status: hit.status,
                iterations: hit.calls,
                part: None,
            })
        }
    }
}

/// One unit in the last place of a distance in the caller's precision: half for its own rounding, half for that of the error.
fn last_place(precision: Precision, distance: f64) -> f64 {
    // In the subnormal range it no longer shrinks with the number.
    precision.epsilon() * Real::max(distance, precision.least_normal())
}

/// A bound rounded up to the caller's precision.
fn upwards(precision: Precision, error: f64) -> f64 {
    error * (1.0 + precision.epsilon())
}

/// The answer for a ray that starts inside the shape.
pub(crate) fn inside<V: Widen>(ray: &Ray<V>, calls: u32) -> RayHit<V> {
    RayHit {
        distance: Real::ZERO,
        error: Real::ZERO,
        point: ray.origin,
        normal: V::narrow(-ray.direction.widen().unit()),
        status: Status::Converged,
        iterations: calls,
        part: None,
    }
}
