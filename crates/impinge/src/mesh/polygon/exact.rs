//! Exact predicates used by the build steps.

use crate::math::determinants::{turn, volume};
use crate::math::{Vec2, Vec3, Vector};

/// Positive if `p` is in front of the plane through `a`, `b`, `c`, which run counter-clockwise seen from the front;
/// negative behind it, 0 on it. Exact in its sign.
#[inline]
pub(crate) fn side(a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64>, p: Vec3<f64>) -> f64 {
    -volume(a, b, c, p)
}

/// Whether three points lie on one line, exactly: if so, they do in all three coordinate planes.
pub(crate) fn collinear(a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64>) -> bool {
    (0..3).all(|axis| View { axis, flipped: false }.turn(a, b, c) == 0.0)
}

/// Whether `m`, which is on the line through `a` and `b`, lies strictly between them.
pub(crate) fn strictly_between(a: Vec3<f64>, b: Vec3<f64>, m: Vec3<f64>) -> bool {
    let within = |a: f64, b: f64, m: f64| (a <= m && m <= b) || (b <= m && m <= a);
    m != a && m != b && within(a.x, b.x, m.x) && within(a.y, b.y, m.y) && within(a.z, b.z, m.z)
}

/// Projection along a coordinate axis: a view of a flat polygon without rounding.
///
/// A flat polygon seen along an axis that is not parallel to its plane keeps all its turns, up to one sign for all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    axis: usize,
    flipped: bool,
}

impl View {
    /// The view along the axis nearest to a normal, from its front.
    pub(crate) fn onto(normal: Vec3<f64>) -> Self {
        let size = Vector::abs(normal);
        let axis = if size.x >= size.y && size.x >= size.z {
            0
        } else if size.y >= size.z {
            1
        } else {
            2
        };
        Self { axis, flipped: normal.get(axis) < 0.0 }
    }

    /// The two visible coordinates, right and up, up to a flip.
    #[inline]
    pub(crate) fn seen(self, v: Vec3<f64>) -> (f64, f64) {
        match self.axis {
            0 => (v.y, v.z),
            1 => (v.z, v.x),
            _ => (v.x, v.y),
        }
    }

    /// The visible coordinates as seen from the front, or both swapped: turns keep their signs.
    #[inline]
    pub(crate) fn flat(self, v: Vec3<f64>) -> Vec2<f64> {
        let (x, y) = self.seen(v);
        if self.flipped { Vec2::new(y, x) } else { Vec2::new(x, y) }
    }

    /// Orientation of three points: positive if the path from `a` over `b` to `c` turns left, negative if right, 0 if it goes straight on
    /// or back.
    #[inline]
    pub(crate) fn turn(self, a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64>) -> f64 {
        let flat = |v: Vec3<f64>| {
            let (x, y) = self.seen(v);
            Vec2::new(x, y)
        };
        let turn = turn(flat(a), flat(b), flat(c));
        if self.flipped { -turn } else { turn }
    }

    /// Whether the path from `a` over `b` to `c` turns left or goes straight on: a convex corner.
    #[inline]
    pub(crate) fn convex(self, a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64>) -> bool {
        let turn = self.turn(a, b, c);
        turn > 0.0 || (turn == 0.0 && self.goes_on(a, b, c))
    }

    /// Whether `b` is seen strictly between `a` and `c`, for three points that are seen on one line. The comparison is exact.
    #[inline]
    fn goes_on(self, a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64>) -> bool {
        let (a, b, c) = (self.seen(a), self.seen(b), self.seen(c));
        (a < b && b < c) || (c < b && b < a)
    }
}
