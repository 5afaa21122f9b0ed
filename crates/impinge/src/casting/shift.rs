//! Time of impact of two bodies that only translate: a ray against the Minkowski difference B − A.
//!
//! **Answer.** When two bodies that do not rotate first come within a distance. It is used if both motions are translations: it
//! takes one ray cast, and for polytopes it is accurate to rounding.
//!
//! **Method.** At time t the bodies are at A + t v_A and B + t v_B. They meet if t (v_A − v_B) is in B − A. So the first
//! contact is where the ray from the origin along v_A − v_B enters B − A, inflated by both radii and the requested
//! distance: a ray cast of `ray`, which knows B − A by its support mapping. If one core is a point, B − A is the
//! other core, and a ray against most of these has a closed form.
//!
//! The ray's own frame is at the origins of the cores, so B − A extends as far from its origin as both cores reach.
//!
//! **Guarantee.** That of a ray cast: the entry is known within its error, and a miss is proven.

use core::cell::Cell;

use super::space::CastSpace;
use crate::math::{Each, Real, Turn, Vector};
use crate::pair::{Pair, Prepared};
use crate::ray::{Answer, Line, RaySpace, general_cast};
use crate::shape::{Id, Support};

/// Number of support points of B − A that are remembered. The points around the ray are usually among the last; with fewer, they are
/// searched for again more often; with more, there is more to set up.
const REMEMBERED: usize = 16;

/// A point of B − A and the point of A that it comes from.
#[derive(Clone, Copy)]
struct Origin<W> {
    point: W,
    a: W,
    id_a: Id,
    id_b: Id,
}

/// B − A, with both cores at the origin. Its support calls are numbered, and the last are remembered: to start the search of the
/// next, and to know the points of A and of B at the entry of the ray.
struct Around<'a, V: Vector, A, B> {
    pair: &'a Pair<V, A, B>,
    log: [Cell<Origin<V>>; REMEMBERED],
    count: Cell<u32>,
}

impl<'a, V: Vector, A, B> Around<'a, V, A, B> {
    fn new(pair: &'a Pair<V, A, B>) -> Self {
        let none = Origin { point: V::ZERO, a: V::ZERO, id_a: Id::NONE, id_b: Id::NONE };
        Self { pair, log: core::array::from_fn(|_| Cell::new(none)), count: Cell::new(0) }
    }

    /// The result of a call, if it is still remembered.
    #[inline]
    fn origin(&self, call: Id) -> Option<Origin<V>> {
        let known = call.0 < self.count.get() && self.count.get() - call.0 <= REMEMBERED as u32;
        known.then(|| self.log[call.0 as usize % REMEMBERED].get())
    }

    /// The points of B − A and of A given by a portal's shares, if all are remembered.
    fn witness(&self, portal: [(Id, f64); 3]) -> Option<[V; 2]>
    where
        V: Vector<Scalar = f64>,
    {
        let mut sums = [V::ZERO; 2];
        for (call, share) in portal {
            if share != 0.0 {
                let origin = self.origin(call)?;
                sums = [sums[0] + origin.point * share, sums[1] + origin.a * share];
            }
        }
        sums.iter().all(|s| s.is_finite()).then_some(sums)
    }
}

impl<V: Vector, A: Support<V>, B: Support<V>> Support<V> for Around<'_, V, A, B> {
    fn support(&self, direction: V) -> V {
        self.support_from(direction, Id::NONE).0
    }
    #[inline(always)]
    fn support_from(&self, direction: V, hint: Id) -> (V, Id) {
        let (near_a, near_b) = self.origin(hint).map_or((Id::NONE, Id::NONE), |o| (o.id_a, o.id_b));
        let (a, id_a) = self.pair.a.support_from(-direction, near_a);
        let (b, id_b) = self.pair.b.support_from(self.pair.turn.unturn(direction), near_b);
        let point = self.pair.turn.turn(b) - a;
        let call = self.count.get();
        self.log[call as usize % REMEMBERED].set(Origin { point, a, id_a, id_b });
        self.count.set(call + 1);
        (point, Id(call))
    }
    fn center(&self) -> V {
        self.pair.turn.turn(self.pair.b.center()) - self.pair.a.center()
    }
}

/// Time at which the bodies reach the target, in units of the whole step.
pub(super) enum Shift<W> {
    /// Never.
    Free,
    /// They are closer at the start.
    Inside,
    /// Not before the first time, and by the second.
    Hit(Entrance<W>),
}

/// Entry of the ray, in the pair's frame and units.
pub(super) struct Entrance<W> {
    /// Not before the first time, and by the second.
    pub(super) times: [f64; 2],
    /// Normal, from A to B.
    pub(super) normal: W,
    pub(super) grazes: bool,
    /// A point of B's core relative to a point of A's core, with both at the origin, and that point of A's, if known: they are the
    /// points that touch.
    pub(super) witness: Option<[W; 2]>,
}

/// Finds the entry of the ray along `way`, the nonzero translation of A relative to B in the pair's frame. For curved
/// bodies to within `gap`.
pub(super) fn shift<V: CastSpace>(
    prepared: &Prepared<'_, V>,
    reaches: [f64; 2],
    way: V,
    target: f64,
    gap: f64,
) -> (Shift<V>, u32) {
    let pair = &prepared.pair;
    let radius = prepared.radius_a + prepared.radius_b + prepared.frame.length_in(target);
    let length = way.norm();
    let direction = way.unit();
    let reaches = reaches.each(|reach| prepared.frame.length_in(reach));
    let line = |origin: V, direction: V| {
        let start = origin.dot(direction);
        Line {
            foot: origin - direction * start,
            direction,
            start,
            end: start + length,
            grain: prepared.grain,
            rounding: pair.rounding,
            skin: pair.rounding,
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
    let curved = !pair.polytope || radius > 0.0;
    let gap = if curved { prepared.frame.length_in(gap) } else { exact };
    let mut witness = None;
    // Transforms back from the frame of the core in which the ray was cast.
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
        None => {
            let around = Around::new(pair);
            let answer = general_cast(&around, radius, &ray, gap, curved);
            if let Answer::Hit(hit) = &answer {
                witness = hit.portal.and_then(|portal| around.witness(portal));
            }
            (answer, false, 1.0)
        }
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
            (Shift::Hit(Entrance { times, normal: -outward, grazes, witness }), hit.calls)
        }
    }
}
