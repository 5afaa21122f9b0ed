//! Minkowski sum of two convex polyhedra.
//!
//! The normal cones of the sum's vertices are the intersections of a cone of A with a cone of B: overlay the two
//! Gauss maps, and every cell is a vertex a + b of the sum. Two steps:
//!
//! 1. **Walk.** Each edge of A is an arc on the sphere, between the normals of its two faces. Along the arc the
//!    support point of B changes where the arc crosses from one cone of B to the next; these crossings are found by
//!    support queries alone. A cell that no arc of A enters is a whole cone of B, and is found from the normals of
//!    B's faces.
//! 2. **Prove.** Parallel faces and edges make arcs coincide, and rounding may then choose either side. So the hull
//!    of the sums found is held against the implicit sum: in the direction of each of its face normals the support
//!    value of A plus that of B must not exceed its own. Where it does, that sum is added and the step repeated. A
//!    hull that passes contains the sum up to the tolerance, and it lies within the sum by construction.
//!
//! Cost: O(k log k) for k vertices in the result, times the rounds of step 2: 1 for polyhedra in general position,
//! a few for parallel faces.

use alloc::vec::Vec;

use super::SUM_ULPS;
use crate::error::ShapeError;
use crate::hull::solid_hull;
use crate::math::{Real, Vec3, Vector};
use crate::shape::{ConvexPolyhedron, Id, SUPPORT_ULPS, Support};

/// Crossings on one arc are found by halving; a deeper chain means that rounding decides and nothing is gained.
const MAX_DEPTH: usize = 48;

pub(super) fn sum<T: Real>(
    a: &ConvexPolyhedron<T>,
    b: &ConvexPolyhedron<T>,
) -> Result<ConvexPolyhedron<T>, ShapeError> {
    let mut pairs = Vec::new();
    walk_arcs(a, b, &mut pairs);
    for face in 0..b.topology().face_count() as u32 {
        let (_, Id(u)) = a.support_from(b.normals()[face as usize], Id::NONE);
        pairs.extend(b.topology().face_vertices(face).iter().map(|&v| (u, v)));
    }
    // Every round but the last adds a pair, and there are finitely many.
    loop {
        pairs.sort_unstable();
        pairs.dedup();
        let points: Vec<Vec3<T>> =
            pairs.iter().map(|&(u, v)| a.vertices()[u as usize] + b.vertices()[v as usize]).collect();
        let hull = solid_hull(&points)?;
        let known = pairs.len();
        let size = points.iter().fold(0.0, |m, p| Real::max(p.max_abs().f64(), m));
        let tolerance = 0.5 * SUM_ULPS * T::EPSILON.f64() * size;
        for (face, normal) in hull.normals().iter().enumerate() {
            let ((p, Id(u)), (q, Id(v))) =
                (a.support_from(*normal, Id::NONE), b.support_from(*normal, Id::NONE));
            let corner = hull.vertices()[hull.topology().face_vertices(face as u32)[0] as usize];
            let rise = ((p + q) - corner).cast::<f64>().dot(normal.cast());
            if rise > tolerance && pairs[..known].binary_search(&(u, v)).is_err() {
                pairs.push((u, v));
            }
        }
        if pairs.len() == known {
            return Ok(ConvexPolyhedron::from_solid(hull));
        }
    }
}

/// Pairs of vertices whose cones meet on an arc of A.
fn walk_arcs<T: Real>(a: &ConvexPolyhedron<T>, b: &ConvexPolyhedron<T>, pairs: &mut Vec<(u32, u32)>) {
    let at_normal: Vec<u32> = a.normals().iter().map(|&n| b.support_from(n, Id::NONE).1.0).collect();
    let topology = a.topology();
    let size = b.vertices().iter().fold(T::ZERO, |m, v| m.max(v.max_abs()));
    let tolerance = SUPPORT_ULPS * T::EPSILON.f64() * size.f64();
    let mut stack = Vec::new();
    for h in topology.edges() {
        let (left, right) = (topology.face(h) as usize, topology.face(topology.twin(h)) as usize);
        let ends = [topology.origin(h), topology.target(h)];
        let mut meet = |v: u32| pairs.extend(ends.map(|u| (u, v)));
        meet(at_normal[left]);
        meet(at_normal[right]);
        stack.push((a.normals()[left], at_normal[left], a.normals()[right], at_normal[right], 0));
        while let Some((from, v, to, w, depth)) = stack.pop() {
            if v == w || depth == MAX_DEPTH {
                continue;
            }
            // Where on the arc v and w are equally far.
            let difference = b.vertices()[v as usize] - b.vertices()[w as usize];
            let (s, t) = (from.dot(difference).abs(), to.dot(difference).abs());
            let Some(between) = (from * t + to * s).normalized() else { continue };
            let (_, Id(middle)) = b.support_from(between, Id(v));
            if middle == v || middle == w {
                continue;
            }
            meet(middle);
            // Vertices that are level all along the arc come in any order, and halving would find them again and again.
            let rise = b.vertices()[middle as usize] - b.vertices()[v as usize];
            if rise.cast::<f64>().dot(between.cast()) <= tolerance {
                continue;
            }
            stack.push((from, v, between, middle, depth + 1));
            stack.push((between, middle, to, w, depth + 1));
        }
    }
}

impl<T: Real> ConvexPolyhedron<T> {
    /// { s − p }.
    pub(super) fn shifted_mirror(&self, s: Vec3<T>) -> Result<Self, ShapeError> {
        Self::try_new(&self.vertices().iter().map(|&p| s - p).collect::<Vec<_>>())
    }
}
