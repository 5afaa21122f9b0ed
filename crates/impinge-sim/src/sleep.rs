//! Sleep: islands of bodies that hardly move are skipped until something wakes them.
//!
//! An island is a set of dynamic bodies that are connected by contacts or joints, directly or through others; bodies that are not dynamic
//! do not connect islands. An island falls asleep as soon as all of its bodies have been slow together for long enough, and wakes as soon
//! as one is not: a body that comes near, a force, a changed pose or velocity, a neighbor that was changed or removed. A body that leaves
//! an island has to be slow for that long again: it may have lost what carried it. Islands are rebuilt in each step by union-find over the
//! contacts and joints, in their order; cost: about that of one pass over them.
//!
//! Whatever changes a body sets the time for which it has been still to 0. For a fixed body, and for a kinematic one at rest, this means
//! that it was added or changed since the last step: then everything that it touches, or is joined to, wakes. What it touched before wakes
//! when it is changed, see [`World::wake_neighbors`](crate::World).

use impinge::scene::ObjectHandle;
use impinge::{Real, Vec3};
use serde::{Deserialize, Serialize};

use crate::body::{BodyKind, State};
use crate::islands::Islands;
use crate::joint::Joints;

/// Settings of sleep: when bodies that hardly move are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct SleepSettings<T> {
    /// A body is slow while √(v² + ω·Iω / m), the mean speed of its points, is below this: by its velocity, and by the way that it made.
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
    find(touching.clone(), joints, states, islands);
    // The first body of an island keeps the time of the island.
    for i in 0..states.len() {
        if states[i].is_dynamic() {
            let first = islands.root(i);
            states[first].still_for = states[first].still_for.min(states[i].still_for);
        }
    }
    for [a, b] in connected(touching, joints) {
        for (by, other) in [(a, b), (b, a)] {
            if disturbs(&states[by]) && states[other].is_dynamic() {
                states[islands.root(other)].still_for = T::ZERO;
            }
        }
    }
    for i in 0..states.len() {
        if states[i].is_dynamic() {
            let still_for = states[islands.root(i)].still_for;
            let state = &mut states[i];
            (state.still_for, state.asleep) = (still_for, still_for > T::ZERO && still_for >= sleep.time);
            if state.asleep {
                (state.velocity, state.angular_velocity) = (Vec3::ZERO, Vec3::ZERO);
            }
        } else if states[i].still_for == T::ZERO {
            // Its change has been noticed.
            states[i].still_for = sleep.time.max(T::EPSILON);
        }
    }
}

/// Puts the island of a body to sleep, by the contacts of the last step.
pub(crate) fn put_to_sleep<T: Real>(
    sleep: &SleepSettings<T>,
    touching: impl Iterator<Item = [ObjectHandle; 2]>,
    joints: &Joints<T>,
    states: &mut [State<T>],
    islands: &mut Islands,
    body: ObjectHandle,
) {
    find(touching, joints, states, islands);
    let first = islands.root(body.index());
    for (i, state) in states.iter_mut().enumerate() {
        if state.is_dynamic() && islands.root(i) == first {
            (state.asleep, state.still_for) = (true, sleep.time);
            (state.velocity, state.angular_velocity) = (Vec3::ZERO, Vec3::ZERO);
            (state.force, state.torque) = (Vec3::ZERO, Vec3::ZERO);
        }
    }
}

/// Finds the islands.
fn find<T: Real>(
    touching: impl Iterator<Item = [ObjectHandle; 2]>,
    joints: &Joints<T>,
    states: &[State<T>],
    islands: &mut Islands,
) {
    islands.begin(states.len());
    for [a, b] in connected(touching, joints) {
        if states[a].is_dynamic() && states[b].is_dynamic() {
            islands.join(a, b);
        }
    }
}

/// Slots of bodies that are connected by a contact or a joint.
fn connected<T: Real>(
    touching: impl Iterator<Item = [ObjectHandle; 2]>,
    joints: &Joints<T>,
) -> impl Iterator<Item = [usize; 2]> {
    touching.chain(joints.iter().map(|held| held.bodies)).map(|pair| pair.map(|body| body.index()))
}

/// Whether the body wakes what it touches without being part of its island: it moves and is not pushed, or was changed since the last
/// step.
fn disturbs<T: Real>(state: &State<T>) -> bool {
    let moves = || state.velocity != Vec3::ZERO || state.angular_velocity != Vec3::ZERO;
    match state.kind {
        BodyKind::Dynamic => false,
        BodyKind::Kinematic => state.still_for == T::ZERO || moves(),
        BodyKind::Fixed => state.still_for == T::ZERO,
    }
}

/// Updates the time for which each body has been slow, after a step.
pub(crate) fn measure<T: Real>(sleep: Option<SleepSettings<T>>, states: &mut [State<T>], time: T) {
    let Some(sleep) = sleep else { return };
    for state in states.iter_mut().filter(|state| state.is_awake()) {
        let is_slow = |[v, w]: [Vec3<T>; 2]| {
            let w = state.rotation.unrotate(w);
            state.mass.mass * v.dot(v) + w.dot(state.mass.inertia * w)
                < state.mass.mass * sleep.speed * sleep.speed
        };
        let slow = is_slow([state.velocity, state.angular_velocity]) && is_slow(way(state, time));
        state.still_for = if slow { state.still_for + time } else { T::ZERO };
    }
}

/// Velocities of the way that a body made in the last step, up to the rounding of coordinates; the correction of an overlap or of an open
/// joint moves bodies that have no velocity.
fn way<T: Real>(state: &State<T>, time: T) -> [Vec3<T>; 2] {
    /// Rounding of the coordinates of a body at rest, in ε of them.
    const ROUNDING: f64 = 4.0;
    let rounding = T::EPSILON * T::of(ROUNDING);
    let way = state.center - state.start.center;
    let [x, y, z, w] = state.rotation.compose(&state.start.rotation.inverse()).to_xyzw();
    let turn = Vec3::new(x, y, z) * if w < T::ZERO { -T::TWO } else { T::TWO };
    let less = |v: Vec3<T>, by: T| if v.max_abs() > by { v * (T::ONE / time) } else { Vec3::ZERO };
    [less(way, state.center.max_abs() * rounding), less(turn, rounding)]
}
