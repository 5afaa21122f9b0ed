//! Cone limit: the angle θ between z_A and z_B is at most α.
//!
//! Plainest form, ours. C = α − θ ≥ 0 with θ = atan2(|z_A × z_B|, z_A · z_B), Ċ = −n · (w_B − w_A), n along z_A × z_B. Where both axes
//! fall together any n across them will do: the limit is far.

use impinge::Real;

use super::super::row::{Ends, Rows};

pub(super) fn rows(ends: &Ends, half: f64, rows: &mut Rows) {
    let [z_a, z_b] = [ends.axes[0].z_axis, ends.axes[1].z_axis];
    let across = z_a.cross(z_b);
    let n = across.normalized().unwrap_or(ends.axes[0].x_axis);
    rows.add(ends.about(-n, half - Real::atan2(across.norm(), z_a.dot(z_b))));
}
