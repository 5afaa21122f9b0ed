//! Bodies that touch one another, directly or through others: what an impulse does to the energy is judged island by island.
//!
//! Let v be the velocities of an island and Δ a change of them by impulses between its bodies. Along v + s Δ the kinetic energy is
//! E + s c + s² a with c = v·MΔ and a = ½ Δ·MΔ. So
//!
//! - s = −c / 2a, at most 1 and at least 0, is the best part of the impulses of the last step to begin with;
//! - s = −c / a, at most 1 and at least 0, is the largest part of a change that does not raise the energy.
//!
//! Islands that touch a kinematic body that moves are left alone: that body does work.

use impinge::Real;

use super::contact::{Contact, Twist};
use crate::body::{BodyKind, State};

/// Islands, and sums over each.
#[derive(Clone, Debug, Default)]
pub(super) struct Islands<T> {
    /// By place: a body of the same island with a smaller place, or itself.
    parent: Vec<u32>,
    sums: Vec<Sums<T>>,
}

/// Of one island, kept at the place of its root.
#[derive(Clone, Copy, Debug, Default)]
struct Sums<T> {
    /// c and a.
    linear: T,
    square: T,
    /// A kinematic body pushes.
    driven: bool,
}

impl<T: Real> Islands<T> {
    /// Finds the islands.
    pub fn find(&mut self, contacts: &[Contact<T>], states: &[State<T>]) {
        self.parent.clear();
        self.parent.extend(0..states.len() as u32);
        for c in contacts {
            if states[c.a].is_dynamic() && states[c.b].is_dynamic() {
                let (a, b) = (self.root(c.a), self.root(c.b));
                self.parent[a.max(b)] = a.min(b) as u32;
            }
        }
        self.sums.clear();
        self.sums.resize(states.len(), Sums::default());
        for c in contacts {
            for [of, by] in [[c.a, c.b], [c.b, c.a]] {
                let moves =
                    states[by].velocity.max_abs().max(states[by].angular_velocity.max_abs()) > T::ZERO;
                if states[by].kind == BodyKind::Kinematic && moves {
                    let root = self.root(of);
                    self.sums[root].driven = true;
                }
            }
        }
    }

    /// The first body of the island; ways are cut short as they are walked.
    fn root(&mut self, mut at: usize) -> usize {
        while self.parent[at] as usize != at {
            let next = self.parent[at] as usize;
            self.parent[at] = self.parent[next];
            at = next;
        }
        at
    }

    fn clear(&mut self) {
        self.sums.iter_mut().for_each(|s| (s.linear, s.square) = (T::ZERO, T::ZERO));
    }

    /// Adds the body at a place, with velocities `v` that change by `delta`.
    fn add(&mut self, place: usize, state: &State<T>, v: &Twist<T>, delta: &Twist<T>) {
        let [w, turn] = [v[1], delta[1]].map(|x| state.rotation.unrotate(x));
        let momentum = state.mass.inertia * turn;
        let root = self.root(place);
        let sums = &mut self.sums[root];
        sums.linear += state.mass.mass * v[0].dot(delta[0]) + w.dot(momentum);
        sums.square += (state.mass.mass * delta[0].dot(delta[0]) + turn.dot(momentum)) * T::HALF;
    }

    /// Begins with the part of the impulses of the last step that brings the solution nearest, island by island.
    pub fn begin(&mut self, contacts: &mut [Contact<T>], states: &mut [State<T>], changes: &mut [Twist<T>]) {
        self.clear();
        for c in contacts.iter() {
            let allowed = c.add_kept(changes);
            let root = self.root(if states[c.a].is_dynamic() { c.a } else { c.b });
            self.sums[root].linear += allowed;
        }
        for (i, delta) in changes.iter().enumerate() {
            let state = &states[i];
            if state.is_dynamic() {
                self.add(i, state, &[state.velocity, state.angular_velocity], delta);
            }
        }
        for (i, delta) in changes.iter().enumerate() {
            let part = self.part(i, T::TWO);
            let state = &mut states[i];
            if state.is_dynamic() {
                state.velocity += delta[0] * part;
                state.angular_velocity += delta[1] * part;
            }
        }
        for c in contacts {
            let part = self.part(if states[c.a].is_dynamic() { c.a } else { c.b }, T::TWO);
            c.keep(part);
        }
    }

    /// Takes back, island by island, what would raise the energy above that of the velocities `before`.
    pub fn hold_energy(&mut self, states: &mut [State<T>], before: &[Twist<T>]) {
        self.clear();
        for i in 0..states.len() {
            let state = &states[i];
            if state.is_dynamic() {
                let delta = [state.velocity - before[i][0], state.angular_velocity - before[i][1]];
                self.add(i, state, &before[i], &delta);
            }
        }
        for i in 0..states.len() {
            let root = self.root(i);
            let part = if self.sums[root].driven { T::ONE } else { self.part(i, T::ONE) };
            let state = &mut states[i];
            if state.is_dynamic() && part < T::ONE {
                let [v, w] = before[i];
                state.velocity = v + (state.velocity - v) * part;
                state.angular_velocity = w + (state.angular_velocity - w) * part;
            }
        }
    }

    /// −c / (k a) of the island of a place, from 0 to 1; 1 where nothing changes.
    fn part(&mut self, place: usize, k: T) -> T {
        let root = self.root(place);
        let sums = &self.sums[root];
        if sums.square > T::ZERO {
            (-sums.linear / (k * sums.square)).max(T::ZERO).min(T::ONE)
        } else {
            T::ONE
        }
    }
}
