//! Write-back of solved groups: motion to bodies, impulses to touches, and the depth of the deepest contact to the step.
//!
//! On one thread a group is written back as soon as it is solved, while its bodies and touches are still in the cache. With many threads,
//! or if a group is too large for the cache, changes are stored in the order of groups, and written back in passes over all bodies and
//! touches, in their order. Both give the same result.

use impinge::Real;

use super::COPIES;
use super::colors::Colors;
use super::contact::FourImpulses;
use super::groups::{Group, Groups, NOTHING};
use super::lanes::LANES;
use super::work::{Moved, Work};
use crate::bodies::Bodies;
use crate::body::State;
use crate::report::StepReport;
use crate::threads;
use crate::touch::Touch;

/// The deepest contact of a step so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deepest<T> {
    depth: T,
    touch: u32,
}

impl<T: Real> Deepest<T> {
    pub const NONE: Self = Self { depth: T::ZERO, touch: NOTHING };

    /// Considers one more contact, in any order: among equally deep ones the first touch counts.
    pub fn see(&mut self, touch: u32, signed_distance: T) {
        let depth = -signed_distance;
        if depth > self.depth || (depth == self.depth && depth > T::ZERO && touch < self.touch) {
            *self = Self { depth, touch };
        }
    }

    /// Writes it into a report.
    pub fn tell(self, touches: &[Touch<T>], report: &mut StepReport<T>) {
        if let Some(touch) = touches.get(self.touch as usize) {
            (report.deepest, report.deepest_error) = (self.depth, touch.error);
        }
    }
}

/// Writes back a small group, on one thread.
pub(super) fn group<T: Real>(
    bodies: &mut Bodies<T>,
    groups: &Groups,
    colors: &Colors,
    group: &Group,
    work: &Work<T>,
    deepest: &mut Deepest<T>,
) {
    for (&place, moved) in groups.order[group.range()].iter().zip(work.moved()) {
        let moves = groups.at(place) != NOTHING;
        take(&mut bodies.states[place as usize], moves.then_some(&moved));
    }
    for (four, contacts) in colors.fours[colors.of(group)].iter().zip(&work.contacts) {
        let impulses = contacts.impulses();
        for (lane, &i) in four.iter().enumerate().filter(|(_, i)| **i != NOTHING) {
            impulses.store(lane, &mut bodies.touches.list[i as usize]);
            deepest.see(i, impulses.signed_distance.0[lane]);
        }
    }
}

/// Writes back the stored changes of all groups.
pub(super) fn all<T: Real>(
    bodies: &mut Bodies<T>,
    groups: &Groups,
    colors: &Colors,
    (moved, impulses): (&[Moved<T>], &[FourImpulses<T>]),
    deepest: &mut Deepest<T>,
) {
    for (i, &at) in (0..).zip(&colors.at).filter(|(_, at)| **at != NOTHING) {
        deepest.see(i, impulses[at as usize / LANES].signed_distance.0[at as usize % LANES]);
    }
    threads::each_pair(&mut bodies.states, &groups.at, COPIES, |state, at| {
        take(state, moved.get(at[0] as usize));
    });
    threads::each_pair(&mut bodies.touches.list, &colors.at, COPIES, |touch, at| {
        if *at != NOTHING {
            impulses[*at as usize / LANES].store(*at as usize % LANES, touch);
        }
    });
}

/// Applies the motion of a body, if it has any.
fn take<T: Real>(state: &mut State<T>, moved: Option<&Moved<T>>) {
    state.start = state.frame();
    if let Some(new) = moved {
        (state.center, state.rotation) = (new.center, new.rotation);
        (state.velocity, state.angular_velocity) = (new.velocity, new.angular_velocity);
    }
}
