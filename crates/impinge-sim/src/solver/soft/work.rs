//! Working memory of one group while it is solved, and its result.
//!
//! A group is copied into memory that the thread used for the previous group, solved there, and its changes are stored. So the memory
//! that a core works on is that of one group, regardless of their number, and stays in its cache.

use std::sync::{Mutex, PoisonError};

use impinge::{Real, Rot3, Vec3};

use super::contact::{FourBelts, FourContacts, SolverSpace};
use crate::body::State;
use crate::solver_body::SolverBody;

/// A group while it is solved.
#[derive(Clone, Debug)]
pub(super) struct Work<V: SolverSpace> {
    /// States in the order of the group.
    pub states: Vec<State<V::Scalar>>,
    pub moving: Vec<SolverBody<V>>,
    /// Contacts in the order of parts and colors, in fours.
    pub contacts: Vec<V::Contacts>,
    /// Velocities of the surfaces of some contacts.
    pub belts: Vec<FourBelts<V::Scalar>>,
}

impl<V: SolverSpace> Default for Work<V> {
    fn default() -> Self {
        Self { states: Vec::new(), moving: Vec::new(), contacts: Vec::new(), belts: Vec::new() }
    }
}

impl<T: Real, V: SolverSpace<Scalar = T>> Work<V> {
    /// Reserves room for this many bodies and contacts, so that no later group of the step needs more.
    pub fn reserve(&mut self, bodies: usize, contacts: usize) {
        let Self { states, moving, contacts: fours, .. } = self;
        states.reserve(bodies.saturating_sub(states.len()));
        moving.reserve(bodies.saturating_sub(moving.len()));
        fours.reserve(contacts.saturating_sub(fours.len()));
    }

    /// Motion of its bodies now.
    pub fn moved(&self) -> impl Iterator<Item = Moved<T>> {
        self.states.iter().zip(&self.moving).map(|(state, body)| {
            let [velocity, angular_velocity] = body.twist();
            Moved { center: state.center, rotation: state.rotation, velocity, angular_velocity }
        })
    }

    /// Stores its changes.
    pub fn leave(&self, solved: Solved<'_, V>) {
        solved.moved.iter_mut().zip(self.moved()).for_each(|(to, moved)| *to = moved);
        for (to, four) in solved.impulses.iter_mut().zip(&self.contacts) {
            *to = four.impulses();
        }
    }
}

/// Motion of a body after a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved<T: Real> {
    pub center: Vec3<T>,
    pub rotation: Rot3<T>,
    pub velocity: Vec3<T>,
    pub angular_velocity: Vec3<T>,
}

impl<T: Real> Moved<T> {
    pub const NOT: Self = Self {
        center: Vec3::ZERO,
        rotation: Rot3::IDENTITY,
        velocity: Vec3::ZERO,
        angular_velocity: Vec3::ZERO,
    };
}

/// The impulses of four contacts.
pub(super) type ImpulsesOf<V> = <<V as SolverSpace>::Contacts as FourContacts<V>>::Impulses;

/// Changes by groups, in their order.
#[derive(Debug)]
pub(super) struct Solved<'a, V: SolverSpace> {
    pub moved: &'a mut [Moved<V::Scalar>],
    pub impulses: &'a mut [ImpulsesOf<V>],
}

impl<V: SolverSpace> Solved<'_, V> {
    /// Splits off those of the first bodies and contacts.
    pub fn split(self, bodies: usize, contacts: usize) -> [Self; 2] {
        let (moved, other_moved) = self.moved.split_at_mut(bodies);
        let (impulses, other_impulses) = self.impulses.split_at_mut(contacts);
        [Self { moved, impulses }, Self { moved: other_moved, impulses: other_impulses }]
    }
}

/// Pool of working memory that no thread is using: as many as there were threads at once.
#[derive(Debug)]
pub(super) struct Spare<V: SolverSpace>(Mutex<Vec<Work<V>>>);

impl<V: SolverSpace> Default for Spare<V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

/// A copy has memory of its own.
impl<V: SolverSpace> Clone for Spare<V> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<V: SolverSpace> Spare<V> {
    /// Calls a function with memory that nothing else uses.
    pub fn lend(&self, use_it: impl FnOnce(&mut Work<V>)) {
        let list = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = list().pop();
        let mut work = taken.unwrap_or_default();
        use_it(&mut work);
        list().push(work);
    }
}
