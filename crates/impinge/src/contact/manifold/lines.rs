//! Two lines that are parallel but for a small angle.
//!
//! Their shadows cross in one point, and that point runs from end to end as the angle passes through zero. But lines within
//! the angle of the limits are parallel as far as anyone can tell; and beside its highest line a cylinder or capsule of
//! radius ρ is lower by no more than e²/2ρ, so that two such bodies touch, or nearly so, along all of their common
//! length. As long as e is small against ρ, the ends of that length are points of the manifold, each at the true
//! height beside its line (see [`Side::height`]).
//!
//! | symbol | meaning |
//! |---|---|
//! | l | along A's line |
//! | e(l) | how far beside it B's line is: e₀ + k l |
//! | ρa, ρb | radii; 0 for a sharp edge |
//!
//! The gap beside the lines is eₐ²/2ρa + e_b²/2ρb with eₐ + e_b = e: least where eₐ = e ρa/(ρa + ρb).

use super::super::region::Limits;
use super::side::Side;
use crate::math::{Real, Vec2, Vector};

/// Lines are followed while they are beside one another by this share of the radii at most: the surface is lower by 1/32 of
/// it there. More, and points would be where the bodies are clearly apart; less, and the common part is shorter.
const BESIDE: f64 = 0.25;

/// The ends of the common part; `None` where the lines cross at a larger angle than `tilt`, those of sharp or rounded edges
/// at a larger one than that of the limits, or are too far from one another.
pub(super) fn beside(a: &Side, b: &Side, tilt: f64, limits: &Limits) -> Option<[Vec2<f64>; 2]> {
    let (&[p, q], &[r, s]) = (a.corners(), b.corners()) else { return None };
    let (along, length) = ((q - p).normalized()?, (q - p).norm());
    let (other, other_length) = ((s - r).normalized()?, (s - r).norm());
    let sine = along.perp_dot(other).abs();
    let tube = |side: &Side| if side.is_tube() { side.curve } else { 0.0 };
    let widest = if sine <= limits.angle {
        limits.slack + limits.angle * (length + other_length)
    } else if sine <= tilt {
        BESIDE * (tube(a) + tube(b))
    } else {
        0.0
    };
    if widest == 0.0 {
        return None;
    }
    // e(l) = e₀ + k l
    let [from, to] = [r, s].map(|c| along.dot(c - p));
    let [e_from, e_to] = [r, s].map(|c| along.perp_dot(c - p));
    let k = (e_to - e_from) / (to - from);
    let e0 = e_from - k * from;
    let mut low = Real::max(Real::min(from, to), 0.0);
    let mut high = Real::min(Real::max(from, to), length);
    // −widest <= e(l) <= widest
    if k != 0.0 {
        let ends = [(-widest - e0) / k, (widest - e0) / k];
        low = Real::max(Real::min(ends[0], ends[1]), low);
        high = Real::min(Real::max(ends[0], ends[1]), high);
    } else if e0.abs() > widest {
        return None;
    }
    if low > high + limits.slack {
        return None;
    }
    // A sharp edge has nothing beside it, so the round one gives way; two sharp ones meet halfway.
    let round =
        |side: &Side| if sine <= limits.angle { Real::max(tube(side), side.ball) } else { tube(side) };
    let both = round(a) + round(b);
    let share = if both > 0.0 { round(a) / both } else { 0.5 };
    let at = |l: f64| p + along * l + along.perp() * ((e0 + k * l) * share);
    Some([at(low), at(Real::max(low, high))])
}
