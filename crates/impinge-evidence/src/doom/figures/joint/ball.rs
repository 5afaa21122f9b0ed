//! Ball and socket: B turns about a point of A. Rows: one along each axis of A.
//!
//! Plainest form, ours. C = u in A's frame, Ċ = x · (v_B + w_B × r_B − v_A − w_A × r_A) for each axis x of it.

use super::super::row::{Ends, Rows};

pub(super) fn rows(ends: &Ends, rows: &mut Rows) {
    ends.hold_points(rows);
}
