//! The rules of the expel zone: where a feature that comes from outside stops, and which way one in the zone may go.
//!
//! **Answers** how much of a motion a pair of features completes, from when it would meet the surface and the zone's hull.
//!
//! **Source.** Van Waveren 2005, section 3, the pseudo code of 3.1 to 3.4. A fraction may be counted in any measure that rises with it:
//! for turns that is tan(α/2), as section 4 advises, and `limit`, which stands for the report's 1, is tan(β/2).
//!
//! | symbol | meaning |
//! |---|---|
//! | α, β | height above the plane, and its change in the whole translation |
//! | e | thickness of the zone |
//! | f₁, f₂ | when the surface and the hull are met (3.2); when the hull is met, twice (3.3) |
//! | s, d | derivative at the start; when the feature is farthest from the surface |
//!
//! **Misprints**, corrected in both readings since nothing works otherwise:
//! - 3.1: (α − e)/β has the wrong sign. α + f β = e gives f = (e − α)/β; the same in 2.2, where f = α/β is −α/β.
//! - 3.3: an ENDIF stands at the end that belongs before the second ELSE; as printed one IF has two ELSE.
//!
//! **Gaps**, which only [`Reading::Mended`] closes:
//! - 3.1 has no line for α < 0. Section 2.2 requires −α/β ∈ [0, 1], which excludes it, as 3.2 excludes f₁ < 0. To the letter a vertex
//!   behind a polygon that moves further away from it is stopped at 0.
//! - 3.3: at d a point moves along the surface, so that its direction of motion cannot tell whether it is between the edges (section
//!   2.4): the path lies in a plane parallel to that of the polygon and passes beside one of its edges. The corrected reading looks along
//!   the normal.
//! - 3.4: a turning edge that leaves the zone of another one meets its hull like one that enters. The corrected reading requires that it
//!   enters, as 3.2 does (f₂ ≤ f₁).

use impinge::Real;

/// Reading of the report where it leaves a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The printed text, with misprints corrected.
    Letter,
    /// With the requirements of its other sections in the gaps.
    Mended,
    /// Like [`Reading::Mended`], considering both times at which a turn meets the hull. Not the report's: it shows the effect of
    /// considering only the first one.
    BothRoots,
}

impl Reading {
    /// Whether gaps are closed.
    pub fn closes_gaps(self) -> bool {
        self != Self::Letter
    }
}

/// Place where a pair of features stops.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stopped<T> {
    /// Completed part, below the limit.
    pub f: T,
    /// Whether it is where they are farthest apart, and not where they meet the hull.
    pub farthest: bool,
}

/// Section 3.1. `None` for a whole translation.
pub fn translated_vertex<T: Real>(alpha: T, beta: T, e: T, reading: Reading) -> Option<T> {
    if beta >= T::ZERO || (reading.closes_gaps() && alpha < T::ZERO) {
        return None;
    }
    let f = ((e - alpha) / beta).max(T::ZERO);
    (f < T::ONE).then_some(f)
}

/// Section 3.2; `f1` of the edge itself, `f2` of the line where the planes beside it meet when they are moved out by e.
pub fn translated_edge<T: Real>(f1: T, f2: T) -> Option<T> {
    // False also for NaN.
    let meets = f1 >= T::ZERO && f2 < T::ONE && f1 >= f2;
    meets.then_some(f2.max(T::ZERO))
}

/// Section 2.3, without a zone: when the edges themselves meet.
pub fn bare_edge<T: Real>(f1: T) -> Option<T> {
    (T::ZERO <= f1 && f1 < T::ONE).then_some(f1)
}

/// Input of the rule for turns.
#[derive(Clone, Copy, Debug)]
pub struct Turned<T> {
    /// Whether the feature starts in the zone.
    pub in_zone: bool,
    /// s.
    pub s: T,
    /// f₁ and f₂, if the hull is met at all.
    pub f: Option<[T; 2]>,
    /// d, if there is one.
    pub d: Option<T>,
    /// Measure of the whole turn.
    pub limit: T,
}

impl<T: Real> Turned<T> {
    /// Without a zone (sections 2.4 and 2.5): nothing starts in it, and `f` is when the features themselves meet.
    pub fn bare(f: Option<[T; 2]>, limit: T) -> Self {
        Self { in_zone: false, s: T::ZERO, f, d: None, limit }
    }
}

/// All times of [`Reading::BothRoots`] in order: the later of both times at which the hull is met, after the rule's answer for
/// the start.
pub fn turned_twice<T: Real>(asked: &Turned<T>) -> [Option<Stopped<T>>; 2] {
    let at_start = asked.in_zone && asked.s < T::ZERO;
    let (false, Some([f1, f2])) = (at_start, asked.f) else { return [turned(asked), None] };
    let ahead = |f: T| (T::ZERO <= f && f < asked.limit).then_some(Stopped { f, farthest: false });
    [ahead(f1.min(f2)), ahead(f1.max(f2))]
}

/// Sections 3.3 and 3.4.
pub fn turned<T: Real>(asked: &Turned<T>) -> Option<Stopped<T>> {
    let Turned { in_zone, s, f, d, limit } = *asked;
    let at = |f: T, farthest: bool| (f < limit).then_some(Stopped { f, farthest });
    if in_zone {
        if s < T::ZERO {
            return at(T::ZERO, false);
        }
        return match f {
            Some([f1, f2]) => at(f1.max(f2).max(T::ZERO), false),
            None => at(d?.max(T::ZERO), true),
        };
    }
    // max(f, sign(−f)): what is past counts as the end.
    let ahead = |f: T| if f < T::ZERO { limit } else { f };
    let [f1, f2] = f?;
    at(ahead(f1).min(ahead(f2)), false)
}

#[cfg(test)]
mod tests {
    use super::*;

    const E: f64 = 0.25;

    #[test]
    fn a_vertex_stops_at_the_hull_and_may_only_leave_from_within() {
        let rule = |alpha, beta| translated_vertex(alpha, beta, E, Reading::Mended);
        assert_eq!(rule(1.25, -2.0), Some(0.5));
        assert_eq!(rule(1.25, -0.5), None);
        assert_eq!(rule(0.1, -0.5), Some(0.0));
        assert_eq!([rule(0.1, 0.0), rule(0.1, 0.5)], [None, None]);
        // Behind the plane and moving further away: irrelevant to the front, but not to the letter of 3.1.
        assert_eq!(rule(-1.0, -1.0), None);
        assert_eq!(translated_vertex(-1.0, -1.0, E, Reading::Letter), Some(0.0));
    }

    #[test]
    fn an_edge_stops_at_the_line_in_front_of_the_edge() {
        assert_eq!(translated_edge(0.6, 0.5), Some(0.5));
        assert_eq!(translated_edge(0.1, -0.1), Some(0.0));
        assert_eq!([-0.1, 0.5, 1.2, f64::NAN].map(bare_edge), [None, Some(0.5), None, None]);
        // Away, beyond the end, and out of the zone.
        for (f1, f2) in [(-0.1, -0.2), (1.2, 1.1), (0.1, 0.2), (f64::NAN, 0.5)] {
            assert_eq!(translated_edge(f1, f2), None);
        }
    }

    /// Figures 2 to 4, and a start outside.
    #[test]
    fn the_three_cases_of_figures_2_to_4() {
        let asked = Turned { in_zone: true, s: -1.0, f: Some([0.2, 0.7]), d: Some(0.4), limit: 1.0 };
        let stop = |asked: Turned<f64>| turned(&asked).map(|stop| (stop.f, stop.farthest));
        assert_eq!(stop(asked), Some((0.0, false)));
        assert_eq!(stop(Turned { s: 1.0, f: None, ..asked }), Some((0.4, true)));
        assert_eq!(stop(Turned { s: 1.0, ..asked }), Some((0.7, false)));
        let outside = Turned { in_zone: false, ..asked };
        assert_eq!(stop(outside), Some((0.2, false)));
        assert_eq!(stop(Turned { f: Some([-0.2, 0.7]), ..outside }), Some((0.7, false)));
        assert_eq!(stop(Turned { f: Some([-0.2, 1.7]), ..outside }), None);
        assert_eq!(stop(Turned { f: None, ..outside }), None);
    }
}
