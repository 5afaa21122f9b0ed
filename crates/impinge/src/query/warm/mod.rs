//! Queries on a pair that is asked again and again.

mod kept;
mod rings;

use self::kept::Kept;
use super::intersects::{self, Decision, Verdict};
use super::solve::{self, Solution};
use super::{Contact, Distance, QuerySpace, Settings, contact, distance};
use crate::climb::{Free, Tangents, climb_again};
use crate::epa::{DepthSpace, Start};
use crate::gjk::{Gjk, Known, Proximity, Voronoi};
use crate::math::{Real, Vector};
use crate::observe::Status;
use crate::pair::{Prepared, Vertex, separation};
use crate::shape::Shape;

/// What is kept of a pair between queries.
#[derive(Clone, Debug)]
pub struct Warm<V: QuerySpace> {
    kept: Kept<V::Wide>,
    calls: u32,
}

impl<V: QuerySpace> Default for Warm<V> {
    fn default() -> Self {
        Self { kept: Kept::default(), calls: 0 }
    }
}

impl<V: QuerySpace> Warm<V> {
    /// With nothing kept: the first query is a cold one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Support calls of the Minkowski difference in the last query.
    pub fn calls(&self) -> u32 {
        self.calls
    }

    /// Drops what is kept.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Whether two shapes meet. Touching counts.
    pub fn intersects<A: Shape<V = V>, B: Shape<V = V>>(&mut self, a: &A, b: &B) -> bool {
        self.intersects_with(a, b, &Settings::default())
    }

    /// Whether two shapes are within `settings.margin` of one another.
    pub fn intersects_with<A: Shape<V = V>, B: Shape<V = V>>(
        &mut self,
        a: &A,
        b: &B,
        settings: &Settings,
    ) -> bool {
        let mut prepared = Prepared::new(&a.parts(), &b.parts());
        prepared.radius_a += settings.margin.map_or(0.0, |margin| prepared.frame.length_in(margin));
        let radii = prepared.radius_a + prepared.radius_b;
        self.calls = 0;
        if let Some(meet) = intersects::closed_form(&prepared, radii) {
            return meet;
        }
        self.decide(&mut Gjk::new(), &prepared).is_err()
    }

    /// Whether two shapes meet, with the proof. Touching counts.
    pub fn intersection<A: Shape<V = V>, B: Shape<V = V>>(&mut self, a: &A, b: &B) -> Verdict<V> {
        let prepared = Prepared::new(&a.parts(), &b.parts());
        let mut gjk = Gjk::new();
        let decision = self.decide(&mut gjk, &prepared);
        intersects::verdict(&prepared, &gjk, decision)
    }

    /// How far apart two shapes are.
    pub fn distance<A: Shape<V = V>, B: Shape<V = V>>(&mut self, a: &A, b: &B) -> Distance<V> {
        self.distance_with(a, b, &Settings::default())
    }

    /// How far apart two shapes are, as exactly as `settings` ask.
    pub fn distance_with<A: Shape<V = V>, B: Shape<V = V>>(
        &mut self,
        a: &A,
        b: &B,
        settings: &Settings,
    ) -> Distance<V> {
        let prepared = Prepared::new(&a.parts(), &b.parts());
        let mut gjk = Gjk::new();
        let found = match solve::simple(&prepared) {
            Some(found) if found.value > 0.0 => Ok(found),
            _ => {
                let mut known = self.kept.recall(&prepared.pair);
                let gap = solve::gap(&prepared, settings);
                self.apart(&mut gjk, &prepared, &mut known, f64::INFINITY, gap)
            }
        };
        let answer = distance::answer(&prepared, &gjk, found);
        self.calls = answer.iterations;
        answer
    }

    /// The signed distance of two shapes, and where they touch.
    pub fn contact<A: Shape<V = V>, B: Shape<V = V>>(&mut self, a: &A, b: &B) -> Contact<V> {
        self.contact_with(a, b, &Settings::default())
    }

    /// The signed distance of two shapes, as exactly as `settings` ask.
    pub fn contact_with<A: Shape<V = V>, B: Shape<V = V>>(
        &mut self,
        a: &A,
        b: &B,
        settings: &Settings,
    ) -> Contact<V> {
        let prepared = Prepared::new(&a.parts(), &b.parts());
        let found = match solve::closed_form(&prepared) {
            Some(found) => found,
            None => self.solve(&prepared, settings, contact::far(&prepared, settings)),
        };
        let answer = contact::answer(&prepared, &found);
        self.calls = answer.iterations;
        answer
    }

    fn solve(&mut self, prepared: &Prepared<'_, V>, settings: &Settings, far: f64) -> Solution<V::Wide> {
        let gap = solve::gap(prepared, settings);
        let mut gjk = Gjk::new();
        let mut known = self.kept.recall(&prepared.pair);
        match self.apart(&mut gjk, prepared, &mut known, far, gap) {
            Ok(found) => found,
            Err(found) => {
                if let Ok(closed) = V::boxes(prepared) {
                    return Solution::exact(closed, found.calls);
                }
                let gaps = solve::depth_gap(prepared, gap);
                let pair = &prepared.pair;
                let mut start = Start { known, ..Start::default() };
                if self.kept.smooth {
                    let (_, w) = separation(pair, self.kept.deep_axis, &gjk.simplex().newest());
                    let enough = gap * 0.5;
                    let mut peak = climb_again(
                        pair,
                        self.kept.deep_axis,
                        w,
                        enough,
                        Free::All,
                        &mut self.kept.deep_bend,
                    );
                    peak.calls += 1;
                    let climbed = peak.calls; let sharp = peak.to_gain <= enough;
                    if peak.to_gain <= enough {
                        let bound = if V::DIM == 3 { gaps.bound } else { gaps.value };
                        peak.calls += rings::rings(pair, &peak, &self.kept.deep_bend, bound, &mut start.near);
                    }
                    if std::env::var("DBG").is_ok() { eprintln!("climb {climbed} {sharp} rings {} d {:.3}", peak.calls - climbed, -peak.separation); }
                    start.peak = Some(peak);
                }
                let depth = V::Wide::depth_from(&prepared.pair, gjk.simplex(), &gaps, &mut start);
                if std::env::var("DBG").is_ok() { eprintln!("  gjk {} epa all {} {:?} smooth {}", found.calls, depth.calls, depth.status, start.peak.is_some()); }
                self.kept.keep(&prepared.pair, start.known.vertices());
                self.kept.axis = depth.normal;
                self.kept.deep_axis = depth.normal;
                self.kept.smooth = start.peak.is_some();
                solve::finish_deep(prepared, gaps.bound, &depth, found.calls)
            }
        }
    }

    fn apart(
        &mut self,
        gjk: &mut Gjk<V::Wide, Voronoi>,
        prepared: &Prepared<'_, V>,
        known: &mut Known<V::Wide>,
        far: f64,
        gap: f64,
    ) -> Result<Solution<V::Wide>, Proximity<V::Wide>> {
        let pair = &prepared.pair;
        *gjk = Gjk::from_axis(self.kept.axis);
        let goal = solve::first_goal(prepared, far, gap);
        let mut asked = 0;
        if !pair.polytope && !known.vertices().is_empty() {
            let near = gjk.among(pair, &goal, known);
            if near.upper > goal.near
                && let Some((n, free)) = freedom(gjk.simplex().vertices(), self.kept.axis, pair.size)
            {
                let (g, w) = separation(pair, n, &gjk.simplex().newest());
                known.push(&w);
                let enough = gap * Real::min(g, 1.0) * 0.5;
                asked = 1;
                if g > 0.0 && near.upper - g > gap {
                    let peak = climb_again(pair, n, w, enough, free, &mut self.kept.bend);
                    asked += peak.calls;
                    known.push(&peak.vertex);
                    let length = peak.vertex.point.norm();
                    if length - peak.separation <= gap {
                        self.kept.axis = peak.normal;
                        self.kept.keep(pair, &[peak.vertex]);
                        return Ok(Solution {
                            lower: peak.separation,
                            upper: length,
                            value: peak.separation,
                            normal: peak.normal,
                            point_a: peak.vertex.a,
                            point_b: peak.vertex.b(),
                            calls: asked,
                            status: Status::Converged,
                        });
                    }
                }
            }
        }
        let mut found = gjk.run_from(pair, &goal, known);
        found.calls += asked;
        let mut result = solve::finish(gjk, prepared, gap, goal, found);
        match &mut result {
            Ok(found) => {
                self.kept.axis = found.normal;
                self.kept.keep(&prepared.pair, gjk.simplex().vertices());
            }
            Err(found) => {
                if found.calls == 0 {
                    found.axis = self.kept.axis;
                } else {
                    self.kept.axis = found.axis.unit();
                    self.kept.keep(&prepared.pair, gjk.simplex().vertices());
                }
            }
        }
        result
    }

    fn decide(&mut self, gjk: &mut Gjk<V::Wide, Voronoi>, prepared: &Prepared<'_, V>) -> Decision<V::Wide> {
        let pair = &prepared.pair;
        let goal = intersects::goal(prepared);
        let axis = self.kept.axis;
        let mut known = self.kept.recall(pair);
        self.calls = 0;
        let mut asked = 0;
        if let Some(first) = known.vertices().first().copied()
            && axis != V::Wide::ZERO
            && known.farthest(-axis).point.dot(axis) > goal.far
        {
            let (g, w) = separation(pair, axis, &first);
            self.calls = 1;
            if g > goal.far {
                return Ok(axis);
            }
            known.push(&w);
            asked = 1;
        }
        *gjk = Gjk::from_axis(axis);
        let found = gjk.run_from(pair, &goal, &known);
        self.calls = asked + found.calls;
        let decision = intersects::finish(prepared, goal.far, &found);
        if self.calls > 0 {
            self.kept.axis = found.axis.unit();
            self.kept.keep(pair, gjk.simplex().vertices());
        }
        decision
    }
}

/// Differences of vertices above this part of the size are those of an edge; those of a smooth peak are below.
const EDGE: f64 = 1.0 / 1024.0;

/// The directions in which the normal of a simplex may turn: all where its vertices are one point nearly, at right
/// angles to an edge where they are on one line, and none on a face.
fn freedom<W: Tangents<Scalar = f64>>(vertices: &[Vertex<W>], axis: W, size: f64) -> Option<(W, Free<W>)> {
    let first = vertices[0].point;
    let mut edge = W::ZERO;
    for vertex in vertices {
        let way = vertex.point - first;
        if way.norm_squared() > edge.norm_squared() {
            edge = way;
        }
    }
    let short = EDGE * size;
    if edge.norm() <= short {
        return Some((axis, Free::All));
    }
    let along = edge.unit();
    let on_line = vertices.iter().all(|v| {
        let way = v.point - first;
        (way - along * way.dot(along)).norm() <= short
    });
    if W::DIM == 2 || !on_line {
        return None;
    }
    let n = (axis - along * along.dot(axis)).unit();
    let [s, t] = n.tangents();
    Some((n, Free::Along((t * along.dot(s) - s * along.dot(t)).unit())))
}
