//! Definitions of joints in space and in the plane, and their readings.

use core::marker::PhantomData;

use impinge::{Pose, Real, Vec2, Vec3, Vector};
use serde::Serialize;

use super::place::{Frame, Place};
use super::{Ball, Distance, Gear, Hinge, JointKind, Slider, Universal, Weld};
use crate::space::Space;

/// Definition of a joint, for [`World::add_joint`](crate::World::add_joint): its kind and its frames.
///
/// Points and axes are in the world, at the poses that the bodies have when the joint is added; [`Joint::frames`] gives them in the
/// bodies' own frames instead.
///
/// ```
/// use impinge::{Cuboid, Pose};
/// use impinge_sim::{Body, World, joint::{Hinge, Joint, Motor}};
///
/// let mut world = World::<f64>::default();
/// let plank = world.add_shape(Cuboid::new([0.5, 0.05, 1.0]));
/// let frame = world.add(Body::fixed(plank, Pose::IDENTITY))?;
/// let door = world.add(Body::dynamic(plank, Pose::at([1.0, 0.0, 0.0])))?;
/// let motor = Some(Motor { speed: 2.0, strength: 100.0 });
/// let hinge = Joint::hinge([0.5, 0.0, 0.0], [0.0, 0.0, 1.0], Hinge { motor, ..Hinge::default() });
/// let joint = world.add_joint(frame, door, hinge)?;
/// for _ in 0..30 {
///     world.step(1.0 / 60.0)?;
/// }
/// assert!((world.joint(joint)?.position - 1.0).abs() < 0.05, "half a second at two radians per second");
/// # Ok::<(), impinge_sim::WorldError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Joint<V: Vector> {
    pub(crate) kind: JointKind<V::Scalar>,
    pub(crate) place: Place<V::Scalar>,
    pub(crate) collide: bool,
    space: PhantomData<V>,
}

impl<T: Real, V: Vector<Scalar = T>> Joint<V> {
    fn new(kind: JointKind<T>, place: Place<T>) -> Self {
        Self { kind, place, collide: false, space: PhantomData }
    }

    /// Lets the two bodies collide with one another, which is disabled for connected bodies by default.
    pub fn colliding(mut self) -> Self {
        self.collide = true;
        self
    }
}

impl<T: Real> Joint<Vec3<T>> {
    /// Both bodies rotate about `point`; `axis` is the middle of the cone, and the axis of the twist.
    pub fn ball(point: impl Into<Vec3<T>>, axis: impl Into<Vec3<T>>, ball: Ball<T>) -> Self {
        Self::new(JointKind::Ball(ball), Place::along(point, axis))
    }

    /// Both bodies rotate about `axis` through `point`.
    pub fn hinge(point: impl Into<Vec3<T>>, axis: impl Into<Vec3<T>>, hinge: Hinge<T>) -> Self {
        Self::new(JointKind::Hinge(hinge), Place::along(point, axis))
    }

    /// Both bodies move as one. The joint transmits forces at `point`.
    pub fn weld(point: impl Into<Vec3<T>>) -> Self {
        Self::new(JointKind::Weld(Weld {}), Place::along(point, Vec3::axis(2)))
    }

    /// B slides along `axis` of A, with its point at `point`.
    pub fn slider(point: impl Into<Vec3<T>>, axis: impl Into<Vec3<T>>, slider: Slider<T>) -> Self {
        Self::new(JointKind::Slider(slider), Place::along(point, axis))
    }

    /// `point_a` of A and `point_b` of B keep their distance.
    pub fn distance(point_a: impl Into<Vec3<T>>, point_b: impl Into<Vec3<T>>, distance: Distance<T>) -> Self {
        let [a, b] = [point_a.into(), point_b.into()].map(|point| Frame::along(point, Vec3::axis(2)));
        Self::new(JointKind::Distance(distance), Place::World(a, b))
    }

    /// Both bodies rotate about `axis_a`, fixed in A, and about `axis_b`, fixed in B and at a right angle to it, through `point`. Only
    /// the component of `axis_b` at a right angle is used.
    pub fn universal(
        point: impl Into<Vec3<T>>,
        axis_a: impl Into<Vec3<T>>,
        axis_b: impl Into<Vec3<T>>,
        universal: Universal<T>,
    ) -> Self {
        let frame = Frame { point: point.into(), axis: axis_a.into(), side: Some(axis_b.into()) };
        Self::new(JointKind::Universal(universal), Place::World(frame, frame))
    }

    /// A rotates about `axis_a` `-ratio` times as fast as B about `axis_b`: two meshing wheels whose radii have this ratio, B's to A's.
    /// It constrains speeds alone: the wheels need other joints to carry them, such as two hinges to a body at rest.
    pub fn gear(axis_a: impl Into<Vec3<T>>, axis_b: impl Into<Vec3<T>>, ratio: T) -> Self {
        let [a, b] = [axis_a.into(), axis_b.into()].map(|axis| Frame::along(Vec3::ZERO, axis));
        Self::new(JointKind::Gear(Gear::new(ratio)), Place::World(a, b))
    }

    /// Sets the frames of the joint in the frames of the bodies' shapes. The axis of the joint is the z axis of both frames; angles are 0
    /// if both have the same orientation in the world.
    pub fn frames(mut self, in_a: Pose<Vec3<T>>, in_b: Pose<Vec3<T>>) -> Self {
        self.place = Place::Bodies(in_a, in_b);
        self
    }
}

/// In the plane: the axis of a hinge points at the viewer, and angles are counter-clockwise.
impl<T: Real> Joint<Vec2<T>> {
    /// Both bodies rotate about `point`.
    pub fn hinge(point: impl Into<Vec2<T>>, hinge: Hinge<T>) -> Self {
        Self::new(JointKind::Hinge(hinge), Place::along(point.into().lift(), Vec3::axis(2)))
    }

    /// Both bodies move as one. The joint transmits forces at `point`.
    pub fn weld(point: impl Into<Vec2<T>>) -> Self {
        Self::new(JointKind::Weld(Weld {}), Place::along(point.into().lift(), Vec3::axis(2)))
    }

    /// B slides along `axis` of A, with its point at `point`.
    pub fn slider(point: impl Into<Vec2<T>>, axis: impl Into<Vec2<T>>, slider: Slider<T>) -> Self {
        Self::new(JointKind::Slider(slider), Place::along(point.into().lift(), axis.into().lift()))
    }

    /// `point_a` of A and `point_b` of B keep their distance.
    pub fn distance(point_a: impl Into<Vec2<T>>, point_b: impl Into<Vec2<T>>, distance: Distance<T>) -> Self {
        let [a, b] = [point_a.into(), point_b.into()].map(|point| Frame::along(point.lift(), Vec3::axis(2)));
        Self::new(JointKind::Distance(distance), Place::World(a, b))
    }

    /// A rotates `-ratio` times as fast as B: two meshing wheels whose radii have this ratio, B's to A's. It constrains speeds alone: the
    /// wheels need other joints to carry them, such as two hinges to a body at rest.
    pub fn gear(ratio: T) -> Self {
        let frame = Frame::along(Vec3::ZERO, Vec3::axis(2));
        Self::new(JointKind::Gear(Gear::new(ratio)), Place::World(frame, frame))
    }
}

/// State of a joint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(bound = "V: Serialize, V::Scalar: Serialize, V::Angular: Serialize")]
pub struct JointReading<V: Space> {
    /// The angle of a hinge, of a universal joint about A's axis, or between the axes of a ball joint; the position of a slider; the
    /// distance; the slip of a gear. 0 for a weld. Angles are from −π to π.
    pub position: V::Scalar,
    /// The twist of a ball joint; the angle of a universal joint about B's axis; else 0.
    pub twist: V::Scalar,
    /// Rate of change of `position`; if it is out of range, the largest that is not, up to a factor of 4.
    pub speed: V::Scalar,
    /// Distance of the points that the joint holds together.
    pub gap: V::Scalar,
    /// Force on B at the joint, in the world, in the last sub-step.
    pub force: V,
    /// Torque on B about the joint, in the world, in the last sub-step.
    pub torque: V::Angular,
}

impl<V: Space> JointReading<V> {
    /// The reading of which one in space is the image.
    pub(crate) fn flat(reading: JointReading<Vec3<V::Scalar>>) -> Self {
        let JointReading { position, twist, speed, gap, force, torque } = reading;
        Self { position, twist, speed, gap, force: V::flat(force), torque: V::flat_angular(torque) }
    }
}
