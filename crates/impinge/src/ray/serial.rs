//! Serialization of rays, with the feature `serde`: `{"origin": .., "direction": ..}`, deserialized through [`Ray::try_new`].

use super::Ray;
use crate::error::ShapeError;
use crate::math::Vector;

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRay<V> {
    origin: V,
    direction: V,
}

impl<V: Vector> TryFrom<RawRay<V>> for Ray<V> {
    type Error = ShapeError;
    fn try_from(raw: RawRay<V>) -> Result<Self, ShapeError> {
        Self::try_new(raw.origin, raw.direction)
    }
}

impl<V: Vector> From<Ray<V>> for RawRay<V> {
    fn from(ray: Ray<V>) -> Self {
        Self { origin: ray.origin, direction: ray.direction }
    }
}
