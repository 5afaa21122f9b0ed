//! Universal: B turns about an axis fixed in A and one fixed in B, at a right angle to one another, as a cardan joint.
//!
//! Plainest form, ours. Rows: those of a ball and socket, and C = x_B · z_A with Ċ = (x_B × z_A) · (w_B − w_A). Where both axes fall
//! together that row vanishes, and the system is singular.

use super::super::row::{Ends, Rows};

pub(super) fn rows(ends: &Ends, rows: &mut Rows) {
    ends.hold_points(rows);
    let (z, x) = (ends.axes[0].z_axis, ends.axes[1].x_axis);
    rows.add(ends.about(x.cross(z), x.dot(z)));
}
