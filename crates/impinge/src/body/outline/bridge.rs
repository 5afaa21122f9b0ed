//! Rings with holes merged into one ring: a bridge is cut from each hole to the ring around it (Eberly 2002, "Triangulation by ear
//! clipping").
//!
//! Holes are processed from right to left by their rightmost points. From that point some point of the ring, which already contains all
//! holes farther right, is visible, since the ray along +x hits the ring first. Among the visible points the nearest is used.
//! Visibility is decided by exact signs. Cost: O(n²) for a hole in the worst case, usually O(n).

use alloc::vec::Vec;

use super::region::is_between;
use crate::math::determinants::turn;
use crate::math::{Each, Vec2};

type P = Vec2<f64>;

/// One ring of point numbers around everything that `outer`, counter-clockwise, encloses except the `holes` in it, clockwise. No two
/// rings may meet. `None` if no point is visible from a hole, which does not occur.
pub(super) fn bridge(outer: Vec<u32>, mut holes: Vec<Vec<u32>>, at: &impl Fn(u32) -> P) -> Option<Vec<u32>> {
    for hole in &mut holes {
        let rightmost = (0..hole.len()).fold(0, |best, k| {
            let key = |k: usize| (at(hole[k]).x, at(hole[k]).y);
            if key(k) > key(best) { k } else { best }
        });
        hole.rotate_left(rightmost);
    }
    holes.sort_by(|a, b| at(b[0]).x.total_cmp(&at(a[0]).x).then(a[0].cmp(&b[0])));
    let mut ring = outer;
    for k in 0..holes.len() {
        let from = at(holes[k][0]);
        let mut places: Vec<usize> = (0..ring.len()).collect();
        let far = |&place: &usize| (at(ring[place]) - from).norm_squared();
        places.sort_by(|a, b| far(a).total_cmp(&far(b)).then(a.cmp(b)));
        let others = &holes[k..];
        let place = places.into_iter().find(|&place| {
            opens(&ring, place, from, at)
                && sees(&ring, from, at(ring[place]), at)
                && others.iter().all(|hole| sees(hole, from, at(ring[place]), at))
        })?;
        let way = holes[k].iter().copied().chain([holes[k][0], ring[place]]).collect::<Vec<u32>>();
        ring.splice(place + 1..place + 1, way);
    }
    Some(ring)
}

/// Whether a point is visible into the inside of a ring from one of its corners: in the wedge between its sides (O'Rourke 1998, "in
/// cone").
fn opens(ring: &[u32], place: usize, p: P, at: &impl Fn(u32) -> P) -> bool {
    let before = at(ring[(place + ring.len() - 1) % ring.len()]);
    let (corner, after) = (at(ring[place]), at(ring[(place + 1) % ring.len()]));
    if turn(before, corner, after) >= 0.0 {
        turn(corner, p, before) > 0.0 && turn(p, corner, after) > 0.0
    } else {
        !(turn(corner, p, after) >= 0.0 && turn(p, corner, before) >= 0.0)
    }
}

/// Whether the segment between two points meets the sides of a ring only at its own ends.
fn sees(ring: &[u32], p: P, q: P, at: &impl Fn(u32) -> P) -> bool {
    (0..ring.len()).all(|k| {
        let (a, b) = (at(ring[k]), at(ring[(k + 1) % ring.len()]));
        let on_way = |m: P| m != p && m != q && is_between(p, q, m) && turn(p, q, m) == 0.0;
        if a == p || a == q || b == p || b == q {
            return !on_way(a) && !on_way(b);
        }
        !segments_meet(p, q, a, b)
    })
}

/// Whether two segments have a common point. Exact.
pub(super) fn segments_meet(p: P, q: P, a: P, b: P) -> bool {
    let sign = |x: f64| i32::from(x > 0.0) - i32::from(x < 0.0);
    let [sa, sb] = [a, b].each(|m| sign(turn(p, q, m)));
    let [sp, sq] = [p, q].each(|m| sign(turn(a, b, m)));
    (sa * sb < 0 && sp * sq < 0)
        || (sa == 0 && is_between(p, q, a))
        || (sb == 0 && is_between(p, q, b))
        || (sp == 0 && is_between(a, b, p))
        || (sq == 0 && is_between(a, b, q))
}
