//! Reading and writing with serde, beyond shapes: inputs of queries round-trip, checked as by the constructors; scenes and
//! meshes answer as before; answers are written by the names of their fields.
#![cfg(feature = "serde")]

use std::fmt::Debug;

use super::json::{Written, read_back, refused, returns};
use impinge::expel::{self, SlideSettings};
use impinge::feature::Tolerances;
use impinge::manifolds::ManifoldSettings;
use impinge::mesh::polygon::{EdgeKind, MeshSettings, PlacedMesh, PolygonMesh};
use impinge::persist::{Persistence, Persistent};
use impinge::query::FeatureSettings;
use impinge::scene::{Layers, ObjectHandle, Scene, ShapeHandle};
use impinge::soft::CcdSettings;
use impinge::study::perturbation::Perturbation;
use impinge::study::perturbation::PerturbationSettings;
use impinge::{
    At, Capsule, CastSettings, Circle, Cone, ConvexPolyhedron, Cuboid, Measured, Motion, Pose, Ray,
    Rectangle, Settings, Shape, Sphere, Vec2, Vec3, batch, cast, contact, distance, features, intersection,
    manifold, ray_cast,
};
use impinge_scenes::{Rng, clouds, rooms};
use serde::de::DeserializeOwned;
use serde::ser::Serialize;
use serde_json::{Value, from_str, to_value};

/// Settings come back; what is not given has its default, what is not known is refused.
fn of_default<S: Serialize + DeserializeOwned + PartialEq + Debug + Default>(changed: S) {
    returns(S::default());
    assert_ne!(changed, S::default());
    returns(changed);
    assert_eq!(from_str::<S>("{}").unwrap(), S::default());
    assert!(refused::<S>(r#"{"color": 1}"#).contains("unknown field `color`"));
}

#[test]
fn settings_come_back_from_files() {
    let query = Settings { gap: Some(1e-9), margin: Some(0.5) };
    of_default(query);
    of_default(CastSettings { separation: 0.25, tolerance: Some(1e-6), max_steps: 9 });
    let tolerances = Tolerances::of::<f32>();
    returns(tolerances);
    of_default(FeatureSettings { tolerances: Some(tolerances), query });
    of_default(ManifoldSettings { max_points: None, margin: 0.1, ..Default::default() });
    let perturbation = Perturbation { ..Default::default() };
    returns(perturbation);
    of_default(PerturbationSettings { perturbation, query });
    returns(Persistence::of_size(0.3_f32));
    of_default(expel::MotionSettings {
        zone: Some(0.01),
        free: Some(1.0),
        sides: expel::Sides::Kept,
        ..Default::default()
    });
    of_default(SlideSettings::<f32> { step: 0.3, ..Default::default() });
    of_default(CcdSettings::<f64> { separation: 0.1, ..Default::default() });
    of_default(MeshSettings { weld: 1e-3, two_sided: true, ..Default::default() });
    returns(Layers { member: 3, sees: 5 });
    // A part is enough.
    let partial: CastSettings = from_str(r#"{"separation": 0.5}"#).unwrap();
    assert_eq!(partial, CastSettings { separation: 0.5, ..Default::default() });
}

fn rays_and_motions<T: Written>() {
    let mut rng = Rng::new(1);
    for _ in 0..200 {
        let (a, b): (Vec3<T>, Vec3<T>) = (rng.in_ball(), rng.in_ball());
        returns(Ray::<Vec3<T>>::new(a, b));
        returns(Ray::<Vec2<T>>::new(a.xy(), b.xy()));
        returns(Motion::<Vec3<T>>::translation(a));
        returns(Motion::turn(a.xy(), b.x).moving(b.xy()));
        let motion = Motion::screw(a, b, T::TWO, a.x);
        let back: Motion<Vec3<T>> = read_back(&motion);
        // The axis is made unit again.
        assert!((back.axis() - motion.axis()).max_abs() <= T::EPSILON);
        let rest = |m: &Motion<Vec3<T>>| (m.center(), m.linear(), m.angle());
        assert_eq!(rest(&back), rest(&motion));
        returns(Motion::screw(a, b, T::ONE, T::TWO));
        returns([Motion::translation(a), Motion::rotation(b, a, T::ONE)]);
    }
    returns(Motion::<Vec3<T>>::still());
    let placed = Capsule::between([T::ZERO; 3], [T::ZERO, T::ZERO, T::TWO], T::HALF);
    let back: At<Capsule<T>> = read_back(&placed);
    assert_eq!(back, placed);
}

#[test]
fn rays_and_motions_come_back_in_both_precisions() {
    rays_and_motions::<f32>();
    rays_and_motions::<f64>();
}

#[test]
fn rays_and_motions_are_checked() {
    let text = r#"{"origin": {"x": 0, "y": 0}, "direction": {"x": 0, "y": 0}}"#;
    assert!(refused::<Ray<Vec2<f64>>>(text).starts_with("invalid shape: direction is zero"));
    let text = r#"{"origin": {"x": 1e306, "y": 0}, "direction": {"x": 1, "y": 0}}"#;
    assert!(refused::<Ray<Vec2<f64>>>(text).contains("origin x is"));
    let zero = r#"{"x": 0, "y": 0, "z": 0}"#;
    let text = format!(r#"{{"center": {zero}, "linear": {zero}, "axis": {zero}, "angle": 1}}"#);
    assert!(refused::<Motion<Vec3<f64>>>(&text).contains("rotation axis is zero"));
    let text = r#"{"center": {"x": 0, "y": 0}, "linear": {"x": 1e306, "y": 0}, "angle": 1}"#;
    assert!(refused::<Motion<Vec2<f64>>>(text).contains("translation x"));
    let text = r#"{"shape": {"half_length": 1, "radius": 0}, "pose": {"translation": {"x":0,"y":0,"z":0}, "rotation": [0,0,0,1]}}"#;
    assert!(refused::<At<Capsule<f64>>>(text).contains("radius is zero"));
}

/// A scene in which things were removed and added, some pairs ignored.
fn crowd<T: Written>() -> (Scene<Vec3<T>>, Vec<ObjectHandle>, Vec<ShapeHandle>) {
    let mut rng = Rng::new(7);
    let mut scene = Scene::with_settings(Settings { gap: Some(1e-6), margin: None });
    let t = |x: f64| T::of(x);
    let gone = scene.add_shape(Sphere::new(T::ONE));
    let shapes = vec![
        scene.add_shape(Cuboid::new([t(0.3), t(0.5), t(0.2)])),
        scene.add_shape(Cone::new(t(0.4), t(0.3))),
        scene.add_shape(Capsule::new(T::ZERO, t(0.3))),
        scene.add_shape(ConvexPolyhedron::new(&clouds::quantised::<T>(30, 2))),
    ];
    scene.remove_shape(gone).unwrap();
    let mut objects: Vec<_> = (0..40).map(|i| scene.add(shapes[i % 4], rng.pose3(2.0)).unwrap()).collect();
    for i in [30, 17, 3] {
        scene.remove(objects.remove(i)).unwrap();
    }
    objects.push(scene.add(shapes[0], rng.pose3(2.0)).unwrap());
    scene.set_layers(objects[5], Layers { member: 2, sees: 2 }).unwrap();
    scene.ignore_pair(objects[0], objects[1]).unwrap();
    scene.ignore_pair(objects[8], objects[2]).unwrap();
    (scene, objects, shapes)
}

fn scenes<T: Written>() {
    let (mut scene, objects, shapes) = crowd::<T>();
    let mut back: Scene<Vec3<T>> = read_back(&scene);
    assert_eq!((back.len(), back.places()), (scene.len(), scene.places()));
    assert!(back.objects().eq(scene.objects()));
    for &object in &objects {
        returns(object);
        let (pose, was) = (back.pose(object).unwrap(), scene.pose(object).unwrap());
        assert_eq!(pose, was);
        assert_eq!(back.layers(object), scene.layers(object));
        assert_eq!(back.shape_of(object).unwrap().convex(), scene.shape_of(object).unwrap().convex());
    }
    assert_eq!(back.is_ignored(objects[0], objects[1]), Ok(true));
    assert_eq!(back.is_ignored(objects[0], objects[2]), Ok(false));
    // The same contacts, to the bit.
    let found = back.contacts(T::HALF);
    assert_eq!(found, scene.contacts(T::HALF));
    assert!(found.len() > 20, "{}", found.len());
    // What was read goes on: handles know their generation, shapes their users.
    assert!(back.remove_shape(shapes[1]).is_err());
    back.remove(objects[4]).unwrap();
    assert!(back.remove(objects[4]).is_err());
    let new = back.add(shapes[2], Pose::IDENTITY).unwrap();
    assert!(!objects.contains(&new) && back.contains(new));
    let empty: Scene<Vec3<T>> = read_back(&Scene::new());
    assert!(empty.is_empty());
}

#[test]
fn scenes_come_back_in_both_precisions() {
    scenes::<f32>();
    scenes::<f64>();
    let mut flat = Scene::<Vec2<f64>>::new();
    let (disc, slab) = (flat.add_shape(Circle::new(1.0)), flat.add_shape(Rectangle::new([3.0, 0.5])));
    let a = flat.add(disc, Pose::at([0.0, 1.25])).unwrap();
    let b = flat.add(slab, Pose::IDENTITY).unwrap();
    let mut back: Scene<Vec2<f64>> = read_back(&flat);
    let found = back.contacts(0.1);
    assert_eq!((found.len(), found[0].a, found[0].b), (1, a, b));
    assert_eq!(found[0].contact.signed_distance, -0.25);
}

#[test]
fn scenes_are_checked() {
    let (scene, ..) = crowd::<f64>();
    let good = to_value(&scene).unwrap();
    let read = |value: Value| match serde_json::from_value::<Scene<Vec3<f64>>>(value) {
        Ok(_) => "accepted".into(),
        Err(error) => error.to_string(),
    };
    assert_eq!(read(good.clone()), "accepted");
    let with = |change: &dyn Fn(&mut Value)| {
        let mut value = good.clone();
        change(&mut value);
        read(value)
    };
    let missing = with(&|v| v["objects"][0]["value"]["shape"] = 99.into());
    assert_eq!(missing, "shape 99 was removed from the scene");
    let far = with(&|v| v["objects"][0]["value"]["pose"]["translation"]["x"] = 1e307.into());
    assert!(far.contains("translation x is"), "{far}");
    let pair = with(&|v| v["ignored"][0] = vec![0, 77].into());
    assert_eq!(pair, "object 77 is not there");
    let size = with(&|v| v["shapes"][1]["value"]["Convex"]["Cuboid"]["half_extents"]["x"] = (-1.0).into());
    assert!(size.contains("must not be negative"), "{size}");
}

fn meshes<T: Written>() {
    let mut read = 0;
    for (name, _, faces) in rooms::all(3, 1) {
        for settings in [
            MeshSettings::default(),
            MeshSettings { two_sided: true, merge: false, ..Default::default() },
            MeshSettings { flat: 1e-3, internal: false, ..Default::default() },
        ] {
            let (mesh, _) =
                PolygonMesh::<T>::with_settings(&faces.points_in::<T>(), &faces.polygons, &settings).unwrap();
            let back: PolygonMesh<T> = read_back(&mesh);
            assert_eq!(back.vertices(), mesh.vertices(), "{name}");
            assert_eq!(back.polygons().len(), mesh.polygons().len(), "{name}");
            for p in 0..mesh.polygons().len() as u32 {
                assert!(back.corners(p).eq(mesh.corners(p)), "{name}");
            }
            assert_eq!(back.edges().len(), mesh.edges().len(), "{name}");
            for (edge, was) in back.edges().iter().zip(mesh.edges()) {
                assert_eq!((edge.ends, edge.polygons), (was.ends, was.polygons), "{name}");
                // Bodies that touch with whole faces: the distinguishing contact was merged away. It may not be the other way round.
                let shut = edge.is_convex() && was.kind == EdgeKind::Concave && name == "bricks";
                assert!(edge == was || shut, "{name}: {edge:?} {was:?}");
            }
            assert_eq!((back.is_closed(), back.volume()), (mesh.is_closed(), mesh.volume()), "{name}");
            read += 1;
        }
    }
    assert!(read > 30, "{read}");
    let point: PolygonMesh<T> = read_back(&PolygonMesh::point([T::ONE, T::TWO, T::HALF]));
    assert_eq!(point.vertices(), [Vec3::new(T::ONE, T::TWO, T::HALF)]);
}

#[test]
fn meshes_come_back_in_both_precisions() {
    meshes::<f32>();
    meshes::<f64>();
}

#[test]
fn meshes_are_checked() {
    let text = |polygons: &str, flat: f64| {
        let points = r#"[{"x":0,"y":0,"z":0},{"x":1,"y":0,"z":0},{"x":0,"y":1,"z":0}]"#;
        format!(
            r#"{{"vertices":{points},"polygons":{polygons},"flat":{flat},"two_sided":false,"internal":true}}"#
        )
    };
    assert!(from_str::<PolygonMesh<f64>>(&text("[[0, 1, 2]]", 0.0)).is_ok());
    let said = refused::<PolygonMesh<f64>>(&text("[[0, 1, 3]]", 0.0));
    assert!(said.starts_with("corner 2 of polygon 0 refers to point 3, which does not exist"), "{said}");
    assert!(refused::<PolygonMesh<f64>>(&text("[[0, 1, 2]]", -1.0)).starts_with("flat is -1"));
    assert!(refused::<PolygonMesh<f64>>(&text("[]", 0.0)).starts_with("no polygon is left"));
}

/// Every answer can be written, and its fields have the names that they have in the library.
#[test]
fn answers_are_written_with_their_field_names() {
    #[track_caller]
    fn has(answer: impl Serialize, fields: &[&str]) -> Value {
        let value = to_value(answer).unwrap();
        fields.iter().for_each(|&f| assert!(!value[f].is_null(), "{f} in {value}"));
        value
    }
    let a = Cuboid::new([1.0, 1.0, 1.0]);
    let b = Cuboid::new([1.0, 1.0, 1.0]).at(Pose::at([1.0, 0.0, 1.75]));
    let far = Sphere::new(1.0).at(Pose::at([5.0, 0.0, 0.0]));
    let common = ["error", "point_a", "point_b", "normal", "status", "iterations"];
    assert_eq!(has(distance(&a, &far), &common)["distance"], 3.0);
    assert_eq!(has(contact(&a, &b), &common)["signed_distance"], -0.25);
    has(intersection(&a, &b), &["Meet"]);
    has(intersection(&a, &far), &["Apart"]);
    let found = has(features(&a, &b), &["state", "contact_type", "feature_a", "feature_b", "ambiguous"]);
    assert_eq!((&found["state"], &found["contact_type"]), (&"Overlapping".into(), &"FaceFace".into()));
    assert_eq!(found["feature_a"]["Face"], 5);
    let touching = manifold(&a, &b);
    assert_eq!(has(&touching, &["normal", "points"])["points"].as_array().unwrap().len(), 4);
    let mut persistent = Persistent::<Vec3<f64>, f64>::new();
    persistent.update(&touching, &Pose::IDENTITY, b.pose(), &Persistence::of_size(1.0));
    has(&persistent.contacts()[0], &["id", "age", "data", "point", "local_a"]);
    let ray = Ray::new([-5.0, 0.25, 0.25], [1.0, 0.0, 0.0]);
    assert_eq!(has(ray_cast(&a, &ray).unwrap(), &["point", "normal", "status"])["distance"], 4.0);
    let impact = cast(&a, &far, &Motion::translation([9.0, 0.0, 0.0]), &Motion::still()).unwrap();
    has(impact, &["time", "distance", "at_start"]);
    has(a.measure(), &["volume", "centroid", "inertia"]);

    let (mut scene, objects, _) = crowd::<f64>();
    has(scene.contacts(0.5)[0], &["a", "b", "contact"]);
    has(scene.ray_cast(&Ray::new([-9.0, 0.0, 0.0], [1.0, 0.0, 0.0])), &["object", "hit"]);
    let mut found = batch::DistanceArrays::<Vec3<f64>>::default();
    let shapes = [a.into(), Sphere::new(1.0).into()];
    let poses = [Pose::IDENTITY, Pose::at([5.0, 0.0, 0.0])];
    let asked = batch::Batch { shapes: &shapes, pairs: &[(0, 1)], poses: batch::Poses::OfShapes(&poses) };
    batch::distance(&asked, &Settings::default(), &mut found).unwrap();
    assert_eq!(has(found, &["error", "normal"])["distance"][0], 3.0);
    assert!(scene.contains(objects[0]));

    let faces = rooms::cuboid([1.0, 1.0, 1.0], 1);
    let (mesh, report) = PolygonMesh::<f64>::from_polygons(&faces.points, &faces.polygons).unwrap();
    has(report, &["points", "merged"]);
    let at = |x: f64| PlacedMesh { mesh: &mesh, pose: Pose::at([x, 0.0, 0.0]) };
    let trace = expel::translate(&at(-5.0), Vec3::new(9.0, 0.0, 0.0), &at(0.0), &Default::default()).unwrap();
    has(trace, &["start", "from", "fraction", "pose", "hit", "zone"]);
    let slid = expel::slide(&at(-5.0), Vec3::new(9.0, 0.0, 0.0), &[at(0.0)], &Default::default()).unwrap();
    has(slid, &["pose", "status", "wall"]);
}
