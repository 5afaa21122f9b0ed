//! Height of the tallest stack that stands: boxes of 4 × 4 × 2, each shifted by up to 0.2 along both horizontal axes, as in section 4.2 of Olvång's
//! thesis. A stack has fallen when a box is more than half a box lower than where it began.
//!
//! `cargo run --release -p impinge-sim --example tall_stack -- BOXES STEPS RATE SUBSTEPS SEED [f32|f64] [FREQUENCY] [DAMPING]`

use std::time::Instant;

use impinge::{Cuboid, HalfSpace, Pose, Real, Vec3};
use impinge_scenes::Rng;
use impinge_sim::{Body, SoftSettings, Solver, World, WorldError, WorldSettings};

fn main() -> Result<(), WorldError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.get(5).map(String::as_str) {
        Some("f32") => run::<f32>(&arguments),
        _ => run::<f64>(&arguments),
    }
}

fn run<T: Real>(arguments: &[String]) -> Result<(), WorldError> {
    let number = |i: usize, default: f64| arguments.get(i).and_then(|a| a.parse().ok()).unwrap_or(default);
    let (boxes, steps) = (number(0, 100.0) as usize, number(1, 2000.0) as usize);
    let (rate, substeps, seed) = (number(2, 200.0), number(3, 30.0) as usize, number(4, 1.0) as u64);
    let default = SoftSettings::<T>::default();
    let soft = SoftSettings {
        substeps,
        frequency: T::of(number(6, default.frequency.f64())),
        damping_ratio: T::of(number(7, default.damping_ratio.f64())),
        ..default
    };
    let mut world = World::<T>::new(WorldSettings { solver: Solver::Soft(soft), ..WorldSettings::default() });
    let floor = world.add_shape(HalfSpace::new(Vec3::new(T::ZERO, T::ZERO, T::ONE), T::ZERO));
    let cuboid = world.add_shape(Cuboid::new(Vec3::new(T::TWO, T::TWO, T::ONE)));
    world.add(Body::fixed(floor, Pose::IDENTITY))?;
    let mut random = Rng::linear(seed);
    let mut shift = || ((random.bits() >> 33) as f64 / f64::from(1_u32 << 31) - 0.5) * 0.4;
    let mut placed = Vec::new();
    for i in 0..boxes {
        let at = Vec3::new(T::of(shift()), T::of(shift()), T::of(1.0 + 2.0 * i as f64));
        placed.push((world.add(Body::dynamic(cuboid, Pose::at(at)))?, at));
    }
    let start = Instant::now();
    let mut deepest = 0.0;
    let mut stood = steps;
    for step in 1..=steps {
        deepest = f64::max(deepest, world.step(T::of(1.0 / rate))?.deepest.f64());
        let (mut across, mut down, mut tilt) = (0.0, 0.0, 0.0);
        for (handle, at) in &placed {
            let pose = world.pose(*handle)?;
            let moved = pose.translation() - *at;
            across = f64::max(across, f64::hypot(moved.x.f64(), moved.y.f64()));
            down = f64::max(down, -moved.z.f64());
            let [x, y, _, _] = pose.rotation().to_xyzw();
            tilt = f64::max(tilt, 2.0 * f64::hypot(x.f64(), y.f64()));
        }
        let fell = down > 1.0 + 0.01 * boxes as f64;
        if step.is_multiple_of(usize::max(steps / 10, 1)) || fell {
            println!(
                "step {step:6}: across {across:.5}, down {down:.5}, tilt {tilt:.6}, deepest {deepest:.5}, energy {:.1}",
                world.energy().f64()
            );
        }
        if fell {
            stood = step;
            break;
        }
    }
    let us = start.elapsed().as_secs_f64() * 1e6 / (stood * boxes) as f64;
    println!("{boxes} boxes stood {stood} of {steps} steps, {us:.2} µs for each box and step");
    Ok(())
}
