//! Sub-steps of groups: passes over the contacts of a group, part by part, and the free motion of its bodies between them.
//!
//! Groups are solved in parallel, and within a large one the halves of each part. Many threads compute bitwise the same as one: the
//! halves share nothing.

use impinge::{Real, Vec3, parallel};

use super::contact::{FourContacts, SolverSpace, Stage};
use super::groups::{Group, Part};
use super::work::Solved;
use crate::body::{BodyKind, State};
use crate::solver::integrate;
use crate::solver_body::SolverBody;
use crate::space::Space;

/// Bodies and contacts of one task.
pub(super) struct Share<'a, V: SolverSpace> {
    /// States in the order of groups, like all lists here.
    pub states: &'a mut [State<V::Scalar>],
    pub moving: &'a mut [SolverBody<V>],
    pub contacts: &'a mut [V::Contacts],
}

impl<V: SolverSpace> Share<'_, V> {
    /// Splits off the first bodies and contacts.
    fn split(self, bodies: usize, contacts: usize) -> [Self; 2] {
        let (states, other_states) = self.states.split_at_mut(bodies);
        let (moving, other_moving) = self.moving.split_at_mut(bodies);
        let (contacts, other_contacts) = self.contacts.split_at_mut(contacts);
        [
            Self { states, moving, contacts },
            Self { states: other_states, moving: other_moving, contacts: other_contacts },
        ]
    }
}

/// Free motion of bodies before the contacts of a pass.
#[derive(Clone, Copy, Debug)]
pub(super) enum Free<T> {
    Nothing,
    /// Applies forces and gravity, from a time of the step on, for the time of a sub-step.
    Velocities(Vec3<T>, T, T),
    /// Moves bodies, for the time of a sub-step.
    Positions(T),
}

/// Passes over groups.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passes<'a> {
    pub groups: &'a [Group],
    /// Index of the first contact of each part; one more for the end.
    pub starts: &'a [u32],
}

impl<'a> Passes<'a> {
    /// Solves each group with `work`, which stores its changes.
    pub fn each<V: SolverSpace>(self, solved: Solved<'_, V>, work: &(impl Fn(&Group, Solved<'_, V>) + Sync)) {
        match self.groups {
            [] => {}
            [group] => work(group, solved),
            groups => {
                let [first, second] = <[&[Group]; 2]>::from(groups.split_at(groups.len() / 2));
                let [bodies, contacts] = self.of(first).sizes();
                let [solved, other] = solved.split(bodies, contacts);
                parallel::join_if_many(
                    || self.of(first).each(solved, work),
                    || self.of(second).each(other, work),
                );
            }
        }
    }

    /// The passes over some of the groups.
    pub fn of<'b>(self, groups: &'b [Group]) -> Passes<'b>
    where
        'a: 'b,
    {
        Passes { groups, starts: self.starts }
    }

    /// Index range of the bodies of all groups, in the order.
    pub fn bodies(&self) -> core::ops::Range<usize> {
        let [Some(first), Some(last)] = [self.groups.first(), self.groups.last()] else { return 0..0 };
        first.range().start..last.range().end
    }

    /// Index range of the contacts of all groups, in fours.
    pub fn contacts(&self) -> core::ops::Range<usize> {
        let [Some(first), Some(last)] = [self.groups.first(), self.groups.last()] else { return 0..0 };
        self.starts[first.first_part()] as usize..self.starts[last.end()] as usize
    }

    /// Total number of bodies and contacts, in fours, of all groups.
    fn sizes(self) -> [usize; 2] {
        [self.bodies().len(), self.contacts().len()]
    }

    /// Largest number of bodies and largest number of contacts of any group.
    pub fn most(self) -> [usize; 2] {
        let sizes = self.groups.chunks(1).map(|group| self.of(group).sizes());
        sizes.fold([0; 2], |[bodies, contacts], [b, c]| [bodies.max(b), contacts.max(c)])
    }

    /// Runs free motion of the bodies of all groups, and then a pass over their contacts, if there is a stage.
    pub fn run_all<T: Real, V: SolverSpace<Scalar = T>>(
        self,
        share: Share<'_, V>,
        free: &Free<T>,
        stage: Option<&Stage<'_, T>>,
    ) {
        match self.groups {
            [] => {}
            [group] => self.run(group, group.whole(), share, free, stage),
            groups => {
                let [first, second] = <[&[Group]; 2]>::from(groups.split_at(groups.len() / 2));
                let [bodies, contacts] = self.of(first).sizes();
                let [share, others] = share.split(bodies, contacts);
                parallel::join_if_many(
                    || self.of(first).run_all(share, free, stage),
                    || self.of(second).run_all(others, free, stage),
                );
            }
        }
    }

    /// Runs free motion, and then a pass over the contacts of a part of a group, if there is a stage.
    pub fn run<T: Real, V: SolverSpace<Scalar = T>>(
        self,
        group: &Group,
        part: Part,
        share: Share<'_, V>,
        free: &Free<T>,
        stage: Option<&Stage<'_, T>>,
    ) {
        let Share { states, moving, contacts } = share;
        let [first, own] = group.numbers(part).map(|number| self.starts[number]);
        let (within, own) = contacts.split_at_mut((own - first) as usize);
        match part.halves() {
            None => free.run(states, moving),
            Some([half, other]) => {
                let end = self.starts[group.numbers(half)[1] + 1];
                let share = Share { states: &mut *states, moving: &mut *moving, contacts: within };
                let [share, others] = share.split(group.bodies_of(half), (end - first) as usize);
                parallel::join_if_many(
                    || self.run(group, half, share, free, stage),
                    || self.run(group, other, others, free, stage),
                );
            }
        }
        if let Some(stage) = stage {
            for four in own {
                four.run(stage, moving);
            }
        }
    }
}

impl<T: Real> Free<T> {
    fn run<V: Space<Scalar = T>>(&self, states: &mut [State<T>], moving: &mut [SolverBody<V>]) {
        let bodies = states.iter_mut().zip(moving).filter(|(_, body)| !body.is_apart);
        match self {
            Self::Nothing => {}
            Self::Velocities(gravity, elapsed, h) => {
                bodies.for_each(|(state, body)| velocities(state, body, *gravity, *elapsed, *h))
            }
            Self::Positions(h) => bodies.for_each(|(state, body)| positions(state, body, *h)),
        }
    }
}

/// Applies forces and gravity to the velocities that contacts left.
#[inline(always)]
pub(super) fn velocities<T: Real, V: Space<Scalar = T>>(
    state: &mut State<T>,
    body: &mut SolverBody<V>,
    gravity: Vec3<T>,
    elapsed: T,
    h: T,
) {
    [state.velocity, state.angular_velocity] = body.twist();
    integrate::velocities(state, gravity, elapsed, h);
    body.set_twist([state.velocity, state.angular_velocity]);
    body.look_ahead(h);
}

/// Moves a body.
#[inline(always)]
pub(super) fn positions<T: Real, V: Space<Scalar = T>>(state: &mut State<T>, body: &mut SolverBody<V>, h: T) {
    if state.kind == BodyKind::Fixed || state.asleep {
        return;
    }
    [state.velocity, state.angular_velocity] = body.twist();
    integrate::positions::<V>(state, h);
    body.move_on(h, state);
    // The velocities change for a body that spins freely, or reaches the range of numbers.
    body.set_twist([state.velocity, state.angular_velocity]);
}
