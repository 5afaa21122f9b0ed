//! The motion of a body in a step.

use impinge::{Motion, Pose, Real, Rot3, Rotation, Vec3};

use crate::body::State;
use crate::space::Space;

/// Bound on an angle of at most π by the distance of the two unit quaternions: 4 asin(d/2) ≤ π d / √2.
const ANGLE_PER_DISTANCE: f64 = 2.25;

/// Motion of a body in a step: its center of mass moves straight, and the body rotates about it, by no more than half a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<V: Space> {
    pub start: Pose<V>,
    pub center: V,
    pub by: V,
    axis: Vec3<V::Scalar>,
    pub angle: V::Scalar,
}

impl<T: Real, V: Space<Scalar = T>> Way<V> {
    /// The way from the pose in the scene to the pose of the state.
    pub fn new(start: &Pose<V>, state: &State<T>) -> Self {
        let center = start.transform(V::flat(state.mass.center));
        let (axis, angle) = if V::flat_rotation(&state.rotation) == start.rotation() {
            (Vec3::axis(0), T::ZERO)
        } else {
            state.rotation.compose(&V::lift_rotation(&start.rotation()).inverse()).to_axis_angle()
        };
        Self { start: *start, center, by: V::flat(state.center) - center, axis, angle }
    }

    /// The body at rest at its pose at a time.
    pub fn stopped(&self, time: T) -> Self {
        let center = self.center + self.by * time;
        Self { start: self.pose(time), center, by: V::ZERO, angle: T::ZERO, ..*self }
    }

    /// Upper bound on the distance that a point of the body moves.
    pub fn bound(start: &Pose<V>, state: &State<T>) -> T {
        let by = V::flat(state.center) - start.transform(V::flat(state.mass.center));
        let ([x, y, z, w], [a, b, c, d]) =
            (state.rotation.to_xyzw(), V::lift_rotation(&start.rotation()).to_xyzw());
        let sign = (x * a + y * b + z * c + w * d).sign_of(T::ONE);
        let (x, y, z, w) = (x - a * sign, y - b * sign, z - c * sign, w - d * sign);
        let turn = (x * x + y * y + z * z + w * w).sqrt() * T::of(ANGLE_PER_DISTANCE);
        by.norm() + turn * state.reach
    }

    /// Upper bound on the distance that a point within `reach` of the center of mass moves.
    pub fn most(&self, reach: T) -> T {
        self.by.norm() + self.angle * reach
    }

    /// The pose of its shape at a time from 0 to 1.
    pub fn pose(&self, time: T) -> Pose<V> {
        if time == T::ZERO {
            return self.start;
        }
        let turn = Rot3::try_from_axis_angle(self.axis, self.angle * time).unwrap_or(Rot3::IDENTITY);
        let turn = V::flat_rotation(&turn);
        let arm = turn.rotate(self.start.translation() - self.center);
        let at = self.center + self.by * time + arm;
        Pose::try_new(at, turn.compose(&self.start.rotation())).unwrap_or(self.start)
    }

    /// Its motion from the pose at `from` to that at `until`.
    pub fn motion(&self, from: T, until: T) -> Motion<V> {
        let part = until - from;
        let center = self.center + self.by * from;
        // Ways connect valid poses.
        V::turning(center, self.axis, self.angle * part)
            .and_then(|motion| motion.try_moving(self.by * part))
            .unwrap_or(Motion::still())
    }

    /// The motion of the center of mass alone.
    pub fn straight(&self, from: T, until: T) -> Motion<V> {
        Motion::try_translation(self.by * (until - from)).unwrap_or(Motion::still())
    }
}
