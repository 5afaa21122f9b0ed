//! Sleep: islands of bodies that hardly move are skipped until something wakes them.
//!
//! An island is a set of dynamic bodies that are connected by contacts or joints, directly or through others; bodies that are not dynamic
//! do not connect islands. An island falls asleep as soon as each of its bodies has been slow for long enough, and wakes as soon as one
//! is not: a body that comes near, a force, a changed pose or velocity, a neighbor that was moved or removed. Islands are rebuilt in each
//! step by union-find over the contacts and joints, in their order; cost: about that of one pass over them.

use impinge::Real;
use impinge::scene::ObjectHandle;
use serde::{Deserialize, Serialize};

use crate::body::{BodyKind, State};
use crate::islands::Islands;
use crate::joint::Joints;

/// Settings of sleep: when bodies that hardly move are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct SleepSettings<T> {
    /// A body is slow while √(v² + ω·Iω / m) is below this: the mean speed of its points.
    pub speed: T,
    /// Time for which all bodies of an island must be slow.
    pub time: T,
}

/// 0.05 (meters per second), for half a second.
impl<T: Real> Default for SleepSettings<T> {
    fn default() -> Self {
        Self { speed: T::of(0.05), time: T::HALF }
    }
}

/// Wakes islands and puts them to sleep, once the contacts of a step are known; does nothing if sleep is off.
pub(crate) fn islands<T: Real>(
    sleep: Option<SleepSettings<T>>,
    touching: impl Iterator<Item = [ObjectHandle; 2]> + Clone,
    joints: &Joints<T>,
    states: &mut [State<T>],
    islands: &mut Islands,
) {
    let Some(sleep) = sleep else { return };
    islands.begin(states.len());
    islands.awake.clear();
    islands.awake.resize(states.len(), false);
    for [a, b] in touching.clone().chain(joints.iter().map(|held| held.bodies)) {
        let (a, b) = (a.index(), b.index());
        if states[a].is_dynamic() && states[b].is_dynamic() {
            islands.join(a, b);
        }
    }
    for (i, state) in states.iter().enumerate() {
        if state.is_dynamic() && state.still_for < sleep.time {
            let root = islands.root(i);
            islands.awake[root] = true;
        }
    }
    for [a, b] in touching.chain(joints.iter().map(|held| held.bodies)) {
        let (a, b) = (a.index(), b.index());
        for (pusher, pushed) in [(a, b), (b, a)] {
            if is_pushing(&states[pusher]) && states[pushed].is_dynamic() {
                let root = islands.root(pushed);
                islands.awake[root] = true;
            }
        }
    }
    for (i, state) in states.iter_mut().enumerate() {
        let root = islands.root(i);
        state.asleep = state.is_dynamic() && !islands.awake[root];
        if state.asleep {
            (state.velocity, state.angular_velocity) = (impinge::Vec3::ZERO, impinge::Vec3::ZERO);
        }
    }
}

/// Whether the body moves but is not pushed.
fn is_pushing<T: Real>(state: &State<T>) -> bool {
    let moves = state.velocity != impinge::Vec3::ZERO || state.angular_velocity != impinge::Vec3::ZERO;
    state.kind == BodyKind::Kinematic && moves
}

/// Updates the time for which each body has been slow, after a step.
pub(crate) fn measure<T: Real>(sleep: Option<SleepSettings<T>>, states: &mut [State<T>], time: T) {
    let Some(sleep) = sleep else { return };
    for state in states.iter_mut().filter(|state| state.is_awake()) {
        let slow = T::TWO * state.kinetic_energy() < state.mass.mass * sleep.speed * sleep.speed;
        state.still_for = if slow { state.still_for + time } else { T::ZERO };
    }
}
