//! Caps over the holes of an open surface: its border as closed loops with a cap over each.
//!
//! For any surface, the border leaves every vertex as often as it arrives: so it decomposes into closed loops that pass through no vertex
//! twice. A cap is the fan of triangles from the first vertex of such a loop to its edges. The surface and its caps, flipped, are closed.
//!
//! A cap is as large as its hole. From far away it is seen under a small angle: at most its area over the square of the distance.

use alloc::vec;
use alloc::vec::Vec;

use crate::math::{Aabb, Each, Real, Vec3};
use crate::mesh::{TriangleMesh, crosses_upward};

/// The full solid angle.
pub(super) const AROUND: f64 = 4.0 * core::f64::consts::PI;

/// Rounding error: a sum of solid angles is off by less than this times 4π, for 2^28 triangles at some ε each; lengths and areas are off
/// by less, relatively.
pub(super) const ROUNDED: f64 = 1e-6;

/// A solid angle is the angle of two numbers that are both 0 on an edge of the triangle, where it has no value. If they are below this
/// fraction of their largest size, rounding may exceed [`ROUNDED`].
const ON_EDGE: f64 = 1e-9;

/// A fan of triangles over a closed loop of the border.
pub(super) struct Cap {
    /// The loop, in the direction of the surface. No vertex comes twice.
    ring: Vec<Vec3<f64>>,
    bounds: Aabb<Vec3<f64>>,
    /// Bounding ball: its center.
    middle: Vec3<f64>,
    radius: f64,
    /// Sum of the areas of its triangles.
    area: f64,
}

impl Cap {
    /// The caps of a surface, in an order determined by its triangles.
    pub(super) fn all<T: Real>(mesh: &TriangleMesh<T>) -> Vec<Self> {
        let place = |v: u32| mesh.vertices()[v as usize].cast::<f64>();
        let mut ways = ways_out(mesh);
        let mut caps = Vec::new();
        let mut path: Vec<u32> = Vec::new();
        // Position of a vertex on the path.
        let mut at = vec![usize::MAX; mesh.vertices().len()];
        for first in 0..ways.firsts.len() - 1 {
            let mut here = first as u32;
            while let Some(next) = ways.take(here) {
                at[here as usize] = path.len();
                path.push(here);
                here = next;
                let since = at[next as usize];
                if since != usize::MAX {
                    let ring = path[since..].iter().map(|&v| place(v)).collect();
                    path.drain(since..).for_each(|v| at[v as usize] = usize::MAX);
                    caps.extend(Self::new(ring));
                }
            }
        }
        caps
    }

    fn new(ring: Vec<Vec3<f64>>) -> Option<Self> {
        let bounds = Aabb::of_points(ring.iter().copied())?;
        let middle = bounds.center();
        let far = ring.iter().map(|&v| (v - middle).norm()).fold(0.0, Real::max);
        let cap = Self { ring, bounds, middle, radius: far * (1.0 + ROUNDED), area: 0.0 };
        let area = cap.triangles().map(|[a, b, c]| (b - a).cross(c - a).norm() / 2.0).sum::<f64>();
        Some(Self { area: area * (1.0 + ROUNDED), ..cap })
    }

    fn triangles(&self) -> impl Iterator<Item = [Vec3<f64>; 3]> + '_ {
        let tip = self.ring[0];
        self.ring[1..].windows(2).map(move |edge| [tip, edge[0], edge[1]])
    }

    /// Number of its triangles.
    pub(super) fn len(&self) -> usize {
        self.ring.len() - 2
    }

    /// Number of times that the ray from a point along +z leaves the cap through its front, less those through its back.
    pub(super) fn crossings(&self, p: Vec3<f64>) -> i32 {
        let (min, max) = (self.bounds.min, self.bounds.max);
        let below = p.x >= min.x && p.x <= max.x && p.y >= min.y && p.y <= max.y && p.z <= max.z;
        if below { self.triangles().map(|triangle| crosses_upward(triangle, p)).sum() } else { 0 }
    }

    /// The solid angle under which a point sees the cap, as a fraction of 4π; `None` on the cap, where rounding decides, and on edges of
    /// its triangles.
    pub(super) fn angle(&self, p: Vec3<f64>) -> Option<f64> {
        let mut ways = self.ring.iter().map(|&v| Way::new(v, p));
        let (tip, mut before) = (ways.next()?, ways.next()?);
        ways.try_fold(0.0, |sum, way| {
            let (up, along, size) = parts_of_angle([tip, before, way]);
            before = way;
            let has_value = Real::max(up.abs(), along.abs()) > ON_EDGE * size;
            let angle = 2.0 * Real::atan2(up, along) / AROUND;
            (has_value && angle.abs() <= 0.5 - ROUNDED).then_some(sum + angle)
        })
    }

    /// Upper bound on the solid angle under which a point of a ball sees the cap, as a fraction of 4π: a piece of area A, at least r
    /// away, is seen under at most A / r².
    pub(super) fn most(&self, middle: Vec3<f64>, radius: f64) -> f64 {
        let apart = (self.middle - middle).norm() * (1.0 - ROUNDED) - self.radius - radius;
        if apart > 0.0 { self.area / (apart * apart) * ((1.0 + ROUNDED) / AROUND) } else { f64::INFINITY }
    }

    /// Upper bound on the change of that angle between the middle of a ball and any point of it, modulo whole numbers; infinite if the
    /// ball meets the loop. The gradient of the angle is that of a current along the loop (Biot and Savart): with a the distance from the
    /// line of an edge, the integral of a / (a² + s²)^(3/2) along the edge, which is at most length / r² and 2 / r, if the edge is at
    /// least r away.
    pub(super) fn change(&self, middle: Vec3<f64>, radius: f64) -> f64 {
        let next = self.ring.iter().cycle().skip(1);
        let steepest: f64 = self
            .ring
            .iter()
            .zip(next)
            .map(|(&a, &b)| {
                let apart = distance(a, b, middle) * (1.0 - ROUNDED) - radius;
                let length = (b - a).norm();
                if apart > 0.0 { Real::min(length / apart, 2.0) / apart } else { f64::INFINITY }
            })
            .sum();
        steepest * radius * ((1.0 + ROUNDED) / AROUND)
    }
}

/// The edges of the border, by the vertex that they start from.
struct WaysOut {
    /// Index range: edges of vertex v are from `firsts[v]` to before `firsts[v + 1]`; those before `taken[v]` are taken.
    firsts: Vec<u32>,
    taken: Vec<u32>,
    ends: Vec<u32>,
}

impl WaysOut {
    fn take(&mut self, v: u32) -> Option<u32> {
        let taken = &mut self.taken[v as usize];
        (*taken < self.firsts[v as usize + 1]).then(|| {
            *taken += 1;
            self.ends[*taken as usize - 1]
        })
    }
}

/// The border edges: sides of triangles that no other side runs back along.
fn ways_out<T: Real>(mesh: &TriangleMesh<T>) -> WaysOut {
    // Every side by its ends, the smaller first, and +1 or −1 for its direction.
    let mut sides: Vec<([u32; 2], i32)> = Vec::with_capacity(3 * mesh.len());
    for (_, [a, b, c]) in mesh.triangles() {
        for (u, v) in [(a, b), (b, c), (c, a)] {
            sides.push(if u < v { ([u, v], 1) } else { ([v, u], -1) });
        }
    }
    sides.sort_unstable();
    let mut border: Vec<[u32; 2]> = Vec::new();
    for same in sides.chunk_by(|a, b| a.0 == b.0) {
        let ([u, v], times) = (same[0].0, same.iter().map(|side| side.1).sum::<i32>());
        let way = if times > 0 { [u, v] } else { [v, u] };
        border.extend((0..times.unsigned_abs()).map(|_| way));
    }
    border.sort_unstable();
    let mut firsts = vec![0_u32; mesh.vertices().len() + 1];
    for &[from, _] in &border {
        firsts[from as usize + 1] += 1;
    }
    for v in 1..firsts.len() {
        firsts[v] += firsts[v - 1];
    }
    WaysOut { taken: firsts.clone(), firsts, ends: border.into_iter().map(|[_, to]| to).collect() }
}

/// Distance of a point from an edge.
fn distance(a: Vec3<f64>, b: Vec3<f64>, p: Vec3<f64>) -> f64 {
    let way = b - a;
    let squared = way.norm_squared();
    let part = if squared > 0.0 { (way.dot(p - a) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (a + way * part - p).norm()
}

/// The vector from a point to a corner, and its length.
#[derive(Clone, Copy)]
struct Way {
    way: Vec3<f64>,
    length: f64,
}

impl Way {
    fn new(corner: Vec3<f64>, from: Vec3<f64>) -> Self {
        let way = corner - from;
        Self { way, length: way.norm() }
    }
}

/// The solid angle of a triangle, positive seen from behind.
pub(super) fn solid_angle(corners: [Vec3<f64>; 3], p: Vec3<f64>) -> f64 {
    let (up, along, _) = parts_of_angle(corners.each(|corner| Way::new(corner, p)));
    2.0 * Real::atan2(up, along)
}

/// Two numbers whose angle is half the solid angle of a triangle (Van Oosterom and Strackee 1983), and their largest possible size.
fn parts_of_angle(ways: [Way; 3]) -> (f64, f64, f64) {
    let ([a, b, c], [x, y, z]) = (ways.each(|w| w.way), ways.each(|w| w.length));
    let size = x * y * z;
    (a.dot(b.cross(c)), size + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y, size)
}
