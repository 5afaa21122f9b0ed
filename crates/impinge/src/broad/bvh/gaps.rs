//! Lower bounds on the distances of eight boxes from one.
//!
//! Each is a gap shown by some direction, or by three at right angles:
//! - The gaps along the three axes of a box bound the distance by the square root of the sum of their squares; along
//!   the axes of either box. Best for boxes that are near.
//! - The gap along the line through both centers. Best for boxes far away.
//! - The gap along the line between the nearest points found so far: nothing else separates the parts that face one another beside them.
#![expect(clippy::needless_range_loop, reason = "indices name axes and lanes of several arrays at once")]

use super::{EMPTY, Node, Turned, WIDE};
use crate::math::Each;
use crate::math::lanes::Eight;

/// A box against which others are tested, in their frame, with precomputed values for the bounds.
pub(super) struct Against {
    turned: Turned,
    /// A unit vector, or zero: the other box is searched against it.
    along: [f32; 3],
    /// Extent of the box along it.
    reach: f32,
}

impl Against {
    #[inline]
    pub(super) fn new(turned: Turned, along: [f32; 3]) -> Self {
        let mut reach = 0.0;
        for j in 0..3 {
            let mut cosine = 0.0;
            for i in 0..3 {
                cosine += turned.axes[j][i] * along[i];
            }
            reach += cosine.abs() * turned.half[j];
        }
        Self { turned, along, reach }
    }
}

/// Squared bounds on the distances of the boxes of a node, times `factor`, from a box; infinite if there is no box.
#[inline]
pub(super) fn gaps(node: &Node, factor: f32, against: &Against) -> [f32; WIDE] {
    let Against { turned: other, along, reach } = against;
    let axes = axes_of(&node.turn);
    let factor = Eight::splat(factor);
    let mut way = [Eight::ZERO; 3];
    let mut half = [Eight::ZERO; 3];
    let mut length = Eight::splat(f32::MIN_POSITIVE);
    // The gap along the line between the nearest points: the position of each box, minus the extents of both.
    let mut ahead = Eight::splat(-reach);
    for i in 0..3 {
        way[i] = Eight(node.center[i]) * factor - Eight::splat(other.center[i]);
        half[i] = Eight(node.half[i]) * factor;
        length = length + way[i] * way[i];
        ahead = ahead + way[i] * Eight::splat(along[i]);
    }
    // Along the axes of the eight boxes; their extents along the axes of the other; and the extents of both along the
    // line through their centers, times its length.
    let (mut own, mut others, mut between) = (Eight::ZERO, Eight::ZERO, Eight::ZERO);
    let mut reaches = [Eight::ZERO; 3];
    for k in 0..3 {
        let (mut at, mut facing) = (Eight::ZERO, Eight::ZERO);
        for i in 0..3 {
            at = at + axes[k][i] * way[i];
            facing = facing + axes[k][i] * Eight::splat(along[i]);
        }
        ahead = ahead - facing.abs() * half[k];
        let mut reach = half[k];
        for j in 0..3 {
            let mut cosine = Eight::ZERO;
            for i in 0..3 {
                cosine = cosine + axes[k][i] * Eight::splat(other.axes[j][i]);
            }
            let cosine = cosine.abs();
            reach = reach + cosine * Eight::splat(other.half[j]);
            reaches[j] = reaches[j] + cosine * half[k];
        }
        let at = at.abs();
        let gap = (at - reach).max(Eight::ZERO);
        own = own + gap * gap;
        between = between + half[k] * at;
    }
    for j in 0..3 {
        let mut at = Eight::ZERO;
        for i in 0..3 {
            at = at + Eight::splat(other.axes[j][i]) * way[i];
        }
        let (at, half) = (at.abs(), Eight::splat(other.half[j]));
        let gap = (at - (reaches[j] + half)).max(Eight::ZERO);
        others = others + gap * gap;
        between = between + half * at;
    }
    let gap = (length - between).max(Eight::ZERO);
    let ahead = ahead.max(Eight::ZERO);
    let mut squared = own.max(others).max((gap * gap).over(length)).max(ahead * ahead).0;
    for lane in 0..WIDE {
        if node.links[lane] == EMPTY {
            squared[lane] = f32::INFINITY;
        }
    }
    squared
}

/// The axes of eight boxes: `[k][i]` is component i of axis k. In the order of [`axes`](super::fit::axes).
#[inline(always)]
fn axes_of(turn: &[[f32; WIDE]; 4]) -> [[Eight; 3]; 3] {
    let [x, y, z, w] = turn.each(Eight);
    let (one, two) = (Eight::splat(1.0), Eight::splat(2.0));
    [
        [one - two * (y * y + z * z), two * (x * y + z * w), two * (x * z - y * w)],
        [two * (x * y - z * w), one - two * (x * x + z * z), two * (y * z + x * w)],
        [two * (x * z + y * w), two * (y * z - x * w), one - two * (x * x + y * y)],
    ]
}
