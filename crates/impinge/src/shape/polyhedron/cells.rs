//! Division of the sphere of directions into the cells of a [`GaussTree`], and storage of the cells.
//!
//! A cell is kept as the list of cones that intersect it, each clipped to the cell: a spherical convex polygon, given
//! by its corners. To split the cell, a handful of planes is tried on a sample of the cones, and the plane whose worse
//! side keeps the fewest is taken. All in `f64`, for both precisions. O(n log n) time.

use alloc::vec::Vec;

use super::gauss::{CELL, COUNT_BITS, GaussTree, HOME_DEPTH, HOME_VERTICES, LONG, large_leaf, leaf};
use super::oct_map::OctMap;
use crate::math::lanes::{Block, LANES};
use crate::math::{Each, Real, Vec3};

/// Number of cones on which the planes are tried.
const SAMPLE: usize = 96;
/// Number of planes between two neighboring vertices that are tried.
const BISECTORS: usize = 16;
/// A split is worth it if the worse side keeps at most this share of the cones.
const USEFUL_SHARE: f64 = 0.9;
/// A part of a cone thinner than this many ε (an angle) is dropped from a cell: the neighboring cone serves its
/// directions, with an error of that angle times the diameter.
const SLIVER_ULPS: f64 = 2.0;
/// A corner this near to a plane (an angle), and as near as the slivers dropped beside it, lies on it. Too wide does no
/// harm, it only adds planes to a guard.
const TOUCH: f64 = 1e-9;
/// Corners farther apart than this many slivers are two ends of an edge, not one corner.
const EDGE_SLIVERS: f64 = 32.0;
/// Planes more nearly parallel than this (squared sine of their angle) are not combined: rounding would grow.
const PARALLEL: f64 = 1e-3;
/// No polyhedron of 2^32 vertices needs a deeper tree; stops a split that makes no progress.
const MAX_DEPTH: usize = 40;

/// Cones that intersect a cell.
#[derive(Clone, Default)]
pub(super) struct Cell {
    /// Vertex of each cone, with the end index of its corners.
    pub(super) cones: Vec<(u32, u32)>,
    /// Corners of all cones, as unit vectors.
    corners: Vec<Vec3<f64>>,
}

impl Cell {
    pub(super) fn cone(&self, i: usize) -> (u32, &[Vec3<f64>]) {
        let start = if i == 0 { 0 } else { self.cones[i - 1].1 as usize };
        let (vertex, end) = self.cones[i];
        (vertex, &self.corners[start..end as usize])
    }

    pub(super) fn push(&mut self, vertex: u32, corners: impl IntoIterator<Item = Vec3<f64>>) {
        self.corners.extend(corners);
        self.cones.push((vertex, self.corners.len() as u32));
    }
}

/// A tree under construction.
pub(super) struct Builder<'a, T> {
    vertices: &'a [Vec3<T>],
    sliver: f64,
    /// State of a small random generator: the choice of samples is the same on every machine.
    seed: u64,
    /// Planes that bound the current cell, non-negative inside.
    pub(super) path: Vec<Vec3<f64>>,
    pub(super) tree: GaussTree<T>,
}

impl<'a, T: Real> Builder<'a, T> {
    pub(super) fn new(vertices: &'a [Vec3<T>]) -> Self {
        let tree = GaussTree {
            map: OctMap::new(0),
            nodes: Vec::new(),
            cells: Vec::new(),
            homes: Vec::new(),
            long_cells: Vec::new(),
        };
        Self { vertices, sliver: SLIVER_ULPS * T::EPSILON.f64(), seed: 1, path: Vec::new(), tree }
    }

    /// Returns a cell or a node for a square of the map.
    pub(super) fn entry(&mut self, cell: Cell) -> u32 {
        if cell.cones.len() <= large_leaf::<T>() { self.leaf(&cell, 0) } else { self.node(cell, 1) }
    }

    /// Returns a node for three levels of splits, with everything below it.
    pub(super) fn node(&mut self, cell: Cell, depth: usize) -> u32 {
        let index = self.tree.nodes.len();
        self.tree.nodes.push(Block::default());
        let mut planes = [Vec3::ZERO; LANES];
        let mut children = [0; LANES];
        self.level(cell, 0, 0, depth, &mut planes, &mut children);
        self.tree.nodes[index] = Block::from_fn(|i| (planes[i].cast(), children[i]));
        index as u32
    }

    /// Splits by plane `place` of a node's level. A cell that is not split further fills all the children below it.
    fn level(
        &mut self,
        cell: Cell,
        level: usize,
        place: usize,
        depth: usize,
        planes: &mut [Vec3<f64>; LANES],
        children: &mut [u32; LANES],
    ) {
        let below = LANES >> level;
        let limit = if below == 1 { large_leaf::<T>() } else { leaf::<T>() };
        let large = cell.cones.len() > limit && depth < MAX_DEPTH;
        if large && below == 1 {
            children[place] = self.node(cell, depth + 1);
            return;
        }
        let plane = if large { self.best_plane(&cell) } else { None };
        let Some(plane) = plane else {
            let leaf = self.leaf(&cell, depth);
            children[place * below..(place + 1) * below].fill(leaf);
            return;
        };
        planes[(1 << level) - 1 + place] = plane;
        let [positive, negative] = self.split(cell, plane);
        self.path.push(plane);
        self.level(positive, level + 1, 2 * place, depth, planes, children);
        self.path.pop();
        self.path.push(-plane);
        self.level(negative, level + 1, 2 * place + 1, depth, planes, children);
        self.path.pop();
    }

    /// The planes that bound a cell, out of those on the path to it. If there are more than a block holds, the result
    /// is a guard that lets nothing pass.
    ///
    /// A plane that the cell touches along an edge is needed, one that it does not touch is not. Of those that it
    /// touches in a corner (all planes through the pole of a thin wedge do) the needed ones are found by trying to
    /// combine each from two that are already included: those two then forbid what the plane forbids, up to the
    /// remainder.
    fn guard(&self, cell: &Cell) -> Block<T> {
        let mut needed: Vec<Vec3<f64>> = Vec::new();
        let mut corner_only: Vec<Vec3<f64>> = Vec::new();
        for &plane in &self.path {
            let on_plane = |c: &&Vec3<f64>| c.dot(plane).abs() <= TOUCH + 4.0 * self.sliver;
            let mut touching = cell.corners.iter().filter(on_plane);
            let Some(&first) = touching.next() else { continue };
            // Opposite corners, such as the poles of a lune, are not an edge either: planes that rotate about them contain both.
            let is_edge = touching.any(|&c| first.cross(c).max_abs() > EDGE_SLIVERS * self.sliver);
            if is_edge { needed.push(plane) } else { corner_only.push(plane) }
        }
        while needed.len() <= LANES {
            corner_only.retain(|&plane| rest(plane, &needed) > 4.0 * self.sliver);
            // The plane least like those included: the others are then combined with it.
            let likeness =
                |plane: Vec3<f64>| needed.iter().fold(0.0, |m, n| Real::max(n.dot(plane).abs(), m));
            let next = (0..corner_only.len())
                .min_by(|&i, &j| likeness(corner_only[i]).total_cmp(&likeness(corner_only[j])));
            let Some(next) = next else { break };
            needed.push(corner_only.swap_remove(next));
        }
        if needed.len() > LANES {
            let (x, y, z) = (Vec3::axis(0), Vec3::axis(1), Vec3::axis(2));
            return Block::from_fn(|i| ([x, -x, y, -y, z, -z, z, -z][i], 0));
        }
        Block::from_fn(|i| (needed.get(i).copied().unwrap_or(Vec3::ZERO).cast(), 0))
    }

    /// Writes the vertices of a cell.
    fn leaf(&mut self, cell: &Cell, depth: usize) -> u32 {
        if depth >= HOME_DEPTH && self.vertices.len() >= HOME_VERTICES {
            let guard = self.guard(cell);
            self.tree.cells.push(guard);
        }
        let first = self.tree.cells.len() as u32;
        for chunk in cell.cones.chunks(LANES) {
            // The last block is padded with its last vertex.
            self.tree.cells.push(Block::from_fn(|i| {
                let id = chunk[i.min(chunk.len() - 1)].0;
                (self.vertices[id as usize], id)
            }));
        }
        let mut count = self.tree.cells.len() as u32 - first;
        if count >= LONG {
            self.tree.long_cells.push((first, count));
            count = LONG;
        }
        CELL | (first << COUNT_BITS) | count
    }

    /// The plane, of those tried, whose worse side keeps the fewest cones; `None` if none is worth it.
    fn best_plane(&mut self, cell: &Cell) -> Option<Vec3<f64>> {
        let count = cell.cones.len();
        let sample: Vec<usize> = if count <= SAMPLE {
            (0..count).collect()
        } else {
            (0..SAMPLE).map(|_| self.random(count)).collect()
        };
        let centers: Vec<Vec3<f64>> = sample.iter().map(|&i| middle(cell.cone(i).1)).collect();
        let cost = |plane: Vec3<f64>| {
            let mut sides = [0; 2];
            for &i in &sample {
                for &side in self.sides(cell.cone(i).1, plane) {
                    sides[side] += 1;
                }
            }
            // The number that the worse side keeps; of equal ones, the plane that cuts fewer cones.
            ((sides[0].max(sides[1]), sides[0] + sides[1]), sides)
        };
        // The query uses the plane as rounded.
        let rounded = |plane: Vec3<f64>| plane.cast::<T>().cast::<f64>();
        let medians = median_planes(&centers).into_iter().flatten().map(rounded);
        let mut best: Vec<_> = medians.map(|plane| (cost(plane).0, plane)).collect();
        // Planes between neighboring vertices cut no cone lengthwise. Each next one is taken from the fuller side of
        // the last, as in the search for a median.
        let mut pool: Vec<usize> = (0..sample.len()).collect();
        let mut picks = self.seed;
        for _ in 0..BISECTORS {
            if pool.is_empty() {
                break;
            }
            picks = next_random(picks);
            let a = pool[(picks >> 33) as usize % pool.len()];
            let b = nearest(&centers, a);
            let at = |i: usize| self.vertices[cell.cone(sample[i]).0 as usize].cast::<f64>();
            let Some(plane) = (at(a) - at(b)).normalized().map(rounded) else { continue };
            let (kept, sides) = cost(plane);
            best.push((kept, plane));
            let fuller = if sides[0] > sides[1] { plane } else { -plane };
            pool.retain(|&i| i != a && i != b && centers[i].dot(fuller) > 0.0);
        }
        let (kept, plane) = best.into_iter().min_by_key(|(kept, _)| *kept)?;
        (kept.0 as f64 <= USEFUL_SHARE * sample.len() as f64).then_some(plane)
    }

    /// The sides of a plane on which a cone has more than a sliver; one of them if it has on neither. At least one: so
    /// a plane that [`Builder::best_plane`] takes leaves no side without a cone.
    fn sides(&self, corners: &[Vec3<f64>], plane: Vec3<f64>) -> &'static [usize] {
        let (low, high) = extent(corners, plane);
        if low >= -self.sliver {
            &[0]
        } else if high <= self.sliver {
            &[1]
        } else {
            &[0, 1]
        }
    }

    /// The cones on either side of a plane: of non-negative and of negative directions.
    pub(super) fn split(&self, cell: Cell, plane: Vec3<f64>) -> [Cell; 2] {
        let mut sides = [Cell::default(), Cell::default()];
        for i in 0..cell.cones.len() {
            let (vertex, corners) = cell.cone(i);
            match self.sides(corners, plane) {
                [side] => sides[*side].push(vertex, corners.iter().copied()),
                _ => {
                    for (side, normal) in sides.iter_mut().zip([plane, -plane]) {
                        side.push(vertex, clip(corners, normal));
                    }
                }
            }
        }
        sides
    }

    /// A random number below `bound`.
    fn random(&mut self, bound: usize) -> usize {
        self.seed = next_random(self.seed);
        ((self.seed >> 33) as usize) % bound
    }
}

fn next_random(state: u64) -> u64 {
    state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407)
}

/// A direction inside a cone.
pub(super) fn middle(corners: &[Vec3<f64>]) -> Vec3<f64> {
    corners.iter().fold(Vec3::ZERO, |sum, &c| sum + c).unit()
}

/// The remainder of a plane's normal after subtracting the best combination of two others with non-negative
/// coefficients: where the others are not negative, this plane is below zero by no more.
fn rest(plane: Vec3<f64>, others: &[Vec3<f64>]) -> f64 {
    let mut least = 1.0;
    for (i, &n) in others.iter().enumerate() {
        for &m in &others[..i] {
            let (g, p, q) = (n.dot(m), plane.dot(n), plane.dot(m));
            let det = 1.0 - g * g;
            let (a, b) = (p - g * q, q - g * p);
            if det > PARALLEL && a >= 0.0 && b >= 0.0 {
                let left = plane - n * (a / det) - m * (b / det);
                least = Real::min(left.max_abs(), least);
            }
        }
    }
    least
}

/// Smallest and largest dot product of the corners with a plane's normal.
fn extent(corners: &[Vec3<f64>], normal: Vec3<f64>) -> (f64, f64) {
    corners.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), c| {
        let s = c.dot(normal);
        (Real::min(s, low), Real::max(s, high))
    })
}

/// The part of a spherical polygon on the non-negative side of a plane (Sutherland and Hodgman).
fn clip(corners: &[Vec3<f64>], normal: Vec3<f64>) -> impl Iterator<Item = Vec3<f64>> {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).flat_map(move |(&a, &b)| {
        let (sa, sb) = (a.dot(normal), b.dot(normal));
        let inside = (sa >= 0.0).then_some(a);
        let crossing =
            ((sa > 0.0 && sb < 0.0) || (sa < 0.0 && sb > 0.0)).then(|| (a * sb.abs() + b * sa.abs()).unit());
        inside.into_iter().chain(crossing)
    })
}

/// The sampled cone whose center is nearest to that of cone `a`.
fn nearest(centers: &[Vec3<f64>], a: usize) -> usize {
    let mut best = (f64::NEG_INFINITY, a);
    for (i, c) in centers.iter().enumerate() {
        let s = c.dot(centers[a]);
        if i != a && s > best.0 {
            best = (s, i);
        }
    }
    best.1
}

/// Planes through the mean of the centers, across their first and second direction of spread.
fn median_planes(centers: &[Vec3<f64>]) -> [Option<Vec3<f64>>; 2] {
    let mean = centers.iter().fold(Vec3::ZERO, |sum, &c| sum + c).unit();
    let u = mean.any_orthogonal();
    let w = mean.cross(u);
    // Spread in the tangent plane of the mean: the 2 by 2 matrix [[uu, uw], [uw, ww]].
    let (mut uu, mut uw, mut ww) = (0.0, 0.0, 0.0);
    for c in centers {
        let (a, b) = (c.dot(u), c.dot(w));
        uu += a * a;
        uw += a * b;
        ww += b * b;
    }
    // Direction of its larger eigenvalue.
    let half = 0.5 * (uu - ww);
    let root = Real::sqrt(half * half + uw * uw);
    let first = if half >= 0.0 { u * (half + root) + w * uw } else { u * uw + w * (root - half) };
    let Some(first) = first.normalized() else { return [Some(u), Some(w)] };
    let second = mean.cross(first);
    [first, second].each(|tangent| {
        // Rotated about the other tangent so that half of the centers lie on either side.
        let mut slopes: Vec<f64> = centers
            .iter()
            .filter(|c| c.dot(mean) > 0.0)
            .map(|c| c.dot(tangent) / c.dot(mean))
            .filter(|s| s.is_finite())
            .collect();
        if slopes.is_empty() {
            return Some(tangent);
        }
        let middle = slopes.len() / 2;
        let median = *slopes.select_nth_unstable_by(middle, f64::total_cmp).1;
        (tangent - mean * median).normalized()
    })
}
