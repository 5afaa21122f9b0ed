//! Cells: arcs or spherical triangles that cover the directions, the least certain first.

use core::cmp::Ordering;

use super::bound::{Bound, MAX_POINTS, bound};
use crate::math::{Real, Vector};
use crate::pair::Vertex;

/// A direction and the point of B − A found there. Of points that came from elsewhere the direction is zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample<V: Vector> {
    pub n: V,
    pub vertex: Vertex<V>,
}

/// An arc (2 corners) or a spherical triangle (3). Corners and points are places in the list of samples.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell<V: Vector> {
    corners: [u32; 3],
    points: [u32; MAX_POINTS],
    count: usize,
    /// Length of the longest side, as a chord.
    pub side: V::Scalar,
    /// The two corners of that side.
    ends: [usize; 2],
    /// What is known of it.
    pub bound: Bound<V>,
    /// Whether the point at the direction of the bound is among the points.
    pub probed: bool,
    /// Splits to come before it is worth a probe.
    pub rest: u32,
}

impl<V: Vector> Cell<V> {
    /// With these corners; `more` are points beside the corners' own.
    pub fn new(
        samples: &[Sample<V>],
        corners: [u32; 3],
        more: &[u32],
        basis: &[V],
        floor: V::Scalar,
    ) -> Self {
        let mut cell = Self {
            corners,
            points: [0; MAX_POINTS],
            count: 0,
            side: V::Scalar::ZERO,
            ends: [0, 1],
            bound: Bound {
                upper: V::Scalar::INFINITY,
                direction: V::ZERO,
                point: V::ZERO,
                weights: [V::Scalar::ZERO; MAX_POINTS],
            },
            probed: false,
            rest: 0,
        };
        for &p in corners[..basis.len()].iter().chain(more) {
            cell.add(samples, p);
        }
        (cell.side, cell.ends) = cell.longest_side(samples, basis.len());
        cell.solve(samples, basis, floor);
        cell
    }

    /// Adds a point, unless it is there or there is no room (then the bound is true without it). Returns whether it
    /// is new.
    pub fn add(&mut self, samples: &[Sample<V>], point: u32) -> bool {
        let c = samples[point as usize].vertex.point;
        let known = self.points().iter().any(|&p| samples[p as usize].vertex.point == c);
        if known || self.count == MAX_POINTS {
            return false;
        }
        self.points[self.count] = point;
        self.count += 1;
        true
    }

    /// Finds the bound. It never grows: an earlier one holds for the same cell. Below `floor` it need not be sharp.
    pub fn solve(&mut self, samples: &[Sample<V>], basis: &[V], floor: V::Scalar) {
        let at = |i: u32| samples[i as usize];
        let corners = self.corners.map(|i| at(i).n);
        let mut points = [V::ZERO; MAX_POINTS];
        for (c, &p) in points.iter_mut().zip(self.points()) {
            *c = at(p).vertex.point;
        }
        let before = self.bound.upper;
        let rows = basis.len();
        self.bound = bound(&corners[..rows], &points[..self.count], self.shortest(rows), basis, floor);
        self.bound.upper = self.bound.upper.min(before);
        self.probed = false;
    }

    /// Distance of the flat triangle or chord from the origin, or less.
    ///
    /// |Σ β_i n_i|² = 1 − Σ_{i<j} β_i β_j |n_i − n_j|² with Σβ = 1, and Σ β_i β_j is at most 1/3 for three, 1/4 for two.
    fn shortest(&self, rows: usize) -> V::Scalar {
        let most = V::Scalar::of(if rows == 2 { 0.25 } else { 1.0 / 3.0 });
        (V::Scalar::ONE - self.side * self.side * most).max(V::Scalar::EPSILON).sqrt()
    }

    fn longest_side(&self, samples: &[Sample<V>], rows: usize) -> (V::Scalar, [usize; 2]) {
        let n = self.corners.map(|i| samples[i as usize].n);
        let mut longest = ((n[0] - n[1]).norm(), [0, 1]);
        if rows == 3 {
            for [i, j] in [[1, 2], [2, 0]] {
                let length = (n[i] - n[j]).norm();
                if length > longest.0 {
                    longest = (length, [i, j]);
                }
            }
        }
        longest
    }

    /// The two ends of the longest side, places in the list of samples.
    pub fn ends(&self) -> [u32; 2] {
        self.ends.map(|i| self.corners[i])
    }

    /// The two halves, with `middle` on the longest side; each takes the points in play with it.
    pub fn halves(&self, samples: &[Sample<V>], middle: u32, basis: &[V], floor: V::Scalar) -> [Self; 2] {
        let mut kept = [0; MAX_POINTS];
        let mut count = 0;
        for (k, &p) in self.points().iter().enumerate() {
            if self.bound.weights[k] > V::Scalar::ZERO {
                kept[count] = p;
                count += 1;
            }
        }
        self.ends.map(|end| {
            let mut corners = self.corners;
            corners[end] = middle;
            let mut half = Self::new(samples, corners, &kept[..count], basis, floor);
            half.bound.upper = half.bound.upper.min(self.bound.upper);
            half
        })
    }

    /// The points, places in the list of samples.
    pub fn points(&self) -> &[u32] {
        &self.points[..self.count]
    }

    /// The corner nearest to a direction.
    pub fn nearest_corner(&self, samples: &[Sample<V>], n: V, rows: usize) -> u32 {
        let mut nearest = self.corners[0];
        for &c in &self.corners[1..rows] {
            if samples[c as usize].n.dot(n) > samples[nearest as usize].n.dot(n) {
                nearest = c;
            }
        }
        nearest
    }

    /// The point of A that belongs to the bound's point of B − A.
    pub fn point_a(&self, samples: &[Sample<V>]) -> V {
        let mut a = V::ZERO;
        for (&p, &w) in self.points().iter().zip(&self.bound.weights) {
            a += samples[p as usize].vertex.a * w;
        }
        a
    }
}

// The heap pops the largest bound.
impl<V: Vector> PartialEq for Cell<V> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl<V: Vector> Eq for Cell<V> {}
impl<V: Vector> PartialOrd for Cell<V> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<V: Vector> Ord for Cell<V> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bound.upper.partial_cmp(&other.bound.upper).unwrap_or(Ordering::Equal)
    }
}
