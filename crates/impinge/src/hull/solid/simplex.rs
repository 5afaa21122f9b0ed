//! Four points that span space, or the extent of the points if they do not, decided exactly.

use robust::{Coord, Coord3D, orient2d, orient3d};

use crate::error::Extent;
use crate::math::{Vec3, Vector};

/// The exact side of `p`: positive outside (above) the plane through `a`, `b`, `c`, seen counter-clockwise from
/// outside, negative inside, zero on the plane. Only the sign is meaningful.
#[inline]
pub(super) fn exact_side(a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64>, p: Vec3<f64>) -> f64 {
    let coord = |v: Vec3<f64>| Coord3D { x: v.x, y: v.y, z: v.z };
    -orient3d(coord(a), coord(b), coord(c), coord(p))
}

/// Whether three points are collinear, exactly: then they are in all three coordinate projections.
fn collinear(a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64>) -> bool {
    (0..3).all(|i| {
        let j = (i + 1) % 3;
        let flat = |v: Vec3<f64>| Coord { x: v.get(i), y: v.get(j) };
        orient2d(flat(a), flat(b), flat(c)) == 0.0
    })
}

/// Corners of a nondegenerate tetrahedron, as large as a few passes over the points find. The first three run
/// counter-clockwise seen from outside.
pub(super) fn first_simplex(points: &[Vec3<f64>]) -> Result<[u32; 4], Extent> {
    let at = |i: usize| points[i];
    let &first = points.first().ok_or(Extent::Empty)?;
    // The two ends along the longest side of the bounding box.
    let mut ends = [(0, first.x, 0, first.x), (0, first.y, 0, first.y), (0, first.z, 0, first.z)];
    for (i, p) in points.iter().enumerate() {
        for (end, c) in ends.iter_mut().zip(p.to_array()) {
            if c < end.1 {
                (end.0, end.1) = (i, c);
            }
            if c > end.3 {
                (end.2, end.3) = (i, c);
            }
        }
    }
    let mut longest = ends[0];
    for end in &ends[1..] {
        if end.3 - end.1 > longest.3 - longest.1 {
            longest = *end;
        }
    }
    if longest.1 == longest.3 {
        return Err(Extent::Point);
    }
    let (a, b) = (longest.0, longest.2);

    // Rounding may mislead the search for the farthest point, so an exact test has the last word.
    let along = at(b) - at(a);
    let off_line = |p: Vec3<f64>| (p - at(a)).cross(along).norm_squared();
    let mut c = farthest(points, off_line);
    if collinear(at(a), at(b), at(c)) {
        c = (0..points.len()).find(|&i| !collinear(at(a), at(b), at(i))).ok_or(Extent::Line)?;
    }

    let normal = along.cross(at(c) - at(a));
    let off_plane = |p: Vec3<f64>| (p - at(a)).dot(normal).abs();
    let side = |i: usize| exact_side(at(a), at(b), at(c), at(i));
    let mut d = farthest(points, off_plane);
    if side(d) == 0.0 {
        d = (0..points.len()).find(|&i| side(i) != 0.0).ok_or(Extent::Plane)?;
    }
    let (b, c) = if side(d) < 0.0 { (b, c) } else { (c, b) };
    Ok([a as u32, b as u32, c as u32, d as u32])
}

/// Index of the first point with the largest `measure`.
fn farthest(points: &[Vec3<f64>], measure: impl Fn(Vec3<f64>) -> f64) -> usize {
    let mut best = (0, -1.0);
    for (i, &p) in points.iter().enumerate() {
        let value = measure(p);
        if value > best.1 {
            best = (i, value);
        }
    }
    best.0
}
