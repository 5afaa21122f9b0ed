//! Two triangle meshes: the nearest points of their surfaces.
//!
//! The trees are walked together, and triangles held against one another by `triangles.rs`. Most pairs are dismissed by the gap
//! along the way between the nearest points so far.

use super::triangles::{Between, between};
use super::walk::{Side, pairing, relative};
use crate::body::{BodySpace, Pieces};
use crate::broad::still::{Aim, near_pairs};
use crate::math::{Pose, Real, Rot2, Rot3, Turn, Vec2, Vec3, Vector};
use crate::mesh::TriangleMesh;
use crate::observe::Status;
use crate::query::{Distance, QuerySpace, Settings};
use crate::shape::{Core2, Core3, Cuboid, Parts, Rectangle, Triangle};

/// Placing a vertex takes a turn and a sum: up to 16 ε of its distance from the origin of its frame, and of the offset; what
/// is computed of triangles in one frame loses no more.
pub(super) const MESH_ULPS: f64 = 32.0;

/// A space whose bodies of any form are answered.
#[doc(hidden)]
pub trait FormSpace: QuerySpace + BodySpace {
    /// The nearest points of two meshes that are within `limit` of one another; `any` that are, if so asked for.
    fn nearest_of_meshes(
        a: (&Self::Mesh, &Pose<Self>),
        b: (&Self::Mesh, &Pose<Self>),
        limit: f64,
        any: bool,
    ) -> Option<Distance<Self>>;

    /// A box with equal sides, `half` of them, turned so that its last axis is along a unit vector: as a core, and how it is turned.
    fn block<'a>(last: Self::Wide, half: f64) -> (Self::Core<'a>, <Self::Wide as Vector>::Rotation);
}

impl<T: Real> FormSpace for Vec2<T> {
    fn nearest_of_meshes(
        (a, _): (&Self::Mesh, &Pose<Self>),
        _: (&Self::Mesh, &Pose<Self>),
        _: f64,
        _: bool,
    ) -> Option<Distance<Self>> {
        match *a {}
    }

    fn block<'a>(last: Vec2<f64>, half: f64) -> (Self::Core<'a>, Rot2<f64>) {
        let half = T::of(half);
        (Core2::Rectangle(Rectangle::new([half, half])), Rot2::from_y_axis(last))
    }
}

impl<T: Real> FormSpace for Vec3<T> {
    fn nearest_of_meshes(
        a: (&Self::Mesh, &Pose<Self>),
        b: (&Self::Mesh, &Pose<Self>),
        limit: f64,
        any: bool,
    ) -> Option<Distance<Self>> {
        surfaces(a, b, limit, any)
    }

    fn block<'a>(last: Vec3<f64>, half: f64) -> (Self::Core<'a>, Rot3<f64>) {
        let half = T::of(half);
        (Core3::Cuboid(Cuboid::new([half, half, half])), Rot3::between(Vec3::axis(2), last))
    }
}

/// The nearest points of the surfaces of two meshes that are within `limit` of one another; `None` if not both are meshes. `any`
/// points that are within it, if so asked for.
pub(super) fn nearest<V: FormSpace>(
    a: &Side<'_, V>,
    b: &Side<'_, V>,
    limit: f64,
    any: bool,
) -> Option<Option<Distance<V>>> {
    let (a, b) = (mesh(a)?, mesh(b)?);
    Some(V::nearest_of_meshes((a.0, &a.1), (b.0, &b.1), limit, any))
}

/// The mesh that a body is, and where it stands.
fn mesh<'a, V: FormSpace>(side: &Side<'a, V>) -> Option<(&'a V::Mesh, Pose<V>)> {
    match *side {
        Side::Pieces(pieces, pose) => Some((pieces.mesh()?, pose)),
        Side::Convex(_) => None,
    }
}

fn surfaces<T: Real>(
    (a, pose_a): (&TriangleMesh<T>, &Pose<Vec3<T>>),
    (b, pose_b): (&TriangleMesh<T>, &Pose<Vec3<T>>),
    limit: f64,
    any: bool,
) -> Option<Distance<Vec3<T>>> {
    let seen = relative::<Vec3<T>>(pose_a, pose_b);
    let rounding = MESH_ULPS * f64::EPSILON * (a.reach() + b.reach() + seen.offset.norm());
    let pairing = pairing::<Vec3<T>>(a, b, &seen);
    let mut best: Option<([Vec3<f64>; 2], [u32; 2])> = None;
    let mut least = limit + rounding;
    let mut looked = 0;
    let mut last: Option<(u32, [Vec3<f64>; 3])> = None;
    let mut along = Vec3::ZERO;
    let aim = Aim { limit: least, along: [0.0; 3] };
    near_pairs(a.tree(), b.tree(), &pairing, aim, |i, j, aim| {
        let s = a.corners(i);
        let t = match last {
            Some((k, t)) if k == j => t,
            _ => b.corners(j).map(|p| seen.turn.turn(p) + seen.offset),
        };
        last = Some((j, t));
        looked += 1;
        let points = match between(&s, &t, least, rounding, along) {
            Between::Beyond => return false,
            Between::Points(points) => points,
            Between::Unsure => judged(&s, &t),
        };
        let distance = (points[1] - points[0]).norm();
        let first = |[k, l]: [u32; 2]| (a.face(i), b.face(j)) < (a.face(k), b.face(l));
        if distance > least || (distance == least && !best.is_none_or(|(_, items)| first(items))) {
            return false;
        }
        (least, best) = (distance, Some((points, [i, j])));
        along = (points[1] - points[0]).normalized().unwrap_or(Vec3::ZERO);
        // Surfaces that meet are no nearer elsewhere.
        *aim = Aim { limit: if any || distance <= rounding { -1.0 } else { least }, along: along.to_array() };
        true
    });
    let (points, [i, j]) = best?;
    // Back to the frame of both.
    let [point_a, point_b] = points.map(|p| (seen.turn_a.turn(p) + pose_a.translation().cast()).cast());
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
        part_a: Some(a.face(i)),
        part_b: Some(b.face(j)),
    })
}

/// The nearest points of two triangles by the front door.
#[cold]
#[inline(never)]
pub(super) fn judged(s: &[Vec3<f64>; 3], t: &[Vec3<f64>; 3]) -> [Vec3<f64>; 2] {
    let [s, t] = [s, t].map(|&[a, b, c]| Parts::of(Core3::Triangle(Triangle::new(a, b, c))));
    let found = crate::query::distance::of_parts(&s, &t, &Settings::default());
    [found.point_a, found.point_b]
}

/// The normal of a triangle; of one without area, the first axis.
fn normal_of([a, b, c]: [Vec3<f64>; 3]) -> Vec3<f64> {
    (b - a).cross(c - a).unit()
}
