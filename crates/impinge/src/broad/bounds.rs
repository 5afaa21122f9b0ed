//! Box arithmetic shared by all structures. Each function is monotone in the box, rounding included: whatever holds for
//! a box inside another one also holds for the outer one. So a whole subtree may be skipped when its box fails, and all
//! structures agree to the bit.

use crate::math::{Aabb, Real, Vector};

/// Whether two boxes are within the margin along every axis: `a.min <= b.max + margin` and `b.min <= a.max + margin`.
#[inline]
pub fn near<V: Vector>(a: &Aabb<V>, b: &Aabb<V>, margin: V::Scalar) -> bool {
    let mut yes = true;
    for axis in 0..V::DIM {
        // Branchless: which of the six fails is unpredictable.
        yes &= (a.min.get(axis) <= b.max.get(axis) + margin) & (b.min.get(axis) <= a.max.get(axis) + margin);
    }
    yes
}

/// Distance between two boxes, 0 if they overlap.
#[inline]
pub fn gap<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> V::Scalar {
    // min is never +∞ and max never −∞, so no difference is NaN.
    (a.min - b.max).max(b.min - a.max).max(V::ZERO).norm()
}

/// Parameter at which a ray enters a box: the smallest t in [0, `max_t`] with `origin + t direction` in the box. `None`
/// if the ray misses it, if a number of the ray is NaN, or if t is beyond the largest number.
///
/// No box that the ray hits is missed: each of the six parameters is rounded twice, so its relative error is below ε,
/// and the box counts as hit if it is left at most 4 ε (relative) before it is entered.
#[inline]
pub fn ray_enters<V: Vector>(aabb: &Aabb<V>, origin: V, direction: V, max_t: V::Scalar) -> Option<V::Scalar> {
    let mut span = (V::Scalar::ZERO, max_t);
    for axis in 0..V::DIM {
        let walls = (aabb.min.get(axis), aabb.max.get(axis));
        span = ray_between(walls, origin.get(axis), direction.get(axis), span)?;
    }
    (span.0 <= span.1 && span.0.is_finite()).then_some(span.0)
}

/// The parameter interval `(enter, leave)` of a ray in which one coordinate is between two walls; `None` if there is
/// none. It may end before it begins: the caller must test that.
#[inline]
pub(super) fn ray_between<T: Real>(
    (low, high): (T, T),
    from: T,
    along: T,
    (enter, leave): (T, T),
) -> Option<(T, T)> {
    if along == T::ZERO {
        return (low <= from && from <= high).then_some((enter, leave));
    }
    // t = (wall - from) / along, for the near and the far wall.
    let (near, far) = if along > T::ZERO { (low, high) } else { (high, low) };
    let t = (far - from) / along;
    // Written so that a NaN does not count as "no limit".
    if t >= T::ZERO {
        let slack = T::of(4.0) * T::EPSILON * t;
        Some((((near - from) / along).max(enter), (t + slack).min(leave)))
    } else {
        None
    }
}

/// Sum of the sides: the cost of a node. Surface areas, which ray tracers use, overflow for large boxes, and the chance
/// that a box query of some size overlaps a box is proportional to something between its sides and its volume.
#[inline]
pub(super) fn sides<V: Vector>(aabb: &Aabb<V>) -> V::Scalar {
    (0..V::DIM).fold(V::Scalar::ZERO, |sum, axis| sum + (aabb.max.get(axis) - aabb.min.get(axis)))
}

/// Whether `inner` lies in `outer`.
#[inline]
pub(super) fn holds<V: Vector>(outer: &Aabb<V>, inner: &Aabb<V>) -> bool {
    let mut yes = true;
    for axis in 0..V::DIM {
        yes &= (outer.min.get(axis) <= inner.min.get(axis)) & (inner.max.get(axis) <= outer.max.get(axis));
    }
    yes
}

/// The empty box: the neutral element of a union.
pub(super) fn nothing<V: Vector>() -> Aabb<V> {
    Aabb { min: V::splat(V::Scalar::INFINITY), max: V::splat(-V::Scalar::INFINITY) }
}

/// The coordinate by which a box is sorted: its middle along an axis, always finite. A box that is infinite on both
/// sides counts as at 0, on one side as at the largest power of two.
#[inline]
pub(super) fn middle<V: Vector>(aabb: &Aabb<V>, axis: usize) -> V::Scalar {
    let most = V::Scalar::power_of_two(V::Scalar::MAX_EXPONENT);
    let clamp = |x: V::Scalar| x.max(-most).min(most);
    clamp(aabb.min.get(axis)) * V::Scalar::HALF + clamp(aabb.max.get(axis)) * V::Scalar::HALF
}

/// Components as an array, for SIMD loops; those beyond the dimension are 0.
#[inline]
pub(super) fn components<V: Vector>(v: V) -> [V::Scalar; 3] {
    let mut out = [V::Scalar::ZERO; 3];
    for (axis, component) in out.iter_mut().enumerate().take(V::DIM) {
        *component = v.get(axis);
    }
    out
}

/// The vector with the first components of an array.
#[inline(always)]
pub(super) fn vector<V: Vector>(components: [V::Scalar; 3]) -> V {
    let mut axis = 0;
    V::ZERO.map(|_| {
        axis += 1;
        components[(axis - 1) % 3]
    })
}
