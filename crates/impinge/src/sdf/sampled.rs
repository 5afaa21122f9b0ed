//! A map with samples of its surface: a body that can touch others, and be placed in a [`Scene`](crate::Scene).
//!
//! **Memory.** In addition to the map, 16 bytes a sample in `f32`, 28 in `f64`, and 28 bytes for each ball of at most 8 samples: about 24
//! and 36 bytes a sample in total. A surface of area F has about 2 F / s² samples at a spacing s, and at least the vertices of its mesh.

use core::fmt;

use super::cloud::Samples;
use super::{DistanceMap, MapError, MapSettings};
use crate::math::Real;
use crate::mesh::TriangleMesh;

/// Limit on the samples, a few hundred megabytes; more are rejected.
const MOST_SAMPLES: usize = 1 << 24;

/// A [`DistanceMap`] of a closed mesh, with samples of its surface: the vertices, and points between them if sides are longer than a
/// spacing. Samples of one body are looked up in the map of another one.
#[derive(Clone)]
pub struct SampledMap<T: Real> {
    map: DistanceMap<T>,
    samples: Samples<T>,
    vertices: usize,
    reach: f64,
}

impl<T: Real> SampledMap<T> {
    /// A map of a closed mesh, and samples of its surface with sides no longer than `spacing` between them. With an infinite spacing the
    /// samples are the vertices.
    ///
    /// # Errors
    /// The same as [`DistanceMap::build`]; a mesh that is not closed; a spacing that is not above 0, or so small that there would be more than
    /// 2^24 samples, or, if triangles lie on one another, 2^27 triangles between them.
    pub fn new(mesh: &TriangleMesh<T>, settings: &MapSettings, spacing: T) -> Result<Self, MapError> {
        let value = spacing.f64();
        if value.is_nan() || value <= 0.0 {
            return Err(MapError::BadSetting { what: "spacing of samples", value });
        }
        if !mesh.is_closed() {
            return Err(MapError::NotClosed);
        }
        let too_many = MapError::TooManySamples { spacing: value, limit: MOST_SAMPLES };
        let samples = Samples::of(mesh, value, MOST_SAMPLES).ok_or(too_many)?;
        let map = DistanceMap::build(mesh, settings)?;
        Ok(Self::of_parts(map, samples, mesh))
    }

    fn of_parts(map: DistanceMap<T>, samples: Samples<T>, mesh: &TriangleMesh<T>) -> Self {
        let bounds = mesh.bounds();
        let far = bounds.min.cast::<f64>().abs().max(bounds.max.cast::<f64>().abs());
        Self { map, samples, vertices: mesh.vertices().len(), reach: far.norm() }
    }

    /// The map.
    pub fn map(&self) -> &DistanceMap<T> {
        &self.map
    }

    /// Number of samples.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Always false: there is at least one sample.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of vertices: samples with smaller names are the vertices of the mesh, by their indices.
    pub fn vertex_count(&self) -> usize {
        self.vertices
    }

    /// Largest distance of a point of the surface from its nearest sample. An overlap deeper than this plus the error of a look-up is
    /// found.
    pub fn cover(&self) -> T {
        T::of(self.samples.cover * (1.0 + T::EPSILON.f64()))
    }

    /// Memory on the heap, in bytes.
    pub fn heap_bytes(&self) -> usize {
        self.map.heap_bytes() + self.samples.heap_bytes()
    }

    pub(crate) fn samples(&self) -> &Samples<T> {
        &self.samples
    }

    /// Upper bound on the distance of a point of the surface from the origin.
    pub(crate) fn reach(&self) -> f64 {
        self.reach
    }
}

impl<T: Real> fmt::Debug for SampledMap<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SampledMap")
            .field("map", &self.map)
            .field("samples", &self.len())
            .finish_non_exhaustive()
    }
}
