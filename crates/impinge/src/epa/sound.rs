//! The remaining result of a depth run if the obstacle returned NaN or infinity.

use crate::math::{Real, Vector};
use crate::observe::Interval;
use crate::pair::Guard;

/// The depth, or no bounds at all if the obstacle returned NaN or infinity: nothing is known then.
#[inline]
pub(super) fn sound<V: Vector, O>(depth: Interval<V>, obstacle: &Guard<'_, O>) -> Interval<V> {
    let is_sound = depth.upper.is_finite() && depth.point_a.is_finite() && depth.point_b.is_finite();
    if is_sound { depth.unless_broken(obstacle, V::Scalar::ZERO) } else { depth.unknown(V::Scalar::ZERO) }
}
