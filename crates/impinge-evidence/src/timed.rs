//! Ratios of times that decide claims, as values: `run.json` lists them, and `cargo xtask timed` compares them with those of
//! `docs/results/timed.md`, so that no optimization level moves a verdict unnoticed.
//!
//! A statement about many points, such as "at nine of ten", is decided by the ratio at one of them: that of rank nine tenths.

use serde::{Deserialize, Deserializer, Serialize};

/// A ratio of times, and the limits between which it must be for a claim, or a part of one, to hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timed {
    /// Subject of the comparison, unique within a claim.
    pub what: String,
    /// The ratio.
    #[serde(deserialize_with = "number")]
    pub ratio: f64,
    /// Lower limit.
    pub above: Option<f64>,
    /// Upper limit.
    pub below: Option<f64>,
}

impl Timed {
    /// A ratio that must be above a limit.
    pub(crate) fn above(what: impl Into<String>, ratio: f64, limit: f64) -> Self {
        Self { what: what.into(), ratio, above: Some(limit), below: None }
    }

    /// A ratio that must be below a limit.
    pub(crate) fn below(what: impl Into<String>, ratio: f64, limit: f64) -> Self {
        Self { what: what.into(), ratio, above: None, below: Some(limit) }
    }

    /// A ratio that must be between two limits.
    pub(crate) fn between(what: impl Into<String>, ratio: f64, [above, below]: [f64; 2]) -> Self {
        Self { what: what.into(), ratio, above: Some(above), below: Some(below) }
    }

    /// Whether it is within its limits.
    pub fn holds(&self) -> bool {
        self.above.is_none_or(|limit| self.ratio > limit) && self.below.is_none_or(|limit| self.ratio < limit)
    }
}

/// A number; JSON's `null` is not a number.
fn number<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or(f64::NAN))
}

/// Number of ratios that hold.
pub(crate) fn holding(timed: &[Timed]) -> usize {
    timed.iter().filter(|timed| timed.holds()).count()
}

/// Quantile of the ratios, from 0 for the least to 1 for the greatest: at least this share is at most the result.
pub(crate) fn ranked(ratios: impl IntoIterator<Item = f64>, rank: f64) -> f64 {
    let mut ratios: Vec<f64> = ratios.into_iter().collect();
    ratios.sort_by(f64::total_cmp);
    let place = (rank * ratios.len() as f64).ceil() as usize;
    ratios.get(place.saturating_sub(1)).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_outside() {
        let inside = |ratio| Timed::between("", ratio, [0.5, 2.0]).holds();
        assert_eq!([0.5, 0.6, 1.9, 2.0, f64::NAN].map(inside), [false, true, true, false, false]);
        assert!(Timed::above("", 1.1, 1.0).holds() && !Timed::below("", 1.1, 1.0).holds());
        let two = [Timed::above("", 3.0, 2.0), Timed::below("", 3.0, 2.0)];
        assert_eq!(holding(&two), 1);
    }

    /// At least the ranked share is at most this, so that a limit above it has them below.
    #[test]
    fn a_rank_stands_for_a_share() {
        let ratios = [4.0, 1.0, 3.0, 2.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0];
        for (rank, expected) in [(0.0, 1.0), (0.1, 1.0), (0.25, 3.0), (0.8, 8.0), (0.9, 9.0), (1.0, 10.0)] {
            assert_eq!(ranked(ratios, rank), expected, "{rank}");
        }
        // Nine tenths of twelve are eleven.
        assert_eq!(ranked((1..=12).map(f64::from), 0.9), 11.0);
        assert!(ranked([], 0.5).is_nan());
    }
}
