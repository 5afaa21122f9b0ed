//! Solver body: the data that contacts and joints read and write during a step; small, so that many fit into the cache.

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use crate::body::State;
use crate::space::Space;

/// Change of the inverse inertia that contacts may overlook, relative to its least moment. If a thin rod is struck as if it had the
/// orientation of the start of the step, its energy rises: a moment about its axis is a thousandth of those across.
const UNNOTICED: f64 = 0.125;

/// Motion of a body during a step.
#[derive(Clone, Copy, Debug)]
pub struct SolverBody<V: Space> {
    pub(crate) velocity: V,
    pub(crate) angular_velocity: V::Angular,
    /// Translation of its center since the start of the step.
    pub(crate) shift: V,
    /// Rotation since the start of the step: the sum of the small rotations, which in space is accurate to first order.
    pub(crate) turn: V::Angular,
    /// Inverse mass; 0 unless dynamic.
    pub(crate) inverse_mass: V::Scalar,
    /// Inverse inertia in the world's frame; 0 unless dynamic. That at the start of the step, until the body has turned too far.
    pub(crate) inverse_inertia: V::Inertia,
    /// Rotation since the start of the step, as the sum of angles along the axes, at which its inverse inertia is no longer that of the
    /// start. In the plane it always is.
    pub(crate) holds_to: V::Scalar,
    /// Whether it turns farther than that: then its inverse inertia is computed after each sub-step, and friction starts from zero in each.
    pub(crate) turns_far: bool,
    /// Whether its tree of joints takes it through all sub-steps.
    pub(crate) is_apart: bool,
}

impl<T: Real, V: Space<Scalar = T>> SolverBody<V> {
    /// An immovable body at rest.
    #[inline(always)]
    pub(crate) fn nobody() -> Self {
        Self {
            velocity: V::ZERO,
            angular_velocity: V::Angular::default(),
            shift: V::ZERO,
            turn: V::Angular::default(),
            inverse_mass: T::ZERO,
            inverse_inertia: V::Inertia::default(),
            holds_to: T::INFINITY,
            turns_far: false,
            is_apart: false,
        }
    }

    /// Motion at the start of a step.
    pub(crate) fn new(state: &State<T>) -> Self {
        let mut body = Self {
            velocity: V::flat(state.velocity),
            angular_velocity: V::flat_angular(state.angular_velocity),
            inverse_mass: state.inverse_mass,
            ..Self::nobody()
        };
        if state.is_dynamic() && V::DIM == 2 {
            body.inverse_inertia = V::flat_inertia(&state.inverse_inertia);
        } else if state.is_dynamic() {
            body.inverse_inertia = V::flat_inertia(&state.world_inverse_inertia());
            body.holds_to = holds_to(state);
        }
        body
    }

    /// Its velocity and angular velocity in space.
    #[inline(always)]
    pub(crate) fn twist(&self) -> [Vec3<T>; 2] {
        [self.velocity.lift(), V::lift_angular(self.angular_velocity)]
    }

    /// Sets its velocity and angular velocity to those in space.
    #[inline(always)]
    pub(crate) fn set_twist(&mut self, [velocity, angular_velocity]: [Vec3<T>; 2]) {
        (self.velocity, self.angular_velocity) = (V::flat(velocity), V::flat_angular(angular_velocity));
    }

    /// Its translation and rotation since the start of the step, in space.
    #[inline(always)]
    pub(crate) fn way(&self) -> [Vec3<T>; 2] {
        [self.shift.lift(), V::lift_angular(self.turn)]
    }

    /// Sets its translation and rotation since the start of the step to those in space.
    #[inline(always)]
    pub(crate) fn set_way(&mut self, [shift, turn]: [Vec3<T>; 2]) {
        (self.shift, self.turn) = (V::flat(shift), V::flat_angular(turn));
    }

    /// Looks ahead to the rotation of a sub-step of length `h`.
    #[inline(always)]
    pub(crate) fn look_ahead(&mut self, h: T) {
        if V::DIM == 3 {
            self.turns_far |= V::lift_angular(self.angular_velocity).max_abs() * h > self.holds_to;
        }
    }

    /// Moves by its velocities for a time `h`, after which the orientation of the body is that of `state`.
    #[inline(always)]
    pub(crate) fn move_on(&mut self, h: T, state: &State<T>) {
        self.shift += self.velocity * h;
        let turn = V::lift_angular(self.turn) + V::lift_angular(self.angular_velocity) * h;
        self.turn = V::flat_angular(turn);
        if V::DIM == 3 {
            self.turns_far |= turn.max_abs() > self.holds_to;
            if self.turns_far {
                self.inverse_inertia = V::flat_inertia(&state.world_inverse_inertia());
            }
        }
    }
}

/// Some bodies of a step, by their slots in the world. All others do not move.
#[derive(Debug)]
pub(crate) struct BySlot<'a, V: Space> {
    /// For each slot, the index of its body, not less than `first`; none that has a body if it does not move.
    pub at: &'a [[u32; 2]],
    pub first: usize,
    pub moving: &'a mut [SolverBody<V>],
}

impl<V: Space> BySlot<'_, V> {
    /// No bodies.
    pub fn nobody() -> Self {
        Self { at: &[], first: 0, moving: &mut [] }
    }

    fn index(&self, slot: usize) -> usize {
        self.at.get(slot).map_or(usize::MAX, |at| (at[0] as usize).wrapping_sub(self.first))
    }

    pub fn find(&self, slot: usize) -> Option<&SolverBody<V>> {
        self.moving.get(self.index(slot))
    }

    pub fn find_mut(&mut self, slot: usize) -> Option<&mut SolverBody<V>> {
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
