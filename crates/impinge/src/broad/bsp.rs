//! Axial BSP tree over static boxes: the polygons of a level.
//!
//! What it answers: which boxes overlap a box or lie on a ray, and which are near one another. When to use it: for
//! large sets of static polygons, searched with small boxes and rays, as continuous collision detection does. It is the
//! most compact of the structures, and takes longest to build.
//!
//! # Source
//! Van Waveren, *Robust Continuous Collision Detection Between Arbitrary Polyhedra Using Trajectory Parameterization of
//! Polyhedral Features* (2005), section 5: "an axial BSP-tree which is created from the bounding planes of the polygon
//! bounding boxes". The paper says no more than that: which plane is taken, and how a box that a plane cuts is handled,
//! is our choice.
//!
//! # How it works
//! A node has a plane across one axis. Boxes that end at or before it go below, others that begin at or after it go
//! above. A box that straddles the plane is neither cut nor duplicated: it goes to a third child, `across`, whose
//! extent along the axis the node stores. So every box is in one leaf, and memory is linear for any boxes: at most n
//! leaves and n − 1 nodes.
//!
//! The planes are bounding planes of boxes, as in the paper: polygons of a level share many of them, and a shared one
//! cuts nothing. For b boxes below, a above and x across, the plane with the smallest (b + x)² + (a + x)² is taken,
//! estimated from a sample.
//!
//! # Cost
//! n boxes; k answers. Building: O(n log n) if the boxes are spread. A small box: O(log n + k) likewise. All pairs: n
//! box queries. If planes cannot separate boxes (they coincide), they share a leaf. Paths end after [`MAX_DEPTH`]
//! nodes; a leaf there holds whatever is left. No allocation after building.

use alloc::vec::Vec;

use super::bounds::{near, ray_between, ray_enters};
use super::{BroadError, check_box};
use crate::math::{Aabb, Real, Vector};

mod build;

/// Limit on the number of nodes on a path. A set that is halved has at most 31; the rest is for uneven sets. It sets
/// the stack size of all searches.
const MAX_DEPTH: usize = 64;

/// Stack capacity: two children beside the path, at each level.
const STACK: usize = 2 * MAX_DEPTH + 1;

/// Flag of a child that is a leaf.
const LEAF: u32 = 1 << 31;

/// Marks the absence of a child.
const NONE: u32 = u32::MAX;

/// A splitting plane and its children.
#[derive(Clone, Copy, Debug)]
struct Node<T> {
    plane: T,
    /// Extent of the boxes across the plane, along its axis.
    across: (T, T),
    /// Children below, above and across.
    children: [u32; 3],
    axis: u32,
}

impl<T: Real> Node<T> {
    /// The extent along the axis that the boxes of each child may fill.
    #[inline]
    fn walls(&self) -> [(T, T); 3] {
        [(-T::INFINITY, self.plane), (self.plane, T::INFINITY), self.across]
    }
}

/// A static BSP tree with planes across the axes. See the [module](super) for keys and margins.
///
/// ```
/// use impinge::broad::AxialBsp;
/// use impinge::{Aabb, Vec3};
///
/// // A floor of 100 by 100 tiles.
/// let tile = |i: u32| {
///     let min = Vec3::new(f64::from(i % 100), f64::from(i / 100), 0.0);
///     Aabb { min, max: min + Vec3::new(1.0, 1.0, 0.0) }
/// };
/// let tiles: Vec<_> = (0..10_000).map(tile).collect();
/// let bsp = AxialBsp::from_boxes(&tiles)?;
///
/// let mut hit = None;
/// let (from, down) = (Vec3::new(42.5, 7.5, 3.0), Vec3::new(0.0, 0.0, -1.0));
/// bsp.each_on_ray(from, down, 10.0, |tile, t| {
///     hit = Some((tile, t));
///     t
/// });
/// assert_eq!(hit, Some((742, 3.0)));
/// # Ok::<(), impinge::broad::BroadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct AxialBsp<V: Vector> {
    nodes: Vec<Node<V::Scalar>>,
    /// Begin and end of the boxes of a leaf.
    leaves: Vec<(u32, u32)>,
    boxes: Vec<Aabb<V>>,
    keys: Vec<u32>,
    root: u32,
}

impl<V: Vector> AxialBsp<V> {
    /// Builds a tree of these boxes. The key of a box is its index.
    ///
    /// # Errors
    /// [`BroadError::NotANumber`] or [`BroadError::Empty`] for the first bad box, [`BroadError::Full`] if there are too
    /// many.
    pub fn from_boxes(boxes: &[Aabb<V>]) -> Result<Self, BroadError> {
        if boxes.len() >= LEAF as usize {
            return Err(BroadError::Full);
        }
        boxes.iter().try_for_each(check_box)?;
        Ok(build::build(boxes))
    }

    /// Number of boxes.
    pub fn len(&self) -> usize {
        self.boxes.len()
    }

    /// Whether there are no boxes.
    pub fn is_empty(&self) -> bool {
        self.boxes.is_empty()
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<V::Scalar>>()
            + self.leaves.capacity() * size_of::<(u32, u32)>()
            + self.boxes.capacity() * size_of::<Aabb<V>>()
            + self.keys.capacity() * size_of::<u32>()
    }

    /// Calls `found` with the key of every box that shares a point with `query`. A query with a NaN finds nothing.
    pub fn each_in_box(&self, query: &Aabb<V>, mut found: impl FnMut(u32)) {
        self.each_near(query, V::Scalar::ZERO, |at| found(self.keys[at]));
    }

    /// Calls `found` with the keys of all pairs of boxes within the margin ([`near`](super::near)), the smaller key
    /// first. Each pair is reported once.
    pub fn each_pair(&self, margin: V::Scalar, mut found: impl FnMut(u32, u32)) {
        for (i, aabb) in self.boxes.iter().enumerate() {
            let key = self.keys[i];
            self.each_near(aabb, margin, |j| {
                if j < i {
                    found(key.min(self.keys[j]), key.max(self.keys[j]));
                }
            });
        }
    }

    /// Fills `pairs` with the pairs that [`AxialBsp::each_pair`] finds, in ascending order.
    pub fn pairs_into(&self, margin: V::Scalar, pairs: &mut Vec<(u32, u32)>) {
        pairs.clear();
        self.each_pair(margin, |a, b| pairs.push((a, b)));
        pairs.sort_unstable();
    }

    /// Calls `found` with the index of each box near `query`.
    #[inline]
    fn each_near(&self, query: &Aabb<V>, margin: V::Scalar, mut found: impl FnMut(usize)) {
        if self.root == NONE {
            return;
        }
        let mut stack = [self.root; STACK];
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let child = stack[waiting];
            if child & LEAF != 0 {
                let (start, end) = self.leaves[(child & !LEAF) as usize];
                for at in start as usize..end as usize {
                    if near(&self.boxes[at], query, margin) {
                        found(at);
                    }
                }
                continue;
            }
            let node = &self.nodes[child as usize];
            let (low, high) = (query.min.get(node.axis as usize), query.max.get(node.axis as usize));
            for (child, (from, to)) in node.children.into_iter().zip(node.walls()) {
                // As `near` along one axis, for walls that contain all boxes of the child.
                if child != NONE && low <= to + margin && from <= high + margin {
                    stack[waiting] = child;
                    waiting += 1;
                }
            }
        }
    }

    /// Calls `found` with the key of each box on the ray `origin + t direction`, 0 <= t <= `max_t`, and the t at which
    /// the ray enters it. The value that `found` returns is the new `max_t`. As
    /// [`AabbTree::each_on_ray`](super::AabbTree::each_on_ray).
    pub fn each_on_ray(
        &self,
        origin: V,
        direction: V,
        mut max_t: V::Scalar,
        mut found: impl FnMut(u32, V::Scalar) -> V::Scalar,
    ) {
        if self.root == NONE || !origin.is_finite() || !direction.is_finite() {
            return;
        }
        let mut stack = [(self.root, (V::Scalar::ZERO, max_t)); STACK];
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let (child, span) = stack[waiting];
            // False also for NaN.
            let in_reach = span.0 <= max_t;
            if !in_reach {
                continue;
            }
            if child & LEAF != 0 {
                let (start, end) = self.leaves[(child & !LEAF) as usize];
                for at in start as usize..end as usize {
                    if let Some(enter) = ray_enters(&self.boxes[at], origin, direction, max_t) {
                        max_t = found(self.keys[at], enter);
                    }
                }
                continue;
            }
            let node = &self.nodes[child as usize];
            let (from, along) = (origin.get(node.axis as usize), direction.get(node.axis as usize));
            let walls = node.walls();
            // The child that the ray meets first is pushed last: below and above by the direction, across between them.
            let order = if along < V::Scalar::ZERO { [0, 2, 1] } else { [1, 2, 0] };
            for side in order {
                if node.children[side] == NONE {
                    continue;
                }
                if let Some((enter, leave)) = ray_between(walls[side], from, along, span)
                    && enter <= leave
                {
                    stack[waiting] = (node.children[side], (enter, leave));
                    waiting += 1;
                }
            }
        }
    }
}
