//! A shape moved along a vector: all points that it passes through.
//!
//! Frame: that of the shape at the start. Source: section 2.2 of Olvång's thesis, S_{A⊕B} = S_A + S_B with the segment
//! from 0 to the vector as B.

use super::MeasureSpace;
use super::common::{push_not_finite, reach_of, rounding_of, tame};
use super::{Bounded, Measure, Measured, SUPPORT_ULPS, Shape, Support};
use crate::error::ShapeError;
use crate::math::{Aabb, Pose, Real, Rotation, Vector};

/// A swept shape: all points that a shape passes through when moved by `motion` without rotation. Made by [`Shape::swept`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swept<S: Shape> {
    shape: S,
    motion: S::V,
}

impl<S: Shape> Swept<S> {
    /// `shape` swept by `motion` from its current position.
    ///
    /// # Panics
    /// If the motion is not finite or above [`LIMIT`](crate::math::Real::LIMIT); see [`Swept::try_new`].
    pub fn new(shape: S, motion: impl Into<S::V>) -> Self {
        Self::try_new(shape, motion).unwrap_or_else(|error| panic!("{error}"))
    }

    /// `shape` swept by `motion` from its current position.
    ///
    /// # Errors
    /// If a component of the motion is not finite or above [`LIMIT`](crate::math::Real::LIMIT); every such component is listed.
    pub fn try_new(shape: S, motion: impl Into<S::V>) -> Result<Self, ShapeError> {
        let motion = motion.into();
        let mut error = ShapeError::default();
        push_not_finite(&mut error, ["motion x", "motion y", "motion z"], motion);
        error.or_ok(Self { shape, motion })
    }

    /// The shape at the start.
    #[inline]
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// Displacement of the shape, in its own frame.
    #[inline]
    pub fn motion(&self) -> S::V {
        self.motion
    }
}

impl<S: Shape> Support<S::V> for Swept<S> {
    #[inline]
    fn support(&self, direction: S::V) -> S::V {
        let d = tame(direction);
        let p = self.shape.support(d);
        if self.motion.dot(d) > Real::ZERO { p + self.motion } else { p }
    }
    /// The point halfway: the centroid if the shape is symmetric about its center.
    fn center(&self) -> S::V {
        self.shape.center() + self.motion * Real::HALF
    }
    fn is_curved(&self, direction: S::V) -> bool {
        self.shape.is_curved(direction)
    }
}

impl<S: Shape> Bounded<S::V> for Swept<S> {
    fn aabb(&self, pose: &Pose<S::V>) -> Aabb<S::V> {
        let start = self.shape.aabb(pose);
        let motion = pose.rotation().rotate(self.motion);
        start.union(&Aabb { min: start.min + motion, max: start.max + motion })
    }
    /// The rounding of the shape, of the choice between its two ends, and of the sum.
    fn rounding(&self) -> f64 {
        let size = reach_of(self) + self.motion.sum_abs().f64();
        self.shape.rounding() + rounding_of::<S::V>(SUPPORT_ULPS, size)
    }
}

impl<S: Shape<V: MeasureSpace>> Measured<S::V> for Swept<S> {
    fn measure(&self) -> Measure<S::V> {
        MeasureSpace::bracket(&|d| self.support(d))
    }
}

impl<S: Shape> Shape for Swept<S> {
    type V = S::V;
}
