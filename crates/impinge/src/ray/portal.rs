//! The points of a shape through which a line passes; see [`super::front`] for the context and the symbols.
//!
//! **Rounding.** A portal on a rounded edge is long and thin, one on a smooth place is tiny. So nothing is computed from
//! coordinates that could be computed from differences, every barycentric coordinate is computed on its own side of the
//! triangle, and the plane is built on the shortest side. The remaining error is in the bounds, see [`Crossing`]; they hold for
//! points that are each displaced by no more than [`Portal::grain`], whatever the portal's shape.

use crate::math::{Each, Real, Vec2, Vector};
use crate::observe::Status;
use crate::shape::Id;

/// A point of the shape as seen along the line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// y; in the plane its second component is 0.
    pub(super) beside: Vec2<f64>,
    /// τ.
    pub(super) depth: f64,
    /// The id given by its support call.
    pub(super) id: Id,
}

impl Spot {
    /// Whether two are the same place, regardless of their ids.
    #[inline(always)]
    fn is(&self, other: &Self) -> bool {
        self.beside == other.beside && self.depth == other.depth
    }
}

/// 1 / |n·d| of a plane of this slope: the factor by which a displacement of the plane moves its crossing with the line.
#[inline(always)]
pub(super) fn steepness(slope: Vec2<f64>) -> f64 {
    Real::sqrt(1.0 + slope.norm_squared())
}

/// Crossing of a portal's plane with the line.
///
/// A point of the portal that is on the line is a mean of the portal's points, Σ λ y = 0 with λ >= 0. So its τ is the same
/// mean of the heights τ + u·y, for any u, and no more than the greatest of them: a bound that does not depend on how well
/// u solves for the plane. A portal that is long and thin has a poor u, and a bound to match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// u.
    pub(super) slope: Vec2<f64>,
    /// τ + u·y of the portal's points.
    heights: [f64; 3],
    /// The greatest of the heights.
    pub(super) top: f64,
    /// Whether the line passes inside all sides by more than rounding.
    pub(super) within: bool,
}

/// Greatest minus least.
#[inline(always)]
fn spread([a, b, c]: [f64; 3]) -> f64 {
    Real::max(a, Real::max(b, c)) - Real::min(a, Real::min(b, c))
}

/// Two points around the line in the plane, three in space.
pub(super) struct Portal {
    /// In the plane the last two are the same, and the first is on the negative side.
    spots: [Spot; 3],
    /// Whether there are only two points.
    planar: bool,
    /// See [`Line::grain`](super::Line::grain).
    grain: f64,
    /// The [parts](Self::parts) of the line's place, with the sign that makes them positive.
    shares: [f64; 3],
    /// The sign that makes them positive.
    sign: f64,
    /// Rounding of the parts of the area (in the plane, of the length): the side on which a part stands, times
    /// the grain.
    noise: [f64; 3],
}

impl Portal {
    #[inline(always)]
    pub(super) fn new(spots: [Spot; 3], planar: bool, grain: f64) -> Self {
        let mut portal = Self { spots, planar, grain, shares: [0.0; 3], sign: 1.0, noise: [grain; 3] };
        portal.measure();
        portal
    }

    pub(super) fn spots(&self) -> &[Spot; 3] {
        &self.spots
    }

    /// Recomputes the shares and their noise.
    #[inline(always)]
    fn measure(&mut self) {
        let parts = self.parts(Vec2::ZERO);
        self.sign = Real::sign_of(parts[0] + parts[1] + parts[2], 1.0);
        self.shares = parts.each(|part| part * self.sign);
        if !self.planar {
            let [a, b, c] = self.spots.each(|s| s.beside);
            self.noise = [c - b, a - c, b - a].each(|side| self.grain * side.sum_abs());
        }
    }

    /// Barycentric coordinates of a place, times the portal's area (length in the plane), all with the sign of the area. Each is
    /// computed on its own side of the triangle, so that they are accurate for a long and thin portal too.
    #[inline(always)]
    fn parts(&self, p: Vec2<f64>) -> [f64; 3] {
        let [a, b, c] = self.spots.each(|s| s.beside);
        if self.planar {
            return [b.x - p.x, p.x - a.x, 0.0];
        }
        [(c - b).perp_dot(p - b), (a - c).perp_dot(p - c), (b - a).perp_dot(p - a)]
    }

    /// Whether it has an area, and the line passes through, within rounding.
    #[inline(always)]
    pub(super) fn is_around(&self) -> bool {
        let (parts, noise) = (self.shares, self.noise);
        let through = (0..3).all(|i| parts[i] >= -noise[i]);
        through && parts[0] + parts[1] + parts[2] > Real::max(noise[0], Real::max(noise[1], noise[2]))
    }

    /// Distance from the line of the point given by the shares.
    pub(super) fn off(&self) -> f64 {
        let shares = self.shares.each(|part| Real::max(part, 0.0));
        let whole = 1.0 / (shares[0] + shares[1] + shares[2]);
        let [a, b, c] = self.spots.each(|s| s.beside);
        ((a * shares[0] + b * shares[1] + c * shares[2]) * whole).norm()
    }

    /// The longest of the sides.
    pub(super) fn longest_side(&self) -> Vec2<f64> {
        let [a, b, c] = self.spots.each(|s| s.beside);
        let longer = |p: Vec2<f64>, q: Vec2<f64>| if p.norm() > q.norm() { p } else { q };
        longer(b - a, longer(c - b, a - c))
    }

    /// The plane through the portal, and its crossing with the line. `None` if the portal has no area, or the line does not pass
    /// through it, beyond rounding.
    #[inline(always)]
    pub(super) fn plane(&self) -> Option<Crossing> {
        if !self.is_around() {
            return None;
        }
        let (parts, noise) = (self.shares, self.noise);
        // From a corner of the shortest side, whose differences are the most exact.
        let first = if noise[0] < noise[1] && noise[0] < noise[2] {
            1
        } else if noise[1] < noise[2] {
            2
        } else {
            0
        };
        let [a, b, c] = [0, 1, 2].each(|i| self.spots[(first + i) % 3]);
        let (ab, ac) = (b.beside - a.beside, c.beside - a.beside);
        // u·ab = −rise_b, u·ac = −rise_c.
        let solve = |rise_b: f64, rise_c: f64| {
            if self.planar {
                Vec2::new(-rise_b / ab.x, 0.0)
            } else {
                (ac.perp() * rise_b - ab.perp() * rise_c) * (1.0 / ab.perp_dot(ac))
            }
        };
        let mut slope = solve(b.depth - a.depth, c.depth - a.depth);
        let mut heights = self.heights(slope);
        if spread(heights) > self.grain {
            // Long and thin: once more, with the residual.
            let [a, b, c] = [0, 1, 2].each(|i| heights[(first + i) % 3]);
            slope += solve(b - a, c - a);
            heights = self.heights(slope);
        }
        let top = Real::max(heights[0], Real::max(heights[1], heights[2]));
        let within = (0..if self.planar { 2 } else { 3 }).all(|i| parts[i] > noise[i]);
        (slope.is_finite() && Real::is_finite(top)).then_some(Crossing { slope, heights, top, within })
    }

    /// The mean of a crossing's heights, weighted by the shares at the crossing with the line.
    #[inline(always)]
    pub(super) fn mean(&self, crossing: &Crossing) -> f64 {
        let (shares, heights) = (self.shares.each(|part| Real::max(part, 0.0)), crossing.heights);
        let whole = 1.0 / (shares[0] + shares[1] + shares[2]);
        (shares[0] * heights[0] + shares[1] * heights[1] + shares[2] * heights[2]) * whole
    }

    /// τ + u·y of the three points.
    #[inline(always)]
    fn heights(&self, slope: Vec2<f64>) -> [f64; 3] {
        self.spots.each(|s| s.depth + slope.dot(s.beside))
    }

    /// The points' ids and their shares λ of the crossing with the line. A share that rounding made negative counts as 0, so
    /// that the shares make a point between the points.
    pub(super) fn shares(&self) -> [(Id, f64); 3] {
        let parts = self.shares.each(|part| Real::max(part, 0.0));
        let sum = parts[0] + parts[1] + parts[2];
        [0, 1, 2].each(|i| (self.spots[i].id, parts[i] / sum))
    }

    /// Replaces a point by the given one: the point whose share λ of the line runs out first as the new one's grows, that is, with the
    /// least λ/α, where α are the barycentric coordinates of the new point. An α within rounding of 0 would leave a portal without
    /// area. Returns false if none can be replaced, or the new point is there already.
    #[inline(always)]
    pub(super) fn admit(&mut self, spot: Spot) -> bool {
        if self.spots.iter().any(|s| s.is(&spot)) {
            return false;
        }
        let own = self.parts(spot.beside);
        let (mut leaves, mut least) = (None, f64::INFINITY);
        for (i, part) in own.into_iter().enumerate().take(if self.planar { 2 } else { 3 }) {
            let alpha = part * self.sign;
            if alpha > self.noise[i] {
                let ratio = Real::max(self.shares[i], 0.0) / alpha;
                if ratio < least {
                    (least, leaves) = (ratio, Some(i));
                }
            }
        }
        let Some(i) = leaves else { return false };
        self.spots[i] = spot;
        if self.planar && i == 1 {
            self.spots[2] = spot;
        }
        self.measure();
        true
    }
}

/// f(0), with bounds that hold regardless of rounding.
pub(super) struct EntryBounds {
    pub(super) lower: f64,
    pub(super) upper: f64,
    /// The crossing that gave the upper bound, and the portal.
    pub(super) value: f64,
    pub(super) spots: [Spot; 3],
    /// u of the lower bound.
    pub(super) slope: Vec2<f64>,
    /// The steepness of `slope`.
    pub(super) steep: f64,
    pub(super) calls: u32,
    pub(super) status: Status,
    /// The upper bound given by the best portal through one of whose sides the line passes, within rounding, and that portal.
    pub(super) side: f64,
    pub(super) side_spots: [Spot; 3],
}
