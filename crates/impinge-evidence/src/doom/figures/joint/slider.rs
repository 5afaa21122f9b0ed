//! Slider: B glides along the z axis of A's frame and does not turn against it.
//!
//! Plainest form, ours. Rows: those that hold both frames turned alike, and C = x_A · u, y_A · u.

use super::super::row::{Ends, Rows};

pub(super) fn rows(ends: &Ends, rows: &mut Rows) {
    ends.hold_turn(rows);
    let u = ends.apart();
    for across in [ends.axes[0].x_axis, ends.axes[0].y_axis] {
        rows.add(ends.along(across, across.dot(u)));
    }
}
