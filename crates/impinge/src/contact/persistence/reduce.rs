//! Few points out of many, the same ones as in the last step where that is as good.
//!
//! Points stand in order around a polygon. The one whose loss shortens the outline least is left out, again and again,
//! until few enough are left. Corners that hardly stand out go first; the ends of a segment and the corners that span the
//! area stay.
//!
//! The loss of a corner q between p and r is |pq| + |qr| − |pr|.
//!
//! **Hysteresis.** The loss of a contact that was kept in the last step counts [`KEEP`] times, plus the length
//! [`Persistence::deeper`]; and it is as good as one deeper by that length. So a set of points stays until another is
//! clearly better, and rounding cannot make it flicker.

use alloc::vec::Vec;

use super::{Incoming, MAX_CONTACTS, ManifoldPoint, Persistence};
use crate::math::{Real, Vector};

/// The loss of a known point counts so many times. Nearer to 1, and points of a slowly turning rim swap; more, and a set of
/// points that has become a bad one stays.
const KEEP: f64 = 1.5;

/// Clears `kept` of the points to leave out, and returns how many those are.
pub(super) fn reduce<V: Vector>(
    points: &[ManifoldPoint<V>],
    incoming: &mut [Incoming<V>],
    ring: &mut Vec<usize>,
    settings: &Persistence<V::Scalar>,
) -> usize {
    let limit = settings.limit.clamp(1, MAX_CONTACTS);
    if points.len() <= limit {
        return 0;
    }
    let deeper = |i: usize| if incoming[i].known.is_some() { settings.deeper } else { V::Scalar::ZERO };
    let mut deepest = 0;
    for (i, p) in points.iter().enumerate() {
        if p.signed_distance - deeper(i) < points[deepest].signed_distance - deeper(deepest) {
            deepest = i;
        }
    }
    ring.clear();
    ring.extend(0..points.len());
    while ring.len() > limit {
        let mut least: Option<(V::Scalar, usize)> = None;
        for (k, &i) in ring.iter().enumerate() {
            if i == deepest {
                continue;
            }
            let around = |step: usize| points[ring[(k + step) % ring.len()]].point();
            let (p, q, r) = (around(ring.len() - 1), around(0), around(1));
            let mut loss = (q - p).norm() + (r - q).norm() - (r - p).norm();
            if incoming[i].known.is_some() {
                loss = loss * V::Scalar::of(KEEP) + settings.deeper;
            }
            // A loss that is not a number is less than all: such a point helps nobody.
            if !(loss >= V::Scalar::ZERO) {
                loss = -V::Scalar::ONE;
            }
            if least.is_none_or(|(smallest, _)| loss < smallest) {
                least = Some((loss, k));
            }
        }
        // With one point left there is none but the deepest.
        let Some((_, k)) = least else { break };
        incoming[ring.remove(k)].kept = false;
    }
    points.len() - ring.len()
}
