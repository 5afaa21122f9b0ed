//! Traversal of one tree, lowest items along a direction first.

use core::borrow::Borrow;

use super::{Boxes, Link, STACK, Slot, Turned, WIDE};
use crate::math::Each;

/// Boxes are rounded outward in `f32`; values computed from them here, in `f64`, are off by a few roundings of numbers up to their size.
const ULPS: f64 = 16.0;

/// Calls `visit` with every item whose box reaches down to a limit along a unit vector, usually those of lower boxes
/// first; the value it returns is the limit from then on, as a dot product with the vector.
pub(crate) fn each_lowest(tree: &impl Boxes, up: [f64; 3], mut visit: impl FnMut(u32) -> f64) {
    let frame = tree.frame();
    let dot = |u: &[f64; 3], v: &[f64; 3]| (0..3).map(|i| u[i] * v[i]).sum::<f64>();
    let origin = dot(&up, &frame.origin);
    let size = frame.origin.iter().fold(frame.unit, |sum, x| sum + x.abs());
    let slack = ULPS * f64::EPSILON * size / frame.unit;
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
                most =
                    (limit - origin) / frame.unit + ULPS * f64::EPSILON * (limit.abs() / frame.unit) + slack;
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
