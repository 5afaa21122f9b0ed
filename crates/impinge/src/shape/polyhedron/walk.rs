//! Support by walking: from a vertex to the best of its neighbours, until none is better (hill climbing, the
//! lecture's way with coherent directions).
//!
//! On a convex polyhedron a vertex that no neighbour exceeds is a support point. The comparison is made on edge
//! vectors, `direction · (neighbour − vertex)`: a difference of nearby points is exact or nearly so, hence the sign
//! is right for all but directions within a few ε of the edge's own plane. Comparing the two products instead would
//! end the walk early wherever the surface is nearly level and finely divided.
//!
//! Cost: the steps from the hint to the answer, times the neighbours on the way. No better than linear at worst: the
//! apex of a cone has all other vertices for neighbours.

use crate::hull::Topology;
use crate::math::{Real, Vec3, Vector};

/// The vertex reached from `from` by always taking the steepest step up. Never more steps than vertices.
pub(super) fn walk<T: Real>(vertices: &[Vec3<T>], topology: &Topology, direction: Vec3<T>, from: u32) -> u32 {
    let mut top = from;
    for _ in 0..vertices.len() {
        let here = vertices[top as usize];
        let mut gain = T::ZERO;
        let mut best = top;
        for id in topology.neighbours(top) {
            let rise = direction.dot(vertices[id as usize] - here);
            if rise > gain {
                (gain, best) = (rise, id);
            }
        }
        if best == top {
            break;
        }
        top = best;
    }
    top
}
