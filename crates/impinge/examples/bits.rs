//! One hash for each question, over the bits of all answers of a seeded run: a tool to compare two commits.
//!
//! `cargo run --release -p impinge --example bits`
//!
//! A change that must not change answers prints the same lines before and after. Numbers are hashed as they are stored, with the
//! steps that were taken for them; of a status and of a feature its name. Nothing depends on the clock or on the machine.

#[path = "../tests/front/mod.rs"]
mod front;

use std::fmt::Debug;

use front::{Kinds, random};
use impinge::mesh::{Body, PolygonMesh};
use impinge::motion::{Hit, MotionError, MotionSettings, Mover, SlideSettings, Trace, World};
use impinge::query::any;
use impinge::scene::Scene;
use impinge::{
    Contact, Motion, Pose, Ray, Real, Rot3, Settings, Shape, Vec2, Vec3, Vector, cast, features, manifold,
};
use impinge_scenes::{Rng, rooms};

/// Pairs of each question in each precision of each space; of casts, which cost more.
const PAIRS: usize = 1000;
const CASTS: usize = 200;
const OBJECTS: usize = 60;
const FRAMES: usize = 12;
const MOTIONS: u32 = 60;

/// FNV-1a, of 64 bits.
struct Bits {
    hash: u64,
    answers: u64,
}

impl Bits {
    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    /// A number of `f32` is one of `f64` too; a NaN is like every other one.
    fn number<T: Real>(&mut self, x: T) -> &mut Self {
        let x = x.f64();
        self.bytes(&if x.is_nan() { f64::NAN } else { x }.to_bits().to_le_bytes());
        self
    }
    fn vector<V: Vector>(&mut self, v: V) -> &mut Self {
        (0..V::DIM).for_each(|axis| {
            self.number(v.get(axis));
        });
        self
    }
    fn name(&mut self, name: impl Debug) -> &mut Self {
        self.bytes(format!("{name:?}").as_bytes());
        self
    }
    fn count(&mut self, count: u64) -> &mut Self {
        self.bytes(&count.to_le_bytes());
        self
    }
    fn contact<V: Vector>(&mut self, c: &Contact<V>) -> &mut Self {
        self.number(c.signed_distance).number(c.error);
        self.vector(c.point_a).vector(c.point_b).vector(c.normal);
        self.name(c.status).count(u64::from(c.iterations))
    }
    /// A pose in space: by where it takes a frame.
    fn pose<T: Real>(&mut self, pose: &Pose<Vec3<T>>) -> &mut Self {
        self.vector(pose.translation());
        (0..3).for_each(|axis| {
            self.vector(pose.rotation() * Vec3::axis(axis));
        });
        self
    }
    fn hit<T: Real>(&mut self, hit: Option<&Hit<T>>) -> &mut Self {
        match hit {
            None => self.count(0),
            Some(hit) => {
                self.vector(hit.point).vector(hit.normal).number(hit.distance).count(hit.body.into())
            }
        }
    }
    fn trace<T: Real>(&mut self, trace: &Trace<T>) -> &mut Self {
        self.number(trace.fraction).number(trace.zone.thickness).pose(&trace.pose).hit(trace.hit.as_ref());
        self.name(trace.start).name(trace.clear).count(trace.pairs).count(trace.steps)
    }
}

/// Prints the hash of what is asked.
fn line<R>(question: &str, place: &str, ask: impl FnOnce(&mut Bits) -> R) -> R {
    let mut bits = Bits { hash: 0xcbf2_9ce4_8422_2325, answers: 0 };
    let result = ask(&mut bits);
    println!("{question:<12} {place:<10} {:6} answers  {:016x}", bits.answers, bits.hash);
    result
}

/// Pairs of any kinds, each with each, of which about a half meet; the same for every question.
fn each_pair<V: Kinds>(count: usize, mut ask: impl FnMut(&V::Any, Pose<V>, &V::Any, Pose<V>, &mut Rng)) {
    let mut rng = Rng::new(12);
    for i in 0..count {
        let kind = i % (V::KINDS * V::KINDS);
        let (a, b) = (random::<V>(&mut rng, kind / V::KINDS), random::<V>(&mut rng, kind % V::KINDS));
        let (at, to) = (V::random_pose(&mut rng, 0.7), V::random_pose(&mut rng, 0.7));
        ask(&a, at, &b, to, &mut rng);
    }
}

/// The questions about two shapes, or a shape and a ray.
fn pairs<V: Kinds>(place: &str) {
    let settings = Settings::default();
    let (mut meet, mut rays) = (0, 0);
    line("intersects", place, |bits| {
        each_pair::<V>(PAIRS, |a, at, b, to, _| {
            let meets = any::intersects(&a.at(at), &b.at(to));
            meet += usize::from(meets);
            bits.name(meets).answers += 1;
        });
    });
    line("distance", place, |bits| {
        each_pair::<V>(PAIRS, |a, at, b, to, _| {
            let d = any::distance(&a.at(at), &b.at(to), &settings);
            bits.number(d.distance).number(d.error).vector(d.point_a).vector(d.point_b).vector(d.normal);
            bits.name(d.status).count(u64::from(d.iterations)).answers += 1;
        });
    });
    line("contact", place, |bits| {
        each_pair::<V>(PAIRS, |a, at, b, to, _| {
            bits.contact(&any::contact(&a.at(at), &b.at(to), &settings)).answers += 1;
        });
    });
    line("ray_cast", place, |bits| {
        each_pair::<V>(PAIRS, |a, at, _, _, rng| {
            let direction = V::random_unit(rng);
            let beside = V::random_unit(rng) * V::Scalar::of(0.3);
            let ray = Ray::new(beside - direction * V::Scalar::of(3.0), direction);
            if let Some(hit) = any::ray_cast(&a.at(at), &ray, V::Scalar::INFINITY) {
                rays += 1;
                bits.number(hit.distance).number(hit.error).vector(hit.point).vector(hit.normal);
                bits.name(hit.status).count(u64::from(hit.iterations));
            }
            bits.answers += 1;
        });
    });
    // A run that finds nothing would compare nothing.
    assert!((PAIRS / 5..PAIRS * 4 / 5).contains(&meet), "{meet} pairs meet");
    assert!(rays > PAIRS / 10, "{rays} rays hit");
}

/// The questions that are long to build: in one precision of each space.
fn more<V: Kinds>(place: &str) {
    line("manifold", place, |bits| {
        each_pair::<V>(PAIRS, |a, at, b, to, _| {
            let m = manifold(&a.at(at), &b.at(to));
            bits.number(m.signed_distance).number(m.error).vector(m.normal).name(m.status);
            for p in m.points() {
                bits.vector(p.point_a).vector(p.point_b).number(p.signed_distance);
                bits.name(p.feature_a).name(p.feature_b);
            }
            bits.count(u64::from(m.iterations)).answers += 1;
        });
    });
    line("features", place, |bits| {
        each_pair::<V>(PAIRS, |a, at, b, to, _| {
            let f = features(&a.at(at), &b.at(to));
            bits.number(f.signed_distance).number(f.error).vector(f.normal).vector(f.point);
            bits.vector(f.point_a).vector(f.point_b).name(f.state).name(f.contact_type);
            bits.name((f.feature_a, f.feature_b, f.ambiguous, f.status)).answers += 1;
        });
    });
    let mut impacts = 0;
    line("cast", place, |bits| {
        each_pair::<V>(CASTS, |a, at, b, to, rng| {
            let away = V::random_unit(rng) * V::Scalar::of(3.0);
            let placed = a.at(Pose::new(at.translation() - away, at.rotation()));
            let turn = Motion::between(&Pose::IDENTITY, &V::random_pose(rng, 0.3));
            if let Some(i) = cast(&placed, &b.at(to), &Motion::translation(away), &turn) {
                impacts += 1;
                bits.number(i.time).number(i.time_error).number(i.distance);
                bits.vector(i.point_a).vector(i.point_b).vector(i.normal).name(i.at_start).name(i.status);
                bits.count(u64::from(i.iterations));
            }
            bits.answers += 1;
        });
    });
    assert!(impacts > CASTS / 5, "{impacts} casts hit");
}

/// A scene of any kinds in a heap, moved about, with its contacts, rays and nearest.
fn scenes<V: Kinds>(place: &str) {
    let (mut rng, range) = (Rng::new(8), 1.5);
    let mut scene = Scene::<V>::new();
    let objects: Vec<_> = (0..OBJECTS)
        .map(|i| {
            let shape = scene.add_shape(random::<V>(&mut rng, i % V::KINDS));
            scene.add(shape, V::random_pose(&mut rng, range)).expect("a finite pose")
        })
        .collect();
    let answers = line("scene", place, |bits| {
        for frame in 0..FRAMES {
            // All of them, then few.
            for object in objects.iter().skip(frame % 4).step_by(1 + 19 * (frame % 2)) {
                scene.move_object(*object, V::random_pose(&mut rng, range)).expect("a finite pose");
            }
            for c in scene.contacts(V::Scalar::of(0.05)) {
                bits.count(c.a.index() as u64).count(c.b.index() as u64).contact(&c.contact).answers += 1;
            }
            let (from, direction) = (V::random_unit(&mut rng), V::random_unit(&mut rng));
            if let Some(hit) = scene.ray_cast(&Ray::new(from * V::Scalar::of(4.0), -from + direction)) {
                bits.count(hit.object.index() as u64).number(hit.hit.distance).vector(hit.hit.normal);
            }
            for near in scene.nearest(objects[frame], 3).expect("an object of the scene") {
                bits.count(near.object.index() as u64).number(near.distance.distance);
            }
            let (shape, at) = (random::<V>(&mut rng, frame % V::KINDS), V::random_pose(&mut rng, range));
            for found in scene.touching(&shape, &at, V::Scalar::ZERO).expect("a finite pose") {
                bits.count(found.object.index() as u64).contact(&found.contact);
            }
        }
        bits.answers
    });
    assert!(answers > 20 * FRAMES as u64, "{answers} contacts");
}

/// Translations, turns, screws and slides of a body in a level of stairs, a floor, a letter and crates.
fn motions<T: Real>(place: &str) -> Result<(), MotionError> {
    let mesh = |faces: rooms::Faces| {
        PolygonMesh::<T>::from_polygons(&faces.points_in(), &faces.polygons).expect("a mesh").0
    };
    let [ground, stairs] = [rooms::floor(16.0, 2), rooms::stairs(6, 0.4, 0.2, 2.0)].map(mesh);
    let [letter, small] = [rooms::letter('U'), rooms::cuboid([0.4; 3], 1)].map(mesh);
    let player = mesh(rooms::cuboid([0.3, 0.3, 0.9], 1));
    let v = |x: f64, y: f64, z: f64| Vec3::new(T::of(x), T::of(y), T::of(z));
    let mut world = World::new();
    world.insert(Body::new(&ground, Pose::at(v(-8.0, -8.0, 0.0))))?;
    world.insert(Body::new(&stairs, Pose::at(v(1.0, -1.0, 0.0))))?;
    world.insert(Body::new(&letter, Pose::at(v(-3.0, 1.0, 0.1))))?;
    for i in 0..24 {
        let at = v(f64::from(i % 6) * 2.0 - 6.0, f64::from(i / 6) * 2.0 - 6.0, 0.5);
        let turn = Rot3::from_axis_angle(v(0.0, 0.0, 1.0), T::of(f64::from(i)));
        world.insert(Body::new(&small, Pose::new(at, turn)))?;
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
                let trace = mover.move_by(&Body::new(&player, pose), &motion, &world, &settings)?;
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
            let trace = mover.slide(&Body::new(&player, pose), by, &world, &slide)?;
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

fn main() -> Result<(), MotionError> {
    pairs::<Vec3<f64>>("space f64");
    pairs::<Vec3<f32>>("space f32");
    pairs::<Vec2<f64>>("plane f64");
    pairs::<Vec2<f32>>("plane f32");
    more::<Vec3<f64>>("space f64");
    more::<Vec2<f32>>("plane f32");
    scenes::<Vec3<f64>>("space f64");
    scenes::<Vec3<f32>>("space f32");
    scenes::<Vec2<f64>>("plane f64");
    scenes::<Vec2<f32>>("plane f32");
    motions::<f64>("space f64")
}
