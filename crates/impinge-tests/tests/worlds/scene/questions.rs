//! Distances, nearest objects, probes and rays, against brute force.

use impinge::scene::{Layers, NearestSearch, Scene, SceneHit, Touched};
use impinge::*;
use impinge_scenes::Rng;
use impinge_scenes::kinds;
use impinge_tests::everywhere;

use super::world::{Flat, World, distance_of, near_of};

fn world<V: Flat>(rng: &mut Rng, count: usize) -> World<V> {
    let mut world = World::new(rng, 30);
    for _ in 0..count {
        world.add(rng, 4.0);
    }
    for _ in 0..count {
        world.event(rng, 4.0);
    }
    world
}

fn nearest<V: Flat>() {
    let mut rng = Rng::new(21);
    let world = world::<V>(&mut rng, 150);
    let mut search = NearestSearch::default();
    let (mut overlapping, mut apart) = (0, 0);
    for a in &world.known {
        let mut expected: Vec<_> = world
            .known
            .iter()
            .filter(|b| b.handle != a.handle && a.layers.meet(&b.layers) && !world.is_ignored(a, b))
            .map(|b| (distance_of::<V>(&world.placed(a), &world.placed(b), &Settings::default()), b.handle))
            .collect();
        expected.sort_by(|a, b| (a.0.distance, a.1).partial_cmp(&(b.0.distance, b.1)).unwrap());
        for k in [0, 1, 4, 1000] {
            world.scene.nearest_into(a.handle, k, &mut search).unwrap();
            let found: Vec<_> = search.found.iter().map(|near| (near.distance, near.object)).collect();
            assert_eq!(found, expected[..k.min(expected.len())]);
        }
        for near in &expected {
            assert_eq!(world.scene.distance_between(a.handle, near.1).unwrap(), near.0);
        }
        overlapping += usize::from(expected.first().is_some_and(|e| e.0.distance == V::Scalar::ZERO));
        apart += usize::from(expected.first().is_some_and(|e| e.0.distance > V::Scalar::ZERO));
    }
    assert!(overlapping > 5 && apart > 5, "{overlapping} overlap, {apart} do not");
}

#[test]
fn the_nearest_are_the_nearest_of_all() {
    everywhere!(nearest());
}

fn probes<V: Flat>() {
    let mut rng = Rng::new(22);
    let mut world = world::<V>(&mut rng, 200);
    let mut found = Vec::new();
    let mut hits = 0;
    for i in 0..200 {
        let probe = kinds::random::<V>(&mut rng, i % V::KINDS);
        let pose = V::random_pose(&mut rng, 5.0);
        let margin = V::Scalar::of([0.0, 0.3, -0.05][i % 3]);
        let layers =
            if i % 2 == 0 { Layers::ALL } else { Layers { member: rng.bits() as u32, sees: 0xffff } };
        world.known.sort_by_key(|known| known.handle);
        let expected: Vec<_> = world
            .known
            .iter()
            .filter(|b| layers.meet(&b.layers))
            .filter_map(|b| {
                let contact = near_of::<V>(&At::new(&probe, pose), &world.placed(b), margin)?;
                Some(Touched { object: b.handle, contact })
            })
            .collect();
        world.scene.touching_into(&probe, &pose, margin, layers, &mut found).unwrap();
        assert_eq!(found, expected);
        if layers == Layers::ALL {
            assert_eq!(world.scene.touching(&probe, &pose, margin).unwrap(), expected);
        }
        hits += expected.len();
    }
    assert!(hits > 100, "{hits}");
}

#[test]
fn a_probe_agrees_with_brute_force() {
    everywhere!(probes());
}

fn rays<V: Flat>(from: f64) {
    let mut rng = Rng::new(23);
    let world = world::<V>(&mut rng, 200);
    let (mut hits, mut limited) = (0, 0);
    let rounds = 300;
    for i in 0..rounds {
        let origin = V::random_unit(&mut rng) * V::Scalar::of(from);
        let target = V::random_pose(&mut rng, 4.0).translation();
        let length = V::Scalar::of([1.0, 1e-20, 1e20][i % 3]);
        let ray = Ray::new(origin, (target - origin).unit() * length);
        let layers = if i % 2 == 0 { Layers::ALL } else { Layers { member: 0xff, sees: rng.bits() as u32 } };
        let max = if i % 5 == 4 { V::Scalar::of(from) } else { V::Scalar::INFINITY };
        let mut expected: Option<SceneHit<V>> = None;
        for b in world.known.iter().filter(|b| layers.meet(&b.layers)) {
            if let Some(hit) = ray_cast_within(&world.placed(b), &ray, max) {
                let nearer =
                    expected.is_none_or(|best| (hit.distance, b.handle) < (best.hit.distance, best.object));
                if nearer {
                    expected = Some(SceneHit { object: b.handle, hit });
                }
            }
        }
        assert_eq!(world.scene.ray_cast_within(&ray, max, layers), expected, "{ray:?}");
        if i % 10 == 0 {
            assert_eq!(world.scene.ray_cast(&ray), expected);
        }
        hits += usize::from(expected.is_some());
        limited += usize::from(max.is_finite() && expected.is_none());
    }
    println!("{hits} of {rounds} hit, {limited} fell short");
    assert!(hits > rounds / 3 && hits < rounds, "{hits}");
}

#[test]
fn a_ray_agrees_with_brute_force() {
    everywhere!(rays(6.0));
    everywhere!(rays(1.0));
    everywhere!(rays(1000.0));
}

#[test]
fn a_ray_along_the_axes_meets_boxes_it_grazes() {
    fn check<V: Flat>() {
        let mut scene = Scene::<V>::new();
        let cube = scene.add_shape(V::cube(1.0));
        let far = scene.add(cube, Pose::at(V::axis(0) * V::Scalar::of(10.0))).unwrap();
        let near = scene.add(cube, Pose::at(V::axis(0) * V::Scalar::of(5.0))).unwrap();
        let hit = scene.ray_cast(&Ray::new(V::ZERO, V::axis(0))).unwrap();
        assert_eq!((hit.object, hit.hit.distance.f64()), (near, 4.0));
        // Along the faces.
        let hit = scene.ray_cast(&Ray::new(V::axis(1), V::axis(0))).unwrap();
        assert_eq!(hit.object, near);
        scene.remove(near).unwrap();
        let hit = scene.ray_cast(&Ray::new(V::axis(1), V::axis(0))).unwrap();
        assert_eq!(hit.object, far);
        assert_eq!(scene.ray_cast(&Ray::new(V::ZERO, -V::axis(0))), None);
        // Two at the same place: the smaller handle.
        let twin = scene.add(cube, *scene.pose(far).unwrap()).unwrap();
        let hit = scene.ray_cast(&Ray::new(V::ZERO, V::axis(0))).unwrap();
        assert_eq!(hit.object, far.min(twin));
    }
    everywhere!(check());
}

/// A ball whose support points are off by up to a tenth, and which says so; its box is that of the true ball.
struct Blurred;

impl Support<Vec3<f64>> for Blurred {
    fn support(&self, direction: Vec3<f64>) -> Vec3<f64> {
        direction.unit() * 1.1
    }
}

impl Bounded<Vec3<f64>> for Blurred {
    fn aabb(&self, pose: &Pose<Vec3<f64>>) -> Aabb<Vec3<f64>> {
        Sphere::new(1.0).aabb(pose)
    }
    fn rounding(&self) -> f64 {
        0.1
    }
}

impl Shape for Blurred {
    type V = Vec3<f64>;
}

/// Touches within a shape's own rounding were lost, as its box was trusted exactly.
#[test]
fn a_shape_touches_as_far_as_its_rounding_reaches() {
    let mut scene = Scene::<Vec3<f64>>::new();
    let cube = scene.add_shape(Cuboid::new([1.0, 1.0, 1.0]));
    let object = scene.add(cube, Pose::at([2.05, 0.0, 0.0])).unwrap();
    let touched = scene.touching(&Blurred, &Pose::IDENTITY, 0.0).unwrap();
    assert_eq!(touched.iter().map(|t| t.object).collect::<Vec<_>>(), [object]);
}
