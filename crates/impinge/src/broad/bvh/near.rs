//! Queries on one tree: items near a box, items that overlap a box, items on a ray; items in the order in which a plane meets them.

use core::borrow::Borrow;

use super::gaps::{Against, gaps};
use super::{Boxes, Frame, Link, STACK, Slot, Turned, WIDE};
use crate::math::Each;

/// Coordinates of nodes are at most 1 in size and computed in `f32`, with a few roundings at a time: a gap computed as
/// at most this need not be found.
const SLACK: f32 = 16.0 * f32::EPSILON;

/// Boxes farther from the center of a tree than this, in its unit, are moved this near: no box of the tree is beyond 1.
const FAR: f64 = 1e9;

/// Oriented boxes that reach farther than this from the center of a tree, in its unit, are replaced by an axis-aligned
/// one: in `f32` the error of their axes would outweigh the benefit.
const TURNED: f64 = 1e3;

impl Frame {
    /// An oriented box, given by its center, half extents and unit axes; rounded outward.
    pub(crate) fn around_turned(&self, middle: [f64; 3], half: [f64; 3], axes: [[f64; 3]; 3]) -> Turned {
        let place: [f64; 3] = core::array::from_fn(|i| (middle[i] - self.origin[i]) / self.unit);
        let half = half.each(|h| h / self.unit);
        let size = place.iter().map(|x| x.abs()).sum::<f64>() + half[0] + half[1] + half[2];
        if size.is_nan() || size > TURNED {
            let reach = |i: usize| (0..3).map(|k| axes[k][i].abs() * half[k]).sum::<f64>() * self.unit;
            let corner = |sign: f64| core::array::from_fn(|i| middle[i] + sign * reach(i));
            return self.turned([corner(-1.0), corner(1.0)]);
        }
        let more = f64::from(SLACK) * f64::max(1.0, size);
        Turned {
            center: place.each(|x| x as f32),
            half: half.each(|h| (h + more) as f32),
            axes: axes.each(|axis| axis.each(|x| x as f32)),
        }
    }

    /// A box along the axes of this frame, given by its corners.
    fn turned(&self, [low, high]: [[f64; 3]; 2]) -> Turned {
        let place = |x: f64, axis: usize| ((x - self.origin[axis]) / self.unit).clamp(-FAR, FAR);
        let middle = |axis: usize| 0.5 * (place(low[axis], axis) + place(high[axis], axis));
        // Rounding to f32, of the center and of the corners.
        let half = |axis: usize| {
            let (l, h) = (place(low[axis], axis), place(high[axis], axis));
            0.5 * (h - l) + f64::from(SLACK) * f64::max(1.0, l.abs().max(h.abs()))
        };
        Turned {
            center: core::array::from_fn(|axis| middle(axis) as f32),
            half: core::array::from_fn(|axis| half(axis) as f32),
            axes: core::array::from_fn(|k| core::array::from_fn(|i| if i == k { 1.0 } else { 0.0 })),
        }
    }
}

/// Calls `visit` with every item whose box comes within `limit` of a box, usually those of nearer boxes first; the
/// value it returns is the limit from then on. A negative limit ends the walk.
pub(crate) fn each_near(
    tree: &impl Boxes,
    corners: [[f64; 3]; 2],
    limit: f64,
    visit: impl FnMut(u32) -> f64,
) {
    each_near_turned(tree, tree.frame().turned(corners), limit, visit);
}

/// [`each_near`] for an oriented box, in the frame of the tree. An item that the tree guesses to be near comes before
/// all others, and may be beyond the limit.
pub(crate) fn each_near_turned(
    tree: &impl Boxes,
    sought: Turned,
    mut limit: f64,
    mut visit: impl FnMut(u32) -> f64,
) {
    let frame = tree.frame();
    let (mut starts, mut started) = tree.starts(&sought, limit);
    let guess = if started > 0 { tree.guess(&sought) } else { None };
    if let Some(item) = guess {
        let before = limit;
        limit = visit(item);
        if limit < 0.0 {
            return;
        }
        if limit < before {
            (starts, started) = tree.starts(&sought, limit);
        }
    }
    let sought = Against::new(sought, [0.0; 3]);
    // Squared, and rounded up: the square root and the division may have lost an ulp, and so did the sum of the gaps.
    let squared = |limit: f64| {
        // Tested before the division: in a large unit, -1 is not less than 0 in f32.
        if limit < 0.0 {
            return -1.0;
        }
        let limit = (limit / frame.unit) as f32;
        limit * limit * (1.0 + 16.0 * f32::EPSILON) + f32::MIN_POSITIVE
    };
    let mut most = squared(limit);
    let mut stack = [(0.0_f32, 0 as Slot); STACK];
    for (place, start) in stack.iter_mut().zip(&starts[..started]) {
        place.1 = *start;
    }
    let mut count = started;
    while count > 0 {
        count -= 1;
        let (gap, slot) = stack[count];
        if gap > most {
            continue;
        }
        let node = match tree.link(slot) {
            None => continue,
            Some(Link::Item(item)) if Some(item) == guess => continue,
            Some(Link::Item(item)) => {
                most = squared(visit(item));
                if most < 0.0 {
                    return;
                }
                continue;
            }
            Some(Link::Node(node)) => node,
        };
        let gaps = gaps(tree.node(node).borrow(), 1.0, &sought);
        let first = count;
        for (lane, &gap) in gaps.iter().enumerate() {
            if gap > most {
                continue;
            }
            // Nearest last, so that it is popped first.
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

/// Calls `visit` with every item whose box intersects the segment from `from` to `from + way`, usually those of boxes
/// that are entered earlier first. `limit` is the fraction of the segment that is searched, and the value that `visit`
/// returns is the limit from then on; a negative one ends the walk.
pub(crate) fn each_on_ray(
    tree: &impl Boxes,
    from: [f64; 3],
    way: [f64; 3],
    limit: f64,
    mut visit: impl FnMut(u32) -> f64,
) {
    let frame = tree.frame();
    // In f64: a ray may start far away, and it hits few boxes.
    let place: [f64; 3] = core::array::from_fn(|axis| (from[axis] - frame.origin[axis]) / frame.unit);
    let step: [f64; 3] = core::array::from_fn(|axis| way[axis] / frame.unit);
    let size = place.iter().chain(&step).fold(1.0_f64, |most, x| f64::max(most, x.abs()));
    // Axes are orthonormal within a few roundings in f32 of the values mapped to them.
    let slack = f64::from(SLACK) * size;
    let mut most = limit;
    let mut stack = [(0.0_f64, 0 as Slot); STACK];
    let mut count = 1;
    while count > 0 {
        count -= 1;
        let (entry, slot) = stack[count];
        if entry > most {
            continue;
        }
        let node = match tree.link(slot) {
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
            let Turned { center, half, axes } = opened.turned(lane);
            let (mut enters, mut leaves) = (0.0_f64, most);
            for k in 0..3 {
                let along = |v: [f64; 3]| (0..3).map(|i| f64::from(axes[k][i]) * v[i]).sum::<f64>();
                let reach = f64::from(half[k]) + slack;
                let middle = along(core::array::from_fn(|i| f64::from(center[i]) - place[i]));
                let (low, high, rate) = (middle - reach, middle + reach, 1.0 / along(step));
                if !rate.is_finite() {
                    // Only along the other axes: it must already be between the sides.
                    if low > 0.0 || high < 0.0 {
                        leaves = -1.0;
                    }
                    continue;
                }
                let (near, far) =
                    if rate > 0.0 { (low * rate, high * rate) } else { (high * rate, low * rate) };
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

/// Boxes are rounded outward in `f32`; values computed from them here, in `f64`, are off by a few roundings of numbers up to their size.
const LOWEST_ULPS: f64 = 16.0;

/// Calls `visit` with every item whose box reaches down to a limit along a unit vector, usually those of lower boxes
/// first; the value it returns is the limit from then on, as a dot product with the vector.
pub(crate) fn each_lowest(tree: &impl Boxes, up: [f64; 3], mut visit: impl FnMut(u32) -> f64) {
    let frame = tree.frame();
    let dot = |u: &[f64; 3], v: &[f64; 3]| (0..3).map(|i| u[i] * v[i]).sum::<f64>();
    let origin = dot(&up, &frame.origin);
    let size = frame.origin.iter().fold(frame.unit, |sum, x| sum + x.abs());
    let slack = LOWEST_ULPS * f64::EPSILON * size / frame.unit;
    let lowest = |of: &Turned| {
        let reach = |k: usize| dot(&up, &of.axes[k].each(f64::from)).abs() * f64::from(of.half[k]);
        dot(&up, &of.center.each(f64::from)) - (0..3).map(reach).sum::<f64>() - slack
    };
    let mut most = f64::INFINITY;
    let mut stack = [(f64::NEG_INFINITY, 0 as Slot); STACK];
    let mut count = 1;
    while count > 0 {
        count -= 1;
        let (low, slot) = stack[count];
        if low > most {
            continue;
        }
        let node = match tree.link(slot) {
            None => continue,
            Some(Link::Item(item)) => {
                let limit = visit(item);
                most = (limit - origin) / frame.unit
                    + LOWEST_ULPS * f64::EPSILON * (limit.abs() / frame.unit)
                    + slack;
                continue;
            }
            Some(Link::Node(node)) => node,
        };
        let opened = tree.node(node);
        let opened = opened.borrow();
        let first = count;
        for lane in (0..WIDE).filter(|&lane| opened.link(lane).is_some()) {
            let low = lowest(&opened.turned(lane));
            if low > most {
                continue;
            }
            // Lowest last, so that it is popped first.
            let mut at = count;
            while at > first && stack[at - 1].0 < low {
                stack[at] = stack[at - 1];
                at -= 1;
            }
            stack[at] = (low, node * WIDE as u32 + lane as u32);
            count += 1;
        }
    }
}
