//! Two surfaces of triangles, meshes or height fields: their nearest points.
//!
//! The trees are walked together, and triangles held against one another by `triangles.rs`. Most pairs are dismissed by the gap
//! along the way between the nearest points so far. Large surfaces approach one another first: with a limit that is nearly the
//! distance, the walk is no more than its proof, and grows with the logarithm of their sizes.

use alloc::vec::Vec;
use core::convert::Infallible;

use super::map_pairs;
use super::piece_contact::PieceContact;
use super::space::{FormSpace, Surface, Traced};
use super::triangles::{Between, between};
use super::walk::{Side, pairing_of, relative};
use crate::body::{Form, Pieces, Tree};
use crate::broad::still::{Aim, Boxes, each_near, near_pairs};
use crate::contact::ManifoldSettings;
use crate::math::{Each, Pose, Precision, Real, Rot2, Rot3, Turn, Vec2, Vec3};
use crate::mesh::{TriangleMesh, nearest_of};
use crate::observe::Status;
use crate::query::{Contact, Distance, Settings};
use crate::sdf::SampledMap;
use crate::shape::{Core2, Core3, Cuboid, Parts, Rectangle, Relative, Space, Triangle};

/// Placing a vertex takes a turn and a sum: up to 16 ε of its distance from the origin of its frame, and of the offset; what
/// is computed of triangles in one frame loses no more.
pub(super) const MESH_ULPS: f64 = 32.0;

/// Surfaces of fewer triangles together are walked through sooner than they approach.
const LARGE: usize = 4096;

/// How often surfaces go from one to the other and back at the most, and by what factor each time must be nearer than the last.
const APPROACHES: usize = 8;
const NEARER: f64 = 0.98;

impl<T: Real> FormSpace for Vec2<T> {
    fn nearest_of_surfaces(
        _: (Surface<'_, Self>, &Pose<Self>),
        _: (Surface<'_, Self>, &Pose<Self>),
        _: f64,
        _: bool,
    ) -> Option<Distance<Self>> {
        None // There are none in the plane.
    }

    fn slab_of(_: &Core2<'_>) -> Option<(Vec2<f64>, [f64; 2])> {
        None // A segment stands at a pose, and its box is as thin.
    }

    fn block<'a>(last: Vec2<f64>, half: f64) -> (<Self::Wide as Space>::Core<'a>, Rot2<f64>) {
        let half = T::of(half).f64();
        (Core2::Rectangle(Rectangle::new([half, half])), Rot2::from_y_axis(last))
    }

    fn map_contact<'a>(
        map: &'a Infallible,
        _: &Pose<Self>,
        _: &Form<'a, Self>,
        _: &Settings,
    ) -> Option<Contact<Self>> {
        match *map {}
    }

    fn map_contacts<'a>(
        map: &'a Infallible,
        _: &Pose<Self>,
        _: &Form<'a, Self>,
        _: &ManifoldSettings,
        _: &mut Vec<PieceContact<Self>>,
    ) {
        match *map {}
    }

    fn map_ray(map: &Infallible, _: Vec2<f64>, _: Vec2<f64>, _: f64) -> Option<Traced<Vec2<f64>>> {
        match *map {}
    }
}

impl<T: Real> FormSpace for Vec3<T> {
    fn nearest_of_surfaces(
        (a, pose_a): (Surface<'_, Self>, &Pose<Self>),
        (b, pose_b): (Surface<'_, Self>, &Pose<Self>),
        limit: f64,
        any: bool,
    ) -> Option<Distance<Self>> {
        match (a, b) {
            // The pair that must be fast: its trees are known when it is built.
            (Surface::Mesh(a), Surface::Mesh(b)) => surfaces((a, pose_a), (b, pose_b), limit, any),
            (a, b) => surfaces((&a, pose_a), (&b, pose_b), limit, any),
        }
    }

    #[inline]
    fn slab_of(core: &Core3<'_>) -> Option<(Vec3<f64>, [f64; 2])> {
        let Core3::Triangle(triangle) = core else { return None };
        let [a, b, c] = triangle.corners();
        let normal = (b - a).cross(c - a).normalized()?;
        // Of a needle the normal is rough, and a slab all the same.
        let [x, y, z] = [a, b, c].each(|p| normal.dot(p));
        Some((normal, [x.min(y).min(z), x.max(y).max(z)]))
    }

    fn block<'a>(last: Vec3<f64>, half: f64) -> (<Self::Wide as Space>::Core<'a>, Rot3<f64>) {
        let half = T::of(half).f64();
        (Core3::Cuboid(Cuboid::new([half, half, half])), Rot3::between(Vec3::axis(2), last))
    }

    fn map_contact<'a>(
        map: &'a SampledMap<T>,
        pose: &Pose<Self>,
        other: &Form<'a, Self>,
        settings: &Settings,
    ) -> Option<Contact<Self>> {
        map_pairs::contact(map, pose, other, settings)
    }

    fn map_contacts<'a>(
        map: &'a SampledMap<T>,
        pose: &Pose<Self>,
        other: &Form<'a, Self>,
        settings: &ManifoldSettings,
        found: &mut Vec<PieceContact<Self>>,
    ) {
        map_pairs::contacts(map, pose, other, settings, found);
    }

    fn map_ray(
        map: &SampledMap<T>,
        from: Vec3<f64>,
        along: Vec3<f64>,
        max: f64,
    ) -> Option<Traced<Vec3<f64>>> {
        let found = map.map().trace(from, along, max);
        let hit = found.hit?;
        Some(Traced {
            distance: hit.distance,
            nearest: hit.nearest,
            farthest: hit.farthest,
            normal: hit.normal,
            proven: found.proven,
            lookups: hit.lookups,
        })
    }
}

/// The nearest points of two surfaces that are within `limit` of one another; `None` if not both are surfaces. `any`
/// points that are within it, if so asked for.
pub(super) fn nearest<V: FormSpace>(
    a: &Side<'_, V>,
    b: &Side<'_, V>,
    limit: f64,
    any: bool,
) -> Option<Option<Distance<V>>> {
    let (a, b) = (surface(a)?, surface(b)?);
    Some(V::nearest_of_surfaces((a.0, &a.1), (b.0, &b.1), limit, any))
}

/// The surface that a body is, and where it stands.
fn surface<'a, V: FormSpace>(side: &Side<'a, V>) -> Option<(Surface<'a, V>, Pose<V>)> {
    let Side::Pieces(pieces, pose) = *side else { return None };
    if let Some(mesh) = pieces.mesh() {
        return Some((Surface::Mesh(mesh), pose));
    }
    match pieces.tree() {
        Tree::Grid(grid) => Some((Surface::Grid(grid, pieces.reach()), pose)),
        Tree::Still(_) => None,
    }
}

/// Triangles under a tree.
trait Triangles {
    /// The tree.
    fn boxes(&self) -> impl Boxes;
    /// Corners of a triangle, by its number in the tree.
    fn corners(&self, item: u32) -> [Vec3<f64>; 3];
    /// Its name.
    fn name(&self, item: u32) -> u32;
    /// Bound on the distance of a point from the origin.
    fn reach(&self) -> f64;
    /// How many triangles there are, about.
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

impl<T: Real> Triangles for Surface<'_, Vec3<T>> {
    #[inline]
    fn boxes(&self) -> impl Boxes {
        match self {
            Self::Mesh(mesh) => Tree::Still(mesh.tree()),
            Self::Grid(grid, _) => Tree::Grid(grid),
        }
    }
    #[inline]
    fn corners(&self, item: u32) -> [Vec3<f64>; 3] {
        match self {
            Self::Mesh(mesh) => mesh.corners(item),
            Self::Grid(grid, _) => grid.triangle(item),
        }
    }
    #[inline]
    fn name(&self, item: u32) -> u32 {
        match self {
            Self::Mesh(mesh) => mesh.face(item),
            Self::Grid(..) => item,
        }
    }
    fn reach(&self) -> f64 {
        match self {
            Self::Mesh(mesh) => Pieces::reach(*mesh),
            Self::Grid(_, reach) => *reach,
        }
    }
    fn count(&self) -> usize {
        match self {
            Self::Mesh(mesh) => mesh.len(),
            // The heights below another body are found without a walk.
            Self::Grid(..) => 0,
        }
    }
}

fn surfaces<T: Real, S: Triangles>(
    (a, pose_a): (&S, &Pose<Vec3<T>>),
    (b, pose_b): (&S, &Pose<Vec3<T>>),
    limit: f64,
    any: bool,
) -> Option<Distance<Vec3<T>>> {
    let seen = relative::<Vec3<T>>(pose_a, pose_b);
    let rounding = MESH_ULPS * f64::EPSILON * (a.reach() + b.reach() + seen.offset.norm());
    let (tree_a, tree_b) = (a.boxes(), b.boxes());
    let pairing = pairing_of::<Vec3<T>>(tree_a.frame(), tree_b.frame(), &seen);
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
    // Back to the frame of both.
    let [point_a, point_b] = points.each(|p| (seen.turn_a.turn(p) + pose_a.translation().cast()).cast());
    let normal = if along == Vec3::ZERO { normal_of(a.corners(i)) } else { along };
    // Two roundings of a distance, and that to the precision of the answer.
    let narrowed = T::EPSILON.f64() * least;
    let meet = least <= rounding;
    Some(Distance {
        distance: if meet { T::ZERO } else { T::of(least) },
        error: T::of((2.0 * rounding + narrowed) * (1.0 + T::EPSILON.f64())),
        point_a,
        point_b: if meet { point_a } else { point_b },
        normal: seen.turn_a.turn(normal).cast(),
        status: Status::Converged,
        iterations: looked,
        part_a: Some(a.name(i)),
        part_b: Some(b.name(j)),
    })
}

/// Two triangles that are near one another: from the middle of the second surface to the nearest point of the first, from there to
/// the nearest of the second, and so on while that brings them nearer. They may be the nearest of their neighborhood only.
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

/// The triangle of a surface nearest to a point, its point, and how far that is; `None` if all are beyond the limit.
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
    // In the frame of one of them, where the other may be beyond the limit, by some times.
    let [s, t] =
        [s, t].each(|&corners| Parts::of(Core3::Triangle(Triangle::of_corners(corners)), Precision::Double));
    let found = super::pair::distance(&s, &t, &Settings::default());
    [found.point_a, found.point_b]
}

/// The normal of a triangle; of one without area, the first axis.
fn normal_of([a, b, c]: [Vec3<f64>; 3]) -> Vec3<f64> {
    (b - a).cross(c - a).unit()
}
