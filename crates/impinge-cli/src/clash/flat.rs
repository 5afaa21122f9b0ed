//! Comparison of two sets of triangles on the same vertices: whether they are one surface with flat faces triangulated differently.
//!
//! A quad may be cut along either diagonal, and a polygon with more corners from any of them. Triangles in both sets are equal. The
//! rest are joined into patches across edges that the other set does not have. Two patches, one of each set, are one
//! surface if they have the same boundary and are flat: seen along the axis nearest to the plane's normal, no triangle
//! is folded over, so that each covers every place as often as the boundary runs around it. All corners are within δ of one plane,
//! so no point of one patch is farther than 2√3 δ from the other.
//!
//! Not recognized: flat faces with more vertices in one set than in the other, and patches with triangles that are degenerate within
//! rounding, or turned over.

use std::collections::{HashMap, HashSet};

use impinge::Vec3;

type Point = Vec3<f64>;
type Triangle = [u32; 3];

/// Bound on the rounding error of a height over a plane, and of an area, relative to the lengths involved: a dozen operations.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Largest distance between the surfaces of two sets of triangles; none if they are not recognized as one.
pub fn deviation(corners: &[Point], one: &[Triangle], other: &[Triangle]) -> Option<f64> {
    let (left, right) = (rest(one, other), rest(other, one));
    if left.len() != right.len() {
        return None;
    }
    let (left, right) = (patches(&left, &edges(&right)), patches(&right, &edges(&left)));
    let mut by_boundary: HashMap<Vec<[u32; 2]>, Vec<Vec<Triangle>>> = HashMap::new();
    for patch in right {
        by_boundary.entry(undirected(&boundary(&patch))).or_default().push(patch);
    }
    let mut most = 0.0_f64;
    for patch in left {
        let same = by_boundary.get_mut(&undirected(&boundary(&patch)))?.pop()?;
        most = most.max(flat_deviation(corners, &patch, &same)?);
    }
    by_boundary.values().all(Vec::is_empty).then_some(most)
}

fn sorted<const N: usize>(mut corners: [u32; N]) -> [u32; N] {
    corners.sort_unstable();
    corners
}

/// Triangles that the other set does not have.
fn rest(one: &[Triangle], other: &[Triangle]) -> Vec<Triangle> {
    let there: HashSet<Triangle> = other.iter().map(|t| sorted(*t)).collect();
    one.iter().copied().filter(|t| !there.contains(&sorted(*t))).collect()
}

fn sides([a, b, c]: Triangle) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

fn edges(triangles: &[Triangle]) -> HashSet<[u32; 2]> {
    triangles.iter().flat_map(|t| sides(*t)).map(sorted).collect()
}

/// Triangles joined across edges that do not belong to the others.
fn patches(triangles: &[Triangle], others: &HashSet<[u32; 2]>) -> Vec<Vec<Triangle>> {
    let mut root: Vec<usize> = (0..triangles.len()).collect();
    let find = |root: &mut Vec<usize>, mut k: usize| {
        while root[k] != k {
            root[k] = root[root[k]];
            k = root[k];
        }
        k
    };
    let mut seen: HashMap<[u32; 2], usize> = HashMap::new();
    for (k, triangle) in triangles.iter().enumerate() {
        for edge in sides(*triangle).map(sorted).into_iter().filter(|edge| !others.contains(edge)) {
            let first = *seen.entry(edge).or_insert(k);
            let (a, b) = (find(&mut root, first), find(&mut root, k));
            root[a.max(b)] = a.min(b);
        }
    }
    let mut patches: HashMap<usize, Vec<Triangle>> = HashMap::new();
    let mut order = Vec::new();
    for (k, triangle) in triangles.iter().enumerate() {
        let patch = find(&mut root, k);
        patches.entry(patch).or_insert_with(|| {
            order.push(patch);
            Vec::new()
        });
        if let Some(all) = patches.get_mut(&patch) {
            all.push(*triangle);
        }
    }
    order.iter().filter_map(|patch| patches.remove(patch)).collect()
}

/// Directed edges without a reverse, in rising order.
fn boundary(patch: &[Triangle]) -> Vec<[u32; 2]> {
    let all: HashSet<[u32; 2]> = patch.iter().flat_map(|t| sides(*t)).collect();
    let mut open: Vec<[u32; 2]> = all.iter().copied().filter(|[a, b]| !all.contains(&[*b, *a])).collect();
    open.sort_unstable();
    open
}

fn undirected(boundary: &[[u32; 2]]) -> Vec<[u32; 2]> {
    let mut all: Vec<[u32; 2]> = boundary.iter().map(|edge| sorted(*edge)).collect();
    all.sort_unstable();
    all
}

/// Largest distance between two patches with one boundary, if they are flat.
fn flat_deviation(corners: &[Point], one: &[Triangle], other: &[Triangle]) -> Option<f64> {
    let at = |k: u32| corners[k as usize];
    let normal = |[a, b, c]: Triangle| (at(b) - at(a)).cross(at(c) - at(a));
    let widest = one.iter().copied().max_by(|s, t| normal(*s).norm().total_cmp(&normal(*t).norm()))?;
    let (n, origin) = (normal(widest), at(widest[0]));
    let across = n.abs().to_array();
    let axis = (0..3).fold(0, |best, k| if across[k] > across[best] { k } else { best });
    let turns = [turn(corners, one, axis)?, turn(corners, other, axis)?];
    let directed = |patch: &[Triangle], turn: bool| {
        let mut edges = boundary(patch);
        if !turn {
            edges.iter_mut().for_each(|edge| edge.reverse());
            edges.sort_unstable();
        }
        edges
    };
    if directed(one, turns[0]) != directed(other, turns[1]) {
        return None;
    }
    let all = || one.iter().chain(other).flatten().map(|k| at(*k) - origin);
    // Where one coordinate is the same for all, nothing is rounded.
    if (0..3).any(|k| all().all(|p| p.to_array()[k] == 0.0)) {
        return Some(0.0);
    }
    let unit = n.normalized()?;
    // Points one over the other along the axis, each within δ of the plane, are 2δ over the cosine of its tilt apart.
    let height = |p: Point| p.dot(unit).abs() + ROUNDING * p.norm();
    Some(2.0 * all().map(height).fold(0.0, f64::max) / unit.to_array()[axis].abs())
}

/// Whether all triangles turn counterclockwise as seen along an axis (or all clockwise); none if they disagree, or rounding hides it.
fn turn(corners: &[Point], patch: &[Triangle], axis: usize) -> Option<bool> {
    let flat = |k: u32| {
        let p = corners[k as usize].to_array();
        [p[(axis + 1) % 3], p[(axis + 2) % 3]]
    };
    let mut all = patch.iter().map(|[a, b, c]| {
        let (a, b, c) = (flat(*a), flat(*b), flat(*c));
        let (u, v) = ([b[0] - a[0], b[1] - a[1]], [c[0] - a[0], c[1] - a[1]]);
        let (one, two) = (u[0] * v[1], u[1] * v[0]);
        ((one - two).abs() > ROUNDING * (one.abs() + two.abs())).then_some(one > two)
    });
    let first = all.next()??;
    all.all(|turn| turn == Some(first)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prism(corners: usize, height: f64) -> Vec<Point> {
        let ring = |z: f64| {
            (0..corners).map(move |k| {
                let (sin, cos) = (k as f64 * std::f64::consts::TAU / corners as f64).sin_cos();
                Vec3::new(cos, sin, z)
            })
        };
        ring(0.0).chain(ring(height)).collect()
    }

    /// A prism whose caps are cut as fans from corner `from`, and whose sides along one diagonal or the other.
    fn triangles(corners: u32, from: u32, other: bool) -> Vec<Triangle> {
        let at = |k: u32| k % corners;
        let mut all = Vec::new();
        for k in 1..corners - 1 {
            all.push([at(from), at(from + k + 1), at(from + k)]);
            all.push([at(from), at(from + k), at(from + k + 1)].map(|c| c + corners));
        }
        for k in 0..corners {
            let [a, b, c, d] = [k, at(k + 1), at(k + 1) + corners, k + corners];
            let cut = if other { [[a, b, d], [b, c, d]] } else { [[a, b, c], [a, c, d]] };
            all.extend(cut);
        }
        all
    }

    #[test]
    fn flat_faces_may_be_cut_in_other_ways() {
        let points = prism(7, 2.0);
        let one = triangles(7, 0, false);
        for from in 0..7 {
            for other in [false, true] {
                let mut two = triangles(7, from, other);
                two.reverse();
                two.iter_mut().for_each(|t| t.rotate_left(1));
                let off = deviation(&points, &one, &two).expect("the same prism");
                assert!(off < 1e-13, "{off}");
            }
        }
        assert_eq!(deviation(&points, &one, &one), Some(0.0));
    }

    #[test]
    fn non_flat_quads_differ_by_their_diagonal() {
        let mut points = prism(4, 2.0);
        // One corner is pulled up: the two diagonals of the cap are now at different heights.
        points[4].z += 0.25;
        let (one, two) = (triangles(4, 0, false), triangles(4, 1, false));
        let off = deviation(&points, &one, &two).expect("not folded over");
        assert!(off > 0.2 && off < 0.6, "{off}");
    }

    #[test]
    fn another_surface_is_not_the_same() {
        let points = prism(6, 1.0);
        let one = triangles(6, 0, false);
        let mut open = one.clone();
        open.pop();
        assert_eq!(deviation(&points, &one, &open), None);
        let mut bent = triangles(6, 2, true);
        bent[0] = [0, 1, 9];
        assert_eq!(deviation(&points, &one, &bent), None);
        // A face turned over is not taken for the same: its triangles do not go the same way around.
        let mut turned = triangles(6, 2, false);
        turned[0].swap(0, 1);
        assert_eq!(deviation(&points, &one, &turned), None);
    }
}
