//! Perturbed-sampling manifold: the contact polygon of any two shapes, by support calls alone.
//!
//! **Answers** where two shapes touch, as the corners of a polygon, for shapes that are known only by their support
//! mapping. Use it for custom shapes; for the shapes of this library the features are known, and
//! [`manifold`](crate::query::manifold()) uses them. Call it through
//! [`perturbed_manifold`](crate::query::perturbed_manifold).
//!
//! **Source.** Olvång's thesis, section 2.6 and Algorithm 13; its problems are described in 4.2.3 and 5.3. The support
//! mapping is evaluated k times in directions slightly off the normal, all around it. Flat faces answer with their
//! corners, edges with their ends. The samples of each shape are projected onto the collision plane and the two
//! polygons clipped against one another, see [`Clip`].
//!
//! | symbol | meaning |
//! |---|---|
//! | n | the normal, unit, from A to B; the thesis has it from B to A |
//! | w | the perturbation, perpendicular to n; its length δ is the tangent of the angle |
//! | k, nr | samples of each shape |
//! | p | a point of the collision plane |
//! | S | the silhouette that SampleFeature returns |
//!
//! **Guarantee.** With [`Clip::Repaired`], points on A are convex combinations of points of A, those on B of B, within
//! 8 times the query's error. `point_b` is `signed_distance` along n from `point_a`, and no `signed_distance` is less
//! than g(n), both within that error; the query's own pair of points is as [`Contact`](crate::answer::Contact) promises.
//! For a polygonal face perpendicular to n, every corner is found whose exterior angle is more than 2π/k: for a box all
//! with k >= 5, for a regular m-gon all with k > m. A tilt of the face reduces that, and one of δ loses corners.
//! Nothing else is promised.
//!
//! **Cost.** k support calls of each shape, then k² steps of clipping. Nothing is allocated up to k = 8.
//!
//! **Failure**, as measured in `docs/book/perturbed-sampling.md`:
//!
//! - A round face becomes a k-gon: its area is too small by 1 − (k/2π) sin(2π/k), 10 % for k = 8.
//! - A curved surface of radius r has its samples r δ away from the contact point, and up to r δ²/2 too high: the
//!   larger the shape, the larger the offset.
//! - A face tilted by about δ is found or not by chance: a rotation of the normal by 10⁻⁶ moves points across the face.
//!   Points on a rim move 1/δ times as far as the normal turns.
//! - In the thesis' own test for "inside", every point is inside a segment or a single point. [`Clip::Repaired`] fixes
//!   that.
//!
//! If the two silhouettes do not overlap, the manifold is the query's own pair of points.
//!
//! # Misprints
//!
//! - Algorithm 13, line 7 adds the sample to X, the shape, but means S, which is returned.
//! - Algorithm 13 evaluates the support in direction n + w. For B that is right; for A it must be called with −n, as
//!   the text before it has it: S_A(−v), S_B(v) with v = n + w. In that case, A is sampled along −n + w and not −n − w:
//!   the same directions if k is even, others if it is odd. Here A and B lean the same way.
//! - The plane of the samples is given as n₁e₁ + … + n_d e_d = 0; n·x = 0 is meant.
//! - The text calls the convex hull of the samples the approximation, the algorithm uses them in their order. They need
//!   not be in convex position: samples are gradients of a convex function along a circle, and those of x⁴ + y⁴ lie on
//!   an astroid.
//! - "p must be in P" if no x_i is negative: not if w_i·u_i = 0 for all i, which is the case for |P| <= 2. Section 2.6
//!   mentions "false positives for some polygons".

mod clip;

pub use clip::Clip;

use super::{Manifold, ManifoldPoint, empty};
use crate::climb::Tangents;
use crate::feature::{CoreDistance, Feature, FeatureSpace, Few, SLACK_ULPS, Tolerances};
use crate::math::{Each, Real, Turn, Vec2, Vec3, Vector};
use crate::pair::Prepared;
use crate::shape::{Id, Support};
use clip::{Sample, Silhouette, clip};

/// Largest number of samples. Clipping takes k² steps, and 64 samples represent a circle's area within 0.2 %.
#[doc(hidden)]
pub const MAX_SAMPLES: usize = 64;

/// Smallest number of samples; fewer would not make a polygon.
#[doc(hidden)]
pub const MIN_SAMPLES: usize = 3;

/// Default number of samples: enough for all corners of boxes and of polygons with up to 7 equal sides, and for lists
/// that stay on the stack.
#[doc(hidden)]
pub const SAMPLES: usize = 8;

/// Default tangent of the angle, slightly less than a degree. If it were smaller, a face that is not quite
/// perpendicular to the normal would be lost; if larger, the samples of curved surfaces would be farther off.
#[doc(hidden)]
pub const SIZE: f64 = 1.0 / 64.0;

/// A corner is within the slack of each silhouette; a combination of samples is found within this many times the slack of it.
const BESIDE: f64 = 4.0;

/// Smallest perturbation: below it, rounding would choose the samples.
const MIN_SIZE: f64 = 1.0 / 1_048_576.0;

/// Direction in which the first sample leans, a unit vector along no face or edge of a usual shape. Along one of their
/// axes two corners would be equally far, and one of them would be found by chance. No direction serves all normals:
/// near ±LEAN itself the samples swing around as the normal turns.
const LEAN: [f64; 3] = [0.48, 0.6, 0.64];

/// Settings of perturbed sampling.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Perturbation {
    /// k, the number of samples, clamped to 3 and 64. In the plane there are two.
    pub samples: usize,
    /// δ, the tangent of the angle between the normal and the sampled directions, clamped to 2⁻²⁰ and 1.
    pub size: f64,
    /// Method of clipping the two polygons.
    pub clip: Clip,
    /// Takes only one sample of a shape whose surface is curved along the normal: the thesis' workaround for quadrics.
    pub one_if_curved: bool,
}

impl Default for Perturbation {
    /// 8 samples at 1/64, repaired, curved or not.
    fn default() -> Self {
        Self { samples: SAMPLES, size: SIZE, clip: Clip::default(), one_if_curved: false }
    }
}

/// The manifold of two shapes whose signed distance a query found. `curved` says whether the surfaces of A and of B are
/// curved along the normal; it counts if [`Perturbation::one_if_curved`] is set. Shapes farther apart than `margin`, a
/// length of the pair's frame, have no points.
#[inline(never)]
pub fn perturbed_manifold<V: FeatureSpace>(
    prepared: &Prepared<'_, V>,
    found: &CoreDistance<V>,
    curved: [bool; 2],
    perturbation: &Perturbation,
    margin: f64,
) -> Manifold<V> {
    let (pair, frame) = (&prepared.pair, &prepared.frame);
    let value = found.value - prepared.radius_a - prepared.radius_b;
    let mut manifold = empty(prepared, found);
    if value > margin + found.error {
        return manifold;
    }

    let slack = SLACK_ULPS * f64::EPSILON * pair.size;
    // All of this is computed in f64, regardless of the precision of the shapes.
    let merge = Tolerances::of::<f64>().touch * pair.size;
    let plane = Plane::new(found.normal, found.point_a);
    let kind = |i: usize| Perturbation {
        samples: if curved[i] && perturbation.one_if_curved {
            1
        } else {
            perturbation.samples.max(MIN_SAMPLES)
        },
        ..*perturbation
    };
    let on_a = |d: V, near: Id| {
        let (p, id) = pair.a.support_from(d, near);
        (p + d.unit() * prepared.radius_a, id)
    };
    let on_b = |d: V, near: Id| {
        let (p, id) = pair.b.support_from(pair.turn.unturn(d), near);
        (pair.turn.turn(p) + pair.offset + d.unit() * prepared.radius_b, id)
    };
    let x = plane.sample_feature(on_a, 1.0, &kind(0), slack);
    let y = plane.sample_feature(on_b, -1.0, &kind(1), slack);
    for corner in &clip(&x, &y, slack, merge) {
        // As written, every place is inside a segment or point; there the heights are those of its nearest place.
        let beside = if perturbation.clip == Clip::AsWritten { f64::INFINITY } else { BESIDE * slack };
        let (Some(low), Some(high)) = (x.height(corner.at, beside), y.height(corner.at, beside)) else {
            continue;
        };
        let lifted = |height: f64| frame.point(plane.lift(corner.at, height));
        manifold.points.push(ManifoldPoint {
            point_a: lifted(low),
            point_b: lifted(high),
            signed_distance: Real::of(frame.length(high - low)),
            feature_a: corner.feature_x,
            feature_b: corner.feature_y,
        });
    }
    if manifold.points.is_empty() {
        let points = [found.point_a, found.point_b];
        let [point_a, point_b] =
            prepared.surfaces(points, found.value, found.normal).each(|p| frame.point(p));
        manifold.points.push(ManifoldPoint {
            point_a,
            point_b,
            signed_distance: manifold.signed_distance,
            feature_a: Feature::Curved,
            feature_b: Feature::Curved,
        });
    }
    manifold
}

/// The collision plane: through p, perpendicular to n.
struct Plane<W> {
    normal: W,
    tangents: [W; 2],
    p: W,
}

impl<W: Tangents<Scalar = f64>> Plane<W> {
    fn new(normal: W, p: W) -> Self {
        let [s, t] = normal.tangents();
        // The tangent basis is rotated so that its first vector leans toward LEAN. In the plane t is zero.
        let lean = Vec3::from(LEAN);
        let along = |d: W| (0..W::DIM).fold(0.0, |sum, i| sum + d.get(i) * lean.get(i));
        let (c, d) = match Vec2::new(along(s), along(t)).normalized() {
            Some(unit) => (unit.x, unit.y),
            None => (1.0, 0.0),
        };
        Self { normal, tangents: [s * c + t * d, t * c - s * d], p }
    }

    /// Algorithm 13: the samples of a shape around `side` × n, projected onto the plane.
    fn sample_feature(
        &self,
        support: impl Fn(W, Id) -> (W, Id),
        side: f64,
        perturbation: &Perturbation,
        slack: f64,
    ) -> Silhouette {
        let (n, [s, t]) = (self.normal * side, self.tangents);
        let size = perturbation.size.clamp(MIN_SIZE, 1.0);
        // NaN passes through the clamp.
        let size = if size.is_finite() { size } else { SIZE };
        let (samples, size) = match perturbation.samples {
            0 | 1 => (1, 0.0),
            _ if W::DIM == 2 => (2, size),
            many => (many.min(MAX_SAMPLES), size),
        };
        // R: a rotation by 2π/nr around n.
        let (sin, cos) = Real::sin_cos(core::f64::consts::TAU / samples as f64);
        let mut w = Vec2::new(size, 0.0);
        let mut near = Id::NONE;
        let mut set: Few<Sample> = Few::new();
        for _ in 0..samples {
            let (x, id) = support(n + s * w.x + t * w.y, near);
            near = id;
            let x = x - self.p;
            let (at, height) = (Vec2::new(s.dot(x), t.dot(x)), self.normal.dot(x));
            let id = (id != Id::NONE).then_some(id);
            if set.iter().all(|known| known.at != at) {
                set.push(Sample { at, height, id });
            }
            w = Vec2::new(cos * w.x - sin * w.y, sin * w.x + cos * w.y);
        }
        Silhouette::of(set, perturbation.clip, slack)
    }

    fn lift(&self, at: Vec2<f64>, height: f64) -> W {
        self.p + self.tangents[0] * at.x + self.tangents[1] * at.y + self.normal * height
    }
}
