//! Closed forms for a point and a point, segment or box: the nearest point is found coordinate by coordinate.
//!
//! **Answers** the signed distance of B = one point and A = a core in its own frame, in the plane and in space. If A is
//! the point, call it in B's frame and use [`Closed::seen_from_a`].
//!
//! A coordinate of the difference to the nearest point is either zero or one subtraction, so its relative error is ε,
//! however near the point is: the direction does not suffer from cancellation.

use super::{Closed, TIE};
use crate::math::{Real, Vector, length_and_unit};

/// Two points: A at the origin, B at `p`. `rounding` is that of the pair. For points that coincide, the normal is the first axis.
#[inline(always)]
pub fn point_point<V: Vector<Scalar = f64>>(p: V, rounding: f64) -> Closed<V> {
    apart(V::ZERO, p, rounding)
}

/// A segment and a point: A lies on the last axis, from −`half` to `half`; B is the point `p`. On the segment the
/// normal is the first axis, which is perpendicular to it.
#[inline(always)]
pub fn point_segment<V: Vector<Scalar = f64>>(half: f64, p: V, rounding: f64) -> Closed<V> {
    let last = V::DIM - 1;
    let point_a = V::axis(last) * Real::min(Real::max(p.get(last), -half), half);
    apart(point_a, p, rounding)
}

/// A box and a point: A is about the origin, in the plane a rectangle, with these half extents, which may be zero; B is
/// the point `p`. Inside, the value is minus the shortest way out; of equal ones that along the first axis, and of
/// opposite ones the positive one. `rounding` is that of the pair; depths that differ by less are equal.
#[inline(always)]
pub fn point_cuboid<V: Vector<Scalar = f64>>(half: V, p: V, rounding: f64) -> Closed<V> {
    let point_a = p.zip(half, |c, h| Real::min(Real::max(c, -h), h));
    if point_a != p {
        return apart(point_a, p, rounding);
    }
    // g(±eᵢ) = |pᵢ| − hᵢ
    let tie = TIE * rounding;
    let g = p.zip(half, |c, h| Real::abs(c) - h);
    let (mut best, mut value) = (0, g.get(0));
    for i in 1..V::DIM {
        if g.get(i) > value + tie {
            (best, value) = (i, g.get(i));
        }
    }
    let ambiguous = (0..V::DIM).any(|i| i != best && g.get(i) >= value - tie);
    let axis = V::axis(best);
    let side = p.get(best);
    let normal = if side < 0.0 { -axis } else { axis };
    Closed {
        value,
        normal,
        point_a: p - normal * value,
        point_b: p,
        ambiguous: ambiguous || Real::abs(side) <= tie,
    }
}

/// [`point_cuboid`] without the depth: for a point inside, the value is 0, both witness points are that point, and the
/// normal is the direction from the center to it.
#[inline(always)]
fn distance_to_cuboid<V: Vector<Scalar = f64>>(half: V, p: V, rounding: f64) -> Closed<V> {
    let point_a = p.zip(half, |c, h| Real::min(Real::max(c, -h), h));
    let difference = p - point_a;
    // The squared number needs only one comparison, which the processor need not predict.
    let inside = difference.norm_squared() == 0.0;
    let (length, normal) = length_and_unit(if inside { p } else { difference });
    let value = if inside { 0.0 } else { length };
    Closed { value, normal, point_a, point_b: p, ambiguous: value <= rounding }
}

/// [`point_cuboid`], or without the depth [`distance_to_cuboid`].
#[inline(always)]
pub(super) fn point_box<const DEPTH: bool, V: Vector<Scalar = f64>>(
    half: V,
    p: V,
    rounding: f64,
) -> Closed<V> {
    if DEPTH { point_cuboid(half, p, rounding) } else { distance_to_cuboid(half, p, rounding) }
}

/// Whether the point `p` is within `limit` of a box about the origin with these half extents, which may be zero: a
/// segment is such a box, and so is a point. Squares are compared, which lose 3 ε of a length: all lengths are those of
/// a pair, from its rounding up to about 2.
#[inline(always)]
pub(super) fn is_near_cuboid<V: Vector<Scalar = f64>>(half: V, p: V, limit: f64) -> bool {
    let beyond = p.zip(half, |c, h| Real::max(Real::abs(c) - h, 0.0));
    beyond.norm_squared() <= limit * limit
}

/// The answer if `point_a` is the point of A nearest to B = `p`.
#[inline(always)]
fn apart<V: Vector<Scalar = f64>>(point_a: V, p: V, rounding: f64) -> Closed<V> {
    let difference = p - point_a;
    let (value, normal) = length_and_unit(difference);
    Closed { value, normal, point_a, point_b: p, ambiguous: value <= rounding }
}
