//! Fixed: B stands still against A. Rows: those of a ball and socket, and those that hold both frames turned alike.
//!
//! Plainest form, ours. C = u in A's frame and C = 2 q, the vector of the quaternion between both frames.

use super::super::row::{Ends, Rows};

pub(super) fn rows(ends: &Ends, rows: &mut Rows) {
    ends.hold_points(rows);
    ends.hold_turn(rows);
}
