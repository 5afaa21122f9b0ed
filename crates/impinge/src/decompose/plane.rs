//! Cutting planes.

use crate::math::Vec3;

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
