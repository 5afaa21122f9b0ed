//! The generalised winding number of an open mesh, and where it leaves no doubt which side a point is on.
//!
//! The winding number w of a surface about a point is the sum of the solid angles of its triangles, 1 all around (Jacobson, Kavan
//! and Sorkine-Hornung 2013). A point counts as inside where |w| >= 1/2. Through the surface w jumps by whole numbers, where the
//! distance is 0; but in a hole it passes through 1/2 where the distance is not: there the signed distance has a jump too, and no
//! value between two nodes means anything. So such cells are found, and a look-up in them says so.
//!
//! # How they are found
//! But for whole numbers w depends on the border of the surface only: it is that of a cone over the border, turned around. Its
//! gradient is that of a current along the border (Biot and Savart): of an edge of length L, at least r away, at most
//! min(L / r², π / r) / 4π. Where w is farther from 1/2, but for whole numbers, than the sum of these times the radius of a ball, no
//! point of the ball has w = 1/2 + a whole number, and in it the sign changes at the surface only.
//!
//! The same cone makes w cheap: the whole number is counted along a ray, and only the border's part is a sum of angles.

use alloc::vec::Vec;

use crate::math::{Real, Vec3, Vector};
use crate::mesh::{TriangleMesh, crosses_upward};

/// All around, in solid angles.
const AROUND: f64 = 4.0 * core::f64::consts::PI;

/// A sum of solid angles is off by less than this times 4π, for 2^28 triangles at some ε each.
const ROUNDED: f64 = 1e-6;

/// A solid angle is the angle of two numbers that are both 0 on an edge of the triangle, where it has no value. Below this part of their
/// largest size, it may be off by more than [`ROUNDED`] by rounding.
const ON_EDGE: f64 = 1e-9;

/// An edge of the border: it is run this many times more often from the first point to the second than back.
struct Edge {
    ends: [Vec3<f64>; 2],
    times: f64,
    length: f64,
}

/// An open surface.
pub(super) struct Open<'a, T: Real> {
    mesh: &'a TriangleMesh<T>,
    border: Vec<Edge>,
    /// The tip of the cone over the border.
    tip: Vec3<f64>,
}

impl<'a, T: Real> Open<'a, T> {
    pub(super) fn new(mesh: &'a TriangleMesh<T>) -> Self {
        // Every side by its ends, the smaller first, and +1 or −1 for the direction in which it is run.
        let mut sides: Vec<([u32; 2], i32)> = Vec::with_capacity(3 * mesh.len());
        for (_, [a, b, c]) in mesh.triangles() {
            for (u, v) in [(a, b), (b, c), (c, a)] {
                sides.push(if u < v { ([u, v], 1) } else { ([v, u], -1) });
            }
        }
        sides.sort_unstable();
        let place = |v: u32| mesh.vertices()[v as usize].cast::<f64>();
        let border = sides
            .chunk_by(|a, b| a.0 == b.0)
            .map(|same| (same[0].0, same.iter().map(|side| side.1).sum::<i32>()))
            .filter(|&(_, times)| times != 0)
            .map(|(ends, times)| {
                let ends = ends.map(place);
                Edge { ends, times: f64::from(times), length: (ends[1] - ends[0]).norm() }
            })
            .collect();
        Self { mesh, border, tip: mesh.wide_bounds().center() }
    }

    /// How often the surface runs around a point.
    pub(super) fn winding(&self, p: Vec3<f64>) -> f64 {
        let all = || {
            (0..self.mesh.len() as u32).map(|t| solid_angle(self.mesh.corners(t), p)).sum::<f64>() / AROUND
        };
        self.winding_by_border(p).unwrap_or_else(all)
    }

    /// The same where the border is short: the surface and the cone over its border, turned around, are closed and run around the point
    /// a whole number of times, which a ray counts by exact signs. `None` on the cone, where rounding decides on which side of it.
    fn winding_by_border(&self, p: Vec3<f64>) -> Option<f64> {
        if self.border.len() >= self.mesh.len() {
            return None;
        }
        let within = self.mesh.wide_bounds().contains(p);
        let mut whole = if within { self.mesh.winding(p) } else { 0 };
        let mut angles = 0.0;
        for edge in &self.border {
            let angle = self.angle_of_cone(edge, p)?;
            if angle.abs() > AROUND * (0.5 - ROUNDED) {
                return None;
            }
            angles += edge.times * angle;
            if within {
                whole -= edge.times as i32 * crosses_upward(self.cone_over(edge), p);
            }
        }
        Some(f64::from(whole) + angles / AROUND)
    }

    /// The triangle of the cone over an edge.
    fn cone_over(&self, edge: &Edge) -> [Vec3<f64>; 3] {
        [self.tip, edge.ends[0], edge.ends[1]]
    }

    /// Its solid angle; `None` on its edges.
    fn angle_of_cone(&self, edge: &Edge, p: Vec3<f64>) -> Option<f64> {
        let (up, along, size) = parts_of_angle(self.cone_over(edge), p);
        let has_value = Real::max(up.abs(), along.abs()) > ON_EDGE * size;
        has_value.then(|| 2.0 * Real::atan2(up, along))
    }

    /// Whether in a ball the sign changes at the surface only.
    pub(super) fn is_sure(&self, middle: Vec3<f64>, radius: f64) -> bool {
        // How much w may change in the ball, before it reaches 1/2.
        let mut change = 0.0;
        for edge in &self.border {
            let apart = distance(edge, middle) * (1.0 - ROUNDED) - radius;
            if apart <= 0.0 {
                return false;
            }
            let steepest = Real::min(edge.length / apart, core::f64::consts::PI) / apart;
            change += edge.times.abs() * steepest * radius / AROUND;
            if change >= 0.5 {
                return false;
            }
        }
        let mut around = 0.0;
        for edge in &self.border {
            let Some(angle) = self.angle_of_cone(edge, middle) else { return false };
            around += edge.times * angle / AROUND;
        }
        // From 0 to 1, without `floor`: that needs the standard library.
        let whole = around as i64 as f64;
        let part = (around - whole).abs();
        (part - 0.5).abs() > change * (1.0 + ROUNDED) + ROUNDED
    }
}

/// Distance of a point from an edge.
fn distance(edge: &Edge, p: Vec3<f64>) -> f64 {
    let [a, b] = edge.ends;
    let way = b - a;
    let squared = way.norm_squared();
    let part = if squared > 0.0 { (way.dot(p - a) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (a + way * part - p).norm()
}

/// The solid angle of a triangle, positive seen from behind.
fn solid_angle(corners: [Vec3<f64>; 3], p: Vec3<f64>) -> f64 {
    let (up, along, _) = parts_of_angle(corners, p);
    2.0 * Real::atan2(up, along)
}

/// Two numbers whose angle is half the solid angle of a triangle (Van Oosterom and Strackee 1983), and how large they can be.
fn parts_of_angle(corners: [Vec3<f64>; 3], p: Vec3<f64>) -> (f64, f64, f64) {
    let [a, b, c] = corners.map(|v| v - p);
    let [x, y, z] = [a, b, c].map(Vector::norm);
    let size = x * y * z;
    (a.dot(b.cross(c)), size + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y, size)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid of 6 × 6 × 6 boxes' faces: a box of squares with some left out, so that the border has several parts.
    fn open_box(left_out: impl Fn(usize) -> bool) -> TriangleMesh<f64> {
        const N: usize = 6;
        let (mut points, mut faces) = (Vec::new(), Vec::new());
        let mut square = 0;
        for axis in 0..3 {
            for end in 0..2 {
                for (u, v) in (0..N * N).map(|i| (i % N, i / N)) {
                    square += 1;
                    if left_out(square) {
                        continue;
                    }
                    let first = points.len() as u32;
                    for (du, dv) in [(0, 0), (1, 0), (1, 1), (0, 1)] {
                        let mut p = [0.0; 3];
                        p[axis] = (end * N) as f64;
                        p[(axis + 1) % 3] = (u + du) as f64;
                        p[(axis + 2) % 3] = (v + dv) as f64;
                        points.push(p);
                    }
                    let [a, b, c, d] = core::array::from_fn(|i| first + i as u32);
                    faces.extend(if end == 1 { [[a, b, c], [a, c, d]] } else { [[a, c, b], [a, d, c]] });
                }
            }
        }
        let (mesh, _) = TriangleMesh::new(&points, &faces).unwrap();
        mesh
    }

    /// By the border and a ray it is the sum over all triangles, on both sides of the cone and beyond the box.
    #[test]
    fn the_border_gives_the_sum_of_all() {
        let mut by_border = 0;
        for seed in 0..4_usize {
            let mesh = open_box(|square| square * (seed + 3) % 11 == 0);
            let open = Open::new(&mesh);
            assert!(!open.border.is_empty() && open.border.len() < mesh.len());
            let mut state = seed as u32;
            let mut draw = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                f64::from(state >> 8) / f64::from(1 << 24) * 8.0 - 1.0
            };
            for i in 0..500 {
                // One in five on planes of the squares, where rays pass through sides and corners.
                let p = Vec3::new(draw(), draw(), draw());
                let p = if i % 5 == 0 { Vec3::new(p.x as i64 as f64, p.y as i64 as f64, p.z) } else { p };
                if [p.x, p.y].iter().any(|&x| x == 0.0 || x == 6.0) {
                    continue; // On the surface it has no value.
                }
                let sum: f64 = (0..mesh.len() as u32).map(|t| solid_angle(mesh.corners(t), p)).sum();
                let Some(found) = open.winding_by_border(p) else { continue };
                assert!((found - sum / AROUND).abs() < ROUNDED, "{p:?}: {found}, not {}", sum / AROUND);
                by_border += 1;
            }
        }
        assert!(by_border > 1700, "{by_border}");
    }
}
