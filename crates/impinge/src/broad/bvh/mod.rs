//! Static BVH over boxes that do not move, eight to a node: the faces of a mesh, the parts of a compound.
//!
//! What it answers: which boxes come within a distance of a box, of a ray, or of the boxes of another tree at any pose,
//! nearest first. [`AabbTree`](super::AabbTree) is for boxes that move.
//!
//! # Layout
//! A node has the boxes (OBBs) of eight children, each oriented to fit its contents, by coordinate and in `f32`, so
//! that one instruction tests four of them. An oriented box is nearly flat around a piece of a surface, whatever its
//! orientation, so that of two surfaces that face each other only the nearest pieces are examined. Coordinates are
//! those of the tree's [`Frame`]: from the center of all boxes, in a unit that makes none larger than 1, so that `f32`
//! is precise enough wherever the items are and however large. Boxes are rounded outward. A child is a single item or a
//! node of at least two children.
//!
//! | file | contents |
//! |---|---|
//! | `build.rs` | building the tree from items: the surface area heuristic |
//! | `fit.rs` | the box around some items, oriented along their principal axes, and around a triangle of a tree that is not stored |
//! | `gaps.rs` | lower bounds on the distances of eight boxes from one |
//! | `near.rs` | one tree: items near a box, items on a ray, items in the order in which a plane meets them |
//! | `pairs.rs` | two trees walked together |
//!
//! # Guarantees
//! No item that is within the distance is missed, rounding included. Trees are at most [`DEPTH`] deep for any boxes, so
//! walks keep their stack in an array and do not allocate. The tree depends only on the boxes and their order, not on
//! the number of threads.

mod build;
mod fit;
mod gaps;
mod near;
mod pairs;

use alloc::vec::Vec;
use core::borrow::Borrow;

use crate::math::{Each, Real, exponent_of};

pub(crate) use fit::Flat;
use fit::{axes, rounded_up};
pub(crate) use near::{each_lowest, each_near, each_near_turned, each_on_ray};
pub(crate) use pairs::{Aim, Pairing, near_pairs};

/// Number of children of a node.
pub(crate) const WIDE: usize = 8;

/// Largest depth of a tree.
pub(crate) const DEPTH: usize = 32;

/// Stack capacity of a walk through one tree: opening replaces one entry by eight.
const STACK: usize = (WIDE - 1) * DEPTH + 1;

/// Flag of a link to an item instead of a node.
const ITEM: u32 = 1 << 31;

/// The link of a lane without a child.
const EMPTY: u32 = u32::MAX;

/// Largest number of items of a tree, so that every lane of every node has a 32-bit index.
pub(crate) const MOST_ITEMS: usize = 1 << 28;

/// Index of a child's lane: its node times [`WIDE`], plus the lane. The lane of the root is 0.
pub(crate) type Slot = u32;

/// Child of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    /// A box of the input, by its position in the order of the tree.
    Item(u32),
    /// An inner node.
    Node(u32),
}

/// The boxes of up to eight children, by coordinate, in the frame of the tree.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Node {
    /// Centers of the boxes.
    center: [[f32; WIDE]; 3],
    /// Half extents, rounded up.
    half: [[f32; WIDE]; 3],
    /// Orientations of the boxes: unit quaternions x, y, z, w.
    turn: [[f32; WIDE]; 4],
    links: [u32; WIDE],
}

/// An oriented box (OBB).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turned {
    /// Center of the box.
    pub(crate) center: [f32; 3],
    /// Half extents along its axes.
    pub(crate) half: [f32; 3],
    /// Axes of the box, orthonormal except for rounding.
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

    /// The link of a lane.
    #[inline]
    pub(crate) fn link(&self, lane: usize) -> Option<Link> {
        match self.links[lane] {
            EMPTY => None,
            link if link & ITEM != 0 => Some(Link::Item(link & !ITEM)),
            link => Some(Link::Node(link)),
        }
    }

    /// Sets the link of a lane.
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

/// Origin and unit of a tree's coordinates: a point p has the coordinates (p − origin) / unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    /// The center of all boxes.
    pub(crate) origin: [f64; 3],
    /// A power of two that is at least the half extent of all boxes together.
    pub(crate) unit: f64,
}

impl Frame {
    /// The frame of the contents of a box, and the error of their unit coordinates from converting them to it.
    pub(crate) fn around(low: [f64; 3], high: [f64; 3]) -> (Self, f64) {
        let origin: [f64; 3] = core::array::from_fn(|axis| 0.5 * low[axis] + 0.5 * high[axis]);
        let half = (0..3).fold(0.0, |half, axis| f64::max(half, 0.5 * high[axis] - 0.5 * low[axis]));
        let most = (0..3).fold(half, |most, axis| most.max(low[axis].abs()).max(high[axis].abs()));
        // If the size is smaller than the rounding of the position, that rounding gives the unit: the coordinate error stays below 2.
        let half = half.max(f64::EPSILON * most);
        let unit = if half > 0.0 { f64::power_of_two(exponent_of(half) + 1) } else { 1.0 };
        // A difference is rounded by ε/2 of its value, which is at most twice the size; the center likewise.
        (Self { origin, unit }, 2.0 * f64::EPSILON * most / unit)
    }

    /// The box along the axes of this frame around given corners, rounded outward. `lost` is as in [`Frame::around`].
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

/// A tree of boxes, regardless of its storage.
pub(crate) trait Boxes {
    /// The frame of the tree.
    fn frame(&self) -> &Frame;

    /// A node by its index. Node 0 has the root as its only child.
    fn node(&self, node: u32) -> impl Borrow<Node>;

    /// The box and link of one slot.
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

    /// Slots that together contain all items within `limit` of a box in the tree's frame, and their number: the root,
    /// or a smaller set if the tree knows better.
    #[inline]
    fn starts(&self, _near: &Turned, _limit: f64) -> ([Slot; 4], usize) {
        ([0; 4], 1)
    }

    /// An item that is probably near a box, if one is available without a walk.
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

/// Items over which a tree is built: convex, each given by a few points that span it.
pub(crate) trait Items: Sync {
    /// Number of items, at most [`MOST_ITEMS`].
    fn count(&self) -> usize;

    /// Calls `visit` with finite points whose convex hull contains the item.
    fn each_point(&self, item: usize, visit: impl FnMut([f64; 3]));

    /// Weight of an item when the box around several is oriented: its area.
    fn weight(&self, item: usize) -> f64;
}

/// A static BVH over boxes that do not move. See the [module](self).
#[derive(Clone, Debug)]
pub struct StaticBvh {
    nodes: Vec<Node>,
    frame: Frame,
}

impl Boxes for StaticBvh {
    #[inline]
    fn frame(&self) -> &Frame {
        &self.frame
    }
    #[inline]
    fn node(&self, node: u32) -> impl Borrow<Node> {
        &self.nodes[node as usize]
    }
}

impl StaticBvh {
    /// Builds a tree over items, and its order: item i of the tree is input item `order[i]`.
    pub(crate) fn new(items: &impl Items) -> (Self, Vec<u32>) {
        build::build(items)
    }

    /// Bytes on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
    }
}
