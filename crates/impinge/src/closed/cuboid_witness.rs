//! Witness points of two boxes for a separating axis.
//!
//! **Answers** which points of A and B differ by g(n) n, for the axis n that was found best. Since n is best, such
//! points exist, and only remain to be found:
//!
//! - a face: the corner of the other box that lies deepest below it. If an edge or face of that box is level with the
//!   face within rounding, all its corners are as deep, and some may be beyond the rim. Then the other box's face is
//!   clipped by the four sides of this one, and the middle of the deepest remaining corners is taken.
//! - a cross product: the nearest points of the two edges.
//!
//! If n is nearly the normal of a face without being it, rounding of g decides which of several nearly parallel axes is
//! taken; the points of that axis may then be off sideways by ε size/φ, φ the angle to the face. So if the points do
//! not match the value, B is moved by −g(n) n, until the boxes just touch, and the contact is searched as for a face,
//! the one that is most nearly perpendicular to n.
//!
//! **Guarantee.** The difference of the returned points is g(n) n within the pair's rounding; otherwise nothing is returned.

use super::cuboids::Cuboids;
use super::segments::closest;
use crate::math::{Each, Real, Vec3, Vector};

/// Tolerance as a fraction of the pair's rounding: points whose heights differ by at most this are level, and a point
/// that is at most this far beyond a rim is on it. If it were smaller, rounding would pick a corner of a level face; if
/// larger, the points would not match the value.
const LEVEL: f64 = 0.25;

/// Largest number of corners of a polygon with 4 corners cut by 4 lines.
const MOST_CORNERS: usize = 8;

/// A corner of the other box's face: its position along the two sides of this face, and its height above the center.
type Corner = [f64; 3];

impl Cuboids<'_> {
    /// A point of A and one of B that differ by `value` × `normal` within rounding; axis `index` gave the normal.
    #[inline]
    pub(super) fn witnesses(
        &self,
        index: usize,
        normal: &Vec3<f64>,
        value: f64,
    ) -> Option<(Vec3<f64>, Vec3<f64>)> {
        let found = match index {
            0..3 => self.below_face(index, normal.get(index) < 0.0, value),
            3..6 => self.seen_from_b(self.offset, |boxes| {
                // The normal is ± the column; from B to A it is the opposite.
                boxes.below_face(index - 3, normal.dot(*self.column(index - 3)) > 0.0, value)
            }),
            _ => Some(self.across_edges((index - 6) % 3, (index - 6) / 3, normal)),
        };
        match found.filter(|(a, b)| self.bear_out(a, b, normal, value)) {
            // Boxes that are apart need not have such points, so it is not worth the time.
            None if value <= self.rounding => self.where_they_touch(normal, value),
            points => points,
        }
    }

    /// Whether the points differ by `value` × `normal` within rounding.
    #[inline]
    fn bear_out(&self, a: &Vec3<f64>, b: &Vec3<f64>, normal: &Vec3<f64>, value: f64) -> bool {
        (*b - *a - *normal * value).sum_abs() <= self.rounding
    }

    /// The points that `find` returns with the roles swapped, B's center being at `offset`.
    #[inline]
    fn seen_from_b(
        &self,
        offset: &Vec3<f64>,
        find: impl Fn(&Cuboids<'_>) -> Option<(Vec3<f64>, Vec3<f64>)>,
    ) -> Option<(Vec3<f64>, Vec3<f64>)> {
        let turn = self.turn.transpose();
        let center = -self.turn.transpose_mul(*offset);
        let (half_a, half_b, rounding) = (self.half_b, self.half_a, self.rounding);
        let (b, a) = find(&Cuboids { half_a, half_b, turn: &turn, offset: &center, rounding })?;
        Some((*self.turn * a + *offset, *self.turn * b + *offset))
    }

    /// The points at which the boxes touch once B is moved back by `value` × `normal`.
    #[cold]
    fn where_they_touch(&self, normal: &Vec3<f64>, value: f64) -> Option<(Vec3<f64>, Vec3<f64>)> {
        let back = *normal * value;
        let touching = *self.offset - back;
        let in_b = self.turn.transpose_mul(*normal);
        let largest = |v: &Vec3<f64>| {
            let k = if v.y.abs() > v.x.abs() { 1 } else { 0 };
            if v.z.abs() > v.get(k).abs() { 2 } else { k }
        };
        let (k, m) = (largest(normal), largest(&in_b));
        let (a, b) = if normal.get(k).abs() >= in_b.get(m).abs() {
            Cuboids { offset: &touching, ..*self }.on_face(k, normal.get(k) < 0.0)
        } else {
            self.seen_from_b(&touching, |boxes| boxes.on_face(m, in_b.get(m) > 0.0))
        }?;
        let b = b + back;
        self.bear_out(&a, &b, normal, value).then_some((a, b))
    }

    /// A point of B's face and the point of A nearest to it, for boxes that touch at A's face along axis i.
    fn on_face(&self, i: usize, negative: bool) -> Option<(Vec3<f64>, Vec3<f64>)> {
        let (level, sign) = (LEVEL * self.rounding, if negative { -1.0 } else { 1.0 });
        let [u, v, w] = self.cut(i, sign, level, 0.0).or_else(|| self.cut(i, sign, level, level))?;
        let b = Vec3::axis((i + 1) % 3) * u + Vec3::axis((i + 2) % 3) * v + Vec3::axis(i) * (sign * w);
        Some((b.zip(*self.half_a, |c, h| Real::min(Real::max(c, -h), h)), b))
    }

    /// The points for A's face along axis i, on the negative side if `negative`.
    #[inline]
    fn below_face(&self, i: usize, negative: bool, value: f64) -> Option<(Vec3<f64>, Vec3<f64>)> {
        let level = LEVEL * self.rounding;
        let sign = if negative { -1.0 } else { 1.0 };
        let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
        let (h1, h2) = (self.half_a.get(i1), self.half_a.get(i2));
        // The lowest corner of B: against the slope of each of its axes.
        let mut lowest = *self.offset;
        let mut is_level = false;
        for j in 0..3 {
            let (r, h) = (self.column(j), self.half_b.get(j));
            let slope = sign * r.get(i);
            is_level |= h * slope.abs() <= level && h > 0.0;
            lowest += *r * Real::sign_of(-slope, h);
        }
        let mut found = [lowest.get(i1), lowest.get(i2), sign * lowest.get(i)];
        let beyond = found[0].abs() > h1 + level || found[1].abs() > h2 + level;
        if beyond && !is_level && value > self.rounding {
            return None;
        }
        if is_level || beyond {
            // Within the rim, or if that leaves nothing, on it within rounding.
            found = self.cut(i, sign, level, 0.0).or_else(|| self.cut(i, sign, level, level))?;
        }
        let at =
            |u: f64, v: f64, w: f64| Vec3::axis(i1) * u + Vec3::axis(i2) * v + Vec3::axis(i) * (sign * w);
        let [u, v, w] = found;
        let point_b = at(u, v, w);
        let within = |x: f64, h: f64| Real::min(Real::max(x, -h), h);
        Some((at(within(u, h1), within(v, h2), self.half_a.get(i)), point_b))
    }

    /// The middle of the lowest corners of B's face that faces A's face along axis i most directly, within the sides of
    /// that face and `slack` beyond; `None` if nothing is within.
    #[inline(never)]
    fn cut(&self, i: usize, sign: f64, level: f64, slack: f64) -> Option<Corner> {
        let slope = |j: usize| sign * self.column(j).get(i);
        let steeper = |j: usize, k: usize| if slope(k).abs() > slope(j).abs() { k } else { j };
        let m = steeper(steeper(0, 1), 2);
        let (p, q) = ((m + 1) % 3, (m + 2) % 3);
        let seen = |v: Vec3<f64>| [v.get((i + 1) % 3), v.get((i + 2) % 3), sign * v.get(i)];
        let side = |j: usize, factor: f64| *self.column(j) * (self.half_b.get(j) * factor);
        let middle = *self.offset + side(m, Real::sign_of(-slope(m), 1.0));
        let (along, across) = (side(p, 1.0), side(q, 1.0));
        let mut polygon = Polygon { corners: [[0.0; 3]; MOST_CORNERS], count: 4 };
        polygon.corners[0] = seen(middle - along - across);
        polygon.corners[1] = seen(middle + along - across);
        polygon.corners[2] = seen(middle + along + across);
        polygon.corners[3] = seen(middle - along + across);
        for (k, axis) in [(0, (i + 1) % 3), (1, (i + 2) % 3)] {
            let limit = self.half_a.get(axis) + slack;
            polygon.keep(k, 1.0, limit);
            polygon.keep(k, -1.0, limit);
        }
        polygon.lowest(level)
    }

    /// The points for the edges along eᵢ of A and rⱼ of B that are farthest along the normal and against it.
    #[inline]
    fn across_edges(&self, i: usize, j: usize, normal: &Vec3<f64>) -> (Vec3<f64>, Vec3<f64>) {
        let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
        let corner = |k: usize| Vec3::axis(k) * Real::sign_of(normal.get(k), self.half_a.get(k));
        let edge_a = corner(i1) + corner(i2);
        let mut edge_b = *self.offset;
        for l in [(j + 1) % 3, (j + 2) % 3] {
            let r = self.column(l);
            edge_b -= *r * Real::sign_of(normal.dot(*r), self.half_b.get(l));
        }
        let (between, d) = (edge_b - edge_a, *self.column(j));
        let (t, u) = closest(
            [between.get(i1), between.get(i2)],
            between.get(i),
            [d.get(i1), d.get(i2)],
            d.get(i),
            self.half_a.get(i),
            self.half_b.get(j),
        );
        (edge_a + Vec3::axis(i) * t, edge_b + d * u)
    }
}

/// A convex polygon with a fixed capacity.
struct Polygon {
    corners: [Corner; MOST_CORNERS],
    count: usize,
}

impl Polygon {
    /// Clips away everything beyond `sign` × coordinate k = `limit` (Sutherland and Hodgman 1974). A convex polygon
    /// gains at most one corner; corners that rounding adds beyond the capacity are dropped.
    fn keep(&mut self, k: usize, sign: f64, limit: f64) {
        let old = self.corners;
        let count = self.count;
        self.count = 0;
        for n in 0..count {
            let (from, to) = (old[n], old[if n + 1 < count { n + 1 } else { 0 }]);
            let (f, t) = (limit - sign * from[k], limit - sign * to[k]);
            if f >= 0.0 {
                self.push(from);
            }
            if (f >= 0.0) != (t >= 0.0) {
                let share = f / (f - t);
                // On the line exactly, so that the clip from the other side of a face without width keeps it.
                self.push(
                    [0, 1, 2].each(
                        |c| {
                            if c == k { sign * limit } else { from[c] + (to[c] - from[c]) * share }
                        },
                    ),
                );
            }
        }
    }

    fn push(&mut self, corner: Corner) {
        if self.count < MOST_CORNERS {
            self.corners[self.count] = corner;
            self.count += 1;
        }
    }

    /// The middle of the corners that are level with the lowest one.
    fn lowest(&self, level: f64) -> Option<Corner> {
        let corners = &self.corners[..self.count];
        let lowest = corners.iter().fold(f64::INFINITY, |m, c| Real::min(c[2], m));
        let (mut sum, mut count) = ([0.0; 3], 0.0);
        for corner in corners.iter().filter(|c| c[2] <= lowest + level) {
            for (s, c) in sum.iter_mut().zip(corner) {
                *s += c;
            }
            count += 1.0;
        }
        (count > 0.0).then(|| sum.each(|s| s / count))
    }
}
