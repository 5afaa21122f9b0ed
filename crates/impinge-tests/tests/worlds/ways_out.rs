//! Ways out of an overlap, and contacts as patches, of bodies of every form.

use impinge::body::{AnyBody, Compound, HeightField, Placed};
use impinge::manifolds::ManifoldSettings;
use impinge::mesh::TriangleMesh;
use impinge::nonconvex::{contacts_into, way_out};
use impinge::*;
use impinge_scenes::Rng;
use impinge_scenes::meshes::{Triangles, bumpy_sphere, cube, letter, nested_shells, terrain, torus};

type V<T> = Vec3<T>;

fn mesh<T: Real>(triangles: &Triangles) -> AnyBody<V<T>> {
    let points: Vec<V<T>> = triangles.points.iter().map(|p| p.cast()).collect();
    AnyBody::from(TriangleMesh::<T>::new(&points, &triangles.triangles).unwrap().0)
}

/// The walls of a cube with a corner at the origin, from inside.
fn room() -> TriangleMesh<f64> {
    let cube = cube(4.0).flipped();
    TriangleMesh::new(&cube.points, &cube.triangles).unwrap().0.into_surface()
}

fn table<T: Real>() -> AnyBody<V<T>> {
    let t = T::of;
    let leg = |x: f64, y: f64| {
        let leg: AnyShape<T> = Cuboid::new([t(0.1), t(0.1), t(0.5)]).into();
        (leg, Pose::at([t(x), t(y), t(0.5)]))
    };
    let top: AnyShape<T> = Cuboid::new([t(1.0), t(0.6), t(0.1)]).into();
    let top = (top, Pose::at([t(0.0), t(0.0), t(1.1)]));
    AnyBody::from(Compound::new([top, leg(-0.9, -0.5), leg(0.9, -0.5), leg(0.9, 0.5), leg(-0.9, 0.5)]))
}

fn bodies<T: Real>() -> Vec<AnyBody<V<T>>> {
    let t = T::of;
    let convex = |shape: AnyShape<T>| AnyBody::from(shape);
    vec![
        convex(Cuboid::new([t(0.5), t(0.75), t(0.25)]).into()),
        convex(Capsule::new(t(0.5), t(0.25)).into()),
        convex(Cone::new(t(0.5), t(0.5)).into()),
        table(),
        mesh(&torus(9, 6)),
        mesh(&letter('H').scaled(0.25)),
        mesh(&cube(1.5)),
        mesh(&terrain(5, 0.3, 2)),
        mesh(&bumpy_sphere(3, 0.3, 4)),
        mesh(&nested_shells(true)),
        AnyBody::from(HeightField::<T>::from_fn(5, 5, [t(1.0); 3], |x, y| {
            ((x * 3 + y * 5) % 4) as f32 * 0.25
        })),
        AnyBody::from(HalfSpace::new([t(0.0), t(0.0), t(1.0)], t(0.25))),
    ]
}

fn moved<'a, T: Real>(
    body: &'a AnyBody<V<T>>,
    pose: &Pose<V<T>>,
    by: V<T>,
) -> Placed<'a, AnyBody<V<T>>, V<T>> {
    body.at(Pose::new(pose.translation() + by, pose.rotation()))
}

/// At the end of each way the bodies are apart; no way that is shorter than the bound leads out; the order changes nothing of that.
fn every_pair<T: Real>(shorter: usize) {
    let mut rng = Rng::new(77);
    let bodies = bodies::<T>();
    let (mut overlapped, mut tight) = (0, 0);
    for (i, a) in bodies.iter().enumerate() {
        for (j, b) in bodies.iter().enumerate() {
            let (pose_a, pose_b) = (rng.pose3::<T>(0.5), rng.pose3::<T>(0.5));
            let (a, what) = (a.at(pose_a), format!("{i} at {pose_a:?}, {j} at {pose_b:?}"));
            let placed = b.at(pose_b);
            let Some(exit) = way_out(&a, &placed) else {
                // Half-spaces that meet without end.
                assert!(i + 1 == bodies.len() && j == i, "{what}");
                continue;
            };
            assert!(exit.then.distance > exit.then.error, "{what}: {exit:?}");
            assert!(!intersects(&a, &moved(b, &pose_b, exit.by)), "{what}: {exit:?}");
            let length = exit.by.norm();
            assert!(exit.at_least <= length, "{what}: {exit:?}");
            if !intersects(&a, &placed) {
                assert_eq!(length, T::ZERO, "{what}");
                continue;
            }
            overlapped += 1;
            for _ in 0..shorter {
                let by = rng.unit3::<T>() * (exit.at_least * T::of(rng.uniform() * 0.999));
                assert!(intersects(&a, &moved(b, &pose_b, by)), "{what}: {exit:?}, {by:?}");
            }
            if i < 3 && j < 3 {
                assert!(length - exit.at_least <= T::of(1e-3) * length, "{what}: {exit:?}");
                tight += 1;
            }
            let back = way_out(&placed, &a).unwrap();
            assert!(!intersects(&placed, &moved(a.body(), a.pose(), back.by)), "{what}: {back:?}");
        }
    }
    assert!(overlapped >= 70 && tight >= 5, "{overlapped} {tight}");
}

#[test]
fn ways_out_end_apart_and_none_is_shorter_than_its_bound() {
    every_pair::<f64>(8);
    every_pair::<f32>(2);
}

#[test]
fn ways_out_are_short_where_bodies_overlap_a_little() {
    // In a corner of three walls, 0.01, 0.02 and 0.03 deep: a room is a cube from inside.
    let room = room();
    let block = Cuboid::new([0.5, 0.5, 0.5]);
    let at = |by: V<f64>| block.at(Pose::at(Vec3::new(0.49, 0.48, 0.47) + by));
    let exit = way_out(&room, &at(Vec3::ZERO)).unwrap();
    assert!((exit.by - Vec3::new(0.01, 0.02, 0.03)).norm() < 1e-9, "{exit:?}");
    assert!((exit.at_least - 0.03).abs() < 1e-9, "{exit:?}");
    assert!(!intersects(&room, &at(exit.by)));

    // A small body in the middle of a large solid: out by its nearest side.
    let solid = mesh::<f64>(&cube(4.0));
    let ball = Sphere::new(0.25);
    let exit = way_out(&solid.at(Pose::IDENTITY), &ball.at(Pose::at([2.0, 3.0, 2.0]))).unwrap();
    assert!((exit.by - Vec3::new(0.0, 1.25, 0.0)).norm() < 1e-9, "{exit:?}");
    assert!((exit.at_least - 0.75).abs() < 1e-9, "{exit:?}");

    // Two floors that face each other overlap by 2.
    let down = HalfSpace::<V<f64>>::new([0.0, 0.0, -1.0], 1.0);
    let exit = way_out(&HalfSpace::<V<f64>>::new([0.0, 0.0, 1.0], 1.0), &down).unwrap();
    assert!((exit.by.z - 2.0).abs() < 1e-9 && (exit.at_least - 2.0).abs() < 1e-9, "{exit:?}");
    assert!(way_out(&HalfSpace::<V<f64>>::new([1.0, 0.0, 0.0], 1.0), &down).is_none());

    // A body in itself.
    let shell = mesh::<f64>(&torus(9, 6));
    let exit = way_out(&shell.at(Pose::IDENTITY), &shell.at(Pose::IDENTITY)).unwrap();
    assert!(!intersects(&shell.at(Pose::IDENTITY), &shell.at(Pose::at(exit.by))), "{exit:?}");
}

#[test]
fn a_patch_of_many_triangles_has_few_points_and_keeps_their_names() {
    let floor = HeightField::<f64>::from_fn(41, 41, [0.25, 0.25, 1.0], |_, _| 0.0);
    let mut found = Vec::new();
    let settings = ManifoldSettings { margin: 0.01, ..ManifoldSettings::default() };
    // A box over some hundred triangles stands on four points, its corners; as it trembles they stay.
    let cuboid = |up: f64| Cuboid::new([1.3, 0.9, 0.5]).at(Pose::at([5.03, 4.98, 0.49 + up]));
    let mut names = None;
    for up in [0.0, 1e-9, 3e-9] {
        contacts_into(&floor, &cuboid(up), &settings, &mut found);
        let points: Vec<_> =
            found.iter().flat_map(|c| c.manifold.points().iter().map(move |p| (c.part_a, p))).collect();
        assert_eq!(points.len(), 4, "{points:?}");
        for (_, p) in &points {
            let at = p.point_b - Vec3::new(5.03, 4.98, 0.0);
            assert!((at.x.abs() - 1.3).abs() < 1e-9 && (at.y.abs() - 0.9).abs() < 1e-9, "{p:?}");
            assert!((p.depth() - 0.01 + up).abs() < 1e-12, "{p:?}");
        }
        assert!(found.iter().all(|c| c.patch == 0 && c.manifold.normal.z > 1.0 - 1e-12));
        let now: Vec<_> = points.iter().map(|(part, p)| (*part, p.feature_a, p.feature_b)).collect();
        assert_eq!(*names.get_or_insert(now.clone()), now);
    }
    // A table: four legs, 16 corners; the outermost stay.
    contacts_into(&floor, &table::<f64>().at(Pose::at([5.0, 5.0, -0.005])), &settings, &mut found);
    let points: Vec<_> = found.iter().flat_map(|c| c.manifold.points()).collect();
    assert_eq!(points.len(), 4);
    for p in points {
        let at = p.point_b - Vec3::new(5.0, 5.0, 0.0);
        assert!((at.x.abs() - 1.0).abs() < 1e-9 && (at.y.abs() - 0.6).abs() < 1e-9, "{p:?}");
    }
    // All are there on request.
    let all = ManifoldSettings { max_points: None, ..settings };
    contacts_into(&floor, &cuboid(0.0), &all, &mut found);
    assert!(found.len() > 50, "{}", found.len());

    // In the corner of a room there are three patches.
    let block = Cuboid::new([0.5, 0.5, 0.5]).at(Pose::at([0.495, 0.495, 0.495]));
    contacts_into(&room(), &block, &settings, &mut found);
    let mut counts = [0; 3];
    for contact in &found {
        counts[contact.patch as usize] += contact.manifold.points().len();
    }
    assert_eq!(counts, [4; 3]);
}

#[test]
fn a_margin_ends_the_search_and_changes_no_answer() {
    let mut rng = Rng::new(5);
    let bodies = bodies::<f64>();
    let mut far = 0;
    for (a, b) in bodies.iter().flat_map(|a| bodies[..11].iter().map(move |b| (a, b))) {
        let (a, b) = (a.at(rng.pose3(1.0)), b.at(rng.pose3(4.0)));
        let exact = contact(&a, &b);
        for margin in [0.0, 0.5, 2.0] {
            let settings = Settings { margin: Some(margin), ..Settings::default() };
            assert_eq!(contact_with(&a, &b, &settings), exact);
            let Some(found) = contact_within(&a, &b, &settings) else {
                assert!(exact.signed_distance + exact.error > margin, "{exact:?}");
                far += 1;
                continue;
            };
            let off = (found.signed_distance - exact.signed_distance).abs();
            assert!(off <= found.error + exact.error, "{found:?}, {exact:?}");
            assert!(found.error <= 2.0 * exact.error, "{found:?}, {exact:?}");
            assert!(found.signed_distance - found.error <= margin, "{found:?}, {exact:?}");
        }
    }
    assert!(far > 60, "{far}");
}

/// In `f32`, `then` was the distance at the sum of pose and way in `f64`, where no pose in `f32` is. It holds for the pose that a user
/// gets: B moved by the way, or A moved by the opposite, rounded.
#[test]
fn a_way_out_was_proven_for_a_pose_that_nobody_gets() {
    let mut rng = Rng::new(3413);
    let (mut ways, mut elsewhere) = (0, 0);
    let shapes: [AnyShape<f32>; 4] = [
        Cuboid::new([0.5, 0.75, 0.25]).into(),
        Sphere::new(0.5).into(),
        Capsule::new(0.5, 0.25).into(),
        Cone::new(0.5, 0.5).into(),
    ];
    let wide: [AnyShape<f64>; 4] = [
        Cuboid::new([0.5, 0.75, 0.25]).into(),
        Sphere::new(0.5).into(),
        Capsule::new(0.5, 0.25).into(),
        Cone::new(0.5, 0.5).into(),
    ];
    for round in 0..400 {
        let far = [0.0, 30.0, 1000.0, 50_000.0][round % 4];
        let center = rng.unit3::<f32>() * far;
        let [i, j] = [(); 2].map(|()| rng.below(4));
        let [p, q]: [Pose<Vec3<f32>>; 2] = [(); 2].map(|()| {
            let rotation = Rot3::from_axis_angle(rng.unit3::<f32>(), rng.uniform() as f32 * 3.0);
            Pose::new(center + rng.unit3::<f32>() * 0.4, rotation)
        });
        let (a, b) = ((&shapes[i]).at(p), (&shapes[j]).at(q));
        let Some(out) = way_out(&a, &b) else { panic!("no way out, {a:?}, {b:?}") };
        if out.by == Vec3::ZERO {
            continue;
        }
        ways += 1;
        let at = |pose: &Pose<Vec3<f32>>, by: Vec3<f32>| {
            Pose::<Vec3<f32>>::new(pose.translation() + by, pose.rotation()).cast::<f64>()
        };
        for [p, q] in [[p.cast(), at(&q, out.by)], [at(&p, -out.by), q.cast()]] {
            let true_one = distance(&(&wide[i]).at(p), &(&wide[j]).at(q));
            let off = (true_one.distance - f64::from(out.then.distance)).abs();
            assert!(
                off <= f64::from(out.then.error) + true_one.error,
                "{off}, {out:?}, {true_one:?}, {a:?}, {b:?}"
            );
            assert!(true_one.distance > true_one.error, "{out:?}, {true_one:?}");
        }
        let sum = q.translation().cast::<f64>() + out.by.cast();
        elsewhere += usize::from(sum != (q.translation() + out.by).cast());
    }
    assert!(ways > 250 && elsewhere > 150, "{ways}, {elsewhere}");
}

/// Bodies that are apart by less than the gap of a query were moved by 1e-13 or so.
#[test]
fn bodies_barely_apart_were_moved() {
    let disc = Disc::new(1.0);
    let corners = [[-4.0, 0.0, -1e-9], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]];
    let sliver = Triangle::new(corners[0], corners[1], corners[2]);
    let out = way_out(&disc, &sliver.at(Pose::at([2.0, 0.0, 0.0]))).unwrap();
    assert!(out.by == Vec3::ZERO && out.then.distance > out.then.error, "{out:?}");
    // Above the middle of a face, and round bodies too.
    let block: AnyBody<V<f64>> = mesh(&cube(2.0));
    for height in [1e-9, 1e-11, 1e-12] {
        let cone: AnyShape<f64> = Cone::new(1.0, 0.5).into();
        let ball: AnyShape<f64> = Sphere::new(1.0).into();
        for shape in [cone, ball] {
            let low = -shape.support(Vec3::new(0.0, 0.0, -1.0)).z;
            let at = Pose::at([1.125, 0.875, 2.0 + low + height]);
            let out = way_out(&block.at(Pose::IDENTITY), &(&shape).at(at)).unwrap();
            assert!(out.by == Vec3::ZERO, "{height:e} above: {out:?}");
        }
    }
}
