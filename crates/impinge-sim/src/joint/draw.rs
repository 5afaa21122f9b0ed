//! Debug lines of joints.

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use super::JointKind;
use super::place::Ends;
use crate::body::State;
use crate::debug_line::{DebugLineKind, Draw};

/// Segments of an arc or a circle.
const SEGMENTS: u8 = 16;

/// Draws a joint: lines to its points, its frames, and its limits with the radius `size`.
pub(super) fn draw<T: Real>(
    kind: &JointKind<T>,
    ends: &Ends<T>,
    states: [&State<T>; 2],
    size: T,
    draw: &mut Draw<'_, T>,
) {
    let point_b = states[0].center + ends.arms[0];
    let points = [point_b - ends.apart, point_b];
    if !matches!(kind, JointKind::Gear(_)) {
        draw(DebugLineKind::Joint, points[0], points[1]);
    }
    for i in 0..2 {
        if states[i].is_dynamic() {
            draw(DebugLineKind::Joint, states[i].center, points[i]);
        }
        for axis in [ends.axes[i].x_axis, ends.axes[i].z_axis] {
            draw(DebugLineKind::JointFrame, points[i], points[i] + axis * size);
        }
    }
    let a = &ends.axes[0];
    let mut arc = Arc { center: points[0], size, draw };
    match kind {
        JointKind::Ball(ball) => {
            if let Some(cone) = ball.cone {
                arc.cone(a, cone);
            }
            if let Some(limits) = ball.twist {
                arc.range([a.x_axis, a.y_axis], limits);
            }
        }
        JointKind::Hinge(hinge) => {
            if let Some(limits) = hinge.limits {
                arc.range([a.x_axis, a.y_axis], limits);
            }
        }
        JointKind::Slider(slider) => {
            if let Some([low, high]) = slider.limits {
                arc.line(a.z_axis * low, a.z_axis * high);
            }
        }
        JointKind::Distance(distance) => {
            if let Some([least, most]) = distance.range {
                let along = ends.apart.unit();
                arc.line(along * least, along * most);
            }
        }
        JointKind::Universal(universal) => {
            if let Some(limits) = universal.limits_a {
                arc.range([a.x_axis, a.y_axis], limits);
            }
            if let Some(limits) = universal.limits_b {
                let b = &ends.axes[1];
                arc.range([b.z_axis, b.y_axis], limits);
            }
        }
        JointKind::Weld(_) | JointKind::Gear(_) => {}
    }
}

/// Limits about a point.
struct Arc<'a, 'd, T: Real> {
    center: Vec3<T>,
    size: T,
    draw: &'a mut Draw<'d, T>,
}

impl<T: Real> Arc<'_, '_, T> {
    fn line(&mut self, from: Vec3<T>, to: Vec3<T>) {
        (self.draw)(DebugLineKind::JointLimit, self.center + from, self.center + to);
    }

    /// A sector of a circle: an angle of 0 points along the first axis, one of a right angle along the second.
    fn range(&mut self, [x, y]: [Vec3<T>; 2], [low, high]: [T; 2]) {
        let size = self.size;
        let at = |angle: T| {
            let (sin, cos) = angle.sin_cos();
            (x * cos + y * sin) * size
        };
        self.line(Vec3::ZERO, at(low));
        self.line(Vec3::ZERO, at(high));
        let part = |k: u8| low + (high - low) * (T::of(f64::from(k)) / T::of(f64::from(SEGMENTS)));
        for k in 0..SEGMENTS {
            self.line(at(part(k)), at(part(k + 1)));
        }
    }

    /// A cone about the z axis: its rim and four rays.
    fn cone(&mut self, axes: &Mat3<T>, half_angle: T) {
        let (sin, cos) = half_angle.sin_cos();
        let (out, along) = (sin * self.size, cos * self.size);
        let rim = |k: u8| {
            let (sin, cos) = (T::TWO * T::PI * (T::of(f64::from(k)) / T::of(f64::from(SEGMENTS)))).sin_cos();
            axes.z_axis * along + (axes.x_axis * cos + axes.y_axis * sin) * out
        };
        for k in 0..SEGMENTS {
            self.line(rim(k), rim(k + 1));
            if k % (SEGMENTS / 4) == 0 {
                self.line(Vec3::ZERO, rim(k));
            }
        }
    }
}
