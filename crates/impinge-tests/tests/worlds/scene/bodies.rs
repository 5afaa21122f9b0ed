//! Scenes of bodies of any form against brute force: the same answers, to the bit.

use std::sync::Arc;

use impinge::body::{AnyBody, Compound};
use impinge::mesh::TriangleMesh;
use impinge::scene::{ObjectHandle, SceneError};
use impinge::*;
use impinge_scenes::{Rng, meshes};

/// A shape of a user's own: a ball known by its support mapping.
#[derive(Debug)]
struct Own<T>(T);

impl<T: Real> Support<Vec3<T>> for Own<T> {
    fn support(&self, direction: Vec3<T>) -> Vec3<T> {
        direction.unit() * self.0
    }
}
impl<T: Real> Bounded<Vec3<T>> for Own<T> {}

pub fn mesh<T: Real>(mesh: &meshes::Triangles) -> AnyBody<Vec3<T>> {
    let points: Vec<Vec3<T>> = mesh.points.iter().map(|p| p.cast()).collect();
    TriangleMesh::new(&points, &mesh.triangles).unwrap().0.into()
}

/// One body of each form, all about 1 in size.
pub fn forms<T: Real>() -> Vec<AnyBody<Vec3<T>>> {
    let t = T::of;
    let table = Compound::<AnyShape<T>>::new([
        (Cuboid::new([t(0.75), t(0.5), t(0.0625)]).into(), Pose::at([t(0.0), t(0.0), t(0.5)])),
        (Capsule::new(t(0.25), t(0.125)).into(), Pose::at([t(-0.5), t(0.0), t(0.0)])),
        (Capsule::new(t(0.25), t(0.125)).into(), Pose::at([t(0.5), t(0.0), t(0.0)])),
    ]);
    vec![
        Sphere::new(t(0.5)).into(),
        Cuboid::new([t(0.5), t(0.25), t(0.375)]).into(),
        mesh(&meshes::icosphere(3).scaled(0.625)),
        mesh(&meshes::torus(12, 7).scaled(0.5)),
        mesh(&meshes::letter('L').scaled(0.25)),
        mesh(&meshes::moebius(10, 2).scaled(0.5)),
        Arc::new(table).into(),
        AnyBody::Custom(Arc::new(Own(t(0.375)))),
    ]
}

pub fn pose<T: Real>(rng: &mut Rng, range: f64) -> Pose<Vec3<T>> {
    let at = Vec3::new(rng.between(-range, range), rng.between(-range, range), rng.between(-range, range));
    let axis = Vec3::new(rng.between(-1.0, 1.0), rng.between(-1.0, 1.0), 1.5);
    Pose::new(at.cast::<T>(), Rot3::from_axis_angle(axis, rng.between(-3.0, 3.0)).cast())
}

/// A scene of all forms, with a floor and a terrain, and its objects.
pub fn scene<T: Real>(rng: &mut Rng, count: usize, range: f64) -> (Scene<Vec3<T>>, Vec<ObjectHandle>) {
    let mut scene = Scene::new();
    let shapes: Vec<_> = forms::<T>().into_iter().map(|body| scene.add_shape(body)).collect();
    let floor = scene.add_shape(HalfSpace::new([T::ZERO, T::ZERO, T::ONE], T::of(-range)));
    let ground = scene.add_shape(mesh(&meshes::terrain(12, 1.0, 5)));
    let mut objects = vec![
        scene.add(floor, Pose::IDENTITY).unwrap(),
        scene.add(ground, Pose::at([T::ZERO, T::ZERO, T::of(-0.5 * range)])).unwrap(),
    ];
    for i in 0..count {
        objects.push(scene.add(shapes[i % shapes.len()], pose(rng, range)).unwrap());
    }
    (scene, objects)
}

fn contacts_are_those_of_all_pairs<T: Real>() {
    let mut rng = Rng::new(31);
    let (mut scene, objects) = scene::<T>(&mut rng, 160, 4.0);
    let mut counts = [0, 0];
    for (round, margin) in [0.0, 0.25, 0.25].into_iter().enumerate() {
        if round == 2 {
            for &object in objects.iter().step_by(9).skip(1) {
                scene.move_object(object, pose(&mut rng, 4.0)).unwrap();
            }
        }
        let margin = T::of(margin);
        let settings = Settings { margin: Some(margin.f64()), ..Settings::default() };
        let mut wanted = Vec::new();
        for (i, &a) in objects.iter().enumerate() {
            for &b in &objects[i + 1..] {
                let (body_a, body_b) = (scene.placed(a).unwrap(), scene.placed(b).unwrap());
                // Named convex shapes are answered by their kinds.
                let found = match (scene.convex(a), scene.convex(b)) {
                    (Ok(a), Ok(b)) => query::any::contact_within(&a, &b, &settings),
                    _ => contact_within(&body_a, &body_b, &settings),
                };
                if let Some(found) = found {
                    counts[usize::from(found.part_a.is_some() || found.part_b.is_some())] += 1;
                    wanted.push((a, b, found));
                }
            }
        }
        let found = scene.contacts(margin);
        assert_eq!(found.len(), wanted.len());
        for (found, (a, b, contact)) in found.iter().zip(&wanted) {
            assert_eq!((found.a, found.b, found.contact), (*a, *b, *contact));
        }
    }
    assert!(counts[0] > 20 && counts[1] > 200, "{counts:?}");
}

#[test]
fn contacts_of_all_forms_are_those_of_all_pairs() {
    contacts_are_those_of_all_pairs::<f64>();
    contacts_are_those_of_all_pairs::<f32>();
}

/// Rays meet what brute force over all objects says, and a point just before the hit is in free space.
#[test]
fn rays_meet_the_first_body_of_any_form() {
    let mut rng = Rng::new(32);
    let (scene, objects) = scene::<f64>(&mut rng, 100, 4.0);
    let (mut hits, mut faces) = (0, 0);
    for _ in 0..300 {
        let from = Vec3::new(rng.between(-6.0, 6.0), rng.between(-6.0, 6.0), rng.between(0.0, 6.0));
        let to = Vec3::new(rng.between(-4.0, 4.0), rng.between(-4.0, 4.0), rng.between(-4.0, 4.0));
        let ray = Ray::new(from, to - from);
        let mut first: Option<(f64, ObjectHandle)> = None;
        for &object in &objects {
            if let Some(hit) = ray_cast(&scene.placed(object).unwrap(), &ray)
                && first.is_none_or(|first| (hit.distance, object) < first)
            {
                first = Some((hit.distance, object));
            }
        }
        let found = scene.ray_cast(&ray);
        assert_eq!(found.map(|hit| (hit.hit.distance, hit.object)), first);
        let Some(found) = found else { continue };
        hits += 1;
        faces += usize::from(found.hit.part.is_some());
        let at = found.hit.distance;
        for part in [0.25, 0.5, 0.999] {
            let point = Point::new(from + (to - from).unit() * (at * part));
            if at * (1.0 - part) > 1e-9 {
                let body = scene.placed(found.object).unwrap();
                assert!(distance(&body, &point).distance > 0.0);
            }
        }
    }
    println!("{hits} hits, {faces} of them of faces or parts");
    assert!(hits > 200 && faces > 80);
}

/// Impacts of objects that move at once are not late: before the time reported no pair touches, as samples show; and then the
/// pair does, within the tolerance. Where there is none, no sample touches.
#[test]
fn impacts_of_moving_bodies_are_not_late() {
    let mut rng = Rng::new(33);
    let (mut met, mut free) = (0, 0);
    for _ in 0..60 {
        let (mut scene, objects) = scene::<f64>(&mut rng, 8, 3.0);
        // The floor and the terrain stand still, far below; what overlaps at the start is of no interest here.
        for &object in &objects[..2] {
            let lowered = Pose::at([0.0, 0.0, -6.0]);
            scene.move_object(object, lowered).unwrap();
        }
        let overlapping: Vec<_> = scene.contacts(0.01).iter().map(|c| (c.a, c.b)).collect();
        for (a, b) in overlapping {
            scene.ignore_pair(a, b).unwrap();
        }
        let moving: Vec<(ObjectHandle, Motion<Vec3<f64>>)> = objects[2..6]
            .iter()
            .map(|&object| {
                let from = *scene.pose(object).unwrap();
                let to = pose::<f64>(&mut rng, 2.0);
                (object, Motion::between(&from, &to))
            })
            .collect();
        let first = scene.cast(&moving, &CastSettings::default()).unwrap();
        let until = first.map_or(1.0, |first| first.impact.time);
        let starts: Vec<_> = objects.iter().map(|&object| *scene.pose(object).unwrap()).collect();
        for sample in 0..=24 {
            let time = until * f64::from(sample) / 24.0;
            for (object, motion) in &moving {
                let start = starts[objects.iter().position(|o| o == object).unwrap()];
                scene.move_object(*object, motion.pose(time) * start).unwrap();
            }
            // At the time of impact they touch within the tolerance.
            let margin = if sample == 24 && first.is_some() { -1e-6 } else { -1e-12 };
            let touching = scene.contacts(0.0).iter().filter(|c| c.contact.signed_distance < margin).count();
            assert_eq!(touching, 0, "sample {sample} of {until}");
        }
        if let Some(first) = first {
            met += 1;
            let gap = scene.distance_between(first.a, first.b).unwrap();
            assert!(gap.distance <= 1e-7, "{gap:?}");
            assert!(!first.impact.at_start);
        } else {
            free += 1;
        }
    }
    println!("{met} met, {free} free");
    assert!(met > 20 && free > 2);
}

#[test]
fn a_scene_reports_non_convex_and_duplicate_objects() {
    let mut scene = Scene::<Vec3<f64>>::new();
    let ball = scene.add_shape(Sphere::new(1.0));
    let ring = scene.add_shape(mesh::<f64>(&meshes::torus(8, 6)));
    let (ball, ring) = (scene.add(ball, Pose::IDENTITY).unwrap(), scene.add(ring, Pose::IDENTITY).unwrap());
    assert!(scene.convex(ball).is_ok());
    assert_eq!(scene.convex(ring).err(), Some(SceneError::NotConvex(ring)));
    let still = Motion::still();
    let twice = scene.cast(&[(ball, still), (ball, still)], &CastSettings::default());
    assert_eq!(twice.err(), Some(SceneError::NamedTwice(ball)));
}
