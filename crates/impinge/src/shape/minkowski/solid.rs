//! Minkowski sum of two convex polyhedra.
//!
//! The vertices of the sum are sums of two vertices. If there are **few** of those, all are tried: the hull of all of
//! them, decided by exact predicates, is right however flat or slender the bodies are. If there are **many**, two steps
//! find the few that matter, and if the second does not prove them right, all are tried after all.
//!
//! 1. **Walk.** The normal cones of the sum's vertices are the intersections of a cone of A with a cone of B: overlay
//!    the two Gauss maps, and every cell is a vertex a + b of the sum. Each edge of A is an arc on the sphere, between
//!    the normals of its two faces. Along the arc the support point of B changes at the point where the arc crosses from
//!    one cone of B to the next; these crossings are found by support queries alone. A cell that no arc of A enters is a
//!    whole cone of B, and is found from the normals of B's faces.
//! 2. **Prove** (see [`prove`](super::prove)). Parallel faces and edges make arcs coincide, and the normals of thin
//!    bodies are unreliable. So the hull of the found sums is compared with the implicit sum all around each of its
//!    vertices; a sum that rises above it is added, and the step is repeated.
//!
//! Cost: O(k log k) for k vertices in the result, times the rounds of step 2: 1 for polyhedra in general position, a
//! few for parallel faces. If all sums are tried, O(n m log(n m)).

use alloc::vec::Vec;

use super::MAX_SUMS;
use super::prove::{Examined, examine};
use super::sums::{Part, too_large, total};
use crate::error::{Problem, ShapeError};
use crate::hull::solid_hull;
use crate::math::{Each, Real, Vec3};
use crate::shape::{ConvexPolyhedron, SUPPORT_ULPS};

/// Up to this many sums of vertices, all are tried at once: about the cost of a walk and its proof.
const FEW_SUMS: usize = 1 << 11;

/// Crossings on one arc are found by bisection; a deeper chain means that rounding decides and nothing is gained.
const MAX_DEPTH: usize = 48;

/// Rounds of step 2. Each adds what the previous one missed, which is little beyond the second.
const MAX_ROUNDS: usize = 16;

/// The polyhedron { a + b + shift }.
pub(super) fn sum<T: Real>(
    a: Part<'_, T>,
    b: Part<'_, T>,
    shift: Vec3<T>,
) -> Result<ConvexPolyhedron<T>, ShapeError> {
    for (p, q) in a.corners().into_iter().zip(b.corners()) {
        if let Some(error) = too_large(total(p, q, shift)) {
            return Err(error);
        }
    }
    let sums = a.count().saturating_mul(b.count());
    if sums > FEW_SUMS
        && let Some(found) = walk_and_prove(a, b, shift)?
    {
        return Ok(found);
    }
    if sums > MAX_SUMS {
        return Err(ShapeError::new(Problem::TooManySums { count: sums, limit: MAX_SUMS }));
    }
    let (n, m) = (a.count() as u32, b.count() as u32);
    let points = (0..n).flat_map(|u| (0..m).map(move |v| (u, v)));
    let points: Vec<Vec3<T>> = points.map(|(u, v)| total(a.vertex(u), b.vertex(v), shift)).collect();
    ConvexPolyhedron::try_new(&points)
}

/// The sum by the two steps, if the second ends with a proof.
fn walk_and_prove<T: Real>(
    a: Part<'_, T>,
    b: Part<'_, T>,
    shift: Vec3<T>,
) -> Result<Option<ConvexPolyhedron<T>>, ShapeError> {
    let mut pairs = Vec::new();
    walk_arcs(a, b, &mut pairs);
    for face in 0..b.body.topology().face_count() as u32 {
        let u = a.support(b.normal(face as usize));
        pairs.extend(b.body.topology().face_vertices(face).iter().map(|&v| (u, v)));
    }
    for _ in 0..MAX_ROUNDS {
        pairs.sort_unstable();
        pairs.dedup();
        let points: Vec<Vec3<T>> =
            pairs.iter().map(|&(u, v)| total(a.vertex(u), b.vertex(v), shift)).collect();
        let hull = solid_hull(&points)?;
        match examine(&hull, a, b, shift, &pairs) {
            Examined::Right => return Ok(Some(ConvexPolyhedron::from_solid(hull))),
            Examined::Missing(more) => pairs.extend(more),
            Examined::Unproven => return Ok(None),
        }
    }
    Ok(None)
}

/// Pairs of vertices whose cones meet on an arc of A.
fn walk_arcs<T: Real>(a: Part<'_, T>, b: Part<'_, T>, pairs: &mut Vec<(u32, u32)>) {
    let topology = a.body.topology();
    let at_normal: Vec<u32> = (0..topology.face_count()).map(|f| b.support(a.normal(f))).collect();
    let tolerance = SUPPORT_ULPS * T::EPSILON.f64() * b.size();
    let mut stack = Vec::new();
    for h in topology.edges() {
        let (left, right) = (topology.face(h) as usize, topology.face(topology.twin(h)) as usize);
        let ends = [topology.origin(h), topology.target(h)];
        let mut meet = |v: u32| pairs.extend(ends.each(|u| (u, v)));
        meet(at_normal[left]);
        meet(at_normal[right]);
        stack.push((a.normal(left), at_normal[left], a.normal(right), at_normal[right], 0));
        while let Some((from, v, to, w, depth)) = stack.pop() {
            if v == w || depth == MAX_DEPTH {
                continue;
            }
            // The direction on the arc in which v and w are equally far.
            let difference = b.vertex(v) - b.vertex(w);
            let (s, t) = (from.dot(difference).abs(), to.dot(difference).abs());
            let Some(between) = (from * t + to * s).normalized() else { continue };
            let middle = b.support(between);
            if middle == v || middle == w {
                continue;
            }
            meet(middle);
            // Vertices that are level all along the arc come in any order, and bisection would find them repeatedly.
            let rise = b.vertex(middle) - b.vertex(v);
            if rise.cast::<f64>().dot(between.cast()) <= tolerance {
                continue;
            }
            stack.push((from, v, between, middle, depth + 1));
            stack.push((between, middle, to, w, depth + 1));
        }
    }
}
