//! Start in solid, against sampled points and against the depth of convex bodies.

use impinge::hull::solid_hull;
use impinge::mesh::Position;
use impinge::mesh::polygon::{Evidence, PlacedMesh, PolygonMesh, in_solid, is_in_solid, position};
use impinge::{ConvexPolyhedron, Pose, Real, Rot3, Shape, Vec3, Vector, contact};
use impinge_scenes::rooms::{self, Faces};
use impinge_scenes::{Rng, clouds};

type Mesh<T> = PolygonMesh<T>;

fn build<T: Real>(faces: &Faces) -> Mesh<T> {
    PolygonMesh::from_polygons(&faces.points_in::<T>(), &faces.polygons).unwrap().0
}

/// The pose moved on.
fn moved<T: Real>(pose: &Pose<Vec3<T>>, by: Vec3<T>) -> Pose<Vec3<T>> {
    Pose::new(pose.translation() + by, pose.rotation())
}

fn against_samples<T: Real>() {
    let mut rng = Rng::new(77);
    let bodies: Vec<Mesh<T>> = ['L', 'U', 'T', 'E']
        .map(rooms::letter)
        .iter()
        .chain(&[rooms::cuboid([0.5, 0.7, 0.9], 1), rooms::random_hull(20, 3), rooms::torus(9, 5)])
        .map(build)
        .collect();
    let grounds: Vec<Mesh<T>> = [
        rooms::letter('E'),
        rooms::stairs(5, 1.0, 0.5, 3.0),
        rooms::room([4.0, 4.0, 4.0], 2),
        rooms::torus(12, 7),
    ]
    .iter()
    .map(build)
    .collect();
    let (mut overlaps, mut free, mut out) = (0, 0, 0);
    for round in 0..240 {
        let body = &bodies[rng.below(bodies.len())];
        let ground = &grounds[rng.below(grounds.len())];
        let pose = rng.pose3::<T>(3.0);
        // Points that are in both.
        let mut both = 0;
        for _ in 0..400 {
            let (low, high) = (body.bounds().min, body.bounds().max);
            let p = low.zip(high, |a, b| a + (b - a) * T::of(rng.uniform()));
            both += usize::from(
                position(body, p) == Some(Position::Inside)
                    && position(ground, pose.transform(p)) == Some(Position::Inside),
            );
        }
        match in_solid(&PlacedMesh::new(body, pose), &PlacedMesh::new(ground, Pose::IDENTITY)) {
            None => {
                assert_eq!(both, 0, "round {round}: sampled points are in both");
                free += 1;
            }
            Some(solid) => {
                overlaps += 1;
                // There is none out of a wall without end, nor for a body that does not fit between walls.
                assert!(ground.volume() < 0.0 || solid.way_out.is_some(), "round {round}");
                if let Some(way) = solid.way_out {
                    out += 1;
                    assert!(way.depth > T::ZERO);
                    assert!((way.direction.norm().f64() - 1.0).abs() < 1e-6);
                    let there = moved(&pose, way.direction * way.depth);
                    assert_eq!(
                        is_in_solid(&PlacedMesh::new(body, there), &PlacedMesh::new(ground, Pose::IDENTITY)),
                        None,
                        "round {round}"
                    );
                }
            }
        }
    }
    assert!(overlaps > 50 && free > 15 && out * 10 >= overlaps * 9, "{overlaps} {free} {out}");
}

#[test]
fn starts_in_solid_agree_with_samples() {
    against_samples::<f32>();
    against_samples::<f64>();
}

/// Convex bodies, whose least depth is known.
fn against_depth<T: Real>() {
    let mut rng = Rng::new(5);
    let tolerance = 400.0 * T::EPSILON.f64();
    let (mut solid, mut free, mut least) = (0, 0, 0);
    for round in 0..100 {
        let [a, b]: [Vec<Vec3<T>>; 2] = [0, 1].map(|k| clouds::on_sphere(14, 2 * round + k));
        let (hull_a, hull_b) = (solid_hull(&a).unwrap(), solid_hull(&b).unwrap());
        let (mesh_a, mesh_b) = (Mesh::from_solid(&hull_a), Mesh::from_solid(&hull_b));
        let towards = rng.unit3::<T>() * T::of(rng.between(1.1, 1.7));
        let pose = Pose::new(towards, rng.rotation3());
        let truth = contact(&ConvexPolyhedron::new(&a).at(pose), &ConvexPolyhedron::new(&b));
        let depth = -truth.signed_distance.f64();
        match in_solid(&PlacedMesh::new(&mesh_a, pose), &PlacedMesh::new(&mesh_b, Pose::IDENTITY)) {
            None => {
                assert!(depth <= tolerance, "round {round}: {depth}");
                free += 1;
            }
            Some(found) => {
                assert!(depth >= -tolerance, "round {round}: {depth}");
                solid += 1;
                let way = found.way_out.unwrap();
                assert!(way.depth.f64() >= depth - tolerance, "round {round}: {} {depth}", way.depth);
                least += usize::from(way.depth.f64() <= depth + tolerance);
                let there = moved(&pose, way.direction * way.depth);
                assert_eq!(
                    is_in_solid(&PlacedMesh::new(&mesh_a, there), &PlacedMesh::new(&mesh_b, Pose::IDENTITY)),
                    None,
                    "round {round}"
                );
            }
        }
    }
    assert!(solid > 20 && free > 5, "{solid} {free}");
    assert!(least * 20 >= solid * 19, "least in {least} of {solid}");
}

#[test]
fn ways_out_of_convex_bodies_are_mostly_the_least() {
    against_depth::<f32>();
    against_depth::<f64>();
}

/// Far from the origin and turned, the way out was that of the meshes in the frame of the standing one, in `f64`: at the pose that a
/// user gets, which is rounded, the bodies could still share volume.
#[test]
fn a_way_out_led_to_a_pose_that_nobody_gets() {
    fn check<T: Real>(far: f64, seed: u64) {
        let mut rng = Rng::new(seed);
        let mut solid = 0;
        for round in 0..60 {
            let [a, b]: [Vec<Vec3<T>>; 2] = [0, 1].map(|k| clouds::on_sphere(14, 2 * round + k));
            let [a, b] = [a, b].map(|points| Mesh::from_solid(&solid_hull(&points).unwrap()));
            let center = rng.unit3::<T>() * T::of(far);
            let standing = PlacedMesh::new(&b, Pose::new(center, rng.rotation3()));
            let towards = center + rng.unit3::<T>() * T::of(rng.between(0.5, 1.5));
            let pose = Pose::new(towards, rng.rotation3());
            let Some(found) = in_solid(&PlacedMesh::new(&a, pose), &standing) else { continue };
            solid += 1;
            let way = found.way_out.unwrap();
            let there = moved(&pose, way.direction * way.depth);
            assert_eq!(is_in_solid(&PlacedMesh::new(&a, there), &standing), None, "round {round}: {way:?}");
        }
        assert!(solid > 40, "{solid}");
    }
    check::<f32>(3000.0, 3414);
    check::<f64>(1e12, 3415);
}

fn aligned<T: Real>() {
    let cube = build::<T>(&rooms::cuboid([1.0; 3], 1));
    let at = |x: f64, y: f64, z: f64| Pose::at([T::of(x), T::of(y), T::of(z)]);
    // Touching by face, edge and vertex, and with a part of a face.
    for pose in [at(2., 0., 0.), at(2., 2., 0.), at(2., 2., 2.), at(2., 0.5, 0.5), at(0., -2., 1.)] {
        assert_eq!(in_solid(&PlacedMesh::new(&cube, pose), &PlacedMesh::new(&cube, Pose::IDENTITY)), None);
    }
    // The same place, shifted along one axis, two and three, and by a hair.
    for pose in [at(0., 0., 0.), at(1., 0., 0.), at(0.5, 0.5, 0.), at(1., 1., 1.), at(1.9999, 0., 0.)] {
        let found = in_solid(&PlacedMesh::new(&cube, pose), &PlacedMesh::new(&cube, Pose::IDENTITY)).unwrap();
        let way = found.way_out.unwrap();
        let shift = pose.translation().max_abs();
        assert!((way.depth - (T::TWO - shift)).abs() <= T::of(1e-4), "{}", way.depth);
        assert_eq!(
            is_in_solid(
                &PlacedMesh::new(&cube, moved(&pose, way.direction * way.depth)),
                &PlacedMesh::new(&cube, Pose::IDENTITY)
            ),
            None
        );
    }
    assert!(matches!(
        is_in_solid(&PlacedMesh::new(&cube, at(0., 0., 0.)), &PlacedMesh::new(&cube, Pose::IDENTITY)),
        Some(Evidence::SharedFace { .. })
    ));
    // Wholly inside, and wholly around.
    let small = build::<T>(&rooms::cuboid([0.25; 3], 1));
    let found =
        in_solid(&PlacedMesh::new(&small, at(0.5, 0., 0.)), &PlacedMesh::new(&cube, Pose::IDENTITY)).unwrap();
    assert!(matches!(found.evidence, Evidence::MovingPoint { .. }));
    assert!((found.way_out.unwrap().depth.f64() - 0.75).abs() < 1e-5);
    assert!(matches!(
        is_in_solid(&PlacedMesh::new(&cube, at(0.1, 0., 0.)), &PlacedMesh::new(&small, Pose::IDENTITY)),
        Some(Evidence::StandingPoint { .. })
    ));
    // Crossing bars with faces in common planes.
    let bar = build::<T>(&rooms::cuboid([2.0, 1.0, 1.0], 1));
    let turned = Pose::new([T::ZERO; 3], Rot3::from_xyzw([T::ZERO, T::ZERO, T::HALF.sqrt(), T::HALF.sqrt()]));
    assert!(is_in_solid(&PlacedMesh::new(&bar, turned), &PlacedMesh::new(&bar, Pose::IDENTITY)).is_some());
    let across = build::<T>(&rooms::cuboid([1.0, 2.0, 1.0], 1));
    assert!(
        is_in_solid(&PlacedMesh::new(&bar, Pose::IDENTITY), &PlacedMesh::new(&across, Pose::IDENTITY))
            .is_some()
    );
    // In a room: free, through a wall, and wholly in the wall.
    let room = build::<T>(&rooms::room([4.0; 3], 2));
    assert_eq!(
        in_solid(&PlacedMesh::new(&cube, at(3., 0., 0.)), &PlacedMesh::new(&room, Pose::IDENTITY)),
        None
    );
    let through = in_solid(&PlacedMesh::new(&cube, at(3.5, 0., 0.)), &PlacedMesh::new(&room, Pose::IDENTITY))
        .unwrap()
        .way_out
        .unwrap();
    assert!((through.depth.f64() - 0.5).abs() < 1e-4 && through.direction.x.f64() < -0.99);
    assert!(
        is_in_solid(&PlacedMesh::new(&cube, at(9., 0., 0.)), &PlacedMesh::new(&room, Pose::IDENTITY))
            .is_some()
    );
    // An open floor: only what crosses it.
    let floor = build::<T>(&rooms::floor(8.0, 2));
    assert_eq!(
        in_solid(&PlacedMesh::new(&cube, at(0., 0., 1.)), &PlacedMesh::new(&floor, Pose::IDENTITY)),
        None
    );
    assert_eq!(
        in_solid(&PlacedMesh::new(&cube, at(0., 0., -3.)), &PlacedMesh::new(&floor, Pose::IDENTITY)),
        None
    );
    let through =
        in_solid(&PlacedMesh::new(&cube, at(0., 0., 0.75)), &PlacedMesh::new(&floor, Pose::IDENTITY))
            .unwrap()
            .way_out
            .unwrap();
    assert!((through.depth.f64() - 0.25).abs() < 1e-4 && through.direction.z.f64() > 0.99);
    // A point.
    let point = Mesh::point(Vec3::splat(T::ZERO));
    assert!(
        is_in_solid(&PlacedMesh::new(&point, at(0.5, 0., 0.)), &PlacedMesh::new(&cube, Pose::IDENTITY))
            .is_some()
    );
    assert_eq!(
        is_in_solid(&PlacedMesh::new(&point, at(1., 0., 0.)), &PlacedMesh::new(&cube, Pose::IDENTITY)),
        None
    );
}

#[test]
fn aligned_boxes_are_in_solid_where_they_share_volume() {
    aligned::<f32>();
    aligned::<f64>();
}
