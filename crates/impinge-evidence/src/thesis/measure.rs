//! The randomized benchmark of section 4.1.
//!
//! Two bodies stand at random in a cube, turned at random; the smaller the cube, the more of them meet. Each algorithm is asked about
//! the same ones. Whether two bodies meet, how deep and how far apart they are, the front door says, in `f64`, with a bound on its
//! error: what contradicts that is wrong. The thesis had no such truth and counted only answers that made no sense.

use impinge::{Pose, Real, Vec3};
use impinge_scenes::Rng;
use impinge_work::{Algorithm, Answer, Built, Options, Query, Work, depth_work, work};

use super::pair::Pair;
use super::rows::{Question, Row, table};
use crate::study::{Effort, Out, Stop, Task};

/// Edges of the cube: from nearly all pairs in overlap to nearly none, for these shapes.
const EDGES: [f64; 14] = [0.4, 0.8, 1.2, 1.6, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 8.0, 12.0, 20.0];

/// The gap at which bounds count as met, relative to the size of a pair: about 2 × 10⁻⁶, for both precisions alike. The thesis does not
/// give its tolerance; a tighter one takes more calls on curved shapes, as many again for each 10⁻³ or so.
const GAP: f64 = 1.0 / 524_288.0;

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
    let edges: &[f64] = if task.effort == Effort::Least { &[0.8, 4.0] } else { &EDGES };
    let mut rows = Vec::new();
    for (i, &edge) in edges.iter().enumerate() {
        let share = |precision: usize| (2 * i + precision) as f64 / (2 * edges.len()) as f64;
        task.reached(share(0))?;
        one::<f64>(task, pair, edge, i, &mut rows);
        task.reached(share(1))?;
        one::<f32>(task, pair, edge, i, &mut rows);
    }
    out.table(table(pair.part(), &rows));
    Ok(())
}

/// All questions and algorithms for one cube.
fn one<T: Real>(task: &Task<'_>, pair: Pair, edge: f64, number: usize, rows: &mut Vec<Row>) {
    let mut rng = Rng::new(task.seed.wrapping_mul(0x9e37_79b9).wrapping_add(number as u64));
    let [a, b] = pair.shapes::<T>(task.seed);
    let mut pose = || -> Pose<Vec3<T>> { rng.pose3(edge / 2.0) };
    let poses = (0..task.configurations).map(|_| [pose(), pose()]).collect();
    let set = Built { a, b, poses };
    let threads = task.effort.of([1, 1, 2, 2]);
    let exact = Options { gap: None, repeat: 1, threads };
    let Some(front_door) = work(Algorithm::Auto, Query::Contact) else { return };
    let truth = impinge_work::run(&set, front_door, &exact).answers;
    let n = truth.len() as f64;
    let probability = truth.iter().filter(|t| t.value <= 0.0).count() as f64 / n;
    let timed = Options { gap: Some(GAP), repeat: task.effort.of([1, 5, 2, 2]), threads };
    // Verdicts of the two that figure 17 compares, and whether each gave a depth.
    let mut told: Vec<(Question, Algorithm, Vec<Answer>)> = Vec::new();
    for question in Question::ALL {
        for algorithm in algorithms(question, pair) {
            let Some(work) = work_of(question, algorithm) else { continue };
            let outcome = impinge_work::run(&set, work, &timed);
            let answers: Vec<f64> = outcome.answers.iter().map(|a| value(question, algorithm, a)).collect();
            let fails = answers.iter().zip(&truth).filter(|(a, t)| failed::<T>(question, **a, t, edge));
            let given = || answers.iter().filter(|a| !a.is_nan());
            let mut calls: Vec<u32> = outcome.answers.iter().filter_map(|a| a.calls).collect();
            calls.sort_unstable_by(|a, b| b.cmp(a));
            let mean = |calls: &[u32]| calls.iter().map(|&c| f64::from(c)).sum::<f64>() / calls.len() as f64;
            // As the thesis has it: the mean of the highest thousandth.
            let highest = calls.len().div_ceil(1000);
            rows.push(Row {
                precision: T::NAME.into(),
                edge,
                probability,
                question,
                algorithm: algorithm.name(),
                n,
                value: given().sum::<f64>() / given().count() as f64,
                calls: mean(&calls),
                most_calls: mean(&calls[..highest]),
                failures: fails.count() as f64,
                missing: answers.iter().filter(|a| a.is_nan()).count() as f64,
                disagrees: f64::NAN,
                ns: outcome.ns,
            });
            if matches!(algorithm, Algorithm::SaGjk | Algorithm::Epa | Algorithm::Mpr) {
                told.push((question, algorithm, outcome.answers));
            }
        }
    }
    for question in [Question::Meet, Question::Depth] {
        let of = |mpr: bool| {
            told.iter().find(|(q, a, _)| *q == question && (*a == Algorithm::Mpr) == mpr).map(|(.., v)| v)
        };
        let (Some(gjk), Some(mpr)) = (of(false), of(true)) else { continue };
        let differ = gjk.iter().zip(mpr).filter(|(a, b)| says_meet(question, a) != says_meet(question, b));
        let differ = differ.count() as f64;
        let name = Algorithm::Mpr.name();
        if let Some(row) = rows.iter_mut().rev().find(|r| r.question == question && r.algorithm == name) {
            row.disagrees = differ;
        }
    }
}

/// What an answer says to a question: 1 or 0 for yes or no, the depth, or the distance.
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

/// Two bodies are about this large together; how far apart they stand comes on top. Tolerances are relative to that.
const SIZE: f64 = 4.0;

/// No answer, or one that cannot be true: a verdict against the proof, a depth below the least one, a distance that is off. What is
/// within the tolerance or the rounding of the input is right.
fn failed<T: Real>(question: Question, answer: f64, truth: &Answer, edge: f64) -> bool {
    // Poses are rounded to T before truth and answer are found, so that both speak of the same bodies; rounding of the answer itself
    // and of intermediate results is left: eight ulps.
    let slack = truth.error + (SIZE + 2.0 * edge) * (4.0 * GAP + 8.0 * T::EPSILON.f64());
    let depth = -truth.value;
    match question {
        _ if answer.is_nan() => true,
        Question::Meet => (answer == 1.0) != (depth >= 0.0) && depth.abs() > slack,
        Question::Depth => answer < depth - slack || (answer > slack && depth < -slack),
        Question::Distance => (answer - truth.value.max(0.0)).abs() > slack,
    }
}
