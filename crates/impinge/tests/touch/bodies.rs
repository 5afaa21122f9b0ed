//! Maps as bodies: the front door and scenes.

use std::sync::Arc;

use impinge::Status;
use impinge::body::{AnyBody, Compound, HeightField};
use impinge::mesh::TriangleMesh;
use impinge::scene::{Scene, SceneSlideSettings, SlideMemory};
use impinge::{
    AnyShape, Capsule, CastSettings, Cuboid, HalfSpace, Motion, Pose, Ray, Real, Sphere, Vec3, cast, contact,
    contacts, distance, intersects, ray_cast, ray_cast_within,
};
use impinge_scenes::Rng;
use impinge_scenes::meshes;

use super::Sample;

type Named<T> = Vec<(&'static str, AnyBody<Vec3<T>>)>;

/// Bodies of all forms, by name; the last is a map, and beside it is its mesh.
fn others<T: Real>() -> (Named<T>, AnyBody<Vec3<T>>) {
    let t = T::of;
    let torus = meshes::torus(16, 8);
    let points: Vec<Vec3<T>> = torus.points.iter().map(|p| p.cast()).collect();
    let (mesh, _) = TriangleMesh::<T>::new(&points, &torus.triangles).unwrap();
    let bumpy = Sample::<T>::new("bumpy", &meshes::bumpy_sphere(5, 0.3, 2), 32, 0.25);
    let table = Compound::<AnyShape<T>>::new([
        (Cuboid::new([t(1.0), t(0.5), t(0.125)]).into(), Pose::at([t(0.0), t(0.0), t(0.5)])),
        (Capsule::new(t(0.4), t(0.125)).into(), Pose::at([t(-0.75), t(0.0), t(0.0)])),
    ]);
    let field = HeightField::<T>::from_fn(5, 5, [t(1.0); 3], |x, y| 0.2 * (x * y % 3) as f32);
    let others = vec![
        ("ball", Sphere::new(t(0.5)).into()),
        ("box", Cuboid::new([t(0.5), t(0.25), t(1.0)]).into()),
        ("plane", HalfSpace::new([t(0.0), t(0.6), t(0.8)], t(-0.5)).into()),
        ("mesh", mesh.into()),
        ("compound", table.into()),
        ("field", field.into()),
        ("map", bumpy.map.into()),
    ];
    (others, bumpy.mesh.into())
}

/// Against all forms, in both orders, compared with the mesh of the map.
fn check<T: Real>() {
    let mut rng = Rng::new(21);
    let body = Sample::<T>::new("torus", &meshes::torus(24, 12), 48, 0.125);
    let map: AnyBody<Vec3<T>> = Arc::new(body.map.clone()).into();
    let exact: AnyBody<Vec3<T>> = body.mesh.clone().into();
    let (mut apart, mut overlaps, mut proven) = (0, 0, 0);
    let (others, mesh_of_last) = others::<T>();
    for (name, other) in others {
        let true_other = if name == "map" { &mesh_of_last } else { &other };
        for _ in 0..40 {
            let (pose, place): (Pose<Vec3<T>>, _) = (rng.pose3(1.0), rng.pose3(1.5));
            let (a, b) = (map.at(pose), other.at(place));
            let found = contact(&a, &b);
            let back = contact(&b, &a);
            let [value, error] = [found.signed_distance, found.error].map(Real::f64);
            assert!(value.is_finite() && error.is_finite() && error >= 0.0, "{name}: {found:?}");
            assert!((back.signed_distance.f64() - value).abs() <= error + back.error.f64(), "{name}");
            assert!((found.normal.cast::<f64>().norm() - 1.0).abs() < 1e-5);
            let near = distance(&a, &b);
            assert!(near.distance >= T::ZERO && (value > 0.0) == (near.distance > T::ZERO));
            let truth = distance(&exact.at(pose), &true_other.at(place));
            let [gap, off] = [truth.distance, truth.error].map(Real::f64);
            let eps = 256.0 * T::EPSILON.f64();
            if gap > off {
                assert!(value - error <= gap + off + eps, "{name}: {found:?} {truth:?}");
                assert!(value + error >= gap - off - eps, "{name}: {found:?} {truth:?}");
                apart += 1;
            } else {
                assert!(value - error <= eps, "{name}: proven apart, and not: {found:?} {truth:?}");
                overlaps += 1;
            }
            if value - error > 0.0 {
                assert!(!intersects(&a, &b), "{name}");
                proven += 1;
            }
            if value + error < 0.0 {
                assert!(
                    intersects(&a, &b) && intersects(&exact.at(pose), &true_other.at(place)),
                    "{name}: {found:?}"
                );
                // For a solver there is something.
                let patches = contacts(&a, &b);
                assert!(!patches.is_empty(), "{name}: {found:?}");
                for patch in &patches {
                    assert!(patch.manifold.points().len() <= 4 && !patch.manifold.points().is_empty());
                }
            }
        }
    }
    assert!(apart > 40 && overlaps > 40 && proven > 40, "{apart} {overlaps} {proven}");
}

#[test]
fn all_forms_in_both_orders() {
    check::<f64>();
    check::<f32>();
}

#[test]
fn a_body_inside_a_solid_mesh_is_seen() {
    let small = Sample::<f64>::new("torus", &meshes::torus(16, 8), 32, 0.25);
    let big = meshes::cube(8.0).moved(-4.0, -4.0, -4.0);
    let (big, _) = TriangleMesh::<f64>::new(&big.points, &big.triangles).unwrap();
    let found = contact(&small.map, &big);
    // Its outermost point is 1.4 from the middle: some sample is about 4 − 0.4 deep.
    assert!(found.signed_distance + found.error < -3.0, "{found:?}");
    assert!(intersects(&big, &small.map));
}

#[test]
fn scenes_hold_maps() {
    let torus = Sample::<f64>::new("torus", &meshes::torus(24, 12), 48, 0.125);
    let mut scene = Scene::<Vec3<f64>>::new();
    let map = scene.add_shape(torus.map.clone());
    let ball = scene.add_shape(Sphere::new(0.5));
    let floor = scene.add_shape(HalfSpace::new([0.0, 0.0, 1.0], -0.375));
    let ring = scene.add(map, Pose::IDENTITY).unwrap();
    // Through the hole of the first one: no contact, whatever hulls say.
    let quarter = impinge::Rot3::from_axis_angle(Vec3::new(1.0, 0.0, 0.0), f64::to_radians(90.0));
    let linked = scene.add(map, Pose::new([1.0, 0.0, 0.0], quarter)).unwrap();
    let in_hole = scene.add(ball, Pose::at([-0.05, 0.0, 0.0])).unwrap();
    let ground = scene.add(floor, Pose::IDENTITY).unwrap();
    let found = scene.contacts(0.0).to_vec();
    let touch = |a, b| found.iter().find(|c| (c.a, c.b) == (a, b)).map(|c| c.contact);
    assert!(touch(ring, linked).is_none(), "linked rings do not touch: {:?}", touch(ring, linked));
    // The map is as coarse as the gap is wide: it does not prove that they are apart, and must not say that they touch.
    let hole = touch(ring, in_hole).map_or(0.05, |c| c.signed_distance);
    assert!((hole - 0.05).abs() < 0.02, "{:?}", touch(ring, in_hole));
    let rest = touch(ring, ground).expect("the ring is 0.025 in the ground");
    assert!((rest.signed_distance + 0.025).abs() <= rest.error + 1e-9 && rest.error < 1e-9, "{rest:?}");
    let deep = touch(linked, ground).expect("the other stands deep in it");
    assert!((deep.signed_distance + 1.4 - 0.375).abs() < 0.02, "{deep:?}");
    let between = scene.distance_between(ring, linked).unwrap();
    let exact = distance(&torus.mesh, &torus.mesh.at(Pose::new([1.0, 0.0, 0.0], quarter)));
    assert!((between.distance - exact.distance).abs() <= between.error + exact.error);
    let patches = scene.manifolds(0.0).to_vec();
    assert!(patches.iter().any(|m| (m.a, m.b) == (ring, ground) && !m.manifold.points().is_empty()));
    let hit = scene.ray_cast(&Ray::new([1.0, 0.0, 9.0], [0.0, 0.0, -1.0])).unwrap();
    assert!(hit.object == linked && (hit.hit.distance - 7.6).abs() <= hit.hit.error + 0.02, "{hit:?}");
    let nearest = scene.nearest(in_hole, 2).unwrap();
    assert_eq!(nearest.len(), 2);
    // A pose that is not one is refused, and the map stays where it is.
    assert!(Pose::<Vec3<f64>>::try_new([f64::NAN, 0.0, 0.0], impinge::Rot3::default()).is_err());
    // Beyond all that a map can say there is an answer too, and it claims nothing.
    if scene.move_object(ring, Pose::at([1e300, 0.0, 0.0])).is_ok() {
        let far = scene.contact_between(ring, linked).unwrap();
        assert!(!far.signed_distance.is_nan() && !far.error.is_nan(), "{far:?}");
    }
}

#[test]
fn casts_end_before_maps_touch() {
    // Fine all over: a coarse map proves little far from the surface.
    let torus = Sample::<f64>::with_band("torus", &meshes::torus(24, 12), 48, 0.125, 12.0);
    let ball = Sphere::new(0.25);
    let h = torus.map.map().spacing();
    // Onto the ring from above: it is met at z = 0.4 + 0.25, 2 − 0.65 below the start.
    let start = impinge::Shape::at(ball, Pose::at([1.0, 0.0, 2.0]));
    let down = Motion::translation([0.0, 0.0, -3.0]);
    let impact = cast(&start, &torus.map, &down, &Motion::still()).unwrap();
    assert!(
        impact.time <= 0.45 && impact.time > 0.45 - 3.0 * h && impact.status == Status::Budget,
        "{impact:?}"
    );
    // Through the hole: nothing, and that is proven.
    let above = impinge::Shape::at(Sphere::new(0.25), Pose::at([0.0, 0.0, 2.0]));
    let through = Motion::translation([0.0, 0.0, -4.0]);
    assert!(cast(&above, &torus.map, &through, &Motion::still()).is_none());
    assert!(cast(&torus.map, &above, &Motion::still(), &through).is_none());
    // Overlap from the start.
    let deep = impinge::Shape::at(Sphere::new(0.25), Pose::at([1.0, 0.0, 0.0]));
    let at_start = cast(&torus.map, &deep, &Motion::still(), &through).unwrap();
    assert!(at_start.at_start && at_start.time == 0.0 && at_start.distance < -0.2);
    // A ring that turns about its side into a floor.
    let floor = HalfSpace::<Vec3<f64>>::new([0.0, 0.0, 1.0], -1.0);
    let turn = Motion::rotation([0.0, 0.0, 0.0], [0.0, 1.0, 0.0], 1.5);
    let falls = cast(&torus.map, &floor, &turn, &Motion::still()).unwrap();
    // A round torus reaches sin + 0.4 down; one of facets a little less.
    let tip = |angle: f64| angle.sin() + 0.4;
    assert!((tip(1.5 * falls.time) - 1.0).abs() < 0.01, "{falls:?}");
    let mut scene = Scene::<Vec3<f64>>::new();
    let (map, small) = (scene.add_shape(torus.map.clone()), scene.add_shape(ball));
    let ring = scene.add(map, Pose::IDENTITY).unwrap();
    let moving = scene.add(small, Pose::at([1.0, 0.0, 2.0])).unwrap();
    let first = scene.cast(&[(moving, down)], &CastSettings::default()).unwrap().unwrap();
    assert_eq!((first.a, first.b), (ring, moving));
    assert!(first.impact.time <= 0.45);
}

/// A player that falls onto a map and is pushed along it stays outside: where it is said to be clear, the mesh says so too.
#[test]
fn players_do_not_go_through_maps() {
    let letter = Sample::<f64>::new("letter U", &meshes::letter('U'), 48, 0.25);
    let mut scene = Scene::<Vec3<f64>>::new();
    let map = scene.add_shape(letter.map.clone());
    scene.add(map, Pose::IDENTITY).unwrap();
    let player = Capsule::new(0.3, 0.2);
    let (mut pose, mut memory) = (Pose::at([0.5, 0.5, 3.0]), SlideMemory::new());
    let settings = SceneSlideSettings::default();
    let mut clear = 0;
    for _ in 0..40 {
        let slid = scene.slide(&player, &pose, Vec3::new(0.02, 0.02, -0.1), &settings, &mut memory).unwrap();
        pose = slid.pose;
        let exact = distance(&letter.mesh, &impinge::Shape::at(player, pose));
        if slid.clear {
            assert!(exact.distance > exact.error, "{pose:?} {exact:?}");
            clear += 1;
        }
    }
    // Into the gap of the letter, and down to its bottom.
    assert!(clear > 30 && pose.translation().x > 1.2, "{clear} {pose:?}");
}

fn check_rays<T: Real>() {
    let mut rng = Rng::new(2);
    let torus = Sample::<T>::new("torus", &meshes::torus(24, 12), 48, 0.125);
    let (mut hits, mut sure) = (0, 0);
    for _ in 0..300 {
        let pose: Pose<Vec3<T>> = rng.pose3(1.0);
        let from: Vec3<T> = rng.unit3::<T>() * T::of(5.0);
        let ray: Ray<Vec3<T>> = Ray::new(from, rng.unit3::<T>() - from);
        let found = ray_cast(&torus.map.at(pose), &ray);
        let truth = ray_cast_within(&torus.mesh.at(pose), &ray, T::INFINITY);
        match (found, truth) {
            (Some(hit), Some(truth)) => {
                let off = (hit.distance - truth.distance).abs();
                assert!(off <= hit.error + truth.error + T::of(64.0) * T::EPSILON, "{hit:?} {truth:?}");
                hits += 1;
                sure += usize::from(hit.status == Status::Converged);
            }
            (None, Some(truth)) => panic!("missed: {truth:?}"),
            (Some(hit), None) => assert_eq!(hit.status, Status::Stalled),
            (None, None) => {}
        }
    }
    assert!(hits > 80 && sure > 60, "{hits} {sure}");
}

#[test]
fn rays_meet_placed_maps() {
    check_rays::<f64>();
    check_rays::<f32>();
}

#[cfg(feature = "serde")]
#[test]
fn a_scene_with_a_map_is_not_written() {
    let torus = Sample::<f64>::new("torus", &meshes::torus(12, 6), 16, 1.0);
    let mut scene = Scene::<Vec3<f64>>::new();
    scene.add_shape(torus.map);
    let said = serde_json::to_string(&scene).unwrap_err().to_string();
    assert!(said.contains("distance map"), "{said}");
}
