//! Rays, and their hits on shapes.

use crate::error::{Problem, ShapeError};
use crate::math::{Precision, Real, Vector, problem_with};
use crate::observe::Status;
use crate::shape::{Space, Widen};

/// Methods of casting a ray against a shape, for comparison. Both give the same answer within their errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RayMethod {
    /// The closed form if there is one: the method of [`ray_cast`](crate::ray_cast).
    Closed,
    /// Support mappings only.
    General,
}

/// A ray: a point and a direction. All points `origin` + t `direction` with t >= 0.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "RawRay<V>",
        into = "RawRay<V>",
        bound(serialize = "V: serde::Serialize", deserialize = "V: serde::Deserialize<'de>")
    )
)]
pub struct Ray<V: Vector> {
    pub(super) origin: V,
    pub(super) direction: V,
}

impl<V: Vector> Ray<V> {
    /// Creates the ray from `origin` along `direction`, which may have any length except zero.
    ///
    /// # Panics
    /// If the direction is zero or a coordinate is not finite or above [`LIMIT`](crate::math::Real::LIMIT); see [`Ray::try_new`].
    pub fn new(origin: impl Into<V>, direction: impl Into<V>) -> Self {
        Self::try_new(origin, direction).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Creates the ray from `origin` along `direction`, which may have any length except zero.
    ///
    /// # Errors
    /// If the direction is zero or a coordinate is not finite or above [`LIMIT`](crate::math::Real::LIMIT); every
    /// problem is listed.
    pub fn try_new(origin: impl Into<V>, direction: impl Into<V>) -> Result<Self, ShapeError> {
        let (origin, direction) = (origin.into(), direction.into());
        let mut error = ShapeError::default();
        let names = [["origin x", "origin y", "origin z"], ["direction x", "direction y", "direction z"]];
        // Only the orientation of the direction counts, whatever its length.
        let not_finite = direction.map(|c| if c.is_finite() { V::Scalar::ZERO } else { c });
        for (v, names) in [origin, not_finite].into_iter().zip(names) {
            for (i, what) in names.into_iter().enumerate().take(V::DIM) {
                if let Some(problem) = problem_with(what, v.get(i)) {
                    error.push(problem);
                }
            }
        }
        if direction == V::ZERO {
            error.push(Problem::Zero { what: "direction" });
        }
        error.or_ok(Self { origin, direction })
    }

    /// The starting point.
    #[inline]
    pub fn origin(&self) -> V {
        self.origin
    }

    /// The direction, as given.
    #[inline]
    pub fn direction(&self) -> V {
        self.direction
    }
}

impl<V: Widen> Ray<V> {
    /// The same in `f64`.
    #[inline]
    pub(crate) fn widened(&self) -> Ray<V::Wide> {
        Ray { origin: self.origin.widen(), direction: self.direction.widen() }
    }
}

/// Hit of a ray on a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct RayHit<V: Vector> {
    /// Distance from the ray's origin, as a length (independent of the length of the direction); 0 if the origin is inside.
    pub distance: V::Scalar,
    /// The true distance differs from `distance` by no more than this, if the ray hits the shape: if it grazes, the hit is
    /// not certain, and this is the length of the interval in which it may occur. 0 if the origin is proven to be inside.
    pub error: V::Scalar,
    /// The hit point on the surface; the origin itself if that is inside.
    pub point: V,
    /// Outward unit normal of the surface at the point; opposite to the direction if the origin is inside.
    pub normal: V,
    /// [`Status::Converged`] if the hit is certain, [`Status::Stalled`] if the ray grazes: rounding decides whether it
    /// hits the shape. [`Status::Budget`] if it does, and the error stayed wider than requested.
    pub status: Status,
    /// Number of support calls; 0 if a closed form gave the answer.
    pub iterations: u32,
    /// The piece that is hit: the input face of a mesh, the part of a compound. `None` for a convex shape.
    pub part: Option<u32>,
}

impl<W: Space> RayHit<W> {
    /// The same with all numbers rounded to the given precision.
    pub(crate) fn rounded(self, precision: Precision) -> Self {
        if precision == Precision::Double {
            return self;
        }
        let (number, point) = (|x| precision.round(x), |p: W| p.map(|c| precision.round(c)));
        Self {
            distance: number(self.distance),
            error: number(self.error),
            point: point(self.point),
            normal: point(self.normal),
            ..self
        }
    }

    /// The same in another precision.
    #[inline]
    pub(crate) fn narrowed<V: Widen<Wide = W>>(self) -> RayHit<V> {
        RayHit {
            distance: Real::of(self.distance),
            error: Real::of(self.error),
            point: V::narrow(self.point),
            normal: V::narrow(self.normal),
            status: self.status,
            iterations: self.iterations,
            part: self.part,
        }
    }
}

/// A ray in files: `{"origin": .., "direction": ..}`, deserialized through [`Ray::try_new`].
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRay<V> {
    origin: V,
    direction: V,
}

#[cfg(feature = "serde")]
impl<V: Vector> TryFrom<RawRay<V>> for Ray<V> {
    type Error = ShapeError;
    fn try_from(raw: RawRay<V>) -> Result<Self, ShapeError> {
        Self::try_new(raw.origin, raw.direction)
    }
}

#[cfg(feature = "serde")]
impl<V: Vector> From<Ray<V>> for RawRay<V> {
    fn from(ray: Ray<V>) -> Self {
        Self { origin: ray.origin, direction: ray.direction }
    }
}
