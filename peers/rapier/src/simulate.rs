//! Worlds of bodies in motion, by impinge-sim and by rapier in f32: the same scenes, rate, gravity, friction and sub-steps, in one
//! run, on one thread and on two. Times on one thread are processor times of that thread, on more of them wall times. Overlaps of
//! both are measured by impinge on the poses, in every tenth step, as rapier's own contacts may be older than its poses.
//!
//! `cargo run --release --manifest-path peers/rapier/Cargo.toml -- [SCENE,...] [STEPS] [THREADS,...]`
//!
//! The searches for energy, with the same cases: `... -- energy [CASES] [SEED]`

mod energy;
mod ours;
mod scenes;
mod theirs;

use std::time::Instant;

use impinge::{Pose, Vec3};
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
    /// Largest distance of a body from its start; the widest gap of a joint, if there are joints.
    drift: f64,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let scenes = arguments.next().unwrap_or(scenes::NAMES.join(","));
    if scenes == "energy" {
        let mut number = |default| arguments.next().and_then(|a| a.parse().ok()).unwrap_or(default);
        let cases = number(2_000);
        return energy::print(number(1) as u64, cases);
    }
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
            for (name, f) in [("impinge-sim", ours), ("rapier3d", theirs)] {
                let drift = if setup.at_rest || !setup.joints.is_empty() {
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
    poses: impl Fn(&W) -> Vec<Pose<Vec3<f32>>>,
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

fn drift(setup: &Setup, poses: &[Pose<Vec3<f32>>]) -> f64 {
    let starts = setup.bodies.iter().map(|(_, at)| Vec3::from(*at));
    if setup.joints.is_empty() {
        return starts
            .zip(poses)
            .map(|(at, pose)| f64::from((pose.translation() - at).norm()))
            .fold(0.0, f64::max);
    }
    let starts: Vec<_> = starts.collect();
    let gap = |joined: &scenes::Joined| {
        let [a, b] = joined.bodies.map(|body| poses[body].transform(Vec3::from(joined.at) - starts[body]));
        f64::from((a - b).norm())
    };
    setup.joints.iter().map(gap).fold(0.0, f64::max)
}
