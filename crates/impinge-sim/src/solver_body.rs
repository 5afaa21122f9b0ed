//! Solver body: the data that contacts and joints read and write during a step; small, so that many fit into the cache.

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use crate::body::State;

/// Change of the inverse inertia that contacts may overlook, relative to its least moment. If a thin rod is struck as if it had the
/// orientation of the start of the step, its energy rises: a moment about its axis is a thousandth of those across.
const UNNOTICED: f64 = 0.125;

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
    /// Inverse inertia in the world's frame; 0 unless dynamic. That at the start of the step, until the body has turned too far.
    pub inverse_inertia: Mat3<T>,
    /// Rotation since the start of the step, as the sum of angles along the axes, at which its inverse inertia is no longer that of the
    /// start.
    pub holds_to: T,
    /// Whether it turns farther than that: then its inverse inertia is computed after each sub-step, and friction starts from zero in each.
    pub turns_far: bool,
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
        holds_to: T::INFINITY,
        turns_far: false,
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
            holds_to: if state.is_dynamic() { holds_to(state) } else { T::INFINITY },
            turns_far: false,
            is_apart: false,
        }
    }

    /// Looks ahead to the rotation of a sub-step of length `h`.
    #[inline(always)]
    pub fn look_ahead(&mut self, h: T) {
        self.turns_far |= self.angular_velocity.max_abs() * h > self.holds_to;
    }

    /// Notices a rotation, after which the orientation of the body is that of `state`.
    #[inline(always)]
    pub fn turn_by(&mut self, angle: Vec3<T>, state: &State<T>) {
        self.turn += angle;
        self.turns_far |= self.turn.max_abs() > self.holds_to;
        if self.turns_far {
            self.inverse_inertia = state.world_inverse_inertia();
        }
    }
}

/// Some bodies of a step, by their slots in the world. All others do not move.
#[derive(Debug)]
pub(crate) struct BySlot<'a, T: Real> {
    /// For each slot, the index of its body, not less than `first`; none that has a body if it does not move.
    pub at: &'a [[u32; 2]],
    pub first: usize,
    pub moving: &'a mut [SolverBody<T>],
}

impl<T: Real> BySlot<'_, T> {
    /// No bodies.
    pub fn nobody() -> Self {
        Self { at: &[], first: 0, moving: &mut [] }
    }

    fn index(&self, slot: usize) -> usize {
        self.at.get(slot).map_or(usize::MAX, |at| (at[0] as usize).wrapping_sub(self.first))
    }

    pub fn find(&self, slot: usize) -> Option<&SolverBody<T>> {
        self.moving.get(self.index(slot))
    }

    pub fn find_mut(&mut self, slot: usize) -> Option<&mut SolverBody<T>> {
        let index = self.index(slot);
        self.moving.get_mut(index)
    }
}

/// Largest rotation, in radians, by which the inverse inertia in the world's frame changes by less than [`UNNOTICED`] of its least moment.
fn holds_to<T: Real>(state: &State<T>) -> T {
    let spread = largest(&state.inverse_inertia) * largest(&state.mass.inertia) - T::ONE;
    T::of(UNNOTICED) / spread.max(T::EPSILON)
}

/// Largest element; of a matrix of inertia, at least a third of the largest moment.
fn largest<T: Real>(m: &Mat3<T>) -> T {
    m.x_axis.max_abs().max(m.y_axis.max_abs()).max(m.z_axis.max_abs())
}
