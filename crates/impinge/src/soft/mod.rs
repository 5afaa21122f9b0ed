//! Continuous collision detection of moving features: the time of impact of moving points and a moving feature.
//!
//! **Answers** for a vertex and a triangle ([`vertex_face`]), two edges ([`edge_edge`]) and, in the plane, a vertex and an edge
//! ([`vertex_edge`]): the time of impact, which is the first time in \[0, 1\] at which they touch, or come within a given distance, if
//! all points move on straight lines at constant speed. The simulation of cloth and other soft bodies asks this for every pair of
//! features that the broad phase finds. For rigid bodies, whose points may move on arcs, use [`cast`](fn@crate::cast) or
//! [`motion`](crate::expel).
//!
//! ```
//! use impinge::Vec3;
//! use impinge::soft::{CcdSettings, vertex_face};
//!
//! let face = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]].map(Vec3::from);
//! let (above, below) = (Vec3::new(0.0, 0.0, 3.0_f64), Vec3::new(0.0, 0.0, -1.0));
//! let hit = vertex_face(above, below, face, face, &CcdSettings::default()).unwrap();
//! assert!(hit.time <= 0.75 && hit.time > 0.75 - 1e-12); // not late
//! assert!(hit.latest.unwrap() >= 0.75); // and proven to happen by then
//! assert_eq!(hit.normal, Vec3::new(0.0, 0.0, -1.0));
//!
//! // Within a distance of 1 from the face at height 1:
//! let settings = CcdSettings { separation: 1.0, ..CcdSettings::default() };
//! assert!((vertex_face(above, below, face, face, &settings).unwrap().time - 0.5).abs() < 1e-12);
//!
//! // The vertex stays above.
//! assert!(vertex_face(above, above, face, face, &settings).is_none());
//! ```
//!
//! **Method.** `polygon` turns the two features into one moving polygon, their Minkowski difference, and asks when it meets the origin.
//! `search` goes forward in time; `nearest` supplies separating planes, `roots` the times to examine, and `signs` the proofs, in `f64`
//! with bounds on rounding if these suffice and in integers (`exact`) otherwise.
//!
//! **Guarantee.** For coordinates as given, not rounded any further:
//!
//! - *No false negative.* `None` is a proof that the features do not touch (or come within the separation) before the end of the query,
//!   [`CcdSettings::until`].
//! - *Never late.* All times before [`FeatureImpact::time`] are proven free. In `f32` the time is rounded down.
//! - *Proven touches.* [`FeatureImpact::latest`], if present, is a time by which they are proven to have touched.
//! - *Few false positives.* Without separation a miss is reported as a touch only if the features come within 2⁻⁵² of touching in time,
//!   if the steps are used up, or if nonzero coordinates differ by more than a factor 2¹³³ and the miss depends on the smallest ones.
//!   Such an answer has no `latest`, and neither has a degenerate touch: exactly at an edge of the face, or of features that move within
//!   one plane. With a separation there are no exact signs: a miss is reported as a touch if the distance comes within rounding of the
//!   separation, or if the steps are used up.
//!
//! **Cost.** A simple miss takes one or two planes, a simple touch two planes, the zeros of one cubic and two sign tests: less than 1.5
//! µs; figures are in `docs/book/moving-features.md`. The worst case is bounded by [`CcdSettings::steps`] and by the number of time
//! intervals that are decided in integers. Nothing is allocated.
//!
//! **Failure.** A coordinate that is not finite gives a touch at time 0 with [`Status::Stalled`]: nothing is known, so nothing is ruled
//! out.
//!
//! **Source.** The polynomials are those of Provot, *Collision and self-collision handling in cloth model dedicated to design garments*,
//! 1997, and Brochu, Edwards and Bridson, *Efficient geometrically exact continuous collision detection*, 2012; keeping planes over time
//! is conservative advancement (Mirtich 1996). One sign test for time intervals that unites them, and is complete, is derived in `signs`.

mod exact;
mod nearest;
mod polygon;
mod roots;
mod search;
mod signs;

use crate::math::{Each, Real, Vec2, Vec3, Vector, built_with_the_crate, exponent_of};
use crate::observe::Status;
use nearest::Flat;
use polygon::Moving;
use search::{FirstTouch, Query, search};

type V3 = Vec3<f64>;

/// Default limit on the steps of a search. Simple queries take 1 to 10; with a separation, sliding ones take hundreds.
#[doc(hidden)]
pub const STEPS: u32 = 4096;

/// A vector this many roundings long has a direction, accurate to an eighth of a radian.
const DIRECTION_ROUNDINGS: f64 = 8.0;

/// Settings of a query: the separation that counts as a touch, the end of the query, and the limit on the steps.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        default,
        deny_unknown_fields,
        bound(serialize = "T: serde::Serialize", deserialize = "T: Real + serde::Deserialize<'de>")
    )
)]
pub struct CcdSettings<T> {
    /// Distance at which features count as touching; 0 by default. A negative number or NaN counts as 0.
    pub separation: T,
    /// Last time of the query, from 0 to 1; 1 by default. Other values are clamped, NaN counts as 1. It is rounded up to a multiple of
    /// 2⁻⁶⁰.
    pub until: T,
    /// Limit on the steps; 4096 by default. A search that uses them up reports a touch, with [`Status::Budget`].
    pub steps: u32,
}

impl<T: Real> Default for CcdSettings<T> {
    fn default() -> Self {
        Self { separation: T::ZERO, until: T::ONE, steps: STEPS }
    }
}

/// The first touch of two moving features.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct FeatureImpact<V: Vector> {
    /// Time of impact, rounded down: it is proven that they do not touch before.
    pub time: V::Scalar,
    /// It is proven that they touch at some time from `time` to this one; `None` if that could not be proved.
    pub latest: Option<V::Scalar>,
    /// Witness point: at `time`, the point of the first feature that is nearest to the second, approximately.
    pub point_a: V,
    /// Witness point: at `time`, the point of the second feature that is nearest to the first, approximately.
    pub point_b: V,
    /// Unit normal from the first feature to the second, at `time`. If the features touch already: normal to both, against their relative
    /// motion.
    pub normal: V,
    /// Weights of the input points, in their order, in `point_a` and `point_b`: vertex and corners of the face; ends of the first and of
    /// the second edge; vertex and ends of the edge (and a 0).
    pub weights: [V::Scalar; 4],
    /// [`Status::Converged`] if `latest` is proved; [`Status::Stalled`] if they touch or pass within rounding; [`Status::Budget`] if the
    /// steps were used up.
    pub status: Status,
    /// Number of steps of the search.
    pub iterations: u32,
}

/// Corners of B − A: the pairs of points to subtract. The first feature is A.
const VERTEX_FACE: [(usize, usize); 3] = [(0, 1), (0, 2), (0, 3)];
const EDGE_EDGE: [(usize, usize); 4] = [(0, 2), (0, 3), (1, 3), (1, 2)];

/// Finds the first time at which a vertex that moves from `v0` to `v1` touches a triangle whose corners move from `f0` to `f1`; `None` is
/// a proof that it does not. See the [module](self) for guarantees.
pub fn vertex_face<T: Real>(
    v0: Vec3<T>,
    v1: Vec3<T>,
    f0: [Vec3<T>; 3],
    f1: [Vec3<T>; 3],
    settings: &CcdSettings<T>,
) -> Option<FeatureImpact<Vec3<T>>> {
    built_vertex_face(v0, v1, f0, f1, settings)
}

built_with_the_crate! {
    /// [`vertex_face`].
    fn built_vertex_face<'a, T: Real>(
        v0: Vec3<T>,
        v1: Vec3<T>,
        f0: [Vec3<T>; 3],
        f1: [Vec3<T>; 3],
        settings: &'a CcdSettings<T>,
    ) -> Option<FeatureImpact<Vec3<T>>> = first_vertex_face;
}

fn first_vertex_face<T: Real>(
    v0: Vec3<T>,
    v1: Vec3<T>,
    f0: [Vec3<T>; 3],
    f1: [Vec3<T>; 3],
    settings: &CcdSettings<T>,
) -> Option<FeatureImpact<Vec3<T>>> {
    let start = [v0, f0[0], f0[1], f0[2]].each(Vec3::cast);
    let end = [v1, f1[0], f1[1], f1[2]].each(Vec3::cast);
    run(&start, &end, &VERTEX_FACE, 1, settings).map(|impact| impact.narrow(Vec3::cast))
}

/// Finds the first time at which an edge that moves from `a0` to `a1` touches one that moves from `b0` to `b1` (each a pair of ends);
/// `None` is a proof that it does not. See the [module](self) for guarantees.
pub fn edge_edge<T: Real>(
    a0: [Vec3<T>; 2],
    a1: [Vec3<T>; 2],
    b0: [Vec3<T>; 2],
    b1: [Vec3<T>; 2],
    settings: &CcdSettings<T>,
) -> Option<FeatureImpact<Vec3<T>>> {
    built_edge_edge(a0, a1, b0, b1, settings)
}

built_with_the_crate! {
    /// [`edge_edge`].
    fn built_edge_edge<'a, T: Real>(
        a0: [Vec3<T>; 2],
        a1: [Vec3<T>; 2],
        b0: [Vec3<T>; 2],
        b1: [Vec3<T>; 2],
        settings: &'a CcdSettings<T>,
    ) -> Option<FeatureImpact<Vec3<T>>> = first_edge_edge;
}

fn first_edge_edge<T: Real>(
    a0: [Vec3<T>; 2],
    a1: [Vec3<T>; 2],
    b0: [Vec3<T>; 2],
    b1: [Vec3<T>; 2],
    settings: &CcdSettings<T>,
) -> Option<FeatureImpact<Vec3<T>>> {
    let start = [a0[0], a0[1], b0[0], b0[1]].each(Vec3::cast);
    let end = [a1[0], a1[1], b1[0], b1[1]].each(Vec3::cast);
    run(&start, &end, &EDGE_EDGE, 2, settings).map(|impact| impact.narrow(Vec3::cast))
}

/// In the plane, finds the first time at which a vertex that moves from `v0` to `v1` touches an edge whose ends move from `e0` to `e1`;
/// `None` is a proof that it does not. See the [module](self) for guarantees.
///
/// The plane is embedded in space, and the vertex is replaced by a line through it at right angles to the plane: the distance is the same
/// at all times.
pub fn vertex_edge<T: Real>(
    v0: Vec2<T>,
    v1: Vec2<T>,
    e0: [Vec2<T>; 2],
    e1: [Vec2<T>; 2],
    settings: &CcdSettings<T>,
) -> Option<FeatureImpact<Vec2<T>>> {
    built_vertex_edge(v0, v1, e0, e1, settings)
}

built_with_the_crate! {
    /// [`vertex_edge`].
    fn built_vertex_edge<'a, T: Real>(
        v0: Vec2<T>,
        v1: Vec2<T>,
        e0: [Vec2<T>; 2],
        e1: [Vec2<T>; 2],
        settings: &'a CcdSettings<T>,
    ) -> Option<FeatureImpact<Vec2<T>>> = first_vertex_edge;
}

fn first_vertex_edge<T: Real>(
    v0: Vec2<T>,
    v1: Vec2<T>,
    e0: [Vec2<T>; 2],
    e1: [Vec2<T>; 2],
    settings: &CcdSettings<T>,
) -> Option<FeatureImpact<Vec2<T>>> {
    // As long as the largest coordinate, so that no digits are lost.
    let largest = [v0, v1, e0[0], e0[1], e1[0], e1[1]].each(|p| p.cast::<f64>().max_abs());
    let half = f64::power_of_two(exponent_of(largest.into_iter().fold(0.0, Real::max)));
    let lifted = |v: Vec2<T>, e: [Vec2<T>; 2]| {
        [(v, -half), (v, half), (e[0], 0.0), (e[1], 0.0)].each(|(p, z)| V3::new(p.x.f64(), p.y.f64(), z))
    };
    let mut impact = run(&lifted(v0, e0), &lifted(v1, e1), &EDGE_EDGE, 2, settings)?;
    let [_, _, w0, w1] = impact.weights;
    impact.weights = [1.0, w0, w1, 0.0];
    impact.normal.z = 0.0;
    impact.normal = impact.normal.unit();
    Some(impact.narrow(|p| p.xy().cast()))
}

/// Runs the search in units of the polygon, and converts its answer to those of the query. The first `first` points are A's.
fn run<T: Real, const N: usize>(
    start: &[V3; 4],
    end: &[V3; 4],
    pairs: &[(usize, usize); N],
    first: usize,
    settings: &CcdSettings<T>,
) -> Option<FeatureImpact<V3>>
where
    [V3; N]: Flat,
{
    let Some(moving) = Moving::new(start, end, pairs) else { return Some(unknown(start, first)) };
    let wanted = settings.separation.f64();
    // Not rounded to zero: that would be a different query.
    let separation = if wanted > 0.0 { Real::max(wanted / moving.unit, f64::MIN_POSITIVE) } else { 0.0 };
    let query = Query {
        start,
        end,
        pairs,
        separation,
        until: search::last(settings.until.f64()),
        steps: settings.steps,
    };
    let found = search(&query, &moving)?;
    // In units of the polygon, so that nothing underflows or overflows.
    let scale = 1.0 / moving.unit;
    let point = |i: usize| start[i] * scale * (1.0 - found.time) + end[i] * scale * found.time;
    let weights = found.near.weights;
    let sum = |from: usize, to: usize| (from..to).fold(V3::ZERO, |sum, i| sum + point(i) * weights[i]);
    let moved = |i: usize| end[i] * scale - start[i] * scale;
    let motion = |from: usize, to: usize| (from..to).fold(V3::ZERO, |sum, i| sum + moved(i) * weights[i]);
    Some(FeatureImpact {
        time: found.time,
        latest: found.latest,
        point_a: sum(0, first) * moving.unit,
        point_b: sum(first, 4) * moving.unit,
        normal: normal(&found, &moving, motion(first, 4) - motion(0, first)),
        weights,
        status: found.status,
        iterations: found.steps,
    })
}

/// The normal, from A to B. `motion` is the velocity of the nearest point of B relative to the nearest point of A.
fn normal<const N: usize>(found: &FirstTouch, moving: &Moving<N>, motion: V3) -> V3 {
    let near = &found.near;
    // A direction this short is only rounding.
    if !near.inside && near.point.norm() > DIRECTION_ROUNDINGS * moving.distance_rounding() {
        return near.direction.unit();
    }
    let corners = moving.at(found.time);
    let across = (corners[1] - corners[0]).cross(corners[N - 1] - corners[0]);
    let candidates = if near.inside { [Some(near.direction), None] } else { [found.plane, Some(across)] };
    let known = candidates.into_iter().flatten().chain([near.direction, motion]).find_map(Vector::normalized);
    let n = known.unwrap_or(V3::axis(0));
    // They approach each other; if that is beyond doubt, it gives the side more reliably than the distance does.
    if n.dot(motion) > moving.distance_rounding() { -n } else { n }
}

/// The answer if coordinates are not finite.
fn unknown(start: &[V3; 4], first: usize) -> FeatureImpact<V3> {
    let mut weights = [0.0; 4];
    (weights[0], weights[first]) = (1.0, 1.0);
    FeatureImpact {
        time: 0.0,
        latest: None,
        point_a: start[0],
        point_b: start[first],
        normal: V3::axis(0),
        weights,
        status: Status::Stalled,
        iterations: 0,
    }
}

impl FeatureImpact<V3> {
    /// The same in the requested precision and dimension; times are rounded outward.
    fn narrow<V: Vector>(self, cast: impl Fn(V3) -> V) -> FeatureImpact<V> {
        FeatureImpact {
            time: at_most(self.time),
            latest: self.latest.map(at_least),
            point_a: cast(self.point_a),
            point_b: cast(self.point_b),
            normal: cast(self.normal),
            weights: self.weights.each(V::Scalar::of),
            status: self.status,
            iterations: self.iterations,
        }
    }
}

/// A number of type `T` at most `x` >= 0, and at most two units in the last place below.
fn at_most<T: Real>(x: f64) -> T {
    let near = T::of(x);
    // With one ε less, rounding by at most half an ε stays below.
    if near.f64() <= x { near } else { T::of(x * (1.0 - T::EPSILON.f64())) }
}

/// A number of type `T` at least `x` >= 0, and at most two units in the last place above.
fn at_least<T: Real>(x: f64) -> T {
    let near = T::of(x);
    if near.f64() >= x { near } else { T::of(x * (1.0 + T::EPSILON.f64())) }
}
