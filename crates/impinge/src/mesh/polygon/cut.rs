//! Cuts a polygon into triangles by clipping ears.
//!
//! An ear is a corner that turns left and whose triangle holds no other corner. A polygon that does not cross itself has
//! at least two (Meisters 1975). All turns are exact. If there is no ear, corners on a straight line go first; if there is still none,
//! the polygon crosses itself, and some corner is clipped.
//!
//! Cost: typically O(n r) for n corners of which r turn right; O(n² r) at worst. Polygons of more than [`PLAIN`] corners are cut by
//! [`ears`](super::ears), into the same triangles.

use alloc::vec::Vec;

use super::base::Base;
use super::ears;
use super::exact::View;
use crate::math::{Each, Vec3, sort_by};

/// Most corners for which the search over all of them is the fastest.
const PLAIN: usize = 64;

/// Appends the triangles of a ring. Returns true if the ring crosses itself.
pub(crate) fn cut(points: &[Vec3<f64>], ring: &[u32], view: View, triangles: &mut Vec<[u32; 3]>) -> bool {
    if ring.len() > PLAIN {
        ears::cut(points, ring, view, triangles)
    } else {
        cut_plainly(points, ring, view, triangles)
    }
}

/// Appends the triangles of a ring without repetitions, flat or not. Returns true if it crosses itself.
pub(in crate::mesh) fn cut_ring(points: &[Vec3<f64>], ring: &[u32], triangles: &mut Vec<[u32; 3]>) -> bool {
    match *ring {
        [] | [_] | [_, _] => false,
        [a, b, c] if a != c => {
            triangles.push([a, b, c]);
            false
        }
        _ => match Base::new(ring.iter().map(|&v| points[v as usize])) {
            Some(base) => cut(points, ring, base.view, triangles),
            // For a polygon without area any cut will do.
            None => {
                triangles.extend(ring.windows(2).skip(1).map(|w| [ring[0], w[0], w[1]]));
                false
            }
        },
    }
}

/// Largest coordinate of polygons that are cut by their form: within the range of the exact predicates.
const FARTHEST: f64 = 1e90;

/// Cuts a polygon, given by the indices of its corners, into triangles: the same ones as
/// [`TriangleMesh::from_polygons`](crate::TriangleMesh::from_polygons), for programs that write files of triangles.
///
/// A polygon need not be flat or convex. If it crosses itself it is cut in some way, and if a coordinate is not finite or beyond 10⁹⁰, into
/// a fan. Triangles with two equal corners are left out.
///
/// ```
/// use impinge::Vec3;
/// use impinge::mesh::cut_polygon;
///
/// // A chevron: a fan from the first corner would leave it.
/// let points = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [1.0, 0.5, 0.0], [2.0, 2.0, 0.0]].map(Vec3::from);
/// assert_eq!(cut_polygon(&points, &[1, 2, 3, 0]), [[0, 1, 2], [0, 2, 3]]);
/// ```
///
/// # Panics
/// If a corner refers to no point.
pub fn cut_polygon(points: &[Vec3<f64>], polygon: &[u32]) -> Vec<[u32; 3]> {
    let at = |v: &u32| points[*v as usize];
    let mut ring = polygon.to_vec();
    ring.dedup_by(|b, a| at(a) == at(b));
    while ring.len() > 1 && ring.first().map(at) == ring.last().map(at) {
        ring.pop();
    }
    let mut triangles = Vec::with_capacity(ring.len().saturating_sub(2));
    if let [a, _, c] = ring[..]
        && at(&a) == at(&c)
    {
        return triangles;
    }
    if ring.iter().all(|v| at(v).is_finite() && at(v).max_abs() <= FARTHEST) {
        cut_ring(points, &ring, &mut triangles);
    } else {
        triangles.extend(ring.windows(2).skip(1).map(|w| [ring[0], w[0], w[1]]));
    }
    triangles.retain(|[a, b, c]| at(a) != at(b) && at(b) != at(c) && at(c) != at(a));
    triangles
}

/// The cut by a search over all corners.
pub(super) fn cut_plainly(
    points: &[Vec3<f64>],
    ring: &[u32],
    view: View,
    triangles: &mut Vec<[u32; 3]>,
) -> bool {
    let n = ring.len();
    let mut clip = Clip {
        points,
        ring,
        view,
        next: (1..=n).map(|k| k % n).collect(),
        previous: (0..n).map(|k| (k + n - 1) % n).collect(),
        hollow: Vec::new(),
        is_hollow: Vec::new(),
    };
    clip.is_hollow = (0..n).map(|k| clip.turn(k) <= 0.0).collect();
    clip.hollow = (0..n).filter(|&k| clip.is_hollow[k]).collect();
    let mut tangled = false;
    let mut at = 0;
    for left in (4..=n).rev() {
        let corners = || core::iter::successors(Some(at), |&k| Some(clip.next[k])).take(left);
        let ear = corners().find(|&k| clip.is_ear(k));
        let straight = || corners().find(|&k| clip.turn(k) == 0.0);
        let corner = ear.or_else(straight).unwrap_or_else(|| {
            tangled = true;
            at
        });
        if ear.is_some() || tangled {
            triangles.push(clip.triangle(corner));
        }
        at = clip.remove(corner);
    }
    triangles.push(clip.triangle(at));
    tangled
}

struct Clip<'a> {
    points: &'a [Vec3<f64>],
    ring: &'a [u32],
    view: View,
    next: Vec<usize>,
    previous: Vec<usize>,
    /// Corners that did not turn left when last checked.
    hollow: Vec<usize>,
    is_hollow: Vec<bool>,
}

impl Clip<'_> {
    fn at(&self, k: usize) -> Vec3<f64> {
        self.points[self.ring[k] as usize]
    }

    fn triangle(&self, k: usize) -> [u32; 3] {
        [self.previous[k], k, self.next[k]].each(|k| self.ring[k])
    }

    fn turn(&self, k: usize) -> f64 {
        self.view.turn(self.at(self.previous[k]), self.at(k), self.at(self.next[k]))
    }

    /// Only corners that do not turn left can be the first inside a triangle.
    fn is_ear(&self, k: usize) -> bool {
        if self.is_hollow[k] {
            return false;
        }
        let (before, after) = (self.previous[k], self.next[k]);
        let (a, b, c) = (self.at(before), self.at(k), self.at(after));
        !self.hollow.iter().any(|&j| {
            let p = self.at(j);
            self.is_hollow[j]
                && ![before, k, after].contains(&j)
                && p != a
                && p != b
                && p != c
                && self.view.turn(a, b, p) >= 0.0
                && self.view.turn(b, c, p) >= 0.0
                && self.view.turn(c, a, p) >= 0.0
        })
    }

    /// Removes a corner; returns the one after it.
    fn remove(&mut self, k: usize) -> usize {
        let (before, after) = (self.previous[k], self.next[k]);
        self.next[before] = after;
        self.previous[after] = before;
        self.is_hollow[k] = false;
        for neighbor in [before, after] {
            let hollow = self.turn(neighbor) <= 0.0;
            if hollow && !self.is_hollow[neighbor] {
                self.hollow.push(neighbor);
            }
            self.is_hollow[neighbor] = hollow;
        }
        if self.hollow.len() > 2 * self.ring.len() {
            let is_hollow = &self.is_hollow;
            self.hollow.retain(|&j| is_hollow[j]);
            sort_by(&mut self.hollow, usize::cmp);
            self.hollow.dedup();
        }
        after
    }
}
