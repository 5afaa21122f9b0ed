//! Worlds in space and in the plane: one code for both.
//!
//! States of bodies and joints are in space. A world in the plane is at z = 0 there: its poses, velocities and impulses have exact zeros in
//! all other components, since all directions of joints lie in the plane or are perpendicular to it; what rounding of a slider's axis leaves
//! there is dropped after each step. Everything that sees shapes (contacts, casts, distances, boxes, masses) is generic over the vectors,
//! and uses the shapes of the plane themselves; so are the solver bodies of the soft step, and its contacts are written for each.
//!
//! A body of the plane has the same moment of inertia I about all three axes, so that all matrices of solvers are regular, and nothing
//! turns it out of the plane.

use core::fmt::Debug;

use impinge::math::Mat3;
use impinge::nonconvex::AnySpace;
use impinge::{
    Circle, Dimension, Measured, Motion, Pose, PoseError, Real, Rot2, Rot3, Shape, Sphere, Vec2, Vec3,
};

/// Vectors of bodies in motion: [`Vec3`] in space, [`Vec2`] in the plane.
pub trait Space: Dimension + AnySpace<Any: Measured<Self>> {
    /// Angular velocity, torque or angular momentum: a vector in space; in the plane a number, counter-clockwise.
    type Angular: Copy + Default + Debug + PartialEq + Send + Sync + 'static;
    /// Ball: a sphere or a circle.
    #[doc(hidden)]
    type Ball: Shape<V = Self> + Copy;

    /// The vector in space.
    #[doc(hidden)]
    #[must_use]
    fn lift(self) -> Vec3<Self::Scalar>;
    /// The vector of which a vector in space is the image.
    #[doc(hidden)]
    #[must_use]
    fn flat(v: Vec3<Self::Scalar>) -> Self;
    #[doc(hidden)]
    fn lift_rotation(rotation: &Self::Rotation) -> Rot3<Self::Scalar>;
    #[doc(hidden)]
    fn flat_rotation(rotation: &Rot3<Self::Scalar>) -> Self::Rotation;
    #[doc(hidden)]
    fn lift_angular(angular: Self::Angular) -> Vec3<Self::Scalar>;
    #[doc(hidden)]
    fn flat_angular(v: Vec3<Self::Scalar>) -> Self::Angular;
    #[doc(hidden)]
    fn lift_inertia(inertia: &Self::Inertia) -> Mat3<Self::Scalar>;
    #[doc(hidden)]
    fn flat_inertia(inertia: &Mat3<Self::Scalar>) -> Self::Inertia;

    /// A rotation of a whole step about an axis in space through a point.
    #[doc(hidden)]
    fn turning(
        center: Self,
        axis: Vec3<Self::Scalar>,
        angle: Self::Scalar,
    ) -> Result<Motion<Self>, PoseError>;
    #[doc(hidden)]
    fn ball(radius: Self::Scalar) -> Option<Self::Ball>;
}

/// The pose in space.
pub(crate) fn lift_pose<V: Space>(pose: &Pose<V>) -> Pose<Vec3<V::Scalar>> {
    // The length of a lifted rotation is 1 up to rounding.
    Pose::try_new(pose.translation().lift(), V::lift_rotation(&pose.rotation())).unwrap_or(Pose::IDENTITY)
}

impl<T: Real> Space for Vec3<T> {
    type Angular = Self;
    type Ball = Sphere<T>;

    #[inline(always)]
    fn lift(self) -> Self {
        self
    }
    #[inline(always)]
    fn flat(v: Self) -> Self {
        v
    }
    #[inline(always)]
    fn lift_rotation(rotation: &Rot3<T>) -> Rot3<T> {
        *rotation
    }
    #[inline(always)]
    fn flat_rotation(rotation: &Rot3<T>) -> Rot3<T> {
        *rotation
    }
    #[inline(always)]
    fn lift_angular(angular: Self) -> Self {
        angular
    }
    #[inline(always)]
    fn flat_angular(v: Self) -> Self {
        v
    }
    fn lift_inertia(inertia: &Mat3<T>) -> Mat3<T> {
        *inertia
    }
    fn flat_inertia(inertia: &Mat3<T>) -> Mat3<T> {
        *inertia
    }
    fn turning(center: Self, axis: Self, angle: T) -> Result<Motion<Self>, PoseError> {
        Motion::try_rotation(center, axis, angle)
    }
    fn ball(radius: T) -> Option<Sphere<T>> {
        Sphere::try_new(radius).ok()
    }
}

impl<T: Real> Space for Vec2<T> {
    type Angular = T;
    type Ball = Circle<T>;

    #[inline(always)]
    fn lift(self) -> Vec3<T> {
        Vec3::new(self.x, self.y, T::ZERO)
    }
    #[inline(always)]
    fn flat(v: Vec3<T>) -> Self {
        Self::new(v.x, v.y)
    }
    /// By half of the angle: from the larger one of its cosine and its sine, so that nothing cancels.
    fn lift_rotation(rotation: &Rot2<T>) -> Rot3<T> {
        let (cos, sin) = (rotation.cos(), rotation.sin());
        let (w, z) = if cos >= T::ZERO {
            let w = ((T::ONE + cos) * T::HALF).sqrt();
            (w, sin / (w + w))
        } else {
            let z = sin.sign_of(((T::ONE - cos) * T::HALF).sqrt());
            (sin / (z + z), z)
        };
        Rot3::try_from_xyzw([T::ZERO, T::ZERO, z, w]).unwrap_or(Rot3::IDENTITY)
    }
    fn flat_rotation(rotation: &Rot3<T>) -> Rot2<T> {
        let [_, _, z, w] = rotation.to_xyzw();
        Rot2::try_from_cos_sin((w - z) * (w + z), (w + w) * z).unwrap_or(Rot2::IDENTITY)
    }
    #[inline(always)]
    fn lift_angular(angular: T) -> Vec3<T> {
        Vec3::new(T::ZERO, T::ZERO, angular)
    }
    #[inline(always)]
    fn flat_angular(v: Vec3<T>) -> T {
        v.z
    }
    fn lift_inertia(inertia: &T) -> Mat3<T> {
        Mat3::IDENTITY * *inertia
    }
    fn flat_inertia(inertia: &Mat3<T>) -> T {
        inertia.z_axis.z
    }
    fn turning(center: Self, axis: Vec3<T>, angle: T) -> Result<Motion<Self>, PoseError> {
        Motion::try_turn(center, if axis.z < T::ZERO { -angle } else { angle })
    }
    fn ball(radius: T) -> Option<Circle<T>> {
        Circle::try_new(radius).ok()
    }
}
