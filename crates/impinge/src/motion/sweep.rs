//! When two features of moving bodies come nearer than a limit: the heart of all motions.
//!
//! # Source
//! Van Waveren 2005, sections 2.2 to 2.5 and 3.1 to 3.4, made certain. The paper finds when a vertex meets the plane of a
//! polygon, or an edge the line of an edge, and then asks by the signs of sides whether that is between the bounds of the
//! features. The zone does not take part in the second question. So a vertex may pass the rim of a polygon at any
//! distance, also at one below rounding, and be inside after its pose is rounded. Here the distance of the features
//! themselves counts, rims and corners included.
//!
//! # The step
//! At time t the [nearest points](super::nearest) give a unit direction u and the separation along u. While the
//! bodies move on, the separation along this one u is known in closed form ([`Path::falls`]): linear, or a quadratic in
//! tan(θ/2). Until it falls to the limit, the features are at least that far apart. Go there, and look again.
//!
//! - Every step is proven by its direction, whatever rounding did to the direction. No time is passed over.
//! - For a translation the distance is a convex function of t and the separation along u is its tangent: this is Newton's
//!   method from the left, which never goes too far and doubles its digits. If the nearest points stay inside the polygon
//!   (inside both edges), one step is exact: the f = (e − α)/β of the paper.
//! - The first step is the paper's: along the normal of the polygon, or by the sides of the two edges' lines, which is
//!   where most pairs end.
//!
//! # Two limits
//! `stop` is where bodies come to rest, `hit` lies below it by the slack of the [zone](super::zone). A pair is in the way
//! only if it comes below `hit`, and then the motion ends where it was at `stop`. So a motion along a surface is not
//! stopped by rounding, and one into a surface does not creep.
//!
//! # Misprints
//! All in the paper. Section 2.2: f = α/β should be −α/β. Section 3.1: likewise (e − α)/β; and a vertex far behind a
//! polygon (α < 0) that moves on away from it gets f = 0 there, and is stopped by a polygon that it has long left.
//! Section 3.4 calls for the fraction at which edges are furthest apart by the derivative of the side of their lines.
//! That is the extreme of a volume, not of the distance: the angle of the edges changes on the way.

use super::Feature;
use super::nearest::{Nearest, Ring, edge_edge, point_polygon};
use super::path::Path;
use super::stage::Visit;
use super::zone::Zone;
use crate::math::{Real, Vec3, Vector};

/// Steps for one pair. Newton's method takes 2 to 6; features that pass one another at the limit itself take one for each
/// binary digit. When they are spent the pair counts as in the way where it was proven apart last: safe, but early.
const MAX_STEPS: u32 = 60;

/// The pair that stops a motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// Where the motion ends.
    pub stop: f64,
    /// Where the pair falls below the lower limit.
    pub hit: f64,
    pub nearest: Nearest,
    pub moving: Feature,
    pub standing: Feature,
}

/// How a pair fell to a limit.
struct Fall {
    t: f64,
    nearest: Nearest,
    /// Change of the separation with t.
    rate: f64,
    /// The last time looked at when it was not below `stop`.
    last_clear: f64,
}

/// Finds the first pair of features in the way.
pub(super) struct Sweep<P: Path> {
    pub path: P,
    /// Whether standing polygons that face away are passed over: (normal, slack) of a translation.
    pub cull: Option<Vec3<f64>>,
    pub stop: f64,
    pub hit: f64,
    pub zone: Zone,
    /// Whether bodies may start nearer than `hit`: then pairs that move apart are let go.
    pub close: bool,
    pub found: Option<Found>,
    /// Pairs looked at, and steps they took.
    pub pairs: u64,
    pub steps: u64,
}

impl<P: Path> Sweep<P> {
    /// Nothing after this time is of interest.
    #[inline]
    fn until(&self) -> f64 {
        self.found.map_or(self.path.end(), |found| found.hit)
    }

    /// The pair is in the way if it comes below `hit`; then the motion ends where it last fell to `stop`. `points` are the
    /// moving points at time 0. The pair counts from the first time of the span, and until the second it is known to be
    /// further apart than `hit`.
    fn run<const N: usize>(
        &mut self,
        path: P,
        points: [Vec3<f64>; N],
        (counts, from): (f64, f64),
        nearest: impl Fn([Vec3<f64>; N]) -> Nearest,
    ) -> Option<(f64, f64, Nearest)> {
        let until = self.until();
        let mut low = self.fall(path, points, &nearest, self.hit, from, until)?;
        if self.close && low.rate * path.end() >= -self.zone.slack {
            // Started too near and moves apart: go on from where it is clear again.
            let rise = self.hit + 4.0 * self.zone.error - low.nearest.separation;
            let clear = points.iter().try_fold(low.t, |latest, &x| {
                let rises = path.falls(path.at(x, low.t), -low.nearest.direction, rise, low.t);
                rises.map(|t| Real::max(t, latest))
            })?;
            low = self.fall(path, points, &nearest, self.hit, clear, until)?;
        }
        // Where the tangent says it was clear, and not before it is known to have been.
        let back = (self.stop - self.hit) / -low.rate;
        let last_clear = Real::max(low.last_clear, counts);
        let clear = if low.rate < 0.0 { Real::max(low.t - back, last_clear) } else { last_clear };
        let high = self.fall(path, points, &nearest, self.stop, clear, low.t);
        let stop = high.map_or(low.t, |high| Real::min(high.t, low.t));
        Some((stop, low.t, low.nearest))
    }

    /// The first time after `from` at which a pair falls to a limit: the steps of the module's text.
    fn fall<const N: usize>(
        &mut self,
        path: P,
        points: [Vec3<f64>; N],
        nearest: &impl Fn([Vec3<f64>; N]) -> Nearest,
        limit: f64,
        from: f64,
        until: f64,
    ) -> Option<Fall> {
        let error = self.zone.error;
        let (mut t, mut last_clear) = (from, 0.0);
        for step in 0.. {
            if t > until {
                break;
            }
            self.steps += 1;
            let now = points.map(|x| path.at(x, t));
            let near = nearest(now);
            let room = near.separation - limit;
            if near.separation >= self.stop {
                last_clear = t;
            }
            let lowest = now.iter().fold(f64::INFINITY, |low, x| Real::min(near.direction.dot(*x), low));
            let mut next = f64::INFINITY;
            if room > 2.0 * error && step < MAX_STEPS {
                for &x in &now {
                    let own = room - error + (near.direction.dot(x) - lowest);
                    next = Real::min(path.falls(x, near.direction, own, t).unwrap_or(f64::INFINITY), next);
                }
            } else {
                next = t;
            }
            if next <= t {
                let rates = now.iter().map(|&x| path.rate(x, near.direction, t));
                let rate = rates.fold(f64::INFINITY, |low, rate| Real::min(rate, low));
                return Some(Fall { t, nearest: near, rate, last_clear });
            }
            t = next;
        }
        None
    }

    /// A point that moves along `path` and a polygon at rest.
    fn point(&mut self, path: P, x: Vec3<f64>, ring: &Ring<'_>) -> Option<(f64, f64, Nearest)> {
        self.pairs += 1;
        let error = self.zone.error;
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
        } else if never_nears(&path, x, up, self.zone.slack) {
            return None;
        }
        let mut from = counts;
        if counts == 0.0 {
            // The first step, along the normal: f = (e − α)/β.
            let mut room = height.abs();
            for &c in ring.corners {
                room = Real::min(up.dot(x - c), room);
            }
            let room = room - self.hit - error;
            if room > 0.0 {
                from = path.falls(x, up, room, 0.0)?;
            }
        }
        self.run(path, [x], (counts, from), |[x]| point_polygon(x, ring))
    }

    fn offer(
        &mut self,
        answer: Option<(f64, f64, Nearest)>,
        moving: Feature,
        standing: Feature,
        turned: Option<Vec3<f64>>,
    ) {
        let Some((stop, hit, mut nearest)) = answer else { return };
        if self.found.is_none_or(|found| hit < found.hit) {
            if let Some(y) = turned {
                // Seen from the moving polygon: back into the standing frame.
                let origin = self.path.at(Vec3::ZERO, hit);
                nearest.direction = -(self.path.at(nearest.direction, hit) - origin);
                nearest.point = y;
            }
            self.found = Some(Found { stop, hit, nearest, moving, standing });
        }
    }
}

/// Whether the height of a point above a plane falls by no more than the slack, at all times: not at the start, not at the
/// end, and so not between, since a turn is by a right angle at most.
#[inline]
fn never_nears<P: Path>(path: &P, x: Vec3<f64>, up: Vec3<f64>, slack: f64) -> bool {
    let end = path.end();
    let least = -slack / (2.0 * end);
    path.rate(x, up, 0.0) >= least && path.rate(path.at(x, end), up, end) >= least
}

impl<P: Path> Visit for Sweep<P> {
    fn reach(&self) -> f64 {
        // Boxes are rounded.
        self.stop + 4.0 * self.zone.error
    }

    #[inline]
    fn faces(&self, normal: Vec3<f64>, two_sided: bool) -> bool {
        two_sided || self.cull.is_none_or(|by| normal.dot(by) < -self.zone.slack)
    }

    fn vertex_polygon(&mut self, vertex: u32, x: Vec3<f64>, polygon: u32, ring: &Ring<'_>) {
        let answer = self.point(self.path, x, ring);
        self.offer(answer, Feature::Vertex(vertex), Feature::Polygon(polygon), None);
    }

    fn polygon_vertex(&mut self, polygon: u32, ring: &Ring<'_>, vertex: u32, y: Vec3<f64>) {
        let answer = self.point(self.path.back(), y, ring);
        self.offer(answer, Feature::Polygon(polygon), Feature::Vertex(vertex), Some(y));
    }

    fn edge_edge(
        &mut self,
        edges: [u32; 2],
        moving: [Vec3<f64>; 2],
        standing: [Vec3<f64>; 2],
        outward: Vec3<f64>,
    ) {
        self.pairs += 1;
        let Some(from) = self.path.lines_meet(moving, standing, self.hit) else { return };
        let touching = self.zone.error;
        let answer = self.run(self.path, moving, (0.0, from), |at| edge_edge(at, standing, outward, touching));
        self.offer(answer, Feature::Edge(edges[0]), Feature::Edge(edges[1]), None);
    }
}
