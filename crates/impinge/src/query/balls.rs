//! Far apart at a glance: a ball about each body.
//!
//! Of bodies whose balls are apart the verdict needs no pose of one as seen from the other, only where both stand. That
//! is most pairs of a scene whose boxes meet, or of a list that no broad phase has thinned.
//!
//! **Guarantee.** The balls hold the bodies, and are apart by more than all that rounding may be off, [`CLEAR`]; so no
//! other way to the verdict finds otherwise.
//!
//! **Cost.** About 3 ns, in place of 20 for the pose and a support call.

use super::QuerySpace;
use crate::pair::ROUNDING_ULPS;
use crate::shape::{CoreShape, Parts};

/// The centers must be this part farther apart than the radii reach. It has to cover what counts as touching,
/// [`ROUNDING_ULPS`] ε × size of the pair, the size being less than 6 times the distance of the centers of balls that are
/// apart, and the few roundings of radii and squares.
const CLEAR: f64 = 1.0 / (1_u64 << 40) as f64;

const _: () = assert!(CLEAR > 2.0 * (6.0 * ROUNDING_ULPS + 16.0) * f64::EPSILON);

/// Squares of less have lost digits below the least normal number: radii that vanish so are less than this × 2^-60.
/// 2^-900, as a number.
const LEAST_SQUARED: f64 = f64::from_bits((1023 - 900) << 52);

/// Whether two bodies are farther apart than `margin`, as balls about them show; false where these do not say.
#[inline(always)]
pub(super) fn far_apart<'a, V: QuerySpace>(a: &Parts<'a, V>, b: &Parts<'a, V>, margin: f64) -> bool {
    // Against boxes, segments and points a ball has a closed form that is as short, and its pose is not needed there either.
    if (a.ball && b.core.is_polytope()) || (b.ball && a.core.is_polytope()) {
        return false;
    }
    let away = b.pose.translation() - a.pose.translation();
    let squared = away.norm_squared();
    let unsure = a.lost + b.lost + a.core.choice_error() + b.core.choice_error();
    let radii = a.core.around() + b.core.around() + a.radius + b.radius + (unsure + unsure + margin);
    let reach = radii * (1.0 + CLEAR);
    // False too where a square is not a number or too large to be one.
    squared > reach * reach && squared > LEAST_SQUARED
}
