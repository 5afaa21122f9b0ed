//! Shadow of a feature: its projection along the normal, with its height above the plane.
//!
//! Heights are stored as a plane, so that the centroid of a region can be lifted back to each feature. Features are
//! level only within the angle of the tolerances, so their planes may slope that much.

use super::Few;
use super::region::{self, Extent, Limits, Region, nearest};
use super::round::{self, Ellipse};
use super::support::Patch;
use super::types::Feature;
use crate::math::{Each, Real, Vec2, Vec3, Vector};
use crate::shape::Id;

/// The plane perpendicular to the normal onto which features are projected.
pub(crate) struct Shadows<W> {
    pub origin: W,
    pub normal: W,
    pub tangents: [W; 2],
    /// A face no wider than this is a line, or a point: the directions of its sides are rounding.
    pub thin: f64,
}

/// A projected feature and its height above the plane.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shadow {
    pub feature: Feature,
    /// Counter-clockwise if there are three or more.
    pub corners: Few<Vec2<f64>>,
    pub names: Few<Feature>,
    pub round: Option<Ellipse>,
    /// See [`Patch::tube`].
    pub tube: Option<f64>,
    /// Height at `anchor`, and its slope from there.
    pub anchor: Vec2<f64>,
    pub level: f64,
    pub slope: Vec2<f64>,
}

impl<W: Vector<Scalar = f64>> Shadows<W> {
    /// Components along the tangents and the normal.
    pub(crate) fn along(&self, d: W) -> Vec3<f64> {
        Vec3::new(self.tangents[0].dot(d), self.tangents[1].dot(d), self.normal.dot(d))
    }

    /// The shadow of a patch; `place` and `turn` map its points and directions to the pair's frame.
    pub(crate) fn cast(&self, patch: &Patch<W>, place: impl Fn(W) -> W, turn: impl Fn(W) -> W) -> Shadow {
        let at = |p: W| self.along(place(p) - self.origin);
        let mut shadow = Shadow { feature: patch.feature, tube: patch.tube, ..Shadow::default() };
        if let Some(round) = patch.round {
            let center = at(round.center);
            let axes = round.axes.each(|d| self.along(turn(d)));
            let [u, v] = axes.each(|d| d.xy().norm());
            if Real::min(u, v) <= self.thin {
                let long = if u >= v { axes[0] } else { axes[1] };
                // Any names of places on a rim will do, as long as they differ.
                let Feature::Face(face) = patch.feature else { return shadow };
                let names = [Id(0), Id::NONE].each(|place| Feature::Rim { face, place });
                return self.line([center - long, center + long], names, patch.feature);
            }
            (shadow.anchor, shadow.level) = (center.xy(), center.z);
            shadow.slope = slope_of(axes[0].cross(axes[1]));
            shadow.round =
                Some(Ellipse { center: center.xy(), axes: axes.each(Vec3::xy), circular: round.circular });
            return shadow;
        }
        let corners = patch.corners.as_slice();
        let points = |i: usize| at(corners[i].point);
        let first = points(0);
        (shadow.anchor, shadow.level) = (first.xy(), first.z);
        let (mut area, mut farthest) = (Vec3::ZERO, 0.0);
        for (i, corner) in corners.iter().enumerate() {
            shadow.corners.push(points(i).xy());
            shadow.names.push(corner.name);
            if i >= 2 {
                area += (points(i - 1) - first).cross(points(i) - first);
            }
            farthest = Real::max(farthest, (points(i) - first).norm_squared());
        }
        // As long as the corner farthest from the first, and at least half of that; as wide as the area says.
        if corners.len() > 2 && area.norm() <= self.thin * Real::sqrt(farthest) {
            let ends = ends(corners.len(), points);
            return self.line(ends.each(points), ends.each(|i| corners[i].name), patch.feature);
        }
        if corners.len() == 2 {
            let along = points(1) - first;
            let length = along.xy().norm_squared();
            if length > 0.0 {
                shadow.slope = along.xy() * (along.z / length);
            }
        } else {
            shadow.slope = slope_of(area);
            // B's faces are seen from the inside.
            if area.z < 0.0 {
                shadow.corners.reverse();
                shadow.names.reverse();
            }
        }
        shadow
    }

    /// The shadow of a feature without width: an edge, or a point if it has no length either. Its own name stays.
    fn line(&self, ends: [Vec3<f64>; 2], names: [Feature; 2], feature: Feature) -> Shadow {
        let mut shadow = Shadow { feature, ..Shadow::default() };
        let along = ends[1] - ends[0];
        let length = along.xy().norm_squared();
        let middle = (ends[0] + ends[1]) * 0.5;
        (shadow.anchor, shadow.level) = (middle.xy(), middle.z);
        if Real::sqrt(length) > self.thin {
            shadow.slope = along.xy() * (along.z / length);
            shadow.corners = ends.into_iter().map(Vec3::xy).collect();
            shadow.names = names.into_iter().collect();
        } else {
            shadow.corners.push(middle.xy());
            shadow.names.push(names[0]);
        }
        shadow
    }
}

/// Two points that are far from one another: the one farthest from the first, and the one farthest from that.
fn ends(count: usize, points: impl Fn(usize) -> Vec3<f64>) -> [usize; 2] {
    let farthest = |from: usize| {
        let far = |i: usize| (points(i) - points(from)).norm_squared();
        (0..count).fold(from, |best, i| if far(i) > far(best) { i } else { best })
    };
    let one = farthest(0);
    [one, farthest(one)]
}

/// Slope of the height of a plane with this normal: p·m is constant on it.
fn slope_of(m: Vec3<f64>) -> Vec2<f64> {
    if m.z == 0.0 { Vec2::ZERO } else { m.xy() * (-1.0 / m.z) }
}

impl Shadow {
    pub(crate) fn height(&self, p: Vec2<f64>) -> f64 {
        self.level + self.slope.dot(p - self.anchor)
    }

    /// A place of the region moved back to the feature itself: for edges that are parallel within the angle it is
    /// halfway between them, and beyond the sharp corner of a face it is near the lines of both sides.
    pub(super) fn brought_back(&self, p: Vec2<f64>, slack: f64) -> Vec2<f64> {
        match self.corners.as_slice() {
            &[from, to] => {
                let on = nearest(p, from, to);
                if (on - p).norm() > slack { on } else { p }
            }
            face if face.len() > 2 && self.round.is_none() => region::brought_back(p, face, slack),
            _ => p,
        }
    }

    pub(super) fn overlap(&self, other: &Self, limits: &Limits) -> Option<Region> {
        let (a, b) = (self.corners.as_slice(), other.corners.as_slice());
        match (&self.round, &other.round) {
            (None, None) => region::overlap(a, b, limits),
            (Some(e), None) => round::with_loop(e, b, limits),
            (None, Some(e)) => round::with_loop(e, a, limits),
            (Some(e), Some(f)) => round::with_round(e, f, limits),
        }
    }

    /// The smallest vertex or edge that contains the region, or the whole feature.
    pub(super) fn smallest(&self, region: &Region, thin: f64) -> Feature {
        let (points, names) = (self.corners.as_slice(), self.names.as_slice());
        if points.len() < 2 {
            return self.feature;
        }
        let ends = match region.extent {
            Extent::Area => return self.feature,
            Extent::Segment(ends) => ends,
            Extent::Point => [region.center; 2],
        };
        if region.extent == Extent::Point {
            for (&p, &name) in points.iter().zip(names) {
                if (p - region.center).norm() <= thin {
                    // An end on a rim is not a corner.
                    return if matches!(name, Feature::Vertex(_)) { name } else { Feature::Curved };
                }
            }
        }
        if points.len() == 2 {
            return self.feature;
        }
        for i in 0..points.len() {
            let j = (i + 1) % points.len();
            if ends.iter().all(|&p| (nearest(p, points[i], points[j]) - p).norm() <= thin) {
                return Feature::edge(names[i].vertex_id(), names[j].vertex_id());
            }
        }
        self.feature
    }
}
