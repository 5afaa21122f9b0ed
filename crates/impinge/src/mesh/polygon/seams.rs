//! Classifies every edge, and finds the internal edges and vertices, which nothing can hit first (ghost contacts).
//!
//! # Source
//! Van Waveren 2005, section 4: edges whose two polygons "face towards each other" are internal, and so are vertices that
//! bound internal edges only. The paper gives neither proof nor conditions. Both follow.
//!
//! # Why internal edges need no test
//! Let x be a point of an edge, not an end of it, and let the mesh be at rest. Near x the space in front of the two polygons is a wedge W
//! = { y : n₁·(y − x) ≥ 0 and n₂·(y − x) ≥ 0 } if the edge is concave, and a half-space W if it is flat. As long as nothing has passed
//! through a polygon, all of the other body near x is in W. If one of its edges runs through x, not ending there, with the direction d,
//! then x ± δ d are both in W, so that n₁·d = 0 and n₂·d = 0. For a concave edge d is then parallel to the edge, for a flat one to the
//! plane. So two edges that cross do not meet first at a concave edge. If d is parallel, or in the plane, the two touch along a line,
//! which ends at a vertex of one of them or at an edge that is not internal: the contact is found there, as a vertex on a polygon or as
//! two edges.
//!
//! # Why internal vertices need no test
//! Let all edges at v be concave or flat, and let the polygons around v be one closed fan. On a small sphere around v the
//! free space is then bounded by one closed line whose corners are all at most straight. By Gauss and Bonnet its area
//! is at most 2π, and it is convex: the free space near v is a convex cone. If v touches the inside of a polygon of the
//! other body, the cone holds a plane: it is a half-space, and all edges at v are flat. Then the two touch in an area
//! whose outermost points are found as other features. If v is on an edge of the other, the cone holds a line: it is a
//! wedge or half-space, and the argument above applies.
//!
//! # What breaks it
//! - Two-sided polygons: a body behind a concave edge sees a convex one. Such an edge is not internal. Flat seams still are.
//! - An edge with one polygon, or a crowded one: there is no wedge, so it is not internal. If more than two polygons bound a solid, the
//!   two of each free sector are taken as neighbors, and the argument holds in the sector (see `crowds`).
//! - A vertex with several fans: the cones may touch at v alone. It is not internal.
//! - A mesh that cuts through itself at a vertex: its fan may run around more than once. This is not detected.
//! - A body that is already through a polygon. One-sided polygons let bodies come from behind, which is possible at an open surface: such
//!   a body may be stopped late at concave edges. Use two-sided polygons if bodies come from behind.
//! - A tolerance: two polygons that are nearly coplanar bend. If bends were called flat, a cylinder of many narrow faces would have
//!   nothing to hit. So flat means exactly flat, regardless of [`MeshSettings::flat`].
//!
//! [`MeshSettings::flat`]: super::MeshSettings::flat

use alloc::vec;
use alloc::vec::Vec;

use super::base::Base;
use super::loops::Loops;
use super::{EdgeKind, NONE};

/// The edge kind of each half-edge.
pub(super) fn kinds(loops: &Loops, bases: &[Base]) -> Vec<EdgeKind> {
    let mut kinds = vec![EdgeKind::Dangling; loops.origin.len()];
    for h in 0..loops.origin.len() {
        let twin = loops.twin[h];
        if loops.face[h] == NONE {
            continue; // Merged away.
        }
        if loops.crowded[h] {
            kinds[h] = EdgeKind::Crowded;
        } else if twin != NONE && (h as u32) < twin {
            let kind = if loops.shut[h] {
                EdgeKind::Concave
            } else {
                bend(&bases[loops.face[h] as usize], &bases[loops.face[twin as usize] as usize])
            };
            (kinds[h], kinds[twin as usize]) = (kind, kind);
        }
    }
    kinds
}

/// The kind of an edge by the bend of its two polygons, which run it in opposite directions.
fn bend(p: &Base, q: &Base) -> EdgeKind {
    // Sides of one plane that the corners of the other polygon are on: below, above.
    let signs = |of: &Base, over: &Base| {
        of.corners.iter().fold((false, false), |(below, above), &corner| {
            let s = over.side(corner);
            (below || s < 0.0, above || s > 0.0)
        })
    };
    match (signs(q, p), signs(p, q)) {
        ((false, true), (false, true)) => EdgeKind::Concave,
        ((false, false), (false, false)) => {
            let [a, b, c] = q.corners;
            // Coplanar: side by side, or folded back onto each other.
            if p.view.turn(a, b, c) > 0.0 { EdgeKind::Flat } else { EdgeKind::Convex }
        }
        // Also neither of the two: polygons that are not flat.
        _ => EdgeKind::Convex,
    }
}

/// Whether an edge of this kind is internal.
pub(super) fn internal(kind: EdgeKind, two_sided: bool) -> bool {
    match kind {
        EdgeKind::Flat => true,
        EdgeKind::Concave => !two_sided,
        EdgeKind::Convex | EdgeKind::Dangling | EdgeKind::Crowded => false,
    }
}

/// Whether only internal edges meet at each vertex, in one closed fan.
pub(super) fn internal_vertices(
    loops: &Loops,
    kinds: &[EdgeKind],
    two_sided: bool,
    vertices: usize,
) -> Vec<bool> {
    let mut leaving = vec![0_u32; vertices];
    let mut some = vec![NONE; vertices];
    let mut yes = vec![true; vertices];
    let live = (0..loops.first.len() as u32).flat_map(|face| loops.ring(face));
    for h in live {
        let v = loops.origin[h as usize] as usize;
        leaving[v] += 1;
        some[v] = h;
        let target = loops.target(h) as usize;
        let inside = internal(kinds[h as usize], two_sided);
        yes[v] &= inside;
        yes[target] &= inside;
    }
    for v in 0..vertices {
        if some[v] == NONE {
            yes[v] = false;
        }
        if yes[v] {
            // Walks around v from polygon to polygon; all edges have twins here.
            let mut h = some[v];
            let mut fan = 0;
            loop {
                fan += 1;
                h = loops.twin[loops.previous[h as usize] as usize];
                if h == some[v] || fan > leaving[v] {
                    break;
                }
            }
            yes[v] = fan == leaving[v];
        }
    }
    yes
}
