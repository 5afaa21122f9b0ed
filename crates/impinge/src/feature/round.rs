//! Contact region of a round face and another feature.
//!
//! An ellipse is mapped to the unit circle, which preserves centroids. Then everything is in closed form: for circle
//! and polygon, the area and its moments are sums over the sides (Green), a triangle for the part within the circle, an
//! arc for the part beyond; for two circles, the lens consists of two circular segments. Only two ellipses of which one
//! is not a circle use an inscribed polygon.
//!
//! | symbol | meaning |
//! |---|---|
//! | A, M | area and first moment, the centroid is M/A |
//! | r, d | radii of two circles, distance of their centers |
//! | h | half the chord that two circles share |

use super::region::{Extent, Limits, Region, nearest};
use crate::math::{Real, Vec2};

/// Below this squared angle θ − sin θ is computed from its series, whose next term is 10⁻¹⁰ of the first.
const SMALL_ANGLE_SQUARED: f64 = 1.0 / 64.0;

/// An arc that leads backward by at most this angle is empty: the corner between two sides is on the circle.
const BACKWARD: f64 = 1.0 / 1_048_576.0;

/// Number of sides of the polygon that approximates an ellipse: the error of its centroid is less than 1% of the half axes.
const SIDES: usize = 64;

/// A projected round face.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ellipse {
    pub center: Vec2<f64>,
    /// Conjugate half axes.
    pub axes: [Vec2<f64>; 2],
    /// Whether the face is a disc: it is within the angle of the plane, so its projection is a circle except for that.
    pub circular: bool,
}

impl Ellipse {
    fn radius(&self) -> f64 {
        self.axes[0].norm()
    }

    /// Maps a point to the frame in which the ellipse is the unit circle.
    fn inward(&self, p: Vec2<f64>) -> Vec2<f64> {
        let ([u, v], p) = (self.axes, p - self.center);
        let det = u.perp_dot(v);
        Vec2::new(p.perp_dot(v) / det, u.perp_dot(p) / det)
    }

    /// Maps a point from the frame of the unit circle.
    pub(crate) fn outward(&self, p: Vec2<f64>) -> Vec2<f64> {
        self.center + self.axes[0] * p.x + self.axes[1] * p.y
    }

    /// Distance of a point beyond the rim, given in the frame of the unit circle; along the line to the center.
    fn beyond(&self, p: Vec2<f64>) -> f64 {
        let length = p.norm();
        if length <= 1.0 { 0.0 } else { (self.outward(p) - self.center).norm() * ((length - 1.0) / length) }
    }
}

/// The common part of an ellipse and a loop of one, two or more points, in either orientation.
pub(super) fn with_loop(ellipse: &Ellipse, loop_: &[Vec2<f64>], limits: &Limits) -> Option<Region> {
    match *loop_ {
        [] => None,
        [p] => (ellipse.beyond(ellipse.inward(p)) <= limits.slack).then(|| Region::point(p)),
        [p, q] => {
            let (a, b) = (ellipse.inward(p), ellipse.inward(q));
            let [low, high] = chord(a, b).unwrap_or([1.0, 0.0]);
            let at = |t: f64| ellipse.outward(a + (b - a) * t);
            if low <= high {
                return Some(Region::segment([at(low), at(high)], limits.thin));
            }
            touching(ellipse, nearest(Vec2::ZERO, a, b), limits)
        }
        _ => {
            let map = |i: usize| ellipse.inward(loop_[i % loop_.len()]);
            let close = close_by(loop_.len(), map);
            if close.norm_squared() < 1.0 {
                let (area, moment) = within_circle(loop_.len(), map, close);
                if area == 0.0 {
                    // A corner or side within the rim by less than its sides tell.
                    return Some(Region::point(ellipse.outward(close)));
                }
                let center = ellipse.outward(close + moment * (1.0 / area));
                return Some(Region { center, extent: Extent::Area });
            }
            touching(ellipse, close, limits)
        }
    }
}

/// The point of a convex loop nearest to the circle's center: the center itself if it is inside.
fn close_by(count: usize, corner: impl Fn(usize) -> Vec2<f64>) -> Vec2<f64> {
    let mut best = corner(0);
    let (mut left, mut right) = (true, true);
    for i in 0..count {
        let (p, q) = (corner(i), corner(i + 1));
        let cross = p.perp_dot(q);
        (left, right) = (left && cross >= 0.0, right && cross <= 0.0);
        let close = nearest(Vec2::ZERO, p, q);
        if close.norm_squared() < best.norm_squared() {
            best = close;
        }
    }
    if left != right { Vec2::ZERO } else { best }
}

/// A point of a loop, given in the frame of the unit circle, if it is on the rim except for the slack.
fn touching(ellipse: &Ellipse, close: Vec2<f64>, limits: &Limits) -> Option<Region> {
    (ellipse.beyond(close) <= limits.slack).then(|| Region::point(ellipse.outward(close)))
}

/// The part of a segment within the unit circle, as parameters in [0, 1]; `None` if there is none.
fn chord(p: Vec2<f64>, q: Vec2<f64>) -> Option<[f64; 2]> {
    // |p + t e|² = 1
    let e = q - p;
    let (ee, pe) = (e.norm_squared(), p.dot(e));
    // The discriminant from the distance of the line from the center, which cancels less.
    let cross = p.perp_dot(e);
    let disc = ee - cross * cross;
    if ee == 0.0 || disc <= 0.0 {
        return None;
    }
    let root = Real::sqrt(disc);
    let (low, high) = (Real::max((-pe - root) / ee, 0.0), Real::min((-pe + root) / ee, 1.0));
    (low < high).then_some([low, high])
}

/// Area and moment of the intersection of a convex loop and the unit circle, both signed by the orientation of the
/// loop; the moment is about a point of that intersection, so that nothing cancels however small it is.
///
/// Along the loop: the triangles to the pieces within the circle, and from the point where it leaves the circle the arc
/// to the point where it enters again.
fn within_circle(count: usize, corner: impl Fn(usize) -> Vec2<f64>, about: Vec2<f64>) -> (f64, Vec2<f64>) {
    let mut sum = (0.0, Vec2::ZERO);
    let mut add = |(area, moment): (f64, Vec2<f64>)| sum = (sum.0 + area, sum.1 + moment);
    let turn =
        (1..count).fold(0.0, |sum, i| sum + (corner(i) - corner(0)).perp_dot(corner(i + 1) - corner(0)));
    // The point where it entered first, if it began outside, and where it left last.
    let (mut first, mut last) = (None, None);
    let mut pieces = 0;
    for i in 0..count {
        let (p, q) = (corner(i), corner(i + 1));
        let (enters, leaves) = (p.norm_squared() >= 1.0, q.norm_squared() >= 1.0);
        let [low, high] = match (chord(p, q), enters, leaves) {
            (Some(piece), ..) => piece,
            (None, true, true) => continue,
            // Too short to decide.
            (None, true, false) => [1.0, 1.0],
            (None, false, true) => [0.0, 0.0],
            (None, false, false) => [0.0, 1.0],
        };
        let (from, to) = (p + (q - p) * low, p + (q - p) * high);
        if enters {
            match last.take() {
                Some(exit) => add(arc(exit, from, turn, false, about)),
                None => first = Some(from),
            }
        }
        add(triangle(from - about, to - about));
        last = leaves.then_some(to);
        pieces += 1;
    }
    if let (Some(entry), Some(exit)) = (first, last) {
        add(arc(exit, entry, turn, pieces == 1, about));
    } else if pieces == 0 && about == Vec2::ZERO {
        // The center is inside, and no side comes near: the whole circle.
        add((f64::PI, Vec2::ZERO));
    }
    sum
}

/// Area and moment of the triangle of the origin and two points.
fn triangle(p: Vec2<f64>, q: Vec2<f64>) -> (f64, Vec2<f64>) {
    let area = 0.5 * p.perp_dot(q);
    (area, (p + q) * (area / 3.0))
}

/// Area and moment between a point of the unit circle and its arc from u to v with the orientation `turn`: the triangle
/// to the ends, and the circular segment beyond their chord, of area (θ − sin θ)/2 and, about the circle's center, of
/// moment 2/3 sin³(θ/2). `alone`: a single side cuts the circle, and the arc goes around to its other end.
fn arc(u: Vec2<f64>, v: Vec2<f64>, turn: f64, alone: bool, about: Vec2<f64>) -> (f64, Vec2<f64>) {
    let angle = libm::atan2(u.perp_dot(v), u.dot(v)) * Real::sign_of(turn, 1.0);
    // Backward due to rounding means an empty arc, unless there is only one way.
    let angle = if angle < -BACKWARD || (angle <= 0.0 && alone) { angle + 2.0 * f64::PI } else { angle };
    let angle = Real::sign_of(turn, Real::max(angle, 0.0));
    let (sin, cos) = Real::sin_cos(0.5 * angle);
    let u = u.unit();
    let middle = Vec2::new(u.x * cos - u.y * sin, u.x * sin + u.y * cos);
    // θ − sin θ = 2 (θ/2 − sin cos); the series if the difference would cancel.
    let t = angle * angle;
    let segment = if t < SMALL_ANGLE_SQUARED {
        angle * t / 12.0 * (1.0 - t / 20.0 * (1.0 - t / 42.0))
    } else {
        0.5 * angle - sin * cos
    };
    let (area, moment) = triangle(u - about, v - about);
    let beyond = middle * (sin * sin * sin * (2.0 / 3.0)) - about * segment;
    (area + segment, moment + beyond)
}

/// The common part of two round faces.
pub(super) fn with_round(a: &Ellipse, b: &Ellipse, limits: &Limits) -> Option<Region> {
    if a.circular && b.circular {
        return lens(a, b, limits);
    }
    // An inscribed polygon: its intersection with the other one is on both.
    let step = 2.0 * f64::PI / SIDES as f64;
    let mut polygon = [Vec2::ZERO; SIDES];
    for (i, p) in polygon.iter_mut().enumerate() {
        let (sin, cos) = Real::sin_cos(i as f64 * step);
        *p = b.outward(Vec2::new(cos, sin));
    }
    with_loop(a, &polygon, limits)
}

/// The lens of two circles. The chord they share is at x = (d² + r₁² − r₂²)/2d from the first center. The circular
/// segment beyond x has the area r² acos(x/r) − x h and, about its own center, the moment 2h³/3. The two moments cancel
/// in the sum, so the centroid is at d A₂/(A₁ + A₂).
fn lens(a: &Ellipse, b: &Ellipse, limits: &Limits) -> Option<Region> {
    let (ra, rb) = (a.radius(), b.radius());
    let between = b.center - a.center;
    let d = between.norm();
    if d <= (ra - rb).abs() {
        let center = if ra <= rb { a.center } else { b.center };
        return Some(Region { center, extent: Extent::Area });
    }
    let toward = between.unit();
    let overlap = ra + rb - d;
    if overlap < -limits.slack {
        return None;
    }
    let middle = a.center + toward * (ra - 0.5 * overlap);
    if overlap <= limits.thin {
        return Some(Region::point(middle));
    }
    let x = (d * d + (ra - rb) * (ra + rb)) / (2.0 * d);
    let segment = |r: f64, x: f64| {
        let cos = (x / r).clamp(-1.0, 1.0);
        r * r * (libm::acos(cos) - cos * Real::sqrt((1.0 - cos) * (1.0 + cos)))
    };
    let (area_a, area_b) = (segment(ra, x), segment(rb, d - x));
    let sum = area_a + area_b;
    // Between the two rims, for any remaining digits of small areas.
    let from_a =
        if sum > 0.0 { Real::min(Real::max(d * area_b / sum, d - rb), ra) } else { ra - 0.5 * overlap };
    Some(Region { center: a.center + toward * from_a, extent: Extent::Area })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    const LIMITS: Limits = Limits { slack: 1e-14, thin: 1e-9, angle: 1e-6 };

    fn circle(x: f64, y: f64, r: f64) -> Ellipse {
        Ellipse { center: Vec2::new(x, y), axes: [Vec2::new(r, 0.0), Vec2::new(0.0, r)], circular: true }
    }

    /// The centroid by points on a fine grid.
    fn counted(inside: impl Fn(Vec2<f64>) -> bool) -> Vec2<f64> {
        let (mut sum, mut count) = (Vec2::ZERO, 0.0);
        for i in 0..1000 {
            for j in 0..1000 {
                let p = Vec2::new(f64::from(i) - 499.5, f64::from(j) - 499.5) * 0.006;
                if inside(p) {
                    sum += p;
                    count += 1.0;
                }
            }
        }
        sum * (1.0 / count)
    }

    #[test]
    fn centroids_are_those_of_a_fine_grid() {
        let triangle = [[-2.0, -0.5], [1.5, -1.0], [0.5, 2.0]].map(Vec2::from);
        let in_triangle = |p: Vec2<f64>| {
            (0..3).all(|i| (triangle[(i + 1) % 3] - triangle[i]).perp_dot(p - triangle[i]) >= 0.0)
        };
        for (x, y, rx, ry) in [
            (0.0, 0.0, 1.0, 1.0),
            (-1.5, 0.3, 0.7, 0.7),
            (1.0, 1.0, 1.2, 0.6),
            (0.1, 0.0, 0.2, 0.1),
            (0.0, 0.0, 2.6, 2.9),
        ] {
            let e = Ellipse {
                center: Vec2::new(x, y),
                axes: [Vec2::new(rx, 0.0), Vec2::new(0.0, ry)],
                circular: rx == ry,
            };
            let in_ellipse = |p: Vec2<f64>| e.inward(p).norm() <= 1.0;
            let grid = counted(|p| in_triangle(p) && in_ellipse(p));
            let found = with_loop(&e, &triangle, &LIMITS).unwrap();
            assert!((found.center - grid).norm() < 2e-3, "{found:?} {grid:?}");
            let reversed: Vec<_> = triangle.into_iter().rev().collect();
            assert!((with_loop(&e, &reversed, &LIMITS).unwrap().center - found.center).norm() < 1e-14);
            for other in [circle(0.5, 0.2, 1.0), circle(0.0, 0.0, 0.3), circle(-0.4, 0.8, 1.4)] {
                let grid = counted(|p| other.inward(p).norm() <= 1.0 && in_ellipse(p));
                if let Some(found) = with_round(&other, &e, &LIMITS) {
                    let bound = if e.circular { 3e-3 } else { 0.012 };
                    assert!((found.center - grid).norm() < bound, "{found:?} {grid:?}");
                }
            }
        }
    }

    /// However small the common part, it contains its centroid: a side that cuts off a cap of height h, a corner that
    /// reaches in by h, a square of side h somewhere within.
    #[test]
    fn centroids_of_little_are_in_it() {
        let one = circle(0.0, 0.0, 1.0);
        for h in [1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12] {
            let beyond = [[1.0 - h, -3.0], [4.0, -3.0], [4.0, 5.0], [1.0 - h, 5.0]].map(Vec2::from);
            let cap = with_loop(&one, &beyond, &LIMITS).unwrap().center;
            // As for a parabola: 3/5 of the height below the top.
            assert!(
                (cap.x - (1.0 - 0.6 * h)).abs() <= 0.01 * h + 1e-15 && cap.y.abs() <= 1e-3 * h.sqrt(),
                "{cap:?}"
            );
            let corner = [[1.0 - h, 0.0], [2.0, -1.0], [2.0, 1.0]].map(Vec2::from);
            let tip = with_loop(&one, &corner, &LIMITS).unwrap().center;
            assert!(tip.norm() <= 1.0 && tip.x >= 1.0 - h && tip.y.abs() <= h, "{tip:?}");
            let small = [[0.3, 0.4], [0.3 + h, 0.4], [0.3 + h, 0.4 + h], [0.3, 0.4 + h]].map(Vec2::from);
            let middle = with_loop(&one, &small, &LIMITS).unwrap().center;
            assert!((middle - Vec2::new(0.3, 0.4) - Vec2::splat(0.5 * h)).norm() <= 1e-15, "{middle:?}");
        }
        // The whole circle, and almost the whole circle.
        let around = [[-3.0, -3.0], [4.0, -3.0], [4.0, 5.0], [-3.0, 5.0]].map(Vec2::from);
        assert_eq!(with_loop(&one, &around, &LIMITS).unwrap().center, Vec2::ZERO);
        let nearly = around.map(|p| Vec2::new(Real::min(p.x, 1.0 - 1e-9), p.y));
        assert!(with_loop(&one, &nearly, &LIMITS).unwrap().center.norm() <= 1e-12);
    }

    #[test]
    fn round_faces_that_touch_share_a_point_and_those_apart_nothing() {
        let one = circle(0.0, 0.0, 1.0);
        assert_eq!(with_round(&one, &circle(3.0, 0.0, 1.5), &LIMITS), None);
        assert_eq!(
            with_round(&one, &circle(2.5, 0.0, 1.5), &LIMITS),
            Some(Region::point(Vec2::new(1.0, 0.0)))
        );
        let edge = |y: f64| [Vec2::new(-3.0, y), Vec2::new(2.0, y)];
        assert!(with_loop(&one, &edge(0.6), &LIMITS).unwrap().center.x.abs() < 1e-15);
        assert_eq!(with_loop(&one, &edge(1.0), &LIMITS), Some(Region::point(Vec2::new(0.0, 1.0))));
        assert_eq!(with_loop(&one, &edge(1.1), &LIMITS), None);
        let square = [[1.0, -1.0], [2.0, -1.0], [2.0, 1.0], [1.0, 1.0]].map(Vec2::from);
        assert_eq!(with_loop(&one, &square, &LIMITS), Some(Region::point(Vec2::new(1.0, 0.0))));
    }
}
