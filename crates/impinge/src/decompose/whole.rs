//! The solid being decomposed: its mesh, scaled and oriented outward, prepared for frequent queries.

use alloc::vec::Vec;

use super::groups::Groups;
use super::nearest::Surface;
use crate::math::{Each, Real, Vec3};
use crate::mesh::Position;
use crate::mesh::polygon::{PolygonMesh, position_wide};

/// Distance of directions in front of a plane that counts as in it: more than their rounding, even if two of them are nearly one.
const ROUNDED: f64 = 1e-6;

/// The solid, in coordinates of at most 1.
pub(super) struct Whole {
    pub(super) mesh: PolygonMesh<f64>,
    pub(super) surface: Surface,
    /// For each vertex, whether it may be a corner of a hull: see [`outer`].
    pub(super) outer: Vec<bool>,
    /// Half the longest side of the box: the unit of concavity.
    pub(super) unit: f64,
    pub(super) groups: Groups,
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
        let groups = Groups::new(&mesh);
        Self { outer: outer(&mesh), surface: Surface::new(triangles), unit, groups, mesh }
    }

    /// Whether a point is in the solid or on its surface, exactly.
    pub(super) fn holds(&self, p: Vec3<f64>) -> bool {
        position_wide(&self.mesh, p) != Some(Position::Outside)
    }

    /// The same for the solid of a group.
    pub(super) fn holds_in(&self, group: u32, p: Vec3<f64>) -> bool {
        let surface = self.groups.surface(group).unwrap_or(&self.mesh);
        position_wide(surface, p) != Some(Position::Outside)
    }
}

/// Vertices with more edges count as outer ones without a test: it would take the cube of their number.
const MANY_EDGES: usize = 24;

/// For each vertex, whether all its edges may lie on one side of a plane through it, not all in the plane. If not, as in a saddle or a
/// hollow, it lies between other points of the solid wherever the solid is cut, unless a plane goes through the vertex itself.
fn outer(mesh: &PolygonMesh<f64>) -> Vec<bool> {
    let mut ways: Vec<Vec<Vec3<f64>>> = alloc::vec![Vec::new(); mesh.vertices().len()];
    for edge in mesh.edges() {
        let [a, b] = edge.ends.each(|v| mesh.vertices()[v as usize]);
        let Some(way) = (b - a).normalized() else { continue };
        ways[edge.ends[0] as usize].push(way);
        ways[edge.ends[1] as usize].push(-way);
    }
    ways.iter().map(|ways| ways.len() > MANY_EDGES || on_one_side(ways)).collect()
}

/// Whether there is a plane with all these directions on one side, up to rounding. If so, there is one through two of them.
fn on_one_side(ways: &[Vec3<f64>]) -> bool {
    for (i, a) in ways.iter().enumerate() {
        for b in &ways[..i] {
            let Some(normal) = a.cross(*b).normalized() else { continue };
            let (mut low, mut high) = (0.0, 0.0);
            for way in ways {
                let height = normal.dot(*way);
                (low, high) = (Real::min(height, low), Real::max(height, high));
            }
            if low >= -ROUNDED || high <= ROUNDED {
                return true;
            }
        }
    }
    // Directions on one line, or none.
    ways.len() < 3
}
