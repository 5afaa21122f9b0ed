//! Building of a static BVH from items.
//!
//! Top down: a range of items is split where the surface area heuristic (SAH) finds it cheapest (Goldsmith and Salmon
//! 1987), in bins along each axis (Wald 2007), until there are eight ranges or none has more than eight items. Small
//! sets are split at every eighth item, so that nodes at the bottom are full. Then each range is a node of its own, or
//! an item if it has only one. Ranges of many items are split side by side.
//!
//! When all ranges are known, and with them the order of the items and the number of nodes, their boxes are fitted. So
//! the boxes by which ranges are split and those of the nodes are never in memory together.

use alloc::vec::Vec;

use super::fit::fit;
use super::{DEPTH, EMPTY, Frame, ITEM, Items, Link, Node, StaticBvh, WIDE};
use crate::math::{Each, Real, sort_by};
use crate::parallel;

/// Number of bins along an axis. More make trees better by less than a percent, fewer make them worse by several.
const BINS: usize = 16;

/// Below this depth ranges are split by the heuristic, from it on in halves: eight halves of eight deep contain 2^33
/// boxes, so no path is longer than [`DEPTH`].
const BY_HEURISTIC: usize = DEPTH - 11;

/// Ranges of at least this many boxes are built side by side. Smaller ones are built faster than handed over.
const MANY: usize = 1 << 14;

/// Number of nodes whose boxes one thread fits at a time. Few, as those at the top take long.
const FITTED: usize = 16;

/// Up to this many items are split at every eighth.
const FEW: usize = WIDE * WIDE;

/// The bounding box of an item in the tree's frame, and its number.
#[derive(Clone, Copy)]
struct Item {
    low: [f32; 3],
    high: [f32; 3],
    number: u32,
}

/// A bounding box of boxes.
#[derive(Clone, Copy)]
struct Around {
    low: [f32; 3],
    high: [f32; 3],
}

impl Around {
    const NOTHING: Self = Self { low: [f32::INFINITY; 3], high: [f32::NEG_INFINITY; 3] };

    #[inline]
    fn add(&mut self, low: &[f32; 3], high: &[f32; 3]) {
        for axis in 0..3 {
            self.low[axis] = Real::min(low[axis], self.low[axis]);
            self.high[axis] = Real::max(high[axis], self.high[axis]);
        }
    }

    /// Half the surface area; 0 if empty.
    #[inline]
    fn area(&self) -> f32 {
        if self.low[0] > self.high[0] {
            return 0.0;
        }
        let side = |axis: usize| self.high[axis] - self.low[axis];
        side(0) * side(1) + side(1) * side(2) + side(2) * side(0)
    }
}

pub(super) fn build(items: &impl Items) -> (StaticBvh, Vec<u32>) {
    let count = items.count();
    let (frame, lost) = frame(items);
    let nothing = Item { low: [0.0; 3], high: [0.0; 3], number: 0 };
    let mut list = alloc::vec![nothing; count];
    parallel::each(&mut list, MANY, &|i, item| {
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        items.each_point(i, |p| {
            for axis in 0..3 {
                // Not times 1 / unit, which is infinite for the smallest units.
                let x = (p[axis] - frame.origin[axis]) / frame.unit;
                low[axis] = Real::min(x, low[axis]);
                high[axis] = Real::max(x, high[axis]);
            }
        });
        *item = Item { low: low.each(|x| x as f32), high: high.each(|x| x as f32), number: i as u32 };
    });
    let mut sketches = Vec::new();
    sketches.push(Sketch { links: [EMPTY; WIDE], first: 0, count: count as u32 });
    if count == 1 {
        sketches[0].links[0] = ITEM;
    } else if count > 0 {
        sketches[0].links[0] = 1;
        grow(&mut list, 0, 1, &mut sketches);
    }
    let order: Vec<u32> = list.iter().map(|item| item.number).collect();
    drop(list);
    let mut nodes = alloc::vec![Node::NONE; sketches.len()];
    parallel::each(&mut nodes, FITTED, &|at, node| {
        node.links = sketches[at].links;
        for lane in 0..WIDE {
            let (first, count) = match node.link(lane) {
                None => continue,
                Some(Link::Item(item)) => (item, 1),
                Some(Link::Node(below)) => (sketches[below as usize].first, sketches[below as usize].count),
            };
            let below = &order[first as usize..(first + count) as usize];
            node.set_box(lane, &fit(items, below.iter().map(|&number| number as usize), &frame, lost));
        }
    });
    (StaticBvh { nodes, frame }, order)
}

/// A node without boxes: the links of its lanes, and the items below it, in the order of the tree.
#[derive(Clone, Copy)]
struct Sketch {
    links: [u32; WIDE],
    first: u32,
    count: u32,
}

impl Sketch {
    /// The node in a list that has `before` other nodes in front of its own.
    fn moved(mut self, before: u32) -> Self {
        for link in &mut self.links {
            // Neither an item nor empty.
            if *link & ITEM == 0 {
                *link += before;
            }
        }
        self
    }
}

/// The frame of items, and the error of its unit coordinates from converting them to it.
fn frame(items: &impl Items) -> (Frame, f64) {
    let mut low = [f64::INFINITY; 3];
    let mut high = [f64::NEG_INFINITY; 3];
    for i in 0..items.count() {
        items.each_point(i, |p| {
            for axis in 0..3 {
                low[axis] = Real::min(p[axis], low[axis]);
                high[axis] = Real::max(p[axis], high[axis]);
            }
        });
    }
    if items.count() == 0 {
        return (Frame { origin: [0.0; 3], unit: 1.0 }, 0.0);
    }
    Frame::around(low, high)
}

fn around(items: &[Item]) -> Around {
    let mut around = Around::NOTHING;
    items.iter().for_each(|item| around.add(&item.low, &item.high));
    around
}

/// Items to be split: the number that come before them in the order, and the box around them.
struct Range<'a> {
    items: &'a mut [Item],
    first: usize,
    around: Around,
}

/// Sketches a node over two items or more, the first of which is `first` in the order of the tree, at the end of
/// `sketches` with everything below it.
fn grow(items: &mut [Item], first: usize, depth: usize, sketches: &mut Vec<Sketch>) {
    let at = sketches.len();
    sketches.push(Sketch { links: [EMPTY; WIDE], first: first as u32, count: items.len() as u32 });
    let many = items.len() >= MANY;
    let mut below: Vec<(usize, Range<'_>, Vec<Sketch>)> = Vec::new();
    for (lane, range) in divided(items, first, depth).into_iter().enumerate() {
        if range.items.len() == 1 {
            sketches[at].links[lane] = range.first as u32 | ITEM;
        } else if many {
            below.push((lane, range, Vec::new()));
        } else {
            sketches[at].links[lane] = sketches.len() as u32;
            grow(range.items, range.first, depth + 1, sketches);
        }
    }
    parallel::each(&mut below, 1, &|_, (_, range, grown)| {
        grow(range.items, range.first, depth + 1, grown);
    });
    for (lane, _, grown) in below {
        let before = sketches.len() as u32;
        sketches[at].links[lane] = before;
        sketches.extend(grown.into_iter().map(|sketch| sketch.moved(before)));
    }
}

/// Items in up to eight ranges. None is empty, and there are at least two.
fn divided(items: &mut [Item], first: usize, depth: usize) -> Vec<Range<'_>> {
    let mut ranges: Vec<Range<'_>> = Vec::with_capacity(WIDE);
    if items.len() <= WIDE {
        for (i, item) in items.chunks_mut(1).enumerate() {
            ranges.push(Range { around: around(item), items: item, first: first + i });
        }
        return ranges;
    }
    ranges.push(Range { around: around(items), items, first });
    let by_heuristic = depth < BY_HEURISTIC;
    while ranges.len() < WIDE {
        // The range that a walk is most likely to enter, or the longest; none if all fit a node of their own.
        let cost = |r: &Range<'_>| match r.items.len() {
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

/// Partitions items into two groups, one after the other, and returns the start of the second. Neither is empty.
fn divide(items: &mut [Item]) -> usize {
    if items.len() <= FEW {
        return divide_few(items);
    }
    let mut low = [f32::INFINITY; 3];
    let mut high = [f32::NEG_INFINITY; 3];
    for item in items.iter() {
        for axis in 0..3 {
            let m = middle(item, axis);
            low[axis] = Real::min(m, low[axis]);
            high[axis] = Real::max(m, high[axis]);
        }
    }
    let mut best: Option<(f32, usize, usize)> = None;
    for axis in 0..3 {
        let scale = BINS as f32 / (high[axis] - low[axis]);
        if !scale.is_finite() {
            continue; // All at the same place along this axis.
        }
        let mut bins = [(Around::NOTHING, 0_u32); BINS];
        for item in items.iter() {
            let bin = &mut bins[bin(middle(item, axis), low[axis], scale)];
            bin.0.add(&item.low, &item.high);
            bin.1 += 1;
        }
        // Costs of the part right of each border, from the right; then of the part left of it, from the left.
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
fn middle(item: &Item, axis: usize) -> f32 {
    item.low[axis] + item.high[axis]
}

/// [`divide`] at the eighth, sixteenth, ... item along an axis, whichever is cheapest. For more than eight items.
fn divide_few(items: &mut [Item]) -> usize {
    // Equal middles are in input order, so that the order is always the same.
    let sort = |items: &mut [Item], axis: usize| {
        sort_by(items, |a, b| middle(a, axis).total_cmp(&middle(b, axis)).then(a.number.cmp(&b.number)));
    };
    let mut best: Option<(f32, usize, usize)> = None;
    for axis in 0..3 {
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
