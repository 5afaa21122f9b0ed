//! Contact of two lines that are parallel except for a small angle.
//!
//! Their projections cross at one point, and that point runs from end to end as the angle passes through zero. But
//! lines within the angle of the limits cannot be distinguished from parallel ones; and beside its highest line a
//! cylinder or capsule of radius ρ is lower by no more than e²/2ρ, so that two such bodies touch, or nearly so, along
//! all of their common length. As long as e is small compared with ρ, the ends of that length are points of the
//! manifold, each at the true height beside its line (see [`Side::height`]).
//!
//! | symbol | meaning |
//! |---|---|
//! | l | along A's line |
//! | e(l) | offset of B's line beside it: e₀ + k l |
//! | ρa, ρb | radii; 0 for a sharp edge |
//!
//! The gap beside the lines is eₐ²/2ρa + e_b²/2ρb with eₐ + e_b = e: smallest at eₐ = e ρa/(ρa + ρb).

use super::side::Side;
use crate::feature::region::Limits;
use crate::math::{Each, Real, Vec2};

/// Lines are followed while their offset is at most this fraction of the radii: the surface is lower by 1/32 of it
/// there. With a larger value, points would be where the bodies are clearly apart; with a smaller one, the common part
/// would be shorter.
const BESIDE: f64 = 0.25;

/// A line on a cylinder that misses a face by at most this fraction of the radius is moved to it: the normal of curved
/// shapes is known only to the square root of the error, at most 10⁻⁵ in `f64` and 10⁻² in `f32`. The surface is lower
/// by 2⁻¹³ of the radius there.
const ASIDE: f64 = 1.0 / 64.0;

/// A line on a cylinder beside a face, moved to the face's edge, against which the cylinder leans there. `None` if it
/// is not beside it, or too far.
pub(super) fn aside(line: &Side, face: &[Vec2<f64>]) -> Option<[Vec2<f64>; 2]> {
    let &[p, q] = line.corners() else { return None };
    let across = (q - p).normalized()?.perp();
    let (low, high) = face.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &c| {
        let e = across.dot(c - p);
        (Real::min(low, e), Real::max(high, e))
    });
    let e = if low > 0.0 { low } else { Real::min(high, 0.0) };
    (line.is_tube() && e != 0.0 && e.abs() <= ASIDE * line.curve).then(|| [p + across * e, q + across * e])
}

/// The ends of the common part; `None` if the lines cross at an angle larger than `tilt`, if those of sharp or rounded
/// edges cross at one larger than that of the limits, or if they are too far apart.
pub(super) fn beside(a: &Side, b: &Side, tilt: f64, limits: &Limits) -> Option<[Vec2<f64>; 2]> {
    let (&[p, q], &[r, s]) = (a.corners(), b.corners()) else { return None };
    let (along, length) = ((q - p).normalized()?, (q - p).norm());
    let (other, other_length) = ((s - r).normalized()?, (s - r).norm());
    let sine = along.perp_dot(other).abs();
    let tube = |side: &Side| if side.is_tube() { side.curve } else { 0.0 };
    let tubes = tube(a) + tube(b);
    let mut widest = if sine <= tilt { BESIDE * tubes } else { 0.0 };
    if sine <= limits.angle {
        widest = Real::max(limits.slack + limits.angle * (length + other_length), widest);
    }
    if widest == 0.0 {
        return None;
    }
    // e(l) = e₀ + k l
    let [from, to] = [r, s].each(|c| along.dot(c - p));
    let [e_from, e_to] = [r, s].each(|c| along.perp_dot(c - p));
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
    // A sharp edge has nothing beside it, so the round one yields; two sharp ones meet halfway.
    let round = |side: &Side| if tubes > 0.0 { tube(side) } else { side.ball };
    let both = round(a) + round(b);
    let share = if both > 0.0 { round(a) / both } else { 0.5 };
    let at = |l: f64| p + along * l + along.perp() * ((e0 + k * l) * share);
    Some([at(low), at(Real::max(low, high))])
}
