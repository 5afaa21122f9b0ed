//! Entry of a line into any convex shape, by support mappings.
//!
//! **Answer.** The entry of a line into a shape that is known only by its support mapping, with bounds from both sides, or a miss
//! with a proof. It is used if there is no closed form.
//!
//! **Method.** Seen along the line, a point of the shape has a place y beside the line (a number in the plane, two in
//! space) and a depth τ along it. The line enters the shape at t = f(0), where f(y) is the least depth at y: the
//! front of the shape, a convex function over the shadow of the shape.
//!
//! | symbol | meaning |
//! |---|---|
//! | y, τ | place beside and along the line |
//! | u | slope of a plane; its normal is −d − u, against the line and not perpendicular to it |
//! | L(u) | min of τ + u·y over the shape: one support call. No point of the shape on the line is nearer than L(u) |
//! | portal | as many points of the shape as the space has dimensions, surrounding the line; the line crosses it inside the shape |
//! | λ | weights of the portal's points at the crossing with the line: Σ λ y = 0 |
//!
//! f(0) = max L(u) by duality, and every portal bounds it from above. So:
//!
//! 1. **Shadow.** GJK in the space of y finds a portal, or a separating direction beside the line: a proven miss.
//! 2. **Refinement.** The plane through the portal gives u and an upper bound Σ λ τ. The support point w at u gives the
//!    lower bound L(u), and replaces one point of the portal such that the line still passes through (the ratio test
//!    of linear programming). For polytopes this ends at the face that is hit.
//! 3. **Newton.** If the surface is smooth, Newton's method on the gradient y of L finds the u for which w lies on the line
//!    itself, with a Hessian measured by two support calls. Its points enter the portal like others, so that
//!    both bounds stay proven.
//! 4. **Leaving.** If the ray starts at or behind the entry, the same is done against the line to find where it leaves the
//!    shape. See [`super`] for what follows.
//! 5. **Grazing.** If the line passes within rounding of the edge of the shadow, `graze.rs` gives the answer.
//!
//! **Related work.** The portal is that of MPR (Snethen 2008; see [`crate::mpr`]), with the ray in place of the line
//! between the centers and a lower bound added. Van den Bergen's ray cast (2004) has only the lower bound.
//!
//! **Guarantee.** Both bounds hold regardless of the path that led to them and of the quality of the slopes u, except for rounding /
//! |n·d|,
//! which is added to the error. Both are bounds on means of heights τ + u·y, see [`super::portal::Crossing`]; if the
//! line passes through a side of the portal, `cross_side` has the proof.
//!
//! **Cost.** 3 to 6 calls for the shadow; 2 to 20 for a face of a polyhedron; about 20 for a smooth place; 40 to 60 for a
//! rounded edge, where one direction is smooth and the other is not, and each step gains a factor of about two.
//!
//! **Failure.** The loop is bounded by [`MAX_CALLS`]; the error then is the gap that remains between the bounds.

use super::line::Line;
use super::portal::{EntryBounds, Portal, Spot, steepness};
use super::rim::{Around, Rim};
use super::views::{COARSE, Front, MAX_CALLS, Shadow};
use crate::climb::Tangents;
use crate::gjk::{Gjk, Goal, Voronoi};
use crate::math::{Each, Real, Vec2, Vector};
use crate::observe::Status;
use crate::pair::Vertex;
use crate::shape::{Id, Support};

/// Number of edges of the shadow's triangles to try if GJK does not find a triangle around the line.
const CHORDS: u32 = 16;

/// A ray that leads out of a shape at an angle flatter than one to this many starts inside, however near to the surface.
/// With more, rays that start deep inside need more calls to be recognized.
const FLATTEST: f64 = (1 << 20) as f64;

/// If a line passes through a side of its portal, bounds that differ by at most this many times the added rounding are an answer.
/// With more, they are wide if the line grazes; with fewer, lines are reported as grazing that are not.
const WIDE: f64 = 256.0;

/// Angle of the calls that measure the Hessian. If larger, it is the Hessian of another place; if smaller, rounding dominates.
const PROBE: f64 = 1.0 / 16384.0;

/// Number of steps of Newton's method with one Hessian.
const NEWTON_STEPS: u32 = 5;

/// After Newton's method has failed, the bounds must shrink by this factor before it is tried again.
const RETRY: f64 = 1.0 / 64.0;

/// Stop criteria of a refinement.
pub(super) struct Stop {
    /// Stop as soon as the entry is known to be farther.
    pub(super) far: f64,
    /// Stop as soon as the entry is known to be nearer.
    pub(super) near: f64,
    /// Stop as soon as the entry is known to this accuracy.
    pub(super) gap: f64,
}

/// Position of the exit of a line from a shape, relative to the origin of its ray.
pub(super) enum Leaving {
    /// Behind the origin, or at it: the origin is no deeper than the skin under the surface by which the line leaves.
    Done,
    /// Ahead of the origin.
    Ahead,
    /// The bounds stayed too wide.
    Unclear,
}

/// Relation of a line to a shape.
#[allow(clippy::large_enum_variant)] // It lives for a moment, on the stack; a box would allocate.
pub(super) enum Passage {
    /// The line misses the shape.
    Beside,
    /// The line passes within rounding of the edge of the shadow; if it hits the shape, not before `lower`, the bound of a plane of
    /// this slope.
    Edge { lower: f64, slope: Vec2<f64>, calls: u32 },
    /// The line hits the shape.
    Through(EntryBounds),
}

impl Passage {
    /// Only the edge is known.
    fn edge(calls: u32) -> Self {
        Self::Edge { lower: f64::NEG_INFINITY, slope: Vec2::ZERO, calls }
    }

    /// Only the edge and a lower bound are known.
    fn at_edge(found: &EntryBounds) -> Self {
        Self::Edge { lower: found.lower, slope: found.slope, calls: found.calls }
    }
}

impl<W: Tangents + Vector<Scalar = f64>, C: Support<W>> Front<'_, W, C> {
    /// Step 1 and the subsequent steps.
    pub(super) fn enter(&self, stop: &Stop) -> Passage {
        let mut near = Id::NONE;
        if W::DIM == 2 {
            let [low, high] = [-1.0, 1.0].each(|sign| self.farthest(self.beside[0] * sign, &mut near));
            if low.beside.x > self.rounding || high.beside.x < -self.rounding {
                return Passage::Beside;
            }
            if low.beside.x > -self.rounding || high.beside.x < self.rounding {
                return Passage::edge(2);
            }
            return self.refine([low, high, high], 2, near, stop);
        }
        let shadow = Shadow(self);
        let mut gjk = Gjk::<Vec2<f64>, Voronoi>::new();
        let goal = Goal { far: self.rounding, near: 0.0, gap: 0.0, steps: MAX_CALLS };
        let found = gjk.run(&shadow, &goal, &mut ());
        if found.lower > self.rounding {
            return Passage::Beside;
        }
        let mut calls = found.calls;
        let simplex = gjk.simplex();
        let spot = |v: &Vertex<Vec2<f64>>| Spot { beside: v.point, depth: v.a.x, id: v.id_a };
        let corners = simplex.vertices();
        near = corners[0].id_a;
        if simplex.is_full() {
            return self.refine([0, 1, 2].each(|i| spot(&corners[i])), calls, near, stop);
        }
        // The line passes near an edge or corner of the triangles. GJK's own directions are poor there; those perpendicular
        // to an edge are not.
        let (mut first, mut second) = (spot(&corners[0]), spot(&corners[corners.len() - 1]));
        if corners.len() == 1 {
            let mut apart = 0.0;
            for axis in [Vec2::axis(0), Vec2::axis(1)] {
                let [back, ahead] = [-axis, axis].each(|side| self.farthest(self.across(side), &mut near));
                calls += 2;
                if Real::min(-back.beside.dot(axis), ahead.beside.dot(axis)) < -self.rounding {
                    return Passage::Beside;
                }
                let [from_back, from_ahead] = [back, ahead].each(|s| (s.beside - first.beside).norm());
                (second, apart) =
                    if from_ahead > from_back { (ahead, from_ahead) } else { (back, from_back) };
                if apart > self.rounding {
                    break;
                }
            }
            if apart <= self.rounding {
                // All points coincide.
                return Passage::edge(calls);
            }
        }
        for _ in 0..CHORDS {
            let along = (second.beside - first.beside).unit();
            let up = along.perp();
            // The side of the line.
            let over = -first.beside.dot(up);
            let side = if over < 0.0 { -up } else { up };
            let on_edge = Real::abs(over) <= self.grain;
            let top = self.farthest(self.across(side), &mut near);
            calls += 1;
            let room = top.beside.dot(side);
            if room < -self.rounding {
                return Passage::Beside;
            }
            if room <= self.rounding {
                return Passage::edge(calls);
            }
            if on_edge {
                let below = self.farthest(self.across(-side), &mut near);
                calls += 1;
                let depth = -below.beside.dot(side);
                if depth <= self.rounding {
                    return Passage::edge(calls);
                }
                let third = if room > depth { top } else { below };
                return self.refine([first, second, third], calls, near, stop);
            }
            // In the triangle on this edge, or beyond one of its other edges.
            let trial = Portal::new([first, second, top], false, self.grain);
            if trial.is_around() {
                return self.refine([first, second, top], calls, near, stop);
            }
            if top.beside.dot(along) > 0.0 { second = top } else { first = top }
        }
        Passage::edge(calls)
    }

    /// Whether the line, seen against its direction, leaves the shape behind the origin of its ray.
    pub(super) fn leaves(&self, line: &Line<W>) -> (Leaving, u32) {
        let stop = Stop { far: -line.start, near: -(line.start + line.skin * FLATTEST), gap: 0.0 };
        let found = match self.enter(&stop) {
            Passage::Beside => return (Leaving::Done, 0),
            Passage::Edge { calls, .. } => return (Leaving::Unclear, calls),
            Passage::Through(found) => found,
        };
        let skin = line.skin * Real::min(found.steep, FLATTEST);
        let [first, last] = [-found.upper, -found.lower].each(|t| t - line.start);
        let leaving = if first > skin {
            Leaving::Ahead
        } else if last <= skin || found.status == Status::Converged {
            Leaving::Done
        } else {
            Leaving::Unclear
        };
        (leaving, found.calls)
    }

    /// Step 2, with step 3 in between.
    fn refine(&self, spots: [Spot; 3], calls: u32, mut near: Id, stop: &Stop) -> Passage {
        let mut portal = Portal::new(spots, W::DIM == 2, self.grain);
        let infinity = f64::INFINITY;
        let mut found = EntryBounds {
            lower: -infinity,
            upper: infinity,
            value: infinity,
            spots,
            slope: Vec2::ZERO,
            steep: 1.0,
            calls,
            status: Status::Budget,
            side: infinity,
            side_spots: spots,
        };
        let mut newton_below = if self.curved { COARSE * self.reach } else { -infinity };
        let mut rim = None;
        while found.calls < MAX_CALLS {
            let Some((slope, steep)) = self.cross(&portal, &rim, &mut found) else {
                found.status = Status::Stalled;
                break;
            };
            let spot = self.look(slope, steep, &mut near, &mut found);
            if self.done(&found, found.upper, stop) {
                found.status = Status::Converged;
                return Passage::Through(found);
            }
            if rim.is_none() && found.side < found.upper && self.done(&found, found.side, stop) {
                match self.rim(&mut near, &mut found) {
                    Around::Rim(points) => rim = Some(points),
                    Around::Edge => return Passage::at_edge(&found),
                    Around::Beside => return Passage::Beside,
                }
                continue;
            }
            if !portal.admit(spot) {
                found.status = Status::Stalled;
                break;
            }
            let open = found.upper - found.lower;
            if open <= newton_below {
                self.newton(&mut portal, &rim, &mut near, &mut found, stop);
                newton_below = open * RETRY;
            }
        }
        if rim.is_none() && found.side < found.upper {
            match self.rim(&mut near, &mut found) {
                Around::Rim(points) => rim = Some(points),
                Around::Beside if found.upper == infinity => return Passage::Beside,
                Around::Edge | Around::Beside => {}
            }
        }
        if found.lower == -infinity || found.upper == infinity {
            // Even the first portal was invalid, or the line is at the edge of the shadow, or beside it.
            return if self.is_beside(&portal, &mut near, &mut found) {
                Passage::Beside
            } else {
                Passage::at_edge(&found)
            };
        }
        let wide = WIDE * (self.grain + self.rounding) * found.steep;
        if rim.is_some() && found.upper - found.lower <= Real::max(stop.gap, wide) {
            found.status = Status::Converged;
        }
        Passage::Through(found)
    }

    /// The upper bound of a portal; its slope and steepness.
    #[inline(always)]
    fn cross(&self, portal: &Portal, rim: &Option<Rim>, found: &mut EntryBounds) -> Option<(Vec2<f64>, f64)> {
        let crossing = portal.plane()?;
        let steep = steepness(crossing.slope);
        let upper = crossing.top + self.grain * steep;
        if crossing.within {
            if upper < found.upper {
                (found.upper, found.value, found.spots) = (upper, portal.mean(&crossing), *portal.spots());
            }
        } else {
            if upper < found.side {
                (found.side, found.side_spots) = (upper, *portal.spots());
            }
            if let Some(rim) = rim {
                self.cross_side(portal, &crossing, rim, found);
            }
        }
        Some((crossing.slope, steep))
    }

    /// The point of L(u), and the lower bound it gives.
    #[inline(always)]
    fn look(&self, slope: Vec2<f64>, steep: f64, near: &mut Id, found: &mut EntryBounds) -> Spot {
        let spot = self.support(slope, near);
        found.calls += 1;
        let lower = spot.depth + slope.dot(spot.beside) - self.rounding * steep;
        if lower > found.lower {
            (found.lower, found.slope, found.steep) = (lower, slope, steep);
        }
        spot
    }

    /// Also true if the bounds differ by little more than the added rounding.
    #[inline(always)]
    fn done(&self, found: &EntryBounds, upper: f64, stop: &Stop) -> bool {
        let least = 2.0 * (self.grain + self.rounding) * found.steep;
        found.lower > stop.far || upper <= stop.near || upper - found.lower <= Real::max(stop.gap, least)
    }

    /// Step 3: solves y(u) = 0 from the best u. y is the gradient of L, and its derivative is not positive.
    fn newton(
        &self,
        portal: &mut Portal,
        rim: &Option<Rim>,
        near: &mut Id,
        found: &mut EntryBounds,
        stop: &Stop,
    ) {
        let mut slope = found.slope;
        let probe = PROBE * found.steep;
        let slopes = [slope, slope + Vec2::new(probe, 0.0), slope + Vec2::new(0.0, probe)];
        // In a loop, so that the long code of the support mapping is inlined only once.
        let mut places = [Vec2::ZERO; 3];
        for (place, slope) in places.iter_mut().zip(slopes).take(W::DIM) {
            *place = self.support(slope, near).beside;
            found.calls += 1;
        }
        let [mut place, beside_x, beside_y] = places;
        let dx = (beside_x - place) * (1.0 / probe);
        let (hxx, mut hxy, mut hyy) = (dx.x, 0.0, -1.0);
        if W::DIM == 3 {
            let dy = (beside_y - place) * (1.0 / probe);
            // The Hessian is symmetric; the mean of both entries halves the error.
            (hxy, hyy) = (0.5 * (dx.y + dy.x), dy.y);
        }
        let determinant = hxx * hyy - hxy * hxy;
        if !(determinant > 0.0 && hxx < 0.0) {
            return;
        }
        for _ in 0..NEWTON_STEPS {
            let step = Vec2::new(hxy * place.y - hyy * place.x, hxy * place.x - hxx * place.y);
            slope += step * (1.0 / determinant);
            let before = found.lower;
            let spot = self.look(slope, steepness(slope), near, found);
            if !portal.admit(spot) {
                return;
            }
            if self.cross(portal, rim, found).is_none() {
                return;
            }
            let nearer = spot.beside.norm_squared() <= 0.25 * place.norm_squared();
            if self.done(found, found.upper, stop) || found.lower <= before || !nearer {
                return;
            }
            place = spot.beside;
        }
    }
}
