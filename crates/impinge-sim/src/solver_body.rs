//! Solver body: the data that contacts and joints read and write during a step; small, so that many fit into the cache.

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use crate::body::State;

/// Motion of a body during a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolverBody<T: Real> {
    pub velocity: Vec3<T>,
    pub angular_velocity: Vec3<T>,
    /// Translation of its center since the start of the step.
    pub shift: Vec3<T>,
    /// Rotation since the start of the step: the sum of the small rotations, which is accurate to first order.
    pub turn: Vec3<T>,
    /// Inverse mass; 0 unless dynamic.
    pub inverse_mass: T,
    /// Inverse inertia in the world's frame at the start of the step; 0 unless dynamic.
    pub inverse_inertia: Mat3<T>,
    /// Whether its tree of joints takes it through all sub-steps.
    pub is_apart: bool,
}

impl<T: Real> SolverBody<T> {
    /// An immovable body at rest.
    pub const NOBODY: Self = Self {
        velocity: Vec3::ZERO,
        angular_velocity: Vec3::ZERO,
        shift: Vec3::ZERO,
        turn: Vec3::ZERO,
        inverse_mass: T::ZERO,
        inverse_inertia: Mat3 { x_axis: Vec3::ZERO, y_axis: Vec3::ZERO, z_axis: Vec3::ZERO },
        is_apart: false,
    };

    /// Motion at the start of a step.
    pub fn new(state: &State<T>) -> Self {
        Self {
            velocity: state.velocity,
            angular_velocity: state.angular_velocity,
            shift: Vec3::ZERO,
            turn: Vec3::ZERO,
            inverse_mass: state.inverse_mass,
            inverse_inertia: if state.is_dynamic() { state.world_inverse_inertia() } else { Mat3::default() },
            is_apart: false,
        }
    }
}
