//! Geometry of a body of a robot or a scene: a shape, or a mesh file.

use impinge::{AnyShape, Vec3};

use crate::{Error, Mesh, MeshFormat, Source, Unit, read_mesh};

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
    /// Reads the mesh and scales it; a Collada file from its unit to meters first, as in robots. The faces of a mirrored mesh are flipped, so that
    /// they face outward again.
    ///
    /// # Errors
    /// The same as [`read_mesh`].
    pub fn read(&self) -> Result<Mesh, Error> {
        let mut mesh = read_mesh(self.source.clone())?;
        let collada = matches!(MeshFormat::of(self.source.path()), Ok(MeshFormat::Collada));
        let scale = self.scale * mesh.unit.filter(|_| collada).map_or(1.0, Unit::meters);
        mesh.resolution *= scale.to_array().into_iter().fold(0.0, |m: f64, s| m.max(s.abs()));
        mesh.unit = None;
        mesh.vertices.iter_mut().for_each(|v| *v = Vec3::new(v.x * scale.x, v.y * scale.y, v.z * scale.z));
        if scale.to_array().iter().filter(|s| **s < 0.0).count() % 2 == 1 {
            mesh.faces.iter_mut().for_each(|face| face.reverse());
        }
        Ok(mesh)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collada_is_read_in_meters() {
        let text = "<COLLADA><asset><unit meter='0.01'/></asset><library_geometries><geometry id='g'><mesh><source id='p'>\
                    <float_array id='a'>0 0 0 100 0 0 0 100 0</float_array></source><vertices id='v'><input semantic='POSITION' \
                    source='#p'/></vertices><triangles><input semantic='VERTEX' source='#v'/><p>0 1 2</p></triangles></mesh>\
                    </geometry></library_geometries><library_visual_scenes><visual_scene><node><instance_geometry url='#g'/></node>\
                    </visual_scene></library_visual_scenes></COLLADA>";
        let file = MeshFile { source: Source::from_bytes("a.dae", text.as_bytes()), scale: Vec3::splat(2.0) };
        let mesh = file.read().unwrap();
        assert_eq!((mesh.vertices[1], mesh.unit), (Vec3::new(2.0, 0.0, 0.0), None));
    }
}
