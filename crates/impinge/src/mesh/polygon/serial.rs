//! Serialization of meshes, with the feature `serde`.
//!
//! A mesh is written as its vertices and polygons, and read back by building it from them: input that [`PolygonMesh::with_settings`]
//! rejects is rejected with the same message. Polygons are not merged again. They may be as far from flat as the mesh reported, so they
//! are not cut either, and the mesh comes back as it was, except for the kinds of some edges, which are derived again from the polygons.
//! So the edges of a hull get their actual kind, while [`PolygonMesh::from_solid`] calls all of them convex. And if bodies touch with
//! whole faces, merging may have removed the evidence that nothing fits between them; such an edge is no longer internal, which costs
//! tests and changes no answer.

use alloc::vec::Vec;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{MeshSettings, PolygonMesh};
use crate::math::{RANGE, Real, Vec3};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written<T> {
    vertices: Vec<Vec3<T>>,
    polygons: Vec<Vec<u32>>,
    /// Largest distance of vertices from the plane of their polygon.
    flat: f64,
    two_sided: bool,
    /// Whether internal edges are flagged.
    internal: bool,
}

impl<T: Real + Serialize> Serialize for PolygonMesh<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written {
            vertices: self.vertices.clone(),
            polygons: (0..self.polygons.len() as u32).map(|p| self.corners(p).collect()).collect(),
            // A setting below the range of coordinates has no effect.
            flat: if self.flatness * RANGE >= 1.0 { self.flatness } else { 0.0 },
            two_sided: self.polygons.first().is_some_and(|p| p.two_sided),
            internal: self.edges.iter().any(|e| e.internal),
        }
        .serialize(serializer)
    }
}

impl<'de, T: Real + Deserialize<'de>> Deserialize<'de> for PolygonMesh<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { vertices, polygons, flat, two_sided, internal } =
            Written::<T>::deserialize(deserializer)?;
        // A single point has no polygons.
        if let ([point], true) = (&vertices[..], polygons.is_empty()) {
            return Self::try_point(*point).map_err(D::Error::custom);
        }
        let settings = MeshSettings { flat, two_sided, merge: false, internal, ..MeshSettings::default() };
        Self::with_settings(&vertices, &polygons, &settings).map(|(mesh, _)| mesh).map_err(D::Error::custom)
    }
}
