//! Comparison of answers with the truth.

use impinge::Real;
use impinge_evidence::measure::{Answer, Query};
use impinge_io::cases::{CaseSet, Truth};
use serde::Serialize;

use crate::judge::{Errors, right, score, touching};

/// The truth is for the numbers in the file, the answer for shapes and poses rounded from them. In ε × size:
/// √3/2 for each position, 2 for each rotation (quaternion and its length, at twice the angle), 1/2 for each shape.
/// With less, a right answer in `f32` would count as outside its bound.
const INPUT_ULPS: f64 = 7.0;

/// Score of the answers to a set.
#[derive(Debug, Default, PartialEq, Serialize)]
pub struct Tally {
    /// Number of pairs.
    pub n: usize,
    /// Pairs that meet.
    pub hits: usize,
    /// Pairs without an answer.
    pub failures: usize,
    /// Pairs that the certified search had to decide; only `auto` falls back to it.
    pub judged: Option<usize>,
    /// Support calls of B − A per pair, if they are counted.
    pub mean_support_calls: Option<f64>,
    /// Largest bound on an error, relative to the size of its pair, if there are any bounds.
    pub max_error_bound: Option<f64>,
    /// The same against the truth, if it is known.
    #[serde(flatten)]
    pub truth: Option<AgainstTruth>,
}

/// Answers against the truth.
#[derive(Debug, Default, PartialEq, Serialize)]
pub struct AgainstTruth {
    /// Pairs reported to meet that are apart, or the reverse.
    pub wrong: usize,
    /// Largest error of a distance, relative to size; none for the query `intersect`.
    pub worst_distance: Option<f64>,
    /// Largest error of an answer for overlapping bodies, relative to size; none for the query `intersect`.
    pub worst_depth: Option<f64>,
    /// Pairs whose error exceeds its bound; none for the query `intersect`.
    pub outside_bound: Option<usize>,
}

/// Counts the answers to a set, computed in precision `T`.
pub fn tally<T: Real>(set: &CaseSet, query: Query, answers: &[Answer]) -> Tally {
    let calls: Option<u64> = answers.iter().map(|a| a.calls.map(u64::from)).sum();
    let bounds = answers.iter().enumerate().filter(|(_, a)| !a.error.is_nan());
    Tally {
        n: answers.len(),
        hits: answers.iter().filter(|a| a.value <= 0.0).count(),
        failures: answers.iter().filter(|a| a.value.is_nan()).count(),
        judged: answers.iter().map(|a| a.judged.map(usize::from)).sum(),
        mean_support_calls: calls.map(|c| c as f64 / answers.len() as f64),
        max_error_bound: bounds.map(|(i, a)| a.error / set.size(i)).reduce(f64::max),
        truth: set.truth.as_ref().map(|truth| {
            let values: Vec<f64> = answers.iter().map(|a| a.value).collect();
            let score = score(set, truth, query, touching::<T>(), &values);
            let measured = query != Query::Intersect;
            let worst = |errors: &Errors| measured.then(|| errors.worst().map_or(0.0, |(error, _)| error));
            AgainstTruth {
                wrong: score.wrong(),
                worst_distance: worst(&score.distance),
                worst_depth: worst(&score.depth),
                outside_bound: measured.then(|| outside::<T>(set, query, answers, truth)),
            }
        }),
    }
}

/// Pairs whose error exceeds its bound.
fn outside<T: Real>(set: &CaseSet, query: Query, answers: &[Answer], truth: &[Truth]) -> usize {
    let is_outside = |(i, (answer, truth)): &(usize, (&Answer, &Truth))| {
        let error = (answer.value - right(query, truth)).abs();
        error > answer.error + truth.error + INPUT_ULPS * T::EPSILON.f64() * set.size(*i)
    };
    answers.iter().zip(truth).enumerate().filter(is_outside).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::tests::set;

    fn answers(values: &[f64]) -> Vec<Answer> {
        values
            .iter()
            .map(|&value| Answer { value, error: 0.04, calls: Some(3), judged: Some(value < 0.0) })
            .collect()
    }

    #[test]
    fn contact_is_judged_by_sign_and_size() {
        let set = set(&[1.0, -1.0, 1.0, -1.0, 1e-13, -1.0]);
        assert_eq!(set.size(0), 4.0);
        let got = tally::<f64>(&set, Query::Contact, &answers(&[1.02, -1.2, -0.5, -1.0, -1e-13, f64::NAN]));
        let truth = got.truth.unwrap();
        assert_eq!(got.judged, Some(4));
        assert_eq!((got.n, got.hits, got.failures, truth.wrong, truth.outside_bound), (6, 4, 1, 1, Some(2)));
        assert_eq!(
            (truth.worst_distance, truth.worst_depth.map(|d| (d * 1e9).round())),
            (Some(0.375), Some(5e7))
        );
        assert_eq!((got.mean_support_calls, got.max_error_bound), (Some(3.0), Some(0.01)));
    }

    #[test]
    fn a_distance_is_zero_where_bodies_meet() {
        let set = set(&[-1.0, 1.0]);
        let truth = tally::<f32>(&set, Query::Distance, &answers(&[0.0, 1.0])).truth.unwrap();
        let good = AgainstTruth {
            wrong: 0,
            worst_distance: Some(0.0),
            worst_depth: Some(0.0),
            outside_bound: Some(0),
        };
        assert_eq!(truth, good);
    }

    #[test]
    fn a_verdict_has_no_error() {
        let set = set(&[-1.0, 1.0, -1e-6, -1e-4]);
        let told = [f64::NEG_INFINITY, f64::NEG_INFINITY, f64::INFINITY, f64::INFINITY];
        let told: Vec<Answer> = told.map(|value| Answer { value, ..Answer::NONE }).into();
        for (got, wrong) in [
            (tally::<f32>(&set, Query::Intersect, &told), 2),
            (tally::<f64>(&set, Query::Intersect, &told), 3),
        ] {
            assert_eq!(
                (got.hits, got.judged, got.max_error_bound, got.mean_support_calls),
                (2, None, None, None)
            );
            assert_eq!(got.truth, Some(AgainstTruth { wrong, ..AgainstTruth::default() }));
        }
    }
}
