//! Scenes that are written and read in the middle of their life: what goes on from there goes on to the bit.

use std::sync::Arc;

use impinge::body::{AnyBody, Chain, Compound, HeightField, Region};
use impinge::mesh::TriangleMesh;
use impinge::scene::{ObjectHandle, Scene};
use impinge::*;
use impinge_scenes::{Rng, meshes, rooms};
use serde_json::{Value, from_value, to_value};

use super::bodies::{forms, mesh, pose};
use super::many::questions;

/// A scene of all forms but shapes of a user's own, and its objects.
fn scene<T: Real>(rng: &mut Rng, count: usize) -> (Scene<Vec3<T>>, Vec<ObjectHandle>) {
    let mut scene = Scene::new();
    let mut bodies: Vec<AnyBody<Vec3<T>>> = forms::<T>();
    bodies.pop();
    // Polygons that are cut into triangles, a surface that is closed and yet not solid, terrain with a hole, a hull.
    let stairs = rooms::stairs(3, 0.25, 0.2, 0.5);
    let (stairs, _) = TriangleMesh::from_polygons(&stairs.points_in::<T>(), &stairs.polygons).unwrap();
    let ball = meshes::icosphere(2).scaled(0.5);
    let points: Vec<Vec3<T>> = ball.points.iter().map(|p| p.cast()).collect();
    let (shell, _) = TriangleMesh::new(&points, &ball.triangles).unwrap();
    let spacing = [T::of(0.5), T::of(0.5), T::of(0.25)];
    let field = HeightField::<T>::from_fn(9, 9, spacing, |r, c| ((r * 5 + c * 3) % 7) as f32)
        .with_holes(|row, column| row == column);
    bodies.extend([
        stairs.into(),
        shell.into_surface().into(),
        field.into(),
        ConvexPolyhedron::new(&points).into(),
        HalfSpace::new([T::of(0.25), T::ONE, T::of(3.0)], T::of(-5.0)).into(),
    ]);
    let shapes: Vec<_> = bodies.into_iter().map(|body| scene.add_shape(body)).collect();
    // The half-space once, all others in turn.
    let mut objects = vec![scene.add(shapes[shapes.len() - 1], Pose::IDENTITY).unwrap()];
    for i in 0..count {
        objects.push(scene.add(shapes[i % (shapes.len() - 1)], pose(rng, 3.0)).unwrap());
    }
    (scene, objects)
}

/// The same scene, written and read.
fn read_back<T: Real + serde::Serialize + serde::de::DeserializeOwned>(
    scene: &Scene<Vec3<T>>,
) -> Scene<Vec3<T>> {
    serde_json::from_str(&serde_json::to_string(scene).unwrap()).unwrap()
}

fn goes_on<T: Real + serde::Serialize + serde::de::DeserializeOwned>(count: usize) {
    let mut rng = Rng::new(51);
    let (mut scene, mut objects) = scene::<T>(&mut rng, count);
    scene.set_user_data(objects[3], u64::MAX).unwrap();
    scene.ignore_pair(objects[1], objects[2]).unwrap();
    scene.remove(objects.swap_remove(6)).unwrap();
    scene.manifolds(T::of(0.125));
    let mut copy = read_back(&scene);
    assert_eq!(copy.user_data(objects[3]), Ok(u64::MAX));
    let margin = T::of(0.125);
    let mut counts = [0; 4];
    for round in 0..3 {
        assert_eq!(copy.contacts(margin), scene.contacts(margin));
        assert_eq!(format!("{:?}", copy.manifolds(margin)), format!("{:?}", scene.manifolds(margin)));
        let (rays, moving) = questions(&mut rng, &scene, &objects);
        let (hits, settings) = (scene.ray_casts(&rays), CastSettings::default());
        assert_eq!(copy.ray_casts(&rays), hits);
        let impacts = scene.casts(&moving[round..3 + round], &settings).unwrap();
        assert_eq!(copy.casts(&moving[round..3 + round], &settings).unwrap(), impacts);
        counts[0] += scene.contacts(margin).len();
        counts[1] += scene.manifolds(margin).len();
        counts[2] += hits.iter().flatten().count();
        counts[3] += impacts.iter().flatten().filter(|first| !first.impact.at_start).count();
        for &object in objects.iter().skip(1).step_by(4) {
            let to = pose(&mut rng, 3.0);
            scene.move_object(object, to).unwrap();
            copy.move_object(object, to).unwrap();
        }
        if round == 1 {
            copy = read_back(&copy);
        }
    }
    assert!(counts[0] > 200 && counts[1] > 500 && counts[2] > 200 && counts[3] > 0, "{counts:?}");
}

#[test]
fn a_scene_that_was_read_continues_to_the_bit() {
    goes_on::<f64>(70);
    goes_on::<f32>(70);
}

#[test]
fn bodies_of_the_plane_come_back_to_the_bit() {
    let mut scene = Scene::<Vec2<f64>>::new();
    let frame = [
        vec![[0.0, 0.0], [6.0, 0.0], [6.0, 6.0], [0.0, 6.0]],
        vec![[1.0, 1.0], [1.0, 5.0], [5.0, 5.0], [5.0, 1.0]],
    ];
    let cross = Compound::<AnyShape2<f64>>::new([
        (Rectangle::new([1.0, 0.1]).into(), Pose::new([0.1, 0.2], Rot2::from_angle(0.3))),
        (Capsule2::new(0.7, 0.1).into(), Pose::IDENTITY),
    ]);
    let bodies: [AnyBody<Vec2<f64>>; 5] = [
        Region::new(&frame).into(),
        Chain::new(&[[-3.0, 0.1], [0.0, 0.3], [3.0, -0.2]]).one_sided().into(),
        Arc::new(cross).into(),
        HalfSpace::new([0.1, 0.7], 0.4).into(),
        Circle::new(0.6).into(),
    ];
    for body in bodies {
        let shape = scene.add_shape(body);
        for k in 0..4 {
            let at = Pose::new([0.9 * f64::from(k), 0.3 * f64::from(k)], Rot2::from_angle(f64::from(k)));
            scene.add(shape, at).unwrap();
        }
    }
    let text = serde_json::to_string(&scene).unwrap();
    let mut copy: Scene<Vec2<f64>> = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&copy).unwrap(), text);
    assert_eq!(copy.contacts(0.1), scene.contacts(0.1));
    assert_eq!(format!("{:?}", copy.manifolds(0.1)), format!("{:?}", scene.manifolds(0.1)));
    assert!(scene.contacts(0.1).len() > 40 && scene.manifolds(0.1).len() > 40);
}

/// Damaged data is refused with a reason, and so is a scene that cannot be written.
#[test]
fn damaged_bodies_are_refused() {
    let refused = |good: &Value, path: &str, bad: Value| {
        let mut value = good.clone();
        *value.pointer_mut(path).unwrap() = bad;
        from_value::<AnyBody<Vec3<f64>>>(value).expect_err(path).to_string()
    };
    let tetrahedron = to_value(mesh::<f64>(&meshes::icosphere(1))).unwrap();
    assert!(from_value::<AnyBody<Vec3<f64>>>(tetrahedron.clone()).is_ok());
    let said = refused(&tetrahedron, "/TriangleMesh/triangles/2/1", 99_999.into());
    assert!(said.contains("refers to point 99999, which does not exist"), "{said}");
    let said = refused(&tetrahedron, "/TriangleMesh/faces", Value::Array(vec![]));
    assert!(said.starts_with("0 faces are named for"), "{said}");
    let said = refused(&tetrahedron, "/TriangleMesh/vertices/0/x", 1e300.into());
    assert!(said.contains("point 0"), "{said}");
    // A triangle is lost, so it is open.
    let corner = tetrahedron["TriangleMesh"]["triangles"][0][1].clone();
    let said = refused(&tetrahedron, "/TriangleMesh/triangles/0/0", corner);
    assert_eq!(said, "the mesh is said to be solid, but it is not closed");
    let said = refused(&tetrahedron, "/TriangleMesh/triangles", Value::Array(vec![]));
    assert!(said.contains("faces are named for 0 triangles"), "{said}");
    let table: AnyBody<Vec3<f64>> =
        Compound::<AnyShape<f64>>::new([(Sphere::new(1.0).into(), Pose::IDENTITY)]).into();
    let table = to_value(table).unwrap();
    assert_eq!(
        refused(&table, "/Compound/parts", Value::Array(vec![])),
        "invalid shape: parts: 0 given, but at least 1 needed"
    );
    let said = refused(&table, "/Compound/parts/0/shape/Sphere/radius", (-1.0).into());
    assert!(said.contains("radius"), "{said}");
    let said = refused(&table, "/Compound/parts/0/pose/rotation/3", 0.5.into());
    assert!(said.contains("quaternion"), "{said}");
    let floor: AnyBody<Vec3<f64>> = HalfSpace::new([0.0, 0.0, 1.0], 0.0).into();
    let said = refused(&to_value(floor).unwrap(), "/HalfSpace/normal/z", 0.0.into());
    assert!(said.contains("normal is zero"), "{said}");
    let own = forms::<f64>().pop().unwrap();
    let said = to_value(own).unwrap_err().to_string();
    assert_eq!(said, "a shape of your own cannot be written: it is known by its functions only");
    let of_one_type = Compound::new([(Sphere::new(1.0), Pose::IDENTITY)]);
    let said = to_value(AnyBody::<Vec3<f64>>::Pieces(Arc::new(of_one_type))).unwrap_err().to_string();
    assert!(said.starts_with("a compound of shapes of one type"), "{said}");
}
