//! Intersection of the two sides of a contact: their common part, place by place, with heights and feature names.
//!
//! 1. The common part in the plane perpendicular to the normal: the clipped polygon, the common piece of a line, or one point.
//! 2. Corners closer than `near` are merged into the deepest of them. A square that stands on an equal square, rotated
//!    by a millionth, has corners near its own and in the middle of its sides; it gets four points.
//! 3. Each place gets the height of each side there. Places farther apart than the margin are dropped.
//! 4. Names: the smallest part of each side that contains the place within `near`. No two places have the same pair.
//! 5. The witness of the query replaces what the polygon cannot represent: a rim that is deepest between two corners,
//!    the ball of a tilted rounded face, features that miss one another.
//!
//! **Cost.** Corners of one side times corners of the other.

use core::cmp::Ordering;

use super::lines::{aside, beside};
use super::reduce::{self, LEVEL, MANY, SHORT, Spot};
use super::side::Side;
use crate::feature::Feature;
use crate::feature::Few;
use crate::feature::region::{Extent, Limits, clip, nearest, overlap};
use crate::feature::shadow::Shadows;
use crate::feature::{CoreDistance, Facing, FeatureSpace, fitted, patches};
use crate::math::{Each, Real, Turn, Vec2};
use crate::pair::Prepared;

/// Tolerances of a manifold, in the pair's units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub margin: f64,
    pub touch: f64,
    pub facing: Facing,
    pub slack: f64,
    /// Places within this distance are merged, regardless of the extent: the rounding of poses.
    pub rounding: f64,
    pub rim_sides: usize,
}

/// The two sides and the places where they meet.
pub(super) struct Meeting<W> {
    pub frame: Shadows<W>,
    a: Side,
    b: Side,
    pub spots: Few<Spot, MANY>,
    /// Extent of the smaller side.
    extent: f64,
    pub near: f64,
}

impl<W: FeatureSpace> Meeting<W> {
    /// Intersects the features of both shapes along a normal.
    pub(super) fn at(prepared: &Prepared<'_, W>, normal: W, rules: &Rules) -> Self {
        let pair = &prepared.pair;
        let [a, b] = patches(prepared, normal, rules.facing);
        let origin = a.round.map_or_else(|| a.corners[0].point, |r| r.center);
        let frame = Shadows { origin, normal, tangents: normal.tangents(), thin: rules.slack };
        let shadow_a = frame.cast(&a, |p| p, |d| d);
        let shadow_b = frame.cast(&b, |p| pair.turn.turn(p) + pair.offset, |d| pair.turn.turn(d));
        let side_a = Side::of(shadow_a, prepared.radius_a, 1.0, rules.rim_sides);
        let side_b = Side::of(shadow_b, prepared.radius_b, -1.0, rules.rim_sides);
        let mut meeting = Self::new(frame, side_a, side_b, rules);
        if !(meeting.a.is_curved() && meeting.b.is_curved()) {
            meeting.fill(rules);
        }
        meeting
    }

    /// Two sides before intersection.
    pub(super) fn new(frame: Shadows<W>, a: Side, b: Side, rules: &Rules) -> Self {
        let extent = Real::min(a.extent(), b.extent());
        let near = Real::max(LEVEL * extent, rules.rounding);
        Self { frame, a, b, spots: Few::new(), extent, near }
    }

    /// Finds the places.
    #[inline(never)]
    pub(super) fn fill(&mut self, rules: &Rules) {
        let angle = Real::max(LEVEL, rules.facing.level);
        let limits = Limits { slack: rules.slack, thin: self.near, angle };
        let mut places = self.common(&limits, rules.facing.tilt);
        if places.is_empty() {
            places = self.common(&Limits { slack: self.near, ..limits }, rules.facing.tilt);
        }
        self.merge(places.as_slice());
        self.straighten();
        self.name(rules.margin + rules.touch + self.near);
    }

    /// The common part of both projections: its corners, in order around.
    fn common(&self, limits: &Limits, tilt: f64) -> Few<Vec2<f64>, MANY> {
        let (a, b) = (self.a.corners(), self.b.corners());
        if a.is_empty() {
            return b.iter().copied().collect();
        }
        if a.len() > 2 || b.len() > 2 {
            let (few, many, line) = if a.len() <= b.len() { (a, b, &self.a) } else { (b, a, &self.b) };
            // Of two faces, the one with fewer sides clips.
            let (loop_, face) = if few.len() > 2 { (many, few) } else { (few, many) };
            let left = clip(loop_, face, limits.slack);
            return match aside(line, many) {
                Some(moved) if left.is_empty() => clip(&moved, many, self.near),
                _ => left,
            };
        }
        if let Some(ends) = beside(&self.a, &self.b, tilt, limits) {
            return ends.into_iter().collect();
        }
        let Some(region) = overlap(a, b, limits) else { return Few::new() };
        let place = match (region.extent, a, b) {
            (Extent::Segment(ends), ..) => return ends.into_iter().collect(),
            // The position where they touch is known only to the square root of the error. Beside an edge there is nothing.
            (_, &[from, to], [_]) if self.b.is_curved() => nearest(region.center, from, to),
            (_, [_], &[from, to]) if self.a.is_curved() => nearest(region.center, from, to),
            _ => region.center,
        };
        core::iter::once(place).collect()
    }

    /// Adds heights, and merges adjacent places into the deepest of them.
    fn merge(&mut self, places: &[Vec2<f64>]) {
        let squared = self.near * self.near;
        for &at in places {
            let height = self.a.height(at);
            let spot = Spot { at, height, distance: self.b.height(at) - height, ..Spot::default() };
            match self.spots.last_mut() {
                Some(last) if (last.at - at).norm_squared() <= squared => {
                    if spot.distance < last.distance {
                        *last = spot;
                    }
                }
                _ => self.spots.push(spot),
            }
        }
        if let [first, .., last] = self.spots.as_mut_slice()
            && (last.at - first.at).norm_squared() <= squared
        {
            if last.distance < first.distance {
                *first = *last;
            }
            let count = self.spots.len();
            self.spots.truncate(count - 1);
        }
    }

    /// Removes corners that do not count: those at most `near` from the line between their neighbors. The distance
    /// varies linearly along a line, so anything between two corners is no deeper than both.
    fn straighten(&mut self) {
        let count = self.spots.len();
        if count < 3 {
            return;
        }
        let near = self.near;
        let spots = self.spots.as_mut_slice();
        let mut kept = 0;
        for i in 0..count {
            let before = if kept == 0 { spots[count - 1].at } else { spots[kept - 1].at };
            // The first may have been removed; then the polygon closes at the next one that was kept.
            let after = spots[if i + 1 < count { i + 1 } else { 0 }].at;
            let (spot, across) = (spots[i], after - before);
            if across.perp_dot(spot.at - before).abs() > near * across.norm()
                || across.dot(spot.at - before) <= 0.0
            {
                spots[kept] = spot;
                kept += 1;
            }
        }
        if kept >= 2 {
            self.spots.truncate(kept);
        }
    }

    /// Names the places that are at most `far` apart, and removes the others. Of two with the same names the later one
    /// gets that of the nearest corner; if that is taken too, it is removed.
    fn name(&mut self, far: f64) {
        let mut kept: usize = 0;
        for i in 0..self.spots.len() {
            let mut spot = self.spots[i];
            if spot.distance > far {
                continue;
            }
            spot.names = [self.a.name(spot.at, self.near), self.b.name(spot.at, self.near)];
            if self.taken(spot.names, kept) {
                spot.names = self.by_corner(&spot);
                if self.taken(spot.names, kept) {
                    continue;
                }
            }
            self.spots[kept] = spot;
            kept += 1;
        }
        self.spots.truncate(kept);
    }

    /// Whether one of the first places has these names.
    fn taken(&self, names: [Feature; 2], first: usize) -> bool {
        self.spots[..first].iter().any(|spot| spot.names == names)
    }

    /// The names of a place with that of the nearest corner, of A or else of B, instead.
    fn by_corner(&self, spot: &Spot) -> [Feature; 2] {
        match (self.a.nearest_corner(spot.at), self.b.nearest_corner(spot.at)) {
            (Some(corner), _) => [corner, spot.names[1]],
            (None, Some(corner)) => [spot.names[0], corner],
            _ => spot.names,
        }
    }

    /// Whether the places do not reach the depth that the query found, except for its error.
    pub(super) fn is_short(
        &self,
        prepared: &Prepared<'_, W>,
        found: &CoreDistance<W>,
        rules: &Rules,
    ) -> bool {
        let value = found.value - prepared.radius_a - prepared.radius_b;
        let shown = value + rules.touch + found.error + SHORT * self.curve();
        !self.spots.iter().any(|spot| spot.distance <= shown)
    }

    /// Indices of the places to keep: one of them reaches the depth that the query found, except for its error.
    pub(super) fn kept(
        &self,
        prepared: &Prepared<'_, W>,
        found: &CoreDistance<W>,
        rules: &Rules,
        most: usize,
    ) -> Few<usize, MANY> {
        let value = found.value - prepared.radius_a - prepared.radius_b;
        let shown = value + rules.touch + found.error + SHORT * Real::max(self.curve(), self.extent);
        reduce::pick(self.spots.as_slice(), most, self.near, shown)
    }

    /// The larger radius of a rim or cylinder.
    fn curve(&self) -> f64 {
        Real::max(self.a.curve, self.b.curve)
    }

    /// Adds the witness of the query if the places do not reach its depth. The query's points are used unchanged if
    /// they match the normal within `enough`.
    ///
    /// The ball of a tilted rounded feature is deepest beside the corner, r sin θ from it: the deepest place is moved
    /// there, so that it moves continuously and does not jump.
    pub(super) fn represent(
        &mut self,
        prepared: &Prepared<'_, W>,
        found: &CoreDistance<W>,
        rules: &Rules,
        enough: f64,
    ) {
        let value = found.value - prepared.radius_a - prepared.radius_b;
        let witness = self.witness(prepared, found, value, enough);
        let spots = self.spots.as_slice();
        if spots.is_empty() {
            self.spots.push(witness);
            return;
        }
        let deepest = reduce::deepest(spots);
        let deep = spots[deepest];
        if (deep.at - witness.at).norm() <= self.reach() {
            self.spots[deepest] = Spot { names: deep.names, ..witness };
            return;
        }
        if !self.is_short(prepared, found, rules) {
            return;
        }
        if let Some(i) = spots.iter().position(|spot| spot.names == witness.names) {
            let names = self.by_corner(&spots[i]);
            if self.taken(names, spots.len()) {
                self.spots[i] = witness;
                return;
            }
            self.spots[i].names = names;
        }
        // Before or after the deepest: on the side of the polygon beyond which it lies.
        let spots = self.spots.as_slice();
        let next = spots[(deepest + 1) % spots.len()].at;
        let after = (next - deep.at).perp_dot(witness.at - deep.at) <= 0.0;
        let place = deepest + usize::from(after);
        self.spots.push(witness);
        self.spots[place..].rotate_right(1);
    }

    /// The query's own points as one place, or points for this normal if the query used another one.
    ///
    /// They are one above the other within `enough`: for curved shapes within the square root of the error. Then the
    /// place is at the sharper of the two features, since beside a vertex or edge there is nothing, and beside a point
    /// of a smooth surface or face it is nearly or exactly as high.
    fn witness(&self, prepared: &Prepared<'_, W>, found: &CoreDistance<W>, value: f64, enough: f64) -> Spot {
        let points = fitted(prepared, found, self.frame.normal, enough);
        let [on_a, on_b] = points.each(|p| self.frame.along(p - self.frame.origin));
        let (at, height) = match self.a.sharpness().cmp(&self.b.sharpness()) {
            Ordering::Greater => (on_a.xy(), on_a.z),
            Ordering::Less => (on_b.xy(), on_b.z - value),
            Ordering::Equal => ((on_a + on_b).xy() * 0.5, (on_a.z + on_b.z - value) * 0.5),
        };
        Spot { at, height, distance: value, names: [self.a.feature(), self.b.feature()] }
    }

    /// The ball of a tilted feature is deepest beside its corner by r sin θ; the deepest place of two is within the sum.
    fn reach(&self) -> f64 {
        2.0 * (self.a.shift + self.b.shift)
    }
}
