//! Newton refinement along a ridge: the last digits of a direction at which the support point jumps.
//!
//! **Answers** which unit n near a given one makes g(n) largest, if that is between two smooth branches of support
//! points, as at a generator of a cone, an edge of a box or the side of a cylinder against something round. There
//! [`climb`](super::climb) makes no progress, and GJK and EPA gain a factor of 2 to 4 per step.
//!
//! **Source.** Newton's method for the conditions that the best n satisfies: both branches are level, and a point of
//! the edge between them lies on n itself.
//!
//! | symbol | meaning |
//! |---|---|
//! | w₁, w₂ | the support points of B − A along −n on either branch; g(n) is the smaller of n·w₁ and n·w₂ |
//! | e | w₁ − w₂; n stays perpendicular to it |
//! | q | the point of the edge with e·q = 0 |
//! | t | n × e/\|e\|, the only direction left for n to turn |
//! | d | rate at which q turns with n along t: the mean of both branches |
//!
//! Along a turn x of n, q·t changes by (d − g) x. The turn of e itself makes only a second-order difference.
//!
//! A branch is evaluated by leaning n to its side, by less and less.
//!
//! **Guarantee.** As for [`climb`](super::climb): the returned g is the value of a support call. The ends are points of
//! B − A, and so is q.
//!
//! **Cost.** Two support calls for d, two for each step and one at the end: usually 9, at most [`MAX_RIDGE_CALLS`].
//!
//! **Failure.** If the best direction is at a corner or a face, or the ends are not on two branches, none is returned,
//! usually after 4 calls.

use super::{Attempt, LONGEST, PROBE, Tangents};
use crate::math::{Each, Real, Vector};
use crate::pair::{Obstacle, Vertex};

/// Limit on steps: each squares the error, from a few degrees on.
const STEPS: u32 = 5;

/// Limit on support calls.
pub const MAX_RIDGE_CALLS: u32 = 2 + 3 * STEPS;

/// Initial lean of n to the side of a branch, as an angle: as much as n may be off.
const FIRST_LEAN: f64 = 1.0 / 32.0;

/// Final lean. Its square, by which the ends found in this way are too high, is below rounding; the lean itself is not.
const LAST_LEAN: f64 = 1.0 / (1 << 25) as f64;

/// The best direction found at a ridge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ridge<V: Vector> {
    /// Unit vector of the direction.
    pub normal: V,
    /// g of the direction.
    pub separation: V::Scalar,
    /// The support point of the direction.
    pub vertex: Vertex<V>,
    /// A point on either branch.
    pub ends: [Vertex<V>; 2],
    /// The weight of the first end in q, between 0 and 1.
    pub share: V::Scalar,
    /// Predicted gain of further steps, as far as the curvature shows.
    pub to_gain: V::Scalar,
    /// Number of support calls of B − A.
    pub calls: u32,
}

impl<V: Vector> Ridge<V> {
    /// The points of A and of B that make q.
    pub fn points(&self) -> (V, V) {
        let [p, q] = &self.ends;
        let mean = |p: V, q: V| q + (p - q) * self.share;
        (mean(p.a, q.a), mean(p.b(), q.b()))
    }
}

/// Climbs from the unit direction `normal` near an edge of B − A with these ends, until at most `enough` can be gained.
#[inline(never)]
pub fn climb_ridge<V: Tangents>(
    obstacle: &impl Obstacle<V>,
    normal: V,
    mut ends: [Vertex<V>; 2],
    enough: V::Scalar,
) -> Attempt<Ridge<V>> {
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
        // Each is still on its own branch, and neither is at both ends.
        let kept = (a - old_a).norm_squared() < (a - old_b).norm_squared()
            && (b - old_b).norm_squared() < (b - old_a).norm_squared()
            && (a - b).norm_squared() > before.length * before.length * V::Scalar::of(0.25);
        if !kept {
            return Attempt::InVain { calls };
        }
        let edge = Edge::of(&found);
        let t = n.third(edge.along);
        let share = -b.dot(edge.along) / edge.length;
        if t == V::ZERO || !(share > zero && share < one) {
            return Attempt::InVain { calls };
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
        // How much more steeply the edge falls off than n turns: above 0 at a best direction.
        let steep = height - bend;
        if steep <= zero {
            return Attempt::InVain { calls };
        }
        let turn = beside / steep;
        let to_gain = beside * turn * V::Scalar::HALF;
        if to_gain <= enough * V::Scalar::HALF && lean * lean * obstacle.size() <= enough {
            let vertex = obstacle.support(-n, &ends[0]);
            calls += 1;
            let separation = n.dot(vertex.point);
            let to_gain = to_gain + (height - separation).max(zero);
            if to_gain <= enough {
                return Attempt::Proven(Ridge { normal: n, separation, vertex, ends, share, to_gain, calls });
            }
        }
        if turn.abs() > V::Scalar::of(LONGEST) {
            return Attempt::InVain { calls };
        }
        n = (n + t * turn).unit();
        lean = (lean * lean + turn * turn).max(V::Scalar::of(LAST_LEAN)).min(lean);
    }
    Attempt::InVain { calls }
}

/// The edge between the ends.
struct Edge<V: Vector> {
    /// Unit vector from the second to the first.
    along: V,
    length: V::Scalar,
}

impl<V: Vector> Edge<V> {
    fn of(ends: &[Vertex<V>; 2]) -> Self {
        let way = ends[0].point - ends[1].point;
        let length = way.norm();
        Self { along: way * (V::Scalar::ONE / length), length }
    }

    /// The direction nearest to n that is perpendicular to the edge.
    fn level(&self, n: V) -> V {
        (n - self.along * n.dot(self.along)).unit()
    }
}
