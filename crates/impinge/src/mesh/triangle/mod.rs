//! Triangle meshes: surfaces and solids of any form as they come from a file, ready for every query.
//!
//! It answers: which triangles there are, which of them meet along an edge, whether they bound a solid, and, by a static BVH over them,
//! which are near. Use it for parts, scans and links of a robot, with up to 2^28 triangles. [`PolygonMesh`](super::polygon::PolygonMesh) is for
//! levels and bodies in [`expel`](crate::expel): it joins triangles to polygons, repairs more and takes more memory.
//!
//! | file | contents |
//! |---|---|
//! | `build.rs` | building a mesh from points and faces |
//! | `sides.rs` | neighbors along a side; whether the surface is closed; consistent orientation |
//! | `ghosts.rs` | internal edges: the contact normals that the surface allows |
//! | `inside.rs` | point-in-solid test, by exact signs |
//! | `crossing.rs` | line-triangle test, by exact signs |
//! | `boxes.rs` | triangle-box test, by exact signs |
//! | `point.rs` | the point of the surface nearest to a point |
//! | `serial.rs` | serialization, with the feature `serde` |
//!
//! # What is solid
//! A mesh is closed if every edge is run as often in one direction as in the other. The points with a nonzero winding number are then
//! solid, regardless of the way the triangles face: a shell inside a shell that faces the other way is a cavity, and if surfaces pass
//! through themselves everything that they enclose counts. An open mesh is only its surface.
//!
//! # Where rounding enters
//! Vertices are points of the input, bit for bit. All decisions about sides and insides are exact signs. The tree is rounded outward.
//! Only distances are rounded, and they come with a bound on their error.
//!
//! # Memory
//! Beyond vertices and corners: a tree of about 60 bytes per triangle, 12 for its neighbors and 4 for its index in the input. The peak
//! while building is about 92 bytes.

mod boxes;
mod build;
mod crossing;
mod ghosts;
mod inside;
mod point;
#[cfg(feature = "serde")]
mod serial;
mod sides;

use alloc::vec::Vec;

pub(crate) use crossing::Through;
pub(crate) use ghosts::{RISE, Surface, allowed_instead, flat_to, in_front, is_level};
pub(crate) use point::{POINT_ULPS, nearest_of, normal_of, off};
pub use point::{SurfaceFeature, SurfacePoint};

use super::polygon::PolygonMesh;
use super::{MeshError, MeshReport};
use crate::broad::bvh::StaticBvh;
use crate::math::{Aabb, Each, Real, Vec3};
use crate::shape::{Core3, Parts, Triangle};

/// A triangle mesh: a surface or solid of any form as it comes from a file, ready for every query, with up to 2^28 triangles.
///
/// **What is solid.** A mesh is closed if every edge is run as often in one direction as in the other. The points with a nonzero winding
/// number are then solid, regardless of the way the triangles face: a shell inside a shell that faces the other way is a cavity, and if
/// surfaces pass through themselves everything that they enclose counts. An open mesh is only its surface.
///
/// **Rounding.** Vertices are points of the input, bit for bit, and all decisions about sides and insides are exact. Only distances are
/// rounded, and they come with a bound on their error.
#[derive(Clone, Debug)]
pub struct TriangleMesh<T: Real> {
    vertices: Vec<Vec3<T>>,
    /// Corner indices, in the order of the tree.
    triangles: Vec<[u32; 3]>,
    /// For each triangle, the face of the input that it comes from.
    faces: Vec<u32>,
    /// For each triangle and each of its sides, from corner k to the next, the neighbor across it or [`NONE`](super::polygon::NONE).
    neighbors: Vec<[u32; 3]>,
    /// A triangle of each connected part.
    parts: Vec<u32>,
    /// For each triangle, the index of its part; empty if there is one part, or more than [`MOST_PARTS`].
    part_of: Vec<u8>,
    bounds: Aabb<Vec3<T>>,
    closed: bool,
    volume: f64,
    tree: StaticBvh,
}

impl<T: Real> TriangleMesh<T> {
    /// A mesh of triangles, and a report on the input and its repairs.
    ///
    /// Equal points are merged. Triangles that use a point twice are dropped, those whose corners lie on a line stay. If the surface is
    /// not closed as given, copies of triangles are dropped, and triangles that face against their neighbors are flipped.
    ///
    /// ```
    /// use impinge::mesh::TriangleMesh;
    ///
    /// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let (mesh, report) = TriangleMesh::<f64>::new(&corners, &faces)?;
    /// assert!(mesh.is_closed() && report.is_clean());
    /// assert!((mesh.volume() - 1.0 / 6.0).abs() < 1e-15);
    /// # Ok::<(), impinge::mesh::MeshError>(())
    /// ```
    ///
    /// # Errors
    /// A point that is not finite or too large, a corner that refers to no point, or nothing left: see [`MeshError`].
    pub fn new(
        points: &[impl Copy + Into<Vec3<T>>],
        triangles: &[[u32; 3]],
    ) -> Result<(Self, MeshReport), MeshError> {
        build::build(crate::shape::common::vectors(points), triangles)
    }

    /// A mesh of polygons, which are cut into triangles. Like [`TriangleMesh::new`]; faces are numbered like the polygons.
    ///
    /// # Errors
    /// The same as [`TriangleMesh::new`].
    pub fn from_polygons<P: AsRef<[u32]>>(
        points: &[impl Copy + Into<Vec3<T>>],
        polygons: &[P],
    ) -> Result<(Self, MeshReport), MeshError> {
        let rings: Vec<&[u32]> = polygons.iter().map(AsRef::as_ref).collect();
        build::of_polygons(crate::shape::common::vectors(points), &rings)
    }

    /// The same mesh as a [`PolygonMesh`], which [`expel`](crate::expel) moves: triangles in one plane are joined to polygons.
    ///
    /// ```
    /// use impinge::expel::{MotionSettings, translate};
    /// use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
    /// use impinge::{Pose, TriangleMesh, Vec3};
    ///
    /// let corners = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]];
    /// let (floor, _) = TriangleMesh::<f64>::new(&corners, &[[0, 1, 2], [0, 2, 3]])?;
    /// let (floor, _) = floor.to_polygon_mesh()?;
    /// assert_eq!(floor.polygons().len(), 1);
    /// let point = PolygonMesh::point([0.25, 0.25, 5.0]);
    /// let [falling, floor] = [&point, &floor].map(|mesh| PlacedMesh::new(mesh, Pose::IDENTITY));
    /// let trace = translate(&falling, Vec3::new(0.0, 0.0, -9.0), &floor, &MotionSettings::default())?;
    /// assert!(trace.clear && trace.hit.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The same as [`PolygonMesh::from_triangles`]. A mesh of valid triangles has none of them, unless all are degenerate together.
    pub fn to_polygon_mesh(&self) -> Result<(PolygonMesh<T>, MeshReport), MeshError> {
        let mut triangles: Vec<(u32, [u32; 3])> = self.triangles().collect();
        triangles.sort_unstable();
        let triangles: Vec<[u32; 3]> = triangles.into_iter().map(|(_, corners)| corners).collect();
        PolygonMesh::from_triangles(&self.vertices, &triangles)
    }

    /// Vertices of the mesh. Each one is a point of the input.
    #[inline]
    pub fn vertices(&self) -> &[Vec3<T>] {
        &self.vertices
    }

    /// Number of triangles.
    #[inline]
    pub fn len(&self) -> usize {
        self.triangles.len()
    }

    /// Always false: a mesh has at least one triangle.
    pub fn is_empty(&self) -> bool {
        self.triangles.is_empty()
    }

    /// All triangles: the face of the input, and the corners, counter-clockwise seen from the front. In the order of the tree, so that
    /// neighbors tend to be close to one another.
    pub fn triangles(&self) -> impl ExactSizeIterator<Item = (u32, [u32; 3])> + '_ {
        self.faces.iter().copied().zip(self.triangles.iter().copied())
    }

    /// Box around all vertices.
    pub fn bounds(&self) -> Aabb<Vec3<T>> {
        self.bounds
    }

    /// Whether the surface is closed, so that there is a solid. False after [`TriangleMesh::into_surface`].
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// The same triangles as a surface alone: nothing behind them is solid, even if the surface is closed.
    #[must_use]
    pub fn into_surface(mut self) -> Self {
        self.closed = false;
        self
    }

    /// Volume behind the triangles of a closed mesh, rounded; negative if they face inward. For an open mesh it means nothing.
    pub fn volume(&self) -> f64 {
        self.volume
    }

    /// Number of parts of the surface that share no vertex with one another.
    pub fn part_count(&self) -> usize {
        self.parts.len()
    }

    /// Memory on the heap, in bytes.
    pub fn heap_bytes(&self) -> usize {
        self.vertices.capacity() * size_of::<Vec3<T>>()
            + self.triangles.capacity() * size_of::<[u32; 3]>()
            + self.neighbors.capacity() * size_of::<[u32; 3]>()
            + (self.faces.capacity() + self.parts.capacity()) * size_of::<u32>()
            + self.part_of.capacity()
            + self.tree.heap_bytes()
    }

    /// The static BVH over the triangles; its items are triangle indices.
    #[inline]
    pub(crate) fn tree(&self) -> &StaticBvh {
        &self.tree
    }

    /// The face of the input that a triangle comes from.
    #[inline]
    pub(crate) fn face(&self, triangle: u32) -> u32 {
        self.faces[triangle as usize]
    }

    /// Corners of a triangle, in `f64`.
    #[inline]
    pub(crate) fn corners(&self, triangle: u32) -> [Vec3<f64>; 3] {
        self.triangles[triangle as usize].each(|v| self.vertices[v as usize].cast())
    }

    /// The neighbor of a triangle across its side from corner `side` to the next.
    #[inline]
    pub(crate) fn neighbor(&self, triangle: u32, side: usize) -> Option<u32> {
        let beyond = self.neighbors[triangle as usize][side];
        (beyond != super::polygon::NONE).then_some(beyond)
    }

    /// A triangle as a convex shape.
    #[inline]
    pub(crate) fn piece<'a>(&self, triangle: u32) -> Parts<'a, Vec3<f64>> {
        let corners = self.triangles[triangle as usize].each(|v| self.vertices[v as usize].cast());
        Parts::of(Core3::Triangle(Triangle::of_corners(corners)), T::PRECISION)
    }

    /// Number of connected parts that are distinguished: one if there are more than [`MOST_PARTS`].
    pub(crate) fn distinct_parts(&self) -> usize {
        if self.part_of.is_empty() { 1 } else { self.parts.len() }
    }

    /// The connected part that a triangle belongs to, in the order of [`TriangleMesh::part_points`]; 0 if they are not distinguished.
    pub(crate) fn part_of(&self, triangle: u32) -> u32 {
        self.part_of.get(triangle as usize).map_or(0, |&part| u32::from(part))
    }

    /// A point of each connected part of the surface, with its triangle.
    pub(crate) fn part_points(&self) -> impl Iterator<Item = (u32, Vec3<f64>)> + '_ {
        self.parts.iter().map(|&t| (t, self.corners(t)[0]))
    }
}
