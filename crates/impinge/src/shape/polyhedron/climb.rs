//! Support by walking: from a vertex to the best of its neighbours, until none is better (hill climbing, the
//! lecture's answer to coherent directions).
//!
//! On a convex polyhedron a vertex that no neighbour exceeds is a support point. The comparison is made on edge
//! vectors, `direction · (neighbour − vertex)`: a difference of nearby points is exact or nearly so, hence the sign
//! is right for all but directions within a few ε of the edge's own plane. Comparing the two products instead would
//! end the walk early wherever the surface is nearly level and finely divided.

use alloc::vec::Vec;

use crate::hull::Topology;
use crate::math::{Real, Vec3, Vector};

/// Neighbours of every vertex, in one array. 4 bytes a vertex and 8 an edge.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Neighbours {
    /// Where the neighbours of a vertex begin, and one end mark.
    start: Vec<u32>,
    ids: Vec<u32>,
}

impl Neighbours {
    pub(super) fn new(topology: &Topology) -> Self {
        let mut start = alloc::vec![0];
        let mut ids = Vec::with_capacity(2 * topology.edge_count());
        for v in 0..topology.vertex_count() as u32 {
            ids.extend(topology.neighbours(v));
            start.push(ids.len() as u32);
        }
        Self { start, ids }
    }

    /// Vertices joined to `vertex` by an edge.
    #[inline]
    pub(super) fn of(&self, vertex: u32) -> &[u32] {
        let v = vertex as usize;
        &self.ids[self.start[v] as usize..self.start[v + 1] as usize]
    }

    /// Bytes held on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        4 * (self.start.len() + self.ids.len())
    }
}

/// Walks uphill from `from`. `None` if the top is not reached within `steps` moves or a vertex on the way has more
/// than `degree` neighbours.
#[inline]
pub(super) fn climb<T: Real>(
    vertices: &[Vec3<T>],
    neighbours: &Neighbours,
    direction: Vec3<T>,
    from: u32,
    steps: usize,
    degree: usize,
) -> Option<u32> {
    let mut top = from;
    for _ in 0..=steps {
        let around = neighbours.of(top);
        if around.len() > degree {
            return None;
        }
        let here = vertices[top as usize];
        let mut gain = T::ZERO;
        let mut best = top;
        for &id in around {
            let rise = direction.dot(vertices[id as usize] - here);
            best = if rise > gain { id } else { best };
            gain = rise.max(gain);
        }
        if best == top {
            return Some(top);
        }
        top = best;
    }
    None
}
