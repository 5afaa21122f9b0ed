//! Support by hill climbing: from a vertex to the best of its neighbors, until none is better (the lecture's method for
//! coherent directions).
//!
//! On a convex polyhedron, a vertex that no neighbor exceeds is a support point. The comparison uses edge vectors,
//! `direction · (neighbor − vertex)`: a difference of nearby points is exact or nearly so, hence the sign is right for
//! all but directions within a few ε of the edge's own plane. Comparing the two products instead would end the walk
//! early wherever the surface is nearly level and finely divided.
//!
//! Merged faces are flat only up to a tolerance, and on a long thin body a bump of that height can hide a slope behind
//! it. So if no neighbor is better, the other vertices of the surrounding faces are tried too: they include all
//! neighbors from before the merge.
//!
//! Cost: the steps from the hint to the answer, times the neighbors on the way. No better than linear at worst: the
//! apex of a cone has all other vertices as neighbors, and so has a corner of a large face.

use crate::hull::Topology;
use crate::math::{Real, Vec3};

/// The vertex reached from `from` by taking the steepest step up, at most as many times as there are vertices.
pub(super) fn walk<T: Real>(vertices: &[Vec3<T>], topology: &Topology, direction: Vec3<T>, from: u32) -> u32 {
    let mut top = from;
    for _ in 0..vertices.len() {
        let neighbors = topology.neighbors(top);
        let next = steepest(vertices, direction, top, neighbors).or_else(|| {
            let faces = topology.leaving(top).map(|h| topology.face(h));
            let around = faces.flat_map(|f| topology.face_vertices(f).iter().copied());
            steepest(vertices, direction, top, around)
        });
        let Some(next) = next else { break };
        top = next;
    }
    top
}

/// The vertex, of those given, that rises most above `here`; `None` if none rises.
fn steepest<T: Real>(
    vertices: &[Vec3<T>],
    direction: Vec3<T>,
    here: u32,
    others: impl Iterator<Item = u32>,
) -> Option<u32> {
    let foot = vertices[here as usize];
    let mut best = (T::ZERO, None);
    for id in others {
        let rise = direction.dot(vertices[id as usize] - foot);
        if rise > best.0 {
            best = (rise, Some(id));
        }
    }
    best.1
}
