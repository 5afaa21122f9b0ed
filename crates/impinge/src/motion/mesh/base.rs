//! What is known of a polygon's plane: three of its corners, a normal, and the axis to look along.

use super::exact::{View, collinear, side};
use crate::hull::area_and_normal;
use crate::math::{Vec3, Vector};

/// Three corners of a polygon that span its plane, in the sense of the polygon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Base {
    pub(super) corners: [Vec3<f64>; 3],
    /// Unit normal, to the front.
    pub(super) normal: Vec3<f64>,
    /// Twice the area of the triangle.
    pub(super) area: f64,
    pub(super) view: View,
}

impl Base {
    /// Of a ring of points; `None` if all lie on one line, exactly. The sense is that of the area that the ring runs
    /// around, or any where this is 0.
    pub(super) fn new(ring: impl Iterator<Item = Vec3<f64>> + Clone) -> Option<Self> {
        let a = ring.clone().next()?;
        let b = farthest(ring.clone(), |p| (p - a).norm_squared())?;
        let along = b - a;
        let mut c = farthest(ring.clone(), |p| along.cross(p - a).norm_squared())?;
        if collinear(a, b, c) {
            // Rounding may fool the search; the exact test has the last word. If a = b all points are equal.
            c = ring.clone().find(|&p| !collinear(a, b, p))?;
        }
        let (area, normal) = area_and_normal(a, b, c);
        // Twice the vector of the area that the ring runs around.
        let mut around = Vec3::ZERO;
        let mut before = Vec3::ZERO;
        for p in ring {
            around += before.cross(p - a);
            before = p - a;
        }
        let (corners, normal) =
            if around.dot(normal) < 0.0 { ([a, c, b], -normal) } else { ([a, b, c], normal) };
        Some(Self { corners, normal, area, view: View::onto(normal) })
    }

    /// Which side of the plane a point is on: positive in front, exactly.
    #[inline]
    pub(super) fn side(&self, p: Vec3<f64>) -> f64 {
        let [a, b, c] = self.corners;
        // Neighbours share corners, and a determinant that is 0 takes longest to know.
        if p == a || p == b || p == c { 0.0 } else { side(a, b, c, p) }
    }

    /// Distance of a point from the plane, up to rounding.
    #[inline]
    pub(super) fn distance(&self, p: Vec3<f64>) -> f64 {
        self.normal.dot(p - self.corners[0]).abs()
    }
}

fn farthest(
    points: impl Iterator<Item = Vec3<f64>>,
    measure: impl Fn(Vec3<f64>) -> f64,
) -> Option<Vec3<f64>> {
    let mut best = None;
    for p in points {
        let value = measure(p);
        if best.is_none_or(|(_, most)| value > most) {
            best = Some((p, value));
        }
    }
    best.map(|(p, _)| p)
}
