//! The plane of a polygon: three of its corners, a normal, and the axis to look along.

use super::exact::{View, collinear, side};
use crate::math::{Vec3, area_and_normal};

/// Three corners of a polygon that span its plane, in the orientation of the polygon.
#[derive(Clone, Copy, Debug)]
pub(in crate::mesh) struct Base {
    pub(in crate::mesh) corners: [Vec3<f64>; 3],
    /// Unit normal, to the front.
    pub(in crate::mesh) normal: Vec3<f64>,
    /// Twice the area of the triangle.
    pub(in crate::mesh) area: f64,
    pub(in crate::mesh) view: View,
}

impl Base {
    /// The base of a ring of points; `None` if all lie on one line, exactly. The sense is that of the outermost corner.
    pub(in crate::mesh) fn new(ring: impl Iterator<Item = Vec3<f64>> + Clone) -> Option<Self> {
        let a = ring.clone().next()?;
        let b = farthest(ring.clone(), |p| (p - a).norm_squared())?;
        let along = b - a;
        let mut c = farthest(ring.clone(), |p| along.cross(p - a).norm_squared())?;
        if collinear(a, b, c) {
            // Rounding may mislead the search, so an exact test decides. If a = b all points are equal.
            c = ring.clone().find(|&p| !collinear(a, b, p))?;
        }
        let base = Self::of_triangle([a, b, c]);
        Some(if turns_left(ring, base.view) { base } else { Self::of_triangle([a, c, b]) })
    }

    /// The base of three points that are not on one line.
    fn of_triangle(corners: [Vec3<f64>; 3]) -> Self {
        let [a, b, c] = corners;
        let (area, mut normal) = area_and_normal(a, b, c);
        if View::onto(normal).turn(a, b, c) <= 0.0 {
            // So thin that even the doubled normal is noise: take the exact signs; their magnitudes are rough.
            let seen = |axis: usize| View::onto(Vec3::axis(axis)).turn(a, b, c);
            normal = Vec3::new(seen(0), seen(1), seen(2)).unit();
        }
        Self { corners, normal, area, view: View::onto(normal) }
    }

    /// Side of the plane that a point is on: positive in front, exactly.
    #[inline]
    pub(in crate::mesh) fn side(&self, p: Vec3<f64>) -> f64 {
        let [a, b, c] = self.corners;
        // Neighbors share corners, and a determinant of 0 takes longest to evaluate exactly.
        if p == a || p == b || p == c { 0.0 } else { side(a, b, c, p) }
    }

    /// Distance of a point from the plane, up to rounding.
    #[inline]
    pub(in crate::mesh) fn distance(&self, p: Vec3<f64>) -> f64 {
        self.normal.dot(p - self.corners[0]).abs()
    }
}

/// Whether a ring that does not cross itself runs counter-clockwise, decided by the turn at its outermost corner. If the ring turns back
/// at that corner, it crosses itself or has no area, and either answer will do.
fn turns_left(ring: impl Iterator<Item = Vec3<f64>> + Clone, view: View) -> bool {
    let around = ring.clone().cycle();
    let corners = ring.zip(around.clone().skip(1)).zip(around.skip(2)).map(|((a, b), c)| (a, b, c));
    let outermost =
        corners.reduce(|best, next| if view.seen(next.1) > view.seen(best.1) { next } else { best });
    outermost.is_none_or(|(a, b, c)| view.turn(a, b, c) >= 0.0)
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
