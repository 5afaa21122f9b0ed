//! What happens between bodies from step to step: they begin to push one another, they end it, they hit one another.
//!
//! Two bodies push one another in a step in which one of their contacts has an impulse. Nearness alone is no event. Both lists of
//! pairs, that of the last step and that of this one, are in the order of handles; one pass over both finds all events, in that
//! order, whatever the number of threads.

use core::ops::Range;

use impinge::scene::ObjectHandle;
use impinge::{Real, Vec3};
use serde::{Deserialize, Serialize};

use crate::body::State;
use crate::touch::{self, Touches};

/// Which events are kept.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventSettings<T> {
    /// A pair that pushes by this impulse more than in the step before has an impact. Weight alone does not count: it is the same in
    /// each step.
    pub impact: T,
}

/// What happened between two bodies; A has the smaller handle. One of them may have been removed since.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Event<T> {
    /// They push one another, and did not in the step before.
    Began {
        /// One body.
        a: ObjectHandle,
        /// The other.
        b: ObjectHandle,
    },
    /// They pushed one another in the step before, and do not any more.
    Ended {
        /// One body.
        a: ObjectHandle,
        /// The other.
        b: ObjectHandle,
    },
    /// They push one another much more than in the step before.
    Impact {
        /// One body.
        a: ObjectHandle,
        /// The other.
        b: ObjectHandle,
        /// How much more: force times time.
        impulse: T,
        /// Where: the mean of their points, by impulse.
        point: Vec3<T>,
        /// Unit, from A to B, there where they pushed most.
        normal: Vec3<T>,
    },
}

/// Two bodies that push one another.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Pushing<T> {
    a: ObjectHandle,
    b: ObjectHandle,
    impulse: T,
}

/// The events of the last step, and what is kept for those of the next.
#[derive(Clone, Debug)]
pub(crate) struct Events<T> {
    events: Vec<Event<T>>,
    /// In the last step, by handles.
    pushing: Vec<Pushing<T>>,
    before: Vec<Pushing<T>>,
}

impl<T> Default for Events<T> {
    fn default() -> Self {
        Self { events: Vec::new(), pushing: Vec::new(), before: Vec::new() }
    }
}

impl<T: Real> Events<T> {
    pub fn last(&self) -> &[Event<T>] {
        &self.events
    }

    /// What must be kept for the next step.
    pub fn pushing(&self) -> &[Pushing<T>] {
        &self.pushing
    }

    /// As they were when these were kept.
    pub fn restored(events: Vec<Event<T>>, pushing: Vec<Pushing<T>>) -> Self {
        Self { events, pushing, before: Vec::new() }
    }

    /// The events of a step that left these touches, which are in the order of handles.
    pub fn note(&mut self, settings: Option<&EventSettings<T>>, touches: &Touches<T>, states: &[State<T>]) {
        let Self { events, pushing, before } = self;
        core::mem::swap(pushing, before);
        events.clear();
        pushing.clear();
        let Some(settings) = settings else {
            before.clear();
            return;
        };
        let mut olds = before.iter().peekable();
        for pair in touch::pairs(&touches.list) {
            let (a, b) = touches.list[pair.start].pair();
            let impulse = touches.list[pair.clone()].iter().fold(T::ZERO, |sum, touch| sum + touch.push());
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
                events.push(impact(touches, states, pair, more, impulse));
            }
            pushing.push(Pushing { a, b, impulse });
        }
        events.extend(olds.map(|old| Event::Ended { a: old.a, b: old.b }));
    }
}

/// An impact of the touches of a pair, which push by `all` together.
fn impact<T: Real>(
    touches: &Touches<T>,
    states: &[State<T>],
    pair: Range<usize>,
    impulse: T,
    all: T,
) -> Event<T> {
    let (mut point, mut normal, mut most) = (Vec3::ZERO, Vec3::ZERO, -T::INFINITY);
    let (a, b) = touches.list[pair.start].pair();
    for i in pair {
        let (touch, placed) = (&touches.list[i], touches.placed_at_start(i, states));
        for (p, &total) in placed.points[..touch.count()].iter().zip(&touch.totals) {
            point += (p.point_a + p.point_b) * (total / all * T::HALF);
        }
        if touch.push() > most {
            (normal, most) = (placed.normal, touch.push());
        }
    }
    Event::Impact { a, b, impulse, point, normal }
}
