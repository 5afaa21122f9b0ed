//! Pyramid limit: z_B stays within a pyramid about z_A, whose sides lean by α toward x_A and by β toward y_A.
//!
//! Plainest form, ours. With φ = atan2(z_B · x_A, z_B · z_A): C = α − φ ≥ 0 and α + φ ≥ 0; the same for y_A and β. An angle that is not
//! undefined, since z_B is across both directions, is not held.

use super::super::row::{Ends, Rows};
use super::angle::angle;

pub(super) fn rows(ends: &Ends, halves: [f64; 2], rows: &mut Rows) {
    let a = ends.axes[0];
    for (side, half) in [a.x_axis, a.y_axis].into_iter().zip(halves) {
        if let Some(lean) = angle(ends, ends.axes[1].z_axis, [side, a.z_axis]) {
            rows.add(lean.at_most(half));
            rows.add(lean.at_least(-half));
        }
    }
}
