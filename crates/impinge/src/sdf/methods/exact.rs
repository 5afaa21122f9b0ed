//! Exact distances: the nearest triangle of each node, by the static BVH over the triangles.
//!
//! The nodes of a block are processed in eight groups. The tree is queried once for a group: with d the distance of its middle, and R the
//! distance of its farthest node from the middle, the nearest triangle of every node is within d + 2 R of the middle. These few are
//! sorted by their distance from the middle. Each node first examines the one that was nearest to the previous node, then all from the
//! first on, and skips those whose ball, or plane and sides, are farther away than the best so far. It ends when they are farther from
//! the middle than the best distance plus its own distance from the middle.
//! If they are not few, the group is divided; if triangles are small compared to the cells, each node queries the tree by itself.
//!
//! Guarantee: the distance from the mesh up to rounding of coordinates, and except for triangles more than 2^24 times as long as wide.
//! Cost: O(log n) for each group, and some triangles for each node.

use alloc::vec;
use alloc::vec::Vec;

use super::super::blocks::{Blocks, PER_BLOCK, SIDE, local_of};
use super::super::settings::{MapError, Watch};
use super::fill::{Filled, Search, each_block, rounding};
use crate::broad::bvh::each_near;
use crate::math::{Each, Real, Vec3};
use crate::mesh::{TriangleMesh, nearest_of};

/// Ranges of nodes along each axis that form groups.
const GROUPS: [[usize; 2]; 2] = [[0, 4], [4, 9]];

/// With more triangles than this near a group, each node queries the tree.
const FEW: usize = 192;

/// Factor by which balls and groups are enlarged: a few roundings.
const ROUNDED: f64 = 1.0 + 16.0 * f64::EPSILON;

/// A mesh, searched with its tree.
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

/// Triangles with sides this many times as long as their width have normals too inaccurate to bound distances by.
const THIN: f64 = 1e3;

/// Rounding error of bounds by normals, relative to the size of the grid: some thousand ε, for triangles that are not thin.
const LOST: f64 = 1e-11;

/// A triangle near a group.
struct Candidate {
    corners: [Vec3<f64>; 3],
    /// Bounding ball: its center.
    center: Vec3<f64>,
    radius: f64,
    /// Its unit normal, and unit vectors in its plane from each side inward; zero if it is thin.
    normal: Vec3<f64>,
    inward: [Vec3<f64>; 3],
    /// Its distance from the middle of the group.
    apart: f64,
    /// Its index in the mesh.
    triangle: u32,
}

impl Candidate {
    fn new<T: Real>(mesh: &TriangleMesh<T>, triangle: u32, apart: f64) -> Self {
        let corners = mesh.corners(triangle);
        let [a, b, c] = corners;
        let center = (a + b + c) * (1.0 / 3.0);
        let squared = corners.each(|v| (v - center).norm_squared());
        let radius = Real::sqrt(squared[0].max(squared[1]).max(squared[2])) * ROUNDED;
        let normal = (b - a).cross(c - a);
        let longest = (b - a).norm_squared().max((c - a).norm_squared()).max((c - b).norm_squared());
        let unit = if normal.norm() * THIN > longest { normal.normalized() } else { None };
        let inward = unit.map(|n| [b - a, c - b, a - c].each(|side| n.cross(side).unit()));
        let (normal, inward) = (unit.unwrap_or(Vec3::ZERO), inward.unwrap_or([Vec3::ZERO; 3]));
        Self { corners, center, radius, normal, inward, apart, triangle }
    }

    /// A lower bound on the squared distance of a point: its distance from the plane, and its distance beyond a side.
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
        let mut block = Block { tree: &tree, blocks, slot, found: Vec::new(), near: Vec::new(), start: 0 };
        let mut worst = 0.0_f64;
        for z in GROUPS {
            for y in GROUPS {
                for x in GROUPS {
                    worst = worst.max(block.fill([x, y, z], values));
                }
            }
        }
        worst
    })?;
    Ok(Filled { values, error: off / blocks.grid.spacing + rounding(&blocks.grid) })
}

/// Nodes of a block: from the first to before the second along each axis.
type Group = [[usize; 2]; 3];

/// A block that is filled group by group, with working memory.
struct Block<'a, T: Real> {
    tree: &'a Tree<'a, T>,
    blocks: &'a Blocks,
    slot: usize,
    /// Triangles near a group, and their distances from its middle.
    found: Vec<(f64, u32)>,
    /// The same, sorted by distance.
    near: Vec<Candidate>,
    /// A nearby triangle.
    start: u32,
}

impl<T: Real> Block<'_, T> {
    /// Fills the nodes of a group whose home is here, and returns their error bound.
    fn fill(&mut self, group: Group, values: &mut [f32]) -> f64 {
        let grid = &self.blocks.grid;
        let (middle, radius) = self.ball(group);
        let (distance, off) = self.tree.distance(middle, &mut self.start);
        // Thin triangles may be nearer than computed.
        let limit = (distance + 2.0 * (radius + off)) * ROUNDED + rounding(grid) * grid.spacing;
        let few = self.find(middle, limit);
        if !few && !self.tree.thin && group.iter().all(|[from, to]| to - from > 2) {
            return self.halves(group, values);
        }
        let mut worst = 0.0_f64;
        let (mut last, lost) = (0, LOST * grid.extent());
        let [[x0, x1], [y0, y1], [z0, z1]] = group;
        for z in z0..z1 {
            for y in y0..y1 {
                for x in x0..x1 {
                    let local = local_of([x, y, z]);
                    if !self.blocks.is_home(self.slot, local) {
                        continue;
                    }
                    let node = grid.node(self.blocks.node(self.slot, local));
                    let distance = if few {
                        among(&self.near, &mut last, node, (node - middle).norm(), lost)
                    } else {
                        let (distance, off) = self.tree.distance(node, &mut self.start);
                        worst = worst.max(off);
                        distance
                    };
                    values[local] = (distance / grid.spacing) as f32;
                }
            }
        }
        if few && let Some(candidate) = self.near.get(last) {
            self.start = candidate.triangle;
        }
        worst
    }

    /// A ball around the nodes of a group.
    fn ball(&self, group: Group) -> (Vec3<f64>, f64) {
        let grid = &self.blocks.grid;
        let place = self.blocks.places[self.slot];
        let reach = group.each(|[from, to]| (to - 1 - from) as f64 / 2.0);
        let [x, y, z] = core::array::from_fn(|axis| {
            place[axis] as f64 * SIDE as f64 + group[axis][0] as f64 + reach[axis]
        });
        let radius = (Vec3::from(reach).norm() + 2.0 * grid.rounding()) * grid.spacing * ROUNDED;
        (grid.place(x, y, z), radius)
    }

    /// Finds the triangles within a limit of the middle of a group, the nearest first. False if there are many, or thin ones.
    fn find(&mut self, middle: Vec3<f64>, limit: f64) -> bool {
        let (mesh, found) = (self.tree.mesh, &mut self.found);
        found.clear();
        let mut few = !self.tree.thin;
        each_near(mesh.tree(), [middle.to_array(); 2], limit, |triangle| {
            let distance = (nearest_of(mesh.corners(triangle), middle) - middle).norm();
            if few && distance <= limit {
                found.push((distance, triangle));
                few = found.len() <= FEW;
            }
            if few { limit } else { -1.0 }
        });
        self.near.clear();
        if few {
            found.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            self.near.extend(found.iter().map(|&(apart, triangle)| Candidate::new(mesh, triangle, apart)));
        }
        few
    }

    /// Fills the eight parts of a group with too many triangles nearby.
    fn halves(&mut self, group: Group, values: &mut [f32]) -> f64 {
        let mut worst = 0.0_f64;
        for part in 0..8_usize {
            let half = core::array::from_fn(|axis| {
                let [from, to] = group[axis];
                let half = from.midpoint(to);
                if part >> axis & 1 == 0 { [from, half] } else { [half, to] }
            });
            worst = worst.max(self.fill(half, values));
        }
        worst
    }
}

/// Distance of a point from the nearest of some triangles, sorted by their distance from a middle; the point is at a distance `way` from
/// there. `last` is a triangle that is near, and becomes the nearest. `lost`: bound on the excess of distances from the middle, and of
/// bounds by normals.
fn among(near: &[Candidate], last: &mut usize, place: Vec3<f64>, way: f64, lost: f64) -> f64 {
    let squared = |candidate: &Candidate| (nearest_of(candidate.corners, place) - place).norm_squared();
    let mut best = near.get(*last).map_or(f64::INFINITY, squared);
    let mut distance = Real::sqrt(best) * ROUNDED;
    let first = *last;
    for (i, candidate) in near.iter().enumerate() {
        let (around, reach) = (distance + candidate.radius, distance + lost);
        if candidate.apart > reach + way * ROUNDED {
            break;
        }
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
