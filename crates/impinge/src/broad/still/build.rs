//! From items to a tree.
//!
//! Top down: a range of items is divided where the surface area heuristic finds it cheapest (Goldsmith and Salmon 1987), in
//! bins along each axis (Wald 2007), until eight ranges are found or none holds more than eight items. Few items are
//! divided at every eighth of them, so that nodes at the bottom are full. Then each range is a node of its own, or an item if it
//! holds one, and gets a box that fits it. Ranges of many items are built side by side.

use alloc::vec::Vec;

use super::fit::fit;
use super::{DEPTH, Frame, Items, Link, Node, StillTree, WIDE};
use crate::math::Real;
use crate::parallel;

/// Bins along an axis. More make better trees by less than a percent, fewer are worse by several.
const BINS: usize = 16;

/// Below this depth ranges are divided by the heuristic, from it on in halves: eight halves of eight deep hold 2^33 boxes, so no
/// path is longer than [`DEPTH`].
const BY_HEURISTIC: usize = DEPTH - 11;

/// Ranges of at least so many boxes are built side by side. Smaller ones are built faster than handed over.
const MANY: usize = 1 << 14;

/// Up to so many items are divided at every eighth.
const FEW: usize = WIDE * WIDE;

/// The box around an item in the tree's frame, and its number.
#[derive(Clone, Copy)]
struct Item<const D: usize> {
    low: [f32; D],
    high: [f32; D],
    number: u32,
}

/// A box around boxes.
#[derive(Clone, Copy)]
struct Around<const D: usize> {
    low: [f32; D],
    high: [f32; D],
}

impl<const D: usize> Around<D> {
    const NOTHING: Self = Self { low: [f32::INFINITY; D], high: [f32::NEG_INFINITY; D] };

    #[inline]
    fn add(&mut self, low: &[f32; D], high: &[f32; D]) {
        for axis in 0..D {
            self.low[axis] = Real::min(low[axis], self.low[axis]);
            self.high[axis] = Real::max(high[axis], self.high[axis]);
        }
    }

    /// Half the surface of a box in space, half the rim of one in the plane; 0 around nothing.
    #[inline]
    fn area(&self) -> f32 {
        if self.low[0] > self.high[0] {
            return 0.0;
        }
        let side = |axis: usize| self.high[axis] - self.low[axis];
        if D == 2 { side(0) + side(1) } else { side(0) * side(1) + side(1) * side(2) + side(2) * side(0) }
    }
}

pub(super) fn build<const D: usize>(items: &impl Items<D>) -> (StillTree<D>, Vec<u32>) {
    let count = items.count();
    let (frame, lost) = frame(items);
    let scale = 1.0 / frame.unit;
    let nothing = Item { low: [0.0; D], high: [0.0; D], number: 0 };
    let mut list = alloc::vec![nothing; count];
    parallel::each(&mut list, MANY, &|i, item| {
        let (mut low, mut high) = ([f64::INFINITY; D], [f64::NEG_INFINITY; D]);
        items.each_point(i, |p| {
            for axis in 0..D {
                let x = (p[axis] - frame.origin[axis]) * scale;
                low[axis] = Real::min(x, low[axis]);
                high[axis] = Real::max(x, high[axis]);
            }
        });
        *item = Item { low: low.map(|x| x as f32), high: high.map(|x| x as f32), number: i as u32 };
    });
    let grower = Grower { items, frame, lost };
    let mut nodes = Vec::new();
    nodes.push(Node::NONE);
    if count > 0 {
        nodes[0].set_box(0, &grower.fit(&list));
        if count == 1 {
            nodes[0].set_link(0, Link::Item(0));
        } else {
            nodes[0].set_link(0, Link::Node(1));
            grower.grow(&mut list, 0, 1, &mut nodes);
        }
    }
    nodes.shrink_to_fit();
    (StillTree { nodes, frame }, list.iter().map(|item| item.number).collect())
}

/// The frame of items, and how much of its unit coordinates may have lost in being brought to it.
fn frame<const D: usize>(items: &impl Items<D>) -> (Frame<D>, f64) {
    let mut low = [f64::INFINITY; D];
    let mut high = [f64::NEG_INFINITY; D];
    for i in 0..items.count() {
        items.each_point(i, |p| {
            for axis in 0..D {
                low[axis] = Real::min(p[axis], low[axis]);
                high[axis] = Real::max(p[axis], high[axis]);
            }
        });
    }
    if items.count() == 0 {
        return (Frame { origin: [0.0; D], unit: 1.0 }, 0.0);
    }
    Frame::around(low, high)
}

fn around<const D: usize>(items: &[Item<D>]) -> Around<D> {
    let mut around = Around::NOTHING;
    items.iter().for_each(|item| around.add(&item.low, &item.high));
    around
}

/// Items that are to be divided: how many come before them in the order, and the box around them.
struct Range<'a, const D: usize> {
    items: &'a mut [Item<D>],
    first: usize,
    around: Around<D>,
}

/// What nodes are grown from.
struct Grower<'a, I, const D: usize> {
    items: &'a I,
    frame: Frame<D>,
    lost: f64,
}

impl<I: Items<D>, const D: usize> Grower<'_, I, D> {
    fn fit(&self, items: &[Item<D>]) -> super::fit::Fit<D> {
        fit(self.items, items.iter().map(|item| item.number as usize), &self.frame, self.lost)
    }

    /// A node over two items or more, of which the first is `first` in the order of the tree, put at the end of `nodes` with all
    /// below it.
    fn grow(&self, items: &mut [Item<D>], first: usize, depth: usize, nodes: &mut Vec<Node<D>>) {
        let at = nodes.len();
        nodes.push(Node::NONE);
        let many = items.len() >= MANY;
        let mut below: Vec<(Range<'_, D>, Node<D>, Vec<Node<D>>)> = Vec::new();
        for (lane, range) in divided(items, first, depth).into_iter().enumerate() {
            if many && range.items.len() > 1 {
                below.push((range, Node::NONE, Vec::new()));
                // Set when it is known where the node comes to stand.
                nodes[at].set_link(lane, Link::Node(0));
                continue;
            }
            nodes[at].set_box(lane, &self.fit(range.items));
            if range.items.len() == 1 {
                nodes[at].set_link(lane, Link::Item(range.first as u32));
            } else {
                let node = nodes.len() as u32;
                nodes[at].set_link(lane, Link::Node(node));
                self.grow(range.items, range.first, depth + 1, nodes);
            }
        }
        parallel::each(&mut below, 1, &|_, (range, fitted, grown)| {
            fitted.set_box(0, &self.fit(range.items));
            self.grow(range.items, range.first, depth + 1, grown);
        });
        let mut grown = below.into_iter();
        for lane in 0..WIDE {
            if nodes[at].link(lane) == Some(Link::Node(0))
                && let Some((_, fitted, more)) = grown.next()
            {
                let before = nodes.len() as u32;
                nodes[at].copy_box(lane, &fitted);
                nodes[at].set_link(lane, Link::Node(before));
                nodes.extend(more.into_iter().map(|node| node.moved(before)));
            }
        }
    }
}

impl<const D: usize> Node<D> {
    /// Takes the box of another node's first lane.
    fn copy_box(&mut self, lane: usize, from: &Self) {
        (0..D).for_each(|i| self.center[i][lane] = from.center[i][0]);
        (0..D).for_each(|i| self.half[i][lane] = from.half[i][0]);
        (0..4).for_each(|i| self.turn[i][lane] = from.turn[i][0]);
    }

    /// The node in a list that has `before` other nodes in front of its own.
    fn moved(mut self, before: u32) -> Self {
        for lane in 0..WIDE {
            if let Some(Link::Node(node)) = self.link(lane) {
                self.links[lane] = node + before;
            }
        }
        self
    }
}

/// Items in up to eight ranges. None is empty, and there are two at least.
fn divided<const D: usize>(items: &mut [Item<D>], first: usize, depth: usize) -> Vec<Range<'_, D>> {
    let mut ranges: Vec<Range<'_, D>> = Vec::with_capacity(WIDE);
    if items.len() <= WIDE {
        for (i, item) in items.chunks_mut(1).enumerate() {
            ranges.push(Range { around: around(item), items: item, first: first + i });
        }
        return ranges;
    }
    ranges.push(Range { around: around(items), items, first });
    let by_heuristic = depth < BY_HEURISTIC;
    while ranges.len() < WIDE {
        // The one that a walk is most likely to enter, or the longest; none where all fit a node of their own.
        let cost = |r: &Range<'_, D>| match r.items.len() {
            0..=WIDE => -1.0,
            _ if by_heuristic => r.around.area(),
            len => len as f32,
        };
        let mut most = 0;
        for i in 1..ranges.len() {
            if cost(&ranges[i]) > cost(&ranges[most]) {
                most = i;
            }
        }
        if ranges[most].items.len() <= WIDE {
            break;
        }
        let range = ranges.swap_remove(most);
        let middle = if by_heuristic { divide(range.items) } else { range.items.len() / 2 };
        let (left, right) = range.items.split_at_mut(middle);
        ranges.push(Range { around: around(left), items: left, first: range.first });
        ranges.push(Range { around: around(right), items: right, first: range.first + middle });
    }
    ranges
}

/// Puts items into two groups, one after the other, and says where the second starts. Neither is empty.
fn divide<const D: usize>(items: &mut [Item<D>]) -> usize {
    if items.len() <= FEW {
        return divide_few(items);
    }
    let mut low = [f32::INFINITY; D];
    let mut high = [f32::NEG_INFINITY; D];
    for item in items.iter() {
        for axis in 0..D {
            let m = middle(item, axis);
            low[axis] = Real::min(m, low[axis]);
            high[axis] = Real::max(m, high[axis]);
        }
    }
    let mut best: Option<(f32, usize, usize)> = None;
    for axis in 0..D {
        let scale = BINS as f32 / (high[axis] - low[axis]);
        if !scale.is_finite() {
            continue; // All in one place along this axis.
        }
        let mut bins = [(Around::NOTHING, 0_u32); BINS];
        for item in items.iter() {
            let bin = &mut bins[bin(middle(item, axis), low[axis], scale)];
            bin.0.add(&item.low, &item.high);
            bin.1 += 1;
        }
        // Costs of what is right of each border, from the right; then of what is left of it, from the left.
        let mut right = [0.0_f32; BINS];
        let (mut sum, mut count) = (Around::NOTHING, 0);
        for border in (1..BINS).rev() {
            sum.add(&bins[border].0.low, &bins[border].0.high);
            count += bins[border].1;
            right[border] = sum.area() * count as f32;
        }
        let (mut sum, mut count) = (Around::NOTHING, 0);
        for border in 1..BINS {
            sum.add(&bins[border - 1].0.low, &bins[border - 1].0.high);
            count += bins[border - 1].1;
            if count == 0 || count as usize == items.len() {
                continue;
            }
            let cost = sum.area() * count as f32 + right[border];
            if best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, axis, border));
            }
        }
    }
    let Some((_, axis, border)) = best else { return items.len() / 2 };
    let scale = BINS as f32 / (high[axis] - low[axis]);
    let (mut left, mut right) = (0, items.len());
    while left < right {
        if bin(middle(&items[left], axis), low[axis], scale) < border {
            left += 1;
        } else {
            right -= 1;
            items.swap(left, right);
        }
    }
    left
}

/// Twice the middle of a box along an axis.
#[inline]
fn middle<const D: usize>(item: &Item<D>, axis: usize) -> f32 {
    item.low[axis] + item.high[axis]
}

/// [`divide`] at the eighth, sixteenth, ... item along an axis, whichever is cheapest. More than eight items.
fn divide_few<const D: usize>(items: &mut [Item<D>]) -> usize {
    // Equal middles in the order of the input, so that the order is always the same.
    let sort = |items: &mut [Item<D>], axis: usize| {
        items.sort_unstable_by(|a, b| {
            middle(a, axis).total_cmp(&middle(b, axis)).then(a.number.cmp(&b.number))
        });
    };
    let mut best: Option<(f32, usize, usize)> = None;
    for axis in 0..D {
        sort(items, axis);
        for border in (WIDE..items.len()).step_by(WIDE) {
            let (left, right) = items.split_at(border);
            let cost = around(left).area() * left.len() as f32 + around(right).area() * right.len() as f32;
            if best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, axis, border));
            }
        }
    }
    let (_, axis, border) = best.unwrap_or((0.0, 0, items.len() / 2));
    sort(items, axis);
    border
}

#[inline]
fn bin(middle: f32, low: f32, scale: f32) -> usize {
    usize::min(((middle - low) * scale) as usize, BINS - 1)
}
