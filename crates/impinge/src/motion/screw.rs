//! Screw motions: a body turns about an axis and moves along it at the same time.
//!
//! **Answers** what [`Mover::rotate`] answers, for the motion that takes any pose to any other in one sweep (Chasles). Take
//! it where a body turns and moves at once; the paper's [translation and then turn](Mover::move_by) is faster and goes
//! another way.
//!
//! The sweep is that of all motions (`motion/sweep/`), along the path of `motion/sweep/helix.rs`.
//!
//! # Guarantees
//! Those of [`Mover::rotate`]: bodies that start apart do not pass the contact, and the end pose is proven as it is rounded. A body
//! that starts in the other one does not move.
//!
//! # Cost
//! About twice that of a turn: sines are needed on the way.
//!
//! # Failure
//! [`MotionError`]; more than [`MOST_PARTS`] quarter turns are a [`MotionError::TooLong`].

use super::free::begun;
use super::sweep::answer::{Way, zone};
use super::sweep::helix::Helix;
use super::sweep::stage::{Frame, widen};
use super::types::{MotionError, Settings, Trace};
use super::{Body, Mover};
use crate::math::{Pose, Real, Rot3, Vec3};

/// Most parts of a screw, each of a quarter turn at most.
pub const MOST_PARTS: u32 = 1 << 16;

/// A turn about an axis while moving along it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Screw<T: Real> {
    /// A point of the axis, in the world.
    pub centre: Vec3<T>,
    /// Along the axis, of any length but zero.
    pub axis: Vec3<T>,
    /// In radians, counter-clockwise when the axis points at the viewer.
    pub angle: T,
    /// How far it moves along the axis meanwhile.
    pub advance: T,
}

impl<T: Real> Screw<T> {
    /// The screw of at most half a turn that takes one pose to another.
    ///
    /// With R the rotation between them and d the way of a point c under the motion less R's part, the axis passes
    /// through c + (d⊥ + cot(θ/2) k × d⊥)/2, where d⊥ is the part of d across k. Poses that differ by a translation have
    /// their axis along it.
    pub fn between(from: &Pose<Vec3<T>>, to: &Pose<Vec3<T>>) -> Self {
        let (start, end): (Vec3<f64>, Vec3<f64>) = (from.translation().cast(), to.translation().cast());
        let turn = widen(&to.rotation()).compose(&widen(&from.rotation()).inverse());
        let [x, y, z, w] = turn.to_xyzw();
        let (v, w) = if w < 0.0 { (Vec3::new(-x, -y, -z), -w) } else { (Vec3::new(x, y, z), w) };
        let way = end - start;
        // Twice the sine of half the angle at least a rounding: else there is no axis to speak of.
        let sine = v.norm();
        if sine <= 4.0 * f64::EPSILON {
            let axis = way.normalized().unwrap_or(Vec3::new(0.0, 0.0, 1.0));
            return Self {
                centre: from.translation(),
                axis: axis.cast(),
                angle: T::ZERO,
                advance: T::of(way.norm()),
            };
        }
        let axis = v * (1.0 / sine);
        let along = axis.dot(way);
        let across = way - axis * along;
        let centre = start + (across + axis.cross(across) * (w / sine)) * 0.5;
        let angle = 2.0 * libm::atan2(sine, w);
        Self { centre: centre.cast(), axis: axis.cast(), angle: T::of(angle), advance: T::of(along) }
    }
}

/// [`Mover::screw`], once.
///
/// # Errors
/// As there.
pub fn screw<T: Real>(
    moving: &Body<'_, T>,
    screw: &Screw<T>,
    standing: &Body<'_, T>,
    settings: &Settings,
) -> Result<Trace<T>, MotionError> {
    Mover::new().screw(moving, screw, standing, settings)
}

impl Mover {
    /// Turns a body about an axis while it moves along it, until something is in the way.
    ///
    /// # Errors
    /// If a number is not finite, the axis has no length, there are too many turns, or the zone asked for is too thin.
    pub fn screw<T: Real>(
        &mut self,
        moving: &Body<'_, T>,
        screw: &Screw<T>,
        standing: &Body<'_, T>,
        settings: &Settings,
    ) -> Result<Trace<T>, MotionError> {
        let (centre, axis): (Vec3<f64>, Vec3<f64>) = (screw.centre.cast(), screw.axis.cast());
        let (angle, advance) = (screw.angle.f64(), screw.advance.f64());
        if !(centre.is_finite() && axis.is_finite() && angle.is_finite() && advance.is_finite()) {
            return Err(MotionError::NotFinite);
        }
        let axis = axis.normalized().ok_or(MotionError::ZeroAxis)?;
        let quarters = angle.abs() / (0.5 * f64::PI);
        if quarters >= f64::from(MOST_PARTS) {
            return Err(MotionError::TooLong { quarters, most: MOST_PARTS });
        }
        let (moving, freed) = &self.begin(moving, standing, settings)?;
        // One more for rounding.
        let parts = quarters as u32 + 1;
        let share = 1.0 / f64::from(parts);
        let frame = Frame::of(&standing.pose);
        let path = Helix {
            centre: frame.point_in(centre),
            axis: frame.vector_in(axis),
            angle: angle * share,
            advance: advance * share,
        };
        let start: Vec3<f64> = moving.pose.translation().cast();
        let rotation = widen(&moving.pose.rotation());
        let zone = zone(moving, standing, 0.0, centre.norm(), settings)?;
        let way = Way::Screws(path, parts);
        let (trace, _) = self.answer(moving, standing, settings, zone, way, |stop, before| {
            let fraction = Real::min((f64::from(before) + stop) * share, 1.0);
            let turn = Rot3::try_from_axis_angle(axis, angle * fraction).unwrap_or(Rot3::IDENTITY);
            let position = centre + turn.rotate(start - centre) + axis * (advance * fraction);
            let rotation = Rot3::try_normalize_xyzw(turn.compose(&rotation).to_xyzw().map(T::of));
            let pose = rotation.and_then(|rotation| Pose::try_new(position.cast(), rotation));
            (fraction, [pose.unwrap_or(moving.pose), standing.pose])
        })?;
        Ok(begun(trace, *freed))
    }
}
