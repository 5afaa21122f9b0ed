//! Do two shapes meet?
//!
//! **Answer** by the separating form of GJK (the thesis' Algorithm 4): the run ends at the first direction that
//! separates them, or when the point nearest to the origin is at the origin. Either is a proof that two support calls
//! can check. Where they are within rounding of touching, they count as touching.

use super::{QuerySpace, Settings, common};
use crate::gjk::{Gjk, Goal, MAX_STEPS, Proximity, QuickSpace, Voronoi, witness};
use crate::math::Vector;
use crate::pair::Prepared;
use crate::shape::Shape;

/// Whether two shapes meet, with the proof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict<V: Vector> {
    /// They are apart: along `axis` (from A to B, unit) all of B lies beyond all of A.
    Apart {
        /// The separating direction.
        axis: V,
    },
    /// They meet, and `point` is in both.
    Meet {
        /// The common point.
        point: V,
        /// It is no farther from either: rounding as a rule, more where curved shapes only just touch.
        error: V::Scalar,
    },
}

/// Whether two shapes meet. Touching counts.
#[inline]
pub fn intersects<A: Shape<V: QuerySpace>, B: Shape<V = A::V>>(a: &A, b: &B) -> bool {
    let prepared = Prepared::new(&a.parts(), &b.parts());
    let radii = prepared.radius_a + prepared.radius_b;
    if let Some(meet) = closed_form(&prepared, radii) {
        return meet;
    }
    if radii == 0.0 {
        if let Some(meet) = QuickSpace::quick(&prepared.pair, prepared.pair.rounding) {
            return meet;
        }
        return slowly(&prepared);
    }
    decide(&mut Gjk::new(), &prepared).is_err()
}

/// Boxes, points and segments need no iteration; `None` where that does not decide.
#[inline(always)]
pub(super) fn closed_form<V: QuerySpace>(prepared: &Prepared<'_, V>, radii: f64) -> Option<bool> {
    if let Some(meet) = V::meet(prepared, radii) {
        return Some(meet);
    }
    V::simple(prepared).map(|found| found.value <= radii + prepared.pair.rounding)
}

/// Near touching.
#[cold]
#[inline(never)]
fn slowly<V: QuerySpace>(prepared: &Prepared<'_, V>) -> bool {
    decide(&mut Gjk::new(), prepared).is_err()
}

/// Whether two shapes are within `settings.margin` of one another (0 if none is given); just so far counts.
#[inline]
pub fn intersects_with<A: Shape<V: QuerySpace>, B: Shape<V = A::V>>(
    a: &A,
    b: &B,
    settings: &Settings,
) -> bool {
    let mut prepared = Prepared::new(&a.parts(), &b.parts());
    prepared.radius_a += settings.margin.map_or(0.0, |margin| prepared.frame.length_in(margin));
    decide(&mut Gjk::new(), &prepared).is_err()
}

/// Whether two shapes meet, with the proof. Touching counts.
pub fn intersection<A: Shape<V: QuerySpace>, B: Shape<V = A::V>>(a: &A, b: &B) -> Verdict<A::V> {
    let prepared = Prepared::new(&a.parts(), &b.parts());
    let mut gjk = Gjk::new();
    let decision = decide(&mut gjk, &prepared);
    verdict(&prepared, &gjk, decision)
}

/// The answer in the shapes' frame.
pub(super) fn verdict<V: QuerySpace>(
    prepared: &Prepared<'_, V>,
    gjk: &Gjk<V::Wide, Voronoi>,
    decision: Decision<V::Wide>,
) -> Verdict<V> {
    let points = match decision {
        Ok(axis) => return Verdict::Apart { axis: prepared.frame.direction(axis.unit()) },
        Err(points) => points,
    };
    let points = points.unwrap_or_else(|| {
        let (a, b) = gjk.simplex().witnesses();
        [a, b]
    });
    let (point, error) = common::between(prepared, points);
    Verdict::Meet { point, error }
}

/// A separating axis; or, as an error, points of the cores that show that they meet, where GJK's simplex does not.
pub(super) type Decision<W> = Result<W, Option<[W; 2]>>;

/// The separating axis; or, as an error, that they meet: the points of the cores that show it are those of `gjk`'s
/// simplex where none are given.
#[inline(always)]
pub(super) fn decide<V: QuerySpace>(
    gjk: &mut Gjk<V::Wide, Voronoi>,
    prepared: &Prepared<'_, V>,
) -> Decision<V::Wide> {
    let goal = goal(prepared);
    let found = gjk.run(&prepared.pair, &goal, &mut ());
    finish(prepared, goal.far, &found)
}

/// What GJK is to find out.
#[inline(always)]
pub(super) fn goal<V: QuerySpace>(prepared: &Prepared<'_, V>) -> Goal<f64> {
    let limit = prepared.radius_a + prepared.radius_b + prepared.pair.rounding;
    Goal { far: limit, near: limit, gap: 0.0, steps: MAX_STEPS }
}

/// The rest of [`decide`], where GJK has ended.
#[inline(always)]
pub(super) fn finish<V: QuerySpace>(
    prepared: &Prepared<'_, V>,
    limit: f64,
    found: &Proximity<V::Wide>,
) -> Decision<V::Wide> {
    if found.lower > limit {
        Ok(found.axis)
    } else if found.upper <= limit {
        Err(None)
    } else {
        let interval = V::judge(&prepared.pair, prepared.pair.rounding);
        if interval.lower > limit {
            return Ok(interval.normal);
        }
        let offered = [interval.point_a, interval.point_b];
        Err(Some(witness::differing_by(&prepared.pair, V::Wide::ZERO, limit, offered).0))
    }
}
