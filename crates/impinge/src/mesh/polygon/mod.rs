//! Polygon meshes: polyhedra of any form, open surfaces, a single polygon, a single point.
//!
//! It answers: which vertices, edges and convex polygons a body has, which of them meet, and which of them nothing can hit first. Use it
//! for levels, terrain and concave bodies; for convex bodies alone the shapes of [`shape`](crate::shape) are faster.
//!
//! # Source
//! Van Waveren, *Robust Continuous Collision Detection Between Arbitrary Polyhedra Using Trajectory Parameterization of
//! Polyhedral Features* (2005), sections 2, 4 and 5. The paper requires convex polygons with sides counter-clockwise seen from the front,
//! shared edges and vertices, and flagged internal edges. The steps that prepare a mesh for this are our own.
//!
//! # How a mesh is built
//! Steps, one file each: `weld` merges equal points; `faces` cleans the polygons, cuts those that are not flat or not convex, and drops
//! those without area; `junctions` inserts vertices that lie on a side of a polygon into it; `loops` joins sides to edges, and `crowds`
//! those at which more than two meet; `merge` joins coplanar polygons as long as they stay convex; `seams` classifies every edge. All
//! decisions are exact signs of determinants, unless [`MeshSettings`] sets a tolerance.
//!
//! # Guarantees
//! - Vertices are points of the input, bit for bit (but see [`MeshReport::flushed`]). Each is used by a polygon, unless the mesh is a
//!   single point.
//! - A ring runs counter-clockwise seen from the front, and is convex: seen along the axis nearest to its normal no corner
//!   turns right, exactly. A corner may be straight if another polygon ends in the middle of a side.
//! - With [`MeshSettings::flat`] = 0 all vertices of a polygon lie in one plane, exactly; its stored plane is
//!   rounded, and [`PolygonMesh::flatness`] says by how much.
//! - An edge with two polygons is stored once: [`Edge::polygons`]`[0]` runs it from `ends[0]` to `ends[1]`, the other one
//!   runs it back. If more than two polygons meet, several edges have the same ends: one for the two polygons of each free sector around
//!   it, as in boxes that stand on one another. If the polygons do not bound a solid there (three of them meet, or two run the edge the
//!   same way), each has an edge of its own, of kind [`EdgeKind::Crowded`].
//! - The result depends only on the input and its order, not on the machine.
//!
//! # Cost
//! n corners: O(n log n) time, O(n) memory. Failure: [`MeshError`].

pub(super) mod base;
pub(super) mod build;
mod crowds;
mod cut;
mod ears;
mod exact;
mod faces;
mod junctions;
mod loops;
mod merge;
mod near;
mod pierce;
mod placed;
pub(super) mod position;
mod seams;
#[cfg(feature = "serde")]
mod serial;
pub(super) mod settings;
mod solid;
mod trace;
pub(super) mod weld;

use alloc::vec::Vec;

pub(crate) use cut::cut;
pub use cut::cut_polygon;
pub(in crate::mesh) use cut::cut_ring;
pub(crate) use exact::{View, collinear, side};
pub use near::Gathered;
pub(crate) use pierce::{Pierce, meets, pierces};
pub use placed::PlacedMesh;
pub(crate) use position::{crosses_upward, is_inside, position_wide};
pub use position::{position, winding_number};
pub use settings::MeshSettings;
pub use solid::{Evidence, InSolid, WayOut, in_solid, is_in_solid};
pub(crate) use trace::trace;
pub use trace::{TraceHit, trace_ray, trace_segment};

use crate::broad::AxialBsp;
use crate::hull::Solid;
use crate::math::{Aabb, Real, Vec3};
use settings::{MeshError, MeshReport};

/// No polygon: the missing side of a dangling edge.
pub const NONE: u32 = u32::MAX;

/// Limit on the connected parts of a surface that are distinguished when some of them are inside another body: each takes a walk of its own.
/// A surface with more parts counts as one.
pub(crate) const MOST_PARTS: usize = 64;

/// A feature of a mesh, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum MeshFeature {
    /// A vertex.
    Vertex(u32),
    /// An edge.
    Edge(u32),
    /// A polygon.
    Polygon(u32),
}

/// Kind of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeKind {
    /// Two polygons that bend away from each other, as on a cube. Also two that lie back to back.
    Convex,
    /// Two polygons that face each other, also if they touch.
    Concave,
    /// Two coplanar polygons, side by side.
    Flat,
    /// One polygon only: the border of an open surface.
    Dangling,
    /// One of several polygons that meet here and do not bound a solid: three of them, or two of opposite orientation.
    Crowded,
}

/// A straight line between two vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Indices of its two vertices.
    pub ends: [u32; 2],
    /// The polygon that runs it from `ends[0]` to `ends[1]`, and the one that runs it the other way, or [`NONE`].
    pub polygons: [u32; 2],
    /// Kind of the edge.
    pub kind: EdgeKind,
    internal: bool,
}

impl Edge {
    /// Whether a body that is not through a polygon cannot hit this edge first, so that edges need not be tested against it (an internal
    /// edge): a flat seam, or a concave seam of one-sided polygons. It still bounds its polygons.
    #[inline]
    pub fn is_internal(&self) -> bool {
        self.internal
    }

    /// Whether a body can hit this edge first, from the front or also from behind: seen from there a concave seam is convex.
    #[inline]
    pub(crate) fn can_be_met(&self, from_behind: bool) -> bool {
        !self.internal || (from_behind && self.kind == EdgeKind::Concave)
    }

    /// Whether the edge has one polygon only: of kind [`EdgeKind::Dangling`] or [`EdgeKind::Crowded`].
    #[inline]
    pub fn is_dangling(&self) -> bool {
        self.polygons[1] == NONE
    }

    /// Whether the two polygons of the edge bend away from each other.
    #[inline]
    pub fn is_convex(&self) -> bool {
        self.kind == EdgeKind::Convex
    }
}

/// A side of a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The edge.
    pub edge: u32,
    /// Whether the polygon runs the edge from `ends[1]` to `ends[0]`.
    pub reversed: bool,
}

/// A convex polygon of a mesh. Its normal points to the front.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polygon<T: Real> {
    /// Unit normal of its plane, in `f64` for both precisions.
    pub normal: Vec3<f64>,
    /// Offset of its plane: `normal · x = offset`.
    pub offset: f64,
    /// First of its sides in the list of all sides.
    pub first: u32,
    /// Number of its sides, at least 3.
    pub count: u32,
    /// Box around its vertices.
    pub bounds: Aabb<Vec3<T>>,
    /// Whether it stops bodies on both sides, not only on its front.
    pub two_sided: bool,
}

/// A polyhedron of any form. See the [module](self).
#[derive(Clone, Debug)]
pub struct PolygonMesh<T: Real> {
    vertices: Vec<Vec3<T>>,
    /// For each vertex, its index in the input.
    sources: Vec<u32>,
    vertex_internal: Vec<bool>,
    edges: Vec<Edge>,
    polygons: Vec<Polygon<T>>,
    sides: Vec<Side>,
    bounds: Aabb<Vec3<T>>,
    flatness: f64,
    closed: bool,
    volume: f64,
    /// Whether the volume is negative by more than the rounding error.
    room: bool,
    /// The first polygon of each connected part, in rising order.
    parts: Vec<u32>,
    bsp: Option<AxialBsp<Vec3<f64>>>,
}

impl<T: Real> PolygonMesh<T> {
    /// A mesh of triangles, counter-clockwise seen from outside, with the default [`MeshSettings`].
    ///
    /// # Errors
    /// The same as [`PolygonMesh::from_polygons`].
    pub fn from_triangles(
        points: &[impl Copy + Into<Vec3<T>>],
        triangles: &[[u32; 3]],
    ) -> Result<(Self, MeshReport), MeshError> {
        Self::with_settings(points, triangles, &MeshSettings::default())
    }

    /// A mesh of polygons, each a list of points counter-clockwise seen from outside, with the default
    /// [`MeshSettings`].
    ///
    /// # Errors
    /// A point that is not finite or too large, a corner that refers to no point, or nothing left: see [`MeshError`].
    pub fn from_polygons<P: AsRef<[u32]>>(
        points: &[impl Copy + Into<Vec3<T>>],
        polygons: &[P],
    ) -> Result<(Self, MeshReport), MeshError> {
        Self::with_settings(points, polygons, &MeshSettings::default())
    }

    /// A mesh of polygons or triangles, built with the given settings.
    ///
    /// # Errors
    /// The same as [`PolygonMesh::from_polygons`], and a setting that is negative or not finite.
    pub fn with_settings<P: AsRef<[u32]>>(
        points: &[impl Copy + Into<Vec3<T>>],
        polygons: &[P],
        settings: &MeshSettings,
    ) -> Result<(Self, MeshReport), MeshError> {
        let rings: Vec<&[u32]> = polygons.iter().map(AsRef::as_ref).collect();
        Self::of_rings(&crate::shape::common::vectors(points), &rings, settings)
    }

    /// A mesh from points and polygons of any input type.
    pub(crate) fn of_rings(
        points: &[Vec3<T>],
        rings: &[&[u32]],
        settings: &MeshSettings,
    ) -> Result<(Self, MeshReport), MeshError> {
        build::of_rings(points, rings, settings)
    }

    /// The mesh of a convex hull. The faces of the hull are its polygons, and no edge is internal.
    ///
    /// # Panics
    /// See [`PolygonMesh::try_from_solid`].
    pub fn from_solid(solid: &Solid<T>) -> Self {
        Self::try_from_solid(solid).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Like [`PolygonMesh::from_solid`].
    ///
    /// # Errors
    /// A hull accepts larger and smaller numbers than a mesh: [`MeshError::TooLarge`] if a coordinate is above 2^300,
    /// [`MeshError::Empty`] if a face has no area because its coordinates count as 0.
    pub fn try_from_solid(solid: &Solid<T>) -> Result<Self, MeshError> {
        build::from_solid(solid)
    }

    /// A single vertex, without edges and polygons.
    ///
    /// # Panics
    /// See [`PolygonMesh::try_point`].
    pub fn point(at: impl Into<Vec3<T>>) -> Self {
        Self::try_point(at).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A single vertex, without edges and polygons.
    ///
    /// # Errors
    /// If a coordinate is not finite or too large, as for any mesh: see [`MeshError`].
    pub fn try_point(at: impl Into<Vec3<T>>) -> Result<Self, MeshError> {
        let at = build::in_range(0, at.into(), &mut MeshReport::default())?.cast();
        Ok(Self {
            vertices: alloc::vec![at],
            sources: alloc::vec![0],
            vertex_internal: alloc::vec![false],
            bounds: Aabb { min: at, max: at },
            ..Self::empty()
        })
    }

    fn empty() -> Self {
        Self {
            vertices: Vec::new(),
            sources: Vec::new(),
            vertex_internal: Vec::new(),
            edges: Vec::new(),
            polygons: Vec::new(),
            sides: Vec::new(),
            bounds: Aabb { min: Vec3::ZERO, max: Vec3::ZERO },
            flatness: 0.0,
            closed: false,
            volume: 0.0,
            room: false,
            parts: Vec::new(),
            bsp: None,
        }
    }

    /// Vertices of the mesh. Each one is a point of the input.
    #[inline]
    pub fn vertices(&self) -> &[Vec3<T>] {
        &self.vertices
    }

    /// For each vertex, its index in the input; the first one of points that were merged.
    pub fn sources(&self) -> &[u32] {
        &self.sources
    }

    /// Whether only internal edges meet at a vertex, so that it need not be tested against polygons.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[inline]
    pub fn vertex_is_internal(&self, vertex: u32) -> bool {
        self.vertex_internal[vertex as usize]
    }

    /// Edges of the mesh.
    #[inline]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Polygons of the mesh.
    #[inline]
    pub fn polygons(&self) -> &[Polygon<T>] {
        &self.polygons
    }

    /// Sides of a polygon, counter-clockwise seen from its front. Side k starts at corner k.
    ///
    /// # Panics
    /// If there is no such polygon.
    #[inline]
    pub fn ring(&self, polygon: u32) -> &[Side] {
        let polygon = &self.polygons[polygon as usize];
        &self.sides[polygon.first as usize..(polygon.first + polygon.count) as usize]
    }

    /// Vertex at which a side starts.
    #[inline]
    pub fn start(&self, side: Side) -> u32 {
        self.edges[side.edge as usize].ends[usize::from(side.reversed)]
    }

    /// Corners of a polygon, counter-clockwise seen from its front.
    #[inline]
    pub fn corners(&self, polygon: u32) -> impl ExactSizeIterator<Item = u32> + Clone + '_ {
        self.ring(polygon).iter().map(|&side| self.start(side))
    }

    /// The largest distance of a vertex from the plane of a polygon that it belongs to, rounding included. Code that uses the planes in
    /// place of the polygons must allow for it.
    pub fn flatness(&self) -> f64 {
        self.flatness
    }

    /// Box around all vertices.
    pub fn bounds(&self) -> Aabb<Vec3<T>> {
        self.bounds
    }

    /// Largest distance of a vertex from a point, rounded up.
    pub fn radius_about(&self, center: Vec3<f64>) -> f64 {
        let most = self.vertices.iter().fold(0.0, |most: f64, v| most.max((v.cast() - center).norm()));
        // The difference is rounded by ε/2, the square root of the sum of squares by less than 2 ε.
        most * (1.0 + 4.0 * f64::EPSILON)
    }

    /// Whether the surface is closed: every edge is run as often in one direction as in the other. A closed surface has an inside.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Volume behind the polygons of a closed mesh, rounded: negative for a room, whose polygons face inwards. For an open mesh it
    /// depends on the origin and means nothing.
    pub fn volume(&self) -> f64 {
        self.volume
    }

    /// Whether the mesh is a room: a closed surface whose polygons face inwards, so that everything outside its walls is solid.
    pub(crate) fn is_room(&self) -> bool {
        self.closed && self.room
    }

    /// Whether there is a solid behind its polygons: a closed, one-sided surface.
    pub(crate) fn has_solid(&self) -> bool {
        self.closed && self.polygons.first().is_some_and(|polygon| !polygon.two_sided)
    }

    /// The first polygon of each part of the surface that is connected by shared vertices, in rising order.
    pub(crate) fn parts(&self) -> &[u32] {
        &self.parts
    }

    /// Memory on the heap, in bytes.
    pub fn heap_bytes(&self) -> usize {
        self.vertices.capacity() * size_of::<Vec3<T>>()
            + self.sources.capacity() * size_of::<u32>()
            + self.vertex_internal.capacity()
            + self.edges.capacity() * size_of::<Edge>()
            + self.polygons.capacity() * size_of::<Polygon<T>>()
            + self.sides.capacity() * size_of::<Side>()
            + self.parts.capacity() * size_of::<u32>()
            + self.bsp.as_ref().map_or(0, AxialBsp::heap_bytes)
    }

    /// The tree over the boxes of the polygons.
    pub(crate) fn tree(&self) -> Option<&AxialBsp<Vec3<f64>>> {
        self.bsp.as_ref()
    }
}
