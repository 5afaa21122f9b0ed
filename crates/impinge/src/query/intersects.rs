//! Do two shapes meet?
//!
//! **Answer** by the separating form of GJK (the thesis' Algorithm 4): the run ends at the first direction that
//! separates them, or when the point nearest to the origin is at the origin. Either is a proof that two support calls
//! can check. Where they are within rounding of touching, they count as touching.

use super::QuerySpace;
use crate::gjk::{Gjk, Goal, MAX_STEPS};
use crate::math::Vector;
use crate::pair::Prepared;
use crate::shape::{Shape, Space};

/// Whether two shapes meet, with the proof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict<V> {
    /// They are apart: along `axis` (from A to B, unit) all of B lies beyond all of A.
    Apart {
        /// The separating direction.
        axis: V,
    },
    /// They meet: `point` is in both, within rounding.
    Meet {
        /// The common point.
        point: V,
    },
}

/// Whether two shapes meet. Touching counts.
#[inline]
pub fn intersects<A: Shape<V: QuerySpace>, B: Shape<V = A::V>>(a: &A, b: &B) -> bool {
    let prepared = Prepared::new(&a.parts(), &b.parts());
    let goal = goal(&prepared);
    Gjk::<<A::V as Space>::Wide>::new().run(&prepared.pair, &goal, &mut ()).lower <= goal.far
}

/// Whether two shapes meet, with the proof. Touching counts.
pub fn intersection<A: Shape<V: QuerySpace>, B: Shape<V = A::V>>(a: &A, b: &B) -> Verdict<A::V> {
    let prepared = Prepared::new(&a.parts(), &b.parts());
    let goal = goal(&prepared);
    let mut gjk = Gjk::<<A::V as Space>::Wide>::new();
    let found = gjk.run(&prepared.pair, &goal, &mut ());
    if found.lower > goal.far {
        return Verdict::Apart { axis: prepared.frame.direction(found.axis.unit()) };
    }
    // Between the nearest points of the cores, at a place within both balls.
    let (point_a, point_b) = gjk.simplex().witnesses();
    let radii = prepared.radius_a + prepared.radius_b;
    let share = if radii > 0.0 { prepared.radius_a / radii } else { 0.5 };
    Verdict::Meet { point: prepared.frame.point(point_a + (point_b - point_a) * share) }
}

/// To know whether the cores are farther apart than the balls reach, beyond rounding.
#[inline(always)]
fn goal<V: QuerySpace>(prepared: &Prepared<'_, V>) -> Goal<f64> {
    let limit = prepared.radius_a + prepared.radius_b + prepared.pair.rounding;
    Goal { far: limit, near: limit, gap: 0.0, steps: MAX_STEPS }
}
