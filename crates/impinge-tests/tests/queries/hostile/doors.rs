//! The doors: every constructor with every kind of number in every place. What is taken is within the limit.

use super::Net;
use super::bodies::{FACES, mesh_limit, poses, tetrahedra};
use super::numbers::{all, beyond, flat, least, places, turns, wild};
use impinge::body::{Chain, Compound, HeightField, Region};
use impinge::hull::{planar_hull, solid_hull};
use impinge::mesh::polygon::{MeshSettings, PolygonMesh};
use impinge::mesh::{TriangleMesh, cut_polygon};
use impinge::shape::Strategy;
use impinge::*;

pub const COVERS: &[&str] = &[
    "Sphere",
    "Cuboid",
    "Segment",
    "RectanglePatch",
    "Disc",
    "EllipticDisc",
    "Ellipsoid",
    "Lozenge",
    "RoundCuboid",
    "Wheel",
    "Cylinder",
    "Cone",
    "Capsule",
    "Capsule2",
    "Circle",
    "Ellipse",
    "Rectangle",
    "Segment2",
    "Frustum::new",
    "Frustum::try_new",
    "Capsule::between",
    "Capsule::try_between",
    "Capsule2::between",
    "Capsule2::try_between",
    "Segment::between",
    "Segment::try_between",
    "Segment2::between",
    "Segment2::try_between",
    "Point::new",
    "Point::try_new",
    "Triangle::new",
    "Triangle::try_new",
    "ConvexPolygon::new",
    "ConvexPolygon::try_new",
    "ConvexPolyhedron::new",
    "ConvexPolyhedron::try_new",
    "ConvexPolyhedron::from_solid",
    "ConvexPolyhedron::with_strategy",
    "ConvexPolyhedron::moved",
    "shape::Strategy",
    "HalfSpace::new",
    "HalfSpace::try_new",
    "Rounded::new",
    "Rounded::try_new",
    "Swept::new",
    "Swept::try_new",
    "$name::new",
    "$shape::minkowski_sum",
    "$shape::minkowski_difference",
    "$shape::entrance_block",
    "hull::planar_hull",
    "hull::solid_hull",
    "hull::Solid",
    "Solid::check",
    "Topology::face_half_edges",
    "Topology::face_vertices",
    "Topology::origin",
    "Topology::target",
    "Topology::twin",
    "Topology::face",
    "Topology::next",
    "Topology::previous",
    "Topology::leaving",
    "Topology::neighbors",
    "Pose::new",
    "Pose::try_new",
    "Pose::at",
    "Pose::turned",
    "Pose::transform",
    "Pose::untransform",
    "Pose::compose",
    "Rot2::from_angle",
    "Rot2::try_from_angle",
    "Rot2::try_from_cos_sin",
    "Rot2::slerp",
    "Rot3::from_xyzw",
    "Rot3::try_from_xyzw",
    "Rot3::try_normalize_xyzw",
    "Rot3::from_axis_angle",
    "Rot3::try_from_axis_angle",
    "Rot3::between",
    "Rot3::turned_by",
    "Rot3::from_matrix",
    "Rot3::try_from_matrix",
    "Rot3::slerp",
    "$rot::rotate",
    "$rot::unrotate",
    "$rot::compose",
    "Motion::translation",
    "Motion::try_translation",
    "Motion::moving",
    "Motion::try_moving",
    "Motion::between",
    "Motion::until",
    "Motion::pose",
    "Motion::rotation",
    "Motion::try_rotation",
    "Motion::screw",
    "Motion::try_screw",
    "Motion::turn",
    "Motion::try_turn",
    "Ray::new",
    "Ray::try_new",
    "Compound::new",
    "Compound::try_new",
    "Compound::aabb",
    "Compound::at",
    "HeightField::new",
    "HeightField::try_new",
    "HeightField::from_fn",
    "HeightField::with_holes",
    "HeightField::try_with_holes",
    "Chain::new",
    "Chain::try_new",
    "Chain::closed",
    "Chain::try_closed",
    "Region::new",
    "Region::try_new",
    "TriangleMesh::new",
    "TriangleMesh::from_polygons",
    "PolygonMesh::from_triangles",
    "PolygonMesh::from_polygons",
    "PolygonMesh::with_settings",
    "PolygonMesh::from_solid",
    "PolygonMesh::try_from_solid",
    "PolygonMesh::point",
    "PolygonMesh::try_point",
    "mesh::polygon::MeshSettings",
    "mesh::polygon::cut_polygon",
];

/// A constructor of N numbers, each of every kind in turn, and all at once.
fn sizes<T: Real, S: core::fmt::Debug, const N: usize>(
    net: &mut Net,
    name: &str,
    try_new: impl Fn([T; N]) -> Result<S, ShapeError>,
    new: impl Fn([T; N]) -> S,
) {
    let mut taken = 0;
    for x in all::<T>() {
        for place in 0..=N {
            let mut given = [T::ONE; N];
            (0..N).filter(|&k| place == N || k == place).for_each(|k| given[k] = x);
            let made = net.make(|| format!("{name} of {given:?}"), || try_new(given), || new(given));
            taken += usize::from(made.is_some());
            net.holds(
                || format!("{name} of {given:?}: beyond the limit"),
                made.is_none() || (x.is_finite() && x.abs() <= T::LIMIT),
            );
        }
    }
    net.holds(|| format!("{name} takes all sizes"), taken >= 7 * N);
}

fn shapes<T: Real>(net: &mut Net) {
    macro_rules! sized {
        ($($shape:ident, $n:literal, $args:pat => $($arg:expr),+;)+) => {$(
            sizes::<T, _, $n>(net, stringify!($shape), |$args| $shape::try_new($($arg),+), |$args| $shape::new($($arg),+));
        )+};
    }
    sized! {
        Segment, 1, [a] => a;
        RectanglePatch, 2, [a, b] => [a, b];
        Disc, 1, [a] => a;
        EllipticDisc, 2, [a, b] => [a, b];
        Sphere, 1, [a] => a;
        Ellipsoid, 3, [a, b, c] => [a, b, c];
        Cuboid, 3, [a, b, c] => [a, b, c];
        Frustum, 5, [a, b, c, d, e] => [a, b], [c, d], e;
        Capsule, 2, [a, b] => a, b;
        Lozenge, 3, [a, b, c] => [a, b], c;
        RoundCuboid, 4, [a, b, c, d] => [a, b, c], d;
        Wheel, 2, [a, b] => a, b;
        Cylinder, 2, [a, b] => a, b;
        Cone, 2, [a, b] => a, b;
        Segment2, 1, [a] => a;
        Circle, 1, [a] => a;
        Ellipse, 2, [a, b] => [a, b];
        Rectangle, 2, [a, b] => [a, b];
        Capsule2, 2, [a, b] => a, b;
        Triangle, 3, [a, b, c] => [a, b, c], [c, a, b], [b, b, a];
    }
    let ball = Sphere::new(T::ONE);
    sizes::<T, _, 1>(
        net,
        "Rounded",
        |[r]| shape::Rounded::try_new(ball, r),
        |[r]| shape::Rounded::new(ball, r),
    );
    sizes::<T, _, 3>(net, "Swept", |v| shape::Swept::try_new(ball, v), |v| shape::Swept::new(ball, v));
    for a in wild::<T>() {
        for b in places() {
            let told = |what: &'static str| move || format!("{what} of {a:?} and {b:?}");
            net.make(told("Point"), || Point::try_new(a), || Point::new(a));
            net.make(told("Segment"), || Segment::try_between(a, b), || Segment::between(a, b));
            net.make(told("Capsule"), || Capsule::try_between(a, b, a.x), || Capsule::between(a, b, a.x));
            let (p, q) = (flat(a), flat(b));
            net.make(told("Point"), || Point::try_new(p), || Point::new(p));
            net.make(told("Segment2"), || Segment2::try_between(p, q), || Segment2::between(p, q));
            net.make(told("Capsule2"), || Capsule2::try_between(p, q, a.x), || Capsule2::between(p, q, a.x));
            net.make(told("HalfSpace"), || HalfSpace::<Vec3<T>>::try_new(a, b.x), || HalfSpace::new(a, b.x));
            net.make(told("HalfSpace"), || HalfSpace::<Vec3<T>>::try_new(b, a.x), || HalfSpace::new(b, a.x));
            net.make(told("HalfSpace"), || HalfSpace::<Vec2<T>>::try_new(p, a.x), || HalfSpace::new(p, a.x));
            net.make(told("Ray"), || Ray::<Vec3<T>>::try_new(a, b), || Ray::new(a, b));
            net.make(told("Ray"), || Ray::<Vec2<T>>::try_new(q, p), || Ray::new(q, p));
        }
    }
}

/// Clouds of points: too few, in one place, on a line, in a plane, with one wild point.
fn clouds<T: Real>() -> Vec<Vec<Vec3<T>>> {
    let mut clouds = vec![vec![], vec![Vec3::ZERO], vec![Vec3::splat(T::LIMIT); 5], places()];
    for corners in tetrahedra::<T>() {
        clouds.push(corners.to_vec());
        clouds.push(corners[..3].to_vec());
        clouds.push([&corners[..2], &corners[..2]].concat());
    }
    let (o, one) = (T::ZERO, T::ONE);
    let cube: Vec<Vec3<T>> = (0..8).map(|k| Vec3::new(o, o, o).zip_bits(k, one)).collect();
    for x in wild() {
        clouds.push([&cube[..], &[x]].concat());
    }
    for scale in super::numbers::sizes::<T>() {
        clouds.push(cube.iter().map(|&p| p * scale).collect());
    }
    clouds
}

/// Corners of a cube, by the bits of a number.
trait Bits<T> {
    fn zip_bits(self, bits: usize, one: T) -> Self;
}
impl<T: Real> Bits<T> for Vec3<T> {
    fn zip_bits(self, bits: usize, one: T) -> Self {
        let bit = |k: usize| if bits >> k & 1 == 1 { one } else { T::ZERO };
        self + Vec3::new(bit(0), bit(1), bit(2))
    }
}

fn hulls<T: Real>(net: &mut Net) {
    let mut last: Option<(ConvexPolyhedron<T>, ConvexPolygon<T>)> = None;
    for points in clouds::<T>() {
        let flat: Vec<Vec2<T>> = points.iter().map(|&p| super::numbers::flat(p)).collect();
        let told = |what: &'static str| {
            let points = &points;
            move || format!("{what} of {points:?}")
        };
        net.try_make(told("planar_hull"), || planar_hull(&flat));
        let (wide, ring): (Vec<_>, Vec<_>) = points.iter().zip(0..).map(|(p, i)| (p.cast(), i)).unzip();
        net.returns(told("cut_polygon"), || cut_polygon(&wide, &ring).len() + 2 <= ring.len().max(2));
        let polygon =
            net.make(told("ConvexPolygon"), || ConvexPolygon::try_new(&flat), || ConvexPolygon::new(&flat));
        let solid = net.try_make(told("solid_hull"), || solid_hull(&points));
        let made = net.make(
            told("ConvexPolyhedron"),
            || ConvexPolyhedron::try_new(&points),
            || ConvexPolyhedron::new(&points),
        );
        if let Some(solid) = solid {
            net.ask(told("Solid::check"), || solid.check(&points).is_ok());
            net.make(
                told("from_solid"),
                || PolygonMesh::try_from_solid(&solid),
                || PolygonMesh::from_solid(&solid),
            );
            net.ask(told("from_solid"), || ConvexPolyhedron::from_solid(solid.clone()).aabb(&poses()[4]));
            for strategy in [Strategy::Automatic, Strategy::Scan, Strategy::Walk, Strategy::Tree] {
                let made = net.returns(told("with_strategy"), || {
                    ConvexPolyhedron::with_strategy(solid.clone(), strategy)
                });
                if let Some(made) = made {
                    net.finite(told("support"), || {
                        wild().into_iter().map(|d| made.support(d)).collect::<Vec<_>>()
                    });
                }
            }
            // Names of faces, half-edges and vertices that there are.
            let topology = solid.topology();
            net.returns(told("topology"), || {
                for face in 0..topology.face_count() as u32 {
                    assert_eq!(topology.face_half_edges(face).len(), topology.face_vertices(face).len());
                    for h in topology.face_half_edges(face) {
                        assert_eq!((topology.face(h), topology.twin(topology.twin(h))), (face, h));
                        assert_eq!(topology.previous(topology.next(h)), h);
                        assert_eq!(topology.target(h), topology.origin(topology.twin(h)));
                    }
                }
                for v in 0..solid.vertices().len() as u32 {
                    assert_eq!(topology.leaving(v).count(), topology.neighbors(v).count());
                }
            });
        }
        if let Some(made) = &made {
            for pose in poses::<T>().into_iter().step_by(5) {
                net.try_make(told("moved"), || made.moved(&pose));
            }
        }
        if let (Some(made), Some(polygon)) = (made, polygon) {
            if let Some((other, other_polygon)) = &last {
                for (a, b) in [(&made, other), (other, &made), (&made, &made)] {
                    net.try_make(told("minkowski_sum"), || a.minkowski_sum(b));
                    net.try_make(told("minkowski_difference"), || a.minkowski_difference(b));
                    net.try_make(told("entrance_block"), || a.entrance_block(b, wild::<T>()[9]));
                    net.try_make(told("entrance_block"), || a.entrance_block(b, Vec3::splat(beyond::<T>())));
                }
                net.try_make(told("minkowski_sum"), || polygon.minkowski_sum(other_polygon));
                net.try_make(told("minkowski_difference"), || polygon.minkowski_difference(other_polygon));
                net.try_make(told("entrance_block"), || {
                    polygon.entrance_block(other_polygon, Vec2::splat(T::LIMIT))
                });
            }
            last = Some((made, polygon));
        }
    }
}

fn turns_and_motions<T: Real>(net: &mut Net) {
    for x in all::<T>() {
        let told = |what: &'static str| move || format!("{what} of {x:?}");
        net.make(told("from_angle"), || Rot2::try_from_angle(x), || Rot2::from_angle(x));
        net.try_make(told("try_from_cos_sin"), || Rot2::try_from_cos_sin(x, T::ZERO));
        net.finite(told("slerp"), || Rot2::<T>::default().slerp(&Rot2::from_angle(T::ONE), T::HALF));
        for xyzw in [[x, T::ZERO, T::ZERO, T::ONE], [T::ZERO, T::ZERO, T::ZERO, x], [x; 4]] {
            net.make(told("from_xyzw"), || Rot3::try_from_xyzw(xyzw), || Rot3::from_xyzw(xyzw));
            if let Some(turn) = net.try_make(told("normalize"), || Rot3::try_normalize_xyzw(xyzw)) {
                net.finite(told("normalize"), || turn.rotate(Vec3::axis(1)));
            }
        }
        for turn in turns() {
            net.returns(told("slerp"), || turn.slerp(&turns()[1], x));
            net.returns(told("turned_by"), || turn.turned_by(Vec3::new(x, T::ZERO, T::ONE)));
            net.finite(told("compose"), || turn.compose(&turns()[2]));
        }
    }
    for v in wild::<T>() {
        let told = |what: &'static str| move || format!("{what} of {v:?}");
        net.make(told("axis"), || Rot3::try_from_axis_angle(v, T::ONE), || Rot3::from_axis_angle(v, T::ONE));
        net.make(told("axis"), || Rot3::try_from_axis_angle(v, v.x), || Rot3::from_axis_angle(v, v.x));
        net.ask(told("between"), || Rot3::between(v, Vec3::axis(2)));
        for w in [v, -v, Vec3::axis(1)] {
            let matrix = Mat3::from_columns(v, w, Vec3::axis(0));
            net.make(told("from_matrix"), || Rot3::try_from_matrix(matrix), || Rot3::from_matrix(matrix));
            net.make(told("rotation"), || Motion::try_rotation(w, v, v.x), || Motion::rotation(w, v, v.x));
            net.make(told("screw"), || Motion::try_screw(v, w, v.x, v.z), || Motion::screw(v, w, v.x, v.z));
        }
        for turn in turns() {
            net.returns(told("rotate"), || (turn.rotate(v), turn.unrotate(v)));
            net.finite(told("turned"), || Pose::<Vec3<T>>::turned(turn));
            let pose = net.make(told("Pose"), || Pose::<Vec3<T>>::try_new(v, turn), || Pose::new(v, turn));
            if let Some(pose) = pose {
                net.finite(told("Pose"), || {
                    places().into_iter().map(|p| (pose.transform(p), pose.untransform(p))).collect::<Vec<_>>()
                });
                for other in poses::<T>() {
                    // One pose in another: within twice the limit. Motions from one to the other.
                    net.finite(told("compose"), || pose.compose(&other));
                    let motion = net.finite(told("between"), || Motion::between(&pose, &other));
                    if let Some(motion) = motion {
                        net.ask(told("until"), || [T::ZERO, T::HALF, T::ONE].map(|t| motion.until(t)));
                        net.ask(told("pose"), || [T::ZERO, T::HALF, T::ONE].map(|t| motion.pose(t)));
                        net.returns(told("pose"), || (motion.pose(v.x), motion.until(v.x)));
                    }
                }
            }
        }
        net.make(told("Pose::at"), || Pose::<Vec3<T>>::try_new(v, Rot3::default()), || Pose::at(v));
        let motion = net.make(
            told("translation"),
            || Motion::<Vec3<T>>::try_translation(v),
            || Motion::translation(v),
        );
        if let Some(motion) = motion {
            net.make(told("moving"), || motion.try_moving(v), || motion.moving(v));
        }
        net.make(told("turn"), || Motion::try_turn(flat(v), v.z), || Motion::turn(flat(v), v.z));
    }
}

fn bodies<T: Real>(net: &mut Net) {
    // A mesh whose legs are beyond the limit was taken, and every query about it panicked.
    for far in [beyond::<T>(), mesh_limit::<T>() * T::TWO, -beyond::<T>(), T::INFINITY, T::of(f64::NAN)] {
        let corners = [Vec3::ZERO, Vec3::axis(0), Vec3::axis(1), Vec3::new(T::ZERO, far, T::ZERO)];
        let refused = |made: bool| assert!(!made, "{far:?} was taken");
        refused(TriangleMesh::<T>::new(&corners, &FACES).is_ok());
        refused(TriangleMesh::<T>::from_polygons(&corners, &[[0, 1, 2, 3]]).is_ok());
        refused(PolygonMesh::<T>::from_triangles(&corners, &FACES).is_ok());
        refused(PolygonMesh::<T>::from_polygons(&corners, &FACES).is_ok());
        refused(PolygonMesh::<T>::try_point(corners[3]).is_ok());
        if far.abs() != mesh_limit::<T>() * T::TWO || T::LIMIT == mesh_limit::<T>() {
            refused(solid_hull(&corners).is_ok());
            refused(Chain::<T>::try_new(&corners.map(flat)).is_ok());
            refused(Region::<T>::try_new(&[corners.map(flat)]).is_ok());
        }
    }
    for points in clouds::<T>() {
        let told = |what: &'static str| {
            let points = &points;
            move || format!("{what} of {points:?}")
        };
        let count = points.len() as u32;
        let ring: Vec<u32> = (0..count).collect();
        let fan: Vec<[u32; 3]> = (0..count.saturating_sub(2)).map(|k| [0, k + 1, k + 2]).collect();
        for faces in [&fan[..], &FACES, &[[0, 0, 1]], &[[0, 1, u32::MAX]], &[]] {
            net.try_make(told("TriangleMesh"), || TriangleMesh::new(&points, faces));
            net.try_make(told("PolygonMesh"), || PolygonMesh::from_triangles(&points, faces));
        }
        for rings in [&[ring.clone()][..], &[vec![]], &[ring.clone(), vec![0], vec![0, 1, 0, 1]], &[]] {
            net.try_make(told("from_polygons"), || TriangleMesh::from_polygons(&points, rings));
            net.try_make(told("from_polygons"), || PolygonMesh::from_polygons(&points, rings));
            for x in all::<f64>() {
                let settings = MeshSettings { weld: x, flat: x, ..MeshSettings::default() };
                net.try_make(told("with_settings"), || PolygonMesh::with_settings(&points, rings, &settings));
            }
        }
        let flat: Vec<Vec2<T>> = points.iter().map(|&p| flat(p)).collect();
        net.make(told("Chain"), || Chain::try_new(&flat), || Chain::new(&flat));
        net.make(told("Chain"), || Chain::try_closed(&flat), || Chain::closed(&flat));
        for rings in [&[flat.clone()][..], &[], &[vec![]], &[flat.clone(), flat.clone()]] {
            net.make(told("Region"), || Region::try_new(rings), || Region::new(rings));
        }
        if let Some(&last) = points.last() {
            net.make(told("point"), || PolygonMesh::try_point(last), || PolygonMesh::point(last));
        }
    }
    for x in all::<T>() {
        for h in all::<f32>() {
            for spacing in [[x, T::ONE, T::ONE], [T::ONE, T::ONE, x], [x, x, x]] {
                let told = || format!("HeightField of {spacing:?}, {h:?}");
                let heights = || vec![0.0, h, 1.0, h];
                let field = net.make(
                    told,
                    || HeightField::try_new(2, 2, spacing, heights()),
                    || HeightField::from_fn(2, 2, spacing, |i, j| heights()[(2 * i + j) as usize]),
                );
                if let Some(field) = field {
                    net.make(
                        told,
                        || field.clone().try_with_holes(|_, _| true),
                        || field.clone().with_holes(|_, _| true),
                    );
                }
            }
        }
        let ball = Sphere::new(T::ONE);
        let told = || format!("Compound at {x:?}");
        net.make(
            told,
            || Compound::try_new(Pose::try_new([x; 3], Rot3::default()).ok().map(|pose| (ball, pose))),
            || Compound::new(Pose::try_new([x; 3], Rot3::default()).ok().map(|pose| (ball, pose))),
        );
    }
    for (rows, columns) in [(0, 0), (1, 9), (u32::MAX, u32::MAX), (2, 3), (1 << 25, 2)] {
        let told = || format!("HeightField of {rows} by {columns}");
        let spacing = [T::ONE; 3];
        net.make(
            told,
            || HeightField::try_new(rows, columns, spacing, vec![0.0; 4]),
            || HeightField::new(rows, columns, spacing, vec![0.0; 4]),
        );
    }
    // Parts that were placed again and again, until they are beyond all numbers.
    let mut far = Pose::at([T::LIMIT, least(), T::ZERO]);
    for _ in 0..10 {
        let parts = || [(Sphere::new(T::ONE), far)];
        let told = || format!("Compound at {far:?}");
        let made = net.make(told, || Compound::try_new(parts()), || Compound::new(parts()));
        if let Some(made) = made {
            net.ask(told, || made.aabb(&Pose::IDENTITY));
            net.ask(told, || contact(&made.at(far), &Sphere::new(T::ONE)));
        }
        far = far.compose(&far);
    }
}

#[test]
fn every_constructor_takes_or_refuses() {
    fn check<T: Real>() {
        let mut net = Net::default();
        shapes::<T>(&mut net);
        hulls::<T>(&mut net);
        turns_and_motions::<T>(&mut net);
        bodies::<T>(&mut net);
        net.done(50_000);
    }
    check::<f32>();
    check::<f64>();
}
