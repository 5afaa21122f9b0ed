//! A box slides over a floor and off its edge: which contacts stay, begin and end, and what recognising them costs.
//!
//! `cargo run --release -p impinge --example persistent_contacts`

use std::hint::black_box;
use std::time::Instant;

use impinge::contact::{PairCache, Persistence, Persistent, Reset};
use impinge::query::{PerturbationSettings, perturbed_manifold};
use impinge::{Cuboid, Pose, Rot3, Shape, Vec3};

type Contacts = Persistent<Vec3<f64>, u32>;

/// What is kept of a pair.
#[derive(Default)]
struct Kept(Contacts);

impl Reset for Kept {
    fn reset(&mut self) {
        self.0.reset();
    }
}

fn main() {
    let (floor, cube) = (Cuboid::new([4.0, 4.0, 1.0]), Cuboid::new([1.0, 1.0, 1.0]));
    let settings = Persistence::of_size(1.0);
    let rule = PerturbationSettings::default();
    let mut pairs = PairCache::<Kept>::new();
    let path = |step: u32| {
        let turn = Rot3::from_axis_angle([0.0, 0.0, 1.0], 0.01 * f64::from(step));
        Pose::new([0.05 * f64::from(step), 0.0, 1.99], turn)
    };
    println!("step  contacts: ids with the steps they have lasted");
    for step in 0..120 {
        let at = path(step);
        let manifold = perturbed_manifold(&floor, &cube.at(at), &rule);
        let contacts = &mut pairs.get_or_insert((0, 1)).0;
        contacts.update(&manifold, &Pose::IDENTITY, &at, &settings);
        if !contacts.began().is_empty() || !contacts.ended().is_empty() {
            let list: Vec<String> =
                contacts.contacts().iter().map(|c| format!("{} ({})", c.id, c.age)).collect();
            println!("{step:4}  {}", list.join(", "));
        }
        pairs.end_step();
    }

    // The cost of a step for 4 points and for 16 that are reduced to 4, and that of a pair in the cache.
    for count in [4, 16] {
        let manifold = perturbed_manifold(&floor, &cube.at(path(0)), &rule);
        let points: Vec<_> = manifold
            .points()
            .iter()
            .cycle()
            .take(count)
            .enumerate()
            .map(|(i, p)| {
                let mut p = *p;
                let (sin, cos) = (0.4 * i as f64).sin_cos();
                p.point_a += Vec3::new(sin, cos, 0.0) * if count == 4 { 0.0 } else { 1.0 };
                p
            })
            .collect();
        let mut contacts = Contacts::new();
        let start = Instant::now();
        for _ in 0..100_000 {
            contacts.update_points(manifold.normal, black_box(&points), &Pose::IDENTITY, &path(0), &settings);
        }
        println!("{count:4} points: {:.0} ns an update", start.elapsed().as_secs_f64() * 1e9 / 1e5);
    }
    let start = Instant::now();
    for _ in 0..20 {
        for i in 0..10_000 {
            black_box(pairs.get_or_insert((i, i + 1)));
        }
        pairs.end_step();
    }
    println!("10000 pairs: {:.0} ns a pair and step", start.elapsed().as_secs_f64() * 1e9 / 2e5);
}
