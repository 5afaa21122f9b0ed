//! The closest point of a flat polygon to the origin, and the direction to it.
//!
//! It only affects the speed of the search: every plane is checked with bounds on rounding before it is used. So a poor answer for a
//! sliver costs nothing but time.
//!
//! The direction is that of the nearest point, in the form that loses no digits as the distance goes to zero: the polygon's normal if the
//! nearest point is inside, and a vector at a right angle to the edge if it is on an edge.

use crate::math::Vec3;

type V3 = Vec3<f64>;

/// Two edges whose directions differ by less than the square root of this (in radians) count as parallel: their cross product has lost
/// half of its digits, and the difference of the nearest points is the better direction.
const PARALLEL: f64 = 1e-12;

/// The closest point of a polygon to the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearestPoint {
    /// Weights of the four points of the query: of a vertex and three corners, or of two pairs of ends.
    pub weights: [f64; 4],
    /// The nearest point.
    pub point: V3,
    /// Its direction, of any length; zero if there is none.
    pub direction: V3,
    /// True if the direction is the normal of the polygon, which is accurate no matter how near the point is.
    pub inside: bool,
}

/// A polygon of differences b − a.
pub(super) trait Flat {
    /// The closest point to the origin.
    fn nearest(&self) -> NearestPoint;
}

/// The component of `p` at right angles to `edge`.
fn across(p: V3, edge: V3) -> V3 {
    let squared = edge.norm_squared();
    if squared > 0.0 { p - edge * (p.dot(edge) / squared) } else { p }
}

/// `normal`, flipped to the side of `corner`.
fn towards(normal: V3, corner: V3) -> V3 {
    if normal.dot(corner) < 0.0 { -normal } else { normal }
}

/// A triangle: corners f_i − v. Voronoi regions, as in Ericson, *Real-Time Collision Detection*, section 5.1.5; an edge of zero length
/// has no region of its own.
impl Flat for [V3; 3] {
    fn nearest(&self) -> NearestPoint {
        let [a, b, c] = *self;
        let (ab, ac) = (b - a, c - a);
        let corner = |weights: [f64; 3], point: V3| {
            let [u, v, w] = weights;
            NearestPoint { weights: [1.0, u, v, w], point, direction: point, inside: false }
        };
        let (d1, d2) = (-ab.dot(a), -ac.dot(a));
        if d1 <= 0.0 && d2 <= 0.0 {
            return corner([1.0, 0.0, 0.0], a);
        }
        let (d3, d4) = (-ab.dot(b), -ac.dot(b));
        if d3 >= 0.0 && d4 <= d3 {
            return corner([0.0, 1.0, 0.0], b);
        }
        let (d5, d6) = (-ab.dot(c), -ac.dot(c));
        if d6 >= 0.0 && d5 <= d6 {
            return corner([0.0, 0.0, 1.0], c);
        }
        let on_edge = |weights: [f64; 3], from: V3, edge: V3, part: f64| {
            let point = from + edge * part;
            NearestPoint { direction: across(point, edge), ..corner(weights, point) }
        };
        let vc = d1 * d4 - d3 * d2;
        if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 && d1 > d3 {
            let part = d1 / (d1 - d3);
            return on_edge([1.0 - part, part, 0.0], a, ab, part);
        }
        let vb = d5 * d2 - d1 * d6;
        if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 && d2 > d6 {
            let part = d2 / (d2 - d6);
            return on_edge([1.0 - part, 0.0, part], a, ac, part);
        }
        let va = d3 * d6 - d5 * d4;
        let (d43, d56) = (d4 - d3, d5 - d6);
        if va <= 0.0 && d43 >= 0.0 && d56 >= 0.0 && d43 + d56 > 0.0 {
            let part = d43 / (d43 + d56);
            return on_edge([0.0, 1.0 - part, part], b, c - b, part);
        }
        let all = va + vb + vc;
        if all > 0.0 {
            let (v, w) = (vb / all, vc / all);
            let point = a + ab * v + ac * w;
            let direction = towards(ab.cross(ac), a);
            return NearestPoint { direction, inside: true, ..corner([1.0 - v - w, v, w], point) };
        }
        corner([1.0, 0.0, 0.0], a)
    }
}

/// A parallelogram: corners b0 − a0, b1 − a0, b1 − a1, b0 − a1 of two edges. Minimizes |r + v B − u A| over the square of
/// u, v: one clamp each, as in Ericson, section 5.1.9.
impl Flat for [V3; 4] {
    fn nearest(&self) -> NearestPoint {
        let [r, b1a0, _, b0a1] = *self;
        let (a, b) = (r - b0a1, b1a0 - r);
        let (aa, bb, ab) = (a.norm_squared(), b.norm_squared(), a.dot(b));
        let (ar, br) = (a.dot(r), b.dot(r));
        let unit = |x: f64| if x > 0.0 { if x < 1.0 { x } else { 1.0 } } else { 0.0 };
        // The best u for a given v, and the best v for a given u; 0 if the edge is a point.
        let best_u = |v: f64| if aa > 0.0 { unit((ar + ab * v) / aa) } else { 0.0 };
        let best_v = |u: f64| if bb > 0.0 { (ab * u - br) / bb } else { 0.0 };
        let det = aa * bb - ab * ab;
        let skew = det > PARALLEL * aa * bb;
        let mut u = if skew { unit((ar * bb - ab * br) / det) } else { best_u(0.5) };
        let mut v = best_v(u);
        if !(0.0..=1.0).contains(&v) {
            v = unit(v);
            u = best_u(v);
        }
        let point = r + b * v - a * u;
        let inside = |x: f64| x > 0.0 && x < 1.0;
        let crossing = skew && inside(u) && inside(v);
        let direction = match (inside(u), inside(v)) {
            (true, true) if crossing => towards(a.cross(b), r),
            (true, false) => across(point, a),
            (_, true) => across(point, b),
            _ => point,
        };
        NearestPoint { weights: [1.0 - u, u, 1.0 - v, v], point, direction, inside: crossing }
    }
}
