//! Files with hostile numbers: refused with an error, or a value that is answered about, without a panic and without NaN.
#![cfg(feature = "serde")]

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use impinge::body::{AnyBody, Chain, Compound, HeightField, Region};
use impinge::mesh::TriangleMesh;
use impinge::mesh::polygon::PolygonMesh;
use impinge::scene::Scene;
use impinge::{
    AnyShape, Capsule2, ConvexPolygon, ConvexPolyhedron, Cuboid, Ellipsoid, HalfSpace, Motion, Point, Pose,
    Ray, Rot2, Rot3, Sphere, Triangle, Vec2, Vec3, Wheel, contact, ray_cast,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Counts of damaged files, and the faults found.
#[derive(Default)]
struct Files {
    asked: usize,
    taken: usize,
    faults: Vec<String>,
}

/// Replacements for a value of a file.
fn instead(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(_) => vec![
            json!(0),
            json!(-1),
            json!(3),
            json!(0.5),
            json!(1e39),
            json!(1e305),
            json!(-1e308),
            json!(1e-320),
            json!(u32::MAX),
            json!(u64::MAX),
            Value::Null,
        ],
        Value::Array(list) => {
            let mut twice = list.clone();
            twice.extend(list.iter().cloned());
            let less = list[..list.len().saturating_sub(1)].to_vec();
            vec![json!([]), Value::Array(less), Value::Array(twice), json!([[]]), json!(1)]
        }
        Value::Object(map) => {
            let without = |key: &String| {
                let mut less = map.clone();
                less.remove(key);
                Value::Object(less)
            };
            let mut more = map.clone();
            more.insert("unknown".to_owned(), json!(1));
            map.keys().map(without).chain([Value::Object(more), json!([]), Value::Null]).collect()
        }
        Value::Bool(is) => vec![json!(!is)],
        Value::Null => vec![json!(1e308), json!([])],
        Value::String(_) => vec![json!(""), json!(1)],
    }
}

/// Pointers to all values in a value.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(k, item)| places(item, &format!("{at}/{k}"), found));
        }
        Value::Object(map) => map.iter().for_each(|(key, item)| places(item, &format!("{at}/{key}"), found)),
        _ => {}
    }
}

impl Files {
    /// Everything that is wrong in one place with what is written of a good value, as text and as a tree.
    fn read<S: Serialize + DeserializeOwned>(&mut self, good: &S, ask: impl Fn(&S) -> String) {
        let good = serde_json::to_value(good).unwrap();
        let mut all = Vec::new();
        places(&good, "", &mut all);
        for place in &all {
            for value in instead(good.pointer(place).unwrap()) {
                let mut bad = good.clone();
                *bad.pointer_mut(place).unwrap() = value.clone();
                let text = bad.to_string();
                let what = || format!("{} with {place} = {value}", core::any::type_name::<S>());
                self.take(what, || serde_json::from_str::<S>(&text).ok(), &ask);
                self.take(what, || serde_json::from_value::<S>(bad).ok(), &ask);
            }
        }
        // A field twice.
        if let Value::Object(map) = &good {
            for (key, value) in map {
                let text = format!("{{\"{key}\":{value},{}", &good.to_string()[1..]);
                let what = || format!("{} with {key} twice", core::any::type_name::<S>());
                self.take(what, || serde_json::from_str::<S>(&text).ok(), &ask);
            }
        }
    }

    fn take<S>(
        &mut self,
        what: impl Fn() -> String,
        read: impl FnOnce() -> Option<S>,
        ask: &impl Fn(&S) -> String,
    ) {
        self.asked += 1;
        let answer = catch_unwind(AssertUnwindSafe(|| read().map(|value| ask(&value))));
        match answer {
            Ok(None) => {}
            Ok(Some(text)) => {
                self.taken += 1;
                if text.split(|c: char| !c.is_alphanumeric()).any(|word| word == "NaN") {
                    self.faults.push(format!("{}: {text}", what()));
                }
            }
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned();
                let text = text.or_else(|| panic.downcast_ref::<&str>().map(|&s| s.to_owned()));
                self.faults.push(format!("{}: {}", what(), text.unwrap_or_default()));
            }
        }
    }

    fn done(self, least: usize) {
        let Self { asked, taken, faults } = self;
        println!("{asked} asked, {taken} taken");
        let first = faults[..faults.len().min(40)].join("\n");
        assert!(faults.is_empty(), "{} of {asked}:\n{first}", faults.len());
        assert!(asked >= least && taken >= least / 20, "{asked} asked, {taken} taken");
    }
}

/// Answers of the front door about a body of space.
fn of_body(body: &AnyBody<Vec3<f64>>) -> String {
    let placed = body.at(Pose::at([0.5, 0.0, 0.25]));
    let ray = Ray::new([0.1, 0.2, 9.0], [0.0, 0.0, -1.0]);
    said(&(contact(&placed, &Sphere::new(0.5)), ray_cast(&placed, &ray)))
}

fn of_flat(body: &AnyBody<Vec2<f64>>) -> String {
    let placed = body.at(Pose::at([0.5, 0.0]));
    let ray = Ray::new([0.1, 9.0], [0.0, -1.0]);
    said(&(contact(&placed, &impinge::Circle::new(0.5)), ray_cast(&placed, &ray)))
}

fn said(answer: &impl Debug) -> String {
    format!("{answer:?}")
}

const CORNERS: [[f64; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
const FACES: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];

#[test]
fn damaged_shapes_and_poses_are_refused_or_answered_about() {
    let mut files = Files::default();
    let turn = Rot3::from_axis_angle([1.0, 2.0, 0.5], 0.7);
    files.read(&Pose::<Vec3<f64>>::new([1.0, 2.0, 3.0], turn), |pose| {
        said(&contact(&AnyBody::from(Cuboid::new([1.0; 3])).at(*pose), &Sphere::new(1.0)))
    });
    files.read(&Pose::<Vec2<f64>>::new([1.0, 2.0], Rot2::from_angle(0.3)), |pose| said(&pose.inverse()));
    files.read(&turn, |turn| said(&(*turn * *turn)));
    files.read(&Ray::<Vec3<f64>>::new([0.0, 0.0, 5.0], [0.0, 1.0, -3.0]), |ray| {
        said(&ray_cast(&Cuboid::new([1.0; 3]), ray))
    });
    let moved = Motion::between(&Pose::at([1.0, 2.0, 3.0]), &Pose::new([0.0; 3], turn));
    files.read(&moved, |motion| {
        said(&impinge::cast(&Sphere::new(1.0), &Sphere::new(0.5), motion, &Motion::still()))
    });
    let points: Vec<Vec3<f64>> = CORNERS.iter().map(|&p| p.into()).collect();
    let shapes: [AnyShape<f64>; 7] = [
        Cuboid::new([1.0, 2.0, 0.5]).into(),
        Ellipsoid::new([1.0, 2.0, 0.5]).into(),
        Wheel::new(1.0, 0.25).into(),
        Point::new(Vec3::new(1.0, 2.0, 3.0)).into(),
        Triangle::new([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]).into(),
        ConvexPolyhedron::new(&points).into(),
        Sphere::new(1.0).into(),
    ];
    for shape in shapes {
        files.read(&shape, |shape| of_body(&shape.clone().into()));
        files.read(&AnyBody::from(shape), of_body);
    }
    files.read(&HalfSpace::<Vec3<f64>>::new([0.0, 1.0, 1.0], 0.5), |plane| of_body(&(*plane).into()));
    files.read(&Capsule2::new(1.0, 0.5), |shape| of_flat(&(*shape).into()));
    let polygon = ConvexPolygon::new(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]);
    files.read(&polygon, |shape: &ConvexPolygon<f64>| of_flat(&shape.clone().into()));
    files.done(1_000);
}

#[test]
fn damaged_bodies_are_refused_or_answered_about() {
    let mut files = Files::default();
    let (mesh, _) = TriangleMesh::<f64>::new(&CORNERS, &FACES).unwrap();
    files.read(&mesh, |mesh| of_body(&mesh.clone().into()));
    let (rooms, _) = PolygonMesh::<f64>::from_triangles(&CORNERS, &FACES).unwrap();
    files.read(&rooms, |mesh| said(&impinge::mesh::polygon::position(mesh, Vec3::splat(0.1))));
    let field = HeightField::<f64>::new(3, 4, [1.0, 1.0, 0.5], (0..12).map(|k| k as f32).collect());
    let field = field.with_holes(|row, column| row == 1 && column == 1);
    files.read(&field, |field| of_body(&field.clone().into()));
    let parts: Vec<(AnyShape<f64>, Pose<Vec3<f64>>)> = vec![
        (Sphere::new(1.0).into(), Pose::at([1.0, 0.0, 0.0])),
        (Cuboid::new([0.5; 3]).into(), Pose::at([-1.0, 0.0, 0.0])),
    ];
    files.read(&Compound::new(parts), |compound| of_body(&compound.clone().into()));
    files.read(&AnyBody::from(mesh), of_body);
    files.read(&AnyBody::from(field), of_body);
    let ring: [Vec2<f64>; 4] = [[0.0, 0.0], [2.0, 0.0], [0.5, 0.5], [0.0, 2.0]].map(Into::into);
    files.read(&Region::<f64>::new(&[&ring]), |region| of_flat(&region.clone().into()));
    files.read(&Chain::<f64>::new(&ring), |chain| of_flat(&chain.clone().into()));
    files.done(2_000);
}

#[test]
fn damaged_scenes_are_refused_or_answered_about() {
    let mut files = Files::default();
    let mut scene = Scene::<Vec3<f64>>::new();
    let (ball, cube) = (scene.add_shape(Sphere::new(1.0)), scene.add_shape(Cuboid::new([1.0; 3])));
    let first = scene.add(ball, Pose::at([0.0, 0.0, 0.0])).unwrap();
    let second = scene.add(cube, Pose::at([1.5, 0.0, 0.0])).unwrap();
    let third = scene.add(ball, Pose::at([3.0, 0.0, 0.0])).unwrap();
    scene.ignore_pair(first, second).unwrap();
    scene.remove(third).unwrap();
    files.read(&scene, |scene| {
        let mut scene = scene.clone();
        let ray = Ray::new([0.1, 0.2, 9.0], [0.0, 0.0, -1.0]);
        let found = said(&scene.contacts(0.5).len());
        let handles: Vec<_> = scene.objects().collect();
        for handle in handles {
            scene.move_object(handle, Pose::at([0.5, 0.25, 0.0])).ok();
        }
        let again = said(&scene.contacts(0.5).len());
        found + &again + &said(&scene.ray_cast(&ray).is_some())
    });
    files.done(500);
}
