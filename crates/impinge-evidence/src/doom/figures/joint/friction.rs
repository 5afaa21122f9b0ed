//! Dry friction in a joint: Ċ = 0 along its free directions, by a torque, or a force for a slider, up to a bound for each row.
//!
//! Plainest form, ours: a box of bounds in place of a ball, as friction of contacts has it.

use impinge::Vec3;

use super::super::row::{Ends, Rows};
use super::Kind;

pub(super) fn rows(ends: &Ends, kind: Kind, rows: &mut Rows) {
    let a = ends.axes[0];
    let mut about = |axes: &[Vec3<f64>]| axes.iter().for_each(|&e| rows.add(ends.about(e, 0.0)));
    match kind {
        Kind::Fixed => {}
        Kind::Ball => about(&[a.x_axis, a.y_axis, a.z_axis]),
        Kind::Universal => about(&[a.z_axis, ends.axes[1].x_axis]),
        Kind::Hinge => about(&[a.z_axis]),
        Kind::Slider => rows.add(ends.along(a.z_axis, 0.0)),
    }
}
