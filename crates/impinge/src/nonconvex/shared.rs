//! Intersection of two triangles, within rounding.
//!
//! The first is cut by the plane of the second, or used whole if it lies in that plane, and the rest is clipped at the sides of the
//! second. Corners within rounding of a plane or a side count as on it, so that triangles that barely touch along a side or a face
//! share that, and not only some of its points.
//!
//! This gives no guarantee, only places to examine; what is found there is proven by [`relation`](super::relation).

use crate::math::{Each, Vec3};

type P = Vec3<f64>;

/// Corners and their planes are known within a few roundings; anything smaller than this many cannot be distinguished from nothing.
pub(super) const THIN: f64 = 16.0;

/// A triangle clipped at three sides has at most six corners; rounding may leave two more.
const MOST: usize = 8;

/// The common part of two triangles that meet.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shared {
    /// A point.
    Point(P),
    /// A segment.
    Segment([P; 2]),
    /// A piece of their common plane.
    Polygon(Ring),
}

/// Corners of a convex polygon, in order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring {
    corners: [P; MOST],
    count: usize,
}

impl Ring {
    fn new() -> Self {
        Self { corners: [Vec3::ZERO; MOST], count: 0 }
    }

    fn push(&mut self, p: P) {
        if self.count < MOST {
            self.corners[self.count] = p;
            self.count += 1;
        }
    }

    pub(super) fn corners(&self) -> &[P] {
        &self.corners[..self.count]
    }

    /// Sides, from each corner to the next.
    pub(super) fn sides(&self) -> impl Iterator<Item = [P; 2]> + '_ {
        (0..self.count).map(|k| [self.corners[k], self.corners[(k + 1) % self.count]])
    }

    /// The mean of the corners.
    pub(super) fn middle(&self) -> P {
        self.corners().iter().fold(Vec3::ZERO, |sum, p| sum + *p) * (1.0 / self.count as f64)
    }

    /// The part to the left of the line from `from` along `way`, seen from the front of a plane with this normal.
    fn clipped(&self, normal: P, from: P, way: P, rounding: f64) -> Self {
        let length = way.norm();
        let inward = normal.cross(way) * (1.0 / length);
        let height = |p: P| {
            let height = inward.dot(p - from);
            // The side is known within rounding at both ends; beyond them the error grows with the distance.
            let unsure = 4.0 * rounding * (1.0 + (p - from).norm() / length);
            if height.abs() <= unsure { 0.0 } else { height }
        };
        let mut kept = Self::new();
        for [p, q] in self.sides() {
            let (from, to) = (height(p), height(q));
            if from >= 0.0 {
                kept.push(p);
            }
            if from * to < 0.0 {
                kept.push(p + (q - p) * (from / (from - to)));
            }
        }
        kept
    }
}

/// The common part of two triangles that meet at `meet`.
pub(super) fn shared(s: &[P; 3], t: &[P; 3], meet: P, rounding: f64) -> Shared {
    let (Some((normal, tilt)), Some((normal_s, tilt_s))) = (plane(t, rounding), plane(s, rounding)) else {
        return Shared::Point(meet);
    };
    let heights = s.each(|p| above(normal, t[0], tilt, p));
    let is_flat =
        heights.iter().all(|&h| h == 0.0) || t.iter().all(|&p| above(normal_s, s[0], tilt_s, p) == 0.0);
    let mut ring = Ring::new();
    for k in 0..3 {
        let (from, to) = (heights[k], heights[(k + 1) % 3]);
        if is_flat || from == 0.0 {
            ring.push(s[k]);
        } else if from * to < 0.0 {
            ring.push(s[k] + (s[(k + 1) % 3] - s[k]) * (from / (from - to)));
        }
    }
    for k in 0..3 {
        ring = ring.clipped(normal, t[k], t[(k + 1) % 3] - t[k], rounding);
    }
    sized(&ring, normal, rounding).unwrap_or(Shared::Point(meet))
}

/// The unit normal of a triangle, and the possible excess height of a plane through it, per unit of distance from its corners;
/// `None` if the triangle is too thin to tell.
fn plane(&[a, b, c]: &[P; 3], rounding: f64) -> Option<(P, [f64; 2])> {
    let normal = (b - a).cross(c - a);
    let twice = normal.norm();
    let longest = (b - a).norm().max((c - b).norm()).max((a - c).norm());
    let width = twice / longest;
    (width > THIN * rounding).then(|| (normal * (1.0 / twice), [4.0 * rounding, 4.0 * rounding / width]))
}

/// The height of a point above a plane; 0 if rounding hides it.
fn above(normal: P, on: P, [near, per_distance]: [f64; 2], p: P) -> f64 {
    let height = normal.dot(p - on);
    if height.abs() <= near + per_distance * (p - on).norm() { 0.0 } else { height }
}

/// A ring classified by its size: a polygon, a segment if it is thin, `None` if it is short.
fn sized(ring: &Ring, normal: P, rounding: f64) -> Option<Shared> {
    let corners = ring.corners();
    let first = *corners.first()?;
    let (mut ends, mut longest, mut twice) = ([first; 2], 0.0, 0.0);
    for (k, &p) in corners.iter().enumerate() {
        for &q in &corners[k + 1..] {
            let length = (q - p).norm();
            if length > longest {
                (ends, longest) = ([p, q], length);
            }
        }
        let next = corners[(k + 1) % corners.len()];
        twice += normal.dot((p - first).cross(next - first));
    }
    if longest <= THIN * rounding {
        None
    } else if twice.abs() <= THIN * rounding * longest {
        Some(Shared::Segment(ends))
    } else {
        Some(Shared::Polygon(*ring))
    }
}
