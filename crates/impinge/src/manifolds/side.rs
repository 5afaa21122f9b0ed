//! One side of a contact: the feature of one shape as a polygon with heights, and the names of its parts.
//!
//! A [`Shadow`] is the projected feature of the core. Here the ball of a rounded shape is added, a round face becomes a
//! polygon, and the height beside a line on a cylinder falls off as the cylinder does.
//!
//! | symbol | meaning |
//! |---|---|
//! | s | slope of the feature: growth of its height across the plane |
//! | m | outward normal of the feature, (−s, 1)/√(1 + s²) on A, reversed on B |
//! | ρ | radius of a cylinder |
//! | e | offset from its highest line |

use crate::feature::Feature;
use crate::feature::Few;
use crate::feature::MAX_ANGLE;
use crate::feature::shadow::Shadow;
use crate::math::{Real, Vec2, Vector};
use crate::shape::Id;

/// The feature of one shape in a contact. A half-space has no corners.
#[derive(Clone, Debug, Default)]
pub(super) struct Side {
    shadow: Shadow,
    /// 1 for A, whose surface is seen from above, −1 for B.
    outward: f64,
    /// Radius of the rim or cylinder; 0 if all is straight.
    pub curve: f64,
    /// Radius of the added ball.
    pub ball: f64,
    /// Sideways displacement of the corners by the ball, for a tilted feature.
    pub shift: f64,
}

impl Side {
    /// The surface of a half-space at this height.
    pub(super) fn plane(level: f64) -> Self {
        let shadow = Shadow { feature: Feature::Face(Id(0)), level, ..Shadow::default() };
        Self { shadow, outward: 1.0, ..Self::default() }
    }

    /// A core's feature with an added ball. Round faces become polygons of `rim_sides` sides.
    pub(super) fn of(mut shadow: Shadow, radius: f64, outward: f64, rim_sides: usize) -> Self {
        // Moved by the radius along m: its flat side or side line is exactly on the surface.
        let along = outward * radius / steepness(shadow.slope);
        let shift = shadow.slope * -along;
        shadow.anchor += shift;
        shadow.level += along;
        for corner in &mut shadow.corners {
            *corner += shift;
        }
        let mut curve = shadow.tube.map_or(0.0, |inside| inside + radius);
        if let Some(ellipse) = &mut shadow.round {
            ellipse.center += shift;
            curve = Real::max(ellipse.axes[0].norm(), ellipse.axes[1].norm());
            rim(&mut shadow, rim_sides);
        }
        Self { shadow, outward, curve, ball: radius, shift: shift.norm() }
    }

    /// Corners, counter-clockwise: none for a half-space, one for a vertex, two for a line, more for a face.
    pub(super) fn corners(&self) -> &[Vec2<f64>] {
        self.shadow.corners.as_slice()
    }

    /// The name of the whole feature.
    pub(super) fn feature(&self) -> Feature {
        self.shadow.feature
    }

    /// Whether the feature is a point of a curved surface or rim.
    pub(super) fn is_curved(&self) -> bool {
        self.feature() == Feature::Curved
    }

    /// Priority for placing a contact at this feature and not beside it: highest for a vertex, lowest for a face.
    pub(super) fn sharpness(&self) -> u32 {
        match self.feature() {
            Feature::Vertex(_) => 3,
            Feature::Edge(_) => 2,
            Feature::Curved | Feature::Rim { .. } => 1,
            Feature::Face(_) => 0,
        }
    }

    /// Whether the feature is a line on a cylinder, or a segment with a ball.
    pub(super) fn is_tube(&self) -> bool {
        self.shadow.tube.is_some() && self.curve > 0.0
    }

    /// Diagonal of the box around the corners; 0 for a vertex, infinite for a half-space.
    pub(super) fn extent(&self) -> f64 {
        let Some(&first) = self.corners().first() else { return f64::INFINITY };
        let (low, high) = self
            .corners()
            .iter()
            .fold((first, first), |(low, high), &p| (Vector::min(low, p), Vector::max(high, p)));
        (high - low).norm()
    }

    /// Height of the surface at a place of the plane.
    ///
    /// Beside its highest line a cylinder is lower: (z cos θ)² + e² = ρ² with z from the axis and θ the tilt of the
    /// axis, so it falls by (ρ − √(ρ² − e²))/cos θ.
    pub(super) fn height(&self, p: Vec2<f64>) -> f64 {
        let on_plane = self.shadow.height(p);
        if !self.is_tube() {
            return on_plane;
        }
        let (from, to) = (self.corners()[0], self.corners()[1]);
        let e = Real::min((to - from).unit().perp_dot(p - from).abs(), self.curve);
        let rest = Real::sqrt((self.curve - e) * (self.curve + e));
        on_plane - self.outward * (e * e / (self.curve + rest)) * steepness(self.shadow.slope)
    }

    /// The smallest part that contains a place, within `near`.
    pub(super) fn name(&self, p: Vec2<f64>, near: f64) -> Feature {
        let (corners, names) = (self.corners(), self.shadow.names.as_slice());
        match *corners {
            [] | [_] => self.feature(),
            [from, to] => {
                // Only along the line: beside a cylinder's line it is still that line. Two lines at a small angle end
                // at different lengths, by their offset times that angle.
                let axis = (to - from).unit();
                let near = near + MAX_ANGLE * axis.perp_dot(p - from).abs();
                if axis.dot(p - from) <= near {
                    names[0]
                } else if axis.dot(to - p) <= near {
                    names[1]
                } else {
                    self.feature()
                }
            }
            _ => {
                let squared = near * near;
                let close = |q: &Vec2<f64>| (*q - p).norm_squared() <= squared;
                if let Some(i) = corners.iter().position(close) {
                    return names[i];
                }
                // A place is within the face, so a place near the line of a side is near the side.
                let mut from = corners.len() - 1;
                for (to, &corner) in corners.iter().enumerate() {
                    let along = corner - corners[from];
                    let cross = along.perp_dot(p - corners[from]);
                    if cross * cross <= squared * along.norm_squared() {
                        return side_name(names[from], names[to], corners.len());
                    }
                    from = to;
                }
                self.feature()
            }
        }
    }

    /// The name of the nearest corner; `None` if there are not two.
    pub(super) fn nearest_corner(&self, p: Vec2<f64>) -> Option<Feature> {
        let corners = self.corners();
        if corners.len() < 2 {
            return None;
        }
        let far = |i: usize| (corners[i] - p).norm_squared();
        let best = (1..corners.len()).fold(0, |best, i| if far(i) < far(best) { i } else { best });
        Some(self.shadow.names[best])
    }
}

/// 1/cos of a slope's angle: √(1 + s²).
fn steepness(slope: Vec2<f64>) -> f64 {
    Real::sqrt(1.0 + slope.norm_squared())
}

/// The side between two corners of a face with `count` corners.
fn side_name(from: Feature, to: Feature, count: usize) -> Feature {
    match (from, to) {
        (Feature::Rim { face, place: Id(p) }, Feature::Rim { place: Id(q), .. }) => {
            // The corner that comes first in the body's own order; the last side leads from the last corner to the first.
            let (low, high) = (p.min(q), p.max(q));
            let first = if low == 0 && high as usize == 2 * (count - 1) { high } else { low };
            Feature::Rim { face, place: Id(first + 1) }
        }
        _ => Feature::edge(from.vertex_id(), to.vertex_id()),
    }
}

/// Places the corners of a polygon on the rim of a round face, at angles that are fixed to the body.
fn rim(shadow: &mut Shadow, sides: usize) {
    let Some(ellipse) = shadow.round else { return };
    let Feature::Face(face) = shadow.feature else { return };
    let (sin, cos) = Real::sin_cos(2.0 * f64::PI / sides as f64);
    let mut at = Vec2::new(1.0, 0.0);
    (shadow.corners, shadow.names) = (Few::new(), Few::new());
    for i in 0..sides {
        shadow.corners.push(ellipse.outward(at));
        shadow.names.push(Feature::Rim { face, place: Id(2 * i as u32) });
        // The next angle: a rotation by 2π/k. Its rounding adds up to k ε.
        at = Vec2::new(at.x * cos - at.y * sin, at.x * sin + at.y * cos);
    }
    if ellipse.axes[0].perp_dot(ellipse.axes[1]) < 0.0 {
        shadow.corners.reverse();
        shadow.names.reverse();
    }
}
