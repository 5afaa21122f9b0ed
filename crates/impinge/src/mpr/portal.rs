//! The portal: as many points of C = B − A as there are dimensions, across a ray that begins in the interior.
//!
//! **Source.** Olvång's thesis, section 2.4: phase one and two (Algorithms 6 and 7) in [`PortalSpace::discover`], the
//! step of phase three (Algorithm 8) in [`PortalSpace::advance`]. The thesis covers only space; the plane is here too.
//!
//! | symbol | meaning |
//! |---|---|
//! | v | the base: an interior point of C, where the ray begins |
//! | r | the ray's direction; v is parallel to r or zero, so that det(r, p − v, q − v) = det(r, p, q) |
//! | a, b, c | the portal; in space det(r, a, b), det(r, b, c), det(r, c, a) ≥ 0, in the plane det(r, a) ≤ 0 ≤ det(r, b) |
//! | p | the point found last |
//!
//! These signs say that the ray passes between the portal's points, and that (b − a) × (c − a) points outward. Both
//! uses of a portal keep v parallel to r: the decision has r = −v, the depth along a direction has v = 0.
//!
//! **Failure.** The walk of [`PortalSpace::discover`] ends after 48 points, or as soon as a point
//! repeats. Signs that are wrong due to rounding can make a portal useless, but not an answer wrong: answers are proved
//! afterwards.

use core::fmt::Debug;

use crate::math::{Each, Real, Vec2, Vec3, Vector};
use crate::observe::{Details, Observer, Step, watches};
use crate::pair::{Obstacle, Vertex};

/// Limit on the points in the search for a first portal. It usually takes three or four; slender shapes seen from a
/// base near their end need more, about one for each halving of an angle. With fewer, such pairs would stay undecided.
#[doc(hidden)]
pub const MAX_DISCOVERY: u32 = 48;

/// Result of the search for a first portal.
#[derive(Clone, Copy, Debug)]
pub enum Discovery<V: PortalSpace> {
    /// A portal.
    Portal(V::Portal),
    /// The support point along this direction is not beyond the origin by more than the rounding.
    Beyond(V, Vertex<V>),
    /// All of C lies in a plane with the ray, which has this normal, or on one side of it.
    Flat(V),
    /// Rounding led the search in a circle, or it took too long. Holds the last point found.
    Lost(Vertex<V>),
}

/// Operations that portals need of the plane and of space.
pub trait PortalSpace: Vector {
    /// The portal's points.
    type Portal: Copy + Debug + AsRef<[Vertex<Self>]> + 'static;

    /// Phases one and two: a portal that the ray passes, whose first point `a` is the support point along the ray. Ends
    /// early if it finds a direction in which C does not reach beyond `-floor`.
    fn discover(
        obstacle: &impl Obstacle<Self>,
        base: Self,
        ray: Self,
        a: Vertex<Self>,
        floor: Self::Scalar,
        calls: &mut u32,
        observer: &mut impl Observer<Self>,
    ) -> Discovery<Self>;

    /// The portal's normal, away from the base; not a unit vector.
    fn outward(portal: &Self::Portal) -> Self;

    /// The step of phase three: keeps the one of the parts, into which `found` divides the portal, that the ray passes.
    fn advance(portal: &mut Self::Portal, ray: Self, found: Vertex<Self>);

    /// The coefficients of b − a, c − a and `third` whose sum is `target`; in the plane the middle one is 0. Not finite
    /// if these vectors do not span the space. Since sides are differences of nearby points, the coefficients are right
    /// to ε however small the portal is.
    fn solve(portal: &Self::Portal, third: Self, target: Self) -> [Self::Scalar; 3];

    /// The squared distance of `point` from the line through the origin along `ray`, times the squared length of `ray`.
    fn off_line_squared(ray: Self, point: Self) -> Self::Scalar;

    /// Some unit vector perpendicular to `direction`.
    fn aside(direction: Self) -> Self;

    /// The normal of the plane that contains C, if there is one: that of three of its points that are far from one
    /// another. In the plane there is none to find, as a C on a line is decided by the ray alone.
    fn plane(obstacle: &impl Obstacle<Self>, calls: &mut u32) -> Option<Self>;
}

/// Whether the support point along `n` proves that C ends before the origin by more than `floor`.
#[inline(always)]
pub(super) fn is_beyond<V: Vector>(n: V, found: &Vertex<V>, floor: V::Scalar) -> bool {
    let along = found.point.dot(n);
    along < V::Scalar::ZERO && -along > floor * n.norm_squared().sqrt()
}

impl<T: Real> PortalSpace for Vec2<T> {
    type Portal = [Vertex<Self>; 2];

    #[inline(always)]
    fn discover(
        obstacle: &impl Obstacle<Self>,
        base: Self,
        ray: Self,
        mut a: Vertex<Self>,
        floor: T,
        calls: &mut u32,
        observer: &mut impl Observer<Self>,
    ) -> Discovery<Self> {
        // a stays on one side of the ray until a point on the other side is found.
        let right = ray.perp_dot(a.point) <= T::ZERO;
        for _ in 0..MAX_DISCOVERY {
            let edge = (a.point - base).perp();
            let n = if right { edge } else { -edge };
            if n == Self::ZERO {
                break;
            }
            let b = obstacle.support(n, &a);
            *calls += 1;
            tell(observer, *calls, &[a], n, b);
            if is_beyond(n, &b, floor) {
                return Discovery::Beyond(n, b);
            }
            let side = ray.perp_dot(b.point);
            if right && side >= T::ZERO {
                return Discovery::Portal([a, b]);
            }
            if !right && side <= T::ZERO {
                return Discovery::Portal([b, a]);
            }
            if b.point == a.point {
                break;
            }
            a = b;
        }
        Discovery::Lost(a)
    }

    #[inline(always)]
    fn outward([a, b]: &[Vertex<Self>; 2]) -> Self {
        (a.point - b.point).perp()
    }

    #[inline(always)]
    fn advance(portal: &mut [Vertex<Self>; 2], ray: Self, found: Vertex<Self>) {
        let kept = usize::from(ray.perp_dot(found.point) > T::ZERO);
        portal[kept] = found;
    }

    #[inline]
    fn solve([a, b]: &[Vertex<Self>; 2], third: Self, target: Self) -> [T; 3] {
        let side = b.point - a.point;
        let inverse = T::ONE / side.perp_dot(third);
        [target.perp_dot(third) * inverse, T::ZERO, side.perp_dot(target) * inverse]
    }

    #[inline(always)]
    fn off_line_squared(ray: Self, point: Self) -> T {
        let off = ray.perp_dot(point);
        off * off
    }

    fn aside(direction: Self) -> Self {
        direction.perp().unit()
    }

    fn plane(_: &impl Obstacle<Self>, _: &mut u32) -> Option<Self> {
        None
    }
}

impl<T: Real> PortalSpace for Vec3<T> {
    type Portal = [Vertex<Self>; 3];

    #[inline(always)]
    fn discover(
        obstacle: &impl Obstacle<Self>,
        base: Self,
        ray: Self,
        mut a: Vertex<Self>,
        floor: T,
        calls: &mut u32,
        observer: &mut impl Observer<Self>,
    ) -> Discovery<Self> {
        // b·(r × a) = det(r, a, b), so that the wanted sign is that of a support point.
        let mut n = ray.cross(a.point);
        if n == Self::ZERO {
            n = ray.any_orthogonal();
        }
        let mut b = obstacle.support(n, &a);
        *calls += 1;
        tell(observer, *calls, &[a], n, b);
        let along = b.point.dot(n);
        if along <= T::ZERO || along * along <= floor * floor * n.norm_squared() {
            return if is_beyond(n, &b, floor) { Discovery::Beyond(n, b) } else { Discovery::Flat(n) };
        }
        // From here on n is the normal of the plane of v, a and b, on the side to which the ray goes: n·r = det(r, a −
        // v, b − v) ≥ 0.
        for _ in 0..MAX_DISCOVERY {
            n = (a.point - base).cross(b.point - base);
            if n == Self::ZERO {
                break;
            }
            let c = obstacle.support(n, &b);
            *calls += 1;
            tell(observer, *calls, &[a, b], n, c);
            if is_beyond(n, &c, floor) {
                return Discovery::Beyond(n, c);
            }
            let across = ray.cross(c.point); // det(r, c, x) = (x − c)·(r × c)
            if (a.point - c.point).dot(across) < T::ZERO {
                if c.point == b.point {
                    break;
                }
                b = c;
            } else if (b.point - c.point).dot(across) > T::ZERO {
                if c.point == a.point {
                    break;
                }
                a = c;
            } else {
                return Discovery::Portal([a, b, c]);
            }
        }
        Discovery::Lost(b)
    }

    #[inline(always)]
    fn outward([a, b, c]: &[Vertex<Self>; 3]) -> Self {
        // The cross product of any two sides, in order. That of the two shorter ones is right even if the portal is a
        // needle, as it becomes on the ruled sides of C; that of the two longer ones would not be.
        let (ab, bc, ca) = (b.point - a.point, c.point - b.point, a.point - c.point);
        let (x, y, z) = (ab.norm_squared(), bc.norm_squared(), ca.norm_squared());
        if x > y && x > z {
            bc.cross(ca)
        } else if y > z {
            ca.cross(ab)
        } else {
            ab.cross(bc)
        }
    }

    #[inline(always)]
    fn advance(portal: &mut [Vertex<Self>; 3], ray: Self, found: Vertex<Self>) {
        // The signs of det(r, p, x) = (x − p)·(r × p): the ray passes a, b, p if that of a is ≥ 0 ≥ that of b, and so
        // on. With x − p instead of x, the rounding shrinks with the portal.
        let p = found.point;
        let across = ray.cross(p);
        let replaced = if (portal[0].point - p).dot(across) >= T::ZERO {
            if (portal[1].point - p).dot(across) <= T::ZERO { 2 } else { 0 }
        } else if (portal[2].point - p).dot(across) >= T::ZERO {
            1
        } else {
            0
        };
        portal[replaced] = found;
    }

    #[inline]
    fn solve([a, b, c]: &[Vertex<Self>; 3], third: Self, target: Self) -> [T; 3] {
        let (ab, ac) = (b.point - a.point, c.point - a.point);
        let normal = ab.cross(ac);
        let inverse = T::ONE / normal.dot(third);
        let across = target.cross(third); // det(t, ac, w) = −ac·(t × w), det(ab, t, w) = ab·(t × w)
        [-ac.dot(across) * inverse, ab.dot(across) * inverse, normal.dot(target) * inverse]
    }

    #[inline(always)]
    fn off_line_squared(ray: Self, point: Self) -> T {
        ray.cross(point).norm_squared()
    }

    fn aside(direction: Self) -> Self {
        direction.any_orthogonal()
    }

    fn plane(obstacle: &impl Obstacle<Self>, calls: &mut u32) -> Option<Self> {
        let start = Vertex::default();
        let extremes = [0, 1, 2, 3, 4, 5].each(|i| {
            let axis = Self::axis(i);
            obstacle.support(if i < 3 { axis } else { -axis }, &start).point
        });
        *calls += 6;
        let farthest = |of: &dyn Fn(Self) -> T| {
            let farther = |p: Self, q: Self| if of(q) > of(p) { q } else { p };
            extremes[1..].iter().fold(extremes[0], |p, &q| farther(p, q))
        };
        let a = extremes[0];
        let b = farthest(&|p| (p - a).norm_squared());
        let c = farthest(&|p| (p - a).cross(b - a).norm_squared());
        let corners = [a, b, c].each(|point| Vertex { point, ..start });
        Self::outward(&corners).normalized()
    }
}

/// Reports support call number `calls`: a portal, complete or partial, and the support point along `n`.
#[inline(always)]
pub(super) fn tell<V: Vector>(
    observer: &mut impl Observer<V>,
    calls: u32,
    portal: &[Vertex<V>],
    n: V,
    found: Vertex<V>,
) {
    if watches(observer) {
        report_step(observer, calls, portal, n, found);
    }
}

#[cold]
fn report_step<V: Vector>(
    observer: &mut impl Observer<V>,
    calls: u32,
    portal: &[Vertex<V>],
    n: V,
    found: Vertex<V>,
) {
    observer.step(&Step {
        algorithm: "mpr",
        iteration: calls - 1,
        vertices: portal,
        faces: &[],
        point: n,
        cell: &[],
        found,
        bounds: [-found.point.dot(n) / n.norm(), V::Scalar::INFINITY],
        details: Details::default(),
    });
}
