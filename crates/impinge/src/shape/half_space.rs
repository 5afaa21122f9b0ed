//! Half-space: everything on one side of a plane; in the plane, of a line.
//!
//! Frame: the coordinates given. It is not compact, so it has no farthest point and is not a [`Shape`](super::Shape);
//! queries handle it separately.

use super::Widen;
use super::common::push_not_finite;
use crate::error::{Problem, ShapeError};
use crate::math::{Pose, Real, Rotation, Vector, problem_with};

/// The squared length of a normalized normal is off from 1 by less than this, in ε.
#[cfg(feature = "serde")]
const UNIT_ULPS: f64 = 16.0;

/// A half-space, the points p with `normal` · p <= `offset`: a floor, a wall, a slope.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace<V: Vector> {
    normal: V,
    offset: V::Scalar,
}

impl<V: Vector> HalfSpace<V> {
    /// The side opposite to `normal` of the plane at distance `offset` from the origin along it. `normal` may have any
    /// length except zero; `offset` is a distance and is used as given.
    ///
    /// # Panics
    /// If the normal is zero or one of them is not finite or above [`LIMIT`](crate::math::Real::LIMIT); see
    /// [`HalfSpace::try_new`].
    pub fn new(normal: impl Into<V>, offset: V::Scalar) -> Self {
        Self::try_new(normal, offset).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The side opposite to `normal` of the plane at distance `offset` from the origin along it. `normal` may have any
    /// length except zero; `offset` is a distance and is used as given.
    ///
    /// # Errors
    /// If the normal is zero or one of them is not finite or above [`LIMIT`](crate::math::Real::LIMIT); every problem is listed.
    pub fn try_new(normal: impl Into<V>, offset: V::Scalar) -> Result<Self, ShapeError> {
        let normal = normal.into();
        let mut error = ShapeError::default();
        // Only the direction of the normal counts, not its length.
        let not_finite = normal.map(|c| if c.is_finite() { V::Scalar::ZERO } else { c });
        push_not_finite(&mut error, ["normal x", "normal y", "normal z"], not_finite);
        if normal == V::ZERO {
            error.push(Problem::Zero { what: "normal" });
        }
        if let Some(problem) = problem_with("offset", offset) {
            error.push(problem);
        }
        error.or_ok(Self { normal: normal.unit(), offset })
    }

    /// Like [`HalfSpace::try_new`], but a normal that is already unit stays as it is, to the bit: reading returns exactly what was written.
    #[cfg(feature = "serde")]
    pub(super) fn try_read(normal: V, offset: V::Scalar) -> Result<Self, ShapeError> {
        let made = Self::try_new(normal, offset)?;
        let is_unit =
            (normal.norm_squared() - V::Scalar::ONE).abs() <= V::Scalar::of(UNIT_ULPS) * V::Scalar::EPSILON;
        Ok(if is_unit { Self { normal, offset } } else { made })
    }

    super::common::getters! {
        /// Outward unit normal of the surface.
        normal: V;
        /// Distance of the surface from the origin along the normal; negative if the origin is outside.
        offset: V::Scalar;
    }

    /// Signed distance of a point from the surface, negative inside.
    #[inline]
    pub fn signed_distance(&self, point: V) -> V::Scalar {
        self.normal.dot(point) - self.offset
    }

    /// A half-space of numbers that are known to be valid: `normal` is unit, perhaps only in a lower precision.
    #[inline]
    pub(crate) fn of(normal: V, offset: V::Scalar) -> Self {
        Self { normal, offset }
    }

    /// The half-space placed at `pose`, rounded: the result is a half-space of its own, and answers are about that one.
    #[must_use]
    pub fn at(&self, pose: Pose<V>) -> Self {
        let normal = pose.rotation().rotate(self.normal).unit();
        Self { normal, offset: self.offset + normal.dot(pose.translation()) }
    }
}

impl<V: Widen> HalfSpace<V> {
    /// The same half-space in `f64`, without error.
    #[inline]
    pub(crate) fn widened(&self) -> HalfSpace<V::Wide> {
        HalfSpace { normal: self.normal.widen(), offset: self.offset.f64() }
    }
}
