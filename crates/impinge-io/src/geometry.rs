//! What a body of a robot or a scene is made of: a shape, or a mesh in a file of its own.

use impinge::{AnyShape, Vec3};

use crate::{Error, Mesh, Source, read_mesh};

/// What a link of a robot or a body of a scene is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum Geometry {
    /// A convex shape.
    Shape(AnyShape<f64>),
    /// A mesh in a file of its own.
    Mesh(MeshFile),
}

/// A mesh in a file of its own, and how much larger it is to be.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshFile {
    /// The file, as found.
    pub source: Source,
    /// What coordinates are multiplied by; none is zero.
    pub scale: Vec3<f64>,
}

impl MeshFile {
    /// Reads the mesh and scales it. One that is mirrored has its faces turned, so that they face outward again.
    ///
    /// # Errors
    /// As [`read_mesh`].
    pub fn read(&self) -> Result<Mesh, Error> {
        let mut mesh = read_mesh(self.source.clone())?;
        let scale = self.scale;
        mesh.vertices.iter_mut().for_each(|v| *v = Vec3::new(v.x * scale.x, v.y * scale.y, v.z * scale.z));
        if scale.to_array().iter().filter(|s| **s < 0.0).count() % 2 == 1 {
            mesh.faces.iter_mut().for_each(|face| face.reverse());
        }
        Ok(mesh)
    }
}
