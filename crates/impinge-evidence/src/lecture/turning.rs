//! Two polyhedra that turn a little from step to step: V-Clip, warm and cold GJK on the same steps, timed.

use std::hint::black_box;

use impinge::answer::Vclip;
use impinge::{ConvexPolyhedron, Distance, Pose, Shape, Vec3, Warm, distance};

use crate::measure::thread_ns;

/// Means for each step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Coherence {
    /// Pairs of features that V-Clip visited.
    pub vclip_steps: f64,
    /// Support calls of a GJK that starts from the last step's state.
    pub warm_calls: f64,
    /// Support calls of a cold GJK.
    pub cold_calls: f64,
    /// Nanoseconds of V-Clip.
    pub vclip_ns: f64,
    /// Nanoseconds of warm GJK.
    pub warm_ns: f64,
    /// Nanoseconds of cold GJK.
    pub cold_ns: f64,
    /// Steps of all where two of them give distances that differ by more than their errors.
    pub differ: usize,
}

/// Runs all three along a path of poses of A and B; the best of some rounds counts.
pub(super) fn coherence(
    a: &ConvexPolyhedron<f64>,
    b: &ConvexPolyhedron<f64>,
    path: &[[Pose<Vec3<f64>>; 2]],
    rounds: u32,
) -> Coherence {
    let steps = path.len() as f64;
    let mut walked = 0;
    let mut vclip = Vclip::new();
    let by_vclip = timed(path, rounds, &mut |[pa, pb]| {
        let found = vclip.distance(&a.at(*pa), &b.at(*pb));
        walked += u64::from(vclip.steps());
        found
    });
    let mut warm = Warm::new();
    let by_warm = timed(path, rounds, &mut |[pa, pb]| warm.distance(&a.at(*pa), &b.at(*pb)));
    let by_gjk = timed(path, rounds, &mut |[pa, pb]| distance(&a.at(*pa), &b.at(*pb)));
    let differ = |other: &Timed| {
        let pairs = other.answers.iter().zip(&by_gjk.answers);
        pairs.filter(|(x, y)| (x.distance - y.distance).abs() > x.error + y.error).count()
    };
    Coherence {
        vclip_steps: walked as f64 / (f64::from(rounds) * steps),
        warm_calls: by_warm.calls() / steps,
        cold_calls: by_gjk.calls() / steps,
        vclip_ns: by_vclip.best / steps,
        warm_ns: by_warm.best / steps,
        cold_ns: by_gjk.best / steps,
        differ: differ(&by_vclip) + differ(&by_warm),
    }
}

/// The answers of the last round, and the best time of all.
struct Timed {
    answers: Vec<Distance<Vec3<f64>>>,
    best: f64,
}

impl Timed {
    fn calls(&self) -> f64 {
        self.answers.iter().map(|d| f64::from(d.iterations)).sum()
    }
}

/// Place of the two bodies.
type Places = [Pose<Vec3<f64>>; 2];

fn timed(path: &[Places], rounds: u32, ask: &mut dyn FnMut(&Places) -> Distance<Vec3<f64>>) -> Timed {
    let mut answers = Vec::with_capacity(path.len());
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        answers.clear();
        let start = thread_ns();
        for poses in black_box(path) {
            answers.push(ask(poses));
        }
        best = best.min(thread_ns() - start);
    }
    Timed { answers, best }
}
