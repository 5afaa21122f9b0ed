//! Hinge: B turns about an axis of A.
//!
//! Plainest form, ours. Rows: those of a ball and socket, and C = z_B · x_A, z_B · y_A with Ċ = (z_B × x_A) · (w_B − w_A), the same for
//! y_A.

use super::super::row::{Ends, Rows};

pub(super) fn rows(ends: &Ends, rows: &mut Rows) {
    ends.hold_points(rows);
    let z = ends.axes[1].z_axis;
    for across in [ends.axes[0].x_axis, ends.axes[0].y_axis] {
        rows.add(ends.about(z.cross(across), z.dot(across)));
    }
}
