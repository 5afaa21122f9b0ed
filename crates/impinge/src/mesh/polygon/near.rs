//! The polygons, edges and vertices of a mesh that come near a box: the broad phase of a mesh.
//!
//! # Source
//! Van Waveren 2005, section 5: the motion of a body is contained in a box, and an axial BSP tree over the boxes of the polygons finds
//! those that meet it. The tree is [`AxialBsp`]; every polygon is in exactly one leaf, so each is visited once, without marks.
//!
//! # Cost
//! A small box that meets k polygons: O(log n + k). No allocation, except for the lists of [`Gathered`] as they grow.

use alloc::vec::Vec;

use super::{Polygon, PolygonMesh};
use crate::broad::AxialBsp;
use crate::math::{Aabb, Each, Real, Vec3};

/// Result of [`PolygonMesh::gather`]: each polygon, edge and vertex once, in the order of the tree. Reuse it from query to query: its
/// memory grows to that of the largest mesh and answer, and stays.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    polygons: Vec<u32>,
    edges: Vec<u32>,
    vertices: Vec<u32>,
    /// For each edge and vertex, the last query that found it.
    edge_marks: Vec<u32>,
    vertex_marks: Vec<u32>,
    query: u32,
}

impl Gathered {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Polygons whose boxes meet the box.
    pub fn polygons(&self) -> &[u32] {
        &self.polygons
    }

    /// Edges of these polygons whose own boxes meet the box, without internal ones.
    pub fn edges(&self) -> &[u32] {
        &self.edges
    }

    /// Vertices of these polygons that are in the box, without internal ones.
    pub fn vertices(&self) -> &[u32] {
        &self.vertices
    }

    /// Clears the result and makes room for the marks of a mesh.
    fn start(&mut self, edges: usize, vertices: usize) {
        self.polygons.clear();
        self.edges.clear();
        self.vertices.clear();
        let grows = self.edge_marks.len() < edges || self.vertex_marks.len() < vertices;
        if self.query == u32::MAX || grows {
            self.edge_marks.clear();
            self.vertex_marks.clear();
            self.query = 0;
        }
        if self.query == 0 {
            self.edge_marks.resize(edges, 0);
            self.vertex_marks.resize(vertices, 0);
        }
        self.query += 1;
    }
}

impl<T: Real> PolygonMesh<T> {
    /// Builds the tree; called once, at the end of building.
    pub(super) fn index(&mut self) {
        let wide = |p: &Polygon<T>| Aabb { min: p.bounds.min.cast(), max: p.bounds.max.cast() };
        let boxes: Vec<Aabb<Vec3<f64>>> = self.polygons.iter().map(wide).collect();
        // Boxes of finite vertices are never rejected.
        self.bsp = AxialBsp::from_boxes(&boxes).ok();
    }

    /// Calls `visit` once with each polygon whose box has a point in common with `bounds`. A box with a NaN meets nothing.
    #[inline]
    pub fn near(&self, bounds: &Aabb<Vec3<f64>>, visit: impl FnMut(u32)) {
        if let Some(bsp) = &self.bsp {
            bsp.each_in_box(bounds, visit);
        }
    }

    /// Finds the polygons whose boxes meet a box, and those of their edges and vertices that meet it and can be hit first.
    /// A mesh that is a single point gives its vertex.
    pub fn gather(&self, bounds: &Aabb<Vec3<f64>>, near: &mut Gathered) {
        self.gather_from(bounds, near, false);
    }

    /// Like [`PolygonMesh::gather`]; with `from_behind` also the concave seams, which nothing in front can hit first.
    pub(crate) fn gather_from(&self, bounds: &Aabb<Vec3<f64>>, near: &mut Gathered, from_behind: bool) {
        near.start(self.edges.len(), self.vertices.len());
        if self.polygons.is_empty() {
            let inside = |v: &Vec3<T>| bounds.contains(v.cast());
            near.vertices.extend((0..).zip(&self.vertices).filter(|(_, v)| inside(v)).map(|(i, _)| i));
            return;
        }
        let query = near.query;
        let Gathered { polygons, edges, vertices, edge_marks, vertex_marks, .. } = near;
        self.near(bounds, |polygon| {
            polygons.push(polygon);
            for &side in self.ring(polygon) {
                let mark = &mut edge_marks[side.edge as usize];
                if *mark != query {
                    *mark = query;
                    let edge = &self.edges[side.edge as usize];
                    let [a, b] = edge.ends.each(|v| self.vertices[v as usize].cast());
                    let own = Aabb { min: a, max: a }.union(&Aabb { min: b, max: b });
                    if edge.can_be_met(from_behind) && own.overlaps(bounds) {
                        edges.push(side.edge);
                    }
                }
                let vertex = self.start(side);
                let mark = &mut vertex_marks[vertex as usize];
                if *mark != query {
                    *mark = query;
                    let inside = bounds.contains(self.vertices[vertex as usize].cast());
                    if inside && (from_behind || !self.vertex_is_internal(vertex)) {
                        vertices.push(vertex);
                    }
                }
            }
        });
    }
}
