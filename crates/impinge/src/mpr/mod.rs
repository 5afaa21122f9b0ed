//! MPR, Minkowski Portal Refinement: whether two convex shapes intersect, with the proof, and an estimate of the depth.
//!
//! **Answers** [`decide`]: apart with a separating axis, or intersecting with a common point. Use it if only that is
//! needed: it takes fewer and cheaper steps than GJK. [`penetration`] and [`depth_along`] continue to a depth.
//!
//! **Source.** Snethen 2008, as in Olvång's thesis, section 2.4, Algorithms 6 to 9; section 2.4.1 for the depth.
//!
//! | symbol | meaning |
//! |---|---|
//! | C | B − A; the thesis has A − B |
//! | v | the base, an interior point of C: the difference of the centers |
//! | r | −v, the ray from v to the origin |
//! | a, b, c | the portal: points of C between which the ray passes (in the plane a and b) |
//! | n | the portal's normal, pointing outward |
//! | p | the support point of C along n |
//! | ρ | [`Obstacle::rounding`] |
//!
//! **Guarantee.** [`Decision::Apart`] is one support call: g(axis) > ρ. [`Decision::Meet`] is a point of A and one of B
//! whose distance, computed from them, is at most 8 ρ; so touching counts as intersecting. Both hold
//! regardless of rounding on the way, if ρ bounds it. All loops are bounded.
//!
//! **Cost.** One support call and about 60 operations per step. For random pairs of all cores in space, 3.0 calls on
//! average and at most 18; if they are within 10⁻⁹ of touching, 14 on average and at most 77; touching within rounding,
//! 21 and 151. Products of six lengths are formed: sizes should be within 2^±15 in `f32`, and are near 1 if the pair is
//! a [`Prepared`](crate::pair::Prepared) one.
//!
//! **Failure.** [`Decision::Undecided`], with bounds on the signed distance. It was observed only if the shapes touch
//! within a few ρ, in 5 of 10,000 such pairs. If the search gets lost it restarts from another base. A flat C in a
//! plane with the origin (two coplanar discs) has no interior; it is thickened across the plane, which changes nothing
//! in the plane, and searched again.
//!
//! **Misprints and faults of the thesis.**
//! - Algorithm 6, line 5: v·a < 0 should be ≤, and v = 0 needs its own answer: as printed, two bodies whose centers
//!   coincide do not intersect.
//! - Algorithm 6, line 15: c is sought along (a − v) × (b − v), and (a − v) × (b − v)·r = −b·(v × a) ≤ 0: away from the
//!   origin. The tetrahedron has the opposite orientation to what Algorithms 7 and 8 assume. The first repair in
//!   Algorithm 7 corrects this, but if all three of its tests pass at once, it is the ray's opposite that passes the
//!   portal; the test `thesis_portal_can_face_away` has such a pair. Here b is sought along r × a, so that the
//!   orientation is right from the start.
//! - Algorithm 7 has no bound; a point that repeats makes it loop forever.
//! - Algorithm 8, line 7: a·n = 0 puts the origin on a triangle of points of C, so the bodies intersect, perhaps
//!   deeply, since a portal need not be on the boundary. The thesis says they do not.
//! - Algorithm 8 never ends if the origin is on a curved boundary; the text mentions a tolerance that is missing.
//! - Algorithm 9 treats touching as apart in one phase and as intersecting in another.

mod depth;
mod portal;

pub use depth::{Aim, DESCENTS, Penetration, depth_along, penetration};
#[doc(hidden)]
pub use portal::{Discovery, MAX_DISCOVERY, PortalSpace};

use crate::math::{Each, Real, Vector};
pub use crate::observe::Decision;
use crate::observe::Observer;
use crate::pair::{Guard, Obstacle, Vertex, middle};
use portal::{is_beyond, tell};

/// Limit on the steps of phase three from one base. Curved shapes that touch within rounding need up to about 60 in
/// `f64`; each step divides the gap by about 2. With fewer, such pairs would stay undecided.
#[doc(hidden)]
pub const MAX_REFINEMENT: u32 = 120;

/// Limit on the distance of the two points of [`Decision::Meet`], in ρ. The portal's points and the support point
/// beyond it are each within ρ of their place, and at an edge the two errors add up obliquely. If it were smaller,
/// touching bodies might stay undecided; if larger, bodies that far apart might count as intersecting.
#[doc(hidden)]
pub const MEETING: f64 = 8.0;

/// If the line from the base to the first point passes the origin at less than this fraction of its length, the
/// perpendicular is tried as an axis: there v × a loses a factor of this in accuracy, and flat bodies edge to edge
/// could not be distinguished. A larger value would cost a call for nothing in ordinary pairs.
const SLANT: f64 = 1e-2;

/// Number of corrections of the weights of a common point. Each divides the residual by the tetrahedron's flatness over
/// ε; one suffices unless it is a thousand times longer than thick (in `f32`).
const CORRECTIONS: u32 = 3;

/// A decision and its cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decided<V: Vector> {
    /// The decision.
    pub decision: Decision<V>,
    /// Number of support calls of B − A.
    pub calls: u32,
}

/// Decides whether A and B intersect, with the proof (Algorithm 9).
///
/// An observer sees each support call: the points of the portal so far, fewer than it needs in phases one and two, and
/// the point found along `point`. It does not see the calls after a search that found no proof, for another base or the
/// plane of a flat C.
#[inline]
pub fn decide<V: PortalSpace>(obstacle: &impl Obstacle<V>, observer: &mut impl Observer<V>) -> Decided<V> {
    let mut calls = 0;
    let obstacle = &Guard::new(obstacle);
    let attempt = attempt(obstacle, obstacle.inside(), &mut calls, observer);
    let decision = match attempt.end {
        End::Decision(decision) => decision,
        end => again(obstacle, end, &mut calls, observer),
    };
    Decided { decision: unless_broken(obstacle, decision), calls }
}

/// The decision, or an undecided one if the obstacle returned NaN or infinity.
#[inline]
fn unless_broken<V: Vector, O>(obstacle: &Guard<'_, O>, decision: Decision<V>) -> Decision<V> {
    let infinity = V::Scalar::INFINITY;
    if obstacle.is_broken() { Decision::Undecided { lower: -infinity, upper: infinity } } else { decision }
}

/// End of one search.
#[derive(Clone, Copy, Debug)]
enum End<V: Vector> {
    /// With a proof.
    Decision(Decision<V>),
    /// C lies in a plane with the origin, which has this normal.
    Flat(V),
    /// Without a proof: bounds on the signed distance.
    Open(V::Scalar, V::Scalar),
}

/// One search, and the portal it ended with, if any.
struct Attempt<V: PortalSpace> {
    end: End<V>,
    base: Vertex<V>,
    portal: Option<V::Portal>,
}

/// Runs all three phases from one base.
#[inline(always)]
fn attempt<V: PortalSpace>(
    obstacle: &impl Obstacle<V>,
    base: Vertex<V>,
    calls: &mut u32,
    observer: &mut impl Observer<V>,
) -> Attempt<V> {
    let floor = obstacle.rounding();
    let near = floor * V::Scalar::of(MEETING);
    let without_portal = |end| Attempt { end, base, portal: None };
    let v = base.point;
    // Phase one. Centers that coincide are a common point.
    let offset = v.norm_squared();
    if offset <= near * near {
        return without_portal(End::Decision(meet(base.a, base.b())));
    }
    let ray = -v;
    let a = obstacle.support(ray, &base);
    *calls += 1;
    tell(observer, *calls, &[], ray, a);
    if is_beyond(ray, &a, floor) {
        return without_portal(End::Decision(apart(ray, &a)));
    }
    // The position of the origin between v and a.
    let along = a.point - v;
    let squared = along.norm_squared();
    let off = V::off_line_squared(ray, a.point);
    let slant = V::Scalar::of(SLANT) * squared;
    if off <= near * near * squared {
        let t = (ray.dot(along) / squared).max(V::Scalar::ZERO).min(V::Scalar::ONE);
        let mean = |p: V, q: V| p + (q - p) * t;
        let common = meet(mean(base.a, a.a), mean(base.b(), a.b()));
        if let Decision::Meet { residual, .. } = common
            && residual <= near
        {
            return without_portal(End::Decision(common));
        }
    } else if off <= slant * slant {
        // So near that v × a has lost digits; C may be no more than this line. Its perpendicular through the origin is
        // found by projection, done twice, so that it is a right angle to ε.
        let mut x = v;
        for _ in 0..2 {
            x -= along * (x.dot(along) / squared);
        }
        let found = obstacle.support(-x, &a);
        *calls += 1;
        tell(observer, *calls, &[a], -x, found);
        if is_beyond(-x, &found, floor) {
            return without_portal(End::Decision(apart(-x, &found)));
        }
    }
    // Phase two.
    let mut portal = match V::discover(obstacle, v, ray, a, floor, calls, observer) {
        Discovery::Portal(portal) => portal,
        Discovery::Beyond(n, found) => return without_portal(End::Decision(apart(n, &found))),
        Discovery::Flat(n) => return without_portal(End::Flat(n)),
        Discovery::Lost(last) => {
            let nearest = v.norm().min(last.point.norm());
            return without_portal(End::Open(-V::Scalar::INFINITY, nearest));
        }
    };
    // Phase three.
    let mut reach = V::Scalar::INFINITY;
    for _ in 0..MAX_REFINEMENT {
        let n = V::outward(&portal);
        let corner = &portal.as_ref()[0];
        let height = corner.point.dot(n);
        if height >= V::Scalar::ZERO {
            break;
        }
        let found = obstacle.support(n, corner);
        *calls += 1;
        tell(observer, *calls, portal.as_ref(), n, found);
        let along = found.point.dot(n);
        let length = n.norm_squared().sqrt();
        if -along > floor * length {
            return Attempt { end: End::Decision(apart(n, &found)), base, portal: Some(portal) };
        }
        reach = along / length;
        // The portal is on the boundary, with the origin within that distance of it.
        if along - height <= floor * length || holds(portal.as_ref(), &found) {
            break;
        }
        V::advance(&mut portal, ray, found);
    }
    let end = match common_point(&portal, &base, near) {
        Common::Point(found) => End::Decision(found),
        Common::Missed(upper) => End::Open(-reach, upper),
    };
    Attempt { end, base, portal: Some(portal) }
}

/// The remaining attempts when the first search found no proof: thicken a flat C, restart from another base, and then
/// test whether C is flat although the search did not say so, as when the ray almost passes its first point.
#[cold]
#[inline(never)]
fn again<V: PortalSpace>(
    obstacle: &impl Obstacle<V>,
    first: End<V>,
    calls: &mut u32,
    observer: &mut impl Observer<V>,
) -> Decision<V> {
    let (mut lower, mut upper) = (-V::Scalar::INFINITY, V::Scalar::INFINITY);
    let mut end = first;
    for round in 0..3 {
        if round == 1 {
            *calls += 2 * V::DIM as u32;
            end = attempt(obstacle, middle(obstacle), calls, observer).end;
        } else if round == 2 {
            let Some(n) = V::plane(obstacle, calls) else { break };
            end = End::Flat(n);
        }
        if let End::Flat(n) = end {
            end = flat(obstacle, n, calls, observer);
        }
        match end {
            End::Decision(found) => return found,
            End::Open(l, u) => (lower, upper) = (lower.max(l), upper.min(u)),
            End::Flat(_) => {}
        }
    }
    Decision::Undecided { lower, upper }
}

/// The search in a C that lies in the plane with normal `n`, if it does.
fn flat<V: PortalSpace>(
    obstacle: &impl Obstacle<V>,
    n: V,
    calls: &mut u32,
    observer: &mut impl Observer<V>,
) -> End<V> {
    let n = n.unit();
    let (floor, base) = (obstacle.rounding(), obstacle.inside());
    let near = floor * V::Scalar::of(MEETING);
    let found = [n, -n].each(|d| (d, obstacle.support(d, &base)));
    *calls += 2;
    for (k, (d, found)) in found.iter().enumerate() {
        tell(observer, *calls - 1 + k as u32, &[], *d, *found);
    }
    for (d, found) in &found {
        if is_beyond(*d, found, floor) {
            return End::Decision(apart(*d, found));
        }
    }
    let sides = found.each(|(d, found)| found.point.dot(d));
    let thickness = sides[0].max(sides[1]);
    // g(−n) and g(n) are minus the sides.
    let lower = -sides[0].min(sides[1]);
    if thickness > near {
        return End::Open(lower, base.point.norm());
    }
    let thick = Thick { obstacle, n, half: obstacle.size() };
    match attempt(&thick, base, calls, observer).end {
        End::Decision(Decision::Apart { axis, .. }) => {
            let found = obstacle.support(-axis, &base);
            *calls += 1;
            tell(observer, *calls, &[], -axis, found);
            if is_beyond(-axis, &found, floor) {
                return End::Decision(apart(-axis, &found));
            }
            End::Open(lower, base.point.norm())
        }
        // The offset between the mean of the thin points and that of the thick ones is across the plane.
        End::Decision(Decision::Meet { point_a, residual, .. }) => {
            let residual = residual + thickness.max(V::Scalar::ZERO);
            End::Decision(Decision::Meet { point_a, point_b: point_a, residual })
        }
        _ => End::Open(lower, base.point.norm()),
    }
}

/// C with a segment added across its plane.
struct Thick<'a, V: Vector, O> {
    obstacle: &'a O,
    n: V,
    half: V::Scalar,
}

impl<V: Vector, O: Obstacle<V>> Obstacle<V> for Thick<'_, V, O> {
    fn support(&self, direction: V, near: &Vertex<V>) -> Vertex<V> {
        let mut found = self.obstacle.support(direction, near);
        found.point += self.n * direction.dot(self.n).sign_of(self.half);
        found
    }
    fn center(&self) -> V {
        self.obstacle.center()
    }
    fn inside(&self) -> Vertex<V> {
        self.obstacle.inside()
    }
    fn size(&self) -> V::Scalar {
        self.obstacle.size() + self.half
    }
    fn rounding(&self) -> V::Scalar {
        self.obstacle.rounding()
    }
    fn is_polytope(&self) -> bool {
        self.obstacle.is_polytope()
    }
}

/// The proof that `found`, the support point along `n`, is before the origin.
#[inline]
fn apart<V: Vector>(n: V, found: &Vertex<V>) -> Decision<V> {
    let axis = -n.unit();
    Decision::Apart { axis, separation: found.point.dot(axis) }
}

#[inline]
fn meet<V: Vector>(point_a: V, point_b: V) -> Decision<V> {
    Decision::Meet { point_a, point_b, residual: (point_b - point_a).norm() }
}

/// End of a search for a common point.
enum Common<V: Vector> {
    /// A point, as a decision.
    Point(Decision<V>),
    /// The smallest residual reached, which is more than allowed.
    Missed(V::Scalar),
}

/// A common point: the origin as a mean of the base and the portal's points, or else the point of the portal nearest to
/// it, if its residual is at most `near`.
#[inline]
fn common_point<V: PortalSpace>(portal: &V::Portal, base: &Vertex<V>, near: V::Scalar) -> Common<V> {
    let corner = portal.as_ref()[0].point;
    let start = V::solve(portal, base.point - corner, -corner);
    match mean_at(portal, base, start, near) {
        Common::Point(found) => Common::Point(found),
        Common::Missed(residual) => {
            // Beyond the portal the ray can meet it far from the foot of the perpendicular.
            let [b, c, _] = V::solve(portal, V::outward(portal), -corner);
            match mean_at(portal, base, [b, c, V::Scalar::ZERO], near) {
                Common::Point(found) => Common::Point(found),
                Common::Missed(r) => Common::Missed(residual.min(r)),
            }
        }
    }
}

/// The mean of the portal's points and the base with these weights of b, c and v, clamped, and then corrected toward
/// the origin.
#[inline]
fn mean_at<V: PortalSpace>(
    portal: &V::Portal,
    base: &Vertex<V>,
    [mut b, mut c, mut v]: [V::Scalar; 3],
    near: V::Scalar,
) -> Common<V> {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let corners = portal.as_ref();
    let corner = corners[0].point;
    let mut least = V::Scalar::INFINITY;
    for _ in 0..CORRECTIONS {
        let mut weights = [one - b - c - v, b, c, v];
        if weights.iter().any(|&w| w < zero) {
            weights = weights.each(|w| w.max(zero));
            let share = one / (weights[0] + weights[1] + weights[2] + weights[3]);
            weights = weights.each(|w| w * share);
        }
        let rest = weights[3];
        let (mut point, mut a) = (base.point * rest, base.a * rest);
        for (corner, &weight) in corners.iter().zip(&weights) {
            point += corner.point * weight;
            a += corner.a * weight;
        }
        let residual = point.norm_squared().sqrt();
        if residual <= near {
            return Common::Point(Decision::Meet { point_a: a, point_b: a + point, residual });
        }
        least = residual.min(least);
        let [x, y, z] = V::solve(portal, base.point - corner, -point);
        (b, c, v) = (weights[1] + x, weights[2] + y, rest + z);
    }
    Common::Missed(least)
}

/// Whether a point is one of the portal's points.
#[inline(always)]
fn holds<V: Vector>(portal: &[Vertex<V>], found: &Vertex<V>) -> bool {
    portal.iter().any(|corner| corner.point == found.point)
}
