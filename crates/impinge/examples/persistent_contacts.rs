//! A box slides over a floor and off its edge: which contacts stay, begin and end, and what recognizing them costs, for one pair and for
//! a scene of many.
//!
//! `cargo run --release -p impinge --example persistent_contacts`

use std::hint::black_box;
use std::time::Instant;

use impinge::feature::Feature;
use impinge::persist::{ContactCache, ContactCacheSettings, Persistence, Persistent};
use impinge::{Cuboid, Id, Pose, Rot3, Scene, Shape, Vec3, manifold};

type Contacts = Persistent<Vec3<f64>, u32>;

fn main() {
    let (floor, cube) = (Cuboid::new([4.0, 4.0, 1.0]), Cuboid::new([1.0, 1.0, 1.0]));
    let settings = Persistence::of_size(1.0);
    let mut contacts = Contacts::new();
    let path = |step: u32| {
        let turn = Rot3::from_axis_angle([0.0, 0.0, 1.0], 0.01 * f64::from(step));
        Pose::new([0.05 * f64::from(step), 0.0, 1.99], turn)
    };
    println!("step  contacts: ids with the steps they have lasted");
    for step in 0..120 {
        let at = path(step);
        let touching = manifold(&floor, &cube.at(at));
        contacts.update(&touching, &Pose::IDENTITY, &at, &settings);
        if !contacts.began().is_empty() || !contacts.ended().is_empty() {
            let list: Vec<String> =
                contacts.contacts().iter().map(|c| format!("{} ({})", c.id, c.age)).collect();
            println!("{step:4}  {}", list.join(", "));
        }
    }

    // The cost of a step: the least of many rounds.
    let cost = |calls: u32, ask: &mut dyn FnMut()| {
        let rounds = (0..200).map(|_| {
            let start = Instant::now();
            (0..calls).for_each(|_| ask());
            start.elapsed().as_secs_f64() * 1e9 / f64::from(calls)
        });
        rounds.fold(f64::MAX, f64::min)
    };
    let touching = manifold(&floor, &cube.at(path(0)));
    let whole = cost(100, &mut || {
        black_box(manifold(&floor, &cube.at(path(0))));
    });
    println!("a manifold of 4 points: {whole:.0} ns");
    for count in [4, 16] {
        // Around a circle, each with a corner of the cube.
        let points: Vec<_> = (0..count)
            .map(|i| {
                let (sin, cos) = (std::f64::consts::TAU * f64::from(i) / f64::from(count)).sin_cos();
                let mut p = touching.points()[i as usize % 4];
                p.feature_b = Feature::Vertex(Id(i));
                p.point_a += Vec3::new(sin, cos, 0.0);
                p.point_b += Vec3::new(sin, cos, 0.0);
                p
            })
            .collect();
        let mut contacts = Contacts::new();
        let update = cost(100, &mut || {
            let at = path(0);
            contacts.update_points(touching.normal, black_box(&points), &Pose::IDENTITY, &at, &settings);
        });
        println!("an update with {count} points, 4 kept: {update:.0} ns");
    }
    // Cubes in rows, each beside the next.
    let mut scene = Scene::<Vec3<f64>>::new();
    let shape = scene.add_shape(cube);
    for i in 0..10_000_u32 {
        let at = Pose::at([2.0 * f64::from(i % 100), 3.0 * f64::from(i / 100), 0.0]);
        scene.add(shape, at).expect("a finite pose");
    }
    let mut all = ContactCache::<Vec3<f64>, [f64; 4]>::new();
    for (what, kept_motion) in [("kept", Some(0.01)), ("computed again", None)] {
        let settings = ContactCacheSettings { margin: 0.02, kept_motion };
        let mut least = f64::MAX;
        for _ in 0..10 {
            let start = Instant::now();
            all.update(&mut scene, &settings);
            least = least.min(start.elapsed().as_secs_f64() * 1e9);
        }
        let count = all.contacts().len();
        assert_eq!(count, 9_900);
        println!("{count} contacts, {what}: {:.0} ns for each in a step", least / count as f64);
    }
}
