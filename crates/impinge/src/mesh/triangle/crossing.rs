//! Exact test whether a line from a point crosses a triangle, and from which side, consistent for all triangles of a surface.
//!
//! # Method
//! The line runs from `from` to `to`. Signs of exact determinants give the side of each edge that it passes on (van Waveren 2005, section
//! 2.1), and the side of a triangle that its ends are on. If a sign is 0 (the line meets an edge or a vertex, lies in the plane of a
//! triangle, or begins on it), both ends count as moved (Edelsbrunner and Mücke 1990, simulation of simplicity):
//!
//! 1. `to` by (ε, ε², ε³), with ε smaller than any number;
//! 2. `from` back along the line, by less than that: so a line that begins on a triangle crosses it there;
//! 3. `from` by (δ, δ², δ³), with δ still smaller.
//!
//! The line moved in this way meets no edge. All signs are those of that one line, so a closed surface has no leak: the inward and
//! outward crossings add up to the winding number of the surface about the beginning of the line.

use super::TriangleMesh;
use crate::math::{RANGE, Real, Vec3, exponent_of};
use crate::mesh::{View, side};

/// Below this, 2^-300, a coordinate counts as 0, as in meshes: see [`RANGE`].
const LEAST: f64 = 1.0 / RANGE;

/// A ray as a line from its origin to a point beyond the mesh.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) from: Vec3<f64>,
    to: Vec3<f64>,
}

/// Crossing of a triangle by a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Through {
    /// Whether the line goes from its front to its back.
    pub(crate) inward: bool,
    /// Whether the line begins on the triangle.
    pub(crate) at_once: bool,
}

impl<T: Real> TriangleMesh<T> {
    /// The line of a ray; `None` if the origin is beyond 2^300, where determinants have no reliable sign. The end is rounded.
    pub(crate) fn line(&self, origin: Vec3<f64>, direction: Vec3<f64>) -> Option<Line> {
        let flushed = |v: Vec3<f64>| v.map(|c| if c.abs() < LEAST { 0.0 } else { c });
        let bounds = self.wide_bounds();
        if origin.max_abs() > RANGE {
            return None;
        }
        // Farther than the farthest corner, by a power of two: the product with the direction is exact.
        let reach = (origin - bounds.min).abs().max((origin - bounds.max).abs()).norm();
        let direction = direction * f64::power_of_two(-exponent_of(direction.max_abs()));
        let to = origin + direction * f64::power_of_two(exponent_of(reach.max(LEAST)) + 1);
        Some(Line { from: flushed(origin), to: flushed(to) })
    }
}

impl Line {
    /// Crossing of a triangle, whose corners run counter-clockwise seen from its front; `None` if the line misses it.
    pub(crate) fn crosses(&self, [a, b, c]: [Vec3<f64>; 3]) -> Option<Through> {
        let first = self.passes(a, b);
        if self.passes(b, c) != first || self.passes(c, a) != first {
            return None;
        }
        let end =
            first_sign([side(a, b, c, self.to)].into_iter().chain((0..3).map(|k| seen(k).turn(a, b, c))));
        let exact = sign(side(a, b, c, self.from));
        let start = if exact == 0 { -end } else { exact };
        // A triangle without area is crossed by no line that meets no edge.
        (end != 0 && start == -end && start == first)
            .then_some(Through { inward: start > 0, at_once: exact == 0 })
    }

    /// 1 if the line, coming towards the front of a triangle, passes its side from `u` to `v` on the inner side, −1 if on the other.
    fn passes(&self, u: Vec3<f64>, v: Vec3<f64>) -> i32 {
        // |from − v, to − v, u − v|, and its derivatives by `to`: (u − v) × (from − v), each a turn seen along an axis.
        let exact = sign(-side(self.from, self.to, u, v));
        if exact != 0 {
            return exact;
        }
        let by_end = (0..3).map(|k| seen(k).turn(v, u, self.from));
        // By `from`: (to − v) × (u − v), where `to` is moved in turn: along x by more than along y, and along z least.
        let [x, y, z] = (u - v).to_array();
        let moved = [[z, -y], [-z, x], [y, -x]];
        let by_start = (0..3).flat_map(|k| [seen(k).turn(v, self.to, u), moved[k][0], moved[k][1]]);
        first_sign(by_end.chain(by_start))
    }
}

/// The view along a coordinate axis.
fn seen(axis: usize) -> View {
    View::onto(Vec3::axis(axis))
}

fn sign(x: f64) -> i32 {
    i32::from(x > 0.0) - i32::from(x < 0.0)
}

/// Sign of the first nonzero number.
fn first_sign(mut numbers: impl Iterator<Item = f64>) -> i32 {
    numbers.find(|&x| x != 0.0).map_or(0, sign)
}
