//! A shape with a ball added: all points within a radius of it.
//!
//! Frame: that of the shape. Source: section 2.2 of Olvång's thesis, S_{A⊕B} = S_A + S_B with a ball as B.

use super::MeasureSpace;
use super::common::{reach_of, rounding_of};
use super::{Bounded, Id, Measure, Measured, Parts, SUPPORT_ULPS, Shape, Support, Wide};
use crate::error::ShapeError;
use crate::math::{Aabb, Pose, Real, Vector};

/// A rounded shape: all points within `radius` of a shape; a radius of 0 is allowed. Made by [`Shape::rounded`].
///
/// ```
/// use impinge::{Capsule, Segment, Shape, Support, Vec3};
///
/// let rounded = Segment::new(1.0).rounded(0.25);
/// let direction = Vec3::new(1.0, 2.0, 3.0);
/// assert_eq!(rounded.support(direction), Capsule::new(1.0, 0.25).support(direction));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded<S: Shape> {
    shape: S,
    radius: <S::V as Vector>::Scalar,
}

impl<S: Shape> Rounded<S> {
    /// `shape` with a ball of `radius` added.
    ///
    /// # Panics
    /// If the radius is not finite, above [`LIMIT`](crate::math::Real::LIMIT) or negative; see [`Rounded::try_new`].
    pub fn new(shape: S, radius: <S::V as Vector>::Scalar) -> Self {
        Self::try_new(shape, radius).unwrap_or_else(|error| panic!("{error}"))
    }

    /// `shape` with a ball of `radius` added.
    ///
    /// # Errors
    /// If the radius is not finite, above [`LIMIT`](crate::math::Real::LIMIT) or negative.
    pub fn try_new(shape: S, radius: <S::V as Vector>::Scalar) -> Result<Self, ShapeError> {
        let mut error = ShapeError::default();
        super::common::push_negative(&mut error, "radius", radius);
        error.or_ok(Self { shape, radius })
    }

    /// The inner shape.
    #[inline]
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// Radius of the added ball.
    #[inline]
    pub fn radius(&self) -> <S::V as Vector>::Scalar {
        self.radius
    }
}

impl<S: Shape> Support<S::V> for Rounded<S> {
    #[inline]
    fn support(&self, direction: S::V) -> S::V {
        self.shape.support(direction) + direction.unit() * self.radius
    }
    #[inline]
    fn support_from(&self, direction: S::V, hint: Id) -> (S::V, Id) {
        let (p, id) = self.shape.support_from(direction, hint);
        (p + direction.unit() * self.radius, id)
    }
    /// The center of the inner shape: the centroid if that shape is symmetric about it.
    fn center(&self) -> S::V {
        self.shape.center()
    }
    /// True unless the radius is 0. (Faces stay flat, but this shape does not know where they are.)
    fn is_curved(&self, direction: S::V) -> bool {
        self.radius > Real::ZERO || self.shape.is_curved(direction)
    }
}

impl<S: Shape> Bounded<S::V> for Rounded<S> {
    fn aabb(&self, pose: &Pose<S::V>) -> Aabb<S::V> {
        self.shape.aabb(pose).grown(self.radius)
    }
    fn rounding(&self) -> f64 {
        self.shape.rounding() + rounding_of::<S::V>(SUPPORT_ULPS, reach_of(self) + self.radius.f64())
    }
}

impl<S: Shape<V: MeasureSpace>> Measured<S::V> for Rounded<S> {
    fn measure(&self) -> Measure<S::V> {
        MeasureSpace::bracket(&|d| self.support(d))
    }
}

impl<S: Shape> Shape for Rounded<S> {
    type V = S::V;
    #[inline(always)]
    fn parts(&self) -> Parts<'_, Wide<S::V>> {
        self.shape.parts().grown(self.radius.f64())
    }
}
