//! Write-back of solved groups: motion to bodies, impulses to contacts, and the depth of the deepest contact to the step.
//!
//! On one thread a group is written back as soon as it is solved, while its bodies and contacts are still in the cache. With many threads,
//! or if a group is too large for the cache, changes are stored in the order of groups, and written back in passes over all bodies and
//! contacts, in their order. Both give the same result.

use std::sync::atomic::{AtomicBool, Ordering};

use impinge::{Real, parallel};

use super::COPIES;
use super::colors::Colors;
use super::contact::{FourContacts, FourImpulses, SolverSpace};
use super::groups::{Group, Groups, NOTHING};
use super::lanes::LANES;
use super::work::{ImpulsesOf, Moved, Work};
use crate::bodies::Bodies;
use crate::body::State;
use crate::report::Deepest;

/// Writes back a small group, on one thread. Returns whether all its numbers are finite.
pub(super) fn group<T: Real, V: SolverSpace<Scalar = T>>(
    bodies: &mut Bodies<V>,
    groups: &Groups,
    colors: &Colors,
    group: &Group,
    work: &Work<V>,
    deepest: &mut Deepest<T>,
) -> bool {
    let mut finite = true;
    for (&place, moved) in groups.order[group.range()].iter().zip(work.moved()) {
        let moves = groups.at(place) != NOTHING;
        finite &= take(&mut bodies.states[place as usize], moves.then_some(&moved));
    }
    for (four, contacts) in colors.fours[colors.of(group)].iter().zip(&work.contacts) {
        let impulses = contacts.impulses();
        for (lane, &i) in four.iter().enumerate().filter(|(_, i)| **i != NOTHING) {
            let contact = &mut bodies.contacts.contacts_mut()[i as usize];
            finite &= impulses.is_finite(lane);
            impulses.store(lane, contact);
            deepest.see(impulses.signed_distance(lane), contact.error());
        }
    }
    finite
}

/// Writes back the stored changes of all groups. Returns whether all numbers are finite.
pub(super) fn all<T: Real, V: SolverSpace<Scalar = T>>(
    bodies: &mut Bodies<V>,
    groups: &Groups,
    colors: &Colors,
    (moved, impulses): (&[Moved<T>], &[ImpulsesOf<V>]),
    deepest: &mut Deepest<T>,
) -> bool {
    let finite = AtomicBool::new(true);
    let contacts = bodies.contacts.contacts();
    for (contact, &at) in contacts.iter().zip(&colors.at).filter(|(_, at)| **at != NOTHING) {
        let distance = impulses[at as usize / LANES].signed_distance(at as usize % LANES);
        deepest.see(distance, contact.error());
    }
    parallel::each_pair(&mut bodies.states, &groups.at, COPIES, |state, at| {
        if !take(state, moved.get(at[0] as usize)) {
            finite.store(false, Ordering::Relaxed);
        }
    });
    parallel::each_pair(bodies.contacts.contacts_mut(), &colors.at, COPIES, |contact, at| {
        if *at != NOTHING {
            let (four, lane) = (&impulses[*at as usize / LANES], *at as usize % LANES);
            four.store(lane, contact);
            if !four.is_finite(lane) {
                finite.store(false, Ordering::Relaxed);
            }
        }
    });
    finite.into_inner()
}

/// Applies the motion of a body, if it has any. Returns whether it is finite.
fn take<T: Real>(state: &mut State<T>, moved: Option<&Moved<T>>) -> bool {
    state.start = state.frame();
    let Some(new) = moved else { return true };
    (state.center, state.rotation) = (new.center, new.rotation);
    (state.velocity, state.angular_velocity) = (new.velocity, new.angular_velocity);
    state.is_finite()
}
