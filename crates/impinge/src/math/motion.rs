//! Motion of a rigid body during one time step.
//!
//! A [`Motion`] carries points of the common frame from their positions at time 0 to those at time t, from 0 to 1. The
//! body rotates about a center at constant speed while the center moves along a straight line at constant speed:
//!
//! | symbol | meaning |
//! |---|---|
//! | c | the center, a point of the body |
//! | v | the displacement of the center in the whole step |
//! | k, θ | the axis, unit, and the angle of the whole step, in radians, of any size: several turns count as several turns |
//! | x(t) | c + t v + R(k, t θ) (x(0) − c) |
//!
//! With θ = 0 this is a translation, with v = 0 a rotation, with v along k a screw: every point moves on a helix about
//! one axis. With any other v the body rolls and tumbles, as a free body does between two steps of a simulation.
//!
//! In the plane the axis points at the viewer.

use super::{Pose, Real, Rot2, Rot3, Rotation, Vec2, Vec3, Vector, problem_with};
use crate::error::{PoseError, Problem};

/// Motion of a rigid body from time 0 to time 1. Finite by construction.
///
/// ```
/// use impinge::{Motion, Pose, Vec3, Vector};
///
/// // Half a turn about an axis along z through (1, 0, 0), while that point moves up by 2: a screw.
/// let motion = Motion::screw([1.0, 0.0, 0.0], [0.0, 0.0, 1.0], std::f64::consts::PI, 2.0);
/// let end = motion.pose(1.0).transform(Vec3::new(0.0, 0.0, 0.0));
/// assert!((end - Vec3::new(2.0, 0.0, 2.0)).norm() < 1e-15);
///
/// // A body that stands at a pose stands at this one after half of the time:
/// let halfway = motion.pose(0.5) * Pose::at([0.0, 0.0, 0.0]);
/// assert!((halfway.translation() - Vec3::new(1.0, -1.0, 1.0)).norm() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion<V: Vector> {
    center: V,
    linear: V,
    /// Unit.
    axis: Vec3<V::Scalar>,
    angle: V::Scalar,
}

impl<V: Vector> Motion<V> {
    /// The same motion with its vectors in another precision.
    pub(crate) fn with_vectors<W: Vector<Scalar = f64>>(&self, widen: impl Fn(V) -> W) -> Motion<W> {
        let (axis, angle) = (self.axis.cast(), self.angle.f64());
        Motion { center: widen(self.center), linear: widen(self.linear), axis, angle }
    }
}

/// Operations that a motion needs from its space.
pub trait MotionSpace: Vector {
    /// The rotation about a unit axis by an angle in radians; in the plane, about the axis that points at the viewer.
    fn rotation_about(axis: Vec3<Self::Scalar>, angle: Self::Scalar) -> Self::Rotation;
    /// Velocity of the tip of `arm` under the angular velocity `spin`: their cross product.
    #[must_use]
    fn whirl(spin: Vec3<Self::Scalar>, arm: Self) -> Self;
    /// The part of a vector perpendicular to a unit axis.
    #[must_use]
    fn beside(axis: Vec3<Self::Scalar>, v: Self) -> Self;
    /// Two unit vectors perpendicular to a unit axis and to one another.
    fn across(axis: Vec3<Self::Scalar>) -> [Self; 2];
    /// The axis as a vector of this space; zero in the plane, which it is perpendicular to.
    #[must_use]
    fn along(axis: Vec3<Self::Scalar>) -> Self;
    /// R v − v: the displacement of a point by a rotation, accurate to a few ε of its length. The plain difference
    /// would be accurate only to a few ε |v|, and a center is farther away the smaller the angle is.
    #[must_use]
    fn moved_by(rotation: &Self::Rotation, v: Self) -> Self;
    /// Sine of half the angle of a rotation, at least 0.
    fn half_sine(rotation: &Self::Rotation) -> Self::Scalar;
    /// See [`Motion::between`].
    fn motion_between(from: &Pose<Self>, to: &Pose<Self>) -> Motion<Self>;
}

impl<T: Real> MotionSpace for Vec3<T> {
    #[inline]
    fn rotation_about(axis: Vec3<T>, angle: T) -> Rot3<T> {
        Rot3::about_unit(axis, angle)
    }
    #[inline]
    fn whirl(spin: Vec3<T>, arm: Self) -> Self {
        spin.cross(arm)
    }
    #[inline]
    fn beside(axis: Vec3<T>, v: Self) -> Self {
        v - axis * axis.dot(v)
    }
    #[inline]
    fn across(axis: Vec3<T>) -> [Self; 2] {
        let first = axis.any_orthogonal();
        [first, axis.cross(first)]
    }
    #[inline]
    fn along(axis: Vec3<T>) -> Self {
        axis
    }
    #[inline]
    fn moved_by(rotation: &Rot3<T>, v: Self) -> Self {
        rotation.moves(v)
    }
    #[inline]
    fn half_sine(rotation: &Rot3<T>) -> T {
        let [x, y, z, _] = rotation.to_xyzw();
        Vec3::new(x, y, z).norm()
    }
    // Let R be the rotation between them, by θ about k, and d⊥ the part of the origin's displacement d perpendicular to
    // k. The axis passes through the point at (d⊥ + cot(θ/2) k × d⊥)/2 from the origin's old position.
    fn motion_between(from: &Pose<Self>, to: &Pose<Self>) -> Motion<Self> {
        let (start, end): (Vec3<f64>, Vec3<f64>) = (from.translation().cast(), to.translation().cast());
        let widen = |pose: &Pose<Vec3<T>>| pose.rotation().renormalized::<f64>();
        let [x, y, z, w] = widen(to).compose(&widen(from).inverse()).to_xyzw();
        let (v, w) = if w < 0.0 { (Vec3::new(-x, -y, -z), -w) } else { (Vec3::new(x, y, z), w) };
        let way = end - start;
        // The sine of half the angle must exceed rounding, or there is no meaningful axis.
        let sine = v.norm();
        if sine <= 4.0 * f64::EPSILON {
            return Motion { linear: way.cast(), ..Motion::still() };
        }
        let axis = v * (1.0 / sine);
        let along = axis.dot(way);
        let across = way - axis * along;
        let center = start + (across + axis.cross(across) * (w / sine)) * 0.5;
        let angle = T::of(2.0 * libm::atan2(sine, w));
        let axis_rounded = axis.cast();
        if center.max_abs() > T::LIMIT.f64() {
            // So far away that the screw is a translation, except for the rotation about the body's origin.
            return Motion { center: from.translation(), linear: way.cast(), axis: axis_rounded, angle };
        }
        Motion { center: center.cast(), linear: (axis * along).cast(), axis: axis_rounded, angle }
    }
}

impl<T: Real> MotionSpace for Vec2<T> {
    #[inline]
    fn rotation_about(axis: Vec3<T>, angle: T) -> Rot2<T> {
        Rot2::of_finite(axis.z * angle)
    }
    #[inline]
    fn whirl(spin: Vec3<T>, arm: Self) -> Self {
        Self::new(-spin.z * arm.y, spin.z * arm.x)
    }
    #[inline]
    fn beside(_: Vec3<T>, v: Self) -> Self {
        v
    }
    #[inline]
    fn across(_: Vec3<T>) -> [Self; 2] {
        [Self::axis(0), Self::axis(1)]
    }
    #[inline]
    fn along(_: Vec3<T>) -> Self {
        Self::ZERO
    }
    #[inline]
    fn moved_by(rotation: &Rot2<T>, v: Self) -> Self {
        rotation.moves(v)
    }
    // Half the chord between a unit vector and its image.
    #[inline]
    fn half_sine(rotation: &Rot2<T>) -> T {
        rotation.moves(Self::axis(0)).norm() * T::HALF
    }
    // Let θ be the angle between them, d the displacement of the origin, and d' that vector rotated by a right angle.
    // The center is at (d + cot(θ/2) d')/2 from the origin's old position.
    fn motion_between(from: &Pose<Self>, to: &Pose<Self>) -> Motion<Self> {
        let (start, end): (Vec2<f64>, Vec2<f64>) = (from.translation().cast(), to.translation().cast());
        let widen = |pose: &Pose<Vec2<T>>| pose.rotation().renormalized::<f64>();
        let turn = widen(to).compose(&widen(from).inverse());
        let (sin, cos) = (turn.sin(), turn.cos());
        let way = end - start;
        if cos > 0.0 && Real::abs(sin) <= 8.0 * f64::EPSILON {
            return Motion { linear: way.cast(), ..Motion::still() };
        }
        // cot(θ/2) = sin θ / (1 − cos θ) = (1 + cos θ) / sin θ; the form that does not cancel is used.
        let cot = if cos > 0.0 { (1.0 + cos) / sin } else { sin / (1.0 - cos) };
        let center = start + (way + Vec2::new(-way.y, way.x) * cot) * 0.5;
        let angle = T::of(libm::atan2(sin, cos));
        if center.max_abs() > T::LIMIT.f64() {
            return Motion { center: from.translation(), linear: way.cast(), angle, ..Motion::still() };
        }
        Motion { center: center.cast(), angle, ..Motion::still() }
    }
}

/// Adds a problem for each component that is not finite or is too large.
fn check<V: Vector>(error: &mut PoseError, v: V, names: [&'static str; 3]) {
    for (i, what) in names.into_iter().enumerate().take(V::DIM) {
        if let Some(problem) = problem_with(what, v.get(i)) {
            error.push(problem);
        }
    }
}

const CENTER: [&str; 3] = ["center x", "center y", "center z"];
const LINEAR: [&str; 3] = ["translation x", "translation y", "translation z"];
const AXIS: [&str; 3] = ["rotation axis x", "rotation axis y", "rotation axis z"];

impl<V: Vector> Motion<V> {
    /// The motion that does nothing.
    pub fn still() -> Self {
        let up = Vec3::new(V::Scalar::ZERO, V::Scalar::ZERO, V::Scalar::ONE);
        Self { center: V::ZERO, linear: V::ZERO, axis: up, angle: V::Scalar::ZERO }
    }

    /// A translation by `by` in the whole step.
    ///
    /// # Panics
    /// If a component is not finite or above [`LIMIT`](crate::math::Real::LIMIT); see [`Motion::try_translation`].
    pub fn translation(by: impl Into<V>) -> Self {
        Self::try_translation(by).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A translation by `by` in the whole step.
    ///
    /// # Errors
    /// If a component is not finite or above [`LIMIT`](crate::math::Real::LIMIT); every such component is listed.
    pub fn try_translation(by: impl Into<V>) -> Result<Self, PoseError> {
        Self::still().try_moving(by)
    }

    /// The same motion with its center moving `by` farther in the whole step.
    ///
    /// # Panics
    /// If a component is not finite or above [`LIMIT`](crate::math::Real::LIMIT); see [`Motion::try_moving`].
    #[must_use]
    pub fn moving(self, by: impl Into<V>) -> Self {
        self.try_moving(by).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The same motion with its center moving `by` farther in the whole step.
    ///
    /// # Errors
    /// If a component of `by`, or of the sum, is not finite or above [`LIMIT`](crate::math::Real::LIMIT); every such
    /// component is listed.
    pub fn try_moving(self, by: impl Into<V>) -> Result<Self, PoseError> {
        let linear = self.linear + by.into();
        let mut error = PoseError::default();
        check(&mut error, linear, LINEAR);
        error.or_ok(Self { linear, ..self })
    }

    fn try_turning(center: V, axis: Vec3<V::Scalar>, angle: V::Scalar) -> Result<Self, PoseError> {
        let mut error = PoseError::default();
        check(&mut error, center, CENTER);
        check(&mut error, axis.map(|c| if c.is_finite() { V::Scalar::ZERO } else { c }), AXIS);
        if axis == Vec3::ZERO {
            error.push(Problem::Zero { what: "rotation axis" });
        }
        if !angle.is_finite() {
            error.push(Problem::NotFinite { what: "angle", value: angle.f64() });
        }
        error.or_ok(Self { center, linear: V::ZERO, axis: axis.unit(), angle })
    }

    /// The point of the body about which it rotates, at time 0.
    #[inline]
    pub fn center(&self) -> V {
        self.center
    }

    /// Displacement of the center in the whole step.
    #[inline]
    pub fn linear(&self) -> V {
        self.linear
    }

    /// The rotation axis, unit: in the plane, and if nothing rotates, the one that points at the viewer.
    #[inline]
    pub fn axis(&self) -> Vec3<V::Scalar> {
        self.axis
    }

    /// The rotation angle of the whole step, in radians.
    #[inline]
    pub fn angle(&self) -> V::Scalar {
        self.angle
    }

    /// Whether the motion does not rotate the body.
    #[inline]
    pub fn is_translation(&self) -> bool {
        self.angle == V::Scalar::ZERO
    }
}

impl<V: MotionSpace> Motion<V> {
    /// The screw of at most half a turn that takes one pose to another (Chasles).
    ///
    /// In the plane it is a rotation about a point. Poses that differ by a translation, up to rounding, give that translation.
    ///
    /// **The end.** `pose(1) * from` is `to`, up to rounding: its origin within a few ε × (how far both poses are from
    /// the origin, and from one another), its rotation within a few ε. This holds for rotations of any size. For a
    /// small one, the axis is as far away as the length of the displacement divided by the angle; rounding of the axis
    /// and of the angle moves the end by no more than a few ε of the displacement.
    ///
    /// **In between** every point moves on a helix about the axis at constant speed, in the plane on a circle: it
    /// leaves the straight line by at most displacement × angle / 8. If the axis is beyond
    /// [`LIMIT`](crate::math::Real::LIMIT), the body rotates about its origin instead, which moves straight.
    ///
    /// ```
    /// use impinge::{Motion, Pose, Rot3, Vec3};
    ///
    /// let from: Pose<Vec3<f64>> = Pose::at([1.0, 0.0, 0.0]);
    /// let to = Pose::new([0.0, 1.0, 0.5], Rot3::from_axis_angle([0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_2));
    /// let motion = Motion::between(&from, &to);
    /// assert!(motion.center().x.abs() < 1e-15 && motion.center().y.abs() < 1e-15);
    /// assert!((motion.linear().z - 0.5).abs() < 1e-15);
    /// ```
    pub fn between(from: &Pose<V>, to: &Pose<V>) -> Self {
        V::motion_between(from, to)
    }

    /// The same motion up to `time`, which is clamped to the range from 0 to 1; NaN counts as 0.
    #[must_use]
    pub fn until(&self, time: V::Scalar) -> Self {
        let time = time.max(V::Scalar::ZERO).min(V::Scalar::ONE);
        Self { linear: self.linear * time, angle: self.angle * time, ..*self }
    }

    /// The pose change up to `time`, which is clamped to the range from 0 to 1; NaN counts as 0. A body that stood at a
    /// pose p stands at `pose(time) * p`.
    pub fn pose(&self, time: V::Scalar) -> Pose<V> {
        let time = time.max(V::Scalar::ZERO).min(V::Scalar::ONE);
        let (rotation, turned) = if self.is_translation() {
            (V::Rotation::IDENTITY, V::ZERO)
        } else {
            let rotation = V::rotation_about(self.axis, self.angle * time);
            (rotation, -V::moved_by(&rotation, self.center))
        };
        Pose::of(self.linear * time + turned, rotation)
    }
}

impl<T: Real> Motion<Vec3<T>> {
    /// A rotation about an axis (of any length) through a point by an angle in radians, counter-clockwise when the axis
    /// points at the viewer. The angle may be 0, the axis must not.
    ///
    /// # Panics
    /// If the axis is zero or a number is not finite or above [`LIMIT`](crate::math::Real::LIMIT); see [`Motion::try_rotation`].
    pub fn rotation(center: impl Into<Vec3<T>>, axis: impl Into<Vec3<T>>, angle: T) -> Self {
        Self::try_rotation(center, axis, angle).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A rotation about an axis through a point; see [`Motion::rotation`].
    ///
    /// # Errors
    /// If the axis is zero or a number is not finite or above [`LIMIT`](crate::math::Real::LIMIT); every problem is listed.
    pub fn try_rotation(
        center: impl Into<Vec3<T>>,
        axis: impl Into<Vec3<T>>,
        angle: T,
    ) -> Result<Self, PoseError> {
        Self::try_turning(center.into(), axis.into(), angle)
    }

    /// A screw: a rotation about an axis through a point by an angle in radians, and a translation by `advance` along it.
    ///
    /// # Panics
    /// If the axis is zero or a number is not finite or above [`LIMIT`](crate::math::Real::LIMIT); see [`Motion::try_screw`].
    pub fn screw(point: impl Into<Vec3<T>>, axis: impl Into<Vec3<T>>, angle: T, advance: T) -> Self {
        Self::try_screw(point, axis, angle, advance).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A screw; see [`Motion::screw`].
    ///
    /// # Errors
    /// If the axis is zero or a number is not finite or above [`LIMIT`](crate::math::Real::LIMIT); every problem is listed.
    pub fn try_screw(
        point: impl Into<Vec3<T>>,
        axis: impl Into<Vec3<T>>,
        angle: T,
        advance: T,
    ) -> Result<Self, PoseError> {
        let turning = Self::try_rotation(point, axis, angle)?;
        turning.try_moving(turning.axis * advance)
    }
}

impl<T: Real> Motion<Vec2<T>> {
    /// A rotation about a point of the plane, counter-clockwise, by an angle in radians.
    ///
    /// # Panics
    /// If a number is not finite or above [`LIMIT`](crate::math::Real::LIMIT); see [`Motion::try_turn`].
    pub fn turn(center: impl Into<Vec2<T>>, angle: T) -> Self {
        Self::try_turn(center, angle).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A rotation about a point of the plane; see [`Motion::turn`].
    ///
    /// # Errors
    /// If a number is not finite or above [`LIMIT`](crate::math::Real::LIMIT); every problem is listed.
    pub fn try_turn(center: impl Into<Vec2<T>>, angle: T) -> Result<Self, PoseError> {
        Self::try_turning(center.into(), Vec3::axis(2), angle)
    }
}

/// Serialization of motions: read back through the constructors. In the plane no axis is written.
#[cfg(feature = "serde")]
mod serial {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Motion, Real, Vec2, Vec3};

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct InSpace<T> {
        center: Vec3<T>,
        linear: Vec3<T>,
        axis: Vec3<T>,
        angle: T,
    }

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct InPlane<T> {
        center: Vec2<T>,
        linear: Vec2<T>,
        angle: T,
    }

    impl<T: Real + Serialize> Serialize for Motion<Vec3<T>> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let Self { center, linear, axis, angle } = *self;
            InSpace { center, linear, axis, angle }.serialize(serializer)
        }
    }

    /// The squared length of a normalized axis is off by less than this, in ε.
    const UNIT_ULPS: f64 = 8.0;

    impl<'de, T: Real + Deserialize<'de>> Deserialize<'de> for Motion<Vec3<T>> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let InSpace { center, linear, axis, angle } = InSpace::<T>::deserialize(deserializer)?;
            let mut turning = Self::try_rotation(center, axis, angle).map_err(D::Error::custom)?;
            // An axis that is unit already is kept to the bit.
            if (axis.norm_squared() - T::ONE).abs() <= T::of(UNIT_ULPS) * T::EPSILON {
                turning.axis = axis;
            }
            turning.try_moving(linear).map_err(D::Error::custom)
        }
    }

    impl<T: Real + Serialize> Serialize for Motion<Vec2<T>> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let Self { center, linear, angle, .. } = *self;
            InPlane { center, linear, angle }.serialize(serializer)
        }
    }

    impl<'de, T: Real + Deserialize<'de>> Deserialize<'de> for Motion<Vec2<T>> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let InPlane { center, linear, angle } = InPlane::<T>::deserialize(deserializer)?;
            let turning = Self::try_turn(center, angle).map_err(D::Error::custom)?;
            turning.try_moving(linear).map_err(D::Error::custom)
        }
    }
}
