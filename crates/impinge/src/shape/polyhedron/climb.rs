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

/// Moves of a walk before it gives up: enough for a turn by one vertex spacing, too few to cost much in vain.
const STEPS: usize = 3;
/// A vertex with more neighbours than this is a hub.
const HUB: usize = 16;

/// What a walk needs: the neighbours of every vertex, in one array. 4 bytes a vertex and 8 an edge.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Slopes<T> {
    /// Where the neighbours of a vertex begin, and one end mark.
    start: Vec<u32>,
    neighbours: Vec<u32>,
    /// Vertices with very many neighbours, by id.
    hubs: Vec<Hub<T>>,
}

/// A vertex with very many neighbours, such as the apex of a cone: a round cone of directions inside its own tells
/// quickly that it is still the top.
#[derive(Clone, Debug, PartialEq)]
struct Hub<T> {
    id: u32,
    /// Unit axis of the round cone.
    axis: Vec3<T>,
    /// Square of the cosine of its opening, rounded up; above 1 if there is no such cone.
    cos_squared: T,
}

impl<T: Real> Slopes<T> {
    pub(super) fn new(vertices: &[Vec3<T>], topology: &Topology, normals: &[Vec3<f64>]) -> Self {
        let mut slopes = Self { start: alloc::vec![0], neighbours: Vec::new(), hubs: Vec::new() };
        slopes.neighbours.reserve_exact(2 * topology.edge_count());
        for v in 0..topology.vertex_count() as u32 {
            slopes.neighbours.extend(topology.neighbours(v));
            slopes.start.push(slopes.neighbours.len() as u32);
            if slopes.around(v).len() > HUB {
                slopes.hubs.push(Hub::new(v, vertices, topology, normals));
            }
        }
        slopes
    }

    pub(super) fn vertex_count(&self) -> usize {
        self.start.len() - 1
    }

    /// Vertices joined to `vertex` by an edge.
    #[inline]
    fn around(&self, vertex: u32) -> &[u32] {
        let v = vertex as usize;
        &self.neighbours[self.start[v] as usize..self.start[v + 1] as usize]
    }

    /// Walks uphill from `from`. `None` if the top is not reached within a few moves, or if it is plain that it will
    /// not be.
    #[inline]
    pub(super) fn climb(&self, vertices: &[Vec3<T>], direction: Vec3<T>, from: u32) -> Option<u32> {
        let mut top = from;
        let mut last_gain = T::INFINITY;
        for left in (0..=STEPS).rev() {
            let around = self.around(top);
            if around.len() > HUB {
                return self.is_top(top, direction).then_some(top);
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
            // Along a path the gain falls by about the same amount at each edge: is the top within reach?
            if gain > (last_gain - gain) * T::of(left as f64) {
                return None;
            }
            last_gain = gain;
            top = best;
        }
        None
    }

    /// Whether a hub is known to be the support point.
    fn is_top(&self, hub: u32, direction: Vec3<T>) -> bool {
        self.hubs.binary_search_by_key(&hub, |h| h.id).is_ok_and(|i| {
            let Hub { axis, cos_squared, .. } = self.hubs[i];
            let along = direction.dot(axis);
            along > T::ZERO && along * along >= cos_squared * direction.norm_squared()
        })
    }

    /// Bytes held on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        4 * (self.start.len() + self.neighbours.len()) + self.hubs.len() * size_of::<Hub<T>>()
    }
}

impl<T: Real> Hub<T> {
    /// The widest round cone about the mean of the face normals that fits into the cone of directions of `id`.
    fn new(id: u32, vertices: &[Vec3<T>], topology: &Topology, normals: &[Vec3<f64>]) -> Self {
        let mean = topology.leaving(id).fold(Vec3::ZERO, |sum, h| sum + normals[topology.face(h) as usize]);
        let axis: Vec3<f64> = mean.unit().cast::<T>().cast();
        let here = vertices[id as usize].cast::<f64>();
        // The sine of the opening is the least slope of an edge against the axis.
        let sine = topology
            .neighbours(id)
            .map(|n| axis.dot((here - vertices[n as usize].cast()).unit()))
            .fold(1.0, Real::min);
        // Rounded against the claim by more than the errors of the axis and of the test.
        let sine = sine - 8.0 * T::EPSILON.f64();
        let cos_squared = if sine > 0.0 { 1.0 - sine * sine + 8.0 * T::EPSILON.f64() } else { 2.0 };
        Self { id, axis: axis.cast(), cos_squared: T::of(cos_squared) }
    }
}
