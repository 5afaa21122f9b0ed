//! The queries: a body moves, another one stands.
//!
//! # How a motion is answered
//! 1. The moving vertices are placed in the standing frame. A box around their way finds what of the standing mesh is near.
//! 2. Every pair of features that can meet is [swept](super::sweep) against the zone. Most queries end here: nothing hit.
//! 3. Otherwise the distance D of the surfaces at the start is taken. If they started within the zone, the sweep is repeated
//!    with D in place of the thickness: a body within the zone may not come nearer than it is.
//! 4. The end pose is rounded to the bodies' numbers, the vertices are placed by the rounded pose, and the surfaces are proven
//!    to keep the floor. If they do not, the motion is refused: fraction 0, and the pose that it started at.
//!
//! # Guarantees
//! Closed bodies that start at least [`Zone::floor`] apart are at least that far apart at the end, at the pose as it is
//! rounded (step 4), and at all times between, up to the rounding that [`Zone::error`] bounds (step 2). Without step 4
//! this already follows from the bounds for the first 64 motions in a row.
//!
//! # Cost
//! Placing is linear in the moving mesh. The rest grows with the pairs of features near the way: O(log n + k) for k near
//! polygons of n standing ones. No allocation after the first queries.
//!
//! # Failure
//! [`MotionError`]. Bodies that start nearer than the floor are kept from coming nearer, and [`Trace::clear`] is false.
//! Bodies that start inside one another are not pulled apart.

use alloc::vec::Vec;

use super::path::{Path, Slide, Turn};
use super::stage::{Body, Frame, Stage, widen};
use super::still::{Pair, Still};
use super::sweep::{Found, Sweep};
use super::types::{Clearance, Contact, Hit, Motion, MotionError, Settings, Trace, Turning};
use super::zone::{Zone, extent};
use crate::math::{Aabb, Pose, Real, Rot3, Rotation, Vec3, Vector};

/// A way that is longer than the body and meets more than half as many polygons is asked piece by piece, the first one first.
const MANY: usize = 48;

/// Most pieces of a way. More would cost more searches than they save.
const MOST_PIECES: usize = 64;

/// Answers queries and keeps its memory between them. One for each thread; meshes are shared.
#[derive(Clone, Debug, Default)]
pub struct Mover {
    stage: Stage,
    list: Vec<Pair>,
}

/// A motion in the standing frame.
#[derive(Clone, Copy)]
enum Way {
    Slide(Slide),
    /// So many turns in a row.
    Turns(Turn, u32),
}

/// What a sweep found: the pair, in which part of the way, and what it cost.
struct Swept {
    found: Option<(Found, u32)>,
    pairs: u64,
    steps: u64,
}

/// The limits of a sweep.
#[derive(Clone, Copy)]
struct Limits {
    stop: f64,
    hit: f64,
    close: bool,
}

/// [`Mover::translate`], once.
///
/// # Errors
/// As there.
pub fn translate<T: Real>(
    moving: &Body<'_, T>,
    by: Vec3<T>,
    standing: &Body<'_, T>,
    settings: &Settings,
) -> Result<Trace<T>, MotionError> {
    Mover::new().translate(moving, by, standing, settings)
}

/// [`Mover::rotate`], once.
///
/// # Errors
/// As there.
pub fn rotate<T: Real>(
    moving: &Body<'_, T>,
    turning: &Turning<T>,
    standing: &Body<'_, T>,
    settings: &Settings,
) -> Result<Trace<T>, MotionError> {
    Mover::new().rotate(moving, turning, standing, settings)
}

/// [`Mover::move_by`], once.
///
/// # Errors
/// As there.
pub fn move_by<T: Real>(
    moving: &Body<'_, T>,
    motion: &Motion<T>,
    standing: &Body<'_, T>,
    settings: &Settings,
) -> Result<[Trace<T>; 2], MotionError> {
    Mover::new().move_by(moving, motion, standing, settings)
}

impl Mover {
    /// With nothing kept.
    pub fn new() -> Self {
        Self::default()
    }

    /// Moves a body along a vector until something is in the way.
    ///
    /// # Errors
    /// If the vector is not finite, or the zone asked for is too thin.
    pub fn translate<T: Real>(
        &mut self,
        moving: &Body<'_, T>,
        by: Vec3<T>,
        standing: &Body<'_, T>,
        settings: &Settings,
    ) -> Result<Trace<T>, MotionError> {
        let by: Vec3<f64> = by.cast();
        if !by.is_finite() {
            return Err(MotionError::NotFinite);
        }
        let zone = zone(moving, standing, 0.0, 0.0, settings)?;
        let frame = Frame::of(&standing.pose);
        let way = Way::Slide(Slide { by: frame.vector_in(by) });
        let start: Vec3<f64> = moving.pose.translation().cast();
        let (trace, _) = self.answer(moving, standing, settings, zone, way, |stop, _| {
            let pose = Pose::try_new((start + by * stop).cast(), moving.pose.rotation());
            (stop, [pose.unwrap_or(moving.pose), standing.pose])
        })?;
        Ok(trace)
    }

    /// Moves two bodies at once, each along its own vector, until they are in each other's way. Gives the trace of the first
    /// and where the second one ends. The first one's motion is carried into the frame of the second: what counts is the
    /// difference of the vectors.
    ///
    /// Turns of two bodies do not make a turn of one. Let them turn one after the other, with [`Mover::rotate`] and the
    /// bodies exchanged.
    ///
    /// # Errors
    /// As [`Mover::translate`].
    pub fn translate_both<T: Real>(
        &mut self,
        bodies: [&Body<'_, T>; 2],
        by: [Vec3<T>; 2],
        settings: &Settings,
    ) -> Result<(Trace<T>, Pose<Vec3<T>>), MotionError> {
        let [moving, standing] = bodies;
        let by: [Vec3<f64>; 2] = by.map(Vec3::cast);
        if !(by[0].is_finite() && by[1].is_finite()) {
            return Err(MotionError::NotFinite);
        }
        // Both poses are rounded, wherever they go.
        let zone = zone(moving, standing, by[1].norm(), 0.0, settings)?;
        let frame = Frame::of(&standing.pose);
        let way = Way::Slide(Slide { by: frame.vector_in(by[0] - by[1]) });
        self.answer(moving, standing, settings, zone, way, |stop, _| {
            let end = |body: &Body<'_, T>, by: Vec3<f64>| {
                let start: Vec3<f64> = body.pose.translation().cast();
                Pose::try_new((start + by * stop).cast(), body.pose.rotation()).unwrap_or(body.pose)
            };
            (stop, [end(moving, by[0]), end(standing, by[1])])
        })
    }

    /// Turns a body about an axis until something is in the way.
    ///
    /// # Errors
    /// If a number is not finite, the axis has no length, or the zone asked for is too thin.
    pub fn rotate<T: Real>(
        &mut self,
        moving: &Body<'_, T>,
        turning: &Turning<T>,
        standing: &Body<'_, T>,
        settings: &Settings,
    ) -> Result<Trace<T>, MotionError> {
        let (centre, axis): (Vec3<f64>, Vec3<f64>) = (turning.centre.cast(), turning.axis.cast());
        let angle = turning.angle.f64();
        if !(centre.is_finite() && axis.is_finite() && angle.is_finite()) {
            return Err(MotionError::NotFinite);
        }
        let axis = axis.normalized().ok_or(MotionError::ZeroAxis)?;
        let start: Vec3<f64> = moving.pose.translation().cast();
        let zone = zone(moving, standing, 0.0, centre.norm(), settings)?;
        let frame = Frame::of(&standing.pose);
        // What is free for a whole turn is free for ever.
        let whole = angle.abs();
        let swept = Real::min(whole, 2.0 * f64::PI);
        // Parts of at most a right angle, and one more for rounding. At most 5.
        let parts = (swept / (0.5 * f64::PI)) as u32 + 1;
        let part = swept / f64::from(parts);
        let (sin, cos) = Real::sin_cos(0.25 * part);
        // tan(x/2) = 2 tan(x/4) / (1 − tan²(x/4)), without the loss of sin/(1 + cos) near 0.
        let quarter = sin / cos;
        let end = 2.0 * quarter / (1.0 - quarter * quarter);
        let sense = if angle < 0.0 { -1.0 } else { 1.0 };
        let turn = Turn { centre: frame.point_in(centre), axis: frame.vector_in(axis), end, sense };
        let rotation = widen(&moving.pose.rotation());
        let way = Way::Turns(turn, parts);
        let (trace, _) = self.answer(moving, standing, settings, zone, way, |stop, before| {
            if whole == 0.0 {
                return (1.0, [moving.pose, standing.pose]);
            }
            let half = stop * sense;
            let last = Rot3::try_normalize_xyzw([axis.x * half, axis.y * half, axis.z * half, 1.0]);
            let turned = f64::from(before) * part;
            let all_parts = before + 1 == parts && stop >= end;
            let angle_now = if all_parts { angle } else { sense * turned };
            let first = Rot3::try_from_axis_angle(axis, angle_now).unwrap_or(Rot3::IDENTITY);
            let total = if all_parts { first } else { last.unwrap_or(Rot3::IDENTITY).compose(&first) };
            let position = centre + total.rotate(start - centre);
            let rotation = Rot3::try_normalize_xyzw(total.compose(&rotation).to_xyzw().map(T::of));
            let pose = rotation.and_then(|rotation| Pose::try_new(position.cast(), rotation));
            let done = if all_parts { whole } else { turned + 2.0 * libm::atan(stop) };
            (Real::min(done / whole, 1.0), [pose.unwrap_or(moving.pose), standing.pose])
        })?;
        Ok(trace)
    }

    /// Moves a body along a vector and then turns it, until something is in the way. Two traces: where it is after the
    /// translation, and at the end. If the translation is stopped, the turn does not begin, and has fraction 0.
    ///
    /// # Errors
    /// As [`Mover::translate`] and [`Mover::rotate`].
    pub fn move_by<T: Real>(
        &mut self,
        moving: &Body<'_, T>,
        motion: &Motion<T>,
        standing: &Body<'_, T>,
        settings: &Settings,
    ) -> Result<[Trace<T>; 2], MotionError> {
        let first = self.translate(moving, motion.translation, standing, settings)?;
        let moved = Body::new(moving.mesh, first.pose);
        let centre = motion.turning.centre + motion.translation;
        let turning = Turning { centre, ..motion.turning };
        if first.hit.is_some() {
            let none = Turning { angle: T::ZERO, ..turning };
            let second = self.rotate(&moved, &none, standing, settings)?;
            return Ok([first, Trace { fraction: T::ZERO, hit: first.hit, pose: first.pose, ..second }]);
        }
        let second = self.rotate(&moved, &turning, standing, settings)?;
        Ok([first, second])
    }

    /// A proven lower bound of the distance of two surfaces, as far as `reach`.
    ///
    /// # Errors
    /// If the reach is not finite.
    pub fn clearance<T: Real>(
        &mut self,
        moving: &Body<'_, T>,
        standing: &Body<'_, T>,
        reach: f64,
    ) -> Result<Clearance<T>, MotionError> {
        let zone = zone(moving, standing, 0.0, 0.0, &Settings::default())?;
        if !reach.is_finite() {
            return Err(MotionError::NotFinite);
        }
        let frame = Frame::of(&standing.pose);
        let (least, best) = self.still(moving, standing, &frame, &zone, reach, false);
        Ok(Clearance { distance: least - zone.error, nearest: best.map(|pair| hit_of(&pair, &frame)) })
    }

    /// Lists where two bodies at rest are in contact: every vertex over a polygon and every two crossing edges that are at
    /// most `reach` apart (section 2.6). Where only corners or rims are that near, the nearest of these.
    ///
    /// # Errors
    /// If the reach is not finite.
    pub fn contacts<T: Real>(
        &mut self,
        moving: &Body<'_, T>,
        standing: &Body<'_, T>,
        reach: f64,
        contacts: &mut Vec<Contact<T>>,
    ) -> Result<(), MotionError> {
        contacts.clear();
        let zone = zone(moving, standing, 0.0, 0.0, &Settings::default())?;
        if !reach.is_finite() {
            return Err(MotionError::NotFinite);
        }
        let frame = Frame::of(&standing.pose);
        let (_, best) = self.still(moving, standing, &frame, &zone, reach, true);
        if self.list.is_empty() {
            self.list.extend(best);
        }
        let contact = |pair: &Pair| Contact { distance: pair.nearest.separation, at: hit_of(pair, &frame) };
        contacts.extend(self.list.iter().map(contact));
        Ok(())
    }

    /// Steps 1 to 4 of the module's text. `pose_at` gives the fraction and the poses for a time in a part of the way. Also
    /// where the standing body ends.
    fn answer<T: Real>(
        &mut self,
        moving: &Body<'_, T>,
        standing: &Body<'_, T>,
        settings: &Settings,
        zone: Zone,
        way: Way,
        pose_at: impl Fn(f64, u32) -> (f64, [Pose<Vec3<T>>; 2]),
    ) -> Result<(Trace<T>, Pose<Vec3<T>>), MotionError> {
        self.stage.everywhere = !settings.tree;
        let frame = Frame::of(&standing.pose);
        let outer = Limits { stop: zone.thickness, hit: zone.thickness - zone.slack, close: false };
        let mut swept = self.sweep(moving, standing, &frame, &zone, way, outer, settings.culling);
        let mut at_start = None;
        if swept.found.is_some() {
            // A body that rests at the hull of the zone is off it by rounding.
            let reach = zone.thickness + 2.0 * zone.pose + 4.0 * zone.error;
            let (least, _) = self.still(moving, standing, &frame, &zone, reach, false);
            at_start = Some(least);
            if least < reach {
                let close = least < zone.floor;
                let stop = Real::max(least, zone.floor);
                let hit = if close { stop } else { least - zone.slack };
                let again = self.sweep(
                    moving,
                    standing,
                    &frame,
                    &zone,
                    way,
                    Limits { stop, hit, close },
                    settings.culling,
                );
                swept = Swept { pairs: swept.pairs + again.pairs, steps: swept.steps + again.steps, ..again };
            }
        }
        let (stop, part) = match (&swept.found, way) {
            (Some((found, part)), _) => (found.stop, *part),
            (None, Way::Slide(slide)) => (slide.end(), 0),
            (None, Way::Turns(turn, parts)) => (turn.end(), parts - 1),
        };
        let stays = swept.found.is_some() && stop <= 0.0 && part == 0;
        let start = (0.0, [moving.pose, standing.pose]);
        let (mut fraction, mut poses) = if stays { start } else { pose_at(stop, part) };
        let mut hit = swept.found.map(|(found, _)| {
            let Found { nearest, moving, standing, .. } = found;
            hit_of(&Pair { nearest, moving, standing }, &frame)
        });

        // The proof of the end pose.
        let ended = [Body::new(moving.mesh, poses[0]), Body::new(standing.mesh, poses[1])];
        let reach = zone.floor + zone.error;
        let end_frame = Frame::of(&poses[1]);
        let (least, nearest) = self.still(&ended[0], &ended[1], &end_frame, &zone, reach, false);
        let mut clear = least >= zone.floor;
        if !clear && !stays {
            let before = at_start
                .unwrap_or_else(|| self.still(moving, standing, &frame, &zone, reach, false).0)
                .min(reach);
            // A body that started nearer than the floor may not come nearer still.
            let started_close = before < zone.floor;
            if !started_close || least < before - zone.slack {
                clear = !started_close;
                (fraction, poses) = start;
                hit = hit.or_else(|| nearest.map(|pair| hit_of(&pair, &frame)));
            }
        }
        let mut rounded = T::of(fraction);
        if rounded.f64() > fraction {
            rounded *= T::ONE - T::EPSILON;
        }
        let [pose, other] = poses;
        let Swept { pairs, steps, .. } = swept;
        Ok((Trace { fraction: rounded, pose, hit, clear, zone, pairs, steps }, other))
    }

    /// The first pair of features in the way.
    #[expect(
        clippy::too_many_arguments,
        reason = "one query's worth of what does not change between its two sweeps"
    )]
    fn sweep<T: Real>(
        &mut self,
        moving: &Body<'_, T>,
        standing: &Body<'_, T>,
        frame: &Frame,
        zone: &Zone,
        way: Way,
        limits: Limits,
        culling: bool,
    ) -> Swept {
        self.stage.place(moving, frame);
        let Limits { stop, hit, close } = limits;
        match way {
            Way::Slide(slide) => {
                let cull = culling.then_some(slide.by);
                let mut sweep = Sweep {
                    path: slide,
                    cull,
                    stop,
                    hit,
                    zone: *zone,
                    close,
                    found: None,
                    pairs: 0,
                    steps: 0,
                };
                let leads = |n: Vec3<f64>| cull.is_none_or(|by| n.dot(by) > zone.slack);
                self.stage.mark_leading(moving.mesh, leads);
                self.slide(moving, standing, &mut sweep);
                let Sweep { found, pairs, steps, .. } = sweep;
                Swept { found: found.map(|found| (found, 0)), pairs, steps }
            }
            Way::Turns(turn, parts) => {
                let (mut pairs, mut steps) = (0, 0);
                self.stage.mark_leading(moving.mesh, |_| true);
                for part in 0..parts {
                    let mut sweep = Sweep {
                        path: turn,
                        cull: None,
                        stop,
                        hit,
                        zone: *zone,
                        close: close && part == 0,
                        found: None,
                        pairs,
                        steps,
                    };
                    let region = self.stage.sweep(&turn);
                    self.stage.visit(moving.mesh, standing.mesh, &region, &mut sweep);
                    (pairs, steps) = (sweep.pairs, sweep.steps);
                    if let Some(found) = sweep.found {
                        return Swept { found: Some((found, part)), pairs, steps };
                    }
                    self.stage.carry(&turn, turn.end);
                }
                Swept { found: None, pairs, steps }
            }
        }
    }

    /// A translation, piece by piece if it is long: the box around a long way meets much that is not near it.
    fn slide<T: Real>(&mut self, moving: &Body<'_, T>, standing: &Body<'_, T>, sweep: &mut Sweep<Slide>) {
        let path = sweep.path;
        let whole = self.stage.sweep(&path);
        // The body itself: the box of its way less the way.
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
        let at = |t: f64| Aabb { min: start.min + path.by * t, max: start.max + path.by * t };
        for piece in 0..pieces {
            let [from, to] = [piece, piece + 1].map(|i| i as f64 / pieces as f64);
            // The box of a piece is rounded by less than the error.
            let region = if pieces == 1 { whole } else { at(from).union(&at(to)).grown(sweep.zone.error) };
            self.stage.visit(moving.mesh, standing.mesh, &region, sweep);
            if sweep.found.is_some_and(|found| found.hit <= to) {
                break;
            }
        }
    }

    /// The least separation of bodies at rest, at most `reach`, and the pair that has it.
    fn still<T: Real>(
        &mut self,
        moving: &Body<'_, T>,
        standing: &Body<'_, T>,
        frame: &Frame,
        zone: &Zone,
        reach: f64,
        list: bool,
    ) -> (f64, Option<Pair>) {
        self.stage.place(moving, frame);
        self.stage.mark_leading(moving.mesh, |_| true);
        let region = self.stage.rest();
        self.list.clear();
        let contacts = list.then_some(&mut self.list);
        let mut still =
            Still { reach, error: zone.error, behind: zone.floor, least: reach, best: None, contacts };
        self.stage.visit(moving.mesh, standing.mesh, &region, &mut still);
        (still.least, still.best)
    }
}

/// The zone of a query; see [`super::zone`]. `beyond` is how much further than it stands the standing body may end, and
/// `centre` how far the axis of a turn is from the origin.
fn zone<T: Real>(
    moving: &Body<'_, T>,
    standing: &Body<'_, T>,
    beyond: f64,
    centre: f64,
    settings: &Settings,
) -> Result<Zone, MotionError> {
    let [from, at] = [moving, standing].map(|body| body.pose.translation().cast::<f64>().norm());
    let size = 2.0 * (extent(moving.mesh) + extent(standing.mesh) + at + beyond);
    let size = Real::max(settings.world, size);
    let way = Real::max(2.0 * (from + beyond), 4.0 * centre);
    Zone::new::<T>(size, way, moving.mesh.flatness() + standing.mesh.flatness(), settings.zone)
}

/// A pair as it is reported: in the world, in the bodies' numbers.
fn hit_of<T: Real>(pair: &Pair, frame: &Frame) -> Hit<T> {
    Hit {
        point: frame.point_out(pair.nearest.point).cast(),
        normal: frame.vector_out(pair.nearest.direction).cast(),
        moving: pair.moving,
        standing: pair.standing,
    }
}
