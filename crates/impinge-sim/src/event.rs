//! Contact events: pairs of bodies that begin to push one another, stop pushing, or hit one another.
//!
//! Two bodies push one another in a step in which one of their contacts has an impulse. Nearness alone is not an event. Both lists of
//! pairs, that of the last step and that of this one, are in the order of handles; one pass over both finds all events, in that order,
//! regardless of the number of threads.

use core::ops::Range;

use impinge::scene::ObjectHandle;
use impinge::{Real, Vec3, Vector};
use serde::{Deserialize, Serialize};

use crate::body::State;
use crate::solver_contact::{SolverContacts, placed_at_start, push};
use crate::space::Space;

/// Settings of contact events.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventSettings<T> {
    /// Threshold of an impact: a pair has one if its impulse exceeds that of the step before by this. Weight alone does not count: it is
    /// the same in each step.
    pub impact: T,
}

/// An event between two bodies; A has the smaller handle, unless one is a sensor. One of them may have been removed since.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    rename_all = "kebab-case",
    bound(
        serialize = "V: Serialize, V::Scalar: Serialize",
        deserialize = "V: Deserialize<'de>, V::Scalar: Deserialize<'de>"
    )
)]
#[non_exhaustive]
pub enum Event<V: Vector> {
    /// They push one another, and did not in the step before.
    Began {
        /// First body.
        a: ObjectHandle,
        /// Second body.
        b: ObjectHandle,
    },
    /// They pushed one another in the step before, and no longer do.
    Ended {
        /// First body.
        a: ObjectHandle,
        /// Second body.
        b: ObjectHandle,
    },
    /// A body overlaps a sensor at the end of the step, and did not at the end of the step before.
    Entered {
        /// The sensor.
        sensor: ObjectHandle,
        /// The body.
        body: ObjectHandle,
    },
    /// A body no longer overlaps a sensor, or one of them was removed.
    Left {
        /// The sensor.
        sensor: ObjectHandle,
        /// The body.
        body: ObjectHandle,
    },
    /// They push one another much more than in the step before.
    Impact {
        /// First body.
        a: ObjectHandle,
        /// Second body.
        b: ObjectHandle,
        /// Increase of the impulse: force times time.
        impulse: V::Scalar,
        /// Position: the mean of their contact points, weighted by impulse.
        point: V,
        /// Unit normal from A to B, at the point with the largest impulse.
        normal: V,
    },
}

/// Two bodies that push one another.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Pushing<T> {
    a: ObjectHandle,
    b: ObjectHandle,
    impulse: T,
}

/// Events of the last step, and the data kept for those of the next.
#[derive(Clone, Debug)]
pub(crate) struct Events<V: Vector> {
    events: Vec<Event<V>>,
    /// Pairs that pushed in the last step, by handles.
    pushing: Vec<Pushing<V::Scalar>>,
    before: Vec<Pushing<V::Scalar>>,
}

impl<V: Vector> Default for Events<V> {
    fn default() -> Self {
        Self { events: Vec::new(), pushing: Vec::new(), before: Vec::new() }
    }
}

impl<T: Real, V: Space<Scalar = T>> Events<V> {
    pub fn last(&self) -> &[Event<V>] {
        &self.events
    }

    /// The list of the step, for events of other kinds.
    pub fn list(&mut self) -> &mut Vec<Event<V>> {
        &mut self.events
    }

    /// Data that must be kept for the next step.
    pub fn pushing(&self) -> &[Pushing<T>] {
        &self.pushing
    }

    /// Restores the events from data that was kept.
    pub fn restored(events: Vec<Event<V>>, pushing: Vec<Pushing<T>>) -> Self {
        Self { events, pushing, before: Vec::new() }
    }

    /// Finds the events of a step that left these contacts, which are in the order of handles.
    pub fn note(
        &mut self,
        settings: Option<&EventSettings<T>>,
        contacts: &SolverContacts<V>,
        states: &[State<T>],
    ) {
        let Self { events, pushing, before } = self;
        core::mem::swap(pushing, before);
        events.clear();
        pushing.clear();
        let Some(settings) = settings else {
            before.clear();
            return;
        };
        let mut olds = before.iter().peekable();
        for pair in contacts.pairs() {
            let (a, b) = contacts.contacts()[pair.start].pair();
            let impulse =
                contacts.contacts()[pair.clone()].iter().fold(T::ZERO, |sum, contact| sum + push(contact));
            if impulse <= T::ZERO {
                continue;
            }
            while let Some(old) = olds.next_if(|old| (old.a, old.b) < (a, b)) {
                events.push(Event::Ended { a: old.a, b: old.b });
            }
            let old = olds.next_if(|old| (old.a, old.b) == (a, b));
            if old.is_none() {
                events.push(Event::Began { a, b });
            }
            let more = impulse - old.map_or(T::ZERO, |old| old.impulse);
            if more >= settings.impact && more > T::ZERO {
                events.push(impact(contacts, states, pair, more, impulse));
            }
            pushing.push(Pushing { a, b, impulse });
        }
        events.extend(olds.map(|old| Event::Ended { a: old.a, b: old.b }));
    }
}

/// The impact event of a pair, whose contacts push by `all` in total.
fn impact<T: Real, V: Space<Scalar = T>>(
    contacts: &SolverContacts<V>,
    states: &[State<T>],
    pair: Range<usize>,
    impulse: T,
    all: T,
) -> Event<V> {
    let (mut point, mut normal, mut most) = (Vec3::ZERO, Vec3::ZERO, -T::INFINITY);
    let (a, b) = contacts.contacts()[pair.start].pair();
    for i in pair {
        let (contact, placed) = (&contacts.contacts()[i], placed_at_start(contacts, i, states));
        for (p, &total) in placed.points[..contact.count()].iter().zip(&contact.data.totals) {
            point += (p.point_a + p.point_b) * (total / all * T::HALF);
        }
        if push(contact) > most {
            (normal, most) = (placed.normal, push(contact));
        }
    }
    Event::Impact { a, b, impulse, point: V::flat(point), normal: V::flat(normal) }
}
