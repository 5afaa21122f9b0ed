//! The no-overlap solver at work: `cargo run --release -p impinge-sim --example no_overlap -- SCENE RATE STEPS [ZONE [SIZE]]`.
//!
//! SCENE is `rest` (a wall of 85 bricks), `wall` (the same, shot at three times), `letters` (100 of them fall on a heap) or `figures`
//! (three of them fall down stairs). Prints a row for the table in `docs/results/no-overlap.md`. SIZE makes the wall longer, or the
//! letters and figures more, by as many times.

use std::time::Instant;

use impinge_scenes::worlds::no_overlap as scenes;
use impinge_sim::{BodyHandle, NoOverlapSettings, World};

/// Seconds at which the wall is shot at, where, and how fast.
const SHOTS: [(f64, [f64; 2], f64); 3] =
    [(1.0, [1.0, 0.5], 30.0), (2.0, [2.6, 1.1], 30.0), (3.0, [2.0, 0.3], 60.0)];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let scene = arguments.first().map_or("wall", String::as_str);
    let number = |i: usize, default: f64| {
        arguments
            .get(i)
            .map_or(default, |text| text.parse().expect("a rate, a number of steps, a zone and a size"))
    };
    let (rate, steps) = (number(1, 60.0), number(2, 600.0) as usize);
    let zone = number(3, NoOverlapSettings::<f64>::default().zone);
    let size = number(4, 1.0) as usize;
    let mut world = scenes::floor(NoOverlapSettings { zone, ..NoOverlapSettings::default() });
    let bodies = match scene {
        "wall" | "rest" => scenes::wall(&mut world, 8 * size, 10, zone),
        "letters" => scenes::pile(&mut world, 100 * size),
        "figures" => scenes::figures(&mut world, 3 * size),
        other => panic!("no scene {other}; there are wall, rest, letters and figures"),
    };
    let mut run = Run::new(&world, bodies, 1.0 / rate);
    for step in 0..steps {
        for (second, at, speed) in SHOTS {
            if scene == "wall" && step == (second * rate) as usize {
                scenes::shoot(&mut world, at, speed);
                run.energy = world.energy();
            }
        }
        // In the second half of the run, all that rests is to stay.
        if step == steps / 2 {
            run.note_resting(&world, zone);
        }
        run.step(&mut world);
    }
    println!(
        "| scene | rate | steps | overlaps | least gap | largest rise of energy | at rest, largest fall | casts a step | \
         contacts | µs a body and step |"
    );
    run.print(scene, rate, steps);
}

/// What is watched during a run.
struct Run {
    bodies: Vec<BodyHandle>,
    time: f64,
    least_gap: f64,
    overlaps: usize,
    casts: usize,
    contacts: usize,
    energy: f64,
    largest_rise: f64,
    /// Bodies that were at rest, and their heights.
    resting: Vec<(BodyHandle, f64)>,
    largest_fall: f64,
    /// How far the points of a joint came apart.
    largest_opening: f64,
    seconds: f64,
}

impl Run {
    fn new(world: &World<f64>, bodies: Vec<BodyHandle>, time: f64) -> Self {
        Self {
            bodies,
            time,
            least_gap: f64::INFINITY,
            overlaps: 0,
            casts: 0,
            contacts: 0,
            energy: world.energy(),
            largest_rise: f64::NEG_INFINITY,
            resting: Vec::new(),
            largest_fall: 0.0,
            largest_opening: 0.0,
            seconds: 0.0,
        }
    }

    /// At rest are bodies that are slower than one zone a second.
    fn note_resting(&mut self, world: &World<f64>, zone: f64) {
        let rests = |body: &BodyHandle| world.velocity(*body).expect("a body").norm() < zone;
        self.resting =
            self.bodies.iter().copied().filter(rests).map(|body| (body, height(world, body))).collect();
    }

    fn step(&mut self, world: &mut World<f64>) {
        let start = Instant::now();
        let report = world.step(self.time).expect("a step without overlap");
        self.seconds += start.elapsed().as_secs_f64();
        let gap = report.least_gap.expect("the proof of the solver");
        self.overlaps += usize::from(gap <= 0.0);
        self.least_gap = self.least_gap.min(gap);
        self.casts += report.casts;
        self.contacts += report.contacts;
        let energy = world.energy();
        self.largest_rise = self.largest_rise.max(energy - self.energy);
        self.energy = energy;
        for (joint, _, _) in world.joints() {
            self.largest_opening = self.largest_opening.max(world.joint(joint).expect("a joint").gap);
        }
        for &(body, was) in &self.resting {
            self.largest_fall = self.largest_fall.max(was - height(world, body));
        }
    }

    fn print(&self, scene: &str, rate: f64, steps: usize) {
        let per = |n: usize| n as f64 / steps as f64;
        println!(
            "| {scene} | {rate} | {steps} | {} | {:.5} | {:.1e} | {}, {:.5} | {:.1} | {:.0} | {:.1} |",
            self.overlaps,
            self.least_gap,
            self.largest_rise,
            self.resting.len(),
            self.largest_fall,
            per(self.casts),
            per(self.contacts),
            self.seconds / (steps * self.bodies.len()) as f64 * 1e6
        );
        if self.largest_opening > 0.0 {
            println!("joints opened by up to {:.4}", self.largest_opening);
        }
    }
}

fn height(world: &World<f64>, body: BodyHandle) -> f64 {
    world.pose(body).expect("a body").translation().z
}
