//! Closed form for two segments, in space and in the plane.
//!
//! **Answers** the signed distance of any two segments: parallel, crossing, end to end, of length zero. In space they
//! have no depth; in the plane segments that cross have one.
//!
//! A lies on the last axis, d is B's direction and o its middle. The squared distance of the points t on A and u on B
//! is a convex quadratic over a rectangle. In A's frame the line of A drops out, and the remainder needs no difference
//! of nearly equal numbers however nearly parallel the two are:
//!
//! u = −(o⊥·d⊥) / |d⊥|², t = o∥ + u d∥, each clamped; if t was clamped, u is recomputed from t.
//!
//! **The normal** is the difference of the two points, divided by its length v. The difference is accurate to ε × size,
//! so the normal turns by δ = ε size/v, which matters if v is small: if the true normal is perpendicular to a segment,
//! the length of that segment times δ would be lost. So g is evaluated, and if it is less than v, the normal is made
//! orthogonal to A, to B or to both, whichever is nearest of those whose g suffices. One of these is good: if rounding
//! broke one of the conditions for a nearest point, that condition held with a slack of less than δ, and making it an
//! equality costs only v δ²/2 <= ε size/2.
//!
//! **Segments that cross** in space, or touch within rounding, have the normal d_A × d_B, oriented to B's middle;
//! parallel ones any normal perpendicular to both.

use super::{Answer, Closed, Rectangles};
use crate::math::{Real, Rot2, Turn, Vec2, Vec3, Vector, length_and_unit};

/// Segments count as parallel if their sine is below this (radians): directions are not known any better, and lengths
/// times ε are within rounding. The nearest points are then taken in the middle of the shared stretch.
const PARALLEL: f64 = 4.0 * f64::EPSILON;

/// Fraction of the pair's rounding by which g may fall short of the distance of the two points before other normals are tried.
const SHORT: f64 = 0.25;

/// Two segments in space: A on z from −`half_a` to `half_a`, B along the unit `d` on both sides of `offset`. `rounding`
/// is that of the pair.
#[inline(always)]
pub fn segments3(
    half_a: f64,
    half_b: f64,
    d: &Vec3<f64>,
    offset: &Vec3<f64>,
    rounding: f64,
) -> Closed<Vec3<f64>> {
    let o = *offset;
    let (t, u) = closest([o.x, o.y], o.z, [d.x, d.y], d.z, half_a, half_b);
    let point_b = o + *d * u;
    let difference = Vec3::new(point_b.x, point_b.y, point_b.z - t);
    let (upper, normal) = length_and_unit(difference);
    let value = g3(normal, half_a, half_b, *d, o);
    let mut best = Best { normal, value, enough: upper - SHORT * rounding };
    if best.value < best.enough || upper <= rounding {
        best = other_normals(best, difference, *d, |n| g3(n, half_a, half_b, *d, o));
    }
    let Best { normal, value, .. } = best;
    Closed { value, normal, point_a: Vec3::new(0.0, 0.0, t), point_b, ambiguous: value <= rounding }
}

/// Whether two segments in space, as in [`segments3`], come within `limit` of one another; `None` if rounding hides it.
/// By squares: two points show that they do, and the direction from one to the other that they do not.
#[inline(always)]
pub(super) fn segments_near(
    half_a: f64,
    half_b: f64,
    d: &Vec3<f64>,
    offset: &Vec3<f64>,
    limit: f64,
) -> Option<bool> {
    let o = *offset;
    let (t, u) = closest([o.x, o.y], o.z, [d.x, d.y], d.z, half_a, half_b);
    let point_b = o + *d * u;
    let n = Vec3::new(point_b.x, point_b.y, point_b.z - t);
    let (squared, least) = (n.norm_squared(), limit * limit);
    // g(n) |n|
    let g = g3(n, half_a, half_b, *d, o);
    let near = squared <= least;
    let far = (g > 0.0) & (g * g > least * squared);
    (near | far).then_some(near)
}

/// g(n) |n| of two segments in space, B's middle being at `o`.
#[inline(always)]
fn g3(n: Vec3<f64>, half_a: f64, half_b: f64, d: Vec3<f64>, o: Vec3<f64>) -> f64 {
    n.dot(o) - half_a * n.z.abs() - half_b * Real::abs(n.dot(d))
}

/// The best normal of segments that nearly touch; see the module documentation.
#[cold]
#[inline(never)]
fn other_normals(
    mut best: Best<Vec3<f64>>,
    difference: Vec3<f64>,
    d: Vec3<f64>,
    g: impl Fn(Vec3<f64>) -> f64,
) -> Best<Vec3<f64>> {
    let normal = best.normal;
    for candidate in [
        difference - d * difference.dot(d),
        Vec3::new(difference.x, difference.y, 0.0),
        Vec3::new(-d.y, d.x, 0.0),
        Vec3::new(d.y, -d.x, 0.0),
        Vec3::new(1.0, 0.0, 0.0),
        Vec3::new(-1.0, 0.0, 0.0),
    ] {
        best.try_direction(normal, candidate, &g);
    }
    best
}

/// Two segments in the plane: A on y from −`half_a` to `half_a`, B rotated by `turn` and moved by `offset`. `rounding`
/// is that of the pair. The depth of segments that cross is the shortest way out.
#[inline]
pub fn segments2(
    half_a: f64,
    half_b: f64,
    turn: &Rot2<f64>,
    offset: &Vec2<f64>,
    rounding: f64,
) -> Closed<Vec2<f64>> {
    let (a, b) = (Vec2::new(0.0, half_a), Vec2::new(0.0, half_b));
    let axis = match (Rectangles { half_a: &a, half_b: &b, turn, offset, rounding }).signed_distance() {
        Answer::Exact(found) => return found,
        Answer::Start(axis) => axis,
    };
    // End to end, or parallel and touching within rounding.
    let (o, d) = (*offset, turn.turn(Vec2::new(0.0, 1.0)));
    let (t, u) = closest([o.x, 0.0], o.y, [d.x, 0.0], d.y, half_a, half_b);
    let point_b = o + d * u;
    let point_a = Vec2::new(0.0, t);
    let difference = point_b - point_a;
    let g = |n: Vec2<f64>| n.dot(o) - half_a * n.y.abs() - half_b * Real::abs(n.dot(d));
    let normal = difference.unit();
    let mut best = Best { normal, value: g(normal), enough: difference.norm() - SHORT * rounding };
    if best.value < best.enough {
        for candidate in [axis, Vec2::new(1.0, 0.0), Vec2::new(-1.0, 0.0), d.perp(), -d.perp()] {
            best.try_direction(normal, candidate, g);
        }
    }
    let Best { normal, value, .. } = best;
    Closed { value, normal, point_a, point_b, ambiguous: value <= rounding }
}

/// The best normal so far: of those with enough g the one nearest to the difference of the points, so that the points
/// match it sideways too; while none has enough, the one with the largest g.
struct Best<V> {
    normal: V,
    value: f64,
    enough: f64,
}

impl<V: Vector<Scalar = f64>> Best<V> {
    fn try_direction(&mut self, difference: V, candidate: V, g: impl Fn(V) -> f64) {
        let Some(n) = candidate.normalized() else { return };
        let value = g(n);
        let better = if value >= self.enough && self.value >= self.enough {
            (n - difference).norm_squared() < (self.normal - difference).norm_squared()
        } else {
            value > self.value
        };
        if better {
            (self.normal, self.value) = (n, value);
        }
    }
}

/// The positions t on A and u on B, relative to their middles, at which two segments are nearest. A runs along an axis;
/// `across` and `along` are the middle of B perpendicular to it and along it, `d_across` and `d_along` B's direction.
#[inline(always)]
pub(super) fn closest(
    across: [f64; 2],
    along: f64,
    d_across: [f64; 2],
    d_along: f64,
    half_a: f64,
    half_b: f64,
) -> (f64, f64) {
    let sine_squared = d_across[0] * d_across[0] + d_across[1] * d_across[1];
    let slope = across[0] * d_across[0] + across[1] * d_across[1];
    if sine_squared <= PARALLEL * PARALLEL {
        // The middle of the shared stretch, or the two ends that face one another.
        let (low, high) = (Real::max(-half_a, along - half_b), Real::min(half_a, along + half_b));
        let middle = 0.5 * (low + high);
        return (within(middle, half_a), within((middle - along) * Real::sign_of(d_along, 1.0), half_b));
    }
    let u = within(-slope / sine_squared, half_b);
    let free = along + u * d_along;
    let t = within(free, half_a);
    let moved = within((t - along) * d_along - slope, half_b);
    let again = within(along + moved * d_along, half_a);
    // Both are computed: a branch would be unpredictable.
    let clamped = t != free;
    (if clamped { again } else { t }, if clamped { moved } else { u })
}

#[inline(always)]
fn within(x: f64, half: f64) -> f64 {
    Real::min(Real::max(x, -half), half)
}
