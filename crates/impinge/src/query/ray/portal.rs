//! The points of a shape through which a line passes; see [`super::front`] for what it is part of and its symbols.
//!
//! **Rounding.** A portal on a rounded edge is long and thin, one on a smooth place is tiny. So nothing is computed from
//! coordinates that could be computed from differences, every coordinate of a place is taken on its own side of the
//! triangle, and the plane is built on the shortest side. What is left is a displacement of the line by no more than
//! [`Portal::grain`], whatever the portal's form.

use crate::math::{Real, Vec2, Vector};
use crate::shape::Id;

/// A point of the shape as seen along the line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// y; in the plane its second component is 0.
    pub(super) beside: Vec2<f64>,
    /// τ.
    pub(super) depth: f64,
    /// As its support call named it.
    pub(super) id: Id,
}

impl Spot {
    /// Whether two are the same place, whatever they are called.
    #[inline(always)]
    fn is(&self, other: &Self) -> bool {
        self.beside == other.beside && self.depth == other.depth
    }
}

/// 1 / |n·d| of a plane of this slope: how much a displacement of the plane moves its crossing with the line.
#[inline(always)]
pub(super) fn steepness(slope: Vec2<f64>) -> f64 {
    Real::sqrt(1.0 + slope.norm_squared())
}

/// Two points around the line in the plane, three in space.
pub(super) struct Portal {
    /// In the plane the last two are the same, and the first is on the negative side.
    pub(super) spots: [Spot; 3],
    /// Whether there are two.
    pub(super) planar: bool,
    /// See [`Line::grain`](super::Line::grain).
    pub(super) grain: f64,
}

impl Portal {
    /// What rounding may do to the parts of the area (in the plane, of the length): the side that a part stands on, times
    /// the grain.
    #[inline(always)]
    fn noise(&self) -> [f64; 3] {
        let [a, b, c] = self.spots.map(|s| s.beside);
        if self.planar {
            return [self.grain; 3];
        }
        [c - b, a - c, b - a].map(|side| self.grain * side.sum_abs())
    }

    /// Barycentric coordinates of a place, times the portal's area (length in the plane), all of the area's sign. Each is
    /// taken on its own side of the triangle: so a portal that is long and thin has good ones too.
    #[inline(always)]
    fn parts(&self, p: Vec2<f64>) -> [f64; 3] {
        let [a, b, c] = self.spots.map(|s| s.beside);
        if self.planar {
            return [b.x - p.x, p.x - a.x, 0.0];
        }
        [(c - b).perp_dot(p - b), (a - c).perp_dot(p - c), (b - a).perp_dot(p - a)]
    }

    /// Slope of the plane through the portal, and where it crosses the line: τ + u·y is the same for all its points.
    /// `None` where it has no area, or the line does not pass through, beyond rounding.
    #[inline(always)]
    pub(super) fn plane(&self) -> Option<(Vec2<f64>, f64)> {
        let (parts, noise) = (self.parts(Vec2::ZERO), self.noise());
        let sum = parts[0] + parts[1] + parts[2];
        let sign = Real::sign_of(sum, 1.0);
        let through = (0..3).all(|i| parts[i] * sign >= -noise[i]);
        if !(through && sum * sign > Real::max(noise[0], Real::max(noise[1], noise[2]))) {
            return None;
        }
        // From a corner of the shortest side, whose differences are the most exact.
        let first = if noise[0] < noise[1] && noise[0] < noise[2] {
            1
        } else if noise[1] < noise[2] {
            2
        } else {
            0
        };
        let [a, b, c] = [0, 1, 2].map(|i| self.spots[(first + i) % 3]);
        let (ab, rise_b) = (b.beside - a.beside, b.depth - a.depth);
        let slope = if self.planar {
            Vec2::new(-rise_b / ab.x, 0.0)
        } else {
            // u·ab = −rise_b, u·ac = −rise_c.
            let (ac, rise_c) = (c.beside - a.beside, c.depth - a.depth);
            (ac.perp() * rise_b - ab.perp() * rise_c) * (1.0 / ab.perp_dot(ac))
        };
        let crossing = a.depth + slope.dot(a.beside);
        (slope.is_finite() && Real::is_finite(crossing)).then_some((slope, crossing))
    }

    /// The points' names and their shares λ of where the line crosses.
    pub(super) fn shares(&self) -> [(Id, f64); 3] {
        let parts = self.parts(Vec2::ZERO);
        let sum = parts[0] + parts[1] + parts[2];
        [0, 1, 2].map(|i| (self.spots[i].id, parts[i] / sum))
    }

    /// Puts a spot in the place of the one whose share λ of the line runs out first when the spot's grows: λ/α is least, α
    /// being the spot's own coordinates. An α within rounding of 0 would leave a portal without area. False where none
    /// can leave, or the spot is there already.
    #[inline(always)]
    pub(super) fn admit(&mut self, spot: Spot) -> bool {
        if self.spots.iter().any(|s| s.is(&spot)) {
            return false;
        }
        let (shares, own) = (self.parts(Vec2::ZERO), self.parts(spot.beside));
        let sign = Real::sign_of(shares[0] + shares[1] + shares[2], 1.0);
        let noise = self.noise();
        let (mut leaves, mut least) = (None, f64::INFINITY);
        for i in 0..if self.planar { 2 } else { 3 } {
            let alpha = own[i] * sign;
            if alpha > noise[i] {
                let ratio = Real::max(shares[i] * sign, 0.0) / alpha;
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
        true
    }
}
