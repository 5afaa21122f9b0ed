//! Newton refinement (climb): the last digits of a direction by Newton's method on the sphere of directions.
//!
//! **Answers** which unit n near a given one makes g(n) largest, if both shapes are smoothly curved there. GJK and EPA
//! find the right region in a few steps, but then gain only a factor of two to four per step, since each works with
//! planes. This method measures the curvature by two support calls beside n, and every step squares the error.
//!
//! **Source.** Newton's method for the condition that the support point w(n) lies on n itself.
//!
//! | symbol | meaning |
//! |---|---|
//! | w | the support point of B − A along −n, so g(n) = n·w |
//! | p | w − g n: zero at the peak |
//! | D | rate at which w turns with n, a 2 by 2 matrix (in the plane one number), not positive |
//!
//! Along a small turn δ of n, p changes by (D − g) δ. At a peak D − g is negative definite: if the shapes are apart,
//! and if they overlap and the surface is flatter than a ball of the depth's radius.
//!
//! **Guarantee.** Only this: the returned g is the value of a support call, and not less than the first one. If faces,
//! edges or corners make w jump, the steps do not rise and the search ends at once.
//!
//! **Cost.** Two support calls for D and one per step, at most [`MAX_CALLS`].

mod again;
mod ridge;

pub use again::{Bend, Free, climb_again};
pub use ridge::{MAX_RIDGE_CALLS, Ridge, climb_ridge};

use crate::math::{Real, Vec2, Vec3, Vector};
use crate::pair::{Obstacle, Vertex};

/// Limit on support calls.
pub const MAX_CALLS: u32 = 8;

/// Angle of the calls that measure D. If it were larger, D would be that of another place; if smaller, rounding would show.
const PROBE: f64 = 1.0 / 16384.0;

/// If w turns faster than this × the size, it may have jumped at a crease between n and a probe; then the other side is
/// tested too. If it were larger, a crease of a shorter edge would pass for a curve.
const STEEP: f64 = 1.0;

/// Both sides agree if they differ by at most this fraction.
const ALIKE: f64 = 0.25;

/// The longest step, as an angle. A longer one would leave the region in which D was measured.
const LONGEST: f64 = 0.25;

/// A step that gains less than this fraction of the prediction shows that the surface is not smooth here.
const FAIR_SHARE: f64 = 0.25;

/// The best direction found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peak<V: Vector> {
    /// Unit vector of the direction.
    pub normal: V,
    /// g of the direction.
    pub separation: V::Scalar,
    /// The support point of the direction.
    pub vertex: Vertex<V>,
    /// Predicted gain of a further step, as far as the curvature shows; infinite if it does not.
    pub to_gain: V::Scalar,
    /// Number of support calls of B − A.
    pub calls: u32,
}

/// Outcome of an attempt to prove an answer by a climb.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Attempt<X> {
    /// It succeeded.
    Proven(X),
    /// It was in vain; another method has to answer.
    InVain {
        /// Number of support calls of B − A that it took.
        calls: u32,
    },
}

/// Directions perpendicular to a direction.
pub trait Tangents: Vector {
    /// The rest of a tangent basis: one unit vector in the plane (and zero), two in space.
    fn tangents(self) -> [Self; 2];
    /// The direction perpendicular to both; in the plane there is none, and it is zero.
    fn third(self, other: Self) -> Self;
}

impl<T: Real> Tangents for Vec2<T> {
    #[inline]
    fn tangents(self) -> [Self; 2] {
        [self.perp(), Self::ZERO]
    }
    #[inline]
    fn third(self, _: Self) -> Self {
        Self::ZERO
    }
}

impl<T: Real> Tangents for Vec3<T> {
    #[inline]
    fn tangents(self) -> [Self; 2] {
        // The two other axes of the frame turn with n; the only special case is n = -z, which the sign distinguishes.
        let sign = self.z.sign_of(T::ONE);
        let a = -T::ONE / (sign + self.z);
        let b = self.x * self.y * a;
        [
            Self::new(T::ONE + sign * self.x * self.x * a, sign * b, -(sign * self.x)),
            Self::new(b, sign + self.y * self.y * a, -self.y),
        ]
    }
    #[inline]
    fn third(self, other: Self) -> Self {
        self.cross(other)
    }
}

/// Climbs from the unit direction `normal`, whose support point is `vertex`, until at most `enough` can be gained.
#[inline(never)]
pub fn climb<V: Tangents>(
    obstacle: &impl Obstacle<V>,
    normal: V,
    vertex: Vertex<V>,
    enough: V::Scalar,
) -> Peak<V> {
    let (zero, one, flat) = (V::Scalar::ZERO, V::Scalar::ONE, V::DIM == 2);
    let [s, t] = normal.tangents();
    let g = normal.dot(vertex.point);
    let mut best = Peak { normal, separation: g, vertex, to_gain: V::Scalar::INFINITY, calls: 0 };
    let [dss, dst, dtt] = measure(obstacle, &mut best, [s, t], flat);
    let (dss, dtt) = (dss.min(zero), if flat { -one } else { dtt.min(zero) });
    if dss.min(dtt) < -V::Scalar::of(STEEP) * obstacle.size()
        && is_crease(obstacle, &mut best, [s, t], [dss, dtt])
    {
        return best;
    }
    while best.calls < MAX_CALLS {
        let g = best.separation;
        let (ps, pt) = (best.vertex.point.dot(s), best.vertex.point.dot(t));
        // p in the basis at the start, near enough to that at the current direction.
        let (ps, pt) = (ps - g * best.normal.dot(s), pt - g * best.normal.dot(t));
        let Some(([ds, dt], to_gain)) = newton([ps, pt], [dss, dst, dtt], g, flat) else { break };
        best.to_gain = to_gain;
        if best.to_gain <= enough {
            break;
        }
        let step = s * ds + t * dt;
        let longest = V::Scalar::of(LONGEST);
        let length = step.norm();
        let step = if length > longest { step * (longest / length) } else { step };
        let n = (best.normal + step).unit();
        let w = obstacle.support(-n, &best.vertex);
        best.calls += 1;
        let reached = n.dot(w.point);
        let rose = reached - g;
        if rose <= zero {
            best.to_gain = V::Scalar::INFINITY;
            break;
        }
        let fair = rose >= best.to_gain * V::Scalar::of(FAIR_SHARE);
        best = Peak {
            normal: n,
            separation: reached,
            vertex: w,
            to_gain: V::Scalar::INFINITY,
            calls: best.calls,
        };
        if !fair && length <= longest {
            break;
        }
    }
    best
}

/// D in the basis s, t, by differences: a support call for each, or for s alone if `flat`.
#[inline]
fn measure<V: Tangents>(
    obstacle: &impl Obstacle<V>,
    best: &mut Peak<V>,
    [s, t]: [V; 2],
    flat: bool,
) -> [V::Scalar; 3] {
    let probe = V::Scalar::of(PROBE);
    let (normal, vertex) = (best.normal, best.vertex);
    let ws = obstacle.support(-(normal + s * probe), &vertex).point - vertex.point;
    best.calls += 1;
    if flat {
        return [ws.dot(s) / probe, V::Scalar::ZERO, V::Scalar::ZERO];
    }
    let wt = obstacle.support(-(normal + t * probe), &vertex).point - vertex.point;
    best.calls += 1;
    // It is symmetric; the mean of both halves the error.
    [ws.dot(s) / probe, (ws.dot(t) + wt.dot(s)) * V::Scalar::HALF / probe, wt.dot(t) / probe]
}

/// Newton's step: the turn of n along s and t for which p vanishes, and its predicted gain. `None` if D − g is not
/// negative definite.
#[inline(always)]
fn newton<T: Real>([ps, pt]: [T; 2], [dss, dst, dtt]: [T; 3], g: T, flat: bool) -> Option<([T; 2], T)> {
    let (jss, jtt) = (dss - g, if flat { -T::ONE } else { dtt - g });
    let determinant = jss * jtt - dst * dst;
    if !(determinant > T::ZERO && jss < T::ZERO) {
        return None;
    }
    let (ds, dt) = ((dst * pt - jtt * ps) / determinant, (dst * ps - jss * pt) / determinant);
    Some(([ds, dt], (ds * ps + dt * pt) * T::HALF))
}

/// Whether w turns differently on the other side of n than `turns` reports for this one, along either tangent.
#[cold]
fn is_crease<V: Vector>(
    obstacle: &impl Obstacle<V>,
    best: &mut Peak<V>,
    tangents: [V; 2],
    turns: [V::Scalar; 2],
) -> bool {
    let probe = V::Scalar::of(PROBE);
    tangents.iter().zip(turns).take(V::DIM - 1).any(|(&tangent, turn)| {
        let w = obstacle.support(-(best.normal - tangent * probe), &best.vertex).point;
        best.calls += 1;
        let other = (best.vertex.point - w).dot(tangent) / probe;
        (other - turn).abs() > -turn * V::Scalar::of(ALIKE)
    })
}
