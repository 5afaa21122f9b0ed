//! The path of a screw: a turn about an axis and an advance along it at once.
//!
//! # Symbols
//! | symbol | meaning |
//! |---|---|
//! | k | unit axis |
//! | y | from the axis to a point, perpendicular to it |
//! | ω, h | angle and advance of a whole part |
//! | s | parameter, from 0 to 1 |
//! | u, room | a fixed unit direction, and how far a point may still fall along −u |
//!
//! # The step
//! At each step of the [sweep](super) the nearest points give a direction u that proves the
//! features apart until a point has fallen by its room along −u. Along a screw
//!
//! f(τ) = room + u·y (cos ωτ − 1) + u·(k × y) sin ωτ + (u·k) h τ,
//!
//! whose first root has no closed form. But |f″| ≤ K = ω² |(u·y, u·(k × y))|, so that f cannot reach zero before
//! f + f′δ − Kδ²/2 does. Steps by that δ stay below the root and square their distance to it. This is conservative
//! advancement with the motion bound of that direction, of second order.

use super::path::Path;
use crate::math::plucker::first_root;
use crate::math::{Aabb, Real, Vec3, Vector};

/// Maximum number of steps to the root of f. Three or four reach it; if f comes close to zero without reaching it, the answer after the
/// last step is early, and the sweep continues from there.
const MAX_ROOT_STEPS: u32 = 24;

/// f counts as zero below this many ε of the sizes of its terms.
const ZERO: f64 = 8.0;

/// A part of a screw in the standing frame, by at most a quarter turn.
#[derive(Clone, Copy, Debug)]
pub(in crate::expel) struct Helix {
    pub center: Vec3<f64>,
    /// Unit axis.
    pub axis: Vec3<f64>,
    /// Signed angle.
    pub angle: f64,
    pub advance: f64,
}

impl Helix {
    /// Vector from the axis to a point, and the direction in which it turns; both as long as the radius.
    #[inline]
    fn spokes(&self, x: Vec3<f64>) -> (Vec3<f64>, Vec3<f64>) {
        let y = x - self.center;
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

impl Path for Helix {
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
    /// The same as for a turn, with the advance.
    fn faces(&self, normal: Vec3<f64>, middle: Vec3<f64>, radius: f64, reach: f64, slack: f64) -> bool {
        let [_, sine, advance] = self.along(middle, normal);
        let spread = normal.cross(self.axis).norm() * radius + reach;
        self.angle * sine + advance - self.angle.abs() * spread <= slack
    }
    /// The rate changes by at most K, so between two times it is at least their mean minus K/2 times the time between them.
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
    /// Section 2.5, by steps of second order like `falls`. The volume V = (a − p) · (d × e) of the lines a + d and p + e
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
        // Six products of differences, each accurate to 2ε of its terms.
        let rounding = 32.0 * f64::EPSILON * (from.sum_abs() + d.sum_abs() + e.sum_abs()) * lengths;
        let room = volume * sign - limit * across.norm() - rounding;
        let falls = rate * sign - limit * turn * lengths;
        let more = first_root(-0.5 * bend, 0.5 * falls, room)?;
        Some(t + more).filter(|&t| t <= 1.0)
    }
}
