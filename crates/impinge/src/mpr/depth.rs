//! Penetration depth by portals: along a given direction, and an estimate of the smallest depth.
//!
//! **Answers** [`depth_along`]: how far B must move along a direction until it only touches A. [`penetration`]: a
//! direction with a small depth, and a depth that is not less than the true one, except for rounding, and **not
//! guaranteed to be the smallest**. Use EPA if you need the smallest.
//!
//! **Source.** Olvång's thesis, section 2.4.1, and `penDepth` of section 3.4.
//!
//! | symbol | meaning |
//! |---|---|
//! | m | a unit direction, outward from C; the normal from A to B is n = −m |
//! | h(m) | the largest m·x in C; the depth is the least h, and h(m) = −g(n) |
//! | t | distance along r at which the ray from the origin leaves C |
//!
//! Moving B along d moves C along d. The origin leaves it at the point where −t d is on the boundary: the ray has r = −d.
//!
//! **Why it descends.** The ray along m leaves C at t m, with t ≤ h(m). If m' is the portal's normal there, then h(m')
//! = t m·m' ≤ t ≤ h(m): the depth from the new normal is not larger. So the thesis' second step may be repeated,
//! [`Aim::descents`] times, and ends at a local minimum.
//!
//! **Guarantee.** Every bound holds, except for rounding: t is at least what the portal says, since its points are
//! points of C, and at most h(m)/(m·r) for each m evaluated. The depth of [`penetration`] is the smallest h(m) found,
//! an upper bound on the true depth.
//!
//! **Departures.** The thesis returns the distance of the final portal as the depth, which can be too small on curved
//! shapes; here it is the support value. It uses the direction of the first point if that is on the ray, which is 45
//! degrees off between corners of boxes; here a portal is built there too, so that the normal is that of a face.
//!
//! **Cost.** About as many additional calls for each descent as for the decision; on curved shapes one for each factor
//! of 2 to 4 of the gap.

use super::portal::Discovery;
use super::{
    Attempt, CORRECTIONS, Decision, End, MAX_REFINEMENT, MEETING, PortalSpace, Thick, again, attempt, holds,
    unless_broken,
};
use crate::math::{Each, Real, Vector};
use crate::observe::{Interval, Observer, Status};
use crate::pair::{Guard, Obstacle, Vertex};

/// Number of continuations of [`Aim::default`] from the normal found. The thesis does one, and for random boxes this
/// finds the smallest depth in 81 of 100. A second one adds less than one; it is there for rays that hit a corner.
#[doc(hidden)]
pub const DESCENTS: u32 = 2;

/// Offset of the next ray beside a corner, per unit. If it were much smaller, a ray from a blunt corner would meet the
/// same rounding; if much larger, it would skip small faces.
const NUDGE: f64 = 0.01;

/// Stopping criteria of a depth search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim<T> {
    /// Stop as soon as the portal is this near to the boundary; in the obstacle's units.
    pub gap: T,
    /// Stop after this many steps of one ray, at most 120.
    pub steps: u32,
    /// Stop after this many rays from the origin.
    pub descents: u32,
}

impl<T: Real> Default for Aim<T> {
    fn default() -> Self {
        Self { gap: T::ZERO, steps: MAX_REFINEMENT, descents: DESCENTS }
    }
}

/// A direction with a small penetration depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penetration<V: Vector> {
    /// Unit vector from A to B; g(normal) = −depth.
    pub normal: V,
    /// At least the true depth, except for [`Obstacle::rounding`]. Negative only due to rounding.
    pub depth: V::Scalar,
    /// A point of A near the deepest in B: `point_b − point_a` is on the boundary of C, `depth` or less against the
    /// normal, and exactly that if the depth is a local minimum.
    pub point_a: V,
    /// A point of B near the deepest in A.
    pub point_b: V,
    /// Number of support calls of B − A.
    pub calls: u32,
    /// Reason why the last ray ended.
    pub status: Status,
}

/// Distance that B, which overlaps A, must move along `direction` (not zero) until it only touches A: the normal is
/// that of the contact then, `point_a` is where they touch, and `point_b` is the current position of the point of B
/// that comes there.
pub fn depth_along<V: PortalSpace>(
    obstacle: &impl Obstacle<V>,
    direction: V,
    aim: &Aim<V::Scalar>,
) -> Interval<V> {
    let mut least = Least::new();
    let obstacle = &Guard::new(obstacle);
    let found = along(obstacle, -direction.unit(), aim, &mut least);
    found.unless_broken(obstacle, V::Scalar::ZERO)
}

/// The decision whether A and B intersect, and the penetration if they do, by the heuristic of section 2.4.1: the normal at which the ray
/// from an interior point through the origin leaves C, then rays from the origin. The decision is undecided if a support point is not finite.
#[inline(never)]
pub fn penetration<V: PortalSpace>(
    obstacle: &impl Obstacle<V>,
    aim: &Aim<V::Scalar>,
    observer: &mut impl Observer<V>,
) -> (Decision<V>, Option<Penetration<V>>) {
    let mut calls = 0;
    let obstacle = &Guard::new(obstacle);
    let Attempt { end, base, portal } = attempt(obstacle, obstacle.inside(), &mut calls, observer);
    let decision = match end {
        End::Decision(decision) => decision,
        _ => again(obstacle, end, &mut calls, observer),
    };
    if !decision.is_meet() {
        return (unless_broken(obstacle, decision), None);
    }
    let mut least = Least::new();
    match (portal, end) {
        (_, End::Flat(n)) => {
            for m in [n, -n] {
                least.ask(obstacle, m, &base);
            }
        }
        (Some(mut portal), _) => {
            // Continue to the boundary.
            to_boundary(obstacle, -base.point, &mut portal, aim, &mut least);
        }
        (None, _) => {
            // The base is at the origin, or on the ray to the first point.
            for i in 0..V::DIM {
                for m in [V::axis(i), -V::axis(i)] {
                    least.ask(obstacle, m, &base);
                }
            }
            if base.point != V::ZERO {
                least.ask(obstacle, -base.point, &base);
            }
        }
    }
    // Each ray goes along the best normal so far. The normal with which it leaves C is the next one, if that is better.
    let mut direction = least.m;
    let mut touch = None;
    for _ in 0..aim.descents.max(1) {
        let before = least.value;
        let end = along(obstacle, direction, aim, &mut least);
        if before - least.value > aim.gap {
            direction = least.m;
            // The point where the ray left is on the new plane, unless that was found on the way.
            touch = (end.normal == -least.m).then_some(end);
            continue;
        }
        touch = touch.or(Some(end));
        // The ray may have hit a corner, where every normal is stationary; on a smooth shape the point found moves.
        let corner = least.ask(obstacle, direction, &base);
        direction = (direction + V::aside(direction) * V::Scalar::of(NUDGE)).unit();
        if least.ask(obstacle, direction, &corner).point != corner.point {
            break;
        }
    }
    let touch = touch.unwrap_or_else(|| along(obstacle, least.m, aim, &mut least));
    if obstacle.is_broken() {
        return (unless_broken(obstacle, decision), None);
    }
    let found = Penetration {
        normal: -least.m,
        depth: least.value,
        point_a: touch.point_a,
        point_b: touch.point_b,
        calls: calls + least.calls,
        status: touch.status,
    };
    (decision, Some(found))
}

/// The direction with the smallest support value found, and the number of calls.
struct Least<V: Vector> {
    m: V,
    value: V::Scalar,
    calls: u32,
}

impl<V: Vector> Least<V> {
    fn new() -> Self {
        Self { m: V::axis(0), value: V::Scalar::INFINITY, calls: 0 }
    }

    /// Records h(m), where `found` is the support point along `m`.
    #[inline]
    fn note(&mut self, m: V, found: &Vertex<V>) {
        let unit = m.unit();
        let value = found.point.dot(unit);
        if value < self.value {
            (self.m, self.value) = (unit, value);
        }
    }

    #[inline]
    fn ask(&mut self, obstacle: &impl Obstacle<V>, m: V, near: &Vertex<V>) -> Vertex<V> {
        let found = obstacle.support(m, near);
        self.calls += 1;
        self.note(m, &found);
        found
    }
}

/// The point where the ray from the origin along `ray`, which is unit, leaves C.
fn along<V: PortalSpace>(
    obstacle: &impl Obstacle<V>,
    ray: V,
    aim: &Aim<V::Scalar>,
    least: &mut Least<V>,
) -> Interval<V> {
    match leave(obstacle, ray, aim, least) {
        Left::At(found) => found,
        Left::Flat(n) => {
            // C is in a plane with the ray, or on one side of it.
            let n = n.unit();
            let start = Vertex::default();
            let far = [n, -n].each(|m| least.ask(obstacle, m, &start).point.dot(m));
            let near = obstacle.rounding() * V::Scalar::of(MEETING);
            let thick = Thick { obstacle, n, half: obstacle.size() };
            // Values of a thick C for directions across its plane do not hold for C.
            let mut apart = Least { calls: 0, ..Least::new() };
            let found = leave(&thick, ray, aim, &mut apart);
            least.calls += apart.calls;
            match found {
                Left::At(found) if far[0].max(far[1]) <= near => {
                    Interval { point_b: found.point_a + ray * found.lower, calls: least.calls, ..found }
                }
                _ => {
                    let first = least.ask(obstacle, ray, &start);
                    stuck(ray, &first, V::Scalar::ZERO, first.point.dot(ray), least.calls)
                }
            }
        }
    }
}

/// End of a ray from the origin.
enum Left<V: Vector> {
    /// The point where it leaves C.
    At(Interval<V>),
    /// The normal of a plane that contains the ray and does not cut C.
    Flat(V),
}

/// The point where the ray leaves C, unless a plane shows that C has no interior there.
fn leave<V: PortalSpace>(
    obstacle: &impl Obstacle<V>,
    ray: V,
    aim: &Aim<V::Scalar>,
    least: &mut Least<V>,
) -> Left<V> {
    let floor = obstacle.rounding();
    let first = least.ask(obstacle, ray, &Vertex::default());
    let reach = first.point.dot(ray);
    // The support point is on the ray.
    if V::off_line_squared(ray, first.point) <= floor * floor {
        let status = Status::Converged;
        return Left::At(Interval { status, ..stuck(ray, &first, reach, reach, least.calls) });
    }
    let mut portal = match V::discover(obstacle, V::ZERO, ray, first, floor, &mut least.calls, &mut ()) {
        Discovery::Portal(portal) => portal,
        Discovery::Flat(n) => return Left::Flat(n),
        Discovery::Beyond(m, found) => {
            // A plane before the origin: they only touch, or are apart due to rounding.
            least.note(m, &found);
            let status = Status::Converged;
            let zero = V::Scalar::ZERO;
            let end = stuck(ray, &found, zero, zero, least.calls);
            return Left::At(Interval { normal: -m.unit(), status, ..end });
        }
        Discovery::Lost(last) => return Left::At(stuck(ray, &last, V::Scalar::ZERO, reach, least.calls)),
    };
    let (status, upper) = to_boundary(obstacle, ray, &mut portal, aim, least);
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let upper = reach.min(upper);
    let n = V::outward(&portal);
    // The point of the portal on the ray: t r − a = β (b − a) + γ (c − a). It is clamped, and its offset from the ray corrected.
    let corner = portal.as_ref()[0].point;
    let mean = |w: [V::Scalar; 3], of: fn(&Vertex<V>) -> V| {
        portal.as_ref().iter().zip(w).fold(V::ZERO, |sum, (corner, w)| sum + of(corner) * w)
    };
    let near = floor * V::Scalar::of(MEETING);
    let [mut b, mut c, _] = V::solve(&portal, ray, -corner);
    let (mut hit, mut lower) = ([one, zero, zero], zero);
    for _ in 0..CORRECTIONS {
        let weights = [one - b - c, b, c].each(|w| w.max(zero));
        let sum = weights[0] + weights[1] + weights[2];
        // The corners of the portal coincide, as far as squares can tell.
        if !(sum > zero && sum.is_finite()) {
            hit = [one, zero, zero];
            break;
        }
        let share = one / sum;
        hit = weights.each(|w| w * share);
        let point = mean(hit, |c| c.point);
        let t = point.dot(ray);
        if V::off_line_squared(ray, point) <= near * near {
            lower = t.min(upper);
            break;
        }
        let [x, y, _] = V::solve(&portal, ray, ray * t - point);
        (b, c) = (hit[1] + x, hit[2] + y);
    }
    // The deepest points: where the perpendicular hits the portal, if it does.
    let [b, c, _] = V::solve(&portal, n, -corner);
    let foot = [one - b - c, b, c];
    let inside = foot.iter().all(|&w| w >= zero);
    let weights = if inside { foot } else { hit };
    Left::At(Interval {
        lower,
        upper,
        normal: -n.unit(),
        point_a: mean(weights, |c| c.a),
        point_b: mean(weights, Vertex::b),
        calls: least.calls,
        status,
    })
}

/// An answer from only one point.
fn stuck<V: Vector>(
    ray: V,
    found: &Vertex<V>,
    lower: V::Scalar,
    upper: V::Scalar,
    calls: u32,
) -> Interval<V> {
    let (point_a, point_b) = (found.a, found.b());
    Interval { lower, upper, normal: -ray, point_a, point_b, calls, status: Status::Stalled }
}

/// Advances the portal until it is on the boundary; also returns the smallest h(m)/(m·r) found.
fn to_boundary<V: PortalSpace>(
    obstacle: &impl Obstacle<V>,
    ray: V,
    portal: &mut V::Portal,
    aim: &Aim<V::Scalar>,
    least: &mut Least<V>,
) -> (Status, V::Scalar) {
    let gap = aim.gap + obstacle.rounding();
    let mut upper = V::Scalar::INFINITY;
    for _ in 0..aim.steps.min(MAX_REFINEMENT) {
        let n = V::outward(portal);
        if n == V::ZERO {
            return (Status::Stalled, upper);
        }
        let corner = portal.as_ref()[0];
        let found = least.ask(obstacle, n, &corner);
        let slope = n.dot(ray);
        if slope > V::Scalar::ZERO {
            upper = (found.point.dot(n) / slope).min(upper);
        }
        if (found.point - corner.point).dot(n) <= gap * n.norm_squared().sqrt() {
            return (Status::Converged, upper);
        }
        if holds(portal.as_ref(), &found) {
            return (Status::Stalled, upper);
        }
        V::advance(portal, ray, found);
    }
    (Status::Budget, upper)
}
