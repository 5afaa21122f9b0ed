//! Geometry of a body of a robot or a scene: a shape, or a mesh file.

use impinge::{AnyShape, Vec3};

use crate::{Error, Mesh, Source, read_mesh};

/// Geometry of a link of a robot or a body of a scene.
#[derive(Clone, Debug, PartialEq)]
pub enum Geometry {
    /// A convex shape.
    Shape(AnyShape<f64>),
    /// A mesh file.
    Mesh(MeshFile),
}

/// A mesh file with a scale.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshFile {
    /// The file that was found.
    pub source: Source,
    /// Factors on the coordinates; none is zero.
    pub scale: Vec3<f64>,
}

impl MeshFile {
    /// Reads the mesh and scales it. The faces of a mirrored mesh are flipped, so that they face outward again.
    ///
    /// # Errors
    /// The same as [`read_mesh`].
    pub fn read(&self) -> Result<Mesh, Error> {
        let mut mesh = read_mesh(self.source.clone())?;
        let scale = self.scale;
        mesh.resolution *= scale.to_array().into_iter().fold(0.0, |m: f64, s| m.max(s.abs()));
        mesh.unit = None;
        mesh.vertices.iter_mut().for_each(|v| *v = Vec3::new(v.x * scale.x, v.y * scale.y, v.z * scale.z));
        if scale.to_array().iter().filter(|s| **s < 0.0).count() % 2 == 1 {
            mesh.faces.iter_mut().for_each(|face| face.reverse());
        }
        Ok(mesh)
    }
}
