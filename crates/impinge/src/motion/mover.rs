//! The queries: a body moves, another one stands.
//!
//! # How a motion is answered
//! 1. The moving vertices are placed in the standing frame. A box around their way finds what of the standing mesh is near.
//! 2. Every pair of features that can meet is [swept](super::sweep) against the zone. Most queries find nothing there.
//! 3. Bodies that [overlap](super::overlap) where they start do not move: the sweep says nothing of them.
//! 4. If something was found, the distance D of the surfaces at the start is taken. If they started within the zone, the sweep is
//!    repeated with D in place of the thickness: a body within the zone may not come nearer than it is.
//! 5. The end pose is rounded to the bodies' numbers, the vertices are placed by the rounded pose, and the surfaces are proven
//!    to keep the floor. If they do not, the motion is refused: fraction 0, and the pose that it started at.
//!
//! # Guarantees
//! Closed bodies that do not overlap at the start (step 3) and are at least [`Zone::floor`](super::Zone::floor) apart there are at
//! least that far apart at the end, at the pose as it is rounded (step 5), and at all times between, up to the rounding that
//! [`Zone::error`](super::Zone::error) bounds (step 2). Without step 5 this already follows from the bounds for the first 64
//! motions in a row. [`Trace::clear`] is true only where it was proven.
//!
//! # Cost
//! Placing is linear in the moving mesh. The rest grows with the pairs of features near the way: O(log n + k) for k near
//! polygons of n standing ones. No allocation after the first queries.
//!
//! # Failure
//! [`MotionError`]. Bodies that start nearer than the floor, or touch, are kept from coming nearer, may part and slide, and
//! [`Trace::clear`] is false until they are apart. Bodies that start in one another stay where they are, and
//! [`Trace::start`] says so; [`Settings::free`] and [`Mover::free`] put them out.
//! An open mesh with one side can be passed from behind, by a motion that does not end half way through; one that would is refused.

use alloc::vec::Vec;

use super::free::begun;
use super::sweep::answer::{Mover, Way, hit_of, zone};
use super::sweep::path::{Slide, Turn};
use super::sweep::stage::{Body, Frame, widen};
use super::sweep::still::Pair;
use super::types::{Clearance, Contact, MotionError, Settings, Start, Trace, TranslateThenTurn, Turning};
use crate::math::{Pose, Real, Rot3, Vec3};

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
    motion: &TranslateThenTurn<T>,
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

    /// Moves a body along a vector until something is in the way. A body that starts in the other one does not move; see
    /// [`Start`].
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
        let (moving, freed) = &self.begin(moving, standing, settings)?;
        let zone = zone(moving, standing, 0.0, 0.0, settings)?;
        let frame = Frame::of(&standing.pose);
        let way = Way::Slide(Slide { by: frame.vector_in(by) });
        let start: Vec3<f64> = moving.pose.translation().cast();
        let (trace, _) = self.answer(moving, standing, settings, zone, way, |stop, _| {
            let pose = Pose::try_new((start + by * stop).cast(), moving.pose.rotation());
            (stop, [pose.unwrap_or(moving.pose), standing.pose])
        })?;
        Ok(begun(trace, *freed))
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
        let (moving, freed) = &self.begin(moving, standing, settings)?;
        // Both poses are rounded, wherever they go.
        let zone = zone(moving, standing, by[1].norm(), 0.0, settings)?;
        let frame = Frame::of(&standing.pose);
        let way = Way::Slide(Slide { by: frame.vector_in(by[0] - by[1]) });
        let (trace, other) = self.answer(moving, standing, settings, zone, way, |stop, _| {
            let end = |body: &Body<'_, T>, by: Vec3<f64>| {
                let start: Vec3<f64> = body.pose.translation().cast();
                Pose::try_new((start + by * stop).cast(), body.pose.rotation()).unwrap_or(body.pose)
            };
            (stop, [end(moving, by[0]), end(standing, by[1])])
        })?;
        Ok((begun(trace, *freed), other))
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
        let (moving, freed) = &self.begin(moving, standing, settings)?;
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
        Ok(begun(trace, *freed))
    }

    /// Moves a body along a vector and then turns it, until something is in the way. Two traces: where it is after the
    /// translation, and at the end. If the translation is stopped, the turn does not begin, and has fraction 0.
    ///
    /// # Errors
    /// As [`Mover::translate`] and [`Mover::rotate`].
    pub fn move_by<T: Real>(
        &mut self,
        moving: &Body<'_, T>,
        motion: &TranslateThenTurn<T>,
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

    /// A proven lower bound of the distance of two bodies, as far as `reach`: zero or below if they overlap. Polygons of an open mesh
    /// with one side count from their front only.
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
        let nearest = |pair: Pair| hit_of(&pair, &frame);
        if let Some(crossed) = self.overlap(moving, standing, &frame, &zone, false) {
            let distance = Real::min(least - zone.error, 0.0);
            return Ok(Clearance { distance, nearest: Some(nearest(crossed)) });
        }
        Ok(Clearance { distance: least - zone.error, nearest: best.map(nearest) })
    }

    /// Lists where two bodies at rest are in contact: every vertex over a polygon and every two crossing edges that are at
    /// most `reach` apart (section 2.6). Where only corners or rims are that near, the nearest of these. Bodies that overlap
    /// have no such list: the answer is [`Start::Overlapping`], with one contact that names what crosses, at distance 0.
    ///
    /// # Errors
    /// If the reach is not finite.
    pub fn contacts<T: Real>(
        &mut self,
        moving: &Body<'_, T>,
        standing: &Body<'_, T>,
        reach: f64,
        contacts: &mut Vec<Contact<T>>,
    ) -> Result<Start, MotionError> {
        contacts.clear();
        let frame = self.touching(moving, standing, reach)?;
        let zone = zone(moving, standing, 0.0, 0.0, &Settings::default())?;
        let crossed = self.overlap(moving, standing, &frame, &zone, false);
        if let Some(pair) = crossed {
            self.list.clear();
            self.list.push(pair);
        }
        let contact = |pair: &Pair| Contact { distance: pair.nearest.separation, at: hit_of(pair, &frame) };
        contacts.extend(self.list.iter().map(contact));
        Ok(if crossed.is_some() { Start::Overlapping } else { Start::Apart })
    }

    /// The same into the list of pairs, which are in the frame that is returned.
    pub(super) fn touching<T: Real>(
        &mut self,
        moving: &Body<'_, T>,
        standing: &Body<'_, T>,
        reach: f64,
    ) -> Result<Frame, MotionError> {
        let zone = zone(moving, standing, 0.0, 0.0, &Settings::default())?;
        if !reach.is_finite() {
            return Err(MotionError::NotFinite);
        }
        let frame = Frame::of(&standing.pose);
        let (_, best) = self.still(moving, standing, &frame, &zone, reach, true);
        if self.list.is_empty() {
            self.list.extend(best);
        }
        Ok(frame)
    }
}
