//! Contact manifolds: the whole contact region of two shapes, not just one point of it.
//!
//! **Answers**, for two shapes whose signed distance is known: the corners of the polygon in which they touch, the ends
//! of a segment, or one point; each with witness points on A and B, their distance along the normal, and the features
//! that made it. Use it for bodies that rest on one another: a solver needs several points to hold a box, and feature
//! ids to find them again. Call it through [`manifold`](crate::query::manifold), or
//! [`half_space_manifold`](crate::query::half_space_manifold) for a floor.
//!
//! **Source.** The lecture, *Contact Region*: both support sets projected onto the contact plane and intersected. The
//! thesis (sections 2.6, 3.6, 5.3) samples the support mapping around the normal instead and describes its failures:
//! cones, cylinders, large curved shapes, and manifolds that change when the normal turns a little. Here the features
//! themselves are used, so that nothing is sampled:
//!
//! 1. The normal: as for [`features`](super::features), the first of equally good ones in a fixed order.
//! 2. The support feature of each shape, also if it is tilted by up to [`ManifoldSettings::angle`]. Flat sides and side
//!    lines count as features: caps and side lines of cylinders and cones, capsules, lozenges, wheels, round boxes.
//! 3. Both clipped against one another in the plane perpendicular to the normal, each corner lifted to both features: `meeting.rs`.
//! 4. At most [`ManifoldSettings::max_points`] are kept: `reduce.rs`.
//!
//! | symbol | meaning |
//! |---|---|
//! | n | the normal, unit, from A to B |
//! | s | the signed distance of the shapes |
//! | k | corners of the polygon that approximates a round face |
//! | θ | tilt of a feature: its angle with the plane perpendicular to n |
//!
//! **Guarantee.**
//! - `point_b` − `point_a` is the point's `signed_distance` × n, within `error` and the rounding of the coordinates.
//!   Each point is on its shape: within 4 × `error` on faces; if a curved part meets an edge or another one, or if
//!   features meet only within the touching tolerance t, within 4 √((`error` + t) l), where l is the extent of the
//!   shapes plus their distance; and within 2⁻¹⁴ of the smaller extent if edges are nearly parallel or features meet
//!   only in a line or corner.
//! - The deepest point is as deep as −s, except for the query's error, the touching tolerance, and 2⁻²⁰ of the radius
//!   of a round part; if few points of many are kept, except for 2⁻²⁰ of the smaller feature's extent if that is more.
//!   If features cannot represent that, the query's own witness is one of the points.
//! - No two points have the same pair of features.
//! - [`Manifold::dropped`] reports the points dropped to keep few. They are deeper than the kept ones by at most 2⁻¹⁶
//!   of the contact's extent, or by the rounding of the poses if that is more.
//! - A small rotation of a body moves the points by as little and keeps their features, unless the contact itself
//!   changes. Corners within 2⁻¹⁶ of the smaller feature's extent are merged, and features level within that angle are
//!   level.
//! - A round face is a polygon of k corners on its rim, at angles fixed to the body: its area is too small by the
//!   fraction 1 − (k/2π) sin(2π/k), 2.6% for 16.
//!
//! **Cost.** In addition to the signed distance, 1 to 2 µs for boxes, lines and hulls, 4 to 5 µs for round faces; the
//! page *Contact manifolds* of the book has the table. Nothing is allocated while faces have up to 16 corners, at most
//! 16 points are kept, and two faces clip to at most 32 corners.
//!
//! **Failure.** If both shapes are curved in every direction at the contact, or if rounding leaves the two features beside one another, the manifold is
//! the query's witness alone, or one that matches the chosen normal if another direction is as good as the query's. A
//! contact with a custom shape, which is known only by its support mapping, has one point.
//!
//! # Misprints
//!
//! The thesis, algorithm 13, line 7, adds a sample to X, the shape, but means the set S. (Its normal points from B to
//! A, so that S_A(−n) in section 2.6 is right.)

mod cluster;
mod lines;
mod meeting;
pub(crate) mod perturbation;
mod reduce;
mod side;
mod types;

pub use cluster::{ClusterSettings, Clusters, ContactPatch};
pub(crate) use reduce::{LEVEL, SHARE, SHORT};
pub use types::{Manifold, ManifoldPoint, ManifoldSettings};

use crate::feature::shadow::Shadows;
use crate::feature::{CoreDistance, Facing, FeatureSpace, Few, MAX_ANGLE, SLACK_ULPS, Start, Tolerances};
use crate::math::{Real, Turn};
use crate::observe::Status;
use crate::pair::{Obstacle, Prepared, ROUNDING_ULPS, Vertex};
use meeting::{Meeting, Rules};
use side::Side;

/// Offset of corners due to a pose in the precision of the shapes, in ε × size. If it were smaller, corners that
/// coincide in `f32` would be two; if larger, small faces on large bodies would lose corners.
const POSE_ULPS: f64 = 8.0;

/// Smallest number of corners of a round face.
const LEAST_SIDES: usize = 3;

/// Largest number of corners of a round face: clipping two such faces takes the square of it in steps, and 6e-6 of the area is lost.
const MOST_SIDES: usize = 1 << 10;

/// The contact manifold of two shapes whose signed distance a query found.
#[inline(never)]
pub(crate) fn manifold<V: FeatureSpace>(
    prepared: &Prepared<'_, V>,
    found: &CoreDistance<V>,
    settings: &ManifoldSettings,
) -> Manifold<V> {
    let mut manifold = empty(prepared, found);
    let tolerances = settings.tolerances.unwrap_or(Tolerances::in_precision(prepared.frame.precision));
    let rules = Rules::of(prepared, &tolerances, settings);
    let value = found.value - prepared.radius_a - prepared.radius_b;
    if value > rules.margin + rules.touch || !value.is_finite() {
        return manifold;
    }
    let start = Start::of(prepared, found, &tolerances, false);
    let mut meeting = Meeting::at(prepared, start.choice.normal, &rules);
    // The far face of a plate thinner than the touching tolerance may seem to touch.
    let behind = found.value > prepared.pair.rounding && start.choice.normal.dot(found.normal) <= 0.0;
    if start.choice.normal != found.normal && (behind || meeting.is_short(prepared, found, &rules)) {
        meeting = Meeting::at(prepared, found.normal, &rules);
    }
    meeting.represent(prepared, found, &rules, start.wide);
    let kept = meeting.kept(prepared, found, &rules, settings.most(V::DIM));
    finish(prepared, &meeting, kept.as_slice(), &mut manifold);
    manifold
}

/// The contact manifold of two shapes along a given normal, unit and from A to B, whether or not it is the shortest way
/// apart: the signed distance is that along the normal.
#[inline(never)]
pub(crate) fn manifold_along<V: FeatureSpace>(
    prepared: &Prepared<'_, V>,
    normal: V,
    settings: &ManifoldSettings,
) -> Manifold<V> {
    let pair = &prepared.pair;
    let lowest = pair.support(-normal, &Vertex::default());
    let (point_a, point_b) = (lowest.a, lowest.b());
    let value = normal.dot(point_b - point_a);
    let (status, calls) = (Status::Converged, 1);
    let found = CoreDistance { value, error: pair.rounding, normal, point_a, point_b, status, calls };
    let mut manifold = empty(prepared, &found);
    let tolerances = settings.tolerances.unwrap_or(Tolerances::in_precision(prepared.frame.precision));
    let rules = Rules::of(prepared, &tolerances, settings);
    let meeting = Meeting::at(prepared, normal, &rules);
    let kept = meeting.kept(prepared, &found, &rules, settings.most(V::DIM));
    finish(prepared, &meeting, kept.as_slice(), &mut manifold);
    manifold
}

/// The contact manifold of a half-space, as A, and a shape, as B. The half-space is below the plane `normal` · x =
/// `level` of the pair's frame; the A of `prepared` is ignored.
#[inline(never)]
pub(crate) fn half_space_manifold<V: FeatureSpace>(
    prepared: &Prepared<'_, V>,
    normal: V,
    level: f64,
    settings: &ManifoldSettings,
) -> Manifold<V> {
    let pair = &prepared.pair;
    let lowest = pair.support(-normal, &Vertex::default());
    let point_b = lowest.b();
    let value = normal.dot(point_b) - level;
    let found = CoreDistance {
        value,
        error: pair.rounding + ROUNDING_ULPS * f64::EPSILON * Real::abs(level),
        normal,
        point_a: point_b - normal * value,
        point_b,
        status: Status::Converged,
        calls: 1,
    };
    let mut manifold = empty(prepared, &found);
    let tolerances = settings.tolerances.unwrap_or(Tolerances::in_precision(prepared.frame.precision));
    let rules = Rules::of(prepared, &tolerances, settings);
    let above = value - prepared.radius_b;
    if above > rules.margin + rules.touch || !above.is_finite() {
        return manifold;
    }
    let patch = V::patch(&pair.b, pair.turn.unturn(-normal), lowest.id_b, rules.facing);
    let (origin, tangents) = (V::ZERO, normal.tangents());
    let frame = Shadows { origin, normal, tangents, thin: rules.slack };
    let shadow = frame.cast(&patch, |p| pair.turn.turn(p) + pair.offset, |d| pair.turn.turn(d));
    let side = Side::of(shadow, prepared.radius_b, -1.0, rules.rim_sides);
    let mut meeting = Meeting::new(frame, Side::plane(level), side, &rules);
    meeting.fill(&rules);
    // The points are exact, and the A of `prepared` has none to offer.
    meeting.represent(prepared, &found, &rules, f64::INFINITY);
    let kept = meeting.kept(prepared, &found, &rules, settings.most(V::DIM));
    finish(prepared, &meeting, kept.as_slice(), &mut manifold);
    manifold
}

impl Rules {
    fn of<V: FeatureSpace>(
        prepared: &Prepared<'_, V>,
        tolerances: &Tolerances,
        settings: &ManifoldSettings,
    ) -> Self {
        let pair = &prepared.pair;
        let touch = Real::max(tolerances.touch * pair.size, pair.rounding);
        let level = Real::min(tolerances.angle, MAX_ANGLE);
        Self {
            margin: prepared.frame.length_in(Real::max(settings.margin, 0.0)),
            touch,
            facing: Facing { level, tilt: Real::max(Real::min(settings.angle, MAX_ANGLE), level) },
            slack: SLACK_ULPS * f64::EPSILON * pair.size,
            rounding: Real::max(SLACK_ULPS * f64::EPSILON, POSE_ULPS * prepared.frame.precision.epsilon())
                * pair.size,
            rim_sides: settings.rim_sides.clamp(LEAST_SIDES, MOST_SIDES),
        }
    }
}

/// The manifold before any point is known.
pub(super) fn empty<V: FeatureSpace>(prepared: &Prepared<'_, V>, found: &CoreDistance<V>) -> Manifold<V> {
    let frame = &prepared.frame;
    let value = found.value - prepared.radius_a - prepared.radius_b;
    Manifold {
        normal: frame.direction(found.normal),
        signed_distance: Real::of(frame.length(value)),
        error: frame.error(found.error, value),
        dropped: None,
        status: found.status,
        iterations: found.calls,
        points: Few::new(),
    }
}

/// Transforms the kept points to the common frame, and reports the others.
fn finish<V: FeatureSpace>(
    prepared: &Prepared<'_, V>,
    meeting: &Meeting<V>,
    kept: &[usize],
    manifold: &mut Manifold<V>,
) {
    let (frame, plane) = (&prepared.frame, &meeting.frame);
    let spots = meeting.spots.as_slice();
    manifold.normal = frame.direction(plane.normal);
    for &i in kept {
        let spot = &spots[i];
        let [s, t] = plane.tangents;
        let on_a = plane.origin + s * spot.at.x + t * spot.at.y + plane.normal * spot.height;
        manifold.points.push(ManifoldPoint {
            point_a: frame.point(on_a),
            point_b: frame.point(on_a + plane.normal * spot.distance),
            signed_distance: Real::of(frame.length(spot.distance)),
            feature_a: spot.names[0],
            feature_b: spot.names[1],
        });
    }
    for (i, spot) in spots.iter().enumerate() {
        if !kept.contains(&i) {
            manifold.drop_at(Real::of(frame.length(spot.distance)));
        }
    }
}
