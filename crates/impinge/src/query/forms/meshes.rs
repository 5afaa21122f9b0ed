//! Two triangle meshes: do they meet, and how far apart are they?

use super::triangles::{Between as Triangles, between};
use crate::broad::still::{Aim, Boxes, Pairing, near_pairs};
use crate::math::{Pose, Real, Turn, Vec3};
use crate::mesh::TriangleMesh;
use crate::query::{Settings, distance_with};
use crate::shape::{Relative, Space, Triangle};

/// Placing a vertex takes a turn and a sum: up to 16 ε of its distance from the origin of its frame, and of the offset; what
/// is computed of triangles in one frame loses no more.
const MESH_ULPS: f64 = 32.0;

/// Two surfaces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Between {
    /// How far apart.
    pub distance: f64,
    /// At most so wrong.
    pub error: f64,
    /// In the frame of the first.
    pub points: [Vec3<f64>; 2],
    /// By number.
    pub triangles: [u32; 2],
    /// How many pairs of triangles the front door decided.
    pub unsure: u32,
    /// pairs looked at
    pub looked: u32,
}

fn rounding<T: Real>(a: &TriangleMesh<T>, b: &TriangleMesh<T>, relative: &Relative<Vec3<f64>>) -> f64 {
    let reach = |mesh: &TriangleMesh<T>| {
        let bounds = mesh.wide_bounds();
        bounds.min.abs().max(bounds.max.abs()).norm()
    };
    MESH_ULPS * f64::EPSILON * (reach(a) + reach(b) + relative.offset.norm())
}

pub fn surfaces<T: Real>(
    a: &TriangleMesh<T>,
    b: &TriangleMesh<T>,
    relative: &Relative<Vec3<f64>>,
    limit: f64,
) -> Option<Between> {
    let rounding = rounding(a, b, relative);
    let columns: [Vec3<f64>; 3] = core::array::from_fn(|k| relative.turn.turn(Vec3::axis(k)));
    let turn = core::array::from_fn(|i| core::array::from_fn(|j| columns[j][i]));
    let pairing = Pairing::new(a.tree().frame(), b.tree().frame(), turn, relative.offset.to_array());
    let mut best: Option<Between> = None;
    let mut least = limit + rounding;
    let (mut unsure, mut looked) = (0, 0);
    let mut along = Vec3::ZERO;
    let mut last: Option<(u32, [Vec3<f64>; 3])> = None;
    let aim = Aim { limit: least, along: [0.0; 3] };
    near_pairs(a.tree(), b.tree(), &pairing, aim, |i, j, aim| {
        let s = a.corners(i);
        let t = match last {
            Some((k, t)) if k == j => t,
            _ => {
                let t = b.corners(j).map(|p| relative.turn.turn(p) + relative.offset);
                last = Some((j, t));
                t
            }
        };
        looked += 1;
        let points = match between(&s, &t, least, rounding, along) {
            Triangles::Beyond => return false,
            Triangles::Points(points) => points,
            Triangles::Unsure => {
                unsure += 1;
                let [s, t] = [s, t].map(|[a, b, c]| Triangle::new(a, b, c));
                let found = distance_with(&s, &t, &Settings::default());
                [found.point_a, found.point_b]
            }
        };
        let distance = (points[1] - points[0]).norm();
        if distance < least {
            least = distance;
            along = (points[1] - points[0]).normalized().unwrap_or(Vec3::ZERO);
            aim.limit = if distance <= rounding { -1.0 } else { least };
            aim.along = along.to_array();
            best = Some(Between { distance, error: rounding, points, triangles: [i, j], unsure: 0, looked: 0 });
        }
        true
    });
    best.map(|b| Between { unsure, looked, ..b })
}

/// Distance of surfaces.
pub fn mesh_distance<T: Real>(
    a: &TriangleMesh<T>,
    pose_a: &Pose<Vec3<T>>,
    b: &TriangleMesh<T>,
    pose_b: &Pose<Vec3<T>>,
) -> Option<Between> {
    let relative =
        <Vec3<f64> as Space>::relative(&Vec3::<T>::widen_pose(pose_a), &Vec3::<T>::widen_pose(pose_b));
    surfaces(a, b, &relative, f64::INFINITY)
}

/// Whether surfaces meet.
pub fn mesh_intersects<T: Real>(
    a: &TriangleMesh<T>,
    pose_a: &Pose<Vec3<T>>,
    b: &TriangleMesh<T>,
    pose_b: &Pose<Vec3<T>>,
) -> bool {
    let relative =
        <Vec3<f64> as Space>::relative(&Vec3::<T>::widen_pose(pose_a), &Vec3::<T>::widen_pose(pose_b));
    surfaces(a, b, &relative, 0.0).is_some_and(|found| found.distance <= found.error)
}
