//! Frames of a joint: in both bodies, and in the world.

use impinge::math::Mat3;
use impinge::{Pose, Real, Rot3, Vec3};

use crate::body::{State, matrix_of};
use crate::error::{WorldError, finite, not_negative, number};

/// Two directions are parallel if the sine of the angle between them is at most this many ε: both are rounded.
const PARALLEL_ULPS: f64 = 64.0;

/// Frames of a joint, as given.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place<T: Real> {
    /// A frame for each body, in the world.
    World(Frame<T>, Frame<T>),
    /// Poses in the frames of the shapes of both bodies.
    Bodies(Pose<Vec3<T>>, Pose<Vec3<T>>),
}

/// A frame that is not checked yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<T> {
    pub point: Vec3<T>,
    /// Direction of the z axis.
    pub axis: Vec3<T>,
    /// A direction on the side of the x axis.
    pub side: Option<Vec3<T>>,
}

impl<T: Real> Frame<T> {
    pub fn along(point: Vec3<T>, axis: Vec3<T>) -> Self {
        Self { point, axis, side: None }
    }

    fn pose(&self) -> Result<Pose<Vec3<T>>, WorldError> {
        finite("point of the joint", self.point)?;
        finite("axis of the joint", self.axis)?;
        finite("axis of the joint", self.side.unwrap_or(Vec3::ZERO))?;
        let z = self.axis.normalized().ok_or(WorldError::NoAxis)?;
        let x = match self.side {
            None => z.any_orthogonal(),
            Some(side) => {
                let side = side.normalized().ok_or(WorldError::NoAxis)?;
                let across = side - z * z.dot(side);
                if across.norm() <= T::of(PARALLEL_ULPS) * T::EPSILON {
                    return Err(WorldError::NoAxis);
                }
                across.unit()
            }
        };
        let rotation = Rot3::try_from_matrix(Mat3::from_columns(x, z.cross(x), z));
        let pose = rotation.and_then(|rotation| Pose::try_new(self.point, rotation));
        pose.map_err(|_| WorldError::NoAxis)
    }
}

impl<T: Real> Place<T> {
    /// One frame for both bodies.
    pub fn along(point: impl Into<Vec3<T>>, axis: impl Into<Vec3<T>>) -> Self {
        let frame = Frame::along(point.into(), axis.into());
        Self::World(frame, frame)
    }

    /// The frames relative to those of the shapes, for bodies at these poses.
    pub fn in_bodies(&self, poses: [&Pose<Vec3<T>>; 2]) -> Result<[Pose<Vec3<T>>; 2], WorldError> {
        match self {
            Self::World(a, b) => {
                let (a, b) = (a.pose()?, b.pose()?);
                Ok([poses[0].inverse().compose(&a), poses[1].inverse().compose(&b)])
            }
            Self::Bodies(a, b) => Ok([*a, *b]),
        }
    }
}

/// The current frames of a joint in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends<T: Real> {
    pub rotations: [Rot3<T>; 2],
    /// x, y and z of both frames.
    pub axes: [Mat3<T>; 2],
    /// u: vector from the point of A to that of B.
    pub apart: Vec3<T>,
    /// Arms from the centers of mass to the point of B.
    pub arms: [Vec3<T>; 2],
    /// Reach of both bodies.
    pub reach: [T; 2],
}

impl<T: Real> Ends<T> {
    /// Ends of a joint before the first update.
    pub fn nowhere() -> Self {
        let (rotations, axes) = ([Rot3::IDENTITY; 2], [Mat3::IDENTITY; 2]);
        Self { rotations, axes, apart: Vec3::ZERO, arms: [Vec3::ZERO; 2], reach: [T::ZERO; 2] }
    }

    pub fn new(frames: &[Pose<Vec3<T>>; 2], states: [&State<T>; 2]) -> Self {
        let mut ends = Self::nowhere();
        ends.look_at_points(frames, states, [&states[0].axes(), &states[1].axes()]);
        ends.look_at_axes(frames, states);
        ends
    }

    /// Updates the points, for bodies with these axes.
    #[inline(always)]
    pub fn look_at_points(
        &mut self,
        frames: &[Pose<Vec3<T>>; 2],
        states: [&State<T>; 2],
        axes: [&Mat3<T>; 2],
    ) {
        let arm = |i: usize| *axes[i] * (frames[i].translation() - states[i].mass.center);
        let (arm_a, arm_b) = (arm(0), arm(1));
        self.apart = (states[1].center - states[0].center) + (arm_b - arm_a);
        self.arms = [arm_a + self.apart, arm_b];
        self.reach = states.map(|state| state.reach);
    }

    /// Shortens A's arm if the points are farther apart than A is large: a joint that was opened that wide would throw A, as if by a long
    /// lever, for angular momentum that nobody sees. Only the part of the gap that is held counts, so not that along a unit vector `free`.
    pub fn shorten(&mut self, free: Option<Vec3<T>>, most: T) {
        let gap = free.map_or(self.apart, |free| self.apart - free * free.dot(self.apart));
        let squared = gap.norm_squared();
        if squared > most * most {
            self.arms[0] -= gap * (T::ONE - most / squared.sqrt());
        }
    }

    /// Updates the axes of the frames.
    #[inline(always)]
    pub fn look_at_axes(&mut self, frames: &[Pose<Vec3<T>>; 2], states: [&State<T>; 2]) {
        for i in 0..2 {
            self.rotations[i] = states[i].rotation.compose(&frames[i].rotation());
            self.axes[i] = matrix_of(&self.rotations[i]);
        }
    }

    /// The rotation from A's frame to B's: vector and real part of the quaternion whose real part is not negative.
    pub fn turn(&self) -> (Vec3<T>, T) {
        let [x, y, z, w] = self.rotations[0].inverse().compose(&self.rotations[1]).to_xyzw();
        let sign = w.sign_of(T::ONE);
        (Vec3::new(x, y, z) * sign, w * sign)
    }

    /// Velocity of B's point relative to the same point of A.
    pub fn speed(&self, states: [&State<T>; 2]) -> Vec3<T> {
        states[1].velocity_at(self.arms[1]) - states[0].velocity_at(self.arms[0])
    }

    /// Angular velocity of B relative to A.
    pub fn spin(states: [&State<T>; 2]) -> Vec3<T> {
        states[1].angular_velocity - states[0].angular_velocity
    }
}

/// Rejects limits that are not finite, that leave nothing, or that are outside of `[from, to]`.
pub(super) fn check_limits<T: Real>(
    what: &'static str,
    limits: Option<[T; 2]>,
    [from, to]: [T; 2],
) -> Result<(), WorldError> {
    let Some([low, high]) = limits else { return Ok(()) };
    number(what, low)?;
    number(what, high)?;
    if low > high || low < from || high > to {
        let [low, high, from, to] = [low, high, from, to].map(Real::f64);
        return Err(WorldError::Limits { what, low, high, range: [from, to] });
    }
    Ok(())
}

/// Rejects numbers that are not finite or below 0.
pub(super) fn check_not_negative<T: Real>(what: &'static str, x: T) -> Result<(), WorldError> {
    not_negative(what, x)
}
