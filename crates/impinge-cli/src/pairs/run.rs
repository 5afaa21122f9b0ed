//! The timed loops of `impinge pairs`.
//!
//! Shapes are built and placed before the clock starts, and which shapes, which algorithm and which query it is has been
//! decided then too: a loop is built for each pair of types and knows them. An algorithm other than `auto` is called
//! through a pointer on the Minkowski difference that [`Prepared`] makes within the timing; one such call costs about a
//! nanosecond.

use std::hint::black_box;
use std::thread;

use impinge::observe::Status;
use impinge::pair::Prepared;
use impinge::{
    AnyShape, At, Pose, Real, Settings, Shape, Vec3, Verdict, contact_with, distance_with, intersection,
    intersects_with,
};
use impinge_io::cases::{PairVisitor, visit};

use super::Query;
use super::clock::thread_ns;
use super::work::{Answer, Options, Work};

/// Two shapes in precision `T`, and where they stand.
pub struct Built<T: Real> {
    /// Shape A.
    pub a: AnyShape<T>,
    /// Shape B.
    pub b: AnyShape<T>,
    /// Poses of A and of B.
    pub poses: Vec<[Pose<Vec3<T>>; 2]>,
}

/// What a set gave.
pub struct Outcome {
    /// Nanoseconds of processor time a pair, the best of the repeats.
    pub ns: f64,
    /// One answer a pair.
    pub answers: Vec<Answer>,
}

/// Runs a set.
pub fn run<T: Real>(set: &Built<T>, work: Work<T>, options: &Options) -> Outcome {
    visit(&set.a, &set.b, Timed { poses: &set.poses, work, options })
}

/// The loops for one pair of types.
struct Timed<'a, T: Real> {
    poses: &'a [[Pose<Vec3<T>>; 2]],
    work: Work<T>,
    options: &'a Options,
}

impl<T: Real> PairVisitor<T> for Timed<'_, T> {
    type Output = Outcome;

    fn visit<A, B>(self, a: &A, b: &B) -> Outcome
    where
        A: Shape<V = Vec3<T>> + Sync,
        B: Shape<V = Vec3<T>> + Sync,
    {
        let placed: Vec<(At<&A>, At<&B>)> = self.poses.iter().map(|p| (a.at(p[0]), b.at(p[1]))).collect();
        let options = self.options;
        #[allow(clippy::needless_update)] // Settings may grow.
        let settings = Settings { gap: options.gap, ..Settings::default() };
        match self.work {
            Work::FrontDoor(Query::Intersect) => {
                let mut outcome =
                    time(&placed, options, |(a, b)| Answer::verdict(intersects_with(a, b, &settings), None));
                // A plain yes or no does not say who decided; the verdict with its proof takes the same way and does.
                for ((a, b), answer) in placed.iter().zip(&mut outcome.answers) {
                    let (Verdict::Apart { status, .. } | Verdict::Meet { status, .. }) = intersection(a, b);
                    answer.judged = Some(status == Status::Judged);
                }
                outcome
            }
            Work::FrontDoor(Query::Distance) => time(&placed, options, |(a, b)| {
                let d = distance_with(a, b, &settings);
                front_door(d.distance, d.error, d.iterations, d.status)
            }),
            Work::FrontDoor(Query::Contact) => time(&placed, options, |(a, b)| {
                let c = contact_with(a, b, &settings);
                front_door(c.signed_distance, c.error, c.iterations, c.status)
            }),
            Work::OnPair(algorithm) => {
                time(&placed, options, |(a, b)| algorithm(&Prepared::new(&a.parts(), &b.parts()), options))
            }
        }
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
