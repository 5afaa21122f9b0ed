//! The two paths in closed form: a translation and a turn about an axis.
//!
//! | symbol | meaning |
//! |---|---|
//! | t | parameter: the fraction of a translation; tan(θ/2) of a turn by θ, so that no trigonometry is needed to order times |
//! | u | a fixed unit direction |
//! | room | how far a point may still fall along −u |
//!
//! The height u · x(t) of a moving point is linear in t for a translation: it falls by `room` at t + room / −(u · v), the
//! f = (e − α)/β of section 3.1. For a turn by φ from the present point, with y its position relative to the axis,
//!
//! room + u·y (cos φ − 1) + u·(k × y) sin φ = 0, and with ρ = tan(φ/2):
//! (room − 2 u·y) ρ² + 2 u·(k × y) ρ + room = 0,
//!
//! with y perpendicular to the axis k. That is the quadratic of sections 2.4 and 2.5, restarted at each point of
//! the path, so that its constant term is `room` itself and nothing cancels. tan((θ + φ)/2) = (t + ρ)/(1 − t ρ).
//!
//! # Guarantees
//! Coefficients are accurate to 8ε|y|, so the computed quadratic is off by at most 16ε|y| (1 + ρ²). Lowering `room` by that
//! much gives a time that is not too late. The caller lowers it by more ([`crate::expel::zone::Zone::error`]).
//!
//! # Misprints
//! Sections 2.4 and 2.5: for a = 0 the time is −c/(2b), not −c/b. Section 2.4: a = b = c = 0 is said to happen if the axis
//! is perpendicular to the plane. Then a = c = v0, which is zero only if the point moves in the plane itself; and all
//! are zero also for a point of the plane on the axis. β is the angle of the whole turn and elsewhere the change of the
//! plane distance; α is both the angle and that distance.

use crate::math::plucker::{Line, first_root};
use crate::math::{Aabb, Each, Vec3, Vector};

/// A motion of points, with t from 0 to [`Path::end`].
pub(in crate::expel) trait Path: Copy {
    /// The last t.
    fn end(&self) -> f64;
    /// The vector of the motion, if it is a translation.
    #[inline]
    fn direction(&self) -> Option<Vec3<f64>> {
        None
    }
    /// Whether directions change on the way.
    fn turns(&self) -> bool;
    /// The position of a point that starts at `x`.
    fn at(&self, x: Vec3<f64>, t: f64) -> Vec3<f64>;
    /// The motion of the standing body in the frame of the moving one.
    fn back(&self) -> Self;
    /// The first time after `t` at which a point, now at `x`, has fallen by `room` > 0 along −`u`.
    fn falls(&self, x: Vec3<f64>, u: Vec3<f64>, room: f64, t: f64) -> Option<f64>;
    /// Rate of change of u · x with t.
    fn rate(&self, x: Vec3<f64>, u: Vec3<f64>, t: f64) -> f64;
    /// Whether the height of a point above a plane falls by no more than the slack, at all times: not at the start, not at
    /// the end, and so not between, for motions along a line and turns by at most a right angle.
    #[inline]
    fn never_nears(&self, x: Vec3<f64>, up: Vec3<f64>, slack: f64) -> bool {
        let end = self.end();
        let least = -slack / (2.0 * end);
        self.rate(x, up, 0.0) >= least && self.rate(self.at(x, end), up, end) >= least
    }
    /// Whether directions alone determine which polygons are met on their front.
    const PARALLEL: bool = false;
    /// Whether a moving point may come near the front of a standing polygon within `reach` of it: one with this normal, all within
    /// `radius` of `middle`. The velocity of moving points is a field that does not change with time, so this is tested once.
    fn faces(&self, normal: Vec3<f64>, middle: Vec3<f64>, radius: f64, reach: f64, slack: f64) -> bool;
    /// Whether features beside the polygon on its rim may still be met: the tip of a needle or the edge of a blade leads
    /// although its polygons are nearly parallel to the motion.
    fn faces_with_rim(
        &self,
        normal: Vec3<f64>,
        middle: Vec3<f64>,
        radius: f64,
        reach: f64,
        slack: f64,
    ) -> bool {
        self.faces(normal, middle, radius, reach, slack)
    }
    /// A bounding box of the whole path of a point.
    fn bounds(&self, x: Vec3<f64>) -> Aabb<Vec3<f64>>;
    /// The first time after `t` at which two lines, the first of them moving, may be as near as `limit`; `None` if they never
    /// are. Each line is given by two points, at their positions at `t`.
    fn lines_meet(&self, moving: [Vec3<f64>; 2], standing: [Vec3<f64>; 2], limit: f64, t: f64)
    -> Option<f64>;
}

/// A translation.
#[derive(Clone, Copy, Debug)]
pub(in crate::expel) struct Translation {
    pub by: Vec3<f64>,
}

impl Path for Translation {
    const PARALLEL: bool = true;
    #[inline]
    fn direction(&self) -> Option<Vec3<f64>> {
        Some(self.by)
    }
    #[inline]
    fn faces(&self, normal: Vec3<f64>, _: Vec3<f64>, _: f64, _: f64, slack: f64) -> bool {
        normal.dot(self.by) < -slack
    }
    #[inline]
    fn faces_with_rim(&self, normal: Vec3<f64>, _: Vec3<f64>, _: f64, _: f64, slack: f64) -> bool {
        normal.dot(self.by) <= slack
    }
    #[inline]
    fn end(&self) -> f64 {
        1.0
    }
    #[inline]
    fn turns(&self) -> bool {
        false
    }
    #[inline]
    fn at(&self, x: Vec3<f64>, t: f64) -> Vec3<f64> {
        x + self.by * t
    }
    fn back(&self) -> Self {
        Self { by: -self.by }
    }
    #[inline]
    fn falls(&self, _: Vec3<f64>, u: Vec3<f64>, room: f64, t: f64) -> Option<f64> {
        let rate = u.dot(self.by);
        (rate < 0.0).then(|| t + room / -rate)
    }
    #[inline]
    fn rate(&self, _: Vec3<f64>, u: Vec3<f64>, _: f64) -> f64 {
        u.dot(self.by)
    }
    fn bounds(&self, x: Vec3<f64>) -> Aabb<Vec3<f64>> {
        let end = x + self.by;
        Aabb { min: x.min(end), max: x.max(end) }
    }
    /// Section 2.3. The distance of the lines is |side| / |d × e|, and both the side and its rate are computed about a
    /// point of the standing line, so that they do not grow with the distance from the origin.
    #[inline]
    fn lines_meet(&self, [a, b]: [Vec3<f64>; 2], [p, q]: [Vec3<f64>; 2], limit: f64, t: f64) -> Option<f64> {
        let (moving, standing) = (Line::path(a - p, b - a), Line::path(Vec3::ZERO, q - p));
        let (side, rate) = (moving.side(&standing), moving.side_rate(&standing, self.by));
        let lengths = moving.direction.norm() * standing.direction.norm();
        let across = moving.direction.cross(standing.direction).norm() + 4.0 * f64::EPSILON * lengths;
        let size = (a - p).sum_abs() + (b - p).sum_abs() + self.by.sum_abs();
        // Six products, each moment accurate to 2ε of its terms; see `Line::side_within`.
        let room = side.abs() - (limit * across + 16.0 * f64::EPSILON * size * lengths);
        let nearing = if side < 0.0 { rate } else { -rate };
        if room <= 0.0 { Some(t) } else { (nearing > 0.0).then(|| t + room / nearing) }
    }
}

/// A turn about an axis by at most a right angle, counter-clockwise when the axis points at the viewer.
#[derive(Clone, Copy, Debug)]
pub(in crate::expel) struct Turn {
    /// A point of the axis.
    pub center: Vec3<f64>,
    /// Unit axis.
    pub axis: Vec3<f64>,
    /// tan(θ/2) of the whole turn, at most 1.
    pub end: f64,
    /// 1, or −1 for a turn in the opposite sense.
    pub sense: f64,
}

impl Turn {
    /// Vector from the axis to a point, and the direction in which it moves; both as long as the radius.
    #[inline]
    fn spokes(&self, x: Vec3<f64>) -> (Vec3<f64>, Vec3<f64>) {
        let y = x - self.center;
        (y - self.axis * self.axis.dot(y), self.axis.cross(y) * self.sense)
    }

    /// tan((θ + φ)/2) from the tangents of both halves; `None` beyond a half turn.
    #[inline]
    fn later(&self, t: f64, more: f64) -> Option<f64> {
        let denominator = 1.0 - t * more;
        (denominator > 0.0).then(|| (t + more) / denominator)
    }
}

impl Path for Turn {
    /// At q the velocity is k × (q − c), and n · (k × q) grows by at most |n × k| with each unit of q, and by at most 1 to the
    /// moving point within `reach` of q.
    #[inline]
    fn faces(&self, normal: Vec3<f64>, middle: Vec3<f64>, radius: f64, reach: f64, slack: f64) -> bool {
        let along = normal.dot(self.spokes(middle).1);
        along - normal.cross(self.axis).norm() * radius <= reach + slack
    }
    #[inline]
    fn end(&self) -> f64 {
        self.end
    }
    #[inline]
    fn turns(&self) -> bool {
        true
    }
    #[inline]
    fn at(&self, x: Vec3<f64>, t: f64) -> Vec3<f64> {
        let (y, along) = self.spokes(x);
        // cos θ − 1 = −2t²/(1 + t²), sin θ = 2t/(1 + t²).
        let part = 2.0 * t / (1.0 + t * t);
        x - y * (part * t) + along * part
    }
    fn back(&self) -> Self {
        Self { sense: -self.sense, ..*self }
    }
    #[inline]
    fn falls(&self, x: Vec3<f64>, u: Vec3<f64>, room: f64, t: f64) -> Option<f64> {
        let (y, along) = self.spokes(x);
        let more = first_root(room - 2.0 * u.dot(y), u.dot(along), room)?;
        self.later(t, more)
    }
    #[inline]
    fn rate(&self, x: Vec3<f64>, u: Vec3<f64>, t: f64) -> f64 {
        // dθ/dt = 2/(1 + t²).
        u.dot(self.spokes(x).1) * 2.0 / (1.0 + t * t)
    }
    fn bounds(&self, x: Vec3<f64>) -> Aabb<Vec3<f64>> {
        let end = self.at(x, self.end);
        // The arc is at most r (1 − cos(θ/2)) from its chord, and 1 − 1/√(1 + t²) <= t²/2.
        let bulge = self.spokes(x).1.norm() * 0.5 * self.end * self.end;
        Aabb { min: x.min(end), max: x.max(end) }.grown(bulge)
    }
    /// Section 2.5. The distance of the lines is |side| / |d × e|. Relative to the axis, the side is v0 + v2 cos φ + v1 sin φ
    /// with φ counted from now. d turns meanwhile, and |d × e| grows by at most |d| |e| 2 sin(φ/2), which is below
    /// √2 sin φ for φ up to a right angle. So everything is a quadratic in tan(φ/2).
    #[inline]
    fn lines_meet(&self, [a, b]: [Vec3<f64>; 2], [p, q]: [Vec3<f64>; 2], limit: f64, t: f64) -> Option<f64> {
        let [a, b, p, q] = [a, b, p, q].each(|x| x - self.center);
        let (moving, standing) = (Line::path(a, b - a), Line::path(p, q - p));
        let side = moving.side_turning(&standing, self.axis * self.sense);
        let lengths = moving.direction.norm() * standing.direction.norm();
        let across = moving.direction.cross(standing.direction).norm();
        let size = a.sum_abs() + b.sum_abs() + p.sum_abs() + q.sum_abs();
        // As for a translation, four times: v0 and v2 are each made of two sides.
        let least = limit * across + 64.0 * f64::EPSILON * size * lengths;
        // √2, and a little for rounding.
        let growth = 1.415 * limit * lengths;
        let sign = if moving.side(&standing) < 0.0 { -1.0 } else { 1.0 };
        let [a, b, c] = side.quadratic().each(|x| x * sign);
        // sign · side − least − growth sin φ, times 1 + ρ².
        let more = first_root(a - least, b - growth, c - least)?;
        self.later(t, more)
    }
}
