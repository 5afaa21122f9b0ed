//! Answering a query: the steps that all motions share. See [`queries`](crate::expel::queries) for what they prove.

use super::helix::Helix;
use super::path::{Path, Translation, Turn};
use super::sides::{SideCache, Sides};
use super::stage::{Frame, Visit};
use super::still::{Asked, Pair, Still};
use super::{StoppingPair, Sweep};
use crate::expel::Mover;
use crate::expel::error::MotionError;
use crate::expel::overlap::Posed;
use crate::expel::types::{Hit, MotionSettings, Trace};
use crate::expel::zone::{Zone, extent};
use crate::math::{Aabb, Each, Pose, Real, Vec3, Vector};
use crate::mesh::polygon::{PlacedMesh, PolygonMesh};
use crate::sliding::Start;

/// A path that is longer than the body and meets more than half as many polygons as this is searched piece by piece, from the start.
const MANY: usize = 48;

/// Maximum number of pieces of a path. More would cost more searches than they save.
const MOST_PIECES: usize = 64;

/// A motion in the standing frame.
#[derive(Clone, Copy)]
pub(in crate::expel) enum Way {
    Translation(Translation),
    /// This many turns in a row.
    Turns(Turn, u32),
    /// This many parts of a screw in a row.
    Screws(Helix, u32),
}

/// Result of a sweep: the pair found, the part of the path, and the cost.
pub(in crate::expel) struct Swept {
    found: Option<(StoppingPair, u32)>,
    /// Whether there was nothing at all near the path.
    alone: bool,
    /// Whether something may have been passed from behind.
    from_behind: bool,
    /// Whether the transformed features were carried on from the start.
    carried: bool,
    pairs: u64,
    steps: u64,
}

/// The limits of a sweep, and which features to skip.
#[derive(Clone, Copy)]
pub(in crate::expel) struct Limits {
    stop: f64,
    hit: f64,
    close: bool,
    cull: bool,
    sides: Sides,
    /// Whether the moving and the standing mesh also stop bodies that come from behind.
    both_sides: [bool; 2],
}

/// Answer to a motion.
struct Answer<T: Real> {
    trace: Trace<T>,
    /// End pose of the standing body.
    other: Pose<Vec3<T>>,
    /// Whether it is rejected because it would end half way through a mesh that it approached from behind.
    half_way: bool,
}

impl Mover {
    /// The steps described in [`queries`](crate::expel::queries). `pose_at` gives the fraction and the poses for a time in a part of
    /// the path. Also returns the end pose of the standing body.
    pub(in crate::expel) fn answer<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        standing: &PlacedMesh<'_, T>,
        settings: &MotionSettings,
        zone: Zone,
        way: Way,
        pose_at: impl Fn(f64, u32) -> (f64, [Pose<Vec3<T>>; 2]),
    ) -> (Trace<T>, Pose<Vec3<T>>) {
        let mut answer = self.answer_from(moving, standing, settings, zone, way, [false; 2], &pose_at);
        if answer.half_way {
            let both_sides = [moving.mesh, standing.mesh].each(passable);
            let Trace { pairs, steps, .. } = answer.trace;
            answer = self.answer_from(moving, standing, settings, zone, way, both_sides, &pose_at);
            answer.trace.pairs += pairs;
            answer.trace.steps += steps;
        }
        (answer.trace, answer.other)
    }

    /// Steps 1 to 5, if the moving and the standing mesh stop bodies at their front, or at both sides.
    #[expect(clippy::too_many_arguments, reason = "those of a query, and the sides that count")]
    fn answer_from<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        standing: &PlacedMesh<'_, T>,
        settings: &MotionSettings,
        zone: Zone,
        way: Way,
        both_sides: [bool; 2],
        pose_at: &impl Fn(f64, u32) -> (f64, [Pose<Vec3<T>>; 2]),
    ) -> Answer<T> {
        self.stage.everywhere = !settings.tree;
        let frame = Frame::of(&standing.pose);
        self.stage.place(moving, &frame);
        let outer = Limits {
            stop: zone.thickness,
            hit: zone.thickness - zone.slack,
            close: false,
            // Culling is for fronts.
            cull: settings.culling && both_sides == [false; 2],
            sides: settings.sides,
            both_sides,
        };
        let mut swept = self.sweep(moving, standing, &zone, way, outer);
        // The result of the sweep is meaningful only for bodies that do not overlap at the start.
        if swept.carried {
            self.stage.place(moving, &frame);
        }
        if let Some(pair) = self.overlap(moving, standing, &frame, &zone, swept.alone) {
            let trace = Trace {
                start: Start::Overlapping,
                from: moving.pose,
                fraction: T::ZERO,
                pose: moving.pose,
                hit: Some(hit_of(&pair, &frame)),
                clear: false,
                zone,
                pairs: swept.pairs,
                steps: swept.steps,
            };
            return Answer { trace, other: standing.pose, half_way: false };
        }
        let (mut at_start, mut close) = (None, false);
        if swept.found.is_some() {
            // A body that rests at the hull of the zone is off it by rounding.
            let reach = zone.thickness + 2.0 * zone.pose + 4.0 * zone.error;
            let asked = if both_sides == [false; 2] { Asked::Nearest } else { Asked::Distance };
            let (least, _) = self.still(moving, standing, &frame, &zone, reach, asked);
            at_start = Some(least);
            if least < reach {
                // Too near for two limits below: pairs that separate are released, others are held.
                close = least < Real::max(zone.floor, zone.low() + 4.0 * zone.error);
                let stop = if close { zone.low() } else { least };
                let hit = if close { stop } else { Real::max(least - zone.slack, zone.low()) };
                let again = self.sweep(moving, standing, &zone, way, Limits { stop, hit, close, ..outer });
                let (pairs, steps) = (swept.pairs + again.pairs, swept.steps + again.steps);
                // Something is near: this sweep may search less far than the floor.
                swept = Swept { alone: false, pairs, steps, ..again };
            }
        }
        let (stop, part) = match (&swept.found, way) {
            (Some((found, part)), _) => (found.stop, *part),
            (None, Way::Translation(translation)) => (translation.end(), 0),
            (None, Way::Turns(turn, parts)) => (turn.end(), parts - 1),
            (None, Way::Screws(screw, parts)) => (screw.end(), parts - 1),
        };
        let stays = swept.found.is_some() && stop <= 0.0 && part == 0;
        let start = (0.0, [moving.pose, standing.pose]);
        let (mut fraction, mut poses) = if stays { start } else { pose_at(stop, part) };
        let mut hit = swept.found.map(|(found, _)| {
            let StoppingPair { nearest, moving, standing, .. } = found;
            hit_of(&Pair { nearest, moving, standing }, &frame)
        });

        // The proof of the end pose.
        let ended = [PlacedMesh::new(moving.mesh, poses[0]), PlacedMesh::new(standing.mesh, poses[1])];
        let reach = zone.proof([moving.mesh, standing.mesh]);
        let end_frame = Frame::of(&poses[1]);
        // If nothing was near the path, nothing is near its end.
        let (least, nearest) = if swept.alone {
            (reach, None)
        } else {
            self.still(&ended[0], &ended[1], &end_frame, &zone, reach, Asked::Distance)
        };
        // Pairs that were released, and polygons that were passed from behind, are not proven by the sweep.
        let passes = passable(moving.mesh) || (swept.from_behind && passable(standing.mesh));
        let doubtful = close || passes;
        let crossed = if doubtful && !stays && !swept.alone {
            self.overlap(&ended[0], &ended[1], &end_frame, &zone, false)
        } else {
            None
        };
        let (mut clear, mut half_way) = (least >= reach && crossed.is_none(), false);
        if !clear && !stays {
            let before = at_start
                .filter(|_| !(passable(moving.mesh) || passable(standing.mesh)))
                .unwrap_or_else(|| self.still(moving, standing, &frame, &zone, reach, Asked::Distance).0)
                .min(reach);
            // A body that started nearer than the floor may not come nearer still.
            let started_close = before < reach;
            if !started_close || crossed.is_some() || least < before - zone.slack {
                clear = !started_close;
                half_way = passes;
                (fraction, poses) = start;
                hit = hit.or_else(|| crossed.or(nearest).map(|pair| hit_of(&pair, &frame)));
            }
        }
        let mut rounded = T::of(fraction);
        if rounded.f64() > fraction {
            rounded *= T::ONE - T::EPSILON;
        }
        let [pose, other] = poses;
        let Swept { pairs, steps, .. } = swept;
        let (start, from) = (Start::Apart, moving.pose);
        let trace = Trace { start, from, fraction: rounded, pose, hit, clear, zone, pairs, steps };
        Answer { trace, other, half_way }
    }

    /// The overlap of two bodies; the moving one is already transformed. `alone` if nothing of the standing one is near it.
    pub(in crate::expel) fn overlap<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        standing: &PlacedMesh<'_, T>,
        frame: &Frame,
        zone: &Zone,
        alone: bool,
    ) -> Option<Pair> {
        self.overlap.find(&Posed { moving, standing, stage: &self.stage, frame, zone }, alone)
    }

    /// The first pair of features in the way of the moving body, which is already transformed at its start.
    fn sweep<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        standing: &PlacedMesh<'_, T>,
        zone: &Zone,
        way: Way,
        limits: Limits,
    ) -> Swept {
        let Limits { stop, hit, close, cull, sides: mode, both_sides } = limits;
        self.stage.from_behind = both_sides;
        let swept = match way {
            Way::Translation(translation) => {
                let mut sides = core::mem::take(&mut self.sides);
                sides.begin(mode);
                let mut sweep = Sweep {
                    path: translation,
                    sides,
                    cull,
                    stop,
                    hit,
                    zone: *zone,
                    close,
                    both_sides,
                    start: Aabb { min: Vec3::ZERO, max: Vec3::ZERO },
                    from_behind: !cull,
                    found: None,
                    pairs: 0,
                    steps: 0,
                };
                self.mark_leading(moving, &sweep);
                let alone = !self.sweep_pieces(moving, standing, &mut sweep);
                let Sweep { found, sides, from_behind, pairs, steps, .. } = sweep;
                self.sides = sides;
                let found = found.map(|found| (found, 0));
                Swept { found, alone, from_behind, carried: false, pairs, steps }
            }
            Way::Turns(turn, parts) => self.sweep_parts(moving, standing, zone, turn, parts, limits),
            Way::Screws(screw, parts) => self.sweep_parts(moving, standing, zone, screw, parts, limits),
        };
        self.stage.from_behind = [false; 2];
        swept
    }

    /// Marks the moving features that can lead: in their frame, standing points come near the front of one of their polygons.
    fn mark_leading<T: Real, P: Path>(&mut self, moving: &PlacedMesh<'_, T>, sweep: &Sweep<P>) {
        let (back, reach, slack) = (sweep.path.back(), sweep.reach(), sweep.zone.slack);
        let cull = sweep.cull;
        self.stage.mark_leading(moving.mesh, cull && !P::PARALLEL, |normal, middle, radius| {
            if cull {
                let rim = back.faces_with_rim(normal, middle, radius, reach, slack);
                (rim && back.faces(normal, middle, radius, reach, slack), rim)
            } else {
                (true, true)
            }
        });
    }

    /// The same motion several times in a row.
    fn sweep_parts<T: Real, P: Path>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        standing: &PlacedMesh<'_, T>,
        zone: &Zone,
        path: P,
        parts: u32,
        Limits { stop, hit, close, cull, both_sides, .. }: Limits,
    ) -> Swept {
        let (mut pairs, mut steps, mut alone) = (0, 0, true);
        for part in 0..parts {
            let carried = part > 0;
            if carried {
                self.stage.carry(&path, path.end());
            }
            let mut sweep = Sweep {
                path,
                cull,
                stop,
                hit,
                zone: *zone,
                close: close && !carried,
                both_sides,
                start: Aabb { min: Vec3::ZERO, max: Vec3::ZERO },
                from_behind: true,
                sides: SideCache::default(),
                found: None,
                pairs,
                steps,
            };
            if !carried {
                // The same for all parts: normals and positions turn with the body.
                self.mark_leading(moving, &sweep);
            }
            let region = self.stage.sweep(&path);
            alone &= !self.stage.visit(moving.mesh, standing.mesh, &region, &mut sweep);
            (pairs, steps) = (sweep.pairs, sweep.steps);
            if let Some(found) = sweep.found {
                return Swept { found: Some((found, part)), alone, from_behind: true, carried, pairs, steps };
            }
        }
        Swept { found: None, alone, from_behind: true, carried: parts > 1, pairs, steps }
    }

    /// A translation, piece by piece if it is long: the box around a long path overlaps much that is not near it. Returns whether there
    /// was anything near.
    fn sweep_pieces<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        standing: &PlacedMesh<'_, T>,
        sweep: &mut Sweep<Translation>,
    ) -> bool {
        let path = sweep.path;
        let whole = self.stage.sweep(&path);
        // The size of the body itself: the box of its path minus the path.
        let size = ((whole.max - whole.min) - Vector::abs(path.by)).max_abs() + 4.0 * sweep.stop;
        let mut pieces = Real::min(path.by.max_abs() / size, MOST_PIECES as f64) as usize;
        if pieces > 1 && !self.stage.everywhere {
            let mut count = 0_usize;
            standing.mesh.near(&whole.grown(sweep.stop), |_| count += 1);
            pieces = pieces.min(2 * count / MANY);
        }
        let pieces = if self.stage.everywhere { 1 } else { pieces.max(1) };
        let start = Aabb {
            min: whole.min - Vector::min(path.by, Vec3::ZERO),
            max: whole.max - Vector::max(path.by, Vec3::ZERO),
        };
        sweep.start = start;
        let at = |t: f64| Aabb { min: start.min + path.by * t, max: start.max + path.by * t };
        let mut something = false;
        for piece in 0..pieces {
            let [from, to] = [piece, piece + 1].each(|i| i as f64 / pieces as f64);
            // The box of a piece is rounded by less than the error.
            let region = if pieces == 1 { whole } else { at(from).union(&at(to)).grown(sweep.zone.error) };
            something |= self.stage.visit(moving.mesh, standing.mesh, &region, sweep);
            if sweep.found.is_some_and(|found| found.hit <= to) {
                break;
            }
        }
        something
    }

    /// The least separation of bodies at rest, at most `reach`, and the pair that attains it.
    pub(in crate::expel) fn still<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        standing: &PlacedMesh<'_, T>,
        frame: &Frame,
        zone: &Zone,
        reach: f64,
        asked: Asked,
    ) -> (f64, Option<Pair>) {
        let both_sides = [moving.mesh, standing.mesh].each(|mesh| asked == Asked::Distance && passable(mesh));
        self.stage.place(moving, frame);
        self.stage.from_behind = both_sides;
        self.stage.mark_leading(moving.mesh, false, |_, _, _| (true, true));
        let region = self.stage.rest();
        self.list.clear();
        let contacts = (asked == Asked::Contacts).then_some(&mut self.list);
        let mut still = Still {
            reach,
            both_sides,
            error: zone.error,
            behind: zone.floor,
            least: reach,
            best: None,
            contacts,
        };
        self.stage.visit(moving.mesh, standing.mesh, &region, &mut still);
        self.stage.from_behind = [false; 2];
        let single = |mesh: &PolygonMesh<T>| mesh.polygons().is_empty();
        if let (true, true, Some(&x), Some(y)) = (
            single(moving.mesh),
            single(standing.mesh),
            self.stage.placed.first(),
            standing.mesh.vertices().first(),
        ) {
            still.points(x, y.cast());
        }
        (still.least, still.best)
    }
}

/// Whether a mesh lets bodies pass from behind: an open one-sided one.
pub(in crate::expel) fn passable<T: Real>(mesh: &PolygonMesh<T>) -> bool {
    !mesh.is_closed() && mesh.polygons().first().is_some_and(|polygon| !polygon.two_sided)
}

/// The zone of a query; see [`crate::expel::zone`]. `beyond` bounds how far the standing body may move from its pose, and
/// `center` is the distance of the axis of a turn from the origin.
pub(in crate::expel) fn zone<T: Real>(
    moving: &PlacedMesh<'_, T>,
    standing: &PlacedMesh<'_, T>,
    beyond: f64,
    center: f64,
    settings: &MotionSettings,
) -> Result<Zone, MotionError> {
    let [from, at] = [moving, standing].each(|body| body.pose.translation().cast::<f64>().norm());
    let size = 2.0 * (extent(moving.mesh) + extent(standing.mesh) + at + beyond);
    let size = Real::max(settings.world, size);
    let way = Real::max(2.0 * (from + beyond), 4.0 * center);
    Zone::new::<T>(size, way, moving.mesh.flatness() + standing.mesh.flatness(), settings.zone)
}

/// A pair as a reported hit: in the world, in the bodies' precision.
pub(in crate::expel) fn hit_of<T: Real>(pair: &Pair, frame: &Frame) -> Hit<T> {
    Hit {
        point: frame.point_out(pair.nearest.point).cast(),
        // For a turn the direction was turned with it, and rounded each time.
        normal: frame.vector_out(pair.nearest.direction).unit().cast(),
        distance: pair.nearest.separation,
        moving: pair.moving,
        body: 0,
        standing: pair.standing,
    }
}
