//! What is wrong with an answer, by the front door's proven bound.

use impinge::Real;

use super::super::rows::Question;
use super::contestants::{SIZE, TOLERANCE};
use crate::measure::Said;

/// An answer that is off by more than this, or by which bodies stay that deep in one another, is one that no simulation could use: a hundredth
/// of the size of the bodies. It stands for the thesis' catastrophic failures, which it saw without knowing the truth.
const GROSS: f64 = SIZE / 100.0;

/// Bound on rounding in world coordinates that no algorithm can be blamed for, in ε × size: that of the library's own doing in one precision
/// ([`impinge::pair::ROUNDING_ULPS`]), and eight for the answer.
const ULPS: f64 = impinge::pair::ROUNDING_ULPS + 8.0;

/// What the front door says: the signed distance and the bound on its error.
#[derive(Clone, Copy, Debug)]
pub(super) struct Truth {
    pub signed: f64,
    pub error: f64,
}

/// What was found about an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Judged {
    /// There is none.
    pub missing: bool,
    /// There is none, or it is off by more than tolerance and rounding.
    pub failed: bool,
    /// There is none, or it is off by more than [`GROSS`].
    pub gross: bool,
    /// It says that bodies meet which are proven to be apart, by more than tolerance and rounding.
    pub false_meeting: bool,
    /// 1 or 0 for yes or no, the depth, or the distance; NaN where there is none.
    pub value: f64,
    /// How much farther than necessary the bodies must go along the direction of a depth until they are apart; NaN where there is none.
    pub excess: f64,
}

/// What rounding and tolerance allow in a cube of this edge.
pub(super) fn slack<T: Real>(edge: f64) -> f64 {
    (SIZE + 2.0 * edge) * (4.0 * TOLERANCE + ULPS * T::EPSILON.f64())
}

/// How a depth vector does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tried {
    /// How far A ⊖ B reaches along it.
    pub reach: f64,
    /// How deep the bodies still are in one another when A has gone by it; below zero where they are apart.
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

    /// Of bodies that A leaves along a line, where `reach` is how far it must go.
    fn depth(said: Said<f64>, reach: f64, signed: f64) -> Judged {
        let length = if let Said::Depth(vector) = said { vector.norm() } else { 0.0 };
        let tried = Tried { reach, left: reach - length };
        judge(Question::Depth, &said, tried, Truth { signed, error: 0.0 }, SLACK)
    }

    #[test]
    fn answers_are_judged_by_what_they_leave() {
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
