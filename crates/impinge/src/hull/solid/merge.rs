//! Merging of coplanar hull triangles into one face.
//!
//! There are two levels. **Exact groups** are connected triangles in exactly one plane: the true facets of the hull,
//! all of them convex polygons, which are safe to merge. **Regions** are groups that lie in one plane within the
//! tolerance: each grows (see [`grow`](super::grow)) from the group with the largest triangle, the seed, whose plane is
//! a supporting plane of all points and becomes the plane of the face.
//!
//! Vertices of a face lie at most the tolerance below its plane and, except for rounding, no point lies above it.
//!
//! Cost: linear in the number of triangles except for sorting the seeds.

use alloc::vec::Vec;

use super::quickhull::{NONE, Triangles};
use super::simplex::exact_side;
use crate::math::{Each, Vec3, area_and_normal};

/// A convex polygon of exactly coplanar triangles.
#[derive(Clone, Copy)]
pub(super) struct Group {
    /// First of its triangles, in `Merged::order`.
    pub first: u32,
    pub end: u32,
    /// Its largest triangle, and twice the area of that triangle.
    pub seed: u32,
    pub area: f64,
    /// Whether another group may lie in the same plane within the tolerance.
    pub near: bool,
}

/// Grouping of triangles into faces.
pub(super) struct Merged<'a> {
    pub points: &'a [Vec3<f64>],
    pub triangles: &'a Triangles,
    pub tolerance: f64,
    /// Outward unit normal of each triangle.
    pub normals: Vec<Vec3<f64>>,
    /// Group of each triangle.
    pub group_of: Vec<u32>,
    pub groups: Vec<Group>,
    pub order: Vec<u32>,
    /// For each group, the group from which its region grew.
    pub region_of: Vec<u32>,
}

/// Merges triangles that lie in exactly one plane; regions within `tolerance` of one plane grow from the result.
pub(super) fn merged<'a>(points: &'a [Vec3<f64>], triangles: &'a Triangles, tolerance: f64) -> Merged<'a> {
    let at = |v: u32| points[v as usize];
    let (areas, normals): (Vec<f64>, Vec<_>) =
        triangles.corners.iter().map(|&[a, b, c]| area_and_normal(at(a), at(b), at(c))).unzip();
    let mut merged = Merged {
        points,
        triangles,
        tolerance,
        normals,
        group_of: Vec::new(),
        groups: Vec::new(),
        order: Vec::new(),
        region_of: Vec::new(),
    };
    let flat = merged.flat_edges();
    if !flat.is_empty() {
        merged.group(&areas, &flat);
    }
    merged
}

impl Merged<'_> {
    /// Whether no two triangles were even nearly coplanar, so that every triangle is a face.
    pub fn is_plain(&self) -> bool {
        self.groups.is_empty()
    }

    /// The face of a triangle, identified by the triangle that gives its plane.
    #[inline]
    pub fn face_of(&self, triangle: u32) -> u32 {
        if self.is_plain() {
            return triangle;
        }
        let region = self.region_of[self.group_of[triangle as usize] as usize];
        self.groups[region as usize].seed
    }

    /// Undoes the merging of groups that are only nearly coplanar, for the faces of these triangles. Returns whether
    /// that changed anything.
    pub fn dissolve(&mut self, triangles: &[u32]) -> bool {
        let mut at_fault = alloc::vec![false; self.groups.len()];
        for &t in triangles {
            at_fault[self.region_of[self.group_of[t as usize] as usize] as usize] = true;
        }
        let mut changed = false;
        for (g, region) in self.region_of.iter_mut().enumerate() {
            if at_fault[*region as usize] {
                changed |= *region != g as u32;
                *region = g as u32;
            }
        }
        changed
    }

    /// Undoes all merging of groups that are only nearly coplanar.
    pub fn dissolve_all(&mut self) {
        for (g, region) in self.region_of.iter_mut().enumerate() {
            *region = g as u32;
        }
    }

    /// Depth of `p` below the plane of a triangle.
    #[inline]
    pub fn depth(&self, triangle: u32, p: u32) -> f64 {
        let on_plane = self.points[self.triangles.corners[triangle as usize][0] as usize];
        self.normals[triangle as usize].dot(on_plane - self.points[p as usize])
    }

    /// Half-edges, one of each pair, across which the surface bends by at most the tolerance.
    fn flat_edges(&self) -> Vec<u32> {
        let mut flat = Vec::new();
        for (t, neighbors) in self.triangles.neighbors.iter().enumerate() {
            let t = t as u32;
            for (i, &other) in neighbors.iter().enumerate() {
                if other < t {
                    continue;
                }
                let h = 3 * t + i as u32;
                let [a, b, c] = self.triangles.corners[other as usize];
                // The corner of the other triangle that is not on the edge.
                let end = self.triangles.origin(h);
                let opposite = if a == end {
                    b
                } else if b == end {
                    c
                } else {
                    a
                };
                let own = self.triangles.corners[t as usize][(i + 2) % 3];
                if self.depth(t, opposite) <= self.tolerance || self.depth(other, own) <= self.tolerance {
                    flat.push(h);
                }
            }
        }
        flat
    }

    /// Finds the exact groups. Exactly coplanar neighbors are among the flat edges: the computed depth of a point in
    /// the plane is off by at most 5 ε size.
    fn group(&mut self, areas: &[f64], flat: &[u32]) {
        let triangles = self.triangles;
        let count = triangles.corners.len();
        // One bit for each edge of a triangle.
        let mut exact = alloc::vec![0_u8; count];
        let mut near = alloc::vec![false; count];
        for &h in flat {
            let twin = triangles.twin(h);
            let [a, b, c] = triangles.corners[h as usize / 3].each(|v| self.points[v as usize]);
            let opposite = triangles.origin(super::surface::previous(twin));
            if exact_side(a, b, c, self.points[opposite as usize]) == 0.0 {
                exact[h as usize / 3] |= 1 << (h % 3);
                exact[twin as usize / 3] |= 1 << (twin % 3);
            } else {
                near[h as usize / 3] = true;
                near[twin as usize / 3] = true;
            }
        }
        self.group_of = alloc::vec![NONE; count];
        self.order.reserve_exact(count);
        for t in 0..count as u32 {
            if self.group_of[t as usize] != NONE {
                continue;
            }
            let name = self.groups.len() as u32;
            let first = self.order.len() as u32;
            let mut group = Group { first, end: first, seed: t, area: areas[t as usize], near: false };
            self.group_of[t as usize] = name;
            self.order.push(t);
            while let Some(&t) = self.order.get(group.end as usize) {
                group.end += 1;
                group.near |= near[t as usize];
                if areas[t as usize] > group.area {
                    (group.seed, group.area) = (t, areas[t as usize]);
                }
                for i in 0..3 {
                    let other = triangles.neighbors[t as usize][i];
                    if exact[t as usize] & (1 << i) != 0 && self.group_of[other as usize] == NONE {
                        self.group_of[other as usize] = name;
                        self.order.push(other);
                    }
                }
            }
            self.groups.push(group);
        }
        self.region_of = (0..self.groups.len() as u32).collect();
    }
}
