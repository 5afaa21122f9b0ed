//! Point: one position, in space or in the plane.
//!
//! Frame: the coordinates given. Source: row "point" of Table 1 of Olvång's thesis, S(v) = p.

use super::{Bounded, Measure, Measured, Parts, Shape, Space, Support, Widen};
use crate::error::ShapeError;
use crate::math::{Aabb, Pose, Real, Rotation, Vector};

/// A single point at the given position; it stands for a sphere of radius 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point<V> {
    position: V,
}

impl<V: Vector> Point<V> {
    /// A point at `position`.
    ///
    /// # Panics
    /// If a coordinate is not finite or above [`LIMIT`](crate::math::Real::LIMIT); see [`Point::try_new`].
    pub fn new(position: V) -> Self {
        Self::try_new(position).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A point at `position`.
    ///
    /// # Errors
    /// If a coordinate is not finite or above [`LIMIT`](crate::math::Real::LIMIT); every such coordinate is listed.
    pub fn try_new(position: V) -> Result<Self, ShapeError> {
        let mut error = ShapeError::default();
        super::common::push_not_finite(&mut error, ["position x", "position y", "position z"], position);
        error.or_ok(Self { position })
    }

    super::common::getters! {
        /// Position of the point.
        position: V;
    }
}

impl<V: Vector> Support<V> for Point<V> {
    #[inline]
    fn support(&self, _: V) -> V {
        self.position
    }
    #[inline]
    fn center(&self) -> V {
        self.position
    }
}

impl<V: Vector> Bounded<V> for Point<V> {
    fn aabb(&self, pose: &Pose<V>) -> Aabb<V> {
        let p = pose.transform(self.position);
        Aabb { min: p, max: p }
    }
}

impl<V: Vector> Measured<V> for Point<V> {
    fn measure(&self) -> Measure<V> {
        Measure::flat(self.position)
    }
}

impl<V: Widen> Shape for Point<V> {
    type V = V;
    #[inline(always)]
    fn parts(&self) -> Parts<'_, V::Wide> {
        let place = Pose::of(self.position.widen(), Rotation::IDENTITY);
        Parts::of(V::Wide::point(), V::Scalar::PRECISION).placed(&place)
    }
}
