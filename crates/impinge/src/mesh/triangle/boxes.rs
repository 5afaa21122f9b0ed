//! Triangles that meet a box.
//!
//! By the separating axis theorem, a triangle misses a box if a separating axis exists, and only three kinds of axis need a test: a
//! coordinate axis, the normal of the triangle, or a vector at right angles to a side and a coordinate axis (Akenine-Möller 2001). The
//! first are comparisons; the second asks for the side of the triangle that the corners of the box are on; the third is the same question
//! in the plane, seen along the axis. All are signs of exact determinants, so no rounding is left.

use super::TriangleMesh;
use crate::broad::bvh::each_near;
use crate::math::{Aabb, Each, Real, Vec3};
use crate::mesh::{View, side};

impl<T: Real> TriangleMesh<T> {
    /// Calls `visit` with the face of each triangle that meets a box, in the frame of the mesh and in no particular order: exactly those
    /// that have a point in common with the closed box. A face of the input that was cut into triangles comes once for each of them. A
    /// box with a NaN, or whose `min` is above its `max`, meets nothing. No allocation.
    ///
    /// ```
    /// use impinge::mesh::TriangleMesh;
    /// use impinge::{Aabb, Vec3};
    ///
    /// let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let (mesh, _) = TriangleMesh::<f64>::new(&corners, &faces)?;
    /// let mut met = Vec::new();
    /// mesh.each_in_box(&Aabb { min: Vec3::new(0.5, 0.5, 0.0), max: Vec3::new(1.0, 1.0, 2.0) }, |face| met.push(face));
    /// met.sort();
    /// assert_eq!(met, [0, 2]); // the floor, and at (1, 1, 2) the slope
    /// # Ok::<(), impinge::mesh::MeshError>(())
    /// ```
    pub fn each_in_box(&self, bounds: &Aabb<Vec3<T>>, mut visit: impl FnMut(u32)) {
        // Nothing is beyond the box of the mesh, so the part of the other box outside it need not be finite.
        let own = self.bounds;
        let (low, high) = (own.min.max(bounds.min), own.max.min(bounds.max));
        // Also false for a NaN, which `max` and `min` ignore.
        let is_box = |a: Vec3<T>, b: Vec3<T>| a.x <= b.x && a.y <= b.y && a.z <= b.z;
        if !is_box(bounds.min, bounds.max) || !is_box(low, high) {
            return;
        }
        let met = Aabb { min: low.cast::<f64>(), max: high.cast::<f64>() };
        each_near(&self.tree, [met.min.to_array(), met.max.to_array()], 0.0, |triangle| {
            if meets(self.corners(triangle), &met) {
                visit(self.face(triangle));
            }
            0.0
        });
    }
}

/// Whether a triangle has a point in common with a box, exactly.
fn meets([a, b, c]: [Vec3<f64>; 3], bounds: &Aabb<Vec3<f64>>) -> bool {
    let around = Aabb { min: a.min(b).min(c), max: a.max(b).max(c) };
    if !around.overlaps(bounds) {
        return false;
    }
    if [a, b, c].into_iter().any(|p| bounds.contains(p)) {
        return true;
    }
    let corner = |i: usize| {
        let pick = |bit: usize, low: f64, high: f64| if i >> bit & 1 == 0 { low } else { high };
        let Aabb { min, max } = bounds;
        Vec3::new(pick(0, min.x, max.x), pick(1, min.y, max.y), pick(2, min.z, max.z))
    };
    if parted((0..8).map(|i| side(a, b, c, corner(i)))) {
        return false;
    }
    for axis in 0..3 {
        let view = View::onto(Vec3::axis(axis));
        // The four corners of the projected box.
        let (p, q) = ((axis + 1) % 3, (axis + 2) % 3);
        for (u, v, w) in [(a, b, c), (b, c, a), (c, a, b)] {
            let corners = [0, 1 << p, 1 << q, 1 << p | 1 << q].each(|i| view.turn(u, v, corner(i)));
            // The third corner of the triangle is on the line, or on the other side of it from all of the box.
            let third = view.turn(u, v, w);
            if parted(corners.into_iter().chain((third != 0.0).then_some(-third))) {
                return false;
            }
        }
    }
    true
}

/// Whether all values are above 0, or all below.
fn parted(mut sides: impl Iterator<Item = f64>) -> bool {
    match sides.next() {
        Some(first) if first > 0.0 => sides.all(|s| s > 0.0),
        Some(first) if first < 0.0 => sides.all(|s| s < 0.0),
        _ => false,
    }
}
