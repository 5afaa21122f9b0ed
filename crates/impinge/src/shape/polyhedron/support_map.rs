//! Support mapping of a polyhedron: one type that chooses how to find the farthest vertex.
//!
//! Up to [`scan_limit`] vertices it scans all of them, eight at a time. Beyond, it uses a tree over the Gauss sphere,
//! from the root or from the hint. Walking from the hint along edges is available too; the tree from a hint is as fast
//! for small turns and much faster for large ones, see the decision record
//! `docs/decisions/0004-support-of-polyhedra.md`.

use alloc::vec::Vec;

use super::gauss::GaussTree;
use super::gauss_build;
use super::walk::walk;
use crate::hull::{Solid, Topology};
use crate::math::lanes::{Block, LANES};
use crate::math::{Real, Vec3, Vector, exponent_of};

/// Up to this many vertices a scan is used. Measured on sphere, rims and cone: calls that wait for one another, as
/// those of GJK do, cost the same by scan and by tree at 64 vertices in `f32` and 48 in `f64`; calls that do not wait,
/// at 56 and 40.
pub const fn scan_limit<T: Real>() -> usize {
    if size_of::<T>() == 4 { 64 } else { 48 }
}

/// Polyhedra with more vertices than this are scanned: the tree identifies its blocks by 26 bits.
const TREE_LIMIT: usize = 1 << 26;

/// Method by which a polyhedron finds its support points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// The fastest method for the number of vertices.
    #[default]
    Automatic,
    /// A scan of all vertices.
    Scan,
    /// A walk along edges from the hint; a scan without one.
    Walk,
    /// A tree over the directions, from the root or from the hint.
    Tree,
}

/// Finds the support vertex in a direction.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SupportMap<T> {
    /// Directions whose absolute components sum to a number within these bounds need no scaling: no product with a
    /// coordinate or a unit normal overflows or underflows.
    low: T,
    high: T,
    way: Way<T>,
}

#[derive(Clone, Debug, PartialEq)]
enum Way<T> {
    Scan(Vec<Block<T>>),
    Walk(Vec<Block<T>>),
    Tree(GaussTree<T>),
}

impl<T: Real> SupportMap<T> {
    /// The support map for the vertices of a polyhedron. `normals` are its unit face normals.
    pub(super) fn new(
        vertices: &[Vec3<T>],
        topology: &Topology,
        normals: &[Vec3<f64>],
        strategy: Strategy,
    ) -> Self {
        let way = match strategy {
            _ if vertices.len() > TREE_LIMIT => Way::Scan(blocks(vertices)),
            Strategy::Automatic if vertices.len() <= scan_limit::<T>() => Way::Scan(blocks(vertices)),
            Strategy::Scan => Way::Scan(blocks(vertices)),
            Strategy::Walk => Way::Walk(blocks(vertices)),
            Strategy::Automatic | Strategy::Tree => {
                let tree = gauss_build::build(vertices, topology, normals);
                if is_right(&tree, vertices) { Way::Tree(tree) } else { Way::Scan(blocks(vertices)) }
            }
        };
        // A third of the exponent range to either side of 1, regardless of the size of the coordinates, as long as
        // their products have all their digits (those with the largest coordinate) and differences of them stay finite.
        let size = exponent_of(vertices.iter().fold(T::ZERO, |m, v| m.max(v.max_abs())));
        let third = T::MAX_EXPONENT / 3;
        let (least, most) = (1 - T::MAX_EXPONENT - exponent_of(T::EPSILON), T::MAX_EXPONENT - 3);
        let low = T::power_of_two((least - size).max(-third));
        Self { low, high: T::power_of_two((most - size).min(third)), way }
    }

    /// The support vertex along `direction`, and its id.
    #[inline]
    pub(super) fn support(&self, direction: Vec3<T>) -> (Vec3<T>, u32) {
        if self.is_safe(direction) {
            self.find(direction)
        } else {
            self.find_rescaled(direction.x, direction.y, direction.z)
        }
    }

    /// The support vertex and its id, searched from vertex `hint`, which may be any number.
    #[inline(never)]
    pub(super) fn support_from(&self, solid: &Solid<T>, direction: Vec3<T>, hint: u32) -> (Vec3<T>, u32) {
        let known = |hint: u32| (hint as usize) < solid.vertices().len() && self.is_safe(direction);
        match &self.way {
            Way::Tree(tree) if known(hint) => tree.support_from(direction, hint),
            Way::Walk(_) if known(hint) => {
                let top = walk(solid.vertices(), solid.topology(), direction, hint);
                (solid.vertices()[top as usize], top)
            }
            _ => self.support(direction),
        }
    }

    /// The support vertex along a direction with which no product overflows or underflows.
    #[inline(always)]
    fn find(&self, d: Vec3<T>) -> (Vec3<T>, u32) {
        match &self.way {
            Way::Scan(blocks) | Way::Walk(blocks) => {
                let (block, lane) = T::farthest(blocks, d.x, d.y, d.z);
                (blocks[block].get(lane), blocks[block].tags[lane])
            }
            Way::Tree(tree) => tree.support(d),
        }
    }

    /// Whether no product with the direction overflows or underflows.
    #[inline]
    fn is_safe(&self, direction: Vec3<T>) -> bool {
        // The sum is NaN or infinite if a component is.
        let extent = direction.x.abs() + direction.y.abs() + direction.z.abs();
        extent >= self.low && extent <= self.high
    }

    // By components: a vector would be passed in memory, where every caller would have to write it, rescaled or not.
    #[cold]
    #[inline(never)]
    fn find_rescaled(&self, x: T, y: T, z: T) -> (Vec3<T>, u32) {
        // The unit vector has a component above 1/2; the middle of the range is a power of two from there.
        let middle = (exponent_of(self.low) + exponent_of(self.high)) / 2;
        self.find(Vec3::new(x, y, z).unit() * T::power_of_two(middle))
    }

    /// The order in which the tree visits the vertices: it keeps neighbors on the surface close together. `None` if
    /// there is no tree.
    pub(super) fn tree_order(&self, vertices: usize) -> Option<Vec<u32>> {
        match &self.way {
            Way::Scan(_) | Way::Walk(_) => None,
            Way::Tree(tree) => Some(tree.order(vertices)),
        }
    }

    /// Renumbers the vertices: `order[new]` is the old index.
    pub(super) fn renumber(&mut self, order: &[u32]) {
        if let Way::Tree(tree) = &mut self.way {
            tree.renumber(order);
        }
    }

    /// Bytes held on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        match &self.way {
            Way::Scan(blocks) | Way::Walk(blocks) => blocks.len() * size_of::<Block<T>>(),
            Way::Tree(tree) => tree.heap_bytes(),
        }
    }
}

/// Number of dot products spent on testing a tree: far less than building it takes.
const TRIAL: usize = 1 << 23;

/// Whether a tree finds the support vertex in directions all around, as a scan does.
///
/// The faces of a polyhedron that is thinner than the tolerance by which faces were merged have unreliable normals, and
/// a tree built from them may lead astray. So the directions are tried as they are and divided by the extents: then
/// they are all around a flat or slender polyhedron too.
fn is_right<T: Real>(tree: &GaussTree<T>, vertices: &[Vec3<T>]) -> bool {
    let start = (vertices[0], vertices[0]);
    let (low, high) =
        vertices.iter().fold(start, |(low, high), &v| (Vector::min(low, v), Vector::max(high, v)));
    let extent = high - low;
    let size = Vector::max(Vector::abs(low), Vector::abs(high)).max_abs();
    let trials = (TRIAL / vertices.len()).clamp(16, 512);
    (0..trials).all(|i| {
        // Spread evenly over the sphere: equal steps of z, rotated by the golden angle.
        let z = T::of((2 * i + 1) as f64 / trials as f64 - 1.0);
        let (sin, cos) = T::of(i as f64 * 2.399_963_229_728_653).sin_cos();
        let across = (T::ONE - z * z).sqrt();
        let round = Vec3::new(across * cos, across * sin, z);
        let stretched = round.zip(extent, |d, e| d / e).unit();
        [round, stretched].into_iter().all(|d| {
            let best = vertices.iter().fold(-T::INFINITY, |m, v| m.max(v.dot(d)));
            let found = tree.support(d).0.dot(d);
            best - found <= T::of(super::SUPPORT_ULPS) * T::EPSILON * size * T::TWO
        })
    })
}

/// All vertices in blocks, in order. The last block is padded with the last vertex.
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
