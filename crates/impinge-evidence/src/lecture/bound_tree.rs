//! A lower-upper bound tree over triangles, and distances of cells by it.
//!
//! **Answers** the distance of a point from the nearest triangle, the same as brute force to the bit.
//!
//! **Source.** The lecture lists "Lower-Upper Bound Tree (LUB-Tree)" among efficient constructions of distance maps and prints only the
//! name. So this follows the name: a tree of boxes, each with a lower and an upper bound on the distance of its contents; a box whose lower
//! bound is above the least upper bound so far is left out.
//!
//! | symbol | meaning |
//! |---|---|
//! | lower | distance of the point from the box |
//! | upper | the farthest that the nearest triangle in the box can be: each side of the box touches one, so for each axis the side that is nearer and the far corner of it, the least of three |
//!
//! **Cost.** O(log M) boxes for a point in the mean, all of them at worst. **Failure.** Points as far from many triangles as from the nearest one, such
//! as the center of a sphere, query all of them.

use impinge::{Real, Vec3, Vector};

use super::cells::Grid;
use super::triangle::squared_distance;

/// Number of triangles that is not divided.
const LEAF: usize = 4;

/// Relative enlargement of upper bounds, a few roundings, so that none is below the distance that it bounds.
const ROUNDED: f64 = 1.0 + 16.0 * f64::EPSILON;

/// A tree over triangles.
pub struct BoundTree {
    nodes: Vec<Node>,
    triangles: Vec<[Vec3<f64>; 3]>,
}

struct Node {
    min: Vec3<f64>,
    max: Vec3<f64>,
    /// The triangles of a leaf, from and to.
    triangles: [usize; 2],
    /// The second child, the first being the next node; 0 for a leaf.
    second: usize,
}

impl BoundTree {
    /// A tree, divided at the median along the longest side.
    pub fn new(triangles: &[[Vec3<f64>; 3]]) -> Self {
        let mut tree = Self { nodes: Vec::new(), triangles: triangles.to_vec() };
        if !triangles.is_empty() {
            tree.divide(0, triangles.len());
        }
        tree
    }

    fn divide(&mut self, from: usize, to: usize) {
        let corners = self.triangles[from..to].iter().flatten();
        let all = Vec3::new(f64::INFINITY, f64::INFINITY, f64::INFINITY);
        let (min, max) =
            corners.fold((all, -all), |(min, max), &v| (Vector::min(min, v), Vector::max(max, v)));
        let node = self.nodes.len();
        self.nodes.push(Node { min, max, triangles: [from, to], second: 0 });
        if to - from <= LEAF {
            return;
        }
        let size = max - min;
        let axis = (1..3).fold(0, |best, k| if size.get(k) > size.get(best) { k } else { best });
        let place = |t: &[Vec3<f64>; 3]| t[0].get(axis) + t[1].get(axis) + t[2].get(axis);
        let middle = (to - from) / 2;
        self.triangles[from..to].select_nth_unstable_by(middle, |s, t| place(s).total_cmp(&place(t)));
        self.divide(from, from + middle);
        self.nodes[node].second = self.nodes.len();
        self.divide(from + middle, to);
    }

    /// Square of the distance from the nearest triangle, and the number of triangles queried.
    pub fn squared_distance(&self, p: Vec3<f64>, stack: &mut Vec<(f64, usize)>) -> (f64, u64) {
        let (mut best, mut upper, mut calls) = (f64::INFINITY, f64::INFINITY, 0);
        stack.clear();
        if !self.nodes.is_empty() {
            stack.push((0.0, 0));
        }
        while let Some((lower, k)) = stack.pop() {
            if lower > upper {
                continue;
            }
            let node = &self.nodes[k];
            if node.second == 0 {
                for &triangle in &self.triangles[node.triangles[0]..node.triangles[1]] {
                    calls += 1;
                    best = Real::min(best, squared_distance(p, triangle));
                }
                upper = Real::min(upper, best * ROUNDED);
                continue;
            }
            let mut children = [k + 1, node.second].map(|child| {
                let [lower, above] = bounds(&self.nodes[child], p);
                upper = Real::min(upper, above * ROUNDED);
                (lower, child)
            });
            // The nearer one is visited first.
            if children[0].0 < children[1].0 {
                children.swap(0, 1);
            }
            stack.extend(children.into_iter().filter(|(lower, _)| *lower <= upper));
        }
        (best, calls)
    }
}

/// The squares of the lower and of the upper bound of a box.
fn bounds(node: &Node, p: Vec3<f64>) -> [f64; 2] {
    let (mut lower, mut far) = (0.0, 0.0);
    // For each axis, squares of the way to the nearer side and to the farther one.
    let mut sides = [[0.0; 2]; 3];
    for (axis, side) in sides.iter_mut().enumerate() {
        let (x, low, high) = (p.get(axis), node.min.get(axis), node.max.get(axis));
        let out = Real::max(Real::max(low - x, x - high), 0.0);
        lower += out * out;
        let [to_low, to_high] = [(x - low) * (x - low), (x - high) * (x - high)];
        *side = [Real::min(to_low, to_high), Real::max(to_low, to_high)];
        far += side[1];
    }
    // The rounding of `far` is in ROUNDED: all terms have one sign except for the subtracted one, which is part of it.
    let upper =
        sides.iter().map(|[near, farther]| (far - farther).abs() + near).fold(f64::INFINITY, Real::min);
    [lower / ROUNDED, upper + far * (ROUNDED - 1.0)]
}

/// Distance of each center from the nearest triangle, and the number of triangles queried.
pub fn by_tree(grid: Grid, tree: &BoundTree) -> (Vec<f64>, u64) {
    let (mut calls, mut stack) = (0, Vec::new());
    let of = |p: Vec3<f64>| {
        let (squared, asked) = tree.squared_distance(p, &mut stack);
        calls += asked;
        squared.sqrt()
    };
    let distances = grid.centers().map(of).collect();
    (distances, calls)
}

#[cfg(test)]
mod tests {
    use impinge::mesh::TriangleMesh;
    use impinge_scenes::{Rng, rooms};

    use super::super::cells::{CellMap, brute_force};
    use super::*;

    fn torus(around: usize) -> (TriangleMesh<f64>, Vec<[Vec3<f64>; 3]>) {
        let faces = rooms::torus(around, around / 2);
        let (mesh, _) = TriangleMesh::new(&faces.points, &faces.triangles()).unwrap();
        let corner = |i: u32| mesh.vertices()[i as usize];
        let triangles = mesh.triangles().map(|(_, t)| t.map(corner)).collect();
        (mesh, triangles)
    }

    /// The tree gives the distances of brute force to the bit with far fewer queries; brute force makes N³ M; a look-up is off by at most
    /// half the diagonal of a cell.
    #[test]
    fn the_tree_is_brute_force_and_both_are_the_map_of_the_lecture() {
        let (mesh, triangles) = torus(16);
        let grid = Grid::around(&mesh, 12);
        let (brute, calls) = brute_force(grid, &triangles);
        assert_eq!(calls, 12 * 12 * 12 * triangles.len() as u64);
        let (found, asked) = by_tree(grid, &BoundTree::new(&triangles));
        assert_eq!(found, brute);
        assert!(asked < calls / 5, "{asked} {calls}");
        let map = CellMap::new(grid, &brute, &mesh);
        let mut rng = Rng::new(1);
        let (mut inside, mut seen) = (0, 0);
        for _ in 0..2_000 {
            let p = rng.in_ball::<f64>() * 2.0;
            let Some(value) = map.look_up(p) else { continue };
            let truth = mesh.nearest(p).unwrap().signed_distance;
            assert!((value - truth).abs() <= 0.867 * grid.side, "{p:?} {value} {truth}");
            inside += usize::from(value < 0.0);
            seen += 1;
        }
        assert!(
            inside > 50 && seen > 300 && map.look_up(Vec3::new(9.0, 0.0, 0.0)).is_none(),
            "{inside} {seen}"
        );
    }

    #[test]
    fn an_empty_tree_has_no_distance() {
        assert_eq!(BoundTree::new(&[]).squared_distance(Vec3::ZERO, &mut Vec::new()), (f64::INFINITY, 0));
    }
}
