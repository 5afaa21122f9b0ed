//! Cutting planes and cells: convex regions cut out of a box by planes. Together they fill the box, so everything in it is in a cell.

use alloc::vec;
use alloc::vec::Vec;

use crate::math::{Each, Real, Vec3, sort_by};

/// Distance in ε within which points count as on a plane. All coordinates are at most 1: a height is rounded by 3 ε, a point that
/// was placed on a plane by 4 ε more. Larger, and thin slivers are not cut off; smaller, and planes through faces leave slivers.
pub(super) const ON_PLANE: f64 = 64.0 * f64::EPSILON;

/// A plane `normal · x = offset`; behind it is where that is smaller.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    /// Unit normal.
    pub(super) normal: Vec3<f64>,
    pub(super) offset: f64,
}

impl Plane {
    pub(super) fn through(point: Vec3<f64>, normal: Vec3<f64>) -> Self {
        Self { normal, offset: normal.dot(point) }
    }

    /// Height over the plane, 0 on it up to rounding.
    #[inline]
    pub(super) fn side(&self, p: Vec3<f64>) -> f64 {
        let height = self.normal.dot(p) - self.offset;
        if height.abs() <= ON_PLANE { 0.0 } else { height }
    }
}

/// Point where a line between points on both sides meets the plane: the same bits in either order of the points.
#[inline]
pub(super) fn crossing(plane: &Plane, a: Vec3<f64>, b: Vec3<f64>) -> Vec3<f64> {
    let (a, b) = if a.to_array() <= b.to_array() { (a, b) } else { (b, a) };
    let (from, to) = (plane.normal.dot(a) - plane.offset, plane.normal.dot(b) - plane.offset);
    a + (b - a) * (from / (from - to)).clamp(0.0, 1.0)
}

/// A convex polyhedron as the rings of its faces.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    faces: Vec<Vec<Vec3<f64>>>,
}

impl Cell {
    pub(super) fn of_box(low: Vec3<f64>, high: Vec3<f64>) -> Self {
        let corner = |i: usize| {
            let pick = |bit: usize, l: f64, h: f64| if i >> bit & 1 == 0 { l } else { h };
            Vec3::new(pick(0, low.x, high.x), pick(1, low.y, high.y), pick(2, low.z, high.z))
        };
        let rings = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        Self { faces: rings.iter().map(|ring| ring.iter().map(|&i| corner(i)).collect()).collect() }
    }

    /// Corners of the polygon in which a plane cuts the cell, each once, in no particular order.
    pub(super) fn section(&self, plane: &Plane, found: &mut Vec<Vec3<f64>>) {
        found.clear();
        let mut add = |p: Vec3<f64>| {
            if !found.contains(&p) {
                found.push(p);
            }
        };
        for ring in &self.faces {
            let mut before = ring[ring.len() - 1];
            let mut before_side = plane.side(before);
            for &corner in ring {
                let side = plane.side(corner);
                if side == 0.0 {
                    add(corner);
                } else if before_side * side < 0.0 {
                    add(crossing(plane, before, corner));
                }
                (before, before_side) = (corner, side);
            }
        }
    }

    /// Parts of the cell behind the plane and in front of it. `section` is the polygon of the same plane.
    pub(super) fn split(&self, plane: &Plane, section: &[Vec3<f64>]) -> [Self; 2] {
        [-1.0, 1.0].each(|sign| {
            let mut faces: Vec<Vec<Vec3<f64>>> =
                self.faces.iter().map(|ring| half(ring, plane, sign)).filter(|r| r.len() >= 3).collect();
            if section.len() >= 3 {
                faces.push(around(section, plane.normal * -sign));
            }
            Self { faces }
        })
    }
}

/// The part of a ring on one side of a plane.
fn half(ring: &[Vec3<f64>], plane: &Plane, sign: f64) -> Vec<Vec3<f64>> {
    let mut kept = Vec::with_capacity(ring.len() + 1);
    let mut before = ring[ring.len() - 1];
    let mut before_side = plane.side(before) * sign;
    // A face in the plane is returned as the section.
    let mut beside = false;
    for &corner in ring {
        let side = plane.side(corner) * sign;
        if before_side * side < 0.0 {
            kept.push(crossing(plane, before, corner));
        }
        if side >= 0.0 {
            kept.push(corner);
            beside |= side > 0.0;
        }
        (before, before_side) = (corner, side);
    }
    if beside { kept } else { vec![] }
}

/// Corners of a convex polygon, sorted around a normal.
fn around(corners: &[Vec3<f64>], normal: Vec3<f64>) -> Vec<Vec3<f64>> {
    let u = normal.any_orthogonal();
    let v = normal.cross(u);
    let middle = corners.iter().fold(Vec3::ZERO, |sum, &c| sum + c) * (1.0 / corners.len() as f64);
    let angle = |p: &Vec3<f64>| (*p - middle).dot(v).atan2((*p - middle).dot(u));
    let mut ring: Vec<(f64, Vec3<f64>)> = corners.iter().map(|p| (Real::max(angle(p), -4.0), *p)).collect();
    sort_by(&mut ring, |a, b| a.0.total_cmp(&b.0));
    ring.into_iter().map(|(_, p)| p).collect()
}
