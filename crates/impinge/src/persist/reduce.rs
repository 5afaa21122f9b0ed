//! Contact reduction with hysteresis: keeps the points of the last step if they are as good.
//!
//! The points are in order around a polygon. The one whose removal shortens the outline least is dropped, repeatedly,
//! until few enough are left; the deepest is kept. Corners that hardly stand out go first; the ends of a segment and
//! the corners that span the area are kept.
//!
//! The loss of a corner q between p and r is |pq| + |qr| − |pr|.
//!
//! **Hysteresis.** This is done twice: once for all points alike, and once so that contacts of the last step are
//! dropped after all others. The second choice is used unless the outline of the first is [`BETTER`] times as long. And
//! a contact of the last step is as good as a point deeper by [`Persistence::deeper`]. So the points stay the same
//! until others are clearly better, and rounding cannot make them flicker.

use alloc::vec::Vec;

use super::{Incoming, MAX_CONTACTS, ManifoldPoint, Persistence};
use crate::math::{Real, Vector};

/// New points are used if their outline is this many times as long. With a value nearer to 1, the points of a slowly
/// turning rim would change; with √2 and more, two points would stay where four could be.
const BETTER: f64 = 1.25;

/// A corner of the outline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link<T> {
    point: usize,
    /// Rank: dropped before all of a higher rank.
    rank: u8,
    loss: T,
}

/// Clears `kept` for the points to drop, and returns their number. `ring` is scratch.
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
    let known = |i: usize| incoming[i].known.is_some();
    let deepness = |i: usize| {
        let deeper = if known(i) { settings.deeper } else { V::Scalar::ZERO };
        points[i].signed_distance - deeper
    };
    let deepest = (1..points.len()).fold(0, |best, i| if deepness(i) < deepness(best) { i } else { best });

    let fresh = leave_out(points, ring, limit, |i| if i == deepest { 2 } else { 0 });
    // If none is known, all ranks are the same as before.
    if (0..points.len()).any(known) {
        let rank = |i: usize| if i == deepest { 2 } else { u8::from(known(i)) };
        let lasting = leave_out(points, ring, limit, rank);
        if fresh > lasting * V::Scalar::of(BETTER) {
            leave_out(points, ring, limit, |i| if i == deepest { 2 } else { 0 });
        }
    }
    incoming.iter_mut().for_each(|p| p.kept = false);
    for link in ring.iter() {
        incoming[link.point].kept = true;
    }
    points.len() - ring.len()
}

/// Leaves `limit` points in `ring`, and returns the length of their outline.
fn leave_out<V: Vector>(
    points: &[ManifoldPoint<V>],
    ring: &mut Vec<Link<V::Scalar>>,
    limit: usize,
    rank: impl Fn(usize) -> u8,
) -> V::Scalar {
    ring.clear();
    ring.extend((0..points.len()).map(|i| Link { point: i, rank: rank(i), loss: V::Scalar::ZERO }));
    for k in 0..ring.len() {
        ring[k].loss = loss(points, ring, k);
    }
    while ring.len() > limit {
        let mut least = 0;
        for (k, link) in ring.iter().enumerate() {
            let than = &ring[least];
            if link.rank < than.rank || (link.rank == than.rank && link.loss < than.loss) {
                least = k;
            }
        }
        ring.remove(least);
        for k in [least, least + ring.len() - 1] {
            let k = k % ring.len();
            ring[k].loss = loss(points, ring, k);
        }
    }
    let at = |k: usize| points[ring[k % ring.len()].point].point();
    (0..ring.len()).fold(V::Scalar::ZERO, |sum, k| sum + (at(k + 1) - at(k)).norm())
}

/// Decrease of the outline's length without corner `k`.
fn loss<V: Vector>(points: &[ManifoldPoint<V>], ring: &[Link<V::Scalar>], k: usize) -> V::Scalar {
    let at = |k: usize| points[ring[k % ring.len()].point].point();
    let (p, q, r) = (at(k + ring.len() - 1), at(k), at(k + 1));
    let loss = (q - p).norm() + (r - q).norm() - (r - p).norm();
    // A NaN loss is less than all others: such a point is useless.
    if loss >= V::Scalar::ZERO { loss } else { -V::Scalar::ONE }
}
