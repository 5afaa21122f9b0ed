//! Contact region: the intersection of two features projected along the normal, and its centroid.
//!
//! Feng & Tan, section 4.3, end: "define the centroid of the two overlapping edges/faces as the contact point". A loop
//! of one point is a vertex, of two an edge, of more a face, convex and counter-clockwise. Round faces are in
//! [`round`](super::round). In the plane everything is on one line, with second coordinates 0.
//!
//! | features | region |
//! |---|---|
//! | a vertex and anything | the vertex |
//! | crossing edges | the crossing |
//! | parallel edges | the common part; its middle |
//! | edge and face | the edge within the face; its middle |
//! | faces | the common polygon (Sutherland & Hodgman 1974); its centroid by area |
//!
//! **Cost.** Corners of one times corners of the other, for faces.

use super::{FEW, Few};
use crate::math::{Each, Real, Vec2};

/// Decisive lengths and angles, in the pair's units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Distance outside that still counts as inside.
    pub slack: f64,
    /// A region no wider than this is a segment, one no longer a point.
    pub thin: f64,
    /// Edges within this angle are parallel.
    pub angle: f64,
}

/// Extent of a region.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Extent {
    Point,
    Segment([Vec2<f64>; 2]),
    Area,
}

/// The common part of two features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Region {
    pub center: Vec2<f64>,
    pub extent: Extent,
}

impl Region {
    pub(super) fn point(center: Vec2<f64>) -> Self {
        Self { center, extent: Extent::Point }
    }

    pub(super) fn segment(ends: [Vec2<f64>; 2], thin: f64) -> Self {
        let long = (ends[1] - ends[0]).norm() > thin;
        let extent = if long { Extent::Segment(ends) } else { Extent::Point };
        Self { center: (ends[0] + ends[1]) * 0.5, extent }
    }
}

/// The common part of two loops; `None` if they do not intersect.
pub(crate) fn overlap(a: &[Vec2<f64>], b: &[Vec2<f64>], limits: &Limits) -> Option<Region> {
    let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    match (few, many) {
        (&[p], &[q]) => ((p - q).norm() <= limits.slack).then(|| Region::point((p + q) * 0.5)),
        (&[p], &[from, to]) => ((nearest(p, from, to) - p).norm() <= limits.slack).then(|| Region::point(p)),
        (&[p, q], &[r, s]) => segments([p, q], [r, s], limits),
        ([], _) => None,
        _ => clipped(few, many, limits),
    }
}

/// The point of a segment nearest to `p`.
pub(crate) fn nearest(p: Vec2<f64>, from: Vec2<f64>, to: Vec2<f64>) -> Vec2<f64> {
    let along = to - from;
    let squared = along.norm_squared();
    if squared == 0.0 {
        return from;
    }
    from + along * (along.dot(p - from) / squared).clamp(0.0, 1.0)
}

/// The crossing of two segments, or the common part of parallel ones.
fn segments(a: [Vec2<f64>; 2], b: [Vec2<f64>; 2], limits: &Limits) -> Option<Region> {
    let (along_a, along_b) = (a[1] - a[0], b[1] - b[0]);
    let (long_a, long_b) = (along_a.norm(), along_b.norm());
    let cross = along_a.perp_dot(along_b);
    if cross.abs() <= limits.angle * long_a * long_b {
        let ([from, to], short) = if long_a >= long_b { (a, b) } else { (b, a) };
        let axis = (to - from).unit();
        let place = short.each(|p| axis.dot(p - from));
        let low = Real::max(Real::min(place[0], place[1]), 0.0);
        let high = Real::min(Real::max(place[0], place[1]), axis.dot(to - from));
        // Halfway between the two lines.
        let beside = axis.perp().dot((short[0] + short[1]) * 0.5 - from);
        if low - high > limits.slack || beside.abs() > limits.slack + limits.angle * (long_a + long_b) {
            return None;
        }
        let at = |l: f64| from + axis * l + axis.perp() * (beside * 0.5);
        return Some(Region::segment([at(low), at(Real::max(low, high))], limits.thin));
    }
    // a0 + t along_a = b0 + u along_b
    let between = b[0] - a[0];
    let t = (between.perp_dot(along_b) / cross).clamp(0.0, 1.0);
    let u = (between.perp_dot(along_a) / cross).clamp(0.0, 1.0);
    let (p, q) = (a[0] + along_a * t, b[0] + along_b * u);
    ((p - q).norm() <= limits.slack).then(|| Region::point((p + q) * 0.5))
}

/// `loop_` clipped by every side of `face`, in order around; empty if they do not intersect. `loop_` turns like `face`,
/// which turns counter-clockwise; an edge is a loop of two, and its cuts come twice. The result is in both within the
/// slack.
pub(crate) fn clip<const N: usize>(loop_: &[Vec2<f64>], face: &[Vec2<f64>], slack: f64) -> Few<Vec2<f64>, N> {
    // Two lists in turn; swapping them would copy both.
    let (mut one, mut other): (Few<Vec2<f64>, N>, _) = (loop_.iter().copied().collect(), Few::new());
    let (mut turned, mut beyond) = (false, false);
    for (i, &from) in face.iter().enumerate() {
        let side = face[(i + 1) % face.len()] - from;
        let Some(along) = side.normalized() else { continue };
        let inside = |p: Vec2<f64>| along.perp_dot(p - from);
        let (now, next) = if turned { (&mut other, &mut one) } else { (&mut one, &mut other) };
        next.clear();
        let points = now.as_slice();
        let Some(&last) = points.last() else { break };
        let (mut p, mut dp) = (last, inside(last));
        for &q in points {
            let dq = inside(q);
            // A crossing, unless the inner point is itself on the line or within the slack beyond it.
            if (dp > 0.0 && dq < -slack) || (dq > 0.0 && dp < -slack) {
                next.push(p + (q - p) * (dp / (dp - dq)));
            }
            if dq >= -slack {
                next.push(q);
                beyond |= dq < 0.0;
            }
            (p, dp) = (q, dq);
        }
        turned = !turned;
    }
    let mut left = if turned { other } else { one };
    if beyond {
        let mut kept = 0;
        for i in 0..left.len() {
            let p = left[i];
            let on_face = brought_back(p, face, slack);
            if on_face == p || holds(loop_, on_face, slack) {
                left[kept] = on_face;
                kept += 1;
            }
        }
        left.truncate(kept);
    }
    left
}

/// Whether a point is in a loop, or outside by no more than the slack.
fn holds(loop_: &[Vec2<f64>], p: Vec2<f64>, slack: f64) -> bool {
    match *loop_ {
        [q] => (q - p).norm() <= slack,
        [from, to] => (nearest(p, from, to) - p).norm() <= slack,
        _ => (0..loop_.len()).all(|i| {
            let (from, to) = (loop_[i], loop_[(i + 1) % loop_.len()]);
            (to - from).perp_dot(p - from) >= -slack * (to - from).norm()
        }),
    }
}

/// A point that no side of a face cut away, moved back to the face: beyond a sharp corner it is near the lines of both
/// sides, but not near the face.
pub(super) fn brought_back(p: Vec2<f64>, face: &[Vec2<f64>], slack: f64) -> Vec2<f64> {
    let side = |i: usize| (face[i], face[(i + 1) % face.len()]);
    let is_outside = |(from, to): (Vec2<f64>, Vec2<f64>)| (to - from).perp_dot(p - from) < 0.0;
    if !(0..face.len()).map(side).any(is_outside) {
        return p;
    }
    let close = (0..face.len()).map(|i| nearest(p, side(i).0, side(i).1));
    let far = |q: Vec2<f64>| (q - p).norm_squared();
    let best = close.fold(face[0], |best, q| if far(q) < far(best) { q } else { best });
    if far(best) > slack * slack { best } else { p }
}

/// The common part of a loop and a face.
fn clipped(loop_: &[Vec2<f64>], face: &[Vec2<f64>], limits: &Limits) -> Option<Region> {
    let left = clip::<FEW>(loop_, face, limits.slack);
    (!left.is_empty()).then(|| measured(left.as_slice(), limits.thin))
}

/// Centroid and extent of a nonempty convex loop.
fn measured(points: &[Vec2<f64>], thin: f64) -> Region {
    let farthest = |from: Vec2<f64>| {
        points.iter().fold(from, |far, &p| {
            if (p - from).norm_squared() > (far - from).norm_squared() { p } else { far }
        })
    };
    let one = farthest(points[0]);
    let other = farthest(one);
    let line = Region::segment([one, other], thin);
    let Some(along) = (other - one).normalized() else { return line };
    let (low, high) = points.iter().fold((0.0_f64, 0.0_f64), |(low, high), &p| {
        let d = along.perp_dot(p - one);
        (Real::min(low, d), Real::max(high, d))
    });
    // Triangles about the first point: centroid (p + q)/3 from it, weight p × q.
    let (mut area, mut first) = (0.0, Vec2::ZERO);
    for pair in points.windows(2) {
        let (p, q) = (pair[0] - points[0], pair[1] - points[0]);
        let weight = p.perp_dot(q);
        area += weight;
        first += (p + q) * (weight / 3.0);
    }
    if area <= 0.0 || high - low <= thin {
        return line;
    }
    Region { center: points[0] + first * (1.0 / area), extent: Extent::Area }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { slack: 1e-14, thin: 1e-9, angle: 1e-6 };

    fn points<const N: usize>(p: [[f64; 2]; N]) -> [Vec2<f64>; N] {
        p.map(Vec2::from)
    }

    #[test]
    fn squares_edges_and_points_have_the_common_part_known_by_hand() {
        let square = points([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]);
        let moved = points([[1.0, 1.0], [4.0, 1.0], [4.0, 4.0], [1.0, 4.0]]);
        let both = overlap(&square, &moved, &LIMITS).unwrap();
        assert_eq!(both, Region { center: Vec2::new(1.5, 1.5), extent: Extent::Area });
        // Along a side only, at a corner only, not at all.
        let beside = points([[2.0, 1.0], [3.0, 1.0], [3.0, 4.0], [2.0, 4.0]]);
        let side = overlap(&square, &beside, &LIMITS).unwrap();
        assert_eq!(side.center, Vec2::new(2.0, 1.5));
        assert!(matches!(side.extent, Extent::Segment(_)));
        let corner = points([[2.0, 2.0], [3.0, 2.0], [3.0, 4.0], [2.0, 4.0]]);
        assert_eq!(overlap(&square, &corner, &LIMITS).unwrap(), Region::point(Vec2::new(2.0, 2.0)));
        assert_eq!(overlap(&square, &corner.map(|p| p * 1.5), &LIMITS), None);
        // An edge through it, and one that leaves it.
        let edge = points([[-1.0, 1.0], [1.0, 1.0]]);
        assert_eq!(overlap(&square, &edge, &LIMITS).unwrap().center, Vec2::new(0.5, 1.0));
        assert_eq!(overlap(&points([[0.5, 1.0]]), &square, &LIMITS).unwrap().center, Vec2::new(0.5, 1.0));
        assert_eq!(overlap(&points([[0.5, 3.0]]), &square, &LIMITS), None);
        // Beyond a tip so sharp that the lines of both sides pass within the slack: no part of the point is on the face.
        let needle = points([[0.0, 0.0], [1.0, -1e-14], [1.0, 1e-14]]);
        assert_eq!(overlap(&points([[-0.2, 0.0]]), &needle, &LIMITS), None);
        assert_eq!(overlap(&points([[-0.2, 0.0], [-0.1, 0.0]]), &needle, &LIMITS), None);
        let through = overlap(&points([[-0.2, 0.0], [0.5, 0.0]]), &needle, &LIMITS).unwrap();
        assert!((through.center - Vec2::new(0.25, 0.0)).norm() < 1e-13, "{through:?}");
        // Edges: crossing, parallel, end to end, apart.
        let cross = points([[0.0, 0.0], [1.0, 2.0]]);
        assert_eq!(overlap(&edge, &cross, &LIMITS).unwrap(), Region::point(Vec2::new(0.5, 1.0)));
        let parallel = points([[3.0, 1.0], [0.0, 1.0]]);
        assert_eq!(overlap(&edge, &parallel, &LIMITS).unwrap().center, Vec2::new(0.5, 1.0));
        let next = points([[1.0, 1.0], [2.0, 1.0]]);
        assert_eq!(overlap(&edge, &next, &LIMITS).unwrap(), Region::point(Vec2::new(1.0, 1.0)));
        assert_eq!(overlap(&edge, &points([[1.5, 1.0], [2.0, 1.0]]), &LIMITS), None);
    }
}
