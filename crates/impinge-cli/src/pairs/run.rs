//! The timed loops of `impinge pairs`.
//!
//! Shapes are built and placed before the clock starts, and which algorithm and which query it is has been decided then too.
//! The kinds of shapes are known at run time only, as in a scene; what that costs is in [`any`]. An algorithm other than `auto`
//! runs on the Minkowski difference that [`Prepared`] makes within the timing, which it asks through a pointer.

use std::hint::black_box;
use std::thread;

use impinge::observe::Status;
use impinge::pair::Prepared;
use impinge::query::any;
use impinge::{AnyShape, Pose, Real, Settings, Shape, Vec3, Verdict};

use super::Query;
use super::algorithms::{Cores, OnCores};
use super::clock::thread_ns;

/// What was found out about a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// What the query's file holds; NaN where there is no answer.
    pub value: f64,
    /// Bound on the error of `value`; NaN where none is given.
    pub error: f64,
    /// Support calls of B − A, where they are counted.
    pub calls: Option<u32>,
    /// Whether the certified search had to decide; `None` where none stands behind the algorithm.
    pub judged: Option<bool>,
}

impl Answer {
    /// None.
    pub const NONE: Self = Self { value: f64::NAN, error: f64::NAN, calls: None, judged: None };

    /// That of the query `intersect`.
    #[inline]
    pub fn verdict(meets: bool, calls: Option<u32>) -> Self {
        let value = if meets { f64::NEG_INFINITY } else { f64::INFINITY };
        Self { value, calls, ..Self::NONE }
    }
}

/// Two shapes in precision `T`, and where they stand.
pub struct Built<T: Real> {
    /// Shape A.
    pub a: AnyShape<T>,
    /// Shape B.
    pub b: AnyShape<T>,
    /// Poses of A and of B.
    pub poses: Vec<[Pose<Vec3<T>>; 2]>,
}

/// How to run.
#[derive(Clone, Copy)]
pub struct Options {
    /// Stopping gap relative to size; `None` for what the algorithm takes by itself.
    pub gap: Option<f64>,
    /// Times that a set is run.
    pub repeat: u32,
    /// Threads that share the pairs of a set.
    pub threads: usize,
}

/// What a set gave.
pub struct Outcome {
    /// Nanoseconds of processor time a pair, the best of the repeats.
    pub ns: f64,
    /// One answer a pair.
    pub answers: Vec<Answer>,
}

/// What is timed.
#[derive(Clone, Copy)]
pub enum Work {
    /// The library's own choice.
    FrontDoor(Query),
    /// One algorithm.
    Algorithm(OnCores),
}

/// Runs a set.
pub fn run<T: Real>(set: &Built<T>, work: Work, options: &Options) -> Outcome {
    let place = |[a, b]: &[Pose<Vec3<T>>; 2]| ((&set.a).at(*a), (&set.b).at(*b));
    let placed: Vec<_> = set.poses.iter().map(place).collect();
    #[allow(clippy::needless_update)] // Settings may grow.
    let settings = Settings { gap: options.gap, ..Settings::default() };
    match work {
        Work::FrontDoor(Query::Intersect) => {
            let mut outcome =
                time(&placed, options, |(a, b)| Answer::verdict(any::intersects_with(a, b, &settings), None));
            // A plain yes or no does not say who decided; the verdict with its proof takes the same way and does.
            for ((a, b), answer) in placed.iter().zip(&mut outcome.answers) {
                let (Verdict::Apart { status, .. } | Verdict::Meet { status, .. }) = any::intersection(a, b);
                answer.judged = Some(status == Status::Judged);
            }
            outcome
        }
        Work::FrontDoor(Query::Distance) => time(&placed, options, |(a, b)| {
            let d = any::distance(a, b, &settings);
            front_door(d.distance, d.error, d.iterations, d.status)
        }),
        Work::FrontDoor(Query::Contact) => time(&placed, options, |(a, b)| {
            let c = any::contact(a, b, &settings);
            front_door(c.signed_distance, c.error, c.iterations, c.status)
        }),
        Work::Algorithm(algorithm) => time(&placed, options, |(a, b)| {
            algorithm(&Cores::of(&Prepared::new(&a.parts(), &b.parts())), options)
        }),
    }
}

/// An answer of the front door.
#[inline]
fn front_door<T: Real>(value: T, error: T, calls: u32, status: Status) -> Answer {
    let judged = Some(status == Status::Judged);
    Answer { value: value.f64(), error: error.f64(), calls: Some(calls), judged }
}

/// Times `one` on all pairs. Threads get consecutive pairs, and their times are added.
fn time<P: Sync>(pairs: &[P], options: &Options, one: impl Fn(&P) -> Answer + Sync) -> Outcome {
    let mut answers = vec![Answer::NONE; pairs.len()];
    let mut best = f64::INFINITY;
    let block = |pairs: &[P], answers: &mut [Answer]| {
        let start = thread_ns();
        for (pair, answer) in black_box(pairs).iter().zip(answers) {
            *answer = one(pair);
        }
        thread_ns() - start
    };
    for _ in 0..options.repeat {
        let total: f64 = if options.threads == 1 {
            block(pairs, &mut answers)
        } else {
            let share = pairs.len().div_ceil(options.threads);
            let blocks = pairs.chunks(share).zip(answers.chunks_mut(share));
            thread::scope(|scope| {
                let threads: Vec<_> = blocks.map(|(p, a)| scope.spawn(|| block(p, a))).collect();
                let join = |t: thread::ScopedJoinHandle<'_, f64>| {
                    t.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                };
                threads.into_iter().map(join).sum()
            })
        };
        best = best.min(total);
    }
    Outcome { ns: best / pairs.len() as f64, answers }
}
