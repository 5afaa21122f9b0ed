//! Swept GJK: depths of shapes grown by balls, by the distance of the shapes without them.
//!
//! **Answers** whether two shapes, each grown by a ball, meet, and how deep. Take it for simulations, where bodies rest on one
//! another within the radii of these balls: the depth then costs no more than a distance. Spheres, capsules and all other shapes
//! with a ball are treated in the same way.
//!
//! **Source.** Olvång's thesis, section 2.3.4, Algorithm 5; section 3.3, `collision`.
//!
//! | symbol | meaning |
//! |---|---|
//! | r | radius of the ball that is added to each shape; here one for each, r_A + r_B stands for 2r |
//! | v | the point of B − A nearest to the origin, without the balls |
//! | s | signed distance of the shapes without the balls: \|v\|, or minus the depth that the deep routine finds |
//!
//! The grown shapes have the signed distance s − 2r, so their depth is 2r − s: **shallow**, 2r − \|v\|, where the shapes
//! themselves are apart; **deep**, 2r + depth, where they meet.
//!
//! **Guarantee.** [`Depth::depth`] is an interval that holds the depth, but for [`Obstacle::rounding`]: the bounds of the
//! distance, or those of the deep routine, seen from 2r.
//!
//! **Cost.** One run of GJK that ends as soon as the distance is known to exceed 2r; the deep routine where the shapes
//! themselves meet.
//!
//! **Failure.** [`Swept::Undecided`] where rounding leaves open whether the distance exceeds 2r, as the thesis saw with
//! Johnson's algorithm in single precision; the number of steps is bounded.
//!
//! **Misprints.** Algorithm 5, line 16, returns the depth of the shapes without the balls, which is 2r too little: the
//! depth would jump by 2r where shallow becomes deep. Line 13 stops when \|v\| changes by less than eps, which says
//! nothing about the distance still to go; here the gap between the bounds decides. The text has (2r − d)·v with v
//! unit, the thesis' v being a point of A − B.

use super::{Gjk, Goal, MAX_STEPS, Simplex, SubAlgorithm};
use crate::math::{Each, Real, Vector};
use crate::observe::Observer;
use crate::pair::Obstacle;

/// How deep two shapes are in one another, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth<V: Vector> {
    /// Direction in which B leaves A soonest: unit, from A to B.
    pub normal: V,
    /// Bounds on the depth, the lesser first. Moving B along `normal` by the second separates them.
    pub depth: [V::Scalar; 2],
    /// The point of A farthest in B.
    pub point_a: V,
    /// The point of B farthest in A.
    pub point_b: V,
}

/// What swept GJK found of the grown shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Swept<V: Vector> {
    /// They do not meet.
    Apart {
        /// Separating axis, unit, from A to B.
        axis: V,
        /// How far it separates them.
        separation: V::Scalar,
    },
    /// They meet, but not without the balls.
    Shallow(Depth<V>),
    /// They meet even without the balls.
    Deep(Depth<V>),
    /// Neither could be proved.
    Undecided {
        /// Bound on the distance from below.
        lower: V::Scalar,
        /// Bound on the distance from above.
        upper: V::Scalar,
    },
}

/// Swept SA-GJK (the thesis' Algorithm 5): do A grown by a ball of `radii[0]` and B by one of `radii[1]` meet, and how deep?
///
/// A shallow depth is found to within `eps`, or as well as rounding allows. `deep` is given the obstacle and a simplex
/// that holds the origin or touches it, and returns the depth of the shapes without the balls: EPA does. `gjk` provides
/// the axis to begin with and keeps the one found.
#[inline]
pub fn swept_gjk<V: Vector, S: SubAlgorithm<V>, O: Obstacle<V>>(
    gjk: &mut Gjk<V, S>,
    obstacle: &O,
    radii: [V::Scalar; 2],
    eps: V::Scalar,
    deep: impl FnOnce(&O, &Simplex<V>) -> Depth<V>,
    observer: &mut impl Observer<V>,
) -> Swept<V> {
    let sum = radii[0] + radii[1];
    let rounding = obstacle.rounding();
    // Line 8: v·w > 2r |v|, beyond rounding. Line 13: |v| is zero, or the bounds met.
    let goal = Goal { far: sum + rounding, near: rounding, gap: eps, steps: MAX_STEPS };
    let found = gjk.run(obstacle, &goal, observer);
    if found.lower > goal.far {
        return Swept::Apart { axis: found.axis.unit(), separation: found.lower - sum };
    }
    if found.upper <= rounding {
        // Line 15, with the 2r that it forgets.
        return Swept::Deep(grown(deep(obstacle, gjk.simplex()), radii));
    }
    let (point_a, point_b) = gjk.simplex().witnesses();
    let finite = point_a.is_finite() && point_b.is_finite();
    if !(found.upper <= sum + rounding && finite) {
        return Swept::Undecided { lower: found.lower, upper: found.upper };
    }
    // Line 18: the depth of the shapes without the balls is minus their distance. The normal is the axis of the lower
    // bound, which proves the second bound of the depth.
    let depth = [-found.upper, -found.lower];
    Swept::Shallow(grown(Depth { normal: found.axis.unit(), depth, point_a, point_b }, radii))
}

/// The depth of grown shapes from that of the shapes: 2r more, and the points lie on the balls. Not below zero, by
/// which touching within rounding counts as meeting.
#[inline]
fn grown<V: Vector>(core: Depth<V>, [a, b]: [V::Scalar; 2]) -> Depth<V> {
    Depth {
        normal: core.normal,
        depth: core.depth.each(|d| (d + a + b).max(V::Scalar::ZERO)),
        point_a: core.point_a + core.normal * a,
        point_b: core.point_b - core.normal * b,
    }
}
