//! Two trees walked together: pairs of items whose boxes come near one another.
//!
//! # Method
//! Each tree's boxes stay in its own frame; the other's are seen turned in it. Of a pair of boxes the larger one is opened: its
//! eight children are held against the other box along the axes of both frames. The gaps along three axes that are at right
//! angles bound the distance by the root of the sum of their squares, and the larger of the two bounds counts. Pairs nearer to
//! one another are looked at first, so that the limit falls soon.

use core::borrow::Borrow;

use super::{Boxes, DEPTH, EMPTY, Frame, Link, Node, Slot, WIDE};
use crate::math::{Real, exponent_of};

/// Entries of the stack: opening one of two boxes replaces a pair by eight.
const STACK: usize = (WIDE - 1) * 2 * DEPTH + 1;

/// All numbers are at most 4 in the common unit (two centers and the offset along an axis), and a gap takes about twelve
/// roundings: so much may a gap be too large.
const SLACK: f32 = 64.0 * f32::EPSILON;

/// How two trees stand to one another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pairing<const D: usize> {
    sides: [Side<D>; 2],
    unit: f64,
    /// By how much a gap may be too large, in the common unit.
    slack: f32,
}

/// The other tree as one of the two sees it.
#[derive(Clone, Copy, Debug)]
struct Side<const D: usize> {
    /// From the tree's own unit to the common one.
    factor: f32,
    /// `turn[i][j]`: along this tree's axis i, the other's axis j.
    turn: [[f32; D]; D],
    /// The origin of the other's frame, in the common unit.
    offset: [f32; D],
}

impl<const D: usize> Pairing<D> {
    /// Trees with these frames, where a point x of the second one's space is at `turn` x + `offset` in the first one's.
    pub(crate) fn new(a: &Frame<D>, b: &Frame<D>, turn: [[f64; D]; D], offset: [f64; D]) -> Self {
        let sum = |f: &dyn Fn(usize) -> f64| (0..D).map(f).sum::<f64>();
        let between: [f64; D] =
            core::array::from_fn(|i| sum(&|j| turn[i][j] * b.origin[j]) + offset[i] - a.origin[i]);
        let far = between.iter().fold(0.0_f64, |most, x| f64::max(most, x.abs()));
        let unit = f64::power_of_two(exponent_of(a.unit.max(b.unit).max(far)) + 1);
        let scale = 1.0 / unit;
        let side = |factor: f64, turn: &dyn Fn(usize, usize) -> f64, offset: &dyn Fn(usize) -> f64| Side {
            factor: factor as f32,
            turn: core::array::from_fn(|i| core::array::from_fn(|j| turn(i, j) as f32)),
            offset: core::array::from_fn(|i| (offset(i) * scale) as f32),
        };
        // What bringing the frames together lost in f64: D products and sums, each of at most this size.
        let size = (0..D).fold(0.0_f64, |most, i| {
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

/// A pair that is still to be looked at, and the square of a distance that its boxes have at least.
#[derive(Clone, Copy)]
struct Waiting {
    gap: f32,
    slots: [Slot; 2],
}

/// Calls `visit` with every pair of items whose boxes come within `limit` of one another, nearer ones first as a rule; what it
/// returns is the limit from then on. A negative limit ends the walk.
pub(crate) fn near_pairs<const D: usize>(
    a: &impl Boxes<D>,
    b: &impl Boxes<D>,
    pairing: &Pairing<D>,
    limit: f64,
    mut visit: impl FnMut(u32, u32) -> f64,
) {
    let squared = |limit: f64| {
        if limit < 0.0 {
            return -1.0;
        }
        let most = (limit / pairing.unit) as f32 * (1.0 + 8.0 * f32::EPSILON) + pairing.slack;
        most * most * (1.0 + 8.0 * f32::EPSILON)
    };
    let mut most = squared(limit);
    let mut stack = [Waiting { gap: 0.0, slots: [0, 0] }; STACK];
    let mut count = 1;
    while count > 0 {
        count -= 1;
        let Waiting { gap, slots } = stack[count];
        if gap > most {
            continue;
        }
        let (center_a, half_a, link_a) = a.slot(slots[0]);
        let (center_b, half_b, link_b) = b.slot(slots[1]);
        let (Some(link_a), Some(link_b)) = (link_a, link_b) else { continue };
        let size = |half: &[f32; D], side: usize| half.iter().sum::<f32>() * pairing.sides[side].factor;
        let first = count;
        let (side, node) = match (link_a, link_b) {
            (Link::Item(i), Link::Item(j)) => {
                most = squared(visit(i, j));
                if most < 0.0 {
                    return;
                }
                continue;
            }
            (Link::Node(node), Link::Item(_)) => (0, node),
            (Link::Item(_), Link::Node(node)) => (1, node),
            (Link::Node(m), Link::Node(n)) => {
                if size(&half_a, 0) >= size(&half_b, 1) { (0, m) } else { (1, n) }
            }
        };
        let gaps = if side == 0 {
            gaps_between(a.node(node).borrow(), pairing, 0, &center_b, &half_b)
        } else {
            gaps_between(b.node(node).borrow(), pairing, 1, &center_a, &half_a)
        };
        for lane in 0..WIDE {
            if gaps[lane] > most {
                continue;
            }
            let mut slots = slots;
            slots[side] = node * WIDE as u32 + lane as u32;
            // Nearest last, so that it is taken first.
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

/// Squares of bounds on the distances of the boxes of a node from a box of the other tree, in the common unit; infinite where
/// there is no box.
#[inline]
fn gaps_between<const D: usize>(
    node: &Node<D>,
    pairing: &Pairing<D>,
    side: usize,
    other_center: &[f32; D],
    other_half: &[f32; D],
) -> [f32; WIDE] {
    let other_factor = pairing.sides[1 - side].factor;
    let side = &pairing.sides[side];
    let half: [f32; D] = other_half.map(|h| h * other_factor);
    let mut difference = [[0.0_f32; WIDE]; D];
    let mut own_half = [[0.0_f32; WIDE]; D];
    let mut own = [0.0_f32; WIDE];
    for i in 0..D {
        let (mut place, mut reach) = (side.offset[i], 0.0);
        for j in 0..D {
            place += side.turn[i][j] * (other_center[j] * other_factor);
            reach += side.turn[i][j].abs() * half[j];
        }
        for lane in 0..WIDE {
            difference[i][lane] = node.center[i][lane] * side.factor - place;
            own_half[i][lane] = node.half[i][lane] * side.factor;
            let gap = f32::max(difference[i][lane].abs() - (own_half[i][lane] + reach), 0.0);
            own[lane] += gap * gap;
        }
    }
    let mut others = [0.0_f32; WIDE];
    for j in 0..D {
        let mut along = [0.0_f32; WIDE];
        let mut reach = [half[j]; WIDE];
        for i in 0..D {
            let (turn, size) = (side.turn[i][j], side.turn[i][j].abs());
            for lane in 0..WIDE {
                along[lane] += turn * difference[i][lane];
                reach[lane] += size * own_half[i][lane];
            }
        }
        for lane in 0..WIDE {
            let gap = f32::max(along[lane].abs() - reach[lane], 0.0);
            others[lane] += gap * gap;
        }
    }
    core::array::from_fn(|lane| {
        if node.links[lane] == EMPTY { f32::INFINITY } else { f32::max(own[lane], others[lane]) }
    })
}
