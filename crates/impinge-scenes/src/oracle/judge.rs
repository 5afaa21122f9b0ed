//! Checks every answer of the library about two meshes at poses against exact arithmetic.
//!
//! The oracle gets the numbers that the library gets: points and poses rounded to the query precision. Its results are exact except for
//! the rounding of each transformed coordinate, for which `PLACED` allows.

use impinge::body::Placed;
use impinge::mesh::TriangleMesh;
use impinge::nonconvex::{Relation, relation};
use impinge::{Pose, Real, Vec3, distance, intersects};

use super::meshes::{
    State, Triangle, all_shared, nearest, nearest_to_point, pass_through, placed, solids, soup,
    winding_number,
};
use crate::mesh_pairs::Poses;
use crate::meshes::Triangles;

/// Error bound of the oracle, in ε of the largest transformed coordinate: the rounding of both bodies along all axes, with room.
const PLACED: f64 = 16.0;

/// A mesh in the forms of the library and of the oracle.
#[derive(Debug)]
pub struct Subject<T: Real> {
    /// Mesh of the library.
    pub mesh: TriangleMesh<T>,
    /// The same numbers in `f64`.
    pub wide: Triangles,
}

impl<T: Real> Subject<T> {
    /// A test mesh in a precision.
    pub fn new(mesh: &Triangles) -> Self {
        let points: Vec<Vec3<T>> = mesh.points.iter().map(|p| p.cast()).collect();
        let (built, _) = TriangleMesh::new(&points, &mesh.triangles).expect("a mesh for tests");
        let points = points.iter().map(|p| p.cast()).collect();
        Self { mesh: built, wide: Triangles { points, triangles: mesh.triangles.clone() } }
    }
}

/// Ground truth of a pair.
#[derive(Debug)]
pub struct Truth {
    /// Relation of the bodies.
    pub relation: Relation,
    /// An alternative relation that may hold for a surface whose corners are all in a solid that it meets: it may leave the solid between
    /// its corners, or meet a skin that has solid on both sides.
    pub or: Option<Relation>,
    /// Distance of their surfaces.
    pub apart: f64,
    /// Bound on the rounding of the oracle.
    pub rounding: f64,
    soups: [Vec<Triangle>; 2],
}

/// Relation of two solids, as a type of the library.
pub fn as_relation(state: State) -> Relation {
    match state {
        State::Apart => Relation::Apart,
        State::Touching => Relation::Touching,
        State::Overlapping => Relation::Overlapping,
        State::Contains => Relation::Contains,
        State::Inside => Relation::Inside,
    }
}

/// The same relation with the bodies exchanged.
pub fn reversed(relation: Relation) -> Relation {
    match relation {
        Relation::Contains => Relation::Inside,
        Relation::Inside => Relation::Contains,
        other => other,
    }
}

/// The poses in a precision.
pub fn rounded<T: Real>(poses: &Poses) -> [Pose<Vec3<T>>; 2] {
    poses.each_ref().map(|pose| pose.cast())
}

impl Truth {
    /// The truth about two bodies at their poses. Surfaces that are not both closed overlap if an edge of one passes through a triangle
    /// of the other.
    pub fn new<T: Real>(a: &Subject<T>, b: &Subject<T>, poses: &[Pose<Vec3<T>>; 2]) -> Self {
        let put = |of: &Subject<T>, pose: &Pose<Vec3<T>>| placed(&of.wide.points, &pose.cast());
        let points = [put(a, &poses[0]), put(b, &poses[1])];
        let soups = [soup(&points[0], &a.wide.triangles), soup(&points[1], &b.wide.triangles)];
        let near = nearest(&soups[0], &soups[1]).expect("there are triangles");
        let size = points.iter().flatten().fold(1.0_f64, |most, p| most.max(p.max_abs()));
        let closed = [a.mesh.is_closed(), b.mesh.is_closed()];
        let meet = near.squared.is_zero();
        let inside = |k: usize| {
            let corners = points[k].iter().zip(0..).filter(|(_, i)| {
                let wide = if k == 0 { &a.wide } else { &b.wide };
                wide.triangles.iter().flatten().any(|j| j == i)
            });
            let around =
                |p: &Vec3<f64>| winding_number([p.x, p.y, p.z], &soups[1 - k]).is_some_and(|w| w != 0);
            let (mut some, mut all) = (false, true);
            for (p, _) in corners {
                let is_in = around(p);
                (some, all) = (some | is_in, all & is_in);
            }
            (some, all)
        };
        let pass = || {
            let pairs = all_shared(&soups[0], &soups[1]);
            pairs.iter().any(|&(i, j)| pass_through(&soups[0][i], &soups[1][j]))
        };
        let (relation, or) = match closed {
            [true, true] => (as_relation(solids(&soups[0], &soups[1]).state()), None),
            [false, false] if !meet => (Relation::Apart, None),
            [false, false] => (if pass() { Relation::Overlapping } else { Relation::Touching }, None),
            [first, _] => {
                let (some, all) = inside(usize::from(first));
                let around = if first { Relation::Contains } else { Relation::Inside };
                match (meet, some, all) {
                    (true, _, true) => (Relation::Overlapping, Some(around)),
                    (true, false, _) if !pass() => (Relation::Touching, None),
                    (true, ..) | (_, true, false) => (Relation::Overlapping, None),
                    (false, false, _) => (Relation::Apart, None),
                    (false, true, true) => (around, None),
                }
            }
        };
        let rounding = PLACED * f64::EPSILON * size;
        Self { relation, or, apart: near.squared.root(), rounding, soups }
    }

    /// Whether the surfaces are so close to touching that rounding may decide.
    pub fn is_close(&self, error: f64) -> bool {
        self.apart > 0.0 && self.apart <= 2.0 * error + self.rounding
    }
}

/// Numbers of wrong answers.
#[derive(Default, Clone, Copy, Debug, PartialEq)]
pub struct Faults {
    /// Wrong decisions whether the bodies meet.
    pub verdicts: u64,
    /// Distances off by more than their error bound.
    pub distances: u64,
    /// Witness points that are not on the named face, or not at the stated distance.
    pub witnesses: u64,
    /// Wrong relations of the bodies.
    pub relations: u64,
    /// Answers that change with the order of the bodies.
    pub orders: u64,
}

impl Faults {
    /// Adds the faults of another pair.
    pub fn add(&mut self, other: Self) {
        self.verdicts += other.verdicts;
        self.distances += other.distances;
        self.witnesses += other.witnesses;
        self.relations += other.relations;
        self.orders += other.orders;
    }
}

/// Checks all answers about a pair against the truth; returns the faults.
pub fn judge<T: Real>(a: &Subject<T>, b: &Subject<T>, poses: &[Pose<Vec3<T>>; 2], truth: &Truth) -> Faults {
    let (one, two) = (a.mesh.at(poses[0]), b.mesh.at(poses[1]));
    let found = distance(&one, &two);
    let (told, error) = (found.distance.f64(), found.error.f64() + truth.rounding);
    let close = truth.is_close(found.error.f64());
    let right = if truth.relation == Relation::Apart { truth.apart } else { 0.0 };
    let mut faults = Faults::default();
    faults.verdicts += u64::from(intersects(&one, &two) != (right == 0.0) && !close);
    faults.distances += u64::from((told - right).abs() > error || told.is_nan());
    faults.witnesses += u64::from(!witnesses_hold(&one, &two, truth));
    let said = relation(&one, &two);
    faults.relations += u64::from(said != truth.relation && Some(said) != truth.or && !close);
    let back = distance(&two, &one);
    let differ = (back.distance.f64() - told).abs() > error + back.error.f64();
    faults.orders += u64::from(relation(&two, &one) != reversed(said) && !close)
        + u64::from(differ)
        + u64::from(intersects(&one, &two) != intersects(&two, &one) && !close);
    faults
}

/// Whether witness points are on the named faces, at the stated distance, along the normal.
fn witnesses_hold<T: Real>(
    a: &Placed<'_, TriangleMesh<T>, Vec3<T>>,
    b: &Placed<'_, TriangleMesh<T>, Vec3<T>>,
    truth: &Truth,
) -> bool {
    let found = distance(a, b);
    let size = found.point_a.max_abs().max(found.point_b.max_abs()).f64();
    // Points are rounded to the precision of the answer.
    let error = 2.0 * found.error.f64() + truth.rounding + 4.0 * T::EPSILON.f64() * size;
    let points: [Vec3<f64>; 2] = [found.point_a.cast(), found.point_b.cast()];
    let on_face = |k: usize, face: Option<u32>| {
        let Some(face) = face else { return true };
        let p = points[k];
        nearest_to_point([p.x, p.y, p.z], &truth.soups[k][face as usize..=face as usize])
            .is_some_and(|near| near.squared.root() <= error)
    };
    let way = points[1] - points[0];
    let told = found.distance.f64();
    let normal: Vec3<f64> = found.normal.cast();
    // A body inside the other meets no face of it: its point is in the surrounding body.
    let around = truth.relation != Relation::Apart && truth.apart > error;
    let named = found.part_a.is_some() || found.part_b.is_some();
    around
        || named
            && on_face(0, found.part_a)
            && on_face(1, found.part_b)
            && (way.norm() - told).abs() <= error
            && (normal.norm() - 1.0).abs() <= 4.0 * T::EPSILON.f64()
            && (told == 0.0 || normal.dot(way) >= way.norm() - error)
}
