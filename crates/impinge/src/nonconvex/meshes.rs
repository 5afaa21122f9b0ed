//! The nearest points of two triangle surfaces, meshes or height fields.
//!
//! The trees are walked together, and triangles are compared by `triangles.rs`. Most pairs are rejected by the gap
//! along the direction between the nearest points so far. Large surfaces approach one another first: with a limit close to the
//! distance, the walk is only its proof, and its cost grows with the logarithm of their sizes.

use super::common::pieces_distance;
use super::space::{FormSpace, Surface};
use super::triangles::{Between, between};
use super::walk::{Side, pairing_of};
use crate::answer::{Distance, Settings};
use crate::body::{Pieces, Tree};
use crate::broad::bvh::{Aim, Boxes, each_near, near_pairs};
use crate::math::{Each, Given, Pose, Precision, Real, Turn, Vec3};
use crate::mesh::{TriangleMesh, nearest_of};
use crate::observe::{Rung, Status};
use crate::shape::{Core3, Parts, Relative, Space, Triangle};

/// Transforming a vertex takes a rotation and a sum: up to 16 ε of its distance from the origin of its frame, and of the offset;
/// computations on triangles in one frame lose no more.
pub(super) const MESH_ULPS: f64 = 32.0;

/// Surfaces with fewer triangles in total are walked through faster than they approach.
const LARGE: usize = 4096;

/// Maximum number of round trips between the surfaces, and the factor by which each must be nearer than the last.
const APPROACHES: usize = 8;
const NEARER: f64 = 0.98;

/// See [`FormSpace::nearest_of_surfaces`].
pub(super) fn of_surfaces<'a>(
    (a, pose_a): (Surface<'a, Vec3<f64>>, &Pose<Vec3<f64>>),
    (b, pose_b): (Surface<'a, Vec3<f64>>, &Pose<Vec3<f64>>),
    limit: f64,
    any: bool,
    precision: Precision,
) -> Option<Distance<Vec3<f64>>> {
    use Given::{Double, Single};
    match (a, b) {
        // The pairs that must be fast: their trees are known at compile time.
        (Surface::Mesh(Double(a)), Surface::Mesh(Double(b))) => {
            surfaces((a, pose_a), (b, pose_b), limit, any, precision)
        }
        (Surface::Mesh(Single(a)), Surface::Mesh(Single(b))) => {
            surfaces((a, pose_a), (b, pose_b), limit, any, precision)
        }
        (a, b) => surfaces((&a, pose_a), (&b, pose_b), limit, any, precision),
    }
}

/// The nearest points of two surfaces that are within `limit` of one another; `None` if they are not both surfaces. If `any`, any
/// points within the limit.
pub(super) fn nearest<'a, W: FormSpace>(
    side_a: &Side<'a, W>,
    side_b: &Side<'a, W>,
    limit: f64,
    any: bool,
) -> Option<Option<Distance<W>>> {
    let (a, b) = (surface(side_a)?, surface(side_b)?);
    let precision = side_a.precision();
    Some(W::nearest_of_surfaces((a.0, &a.1), (b.0, &b.1), limit, any, precision))
}

/// The surface of a body, and its pose.
fn surface<'a, W: FormSpace>(side: &Side<'a, W>) -> Option<(Surface<'a, W>, Pose<W>)> {
    let Side::Pieces(pieces, pose) = *side else { return None };
    if let Some(mesh) = pieces.mesh() {
        return Some((Surface::Mesh(mesh), pose));
    }
    match pieces.tree() {
        Tree::Grid(grid) => Some((Surface::Grid(grid, pieces.reach()), pose)),
        Tree::Stored(_) => None,
    }
}

/// Triangles under a tree.
trait Triangles {
    /// The tree.
    fn boxes(&self) -> impl Boxes;
    /// Corners of a triangle, by its number in the tree.
    fn corners(&self, item: u32) -> [Vec3<f64>; 3];
    /// Name of a triangle.
    fn name(&self, item: u32) -> u32;
    /// Bound on the distance of a point from the origin.
    fn reach(&self) -> f64;
    /// Approximate number of triangles.
    fn count(&self) -> usize;
}

impl<T: Real> Triangles for TriangleMesh<T> {
    #[inline]
    fn boxes(&self) -> impl Boxes {
        self.tree()
    }
    #[inline]
    fn corners(&self, item: u32) -> [Vec3<f64>; 3] {
        TriangleMesh::corners(self, item)
    }
    #[inline]
    fn name(&self, item: u32) -> u32 {
        self.face(item)
    }
    fn reach(&self) -> f64 {
        Pieces::reach(self)
    }
    fn count(&self) -> usize {
        self.len()
    }
}

impl Triangles for Surface<'_, Vec3<f64>> {
    #[inline]
    fn boxes(&self) -> impl Boxes {
        match self {
            Self::Mesh(Given::Single(mesh)) => Tree::Stored(mesh.tree()),
            Self::Mesh(Given::Double(mesh)) => Tree::Stored(mesh.tree()),
            Self::Grid(grid, _) => Tree::Grid(grid),
        }
    }
    #[inline]
    fn corners(&self, item: u32) -> [Vec3<f64>; 3] {
        match self {
            Self::Mesh(Given::Single(mesh)) => mesh.corners(item),
            Self::Mesh(Given::Double(mesh)) => mesh.corners(item),
            Self::Grid(grid, _) => grid.triangle(item),
        }
    }
    #[inline]
    fn name(&self, item: u32) -> u32 {
        match self {
            Self::Mesh(Given::Single(mesh)) => mesh.face(item),
            Self::Mesh(Given::Double(mesh)) => mesh.face(item),
            Self::Grid(..) => item,
        }
    }
    fn reach(&self) -> f64 {
        match self {
            Self::Mesh(Given::Single(mesh)) => Pieces::reach(*mesh),
            Self::Mesh(Given::Double(mesh)) => Pieces::reach(*mesh),
            Self::Grid(_, reach) => *reach,
        }
    }
    fn count(&self) -> usize {
        match self {
            Self::Mesh(Given::Single(mesh)) => mesh.len(),
            Self::Mesh(Given::Double(mesh)) => mesh.len(),
            // The heights below another body are found without a walk.
            Self::Grid(..) => 0,
        }
    }
}

fn surfaces<S: Triangles>(
    (a, pose_a): (&S, &Pose<Vec3<f64>>),
    (b, pose_b): (&S, &Pose<Vec3<f64>>),
    limit: f64,
    any: bool,
    precision: Precision,
) -> Option<Distance<Vec3<f64>>> {
    let seen = Vec3::relative(pose_a, pose_b);
    let rounding = MESH_ULPS * f64::EPSILON * (a.reach() + b.reach() + seen.offset.norm());
    let (tree_a, tree_b) = (a.boxes(), b.boxes());
    let pairing = pairing_of::<Vec3<f64>>(tree_a.frame(), tree_b.frame(), &seen);
    let mut best: Option<([Vec3<f64>; 2], [u32; 2])> = None;
    let mut least = limit + rounding;
    let mut looked = 0;
    let mut last: Option<(u32, [Vec3<f64>; 3])> = None;
    let mut along = Vec3::ZERO;
    let mut aim = Aim { limit: least, along: [0.0; 3] };
    let mut visit = |i: u32, j: u32, aim: &mut Aim| {
        let s = a.corners(i);
        let t = match last {
            Some((k, t)) if k == j => t,
            _ => b.corners(j).each(|p| seen.turn.turn(p) + seen.offset),
        };
        last = Some((j, t));
        looked += 1;
        let points = match between(&s, &t, least, rounding, along) {
            Between::Beyond => return false,
            Between::Points(points) => points,
            Between::Unsure => judged(&s, &t),
        };
        let distance = (points[1] - points[0]).norm();
        let first = |[k, l]: [u32; 2]| (a.name(i), b.name(j)) < (a.name(k), b.name(l));
        if distance > least || (distance == least && !best.is_none_or(|(_, items)| first(items))) {
            return false;
        }
        (least, best) = (distance, Some((points, [i, j])));
        along = (points[1] - points[0]).normalized().unwrap_or(Vec3::ZERO);
        // Surfaces that meet are no nearer elsewhere.
        *aim = Aim { limit: if any || distance <= rounding { -1.0 } else { least }, along: along.to_array() };
        true
    };
    if limit == f64::INFINITY && a.count() + b.count() > LARGE {
        let [i, j] = approach(a, b, &seen);
        visit(i, j, &mut aim);
    }
    if aim.limit >= 0.0 {
        near_pairs(&tree_a, &tree_b, &pairing, aim, visit);
    }
    let (points, [i, j]) = best?;
    // Back to the common frame.
    let [point_a, point_b] = points.each(|p| seen.turn_a.turn(p) + pose_a.translation());
    let normal = if along == Vec3::ZERO { normal_of(a.corners(i)) } else { along };
    // Two roundings of a distance, and one to the precision of the answer.
    let narrowed = precision.epsilon() * least;
    let meet = least <= rounding;
    let found = Distance {
        distance: if meet { 0.0 } else { least },
        error: (2.0 * rounding + narrowed) * (1.0 + precision.epsilon()),
        point_a,
        point_b: if meet { point_a } else { point_b },
        normal: seen.turn_a.turn(normal),
        status: Status::Converged,
        rung: Rung::Closed,
        iterations: looked,
        part_a: Some(a.name(i)),
        part_b: Some(b.name(j)),
    };
    Some(found.rounded(precision))
}

/// Two triangles that are near one another: from the middle of the second surface to the nearest point of the first, from there to
/// the nearest of the second, and so on while that brings them nearer. They may be only a local optimum.
fn approach<S: Triangles>(a: &S, b: &S, seen: &Relative<Vec3<f64>>) -> [u32; 2] {
    let mut q = Vec3::from(b.boxes().frame().origin);
    let (mut pair, mut distance) = ([0; 2], f64::INFINITY);
    for _ in 0..APPROACHES {
        let last = distance;
        let Some((i, p, way)) = nearest_to(a, seen.turn.turn(q) + seen.offset, last) else { break };
        let Some((j, next, way)) = nearest_to(b, seen.turn.transpose_mul(p - seen.offset), way) else {
            break;
        };
        (pair, q, distance) = ([i, j], next, way);
        if distance > NEARER * last {
            break;
        }
    }
    pair
}

/// The triangle of a surface nearest to a point, its nearest point, and the distance; `None` if all are beyond the limit.
fn nearest_to<S: Triangles>(surface: &S, p: Vec3<f64>, limit: f64) -> Option<(u32, Vec3<f64>, f64)> {
    let (mut nearest, mut limit) = (None, limit);
    each_near(&surface.boxes(), [p.to_array(); 2], limit, |item| {
        let point = nearest_of(surface.corners(item), p);
        let distance = (point - p).norm();
        if distance <= limit {
            (nearest, limit) = (Some((item, point, distance)), distance);
        }
        limit
    });
    nearest
}

/// The nearest points of two triangles by the front door.
#[cold]
#[inline(never)]
pub(super) fn judged(s: &[Vec3<f64>; 3], t: &[Vec3<f64>; 3]) -> [Vec3<f64>; 2] {
    // In the frame of one of them, where the other may be beyond the limit several times over.
    let [s, t] =
        [s, t].each(|&corners| Parts::of(Core3::Triangle(Triangle::of_corners(corners)), Precision::Double));
    let found = pieces_distance(&s, &t, &Settings::default());
    [found.point_a, found.point_b]
}

/// The normal of a triangle; the first axis for a degenerate one.
fn normal_of([a, b, c]: [Vec3<f64>; 3]) -> Vec3<f64> {
    (b - a).cross(c - a).unit()
}
