//! Distance of two triangles.
//!
//! # Method
//! Nearest points of two triangles are on a side of each, or a corner of one and the inside of the other, unless they meet. Pairs of
//! sides are tried in turn (Larsen, Gottschalk, Lin and Manocha 1999), and the first whose nearest points are proven ends the search:
//! both triangles lie on their own sides of the slab between them. The slab of any other pair bounds the distance from below, so most
//! triangles that are too far apart are rejected by the first pair of sides.
//!
//! # Guarantees
//! The answer is proven by the slab, within rounding. If no slab proves it, as with sides that are nearly parallel, the
//! answer is [`Between::Unsure`], and the front door for convex shapes decides.
//!
//! # Cost
//! One pair of sides, some 30 ns, for triangles that are too far apart; at most nine pairs and two projections.

use crate::math::{Each, Vec3};
use crate::mesh::{nearest_of, normal_of};

type P = Vec3<f64>;

/// Result for two triangles.
#[derive(Clone, Copy, Debug)]
pub(super) enum Between {
    /// Farther apart than the limit.
    Beyond,
    /// These points, the first on the first triangle, are nearest to one another, within rounding.
    Points([P; 2]),
    /// Not proven by any slab.
    Unsure,
}

/// The nearest points of two triangles that are no more than `limit` apart. `rounding` bounds the error of a scalar product of
/// a corner with a unit vector. `along` is a unit vector, or zero, along which a gap is tested first: that of the best points so far.
pub(super) fn between(s: &[P; 3], t: &[P; 3], limit: f64, rounding: f64, along: P) -> Between {
    let far = limit + 2.0 * rounding;
    let [s0, s1, s2] = s.each(|p| along.dot(p));
    let [t0, t1, t2] = t.each(|p| along.dot(p));
    if t0.min(t1).min(t2) - s0.max(s1).max(s2) > far {
        return Between::Beyond;
    }
    let far_squared = far * far;
    let mut least = f64::INFINITY;
    let mut best = [s[0], t[0]];
    for i in 0..3 {
        let (p, u) = (s[i], s[(i + 1) % 3] - s[i]);
        for j in 0..3 {
            let (q, v) = (t[j], t[(j + 1) % 3] - t[j]);
            let [a, b] = nearest_of_sides(p, u, q, v);
            let way = b - a;
            let squared = way.norm_squared();
            if squared > least {
                continue;
            }
            (least, best) = (squared, [a, b]);
            // How far the third corners are inside the slab.
            let in_s = way.dot(s[(i + 2) % 3] - a);
            let in_t = way.dot(t[(j + 2) % 3] - b);
            let gap = squared - in_s.max(0.0) + in_t.min(0.0);
            if gap > 0.0 && gap * gap > far_squared * squared {
                return Between::Beyond;
            }
            if in_s <= 0.0 && in_t >= 0.0 {
                return proven(s, t, [a, b], rounding);
            }
        }
    }
    if let Some([b, a]) = above(t, s) {
        return proven(s, t, [a, b], rounding);
    }
    if let Some([a, b]) = above(s, t) {
        return proven(s, t, [a, b], rounding);
    }
    if let Some(common) = common(s, t, rounding) {
        return Between::Points(common);
    }
    proven(s, t, best, rounding)
}

/// The points, if the slab between them separates the triangles.
fn proven(s: &[P; 3], t: &[P; 3], [a, b]: [P; 2], rounding: f64) -> Between {
    let way = b - a;
    let distance = way.norm();
    if distance <= rounding {
        return Between::Points([a, b]);
    }
    let normal = way * (1.0 / distance);
    let [s0, s1, s2] = s.each(|p| normal.dot(p - a));
    let [t0, t1, t2] = t.each(|p| normal.dot(p - a));
    let lower = t0.min(t1).min(t2) - s0.max(s1).max(s2);
    // If it exceeds the distance, a point is beside its triangle.
    if (lower - distance).abs() <= rounding { Between::Points([a, b]) } else { Between::Unsure }
}

/// The nearest points of two segments, from `p` along `u` and from `q` along `v`: one is exactly nearest to the other, and the other
/// nearly to the first.
#[inline]
fn nearest_of_sides(p: P, u: P, q: P, v: P) -> [P; 2] {
    let between = q - p;
    let (uu, vv, uv) = (u.norm_squared(), v.norm_squared(), u.dot(v));
    let (ub, vb) = (u.dot(between), v.dot(between));
    let part = |x: f64| if x > 0.0 { x.min(1.0) } else { 0.0 };
    // If the segments are parallel, or have no length, the quotient is NaN, and counts as 0.
    let mut x = part((ub * vv - vb * uv) / (uu * vv - uv * uv));
    let y = part((x * uv - vb) / vv);
    x = part((y * uv + ub) / uu);
    // From the nearer end, so that an end is reached exactly.
    let on = |p: P, u: P, x: f64| if x <= 0.5 { p + u * x } else { (p + u) - u * (1.0 - x) };
    [on(p, u, x), on(q, v, y)]
}

/// The corner of `t` nearest to the plane of `s`, if all of `t` is on one side and that corner is above the inside of `s`:
/// the point below it, and the corner.
fn above(s: &[P; 3], t: &[P; 3]) -> Option<[P; 2]> {
    let (normal, _) = normal_of(*s);
    let heights = t.each(|p| normal.dot(p - s[0]));
    let corner = if heights.iter().all(|&h| h > 0.0) {
        (0..3).fold(0, |least, k| if heights[k] < heights[least] { k } else { least })
    } else if heights.iter().all(|&h| h < 0.0) {
        (0..3).fold(0, |most, k| if heights[k] > heights[most] { k } else { most })
    } else {
        return None;
    };
    let p = t[corner];
    let inner = |k: usize| normal.cross(s[(k + 1) % 3] - s[k]).dot(p - s[k]) >= 0.0;
    (inner(0) && inner(1) && inner(2)).then(|| [nearest_of(*s, p), p])
}

/// A common point, as one of each triangle equal within rounding: where a side passes through the other triangle.
fn common(s: &[P; 3], t: &[P; 3], rounding: f64) -> Option<[P; 2]> {
    side_through(s, t, rounding).or_else(|| side_through(t, s, rounding).map(|[b, a]| [a, b]))
}

/// The crossing of a side of `s` with `t`: the point on the side and the one on `t`.
fn side_through(s: &[P; 3], t: &[P; 3], rounding: f64) -> Option<[P; 2]> {
    let normal = (t[1] - t[0]).cross(t[2] - t[0]).normalized()?;
    let heights = s.each(|p| normal.dot(p - t[0]));
    (0..3).find_map(|k| {
        let (from, to) = (heights[k], heights[(k + 1) % 3]);
        if (from > 0.0 && to > 0.0) || (from < 0.0 && to < 0.0) {
            return None;
        }
        let fall = from - to;
        let part = if fall == 0.0 { 0.0 } else { (from / fall).clamp(0.0, 1.0) };
        let p = s[k] + (s[(k + 1) % 3] - s[k]) * part;
        let q = nearest_of(*t, p);
        ((q - p).norm() <= rounding).then_some([p, q])
    })
}
