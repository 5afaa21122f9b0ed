//! The first contact along one edge of a path: between two poses, with the joints at constant speed.
//!
//! Each pair of links is seen from the second one: it is at rest and the first one moves by the joints between them. Pieces
//! of the edge are proven free one after the other, each in the cheaper of two ways:
//!
//! 1. The links are farther apart than the first one moves at all.
//! 2. A cast of the screw between the two ends of the piece finds nothing within the distance by which the motion may deviate from that
//!    screw (`bound.rs`). If it finds something, the piece is free until then, and the next one is shorter.
//!
//! So the time of a contact is not late: everything before it is proven free. And it is not early: the links are within
//! [`CONTACT`] of one another at that time.
//!
//! **At the start.** Links that overlap at the start of a path are in contact there. Links that touch may separate or slide if they move
//! by one joint, or by sliding joints; otherwise they are in contact.

use impinge::{CastSettings, Motion, Pose, Vec3, cast_with, distance};

use super::asked::{Hop, way};
use super::bound::Bound;
use super::configuration::Configuration;
use super::model::{Model, Part};
use crate::failure::Failure;

/// Distance at which links are in contact, in meters: a hundredth of the repeatability of arms. With less, links that pass closely take
/// more steps; with more, they count as contacts.
pub const CONTACT: f64 = 1e-6;

/// Smallest [`CONTACT`] relative to the extent of a pair: above the error of casts (five times their tolerance, 2⁻³⁰) and of poses.
const SLACK: f64 = 1.5e-8;

/// [`CONTACT`] is at least this fraction of the extent, for robots of unrealistic size.
const LEAST_CONTACT: f64 = 1e-6 / 16.0;

/// Number of distance queries that take as long as a cast, roughly, for meshes of a thousand triangles. For convex shapes it is
/// smaller, but those take little time anyway.
const COST_OF_CAST: f64 = 100.0;

/// Most pieces of an edge for one pair. A pair that slides along another at [`CONTACT`] takes some thousands; one that takes more
/// counts as being in contact.
const MOST_PIECES: usize = 100_000;

/// The joints between the nodes of each pair.
pub struct Ways(Vec<Vec<Hop>>);

impl Ways {
    pub fn new(model: &Model) -> Self {
        let between = |pair: &[usize; 2]| {
            let [a, b] = pair.map(|node| model.link_of(node));
            way(&model.robot, a, b)
        };
        Self(model.pairs.iter().map(between).collect())
    }
}

/// Two poses of a path, one after the other.
pub struct Edge<'a> {
    pub model: &'a Model,
    pub ends: [&'a Configuration; 2],
    /// Whether the path starts here.
    pub is_first: bool,
}

/// First contact of a pair.
#[derive(Clone, Copy, Debug)]
pub struct Met {
    pub pair: [usize; 2],
    /// From 0, the start of the edge, to 1.
    pub time: f64,
}

impl Edge<'_> {
    /// The configuration at a time from 0 to 1.
    pub fn at(&self, time: f64) -> Configuration {
        self.ends[0].between(self.ends[1], time)
    }

    /// The first contact of all pairs; of simultaneous ones, the first pair in order.
    pub fn first_contact(&self, ways: &Ways) -> Result<Option<Met>, Failure> {
        let stands = self.ends.map(|end| end.followed(&self.model.robot));
        let mut first: Option<Met> = None;
        for (&pair, way) in self.model.pairs.iter().zip(&ways.0) {
            let until = first.map_or(1.0, |met| met.time);
            let [mover, other] = pair.map(|node| &self.model.nodes[node]);
            let reach = mover.parts.iter().fold(0.0, |most, part| part.reach.max(most));
            let bound = Bound::new(&self.model.robot, way, [&stands[0], &stands[1]], reach);
            let mut met = None;
            if bound.is_still() {
                if self.is_first && self.model.overlap(pair, &self.model.poses(self.ends[0])?) {
                    met = Some(0.0);
                }
            } else {
                for one in &mover.parts {
                    for two in &other.parts {
                        let until = met.unwrap_or(until);
                        met = self.meet(pair, [one, two], &bound, until)?.or(met);
                    }
                }
            }
            if let Some(time) = met.filter(|time| first.is_none_or(|first| *time < first.time)) {
                first = Some(Met { pair, time });
            }
        }
        Ok(first)
    }

    /// Time at which two parts of a pair are in contact, if that is before `until`.
    fn meet(
        &self,
        pair: [usize; 2],
        [one, two]: [&Part; 2],
        bound: &Bound,
        until: f64,
    ) -> Result<Option<f64>, Failure> {
        let extent = bound.extent + two.reach;
        let near = CONTACT.max(LEAST_CONTACT * extent);
        let slack = SLACK * extent;
        let other = two.body.at(two.pose);
        let mut time = 0.0;
        for _ in 0..MOST_PIECES {
            if time >= until {
                return Ok(None);
            }
            let start = self.seen(pair, time)?;
            let mover = one.body.at(start * one.pose);
            let found = distance(&mover, &other);
            let least = found.distance - found.error;
            if least <= near && !bound.is_screw() {
                return Ok(Some(time));
            }
            let sure = ((least - slack) / bound.speed).max(0.0);
            let piece = match bound.is_screw() {
                true => 1.0 / bound.turn.max(1.0),
                false => bound.piece(0.5 * least).min(until - time),
            };
            if sure >= until - time || COST_OF_CAST * sure >= piece {
                time += sure;
                continue;
            }
            let separation = if bound.is_screw() { 0.0 } else { bound.bend * piece * piece + slack };
            let end = if time + piece < until { time + piece } else { until };
            let motion = Motion::between(&start, &self.seen(pair, end)?);
            let settings = CastSettings { separation, ..CastSettings::default() };
            match cast_with(&mover, &other, &motion, &Motion::still(), &settings) {
                None => time = end,
                Some(impact) if bound.is_screw() => {
                    return Ok(Some(time + (end - time) * impact.time).filter(|time| *time < until));
                }
                Some(impact) => time += ((end - time) * impact.time).max(sure),
            }
        }
        Ok(Some(time))
    }

    /// Pose of the first node of a pair in the frame of the second one.
    fn seen(&self, pair: [usize; 2], time: f64) -> Result<Pose<Vec3<f64>>, Failure> {
        let poses = self.model.poses(&self.at(time))?;
        let [a, b] = pair.map(|node| poses[node]);
        Ok(b.inverse() * a)
    }
}
