//! Limits of the angle of a hinge, and of the way of a slider.
//!
//! Plainest form, ours. With θ = atan2(x_B · y_A, x_B · x_A), or the way l = z_A · u: C = θ − low ≥ 0 and high − θ ≥ 0. Other joints have
//! no such number, and no rows.

use super::super::row::{Ends, Rows};
use super::Kind;
use super::angle::angle;

pub(super) fn rows(ends: &Ends, kind: Kind, [low, high]: [f64; 2], rows: &mut Rows) {
    let a = ends.axes[0];
    match kind {
        Kind::Hinge => {
            if let Some(turned) = angle(ends, ends.axes[1].x_axis, [a.y_axis, a.x_axis]) {
                rows.add(turned.at_least(low));
                rows.add(turned.at_most(high));
            }
        }
        Kind::Slider => {
            let way = a.z_axis.dot(ends.apart());
            rows.add(ends.along(a.z_axis, way - low));
            rows.add(ends.along(-a.z_axis, high - way));
        }
        Kind::Fixed | Kind::Ball | Kind::Universal => {}
    }
}
