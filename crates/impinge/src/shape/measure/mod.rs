//! Volume, centroid and inertia, with bounds on their errors.

mod bounds;
pub(super) mod closed_forms;
pub(crate) mod polytope;

pub use bounds::MeasureSpace;

use crate::math::{Pose, Real, Rotation, Vector};

/// Mass properties of a shape at density 1: volume, centroid and moment of inertia.
///
/// In the plane "volume" is area. Flat shapes have volume and inertia 0. Each value lies within its `_error` of the
/// true one, up to rounding: the error is 0 for named shapes and polyhedra, and that of an interval for combinators.
/// Values above the largest number are infinite: in `f32` the volume of a ball with a radius of 10¹³, its inertia from
/// 10⁸ on. An inertia with an infinite moment is infinite about all axes once it is rotated.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize, V::Inertia: serde::Serialize")
)]
pub struct Measure<V: Vector> {
    /// Volume; area in the plane.
    pub volume: V::Scalar,
    /// Bound on the error of `volume`.
    pub volume_error: V::Scalar,
    /// Center of mass at constant density. For a flat shape, that of its area, length or point.
    pub centroid: V,
    /// Bound on the distance between `centroid` and the true centroid.
    pub centroid_error: V::Scalar,
    /// Moment of inertia about the centroid at density 1.
    pub inertia: V::Inertia,
    /// Bound on the error of each principal moment (of each entry) of `inertia`.
    pub inertia_error: V::Scalar,
}

impl<V: Vector> Measure<V> {
    /// A measure that is known up to rounding.
    pub fn exact(volume: V::Scalar, centroid: V, inertia: V::Inertia) -> Self {
        let zero = V::Scalar::ZERO;
        Self { volume, volume_error: zero, centroid, centroid_error: zero, inertia, inertia_error: zero }
    }

    /// The measure of a shape without volume.
    pub fn flat(centroid: V) -> Self {
        Self::exact(V::Scalar::ZERO, centroid, V::Inertia::default())
    }

    /// The measure of the same shape placed at `pose`.
    #[must_use]
    pub fn placed(self, pose: &Pose<V>) -> Self {
        Self {
            centroid: pose.transform(self.centroid),
            inertia: pose.rotation().rotate_inertia(self.inertia),
            ..self
        }
    }
}

/// A shape whose volume, centroid and inertia are known or can be bounded.
pub trait Measured<V: Vector> {
    /// Volume, centroid and inertia with error bounds. May allocate: not for inner loops.
    fn measure(&self) -> Measure<V>;
}
