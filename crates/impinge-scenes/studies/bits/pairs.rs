//! Convex shapes of any kinds, and scenes of them.

use impinge::batch::{self, Batch, ContactArrays, DistanceArrays, Poses};
use impinge::query::any;
use impinge::scene::Scene;
use impinge::{
    Cone, ConvexPolyhedron, Cuboid, Ellipsoid, Motion, Pose, Ray, Real, Settings, Shape, Sphere, Vec3, Warm,
    cast, contact, distance, features, intersects, manifold,
};
use impinge_scenes::kinds::{Kinds, random};
use impinge_scenes::{Rng, Space};

use crate::hash::line;

/// Pairs of each question in each precision of each space; of casts, which cost more.
const PAIRS: usize = 1000;
const CASTS: usize = 200;
const OBJECTS: usize = 60;
const FRAMES: usize = 12;

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
pub fn pairs<V: Kinds>(place: &str) {
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
pub fn more<V: Kinds>(place: &str) {
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
pub fn scenes<V: Kinds>(place: &str) {
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

/// Queries that begin with what the last one left, as two shapes pass one another.
pub fn warm<V: Kinds>(place: &str) {
    let mut rng = Rng::new(21);
    line("warm", place, |bits| {
        for i in 0..PAIRS / 10 {
            let [a, b] = [random::<V>(&mut rng, i % V::KINDS), random::<V>(&mut rng, (i / 3) % V::KINDS)];
            let (at, way) = (V::random_pose(&mut rng, 0.5), V::random_unit(&mut rng));
            let mut warm = Warm::new();
            for k in 0..20 {
                let to = Pose::new(way * V::Scalar::of(0.1 * f64::from(k) - 1.0), at.rotation());
                let (a, b) = ((&a).at(at), (&b).at(to));
                bits.told((warm.distance(&a, &b), warm.contact(&a, &b), warm.intersects(&a, &b)));
            }
        }
    });
}

/// The same pairs in one call, on as many threads as there are.
pub fn batches<V: Kinds>(place: &str) {
    let mut rng = Rng::new(22);
    let shapes: Vec<V::Any> = (0..64).map(|i| random::<V>(&mut rng, i % V::KINDS)).collect();
    let poses: Vec<_> = (0..64).map(|_| V::random_pose(&mut rng, 0.9)).collect();
    let pairs: Vec<_> = (0..64).flat_map(|i| (0..i).map(move |j| (i, j))).collect();
    let batch = Batch { shapes: &shapes, pairs: &pairs, poses: Poses::OfShapes(&poses) };
    let (mut near, mut deep, mut meet) = (DistanceArrays::default(), ContactArrays::default(), Vec::new());
    line("batch", place, |bits| {
        let settings = Settings::default();
        batch::distance(&batch, &settings, &mut near).expect("a batch");
        batch::contact(&batch, &settings, &mut deep).expect("a batch");
        batch::intersects(&batch, &settings, &mut meet).expect("a batch");
        bits.told((&near, &deep, &meet));
    });
}

/// Shapes of known types, which are asked about by functions of their own.
pub fn named<T: Real>(place: &str) {
    let mut rng = Rng::new(23);
    let points: Vec<_> = (0..20).map(|_| rng.unit3::<T>()).collect();
    let t = T::of;
    let ball = Sphere::new(t(0.5));
    let block = Cuboid::new([t(0.5), t(0.75), t(0.25)]);
    let cone = Cone::new(t(0.5), t(1.25));
    let egg = Ellipsoid::new([t(0.5), t(0.25), t(0.75)]);
    let hull = ConvexPolyhedron::new(&points);
    line("named", place, |bits| {
        for _ in 0..60 {
            let [p, q] = [(); 2].map(|()| Vec3::<T>::random_pose(&mut rng, 0.8));
            macro_rules! ask {
                ($($a:ident $b:ident),+) => {$({
                    let (a, b) = ((&$a).at(p), (&$b).at(q));
                    bits.told((intersects(&a, &b), distance(&a, &b), contact(&a, &b)));
                })+};
            }
            ask!(ball ball, ball block, ball cone, ball egg, ball hull, block block, block cone, block egg);
            ask!(block hull, cone cone, cone egg, cone hull, egg egg, egg hull, hull hull);
        }
    });
}
