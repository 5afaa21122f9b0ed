//! Swept GJK: depths of shapes grown by balls, from the distance of the shapes without them.
//!
//! **Answers** whether two shapes, each grown by a ball, intersect, and how deep. Use it for simulations, where bodies
//! rest on one another within the radii of these balls: the depth then costs no more than a distance. Spheres, capsules
//! and all other shapes with a ball are treated in the same way.
//!
//! **Source.** Olvång's thesis, section 2.3.4, Algorithm 5; section 3.3, `collision`.
//!
//! | symbol | meaning |
//! |---|---|
//! | r | radius of the ball that is added to each shape; here one for each, r_A + r_B stands for 2r |
//! | v | the point of B − A nearest to the origin, without the balls |
//! | s | signed distance of the shapes without the balls: \|v\|, or minus the depth from the deep routine |
//!
//! The grown shapes have the signed distance s − 2r, so their depth is 2r − s: **shallow**, 2r − \|v\|, if the shapes
//! themselves are apart; **deep**, 2r + depth, if they intersect.
//!
//! **Guarantee.** [`Depth::depth`] is an interval that contains the depth, except for [`Obstacle::rounding`]: the
//! bounds of the distance, or those of the deep routine, measured from 2r.
//!
//! **Cost.** One run of GJK that ends as soon as the distance is known to exceed 2r; the deep routine if the shapes
//! themselves intersect.
//!
//! **Failure.** [`Swept::Undecided`] if rounding leaves open whether the distance exceeds 2r, as the thesis observed
//! with Johnson's algorithm in single precision; the number of steps is bounded.
//!
//! **Misprints.** Algorithm 5, line 16, returns the depth of the shapes without the balls, which is 2r too little: the
//! depth would jump by 2r at the transition from shallow to deep. Line 13 stops when \|v\| changes by less than eps,
//! which says nothing about the remaining distance; here the gap between the bounds decides. The text has (2r − d)·v
//! with v unit, the thesis' v being a point of A − B.

use super::{Gjk, Goal, MAX_STEPS, Simplex, SubAlgorithm};
use crate::math::{Each, Real, Vector};
use crate::observe::Observer;
use crate::pair::Obstacle;

/// Penetration depth of two shapes, with its direction and witness points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth<V: Vector> {
    /// Direction in which B separates from A soonest: unit, from A to B.
    pub normal: V,
    /// Bounds on the depth, the smaller first. Moving B along `normal` by the second separates them.
    pub depth: [V::Scalar; 2],
    /// The point of A deepest in B.
    pub point_a: V,
    /// The point of B deepest in A.
    pub point_b: V,
}

/// Result of swept GJK on the grown shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Swept<V: Vector> {
    /// They do not intersect.
    Apart {
        /// Separating axis, unit, from A to B.
        axis: V,
        /// Separation along the axis.
        separation: V::Scalar,
    },
    /// They intersect, but not without the balls.
    Shallow(Depth<V>),
    /// They intersect even without the balls.
    Deep(Depth<V>),
    /// Neither could be proved.
    Undecided {
        /// Lower bound on the distance.
        lower: V::Scalar,
        /// Upper bound on the distance.
        upper: V::Scalar,
    },
}

/// Swept SA-GJK (the thesis' Algorithm 5): do A grown by a ball of `radii[0]` and B by one of `radii[1]` intersect, and how deep?
///
/// A shallow depth is found to within `eps`, or as well as rounding allows. `deep` receives the obstacle and a simplex
/// that contains or touches the origin, and returns the depth of the shapes without the balls: EPA does. `gjk` provides
/// the initial axis and keeps the one found.
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

/// The depth of grown shapes from that of the shapes: 2r more, with the points on the balls. It is not negative:
/// touching within rounding counts as intersecting.
#[inline]
fn grown<V: Vector>(core: Depth<V>, [a, b]: [V::Scalar; 2]) -> Depth<V> {
    Depth {
        normal: core.normal,
        depth: core.depth.each(|d| (d + a + b).max(V::Scalar::ZERO)),
        point_a: core.point_a + core.normal * a,
        point_b: core.point_b - core.normal * b,
    }
}
