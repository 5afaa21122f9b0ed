//! Screw motions: a body turns about an axis and moves along it at the same time.
//!
//! **Answers** what [`Mover::rotate`] answers, for the motion that takes any pose to any other in one sweep (Chasles). Take
//! it where a body turns and moves at once; the paper's [translation and then turn](Mover::move_by) is faster and goes
//! another way.
//!
//! # Symbols
//! | symbol | meaning |
//! |---|---|
//! | k | unit axis |
//! | y | from the axis to a point, at a right angle to it |
//! | ω, h | angle and advance in the whole of a part |
//! | s | how far along, from 0 to 1 |
//! | u, room | a fixed unit direction, and how far a point may still fall along −u |
//!
//! # The step
//! The sweep is that of all motions (`motion/sweep.rs`): at each step the nearest points give a direction u that proves the
//! features apart until a point has fallen by its room along −u. Along a screw
//!
//! f(τ) = room + u·y (cos ωτ − 1) + u·(k × y) sin ωτ + (u·k) h τ,
//!
//! whose first root has no closed form. But |f″| ≤ K = ω² |(u·y, u·(k × y))|, so that f cannot reach zero before
//! f + f′δ − Kδ²/2 does. Steps by that δ stay below the root and square their distance to it. This is conservative
//! advancement with the motion bound of the very direction, of second order.
//!
//! # Guarantees
//! Those of [`Mover::rotate`]: never past the contact, the end pose proven as it is rounded.
//!
//! # Cost
//! About twice that of a turn: sines are needed on the way.
//!
//! # Failure
//! [`MotionError`]; more than [`MOST_PARTS`] quarter turns are a [`MotionError::TooLong`].

use super::answer::{Way, zone};
use super::path::Path;
use super::stage::{Frame, widen};
use super::types::{MotionError, Settings, Trace};
use super::{Body, Mover};
use crate::math::plucker::first_root;
use crate::math::{Aabb, Pose, Real, Rot3, Rotation, Vec3, Vector};

/// Most parts of a screw, each of a quarter turn at most.
pub const MOST_PARTS: u32 = 1 << 16;

/// Steps to the root of f. Three or four reach it; where f comes close to zero and does not get there, the answer after the
/// last one is early, and the sweep looks again.
const MAX_ROOT_STEPS: u32 = 24;

/// Below this many ε of the sizes that f is made of, it is zero.
const ZERO: f64 = 8.0;

/// A turn about an axis while moving along it.
#[derive(Clone, Copy, Debug, PartialEq)]
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

/// A part of a screw in the standing frame, by at most a quarter turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScrewPath {
    centre: Vec3<f64>,
    /// Unit.
    axis: Vec3<f64>,
    /// Signed.
    angle: f64,
    advance: f64,
}

impl ScrewPath {
    /// From the axis to a point, and the direction in which it turns; both as long as the radius.
    #[inline]
    fn spokes(&self, x: Vec3<f64>) -> (Vec3<f64>, Vec3<f64>) {
        let y = x - self.centre;
        (y - self.axis * self.axis.dot(y), self.axis.cross(y))
    }

    /// u·y, u·(k × y) and u·k h.
    #[inline]
    fn along(&self, x: Vec3<f64>, u: Vec3<f64>) -> [f64; 3] {
        let (y, side) = self.spokes(x);
        [u.dot(y), u.dot(side), u.dot(self.axis) * self.advance]
    }

    /// K.
    #[inline]
    fn bend(&self, cosine: f64, sine: f64) -> f64 {
        self.angle * self.angle * Real::sqrt(cosine * cosine + sine * sine)
    }
}

impl Path for ScrewPath {
    #[inline]
    fn end(&self) -> f64 {
        1.0
    }
    #[inline]
    fn turns(&self) -> bool {
        true
    }
    fn at(&self, x: Vec3<f64>, t: f64) -> Vec3<f64> {
        let (y, side) = self.spokes(x);
        let (sin, _) = Real::sin_cos(self.angle * t);
        let (half, _) = Real::sin_cos(0.5 * self.angle * t);
        // cos θ − 1 = −2 sin²(θ/2).
        x - y * (2.0 * half * half) + side * sin + self.axis * (self.advance * t)
    }
    fn back(&self) -> Self {
        Self { angle: -self.angle, advance: -self.advance, ..*self }
    }
    fn falls(&self, x: Vec3<f64>, u: Vec3<f64>, room: f64, t: f64) -> Option<f64> {
        let [cosine, sine, advance] = self.along(x, u);
        let bend = self.bend(cosine, sine);
        let left = 1.0 - t;
        let zero = ZERO * f64::EPSILON * (cosine.abs() + sine.abs() + advance.abs());
        let mut now = 0.0;
        for _ in 0..MAX_ROOT_STEPS {
            let (sin, cos) = Real::sin_cos(self.angle * now);
            let (half, _) = Real::sin_cos(0.5 * self.angle * now);
            let value = room - cosine * (2.0 * half * half) + sine * sin + advance * now;
            if value <= zero {
                break;
            }
            let rate = self.angle * (sine * cos - cosine * sin) + advance;
            now += first_root(-0.5 * bend, 0.5 * rate, value)?;
            if now > left {
                return None;
            }
        }
        Some(t + now)
    }
    #[inline]
    fn rate(&self, x: Vec3<f64>, u: Vec3<f64>, _: f64) -> f64 {
        let [_, sine, advance] = self.along(x, u);
        self.angle * sine + advance
    }
    /// As for a turn, with the advance.
    fn faces(&self, normal: Vec3<f64>, middle: Vec3<f64>, radius: f64, reach: f64, slack: f64) -> bool {
        let [_, sine, advance] = self.along(middle, normal);
        let spread = normal.cross(self.axis).norm() * radius + reach;
        self.angle * sine + advance - self.angle.abs() * spread <= slack
    }
    /// The rate changes by at most K, so between two times it is at least their mean less K/2 times what is between them.
    fn never_nears(&self, x: Vec3<f64>, up: Vec3<f64>, slack: f64) -> bool {
        let [cosine, sine, _] = self.along(x, up);
        let mean = 0.5 * (self.rate(x, up, 0.0) + self.rate(self.at(x, 1.0), up, 1.0));
        mean - 0.5 * self.bend(cosine, sine) >= -0.5 * slack
    }
    fn bounds(&self, x: Vec3<f64>) -> Aabb<Vec3<f64>> {
        let (y, side) = self.spokes(x);
        let (sin, cos) = Real::sin_cos(self.angle);
        let end = x + y * (cos - 1.0) + side * sin;
        // The arc is at most r (1 − cos(θ/2)) <= r θ²/8 from its chord.
        let bulge = side.norm() * 0.125 * self.angle * self.angle;
        let arc = Aabb { min: x.min(end), max: x.max(end) }.grown(bulge);
        let rise = self.axis * self.advance;
        Aabb { min: arc.min + rise.min(Vec3::ZERO), max: arc.max + rise.max(Vec3::ZERO) }
    }
    /// Section 2.5, by steps of second order as `falls`. The volume V = (a − p) · (d × e) of the lines a + d and p + e
    /// is their distance times |d × e|. With r the radius of a and w = |ω| r + |h| a bound on its speed,
    /// |V″| ≤ |d| |e| (ω² r + 2 |ω| w + ω² (|a − p| + w)), and |d × e| grows by at most |ω| |d| |e|.
    fn lines_meet(&self, [a, b]: [Vec3<f64>; 2], [p, q]: [Vec3<f64>; 2], limit: f64, t: f64) -> Option<f64> {
        let (d, e, from) = (b - a, q - p, a - p);
        let across = d.cross(e);
        let side = self.spokes(a).1;
        let volume = from.dot(across);
        let rate = (side * self.angle + self.axis * self.advance).dot(across)
            + from.dot((self.axis.cross(d) * self.angle).cross(e));
        let sign = if volume < 0.0 { -1.0 } else { 1.0 };
        let (lengths, turn) = (d.norm() * e.norm(), self.angle.abs());
        let radius = side.norm();
        let speed = turn * radius + self.advance.abs();
        let bend =
            lengths * (turn * turn * radius + 2.0 * turn * speed + turn * turn * (from.norm() + speed));
        // Six products of differences, each good to 2ε of its terms.
        let rounding = 32.0 * f64::EPSILON * (from.sum_abs() + d.sum_abs() + e.sum_abs()) * lengths;
        let room = volume * sign - limit * across.norm() - rounding;
        let falls = rate * sign - limit * turn * lengths;
        let more = first_root(-0.5 * bend, 0.5 * falls, room)?;
        Some(t + more).filter(|&t| t <= 1.0)
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
        // One more for rounding.
        let parts = quarters as u32 + 1;
        let share = 1.0 / f64::from(parts);
        let frame = Frame::of(&standing.pose);
        let path = ScrewPath {
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
        Ok(trace)
    }
}
