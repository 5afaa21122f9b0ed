//! Connected parts of a surface.

use alloc::vec::Vec;

use super::PolygonMesh;
use crate::math::Real;

/// The first polygon of each part that is connected by shared vertices, in rising order. Near-linear in the corners.
pub(super) fn parts<T: Real>(mesh: &PolygonMesh<T>) -> Vec<u32> {
    // Union-find: trees of vertices that point to smaller ones, so that every walk ends.
    let mut below: Vec<u32> = (0..mesh.vertices.len() as u32).collect();
    for p in 0..mesh.polygons.len() as u32 {
        let mut corners = mesh.corners(p);
        let Some(first) = corners.next() else { continue };
        for corner in corners {
            let (a, b) = (root(&mut below, first), root(&mut below, corner));
            below[a.max(b) as usize] = a.min(b);
        }
    }
    let mut seen = alloc::vec![false; mesh.vertices.len()];
    let mut parts = Vec::new();
    for p in 0..mesh.polygons.len() as u32 {
        let Some(first) = mesh.corners(p).next() else { continue };
        let root = root(&mut below, first) as usize;
        if !seen[root] {
            seen[root] = true;
            parts.push(p);
        }
    }
    parts
}

/// The root of a tree, its smallest vertex; halves the path on the way.
fn root(below: &mut [u32], mut vertex: u32) -> u32 {
    while below[vertex as usize] != vertex {
        below[vertex as usize] = below[below[vertex as usize] as usize];
        vertex = below[vertex as usize];
    }
    vertex
}
