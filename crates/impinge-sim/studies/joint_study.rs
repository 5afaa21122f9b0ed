//! How well joints hold: the tables of `docs/book/joints.md`.
//!
//! A pendulum against its closed form, and chains with a heavy ball at the end, at several rates.
//!
//! `cargo run --release -p impinge-sim --example joint_study`

use std::f64::consts::PI;
use std::time::Instant;

use impinge::{Capsule, Pose, Rot3, Sphere, Vec3};
use impinge_sim::joint::Ball;
use impinge_sim::{Body, Joint, World};

const GRAVITY: f64 = 9.81;

fn main() {
    println!("| pendulum | error of the period | error of the energy | largest gap |");
    println!("|---|---|---|---|");
    for amplitude in [0.2, 1.5] {
        for rate in [60.0, 120.0, 240.0, 480.0] {
            let [period, energy, gap] = pendulum(rate, amplitude);
            println!("| {amplitude} rad, {rate} Hz | {period:.1e} | {energy:.1e} | {gap:.1e} |");
        }
    }
    println!();
    println!("| chain | ball to link | start | largest gap | energy gained | µs a step |");
    println!("|---|---|---|---|---|---|");
    let mut worst = 0.0_f64;
    for (links, heavy) in [(10, 100.0), (100, 1.0), (100, 100.0), (100, 10_000.0)] {
        for (start, direction) in [("hanging", -Vec3::axis(2)), ("level", Vec3::axis(0))] {
            let (gap, gained, time) = chain(links, heavy, direction);
            println!("| {links} links | {heavy} | {start} | {gap:.1e} | {gained:.1e} | {time:.0} |");
            if start == "hanging" {
                worst = worst.max(gap);
            }
        }
    }
    assert!(worst < 1e-6, "a chain that hangs does not stretch");
}

/// Errors over 20 seconds: of the period, of the energy as a part of that of the swing, and the largest gap.
fn pendulum(rate: f64, amplitude: f64) -> [f64; 3] {
    let mut world = World::<f64>::default();
    let ball = world.add_shape(Sphere::new(0.1));
    let base = world.add(Body::fixed(ball, Pose::IDENTITY)).unwrap();
    let (sin, cos) = amplitude.sin_cos();
    let density = 1.0 / (4.0 / 3.0 * PI * 0.001);
    let bob = world.add(Body::dynamic(ball, Pose::at([sin, 0.0, -cos])).density(density)).unwrap();
    let joint = world.add_joint(base, bob, Joint::ball([0.0; 3], Vec3::axis(2), Ball::default())).unwrap();
    let (start, scale) = (world.energy(), GRAVITY * (1.0 - cos));
    let (mut last, mut crossings, mut energy, mut gap) = (sin, Vec::new(), 0.0_f64, 0.0_f64);
    for step in 0..(20.0 * rate) as usize {
        world.step(1.0 / rate).unwrap();
        let x = world.pose(bob).unwrap().translation().x;
        if last > 0.0 && x <= 0.0 {
            crossings.push((step as f64 + last / (last - x)) / rate);
        }
        last = x;
        energy = energy.max((world.energy() - start).abs() / scale);
        gap = gap.max(world.joint(joint).unwrap().gap);
    }
    let count = crossings.len() - 1;
    let period = (crossings[count] - crossings[0]) / count as f64;
    // 2 π √(I / m g l) / AGM(1, cos θ/2).
    let (mut a, mut b) = (1.0, (amplitude / 2.0).cos());
    for _ in 0..8 {
        (a, b) = ((a + b) / 2.0, f64::sqrt(a * b));
    }
    let truth = 2.0 * PI * f64::sqrt((1.0 + 0.4 * 0.01) / GRAVITY) / a;
    [(period / truth - 1.0).abs(), energy, gap]
}

/// 5 seconds at 60 Hz: the largest gap, the energy gained as a part of what it falls with, and the time of a step.
fn chain(links: usize, heavy: f64, direction: Vec3<f64>) -> (f64, f64, f64) {
    let mut world = World::<f64>::default();
    let (half, radius) = (0.1, 0.04);
    let link = world.add_shape(Capsule::new(half, radius));
    let volume = PI * radius * radius * (2.0 * half + 4.0 / 3.0 * radius);
    let turn = Rot3::between(Vec3::axis(2), direction);
    let mut last = world.add(Body::fixed(link, Pose::new(direction * -0.15, turn))).unwrap();
    let at = |i: f64| direction * (0.3 * i);
    let mut joints = Vec::new();
    for i in 0..links {
        let body = Body::dynamic(link, Pose::new(at(i as f64 + 0.5), turn)).density(1.0 / volume);
        let body = world.add(body).unwrap();
        let joint = Joint::ball(at(i as f64), direction, Ball::default());
        joints.push(world.add_joint(last, body, joint).unwrap());
        last = body;
    }
    let ball = world.add_shape(Sphere::new(0.4));
    let density = heavy / (4.0 / 3.0 * PI * 0.064);
    let body = Body::dynamic(ball, Pose::at(at(links as f64) + direction * 0.4)).density(density);
    let body = world.add(body).unwrap();
    let joint = Joint::ball(at(links as f64), direction, Ball::default());
    joints.push(world.add_joint(last, body, joint).unwrap());

    let start = world.energy();
    let length = 0.3 * links as f64;
    let scale = GRAVITY * length * (heavy + links as f64 / 2.0);
    let (mut gap, mut gained) = (0.0_f64, 0.0_f64);
    let mut time = 0.0;
    for _ in 0..300 {
        let clock = Instant::now();
        world.step(1.0 / 60.0).unwrap();
        time += clock.elapsed().as_secs_f64() * 1e6 / 300.0;
        gained = gained.max((world.energy() - start) / scale);
        for &joint in &joints {
            gap = gap.max(world.joint(joint).unwrap().gap);
        }
    }
    (gap, gained, time)
}
