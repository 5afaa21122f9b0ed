//! Camera views of findings.

use impinge::{Aabb, Vec3};

use super::finding::Finding;
use super::parts::Parts;

type Point = Vec3<f64>;

/// View of a finding: what it shows lies within `radius` of `center`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    pub center: Point,
    /// Always positive.
    pub radius: f64,
    /// Unit vector along which the camera looks.
    pub direction: Point,
    /// Unit vector, perpendicular to it.
    pub up: Point,
}

/// Smallest radius of a view, relative to the smaller part: shows where the finding is.
const AROUND: f64 = 1.5;

/// View from the side that shows the gap: of four views down along the diagonals, the one most nearly perpendicular to the
/// normal.
pub fn frame(parts: &Parts, finding: &Finding) -> Frame {
    let boxes = [finding.a, finding.b].map(|part| parts.parts[part as usize].bounds);
    let measures = &finding.measures;
    let (a, b) = (Vec3::from(measures.point_a), Vec3::from(measures.point_b));
    let common = Aabb { min: boxes[0].min.max(boxes[1].min), max: boxes[0].max.min(boxes[1].max) };
    let is_common =
        common.min.x <= common.max.x && common.min.y <= common.max.y && common.min.z <= common.max.z;
    let shown = if is_common { common } else { Aabb { min: a.min(b), max: a.max(b) } };
    let smaller = boxes.map(|b| b.half_extents().norm()).into_iter().fold(f64::INFINITY, f64::min);
    let radius = shown.half_extents().norm().max(AROUND * smaller);
    let looks = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]];
    let third = (1.0_f64 / 3.0).sqrt();
    let normal = Vec3::from(measures.normal);
    let along = |look: &Point| look.dot(normal).abs();
    let direction = looks
        .map(|[x, y]| Vec3::new(x * third, y * third, -third))
        .into_iter()
        .min_by(|p, q| along(p).total_cmp(&along(q)))
        .unwrap_or(Vec3::new(0.0, 0.0, -1.0));
    let up = Vec3::new(0.0, 0.0, 1.0) - direction * direction.z;
    Frame {
        center: shown.center(),
        radius: if radius > 0.0 { radius } else { 1.0 },
        direction,
        up: up.normalized().unwrap_or(Vec3::new(0.0, 1.0, 0.0)),
    }
}
