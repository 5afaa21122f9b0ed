//! Joints: constraints that connect two bodies, one file per kind.
//!
//! | kind | free motion | file |
//! |---|---|---|
//! | [`Ball`] | rotation about a point, within a cone and a range of twist | `ball.rs` |
//! | [`Hinge`] | rotation about an axis, within limits, with motor and friction | `hinge.rs` |
//! | [`Weld`] | none | `weld.rs` |
//! | [`Slider`] | translation along an axis, within limits, with motor and friction | `slider.rs` |
//! | [`Distance`] | all except the distance of two points: a rod, a rope or a spring | `distance.rs` |
//! | [`Universal`] | rotation about two axes at a right angle, one fixed in each body | `universal.rs` |
//! | [`Gear`] | all except the ratio of two angular speeds | `gear.rs` |
//!
//! A joint has a frame in each body. Its axis is the z axis of these frames; if the joint has no error, their origins coincide.
//!
//! **Symbols** in all files: A and B the bodies, c their centers of mass, v and w their velocities and angular velocities, m and I
//! masses and inertias, x y z the axes of the joint's frames (z_A is that of A's frame), p their origins, u = p_B − p_A, and
//! r_A = p_B − c_A, r_B = p_B − c_B the arms: errors are measured in A's frame, which turns with A. A constraint has the form C = 0
//! or C ≥ 0 with the rate Ċ = J (v_A, w_A, v_B, w_B) and the effective mass 1/K, K = J M⁻¹ Jᵀ.
//!
//! The solver for rows is in `constraint/mod.rs`, once for all kinds.

mod active;
mod ball;
mod constraint;
mod distance;
mod draw;
mod gear;
mod hinge;
mod pass;
mod place;
mod six;
mod slider;
mod speeds;
mod table;
mod tension;
mod tree;
mod universal;
mod weld;

pub use ball::Ball;
pub use distance::{Distance, Spring};
pub use gear::Gear;
pub use hinge::{Hinge, Motor};
pub use slider::Slider;
pub use universal::Universal;
pub use weld::Weld;

pub(crate) use pass::JointPass;
pub(crate) use speeds::{Speeds, Twist};
pub(crate) use table::{Held, Joints};
pub(crate) use tree::TreePart;

use impinge::{Pose, Real, Vec3};
use serde::{Deserialize, Serialize};

use self::constraint::Constraint;
use self::place::{Ends, Frame, Place};
use crate::body::State;
use crate::error::WorldError;

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
pub struct Joint<T: Real> {
    pub(crate) kind: JointKind<T>,
    pub(crate) place: Place<T>,
    pub(crate) collide: bool,
}

/// Kind of a joint, by the motion that it leaves free.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
#[non_exhaustive]
pub enum JointKind<T: Real> {
    /// Rotation about a point.
    Ball(Ball<T>),
    /// Rotation about an axis.
    Hinge(Hinge<T>),
    /// No free motion.
    Weld(Weld),
    /// Translation along an axis.
    Slider(Slider<T>),
    /// All motion except the distance of two points.
    Distance(Distance<T>),
    /// Rotation about two axes.
    Universal(Universal<T>),
    /// All motion except the ratio of two angular speeds.
    Gear(Gear<T>),
}

impl<T: Real> Joint<T> {
    fn new(kind: JointKind<T>, place: Place<T>) -> Self {
        Self { kind, place, collide: false }
    }

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

    /// Lets the two bodies collide with one another, which is disabled for connected bodies by default.
    pub fn colliding(mut self) -> Self {
        self.collide = true;
        self
    }
}

/// Handle of a joint in a world. A handle of a joint that was removed is never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct JointHandle(pub(crate) u64);

impl JointHandle {
    /// The number of the joint, counted from 0 in the order in which they were added.
    pub fn number(&self) -> u64 {
        self.0
    }
}

/// State of a joint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct JointReading<T> {
    /// The angle of a hinge, of a universal joint about A's axis, or between the axes of a ball joint; the position of a slider; the
    /// distance; the slip of a gear. 0 for a weld. Angles are from −π to π.
    pub position: T,
    /// The twist of a ball joint; the angle of a universal joint about B's axis; else 0.
    pub twist: T,
    /// Rate of change of `position`.
    pub speed: T,
    /// Distance of the points that the joint holds together.
    pub gap: T,
    /// Force on B at the joint, in the world, in the last sub-step.
    pub force: Vec3<T>,
    /// Torque on B about the joint, in the world, in the last sub-step.
    pub torque: Vec3<T>,
}

/// Calls the same function of each kind.
macro_rules! by_kind {
    ($kind:expr, $joint:ident => $answer:expr) => {
        match $kind {
            JointKind::Ball($joint) => $answer,
            JointKind::Hinge($joint) => $answer,
            JointKind::Weld($joint) => $answer,
            JointKind::Slider($joint) => $answer,
            JointKind::Distance($joint) => $answer,
            JointKind::Universal($joint) => $answer,
            JointKind::Gear($joint) => $answer,
        }
    };
}

impl<T: Real> JointKind<T> {
    /// Checks the numbers of the joint.
    fn check(&self) -> Result<(), WorldError> {
        by_kind!(self, joint => joint.check())
    }

    /// Whether it holds the position of one body relative to the other, so that it may be in a tree.
    pub(crate) fn holds_place(&self) -> bool {
        match self {
            Self::Ball(_) | Self::Hinge(_) | Self::Weld(_) | Self::Slider(_) | Self::Universal(_) => true,
            Self::Distance(distance) => distance.range.is_none() && distance.spring.is_none(),
            Self::Gear(_) => false,
        }
    }

    /// Whether its rows depend on the orientation of its frames.
    fn sees_axes(&self) -> bool {
        match self {
            Self::Ball(ball) => ball.cone.is_some() || ball.twist.is_some(),
            Self::Distance(_) => false,
            Self::Hinge(_) | Self::Weld(_) | Self::Slider(_) | Self::Universal(_) | Self::Gear(_) => true,
        }
    }

    /// Computes the rows for the bodies as they are now.
    fn rows(&mut self, ends: &Ends<T>, constraint: &mut Constraint<T>) {
        by_kind!(self, joint => joint.rows(ends, constraint));
    }

    /// Position, twist, speed and gap.
    fn read(&self, ends: &Ends<T>, states: [&State<T>; 2]) -> [T; 4] {
        by_kind!(self, joint => joint.read(ends, states))
    }

    /// The motor, if the kind has one.
    pub(crate) fn motor(&mut self) -> Option<&mut Option<Motor<T>>> {
        match self {
            Self::Hinge(hinge) => Some(&mut hinge.motor),
            Self::Slider(slider) => Some(&mut slider.motor),
            Self::Ball(_) | Self::Weld(_) | Self::Distance(_) | Self::Universal(_) | Self::Gear(_) => None,
        }
    }
}
