//! The randomized benchmark of section 4.1.
//!
//! Two bodies are placed at random in a cube, with random rotations; the smaller the cube, the more of them meet. Each algorithm gets
//! the same ones. The front door decides whether two bodies meet, and how deep and how far apart they are, in `f64`, with a bound on its
//! error: answers that contradict it are wrong. The thesis had no such truth and counted only answers that made no sense.
//!
//! Answers and calls cover all configurations, on all cores. Times are those of one thread, on the first [`TIMED`] configurations.

use impinge::{Pose, Real, Vec3};
use impinge_scenes::Rng;

use super::depth::depth_work;
use super::pair::Pair;
use super::rows::{Question, Row, table};
use crate::measure::{self, Algorithm, Answer, Built, Options, Query, Work, work};
use crate::spread::cores;
use crate::study::{Out, Stop, Task};

/// Edges of the cube: from nearly all pairs in overlap to nearly none, for these shapes.
pub(super) const EDGES: [f64; 14] = [0.4, 0.8, 1.2, 1.6, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 8.0, 12.0, 20.0];

/// Gap at which bounds count as equal, relative to the size of a pair: about 2 × 10⁻⁶, for both precisions alike. The thesis does not
/// give its tolerance; a tighter one takes more calls on curved shapes, as many again for each 10⁻³ or so.
const GAP: f64 = 1.0 / 524_288.0;

/// Configurations of a cube on which times are taken.
pub(super) const TIMED: usize = 4_000;

/// All algorithms that answer a question; the thesis' own come first.
pub(super) fn algorithms(question: Question, pair: Pair) -> Vec<Algorithm> {
    use Algorithm as A;
    let mut all = match question {
        Question::Meet => vec![A::SaGjk, A::Mpr],
        Question::Depth => vec![A::Epa, A::Mpr],
        Question::Distance => vec![A::GjkVoronoi],
    };
    if question == Question::Meet {
        all.push(A::GjkVoronoi);
    }
    all.extend([A::GjkSignedVolumes, A::GjkJohnson, A::GjkBackup, A::GjkJohnsonBackup]);
    if question != Question::Distance {
        all.push(A::Swept);
    }
    all.push(A::Auto);
    // The last one, so that a color means the same in every panel.
    if pair == Pair::Polyhedra && question != Question::Depth {
        all.push(A::Vclip);
    }
    all
}

fn work_of(question: Question, algorithm: Algorithm) -> Option<Work> {
    match question {
        Question::Meet => work(algorithm, Query::Intersect),
        Question::Depth => depth_work(algorithm),
        Question::Distance => work(algorithm, Query::Distance),
    }
}

/// Measures one pair of shapes in both precisions, for all cubes.
pub(super) fn run(task: &Task<'_>, pair: Pair, out: &mut Out) -> Result<(), Stop> {
    let mut rows = Vec::new();
    for (i, &edge) in EDGES.iter().enumerate() {
        let share = |precision: usize| (2 * i + precision) as f64 / (2 * EDGES.len()) as f64;
        one::<f64>(task, pair, edge, i, [share(0), share(1)], &mut rows)?;
        one::<f32>(task, pair, edge, i, [share(1), share(2)], &mut rows)?;
    }
    out.table(table(pair.part(), &rows));
    Ok(())
}

/// Configurations of a cube, by its index in [`EDGES`]: the same bodies for every algorithm.
pub(super) fn poses<T: Real>(seed: u64, configurations: usize, number: usize) -> Vec<[Pose<Vec3<T>>; 2]> {
    let mut rng = Rng::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(number as u64));
    let mut pose = || rng.pose3(EDGES[number] / 2.0);
    (0..configurations).map(|_| [pose(), pose()]).collect()
}

/// All questions and algorithms for one cube, which advances the progress of the part from one share to the other.
fn one<T: Real>(
    task: &Task<'_>,
    pair: Pair,
    edge: f64,
    number: usize,
    [from, to]: [f64; 2],
    rows: &mut Vec<Row>,
) -> Result<(), Stop> {
    let poses = poses::<T>(task.seed, task.configurations, number);
    let build = |poses| {
        let [a, b] = pair.shapes::<T>(task.seed);
        Built { a, b, poses }
    };
    let sample = (poses.len() > TIMED).then(|| build(poses[..TIMED].to_vec()));
    let set = build(poses);
    let counted = Options { gap: Some(GAP), repeat: 1, threads: cores() };
    let timed = Options { repeat: task.effort.of([2, 3, 3]), threads: 1, ..counted };
    let Some(front_door) = work(Algorithm::Auto, Query::Contact) else { return Ok(()) };
    let truth = measure::run(&set, front_door, &Options { gap: None, ..counted }).answers;
    let n = truth.len() as f64;
    let probability = truth.iter().filter(|t| t.value <= 0.0).count() as f64 / n;
    let asked: Vec<(Question, Algorithm)> = Question::ALL
        .into_iter()
        .flat_map(|question| {
            algorithms(question, pair).into_iter().map(move |algorithm| (question, algorithm))
        })
        .collect();
    // Verdicts of the two that figure 17 compares, and whether each gave a depth.
    let mut told: Vec<(Question, Algorithm, Vec<Answer>)> = Vec::new();
    for (k, &(question, algorithm)) in asked.iter().enumerate() {
        task.reached(from + (to - from) * k as f64 / asked.len() as f64)?;
        let Some(work) = work_of(question, algorithm) else { continue };
        let (answers, ns) = match &sample {
            Some(sample) => {
                let all = measure::run(&set, work, &counted).answers;
                (all, measure::run(sample, work, &timed).ns)
            }
            None => {
                let outcome = measure::run(&set, work, &timed);
                (outcome.answers, outcome.ns)
            }
        };
        let mut seen = Seen::default();
        for (answer, truth) in answers.iter().zip(&truth) {
            let value = value(question, algorithm, answer);
            seen.add(value, failed::<T>(question, value, truth, edge), answer.calls);
            seen.worst = seen.worst.max(off(question, value, truth));
        }
        rows.push(Row {
            precision: T::NAME.into(),
            edge,
            probability,
            question,
            algorithm: algorithm.name(),
            n,
            value: seen.sum / (n - seen.missing),
            calls: seen.mean_calls(usize::MAX),
            // As the thesis has it: the mean of the highest thousandth.
            most_calls: seen.mean_calls(answers.len().div_ceil(1000)),
            failures: seen.failures,
            missing: seen.missing,
            disagrees: f64::NAN,
            disagrees_or_fails: f64::NAN,
            ns,
            worst: seen.worst,
        });
        if matches!(algorithm, Algorithm::SaGjk | Algorithm::Epa | Algorithm::Mpr) {
            told.push((question, algorithm, answers));
        }
    }
    for question in [Question::Meet, Question::Depth] {
        let of = |mpr: bool| {
            told.iter().find(|(q, a, _)| *q == question && (*a == Algorithm::Mpr) == mpr).map(|(.., v)| v)
        };
        let (Some(gjk), Some(mpr)) = (of(false), of(true)) else { continue };
        let said = || gjk.iter().zip(mpr).map(|(a, b)| [a, b].map(|answer| says_meet(question, answer)));
        let differ = said().filter(|[a, b]| a.is_some() && b.is_some() && a != b).count() as f64;
        let or_fails =
            said().filter(|said| said[0].unwrap_or(false) != said[1].unwrap_or(false)).count() as f64;
        let name = Algorithm::Mpr.name();
        if let Some(row) = rows.iter_mut().rev().find(|r| r.question == question && r.algorithm == name) {
            (row.disagrees, row.disagrees_or_fails) = (differ, or_fails);
        }
    }
    Ok(())
}

/// Sums over the answers of an algorithm.
#[derive(Default)]
struct Seen {
    /// Sum of the answers.
    sum: f64,
    failures: f64,
    missing: f64,
    worst: f64,
    /// Numbers of answers by support calls.
    by_calls: Vec<usize>,
}

impl Seen {
    fn add(&mut self, value: f64, failed: bool, calls: Option<u32>) {
        self.failures += f64::from(u8::from(failed));
        if value.is_nan() {
            self.missing += 1.0;
        } else {
            self.sum += value;
        }
        if let Some(calls) = calls.map(|calls| calls as usize) {
            if self.by_calls.len() <= calls {
                self.by_calls.resize(calls + 1, 0);
            }
            self.by_calls[calls] += 1;
        }
    }

    /// Mean of this many highest numbers of calls; NaN if none were counted.
    fn mean_calls(&self, highest: usize) -> f64 {
        let (mut left, mut sum) = (highest, 0);
        for (calls, count) in self.by_calls.iter().enumerate().rev() {
            let taken = left.min(*count);
            sum += taken * calls;
            left -= taken;
        }
        sum as f64 / (highest - left) as f64
    }
}

/// Number for an answer to a question: 1 or 0 for yes or no, the depth, or the distance.
fn value(question: Question, algorithm: Algorithm, answer: &Answer) -> f64 {
    match question {
        _ if answer.value.is_nan() => f64::NAN,
        Question::Meet => f64::from(u8::from(answer.value <= 0.0)),
        // The front door gives signed distances.
        Question::Depth if algorithm == Algorithm::Auto => (-answer.value).max(0.0),
        Question::Depth | Question::Distance => answer.value,
    }
}

/// Whether bodies meet, or nothing.
fn says_meet(question: Question, answer: &Answer) -> Option<bool> {
    let meets = match question {
        Question::Meet | Question::Distance => answer.value <= 0.0,
        Question::Depth => answer.value > 0.0,
    };
    (!answer.value.is_nan()).then_some(meets)
}

/// Error of a depth or a distance, beyond the error of the truth. A missing depth is 0, as in the thesis: an answer that fails
/// withdraws the statement that bodies meet.
fn off(question: Question, answer: f64, truth: &Answer) -> f64 {
    let answer = if question == Question::Depth && answer.is_nan() { 0.0 } else { answer };
    let value = match question {
        _ if answer.is_nan() => return 0.0,
        Question::Meet => return 0.0,
        Question::Depth => (-truth.value).max(0.0),
        Question::Distance => truth.value.max(0.0),
    };
    ((answer - value).abs() - truth.error).max(0.0)
}

/// Approximate size of two bodies together; their distance comes on top. Tolerances are relative to that.
const SIZE: f64 = 4.0;

/// No answer, or one that cannot be true: a verdict against the proof, a depth below the least one, a wrong distance. Errors
/// within the tolerance or the rounding of the input are accepted.
fn failed<T: Real>(question: Question, answer: f64, truth: &Answer, edge: f64) -> bool {
    // Poses are rounded to T before truth and answer are found, so that both refer to the same bodies; only rounding of the answer itself
    // and of intermediate results remains: eight ulps.
    let slack = truth.error + (SIZE + 2.0 * edge) * (4.0 * GAP + 8.0 * T::EPSILON.f64());
    let depth = -truth.value;
    match question {
        _ if answer.is_nan() => true,
        Question::Meet => (answer == 1.0) != (depth >= 0.0) && depth.abs() > slack,
        Question::Depth => answer < depth - slack || (answer > slack && depth < -slack),
        Question::Distance => (answer - truth.value.max(0.0)).abs() > slack,
    }
}
