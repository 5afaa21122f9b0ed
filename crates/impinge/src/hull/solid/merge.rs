//! Triangles of the hull that lie in one plane become one face.
//!
//! Two levels. **Exact groups** are connected triangles in exactly one plane: the true facets of the hull, convex
//! polygons all of them, never wrong to merge. **Regions** are groups that lie in one plane within the tolerance:
//! each grows from the group with the largest triangle (the seed), whose plane is a supporting plane of all points
//! and becomes the plane of the face. A region stays a disc while it grows, and is kept only if its rim is convex
//! within the tolerance; if not, it grows again without ever turning a corner inwards.
//!
//! Vertices of a face lie at most the tolerance below its plane and, but for rounding, no point lies above it.
//!
//! Cost: linear in the triangles but for sorting the seeds.

use alloc::vec::Vec;

use super::super::plane::corners;
use super::normal::area_and_normal;
use super::quickhull::{NONE, Triangles};
use super::simplex::exact_side;
use crate::math::{Vec2, Vec3, Vector};

/// Regions that fail and must grow again may, together, hold this many times the number of groups; beyond that,
/// regions grow in the careful way at once. Only there to keep the cost linear.
const SECOND_TRIES: usize = 16;

/// A convex polygon of exactly coplanar triangles.
#[derive(Clone, Copy)]
struct Group {
    /// Its triangles, in `Merged::order`.
    first: u32,
    end: u32,
    /// Its largest triangle, and twice the area of that.
    seed: u32,
    area: f64,
    /// Whether another group may lie in the same plane within the tolerance.
    near: bool,
}

/// Which triangles form one face.
pub(super) struct Merged<'a> {
    pub points: &'a [Vec3<f64>],
    pub triangles: &'a Triangles,
    pub tolerance: f64,
    /// For each triangle, its outward unit normal.
    pub normals: Vec<Vec3<f64>>,
    /// For each triangle, its group.
    group_of: Vec<u32>,
    groups: Vec<Group>,
    order: Vec<u32>,
    /// For each group, the group from which its region grew.
    region_of: Vec<u32>,
}

/// Merges triangles whose vertices lie within `tolerance` of one plane.
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
        merged.grow_all();
    }
    merged
}

impl Merged<'_> {
    /// Whether no two triangles were even nearly coplanar, so that every triangle is a face.
    pub fn is_plain(&self) -> bool {
        self.groups.is_empty()
    }

    /// The face of a triangle, named by the triangle that gives its plane.
    #[inline]
    pub fn face_of(&self, triangle: u32) -> u32 {
        if self.is_plain() {
            return triangle;
        }
        let region = self.region_of[self.group_of[triangle as usize] as usize];
        self.groups[region as usize].seed
    }

    /// Undoes the merging of groups that are only nearly coplanar, for the faces of these triangles. Says whether that
    /// changed anything.
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
    fn depth(&self, triangle: u32, p: u32) -> f64 {
        let on_plane = self.points[self.triangles.corners[triangle as usize][0] as usize];
        self.normals[triangle as usize].dot(on_plane - self.points[p as usize])
    }

    /// Half-edges, one of each pair, across which the surface bends by no more than the tolerance.
    fn flat_edges(&self) -> Vec<u32> {
        let mut flat = Vec::new();
        for (t, neighbours) in self.triangles.neighbours.iter().enumerate() {
            let t = t as u32;
            for (i, &other) in neighbours.iter().enumerate() {
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

    /// Finds the exact groups. Exactly coplanar neighbours are among the flat edges: the computed depth of a point in
    /// the plane is off by 5 ε size at most.
    fn group(&mut self, areas: &[f64], flat: &[u32]) {
        let triangles = self.triangles;
        let count = triangles.corners.len();
        // One bit for each edge of a triangle.
        let mut exact = alloc::vec![0_u8; count];
        let mut near = alloc::vec![false; count];
        for &h in flat {
            let twin = triangles.twin(h);
            let [a, b, c] = triangles.corners[h as usize / 3].map(|v| self.points[v as usize]);
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
                    let other = triangles.neighbours[t as usize][i];
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

    fn grow_all(&mut self) {
        let mut seeds: Vec<u32> =
            (0..self.groups.len() as u32).filter(|&g| self.groups[g as usize].near).collect();
        let area = |g: u32| self.groups[g as usize].area;
        seeds.sort_unstable_by(|&a, &b| area(b).total_cmp(&area(a)).then(a.cmp(&b)));
        let mut growth = Growth {
            taken: alloc::vec![false; self.groups.len()],
            refused: alloc::vec![NONE; self.groups.len()],
            touched: alloc::vec![NONE; self.points.len()],
            stamp: 0,
            members: Vec::new(),
            rim: Vec::new(),
        };
        let mut second_tries = SECOND_TRIES * self.groups.len();
        for seed in seeds {
            if growth.taken[seed as usize] {
                continue;
            }
            for careful in [second_tries == 0, true] {
                growth.grow(self, seed, careful);
                if growth.members.len() == 1 || growth.is_convex(self, seed) {
                    break;
                }
                second_tries = second_tries.saturating_sub(growth.members.len());
                for &g in &growth.members {
                    self.region_of[g as usize] = g;
                }
                growth.members.truncate(1);
                if careful {
                    break;
                }
            }
            for &g in &growth.members {
                growth.taken[g as usize] = true;
            }
        }
    }
}

/// The growing of one region after the other, with reused memory.
struct Growth {
    /// Groups that belong to a finished region.
    taken: Vec<bool>,
    /// For each group, the last growth whose plane it was too far from.
    refused: Vec<u32>,
    /// For each vertex, the last growth whose region it was on.
    touched: Vec<u32>,
    stamp: u32,
    /// Groups of the region, the seed first.
    members: Vec<u32>,
    rim: Vec<u32>,
}

impl Growth {
    fn grow(&mut self, m: &mut Merged<'_>, seed: u32, careful: bool) {
        self.stamp += 1;
        self.members.clear();
        self.absorb(m, seed, seed);
        let mut looked_at = 0;
        while let Some(&g) = self.members.get(looked_at) {
            looked_at += 1;
            let Group { first, end, .. } = m.groups[g as usize];
            for i in first..end {
                for other in m.triangles.neighbours[m.order[i as usize] as usize] {
                    let candidate = m.group_of[other as usize];
                    if m.region_of[candidate as usize] != seed
                        && !self.taken[candidate as usize]
                        && self.refused[candidate as usize] != self.stamp
                        && self.is_near(m, seed, candidate)
                        && self.stays_disc(m, seed, candidate, careful)
                    {
                        self.absorb(m, seed, candidate);
                    }
                }
            }
        }
    }

    fn absorb(&mut self, m: &mut Merged<'_>, seed: u32, group: u32) {
        m.region_of[group as usize] = seed;
        self.members.push(group);
        let Group { first, end, .. } = m.groups[group as usize];
        for &t in &m.order[first as usize..end as usize] {
            for v in m.triangles.corners[t as usize] {
                self.touched[v as usize] = self.stamp;
            }
        }
    }

    /// Whether all of the group lies within the tolerance of the seed's plane and faces the same side.
    fn is_near(&mut self, m: &Merged<'_>, seed: u32, group: u32) -> bool {
        let plane = m.groups[seed as usize].seed;
        let Group { first, end, seed: own, .. } = m.groups[group as usize];
        let near = m.normals[plane as usize].dot(m.normals[own as usize]) > 0.0
            && m.order[first as usize..end as usize]
                .iter()
                .all(|&t| m.triangles.corners[t as usize].iter().all(|&v| m.depth(plane, v) <= m.tolerance));
        if !near {
            self.refused[group as usize] = self.stamp;
        }
        near
    }

    /// Whether region and group meet in one connected path and nowhere else, so that their union is a disc again; if
    /// `careful`, also whether the two corners at the ends of that path do not turn inwards.
    fn stays_disc(&mut self, m: &Merged<'_>, seed: u32, group: u32, careful: bool) -> bool {
        let triangles = m.triangles;
        let of_group = |t: u32| m.group_of[t as usize] == group;
        let of_region = |t: u32| m.region_of[m.group_of[t as usize] as usize] == seed;
        let Group { first, end, .. } = m.groups[group as usize];
        let start = m.order[first as usize..end as usize]
            .iter()
            .flat_map(|&t| [3 * t, 3 * t + 1, 3 * t + 2])
            .find(|&h| !of_group(triangles.across(h)));
        let Some(start) = start else { return false };
        triangles.rim(start, of_group, &mut self.rim);
        let (mut paths, mut path_start, mut path_end) = (0, start, start);
        let mut before = self.rim[self.rim.len() - 1];
        for &h in &self.rim {
            match (of_region(triangles.across(before)), of_region(triangles.across(h))) {
                (false, true) => {
                    paths += 1;
                    path_start = h;
                }
                (true, false) => path_end = before,
                (false, false) if self.touched[triangles.origin(h) as usize] == self.stamp => return false,
                _ => {}
            }
            before = h;
        }
        if paths != 1 {
            return false;
        }
        if !careful {
            return true;
        }
        let normal = m.normals[m.groups[seed as usize].seed as usize];
        let turns_left = |a: u32, b: u32, c: u32| {
            let [a, b, c] = [a, b, c].map(|v| m.points[v as usize]);
            normal.dot((b - a).cross(c - b)) >= 0.0
        };
        let into = triangles.previous_on_rim(path_start, of_group);
        let out = triangles.next_on_rim(triangles.twin(path_start), of_region);
        if !turns_left(triangles.origin(into), triangles.origin(path_start), triangles.target(out)) {
            return false;
        }
        let into = triangles.previous_on_rim(triangles.twin(path_end), of_region);
        let out = triangles.next_on_rim(path_end, of_group);
        turns_left(triangles.origin(into), triangles.target(path_end), triangles.target(out))
    }

    /// Whether every vertex on the rim of the region lies on the convex hull of the rim within the tolerance.
    fn is_convex(&mut self, m: &Merged<'_>, seed: u32) -> bool {
        let triangles = m.triangles;
        let of_region = |t: u32| m.region_of[m.group_of[t as usize] as usize] == seed;
        let start = self
            .members
            .iter()
            .flat_map(|&g| &m.order[m.groups[g as usize].first as usize..m.groups[g as usize].end as usize])
            .flat_map(|&t| [3 * t, 3 * t + 1, 3 * t + 2])
            .find(|&h| !of_region(triangles.across(h)));
        let Some(start) = start else { return false };
        triangles.rim(start, of_region, &mut self.rim);
        let normal = m.normals[m.groups[seed as usize].seed as usize];
        let across = normal.any_orthogonal();
        let up = normal.cross(across);
        let origin = m.points[triangles.origin(start) as usize];
        let flat: Vec<Vec2<f64>> = self
            .rim
            .iter()
            .map(|&h| m.points[triangles.origin(h) as usize] - origin)
            .map(|p| Vec2::new(across.dot(p), up.dot(p)))
            .collect();
        let Ok(hull) = corners(&flat) else { return false };
        let mut wraps = 0;
        for (i, &from) in hull.iter().enumerate() {
            let to = hull[(i + 1) % hull.len()];
            wraps += usize::from(to < from);
            let mut between = (from + 1) % flat.len() as u32;
            // More than one wrap means that the rim visits the corners in another order: refuse, and stay bounded.
            while wraps <= 1 && between != to {
                let (a, b) = (flat[from as usize], flat[to as usize]);
                if distance_to_segment(flat[between as usize], a, b) > m.tolerance {
                    return false;
                }
                between = (between + 1) % flat.len() as u32;
            }
        }
        wraps == 1
    }
}

/// Distance of `p` from the segment from `a` to `b`.
pub(super) fn distance_to_segment<V: Vector<Scalar = f64>>(p: V, a: V, b: V) -> f64 {
    let (along, to_p) = (b - a, p - a);
    let squared = along.norm_squared();
    let part = if squared > 0.0 { (to_p.dot(along) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (to_p - along * part).norm()
}
