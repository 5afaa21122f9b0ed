//! The timed loop over pairs of shapes: `impinge pairs`.
//!
//! Shapes are built and placed, and the algorithm and the query chosen, before the clock starts. The kinds of shapes are known
//! only at run time, as in a scene; [`any`] has the cost of that. An algorithm other than `auto` runs on the Minkowski
//! difference that [`Prepared`] makes within the timing, which it queries through a pointer.

use std::hint::black_box;
use std::ops::Range;
use std::thread;

use impinge::Status;
use impinge::answer::Vclip;
use impinge::query::any;
use impinge::study::pair::Prepared;
use impinge::{AnyShape, At, Pose, Real, Settings, Shape, Vec3, Verdict};

use super::ask::Query;
use super::clock::thread_ns;
use super::work::{Answer, Cores, Options, Work};

/// Two shapes in precision `T`, and their poses.
pub struct Built<T: Real> {
    /// Shape A.
    pub a: AnyShape<T>,
    /// Shape B.
    pub b: AnyShape<T>,
    /// Poses of A and of B.
    pub poses: Vec<[Pose<Vec3<T>>; 2]>,
}

/// Result of a set.
pub struct Outcome {
    /// Nanoseconds of processor time per pair, the best of the repeats.
    pub ns: f64,
    /// One answer per pair.
    pub answers: Vec<Answer>,
}

/// [`run`] in both precisions, built with this crate because it is named here.
#[doc(hidden)]
#[inline(never)]
pub fn built() -> [*const (); 2] {
    [run::<f64> as *const (), run::<f32> as *const ()]
}

/// Runs a set.
#[inline(never)]
pub fn run<T: Real>(set: &Built<T>, work: Work, options: &Options) -> Outcome {
    let place = |[a, b]: &[Pose<Vec3<T>>; 2]| ((&set.a).at(*a), (&set.b).at(*b));
    let placed: Vec<_> = set.poses.iter().map(place).collect();
    #[allow(clippy::needless_update)] // Settings may grow.
    let settings = Settings { gap: options.gap, ..Settings::default() };
    match work {
        Work::FrontDoor(Query::Intersect) => {
            let mut outcome =
                time(&placed, options, |(a, b)| Answer::verdict(any::intersects_with(a, b, &settings), None));
            // A plain yes or no does not tell who decided; the verdict with its proof takes the same path and does.
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
        Work::Vclip(query) => time(&placed, options, |(a, b)| vclip(a, b, query)),
        Work::Algorithm(algorithm) => time(&placed, options, |(a, b)| {
            algorithm(&Cores::of::<T>(&Prepared::new(&a.parts(), &b.parts())), options)
        }),
    }
}

/// V-Clip on two polyhedra. Each pair is independent, so there are no features of an earlier step to begin with.
fn vclip<T: Real>(a: &At<&AnyShape<T>>, b: &At<&AnyShape<T>>, query: Query) -> Answer {
    let (AnyShape::ConvexPolyhedron(p), AnyShape::ConvexPolyhedron(q)) = (a.shape(), b.shape()) else {
        return Answer::NONE;
    };
    let (a, b) = (p.as_ref().at(*a.pose()), q.as_ref().at(*b.pose()));
    match query {
        Query::Intersect => {
            let d = Vclip::new().distance(&a, &b);
            Answer::verdict(d.distance == T::ZERO, Some(d.iterations))
        }
        Query::Distance => {
            let d = Vclip::new().distance(&a, &b);
            front_door(d.distance, d.error, d.iterations, d.status)
        }
        Query::Contact => {
            let c = Vclip::new().contact(&a, &b);
            front_door(c.signed_distance, c.error, c.iterations, c.status)
        }
    }
}

/// An answer of the front door.
#[inline]
fn front_door<T: Real>(value: T, error: T, calls: u32, status: Status) -> Answer {
    let judged = Some(status == Status::Judged);
    Answer { value: value.f64(), error: error.f64(), calls: Some(calls), judged }
}

/// Times `one` on all pairs.
fn time<P: Sync>(pairs: &[P], options: &Options, one: impl Fn(&P) -> Answer + Sync) -> Outcome {
    timed(pairs.len(), options, &|some, answers| {
        for (pair, answer) in black_box(&pairs[some]).iter().zip(answers) {
            *answer = one(pair);
        }
    })
}

/// Answers some of the pairs.
type Block<'a> = dyn Fn(Range<usize>, &mut [Answer]) + Sync + 'a;

/// Times `block` on all pairs. Threads get consecutive pairs, and their times are added.
fn timed(pairs: usize, options: &Options, block: &Block<'_>) -> Outcome {
    let mut answers = vec![Answer::NONE; pairs];
    let mut best = f64::INFINITY;
    let block = |first: usize, answers: &mut [Answer]| {
        let start = thread_ns();
        block(first..first + answers.len(), answers);
        thread_ns() - start
    };
    for _ in 0..options.repeat {
        let total: f64 = if options.threads == 1 {
            block(0, &mut answers)
        } else {
            let share = pairs.div_ceil(options.threads);
            let blocks = answers.chunks_mut(share).enumerate();
            thread::scope(|scope| {
                let threads: Vec<_> = blocks.map(|(i, a)| scope.spawn(move || block(i * share, a))).collect();
                let join = |t: thread::ScopedJoinHandle<'_, f64>| {
                    t.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                };
                threads.into_iter().map(join).sum()
            })
        };
        best = best.min(total);
    }
    Outcome { ns: best / pairs as f64, answers }
}
