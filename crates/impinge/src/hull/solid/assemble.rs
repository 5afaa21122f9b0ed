//! Assembly of the face loops of a polyhedron from merged triangles.
//!
//! The rims of the regions are the loops. A vertex inside a region is on no rim and is removed. A vertex at which only
//! two faces meet is removed from both loops if it lies within the tolerance of the segment between its remaining
//! neighbors. If nearly coplanar merging produced something that is not a polyhedron, the regions at fault are
//! dissolved into their exactly coplanar groups and everything is assembled again; without such merging the faces are
//! the true facets of the hull, which always form a polyhedron.

use alloc::vec::Vec;

use super::super::Topology;
use super::grow::distance_to_segment;
use super::merge::Merged;
use super::quickhull::NONE;
use crate::math::Vec3;

/// After this many rounds of dissolving the regions at fault, everything is dissolved. Such regions are few and far
/// apart, so two rounds usually suffice.
const ROUNDS: usize = 16;

/// A polyhedron by point indices.
pub(super) struct Assembled {
    /// Points that are vertices, in ascending order.
    pub sources: Vec<u32>,
    /// Outward unit normal of each face.
    pub normals: Vec<Vec3<f64>>,
    pub topology: Topology,
}

/// Loops of faces, stored consecutively.
#[derive(Default)]
struct Loops {
    vertices: Vec<u32>,
    ends: Vec<u32>,
    normals: Vec<Vec3<f64>>,
}

/// The polyhedron of the merged faces. `original` holds the index of each point in the input.
pub(super) fn assemble(mut merged: Merged<'_>, original: &[u32]) -> Assembled {
    if !merged.is_plain() {
        for round in 0..=ROUNDS {
            if round == ROUNDS {
                merged.dissolve_all();
            }
            let (loops, faults) = loops(&merged);
            if merged.dissolve(&faults) {
                continue;
            }
            if let Some(assembled) = number(&loops, original) {
                return assembled;
            }
            merged.dissolve_all();
        }
    }
    let triangles = &merged.triangles.corners;
    let plain = Loops {
        vertices: triangles.as_flattened().to_vec(),
        ends: (1..=triangles.len() as u32).map(|i| 3 * i).collect(),
        normals: merged.normals,
    };
    number(&plain, original).expect("triangles of quickhull close up, see its module")
}

/// The loops of all faces, and triangles of regions that must be dissolved first.
fn loops(m: &Merged<'_>) -> (Loops, Vec<u32>) {
    let triangles = m.triangles;
    let count = triangles.corners.len() as u32;
    let face_of: Vec<u32> = (0..count).map(|t| m.face_of(t)).collect();
    // Rims, stored consecutively.
    let mut rims: Vec<u32> = Vec::with_capacity(3 * count as usize);
    let mut rim_ends: Vec<(u32, u32)> = Vec::new();
    let mut done = alloc::vec![false; count as usize];
    let mut faces_at = alloc::vec![0_u32; m.points.len()];
    let mut rim = Vec::new();
    for start in 0..3 * count {
        let face = face_of[start as usize / 3];
        if done[face as usize] || face_of[triangles.across(start) as usize] == face {
            continue;
        }
        done[face as usize] = true;
        triangles.rim(start, |t| face_of[t as usize] == face, &mut rim);
        for &h in &rim {
            faces_at[triangles.origin(h) as usize] += 1;
        }
        rims.extend_from_slice(&rim);
        rim_ends.push((face, rims.len() as u32));
    }

    let at = |v: u32| m.points[v as usize];
    let mut loops = Loops::default();
    let mut faults = Vec::new();
    let mut met = alloc::vec![NONE; count as usize];
    let mut first = 0;
    for &(face, end) in &rim_ends {
        let rim = &rims[first as usize..end as usize];
        first = end;
        let is_corner = |h: u32| faces_at[triangles.origin(h) as usize] >= 3;
        let start = loops.vertices.len();
        // Starts at a corner, so that no run of vertices to drop is cut in two.
        let offset = rim.iter().position(|&h| is_corner(h)).unwrap_or(0);
        let turned = |i: usize| rim[(i + offset) % rim.len()];
        let mut i = 0;
        while i < rim.len() {
            let h = turned(i);
            let mut j = i + 1;
            while j < rim.len() && !is_corner(turned(j)) {
                j += 1;
            }
            let (from, to) = (triangles.origin(h), triangles.origin(turned(j)));
            let other = face_of[triangles.across(h) as usize];
            let straight = (i + 1..j).all(|k| {
                distance_to_segment(at(triangles.origin(turned(k))), at(from), at(to)) <= m.tolerance
            });
            // Two faces must not meet along two edges either.
            if !straight || met[other as usize] == face {
                faults.extend([face, other]);
            }
            met[other as usize] = face;
            loops.vertices.push(from);
            i = j;
        }
        if loops.vertices.len() - start < 3 {
            faults.push(face);
            faults.extend(rim.iter().map(|&h| triangles.across(h)));
        }
        loops.ends.push(loops.vertices.len() as u32);
        loops.normals.push(m.normals[face as usize]);
    }
    (loops, faults)
}

/// Joins the faces and numbers the vertices by ascending index in the input; `None` if the faces do not close up to a
/// polyhedron.
fn number(loops: &Loops, original: &[u32]) -> Option<Assembled> {
    // First in the current order of the points, in which neighbors are close in memory.
    let mut number = alloc::vec![NONE; original.len()];
    for &v in &loops.vertices {
        number[v as usize] = 0;
    }
    let mut named: Vec<(u32, u32)> = Vec::new();
    for (n, &source) in number.iter_mut().zip(original).filter(|(n, _)| **n != NONE) {
        *n = named.len() as u32;
        named.push((source, *n));
    }
    let numbered: Vec<u32> = loops.vertices.iter().map(|&v| number[v as usize]).collect();
    let numbered = numbered.as_slice();
    let mut start = 0;
    let faces = loops.ends.iter().map(move |&end| {
        let face = &numbered[start as usize..end as usize];
        start = end;
        face
    });
    let mut topology = Topology::from_faces(named.len(), faces)?;
    let (v, e, f) = (topology.vertex_count(), topology.edge_count(), topology.face_count());
    if f < 4 || v + f != e + 2 {
        return None;
    }
    named.sort_unstable();
    let mut rename = alloc::vec![0; named.len()];
    for (rank, &(_, n)) in named.iter().enumerate() {
        rename[n as usize] = rank as u32;
    }
    topology.rename_vertices(&rename);
    let sources = named.into_iter().map(|(source, _)| source).collect();
    Some(Assembled { sources, normals: loops.normals.clone(), topology })
}
