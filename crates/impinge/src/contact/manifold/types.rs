//! What a contact manifold is made of.

use super::super::few::Few;
use super::super::types::Feature;
use crate::math::{Real, Vector};
use crate::observe::Status;

/// One point of a contact manifold, on A and on B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ManifoldPoint<V: Vector> {
    /// On A.
    pub point_a: V,
    /// On B: `point_a` + `signed_distance` × normal, within rounding.
    pub point_b: V,
    /// How far apart the two are along the normal; negative where the shapes overlap there.
    pub signed_distance: V::Scalar,
    /// The smallest part of A that holds the point. Together with that of B it tells the points of a manifold apart.
    pub feature_a: Feature,
    /// The smallest part of B that holds the point.
    pub feature_b: Feature,
}

impl<V: Vector> Default for ManifoldPoint<V> {
    fn default() -> Self {
        Self {
            point_a: V::ZERO,
            point_b: V::ZERO,
            signed_distance: V::Scalar::ZERO,
            feature_a: Feature::Curved,
            feature_b: Feature::Curved,
        }
    }
}

impl<V: Vector> ManifoldPoint<V> {
    /// Halfway between the point on A and the one on B.
    #[inline]
    pub fn point(&self) -> V {
        (self.point_a + self.point_b) * V::Scalar::HALF
    }

    /// How deep the shapes overlap here; 0 where they do not.
    #[inline]
    pub fn depth(&self) -> V::Scalar {
        (-self.signed_distance).max(V::Scalar::ZERO)
    }
}

/// Where two shapes touch: the corners of their contact polygon, or the ends of a segment, or one point.
#[derive(Clone, Debug)]
pub struct Manifold<V: Vector> {
    /// Unit, from A to B.
    pub normal: V,
    /// The signed distance of the shapes: no point lies deeper, but for `error`.
    pub signed_distance: V::Scalar,
    /// The true signed distance differs from `signed_distance` by no more.
    pub error: V::Scalar,
    /// The least signed distance of the points that were left out to have few; `None` if none were.
    pub dropped: Option<V::Scalar>,
    /// How the query for the signed distance ended.
    pub status: Status,
    /// Its support calls.
    pub iterations: u32,
    pub(in crate::contact) points: Few<ManifoldPoint<V>>,
}

impl<V: Vector> Manifold<V> {
    /// The points: in order around the contact polygon, or deepest first where they were reduced. None where the shapes
    /// are farther apart than the margin.
    #[inline]
    pub fn points(&self) -> &[ManifoldPoint<V>] {
        self.points.items()
    }
}
