//! All crossings of a ray with the surface of a triangle mesh.
//!
//! **Answer.** Each triangle that a ray crosses, once, from near to far, with the direction in which it is crossed; or only whether
//! there is one. Use [`ray_cast`](crate::ray_cast) for the first hit on a body, where a ray that starts inside a solid hits it
//! at once; use this to count, to find the exit, or to see what is behind.
//!
//! **Guarantee.** Which triangles are crossed is decided exactly (`mesh/triangle/crossing.rs`) for the line through the origin and a
//! point of the ray beyond the mesh. That point is rounded by ε of its distance and coordinates, and not at all for rays along an axis.
//! So no ray leaks through an edge or vertex, and for a closed mesh the number of triangles left minus the number entered is the
//! winding number of the surface around the origin. Distances are rounded, with an error bound. If a distance is small compared to that
//! error, as on a needle that is hit twice, two crossings may be in the wrong order.
//!
//! **Cost.** O(log n) for a surface without many layers. No allocation except in the caller's list.

use alloc::vec::Vec;

use crate::broad::bvh::each_on_ray;
use crate::math::{Each, Real, Vec3};
use crate::mesh::{Through, TriangleMesh};
use crate::ray::Ray;

/// Roundings on the way to a distance: those of a cross product, of two scalar products with it, and of their quotient.
const ULPS: f64 = 16.0;

/// Crossing of a ray with a triangle of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Crossing<T: Real> {
    /// Distance from the ray's origin, as a length (independent of the length of the direction); 0 if the origin is on the triangle.
    pub distance: T,
    /// The true distance differs by no more than this.
    pub error: T,
    /// The input face.
    pub face: u32,
    /// True if the ray goes from the front of the triangle to its back: into the solid, if triangles face outward.
    pub inward: bool,
}

impl<T: Real> TriangleMesh<T> {
    /// Finds the crossings of a ray, in the frame of the mesh, with the surface no farther away than `max`: each triangle once, sorted
    /// by distance, into `found`, which is cleared first. Finds nothing if `max` is negative or NaN, or a coordinate of the origin is
    /// above 2^300.
    ///
    /// Which triangles are crossed is exact. A ray through an edge or a vertex crosses one of the triangles there; a surface that
    /// it only touches is crossed as often inward as outward. A ray that starts on the surface crosses it there, at distance 0. So for
    /// a closed mesh the number of outward crossings minus that of inward crossings is the winding number of the origin: nonzero
    /// inside, 0 outside.
    ///
    /// ```
    /// use impinge::mesh::TriangleMesh;
    /// use impinge::{Ray, Vec3};
    ///
    /// let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let (mesh, _) = TriangleMesh::<f64>::new(&corners, &faces)?;
    /// let ray = Ray::new([1.0, 1.0, -1.0], [0.0, 0.0, 2.0]);
    /// let mut found = Vec::new();
    /// mesh.crossings(&ray, f64::INFINITY, &mut found);
    /// let seen: Vec<_> = found.iter().map(|c| (c.distance, c.face, c.inward)).collect();
    /// assert_eq!(seen, [(1.0, 0, true), (3.0, 2, false)]);
    /// assert!(mesh.is_crossed(&ray, 1.0) && !mesh.is_crossed(&ray, 0.5));
    /// # Ok::<(), impinge::mesh::MeshError>(())
    /// ```
    pub fn crossings(&self, ray: &Ray<Vec3<T>>, max: T, found: &mut Vec<Crossing<T>>) {
        found.clear();
        self.each_crossing(ray, max, |crossing| {
            found.push(crossing);
            true
        });
        found.sort_unstable_by(|a, b| {
            a.distance.f64().total_cmp(&b.distance.f64()).then((a.face, a.inward).cmp(&(b.face, b.inward)))
        });
    }

    /// Whether a ray, in the frame of the mesh, crosses the surface no farther away than `max`: whether there is any of
    /// [`TriangleMesh::crossings`]. Stops at the first one found.
    pub fn is_crossed(&self, ray: &Ray<Vec3<T>>, max: T) -> bool {
        let mut crossed = false;
        self.each_crossing(ray, max, |_| {
            crossed = true;
            false
        });
        crossed
    }

    /// Calls `visit` with all crossings, in no particular order, until it returns false.
    fn each_crossing(&self, ray: &Ray<Vec3<T>>, max: T, mut visit: impl FnMut(Crossing<T>) -> bool) {
        let (origin, direction): (Vec3<f64>, Vec3<f64>) = (ray.origin().cast(), ray.direction().cast());
        let limit = Real::min(max.f64(), f64::MAX);
        let wanted = limit >= 0.0;
        let (true, Some(line)) = (wanted, self.line(origin, direction)) else { return };
        let direction = direction.unit();
        each_on_ray(self.tree(), line.from.to_array(), direction.to_array(), limit, |triangle| {
            let corners = self.corners(triangle);
            if let Some(through) = line.crosses(corners) {
                let (distance, error) = distance::<T>(corners, line.from, direction, through);
                let crossing =
                    Crossing { distance, error, face: self.face(triangle), inward: through.inward };
                if distance <= max && !visit(crossing) {
                    return -1.0;
                }
            }
            limit
        });
    }
}

/// Distance from a point at which a line along a unit vector crosses a triangle, and a bound on the error.
fn distance<T: Real>(
    corners: [Vec3<f64>; 3],
    from: Vec3<f64>,
    direction: Vec3<f64>,
    through: Through,
) -> (T, T) {
    if through.at_once {
        return (T::ZERO, T::ZERO);
    }
    let [a, b, c] = corners.each(|p| p - from);
    let along = [a, b, c].each(|p| p.dot(direction));
    let (low, high) =
        along.iter().fold((f64::INFINITY, 0.0), |(l, h), &x| (Real::min(x, l), Real::max(x, h)));
    let low = Real::max(low, 0.0);
    // normal · (a − t direction) = 0. The normal and both products have an error of some ε of the sizes that enter them.
    let (u, v) = (b - a, c - a);
    let normal = u.cross(v);
    let (over, rate) = (normal.dot(a), normal.dot(direction));
    let plane = over / rate;
    let far = a.max_abs().max(b.max_abs()).max(c.max_abs());
    let size = 2.0 * (far + from.max_abs());
    let off = ULPS * f64::EPSILON * (u.norm() * v.norm() * (size + plane.abs())) / rate.abs();
    // If the line grazes, the corners give better bounds.
    let stretch = high - low;
    let (t, off) =
        if off < stretch { (plane.clamp(low, high), off) } else { (0.5 * (low + high), 0.5 * stretch) };
    let t = t + 0.0; // no −0
    let error = off + (ULPS * size + t) * f64::EPSILON + T::EPSILON.f64() * t;
    (T::of(t), T::of(error * (1.0 + T::EPSILON.f64())))
}
