//! Simultaneous traversal of two trees: pairs of items whose boxes come near one another.
//!
//! # Method
//! Each tree's boxes stay in its own frame; the other's are transformed to it. Of a pair of boxes the larger one is
//! opened: its eight children are tested against the other box. Nearer pairs are examined first, so that the limit
//! falls soon.
#![expect(clippy::needless_range_loop, reason = "indices name axes and lanes of several arrays at once")]

use core::borrow::Borrow;

use super::gaps::{Against, gaps};
use super::{Boxes, DEPTH, Frame, Link, Slot, Turned, WIDE};
use crate::math::{Each, Real, exponent_of};

/// Stack capacity: opening one of two boxes replaces a pair by eight.
const STACK: usize = (WIDE - 1) * 2 * DEPTH + 1;

/// Bound on the error of a gap: all numbers are at most 4 in the common unit (two centers and the offset along an
/// axis), and a gap takes about twelve roundings.
const SLACK: f32 = 64.0 * f32::EPSILON;

/// Relative pose of two trees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pairing {
    sides: [Side; 2],
    unit: f64,
    /// Bound on the amount by which a gap may be too large, in the common unit.
    slack: f32,
}

/// The other tree as seen from one of the two.
#[derive(Clone, Copy, Debug)]
struct Side {
    /// Factor from the tree's own unit to the common one.
    factor: f32,
    /// `turn[i][j]`: component of the other's axis j along this tree's axis i.
    turn: [[f32; 3]; 3],
    /// The origin of the other's frame, in the common unit.
    offset: [f32; 3],
}

impl Pairing {
    /// A pairing of trees with these frames, if a point x of the second one's space is at `turn` x + `offset` in the first one's.
    pub(crate) fn new(a: &Frame, b: &Frame, turn: [[f64; 3]; 3], offset: [f64; 3]) -> Self {
        let sum = |f: &dyn Fn(usize) -> f64| (0..3).map(f).sum::<f64>();
        let between: [f64; 3] =
            core::array::from_fn(|i| sum(&|j| turn[i][j] * b.origin[j]) + offset[i] - a.origin[i]);
        let far = between.iter().fold(0.0_f64, |most, x| f64::max(most, x.abs()));
        let unit = f64::power_of_two(exponent_of(a.unit.max(b.unit).max(far)) + 1);
        let scale = 1.0 / unit;
        let side = |factor: f64, turn: &dyn Fn(usize, usize) -> f64, offset: &dyn Fn(usize) -> f64| Side {
            factor: factor as f32,
            turn: core::array::from_fn(|i| core::array::from_fn(|j| turn(i, j) as f32)),
            offset: core::array::from_fn(|i| (offset(i) * scale) as f32),
        };
        // Error from combining the frames in f64: three products and sums, each of at most this size.
        let size = (0..3).fold(0.0_f64, |most, i| {
            most.max(sum(&|j| (turn[i][j] * b.origin[j]).abs()) + offset[i].abs() + a.origin[i].abs())
        });
        Self {
            sides: [
                side(a.unit * scale, &|i, j| turn[i][j], &|i| between[i]),
                side(b.unit * scale, &|i, j| turn[j][i], &|i| -sum(&|j| turn[j][i] * between[j])),
            ],
            unit,
            slack: SLACK + (16.0 * f64::EPSILON * size * scale) as f32,
        }
    }
}

/// Objective of a search through pairs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim {
    /// Pairs this near are examined. A negative limit ends the search.
    pub(crate) limit: f64,
    /// Direction from the first to the second of the nearest points found so far, in the frame of the first: a unit vector, or zero.
    pub(crate) along: [f64; 3],
}

/// A pair still to be examined, and a lower bound on the squared distance of its boxes.
#[derive(Clone, Copy)]
struct Waiting {
    gap: f32,
    slots: [Slot; 2],
}

/// Calls `visit` with every pair of items whose boxes come as near to one another as the aim says, usually nearer ones
/// first. `visit` may change the aim, and returns whether it did.
pub(crate) fn near_pairs(
    a: &impl Boxes,
    b: &impl Boxes,
    pairing: &Pairing,
    mut aim: Aim,
    mut visit: impl FnMut(u32, u32, &mut Aim) -> bool,
) {
    let squared = |limit: f64| {
        if limit < 0.0 {
            return -1.0;
        }
        let most = (limit / pairing.unit) as f32 * (1.0 + 8.0 * f32::EPSILON) + pairing.slack;
        most * most * (1.0 + 8.0 * f32::EPSILON)
    };
    let mut most = squared(aim.limit);
    // Setting up a stack takes as long as everything else for bodies that are far apart.
    if pairing.gap_of_balls(&a.slot(0).0, &b.slot(0).0) > most {
        return;
    }
    let mut along = pairing.along(&aim);
    let mut stack = [Waiting { gap: 0.0, slots: [0, 0] }; STACK];
    let mut count = 1;
    while count > 0 {
        count -= 1;
        let Waiting { gap, slots } = stack[count];
        if gap > most {
            continue;
        }
        let (box_a, link_a) = a.slot(slots[0]);
        let (box_b, link_b) = b.slot(slots[1]);
        let (Some(link_a), Some(link_b)) = (link_a, link_b) else { continue };
        let size = |of: &Turned, side: usize| of.half.iter().sum::<f32>() * pairing.sides[side].factor;
        let first = count;
        let (side, node) = match (link_a, link_b) {
            (Link::Item(i), Link::Item(j)) => {
                if visit(i, j, &mut aim) {
                    most = squared(aim.limit);
                    along = pairing.along(&aim);
                    if most < 0.0 {
                        return;
                    }
                }
                continue;
            }
            (Link::Node(node), Link::Item(_)) => (0, node),
            (Link::Item(_), Link::Node(node)) => (1, node),
            (Link::Node(m), Link::Node(n)) => {
                if size(&box_a, 0) >= size(&box_b, 1) {
                    (0, m)
                } else {
                    (1, n)
                }
            }
        };
        let gaps = if side == 0 {
            gaps(
                a.node(node).borrow(),
                pairing.sides[0].factor,
                &Against::new(pairing.seen(0, &box_b), along[0]),
            )
        } else {
            gaps(
                b.node(node).borrow(),
                pairing.sides[1].factor,
                &Against::new(pairing.seen(1, &box_a), along[1]),
            )
        };
        for lane in 0..WIDE {
            if gaps[lane] > most {
                continue;
            }
            let mut slots = slots;
            slots[side] = node * WIDE as u32 + lane as u32;
            // Nearest last, so that it is popped first.
            let mut at = count;
            while at > first && stack[at - 1].gap < gaps[lane] {
                stack[at] = stack[at - 1];
                at -= 1;
            }
            stack[at] = Waiting { gap: gaps[lane], slots };
            count += 1;
        }
    }
}

impl Pairing {
    /// The direction of the aim as each side looks against it: the first sees the second ahead, and the second sees the first behind.
    fn along(&self, aim: &Aim) -> [[f32; 3]; 2] {
        let along = aim.along.each(|x| x as f32);
        let turn = &self.sides[1].turn;
        let seen = core::array::from_fn(|i| (0..3).map(|j| turn[i][j] * along[j]).sum());
        [along.each(|x| -x), seen]
    }

    /// Whether the bounding balls of both trees are disjoint.
    pub(crate) fn are_apart(&self, a: &impl Boxes, b: &impl Boxes) -> bool {
        self.gap_of_balls(&a.slot(0).0, &b.slot(0).0) > self.slack * self.slack
    }

    /// The squared distance of the bounding balls of a box of each tree, in the common unit; 0 if they overlap.
    fn gap_of_balls(&self, box_a: &Turned, box_b: &Turned) -> f32 {
        let (factor, seen) = (self.sides[0].factor, self.seen(0, box_b));
        let norm = |v: [f32; 3]| v.iter().map(|x| x * x).sum::<f32>().sqrt();
        let between = norm(core::array::from_fn(|i| seen.center[i] - box_a.center[i] * factor));
        let gap = between - norm(box_a.half) * factor - norm(seen.half);
        if gap > 0.0 { gap * gap } else { 0.0 }
    }

    /// A box of the other tree as seen from a side, in the common unit.
    #[inline]
    fn seen(&self, side: usize, other: &Turned) -> Turned {
        let factor = self.sides[1 - side].factor;
        let Side { turn, offset, .. } = &self.sides[side];
        let turned = |v: &[f32; 3]| -> [f32; 3] {
            core::array::from_fn(|i| (0..3).map(|j| turn[i][j] * v[j]).sum::<f32>())
        };
        let center = turned(&other.center.each(|c| c * factor));
        Turned {
            center: core::array::from_fn(|i| center[i] + offset[i]),
            half: other.half.each(|h| h * factor),
            axes: core::array::from_fn(|k| turned(&other.axes[k])),
        }
    }
}
