//! Two segments, in space and in the plane.
//!
//! **Answers** the signed distance of any two segments: parallel, crossing, end to end, of length zero. In space they
//! have no depth; in the plane segments that cross have one.
//!
//! A points along a and its middle is the origin; B points along d and its middle is o. The squared distance of the points t on
//! A and u on B is a convex quadratic over a rectangle. What is across A, marked by ⊥, is all that u depends on; it needs no
//! difference of nearly equal numbers however nearly parallel the two are:
//!
//! u = −(o⊥·d⊥) / |d⊥|², t = o·a + u d·a, each clamped; if t was clamped, u anew from t.
//!
//! In space vectors across A are taken as cross products with a, which has the same lengths and angles: a × d is off by 2 ε, a × o
//! by 2 ε |o|. So no frame need be A's. In that of the poses a and d are off by 9 ε each: 5 by the common factor of their quaternion's
//! length, and the rest by products and sums. With the lengths of the segments that makes 9 ε × size, with 1 for o and 5 for
//! a g it is less than half of the pair's rounding.
//!
//! **The normal** is the difference of the two points, divided by its length v. The difference is accurate to ε × size,
//! so the normal turns by δ = ε size/v, which matters if v is small: where the true normal is at a right angle to a
//! segment, the length of that segment times δ would be lost. So g is asked, and if it is short of v, the normal is
//! made orthogonal to A, to B or to both, whichever is nearest of those whose g is enough. One of these is good: where
//! rounding broke one of the conditions for a nearest point, that condition held with a slack of less than δ, and to
//! make it an equality costs v δ²/2 <= ε size/2 only.
//!
//! **Segments that cross** in space, or touch within rounding, have the normal d_A × d_B, turned to B's middle; parallel
//! ones any at a right angle to both.

use super::{Answer, Closed, Rectangles};
use crate::math::{Real, Rot2, Turn, Vec2, Vec3, Vector, length_and_unit};
use crate::pair::Rods;

/// A sine below this (radians) is that of parallel segments: directions are not known any better, and lengths times ε
/// are within rounding. The nearest points are then taken in the middle of the stretch that the two share.
const PARALLEL: f64 = 4.0 * f64::EPSILON;

/// Of the pair's rounding, what g may be short of the distance of the two points before other normals are tried.
const SHORT: f64 = 0.25;

/// Two segments of space: A along the unit `axis_a` on both sides of the origin, B along the unit `axis_b` on both sides of
/// `offset`, as far as `half` says of each. `rounding` is that of the pair.
#[inline(always)]
pub(super) fn segments3(rods: &Rods<Vec3<f64>>, half: [f64; 2], rounding: f64) -> Closed<Vec3<f64>> {
    let nearest = Nearest::of(rods, half);
    let Nearest { point_a, point_b, difference } = nearest;
    let (upper, normal) = length_and_unit(difference);
    let value = separation(rods, half, normal);
    let mut best = Best { normal, value, enough: upper - SHORT * rounding };
    if best.value < best.enough || upper <= rounding {
        best = other_normals(best, difference, rods, half);
    }
    let Best { normal, value, .. } = best;
    Closed { value, normal, point_a, point_b, ambiguous: value <= rounding }
}

/// The nearest points of two segments.
struct Nearest {
    point_a: Vec3<f64>,
    point_b: Vec3<f64>,
    /// From `point_a` to `point_b`.
    difference: Vec3<f64>,
}

impl Nearest {
    #[inline(always)]
    fn of(rods: &Rods<Vec3<f64>>, half: [f64; 2]) -> Self {
        let Rods { axis_a: a, axis_b: d, offset: o } = *rods;
        let (d_across, o_across) = (a.cross(d), a.cross(o));
        let lines = Lines {
            sine_squared: d_across.norm_squared(),
            slope: o_across.dot(d_across),
            along: o.dot(a),
            cosine: d.dot(a),
        };
        let (t, u) = lines.nearest(half);
        let (point_a, point_b) = (a * t, o + d * u);
        Self { point_a, point_b, difference: point_b - point_a }
    }
}

/// g(n) |n|
#[inline(always)]
fn separation(rods: &Rods<Vec3<f64>>, half: [f64; 2], n: Vec3<f64>) -> f64 {
    let (along_a, along_b) = (Real::abs(n.dot(rods.axis_a)), Real::abs(n.dot(rods.axis_b)));
    n.dot(rods.offset) - half[0] * along_a - half[1] * along_b
}

/// Whether two segments of space, as [`segments3`] has them, come within `limit` of one another; `None` where rounding hides
/// it. By squares: two points show that they do, and the direction from one to the other that they do not.
#[inline(always)]
pub(super) fn segments_near(rods: &Rods<Vec3<f64>>, half: [f64; 2], limit: f64) -> Option<bool> {
    let n = Nearest::of(rods, half).difference;
    let (squared, least) = (n.norm_squared(), limit * limit);
    let g = separation(rods, half, n);
    let near = squared <= least;
    let far = (g > 0.0) & (g * g > least * squared);
    (near | far).then_some(near)
}

/// The best normal of segments that nearly touch; see the head of the file.
#[cold]
#[inline(never)]
fn other_normals(
    mut best: Best<Vec3<f64>>,
    difference: Vec3<f64>,
    rods: &Rods<Vec3<f64>>,
    half: [f64; 2],
) -> Best<Vec3<f64>> {
    let Rods { axis_a: a, axis_b: d, .. } = *rods;
    let (normal, cross, side) = (best.normal, a.cross(d), a.any_orthogonal().cross(a));
    for candidate in
        [difference - d * difference.dot(d), difference - a * difference.dot(a), cross, -cross, side, -side]
    {
        best.try_direction(normal, candidate, |n| separation(rods, half, n));
    }
    best
}

/// Two segments of the plane: A on y from −`half_a` to `half_a`, B turned by `turn` and moved by `offset`. `rounding` is
/// that of the pair. Segments that cross are as deep in one another as the shortest way out.
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
    let (t, u) = Lines { sine_squared: d.x * d.x, slope: o.x * d.x, along: o.y, cosine: d.y }
        .nearest([half_a, half_b]);
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
/// bear it out sideways too; while none has enough, the one with the largest g.
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

/// What the nearest points of two lines depend on; the symbols are those at the head of the file.
pub(super) struct Lines {
    /// |d⊥|²
    pub sine_squared: f64,
    /// o⊥·d⊥
    pub slope: f64,
    /// o·a
    pub along: f64,
    /// d·a
    pub cosine: f64,
}

impl Lines {
    /// The places t on A and u on B, counted from their middles, at which two segments of these lines are nearest.
    #[inline(always)]
    pub(super) fn nearest(&self, [half_a, half_b]: [f64; 2]) -> (f64, f64) {
        let Self { sine_squared, slope, along, cosine } = *self;
        if sine_squared <= PARALLEL * PARALLEL {
            // The middle of the shared stretch, or the two ends that face one another.
            let (low, high) = (Real::max(-half_a, along - half_b), Real::min(half_a, along + half_b));
            let middle = 0.5 * (low + high);
            return (within(middle, half_a), within((middle - along) * Real::sign_of(cosine, 1.0), half_b));
        }
        let u = within(-slope / sine_squared, half_b);
        let free = along + u * cosine;
        let t = within(free, half_a);
        let moved = within((t - along) * cosine - slope, half_b);
        let again = within(along + moved * cosine, half_a);
        // Both are computed: which one it is, the processor could only guess.
        let clamped = t != free;
        (if clamped { again } else { t }, if clamped { moved } else { u })
    }
}

#[inline(always)]
fn within(x: f64, half: f64) -> f64 {
    Real::min(Real::max(x, -half), half)
}
