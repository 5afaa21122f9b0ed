//! The first contact of two bodies that only translate: a ray against B − A.
//!
//! **Answers** when two bodies that do not turn first come to a distance. Take it where both motions are translations: it is
//! exact to rounding for polytopes, and one ray.
//!
//! **Method.** At time t the bodies are at A + t v_A and B + t v_B. They meet if t (v_A − v_B) is in B − A. So the first
//! contact is where the ray from the origin along v_A − v_B enters B − A, grown by a ball of both radii and the distance
//! asked for: a ray cast of `query/ray`, which knows B − A by its support mapping. Where one core is a point, B − A is the
//! other core, and a ray against most of these has a formula.
//!
//! The ray's own frame stands at the origins of the cores, so B − A is as far from its origin as both cores reach.
//!
//! **Guarantee.** That of a ray cast: the entry is known within its error, a miss is certain.

use super::CastSpace;
use crate::math::{Real, Turn, Vector};
use crate::pair::{Pair, Prepared, ROUNDING_ULPS};
use crate::query::RaySpace;
use crate::query::ray::{Answer, Line, front_cast};
use crate::shape::{CoreShape, Id, Parts, Support};

/// B − A, with both cores at the origin.
struct Around<'a, V: Vector, A, B>(&'a Pair<V, A, B>);

/// Two vertex ids in one: 16 bits each, for the vertex at which a search may begin.
const ID_BITS: u32 = 16;

fn joined(a: Id, b: Id) -> Id {
    let low = (1 << ID_BITS) - 1;
    if a.0 < low && b.0 < low { Id(a.0 << ID_BITS | b.0) } else { Id::NONE }
}

fn parted(id: Id) -> (Id, Id) {
    if id == Id::NONE {
        return (Id::NONE, Id::NONE);
    }
    (Id(id.0 >> ID_BITS), Id(id.0 & ((1 << ID_BITS) - 1)))
}

impl<V: Vector, A: Support<V>, B: Support<V>> Support<V> for Around<'_, V, A, B> {
    fn support(&self, direction: V) -> V {
        self.support_from(direction, Id::NONE).0
    }
    #[inline(always)]
    fn support_from(&self, direction: V, hint: Id) -> (V, Id) {
        let (near_a, near_b) = parted(hint);
        let (a, id_a) = self.0.a.support_from(-direction, near_a);
        let (b, id_b) = self.0.b.support_from(self.0.turn.unturn(direction), near_b);
        (self.0.turn.turn(b) - a, joined(id_a, id_b))
    }
    fn center(&self) -> V {
        self.0.turn.turn(self.0.b.center()) - self.0.a.center()
    }
}

/// When the bodies come to the target, in units of the whole step.
pub(super) enum Shift<W> {
    /// Never.
    Free,
    /// They are nearer at the start.
    Inside,
    /// Not before the first time, and by the second, with this normal from A to B in the pair's frame.
    Hit { times: [f64; 2], normal: W, grazes: bool },
}

/// Where the ray along `way`, the displacement of A as seen from B in the pair's frame, enters; `way` is not zero. Of curved
/// bodies to within `gap`.
pub(super) fn shift<V: CastSpace>(
    prepared: &Prepared<'_, V>,
    parts: [&Parts<'_, V>; 2],
    way: V::Wide,
    target: f64,
    gap: f64,
) -> (Shift<V::Wide>, u32) {
    let pair = &prepared.pair;
    let radius = prepared.radius_a + prepared.radius_b + prepared.frame.length_in(target);
    let length = way.norm();
    let direction = way.unit();
    let reaches = parts.map(|p| prepared.frame.length_in(p.core.reach()));
    let grain = ROUNDING_ULPS * f64::EPSILON * pair.size;
    let line = |origin: V::Wide, direction: V::Wide| {
        let start = origin.dot(direction);
        Line {
            foot: origin - direction * start,
            direction,
            start,
            end: start + length,
            grain,
            rounding: pair.rounding,
            reach: reaches[0] + reaches[1] + radius,
        }
    };
    let ray = line(-pair.offset, direction);
    let passes = ray.foot.norm() - ray.reach > ray.rounding;
    if passes || ray.start - ray.reach > ray.rounding || -ray.reach - ray.end > ray.rounding {
        return (Shift::Free, 0);
    }
    // Polytopes are as exact as their precision allows, for no more calls.
    let exact = Real::max(pair.rounding, V::Scalar::EPSILON.f64() * pair.size * 0.25);
    let gap = if pair.polytope && radius == 0.0 { exact } else { prepared.frame.length_in(gap) };
    // Back from the frame of the core that is asked.
    let asked = if reaches[0] == 0.0 {
        let turned = line(-pair.turn.unturn(pair.offset), pair.turn.unturn(direction));
        <V as RaySpace>::closed(&pair.b, radius, &turned).map(|answer| (answer, true, 1.0))
    } else if reaches[1] == 0.0 {
        <V as RaySpace>::closed(&pair.a, radius, &line(pair.offset, -direction))
            .map(|answer| (answer, false, -1.0))
    } else {
        None
    };
    let (answer, turned, sign) = match asked {
        Some(found) => found,
        None => (front_cast(&Around(pair), radius, &ray, gap), false, 1.0),
    };
    match answer {
        Answer::Miss => (Shift::Free, 0),
        Answer::Inside { calls } => (Shift::Inside, calls),
        Answer::Hit(hit) => {
            let outward = if turned { pair.turn.turn(hit.normal) } else { hit.normal * sign };
            let [first, last] = [hit.t - hit.error, hit.t + hit.error];
            let share = |t: f64| (t - ray.start) / length;
            if share(first) > 1.0 {
                return (Shift::Free, hit.calls);
            }
            let grazes = hit.status != crate::observe::Status::Converged;
            let times = [Real::max(share(first), 0.0), share(last)];
            (Shift::Hit { times, normal: -outward, grazes }, hit.calls)
        }
    }
}
