//! The contact features of Feng & Tan.
//!
//! **Answers**, for two shapes whose signed distance is known: whether they are apart, touch or overlap; which vertex,
//! edge or face of each is in contact; one point on each and one for both. Use it if you need more of a contact than a
//! number: contact laws of DEM and DDA, contact forces that must not jump, finding out why two parts touch. Call it
//! through [`features`](crate::query::features).
//!
//! **Source.** Feng & Tan, "On Minkowski difference-based contact detection", sections 2.2, 4.2 and 4.3. They take the
//! two features from the vertices of the last face of EPA's polytope, and point out the problem themselves: if edges or
//! faces are parallel the points are arbitrary, and of several equally deep directions one is found by chance. Here, as
//! they suggest in 4.3:
//!
//! 1. Of all equally good normals the first in a fixed order is taken, with a flag that there are others: A's faces by
//!    id, B's faces, directions perpendicular to an edge of each. All faces are tested for shapes with up to
//!    64, all pairs of edges up to 144, otherwise those around the two support vertices; and,
//!    to detect ties of round bodies, the opposite direction and four perpendicular ones. A tie with a distant face of a
//!    larger polyhedron goes unnoticed.
//! 2. The support features: all points of A farthest along the normal, of B against it: a vertex, edge or face of each.
//! 3. The region: both projected along the normal and intersected; the centroid of that region is the contact point,
//!    lifted to each feature.
//! 4. Each feature is replaced by the smallest one that contains the region: boxes that share a corner are v-v,
//!    although they are face to face along the chosen normal.
//!
//! | symbol | meaning |
//! |---|---|
//! | n | the normal, unit, from A to B |
//! | g(n), s | separation along n; the signed distance, the largest g(n); see [`pair`](crate::pair) |
//!
//! **Guarantee.** The normal's g is within the tolerance of s (apart: within the query's error). Points are on their
//! shapes, and the one of B is s along n from the one of A, both within the guarantees of [`Features`]. The answer
//! depends only on the input: the same pair gives the same answer.
//!
//! **Cost.** In addition to the signed distance, 1 to 2 µs for boxes and in the plane, 4 to 8 µs for hulls. Nothing is
//! allocated unless a face has more than 16 corners or is clipped to more.
//!
//! **Failure.** If rounding leaves the two features beside one another, or if both are curved, the points are the
//! query's own, or others that match the chosen normal if the query's do not.
//!
//! # Manifolds
//!
//! A manifold is the whole contact region of two shapes instead of one point: the corners of the region of
//! step 3, each with its own depth and features, also if a feature is tilted a little. See
//! [`manifolds`](crate::manifolds) and the page *Contact manifolds* of the book.
//!
//! # Misprints
//!
//! - Section 2.2 and equation 5: A ⊕ B is written but A ⊖ B is meant (the difference, defined in equation 2).
//! - Section 2.2: "touch" has the origin on the boundary, and "overlap" is given as o ∈ A ⊖ B, which is true of
//!   touching too; the interior is meant.
//! - Section 4.2.2 counts 'e-f' among the common types in space. It is as special as 'f-f': the edge must be parallel
//!   to the face. For polyhedra in general position that overlap only 'e-e' and 'v-f' occur.
//! - Section 4.3: "Step 2.i" is step 2.a of Box 2.
//! - Section 5.1: the parallel case of Figure 4 is called 'f-f'; in the plane it is 'e-e' by section 4.2.2.

mod choose;
mod plane;
pub(crate) mod region;
mod round;
pub(crate) mod shadow;
mod solid;
mod support;
mod types;

pub use choose::MAX_EDGE_PAIRS;
#[doc(hidden)]
pub use support::{Facing, FeatureSpace, Patch};
pub use types::{ContactType, Feature, Features, State};

use smallvec::SmallVec;

use crate::gjk::witness;
use crate::math::{Each, Precision, Real, Turn, Vector};
use crate::observe::Status;
use crate::pair::{Obstacle, Prepared, Vertex};
use crate::shape::Id;
use choose::{Choice, choose};
use region::{Extent, Limits};
use shadow::{Shadow, Shadows};

/// Number of items that fit without the heap. Two faces of 8 corners clip to 16. With a larger number every query would take longer:
/// the lists are moved as a whole.
pub(crate) const FEW: usize = 16;

/// A list that is on the stack up to `N` items. Faces have few corners: all of boxes and most of hulls have at most [`FEW`], also
/// when clipped by one another. A longer list, such as for a prism with a hundred sides, moves to the heap once.
pub(crate) type Few<T, const N: usize = FEW> = SmallVec<[T; N]>;

/// Largest number of faces of a core that are all tested for ties. 64 dot products are a fraction of a query.
#[doc(hidden)]
pub const MAX_FACES: usize = 64;

/// Two directions within this angle are the same as far as ties are concerned: the normal of a query on bodies that
/// barely touch is off by up to about that much. If it were larger, faces of fine polyhedra would seem to be one; if
/// smaller, one contact would seem ambiguous.
const NEARLY: f64 = 1.0 / 1024.0;

/// Upper limit of the angle within which a feature is level: otherwise a box would have two level faces.
pub(crate) const MAX_ANGLE: f64 = 0.25;

/// Slack with which two projected features are first intersected, in ε × size: their rounding. If they miss one
/// another, the tolerance is tried.
pub(crate) const SLACK_ULPS: f64 = 64.0;

/// Tolerances for touching and parallel.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Tolerances {
    /// Shapes touch if their signed distance is within this, relative to the size of the pair (its reach from A's
    /// origin). Depths that differ by less are equal, and a region no wider is a line or a point.
    pub touch: f64,
    /// Edges and faces are parallel if they are within this angle, in radians.
    pub angle: f64,
}

impl Tolerances {
    /// The default tolerances: 10⁻⁹ and 10⁻⁶ for `f64`, 10⁻⁵ and 10⁻⁴ for `f32`. They are some thousand ε and more, so
    /// that bodies that were moved and rotated a few times still count as touching and parallel, and far below
    /// manufacturing or measuring accuracy.
    pub fn of<T: Real>() -> Self {
        Self::in_precision(T::PRECISION)
    }

    pub(crate) fn in_precision(precision: Precision) -> Self {
        match precision {
            Precision::Double => Self { touch: 1e-9, angle: 1e-6 },
            Precision::Single => Self { touch: 1e-5, angle: 1e-4 },
        }
    }
}

/// Signed distance of two cores as a query found it, in the pair's frame and units.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoreDistance<W: Vector> {
    /// The signed distance of the cores, without the radii.
    pub value: f64,
    /// Bound on the difference from the true value.
    pub error: f64,
    /// Unit vector from A to B.
    pub normal: W,
    /// Witness point on A's core.
    pub point_a: W,
    /// Witness point on B's core.
    pub point_b: W,
    /// Reason why the query ended.
    pub status: Status,
    /// Number of its support calls.
    pub calls: u32,
}

/// The contact features of two shapes whose signed distance a query found.
#[inline(never)]
pub(crate) fn features<V: FeatureSpace>(
    prepared: &Prepared<'_, V>,
    found: &CoreDistance<V>,
    tolerances: &Tolerances,
) -> Features<V> {
    let frame = &prepared.frame;
    let Start { touch, angle, choice, slack, wide } = Start::of(prepared, found, tolerances, true);
    let limits = Limits { slack, thin: touch, angle };
    let named = Named::at(prepared, found, choice.normal, &limits, wide)
        .or_else(|| {
            let other = choice.normal != found.normal;
            other.then(|| Named::at(prepared, found, found.normal, &limits, wide)).flatten()
        })
        .unwrap_or_else(|| Named::by_witnesses(prepared, found, angle));

    // Touching, a face of B − A has one normal, its edges and corners have many.
    let loose = found.value.abs() <= touch && named.rank < V::DIM as u32 - 1;
    let signed_distance = found.value - prepared.radius_a - prepared.radius_b;
    let state = if signed_distance > touch {
        State::Apart
    } else if signed_distance >= -touch {
        State::Touching
    } else {
        State::Overlapping
    };
    let [point_a, point_b] = named.points.each(|p| frame.point(p));
    Features {
        state,
        signed_distance: Real::of(frame.length(signed_distance)),
        error: frame.error(found.error, signed_distance),
        normal: frame.direction(named.normal),
        point_a,
        point_b,
        point: (point_a + point_b) * 0.5,
        contact_type: ContactType::of(named.feature_a, named.feature_b),
        feature_a: named.feature_a,
        feature_b: named.feature_b,
        ambiguous: choice.ambiguous || loose,
        status: found.status,
        iterations: found.calls,
    }
}

/// Common start of features and manifold: the tolerances in the pair's units, and the normal.
pub(crate) struct Start<W> {
    touch: f64,
    angle: f64,
    pub(crate) choice: Choice<W>,
    /// Slack with which projected features are first intersected.
    slack: f64,
    /// Slack for the second attempt, if they miss one another.
    pub(crate) wide: f64,
}

impl<W: FeatureSpace> Start<W> {
    pub(crate) fn of(
        prepared: &Prepared<'_, W>,
        found: &CoreDistance<W>,
        tolerances: &Tolerances,
        others: bool,
    ) -> Self {
        let pair = &prepared.pair;
        let touch = Real::max(tolerances.touch * pair.size, pair.rounding);
        let angle = Real::min(tolerances.angle, MAX_ANGLE);
        let unique = found.value > touch;
        let tie = if unique { found.error } else { Real::max(touch, found.error) };
        let choice = choose(prepared, found, tie, angle, unique, others);
        // A normal within the tie of the best is off by √(2 tie/s) and moves a shadow by s times that.
        let wide = touch + tie + Real::sqrt(2.0 * tie * found.value.abs());
        Self { touch, angle, choice, slack: SLACK_ULPS * f64::EPSILON * pair.size, wide }
    }
}

/// The features along one normal, in the pair's frame.
struct Named<W> {
    normal: W,
    feature_a: Feature,
    feature_b: Feature,
    /// Points on A and on B, including the balls.
    points: [W; 2],
    /// Dimension of the feature of B − A that the two support features make.
    rank: u32,
}

impl<W: FeatureSpace> Named<W> {
    /// The features at a normal; `None` if both are curved or they do not face one another, with the slack of the
    /// limits or the wide one. With the wide one the features are known, but not the position on them: then the points
    /// are the query's.
    fn at(
        prepared: &Prepared<'_, W>,
        found: &CoreDistance<W>,
        normal: W,
        limits: &Limits,
        wide: f64,
    ) -> Option<Self> {
        let [a, b] = patches(prepared, normal, Facing::within(limits.angle));
        if a.feature == Feature::Curved && b.feature == Feature::Curved {
            return None;
        }
        let pair = &prepared.pair;
        let origin = a.round.map_or_else(|| a.corners[0].point, |r| r.center);
        let [s, t] = normal.tangents();
        let frame = Shadows { origin, normal, tangents: [s, t], thin: limits.slack };
        let (a, b) = (
            frame.cast(&a, |p| p, |d| d),
            frame.cast(&b, |p| pair.turn.turn(p) + pair.offset, |d| pair.turn.turn(d)),
        );
        let narrow = a.overlap(&b, limits);
        let region = match narrow {
            Some(region) => region,
            None => a.overlap(&b, &Limits { slack: wide, ..*limits })?,
        };
        let lifted = |shadow: &Shadow| {
            let c = shadow.brought_back(region.center, limits.slack);
            origin + s * c.x + t * c.y + normal * shadow.height(c)
        };
        // A curved side is smooth along its lines, so it alone determines the normal.
        let smooth = |f: Feature| matches!(f, Feature::Curved) || matches!(f, Feature::Edge([_, Id::NONE]));
        let rank = match (a.feature.dimension(), b.feature.dimension()) {
            _ if smooth(a.feature) || smooth(b.feature) => 2,
            (Some(1), Some(1)) if matches!(region.extent, Extent::Point) => 2,
            (Some(i), Some(j)) => i.max(j),
            _ => 2,
        };
        Some(Self {
            normal,
            feature_a: a.smallest(&region, limits.thin),
            feature_b: b.smallest(&region, limits.thin),
            points: match narrow {
                Some(_) => [lifted(&a) + normal * prepared.radius_a, lifted(&b) - normal * prepared.radius_b],
                None => fitted(prepared, found, normal, wide),
            },
            rank,
        })
    }

    /// The features with the witness points of the query.
    fn by_witnesses(prepared: &Prepared<'_, W>, found: &CoreDistance<W>, angle: f64) -> Self {
        let [a, b] = patches(prepared, found.normal, Facing::within(angle));
        Self {
            normal: found.normal,
            feature_a: a.feature,
            feature_b: b.feature,
            points: prepared.surfaces([found.point_a, found.point_b], found.value, found.normal),
            rank: 2,
        }
    }
}

/// Points of the shapes that differ by the signed distance along a normal that is as good as the query's: the query's
/// own if they do within `enough`. If another direction is as good, they belong to that one.
pub(crate) fn fitted<V: FeatureSpace>(
    prepared: &Prepared<'_, V>,
    found: &CoreDistance<V>,
    normal: V,
    enough: f64,
) -> [V; 2] {
    let target = normal * found.value;
    let mut points = [found.point_a, found.point_b];
    let fit = witness::misfit(points, target) <= enough;
    if !fit {
        (points, _) = witness::differing_by(&prepared.pair, target, enough, points);
    }
    prepared.surfaces(points, found.value, normal)
}

/// The support features of A along the normal and of B against it, each in its own frame.
pub(crate) fn patches<V: FeatureSpace>(
    prepared: &Prepared<'_, V>,
    normal: V,
    facing: Facing,
) -> [Patch<V>; 2] {
    let pair = &prepared.pair;
    let top = pair.support(-normal, &Vertex::default());
    let against = pair.turn.unturn(-normal);
    [V::patch(&pair.a, normal, top.id_a, facing), V::patch(&pair.b, against, top.id_b, facing)]
}
