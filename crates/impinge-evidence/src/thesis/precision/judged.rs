//! Errors of an answer, by the front door's proven bound.

use impinge::Real;

use super::super::rows::Question;
use super::contestants::{SIZE, TOLERANCE};
use crate::measure::Said;

/// Error, or remaining depth of bodies, beyond which no simulation could use an answer: a hundredth
/// of the size of the bodies. It represents the thesis' catastrophic failures, which it saw without knowing the truth.
const GROSS: f64 = SIZE / 100.0;

/// Bound on rounding in world coordinates that no algorithm can be blamed for, in ε × size: that of the library itself in one precision
/// ([`impinge::study::pair::ROUNDING_ULPS`]), and eight for the answer.
const ULPS: f64 = impinge::study::pair::ROUNDING_ULPS + 8.0;

/// The front door's answer: the signed distance and the bound on its error.
#[derive(Clone, Copy, Debug)]
pub(super) struct Truth {
    pub signed: f64,
    pub error: f64,
}

/// Judgment of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Judged {
    /// It is missing.
    pub missing: bool,
    /// It is missing, or its error exceeds tolerance and rounding.
    pub failed: bool,
    /// It is missing, or its error exceeds [`GROSS`].
    pub gross: bool,
    /// It reports bodies to meet that are proven to be apart, by more than tolerance and rounding.
    pub false_meeting: bool,
    /// 1 or 0 for yes or no, the depth, or the distance; NaN if it is missing.
    pub value: f64,
    /// Excess of the translation along the direction of a depth that separates the bodies; NaN if it is missing.
    pub excess: f64,
}

/// Allowance for rounding and tolerance in a cube of this edge.
pub(super) fn slack<T: Real>(edge: f64) -> f64 {
    (SIZE + 2.0 * edge) * (4.0 * TOLERANCE + ULPS * T::EPSILON.f64())
}

/// Evaluation of a depth vector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tried {
    /// Extent of A ⊖ B along it.
    pub reach: f64,
    /// Remaining depth of the bodies when A has moved by it; negative if they are apart.
    pub left: f64,
}

/// Judges an answer; `tried` of a depth vector.
pub(super) fn judge<T: Real>(
    question: Question,
    said: &Said<T>,
    tried: Tried,
    truth: Truth,
    slack: f64,
) -> Judged {
    let slack = slack + truth.error;
    let depth = -truth.signed;
    let mut judged = Judged { value: f64::NAN, excess: f64::NAN, ..Judged::default() };
    let off = match *said {
        Said::Nothing => {
            return Judged { missing: true, failed: true, gross: true, ..judged };
        }
        Said::Apart => {
            judged.value = 0.0;
            depth
        }
        Said::Meet => {
            judged.value = 1.0;
            judged.false_meeting = -depth > slack;
            -depth
        }
        Said::Depth(vector) => {
            let length = vector.norm().f64();
            judged.value = length;
            judged.false_meeting = length > slack && -depth > slack;
            if length > 0.0 && depth > 0.0 {
                judged.excess = tried.reach - depth;
            }
            let apart = if length > slack { -depth } else { 0.0 };
            tried.left.max(apart)
        }
        Said::Distance(distance) => {
            let distance = distance.f64();
            judged.value = if question == Question::Depth { 0.0 } else { distance };
            (distance - truth.signed.max(0.0)).abs()
        }
    };
    judged.failed = off > slack;
    judged.gross = off > GROSS;
    judged
}

#[cfg(test)]
mod tests {
    use impinge::Vec3;

    use super::*;

    const SLACK: f64 = 1e-4;

    /// Evaluation for bodies that A leaves along a line; `reach` is the necessary distance.
    fn depth(said: Said<f64>, reach: f64, signed: f64) -> Judged {
        let length = if let Said::Depth(vector) = said { vector.norm() } else { 0.0 };
        let tried = Tried { reach, left: reach - length };
        judge(Question::Depth, &said, tried, Truth { signed, error: 0.0 }, SLACK)
    }

    #[test]
    fn answers_are_judged_by_the_remaining_depth() {
        let vector = Said::Depth(Vec3::new(0.5, 0.0, 0.0));
        // Right; right along a direction that is not the best one; too little; in a wrong direction.
        assert!(!depth(vector, 0.5, -0.5).failed);
        let farther = depth(vector, 0.5, -0.3);
        assert!(!farther.failed && (farther.excess - 0.2).abs() < 1e-12);
        assert!(depth(vector, 0.9, -0.5).gross && depth(vector, 0.6, -0.6).gross);
        // Of bodies apart, by little and by much.
        assert!(!depth(vector, 0.5, 1e-5).failed);
        assert!(depth(vector, 0.5, 0.01).failed && !depth(vector, 0.5, 0.01).gross);
        assert!(depth(vector, 0.5, 0.1).gross && depth(vector, 0.5, 0.1).false_meeting);
        assert!(depth(Said::Nothing, f64::NAN, 1.0).missing);
        assert!(depth(Said::Apart, f64::NAN, -0.02).failed && !depth(Said::Apart, f64::NAN, -0.02).gross);
    }

    #[test]
    fn verdicts_and_distances_are_right_within_the_slack() {
        let judged = |question, said: Said<f64>, signed| {
            judge(
                question,
                &said,
                Tried { reach: f64::NAN, left: f64::NAN },
                Truth { signed, error: 0.0 },
                SLACK,
            )
        };
        assert!(!judged(Question::Meet, Said::Meet, -1.0).failed);
        assert!(judged(Question::Meet, Said::Meet, 1.0).false_meeting);
        assert!(!judged(Question::Meet, Said::Apart, -5e-5).failed);
        assert!(judged(Question::Distance, Said::Distance(1.0), 1.001).failed);
        assert!(!judged(Question::Distance, Said::Distance(0.0), -3.0).failed);
        assert!(judged(Question::Distance, Said::Distance(1.0), -3.0).gross);
    }
}
