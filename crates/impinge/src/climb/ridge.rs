//! The last digits of a direction where the support point jumps: Newton's method along a ridge.
//!
//! **Answers** which unit n near a given one makes g(n) largest, where that is between two smooth branches of support
//! points, as at a generator of a cone, an edge of a box or the side of a cylinder against something round. There
//! [`climb`](super::climb) gets nowhere, and GJK and EPA gain a factor of 2 to 4 per step.
//!
//! **Source.** Newton's method for the conditions that the best n fulfills: both branches are level, and a point of the
//! edge between them lies on n itself.
//!
//! | symbol | meaning |
//! |---|---|
//! | w₁, w₂ | the support points of B − A against n on either branch; g(n) is the lesser of n·w₁ and n·w₂ |
//! | e | w₁ − w₂; n stays at a right angle to it |
//! | q | the point of the edge with e·q = 0 |
//! | t | n × e/\|e\|, the one way that is left for n to turn |
//! | d | how q turns with n along t: the mean of both branches |
//!
//! Along a turn x of n, q·t changes by (d − g) x. That e turns too makes a difference of second order only.
//!
//! A branch is asked for by leaning n to its side, by less and less.
//!
//! **Guarantee.** That of [`climb`](super::climb): the g returned is the value of a support call. The ends are points of
//! B − A, and so is q.
//!
//! **Cost.** Two support calls for d, two for each step and one at the end: 9 as a rule, at most [`MAX_RIDGE_CALLS`].
//!
//! **Failure.** Where the best direction is at a corner or a face, or the ends are not on two branches, none is returned,
//! after 4 calls as a rule.

use super::{LONGEST, PROBE, Tangents};
use crate::math::{Each, Real, Vector};
use crate::pair::{Obstacle, Vertex};

/// Steps at most: each squares the error, from a few degrees on.
const STEPS: u32 = 5;

/// Support calls at most.
pub const MAX_RIDGE_CALLS: u32 = 2 + 3 * STEPS;

/// How far n leans at first to the side of a branch, as an angle: as much as n may be off.
const FIRST_LEAN: f64 = 1.0 / 32.0;

/// How far it leans at last. Its square, by which ends found so are too high, is below rounding; the lean itself is not.
const LAST_LEAN: f64 = 1.0 / (1 << 25) as f64;

/// The best direction found at a ridge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ridge<V: Vector> {
    /// Unit.
    pub normal: V,
    /// g of it.
    pub separation: V::Scalar,
    /// Its support point.
    pub vertex: Vertex<V>,
    /// A point on either branch.
    pub ends: [Vertex<V>; 2],
    /// The weight of the first end in q, between 0 and 1.
    pub share: V::Scalar,
    /// What further steps would gain, as far as the curvature shows.
    pub to_gain: V::Scalar,
    /// Support calls of B − A.
    pub calls: u32,
}

impl<V: Vector> Ridge<V> {
    /// The point of A and that of B that make q.
    pub fn points(&self) -> (V, V) {
        let [p, q] = &self.ends;
        let mean = |p: V, q: V| q + (p - q) * self.share;
        (mean(p.a, q.a), mean(p.b(), q.b()))
    }
}

/// Climbs from the unit direction `normal` near an edge of B − A with these ends, until no more than `enough` can be
/// gained. Where that is not reached, only how many calls were made is said.
#[inline(never)]
pub fn climb_ridge<V: Tangents>(
    obstacle: &impl Obstacle<V>,
    normal: V,
    mut ends: [Vertex<V>; 2],
    enough: V::Scalar,
) -> Result<Ridge<V>, u32> {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let probe = V::Scalar::of(PROBE);
    let mut lean = V::Scalar::of(FIRST_LEAN);
    let mut n = normal;
    let mut calls = 0;
    let mut bend = None;
    for _ in 0..STEPS {
        let before = Edge::of(&ends);
        n = before.level(n);
        let ask = |n: V| {
            [n - before.along * lean, n + before.along * lean].each(|n| obstacle.support(-n, &ends[0]))
        };
        let found = ask(n);
        calls += 2;
        let [a, b] = [0, 1].each(|i| found[i].point);
        let [old_a, old_b] = [0, 1].each(|i| ends[i].point);
        // Each on its own branch still, and none of them at both ends.
        let kept = (a - old_a).norm_squared() < (a - old_b).norm_squared()
            && (b - old_b).norm_squared() < (b - old_a).norm_squared()
            && (a - b).norm_squared() > before.length * before.length * V::Scalar::of(0.25);
        if !kept {
            return Err(calls);
        }
        let edge = Edge::of(&found);
        let t = n.third(edge.along);
        let share = -b.dot(edge.along) / edge.length;
        if t == V::ZERO || !(share > zero && share < one) {
            return Err(calls);
        }
        let bend = *bend.get_or_insert_with(|| {
            let turned = ask(n + t * probe);
            calls += 2;
            let [by_a, by_b] = [0, 1].each(|i| (turned[i].point - found[i].point).dot(t) / probe);
            (by_a * share + by_b * (one - share)).min(zero)
        });
        ends = found;
        n = edge.level(n);
        let q = b + (a - b) * share;
        let (height, beside) = (q.dot(n), q.dot(t));
        // How much steeper the edge falls off than n turns: above 0 at a best direction.
        let steep = height - bend;
        if steep <= zero {
            return Err(calls);
        }
        let turn = beside / steep;
        let to_gain = beside * turn * V::Scalar::HALF;
        if to_gain <= enough * V::Scalar::HALF && lean * lean * obstacle.size() <= enough {
            let vertex = obstacle.support(-n, &ends[0]);
            calls += 1;
            let separation = n.dot(vertex.point);
            let to_gain = to_gain + (height - separation).max(zero);
            if to_gain <= enough {
                return Ok(Ridge { normal: n, separation, vertex, ends, share, to_gain, calls });
            }
        }
        if turn.abs() > V::Scalar::of(LONGEST) {
            return Err(calls);
        }
        n = (n + t * turn).unit();
        lean = (lean * lean + turn * turn).max(V::Scalar::of(LAST_LEAN)).min(lean);
    }
    Err(calls)
}

/// The edge between the ends.
struct Edge<V: Vector> {
    /// Unit, from the second to the first.
    along: V,
    length: V::Scalar,
}

impl<V: Vector> Edge<V> {
    fn of(ends: &[Vertex<V>; 2]) -> Self {
        let way = ends[0].point - ends[1].point;
        let length = way.norm();
        Self { along: way * (V::Scalar::ONE / length), length }
    }

    /// The direction nearest to n at a right angle to the edge.
    fn level(&self, n: V) -> V {
        (n - self.along * n.dot(self.along)).unit()
    }
}
