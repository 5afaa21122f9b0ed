//! Point-in-solid test for a closed mesh, by exact signs. The method is that of [`position`](fn@crate::mesh::polygon::position).

use super::TriangleMesh;
use crate::broad::bvh::each_near;
use crate::math::{Aabb, Real, Vec3, built_with_the_crate};
use crate::mesh::polygon::build::flushed;
use crate::mesh::polygon::position::{Position, crosses_upward, holds};

built_with_the_crate! {
    /// [`TriangleMesh::position`].
    fn position<'a, T: Real>(
        mesh: &'a TriangleMesh<T>,
        point: Vec3<f64>,
    ) -> Option<Position> = TriangleMesh::position_wide;
}

impl<T: Real> TriangleMesh<T> {
    /// Position of a point; `None` if the mesh is not closed, or a coordinate is NaN. Exact; coordinates below 2^-300 count as 0, as in
    /// the mesh itself.
    ///
    /// ```
    /// use impinge::mesh::{Position, TriangleMesh};
    /// use impinge::Vec3;
    ///
    /// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let (mesh, _) = TriangleMesh::<f64>::new(&corners, &faces)?;
    /// assert_eq!(mesh.position(Vec3::new(0.125, 0.125, 0.125)), Some(Position::Inside));
    /// assert_eq!(mesh.position(Vec3::new(0.125, 0.125, 0.0)), Some(Position::Surface));
    /// assert_eq!(mesh.position(Vec3::new(0.5, 0.5, 0.5)), Some(Position::Outside));
    /// # Ok::<(), impinge::mesh::MeshError>(())
    /// ```
    pub fn position(&self, point: Vec3<T>) -> Option<Position> {
        position(self, point.cast())
    }

    /// [`TriangleMesh::position`] of a point in `f64`.
    pub(crate) fn position_wide(&self, p: Vec3<f64>) -> Option<Position> {
        if !self.closed || p.to_array().iter().any(|x| x.is_nan()) {
            return None;
        }
        let p = flushed(p);
        if !self.wide_bounds().contains(p) {
            return Some(Position::Outside);
        }
        let mut on_surface = false;
        each_near(&self.tree, [p.to_array(); 2], 0.0, |triangle| {
            let [a, b, c] = self.corners(triangle);
            on_surface = holds(a, b, c, p);
            if on_surface { -1.0 } else { 0.0 }
        });
        Some(if on_surface {
            Position::Surface
        } else if self.winding(p) != 0 {
            Position::Inside
        } else {
            Position::Outside
        })
    }

    /// Winding number of a closed mesh about a point that is not on it; for an open mesh, the number of times that a ray upward leaves
    /// through its front, less the number of times through its back.
    pub(crate) fn winding(&self, p: Vec3<f64>) -> i32 {
        let bounds = self.wide_bounds();
        if !bounds.contains(p) {
            return 0;
        }
        let above = Vec3::new(p.x, p.y, bounds.max.z);
        let mut around = 0;
        each_near(&self.tree, [p.to_array(), above.to_array()], 0.0, |triangle| {
            around += crosses_upward(self.corners(triangle), p);
            0.0
        });
        around
    }

    /// The box around all vertices in `f64`.
    pub(crate) fn wide_bounds(&self) -> Aabb<Vec3<f64>> {
        Aabb { min: self.bounds.min.cast(), max: self.bounds.max.cast() }
    }
}
