//! Serialization of triangle meshes, with the feature `serde`.
//!
//! A mesh is written as its vertices, its triangles, the face of the input that each comes from, and whether it is solid. It is read back
//! by building it from them: input that [`TriangleMesh::new`] rejects is rejected with the same message. Triangles are written and built
//! in the same order (`build::in_order`), and nothing is left to repair, so the mesh that is read has the same tree and gives the same
//! answers bit for bit.

use alloc::vec::Vec;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{TriangleMesh, build};
use crate::math::{Real, Vec3};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written<T> {
    vertices: Vec<Vec3<T>>,
    triangles: Vec<[u32; 3]>,
    /// For each triangle, the face of the input.
    faces: Vec<u32>,
    /// Whether it is solid inside: closed, and not turned into a surface.
    solid: bool,
}

impl<T: Real + Serialize> Serialize for TriangleMesh<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (mut triangles, mut faces) = (self.triangles.clone(), self.faces.clone());
        build::in_order(&mut triangles, &mut faces);
        Written { vertices: self.vertices.clone(), triangles, faces, solid: self.closed }
            .serialize(serializer)
    }
}

impl<'de, T: Real + Deserialize<'de>> Deserialize<'de> for TriangleMesh<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { vertices, triangles, faces, solid } = Written::<T>::deserialize(deserializer)?;
        if faces.len() != triangles.len() {
            let (faces, triangles) = (faces.len(), triangles.len());
            return Err(D::Error::custom(format_args!("{faces} faces are named for {triangles} triangles")));
        }
        let mesh = build::of_faces(vertices, &triangles, faces).map_err(D::Error::custom)?;
        match (solid, mesh.closed) {
            (true, false) => Err(D::Error::custom("the mesh is said to be solid, but it is not closed")),
            (false, true) => Ok(mesh.into_surface()),
            _ => Ok(mesh),
        }
    }
}
