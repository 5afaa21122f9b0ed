//! The path of one body: the pose of its core at a time, the speed of its points, and their distance from the axis.
//!
//! It is computed in `f64`, in a frame moved to where A's core is at time 0: far from the origin of the common frame no
//! digits are lost except those of the given coordinates.
//!
//! | symbol | meaning |
//! |---|---|
//! | ω | angular speed, \|θ\| |
//! | r | no point of the core is farther from the axis |
//! | ρ | no point of the core is farther from the center |
//! | z | extent of the core along the axis, from the center |

use super::space::CastSpace;
use crate::math::{Each, Motion, MotionSpace, Pose, Real, Rotation, Vec2, Vec3, Vector};
use crate::pair::ROUNDING_ULPS;
use crate::shape::{CoreShape, Parts, Support};

/// The path of one body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path<W: Vector<Scalar = f64>> {
    /// The center at time 0, and its translation.
    pub(super) center: W,
    pub(super) linear: W,
    axis: Vec3<f64>,
    angle: f64,
    /// Orientation of the core at time 0, its position, and that relative to the center.
    rotation: W::Rotation,
    pub(super) origin: W,
    arm: W,
    /// ω, r, z and ρ.
    pub(super) speed: f64,
    from_axis: f64,
    along_axis: [f64; 2],
    pub(super) from_center: f64,
    /// Bound on the error of a point of the core at any time.
    pub(super) blur: f64,
    /// Bound on the error of a point relative to the center.
    from_center_blur: f64,
}

impl<W: CastSpace> Path<W> {
    /// Creates the path of a body and its motion, in the common frame moved to `base`.
    pub(super) fn new(parts: &Parts<'_, W>, motion: &Motion<W>, base: W) -> Self {
        let pose = W::wide_pose(&parts.pose);
        let origin = pose.translation() - base;
        let angle = motion.angle();
        let reach = parts.core.reach();
        let mut path = Self {
            center: origin,
            linear: motion.linear(),
            axis: Vec3::ZERO,
            angle,
            rotation: pose.rotation(),
            origin,
            arm: W::ZERO,
            speed: Real::abs(angle),
            from_axis: 0.0,
            along_axis: [0.0, 0.0],
            from_center: reach,
            blur: 0.0,
            from_center_blur: 0.0,
        };
        if angle != 0.0 {
            path.axis = motion.axis().unit();
            path.center = motion.center() - base;
            path.arm = origin - path.center;
            path.from_center = path.arm.norm() + reach;
            let (core, choice) = (parts.core, parts.core.choice_error());
            path.from_axis = path.reach_from_axis(&core, reach, choice);
            if W::DIM == 3 {
                let axis = W::along(path.axis);
                let [low, high] = path.extent(&core, axis);
                path.along_axis = [low - choice, high + choice];
            }
        }
        // The angle at a time is rounded once, the rest as the pose of a pair. The error of the center, and of the offset from it to
        // the core, moves the core by no more than twice that error, nor more than the angle times it: the smaller the angle, the
        // farther away a center may be (`Motion::between`). In the subnormal range roundings no longer shrink with the number.
        let about = Real::min(path.speed, 2.0) * (path.center.sum_abs() + path.from_center);
        let places = origin.sum_abs() + path.linear.sum_abs() + reach + about + path.speed * path.from_axis;
        path.blur = ROUNDING_ULPS * f64::EPSILON * Real::max(places, f64::MIN_POSITIVE);
        path.from_center_blur = ROUNDING_ULPS * f64::EPSILON * path.extent_of_motion();
        path
    }

    /// The largest distance of the core from the origin.
    pub(super) fn extent_of_motion(&self) -> f64 {
        self.center.sum_abs() + self.linear.sum_abs() + self.from_center
    }

    /// r, at time 0; a rigid motion does not change it. It is bounded by two side views of the axis, or from the core's origin.
    fn reach_from_axis(&self, core: &impl Support<W>, reach: f64, choice: f64) -> f64 {
        let by_ball = W::beside(self.axis, self.arm).norm() + reach;
        let [first, second] = <W as MotionSpace>::across(self.axis).each(|e| {
            let [low, high] = self.extent(core, e);
            Real::max(Real::abs(low), Real::abs(high)) + choice
        });
        // Neither square over- nor underflows in a norm.
        let by_sides = Vec2::new(first, second).norm();
        Real::min(by_sides, by_ball) * (1.0 + ROUNDING_ULPS * f64::EPSILON)
    }

    /// The interval that the core covers along a direction, relative to the center, at time 0.
    fn extent(&self, core: &impl Support<W>, direction: W) -> [f64; 2] {
        let inner = self.rotation.unrotate(direction);
        let middle = self.arm.dot(direction);
        [-inner, inner].each(|d| core.support(d).dot(inner) + middle)
    }

    /// The pose of the core.
    #[inline]
    pub(super) fn at(&self, time: f64) -> Pose<W> {
        let moved = self.linear * time;
        if self.angle == 0.0 {
            return finite(self.origin + moved, self.rotation);
        }
        let turned = W::rotation_about(self.axis, self.angle * time);
        finite(self.origin + (moved + W::moved_by(&turned, self.arm)), turned.compose(&self.rotation))
    }

    /// The velocity of the point of the body that is at `place` at this time.
    #[inline]
    pub(super) fn velocity(&self, place: W, time: f64) -> W {
        if self.angle == 0.0 {
            return self.linear;
        }
        let arm = place - (self.center + self.linear * time);
        self.linear + W::whirl(self.axis * self.angle, arm)
    }

    /// ω r: rotation moves no point of the core faster.
    #[inline]
    pub(super) fn whirl_most(&self) -> f64 {
        self.speed * self.from_axis
    }

    /// Reach of the core from the axis along n, if its farthest point along n is at `place`.
    #[inline]
    pub(super) fn level(&self, n: W, place: W, time: f64) -> f64 {
        if self.angle == 0.0 {
            return 0.0;
        }
        // n·arm = n·(x − c) − (n·k) z.
        let lean = n.dot(W::along(self.axis));
        let [low, high] = self.along_axis.each(|z| -lean * z);
        n.dot(place - self.center - self.linear * time) + Real::max(low, high) + self.from_center_blur
    }

    /// ω² E: the largest second derivative, from rotation, of the distance of a point to a plane that goes from one normal to another
    /// in `width`, if the core reaches as far as `levels` beyond the axis at the ends.
    #[inline]
    pub(super) fn curl(&self, [from, to]: [W; 2], levels: [f64; 2], width: f64) -> f64 {
        if self.angle == 0.0 {
            return 0.0;
        }
        let across = |u: W| W::whirl(self.axis, u).norm();
        let most = self.from_axis * Real::max(across(from), across(to));
        let (turn, level) = (self.speed * width, Real::max(Real::max(levels[0], levels[1]), 0.0));
        let bulge = turn * turn / 8.0;
        let swing = 0.25 * turn * self.from_axis * across(to - from);
        let beyond = if bulge < 0.5 { (level + swing) / (1.0 - bulge) } else { most };
        self.speed * self.speed * Real::min(most, beyond)
    }

    /// ω |k × u| r: rotation moves no point of the core faster along u.
    #[inline]
    pub(super) fn whirl_along(&self, u: W) -> f64 {
        if self.angle == 0.0 { 0.0 } else { self.speed * self.from_axis * W::whirl(self.axis, u).norm() }
    }
}

/// A pose with finite coordinates: beyond the largest number nothing can be distinguished.
#[inline]
fn finite<W: Vector<Scalar = f64>>(translation: W, rotation: W::Rotation) -> Pose<W> {
    Pose::of(translation.map(|c| Real::max(Real::min(c, f64::MAX), f64::MIN)), rotation)
}
