//! A tree over boxes that do not move, eight to a node: the faces of a mesh, the parts of a compound.
//!
//! What it answers: which boxes come within a distance of a box, of a ray, or of the boxes of another tree that stands
//! anywhere and is turned in any way, nearest first. [`AabbTree`](super::AabbTree) is for boxes that move.
//!
//! # Layout
//! A node holds the boxes of eight children, each turned as fits what it holds, by coordinate and in `f32`, so that four of them
//! are tested by one instruction. A box that is turned is nearly flat around a piece of a surface, wherever that faces, so that
//! of two surfaces that face each other only the nearest pieces are looked at. Coordinates are those of the tree's
//! [`Frame`]: from the middle of all boxes, in a unit that makes none larger than 1, so that `f32` is fine enough wherever
//! the items are and however large. Boxes are rounded outward. A child is an item by itself or a node of at least two children.
//!
//! | file | what it holds |
//! |---|---|
//! | `axes.rs` | the axes of a quaternion, and rounding upward |
//! | `build.rs` | from items to the tree: the surface area heuristic |
//! | `fit.rs` | the box around some items, turned along their principal axes |
//! | `flat.rs` | the box around a triangle of a tree that is not kept |
//! | `gaps.rs` | bounds on the distances of eight boxes from one |
//! | `lowest.rs` | one tree: items in the order in which a plane meets them |
//! | `near.rs` | one tree: items near a box, items on a ray |
//! | `pairs.rs` | two trees walked together |
//!
//! # Guarantees
//! No item that is within the distance is passed over, rounding included. Trees are at most [`DEPTH`] deep, whatever the
//! boxes, so walks keep their stack in an array and allocate nothing. The tree depends on the boxes and their order only,
//! not on the number of threads.

mod axes;
mod build;
mod fit;
mod flat;
mod gaps;
mod lowest;
mod near;
mod pairs;

use alloc::vec::Vec;
use core::borrow::Borrow;

use crate::math::{Each, Real, exponent_of};

use axes::{axes, rounded_up};
pub(crate) use flat::Flat;
pub(crate) use lowest::each_lowest;
pub(crate) use near::{each_near, each_near_turned, each_on_ray};
pub(crate) use pairs::{Aim, Pairing, near_pairs};

/// Children of a node.
pub(crate) const WIDE: usize = 8;

/// No path from the root is longer.
pub(crate) const DEPTH: usize = 32;

/// Entries that the stack of a walk through one tree holds at most: opening replaces one entry by eight.
const STACK: usize = (WIDE - 1) * DEPTH + 1;

/// Set where a link names an item and not a node.
const ITEM: u32 = 1 << 31;

/// The link of a lane without a child.
const EMPTY: u32 = u32::MAX;

/// Items that a tree takes at most, so that every lane of every node has a 32-bit name.
pub(crate) const MOST_ITEMS: usize = 1 << 28;

/// Where the lane of a child is: its node times [`WIDE`], and the lane. The lane of the root is 0.
pub(crate) type Slot = u32;

/// What is below a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    /// A box of the input, by its place in the order of the tree.
    Item(u32),
    /// More boxes.
    Node(u32),
}

/// The boxes of up to eight children, by coordinate, in the frame of the tree.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Node {
    /// Middles of the boxes.
    center: [[f32; WIDE]; 3],
    /// Half extents, rounded up.
    half: [[f32; WIDE]; 3],
    /// How the boxes are turned: unit quaternions x, y, z, w.
    turn: [[f32; WIDE]; 4],
    links: [u32; WIDE],
}

/// A box turned in any way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turned {
    /// Its middle.
    pub(crate) center: [f32; 3],
    /// Half extents along its axes.
    pub(crate) half: [f32; 3],
    /// Its axes, unit and at right angles but for rounding.
    pub(crate) axes: [[f32; 3]; 3],
}

impl Node {
    /// A node without children.
    pub(crate) const NONE: Self = Self {
        center: [[0.0; WIDE]; 3],
        half: [[0.0; WIDE]; 3],
        turn: [[0.0; WIDE], [0.0; WIDE], [0.0; WIDE], [1.0; WIDE]],
        links: [EMPTY; WIDE],
    };

    /// What a lane leads to.
    #[inline]
    pub(crate) fn link(&self, lane: usize) -> Option<Link> {
        match self.links[lane] {
            EMPTY => None,
            link if link & ITEM != 0 => Some(Link::Item(link & !ITEM)),
            link => Some(Link::Node(link)),
        }
    }

    /// Sets what a lane leads to.
    pub(crate) fn set_link(&mut self, lane: usize, link: Link) {
        self.links[lane] = match link {
            Link::Item(item) => item | ITEM,
            Link::Node(node) => node,
        };
    }

    /// Sets the box of a lane to one along the axes of the frame.
    #[inline]
    pub(crate) fn set_plain(&mut self, lane: usize, plain: &Turned) {
        for axis in 0..3 {
            self.center[axis][lane] = plain.center[axis];
            self.half[axis][lane] = plain.half[axis];
        }
    }

    /// Sets the box of a lane to a flat one.
    #[inline]
    pub(crate) fn set_flat(&mut self, lane: usize, flat: &Flat) {
        for axis in 0..3 {
            self.center[axis][lane] = flat.turned.center[axis];
            self.half[axis][lane] = flat.turned.half[axis];
        }
        for k in 0..4 {
            self.turn[k][lane] = flat.turn[k];
        }
    }

    /// The box of a lane.
    #[inline]
    pub(crate) fn turned(&self, lane: usize) -> Turned {
        Turned {
            center: self.center.each(|row| row[lane]),
            half: self.half.each(|row| row[lane]),
            axes: axes(self.turn.each(|row| row[lane])),
        }
    }
}

/// Where a tree's coordinates start, and their unit: a point p has the coordinates (p − origin) / unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    /// The middle of all boxes.
    pub(crate) origin: [f64; 3],
    /// A power of two that no half extent of all boxes together exceeds.
    pub(crate) unit: f64,
}

impl Frame {
    /// The frame of what lies in a box, and how much of its unit coordinates may lose in being brought to it.
    pub(crate) fn around(low: [f64; 3], high: [f64; 3]) -> (Self, f64) {
        let origin: [f64; 3] = core::array::from_fn(|axis| 0.5 * low[axis] + 0.5 * high[axis]);
        let half = (0..3).fold(0.0, |half, axis| f64::max(half, 0.5 * high[axis] - 0.5 * low[axis]));
        let most = (0..3).fold(half, |most, axis| most.max(low[axis].abs()).max(high[axis].abs()));
        // What is smaller than the rounding of where it is has the unit of that: what coordinates lose stays below 2.
        let half = half.max(f64::EPSILON * most);
        let unit = if half > 0.0 { f64::power_of_two(exponent_of(half) + 1) } else { 1.0 };
        // A difference is rounded by ε/2 of what it is, at most twice the size; the middle likewise.
        (Self { origin, unit }, 2.0 * f64::EPSILON * most / unit)
    }

    /// The box along the axes of this frame around given corners, rounded outward. `lost` is that of [`Frame::around`].
    #[inline]
    pub(crate) fn plain(&self, low: [f64; 3], high: [f64; 3], lost: f64) -> Turned {
        let mut plain = Turned { center: [0.0; 3], half: [0.0; 3], axes: [[0.0; 3]; 3] };
        // Exact, as the unit is a power of two.
        let scale = 1.0 / self.unit;
        for axis in 0..3 {
            let (l, h) = ((low[axis] - self.origin[axis]) * scale, (high[axis] - self.origin[axis]) * scale);
            let center = (0.5 * (l + h)) as f32;
            let at = f64::from(center);
            plain.center[axis] = center;
            plain.half[axis] = rounded_up(Real::max(h - at, at - l) + lost);
            plain.axes[axis][axis] = 1.0;
        }
        plain
    }
}

/// A tree of boxes, whatever it is kept in.
pub(crate) trait Boxes {
    /// Its frame.
    fn frame(&self) -> &Frame;

    /// A node, by the number that its link names. Node 0 has the root as its only child.
    fn node(&self, node: u32) -> impl Borrow<Node>;

    /// Box and link of one slot.
    #[inline]
    fn slot(&self, slot: Slot) -> (Turned, Option<Link>) {
        let node = self.node(slot / WIDE as u32);
        let (node, lane) = (node.borrow(), slot as usize % WIDE);
        (node.turned(lane), node.link(lane))
    }

    /// The link of one slot.
    #[inline]
    fn link(&self, slot: Slot) -> Option<Link> {
        self.node(slot / WIDE as u32).borrow().link(slot as usize % WIDE)
    }

    /// Slots below which all items are that come within `limit` of a box in the tree's frame, and how many: the root, or less where
    /// the tree knows better.
    #[inline]
    fn starts(&self, _near: &Turned, _limit: f64) -> ([Slot; 4], usize) {
        ([0; 4], 1)
    }

    /// An item that is probably near a box, where one can be had without a walk.
    #[inline]
    fn guess(&self, _near: &Turned) -> Option<u32> {
        None
    }
}

impl<B: Boxes> Boxes for &B {
    #[inline]
    fn frame(&self) -> &Frame {
        (**self).frame()
    }
    #[inline]
    fn node(&self, node: u32) -> impl Borrow<Node> {
        (**self).node(node)
    }
    #[inline]
    fn slot(&self, slot: Slot) -> (Turned, Option<Link>) {
        (**self).slot(slot)
    }
    #[inline]
    fn link(&self, slot: Slot) -> Option<Link> {
        (**self).link(slot)
    }
    #[inline]
    fn starts(&self, near: &Turned, limit: f64) -> ([Slot; 4], usize) {
        (**self).starts(near, limit)
    }
    #[inline]
    fn guess(&self, near: &Turned) -> Option<u32> {
        (**self).guess(near)
    }
}

/// What a tree is built over: convex items, each known by a few points that span it.
pub(crate) trait Items: Sync {
    /// How many there are, at most [`MOST_ITEMS`].
    fn count(&self) -> usize;

    /// Calls `visit` with points, all finite, of which the item is in the hull.
    fn each_point(&self, item: usize, visit: impl FnMut([f64; 3]));

    /// How much an item counts when the box around several is turned: its area.
    fn weight(&self, item: usize) -> f64;
}

/// A tree over boxes that do not move. See the [module](self).
#[derive(Clone, Debug)]
pub struct StillTree {
    nodes: Vec<Node>,
    frame: Frame,
}

impl Boxes for StillTree {
    #[inline]
    fn frame(&self) -> &Frame {
        &self.frame
    }
    #[inline]
    fn node(&self, node: u32) -> impl Borrow<Node> {
        &self.nodes[node as usize]
    }
}

impl StillTree {
    /// A tree over items, and its order: item i of the tree is item `order[i]` as given.
    pub(crate) fn new(items: &impl Items) -> (Self, Vec<u32>) {
        build::build(items)
    }

    /// Bytes on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
    }
}
