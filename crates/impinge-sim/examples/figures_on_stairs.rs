//! Figures that tip over at the top of ten stairs: how much energy they gain, how far their joints open, and the time of a step.
//!
//! `cargo run --release -p impinge-sim --example figures_on_stairs -- 100 600` for 100 figures and 600 steps; a third number is how far
//! they are apart, 1.5 meters unless said. With 0.6 they fall over one another.

use std::time::Instant;

use impinge::{Cuboid, HalfSpace, Pose, Rot3};
use impinge_scenes::worlds::{Bone, Figure, FigureSettings, add_figure};
use impinge_sim::{Body, World};

fn main() {
    let numbers: Vec<f64> = std::env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
    let number = |i: usize, otherwise: f64| numbers.get(i).copied().unwrap_or(otherwise);
    let (figures, steps) = (number(0, 1.0) as usize, number(1, 300.0) as usize);
    let (mut world, all) = stairs(figures, number(2, 1.5));
    let start = world.energy();
    let (mut last, mut rise, mut gap, mut deepest, mut time) = (start, 0.0_f64, 0.0_f64, 0.0_f64, 0.0);
    for _ in 0..steps {
        let clock = Instant::now();
        let report = world.step(1.0 / 60.0).expect("nothing leaves the range of numbers");
        time += clock.elapsed().as_secs_f64() * 1e3 / steps as f64;
        rise = rise.max(world.energy() - last);
        last = world.energy();
        deepest = deepest.max(report.deepest);
        for &joint in all.iter().flat_map(|figure| &figure.joints) {
            gap = gap.max(world.joint(joint).expect("it is there").gap);
        }
    }
    let head = world.pose(all[0].bone(Bone::Head)).expect("it is there").translation();
    println!("{figures} figures, {steps} steps at 60 Hz: {time:.2} ms a step");
    let of_one = rise / start * figures as f64;
    println!(
        "energy from {start:.0} to {last:.0}; the largest rise in a step {of_one:.1e} of that of one figure"
    );
    println!("joints open by up to {gap:.1e}, overlaps up to {deepest:.1e}; the first head is at {head:?}");
    assert!(last < start && rise < 0.01 * start, "nothing explodes");
}

/// Figures beside one another at the top of ten stairs.
fn stairs(figures: usize, apart: f64) -> (World<f64>, Vec<Figure>) {
    let mut world = World::default();
    let floor = world.add_shape(HalfSpace::new([0.0, 0.0, 1.0], 0.0));
    world.add(Body::fixed(floor, Pose::IDENTITY)).expect("a floor");
    let wide = apart / 2.0 * figures as f64 + 1.0;
    for i in 0..10 {
        let height = 0.2 * f64::from(10 - i);
        let stair = world.add_shape(Cuboid::new([0.15, wide, height / 2.0]));
        world.add(Body::fixed(stair, Pose::at([0.3 * f64::from(i), 0.0, height / 2.0]))).expect("a stair");
    }
    let all = (0..figures)
        .map(|k| {
            // Each leans a little farther than the last, so that no two fall alike.
            let lean = Rot3::from_axis_angle([0.0, 1.0, 0.0], 0.2 + 0.1 * k as f64 / figures as f64);
            let pose = Pose::new([-0.1, apart * k as f64 - wide + 1.0 + apart / 2.0, 2.05], lean);
            add_figure(&mut world, &pose, &FigureSettings::default()).expect("a figure")
        })
        .collect();
    (world, all)
}
