//! The nearest two pieces of two bodies, with a bound on the distance of all others.

use super::FormSpace;
use super::walk::{Only, Side, walk};
use crate::answer::{Contact, Distance};
use crate::math::Real;
use crate::shape::{Parts, Space};

/// An answer about two pieces.
pub(super) trait Measured: Copy {
    /// The distance, signed if the question was about a signed distance, and its error.
    fn value_and_error(&self) -> (f64, f64);
    /// The distance within which another pair of pieces may still replace it.
    fn limit(&self) -> f64;
    /// The pieces that it is about.
    fn parts(&self) -> [Option<u32>; 2];
    /// The same about pieces with these names.
    fn named(self, parts: [Option<u32>; 2]) -> Self;
    /// The same with this error.
    fn within(self, error: f64) -> Self;
}

impl<W: Space> Measured for Distance<W> {
    fn value_and_error(&self) -> (f64, f64) {
        (self.distance, self.error)
    }
    fn limit(&self) -> f64 {
        // If they meet, no pair is nearer.
        if self.distance == 0.0 { -1.0 } else { self.distance }
    }
    fn parts(&self) -> [Option<u32>; 2] {
        [self.part_a, self.part_b]
    }
    fn named(self, [part_a, part_b]: [Option<u32>; 2]) -> Self {
        Self { part_a, part_b, ..self }
    }
    fn within(self, error: f64) -> Self {
        Self { error, ..self }
    }
}

impl<W: Space> Measured for Contact<W> {
    fn value_and_error(&self) -> (f64, f64) {
        (self.signed_distance, self.error)
    }
    fn limit(&self) -> f64 {
        // All pairs that meet are examined.
        self.signed_distance.clamp(0.0, f64::INFINITY)
    }
    fn parts(&self) -> [Option<u32>; 2] {
        [self.part_a, self.part_b]
    }
    fn named(self, [part_a, part_b]: [Option<u32>; 2]) -> Self {
        Self { part_a, part_b, ..self }
    }
    fn within(self, error: f64) -> Self {
        Self { error, ..self }
    }
}

/// The least of the answers of `ask` for all pairs of pieces not proven to be farther apart than `far`; `ask` may return `None` if a pair
/// is proven to be farther apart than the limit that it is given.
pub(super) fn nearest<'a, W: FormSpace, A: Measured>(
    [side_a, side_b]: [&Side<'a, W>; 2],
    only: Option<Only>,
    far: f64,
    ask: impl Fn(&Parts<'a, W>, &Parts<'a, W>, f64) -> Option<A>,
) -> Option<A> {
    let precision = side_a.precision();
    let mut best: Option<A> = None;
    let (mut lower, mut limit) = (f64::INFINITY, far);
    walk(side_a, side_b, far, &mut |i, a, j, b| {
        if only.is_some_and(|only| !only.counts([side_a, side_b], [i, j])) {
            return limit;
        }
        let Some(found) = ask(a, b, limit) else { return limit };
        let found = found.named([side_a.name(i), side_b.name(j)]);
        let (value, error) = found.value_and_error();
        lower = lower.min(precision.round(value - error));
        if best.is_none_or(|best| is_less(&found, &best)) {
            best = Some(found);
        }
        limit = best.map_or(far, |best| best.limit().min(far));
        limit
    });
    let best = best?;
    // Skipped pairs are farther apart than the best one, or than `far`, which the best one exceeds by less than
    // its error.
    let lower = Real::min(lower, far);
    let (value, error) = best.value_and_error();
    Some(best.within(error.max(precision.round(value - lower))))
}

/// Whether an answer replaces another. Among equally near pieces the first one wins, so that the answer does not depend on the order of the
/// pieces.
pub(super) fn is_less<A: Measured>(found: &A, best: &A) -> bool {
    let ((value, _), (least, _)) = (found.value_and_error(), best.value_and_error());
    value < least || (value == least && found.parts() < best.parts())
}
