//! The support mapping of a set of vertices: one type that chooses by itself between scan, walk and tree.
//!
//! | vertices | cold | from a vertex nearby |
//! |---|---|---|
//! | up to [`scan_limit`] | scan of all, eight at a time | the same scan |
//! | more | tree over the Gauss sphere | walk of a few steps, then the tree |

use alloc::vec::Vec;

use super::climb::Slopes;
use super::gauss::GaussTree;
use super::gauss_build;
use crate::hull::Topology;
use crate::math::lanes::{Block, LANES};
use crate::math::{Real, Vec3, Vector, exponent_of};

/// Up to this many vertices a scan is the fastest way, measured for each precision by the bench `support`.
pub const fn scan_limit<T: Real>() -> usize {
    if size_of::<T>() == 4 { 96 } else { 64 }
}

/// How a polyhedron finds its support points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// What is fastest for the number of vertices.
    #[default]
    Automatic,
    /// A scan of all vertices.
    Scan,
    /// A tree over the directions, and a walk where there is a hint.
    Tree,
}

/// Finds the vertex farthest in a direction.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SupportMap<T> {
    /// Directions whose components add up to a number within these need no scaling: no product with a coordinate or a unit
    /// normal over- or underflows.
    low: T,
    high: T,
    way: Way<T>,
}

#[derive(Clone, Debug, PartialEq)]
enum Way<T> {
    Scan(Vec<Block<T>>),
    Tree { tree: GaussTree<T>, slopes: Slopes<T> },
}

impl<T: Real> SupportMap<T> {
    /// For the vertices of a polyhedron. `normals` are its unit face normals.
    pub(super) fn new(
        vertices: &[Vec3<T>],
        topology: &Topology,
        normals: &[Vec3<f64>],
        strategy: Strategy,
    ) -> Self {
        let scan = match strategy {
            Strategy::Automatic => vertices.len() <= scan_limit::<T>(),
            Strategy::Scan => true,
            Strategy::Tree => false,
        };
        let way = if scan {
            Way::Scan(blocks(vertices))
        } else {
            Way::Tree {
                tree: gauss_build::build(vertices, topology, normals),
                slopes: Slopes::new(vertices, topology, normals),
            }
        };
        // A third of the exponent range to either side of 1, moved against the size of the coordinates.
        let size = vertices.iter().fold(T::ZERO, |m, v| m.max(v.max_abs()));
        let third = T::MAX_EXPONENT / 3;
        let shift = exponent_of(size).clamp(-third, third);
        Self { low: T::power_of_two(-third - shift), high: T::power_of_two(third - shift), way }
    }
    /// The vertex farthest along `direction`, and its id.
    #[inline]
    pub(super) fn support(&self, direction: Vec3<T>) -> (Vec3<T>, u32) {
        let d = self.safe(direction);
        match &self.way {
            Way::Scan(blocks) => {
                let (block, lane) = T::farthest(blocks, d.x, d.y, d.z);
                (blocks[block].get(lane), blocks[block].tags[lane])
            }
            Way::Tree { tree, .. } => tree.support(d),
        }
    }

    /// The same, beginning at vertex `hint`, which may be any number.
    #[inline]
    pub(super) fn support_from(&self, vertices: &[Vec3<T>], direction: Vec3<T>, hint: u32) -> (Vec3<T>, u32) {
        let d = self.safe(direction);
        match &self.way {
            Way::Tree { slopes, .. } if (hint as usize) < vertices.len() => {
                match slopes.climb(vertices, d, hint) {
                    Some(top) => (vertices[top as usize], top),
                    None => self.support(d),
                }
            }
            _ => self.support(d),
        }
    }

    /// A direction with the same support points whose products do not over- or underflow.
    #[inline]
    fn safe(&self, direction: Vec3<T>) -> Vec3<T> {
        // The sum is NaN or infinite where a component is.
        let extent = direction.x.abs() + direction.y.abs() + direction.z.abs();
        if extent >= self.low && extent <= self.high { direction } else { self.rescaled(direction) }
    }

    #[cold]
    fn rescaled(&self, direction: Vec3<T>) -> Vec3<T> {
        // The unit vector has a component above 1/2; the middle of the range is a power of two from there.
        let middle = (exponent_of(self.low) + exponent_of(self.high)) / 2;
        direction.unit() * T::power_of_two(middle)
    }

    /// The order in which the tree meets the vertices: neighbours on the surface are near one another in it. `None`
    /// where there is no tree.
    pub(super) fn tree_order(&self) -> Option<Vec<u32>> {
        match &self.way {
            Way::Scan(_) => None,
            Way::Tree { tree, slopes } => Some(tree.order(slopes.vertex_count())),
        }
    }

    /// Follows a new order of the vertices: `order[new]` is the old one. The rest describes the new order.
    pub(super) fn renumber(
        &mut self,
        order: &[u32],
        vertices: &[Vec3<T>],
        topology: &Topology,
        normals: &[Vec3<f64>],
    ) {
        if let Way::Tree { tree, slopes } = &mut self.way {
            tree.renumber(order);
            *slopes = Slopes::new(vertices, topology, normals);
        }
    }

    /// Bytes held on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        match &self.way {
            Way::Scan(blocks) => blocks.len() * size_of::<Block<T>>(),
            Way::Tree { tree, slopes } => tree.heap_bytes() + slopes.heap_bytes(),
        }
    }
}

/// All vertices in blocks, in order. The last block is filled up with the last vertex.
fn blocks<T: Real>(vertices: &[Vec3<T>]) -> Vec<Block<T>> {
    let last = vertices.len() - 1;
    let block = |n: usize| {
        Block::from_fn(|i| {
            let id = (n * LANES + i).min(last);
            (vertices[id], id as u32)
        })
    };
    (0..vertices.len().div_ceil(LANES)).map(block).collect()
}
