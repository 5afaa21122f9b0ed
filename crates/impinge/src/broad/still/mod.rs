//! A tree over boxes that do not move, eight to a node: the faces of a mesh, the parts of a compound.
//!
//! What it answers: which boxes come within a distance of a box, of a ray, or of the boxes of another tree that stands
//! anywhere and is turned in any way, nearest first. [`AabbTree`](super::AabbTree) is for boxes that move.
//!
//! # Layout
//! A node holds the boxes of eight children by coordinate, in `f32`, so that four of them are tested by one instruction:
//! 224 bytes in space. Coordinates are those of the tree's [`Frame`]: from the middle of all boxes, in a unit that makes
//! none larger than 1, so that `f32` is fine enough wherever the boxes are and however large. Each box is rounded outward.
//! A child is an item by itself or a node of at least two children.
//!
//! | file | what it holds |
//! |---|---|
//! | `build.rs` | from boxes to the tree: the surface area heuristic in bins |
//! | `near.rs` | one tree: items near a box, items on a ray |
//! | `pairs.rs` | two trees walked together |
//!
//! # Guarantees
//! No item that is within the distance is passed over, rounding included. Trees are at most [`DEPTH`] deep, whatever the
//! boxes, so walks keep their stack in an array and allocate nothing. The tree depends on the boxes and their order only,
//! not on the number of threads.

mod build;
mod near;
mod pairs;

use alloc::vec::Vec;
use core::borrow::Borrow;

pub(crate) use near::{each_near, each_on_ray};
pub(crate) use pairs::{Pairing, near_pairs};

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
pub(crate) struct Node<const D: usize> {
    /// Middles of the boxes.
    pub(crate) center: [[f32; WIDE]; D],
    /// Half extents, rounded up.
    pub(crate) half: [[f32; WIDE]; D],
    links: [u32; WIDE],
}

impl<const D: usize> Node<D> {
    /// A node without children.
    pub(crate) const NONE: Self =
        Self { center: [[0.0; WIDE]; D], half: [[0.0; WIDE]; D], links: [EMPTY; WIDE] };

    /// What a lane leads to.
    #[inline]
    pub(crate) fn link(&self, lane: usize) -> Option<Link> {
        match self.links[lane] {
            EMPTY => None,
            link if link & ITEM != 0 => Some(Link::Item(link & !ITEM)),
            link => Some(Link::Node(link)),
        }
    }

    /// Sets a lane: its box, from corner to corner in the frame of the tree, and what it leads to.
    pub(crate) fn set(&mut self, lane: usize, [low, high]: [[f32; D]; 2], link: Link) {
        for axis in 0..D {
            let (low, high) = (f64::from(low[axis]), f64::from(high[axis]));
            let center = (0.5 * (low + high)) as f32;
            let half = f64::max(high - f64::from(center), f64::from(center) - low);
            self.center[axis][lane] = center;
            self.half[axis][lane] = rounded_up(half);
        }
        self.links[lane] = match link {
            Link::Item(item) => item | ITEM,
            Link::Node(node) => node,
        };
    }
}

/// Where a tree's coordinates start, and their unit: a point p has the coordinates (p − origin) / unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame<const D: usize> {
    /// The middle of all boxes.
    pub(crate) origin: [f64; D],
    /// A power of two that no half extent of all boxes together exceeds.
    pub(crate) unit: f64,
}

/// A tree of boxes, whatever it is kept in.
pub(crate) trait Boxes<const D: usize> {
    /// Its frame.
    fn frame(&self) -> &Frame<D>;

    /// A node, by the number that its link names. Node 0 has the root as its only child.
    fn node(&self, node: u32) -> impl Borrow<Node<D>>;

    /// Box and link of one slot.
    #[inline]
    fn slot(&self, slot: Slot) -> ([f32; D], [f32; D], Option<Link>) {
        let node = self.node(slot / WIDE as u32);
        let (node, lane) = (node.borrow(), slot as usize % WIDE);
        (node.center.map(|row| row[lane]), node.half.map(|row| row[lane]), node.link(lane))
    }
}

/// A tree over boxes that do not move. See the [module](self).
#[derive(Clone, Debug)]
pub(crate) struct StillTree<const D: usize> {
    nodes: Vec<Node<D>>,
    frame: Frame<D>,
}

impl<const D: usize> Boxes<D> for StillTree<D> {
    #[inline]
    fn frame(&self) -> &Frame<D> {
        &self.frame
    }
    #[inline]
    fn node(&self, node: u32) -> impl Borrow<Node<D>> {
        &self.nodes[node as usize]
    }
}

impl<const D: usize> StillTree<D> {
    /// A tree over `count` boxes, at most [`MOST_ITEMS`], each given by its corners, which are finite; and the order of the
    /// tree: item i of the tree is box `order[i]`.
    pub(crate) fn new(count: usize, corners: impl Fn(usize) -> [[f64; D]; 2] + Sync) -> (Self, Vec<u32>) {
        build::build(count, corners)
    }

    /// Bytes on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<D>>()
    }
}

/// The least `f32` that is not below a number.
#[inline]
fn rounded_up(value: f64) -> f32 {
    let near = value as f32;
    if f64::from(near) < value { near.next_up() } else { near }
}

/// The largest `f32` that is not above a number.
#[inline]
fn rounded_down(value: f64) -> f32 {
    -rounded_up(-value)
}
