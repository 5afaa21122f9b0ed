//! Nearest points of two features.

use crate::math::{Real, Vec3};
use crate::pair::Vertex;

/// The nearest points of two features: one to three points of B − A whose convex hull contains the difference of the nearest points.
#[derive(Clone, Copy, Debug)]
pub struct Nearest {
    vertices: [Vertex<Vec3<f64>>; 3],
    len: usize,
}

impl Nearest {
    pub(super) fn new(vertices: &[Vertex<Vec3<f64>>]) -> Self {
        let mut all = [vertices[0]; 3];
        all[..vertices.len()].copy_from_slice(vertices);
        Self { vertices: all, len: vertices.len() }
    }

    /// The points of B − A, with the vertices of A and of B that they come from.
    pub fn vertices(&self) -> &[Vertex<Vec3<f64>>] {
        &self.vertices[..self.len]
    }
}

/// A number clamped to the interval from 0 to 1; NaN counts as 0.
#[inline]
pub(super) fn unit_interval(t: f64) -> f64 {
    if t > 0.0 { Real::min(t, 1.0) } else { 0.0 }
}

/// The parameter, from 0 to 1, of the point of a segment nearest to a point.
#[inline]
pub(super) fn along([tail, head]: [Vec3<f64>; 2], point: Vec3<f64>) -> f64 {
    let way = head - tail;
    unit_interval((point - tail).dot(way) / way.norm_squared())
}

/// The point of a segment nearest to a point.
#[inline]
pub(super) fn foot(ends: [Vec3<f64>; 2], point: Vec3<f64>) -> Vec3<f64> {
    at(ends, along(ends, point))
}

#[inline]
pub(super) fn at([tail, head]: [Vec3<f64>; 2], t: f64) -> Vec3<f64> {
    tail + (head - tail) * t
}

/// The parameters at which two segments are nearest to one another.
///
/// With n = u × v the lines are nearest at s = (q − p) × v · n/n² and t = (q − p) × u · n/n². The cross product keeps
/// more digits of nearly parallel edges than u² v² − (u·v)² does.
pub(super) fn segments(p: [Vec3<f64>; 2], q: [Vec3<f64>; 2]) -> [f64; 2] {
    let (u, v) = (p[1] - p[0], q[1] - q[0]);
    let n = u.cross(v);
    let s = unit_interval((q[0] - p[0]).cross(v).dot(n) / n.norm_squared());
    // The best of the other segment for it, and then of this one again, which moves it only if the other was at an end.
    let t = along(q, at(p, s));
    if t > 0.0 && t < 1.0 { [s, t] } else { [along(p, at(q, t)), t] }
}

/// The squared distance of two segments.
pub(super) fn between_segments(p: [Vec3<f64>; 2], q: [Vec3<f64>; 2]) -> f64 {
    let [s, t] = segments(p, q);
    (at(p, s) - at(q, t)).norm_squared()
}
