//! Worlds in the plane, by impinge-sim and by rapier2d in f32: as `simulate.rs` in space, with the same rate, gravity, friction and
//! sub-steps. Times on one thread are processor times of that thread, on more of them wall times. Overlaps of both are measured by impinge
//! on the poses, in every tenth step.
//!
//! `cargo run --release --manifest-path peers/rapier/Cargo.toml --bin plane -- [SCENE,...] [STEPS] [THREADS,...]`

mod ours;
mod scenes;
mod theirs;

use std::time::Instant;

use impinge::{Pose, Vec2};
use impinge_peers_common::thread_ns;

use crate::ours::{Ours, Overlaps};
use crate::scenes::Setup;
use crate::theirs::Theirs;

pub const RATE: f32 = 60.0;
pub const GRAVITY: f32 = 9.81;
/// The default of impinge-sim; both have 4 sub-steps by default.
pub const FRICTION: f32 = 0.6;

/// Result of a run.
struct Figures {
    ms: f64,
    /// In the last tenth of the steps.
    ms_at_end: f64,
    deepest: f64,
    deepest_at_end: f64,
    /// Largest distance of a body from its start; the widest gap of a hinge, if there are hinges.
    drift: f64,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let scenes = arguments.next().unwrap_or(scenes::NAMES.join(","));
    let steps: usize = arguments.next().and_then(|a| a.parse().ok()).unwrap_or(300);
    let threads = arguments.next().unwrap_or("1,2".to_owned());
    println!(
        "| scene | bodies | threads | by | ms a step | at the end | deepest overlap | at the end | drift |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for scene in scenes.split(',') {
        let setup = scenes::setup(scene);
        for threads in threads.split(',') {
            let count = threads.parse().expect("a number of threads");
            let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build().expect("a pool of threads");
            let ours = pool.install(|| run(&setup, steps, &mut Ours::new(&setup), Ours::step, Ours::poses));
            let theirs =
                pool.install(|| run(&setup, steps, &mut Theirs::new(&setup), Theirs::step, Theirs::poses));
            for (name, f) in [("impinge-sim", ours), ("rapier2d", theirs)] {
                let drift = if setup.at_rest || !setup.hinges.is_empty() {
                    format!("{:.4}", f.drift)
                } else {
                    "–".to_owned()
                };
                println!(
                    "| {scene} | {} | {threads} | {name} | {:.2} | {:.2} | {:.4} | {:.4} | {drift} |",
                    setup.bodies.len(),
                    f.ms,
                    f.ms_at_end,
                    f.deepest,
                    f.deepest_at_end
                );
            }
        }
    }
}

/// Steps a world, and measures.
fn run<W>(
    setup: &Setup,
    steps: usize,
    world: &mut W,
    step: impl Fn(&mut W),
    poses: impl Fn(&W) -> Vec<Pose<Vec2<f32>>>,
) -> Figures {
    let start = Instant::now();
    let alone = rayon::current_num_threads() == 1;
    let now = || if alone { thread_ns() } else { start.elapsed().as_secs_f64() * 1e9 };
    let mut overlaps = Overlaps::new(setup);
    let (mut total, mut at_end, mut deepest, mut deepest_at_end) = (0.0, 0.0, 0.0, 0.0);
    let last = (steps / 10).max(1);
    for i in 0..steps {
        let start = now();
        step(world);
        let time = now() - start;
        total += time;
        if i >= steps - last {
            at_end += time;
        }
        if i % 10 == 9 || i + 1 == steps {
            deepest_at_end = overlaps.deepest(&poses(world));
            deepest = f64::max(deepest, deepest_at_end);
        }
    }
    let (ms, ms_at_end) = (total / steps as f64 / 1e6, at_end / last as f64 / 1e6);
    Figures { ms, ms_at_end, deepest, deepest_at_end, drift: drift(setup, &poses(world)) }
}

fn drift(setup: &Setup, poses: &[Pose<Vec2<f32>>]) -> f64 {
    let starts: Vec<_> = setup.bodies.iter().map(|body| Vec2::from(body.at)).collect();
    let gap = |hinge: &scenes::Hinge| {
        let [a, b] = hinge.bodies.map(|body| poses[body].transform(Vec2::from(hinge.at) - starts[body]));
        f64::from((a - b).norm())
    };
    let moved = |(at, pose): (&Vec2<f32>, &Pose<Vec2<f32>>)| f64::from((pose.translation() - *at).norm());
    if setup.hinges.is_empty() {
        starts.iter().zip(poses).map(moved).fold(0.0, f64::max)
    } else {
        setup.hinges.iter().map(gap).fold(0.0, f64::max)
    }
}
