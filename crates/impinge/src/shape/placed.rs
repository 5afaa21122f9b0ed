//! A shape at a pose.
//!
//! Source: equation 5 of Olvång's thesis, S_world(v) = T R S(R⁻¹ v). Measure and bounds are those of the shape itself.

use super::common::{reach_of, rounding_of, sum_rounding, tame};
use super::parts::PLACED_ULPS;
use super::{Bounded, Id, Measure, Measured, Parts, Shape, Support, Wide};
use crate::math::{Aabb, Pose, Real, Rotation, Vector};

/// A shape placed at a pose, in the outer frame. Made by [`Shape::at`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        deny_unknown_fields,
        bound(
            serialize = "S: serde::Serialize, Pose<S::V>: serde::Serialize",
            deserialize = "S: serde::Deserialize<'de>, Pose<S::V>: serde::Deserialize<'de>"
        )
    )
)]
pub struct At<S: Shape> {
    shape: S,
    pose: Pose<S::V>,
}

impl<S: Shape> At<S> {
    /// `shape` placed at `pose`.
    pub fn new(shape: S, pose: Pose<S::V>) -> Self {
        Self { shape, pose }
    }

    /// The shape, in its own frame.
    #[inline]
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// The pose of the shape.
    #[inline]
    pub fn pose(&self) -> &Pose<S::V> {
        &self.pose
    }
}

impl<S: Shape> Support<S::V> for At<S> {
    #[inline]
    fn support(&self, direction: S::V) -> S::V {
        // Tamed, since a rotation mixes infinite components into NaN.
        self.pose.transform(self.shape.support(self.pose.rotation().unrotate(tame(direction))))
    }
    #[inline]
    fn support_from(&self, direction: S::V, hint: Id) -> (S::V, Id) {
        let (p, id) = self.shape.support_from(self.pose.rotation().unrotate(tame(direction)), hint);
        (self.pose.transform(p), id)
    }
    fn center(&self) -> S::V {
        self.pose.transform(self.shape.center())
    }
    fn is_curved(&self, direction: S::V) -> bool {
        self.shape.is_curved(self.pose.rotation().unrotate(tame(direction)))
    }
}

impl<S: Shape> Bounded<S::V> for At<S> {
    fn aabb(&self, pose: &Pose<S::V>) -> Aabb<S::V> {
        self.shape.aabb(&pose.compose(&self.pose))
    }
    /// The rounding of the shape, and of rotating and translating its points.
    fn rounding(&self) -> f64 {
        let turned = rounding_of::<S::V>(PLACED_ULPS, reach_of(&self.shape));
        self.shape.rounding() + turned + sum_rounding::<S::V>(self.pose.translation().sum_abs().f64())
    }
}

impl<S: Shape + Measured<S::V>> Measured<S::V> for At<S> {
    fn measure(&self) -> Measure<S::V> {
        self.shape.measure().placed(&self.pose)
    }
}

impl<S: Shape> Shape for At<S> {
    type V = S::V;
    #[inline(always)]
    fn parts(&self) -> Parts<'_, Wide<S::V>> {
        self.shape.parts().placed(&self.pose)
    }
}
