//! Sweep of feature pairs: when two features of moving bodies come nearer than a limit. The core of all motions.
//!
//! # Source
//! Van Waveren 2005, sections 2.2 to 2.5 and 3.1 to 3.4, made safe against rounding. The paper finds when a vertex meets
//! the plane of a polygon, or an edge the line of an edge, and then tests by the signs of sides whether that is within
//! the bounds of the features. The zone does not take part in the second test. So a vertex may pass the rim of a
//! polygon at any distance, even below rounding, and be inside after its pose is rounded. Here the distance of the
//! features themselves counts, rims and corners included.
//!
//! # The step
//! At time t the [nearest points](nearest) give a unit direction u and the separation along u. While the
//! bodies move on, the separation along this fixed u is known in closed form ([`Path::falls`]): linear, or a quadratic in
//! tan(θ/2). Until it falls to the limit, the features are at least that far apart. Advance to that time, and repeat.
//!
//! - Every step is proven by its direction, whatever rounding did to the direction. No time is skipped.
//! - For a translation the distance is a convex function of t and the separation along u is its tangent: this is Newton's
//!   method from the left, which does not overshoot and doubles its digits. If the nearest points stay inside the
//!   polygon (inside both edges), one step reaches the limit: the f = (e − α)/β of the paper.
//! - The first step is the paper's: along the normal of the polygon, or by the sides of the two edges' lines, which is
//!   where most pairs end.
//!
//! # Two limits
//! `stop` is where bodies come to rest, `hit` lies below it by the slack of the [zone](crate::expel::zone). A pair is in the way
//! only if it comes below `hit`, and then the motion ends where it was at `stop`. So a motion along a surface is not
//! stopped by rounding, and one into a surface does not creep.
//!
//! # Misprints
//! All in the paper. Section 2.2: f = α/β should be −α/β. Section 3.1: likewise (e − α)/β; and a vertex far behind a
//! polygon (α < 0) that moves on away from it gets f = 0 there, and is stopped by a polygon that it has long left.
//! Section 3.4 calls for the fraction at which edges are farthest apart by the derivative of the side of their lines.
//! That is the extremum of a volume, not of the distance: the angle of the edges changes on the way.

pub(in crate::expel) mod answer;
pub(in crate::expel) mod helix;
pub(in crate::expel) mod nearest;
pub(in crate::expel) mod path;
pub(in crate::expel) mod sides;
pub(in crate::expel) mod stage;
pub(in crate::expel) mod still;

use crate::expel::zone::Zone;
use crate::math::{Aabb, Each, Real, Vec3, Vector};
use crate::mesh::polygon::{MeshFeature, Polygon};
use nearest::{Nearest, Region, Ring, edge_edge, point_polygon};
use path::Path;
use sides::{Of, SideCache};
use stage::Visit;

/// Maximum number of steps for one pair. Newton's method takes 2 to 6; features that pass one another exactly at the limit take one for
/// each binary digit. Beyond it the pair counts as in the way at the last time at which it was proven apart: safe,
/// but early.
const MAX_STEPS: u32 = 60;

/// Number of doublings from the first step of a pair that starts too near and separates to the whole path.
const PARTING_STEPS: u32 = 20;

/// The pair that stops a motion.
#[derive(Clone, Copy, Debug)]
pub(in crate::expel) struct StoppingPair {
    /// Time at which the motion ends.
    pub stop: f64,
    /// Time at which the pair falls below the lower limit.
    pub hit: f64,
    pub nearest: Nearest,
    pub moving: MeshFeature,
    pub standing: MeshFeature,
}

/// A pair of features in motion.
trait Pair {
    /// Their nearest points at time t.
    fn nearest(&self, t: f64) -> Nearest;
    /// A time until which they stay farther apart than `limit`, given their nearest points at t and that they are farther
    /// apart by `room` there. `None` if they stay so to the end.
    fn next(&self, t: f64, nearest: &Nearest, limit: f64, room: f64) -> Option<f64>;
    /// Rate of change of their distance with t.
    fn rate(&self, t: f64, nearest: &Nearest) -> f64;
    /// For a point that is behind a one-sided polygon at t, by more than `floor`: the time at which it is in front again, by `limit`.
    fn front_again(&self, t: f64, nearest: &Nearest, floor: f64, limit: f64) -> Behind;
    /// The last t.
    fn end(&self) -> f64;
}

/// Position of a point relative to the back of a one-sided polygon.
enum Behind {
    /// It is not behind.
    No,
    /// It is behind until this time. It got there around the rim, since it did not come through the front.
    Until(f64),
    /// It is behind, and stays there.
    ForEver,
}

/// A moving point and a polygon at rest.
struct PointPair<'a, P> {
    path: P,
    x: Vec3<f64>,
    ring: &'a Ring<'a>,
}

impl<P: Path> Pair for PointPair<'_, P> {
    fn nearest(&self, t: f64) -> Nearest {
        point_polygon(self.path.at(self.x, t), self.ring)
    }
    fn next(&self, t: f64, nearest: &Nearest, _: f64, room: f64) -> Option<f64> {
        self.path.falls(self.path.at(self.x, t), nearest.direction, room, t)
    }
    fn rate(&self, t: f64, nearest: &Nearest) -> f64 {
        self.path.rate(self.path.at(self.x, t), nearest.direction, t)
    }
    fn front_again(&self, t: f64, nearest: &Nearest, floor: f64, limit: f64) -> Behind {
        if self.ring.two_sided || nearest.region == Region::Rim || nearest.separation >= -floor {
            return Behind::No;
        }
        let x = self.path.at(self.x, t);
        let front = self.path.falls(x, -self.ring.normal, limit - nearest.separation, t);
        front.map_or(Behind::ForEver, Behind::Until)
    }
    fn end(&self) -> f64 {
        self.path.end()
    }
}

/// A moving edge and one at rest.
struct EdgePair<P> {
    path: P,
    moving: [Vec3<f64>; 2],
    standing: [Vec3<f64>; 2],
    outward: Vec3<f64>,
    touching: f64,
}

impl<P: Path> Pair for EdgePair<P> {
    fn nearest(&self, t: f64) -> Nearest {
        let now = self.moving.each(|x| self.path.at(x, t));
        edge_edge(now, self.standing, self.outward, self.touching)
    }

    /// The latest of three times that are all valid: with the direction at rest, with the direction turning along with the moving
    /// edge (the other one then moves back), and by the distance of the lines. An edge that pivots on another one has
    /// ends that move fast while the distance hardly changes; which of the three detects that depends on the nearest points.
    fn next(&self, t: f64, nearest: &Nearest, limit: f64, room: f64) -> Option<f64> {
        let u = nearest.direction;
        let now = self.moving.each(|x| self.path.at(x, t));
        let lowest = Real::min(u.dot(now[0]), u.dot(now[1]));
        let highest = Real::max(u.dot(self.standing[0]), u.dot(self.standing[1]));
        let never = f64::INFINITY;
        let at_rest = now.each(|x| self.path.falls(x, u, room + (u.dot(x) - lowest), t).unwrap_or(never));
        let mut latest = Real::min(at_rest[0], at_rest[1]);
        if self.path.turns() && latest < never {
            let back = self.path.back();
            let along =
                self.standing.each(|y| back.falls(y, -u, room + (highest - u.dot(y)), t).unwrap_or(never));
            latest = Real::max(latest, Real::min(along[0], along[1]));
            let lines = self.path.lines_meet(now, self.standing, limit, t).unwrap_or(never);
            latest = Real::max(latest, lines);
        }
        (latest < never).then_some(latest)
    }

    fn rate(&self, t: f64, nearest: &Nearest) -> f64 {
        // The point of the moving edge is within the limit of that of the standing one.
        self.path.rate(nearest.point + nearest.direction * nearest.separation, nearest.direction, t)
    }
    fn front_again(&self, _: f64, _: &Nearest, _: f64, _: f64) -> Behind {
        Behind::No
    }
    fn end(&self) -> f64 {
        self.path.end()
    }
}

/// Fall of a pair to a limit.
struct Fall {
    t: f64,
    nearest: Nearest,
    /// Rate of change of the separation with t.
    rate: f64,
    /// The last tested time when it was not below `stop`.
    last_clear: f64,
}

/// Behavior of a pair that starts too near and separates at first.
enum Parting {
    /// It is farther apart than `hit` at that time.
    Clear(f64),
    /// It comes nearer again than it was. Until that time it did not.
    Held(f64),
    /// Neither, to the end.
    Stays,
}

/// Finds the first pair of features in the way.
pub(in crate::expel) struct Sweep<P: Path> {
    pub path: P,
    /// Whether standing polygons that face away are culled.
    pub cull: bool,
    pub stop: f64,
    pub hit: f64,
    pub zone: Zone,
    /// Whether bodies may start nearer than `hit`: then pairs that separate are released.
    pub close: bool,
    /// Whether the moving and the standing mesh also stop bodies that come from behind.
    pub both_sides: [bool; 2],
    /// Bounding box of the moving body at its start, for motions along a line.
    pub start: Aabb<Vec3<f64>>,
    /// Whether something may be passed from behind. Along a line this is possible only for a culled polygon, and only by a body
    /// that is not all in front of it at the start.
    pub from_behind: bool,
    /// Known results for paths beside polygons.
    pub sides: SideCache,
    pub found: Option<StoppingPair>,
    /// Number of pairs tested, and of their steps.
    pub pairs: u64,
    pub steps: u64,
}

impl<P: Path> Sweep<P> {
    /// Nothing after this time matters.
    #[inline]
    fn until(&self) -> f64 {
        self.found.map_or(self.path.end(), |found| found.hit)
    }

    /// The pair is in the way if it comes below `hit`; then the motion ends where it last fell to `stop`. It counts from the
    /// first time of the span, and until the second it is known to be farther apart than `hit`.
    fn run(&mut self, pair: &impl Pair, (counts, from): (f64, f64)) -> Option<(f64, f64, Nearest)> {
        let until = self.until();
        let mut low = self.fall(pair, self.hit, from, until)?;
        if self.close && low.rate * pair.end() >= -self.zone.slack {
            // Started too near and separates: continue from where it is clear again.
            match self.parting(pair, &low, until) {
                Parting::Clear(from) => low = self.fall(pair, self.hit, from, until)?,
                Parting::Held(t) => return Some((t, t, low.nearest)),
                Parting::Stays => return None,
            }
        }
        // Where it was clear according to the tangent, and not before the last time it is known to have been.
        let back = (self.stop - self.hit) / -low.rate;
        let last_clear = Real::max(low.last_clear, counts);
        let clear = if low.rate < 0.0 { Real::max(low.t - back, last_clear) } else { last_clear };
        let high = self.fall(pair, self.stop, clear, low.t);
        let stop = high.map_or(low.t, |high| Real::min(high.t, low.t));
        Some((stop, low.t, low.nearest))
    }

    /// Behavior of a pair that starts too near and separates; tested at steps that double.
    fn parting(&mut self, pair: &impl Pair, from: &Fall, until: f64) -> Parting {
        // The last step is the whole path. A path too short for this has steps of 0, which test the start.
        let first = pair.end() / f64::from(1_u32 << PARTING_STEPS);
        let mut held = from.t;
        for k in 0..=PARTING_STEPS {
            let t = from.t + first * f64::from(1_u32 << k);
            if t > until {
                break;
            }
            self.steps += 1;
            let separation = pair.nearest(t).separation;
            if separation > self.hit + 4.0 * self.zone.error {
                return Parting::Clear(t);
            }
            if separation < from.nearest.separation - self.zone.slack {
                return Parting::Held(held);
            }
            held = t;
        }
        Parting::Stays
    }

    /// The first time after `from` at which a pair falls to a limit: the steps of the module's text.
    fn fall(&mut self, pair: &impl Pair, limit: f64, from: f64, until: f64) -> Option<Fall> {
        let error = self.zone.error;
        let (mut t, mut last_clear) = (from, 0.0);
        // The last step arrives.
        for step in 0..=MAX_STEPS {
            if t > until {
                break;
            }
            self.steps += 1;
            let nearest = pair.nearest(t);
            match pair.front_again(t, &nearest, self.zone.floor, self.stop) {
                Behind::No => {}
                Behind::Until(front) if step < MAX_STEPS => {
                    (t, last_clear) = (front, front);
                    continue;
                }
                Behind::Until(_) => {}
                Behind::ForEver => return None,
            }
            let room = nearest.separation - limit;
            if nearest.separation >= self.stop {
                last_clear = t;
            }
            let arrived = room <= 2.0 * error || step == MAX_STEPS;
            let next = if arrived { t } else { pair.next(t, &nearest, limit + error, room - error)? };
            if next <= t {
                return Some(Fall { t, nearest, rate: pair.rate(t, &nearest), last_clear });
            }
            t = next;
        }
        None
    }

    /// A point that moves along `path` and a polygon at rest.
    fn point(
        &mut self,
        path: P,
        (of, vertex, x): (Of, u32, Vec3<f64>),
        ring: &Ring<'_>,
    ) -> Option<(f64, f64, Nearest)> {
        let solid;
        let ring = if self.both_sides[usize::from(of == Of::Moving)] {
            solid = Ring { two_sided: true, ..*ring };
            &solid
        } else {
            ring
        };
        self.pairs += 1;
        if let Some(by) = path.direction() {
            let limit = self.reach();
            if self.sides.pass((of, vertex, x), by, ring, limit, self.zone.slack) {
                return None;
            }
        }
        let height = ring.height(x);
        let mut up = ring.normal;
        let mut counts = 0.0;
        if ring.two_sided {
            if height < 0.0 {
                up = -up;
            }
        } else if height < -self.zone.floor {
            // Behind. It counts again when it is in front by the limit.
            counts = path.falls(x, -up, self.stop - height, 0.0)?;
            if counts > self.until() {
                return None;
            }
        } else if path.never_nears(x, up, self.zone.slack) {
            return None;
        }
        let mut from = counts;
        if counts == 0.0 {
            // The first step, along the normal: f = (e − α)/β.
            let mut room = height.abs();
            for &c in ring.corners {
                room = Real::min(up.dot(x - c), room);
            }
            let room = room - self.hit - self.zone.error;
            if room > 0.0 {
                from = path.falls(x, up, room, 0.0)?;
            }
        }
        self.run(&PointPair { path, x, ring }, (counts, from))
    }

    fn offer(
        &mut self,
        answer: Option<(f64, f64, Nearest)>,
        moving: MeshFeature,
        standing: MeshFeature,
        turned: Option<Vec3<f64>>,
    ) {
        let Some((stop, hit, mut nearest)) = answer else { return };
        if self.found.is_none_or(|found| hit < found.hit) {
            if let Some(y) = turned {
                // In the frame of the moving polygon: back into the standing frame.
                let origin = self.path.at(Vec3::ZERO, hit);
                nearest.direction = -(self.path.at(nearest.direction, hit) - origin);
                nearest.point = y;
            }
            self.found = Some(StoppingPair { stop, hit, nearest, moving, standing });
        }
    }
}

impl<P: Path> Sweep<P> {
    /// A bounding ball of a standing polygon; arbitrary if directions alone determine what is met.
    #[inline]
    fn ball_around(&self, polygon: &Polygon<impl Real>) -> (Vec3<f64>, f64) {
        if P::PARALLEL {
            return (Vec3::ZERO, 0.0);
        }
        let half: Vec3<f64> = polygon.bounds.half_extents().cast();
        (polygon.bounds.center().cast(), half.norm() + self.zone.error)
    }
}

impl<P: Path> Visit for Sweep<P> {
    fn reach(&self) -> f64 {
        // Boxes are rounded.
        self.stop + 4.0 * self.zone.error
    }

    #[inline]
    fn faces(&self, polygon: &Polygon<impl Real>) -> bool {
        let (middle, radius) = self.ball_around(polygon);
        polygon.two_sided
            || !self.cull
            || self.path.faces(polygon.normal, middle, radius, self.reach(), self.zone.slack)
    }

    #[inline]
    fn faces_with_rim(&self, polygon: &Polygon<impl Real>) -> bool {
        let (middle, radius) = self.ball_around(polygon);
        polygon.two_sided
            || !self.cull
            || self.path.faces_with_rim(polygon.normal, middle, radius, self.reach(), self.zone.slack)
    }

    fn passed_over(&mut self, polygon: &Polygon<impl Real>) {
        if !self.from_behind {
            let height = polygon.normal.dot(self.start.center()) - polygon.offset;
            let spread = Vector::abs(polygon.normal).dot(self.start.half_extents());
            self.from_behind = height - spread < -self.zone.floor;
        }
    }

    fn vertex_polygon(&mut self, vertex: u32, x: Vec3<f64>, polygon: u32, ring: &Ring<'_>) {
        let answer = self.point(self.path, (Of::Moving, vertex, x), ring);
        self.offer(answer, MeshFeature::Vertex(vertex), MeshFeature::Polygon(polygon), None);
    }

    fn polygon_vertex(&mut self, polygon: u32, ring: &Ring<'_>, vertex: u32, y: Vec3<f64>) {
        let answer = self.point(self.path.back(), (Of::Standing, vertex, y), ring);
        self.offer(answer, MeshFeature::Polygon(polygon), MeshFeature::Vertex(vertex), Some(y));
    }

    fn edge_edge(
        &mut self,
        edges: [u32; 2],
        moving: [Vec3<f64>; 2],
        standing: [Vec3<f64>; 2],
        outward: Vec3<f64>,
    ) {
        self.pairs += 1;
        let limit = self.hit + self.zone.error;
        let Some(from) = self.path.lines_meet(moving, standing, limit, 0.0) else { return };
        if from > self.until() {
            return;
        }
        let pair = EdgePair { path: self.path, moving, standing, outward, touching: self.zone.error };
        let answer = self.run(&pair, (0.0, from));
        self.offer(answer, MeshFeature::Edge(edges[0]), MeshFeature::Edge(edges[1]), None);
    }
}
