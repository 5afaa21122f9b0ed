//! Meshes as in files: vertices and polygons, whole or in named parts.

use std::path::Path;

use impinge::mesh::cut_polygon;
use impinge::{Pose, Vec3};

use crate::{Error, Reason, Source, Unit};

/// Vertices and polygons. Two meshes are equal if these are.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    /// Vertices.
    pub vertices: Vec<Vec3<f64>>,
    /// For each polygon, its corners as indices into `vertices`.
    pub faces: Vec<Vec<u32>>,
    /// Unit of the coordinates, if the file states it.
    pub unit: Option<Unit>,
    /// Resolution of the coordinates: the spacing of the numbers of the file at its largest coordinate. 0 if the mesh does not come from a
    /// file: then every bit counts.
    pub resolution: f64,
}

impl PartialEq for Mesh {
    fn eq(&self, other: &Self) -> bool {
        (&self.vertices, &self.faces) == (&other.vertices, &other.faces)
    }
}

impl Mesh {
    /// A mesh of vertices and polygons, of no stated unit, in which every bit counts.
    pub fn new(vertices: Vec<Vec3<f64>>, faces: Vec<Vec<u32>>) -> Self {
        Self { vertices, faces, ..Self::default() }
    }

    /// The triangles of all faces, in their order: polygons are cut as [`Mesh::triangles`] cuts them.
    pub(crate) fn cut_faces(&self) -> Result<Vec<[u32; 3]>, String> {
        let mut triangles = Vec::with_capacity(self.faces.len());
        for face in &self.faces {
            if let Some(v) = face.iter().find(|v| **v as usize >= self.vertices.len()) {
                return Err(format!("a face refers to vertex {v}, which does not exist"));
            }
            match face[..] {
                [a, b, c] => triangles.push([a, b, c]),
                _ => triangles.extend(cut_polygon(&self.vertices, face)),
            }
        }
        Ok(triangles)
    }

    /// The mesh with every coordinate multiplied by `factor`, as given by [`Unit`]. It no longer states a unit.
    #[must_use]
    pub fn scaled(mut self, factor: f64) -> Self {
        self.vertices.iter_mut().for_each(|v| *v *= factor);
        self.resolution *= factor.abs();
        self.unit = None;
        self
    }

    /// The mesh transformed by a pose.
    #[must_use]
    pub fn placed(mut self, pose: &Pose<Vec3<f64>>) -> Self {
        self.vertices.iter_mut().for_each(|v| *v = pose.transform(*v));
        self
    }

    /// Some of the faces with the vertices that they use, in their order; and the indices of these vertices here.
    pub(crate) fn of_faces(&self, faces: &[&Vec<u32>]) -> (Self, Vec<u32>) {
        let mut used: Vec<u32> = faces.iter().flat_map(|face| face.iter().copied()).collect();
        used.sort_unstable();
        used.dedup();
        // Every corner is in the list.
        let new = |v: &u32| used.binary_search(v).unwrap_or_default() as u32;
        let faces = faces.iter().map(|face| face.iter().map(new).collect()).collect();
        let vertices = used.iter().map(|&v| self.vertices[v as usize]).collect();
        (Self::new(vertices, faces), used)
    }

    /// Joins all parts of a file.
    pub(crate) fn joined(parts: Vec<Part>, source: &Source) -> Result<Self, Error> {
        let mut mesh = Self { unit: parts.first().and_then(|part| part.mesh.unit), ..Self::default() };
        for part in parts {
            mesh.join(part.mesh).map_err(|reason| source.error(reason))?;
        }
        if mesh.vertices.is_empty() { Err(source.error(Reason::NoVertices)) } else { Ok(mesh) }
    }

    /// Appends the vertices and polygons of another mesh, unless there are more vertices than indices can represent.
    pub(crate) fn join(&mut self, other: Mesh) -> Result<(), Reason> {
        let count = self.vertices.len() + other.vertices.len();
        let Some(first) = u32::try_from(count).ok().map(|_| self.vertices.len() as u32) else {
            return Err(Reason::Damaged(format!("{count} vertices are more than 32 bits can represent")));
        };
        self.resolution = self.resolution.max(other.resolution);
        self.vertices.extend(other.vertices);
        let shifted = |face: Vec<u32>| face.into_iter().map(|v| v + first).collect();
        self.faces.extend(other.faces.into_iter().map(shifted));
        Ok(())
    }
}

/// A named part of a mesh file.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Name in the file; if there is none, the name of the file without its extension. Names may repeat.
    pub name: String,
    /// Its own vertices and polygons, in place: all transforms of the file are applied.
    pub mesh: Mesh,
    /// Color, if the file gives one for the whole part: red, green, blue in sRGB, and opacity.
    pub color: Option<[u8; 4]>,
}

/// A part that is written.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a> {
    pub name: &'a str,
    pub mesh: &'a Mesh,
    pub color: Option<[u8; 4]>,
}

impl<'a> From<&'a Part> for Piece<'a> {
    fn from(part: &'a Part) -> Self {
        Self { name: &part.name, mesh: &part.mesh, color: part.color }
    }
}

/// Name of a file without its extension.
pub(crate) fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_moved_and_joined() {
        let vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Vec3::from).to_vec();
        let one = Mesh::new(vertices, vec![vec![0, 1, 2]]);
        let two = one.clone().scaled(2.0).placed(&Pose::at([0.0, 0.0, 5.0]));
        let mut both = one;
        both.join(two).unwrap();
        assert_eq!(both.vertices[4], Vec3::new(2.0, 0.0, 5.0));
        assert_eq!(both.faces, [[0, 1, 2], [3, 4, 5]]);
    }
}
