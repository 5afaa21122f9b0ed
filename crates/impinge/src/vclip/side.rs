//! One polyhedron as V-Clip sees it: its vertices, planes, and the Voronoi planes around its features.
//!
//! The Voronoi plane of a vertex and an edge at it is perpendicular to the edge at the vertex; that of an edge and an
//! adjacent face is perpendicular to the face along the edge. Both follow from the adjacency by a difference and a
//! cross product, so nothing is stored.

use super::Feature;
use crate::hull::Topology;
use crate::math::{Each, Vec3};
use crate::shape::LentPolyhedron;

/// One polyhedron in its own frame, in `f64` and in the unit of the pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side<'a> {
    pub(super) polyhedron: LentPolyhedron<'a>,
    /// Scale factor, a power of two.
    pub(super) factor: f64,
}

impl<'a> Side<'a> {
    pub(super) fn topology(&self) -> &'a Topology {
        self.polyhedron.topology()
    }

    #[inline]
    pub(super) fn vertex(&self, vertex: u32) -> Vec3<f64> {
        self.polyhedron.vertex(vertex) * self.factor
    }

    /// The two ends of a half-edge, or of an edge along one of its half-edges: tail and head.
    #[inline]
    pub(super) fn ends(&self, half_edge: u32) -> [Vec3<f64>; 2] {
        let topology = self.topology();
        [self.vertex(topology.origin(half_edge)), self.vertex(topology.target(half_edge))]
    }

    /// Outward unit normal of a face. Stored normals have the precision of the vertices; the normal of a triangle in
    /// `f32` is recomputed in `f64`, as its plane is exact.
    #[inline]
    pub(super) fn normal(&self, face: u32) -> Vec3<f64> {
        let corners = self.topology().face_vertices(face);
        if !self.polyhedron.is_double() && corners.len() == 3 {
            let [a, b, c] = [corners[0], corners[1], corners[2]].each(|v| self.vertex(v));
            return (b - a).cross(c - a).unit();
        }
        self.polyhedron.normal(face)
    }

    /// Height of a point above the plane of a face.
    #[inline]
    pub(super) fn height(&self, face: u32, point: Vec3<f64>) -> f64 {
        let first = self.vertex(self.topology().face_vertices(face)[0]);
        self.normal(face).dot(point - first)
    }

    /// The edge of a half-edge.
    #[inline]
    pub(super) fn edge(&self, half_edge: u32) -> Feature {
        Feature::Edge(half_edge.min(self.topology().twin(half_edge)))
    }

    /// Whether the polyhedron has this feature. A feature kept from another one may not exist here.
    pub(super) fn has(&self, feature: Feature) -> bool {
        let topology = self.topology();
        match feature {
            Feature::Vertex(v) => (v as usize) < topology.vertex_count(),
            Feature::Edge(h) => (h as usize) < 2 * topology.edge_count(),
            Feature::Face(f) => (f as usize) < topology.face_count(),
        }
    }

    /// Number of vertices, edges and faces.
    pub(super) fn features(&self) -> usize {
        let topology = self.topology();
        topology.vertex_count() + topology.edge_count() + topology.face_count()
    }

    /// A vertex of a feature.
    pub(super) fn corner(&self, feature: Feature) -> u32 {
        match feature {
            Feature::Vertex(v) => v,
            Feature::Edge(h) => self.topology().origin(h),
            Feature::Face(f) => self.topology().face_vertices(f)[0],
        }
    }

    /// The edge of a face that is nearest to something; `squared` gives the squared distance from an edge's ends.
    pub(super) fn nearest_edge(&self, face: u32, squared: impl Fn([Vec3<f64>; 2]) -> f64) -> Feature {
        let edges = self.topology().face_half_edges(face);
        let mut nearest = (edges.start, f64::INFINITY);
        for h in edges {
            let found = squared(self.ends(h));
            if found < nearest.1 {
                nearest = (h, found);
            }
        }
        self.edge(nearest.0)
    }

    /// Three corners of a face whose triangle contains the foot of a point above or below it. The face is bisected from
    /// the middle outward, so that the triangle is as large as possible there and its normal well determined.
    pub(super) fn triangle(&self, face: u32, point: Vec3<f64>) -> [u32; 3] {
        let corners = self.topology().face_vertices(face);
        let count = corners.len();
        let normal = self.normal(face);
        let corner = |i: usize| corners[i % count];
        // Whether the foot is on the outer side of the chord from corner i to corner j.
        let outside = |i: usize, j: usize| {
            let from = self.vertex(corner(i));
            normal.cross(self.vertex(corner(j)) - from).dot(point - from) < 0.0
        };
        let (mut i, mut j, mut k) = (0, count / 3, 2 * count / 3);
        let beyond = |i: usize, j: usize| j - i > 1 && outside(i, j);
        let mut chord = [(i, j), (j, k), (k, count)].into_iter().find(|&(i, j)| beyond(i, j));
        // Each chord cuts off half as many corners as the previous one.
        while let Some((from, to)) = chord {
            (i, j, k) = (from, usize::midpoint(from, to), to);
            chord = [(i, j), (j, k)].into_iter().find(|&(i, j)| beyond(i, j));
        }
        [corner(i), corner(j), corner(k)]
    }
}
