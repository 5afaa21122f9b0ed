//! The first contact along one edge of a path: between two poses, with the joints at constant speed.
//!
//! Each pair of links is looked at from the second one: there it stands still and the first one moves by the joints between them. Pieces
//! of the edge are shown to be free one after the other, each in the cheaper of two ways:
//!
//! 1. The links are farther apart than the first one goes at all.
//! 2. A cast of the screw between the two ends of the piece finds nothing within the distance that the motion may be from that screw
//!    (`bound.rs`). Where it finds something, the piece is free until then, and the next one is shorter.
//!
//! So the time of a contact is not late: everything before it is proven free. And it is not early: the links are within
//! [`CONTACT`] of one another then.
//!
//! **At the start.** Links that overlap at the start of a path are in contact there. Those that touch may part or slide where they move
//! by one joint, or by joints that slide; else they are in contact.

use impinge::{CastSettings, Motion, Pose, Vec3, cast_with, distance};

use super::asked::{Hop, way};
use super::bound::Bound;
use super::model::{Model, Part};
use super::values::followed;
use crate::failure::Failure;

/// Links this near are in contact, in meters: a hundredth of what arms repeat to. With less, links that pass one another closely take
/// more steps; with more, they count as contacts.
pub const CONTACT: f64 = 1e-6;

/// Of the extent of a pair: more than casts (five times their tolerance, 2⁻³⁰) and poses may be off.
const SLACK: f64 = 1.5e-8;

/// [`CONTACT`] is at least this much of the extent, for robots of a size that nobody has built.
const LEAST_CONTACT: f64 = 1e-6 / 16.0;

/// How many distances take as long as a cast, roughly, of meshes of a thousand triangles. Of convex shapes it is fewer, but those take
/// little time anyway.
const COST_OF_CAST: f64 = 100.0;

/// Pieces of an edge for one pair. A pair that slides along another at [`CONTACT`] takes some thousands; one that takes more is in
/// contact as far as is known.
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

/// Two poses of a path, one after the other, as values of all joints.
pub struct Edge<'a> {
    pub model: &'a Model,
    pub ends: [&'a [f64]; 2],
    /// Whether the path starts here.
    pub is_first: bool,
}

/// Where a pair first is in contact.
#[derive(Clone, Copy, Debug)]
pub struct Met {
    pub pair: [usize; 2],
    /// From 0, the start of the edge, to 1.
    pub time: f64,
}

impl Edge<'_> {
    /// Values of all joints at a time from 0 to 1.
    pub fn values(&self, time: f64) -> Vec<f64> {
        let value = |(from, to): (&f64, &f64)| match time {
            1.0 => *to,
            time => from + (to - from) * time,
        };
        self.ends[0].iter().zip(self.ends[1]).map(value).collect()
    }

    /// The first contact of all pairs; of those at the same time the first in order.
    pub fn first_contact(&self, ways: &Ways) -> Result<Option<Met>, Failure> {
        let stands = self.ends.map(|values| followed(&self.model.robot, values));
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

    /// When two parts of a pair are in contact, if they are before `until`.
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

    /// The pose of the first node of a pair as the second one sees it.
    fn seen(&self, pair: [usize; 2], time: f64) -> Result<Pose<Vec3<f64>>, Failure> {
        let poses = self.model.poses(&self.values(time))?;
        let [a, b] = pair.map(|node| poses[node]);
        Ok(b.inverse() * a)
    }
}
