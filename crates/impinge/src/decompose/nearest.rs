//! Distances from the surface, by a tree of boxes over its triangles.
//!
//! Built once for the solid, and for every hull with many faces, by halving along the longest side; queried some hundred thousand times.
//! A query visits the nearer box first, skips boxes that are farther than the best distance, and ends with the first triangle that
//! is near enough. The tree of [`TriangleMesh`](crate::mesh::TriangleMesh) has oriented boxes, which take several times as long to
//! build.

use alloc::vec::Vec;

use crate::math::{Aabb, Each, Real, Vec3, Vector};

/// Triangles in a leaf. Fewer make more boxes, more make more triangles to visit.
const LEAF: usize = 4;

/// Size of the stack of nodes: halving 2^31 triangles goes 29 deep, and each level leaves one.
const STACK: usize = 32;

#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Aabb<Vec3<f64>>,
    /// The first triangle of a leaf, or the second child of a node; the first one follows it.
    next: u32,
    /// Number of triangles, 0 for a node with children.
    count: u32,
}

/// The triangles of a surface, and a tree over them.
#[derive(Clone, Debug)]
pub(super) struct Surface {
    triangles: Vec<[Vec3<f64>; 3]>,
    nodes: Vec<Node>,
}

impl Surface {
    pub(super) fn new(mut triangles: Vec<[Vec3<f64>; 3]>) -> Self {
        let mut nodes = Vec::with_capacity(triangles.len());
        build(&mut triangles, 0, &mut nodes);
        Self { triangles, nodes }
    }

    /// Distance of a point from the surface, and the nearest triangle. If the distance is at most `enough`, any triangle that is
    /// at most that far away.
    pub(super) fn nearest(&self, p: Vec3<f64>, enough: f64) -> (f64, u32) {
        let enough = if enough > 0.0 { enough * enough } else { 0.0 };
        let (mut best, mut nearest) = (f64::INFINITY, 0);
        let mut stack = [(0_u32, 0.0); STACK];
        let mut waiting = usize::from(!self.nodes.is_empty());
        while waiting > 0 && best > enough {
            waiting -= 1;
            let (index, gap) = stack[waiting];
            if gap >= best {
                continue;
            }
            let node = &self.nodes[index as usize];
            if node.count > 0 {
                for triangle in node.next..node.next + node.count {
                    let distance = distance_squared(p, &self.triangles[triangle as usize]);
                    if distance < best {
                        (best, nearest) = (distance, triangle);
                    }
                }
                continue;
            }
            let [near, far] =
                [index + 1, node.next].each(|c| (c, gap_squared(&self.nodes[c as usize].bounds, p)));
            let (near, far) = if near.1 <= far.1 { (near, far) } else { (far, near) };
            stack[waiting] = far;
            stack[waiting + 1] = near;
            waiting += 2;
        }
        (Real::sqrt(best), nearest)
    }

    /// The corners of a triangle.
    pub(super) fn triangle(&self, triangle: u32) -> [Vec3<f64>; 3] {
        self.triangles[triangle as usize]
    }

    /// Unit normal of the triangle nearest to a point.
    pub(super) fn normal_near(&self, p: Vec3<f64>) -> Vec3<f64> {
        let [a, b, c] = self.triangles[self.nearest(p, 0.0).1 as usize];
        (b - a).cross(c - a).unit()
    }

    /// Distance of a point from one triangle.
    pub(super) fn distance_from(&self, p: Vec3<f64>, triangle: u32) -> f64 {
        Real::sqrt(distance_squared(p, &self.triangles[triangle as usize]))
    }
}

fn build(triangles: &mut [[Vec3<f64>; 3]], first: u32, nodes: &mut Vec<Node>) {
    let Some(bounds) = Aabb::of_points(triangles.iter().flatten().copied()) else { return };
    let index = nodes.len();
    nodes.push(Node { bounds, next: first, count: triangles.len() as u32 });
    if triangles.len() <= LEAF {
        return;
    }
    let size = bounds.max - bounds.min;
    let axis = if size.x >= size.y && size.x >= size.z {
        0
    } else if size.y >= size.z {
        1
    } else {
        2
    };
    let key = |t: &[Vec3<f64>; 3]| t[0].get(axis) + t[1].get(axis) + t[2].get(axis);
    let half = triangles.len() / 2;
    triangles.select_nth_unstable_by(half, |a, b| key(a).total_cmp(&key(b)));
    let (low, high) = triangles.split_at_mut(half);
    nodes[index].count = 0;
    build(low, first, nodes);
    nodes[index].next = nodes.len() as u32;
    build(high, first + half as u32, nodes);
}

fn gap_squared(bounds: &Aabb<Vec3<f64>>, p: Vec3<f64>) -> f64 {
    (bounds.min - p).max(p - bounds.max).max(Vec3::ZERO).norm_squared()
}

/// Squared distance of a point from a triangle, by the region that it is in (Ericson, Real-Time Collision Detection,
/// 2005, section 5.1.5).
fn distance_squared(p: Vec3<f64>, &[a, b, c]: &[Vec3<f64>; 3]) -> f64 {
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return ap.norm_squared();
    }
    let bp = p - b;
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return bp.norm_squared();
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return (ap - ab * (d1 / (d1 - d3))).norm_squared();
    }
    let cp = p - c;
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return cp.norm_squared();
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return (ap - ac * (d2 / (d2 - d6))).norm_squared();
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        let t = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return (bp - (c - b) * t).norm_squared();
    }
    let sum = va + vb + vc;
    (ap - ab * (vb / sum) - ac * (vc / sum)).norm_squared()
}
