//! Comparison of the answers to a set with its truth: wrong verdicts, and errors of the numbers.
//!
//! Errors are relative to the size of a pair ([`CaseSet::size`]).

use impinge::Real;
use impinge_evidence::measure::Query;
use impinge_io::cases::{CaseSet, Truth};

/// Relative distance within which bodies touch, and no verdict is wrong. Rounding of the input alone moves
/// bodies by up to 7 ε, 8e-7 in `f32` and 2e-15 in `f64`; the truth itself is known to 5e-13 or better.
pub const fn touching<T: Real>() -> f64 {
    if size_of::<T>() == 4 { 2e-6 } else { 1e-12 }
}

/// Score of the answers to a set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// Number of pairs.
    pub n: usize,
    /// Pairs without an answer: NaN, or an infinity in place of a length.
    pub nan: Vec<usize>,
    /// Overlapping pairs reported to be apart.
    pub missed: Vec<usize>,
    /// Separate pairs reported to meet.
    pub false_hits: Vec<usize>,
    /// Errors of answers about pairs that are apart, and their pairs; none for `intersect`.
    pub distance: Errors,
    /// Errors of answers about pairs that overlap.
    pub depth: Errors,
}

/// Errors, each with the index of its pair.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Errors(pub Vec<(f64, usize)>);

impl Errors {
    /// The largest, and its pair.
    pub fn worst(&self) -> Option<(f64, usize)> {
        self.0.iter().copied().max_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// Median; the higher one of two.
    pub fn median(&self) -> Option<f64> {
        let mut errors: Vec<f64> = self.0.iter().map(|e| e.0).collect();
        let middle = errors.len() / 2;
        (!errors.is_empty()).then(|| *errors.select_nth_unstable_by(middle, f64::total_cmp).1)
    }
}

impl Score {
    /// Number of verdicts that the truth contradicts.
    pub fn wrong(&self) -> usize {
        self.missed.len() + self.false_hits.len()
    }

    /// Adds the answers to another set, whose pairs are numbered after these.
    pub fn add(&mut self, other: &Self) {
        let shifted = |pairs: &[usize]| pairs.iter().map(|i| i + self.n).collect::<Vec<_>>();
        let (nan, missed, false_hits) =
            (shifted(&other.nan), shifted(&other.missed), shifted(&other.false_hits));
        self.nan.extend(nan);
        self.missed.extend(missed);
        self.false_hits.extend(false_hits);
        for (all, more) in [(&mut self.distance, &other.distance), (&mut self.depth, &other.depth)] {
            all.0.extend(more.0.iter().map(|&(error, i)| (error, i + self.n)));
        }
        self.n += other.n;
    }
}

/// Correct answer to a query.
pub fn right(query: Query, truth: &Truth) -> f64 {
    match query {
        Query::Intersect | Query::Contact => truth.signed_distance,
        Query::Distance => truth.signed_distance.max(0.0),
    }
}

/// Compares answers with the truth. A verdict on bodies within `touching` of one another, relative to size, is not wrong.
pub fn score(set: &CaseSet, truth: &[Truth], query: Query, touching: f64, answers: &[f64]) -> Score {
    let mut score = Score { n: answers.len(), ..Score::default() };
    for (i, (&answer, truth)) in answers.iter().zip(truth).enumerate() {
        if answer.is_nan() || (query != Query::Intersect && answer.is_infinite()) {
            score.nan.push(i);
            continue;
        }
        let size = set.size(i);
        let s = truth.signed_distance;
        let (apart, said_apart) = (s > 0.0, answer > 0.0);
        if s.abs() > touching * size && apart != said_apart {
            if apart { &mut score.false_hits } else { &mut score.missed }.push(i);
        }
        if query != Query::Intersect {
            // If they meet, a distance may be anything that is not positive.
            let answer = if query == Query::Distance { answer.max(0.0) } else { answer };
            let error = (answer - right(query, truth)).abs() / size;
            if apart { &mut score.distance } else { &mut score.depth }.0.push((error, i));
        }
    }
    score
}

#[cfg(test)]
pub mod tests {
    use impinge_io::cases::{CasePose, CaseShape};

    use super::*;

    /// Two balls whose size is 1 + 3, with these signed distances.
    pub fn set(truth: &[f64]) -> CaseSet {
        let pose = CasePose { translation: [0.0, -3.0, 2.0], quaternion: [0.0, 0.0, 0.0, 1.0] };
        let truth: Vec<Truth> = truth
            .iter()
            .map(|&s| Truth { signed_distance: s, normal: [1.0, 0.0, 0.0], error: 1e-13 })
            .collect();
        CaseSet {
            name: "s".into(),
            family: String::new(),
            a: CaseShape::Sphere { r: 1.0 },
            b: CaseShape::Sphere { r: 0.5 },
            side: None,
            poses: vec![[pose; 2]; truth.len()],
            truth: Some(truth),
        }
    }

    fn scored(truth: &[f64], query: Query, answers: &[f64]) -> Score {
        let set = set(truth);
        score(&set, set.truth.as_ref().unwrap(), query, 1e-12, answers)
    }

    #[test]
    fn every_fault_is_counted_once_and_has_its_pair() {
        let truth = [1.0, -1.0, 2.0, -2.0, 1e-13, -1.0, 3.0];
        let answers = [1.0, 0.5, -1.0, -1.5, -1e-13, f64::NAN, f64::INFINITY];
        let got = scored(&truth, Query::Contact, &answers);
        assert_eq!(
            (got.n, got.nan.clone(), got.missed.clone(), got.false_hits.clone()),
            (7, vec![5, 6], vec![1], vec![2])
        );
        assert_eq!(
            (got.wrong(), got.distance.worst(), got.depth.worst()),
            (2, Some((0.75, 2)), Some((0.375, 1)))
        );
        assert_eq!(got.depth.median(), Some(0.375));
        assert_eq!(got.distance.median().map(|m| m < 1e-12), Some(true));
        let mut both = got.clone();
        both.add(&got);
        assert_eq!((both.n, both.wrong(), both.nan.clone()), (14, 4, vec![5, 6, 12, 13]));
        assert_eq!(both.distance.worst(), Some((0.75, 9)));
    }

    #[test]
    fn a_verdict_has_a_sign_and_no_error() {
        let infinity = f64::INFINITY;
        let got = scored(&[1.0, -1.0, 1.0], Query::Intersect, &[infinity, infinity, -0.0]);
        assert_eq!((got.missed.clone(), got.false_hits.clone(), got.nan.len()), (vec![1], vec![2], 0));
        assert_eq!((got.distance.worst(), got.depth.median()), (None, None));
    }

    #[test]
    fn a_distance_is_zero_where_bodies_meet() {
        let got = scored(&[-1.0, 1.0], Query::Distance, &[-0.5, 1.0]);
        assert_eq!(
            (got.wrong(), got.depth.worst(), got.distance.worst()),
            (0, Some((0.0, 0)), Some((0.0, 1)))
        );
    }
}
