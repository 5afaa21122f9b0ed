//! Items of one tree: those near a box, those that meet a box, those on a ray.

use core::borrow::Borrow;

use super::{Boxes, EMPTY, Frame, Link, Node, STACK, Slot, WIDE};

/// Coordinates of nodes are at most 1 in size and computed with in `f32`, a few roundings at a time: a gap that comes out at most
/// so large may be none.
const SLACK: f32 = 16.0 * f32::EPSILON;

/// Boxes farther from the middle of a tree than this, in its unit, are brought this near: no box of the tree is beyond 1.
const FAR: f64 = 1e9;

/// A box in the frame of a tree, rounded outward.
#[derive(Clone, Copy, Debug)]
struct Sought<const D: usize> {
    low: [f32; D],
    high: [f32; D],
}

impl<const D: usize> Frame<D> {
    fn sought(&self, [low, high]: [[f64; D]; 2]) -> Sought<D> {
        let place = |x: f64, axis: usize| ((x - self.origin[axis]) / self.unit).clamp(-FAR, FAR);
        // Rounding a coordinate to f64 in the frame, and to f32.
        let lost = |x: f64| x.abs() * f64::from(f32::EPSILON);
        Sought {
            low: core::array::from_fn(|axis| {
                let x = place(low[axis], axis);
                (x - lost(x)) as f32
            }),
            high: core::array::from_fn(|axis| {
                let x = place(high[axis], axis);
                (x + lost(x)) as f32
            }),
        }
    }
}

/// Squared distances of the boxes of a node from a box, in the tree's unit, a little too small; infinite where there is
/// no box.
#[inline]
fn gaps<const D: usize>(node: &Node<D>, sought: &Sought<D>) -> [f32; WIDE] {
    let mut squared = [0.0_f32; WIDE];
    for axis in 0..D {
        let (low, high) = (sought.low[axis] - SLACK, sought.high[axis] + SLACK);
        for lane in 0..WIDE {
            let (c, h) = (node.center[axis][lane], node.half[axis][lane]);
            let gap = f32::max(f32::max(c - h - high, low - (c + h)), 0.0);
            squared[lane] += gap * gap;
        }
    }
    core::array::from_fn(|lane| if node.links[lane] == EMPTY { f32::INFINITY } else { squared[lane] })
}

/// Calls `visit` with every item whose box comes within `limit` of a box, those of nearer boxes first as a rule; what it
/// returns is the limit from then on. A negative limit ends the walk.
pub(crate) fn each_near<const D: usize>(
    tree: &impl Boxes<D>,
    corners: [[f64; D]; 2],
    limit: f64,
    mut visit: impl FnMut(u32) -> f64,
) {
    let frame = tree.frame();
    let sought = frame.sought(corners);
    // Squared, and rounded up: the square root and the division may have lost an ulp, and so did the sum of the gaps.
    let squared = |limit: f64| {
        let limit = (limit / frame.unit) as f32;
        if limit < 0.0 { -1.0 } else { limit * limit * (1.0 + 16.0 * f32::EPSILON) + f32::MIN_POSITIVE }
    };
    let mut most = squared(limit);
    let mut stack = [(0.0_f32, 0 as Slot); STACK];
    let mut count = 1;
    while count > 0 {
        count -= 1;
        let (gap, slot) = stack[count];
        if gap > most {
            continue;
        }
        let link = {
            let node = tree.node(slot / WIDE as u32);
            node.borrow().link(slot as usize % WIDE)
        };
        let node = match link {
            None => continue,
            Some(Link::Item(item)) => {
                most = squared(visit(item));
                if most < 0.0 {
                    return;
                }
                continue;
            }
            Some(Link::Node(node)) => node,
        };
        let opened = tree.node(node);
        let opened = opened.borrow();
        let gaps = gaps(opened, &sought);
        let first = count;
        for (lane, &gap) in gaps.iter().enumerate() {
            if gap > most {
                continue;
            }
            // Nearest last, so that it is taken first.
            let mut at = count;
            while at > first && stack[at - 1].0 < gap {
                stack[at] = stack[at - 1];
                at -= 1;
            }
            stack[at] = (gap, node * WIDE as u32 + lane as u32);
            count += 1;
        }
    }
}

/// Calls `visit` with every item whose box meets the segment from `from` to `from + way`, those of boxes that are entered
/// earlier first as a rule. `limit` is the part of the way that is looked at, and what `visit` returns is the limit from then on;
/// a negative one ends the walk.
pub(crate) fn each_on_ray<const D: usize>(
    tree: &impl Boxes<D>,
    from: [f64; D],
    way: [f64; D],
    limit: f64,
    mut visit: impl FnMut(u32) -> f64,
) {
    let frame = tree.frame();
    // In f64: a ray may start far away, and its boxes are few.
    let place: [f64; D] = core::array::from_fn(|axis| (from[axis] - frame.origin[axis]) / frame.unit);
    let step: [f64; D] = core::array::from_fn(|axis| way[axis] / frame.unit);
    let size = place.iter().chain(&step).fold(1.0_f64, |most, x| f64::max(most, x.abs()));
    let slack = 8.0 * f64::EPSILON * size + f64::from(SLACK);
    let mut most = limit;
    let mut stack = [(0.0_f64, 0 as Slot); STACK];
    let mut count = 1;
    while count > 0 {
        count -= 1;
        let (entry, slot) = stack[count];
        if entry > most {
            continue;
        }
        let link = {
            let node = tree.node(slot / WIDE as u32);
            node.borrow().link(slot as usize % WIDE)
        };
        let node = match link {
            None => continue,
            Some(Link::Item(item)) => {
                most = visit(item);
                if most < 0.0 {
                    return;
                }
                continue;
            }
            Some(Link::Node(node)) => node,
        };
        let opened = tree.node(node);
        let opened = opened.borrow();
        let first = count;
        for lane in 0..WIDE {
            if opened.link(lane).is_none() {
                continue;
            }
            let (mut enters, mut leaves) = (0.0_f64, most);
            for axis in 0..D {
                let half = f64::from(opened.half[axis][lane]) + slack;
                let low = f64::from(opened.center[axis][lane]) - half - place[axis];
                let high = f64::from(opened.center[axis][lane]) + half - place[axis];
                let rate = 1.0 / step[axis];
                if !rate.is_finite() {
                    // Along the other axes only: it must be between the sides already.
                    if low > 0.0 || high < 0.0 {
                        leaves = -1.0;
                    }
                    continue;
                }
                let (near, far) = if rate > 0.0 { (low * rate, high * rate) } else { (high * rate, low * rate) };
                // A quotient is rounded by ε of itself at most.
                enters = enters.max(near * (1.0 - 4.0 * f64::EPSILON * near.signum()));
                leaves = leaves.min(far * (1.0 + 4.0 * f64::EPSILON * far.signum()));
            }
            if enters > leaves {
                continue;
            }
            let mut at = count;
            while at > first && stack[at - 1].0 < enters {
                stack[at] = stack[at - 1];
                at -= 1;
            }
            stack[at] = (enters, node * WIDE as u32 + lane as u32);
            count += 1;
        }
    }
}
