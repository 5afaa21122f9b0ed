//! Sections 4.1, 4.2.3 and 5 in one precision throughout, with the thesis' algorithms as it prints them.
//!
//! The benchmark proper (`../benchmark.rs`) computes in `f64` whatever the precision of the shapes, so it says nothing about single
//! precision. Here the same bodies are queried wholly in `f32` and wholly in `f64`, by the printed algorithms and by the library's
//! generic ones, and every answer is compared with the front door's proof.
//!
//! | file | what it holds |
//! |---|---|
//! | `contestants.rs` | the algorithms |
//! | `judged.rs` | errors of an answer |
//! | `rows.rs` | the records of them |
//! | `tables.rs` | figures and tables |
//! | `findings.rs` | the statements on precision, failures and support calls |
//! | `costs.rs` | statements that depend on timing |

mod contestants;
mod costs;
mod findings;
mod judged;
mod rows;
mod tables;

use impinge::answer::Settings;
use impinge::query::any;
use impinge::{AnyShape, At, Pose, Real, Vec3};

pub(super) use self::contestants::{Contestant, tolerance};
use self::judged::{Judged, Tried, Truth, judge, slack};
use self::rows::{Number, Row, Rows, table};
use super::benchmark::{EDGES, poses};
use super::pair::Pair;
use super::rows::Question;
use crate::measure::printed::Difference;
use crate::measure::{Said, thread_ns};
use crate::study::{Out, Stop, Task};

/// Configurations of a cube on which times are taken.
const TIMED: usize = 1_000;

/// Runs of the timed loop, of which the shortest counts.
const REPEATS: usize = 3;

/// The share of the part that is not timed.
const UNTIMED: f64 = 0.6;

/// One set of configurations: the job of one core.
#[derive(Clone, Copy)]
struct Job {
    pair: Pair,
    cube: usize,
    is_single: bool,
    seed: u64,
    configurations: usize,
}

/// Measures all contestants on all pairs and cubes in both precisions.
pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    // Twelve contestants run in two precisions: a look has fewer configurations for them.
    let (seed, configurations) = (task.seed, task.configurations.div_ceil(task.effort.of([6, 1, 1])));
    let mut jobs = Vec::new();
    for pair in Pair::ALL {
        for cube in 0..EDGES.len() {
            jobs.extend([false, true].map(|is_single| Job { pair, cube, is_single, seed, configurations }));
        }
    }
    let found = task.on_all_cores(jobs.len(), |k| {
        if jobs[k].is_single { count::<f32>(jobs[k]) } else { count::<f64>(jobs[k]) }
    })?;
    let mut rows = Vec::new();
    for (k, (job, mut of_job)) in jobs.iter().zip(found).enumerate() {
        task.reached(UNTIMED + (1.0 - UNTIMED) * k as f64 / jobs.len() as f64)?;
        if job.is_single {
            time::<f32>(*job, &mut of_job)
        } else {
            time::<f64>(*job, &mut of_job)
        }
        rows.append(&mut of_job);
    }
    out.table(table(&rows));
    let rows = Rows::new(rows);
    tables::run(&rows, out);
    findings::run(&rows, out);
    costs::run(&rows, out);
    Ok(())
}

/// Both placed shapes of a pair.
struct Set<T: Real> {
    shapes: [AnyShape<T>; 2],
    poses: Vec<[Pose<Vec3<T>>; 2]>,
}

impl<T: Real> Set<T> {
    fn new(job: Job, most: usize) -> Self {
        let count = job.configurations.min(most);
        Self { shapes: job.pair.shapes(job.seed), poses: poses(job.seed, count, job.cube) }
    }

    fn truths(&self) -> Vec<Truth> {
        self.poses.iter().map(|poses| self.truth(poses)).collect()
    }

    fn truth(&self, poses: &[Pose<Vec3<T>>; 2]) -> Truth {
        let [a, b] = [At::new(&self.shapes[0], poses[0]), At::new(&self.shapes[1], poses[1])];
        let found = any::contact(&a, &b, &Settings::default());
        Truth { signed: found.signed_distance.f64(), error: found.error.f64() }
    }

    /// Effect of a depth vector: A moves against it.
    fn tried(&self, poses: &[Pose<Vec3<T>>; 2], vector: Vec3<T>) -> Tried {
        let reach = Difference::new(self.shapes.each_ref(), poses).reach(vector).f64();
        let gone = Pose::new(poses[0].translation() - vector, poses[0].rotation());
        Tried { reach, left: -self.truth(&[gone, poses[1]]).signed }
    }
}

/// Everything that does not depend on a clock.
fn count<T: Real>(job: Job) -> Vec<Row> {
    let set = Set::<T>::new(job, usize::MAX);
    let truths = set.truths();
    let edge = EDGES[job.cube];
    let slack = slack::<T>(edge);
    let n = truths.len() as f64;
    let probability = truths.iter().filter(|truth| truth.signed <= 0.0).count() as f64 / n;
    // Whether bodies meet, as each contestant says; to compare rivals.
    let mut told: Vec<(Contestant, Vec<Option<bool>>)> = Vec::new();
    let mut rows = Vec::new();
    for contestant in Contestant::ALL {
        let mut all = Vec::with_capacity(truths.len());
        let mut meets = Vec::with_capacity(truths.len());
        for (poses, truth) in set.poses.iter().zip(&truths) {
            let shapes = set.shapes.each_ref();
            let (said, calls) = contestant.ask(shapes, poses);
            let tried = match said {
                Said::Depth(vector) => set.tried(poses, vector),
                _ => Tried { reach: f64::NAN, left: f64::NAN },
            };
            all.push((judge(contestant.question(), &said, tried, *truth, slack), calls));
            meets.push(match said {
                Said::Nothing => None,
                Said::Meet | Said::Depth(_) => Some(true),
                Said::Apart | Said::Distance(_) => Some(false),
            });
        }
        let mut row = Row::new(job.pair, T::NAME, contestant);
        row.set(Number::Edge, edge);
        row.set(Number::Probability, probability);
        row.set(Number::N, n);
        sums(&mut row, &all);
        let rival = contestant.rival().and_then(|rival| told.iter().find(|(name, _)| *name == rival));
        if let Some((_, theirs)) = rival {
            // As in the thesis: neither fails, and they disagree.
            let differ = meets.iter().zip(theirs).filter(|(a, b)| a.is_some() && b.is_some() && a != b);
            row.set(Number::Differs, differ.count() as f64);
        }
        rows.push(row);
        told.push((contestant, meets));
    }
    rows
}

/// Counts and sums over the answers of a contestant.
fn sums(row: &mut Row, all: &[(Judged, u32)]) {
    let count = |is: fn(&Judged) -> bool| all.iter().filter(|(judged, _)| is(judged)).count() as f64;
    row.set(Number::Failures, count(|judged| judged.failed));
    row.set(Number::Gross, count(|judged| judged.gross));
    row.set(Number::Missing, count(|judged| judged.missing));
    row.set(Number::FalseMeetings, count(|judged| judged.false_meeting));
    let values: Vec<f64> = all.iter().map(|(judged, _)| judged.value).filter(|x| !x.is_nan()).collect();
    row.set(Number::Value, values.iter().sum::<f64>() / values.len() as f64);
    let excesses: Vec<f64> = all.iter().map(|(judged, _)| judged.excess).filter(|x| !x.is_nan()).collect();
    row.set(Number::Directed, excesses.len() as f64);
    row.set(Number::Excess, excesses.iter().sum());
    row.set(Number::Worst, excesses.iter().copied().fold(0.0, f64::max));
    // Calls of those that ended.
    let mut calls: Vec<u32> =
        all.iter().filter(|(judged, _)| !judged.missing).map(|(_, calls)| *calls).collect();
    calls.sort_unstable_by(|a, b| b.cmp(a));
    let mean = |calls: &[u32]| calls.iter().map(|c| f64::from(*c)).sum::<f64>() / calls.len() as f64;
    row.set(Number::Calls, mean(&calls));
    // As the thesis has it: the mean of the highest thousandth.
    row.set(Number::MostCalls, mean(&calls[..all.len().div_ceil(1000).min(calls.len())]));
}

/// Times of one thread, on the first configurations.
fn time<T: Real>(job: Job, rows: &mut [Row]) {
    let set = Set::<T>::new(job, TIMED);
    for row in rows {
        let mut best = f64::INFINITY;
        for _ in 0..REPEATS {
            let start = thread_ns();
            for poses in std::hint::black_box(&set.poses) {
                std::hint::black_box(row.contestant.ask(set.shapes.each_ref(), poses));
            }
            best = best.min(thread_ns() - start);
        }
        row.set(Number::Ns, best / set.poses.len() as f64);
    }
}

/// Number of configurations for a question, for the time left.
pub(super) fn micros() -> f64 {
    // Both precisions, all contestants, all cubes and pairs, for a configuration.
    Contestant::ALL.into_iter().map(|c| if c.question() == Question::Depth { 12.0 } else { 4.0 }).sum::<f64>()
        * (2 * EDGES.len() * Pair::ALL.len()) as f64
}
