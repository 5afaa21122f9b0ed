//! The solid that is decomposed: its mesh, scaled and turned right side out, and what is asked of it all the time.

use alloc::vec::Vec;

use super::nearest::Surface;
use crate::math::Vec3;
use crate::mesh::{PolygonMesh, Position, position_wide};

/// The solid, in coordinates of at most 1.
pub(super) struct Whole {
    pub(super) mesh: PolygonMesh<f64>,
    pub(super) surface: Surface,
    /// Half the longest side of the box: 1 in the measure of concavity.
    pub(super) unit: f64,
}

impl Whole {
    pub(super) fn new(mesh: PolygonMesh<f64>) -> Self {
        let bounds = mesh.bounds();
        let unit = 0.5 * (bounds.max - bounds.min).max_abs();
        let mut triangles = Vec::new();
        for p in 0..mesh.polygons().len() as u32 {
            let mut ring = mesh.corners(p).map(|v| mesh.vertices()[v as usize]);
            let (Some(first), Some(mut before)) = (ring.next(), ring.next()) else { continue };
            for corner in ring {
                triangles.push([first, before, corner]);
                before = corner;
            }
        }
        Self { mesh, surface: Surface::new(triangles), unit }
    }

    /// Whether a point is in the solid or on its surface, exactly.
    pub(super) fn holds(&self, p: Vec3<f64>) -> bool {
        position_wide(&self.mesh, p) != Some(Position::Outside)
    }
}
