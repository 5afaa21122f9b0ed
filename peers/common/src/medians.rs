//! Pairs that are timed one by one, and medians of them.

use std::hint::black_box;

use crate::thread_ns;

/// Runs of each pair; the best counts.
const ROUNDS: usize = 5;

/// The best time of a pair in nanoseconds, and its answer.
pub type Timed = (f64, Option<f64>);

/// The best time of each pair, and its answer.
pub fn timed<P>(pairs: &[P], ask: impl Fn(&P) -> Option<f64>) -> Vec<Timed> {
    let mut best: Vec<Timed> = vec![(f64::INFINITY, None); pairs.len()];
    for _ in 0..ROUNDS {
        for (pair, best) in pairs.iter().zip(&mut best) {
            let start = thread_ns();
            let answer = ask(black_box(pair));
            *best = (best.0.min(thread_ns() - start), black_box(answer));
        }
    }
    best
}

/// A line: medians of both, and how far the answers are apart where both found one.
pub fn report(kind: &str, query: &str, ours: &[Timed], name: &str, theirs: &[Timed]) {
    let median = |of: &[Timed]| {
        let mut times: Vec<f64> = of.iter().map(|o| o.0).collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let both = ours.iter().zip(theirs).filter_map(|(a, b)| Some((a.1? - b.1?).abs()));
    let (apart, count) = both.fold((0.0_f64, 0), |(most, count), gap| (most.max(gap), count + 1));
    let only = ours.iter().zip(theirs).filter(|(a, b)| a.1.is_some() != b.1.is_some()).count();
    let (a, b) = (median(ours), median(theirs));
    println!(
        "{kind:6} {query:10} ours {a:8.0} ns, parry {name} {b:10.0} ns, {:6.2} times; answers differ by {apart:.1e} at most in {count}, \
         only one found something in {only}",
        b / a
    );
}
