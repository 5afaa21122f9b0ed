//! The sub-steps of groups: passes over the contacts of a group, part by part, and the free motion of its bodies between them.
//!
//! Groups are solved side by side, and within a large one the halves of each part. What one thread computes after another, many
//! compute to the same bits: they share nothing.

use impinge::{Real, Vec3};

use super::contact::{FourContacts, Stage};
use super::groups::{Group, Part};
use super::work::Solved;
use crate::body::{BodyKind, State};
use crate::moving::Moving;
use crate::solver::integrate;
use crate::threads;

/// Bodies and contacts that one thread works on.
pub(super) struct Share<'a, T: Real> {
    /// In the order of groups, as all here.
    pub states: &'a mut [State<T>],
    pub moving: &'a mut [Moving<T>],
    pub contacts: &'a mut [FourContacts<T>],
}

impl<T: Real> Share<'_, T> {
    /// The first bodies and contacts, and the others.
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

/// What bodies do before the contacts of a pass.
#[derive(Clone, Copy, Debug)]
pub(super) enum Free<T> {
    Nothing,
    /// Forces and gravity, for the time of a sub-step.
    Velocities(Vec3<T>, T),
    /// Motion, for the time of a sub-step.
    Positions(T),
}

/// Passes over groups.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passes<'a> {
    pub groups: &'a [Group],
    /// Where the contacts of each part begin; one more for the end.
    pub starts: &'a [u32],
}

impl<'a> Passes<'a> {
    /// Does the work on each group, which leaves something behind.
    pub fn each<T: Real>(self, solved: Solved<'_, T>, work: &(impl Fn(&Group, Solved<'_, T>) + Sync)) {
        match self.groups {
            [] => {}
            [group] => work(group, solved),
            groups => {
                let [first, second] = <[&[Group]; 2]>::from(groups.split_at(groups.len() / 2));
                let [bodies, contacts] = self.of(first).sizes();
                let [solved, other] = solved.split(bodies, contacts);
                threads::join(|| self.of(first).each(solved, work), || self.of(second).each(other, work));
            }
        }
    }

    /// Some of the groups.
    fn of(self, groups: &'a [Group]) -> Self {
        Self { groups, ..self }
    }

    /// How many bodies and contacts, four by four, all groups have together.
    fn sizes(self) -> [usize; 2] {
        let [Some(first), Some(last)] = [self.groups.first(), self.groups.last()] else { return [0; 2] };
        let contacts = self.starts[last.end()] - self.starts[first.first_part()];
        [last.range().end - first.range().start, contacts as usize]
    }

    /// The most bodies and the most contacts of any group.
    pub fn most(self) -> [usize; 2] {
        let sizes = self.groups.chunks(1).map(|group| self.of(group).sizes());
        sizes.fold([0; 2], |[bodies, contacts], [b, c]| [bodies.max(b), contacts.max(c)])
    }

    /// A pass over the contacts of a part of a group, if there is a stage, after what bodies do before it.
    pub fn run<T: Real>(
        self,
        group: &Group,
        part: Part,
        share: Share<'_, T>,
        free: &Free<T>,
        stage: Option<&Stage<T>>,
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
                threads::join(
                    || self.run(group, half, share, free, stage),
                    || self.run(group, other, others, free, stage),
                );
            }
        }
        if let Some(stage) = stage {
            for four in own {
                let new = four.run(stage, moving);
                four.hand_back(&new, moving);
            }
        }
    }
}

impl<T: Real> Free<T> {
    fn run(&self, states: &mut [State<T>], moving: &mut [Moving<T>]) {
        let bodies = states.iter_mut().zip(moving).filter(|(_, body)| !body.is_apart);
        match self {
            Self::Nothing => {}
            Self::Velocities(gravity, h) => {
                bodies.for_each(|(state, body)| velocities(state, body, *gravity, *h))
            }
            Self::Positions(h) => bodies.for_each(|(state, body)| positions(state, body, *h)),
        }
    }
}

/// Forces and gravity, on the velocities as contacts left them.
#[inline(always)]
pub(super) fn velocities<T: Real>(state: &mut State<T>, body: &mut Moving<T>, gravity: Vec3<T>, h: T) {
    (state.velocity, state.angular_velocity) = (body.velocity, body.angular_velocity);
    integrate::velocities(state, gravity, h);
    (body.velocity, body.angular_velocity) = (state.velocity, state.angular_velocity);
}

/// A body moves.
#[inline(always)]
pub(super) fn positions<T: Real>(state: &mut State<T>, body: &mut Moving<T>, h: T) {
    if state.kind == BodyKind::Fixed || state.asleep {
        return;
    }
    (state.velocity, state.angular_velocity) = (body.velocity, body.angular_velocity);
    integrate::positions(state, h);
    body.shift += body.velocity * h;
    body.turn += body.angular_velocity * h;
    // What spins freely, or has come to the end of numbers, has other velocities now.
    (body.velocity, body.angular_velocity) = (state.velocity, state.angular_velocity);
}
