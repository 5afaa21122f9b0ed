//! Cuts a polygon into triangles by clipping ears.
//!
//! An ear is a corner that turns left and whose triangle holds no other corner. A polygon that does not cross itself has
//! at least two (Meisters 1975). All turns are exact. If there is no ear, corners on a straight line go first; if there is still none,
//! the polygon crosses itself, and some corner is clipped.
//!
//! Cost: typically O(n r) for n corners of which r turn right; O(n² r) at worst.

use alloc::vec::Vec;

use super::exact::View;
use crate::math::{Each, Vec3, sort_by};

/// Appends the triangles of a ring. Returns true if the ring crosses itself.
pub(crate) fn cut(points: &[Vec3<f64>], ring: &[u32], view: View, triangles: &mut Vec<[u32; 3]>) -> bool {
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
