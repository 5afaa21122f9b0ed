//! Signs by pseudonormals: the normal of the nearest face or edge, if the surface provably allows it (Bærentzen and Aanæs 2005).
//!
//! A point is in front of its nearest face, or behind it; at an edge the sum of the normals of its two faces decides. That is correct if
//! the surface is closed, does not intersect itself, and has outside in front of it: all three are proven first, by exact signs. A
//! vertex, and a sign that rounding may hide, are left to the exact test.

use alloc::vec;
use alloc::vec::Vec;

use crate::broad::bvh::each_near;
use crate::math::{Each, Real, Vec3};
use crate::mesh::{SurfaceFeature, TriangleMesh, View, collinear, meets, side};
use crate::parallel;

/// Smallest distance at which a normal decides, relative to the size of the mesh: nearer, rounding may have moved the closest point.
const HIDDEN: f64 = 1e-9;

/// Smallest height above a face or edge, relative to the distance: at the edge of a blade both normals are nearly at right angles.
const STEEP: f64 = 1e-3;

/// Distance in front of and behind a face at which the test point is placed, relative to the longest side of the face.
const STEP: f64 = 1e-6;

/// Limit on the faces of a shell that are tried to find out the side in front of it.
const TRIES: usize = 64;

/// A surface that is closed, does not intersect itself, and has outside in front of it.
pub(super) struct Outward<'a, T: Real> {
    mesh: &'a TriangleMesh<T>,
    thin: bool,
    size: f64,
}

impl<'a, T: Real> Outward<'a, T> {
    /// `None` if the surface does not qualify, or that could not be shown.
    pub(super) fn new(mesh: &'a TriangleMesh<T>) -> Option<Self> {
        let count = mesh.len() as u32;
        let paired = |t: u32| (0..3).all(|side| mesh.neighbor(t, side).is_some());
        let bounds = mesh.wide_bounds();
        let right = mesh.is_closed() && (0..count).all(paired) && is_apart(mesh) && faces_out(mesh);
        right.then(|| Self {
            mesh,
            thin: mesh.has_thin(),
            size: bounds.min.max_abs().max(bounds.max.max_abs()),
        })
    }

    /// Whether a point is inside; `None` if the exact test is to decide.
    pub(super) fn is_inside(&self, p: Vec3<f64>) -> Option<bool> {
        let near = self.mesh.near_from(p, 0, self.thin);
        if near.distance <= HIDDEN * self.size + near.off {
            return None;
        }
        let (foot, feature) = self.mesh.foot(near.triangle, p);
        let normal = match feature {
            SurfaceFeature::Vertex(_) => return None,
            SurfaceFeature::Face => unit_normal(self.mesh, near.triangle)?,
            SurfaceFeature::Edge(ends) => {
                let beyond = self.mesh.across_edge(near.triangle, ends)?;
                unit_normal(self.mesh, near.triangle)? + unit_normal(self.mesh, beyond)?
            }
        };
        let height = normal.dot(p - foot);
        (height.abs() > STEEP * near.distance).then_some(height < 0.0)
    }
}

fn unit_normal<T: Real>(mesh: &TriangleMesh<T>, triangle: u32) -> Option<Vec3<f64>> {
    let [a, b, c] = mesh.corners(triangle);
    (b - a).cross(c - a).normalized()
}

/// Whether no two triangles share a point except for common corners and sides, and each has an area. Exact.
fn is_apart<T: Real>(mesh: &TriangleMesh<T>) -> bool {
    let names: Vec<[u32; 3]> = mesh.triangles().map(|(_, corners)| corners).collect();
    let mut right = vec![true; names.len()];
    parallel::each(&mut right, 64, &|t, right| {
        let own = mesh.corners(t as u32);
        let [a, b, c] = own;
        *right = !collinear(a, b, c);
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        each_near(mesh.tree(), [low.to_array(), high.to_array()], 0.0, |other| {
            *right = *right
                && (other as usize <= t
                    || apart([own, mesh.corners(other)], [names[t], names[other as usize]]));
            if *right { 0.0 } else { -1.0 }
        });
    });
    right.iter().all(|&right| right)
}

/// Whether two triangles share no point except for the corners and sides that both have by index.
fn apart([a, b]: [[Vec3<f64>; 3]; 2], names: [[u32; 3]; 2]) -> bool {
    let heights = b.each(|p| side(a[0], a[1], a[2], p));
    if heights.iter().all(|&h| h > 0.0) || heights.iter().all(|&h| h < 0.0) {
        return true;
    }
    let shared = |k: usize, own: usize| names[1 - own].contains(&names[own][k]);
    let count = (0..3).filter(|&k| shared(k, 0)).count();
    let flat = heights.iter().all(|&h| h == 0.0);
    if flat || count >= 2 {
        // Two that share a side and are not coplanar share nothing else.
        return count < 3 && (!flat || apart_in_plane([a, b], names));
    }
    // Sides that do not end in a shared corner.
    let passes = |own: usize, ring: [Vec3<f64>; 3]| {
        let corners = [a, b][own];
        (0..3).any(|k| {
            let next = (k + 1) % 3;
            !shared(k, own)
                && !shared(next, own)
                && meets(corners[k], corners[next], ring.into_iter()).is_some()
        })
    };
    !passes(0, b) && !passes(1, a)
}

/// The same for coplanar triangles: whether a side of one has all of the other beyond it, or on its line and beside it.
fn apart_in_plane(corners: [[Vec3<f64>; 3]; 2], names: [[u32; 3]; 2]) -> bool {
    let seen = |axis: usize| View::onto(Vec3::axis(axis));
    let turn = |view: View, [a, b, c]: [Vec3<f64>; 3]| view.turn(a, b, c);
    let Some(view) = (0..3).map(seen).find(|&view| turn(view, corners[0]) != 0.0) else { return false };
    (0..2).any(|own| {
        let (mine, other) = (corners[own], corners[1 - own]);
        let sense = turn(view, mine).signum();
        (0..3).any(|k| {
            let next = (k + 1) % 3;
            let shared =
                |j: usize| names[1 - own][j] == names[own][k] || names[1 - own][j] == names[own][next];
            let height = |j: usize| {
                if shared(j) { 0.0 } else { view.turn(mine[k], mine[next], other[j]) * sense }
            };
            (0..3).all(|j| height(j) <= 0.0) && {
                let on_line = |j: &usize| height(*j) == 0.0;
                beside([mine[k], mine[next]], (0..3).filter(on_line).map(|j| (other[j], shared(j))))
            }
        })
    })
}

/// Whether the segment between points on the line of a side shares no point with it except for its ends, which are marked.
fn beside([u, v]: [Vec3<f64>; 2], points: impl Iterator<Item = (Vec3<f64>, bool)> + Clone) -> bool {
    if points.clone().all(|(_, shared)| shared) {
        return true;
    }
    // Along an axis on which the side has an extent, different points on its line have different coordinates.
    let along: fn(Vec3<f64>) -> f64 = if u.x != v.x {
        |p| p.x
    } else if u.y != v.y {
        |p| p.y
    } else {
        |p| p.z
    };
    let [low, high] = [Real::min(along(u), along(v)), Real::max(along(u), along(v))];
    let before = points.clone().all(|(p, shared)| along(p) < low || (shared && along(p) == low));
    let behind = points.clone().all(|(p, shared)| along(p) > high || (shared && along(p) == high));
    before || behind
}

/// Whether the space in front of every shell is outside, for a surface that does not intersect itself. Exact; false if no face shows it.
fn faces_out<T: Real>(mesh: &TriangleMesh<T>) -> bool {
    let mut seen = vec![false; mesh.len()];
    let mut shell = Vec::new();
    for first in 0..mesh.len() {
        if seen[first] {
            continue;
        }
        shell.clear();
        shell.push(first as u32);
        seen[first] = true;
        let mut at = 0;
        while at < shell.len() {
            let face = shell[at];
            for beyond in (0..3).filter_map(|side| mesh.neighbor(face, side)) {
                if !core::mem::replace(&mut seen[beyond as usize], true) {
                    shell.push(beyond);
                }
            }
            at += 1;
        }
        if shell.iter().take(TRIES).find_map(|&face| winding_before(mesh, face)) != Some(0) {
            return false;
        }
    }
    true
}

/// Winding number of the surface about a point in front of a face, with nothing in between; `None` if something may be.
fn winding_before<T: Real>(mesh: &TriangleMesh<T>, face: u32) -> Option<i32> {
    let [a, b, c] = mesh.corners(face);
    let longest = (b - a).max_abs().max((c - a).max_abs());
    let step = unit_normal(mesh, face)? * (STEP * longest);
    let middle = (a + b + c) * (1.0 / 3.0);
    let (before, behind) = (middle + step, middle - step);
    let mut alone = side(a, b, c, before) > 0.0 && side(a, b, c, behind) < 0.0;
    let (low, high) = (before.min(behind), before.max(behind));
    each_near(mesh.tree(), [low.to_array(), high.to_array()], 0.0, |other| {
        let met = meets(before, behind, mesh.corners(other).into_iter()).is_some();
        alone &= met == (other == face);
        if alone { 0.0 } else { -1.0 }
    });
    alone.then(|| mesh.winding(before))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(x: f64, y: f64, z: f64) -> Vec3<f64> {
        Vec3::new(x, y, z)
    }

    /// Checks pairs of triangles that share a side, a corner or nothing, coplanar or not, and intersect otherwise or not.
    #[test]
    fn triangles_that_meet_and_do_not() {
        let a = [v(0.0, 0.0, 0.0), v(4.0, 0.0, 0.0), v(0.0, 4.0, 0.0)];
        type Case = ([Vec3<f64>; 3], [u32; 3], bool);
        let cases: &[Case] = &[
            // A side in common: beyond it, across, folded onto it.
            ([v(4.0, 0.0, 0.0), v(0.0, 0.0, 0.0), v(1.0, -1.0, 0.0)], [1, 0, 3], true),
            ([v(4.0, 0.0, 0.0), v(0.0, 0.0, 0.0), v(1.0, 1.0, 1.0)], [1, 0, 3], true),
            ([v(4.0, 0.0, 0.0), v(0.0, 0.0, 0.0), v(1.0, 1.0, 0.0)], [1, 0, 3], false),
            // A corner in common.
            ([v(0.0, 0.0, 0.0), v(-1.0, 0.0, 0.0), v(0.0, -1.0, 0.0)], [0, 3, 4], true),
            ([v(0.0, 0.0, 0.0), v(1.0, 1.0, 0.0), v(-1.0, 1.0, 0.0)], [0, 3, 4], false),
            // With a side along the line of a side: beside it, in it, over all of it.
            ([v(0.0, 0.0, 0.0), v(-1.0, 0.0, 0.0), v(-1.0, -1.0, 0.0)], [0, 3, 4], true),
            ([v(0.0, 0.0, 0.0), v(1.0, 0.0, 0.0), v(1.0, -1.0, 0.0)], [0, 3, 4], false),
            ([v(0.0, 0.0, 0.0), v(9.0, 0.0, 0.0), v(1.0, -1.0, 0.0)], [0, 3, 4], false),
            ([v(5.0, 0.0, 0.0), v(9.0, 0.0, 0.0), v(6.0, -1.0, 0.0)], [3, 4, 5], true),
            ([v(-1.0, 0.0, 0.0), v(9.0, 0.0, 0.0), v(6.0, -1.0, 0.0)], [3, 4, 5], false),
            ([v(0.0, 0.0, 0.0), v(1.0, 1.0, 1.0), v(1.0, 1.0, -1.0)], [0, 3, 4], false),
            ([v(0.0, 0.0, 0.0), v(1.0, 1.0, 1.0), v(1.0, 1.0, 2.0)], [0, 3, 4], true),
            // Nothing in common.
            ([v(1.0, 1.0, 1.0), v(1.0, 1.0, -1.0), v(9.0, 9.0, 0.0)], [3, 4, 5], false),
            ([v(1.0, 1.0, 0.0), v(1.0, 1.0, 1.0), v(2.0, 1.0, 1.0)], [3, 4, 5], false),
            ([v(5.0, 1.0, 1.0), v(5.0, 1.0, -1.0), v(9.0, 9.0, 0.0)], [3, 4, 5], true),
            ([v(1.0, 1.0, 0.0), v(9.0, 1.0, 0.0), v(1.0, 9.0, 0.0)], [3, 4, 5], false),
            ([v(3.0, 3.0, 0.0), v(9.0, 3.0, 0.0), v(3.0, 9.0, 0.0)], [3, 4, 5], true),
            ([v(1.0, 1.0, 0.5), v(9.0, 1.0, 0.5), v(1.0, 9.0, 0.5)], [3, 4, 5], true),
        ];
        for (i, &(b, names, right)) in cases.iter().enumerate() {
            assert_eq!(apart([a, b], [[0, 1, 2], names]), right, "case {i}");
            assert_eq!(apart([b, a], [names, [0, 1, 2]]), right, "case {i}, the other way around");
        }
    }
}
