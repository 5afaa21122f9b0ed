//! Growth of one face from groups that are nearly coplanar.
//!
//! A region absorbs neighboring groups whose vertices lie within the tolerance of the seed's plane. It stays a disc: a
//! group joins only if the two meet in one connected path. A finished region is kept if its rim is convex within the
//! tolerance; if not, it grows again, carefully: a group then joins only if no corner turns inward.

use alloc::vec::Vec;

use super::super::plane::corners;
use super::merge::{Group, Merged};
use super::quickhull::NONE;
use crate::math::{Each, Vec2, Vector, sort_by};

/// Regions that fail and must grow again may together contain this many times the number of groups; beyond that,
/// regions grow carefully at once. Its only purpose is to keep the cost linear.
const SECOND_TRIES: usize = 16;

/// Grows a region from each group that may have one, those with the largest triangles first.
pub(super) fn grow_all(m: &mut Merged<'_>) {
    let mut seeds: Vec<u32> = (0..m.groups.len() as u32).filter(|&g| m.groups[g as usize].near).collect();
    if seeds.is_empty() {
        return;
    }
    let area = |g: u32| m.groups[g as usize].area;
    sort_by(&mut seeds, |&a, &b| area(b).total_cmp(&area(a)).then(a.cmp(&b)));
    let mut growth = Growth::new(m.groups.len(), m.points.len());
    let mut second_tries = SECOND_TRIES * m.groups.len();
    for seed in seeds {
        if growth.taken[seed as usize] {
            continue;
        }
        for careful in [second_tries == 0, true] {
            growth.grow(m, seed, careful);
            if growth.members.len() == 1 || growth.is_convex(m, seed) {
                break;
            }
            second_tries = second_tries.saturating_sub(growth.members.len());
            for &g in &growth.members {
                m.region_of[g as usize] = g;
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

/// State for growing one region after the other, with reused memory.
struct Growth {
    /// Groups that belong to a finished region.
    taken: Vec<bool>,
    /// For each group, the last growth whose plane was too far away.
    refused: Vec<u32>,
    /// For each vertex, the last growth whose region included it.
    touched: Vec<u32>,
    stamp: u32,
    /// Groups of the region, the seed first.
    members: Vec<u32>,
    rim: Vec<u32>,
}

impl Growth {
    fn new(groups: usize, points: usize) -> Self {
        Self {
            taken: alloc::vec![false; groups],
            refused: alloc::vec![NONE; groups],
            touched: alloc::vec![NONE; points],
            stamp: 0,
            members: Vec::new(),
            rim: Vec::new(),
        }
    }

    /// Grows the region of a seed as far as possible. `careful`: without ever turning a corner inward.
    fn grow(&mut self, m: &mut Merged<'_>, seed: u32, careful: bool) {
        self.stamp += 1;
        self.members.clear();
        self.absorb(m, seed, seed);
        let mut looked_at = 0;
        while let Some(&g) = self.members.get(looked_at) {
            looked_at += 1;
            let Group { first, end, .. } = m.groups[g as usize];
            for i in first..end {
                for other in m.triangles.neighbors[m.order[i as usize] as usize] {
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

    /// Whether the whole group lies within the tolerance of the seed's plane and faces the same side.
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
    /// `careful`, also whether the two corners at the ends of that path do not turn inward.
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
            let [a, b, c] = [a, b, c].each(|v| m.points[v as usize]);
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

/// Distance of `p` from the segment between `a` and `b`.
pub(super) fn distance_to_segment<V: Vector<Scalar = f64>>(p: V, a: V, b: V) -> f64 {
    let (along, to_p) = (b - a, p - a);
    let squared = along.norm_squared();
    let part = if squared > 0.0 { (to_p.dot(along) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (to_p - along * part).norm()
}
