//! The no-overlap solver at work: `cargo run --release -p impinge-sim --example no_overlap -- SCENE RATE STEPS`.
//!
//! SCENE is `wall`, `rest` or `letters`. Prints one line for the table in `docs/results/no-overlap.md`.

mod scenes;

use std::time::Instant;

use impinge_sim::{BodyHandle, NoOverlapSettings, World};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let scene = arguments.first().map_or("wall", String::as_str);
    let number = |i: usize, default: f64| {
        arguments.get(i).map_or(default, |text| text.parse().expect("a rate in hertz, and a number of steps"))
    };
    let (rate, steps) = (number(1, 60.0), number(2, 1000.0) as usize);
    let zone = number(3, NoOverlapSettings::<f64>::default().zone);
    let mut world = scenes::floor(NoOverlapSettings { zone, ..NoOverlapSettings::default() });
    let bodies = match scene {
        "wall" | "rest" => scenes::wall(&mut world, 8, 10, zone),
        "letters" => scenes::pile(&mut world, 100),
        other => panic!("no scene {other}: wall, rest or letters"),
    };
    let shots: &[usize] = if scene == "wall" { &[1, 2, 3] } else { &[] };
    let mut run = Run::new(&world, bodies, rate);
    for step in 0..steps {
        let second = step as f64 / rate;
        if let Some(shot) =
            shots.iter().position(|&s| step > 0 && second >= s as f64 && (second - 1.0 / rate) < s as f64)
        {
            let at = [[1.0, 0.5], [2.6, 1.1], [2.0, 0.3]][shot];
            run.bodies_added(scenes::shoot(&mut world, at, 30.0), &world);
        }
        run.step(&mut world);
    }
    run.print(scene, rate, steps, &world);
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
    /// Lowest and highest places of bodies since the last quarter began.
    seconds: f64,
}

impl Run {
    fn new(world: &World<f64>, bodies: Vec<BodyHandle>, rate: f64) -> Self {
        Self {
            bodies,
            time: 1.0 / rate,
            least_gap: f64::INFINITY,
            overlaps: 0,
            casts: 0,
            contacts: 0,
            energy: world.energy(),
            largest_rise: f64::NEG_INFINITY,
            seconds: 0.0,
        }
    }

    fn bodies_added(&mut self, body: BodyHandle, world: &World<f64>) {
        self.bodies.push(body);
        self.energy = world.energy();
    }

    fn step(&mut self, world: &mut World<f64>) {
        let start = Instant::now();
        let report = world.step(self.time).expect("a step without overlap");
        self.seconds += start.elapsed().as_secs_f64();
        let gap = report.least_gap.expect("a proof");
        self.overlaps += usize::from(gap <= 0.0);
        self.least_gap = self.least_gap.min(gap);
        self.casts += report.casts;
        self.contacts += report.contacts;
        let energy = world.energy();
        self.largest_rise = self.largest_rise.max(energy - self.energy);
        self.energy = energy;
        if std::env::var("PAIR").is_ok() && gap < 0.003 {
            let c = world
                .scene()
                .last_contacts()
                .iter()
                .min_by(|x, y| x.contact.signed_distance.total_cmp(&y.contact.signed_distance))
                .unwrap();
            println!(
                "{} pair {} {} gap {} err {} n {:?} at {:?} va {:?} vb {:?}",
                world.steps(),
                c.a.index(),
                c.b.index(),
                c.contact.signed_distance,
                c.contact.error,
                c.contact.normal,
                c.contact.point_a,
                world.velocity(c.a).unwrap(),
                world.velocity(c.b).unwrap()
            );
        }
        if std::env::var("TRACE").is_ok() {
            let top = self.bodies.iter().map(|&b| world.pose(b).unwrap().translation().z).fold(0.0, f64::max);
            let fastest = self.bodies.iter().map(|&b| world.velocity(b).unwrap().norm()).fold(0.0, f64::max);
            println!(
                "{} gap {gap:.6} contacts {} casts {} it {} energy {energy:.3} top {top:.6} fastest {fastest:.4}",
                world.steps(),
                report.contacts,
                report.casts,
                report.iterations
            );
        }
    }

    fn print(&self, scene: &str, rate: f64, steps: usize, world: &World<f64>) {
        let per = |n: usize| n as f64 / steps as f64;
        let fastest = self.bodies.iter().map(|&b| world.velocity(b).unwrap().norm()).fold(0.0, f64::max);
        println!(
            "| {scene} | {rate} | {steps} | {} | {:.5} | {:.3e} | {:.2} | {:.1} | {fastest:.2e} | {:.2} |",
            self.overlaps,
            self.least_gap,
            self.largest_rise,
            per(self.casts),
            per(self.contacts),
            self.seconds / (steps * self.bodies.len()) as f64 * 1e6
        );
    }
}
