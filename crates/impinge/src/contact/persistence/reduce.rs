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

/// A corner of the outline and its loss.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link<T> {
    point: usize,
    loss: T,
}

/// Clears `kept` of the points to leave out, and returns how many those are. `ring` is scratch.
pub(super) fn reduce<V: Vector>(
    points: &[ManifoldPoint<V>],
    incoming: &mut [Incoming<V>],
    ring: &mut Vec<Link<V::Scalar>>,
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
    ring.extend((0..points.len()).map(|point| Link { point, loss: V::Scalar::ZERO }));
    for k in 0..ring.len() {
        ring[k].loss = loss(points, incoming, ring, k, settings.deeper);
    }
    while ring.len() > limit {
        // The first of those with the least loss, but for the deepest.
        let mut least: Option<usize> = None;
        for (k, link) in ring.iter().enumerate() {
            if link.point != deepest && least.is_none_or(|l| link.loss < ring[l].loss) {
                least = Some(k);
            }
        }
        // There is one: the limit is not below 1, so two are left at least.
        let Some(k) = least else { break };
        incoming[ring.remove(k).point].kept = false;
        for k in [k % ring.len(), (k + ring.len() - 1) % ring.len()] {
            ring[k].loss = loss(points, incoming, ring, k, settings.deeper);
        }
    }
    points.len() - ring.len()
}

/// How much shorter the outline is without corner `k`, and more for one that is known.
fn loss<V: Vector>(
    points: &[ManifoldPoint<V>],
    incoming: &[Incoming<V>],
    ring: &[Link<V::Scalar>],
    k: usize,
    deeper: V::Scalar,
) -> V::Scalar {
    let at = |k: usize| points[ring[k % ring.len()].point].point();
    let (p, q, r) = (at(k + ring.len() - 1), at(k), at(k + 1));
    let mut loss = (q - p).norm() + (r - q).norm() - (r - p).norm();
    if incoming[ring[k].point].known.is_some() {
        loss = loss * V::Scalar::of(KEEP) + deeper;
    }
    // A loss that is not a number is less than all: such a point helps nobody.
    if loss >= V::Scalar::ZERO { loss } else { -V::Scalar::ONE }
}
