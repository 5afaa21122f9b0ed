//! A pyramid of boxes at rest: milliseconds for each step, the deepest overlap, and how far boxes moved.
//!
//! `cargo run --release -p impinge-sim --example pyramid -- [BASE] [STEPS] [f32|f64]`

use std::time::Instant;

use impinge::{Cuboid, HalfSpace, Pose, Real, Vec3};
use impinge_sim::{Body, SoftSettings, Solver, World, WorldError, WorldSettings};

fn main() -> Result<(), WorldError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: usize| arguments.get(i).and_then(|a| a.parse().ok()).unwrap_or(default);
    let (base, steps) = (number(0, 100), number(1, 300));
    match arguments.get(2).map(String::as_str) {
        Some("f64") => run::<f64>(base, steps),
        _ => run::<f32>(base, steps),
    }
}

fn run<T: Real>(base: usize, steps: usize) -> Result<(), WorldError> {
    let default = SoftSettings::<T>::default();
    let number =
        |i: usize, default: T| std::env::args().nth(i).and_then(|a| a.parse().ok()).map_or(default, T::of);
    let soft = SoftSettings {
        frequency: number(4, default.frequency),
        damping_ratio: number(5, default.damping_ratio),
        ..default
    };
    let mut world = World::<T>::new(WorldSettings { solver: Solver::Soft(soft), ..WorldSettings::default() });
    let floor = world.add_shape(HalfSpace::new(Vec3::new(T::ZERO, T::ZERO, T::ONE), T::ZERO));
    let cube = world.add_shape(Cuboid::new(Vec3::new(T::HALF, T::HALF, T::HALF)));
    world.add(Body::fixed(floor, Pose::IDENTITY))?;
    let mut boxes = Vec::new();
    for row in 0..base {
        for i in 0..base - row {
            let at = [i as f64 * 1.1 + row as f64 * 0.55, 0.0, 0.5 + row as f64];
            let at = Vec3::new(T::of(at[0]), T::of(at[1]), T::of(at[2]));
            boxes.push((world.add(Body::dynamic(cube, Pose::at(at)))?, at));
        }
    }
    let mut deepest = 0.0;
    let mut contacts = 0;
    let start = Instant::now();
    for _ in 0..steps {
        let report = world.step(T::of(1.0 / 60.0))?;
        deepest = f64::max(deepest, report.deepest.f64());
        contacts = report.contacts;
    }
    let ms = start.elapsed().as_secs_f64() * 1e3 / steps as f64;
    let (mut drift, mut fastest) = (0.0, 0.0);
    for (handle, at) in &boxes {
        fastest = f64::max(fastest, world.velocity(*handle)?.norm().f64());
        drift = f64::max(drift, (world.pose(*handle)?.translation() - *at).norm().f64());
    }
    println!(
        "{} boxes, {contacts} contacts, {steps} steps: {ms:.3} ms a step, deepest overlap {deepest:.5}, drift {drift:.5}, fastest {fastest:.5}",
        boxes.len()
    );
    assert!(drift.is_finite());
    Ok(())
}
