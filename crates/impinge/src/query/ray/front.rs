//! A ray against any convex shape, by support calls.
//!
//! **Answers** where a line enters a shape that is known by its support mapping, with bounds from both sides, or that it
//! does not, with a proof. Take it where there is no formula.
//!
//! **Method.** Seen along the line, a point of the shape has a place y beside the line (a number in the plane, two in
//! space) and a depth τ along it. The line enters the shape at t = f(0), where f(y) is the least depth at y: the shape's
//! front, a convex function over the shape's shadow.
//!
//! | symbol | meaning |
//! |---|---|
//! | y, τ | place beside and along the line |
//! | u | slope of a plane; its normal is −d − u, against the line and never at a right angle to it |
//! | L(u) | min of τ + u·y over the shape: one support call. No point of the shape is nearer than L(u) on the line |
//! | portal | as many points of the shape as the space has dimensions, around the line; it crosses the line in the shape |
//! | λ | weights of the portal's points where the line crosses: Σ λ y = 0 |
//!
//! f(0) = max L(u) by duality, and every portal bounds it from above. So:
//!
//! 1. **Shadow.** GJK in the space of y finds a portal, or a direction beside the line that separates: a miss, proven.
//! 2. **Refinement.** The plane through the portal gives u and an upper bound Σ λ τ. The support point w at u gives the
//!    lower bound L(u), and takes the place of one portal point such that the line still passes through (the ratio test
//!    of linear programming). For polytopes this ends at the face that is hit.
//! 3. **Newton.** Where the surface is smooth, the u for which w lies on the line itself is found by Newton's method on
//!    the gradient y of L, its Hessian measured by two support calls. Its points enter the portal like others, so that
//!    both bounds stay proven.
//! 4. **Grazing.** Where the line passes within rounding of the edge of the shadow, the shape is grown by a ball of
//!    [`GROWTH`] roundings: where the line enters and leaves that, the shape can be met only between.
//!
//! **Relatives.** The portal is that of MPR (Snethen 2008; see [`crate::mpr`]), with the ray in the place of the line
//! between the centres and a lower bound added. Van den Bergen's ray cast (2004) has the lower bound only.
//!
//! **Guarantee.** Both bounds hold whatever path led to them, but for rounding / |n·d|, which is added to the error.
//!
//! **Cost.** 3 to 6 calls for the shadow; 2 to 20 for a face of a polyhedron; about 20 for a smooth place; 40 to 60 for a
//! rounded edge, where one direction is smooth and the other is not, and each step gains a factor of about two.
//!
//! **Failure.** The loop is bounded by [`MAX_CALLS`]; the error then tells how far the bounds stayed apart.

use super::Line;
use super::portal::{Portal, Spot, steepness};
use super::views::{Away, Shadow};
use crate::climb::Tangents;
use crate::gjk::{Gjk, Goal, Voronoi, VoronoiSpace};
use crate::math::{Real, Vec2, Vector};
use crate::observe::Status;
use crate::pair::Vertex;
use crate::shape::{Id, Support};

/// Support calls of one refinement at most. Rounded edges need up to 140 for all that `f64` gives.
const MAX_CALLS: u32 = 160;

/// A ray that comes no deeper than about this many roundings is said to graze.
const SHALLOW: f64 = 8.0;

/// Edges of the shadow's triangles that are tried where GJK does not find one around the line.
const CHORDS: u32 = 16;

/// A grazed shape is grown by this many roundings. Fewer, and the grown one might be missed by rounding again; more,
/// and the stretch in which it may be met gets longer.
const GROWTH: f64 = 8.0;

/// How often it is grown, each time [`GROWTH`] times as much, until the line is seen to pass through.
const GROWTHS: u32 = 3;

/// Newton's method is tried once the bounds are this near, relative to the reach. Earlier, and it often fails.
const COARSE: f64 = 1.0 / 64.0;

/// Angle of the calls that measure the Hessian. Larger, and it is that of another place; smaller, and rounding shows.
const PROBE: f64 = 1.0 / 16384.0;

/// Steps of Newton's method with one Hessian.
const NEWTON_STEPS: u32 = 5;

/// After Newton's method did not do, the bounds must shrink by this factor before it is tried again.
const RETRY: f64 = 1.0 / 64.0;

/// What is known about a line and a shape.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub enum Answer<W: Vector<Scalar = f64>> {
    /// The ray does not meet it.
    Miss,
    /// The ray begins in it.
    Inside { calls: u32 },
    /// It enters at t within the error; where t is before the start, it begins inside or at the surface.
    Hit(Entry<W>),
}

/// Where a line enters a shape.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Entry<W: Vector<Scalar = f64>> {
    pub t: f64,
    pub error: f64,
    pub normal: W,
    pub status: Status,
    pub calls: u32,
    /// The points of the portal, as their support calls named them, and their shares of the place; [`NO_PORTAL`] where the
    /// place was found otherwise.
    pub portal: [(Id, f64); 3],
}

/// No points known.
#[doc(hidden)]
pub const NO_PORTAL: [(Id, f64); 3] = [(Id::NONE, 0.0); 3];

/// Where the ray of a line meets a core grown by a ball, to within `gap` where rounding allows. `curved`: whether Newton's
/// method may help.
pub(in crate::query) fn cast<W: Tangents + VoronoiSpace + Vector<Scalar = f64>>(
    core: &impl Support<W>,
    radius: f64,
    line: &Line<W>,
    gap: f64,
    curved: bool,
) -> Answer<W> {
    let front = Front { curved, ..Front::new(core, radius, line, 1.0) };
    let goal = Stop { far: line.end, near: line.start, gap };
    let found = match front.enter(&goal) {
        Passage::Beside => return Answer::Miss,
        Passage::Edge { calls } => return graze(core, radius, line, gap, calls),
        Passage::Through(found) if found.status == Status::Stalled && found.upper > line.start => {
            return graze(core, radius, line, gap, found.calls);
        }
        Passage::Through(found) => found,
    };
    if found.lower > line.end {
        return Answer::Miss;
    }
    if found.upper <= line.start {
        // A point of the shape is behind the ray's origin: the ray meets the shape only if it begins there.
        let (apart, calls) = is_apart(core, radius, line, [line.start; 2]);
        if apart {
            return Answer::Miss;
        }
        return Answer::Inside { calls: found.calls + calls };
    }
    let error = Real::max(found.upper - found.value, found.value - found.lower);
    // A line that comes no deeper than rounding under a surface that bends with a radius r meets it at an angle of no more
    // than √(2 rounding / r).
    let steep = steepness(found.slope);
    let grazes = SHALLOW * line.rounding * steep * steep >= line.reach;
    Answer::Hit(Entry {
        t: found.value,
        error,
        normal: front.normal(found.slope),
        status: if grazes { Status::Stalled } else { found.status },
        calls: found.calls,
        portal: Portal { spots: found.spots, planar: W::DIM == 2, grain: line.grain }.shares(),
    })
}

/// Whether a stretch of a line is known to be farther from a core than a ball reaches, and the support calls it took.
fn is_apart<W: VoronoiSpace + Vector<Scalar = f64>>(
    core: &impl Support<W>,
    radius: f64,
    line: &Line<W>,
    stretch: [f64; 2],
) -> (bool, u32) {
    let away = Away { core, ends: stretch.map(|t| line.at(t)), line };
    let goal = Goal { far: radius + line.rounding, near: radius, gap: 0.0, steps: MAX_CALLS };
    let found = Gjk::<W, Voronoi>::new().run(&away, &goal, &mut ());
    (found.lower > goal.far, found.calls)
}

/// A line at the edge of the shadow: enters and leaves the grown shape.
#[cold]
fn graze<W: Tangents + VoronoiSpace + Vector<Scalar = f64>>(
    core: &impl Support<W>,
    radius: f64,
    line: &Line<W>,
    gap: f64,
    mut calls: u32,
) -> Answer<W> {
    // The line grazes; does the ray?
    let stretch = [Real::max(line.start, -line.reach), Real::min(line.end, line.reach)];
    let (apart, more) = is_apart(core, radius, line, stretch);
    if apart {
        return Answer::Miss;
    }
    calls += more;
    // Where even the grown shape has no shadow to speak of, its whole extent along the line.
    let mut ends = [-line.reach, line.reach];
    let mut normal = -line.direction;
    let stop = Stop { far: f64::INFINITY, near: f64::NEG_INFINITY, gap };
    for (side, sign) in [1.0, -1.0].into_iter().enumerate() {
        let mut growth = line.rounding;
        for _ in 0..GROWTHS {
            growth *= GROWTH;
            let front = Front::new(core, radius + growth, line, sign);
            match front.enter(&stop) {
                Passage::Through(found) => {
                    calls += found.calls;
                    if found.lower > ends[side] * sign {
                        ends[side] = found.lower * sign;
                        if side == 0 {
                            normal = front.normal(found.slope);
                        }
                    }
                    if found.status == Status::Converged {
                        break;
                    }
                }
                Passage::Edge { calls: more } => calls += more,
                Passage::Beside => return Answer::Miss,
            }
        }
    }
    let [enter, leave] = ends;
    if enter > line.end || leave < line.start {
        return Answer::Miss;
    }
    let error = leave - Real::max(enter, line.start);
    Answer::Hit(Entry { t: enter, error, normal, status: Status::Stalled, calls, portal: NO_PORTAL })
}

/// When a refinement may stop.
struct Stop {
    /// As soon as it is known to be farther.
    far: f64,
    /// As soon as it is known to be nearer.
    near: f64,
    /// As soon as it is known this well.
    gap: f64,
}

/// How a line passes a shape.
enum Passage {
    /// It does not meet it.
    Beside,
    /// It passes within rounding of the edge of the shadow.
    Edge { calls: u32 },
    /// It meets it.
    Through(Found),
}

/// f(0), with bounds that hold whatever rounding did.
struct Found {
    lower: f64,
    upper: f64,
    /// The crossing that gave the upper bound, and the portal.
    value: f64,
    spots: [Spot; 3],
    /// u of the lower bound.
    slope: Vec2<f64>,
    calls: u32,
    status: Status,
}

/// A shape as seen along a line, or against it where the sign is −1.
pub(super) struct Front<'a, W: Vector<Scalar = f64>, C> {
    pub(super) core: &'a C,
    radius: f64,
    pub(super) foot: W,
    ahead: W,
    pub(super) beside: [W; 2],
    grain: f64,
    pub(super) rounding: f64,
    pub(super) reach: f64,
    curved: bool,
}

impl<'a, W: Tangents + Vector<Scalar = f64>, C: Support<W>> Front<'a, W, C> {
    fn new(core: &'a C, radius: f64, line: &Line<W>, sign: f64) -> Self {
        Self {
            core,
            radius,
            foot: line.foot,
            ahead: line.direction * sign,
            beside: line.direction.tangents(),
            grain: line.grain,
            rounding: line.rounding,
            reach: line.reach,
            curved: true,
        }
    }

    /// Outward unit normal of a plane of this slope.
    fn normal(&self, slope: Vec2<f64>) -> W {
        (-self.ahead - self.across(slope)).unit()
    }

    #[inline(always)]
    pub(super) fn across(&self, y: Vec2<f64>) -> W {
        self.beside[0] * y.x + self.beside[1] * y.y
    }

    /// The point farthest along a direction.
    #[inline(always)]
    pub(super) fn farthest(&self, direction: W, near: &mut Id) -> Spot {
        let (mut p, id) = self.core.support_from(direction, *near);
        *near = id;
        if self.radius > 0.0 {
            p += direction.unit() * self.radius;
        }
        p -= self.foot;
        let beside = Vec2::new(p.dot(self.beside[0]), p.dot(self.beside[1]));
        Spot { beside, depth: p.dot(self.ahead), id }
    }

    /// The point that gives L(u).
    #[inline(always)]
    fn support(&self, slope: Vec2<f64>, near: &mut Id) -> Spot {
        self.farthest(-self.ahead - self.across(slope), near)
    }

    /// Step 1 and the steps after it.
    fn enter(&self, stop: &Stop) -> Passage {
        let mut near = Id::NONE;
        if W::DIM == 2 {
            let [low, high] = [-1.0, 1.0].map(|sign| self.farthest(self.beside[0] * sign, &mut near));
            if low.beside.x > self.rounding || high.beside.x < -self.rounding {
                return Passage::Beside;
            }
            if low.beside.x > -self.rounding || high.beside.x < self.rounding {
                return Passage::Edge { calls: 2 };
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
            return self.refine([0, 1, 2].map(|i| spot(&corners[i])), calls, near, stop);
        }
        // The line passes near an edge or corner of the triangles. GJK's own directions are poor there; those at right
        // angles to an edge are not.
        let (mut first, mut second) = (spot(&corners[0]), spot(&corners[corners.len() - 1]));
        if corners.len() == 1 {
            let [back, ahead] = [-1.0, 1.0].map(|sign| self.farthest(self.beside[0] * sign, &mut near));
            calls += 2;
            if Real::min(-back.beside.x, ahead.beside.x) <= self.rounding {
                return Passage::Edge { calls };
            }
            second = if ahead.beside.x > -back.beside.x { ahead } else { back };
        }
        for _ in 0..CHORDS {
            let along = (second.beside - first.beside).unit();
            let up = along.perp();
            // The side on which the line is.
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
                return Passage::Edge { calls };
            }
            if on_edge {
                let below = self.farthest(self.across(-side), &mut near);
                calls += 1;
                let depth = -below.beside.dot(side);
                if depth <= self.rounding {
                    return Passage::Edge { calls };
                }
                let third = if room > depth { top } else { below };
                return self.refine([first, second, third], calls, near, stop);
            }
            // In the triangle on this edge, or beyond one of its other edges.
            let trial = Portal { spots: [first, second, top], planar: false, grain: self.grain };
            if trial.plane().is_some() {
                return self.refine(trial.spots, calls, near, stop);
            }
            if top.beside.dot(along) > 0.0 { second = top } else { first = top }
        }
        Passage::Edge { calls }
    }

    /// Step 2, with step 3 on its way.
    fn refine(&self, spots: [Spot; 3], calls: u32, mut near: Id, stop: &Stop) -> Passage {
        let mut portal = Portal { spots, planar: W::DIM == 2, grain: self.grain };
        let infinity = f64::INFINITY;
        let mut found = Found {
            lower: -infinity,
            upper: infinity,
            value: infinity,
            spots,
            slope: Vec2::ZERO,
            calls,
            status: Status::Budget,
        };
        let mut newton_below = if self.curved { COARSE * self.reach } else { -infinity };
        while found.calls < MAX_CALLS {
            let Some(slope) = self.cross(&portal, &mut found) else {
                found.status = Status::Stalled;
                break;
            };
            let spot = self.look(slope, &mut near, &mut found);
            if self.done(&found, stop) {
                found.status = Status::Converged;
                break;
            }
            if !portal.admit(spot) {
                found.status = Status::Stalled;
                break;
            }
            let open = found.upper - found.lower;
            if open <= newton_below {
                self.newton(&mut portal, &mut near, &mut found, stop);
                newton_below = open * RETRY;
            }
        }
        if found.lower == -infinity {
            // Not even the first portal was one.
            return Passage::Edge { calls: found.calls };
        }
        Passage::Through(found)
    }

    /// The upper bound of a portal, and its slope.
    #[inline(always)]
    fn cross(&self, portal: &Portal, found: &mut Found) -> Option<Vec2<f64>> {
        let (slope, crossing) = portal.plane()?;
        let upper = crossing + self.grain * steepness(slope);
        if upper < found.upper {
            (found.upper, found.value, found.spots) = (upper, crossing, portal.spots);
        }
        Some(slope)
    }

    /// The point of L(u), and the lower bound it gives.
    #[inline(always)]
    fn look(&self, slope: Vec2<f64>, near: &mut Id, found: &mut Found) -> Spot {
        let spot = self.support(slope, near);
        found.calls += 1;
        let lower = spot.depth + slope.dot(spot.beside) - self.rounding * steepness(slope);
        if lower > found.lower {
            (found.lower, found.slope) = (lower, slope);
        }
        spot
    }

    /// Also where the bounds differ by little more than what rounding adds to them.
    #[inline(always)]
    fn done(&self, found: &Found, stop: &Stop) -> bool {
        let least = 2.0 * (self.grain + self.rounding) * steepness(found.slope);
        found.lower > stop.far
            || found.upper <= stop.near
            || found.upper - found.lower <= Real::max(stop.gap, least)
    }

    /// Step 3: solves y(u) = 0 from the best u. y is the gradient of L, and its derivative is never positive.
    fn newton(&self, portal: &mut Portal, near: &mut Id, found: &mut Found, stop: &Stop) {
        let mut slope = found.slope;
        let mut place = self.support(slope, near).beside;
        let probe = PROBE * steepness(slope);
        let [x, y] = [Vec2::new(probe, 0.0), Vec2::new(0.0, probe)];
        let dx = (self.support(slope + x, near).beside - place) * (1.0 / probe);
        found.calls += 2;
        let (hxx, mut hxy, mut hyy) = (dx.x, 0.0, -1.0);
        if W::DIM == 3 {
            let dy = (self.support(slope + y, near).beside - place) * (1.0 / probe);
            found.calls += 1;
            // It is symmetric; the mean of both halves the error.
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
            let spot = self.look(slope, near, found);
            if !portal.admit(spot) {
                return;
            }
            if self.cross(portal, found).is_none() {
                return;
            }
            let nearer = spot.beside.norm_squared() <= 0.25 * place.norm_squared();
            if self.done(found, stop) || found.lower <= before || !nearer {
                return;
            }
            place = spot.beside;
        }
    }
}
