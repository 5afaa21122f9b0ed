//! Types of a contact manifold.

use super::reduce::{self, LEVEL, MANY, SHORT, Spot};
use crate::climb::Tangents;
use crate::feature::Feature;
use crate::feature::Few;
use crate::feature::Tolerances;
use crate::math::{Precision, Real, Vec2, Vector};
use crate::observe::Status;
use crate::shape::{BySpace, Space, Widen};

/// Settings of a contact manifold.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct ManifoldSettings {
    /// Largest number of points to keep, at most 2 in the plane; `None` keeps all.
    pub max_points: Option<usize>,
    /// Margin for speculative contacts (about to happen), as a length: shapes, and points of a manifold, up to this
    /// distance still count as near. Negative values count as 0.
    pub margin: f64,
    /// Faces and edges tilted by at most this against the plane perpendicular to the normal belong to the manifold, in
    /// radians, at most 0.25. A body that rocks by less keeps the points of its whole face, as far as they are within
    /// the margin.
    pub angle: f64,
    /// Number of corners of the polygon that approximates a round face: k of them cover all but 1 − (k/2π) sin(2π/k) of
    /// its area. Fewer than 3 count as 3, more than 1024 as 1024.
    pub rim_sides: usize,
    /// Tolerances for touching and parallel. `None`: the [`Tolerances`] of the precision.
    pub tolerances: Option<Tolerances>,
    /// Accuracy of the signed distance, see [`Settings::gap`](crate::answer::Settings::gap).
    pub gap: Option<f64>,
}

/// 4 points, no margin, 1/32 rad (1.8°), 16 sides (losing 2.6% of the area), tolerances and gap of the precision.
impl Default for ManifoldSettings {
    fn default() -> Self {
        Self {
            max_points: Some(4),
            margin: 0.0,
            angle: 1.0 / 32.0,
            rim_sides: 16,
            tolerances: None,
            gap: None,
        }
    }
}

impl ManifoldSettings {
    /// Number of points kept. In the plane a contact is a segment: two ends.
    pub(crate) fn most(&self, dimension: usize) -> usize {
        let most = self.max_points.unwrap_or(usize::MAX);
        if dimension == 2 && self.max_points.is_some() { most.min(2) } else { most }
    }
}

/// One point of a contact manifold, with witness points on A and B.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct ManifoldPoint<V: Vector> {
    /// Witness point on A.
    pub point_a: V,
    /// Witness point on B: `point_a` + `signed_distance` × normal, within rounding.
    pub point_b: V,
    /// Distance of the two along the normal; negative if the shapes overlap there.
    pub signed_distance: V::Scalar,
    /// The smallest part of A that contains the point. Together with that of B it distinguishes the points of a manifold.
    pub feature_a: Feature,
    /// The smallest part of B that contains the point.
    pub feature_b: Feature,
}

impl<V: Vector> Default for ManifoldPoint<V> {
    fn default() -> Self {
        Self {
            point_a: V::ZERO,
            point_b: V::ZERO,
            signed_distance: V::Scalar::ZERO,
            feature_a: Feature::Curved,
            feature_b: Feature::Curved,
        }
    }
}

impl<V: Vector> ManifoldPoint<V> {
    /// The midpoint of the two witness points.
    #[inline]
    pub fn point(&self) -> V {
        (self.point_a + self.point_b) * V::Scalar::HALF
    }

    /// Penetration depth at this point; 0 if the shapes do not overlap here.
    #[inline]
    pub fn depth(&self) -> V::Scalar {
        (-self.signed_distance).max(V::Scalar::ZERO)
    }
}

/// A contact manifold: the corners of the contact polygon of two shapes, the ends of a segment, or one point.
///
/// **Guarantees of the points.** Let e be `error`, t the touching tolerance as a length, l the extent of both shapes
/// plus their distance, and r = 2 ε \|p\| the rounding of the coordinates of a point p. `point_b` − `point_a` is the
/// point's own signed distance × `normal` within e and both r. Each point is on its shape within 4 e + r if flat faces
/// meet; within 4 √((e + t) l) if one is curved or they meet only within the tolerance; and within 2⁻¹⁴ of the smaller
/// extent if edges are nearly parallel or features meet only in a line or corner.
///
/// The deepest point is as deep as `signed_distance` within e + t + 2⁻²⁰ R, R being the larger of the radius of a round
/// part that is involved, and, if points were dropped, the extent of the smaller feature.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct Manifold<V: Vector> {
    /// Unit vector from A to B.
    pub normal: V,
    /// The signed distance of the shapes: no point is deeper, except for `error`.
    pub signed_distance: V::Scalar,
    /// Bound on the difference between the true signed distance and `signed_distance`.
    pub error: V::Scalar,
    /// The smallest signed distance of the dropped points; `None` if none were.
    pub dropped: Option<V::Scalar>,
    /// Reason why the query for the signed distance ended.
    pub status: Status,
    /// Number of its support calls.
    pub iterations: u32,
    pub(super) points: Few<ManifoldPoint<V>>,
}

impl<W: Space> Manifold<W> {
    /// The same manifold in another precision.
    #[inline(always)]
    pub(crate) fn narrowed<V: Widen<Wide = W>>(self) -> Manifold<V> {
        V::answer::<Manifolds>(self, |wide| wide.in_precision())
    }

    /// The same manifold with all numbers rounded to a precision.
    pub(crate) fn rounded(mut self, precision: Precision) -> Self {
        if precision == Precision::Double {
            return self;
        }
        let (number, point) = (|x| precision.round(x), |p: W| p.map(|c| precision.round(c)));
        for p in &mut self.points {
            (p.point_a, p.point_b) = (point(p.point_a), point(p.point_b));
            p.signed_distance = number(p.signed_distance);
        }
        self.normal = point(self.normal);
        self.signed_distance = number(self.signed_distance);
        self.error = number(self.error);
        self.dropped = self.dropped.map(number);
        self
    }

    fn in_precision<V: Widen<Wide = W>>(&self) -> Manifold<V> {
        let mut points = Few::new();
        for p in self.points() {
            points.push(ManifoldPoint {
                point_a: V::narrow(p.point_a),
                point_b: V::narrow(p.point_b),
                signed_distance: Real::of(p.signed_distance),
                feature_a: p.feature_a,
                feature_b: p.feature_b,
            });
        }
        Manifold {
            normal: V::narrow(self.normal),
            signed_distance: Real::of(self.signed_distance),
            error: Real::of(self.error),
            dropped: self.dropped.map(Real::of),
            status: self.status,
            iterations: self.iterations,
            points,
        }
    }
}

impl<V: Widen> Manifold<V> {
    /// The same manifold in `f64`, without error.
    pub(crate) fn widened(&self) -> Manifold<V::Wide> {
        let mut points = Few::new();
        for p in self.points() {
            points.push(ManifoldPoint {
                point_a: p.point_a.widen(),
                point_b: p.point_b.widen(),
                signed_distance: p.signed_distance.f64(),
                feature_a: p.feature_a,
                feature_b: p.feature_b,
            });
        }
        Manifold {
            normal: self.normal.widen(),
            signed_distance: self.signed_distance.f64(),
            error: self.error.f64(),
            dropped: self.dropped.map(Real::f64),
            status: self.status,
            iterations: self.iterations,
            points,
        }
    }
}

/// The manifold type of each space.
struct Manifolds;

impl BySpace for Manifolds {
    type Of<V: Widen> = Manifold<V>;
}

impl<V: Vector> Manifold<V> {
    /// The points: in order around the contact polygon, or deepest first if they were reduced. Empty if the shapes are
    /// farther apart than the margin.
    #[inline]
    pub fn points(&self) -> &[ManifoldPoint<V>] {
        self.points.as_slice()
    }
}

impl<V: Vector> Manifold<V> {
    /// A manifold of points that were found elsewhere; the smallest of their signed distances is accurate to `error`.
    pub(crate) fn of_points(normal: V, error: V::Scalar, points: &[ManifoldPoint<V>]) -> Self {
        let mut kept = Few::new();
        let mut least = V::Scalar::INFINITY;
        for p in points {
            kept.push(*p);
            least = p.signed_distance.min(least);
        }
        Self {
            normal,
            signed_distance: least,
            error,
            dropped: None,
            status: Status::Converged,
            iterations: 0,
            points: kept,
        }
    }

    /// The point with the smallest signed distance; `None` if there are no points.
    pub fn deepest(&self) -> Option<&ManifoldPoint<V>> {
        let mut points = self.points().iter();
        let first = points.next()?;
        Some(points.fold(first, |deep, p| if p.signed_distance < deep.signed_distance { p } else { deep }))
    }

    /// The same manifold with A and B swapped.
    #[must_use]
    pub fn swapped(mut self) -> Self {
        self.normal = -self.normal;
        for p in &mut self.points {
            *p = ManifoldPoint {
                point_a: p.point_b,
                point_b: p.point_a,
                feature_a: p.feature_b,
                feature_b: p.feature_a,
                ..*p
            };
        }
        // Seen from the other side, the polygon turns the other way.
        self.points.reverse();
        self
    }

    /// Keeps the points with the wanted indices, and records the depth of the others.
    pub(crate) fn keep(&mut self, wanted: impl Fn(usize) -> bool) {
        let all = core::mem::take(&mut self.points);
        for (k, p) in all.iter().enumerate() {
            if wanted(k) {
                self.points.push(*p);
            } else {
                self.drop_at(p.signed_distance);
            }
        }
    }

    /// Records a dropped point.
    pub(super) fn drop_at(&mut self, signed_distance: V::Scalar) {
        self.dropped = Some(self.dropped.map_or(signed_distance, |d| Real::min(signed_distance, d)));
    }
}

impl<V: Tangents> Manifold<V> {
    /// The same manifold with at most `most` points: the deepest, and those that span the largest area.
    /// [`Manifold::dropped`] records how deep the others were.
    ///
    /// Depths within 2⁻¹⁶ of the contact's extent are equal here: the one with the smallest features goes first, so
    /// that the choice does not change as a body trembles. But if no kept point were as deep as the deepest within 2⁻²⁰
    /// of the extent, one that is goes first.
    #[must_use]
    pub fn reduced(mut self, most: usize) -> Self {
        let points = self.points.as_slice();
        if points.len() <= most {
            return self;
        }
        let [s, t] = self.normal.tangents();
        let (mut low, mut high) = (Vec2::ZERO, Vec2::ZERO);
        let spots: Few<Spot, MANY> = points
            .iter()
            .map(|p| {
                let from = p.point_a - points[0].point_a;
                let at = Vec2::new(s.dot(from).f64(), t.dot(from).f64());
                (low, high) = (Vector::min(low, at), Vector::max(high, at));
                let names = [p.feature_a, p.feature_b];
                Spot { at, height: 0.0, distance: p.signed_distance.f64(), names }
            })
            .collect();
        let extent = (high - low).norm();
        let shown = reduce::least(spots.as_slice()) + SHORT * extent;
        let kept = reduce::pick(spots.as_slice(), most, LEVEL * extent, shown);
        let all = core::mem::take(&mut self.points);
        for &i in &kept {
            self.points.push(all[i]);
        }
        for (i, p) in all.iter().enumerate() {
            if !kept.contains(&i) {
                self.drop_at(p.signed_distance);
            }
        }
        self
    }
}
