//! Transforms of assemblies, and limits on their size.

use impinge::Vec3;

use crate::precision::rounding;
use crate::{Mesh, Reason};

/// An affine map, a linear map and a translation: three rows of four numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Affine(pub [[f64; 4]; 3]);

impl Affine {
    pub const IDENTITY: Self = Self([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);

    /// The composition: first `inner`, then this.
    pub fn after(&self, inner: &Self) -> Self {
        let Self(m) = self;
        let entry = |i: usize, j: usize| {
            let moved = if j == 3 { m[i][3] } else { 0.0 };
            (0..3).map(|k| m[i][k] * inner.0[k][j]).sum::<f64>() + moved
        };
        Self([0, 1, 2].map(|i| [0, 1, 2, 3].map(|j| entry(i, j))))
    }

    fn point(&self, v: Vec3<f64>) -> Vec3<f64> {
        Vec3::from(self.0.map(|[x, y, z, w]| x * v.x + y * v.y + z * v.z + w))
    }

    fn mirrors(&self) -> bool {
        let [x, y, z] = self.0.map(|[x, y, z, _]| Vec3::new(x, y, z));
        x.cross(y).dot(z) < 0.0
    }

    /// Transforms a mesh. The faces of a mirrored mesh are flipped, so that they face outward again.
    pub fn apply(&self, mesh: &Mesh) -> Result<Mesh, Reason> {
        let growth = self.0.map(|[x, y, z, _]| x.abs() + y.abs() + z.abs()).into_iter().fold(0.0, f64::max);
        let vertices: Vec<_> = mesh.vertices.iter().map(|v| self.point(*v)).collect();
        if let Some(v) = vertices.iter().position(|v| !v.is_finite()) {
            return Err(Reason::Damaged(format!("a transform moves vertex {v} beyond the largest number")));
        }
        let mut faces = mesh.faces.clone();
        if self.mirrors() {
            faces.iter_mut().for_each(|face| face.reverse());
        }
        let mut moved = Mesh { unit: mesh.unit, ..Mesh::new(vertices, faces) };
        if mesh.resolution > 0.0 && *self != Self::IDENTITY {
            // The transform rounds the coordinates, which may be far from those of the file: three products and three sums.
            moved.resolution = rounding(&moved.vertices) * 4.0;
        }
        moved.resolution += mesh.resolution * growth;
        Ok(moved)
    }
}

/// Limit on the vertices and corners that may result from a file that instances its parts many times.
pub(crate) struct Budget {
    left: u64,
}

/// Vertices and corners allowed for every file.
const FREE: u64 = 1 << 20;
/// Additional vertices and corners allowed for each byte of the file.
const PER_BYTE: u64 = 4;

impl Budget {
    pub fn of(bytes: u64) -> Self {
        Self { left: FREE + PER_BYTE.saturating_mul(bytes) }
    }

    /// Takes the amount that a copy of the mesh needs.
    pub fn take(&mut self, mesh: &Mesh) -> Result<(), Reason> {
        let needed = mesh.vertices.len() + mesh.faces.iter().map(Vec::len).sum::<usize>();
        // Empty parts cost time too.
        match self.left.checked_sub(needed.max(1) as u64) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Reason::Damaged(format!(
                "its parts are used so often that more than {PER_BYTE} vertices and corners come of each byte; \
                 the file is hostile, or must be cut in pieces"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_follow_one_another_and_mirrors_turn_faces() {
        let shift = Affine([[1.0, 0.0, 0.0, 5.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);
        let mirror = Affine([[-2.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);
        let point = Vec3::new(1.0, 2.0, 3.0);
        assert_eq!(mirror.after(&shift).point(point), Vec3::new(-12.0, 2.0, 3.0));
        assert_eq!(shift.after(&mirror).point(point), Vec3::new(3.0, 2.0, 3.0));
        let mesh = Mesh::new(vec![point; 3], vec![vec![0, 1, 2]]);
        assert_eq!(mirror.apply(&mesh).unwrap().faces, [[2, 1, 0]]);
        assert_eq!(shift.apply(&mesh).unwrap().faces, mesh.faces);
        let huge = Affine([[1e308, 1e308, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);
        assert!(huge.apply(&mesh).is_err());
    }
}
