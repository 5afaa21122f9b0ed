//! Lines that pass through a side of their portal, within rounding: points of the shape all around the line prove what the portal
//! alone does not.
//!
//! **Answer.** How much higher than the portal the surface may be at the line, which may miss the portal by rounding.
//!
//! **Method.** Heights over the shape's shadow are convex. So with one known height at the line and points of the shape around
//! it, they rise from there no faster than on the triangles from the line to two neighbors of these points.
//!
//! **Failure.** If the shadow ends at the line, within rounding, there are no such points: the line [grazes](super::graze).

use super::portal::{Crossing, EntryBounds, Portal, Spot, steepness};
use super::views::{COARSE, Front};
use crate::climb::Tangents;
use crate::math::{Each, Real, Vector};
use crate::shape::{Id, Support};

/// The largest number of points to find around a line that passes through a side of its portal: each beyond the first four brings
/// their polygon four times nearer to the edge of a round shadow, and this number to within rounding.
const RIM: usize = 24;

/// Points of a shape around a line.
pub(super) struct Rim {
    /// In order. The sides of the polygon that they form in the shadow pass the line by more than rounding.
    spots: [Spot; RIM],
    count: usize,
}

/// End of a search for points of the shape around a line.
#[expect(clippy::large_enum_variant, reason = "matched at once, never stored")]
pub(super) enum Around {
    /// The points.
    Rim(Rim),
    /// None: the shadow ends there, within rounding.
    Edge,
    /// None: the line passes beside the shadow.
    Beside,
}

impl<W: Tangents + Vector<Scalar = f64>, C: Support<W>> Front<'_, W, C> {
    /// The upper bound of a portal through one of whose sides the line passes. The line may be outside by rounding, over a part of
    /// the surface that falls away. But the shape's shadow continues there, and heights over it are convex: with a point of
    /// height e at the line and points of the shape around it, heights rise from e no faster than on the triangles from the
    /// line to two neighbors of these points.
    #[cold]
    pub(super) fn cross_side(
        &self,
        portal: &Portal,
        crossing: &Crossing,
        rim: &Rim,
        found: &mut EntryBounds,
    ) {
        let mean = portal.mean(crossing);
        let rise = |s: &Spot| s.depth + crossing.slope.dot(s.beside) - mean;
        let mut steepest = 0.0;
        for i in 0..rim.count {
            let [p, q] = [i, (i + 1) % rim.count].each(|i| rim.spots[i]);
            let (to_p, to_q) = (p.beside, q.beside);
            let gradient = if W::DIM == 2 {
                Real::abs(rise(&p)) / to_p.norm()
            } else {
                (to_q * rise(&p) - to_p * rise(&q)).norm() / to_p.perp_dot(to_q)
            };
            // If two points coincide, there is no triangle.
            if gradient.is_finite() {
                steepest = Real::max(gradient, steepest);
            }
        }
        let falls = steepest * (portal.off() + self.grain);
        let upper = mean + falls + self.grain * steepness(crossing.slope);
        if upper < found.upper {
            (found.upper, found.value, found.spots) = (upper, mean, *portal.spots());
        }
    }

    /// Points of the shape around the line, and the resulting bound for the best portal through whose side the line passes.
    #[cold]
    pub(super) fn rim(&self, near: &mut Id, found: &mut EntryBounds) -> Around {
        let portal = Portal::new(found.side_spots, W::DIM == 2, self.grain);
        let around = if W::DIM == 2 {
            let [low, high] = [-1.0, 1.0].each(|sign| self.farthest(self.beside[0] * sign, near));
            found.calls += 2;
            let mut spots = [low; RIM];
            spots[1] = high;
            let apart = Real::min(-low.beside.x, high.beside.x);
            if apart > self.rounding { Around::Rim(Rim { spots, count: 2 }) } else { Around::Edge }
        } else {
            self.around(&portal, near, found)
        };
        if let Around::Rim(rim) = &around
            && let Some(crossing) = portal.plane()
        {
            self.cross_side(&portal, &crossing, rim, found);
        }
        around
    }

    /// Whether a direction perpendicular to a side of a portal proves that the line passes beside the shadow. Near a long
    /// side GJK's own directions are poor, and its last triangle may seem to contain the line, within rounding.
    #[cold]
    pub(super) fn is_beside(&self, portal: &Portal, near: &mut Id, found: &mut EntryBounds) -> bool {
        if W::DIM == 2 {
            return false;
        }
        let spots = portal.spots();
        (0..3).any(|i| {
            let [p, q] = [i, (i + 1) % 3].each(|i| spots[i].beside);
            let up = (q - p).unit().perp();
            // The side of the line.
            let out = if p.dot(up) > 0.0 { -up } else { up };
            found.calls += 1;
            self.farthest(self.across(out), near).beside.dot(out) < -self.rounding
        })
    }

    /// A polygon of points of the shadow around the line. If one of its sides is too near, the point beyond that side is added.
    fn around(&self, portal: &Portal, near: &mut Id, found: &mut EntryBounds) -> Around {
        let along = portal.longest_side().unit();
        let mut spots = [portal.spots()[0]; RIM];
        for (spot, direction) in spots.iter_mut().zip([along, along.perp(), -along, -along.perp()]) {
            *spot = self.farthest(self.across(direction), near);
        }
        found.calls += 4;
        for count in 4..RIM {
            let (mut side, mut apart) = (0, f64::INFINITY);
            for i in 0..count {
                let (p, q) = (spots[i].beside, spots[(i + 1) % count].beside);
                let from = p.perp_dot(q) / (q - p).norm();
                if from < apart {
                    (side, apart) = (i, from);
                }
            }
            if apart == f64::INFINITY {
                // All points coincide.
                return Around::Edge;
            }
            if apart >= COARSE * self.reach {
                return Around::Rim(Rim { spots, count });
            }
            let (p, q) = (spots[side].beside, spots[(side + 1) % count].beside);
            let out = -(q - p).unit().perp();
            let beyond = self.farthest(self.across(out), near);
            found.calls += 1;
            let room = beyond.beside.dot(out);
            if room < -self.rounding {
                return Around::Beside;
            }
            // Written so that NaN fails too.
            let wide = room > self.rounding;
            if !wide {
                return Around::Edge;
            }
            if apart > self.rounding && 2.0 * apart >= room {
                return Around::Rim(Rim { spots, count });
            }
            spots.copy_within(side + 1..count, side + 2);
            spots[side + 1] = beyond;
        }
        Around::Edge
    }
}
