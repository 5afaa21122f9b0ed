//! Meshes in motion, and players in scenes.

use impinge::body::HeightField;
use impinge::expel::{MotionError, MotionSettings, Mover, Obstacles, SlideSettings};
use impinge::mesh::TriangleMesh;
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::scene::{Scene, SceneSlideSettings, SlideMemory};
use impinge::{Capsule, Cuboid, Motion, Pose, Real, Rot3, Vec3};
use impinge_scenes::{Rng, meshes, rooms};

use crate::hash::line;

const MOTIONS: u32 = 60;

/// Translations, turns, screws and slides of a body in a level of stairs, a floor, a letter and crates.
pub fn motions<T: Real>(place: &str) -> Result<(), MotionError> {
    let mesh = |faces: rooms::Faces| {
        PolygonMesh::<T>::from_polygons(&faces.points_in(), &faces.polygons).expect("a mesh").0
    };
    let [ground, stairs] = [rooms::floor(16.0, 2), rooms::stairs(6, 0.4, 0.2, 2.0)].map(mesh);
    let [letter, small] = [rooms::letter('U'), rooms::cuboid([0.4; 3], 1)].map(mesh);
    let player = mesh(rooms::cuboid([0.3, 0.3, 0.9], 1));
    let v = |x: f64, y: f64, z: f64| Vec3::new(T::of(x), T::of(y), T::of(z));
    let mut world = Obstacles::new();
    world.insert(PlacedMesh::new(&ground, Pose::at(v(-8.0, -8.0, 0.0))))?;
    world.insert(PlacedMesh::new(&stairs, Pose::at(v(1.0, -1.0, 0.0))))?;
    world.insert(PlacedMesh::new(&letter, Pose::at(v(-3.0, 1.0, 0.1))))?;
    for i in 0..24 {
        let at = v(f64::from(i % 6) * 2.0 - 6.0, f64::from(i / 6) * 2.0 - 6.0, 0.5);
        let turn = Rot3::from_axis_angle(v(0.0, 0.0, 1.0), T::of(f64::from(i)));
        world.insert(PlacedMesh::new(&small, Pose::new(at, turn)))?;
    }
    let settings = MotionSettings { free: Some(0.1), ..MotionSettings::default() };
    let slide = SlideSettings { step: T::of(0.3), motion: settings, ..SlideSettings::default() };
    let start = Pose::at(v(0.0, 0.0, 1.2));
    let (mut mover, mut rng, mut stopped) = (Mover::new(), Rng::new(4), 0);
    for question in ["translate", "rotate"] {
        let mut pose = start;
        line(question, place, |bits| {
            for i in 0..MOTIONS {
                let [axis, arm] = [rng.unit3::<T>(), rng.unit3()];
                let motion = if question == "translate" {
                    Motion::translation(axis * T::TWO)
                } else {
                    // Every other one is a screw.
                    let advance = T::of(rng.between(-1.0, 1.0) * f64::from(i % 2));
                    let angle = T::of(rng.between(-2.0, 2.0));
                    Motion::screw(pose.translation() + arm * T::HALF, axis, angle, advance)
                };
                let trace = mover.move_by(&PlacedMesh::new(&player, pose), &motion, &world, &settings)?;
                bits.trace(&trace).answers += 1;
                stopped += u32::from(trace.hit.is_some());
                pose = trace.pose;
            }
            Ok(())
        })?;
    }
    let mut pose = start;
    line("slide", place, |bits| {
        for i in 0..MOTIONS {
            let (sin, cos) = T::of(0.1 * f64::from(i)).sin_cos();
            let by = Vec3::new(cos * T::of(0.4), sin * T::of(0.4), T::of(-0.1));
            let trace = mover.slide(&PlacedMesh::new(&player, pose), by, &world, &slide)?;
            bits.pose(&trace.pose).vector(trace.left).hit(trace.ground.as_ref()).hit(trace.wall.as_ref());
            bits.name((trace.status, trace.step, trace.clear)).count(trace.traces.into()).answers += 1;
            stopped += u32::from(trace.wall.is_some());
            pose = trace.pose;
        }
        Ok(())
    })?;
    assert!(stopped > MOTIONS, "{stopped} motions were stopped");
    Ok(())
}

/// A player among steps, on a terrain and a field.
pub fn players<T: Real>(place: &str) {
    let t = T::of;
    let v = |x: f64, y: f64, z: f64| Vec3::new(t(x), t(y), t(z));
    let mut scene = Scene::<Vec3<T>>::new();
    let ground = meshes::terrain(12, 0.5, 3);
    let points: Vec<Vec3<T>> = ground.points.iter().map(|p| p.cast()).collect();
    let mesh = TriangleMesh::new(&points, &ground.triangles).expect("a mesh").0.into_surface();
    let field = HeightField::from_fn(17, 17, v(0.5, 0.5, 1.0), |i, j| ((i * 7 + j * 3) % 5) as f32 * 0.125);
    let ground = scene.add_shape(mesh);
    let field = scene.add_shape(field);
    let step = scene.add_shape(Cuboid::new([t(0.5), t(0.5), t(0.125)]));
    let mut put = |shape, at: Vec3<T>| scene.add(shape, Pose::at(at)).expect("a finite pose");
    put(ground, v(-6.0, -6.0, 0.0));
    put(field, v(-4.0, 6.0, 0.0));
    for i in 0..6 {
        put(step, v(1.0 + 0.5 * f64::from(i), 0.0, 1.0 + 0.125 * f64::from(i)));
    }
    let player = Capsule::new(t(0.5), t(0.25));
    let settings = SceneSlideSettings { step: t(0.3), free: t(0.25), ..SceneSlideSettings::default() };
    let (mut memory, mut rng, mut pose) = (SlideMemory::new(), Rng::new(31), Pose::at(v(0.0, 0.0, 3.0)));
    line("players", place, |bits| {
        for _ in 0..4 * MOTIONS {
            let by = v(rng.between(-0.5, 0.5), rng.between(-0.4, 0.5), -rng.between(0.0, 0.4));
            let slid = scene.slide(&player, &pose, by, &settings, &mut memory).expect("a finite motion");
            bits.told(slid);
            pose = slid.pose;
        }
    });
}
