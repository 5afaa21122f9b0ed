//! Adjacency (half-edge structure) of the vertices, edges and faces of a convex polyhedron.
//!
//! Half-edges are stored as flat arrays: the half-edges of a face are consecutive and run counter-clockwise seen from
//! outside, so "next" is an index and needs no memory. An edge is a pair of twins; its id is the smaller half-edge.
//!
//! Cost: 12 bytes per half-edge, 4 per face, 4 per vertex; 84 bytes per vertex if all faces are triangles.

use alloc::vec::Vec;
use core::ops::Range;

/// Adjacency of vertices, edges and faces of a convex polyhedron.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Topology {
    /// Origin vertex of each half-edge.
    origin: Vec<u32>,
    /// Half-edge in the opposite direction.
    twin: Vec<u32>,
    /// Face to the left of a half-edge.
    face: Vec<u32>,
    /// First half-edge of each face, and one end marker.
    face_start: Vec<u32>,
    /// Some half-edge that leaves each vertex.
    leaving: Vec<u32>,
}

impl Topology {
    /// A topology from the vertex loops of the faces, counter-clockwise seen from outside. `vertices` is their number.
    ///
    /// `None` unless the faces close up: every directed edge occurs once and so does its reverse, and every vertex
    /// is used.
    pub(crate) fn from_faces<'a>(
        vertices: usize,
        faces: impl Iterator<Item = &'a [u32]> + Clone,
    ) -> Option<Self> {
        let half_edges: usize = faces.clone().map(<[u32]>::len).sum();
        let mut t = Self {
            origin: Vec::with_capacity(half_edges),
            twin: alloc::vec![u32::MAX; half_edges],
            face: Vec::with_capacity(half_edges),
            face_start: alloc::vec![0],
            leaving: alloc::vec![u32::MAX; vertices],
        };
        for (f, loop_) in faces.enumerate() {
            for &v in loop_ {
                *t.leaving.get_mut(v as usize)? = t.origin.len() as u32;
                t.origin.push(v);
                t.face.push(f as u32);
            }
            t.face_start.push(t.origin.len() as u32);
        }
        if !t.join_twins() {
            return None;
        }
        if t.leaving.contains(&u32::MAX) {
            return None;
        }
        Some(t)
    }

    /// Renames vertex `v` to `names[v]`; `names` must be a permutation.
    pub(super) fn rename_vertices(&mut self, names: &[u32]) {
        for v in &mut self.origin {
            *v = names[*v as usize];
        }
        let before = self.leaving.clone();
        for (&name, h) in names.iter().zip(before) {
            self.leaving[name as usize] = h;
        }
    }

    /// Finds the twin of every half-edge in linear time; returns whether each has exactly one.
    fn join_twins(&mut self) -> bool {
        // Half-edges sorted by the vertex they leave.
        let mut first = alloc::vec![0_u32; self.leaving.len() + 1];
        for &v in &self.origin {
            first[v as usize + 1] += 1;
        }
        for v in 1..first.len() {
            first[v] += first[v - 1];
        }
        let mut place = first.clone();
        let mut by_origin = alloc::vec![0_u32; self.origin.len()];
        for (h, &v) in self.origin.iter().enumerate() {
            by_origin[place[v as usize] as usize] = h as u32;
            place[v as usize] += 1;
        }
        // For each vertex w, the half-edge from the current vertex to w, if it leaves that vertex.
        let mut to = alloc::vec![u32::MAX; self.leaving.len()];
        for v in 0..self.leaving.len() {
            let leaving = &by_origin[first[v] as usize..first[v + 1] as usize];
            for &h in leaving {
                let target = self.target(h) as usize;
                let known = to[target];
                if target == v || (known != u32::MAX && self.origin[known as usize] == v as u32) {
                    return false;
                }
                to[target] = h;
            }
            for &h in leaving {
                let arriving = self.previous(h);
                let back = to[self.origin(arriving) as usize];
                if back == u32::MAX || self.origin[back as usize] != v as u32 {
                    return false;
                }
                self.twin[arriving as usize] = back;
            }
        }
        true
    }

    /// The same polyhedron with its vertices in another order: `order[new]` is the old vertex.
    pub(crate) fn reordered(mut self, order: &[u32]) -> Self {
        let mut new_of = alloc::vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            new_of[old as usize] = new as u32;
        }
        for v in &mut self.origin {
            *v = new_of[*v as usize];
        }
        self.leaving = order.iter().map(|&old| self.leaving[old as usize]).collect();
        self
    }

    /// Number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.leaving.len()
    }

    /// Number of edges.
    pub fn edge_count(&self) -> usize {
        self.origin.len() / 2
    }

    /// Number of faces.
    pub fn face_count(&self) -> usize {
        self.face_start.len() - 1
    }

    /// Half-edges of a face, counter-clockwise seen from outside.
    #[inline]
    pub fn face_half_edges(&self, face: u32) -> Range<u32> {
        self.face_start[face as usize]..self.face_start[face as usize + 1]
    }

    /// Vertices of a face, counter-clockwise seen from outside.
    #[inline]
    pub fn face_vertices(&self, face: u32) -> &[u32] {
        let range = self.face_half_edges(face);
        &self.origin[range.start as usize..range.end as usize]
    }

    /// The vertex that a half-edge leaves.
    #[inline]
    pub fn origin(&self, half_edge: u32) -> u32 {
        self.origin[half_edge as usize]
    }

    /// The vertex at which a half-edge ends.
    #[inline]
    pub fn target(&self, half_edge: u32) -> u32 {
        self.origin(self.next(half_edge))
    }

    /// The half-edge in the opposite direction, on the neighboring face.
    #[inline]
    pub fn twin(&self, half_edge: u32) -> u32 {
        self.twin[half_edge as usize]
    }

    /// The face to the left of a half-edge.
    #[inline]
    pub fn face(&self, half_edge: u32) -> u32 {
        self.face[half_edge as usize]
    }

    /// The next half-edge of the same face.
    #[inline]
    pub fn next(&self, half_edge: u32) -> u32 {
        let range = self.face_half_edges(self.face(half_edge));
        if half_edge + 1 == range.end { range.start } else { half_edge + 1 }
    }

    /// The previous half-edge of the same face.
    #[inline]
    pub fn previous(&self, half_edge: u32) -> u32 {
        let range = self.face_half_edges(self.face(half_edge));
        if half_edge == range.start { range.end - 1 } else { half_edge - 1 }
    }

    /// Half-edges that leave a vertex, clockwise seen from outside.
    pub fn leaving(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.leaving[vertex as usize];
        let mut next = Some(first);
        core::iter::from_fn(move || {
            let h = next?;
            let turned = self.next(self.twin(h));
            next = (turned != first).then_some(turned);
            Some(h)
        })
    }

    /// Vertices connected to a vertex by an edge, clockwise seen from outside.
    pub fn neighbors(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        self.leaving(vertex).map(|h| self.target(h))
    }

    /// Edges, each as the smaller half-edge of a pair of twins.
    pub fn edges(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.origin.len() as u32).filter(|&h| h < self.twin(h))
    }

    /// Bytes held on the heap.
    pub fn heap_bytes(&self) -> usize {
        4 * (self.origin.len() * 3 + self.face_start.len() + self.leaving.len())
    }
}
