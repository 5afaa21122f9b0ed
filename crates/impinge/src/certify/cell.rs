//! Cells: arcs or spherical triangles that cover the directions.

use super::bound::{MAX_POINTS, bound};
use super::witness::Witness;
use crate::math::{Each, Real, Vector};
use crate::pair::Vertex;

/// A direction and the point of B − A found there. For points from elsewhere the direction is zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample<V: Vector> {
    pub n: V,
    pub vertex: Vertex<V>,
}

/// An arc (2 corners) or a spherical triangle (3). Corners and points are indices into the list of samples.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell<V: Vector> {
    corners: [u16; 3],
    points: [u16; MAX_POINTS],
    count: u8,
    /// The points with a weight in the bound, one bit each by index.
    in_play: u16,
    /// The two corners of the longest side.
    ends: [u8; 2],
    /// Whether the point at `direction` is among the points.
    pub probed: bool,
    /// Number of splits before the next probe is worthwhile.
    pub rest: u8,
    /// Length of the longest side, as a chord.
    pub side: V::Scalar,
    /// Upper bound on g(n) in the cell, except for rounding.
    pub upper: V::Scalar,
    /// Unit direction in the cell at which g may be largest.
    pub direction: V,
}

// One bit for each point.
const _: () = assert!(MAX_POINTS <= u16::BITS as usize);

impl<V: Vector> Cell<V> {
    /// A cell of which nothing is known.
    pub const NONE: Self = Self {
        corners: [0; 3],
        points: [0; MAX_POINTS],
        count: 0,
        in_play: 0,
        ends: [0, 1],
        probed: false,
        rest: 0,
        side: V::Scalar::ZERO,
        upper: V::Scalar::INFINITY,
        direction: V::ZERO,
    };

    /// A cell with these corners, and the point of B − A that bounds it; `more` are points besides the corners' own.
    pub fn new(
        samples: &[Sample<V>],
        corners: [u16; 3],
        more: &[u16],
        basis: &[V],
        floor: V::Scalar,
    ) -> (Self, Witness<V>) {
        let mut cell = Self { corners, ..Self::NONE };
        for &p in corners[..basis.len()].iter().chain(more) {
            cell.add(samples, p);
        }
        (cell.side, cell.ends) = cell.longest_side(samples, basis.len());
        let witness = cell.solve(samples, basis, floor);
        (cell, witness)
    }

    /// Adds a point, unless it is already included or there is no room (then the bound is valid without it). Returns
    /// whether it is new.
    pub fn add(&mut self, samples: &[Sample<V>], point: u16) -> bool {
        let c = samples[usize::from(point)].vertex.point;
        let known = self.points().iter().any(|&p| samples[usize::from(p)].vertex.point == c);
        if known || usize::from(self.count) == MAX_POINTS {
            return false;
        }
        self.points[usize::from(self.count)] = point;
        self.count += 1;
        true
    }

    /// Computes the bound, and the point of B − A that gives it. The bound never grows: an earlier one holds for the
    /// same cell. Below `floor` it need not be sharp.
    pub fn solve(&mut self, samples: &[Sample<V>], basis: &[V], floor: V::Scalar) -> Witness<V> {
        let at = |i: u16| &samples[usize::from(i)];
        let corners = self.corners.each(|i| at(i).n);
        let mut points = [V::ZERO; MAX_POINTS];
        for (c, &p) in points.iter_mut().zip(self.points()) {
            *c = at(p).vertex.point;
        }
        let (rows, count) = (basis.len(), usize::from(self.count));
        let found = bound(&corners[..rows], &points[..count], self.shortest(rows), basis, floor);
        self.upper = self.upper.min(found.upper);
        self.direction = found.direction;
        self.probed = false;
        let mut a = V::ZERO;
        let mut in_play = 0;
        for (k, (&p, &w)) in self.points().iter().zip(&found.weights).enumerate() {
            a += at(p).vertex.a * w;
            in_play |= u16::from(w > V::Scalar::ZERO) << k;
        }
        self.in_play = in_play;
        Witness { point: found.point, a }
    }

    /// Lower bound on the distance of the flat triangle or chord from the origin.
    ///
    /// |Σ β_i n_i|² = 1 − Σ_{i<j} β_i β_j |n_i − n_j|² with Σβ = 1, and Σ β_i β_j is at most 1/3 for three, 1/4 for two.
    fn shortest(&self, rows: usize) -> V::Scalar {
        let most = V::Scalar::of(if rows == 2 { 0.25 } else { 1.0 / 3.0 });
        (V::Scalar::ONE - self.side * self.side * most).max(V::Scalar::EPSILON).sqrt()
    }

    fn longest_side(&self, samples: &[Sample<V>], rows: usize) -> (V::Scalar, [u8; 2]) {
        let n = self.corners.each(|i| samples[usize::from(i)].n);
        let mut longest = ((n[0] - n[1]).norm(), [0, 1]);
        if rows == 3 {
            for (i, j) in [(1, 2), (2, 0)] {
                let length = (n[i] - n[j]).norm();
                if length > longest.0 {
                    longest = (length, [i as u8, j as u8]);
                }
            }
        }
        longest
    }

    /// Indices of its corners; in the plane the last one is meaningless.
    pub fn corners(&self) -> [u16; 3] {
        self.corners
    }

    /// The two ends of the longest side, as indices into the list of samples.
    pub fn ends(&self) -> [u16; 2] {
        self.ends.each(|i| self.corners[usize::from(i)])
    }

    /// The two halves, each with the point that bounds it, with `middle` on the longest side; each takes over the
    /// points in play.
    pub fn halves(
        &self,
        samples: &[Sample<V>],
        middle: u16,
        basis: &[V],
        floor: V::Scalar,
    ) -> [(Self, Witness<V>); 2] {
        let mut kept = [0; MAX_POINTS];
        let mut count = 0;
        for (k, &p) in self.points().iter().enumerate() {
            if self.in_play >> k & 1 == 1 {
                kept[count] = p;
                count += 1;
            }
        }
        self.ends.each(|end| {
            let mut corners = self.corners;
            corners[usize::from(end)] = middle;
            let (mut half, witness) = Self::new(samples, corners, &kept[..count], basis, floor);
            half.upper = half.upper.min(self.upper);
            (half, witness)
        })
    }

    /// The points, as indices into the list of samples.
    pub fn points(&self) -> &[u16] {
        &self.points[..usize::from(self.count)]
    }

    /// All the sample indices that the cell refers to.
    pub fn places(&mut self) -> impl Iterator<Item = &mut u16> {
        self.corners.iter_mut().chain(&mut self.points[..usize::from(self.count)])
    }

    /// The corner nearest to a direction.
    pub fn nearest_corner(&self, samples: &[Sample<V>], n: V, rows: usize) -> u16 {
        let along = |c: u16| samples[usize::from(c)].n.dot(n);
        let mut nearest = self.corners[0];
        for &c in &self.corners[1..rows] {
            if along(c) > along(nearest) {
                nearest = c;
            }
        }
        nearest
    }
}
