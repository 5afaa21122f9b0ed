//! Separating axis test of two rectangles in the plane (4 axes).
//!
//! **Answers** whether they intersect ([`Rectangles::meet`]), and their signed distance if the best of the four axes
//! gives it ([`Rectangles::signed_distance`]): if they overlap, unless no points match it within rounding, and if they
//! are apart with a corner before a side. Half extents may be zero: a segment is a rectangle too.
//!
//! This is the planar case of [`Cuboids`](super::Cuboids), with its guarantees: B − A is a sum of four segments, the
//! sides of A and B, and its sides are parallel to these; so only the four normals of sides can be nearest to an origin
//! inside.
//!
//! | symbol | meaning |
//! |---|---|
//! | o | B's center |
//! | rⱼ | the axes of B |
//! | a, b | the half extents |
//!
//! **Cost.** 10 to 30 ns.

use super::{Answer, Closed, SAME_DIRECTION_SQUARED, Settled, TIE};
use crate::math::{Real, Rot2, Vec2, Vector};

/// Tolerance as for boxes: the fraction of the pair's rounding that counts as level or as on a rim.
const LEVEL: f64 = 0.25;

/// Two rectangles in A's frame: A about the origin, B rotated by `turn` and moved by `offset`.
#[derive(Clone, Copy, Debug)]
pub struct Rectangles<'a> {
    /// Half extents of A.
    pub half_a: &'a Vec2<f64>,
    /// Half extents of B.
    pub half_b: &'a Vec2<f64>,
    /// Rotation of B.
    pub turn: &'a Rot2<f64>,
    /// Position of B's center.
    pub offset: &'a Vec2<f64>,
    /// Bound on the error of a g, [`crate::pair::Pair::rounding`].
    pub rounding: f64,
}

impl Rectangles<'_> {
    /// Whether the rectangles come within `margin` (not negative: the sum of the radii of their balls) of one another.
    /// Touching within rounding counts. `None` if the axes cannot tell.
    #[inline]
    pub fn meet(&self, margin: f64) -> Option<bool> {
        let limit = margin + self.rounding;
        let (index, value) = self.best(&self.separations());
        if value > limit {
            return Some(false);
        }
        // `value` may be a tie below the largest.
        if value < -2.0 * self.rounding {
            return Some(true);
        }
        self.witnesses(index, self.normal(index), value).map(|_| true)
    }

    /// The signed distance, if the best of the four axes gives it. Of axes that are equally good within rounding the
    /// first is taken, in the order A's x, A's y, B's x, B's y; of opposite directions the axis itself.
    /// [`Answer::Start`] has the best axis, unit: it separates the rectangles, or they touch within rounding.
    #[inline]
    pub fn signed_distance(&self) -> Answer<Vec2<f64>> {
        let g = self.separations();
        self.answer(&g, self.best(&g))
    }

    /// The signed distance of rectangles that overlap, or touch within rounding with two points that show it. Otherwise
    /// it is open, with the result of [`signed_distance`](Self::signed_distance) unless an axis separates them.
    #[inline]
    pub fn overlap(&self) -> Settled<Vec2<f64>> {
        let g = self.separations();
        let best = self.best(&g);
        if best.1 > self.rounding {
            return Settled::Open(None);
        }
        match self.answer(&g, best) {
            Answer::Exact(found) => Settled::Exact(found),
            start => Settled::Open(Some(start)),
        }
    }

    fn answer(&self, g: &[f64; 4], (index, value): (usize, f64)) -> Answer<Vec2<f64>> {
        let normal = self.normal(index);
        let Some((point_a, point_b)) = self.witnesses(index, normal, value) else {
            return Answer::Start(normal);
        };
        let tie = TIE * self.rounding;
        let rival = |k: usize| {
            k != index && g[k] >= value - tie && sine_squared(self.axis(k), normal) > SAME_DIRECTION_SQUARED
        };
        let opposite = Real::abs(normal.dot(*self.offset)) <= tie;
        let ambiguous = value <= tie && (opposite || (0..4).any(rival));
        Answer::Exact(Closed { value, normal, point_a, point_b, ambiguous })
    }

    /// g of the four axes: |n·o| − Σ aᵢ|n·eᵢ| − Σ bⱼ|n·rⱼ|.
    #[inline(always)]
    fn separations(&self) -> [f64; 4] {
        let (o, a, b) = (self.offset, self.half_a, self.half_b);
        let (c, s) = (self.turn.cos(), self.turn.sin());
        let (p, q) = (c.abs(), s.abs());
        [
            o.x.abs() - a.x - (b.x * p + b.y * q),
            o.y.abs() - a.y - (b.x * q + b.y * p),
            Real::abs(c * o.x + s * o.y) - b.x - (a.x * p + a.y * q),
            Real::abs(c * o.y - s * o.x) - b.y - (a.x * q + a.y * p),
        ]
    }

    /// The axis with the largest g, and that g. A later axis must be better by more than a tie.
    #[inline(always)]
    fn best(&self, g: &[f64; 4]) -> (usize, f64) {
        let tie = TIE * self.rounding;
        let (mut index, mut value) = (0, g[0]);
        for (k, &other) in g.iter().enumerate().skip(1) {
            if other > value + tie {
                (index, value) = (k, other);
            }
        }
        (index, value)
    }

    #[inline]
    fn axis(&self, index: usize) -> Vec2<f64> {
        match index {
            0 | 1 => Vec2::axis(index),
            _ => self.turn.rotate(Vec2::axis(index - 2)),
        }
    }

    /// The axis as a unit vector from A to B.
    #[inline]
    fn normal(&self, index: usize) -> Vec2<f64> {
        let axis = self.axis(index);
        if axis.dot(*self.offset) < 0.0 { -axis } else { axis }
    }

    /// Points of A and B that differ by `value` × `normal` within rounding.
    #[inline]
    fn witnesses(&self, index: usize, normal: Vec2<f64>, value: f64) -> Option<(Vec2<f64>, Vec2<f64>)> {
        let (a, b) = if index < 2 {
            self.below_side(index, normal.get(index) < 0.0)?
        } else {
            let turn = self.turn.inverse();
            let offset = -turn.rotate(*self.offset);
            let seen_from_b = Rectangles {
                half_a: self.half_b,
                half_b: self.half_a,
                turn: &turn,
                offset: &offset,
                rounding: self.rounding,
            };
            let (b, a) = seen_from_b.below_side(index - 2, normal.dot(self.axis(index)) > 0.0)?;
            (self.turn.rotate(a) + *self.offset, self.turn.rotate(b) + *self.offset)
        };
        let off = b - a - normal * value;
        (off.sum_abs() <= self.rounding).then_some((a, b))
    }

    /// The points for A's side along axis i, on the negative side if `negative`: the lower end of B's side that faces
    /// it most directly, clipped to A's side, or the middle if it is level.
    #[inline]
    fn below_side(&self, i: usize, negative: bool) -> Option<(Vec2<f64>, Vec2<f64>)> {
        let level = LEVEL * self.rounding;
        let sign = if negative { -1.0 } else { 1.0 };
        let k = 1 - i;
        let r = [self.turn.rotate(Vec2::axis(0)), self.turn.rotate(Vec2::axis(1))];
        let m = usize::from(r[1].get(i).abs() > r[0].get(i).abs());
        let p = 1 - m;
        let middle = *self.offset + r[m] * Real::sign_of(-sign * r[m].get(i), self.half_b.get(m));
        // Points of B's side: along A's side u0 + t du, at heights that rise by t dw, t within ± the half extent.
        let (u0, du) = (middle.get(k), r[p].get(k));
        let (dw, h) = (sign * r[p].get(i), self.half_b.get(p));
        let limit = self.half_a.get(k) + level;
        let ends = [(-limit - u0) / du, (limit - u0) / du];
        let (low, high) = if du == 0.0 {
            (-h, h)
        } else {
            (Real::max(Real::min(ends[0], ends[1]), -h), Real::min(Real::max(ends[0], ends[1]), h))
        };
        if low > high || (du == 0.0 && u0.abs() > limit) {
            return None;
        }
        let t = if Real::abs((high - low) * dw) <= level {
            0.5 * (low + high)
        } else if dw > 0.0 {
            low
        } else {
            high
        };
        let point_b = middle + r[p] * t;
        let half = self.half_a.get(k);
        let along = Real::min(Real::max(point_b.get(k), -half), half);
        Some((Vec2::axis(k) * along + Vec2::axis(i) * (sign * self.half_a.get(i)), point_b))
    }
}

/// Squared sine of the angle of two unit vectors.
#[inline]
fn sine_squared(a: Vec2<f64>, b: Vec2<f64>) -> f64 {
    let sine = a.perp_dot(b);
    sine * sine
}
