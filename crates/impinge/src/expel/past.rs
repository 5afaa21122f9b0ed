//! Motion of one body past another: the steps of [`queries`](super::queries) for each kind of motion.
//!
//! A translation goes along the path of [`Translation`], a turn along that of a [`Turn`] with half-angle tangents for
//! time, a screw along that of a [`Helix`]; all three are in `motion/sweep/`.

use alloc::vec::Vec;

use super::Mover;
use super::error::MotionError;
use super::sweep::answer::{Way, hit_of, zone};
use super::sweep::helix::Helix;
use super::sweep::path::{Translation, Turn};
use super::sweep::stage::{Frame, widen};
use super::sweep::still::{Asked, Pair};
use super::types::{Clearance, Hit, MotionSettings, Trace};
use crate::math::{Each, Motion, Pose, Real, Rot3, Vec3, built_with_the_crate};
use crate::mesh::polygon::PlacedMesh;
use crate::pair::least_normal;

/// Maximum number of parts of a screw, each of a quarter turn at most.
const MOST_PARTS: u32 = 1 << 16;

/// The allowed component of a screw's translation perpendicular to its axis, in ε × its length: the axis is rounded, and so is their
/// product.
const ACROSS_ULPS: f64 = 8.0;

/// The pose of a body that was turned and is now at `position`, rounded to its own precision.
fn turned_to<T: Real>(body: &PlacedMesh<'_, T>, turn: Rot3<f64>, position: Vec3<f64>) -> Pose<Vec3<T>> {
    let rotation = turn.compose(&widen(&body.pose.rotation())).to_xyzw().each(T::of);
    let pose = Rot3::try_normalize_xyzw(rotation).and_then(|turned| Pose::try_new(position.cast(), turned));
    pose.unwrap_or(body.pose)
}

/// The pose of a body at the end of an unobstructed motion: exactly the one that [`Mover::move_past`] gives.
pub(super) fn end_of<T: Real>(body: &PlacedMesh<'_, T>, motion: &Motion<Vec3<T>>) -> Pose<Vec3<T>> {
    let (start, by): (Vec3<f64>, Vec3<f64>) = (body.pose.translation().cast(), motion.linear().cast());
    if motion.is_translation() {
        return Pose::try_new((start + by).cast(), body.pose.rotation()).unwrap_or(body.pose);
    }
    let (center, axis) = (motion.center().cast(), unit_axis(motion));
    let turn = Rot3::try_from_axis_angle(axis, motion.angle().f64()).unwrap_or(Rot3::IDENTITY);
    let turned = start + turn.moves(start - center);
    turned_to(body, turn, if by == Vec3::ZERO { turned } else { turned + axis * axis.dot(by) })
}

/// The axis, unit in `f64`: that of a motion is unit only in the bodies' precision.
fn unit_axis<T: Real>(motion: &Motion<Vec3<T>>) -> Vec3<f64> {
    let axis: Vec3<f64> = motion.axis().cast();
    if size_of::<T>() == size_of::<f64>() { axis } else { axis.unit() }
}

built_with_the_crate! {
    /// [`Mover::move_past`].
    fn built_move_past<'a, T: Real>(
        mover: &'a mut Mover,
        moving: &'a PlacedMesh<'a, T>,
        motion: &'a Motion<Vec3<T>>,
        standing: &'a PlacedMesh<'a, T>,
        settings: &'a MotionSettings,
    ) -> Result<Trace<T>, MotionError> = Mover::move_past_one;
}

impl Mover {
    /// Moves a body with one other in the way.
    pub(crate) fn move_past<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        motion: &Motion<Vec3<T>>,
        standing: &PlacedMesh<'_, T>,
        settings: &MotionSettings,
    ) -> Result<Trace<T>, MotionError> {
        built_move_past(self, moving, motion, standing, settings)
    }

    fn move_past_one<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        motion: &Motion<Vec3<T>>,
        standing: &PlacedMesh<'_, T>,
        settings: &MotionSettings,
    ) -> Result<Trace<T>, MotionError> {
        let by: Vec3<f64> = motion.linear().cast();
        let (center, angle): (Vec3<f64>, f64) = (motion.center().cast(), motion.angle().f64());
        if motion.is_translation() {
            return self.translate_past(moving, by, standing, settings);
        }
        let axis = unit_axis(motion);
        if by == Vec3::ZERO {
            return self.turn_past(moving, center, axis, angle, standing, settings);
        }
        let advance = axis.dot(by);
        let length = Real::max(by.norm(), least_normal::<T>());
        if (by - axis * advance).norm() > ACROSS_ULPS * T::EPSILON.f64() * length {
            return Err(MotionError::Tumbles);
        }
        let quarters = angle.abs() / (0.5 * f64::PI);
        if quarters >= f64::from(MOST_PARTS) {
            return Err(MotionError::TooLong { quarters, most: MOST_PARTS });
        }
        self.screw_past(moving, center, axis, [angle, advance], standing, settings)
    }

    fn translate_past<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        by: Vec3<f64>,
        standing: &PlacedMesh<'_, T>,
        settings: &MotionSettings,
    ) -> Result<Trace<T>, MotionError> {
        let (moving, freed) = &self.begin(moving, standing, settings)?;
        let zone = zone(moving, standing, 0.0, 0.0, settings)?;
        let frame = Frame::of(&standing.pose);
        let way = Way::Translation(Translation { by: frame.vector_in(by) });
        let start: Vec3<f64> = moving.pose.translation().cast();
        let (trace, _) = self.answer(moving, standing, settings, zone, way, |stop, _| {
            let pose = Pose::try_new((start + by * stop).cast(), moving.pose.rotation());
            (stop, [pose.unwrap_or(moving.pose), standing.pose])
        });
        Ok(trace.begun(*freed))
    }

    fn turn_past<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        center: Vec3<f64>,
        axis: Vec3<f64>,
        angle: f64,
        standing: &PlacedMesh<'_, T>,
        settings: &MotionSettings,
    ) -> Result<Trace<T>, MotionError> {
        let (moving, freed) = &self.begin(moving, standing, settings)?;
        let start: Vec3<f64> = moving.pose.translation().cast();
        let zone = zone(moving, standing, 0.0, center.norm(), settings)?;
        let frame = Frame::of(&standing.pose);
        // If a whole turn is free, any number of turns is.
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
        let turn = Turn { center: frame.point_in(center), axis: frame.vector_in(axis), end, sense };
        let way = Way::Turns(turn, parts);
        let (trace, _) = self.answer(moving, standing, settings, zone, way, |stop, before| {
            let half = stop * sense;
            let last = Rot3::try_normalize_xyzw([axis.x * half, axis.y * half, axis.z * half, 1.0]);
            let turned = f64::from(before) * part;
            let all_parts = before + 1 == parts && stop >= end;
            let angle_now = if all_parts { angle } else { sense * turned };
            let first = Rot3::try_from_axis_angle(axis, angle_now).unwrap_or(Rot3::IDENTITY);
            let total = if all_parts { first } else { last.unwrap_or(Rot3::IDENTITY).compose(&first) };
            let pose = turned_to(moving, total, start + total.moves(start - center));
            let done = if all_parts { whole } else { turned + 2.0 * libm::atan(stop) };
            (Real::min(done / whole, 1.0), [pose, standing.pose])
        });
        Ok(trace.begun(*freed))
    }

    fn screw_past<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        center: Vec3<f64>,
        axis: Vec3<f64>,
        [angle, advance]: [f64; 2],
        standing: &PlacedMesh<'_, T>,
        settings: &MotionSettings,
    ) -> Result<Trace<T>, MotionError> {
        let (moving, freed) = &self.begin(moving, standing, settings)?;
        // One more for rounding.
        let parts = (angle.abs() / (0.5 * f64::PI)) as u32 + 1;
        let share = 1.0 / f64::from(parts);
        let frame = Frame::of(&standing.pose);
        let path = Helix {
            center: frame.point_in(center),
            axis: frame.vector_in(axis),
            angle: angle * share,
            advance: advance * share,
        };
        let start: Vec3<f64> = moving.pose.translation().cast();
        let zone = zone(moving, standing, 0.0, center.norm(), settings)?;
        let way = Way::Screws(path, parts);
        let (trace, _) = self.answer(moving, standing, settings, zone, way, |stop, before| {
            let fraction = Real::min((f64::from(before) + stop) * share, 1.0);
            let turn = Rot3::try_from_axis_angle(axis, angle * fraction).unwrap_or(Rot3::IDENTITY);
            let position = start + turn.moves(start - center) + axis * (advance * fraction);
            (fraction, [turned_to(moving, turn, position), standing.pose])
        });
        Ok(trace.begun(*freed))
    }

    /// [`Mover::clearance`] to one body.
    pub(super) fn clearance_to<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        standing: &PlacedMesh<'_, T>,
        number: u32,
        reach: f64,
    ) -> Result<Clearance<T>, MotionError> {
        let zone = zone(moving, standing, 0.0, 0.0, &MotionSettings::default())?;
        let frame = Frame::of(&standing.pose);
        let (least, best) = self.still(moving, standing, &frame, &zone, reach, Asked::Distance);
        let distance = least - zone.unmeasured([moving.mesh, standing.mesh]);
        let nearest = |pair: Pair| hit_of(&pair, &frame).of_body(number);
        if let Some(crossed) = self.overlap(moving, standing, &frame, &zone, false) {
            return Ok(Clearance { distance: Real::min(distance, 0.0), nearest: Some(nearest(crossed)) });
        }
        Ok(Clearance { distance, nearest: best.map(nearest) })
    }

    /// Adds the contacts with one body to a list; returns the crossing, if they overlap.
    pub(super) fn contacts_with<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        standing: &PlacedMesh<'_, T>,
        number: u32,
        reach: f64,
        contacts: &mut Vec<Hit<T>>,
    ) -> Result<Option<Hit<T>>, MotionError> {
        let frame = self.touching(moving, standing, reach)?;
        let zone = zone(moving, standing, 0.0, 0.0, &MotionSettings::default())?;
        let contact = |pair: &Pair| hit_of(pair, &frame).of_body(number);
        contacts.extend(self.list.iter().map(contact));
        let crossed = self.overlap(moving, standing, &frame, &zone, false);
        Ok(crossed.as_ref().map(contact))
    }

    /// Contacts of two bodies, into the list of pairs, which are in the returned frame.
    pub(super) fn touching<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        standing: &PlacedMesh<'_, T>,
        reach: f64,
    ) -> Result<Frame, MotionError> {
        let zone = zone(moving, standing, 0.0, 0.0, &MotionSettings::default())?;
        let frame = Frame::of(&standing.pose);
        let (_, best) = self.still(moving, standing, &frame, &zone, reach, Asked::Contacts);
        if self.list.is_empty() {
            self.list.extend(best);
        }
        Ok(frame)
    }
}
