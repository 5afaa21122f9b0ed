//! The nearest triangle of each node, by the tree over the triangles.
//!
//! The nodes of a block are taken in eight groups. The tree is asked once for a group: with d the distance of its middle, and R that of
//! its farthest node from there, the nearest triangle of every node is within d + 2 R of the middle. Among these few, each node
//! looks first at the one that was nearest to the node before, and passes over those whose ball, or plane and sides, are farther away
//! than the best so far.
//! Where they are not few the group is divided, and where triangles are small beside the cells each node asks the tree by itself.
//!
//! Guarantee: the distance from the mesh but for rounding of coordinates, and of triangles more than 2^24 times as long as wide.
//! Cost: O(log n) for each group, and some triangles for each node.

use alloc::vec;
use alloc::vec::Vec;

use super::super::blocks::{Blocks, PER_BLOCK, local_of};
use super::super::settings::MapError;
use super::super::watch::Watch;
use super::fill::{Filled, Search, each_block, rounding};
use crate::broad::still::each_near;
use crate::math::{Real, Vec3};
use crate::mesh::{TriangleMesh, nearest_of};

/// Nodes along each axis where groups begin and end.
const GROUPS: [[usize; 2]; 2] = [[0, 4], [4, 9]];

/// With more triangles than this near a group, each node asks the tree.
const FEW: usize = 192;

/// Balls are larger than they are, and groups too, by this part: a few roundings.
const ROUNDED: f64 = 1.0 + 16.0 * f64::EPSILON;

/// A mesh, searched by its tree.
pub(super) struct Tree<'a, T: Real> {
    mesh: &'a TriangleMesh<T>,
    thin: bool,
}

impl<'a, T: Real> Tree<'a, T> {
    pub(super) fn new(mesh: &'a TriangleMesh<T>) -> Self {
        Self { mesh, thin: mesh.has_thin() }
    }
}

impl<T: Real> Search for Tree<'_, T> {
    fn distance(&self, place: Vec3<f64>, start: &mut u32) -> (f64, f64) {
        let near = self.mesh.near_from(place, *start, self.thin);
        *start = near.triangle;
        (near.distance, near.off)
    }
}

/// Triangles with sides this many times as long as they are wide have normals that rounding has turned too far to bound distances by.
const THIN: f64 = 1e3;

/// What bounds by normals lose to rounding, as a part of the size of the grid: some thousand ε, for triangles that are not thin.
const LOST: f64 = 1e-11;

/// A triangle near a group.
struct Candidate {
    corners: [Vec3<f64>; 3],
    /// A ball around it.
    center: Vec3<f64>,
    radius: f64,
    /// Its unit normal, and unit vectors in its plane from each side inward; zero if it is thin.
    normal: Vec3<f64>,
    inward: [Vec3<f64>; 3],
    /// Its number in the mesh.
    triangle: u32,
}

impl Candidate {
    fn new<T: Real>(mesh: &TriangleMesh<T>, triangle: u32) -> Self {
        let corners = mesh.corners(triangle);
        let [a, b, c] = corners;
        let center = (a + b + c) * (1.0 / 3.0);
        let squared = corners.map(|v| (v - center).norm_squared());
        let radius = Real::sqrt(squared[0].max(squared[1]).max(squared[2])) * ROUNDED;
        let normal = (b - a).cross(c - a);
        let longest = (b - a).norm_squared().max((c - a).norm_squared()).max((c - b).norm_squared());
        let unit = if normal.norm() * THIN > longest { normal.normalized() } else { None };
        let inward = unit.map(|n| [b - a, c - b, a - c].map(|side| n.cross(side).unit()));
        let (normal, inward) = (unit.unwrap_or(Vec3::ZERO), inward.unwrap_or([Vec3::ZERO; 3]));
        Self { corners, center, radius, normal, inward, triangle }
    }

    /// A bound from below on the squared distance of a place: it is so far from the plane, and so far beyond a side.
    #[inline]
    fn at_least(&self, place: Vec3<f64>) -> f64 {
        let [a, b, c] = self.corners;
        let from = place - a;
        let height = self.normal.dot(from);
        let beyond = |inward: Vec3<f64>, from: Vec3<f64>| -inward.dot(from);
        let most = Real::max(
            Real::max(beyond(self.inward[0], from), beyond(self.inward[1], place - b)),
            Real::max(beyond(self.inward[2], place - c), 0.0),
        );
        height * height + most * most
    }
}

/// See the [module](self).
pub(super) fn fill<T: Real>(
    mesh: &TriangleMesh<T>,
    blocks: &Blocks,
    watch: &mut Watch<'_>,
) -> Result<Filled, MapError> {
    let tree = Tree::new(mesh);
    let mut values = vec![0.0_f32; blocks.len() * PER_BLOCK];
    let off = each_block(blocks, &mut values, watch, &|slot, values| {
        let (mut worst, mut start) = (0.0_f64, 0);
        let mut near = Vec::new();
        for z in GROUPS {
            for y in GROUPS {
                for x in GROUPS {
                    let group = Group { blocks, slot, ranges: [x, y, z] };
                    worst = worst.max(group.fill(&tree, &mut near, &mut start, values));
                }
            }
        }
        worst
    })?;
    Ok(Filled { values, error: off / blocks.grid.spacing + rounding(&blocks.grid) })
}

/// Some nodes of a block: from the first to before the second along each axis.
struct Group<'a> {
    blocks: &'a Blocks,
    slot: usize,
    ranges: [[usize; 2]; 3],
}

impl Group<'_> {
    /// Fills the nodes whose home is here, and says by how much they are off. `near` is memory to work in, `start` a triangle near.
    fn fill<T: Real>(
        &self,
        tree: &Tree<'_, T>,
        near: &mut Vec<Candidate>,
        start: &mut u32,
        values: &mut [f32],
    ) -> f64 {
        let grid = &self.blocks.grid;
        let place = self.blocks.places[self.slot];
        let reach = self.ranges.map(|[from, to]| (to - 1 - from) as f64 / 2.0);
        let [x, y, z] = core::array::from_fn(|axis| {
            place[axis] as f64 * super::super::blocks::SIDE as f64 + self.ranges[axis][0] as f64 + reach[axis]
        });
        let middle = grid.place(x, y, z);
        let radius = (Vec3::from(reach).norm() + 2.0 * grid.rounding()) * grid.spacing * ROUNDED;
        let (distance, off) = tree.distance(middle, start);
        // Thin triangles may be nearer than they seem.
        let limit = (distance + 2.0 * (radius + off)) * ROUNDED + rounding(grid) * grid.spacing;
        near.clear();
        let mut few = !tree.thin;
        each_near(tree.mesh.tree(), [middle.to_array(); 2], limit, |triangle| {
            few &= near.len() < FEW;
            if few {
                near.push(Candidate::new(tree.mesh, triangle));
                limit
            } else {
                -1.0
            }
        });
        if !few && !tree.thin && self.ranges.iter().all(|[from, to]| to - from > 2) {
            return self.halves(tree, near, start, values);
        }
        let mut worst = 0.0_f64;
        let (mut last, lost) = (0, LOST * grid.extent());
        let [[x0, x1], [y0, y1], [z0, z1]] = self.ranges;
        for z in z0..z1 {
            for y in y0..y1 {
                for x in x0..x1 {
                    let local = local_of([x, y, z]);
                    if !self.blocks.is_home(self.slot, local) {
                        continue;
                    }
                    let node = grid.node(self.blocks.node(self.slot, local));
                    let distance = if few {
                        among(near, &mut last, node, lost)
                    } else {
                        let (distance, off) = tree.distance(node, start);
                        worst = worst.max(off);
                        distance
                    };
                    values[local] = (distance / grid.spacing) as f32;
                }
            }
        }
        if few && let Some(candidate) = near.get(last) {
            *start = candidate.triangle;
        }
        worst
    }
}

impl Group<'_> {
    /// Fills the eight parts of a group that too many triangles are near to.
    fn halves<T: Real>(
        &self,
        tree: &Tree<'_, T>,
        near: &mut Vec<Candidate>,
        start: &mut u32,
        values: &mut [f32],
    ) -> f64 {
        let mut worst = 0.0_f64;
        for part in 0..8_usize {
            let ranges = core::array::from_fn(|axis| {
                let [from, to] = self.ranges[axis];
                let half = from.midpoint(to);
                if part >> axis & 1 == 0 { [from, half] } else { [half, to] }
            });
            let part = Group { blocks: self.blocks, slot: self.slot, ranges };
            worst = worst.max(part.fill(tree, near, start, values));
        }
        worst
    }
}

/// Distance of a place from the nearest of some triangles. `last` is one that is near, and becomes the nearest. `lost`: by how much
/// bounds by normals may be too large.
fn among(near: &[Candidate], last: &mut usize, place: Vec3<f64>, lost: f64) -> f64 {
    let squared = |candidate: &Candidate| (nearest_of(candidate.corners, place) - place).norm_squared();
    let mut best = near.get(*last).map_or(f64::INFINITY, squared);
    let mut distance = Real::sqrt(best) * ROUNDED;
    let first = *last;
    for (i, candidate) in near.iter().enumerate() {
        let (around, reach) = (distance + candidate.radius, distance + lost);
        if (candidate.center - place).norm_squared() > around * around * ROUNDED
            || candidate.at_least(place) > reach * reach
            || i == first
        {
            continue;
        }
        let found = squared(candidate);
        if found < best {
            (best, *last) = (found, i);
            distance = Real::sqrt(found) * ROUNDED;
        }
    }
    Real::sqrt(best)
}
