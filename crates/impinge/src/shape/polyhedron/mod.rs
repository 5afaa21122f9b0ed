//! Convex polyhedra.

mod climb;
mod gauss;
mod gauss_build;
mod support_map;

use alloc::vec::Vec;

pub use gauss::SUPPORT_ULPS;
pub use support_map::scan_limit;

use super::{Bounded, Id, Shape, Support};
use crate::error::ShapeError;
use crate::hull::{Solid, Topology, solid_hull};
use crate::math::{Aabb, Pose, Real, Rotation, Vec3, Vector};
use support_map::SupportMap;

/// A convex polyhedron, in the coordinates of the points it was built from.
#[derive(Clone, Debug, PartialEq)]
pub struct ConvexPolyhedron<T> {
    solid: Solid<T>,
    map: SupportMap<T>,
}

impl<T: Real> ConvexPolyhedron<T> {
    /// The convex hull of some points.
    ///
    /// # Errors
    /// As [`solid_hull`].
    pub fn try_from_points(points: &[Vec3<T>]) -> Result<Self, ShapeError> {
        Ok(Self::from_solid(solid_hull(points)?))
    }

    /// A polyhedron of a hull that is already known.
    ///
    /// Of more than [`scan_limit`] vertices, the order changes: neighbours on the surface come near one another in
    /// memory.
    pub fn from_solid(solid: Solid<T>) -> Self {
        Self::build(solid, SupportMap::new)
    }

    /// Tree
    pub fn tree(solid: Solid<T>) -> Self {
        Self::build(solid, SupportMap::tree)
    }

    fn build(
        mut solid: Solid<T>,
        map: impl Fn(&[Vec3<T>], &Topology, &[Vec3<f64>]) -> SupportMap<T>,
    ) -> Self {
        let normals: Vec<Vec3<f64>> =
            (0..solid.topology().face_count() as u32).map(|f| face_normal(&solid, f)).collect();
        let mut built = map(solid.vertices(), solid.topology(), &normals);
        if let Some(order) = built.tree_order() {
            solid = solid.reordered(&order);
            built.renumber(&order, solid.vertices(), solid.topology(), &normals);
        }
        Self { solid, map: built }
    }

    /// Scan
    pub fn scan(solid: Solid<T>) -> Self {
        let map = SupportMap::scan(solid.vertices());
        Self { solid, map }
    }
    /// x
    pub fn heap_bytes(&self) -> usize {
        self.map.heap_bytes()
    }
    /// v
    pub fn vertices(&self) -> &[Vec3<T>] {
        self.solid.vertices()
    }
}

/// Unit normal of a face in `f64`, whatever the precision of the vertices: its vector area (Newell's sum).
fn face_normal<T: Real>(solid: &Solid<T>, face: u32) -> Vec3<f64> {
    let loop_ = solid.topology().face_vertices(face);
    let at = |i: usize| solid.vertices()[loop_[i] as usize].cast::<f64>();
    let first = at(0);
    let mut area = Vec3::ZERO;
    for i in 1..loop_.len() - 1 {
        area += (at(i) - first).cross(at(i + 1) - first);
    }
    area.unit()
}

impl<T: Real> Support<Vec3<T>> for ConvexPolyhedron<T> {
    #[inline]
    fn support(&self, direction: Vec3<T>) -> Vec3<T> {
        self.map.support(direction).0
    }

    #[inline]
    fn support_from(&self, direction: Vec3<T>, hint: Id) -> (Vec3<T>, Id) {
        let (point, id) = self.map.support_from(self.solid.vertices(), direction, hint.0);
        (point, Id(id))
    }
}
